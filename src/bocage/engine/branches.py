"""Branching: an independent game that starts from a point of an earlier one.

A branch has its own log, which holds only the lines that count, and its own dice from that point
on. So nobody can find out by trying what the dice of the first game would have been.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, TypeVar

from bocage.engine.dice import Dice, Trust
from bocage.engine.errors import BocageError
from bocage.engine.header import Header
from bocage.engine.state import State
from bocage.engine.table import Table

if TYPE_CHECKING:
    from bocage.engine.game import Game
    from bocage.engine.past import Past

S = TypeVar("S", bound=State)


class BranchError(BocageError):
    """The game can't be branched from that point; the message says why."""


class _Then:
    """Dice that repeat recorded outcomes while any are left, and then roll new ones."""

    def __init__(self, fell: Sequence[str], dice: Dice) -> None:
        self._fell = list(fell)
        self._dice = dice

    def answer(
        self, question: str, time: int, written: Sequence[str], weights: Sequence[int] | None
    ) -> int:
        if self._fell:
            return list(written).index(self._fell.pop(0))
        return self._dice.answer(question, time, written, weights)


def branched(game: Game[S], header: Header, past: Past[S], count: int, seed: bytes) -> Table[S]:
    """Return a table at the point that a game had reached after `count` entries.

    Standing orders are not copied, because they belong to a seat.

    Raises:
        BranchError: the game had fewer entries, or was over there.
    """
    if not 0 <= count <= len(past):
        raise BranchError(f"the game has {len(past)} lines: branch from one of those")
    entries = [entry for n in range(count) if (entry := past.entry(n)) is not None]
    if any(entry.kind == "concede" for entry in entries):
        raise BranchError("the game was over there: branch from before its end")
    fell = [entry.text.rpartition(" @")[0] for entry in entries if entry.kind == "chance"]
    begun = Header.begin(
        header.game,
        header.scenario,
        header.options,
        header.revision,
        seed=seed,
        trust=Trust.OPEN,
        referee=header.referee,
        edition=header.edition,
        fell=len(fell),
        position=header.position,
    )
    dice = begun.dice_seed
    assert dice is not None
    table = Table(game, begun, _Then(fell, Dice(dice)))
    for entry in entries:
        if entry.kind == "do":
            ruling = table.act(entry.seat, entry.action)
        elif entry.kind == "adjust":
            line = entry.text.removeprefix("adjust ").partition(" | ")[0]
            done = len(table.entries)
            ruling = table.adjust(entry.seat, line)
            if len(table.entries) > done:
                continue  # the action was played, so the rules against it are noted again
        else:
            continue
        if not ruling:
            raise BranchError(f"the game cannot be played again up to there: {table.say(ruling)}")
    if table.is_over:
        raise BranchError("the game was over there: branch from before its end")
    table.oracle = Dice(dice)
    return table
