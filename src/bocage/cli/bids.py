"""Bids for a side, as `bocage new` takes them."""

from __future__ import annotations

import re
import secrets
from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Any, Final, NamedTuple

import typer

from bocage.cli.game_file import seat_of
from bocage.cli.output import RefusalError
from bocage.engine.bids import Bid, BidError, settled

if TYPE_CHECKING:
    from bocage.engine.game import Game

BidOption = Annotated[
    list[str] | None,
    typer.Option(
        "--bid",
        metavar="SEAT:NAME=N",
        help="What a player bids for a seat; once for each player.",
        show_default=False,
    ),
]
"""The option for bids."""
_BID: Final = re.compile(r"([^:=]+):([^:=]+)=(\d+)")


class WonBid(NamedTuple):
    """The player of each seat, and the options that record the bid."""

    options: dict[str, str]
    said: str


def won_bid(game: Game[Any], given: Sequence[str]) -> WonBid | None:
    """Settle the bids for a seat; None if there are none.

    Raises:
        RefusalError: a bid cannot be read, or the bids are not of two players for one seat.
    """
    if not given:
        return None
    bids: list[Bid] = []
    seats: set[int] = set()
    for text in given:
        match = _BID.fullmatch(text)
        if match is None:
            raise RefusalError(f"'{text}' is not a bid: write SEAT:NAME=N, such as german:Anna=4")
        seats.add(seat_of(game, match[1].strip()))
        bids.append(Bid(match[2].strip(), int(match[3])))
    if len(seats) != 1:
        raise RefusalError("bids must be for the same seat: the lower bidder plays the other one")
    try:
        won = settled(game, seats.pop(), bids, secrets.randbelow(2))
    except BidError as error:
        raise RefusalError(str(error)) from None
    return WonBid(dict(won.options), won.said)
