"""Sealed bids: two people who both want a side each bid for it before their game begins.

Nobody learns another's bid before both bids are in. Then the higher bid gets the side; between
equal ones a draw from the dice of the game decides, and both learn the result. Until then the seats
are open: the people at the table hold them only for the time being.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from sqlalchemy import Connection, insert, select, update

from bocage.engine.bids import PLAYERS, Bid, Settled, settled
from bocage.engine.dice import Dice, mixed
from bocage.engine.game import AnyGame
from bocage.server import messages
from bocage.server.errors import ForbiddenError, ServerError
from bocage.server.notices import Notice
from bocage.server.schema import BIDS, GAMES, SEATS, Record
from bocage.server.seats import Seat
from bocage.server.store import header_of, row_of, seats_of

LOT: Final = "sealed bids"
"""The question to the dice between equal bids: 0 is for the person who opened the table."""


def check(game: AnyGame, seat: str, options: Mapping[str, str], seats: Mapping[str, str]) -> int:
    """Check that two people can bid for a seat at a new table; returns its number.

    `seats` says who sits where, as for `opening.draft`; no price is set before the bids.

    Raises:
        ServerError: they cannot.
    """
    if game.bidding is None or len(game.seats) != PLAYERS:
        raise ServerError(f"{game.title} has no bids for a side")
    if seat not in game.seats:
        raise ServerError(f"there is no seat '{seat}'; there are {', '.join(game.seats)}")
    if sorted(seats.get(each, "open") for each in game.seats) != ["me", "open"]:
        raise ServerError("sealed bids are between two people: one seat is yours, one is open")
    if any(options.get(name, "0") != "0" for name in game.bidding.options):
        named = " and ".join(game.bidding.options)
        raise ServerError(f"with sealed bids, leave the options {named} at 0")
    return game.seats.index(seat)


def open_for(connection: Connection, id_: str, person: str, seat: int) -> None:
    """Let the person who opens a table, and the one who joins it, bid for a seat."""
    for number, who in enumerate((person, None)):
        connection.execute(
            insert(BIDS).values(game=id_, number=number, seat=seat, person=who, name="")
        )


def of(connection: Connection, ids: Sequence[str]) -> dict[str, list[Record]]:
    """The bids of games, by game: first that of the person who opened the table."""
    found: dict[str, list[Record]] = {}
    wanted = select(BIDS).where(BIDS.c.game.in_(ids)).order_by(BIDS.c.game, BIDS.c.number)
    for row in connection.execute(wanted):
        found.setdefault(row.game, []).append(row)
    return found


def check_comes(connection: Connection, game: AnyGame, id_: str, person: str) -> None:
    """Check that a person can take a seat: nobody bids against themselves.

    Raises:
        ForbiddenError: they sit there already.
    """
    here = any(seat.person == person for seat in seats_of(connection, id_, game.seats))
    if here and of(connection, [id_]):
        raise ForbiddenError("you bid against another player: send them this link")


def is_waiting(connection: Connection, id_: str) -> bool:
    """Whether a table waits for a bid."""
    return any(row.points is None for row in of(connection, [id_]).get(id_, ()))


def bid(
    connection: Connection, game: AnyGame, id_: str, person: str, points: int
) -> Sequence[Notice]:
    """Take a person's bid, and settle the bids if it is the last; returns whom to tell what.

    A bid can be changed until the other is in: nobody knows then which of them is higher.

    Raises:
        ForbiddenError: there is nothing to bid for, or not for this person, or no longer.
        ServerError: it is too high.
    """
    row = row_of(connection, id_, alone=True)
    seats = seats_of(connection, id_, game.seats)
    bids = of(connection, [id_]).get(id_, [])
    me = next((seat for seat in seats if seat.person == person), None)
    if me is None or not bids:
        raise ForbiddenError("you have nothing to bid for in this game")
    if row.status != "open" or all(each.points is not None for each in bids):
        raise ForbiddenError("both bids are in: the sides are settled")
    most = most_of(game)
    if points > most:
        raise ServerError(f"bids go from 0 to {most}")
    others = {seat.person for seat in seats} - {person}
    mine = next((each for each in bids if each.person == person), None)
    mine = mine or next(each for each in bids if each.person not in others)
    connection.execute(
        update(BIDS)
        .where(BIDS.c.game == id_, BIDS.c.number == mine.number)
        .values(person=person, name=me.holder, points=points)
    )
    bids = of(connection, [id_])[id_]
    if any(each.points is None for each in bids):
        return []
    return _settle(connection, game, row, seats, bids)


def most_of(game: AnyGame) -> int:
    """The highest bid that a game takes."""
    return 0 if game.bidding is None else int(game.options[game.bidding.options[0]].choices[-1])


def _settle(
    connection: Connection,
    game: AnyGame,
    row: Record,
    seats: Sequence[Seat],
    bids: Sequence[Record],
) -> list[Notice]:
    """Seat both people by their bids, and write the price into the game."""
    seat = int(bids[0].seat)
    won = outcome(connection, game, row, bids)
    for number, each in ((seat, bids[won.winner]), (1 - seat, bids[1 - won.winner])):
        _seat(connection, row.id, number, each.person, seats)
    connection.execute(
        update(BIDS).where(BIDS.c.game == row.id).values(won=BIDS.c.number == won.winner)
    )
    header = header_of(row.header)
    header = replace(header, options={**header.options, **won.options})
    connection.execute(
        update(GAMES).where(GAMES.c.id == row.id).values(header="\n".join(header.lines()))
    )
    name = " ".join(str(row.name).split())
    return [Notice(each.person, row.id, "bids", f"{name}: {won.said}") for each in bids]


def outcome(connection: Connection, game: AnyGame, row: Record, bids: Sequence[Record]) -> Settled:
    """How the bids of a table come out; between equal ones the dice of the game decide."""
    wanted = select(SEATS.c.entropy).where(SEATS.c.game == row.id)
    # Sorted, because a later check of the lot finds the players in other seats.
    added = sorted(bytes(each) for each in connection.execute(wanted).scalars() if each)
    seed = header_of(row.header).seed
    if seed is None:
        raise ServerError("another server holds the dice of this game")
    lot = Dice(mixed(seed, added)).answer(LOT, 1, ("0", "1"), None)
    return settled(game, int(bids[0].seat), _named(bids), lot)


def _named(bids: Sequence[Record]) -> list[Bid]:
    """The bids with the names of their people, which are not the same."""
    first, second = bids
    other = f"{second.name} (2)" if first.name == second.name else second.name
    return [Bid(first.name, first.points), Bid(other, second.points)]


def _seat(
    connection: Connection, id_: str, number: int, person: str, seats: Sequence[Seat]
) -> None:
    """Let a person sit on a seat, with what they added to the dice."""
    if seats[number].person == person:
        return
    added = select(SEATS.c.entropy).where(SEATS.c.game == id_, SEATS.c.person == person)
    connection.execute(
        update(SEATS)
        .where(SEATS.c.game == id_, SEATS.c.seat == number)
        .values(person=person, entropy=added.scalar_subquery())
    )


def told(
    game: AnyGame, bids: Sequence[Record], seats: Sequence[Seat], person: str
) -> messages.Bids | None:
    """What a person may know of the bids: their own, and of the others when all are in."""
    if not bids or game.bidding is None:
        return None
    seat = int(bids[0].seat)
    mine = [each for each in bids if each.person == person]
    over = all(each.points is not None for each in bids)
    done = {each.person for each in bids if each.points is not None}
    names = [held.holder for held in seats if held.person and held.person not in done]
    said = ""
    if over:
        winner = next(int(each.number) for each in bids if each.won)
        said = settled(game, seat, _named(bids), winner).said
    return {
        "seat": game.seats[seat],
        "unit": game.bidding.unit,
        "most": most_of(game),
        "mine": mine[0].points if mine else None,
        "waits": [] if over else names,
        "said": said,
    }
