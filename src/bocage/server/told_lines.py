"""The lines that everybody here was told of: enough of each to see where two logs part.

A line is kept as its hash, and whether nobody could notice it: an umpire's doing, or an
answer under a seal that is still on.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from typing import Final

from bocage.engine.log import Entry


class ToldLines:
    """A log as it was told last, nine bytes a line."""

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
        """Lines that are told now, as a save has them."""
        self._marks.extend(map(hash, texts))
        self._hidden.extend(entry.silent or entry.open for entry in entries)

    def shared(self, texts: Sequence[str]) -> int:
        """Return how many lines these and the lines of another log have in common."""
        both = min(len(texts), len(self._marks))
        parts = (n for n in range(both) if self._marks[n] != hash(texts[n]))
        return next(parts, both)

    def hidden_from(self, length: int) -> bool:
        """Return whether nobody could have noticed any line after that many, in a wait that goes
        on.
        """
        return all(self._hidden[length:])
