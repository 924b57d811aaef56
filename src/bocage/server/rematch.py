"""A rematch: the same game again, for the people who played it.

The first who asks opens the table and sits down; the seats of the others are reserved for them, and
they are notified. The others then take their reserved seats.
"""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import Connection, update

from bocage.engine.dice import Trust
from bocage.engine.game import AnyGame
from bocage.server import new_tables, store
from bocage.server.clocks import Clock
from bocage.server.errors import UnknownError
from bocage.server.notices import Notice
from bocage.server.schema import GAMES, SEATS, Record
from bocage.server.seats import Seat


def lay(
    connection: Connection, game: AnyGame, id_: str, person: str, *, swap: bool
) -> tuple[str, list[Notice]]:
    """Open the table, or sit down at one that another has opened; return the game and the notices
    to the others.
    """
    old = store.row_of(connection, id_, alone=True)
    if old.again and _sits_down(connection, game, old.again, person):
        return str(old.again), []
    seats = store.seats_of(connection, id_, game.seats)
    holders = _swapped(game, seats) if swap else seats
    made = _table(connection, game, old, holders, person)
    connection.execute(update(GAMES).where(GAMES.c.id == id_).values(again=made))
    me = next(seat.holder for seat in seats if seat.person == person)
    found: list[Notice] = []
    for number, held in enumerate(holders):
        if held.person not in (None, person):
            connection.execute(
                update(SEATS)
                .where(SEATS.c.game == made, SEATS.c.seat == number)
                .values(kept_for=held.person, link=None, link_expires=0)
            )
            name = " ".join(str(old.name).split())
            words = f"{name}: {me} asks for a rematch; you would play {game.seats[number]}"
            found.append(Notice(held.person, made, "rematch", words))
    return made, found


def _sits_down(connection: Connection, game: AnyGame, id_: str, person: str) -> bool:
    """Return whether a person sits, now or already, at a rematch that has not begun."""
    try:
        status = store.row_of(connection, id_, alone=True).status
    except UnknownError:
        return False
    if status != "open":
        return False
    if new_tables.take_kept_seats(connection, id_, person, ""):
        return True
    return any(seat.person == person for seat in store.seats_of(connection, id_, game.seats))


def _swapped(game: AnyGame, seats: Sequence[Seat]) -> Sequence[Seat]:
    """Return two players on the other's seats; where there are more, or the rules play, as
    before.
    """
    plain = len(seats) == 2 and game.control is None
    return seats[::-1] if plain and all(s.player != new_tables.RULES for s in seats) else seats


def _table(
    connection: Connection, game: AnyGame, old: Record, holders: Sequence[Seat], person: str
) -> str:
    """Return a table like the old one; the seats of people who are gone are open."""
    header, clock = store.header_of(old.header), Clock.read(old.clock)
    who = {
        name: new_tables.ME if held.person == person else held.player or new_tables.OPEN
        for name, held in zip(game.seats, holders, strict=True)
    }
    return new_tables.draft(
        connection,
        game,
        person,
        name=old.name,
        scenario=header.scenario,
        options=header.options,
        seats=who,
        trust=Trust.OPEN if header.trust is Trust.OPEN else Trust.HELD,
        clock=Clock.set_for(clock.kind, clock.limit // 1000, len(game.seats)),
    )[0]
