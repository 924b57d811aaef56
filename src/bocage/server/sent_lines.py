"""The lines already sent to everybody here: enough of each to find where two logs part.

A line is stored as its hash, with whether it was unnoticeable: an umpire's action, or an answer
under an open seal.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from typing import Final

from bocage.engine.log import Entry

STRUCK: Final = "x "
"""The beginning of a line that was taken back."""


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

    def shared(self, texts: Sequence[str], since: int = 0, *, struck: bool = False) -> int:
        """Return how many lines this log and another have in common.

        `texts` are the lines of the other log from `since` on; those before count as common.
        With `struck`, a line that was taken back only there counts as common.
        """
        both = min(since + len(texts), len(self._marks))
        for n in range(since, both):
            text, known = texts[n - since], self._marks[n]
            if known != hash(text) and not (struck and known == hash(text.removeprefix(STRUCK))):
                return n
        return both

    def hidden_from(self, length: int) -> bool:
        """Return whether nobody could have noticed any line after that many, in a wait that
        continues.
        """
        return all(self._hidden[length:])
