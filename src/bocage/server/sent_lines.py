"""The lines already sent to everybody here: enough of each to find where two logs part.

A line is stored as its hash, with whether it was unnoticeable: an umpire's action, or an answer
under an open seal.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from typing import Final

from bocage.engine.log import Entry


class ToldLines:
    """A log as it was last sent, nine bytes a line."""

    __slots__ = ("_hidden", "_marks")

    def __init__(self) -> None:
        self._marks: Final = array("q")
        self._hidden: Final = bytearray()

    def __len__(self) -> int:
        return len(self._marks)

    def cut(self, length: int) -> None:
        """Forget the lines after that many."""
        del self._marks[length:]
        del self._hidden[length:]

    def add(self, texts: Iterable[str], entries: Sequence[Entry]) -> None:
        """Add lines that are sent now, in the form of a save."""
        self._marks.extend(map(hash, texts))
        self._hidden.extend(entry.silent or entry.open for entry in entries)

    def shared(self, texts: Sequence[str]) -> int:
        """Return how many lines these and the lines of another log have in common."""
        both = min(len(texts), len(self._marks))
        parts = (n for n in range(both) if self._marks[n] != hash(texts[n]))
        return next(parts, both)

    def hidden_from(self, length: int) -> bool:
        """Return whether nobody could have noticed any line after that many, in a wait that
        continues.
        """
        return all(self._hidden[length:])
