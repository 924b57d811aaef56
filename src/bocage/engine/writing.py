"""Writing a game down: the whole save, and the copy that one viewer may have of it."""

from __future__ import annotations

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
"""Stands for who acted in a line of which a viewer may have the hash alone."""


def written(table: Record[Any]) -> str:
    """The save of a table: header, a blank line, the lines with their marks, their count."""
    return _written(table.header, table.log)


def revealed(table: Record[Any]) -> str:
    """The save of a game that is over, its dice no longer held: for everybody to check."""
    return _written(replace(table.header, trust=Trust.REVEALED), table.log)


def _written(header: Header, log: Log) -> str:
    found = [*header.lines(), ""]
    for entry, link in zip(log.entries, log.links(), strict=True):
        struck = "x " if entry.struck else ""
        found.append(f"{struck}{log.line(entry)} ~{mark(link)}")
    found.append(f"end {len(log.entries)}")
    return "\n".join(found) + "\n"


def copy_for(table: Record[Any], viewer: Viewer) -> str:
    """The copy that a viewer may have of a game whose dice are held, while it goes on.

    Lines that are for other eyes are hashes; the others carry their salt, so that the
    chain of the copy can be checked without the seed. Answers to a sealed decision that
    is still open are left out: their number would tell who has answered.
    When the game is over the save itself may be given, its dice revealed.

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
    """Whether a viewer may count the lines of a log: where there is an umpire, it alone may."""
    control = table.game.control
    if control is None or control in viewer.seats or viewer.sees_all:
        return all(not entry.silent or entry.is_known_to(viewer) for entry in table.log.entries)
    return False


def lines_for(table: Record[Any], viewer: Viewer) -> list[str]:
    """The log as this viewer reads it; a line for other eyes is `?`, one taken back begins `x`."""
    log = table.log
    return [
        ("x " if e.struck else "")
        + (log.line(e) if e.is_known_to(viewer) or table.is_over else HIDDEN)
        for e in (log.entries[number] for number in lines_shown(table, viewer))
    ]


def lines_shown(table: Record[Any], viewer: Viewer) -> Sequence[int]:
    """The lines whose existence a viewer may know, by their places in the log.

    Not among them are the answers of others under a seal that is still on, and what an umpire
    does. Where there is an umpire, none of the lines that a viewer may not read is among them
    before the game is over: once a seal is off, their number would tell how often the others
    had changed their minds, and how many of them were first.
    """
    entries = table.log.entries
    if table.is_over:
        return range(len(entries))
    sealed = len(entries) - open_lines(table)
    umpired = table.game.control is not None
    if sealed == len(entries) and not umpired and not table.silent:
        return range(sealed)
    return [
        n
        for n, entry in enumerate(entries)
        if entry.is_known_to(viewer) or (n < sealed and not umpired and not entry.silent)
    ]


def open_lines(table: Record[Any]) -> int:
    """How many lines at the end answer a sealed decision that others have still to answer.

    What an umpire did in between is among them, and makes no end of the wait.
    """
    count = 0
    for number, entry in enumerate(reversed(table.log.entries), 1):
        if entry.open:
            count = number
        elif not entry.silent:
            break
    return count
