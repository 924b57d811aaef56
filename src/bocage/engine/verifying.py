"""Verifying a game offline: its chain, its rules, its dice, and what was promised before it.

Nobody needs to be trusted for this but the program itself. A save whose seed is in the file
is played again, and every die is what the seed gives. A copy whose seed is held elsewhere
is checked as far as it can be: the chain, and every line that is not hidden. And whoever
kept something from earlier (the commitment, his own words, a copy of the game) can hold it
against the file.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from bocage.engine.dice import Trust
from bocage.engine.log import ORDERS, Chain, mark
from bocage.engine.parsing import Row, Saved, SaveError, parsed
from bocage.engine.saving import read
from bocage.engine.writing import HIDDEN

if TYPE_CHECKING:
    from bocage.engine.game import Game
    from bocage.engine.header import Header

_HEADER: Final = 1
"""The line that a fault of the whole header is reported at."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What was found in order. What is not in order is a `SaveError` instead."""

    header: Header
    lines: int
    hidden: int
    """Lines that are hashes for this reader: they are bound, and cannot be read."""
    struck: int
    """Lines that were taken back by consent."""
    adjusted: int
    """Lines that change the position by hand: the rules did not have to allow them."""
    dice: int
    """Dice and draws that count."""
    played: bool
    """Whether every action was played again by the rules; not where lines are hidden."""
    over: bool
    """Whether the game is over, as far as it was played again."""
    mark: str
    """The last mark of the chain: it names this log and no other."""

    @property
    def dice_checked(self) -> bool:
        """Whether every die was compared with what the seed gives."""
        return self.played and self.header.seed is not None and not self.header.fell


def verified(text: str, game: Game[Any]) -> Verdict:
    """What is in order in a save, or in a viewer's copy of one.

    Raises:
        SaveError: the first line that is not in order, and why.
    """
    saved = parsed(text)
    rows = saved.rows
    hidden = sum(row.who == HIDDEN for row in rows)
    over = False
    if not hidden:
        over = read(text, game).is_over
    elif saved.header.game != game.id:
        raise SaveError(2, f"this is a game of {saved.header.game}, not of {game.id}")
    if saved.header.trust is Trust.REVEALED and not hidden and not over:
        line = _line_of(text, "trust: ")
        raise SaveError(line, "dice are revealed when a game is over, and this one is not over")
    return Verdict(
        saved.header,
        len(rows),
        hidden,
        sum(row.struck for row in rows),
        sum(row.text.startswith("adjust ") and not row.struck for row in rows),
        sum(row.who == "*" and not row.struck for row in rows),
        not hidden,
        over,
        mark(saved.links[-1] if rows else Chain(saved.header).start),
    )


def hold_to_commitment(text: str, commitment: str) -> None:
    """Check that a game has the dice that were promised before it.

    Raises:
        SaveError: its commitment is another one.
    """
    if parsed(text).header.commitment != commitment.strip().lower():
        line = _line_of(text, "commitment: ")
        raise SaveError(line, "these are not the dice that were promised: another commitment")


def hold_to_entropy(text: str, given: Mapping[str, bytes]) -> None:
    """Check that what players added to the dice is in them, by seat.

    Raises:
        SaveError: it is missing, or was changed.
    """
    there = parsed(text).header.entropy
    for seat, what in given.items():
        if there.get(seat) != what:
            reason = "added other words to the dice" if seat in there else "added none to the dice"
            line = _line_of(text, f"entropy: {seat} = ")
            raise SaveError(line, f"in this file {seat} {reason}")


def hold_to_copy(text: str, copy: str) -> int:
    """Check that a game went on from a copy of it that was kept; returns the lines they share.

    Lines at the end of the copy may be gone: whoever had made them may undo them while
    nobody has learnt anything by them. Those are the last ones that one seat made.

    Raises:
        SaveError: the header or a line is another one; the number is that of the file.
    """
    now, then = parsed(text), parsed(copy)
    if now.header.bound_lines() != then.header.bound_lines():
        raise SaveError(_HEADER, "the header is not that of the copy: another game or other dice")
    was, is_now = then.header.trust, now.header.trust
    if is_now is not was and (was, is_now) != (Trust.HELD, Trust.REVEALED):
        line = _line_of(text, "trust: ")
        raise SaveError(line, f"the dice are {was.value} in the copy and {is_now.value} here")
    shared = _shared(now, then)
    if shared < len(then.rows) - _undoable(then.rows):
        line = now.rows[shared].number if shared < len(now.rows) else now.rows[-1].number
        raise SaveError(
            line, f"the copy has another line here (its line {then.rows[shared].number})"
        )
    return shared


def _shared(now: Saved, then: Saved) -> int:
    """How many lines two logs have in common, from the first on."""
    pairs = zip(now.links, then.links, strict=False)
    return next(
        (n for n, (a, b) in enumerate(pairs) if a != b), min(len(now.links), len(then.links))
    )


def _undoable(rows: Sequence[Row]) -> int:
    """How many lines at the end of a copy one seat may have undone since."""
    last = rows[-1].who if rows else "*"
    if last == "*":
        return 0
    kept = next((n for n, row in enumerate(reversed(rows)) if row.who != last), len(rows))
    final = ("takeback ", "concede", ORDERS)
    return next((n for n, row in enumerate(rows[::-1][:kept]) if row.text.startswith(final)), kept)


def _line_of(text: str, beginning: str) -> int:
    """The line of the file that begins so; the first if none does."""
    lines = text.split("\n")
    return next((n for n, line in enumerate(lines, 1) if line.startswith(beginning)), _HEADER)
