"""The staff's accounts of the turns that are over."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

from bocage.ai.staff import StaffPlayer
from bocage.engine.actions import NotationError
from bocage.engine.numbers import whole

if TYPE_CHECKING:
    from bocage.engine.play import Policy
    from bocage.engine.table import Table

NOBODY: Final = "there is no account in this game: only a staff writes one (--against staff)"
NOT_YET: Final = "You can read the staff's account of a turn after the turn ends."


def keeps_account(players: Mapping[int, Policy]) -> bool:
    """Return whether a player at this table writes an account."""
    return any(isinstance(each, StaffPlayer) for each in players.values())


def told(table: Table[Any], players: Mapping[int, Policy], asked: str) -> list[str]:
    """Return the account of one turn, of `all`, or of the last turn that is over.

    Raises:
        NotationError: nobody writes one, or it is about no turn that is over.
    """
    line = f"account {asked}".strip()
    if not keeps_account(players):
        raise NotationError(line, NOBODY)
    turn = None if table.is_over else getattr(table.state, "turn", None)
    found = [
        (account.turn, f"Turn {account.turn}, {table.game.seats[seat]}: {account.text}")
        for seat, each in sorted(players.items())
        if isinstance(each, StaffPlayer)
        for account in each.accounts(seat, turn)
    ]
    if not found:
        return [NOT_YET]
    if asked.casefold() == "all":
        return [text for _, text in found]
    wanted = whole(asked) if asked else max(number for number, _ in found)
    if wanted is None:
        raise NotationError(line, "expected account, account TURN or account all")
    chosen = [text for number, text in found if number == wanted]
    if not chosen:
        raise NotationError(line, "it has written nothing about that turn in this session")
    return chosen
