"""A game as text: the whole save, and the copy that one viewer may have of it."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from bocage.engine.dice import Trust
from bocage.engine.errors import BocageError
from bocage.engine.log import Chain, line_hash, mark

if TYPE_CHECKING:
    from bocage.engine.header import Header
    from bocage.engine.log import Log
    from bocage.engine.record import Record
    from bocage.engine.viewers import Viewer


class CopyError(BocageError):
    """A copy of a game that a viewer may not have yet."""


HIDDEN: Final = "?"
"""The sign in place of who acted, in a line of which a viewer has only the hash."""


def written(table: Record[Any]) -> str:
    """Return the save of a table: header, a blank line, the lines with their marks, their count."""
    return _written(table.header, table.log)


def revealed(table: Record[Any]) -> str:
    """Return the save of a finished game with its dice revealed, so that anyone can check it."""
    return _written(replace(table.header, trust=Trust.REVEALED), table.log)


def _written(header: Header, log: Log) -> str:
    found = [*header.lines(), ""]
    for entry, link in zip(log.entries, log.links(), strict=True):
        struck = "x " if entry.struck else ""
        found.append(f"{struck}{log.line(entry)} ~{mark(link)}")
    found.append(f"end {len(log.entries)}")
    return "\n".join(found) + "\n"


def copy_for(table: Record[Any], viewer: Viewer) -> str:
    """Return the copy that a viewer may have before the end of a game whose dice are secret.

    Lines for other eyes are hashes; the others carry their salt, so that the chain of the copy can
    be checked without the seed. Answers to a sealed decision that is still open are left out: their
    number would reveal who has answered. When the game is over, the save itself may be given, with
    its dice.

    Raises:
        CopyError: there is an umpire; the number of its lines, or whether there are any, would
            tell.
    """
    if table.header.trust is not Trust.HELD:
        return written(table)
    log = table.log
    if not table.is_over and not sees_lines(table, viewer):
        raise CopyError("an umpired game is copied for its players once it is over")
    chain = Chain(table.header)
    found = [*table.header.public().lines(), ""]
    shown = log.entries[: len(log.entries) - open_lines(table)]
    for number, (entry, link) in enumerate(zip(shown, log.links(), strict=False)):
        struck = "x " if entry.struck else ""
        salt, line = chain.salt(number), log.line(entry)
        if not (entry.is_known_to(viewer) or table.is_over):
            line = f"{HIDDEN} {line_hash(line, salt).hex()}"
        else:
            line = f"{line} ^{salt.hex()}"
        found.append(f"{struck}{line} ~{mark(link)}")
    found.append(f"end {len(shown)}")
    return "\n".join(found) + "\n"


def sees_lines(table: Record[Any], viewer: Viewer) -> bool:
    """Return whether a viewer may count the lines of a log: with an umpire, only the umpire may."""
    control = table.game.control
    if control is None or control in viewer.seats or viewer.sees_all:
        return all(not entry.silent or entry.is_known_to(viewer) for entry in table.log.entries)
    return False


def lines_for(table: Record[Any], viewer: Viewer) -> list[str]:
    """Return the log as this viewer reads it; a line for other eyes is `?`, one taken back begins
    `x`.
    """
    log = table.log
    return [
        ("x " if e.struck else "")
        + (log.line(e) if e.is_known_to(viewer) or table.is_over else HIDDEN)
        for e in (log.entries[number] for number in lines_shown(table, viewer))
    ]


def lines_shown(
    table: Record[Any], viewer: Viewer, before: Sequence[int] = (), since: int = 0
) -> Sequence[int]:
    """Return the lines whose existence a viewer may know, by their places in the log.

    They exclude the answers of others to an open sealed decision, and an umpire's actions. In a
    game with an umpire they exclude all lines that the viewer may not read, until the game is over:
    after a seal is opened, the number of lines would reveal how often the others had changed their
    minds, and how many answered first.

    `before` are those among the first `since` lines, if the caller has kept them: in a game with
    an umpire they never change, so only later lines are examined.
    """
    entries = table.log.entries
    if table.is_over:
        return range(len(entries))
    if table.game.control is not None:
        kept = bisect_left(before, since)
        new = (n for n in range(since, len(entries)) if entries[n].is_known_to(viewer))
        return [*before[:kept], *new]
    sealed = len(entries) - open_lines(table)
    if sealed == len(entries) and not table.silent:
        return range(sealed)
    return [
        n
        for n, entry in enumerate(entries)
        if entry.is_known_to(viewer) or (n < sealed and not entry.silent)
    ]


def open_lines(table: Record[Any]) -> int:
    """Return how many lines at the end answer a sealed decision that others have still to answer.

    They include what an umpire did in between, which does not end the wait.
    """
    count = 0
    for number, entry in enumerate(reversed(table.log.entries), 1):
        if entry.open:
            count = number
        elif not entry.silent:
            break
    return count
