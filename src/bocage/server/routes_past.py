"""Requests about the past: earlier points of a game, its story, and branches from it."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from functools import partial
from typing import Annotated, Final

from fastapi import APIRouter, Query, Response

from bocage.engine import diagram
from bocage.engine.branches import branched
from bocage.engine.crash import Crash
from bocage.engine.dice import SEED_BYTES
from bocage.engine.game import AnyGame
from bocage.engine.past import Past
from bocage.engine.save_text import lines_shown
from bocage.engine.table import AnyTable
from bocage.lab import album
from bocage.lab.stories import Story, told_of
from bocage.server import (
    accounts,
    analysis,
    delay,
    messages,
    new_tables,
    past,
    posts,
    reports,
    wire,
)
from bocage.server.bodies import Branch, NewPosition
from bocage.server.errors import ForbiddenError, UnknownError
from bocage.server.live import LiveGame
from bocage.server.routes_tables import GameId, summary
from bocage.server.sender import HubHere, Person
from bocage.server.threads import BROUGHT, LOOKS, THOUGHTS

router = APIRouter(prefix="/api", tags=["games"])

Line = Annotated[int, Query(ge=0, le=1_000_000)]
_NOT_OVER: Final = "you can read the story of a game when it is over"


@router.get("/games/{id_}/past", response_model=messages.Past)
async def look_back(id_: GameId, start: Line, stop: Line, hub: HubHere, person: Person) -> Response:
    """Return a game after `start` lines, and what changed with each line up to `stop`."""
    past.check_span(start, stop)
    live = await hub.enter(id_, person.id)
    async with live.held():
        viewer = live.viewer(person.id)
        points = past.points_of(lines_shown(live.table, viewer), start, stop)
        # What lies between two points is the same until lines are taken back.
        key = (live.epoch, viewer, points)
        found = hub.shelf.get(key)
        walked = None if found is not None else Past(live.table)
    if walked is not None:
        told = await LOOKS.run(person.id, past.told, live.game, walked, points, viewer)
        found = wire.packed(told)
        hub.shelf.put(key, found)
    assert found is not None
    return Response(b'{"from":%d,' % start + found[1:], media_type="application/json")


@router.get("/games/{id_}/timeline")
async def timeline(id_: GameId, hub: HubHere, person: Person) -> messages.Timeline:
    """Return how many lines there are, and after how many of them each turn began."""
    live = await hub.enter(id_, person.id)
    async with live.held():
        lines = list(lines_shown(live.table, live.viewer(person.id)))
        epoch, turns = live.epoch, live.turns
        walked = None if turns.upto == len(live.table.entries) else Past(live.table)
    if walked is not None:
        turns = await LOOKS.run(person.id, turns.on, walked)
        if live.epoch == epoch and turns.upto > live.turns.upto:
            live.turns = turns
    return {"lines": len(lines), "turns": turns.told(lines)}


@router.get("/games/{id_}/late", response_model=messages.LateTruth)
async def late_truth(id_: GameId, hub: HubHere, person: Person) -> Response:
    """Return the truth of an umpired game to a spectator, as late as its table sets.


    A person who asks has seen the whole map, and can no longer take a seat in this game.
    """
    live = await hub.enter(id_, person.id)
    delay.check(live, person.id)
    if person.id not in live.told_late:
        await hub.committer.commit(partial(posts.note_spectator, id_=id_, person=person.id))
        live.told_late.add(person.id)
    async with live.looking_back:  # all spectators come at once when a turn begins
        async with live.held():
            walked, turns, epoch = Past(live.table), live.turns, live.epoch
            by = 0 if live.table.is_over else live.late
        turns = await LOOKS.run(id_, turns.on, walked)
        if live.epoch == epoch:
            live.turns = turns
        key = (epoch, "late", len(walked) if not by else delay.point(turns, by))
        found = hub.shelf.get(key)
        if found is None:
            told = await LOOKS.run(id_, delay.truth, live.game, walked, turns, by)
            found = wire.packed(told)
            hub.shelf.put(key, found)
    return Response(found, media_type="application/json")


@router.get("/games/{id_}/report")
async def report(id_: GameId, hub: HubHere, person: Person) -> messages.Story:
    """Return the story of a game that is over: measures by turn, losses, luck, turning points."""
    game, found = await _story_of(id_, hub, person)
    return reports.told(game, found)


@router.get("/games/{id_}/story.html", response_class=Response)
async def story_page(id_: GameId, hub: HubHere, person: Person) -> Response:
    """Return the story of a game that is over as one page to keep or to share."""
    game, found = await _story_of(id_, hub, person)
    outcome = (await summary(hub, id_, person.id))["result"]
    made = await LOOKS.run(person.id, _drawn, lambda: album.page(game, found, outcome).encode())
    return _to_keep(made, "text/html; charset=utf-8", f"{game.id}.html")


@router.get("/games/{id_}/story.gif", response_class=Response)
async def story_gif(id_: GameId, hub: HubHere, person: Person) -> Response:
    """Return the map at the end of every turn of a game that is over, as a GIF."""
    game, found = await _story_of(id_, hub, person)
    made = await LOOKS.run(person.id, _drawn, lambda: album.gif(game, found))
    return _to_keep(made, "image/gif", f"{game.id}.gif")


def _drawn(draw: Callable[[], bytes]) -> bytes:
    try:
        return draw()
    except ValueError as error:
        raise UnknownError(str(error)) from None


def _to_keep(made: bytes, kind: str, name: str) -> Response:
    """Return a file that a browser saves."""
    kept = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(made, media_type=kind, headers=kept)


async def _story_of(id_: str, hub: HubHere, person: Person) -> tuple[AnyGame, Story]:
    live = await hub.enter(id_, person.id)
    if live.status != "over" and not live.spoilt:  # a refusal holds no game that a move waits for
        raise ForbiddenError(_NOT_OVER)
    async with live.held():
        if not live.table.is_over:
            raise ForbiddenError(_NOT_OVER)
        walked = Past(live.table)
    found = await LOOKS.run(person.id, lambda: told_of(live.game, walked, walked.events()))
    if found is None:
        raise UnknownError("this game has no story")
    return live.game, found


@router.get("/games/{id_}/account")
async def account(id_: GameId, hub: HubHere, person: Person) -> messages.Accounts:
    """Return what a staff at the table wanted, feared and decided, turn by turn, for finished
    turns.
    """
    live = await hub.enter(id_, person.id)
    async with live.held():
        notes = await hub.committer.read(partial(accounts.notes_of, live.id))
        return accounts.told(live, live.viewer(person.id), notes)


@router.post("/games/{id_}/branch", status_code=201)
async def branch(id_: GameId, body: Branch, hub: HubHere, person: Person) -> messages.Summary:
    """Return a new game from a point of this one, for you alone or against computer players.

    Before the end of a game, only a person who holds every seat may branch, because they may know
    everything.
    """
    live = await hub.enter(id_, person.id)
    new_tables.check_players(live.game, body.seats)
    async with live.held():
        if not may_branch(live, person.id):
            words = "you can branch from a game when it is over, or when you hold every seat"
            raise ForbiddenError(words)
        walked, header = Past(live.table), live.table.header
        lines = list(lines_shown(live.table, live.viewer(person.id)))
    if body.line > len(lines):
        raise UnknownError(f"there are {len(lines)} lines: branch from one of those")
    count, seed = past.place_of(lines, body.line), secrets.token_bytes(SEED_BYTES)
    table = await LOOKS.run(person.id, branched, live.game, header, walked, count, seed)
    name = f"{live.name}, from line {body.line}"[:80]
    made = await hub.lay(
        person.id,
        lambda write: new_tables.lay_down(write, live.game, person.id, name, table, body.seats),
    )
    if body.seats:
        hub.wake(await hub.get(made, person.id))
    return await summary(hub, made, person.id)


@router.get("/games/{id_}/analysis")
async def analyse_at(id_: GameId, line: Line, hub: HubHere, person: Person) -> messages.Analysis:
    """Return what the staff would do after so many lines, and why.

    Only for a finished game, or one in which you hold every seat, so that it helps against nobody.
    """
    live = await hub.enter(id_, person.id)
    async with live.held():
        if not may_branch(live, person.id):
            raise ForbiddenError(
                "you can ask the staff when the game is over, or in a game that you play alone"
            )
        walked = Past(live.table)
        lines = list(lines_shown(live.table, live.viewer(person.id)))
    if line > len(lines):
        raise UnknownError(f"there are {len(lines)} lines: ask about one of those")
    count = past.place_of(lines, line)
    found = await THOUGHTS.run(person.id, analysis.viewed, live.game, walked, count)
    return analysis.told(live.game, line, found)


@router.get("/games/{id_}/position")
async def position(id_: GameId, hub: HubHere, person: Person) -> messages.PositionText:
    """Return the position as one line of text, for those from whom nothing of it is hidden."""
    live = await hub.enter(id_, person.id)
    async with live.held():
        viewer, header = live.viewer(person.id), live.table.header
        if not diagram.is_open_to(live.game, live.table.state, viewer):
            raise ForbiddenError("part of this position is hidden from you")
        st = live.table.state.copy()
    settings = live.game.settings(header.options, header.revision)
    return {"position": diagram.written(live.game, st, header.scenario, settings)}


@router.post("/games/position", status_code=201)
async def analyse(body: NewPosition, hub: HubHere, person: Person) -> messages.Summary:
    """Return a private game from a position, with all its seats yours and open dice."""
    head = diagram.head_of(body.position)
    rules = await hub.rules(head.game)
    game = await hub.rules(head.game, rules.scenario(head.scenario).id)
    # A stranger's position is tried where it delays nobody else.
    table = await BROUGHT.run(person.id, _begun, game, body.position)
    name = body.name or f"{game.title}, a position"
    made = await hub.committer.commit(
        lambda write: new_tables.lay_down(write, game, person.id, name, table)
    )
    return await summary(hub, made, person.id)


def _begun(game: AnyGame, text: str) -> AnyTable:
    try:
        table = AnyTable.new(game, position=text)
    except Crash as error:  # an exception that nonsense causes in the rules is not a crash
        raise diagram.PositionError(
            f"the game can't continue from this position: {error}"
        ) from None
    if table.is_over:
        raise diagram.PositionError("the game is over in this position")
    return table


def may_branch(live: LiveGame, person: str) -> bool:
    """Return whether a person may branch from here: it is over, or they play every seat."""
    return live.table.is_over or all(seat.person == person for seat in live.seats)
