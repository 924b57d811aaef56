"""Tournaments: people enter, rounds are paired, and every meeting is a separate game.

The games of a round begin with both seats taken, so nobody has to be invited. When the last of them
is over, the next round begins in the same transaction; after the last round the tournament is over.
Its games are rated.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from sqlalchemy import Connection, insert, or_, select, update

from bocage.engine.dice import Trust
from bocage.engine.game import AnyGame
from bocage.server import messages, new_tables, pairings, ratings
from bocage.server.clocks import Clock, now_ms
from bocage.server.errors import ForbiddenError, ServerError, UnknownError
from bocage.server.notices import Notice
from bocage.server.pairings import WIN, Round
from bocage.server.people import new_id
from bocage.server.schema import ENTRANTS, GAMES, MEETINGS, SEATS, TOURNAMENTS, Record

MOST: Final = 64
"""Entrants."""
_LISTED: Final = 50


class Laid(NamedTuple):
    """The games of a new round, and the notices to their players."""

    games: tuple[str, ...] = ()
    notices: tuple[Notice, ...] = ()


def make(
    connection: Connection,
    game: AnyGame,
    person: str,
    *,
    name: str,
    scenario: str,
    options: Mapping[str, str],
    clock: Clock,
    rounds: int,
) -> str:
    """Create a tournament that people may enter; return its id. Without a number of rounds it is a
    round robin.
    """
    ratings.check(game, Trust.HELD, options, {})
    made = new_id()
    connection.execute(
        insert(TOURNAMENTS).values(
            id=made,
            name=name or f"{game.title}, a tournament",
            game=game.id,
            scenario=game.scenario(scenario).id,
            options=json.dumps(dict(options)),
            clock=clock.written(),
            system="swiss" if rounds else "all",
            rounds=rounds,
            round=0,
            status="open",
            made_by=person,
            created=now_ms(),
        )
    )
    return made


def enter(connection: Connection, id_: str, person: str, name: str) -> None:
    """Enter a tournament that has not begun. A second entry changes nothing.

    Raises:
        ForbiddenError: it has begun, or is full.
    """
    row = row_of(connection, id_, alone=True)
    there = _entrants(connection, id_)
    if any(each.person == person for each in there):
        return
    if row.status != "open":
        raise ForbiddenError("the tournament has started")
    if len(there) >= MOST:
        raise ForbiddenError(f"the tournament is full: {MOST} people have entered")
    number = max((each.number for each in there), default=-1) + 1
    entered = insert(ENTRANTS).values(tournament=id_, number=number, person=person, name=name)
    connection.execute(entered)


def begin(connection: Connection, game: AnyGame, id_: str, person: str) -> Laid:
    """Create the games of the first round.

    Raises:
        ForbiddenError: somebody else made the tournament, or it has begun.
        ServerError: there are too few people, or too many rounds for them.
    """
    row = row_of(connection, id_, alone=True)
    if row.made_by != person:
        raise ForbiddenError("only the creator of the tournament can start it")
    if row.status != "open":
        raise ForbiddenError("the tournament has started")
    entrants = len(_entrants(connection, id_))
    if entrants < 2:
        raise ServerError("a tournament needs at least two players")
    if row.rounds > (most := pairings.rounds_of(entrants)):
        raise ServerError(f"{entrants} players can play at most {most} rounds")
    return _go_on(connection, game, row)


def ended(connection: Connection, game: AnyGame, id_: str, winner: int | None) -> Laid:
    """Count a game that is over, if it belongs to a tournament, and lay the next round if due."""
    wanted = select(MEETINGS).where(MEETINGS.c.game == id_, MEETINGS.c.points.is_(None))
    meeting = connection.execute(wanted).one_or_none()
    if meeting is None:
        return Laid()
    row = row_of(connection, meeting.tournament, alone=True)
    points = WIN // 2 if winner is None else WIN if winner == 0 else 0
    connection.execute(update(MEETINGS).where(MEETINGS.c.game == id_).values(points=points))
    waits = select(MEETINGS).where(MEETINGS.c.tournament == row.id, MEETINGS.c.points.is_(None))
    return Laid() if connection.execute(waits).first() else _go_on(connection, game, row)


def _go_on(connection: Connection, game: AnyGame, row: Record) -> Laid:
    """Create the games of the next round, or end the tournament."""
    entrants, meetings = _entrants(connection, row.id), _meetings(connection, row.id)
    made = _next(row, entrants, meetings)
    here = update(TOURNAMENTS).where(TOURNAMENTS.c.id == row.id)
    if made is None:
        connection.execute(here.values(status="over"))
        return Laid()
    number = row.round + 1
    connection.execute(here.values(status="live", round=number))
    people = {each.number: each for each in entrants}
    games: list[str] = []
    told: list[Notice] = []
    rows: list[dict[str, object]] = []
    for first, second in made.pairs:
        pair = (people[first], people[second])
        games.append(_lay(connection, game, row, number, pair))
        rows.append({"game": games[-1], "first": first, "second": second, "points": None})
        words = f"{row.name}: round {number}, {pair[0].name} against {pair[1].name}"
        told += [Notice(e.person, games[-1], "round", words) for e in pair if e.person]
    if made.out is not None:
        rows.append({"game": None, "first": made.out, "second": None, "points": WIN})
    connection.execute(
        insert(MEETINGS),
        [{"tournament": row.id, "round": number, "number": n, **r} for n, r in enumerate(rows)],
    )
    return Laid(tuple(games), tuple(told))


def _next(row: Record, entrants: Sequence[Record], meetings: Sequence[Record]) -> Round | None:
    """Return the pairs of the next round, if there is one."""
    if row.system == "all":
        done = row.round >= pairings.rounds_of(len(entrants))
        return None if done else pairings.all_against_all(len(entrants), row.round)
    if row.round >= row.rounds:
        return None
    sides = Counter[int]()
    for each in meetings:
        if each.second is not None:
            sides[each.first] += 1
            sides[each.second] -= 1
    return pairings.swiss(
        _points(entrants, meetings),
        {frozenset((m.first, m.second)) for m in meetings if m.second is not None},
        sides,
        {m.first for m in meetings if m.second is None},
    )


def _lay(
    connection: Connection, game: AnyGame, row: Record, number: int, pair: tuple[Record, Record]
) -> str:
    """Return the table of a meeting, with both players. The seat of a player who has left stays
    open.
    """
    clock = Clock.read(row.clock)
    made, _ = new_tables.draft(
        connection,
        game,
        row.made_by,
        name=f"{row.name}, round {number}: {pair[0].name} against {pair[1].name}"[:80],
        scenario=row.scenario,
        options=json.loads(row.options),
        seats={},
        trust=Trust.HELD,
        clock=clock,
    )
    connection.execute(update(GAMES).where(GAMES.c.id == made).values(rated=True))
    for seat, entrant in enumerate(pair):
        if entrant.person:
            connection.execute(
                update(SEATS)
                .where(SEATS.c.game == made, SEATS.c.seat == seat)
                .values(person=entrant.person, link=None, link_expires=0)
            )
    return made


def row_of(connection: Connection, id_: str, *, alone: bool = False) -> Record:
    """Return a tournament; `alone`: until the end of the transaction no other worker writes it.

    Raises:
        UnknownError: there is no such tournament.
    """
    wanted = select(TOURNAMENTS).where(TOURNAMENTS.c.id == id_)
    row = connection.execute(wanted.with_for_update() if alone else wanted).one_or_none()
    if row is None:
        raise UnknownError("there is no such tournament")
    return row


def listed(connection: Connection, person: str) -> list[messages.TournamentState]:
    """Return the tournaments that can be entered, and those of a person, the newest first."""
    mine = select(ENTRANTS.c.tournament).where(ENTRANTS.c.person == person)
    wanted = (
        select(TOURNAMENTS)
        .where(or_(TOURNAMENTS.c.status == "open", TOURNAMENTS.c.id.in_(mine)))
        .order_by(TOURNAMENTS.c.created.desc())
        .limit(_LISTED)
    )
    return [told(connection, row, person) for row in connection.execute(wanted)]


def told(connection: Connection, row: Record, person: str) -> messages.TournamentState:
    """Return a tournament as everybody may see it: standings and meetings."""
    entrants, meetings = _entrants(connection, row.id), _meetings(connection, row.id)
    points = _points(entrants, meetings)
    names = {each.number: each.name for each in entrants}
    ranked = sorted(entrants, key=lambda each: (-points[each.number], each.number))
    return {
        "id": row.id,
        "name": row.name,
        "game": row.game,
        "scenario": row.scenario,
        "system": row.system,
        "rounds": row.rounds or (pairings.rounds_of(len(entrants)) if entrants else 0),
        "round": row.round,
        "status": row.status,
        "mine": row.made_by == person,
        "entered": any(each.person == person for each in entrants),
        "standings": [
            {"name": each.name, "points": points[each.number] / WIN, "me": each.person == person}
            for each in ranked
        ],
        "meetings": [
            {
                "round": each.round,
                "first": names[each.first],
                "second": names[each.second] if each.second is not None else None,
                "game": each.game,
                "points": None if each.points is None else each.points / WIN,
            }
            for each in meetings
        ],
    }


def _points(entrants: Sequence[Record], meetings: Sequence[Record]) -> dict[int, float]:
    found = {each.number: 0.0 for each in entrants}
    for each in meetings:
        if each.points is not None:
            found[each.first] += each.points
            if each.second is not None:
                found[each.second] += WIN - each.points
    return found


def _entrants(connection: Connection, id_: str) -> Sequence[Record]:
    wanted = select(ENTRANTS).where(ENTRANTS.c.tournament == id_).order_by(ENTRANTS.c.number)
    return list(connection.execute(wanted))


def _meetings(connection: Connection, id_: str) -> Sequence[Record]:
    wanted = (
        select(MEETINGS)
        .where(MEETINGS.c.tournament == id_)
        .order_by(MEETINGS.c.round, MEETINGS.c.number)
    )
    return list(connection.execute(wanted))
