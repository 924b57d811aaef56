"""Requests of Control about paper: packs, the panic bundle, typed sheets, and the way back.

The debrief as a file is here too: it is what people take home.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Annotated, Any, Final, Protocol, cast

from fastapi import APIRouter, Path, Response
from pydantic import Field
from typing_extensions import TypedDict

from bocage.engine.crash import Crash
from bocage.engine.past import Past
from bocage.engine.table import AnyTable
from bocage.games import entry
from bocage.server import posts
from bocage.server.commands import LINE_MOST, Strict
from bocage.server.errors import ServerError, UnknownError
from bocage.server.hub import Hub
from bocage.server.live import LiveGame
from bocage.server.routes_tables import GameId
from bocage.server.sender import HubHere, Person
from bocage.server.threads import LOOKS
from bocage.tables import Fault

router = APIRouter(prefix="/api", tags=["paper"])

PAPER: Final = "paper"
"""The name in `Game.entries` of the function that returns what a game has on paper."""
DEBRIEF: Final = "debrief"
"""The name of the function that describes a finished game on one page."""
_ZIP: Final = "application/zip"
_REASON: Final = "the turn was fought on paper"


class _Entered(Protocol):
    """The result of entering tables."""

    @property
    def faults(self) -> Sequence[Fault]: ...
    @property
    def acts(self) -> Sequence[str]: ...


class _Grid(Protocol):
    """A table of the position."""

    @property
    def file(self) -> str: ...
    @property
    def head(self) -> Sequence[str]: ...
    @property
    def rows(self) -> Sequence[Sequence[str]]: ...
    @property
    def entered(self) -> Collection[str]: ...


class _Paper(Protocol):
    """The papers of a game."""

    def team_pack(self, st: Any, team: int) -> dict[str, bytes]: ...
    def umpire_pack(self, st: Any) -> dict[str, bytes]: ...
    def reports(self, st: Any) -> dict[str, bytes]: ...
    def bundle(self, st: Any) -> dict[str, bytes]: ...
    def zipped(self, files: dict[str, bytes]) -> bytes: ...
    def grids(self, st: Any) -> Sequence[_Grid]: ...
    def typed(self, st: Any, text: str) -> tuple[int, str]: ...
    def enter(
        self, table: AnyTable, files: Mapping[str, bytes], reason: str, turns: int
    ) -> _Entered: ...


class TypedSheet(Strict):
    """A paper sheet as it is typed: its code, then a line for each line."""

    text: Annotated[str, Field(min_length=1, max_length=LINE_MOST)]


class Tables(Strict):
    """Tables of a bundle as they came back from a spreadsheet."""

    files: Annotated[dict[str, Annotated[str, Field(max_length=2_000_000)]], Field(max_length=12)]
    """Their text by the name of the file, such as `units.csv`."""
    turns: Annotated[int, Field(ge=0, le=12)] = 1
    """Turns that were fought on paper; with none, cells are set right and no turn passes."""


class SheetFound(TypedDict):
    """The team of a sheet, and the sheet in the form of the act `sheet`."""

    seat: str
    sheet: str


class PaperTable(TypedDict):
    """A table of the position as it is now."""

    file: str
    head: list[str]
    rows: list[list[str]]
    entered: list[str]
    """The columns that Control may change; none in a table that only says what it is of."""


class WrongCell(TypedDict):
    """A cell with a fault."""

    file: str
    row: int
    column: str
    value: str
    reason: str


class TablesEntered(TypedDict):
    """Every cell with a fault; if there is none, what was done."""

    wrong: list[WrongCell]
    acts: list[str]


async def _control(hub: Hub, id_: str, person: str) -> tuple[LiveGame, _Paper]:
    """Return a game and its paper, only for Game Control.

    Raises:
        ForbiddenError: the person is not Game Control.
        UnknownError: there is no such game for them, or it has nothing on paper.
    """
    live = await hub.enter(id_, person)
    await hub.committer.read(lambda look: posts.check_control(look, live.game, id_, person))
    found = entry(live.game, PAPER)
    if found is None:
        raise UnknownError("this game has nothing to print here")
    return live, cast("_Paper", found(live.game))


async def _printed(
    hub: Hub, id_: str, person: str, name: str, draw: Callable[[_Paper, Any], dict[str, bytes]]
) -> Response:
    """Return a zip drawn from the current position, made outside the loop."""
    live, paper = await _control(hub, id_, person)
    async with live.held():
        st = live.table.state.copy()
    made = await LOOKS.run(person, lambda: paper.zipped(draw(paper, st)))
    kept = {"Content-Disposition": f'attachment; filename="{name}.zip"'}
    return Response(made, media_type=_ZIP, headers=kept)


@router.get("/games/{id_}/paper/panic.zip", response_class=Response)
async def panic(id_: GameId, hub: HubHere, person: Person) -> Response:
    """For Control: return everything needed to finish on paper, in one zip; the game is
    unchanged.
    """
    return await _printed(hub, id_, person.id, "panic", lambda paper, st: paper.bundle(st))


@router.get("/games/{id_}/paper/control.zip", response_class=Response)
async def umpire_pack(id_: GameId, hub: HubHere, person: Person) -> Response:
    """For Control: return its own pack to print."""
    return await _printed(hub, id_, person.id, "control", lambda paper, st: paper.umpire_pack(st))


@router.get("/games/{id_}/paper/reports.zip", response_class=Response)
async def reports(id_: GameId, hub: HubHere, person: Person) -> Response:
    """For Control: return the last reports of all teams, to hand out."""
    return await _printed(hub, id_, person.id, "reports", lambda paper, st: paper.reports(st))


@router.get("/games/{id_}/paper/teams/{team}", response_class=Response)
async def team_pack(
    id_: GameId,
    team: Annotated[int, Path(ge=0, le=99, description="The number of the team's seat.")],
    hub: HubHere,
    person: Person,
) -> Response:
    """For Control: return a team's pack to print."""
    live, _ = await _control(hub, id_, person.id)
    if team >= len(live.game.seats) or team == live.game.control:
        raise UnknownError("there is no such team")
    name = f"team-{team + 1}"
    return await _printed(hub, id_, person.id, name, lambda paper, st: paper.team_pack(st, team))


@router.post("/games/{id_}/paper/sheet")
async def typed(id_: GameId, body: TypedSheet, hub: HubHere, person: Person) -> SheetFound:
    """For Control: return whose sheet a text with a code is, and the sheet; nothing is stored."""
    live, paper = await _control(hub, id_, person.id)
    async with live.held():
        st = live.table.state.copy()
    team, sheet = paper.typed(st, body.text)
    return {"seat": live.game.seats[team], "sheet": sheet}


@router.get("/games/{id_}/paper/tables")
async def tables(id_: GameId, hub: HubHere, person: Person) -> list[PaperTable]:
    """For Control: return the tables to enter a turn in. The first says which turn they are of."""
    live, paper = await _control(hub, id_, person.id)
    async with live.held():
        st = live.table.state.copy()
    found = await LOOKS.run(person.id, paper.grids, st)
    return [
        {
            "file": each.file,
            "head": list(each.head),
            "rows": [list(row) for row in each.rows],
            "entered": [name for name in each.head if name in each.entered],
        }
        for each in found
    ]


@router.post("/games/{id_}/paper/tables")
async def entered(id_: GameId, body: Tables, hub: HubHere, person: Person) -> TablesEntered:
    """For Control: enter what happened on paper; if any cell is faulty, nothing is changed."""
    live, paper = await _control(hub, id_, person.id)
    files = {name: text.encode() for name, text in body.files.items()}
    if live.status == "over":
        raise ServerError("the game is over")
    try:
        async with hub.acting.of(person.id), live.changing():
            before = len(live.table.entries)
            found = await live.apart(person.id, paper.enter, live.table, files, _REASON, body.turns)
            if len(live.table.entries) > before:
                await live.commit(before)
    except Crash as crash:
        raise ServerError(hub.report(crash)) from None
    hub.wake(live)
    return {"wrong": [_cell(each) for each in found.faults], "acts": list(found.acts)}


@router.get("/games/{id_}/debrief.html", response_class=Response)
async def debrief_page(id_: GameId, hub: HubHere, person: Person) -> Response:
    """Return the debrief as one page to show and give away; before the end only for Control."""
    live = await hub.enter(id_, person.id)
    draw = entry(live.game, DEBRIEF)
    if draw is None:
        raise UnknownError("this game has no debrief")
    if live.status != "over":
        await hub.committer.read(lambda look: posts.check_control(look, live.game, id_, person.id))
    async with live.held():
        past, st = Past(live.table), live.table.state.copy()
    try:
        made = await LOOKS.run(person.id, lambda: str(draw(past, st)).encode())
    except ValueError as error:
        raise ServerError(str(error)) from None
    kept = {"Content-Disposition": 'attachment; filename="debrief.html"'}
    return Response(made, media_type="text/html; charset=utf-8", headers=kept)


def _cell(fault: Fault) -> WrongCell:
    return {
        "file": fault.file,
        "row": fault.row,
        "column": fault.field,
        "value": fault.value,
        "reason": fault.reason,
    }
