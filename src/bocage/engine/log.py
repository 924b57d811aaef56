"""The log: a game is its log. One line an entry, chained by hashes.

The chain runs over salted hashes of the lines, so that a copy in which hidden lines are
replaced by their hashes still verifies. Entries that were taken back stay, struck out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from typing import Final

from bocage.engine.actions import Action

MARK_DIGITS: Final = 12
"""Hexadecimal digits of the chain shown at the end of each line."""


@dataclass(slots=True)
class Entry:
    """One line of the log."""

    kind: str
    """`do`, `chance`, `adjust`, `concede` or `takeback`."""
    seat: int
    """Who acted; `CHANCE` for the dice."""
    text: str
    """The line as written, without the mark."""
    action: Action
    """The action, where there is one."""
    question: str
    """The question that chance answered, with how often it was asked: `3.combat.2609#1`."""
    final: bool
    """Whether somebody else has learnt something by it: then it is not undone unasked."""
    struck: bool = False
    """Taken back."""


class Chain:
    """The hash chain over a log's lines."""

    __slots__ = ("_last", "_salts", "marks")

    def __init__(self, header: Sequence[str], salts: Callable[[int], bytes]) -> None:
        self._salts: Final = salts
        self._last = blake2b("\n".join(header).encode(), digest_size=16).digest()
        self.marks: Final[list[str]] = []
        """The mark of each line."""

    def add(self, text: str) -> str:
        """Chain a line; returns its mark."""
        return self.add_hash(line_hash(text, self._salts(len(self.marks))))

    def add_hash(self, hashed: bytes) -> str:
        """Chain a line of which only the salted hash is known."""
        self._last = blake2b(self._last + hashed, digest_size=16).digest()
        self.marks.append(self._last.hex()[:MARK_DIGITS])
        return self.marks[-1]


def line_hash(text: str, salt: bytes) -> bytes:
    """The salted hash that stands for a line: it binds the line and does not tell it."""
    return blake2b(text.encode(), key=salt, digest_size=16).digest()


def salts_from(seed: bytes | None) -> Callable[[int], bytes]:
    """The salt of each line, from the seed; without one, none is needed: nothing is hidden."""
    if seed is None:
        return lambda _: b""
    key = blake2b(seed, digest_size=16, person=b"bocage-salt").digest()
    return lambda i: blake2b(i.to_bytes(4), key=key, digest_size=8).digest()


def live(entries: Sequence[Entry]) -> Iterator[Entry]:
    """The entries that count: those not taken back."""
    return (entry for entry in entries if not entry.struck)
