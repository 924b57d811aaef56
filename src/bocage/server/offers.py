"""Tables for everybody: a person opens one in public, and anyone on the server may sit down.

Only tables that their creator made public are ever listed here. A private table is in no list, and
its seats are taken by link alone. Anyone may watch a public game, as they may any game whose
address they know.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from sqlalchemy import ColumnElement, Connection, and_, or_, select, update

from bocage.engine.game import AnyGame
from bocage.server import bids, messages
from bocage.server.clocks import Clock, now_ms
from bocage.server.errors import ForbiddenError, ServerError
from bocage.server.hub import Hub
from bocage.server.new_tables import LINK_LASTS, ME, OPEN
from bocage.server.notices import Notice
from bocage.server.people import DAY
from bocage.server.schema import GAMES, SEATS, Record
from bocage.server.seats import Seat
from bocage.server.store import header_of, row_of, seats_of, seats_of_all

_LISTED: Final = 60
_WATCHED: Final = 3 * DAY
"""How long after its last action a public game is still listed for spectators."""


def check(game: AnyGame, seats: Mapping[str, str]) -> None:
    """Check that a new table can be public; `seats` says who sits where, as for `new_tables.draft`.

    Raises:
        ServerError: its creator does not sit there, no seat is free, or it has an umpire.
    """
    if game.control is not None:
        raise ServerError("this game has an umpire, who gives out its seats by link")
    held = [seats.get(each, OPEN) for each in game.seats]
    if ME not in held or OPEN not in held:
        raise ServerError("a public table needs a seat for you and a free seat")


def listed(hub: Hub, connection: Connection, person: str) -> list[messages.OfferedTable]:
    """Return the public tables with a seat for a person, the newest first, then games to watch."""
    now = now_ms()
    fresh: ColumnElement[bool] = or_(
        and_(GAMES.c.status == "open", GAMES.c.created > now - LINK_LASTS),
        and_(GAMES.c.status == "live", GAMES.c.changed > now - _WATCHED),
    )
    mine = select(SEATS.c.game).where(SEATS.c.person == person)
    wanted = (
        select(GAMES)
        .where(GAMES.c.public, fresh, GAMES.c.id.not_in(mine))
        .order_by(GAMES.c.status.desc(), GAMES.c.created.desc())
        .limit(_LISTED)
    )
    rows = list(connection.execute(wanted))
    games = {row.id: hub.game(row.game, header_of(row.header).scenario) for row in rows}
    seats = seats_of_all(connection, {id_: game.seats for id_, game in games.items()})
    offered = bids.of(connection, list(games))
    found = [_told(row, games[row.id], seats[row.id], offered.get(row.id, [])) for row in rows]
    return [each for each in found if each["status"] == "live" or _is_offered(each)]


def _is_offered(table: messages.OfferedTable) -> bool:
    """Return whether somebody sits at a table and waits for one more."""
    return bool(table["free"]) and any(seat["holder"] for seat in table["seats"].values())


def _told(
    row: Record, game: AnyGame, seats: tuple[Seat, ...], sealed: list[Record]
) -> messages.OfferedTable:
    header, clock = header_of(row.header), Clock.read(row.clock)
    return {
        "id": row.id,
        "name": row.name,
        "game": row.game,
        "scenario": header.scenario,
        "options": dict(header.options),
        "status": row.status,
        "seats": {seat.name: seat.told() for seat in seats},
        "free": [seat.name for seat in seats if _is_free(seat)] if row.status == "open" else [],
        "bids": game.seats[int(sealed[0].seat)] if sealed else "",
        "rated": bool(row.rated),
        "clock": clock.kind,
        "seconds": clock.limit // 1000,
        "turn": row.turn,
        "created": row.created,
    }


def _is_free(seat: Seat) -> bool:
    return not seat.is_taken and seat.kept_for is None


def sit_down(
    connection: Connection, game: AnyGame, id_: str, person: str, seat: str, entropy: str
) -> None:
    """Take a free seat of a public table that has not begun.

    Raises:
        ForbiddenError: the table is not public, has begun, or has no such free seat; or the person
            sits there already.
    """
    row = row_of(connection, id_, alone=True)
    if not row.public or row.status != "open":
        raise ForbiddenError("this table is not open to everybody: ask its creator for a link")
    there = seats_of(connection, id_, game.seats)
    if any(each.person == person for each in there):
        raise ForbiddenError("you sit at this table already")
    free = next((each for each in there if each.name == seat and _is_free(each)), None)
    if free is None:
        raise ForbiddenError(f"the seat of {seat} is taken")
    connection.execute(
        update(SEATS)
        .where(SEATS.c.game == id_, SEATS.c.seat == free.number)
        .values(person=person, link=None, link_expires=0, entropy=entropy.encode() or None)
    )


def met(connection: Connection, game: AnyGame, id_: str, person: str, seat: str) -> list[Notice]:
    """Return the notices to those who waited at a table: somebody has sat down."""
    name = " ".join(str(row_of(connection, id_).name).split())
    there = seats_of(connection, id_, game.seats)
    who = next(each.holder for each in there if each.person == person)
    words = f"{name}: {who} has sat down as {seat}"
    others = {each.person for each in there if each.person not in (None, person)}
    return [Notice(each, id_, "met", words) for each in sorted(str(other) for other in others)]


def publish(connection: Connection, game: AnyGame, id_: str, person: str, *, public: bool) -> None:
    """Make a person's table public, or private again, before its game begins.

    Raises:
        ForbiddenError: it is not theirs, or it has begun.
        ServerError: it cannot be public.
    """
    row = row_of(connection, id_, alone=True)
    there = seats_of(connection, id_, game.seats)
    if row.laid_by != person:
        raise ForbiddenError("only the game's creator can make it public or private")
    if row.status != "open":
        raise ForbiddenError("the game has begun")
    if public:
        held = {seat.name: _held(seat, person) for seat in there}
        check(game, held)
    connection.execute(update(GAMES).where(GAMES.c.id == id_).values(public=public))


def _held(seat: Seat, person: str) -> str:
    """Return who sits at a seat, in the words of a new table."""
    if seat.person == person:
        return ME
    return OPEN if _is_free(seat) else seat.player or seat.holder
