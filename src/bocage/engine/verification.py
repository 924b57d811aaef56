"""Offline verification of a game: its chain, its rules, its dice, and the promises made before it.

You need to trust only the program itself. A save whose seed is in the file is replayed, and every
die must be what the seed gives. A copy whose seed is held elsewhere is checked as far as possible:
the chain, and every line that is not hidden. If you kept something from earlier (the commitment,
your own words, a copy of the game), you can compare it with the file.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from bocage.engine.dice import Trust
from bocage.engine.log import ORDERS, Chain, mark
from bocage.engine.save_format import Row, Saved, SaveError, parsed
from bocage.engine.save_text import HIDDEN
from bocage.engine.saves import read

if TYPE_CHECKING:
    from bocage.engine.game import Game
    from bocage.engine.header import Header

_HEADER: Final = 1
"""The line number reported for a fault of the whole header."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """The checks that passed. A check that fails is a `SaveError` instead."""

    header: Header
    lines: int
    hidden: int
    """The number of lines that are only hashes for this reader: bound, but not readable."""
    struck: int
    """The number of lines that were taken back by consent."""
    adjusted: int
    """The number of lines that change the position by hand, which the rules did not have to allow.
    """
    dice: int
    """The number of dice and draws that count."""
    played: bool
    """Whether the rules replayed every action; false if lines are hidden."""
    over: bool
    """Whether the game is over, as far as it was replayed."""
    mark: str
    """The last mark of the chain, which identifies this log."""

    @property
    def dice_checked(self) -> bool:
        """Whether every die was compared with what the seed gives."""
        return self.played and self.header.seed is not None and not self.header.fell


def verified(text: str, game: Game[Any]) -> Verdict:
    """Return what a save, or a viewer's copy of one, proves.

    Raises:
        SaveError: the first line with a fault, and why.
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
        SaveError: its commitment differs.
    """
    if parsed(text).header.commitment != commitment.strip().lower():
        line = _line_of(text, "commitment: ")
        raise SaveError(line, "these are not the dice that were promised: another commitment")


def hold_to_entropy(text: str, given: Mapping[str, bytes]) -> None:
    """Check that the dice include each player's contribution, by seat.

    Raises:
        SaveError: a contribution is missing or was changed.
    """
    there = parsed(text).header.entropy
    for seat, what in given.items():
        if there.get(seat) != what:
            reason = "added other words to the dice" if seat in there else "added none to the dice"
            line = _line_of(text, f"entropy: {seat} = ")
            raise SaveError(line, f"in this file {seat} {reason}")


def hold_to_copy(text: str, copy: str) -> int:
    """Check that a game continues an earlier copy of it; return how many lines they share.

    Lines at the end of the copy may be missing: the seat that made them may have undone them while
    nobody had learned anything by them. Only the last lines, all of one seat, can be missing.

    Raises:
        SaveError: the header or a line differs; the number is that of the file.
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
    """Return how many lines two logs have in common, from the first on."""
    pairs = zip(now.links, then.links, strict=False)
    return next(
        (n for n, (a, b) in enumerate(pairs) if a != b), min(len(now.links), len(then.links))
    )


def _undoable(rows: Sequence[Row]) -> int:
    """Return how many lines at the end of a copy one seat may have undone since."""
    last = rows[-1].who if rows else "*"
    if last == "*":
        return 0
    kept = next((n for n, row in enumerate(reversed(rows)) if row.who != last), len(rows))
    final = ("takeback ", "concede", ORDERS)
    return next((n for n, row in enumerate(rows[::-1][:kept]) if row.text.startswith(final)), kept)


def _line_of(text: str, beginning: str) -> int:
    """Return the first line of the file that begins with a text; the first line if none does."""
    lines = text.split("\n")
    return next((n for n, line in enumerate(lines, 1) if line.startswith(beginning)), _HEADER)
