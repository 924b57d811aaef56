"""Bids for a side: both players bid for one seat, and what the winner bid counts for the other.

The higher bid gets the seat. If bids are equal, a random draw decides. The price is an option of
the game, so that the save records it and the final count shows it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from bocage.engine.errors import BocageError
from bocage.engine.game import Game

PLAYERS: Final = 2
"""The number of bidders: bids are for games with two sides."""


class BidError(BocageError, ValueError):
    """Bids that can't be settled."""


class Bid(NamedTuple):
    """What one player offers for the seat."""

    player: str
    points: int


class Settled(NamedTuple):
    """The result of the bids."""

    winner: int
    """The number of the winning bid."""
    options: Mapping[str, str]
    """The options that the game begins with."""
    said: str


def settled(game: Game[Any], seat: int, bids: Sequence[Bid], lot: int) -> Settled:
    """Return who gets the seat and for how much; `lot` is the bid that wins if both are equal.

    Raises:
        BidError: the game has no bids, one is too high, or there are not two players.
    """
    bidding = game.bidding
    if bidding is None or len(game.seats) != PLAYERS:
        raise BidError(f"{game.title} has no bids")
    if len({bid.player for bid in bids}) != PLAYERS or len(bids) != PLAYERS:
        raise BidError("bids are for two players: give one of each")
    name = bidding.options[seat]
    most = int(game.options[name].choices[-1])
    for bid in bids:
        if not 0 <= bid.points <= most:
            raise BidError(f"{bid.player} cannot bid {bid.points}: bids go from 0 to {most}")
    one, two = bids
    winner = lot if one.points == two.points else int(two.points > one.points)
    won, lost = bids[winner], bids[1 - winner]
    how = ", at random from equal bids" if one.points == two.points else ""
    side, other = (game.seats[number].capitalize() for number in (seat, 1 - seat))
    said = (
        f"{won.player} bid {won.points} for {side} and plays it{how}; {lost.player} bid "
        f"{lost.points}, plays {other} and gets {won.points} {bidding.unit}."
    )
    price = dict.fromkeys(bidding.options, "0") | {name: str(won.points)}
    return Settled(winner, price, said)
