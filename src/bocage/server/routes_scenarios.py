"""Requests of those who build scenarios: tables to begin with, checks, a dry run, keeping them."""

from __future__ import annotations

import io
import lzma
import struct
import zipfile
import zlib
from collections.abc import Mapping
from dataclasses import asdict
from typing import Annotated, Final, cast

from fastapi import APIRouter, Path, Request, Response
from pydantic import Field
from sqlalchemy import Connection

from bocage.server import messages, scenarios
from bocage.server.commands import Strict
from bocage.server.errors import ServerError, TooMuchError
from bocage.server.hub import Hub
from bocage.server.scenarios import Builder, Checked, Run, Tables
from bocage.server.sender import HubHere, Person
from bocage.server.threads import BROUGHT

router = APIRouter(prefix="/api/scenarios", tags=["scenarios"])

GameName = Annotated[str, Path(max_length=40, examples=["opcom"])]
Name = Annotated[str, Path(max_length=60, examples=["the-dommel"])]
UNPACKED_MOST: Final = 4_000_000
"""Bytes of all files in a zip that somebody brings."""
FILES_MOST: Final = 200
_DAMAGED: Final = (
    *(zipfile.BadZipFile, zlib.error, lzma.LZMAError, struct.error),
    *(RuntimeError, EOFError, ValueError, OSError),
)
"""What reading a damaged zip raises."""


class FilledTable(Strict):
    """A table as it is filled in: every cell is a text."""

    columns: list[Annotated[str, Field(max_length=60)]] = Field(max_length=100)
    rows: list[list[Annotated[str, Field(max_length=8_000)]]] = Field(max_length=20_000)


class ScenarioDraft(Strict):
    """A scenario as its tables, by name; a table that is missing is empty."""

    tables: dict[Annotated[str, Field(max_length=60)], FilledTable] = Field(max_length=100)


class EmptyMap(Strict):
    """A map of open country around a point."""

    title: Annotated[str, Field(min_length=1, max_length=80)]
    lat: Annotated[float, Field(ge=-70, le=70)]
    lon: Annotated[float, Field(ge=-179, le=179)]
    wide_km: Annotated[float, Field(ge=2, le=200)]
    high_km: Annotated[float, Field(ge=2, le=173)]


async def _builder(hub: Hub, game: str) -> Builder:
    return scenarios.builder_of(await hub.rules(game))


def _tables(builder: Builder, body: ScenarioDraft) -> Tables:
    return {name: builder.grid(table.columns, table.rows) for name, table in body.tables.items()}


def _told(draft: Tables) -> messages.DraftTables:
    tables: dict[str, messages.DraftTable] = {
        name: {"columns": list(grid.columns), "rows": [list(row) for row in grid.rows]}
        for name, grid in draft.items()
    }
    return {"tables": tables}


def _faults(found: Checked | Run) -> list[messages.DraftFault]:
    return [cast("messages.DraftFault", asdict(each)) for each in found.faults]


@router.get("/{game}")
async def shelf(game: GameName, hub: HubHere, person: Person) -> messages.BuilderShelf:
    """The tables of a scenario, what one may begin with, and the scenarios there are."""
    builder = await _builder(hub, game)
    rules = await hub.rules(game)
    found = await BROUGHT.run(person.id, builder.shelf)
    built = await hub.committer.read(lambda look: scenarios.rows(look, game))
    ours = builder.ours()

    def may_change(name: str) -> bool:
        return name in built and (built[name].person == person.id or bool(person.admin))

    return {
        "tables": [
            {
                "id": sort.id,
                "head": sort.head,
                "of_map": sort.of_map,
                "terms": list(sort.terms),
                "columns": [
                    cast("messages.BuilderColumn", asdict(column)) for column in sort.columns
                ],
            }
            for sort in found.sorts
        ],
        "theatres": [
            {"id": each.id, "title": each.title, "scenario": each.map} for each in found.theatres
        ],
        "profiles": {
            "columns": list(found.profiles.columns),
            "rows": [list(row) for row in found.profiles.rows],
        },
        "symbols": dict(found.symbols),
        "scenarios": [
            {
                "id": each.id,
                "title": each.title,
                "ours": each.id in ours,
                "mine": may_change(each.id),
            }
            for each in rules.scenarios.values()
        ],
    }


@router.get("/{game}/drafts/{name}")
async def copied(game: GameName, name: Name, hub: HubHere, person: Person) -> messages.DraftTables:
    """The tables of a scenario that is there, to be changed or copied."""
    builder = await _builder(hub, game)
    return _told(await BROUGHT.run(person.id, builder.copied, name))


@router.get("/{game}/maps/{theatre}")
async def copied_map(
    game: GameName, theatre: Name, hub: HubHere, person: Person
) -> messages.DraftTables:
    """The tables of a theatre's map, to be changed as a scenario's own."""
    builder = await _builder(hub, game)
    try:
        return _told(await BROUGHT.run(person.id, builder.copied_map, theatre))
    except LookupError as error:
        raise ServerError(str(error)) from None


@router.post("/{game}/maps")
async def empty_map(
    game: GameName, body: EmptyMap, hub: HubHere, person: Person
) -> messages.DraftTables:
    """The tables of a map of open country."""
    builder = await _builder(hub, game)
    given = (body.title, body.lat, body.lon, body.wide_km, body.high_km)
    return _told(await BROUGHT.run(person.id, builder.empty_map, *given))


@router.post("/{game}/check")
async def check(
    game: GameName, body: ScenarioDraft, hub: HubHere, person: Person
) -> messages.DraftChecked:
    """What is wrong with a draft, each fault at its cell, and where its own hexes lie."""
    builder = await _builder(hub, game)
    found = await hub.workshop.check(person.id, game, _tables(builder, body))
    return {
        "faults": _faults(found),
        "frame": None if found.frame is None else cast("messages.MapFrame", asdict(found.frame)),
    }


@router.post("/{game}/run")
async def dry_run(
    game: GameName, body: ScenarioDraft, hub: HubHere, person: Person
) -> messages.DryRun:
    """Two turns of a draft, played by computer commanders: rulings, reports, and what failed."""
    builder = await _builder(hub, game)
    found = await hub.workshop.run(person.id, game, _tables(builder, body))
    return {
        "turns": [
            {
                "turn": turn.turn,
                "heading": turn.heading,
                "rulings": [{"what": what, "why": why} for what, why in turn.rulings],
                "reports": [
                    {"team": told.team, "lines": list(told.lines)} for told in turn.reports
                ],
            }
            for turn in found.turns
        ],
        "faults": _faults(found),
        "failed": found.failed,
        "key": found.key,
    }


@router.post("/{game}/zip", response_class=Response)
async def packed(game: GameName, body: ScenarioDraft, hub: HubHere, person: Person) -> Response:
    """The files of a draft in a zip, whether or not it can be played."""
    builder = await _builder(hub, game)
    made = await BROUGHT.run(person.id, lambda: _zipped(builder.files(_tables(builder, body))))
    kept = {"Content-Disposition": 'attachment; filename="scenario.zip"'}
    return Response(made, media_type="application/zip", headers=kept)


def _zipped(files: Mapping[str, str]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as made:
        for path, text in files.items():
            made.writestr(zipfile.ZipInfo(path, (1980, 1, 1, 0, 0, 0)), text.encode())
    return out.getvalue()


@router.post(
    "/{game}/unzip",
    openapi_extra={
        "requestBody": {
            "content": {"application/zip": {"schema": {"type": "string", "format": "binary"}}},
            "required": True,
        }
    },
)
async def unpacked(
    game: GameName, request: Request, hub: HubHere, person: Person
) -> messages.DraftTables:
    """The tables in a zip of a scenario's files; other files in it are left out."""
    builder = await _builder(hub, game)
    data = await request.body()
    return _told(await BROUGHT.run(person.id, lambda: builder.read(_unzipped(data))))


def _unzipped(data: bytes) -> dict[str, bytes]:
    """The files in a zip, by path.

    Raises:
        ServerError: it is not a zip.
        TooMuchError: it holds more than a scenario can.
    """
    found: dict[str, bytes] = {}
    left = UNPACKED_MOST
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as given:
            if len(given.infolist()) > FILES_MOST:
                raise TooMuchError(f"this zip has more than {FILES_MOST} files")
            for info in given.infolist():
                if info.is_dir() or not info.filename.endswith((".csv", ".toml")):
                    continue
                with given.open(info) as file:
                    found[info.filename] = file.read(left + 1)
                left -= len(found[info.filename])
                if left < 0:
                    raise TooMuchError("the files in this zip are too large for a scenario")
    except _DAMAGED:
        raise ServerError("this is not a zip file of a scenario, or it is damaged") from None
    return found


@router.put("/{game}/drafts/{name}")
async def keep(
    game: GameName, name: Name, body: ScenarioDraft, hub: HubHere, person: Person
) -> messages.DraftChecked:
    """Keep a scenario under a name. If it has faults, nothing is kept: they are the answer."""
    builder = await _builder(hub, game)
    tables = _tables(builder, body)
    found = await hub.workshop.check(person.id, game, tables)
    if not found.faults:
        files = builder.files(tables)

        def work(connection: Connection) -> None:
            scenarios.save(connection, builder, game, person, name, files)
            hub.tell_scenario(connection, game, name)

        await hub.committer.commit(work)
        hub.forget_scenario(game, name)
    return {
        "faults": _faults(found),
        "frame": None,
    }


@router.delete("/{game}/drafts/{name}", status_code=204)
async def remove(game: GameName, name: Name, hub: HubHere, person: Person) -> None:
    """Delete a scenario of mine in which no game is played."""
    builder = await _builder(hub, game)

    def work(connection: Connection) -> None:
        scenarios.remove(connection, builder, game, person, name)
        hub.tell_scenario(connection, game, name)

    await hub.committer.commit(work)
    hub.forget_scenario(game, name)
