"""The log: a game is its log. Each entry is one line, chained by hashes.

The chain runs over salted hashes of the lines, so that a copy in which hashes replace hidden lines
still verifies. Entries that were taken back stay, struck out. They are not part of the chain,
because the line of the takeback names them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from hashlib import blake2b
from typing import TYPE_CHECKING, Final

from bocage.engine.entries import Entries, Entry
from bocage.engine.frames import CHANCE

if TYPE_CHECKING:
    from bocage.engine.header import Header

__all__ = [
    "NO_ORDERS",
    "ORDERS",
    "RETIRED",
    "Chain",
    "Entries",
    "Entry",
    "Log",
    "line_hash",
    "link_after",
    "live",
    "mark",
    "salts_from",
]

MARK_DIGITS: Final = 12
"""The number of hexadecimal digits of the chain shown at the end of each line."""

ORDERS: Final = "orders "
"""The beginning of a line by which a seat leaves standing orders."""
NO_ORDERS: Final = "none"
"""What follows it if a seat cancels them."""
RETIRED: Final = "retired"
"""What follows it if a team of an umpired game leaves: every decision gets its default."""

SALT_BYTES: Final = 8
"""The number of bytes of a line's salt; one hash gives eight salts."""


class Chain:
    """The hash chain over the lines of a log."""

    __slots__ = ("salt", "start")

    def __init__(self, header: Header) -> None:
        self.start: Final = blake2b("\n".join(header.bound_lines()).encode()).digest()[:16]
        """The link before the first line."""
        self.salt: Final = salts_from(header.seed)
        """The salt of each line by number, from 0."""


def link_after(last: bytes, hashed: bytes) -> bytes:
    """Return the link of a line, from the link before it and the salted hash of the line."""
    # Asking blake2b for fewer bytes takes twice as long as cutting them off.
    return blake2b(last + hashed).digest()[:16]


def mark(link: bytes) -> str:
    """Return the part of a link that a save shows."""
    return link.hex()[:MARK_DIGITS]


def line_hash(line: str, salt: bytes) -> bytes:
    """Return the salted hash that stands for a line: it binds the line without revealing it."""
    return blake2b(salt + line.encode()).digest()[:16]


def salts_from(seed: bytes | None) -> Callable[[int], bytes]:
    """Return the function that gives the salt of each line, from the seed; without a seed,
    zeros.
    """
    if seed is None:
        return lambda _: bytes(SALT_BYTES)
    key = blake2b(seed, digest_size=16, person=b"bocage-salt").digest()

    @lru_cache(maxsize=2)  # lines are read in order
    def eight(block: int) -> bytes:
        return blake2b(block.to_bytes(4), key=key).digest()

    def salt(number: int) -> bytes:
        at = (number & 7) * SALT_BYTES
        return eight(number >> 3)[at : at + SALT_BYTES]

    return salt


class Log:
    """The lines of a game and their chain, which grows with them."""

    __slots__ = ("_chain", "_linked", "_who", "entries")

    def __init__(self, header: Header, seats: Sequence[str]) -> None:
        self.entries: Final = Entries()
        """Every line, struck ones included."""
        self._chain: Final = Chain(header)
        self._who: Final = {CHANCE: "*", **dict(enumerate(seats))}
        self._linked = 0

    def line(self, entry: Entry) -> str:
        """Return an entry with who acted, as the chain has it: `Allied step UK03 2911`."""
        return f"{self._who[entry.seat]} {entry.text}"

    def cut(self, length: int) -> None:
        """Drop the entries after that many."""
        del self.entries[length:]
        self._linked = min(self._linked, length)

    def link(self) -> bytes:
        """Return the last link of the chain: it binds the header and every line."""
        begin = self._linked
        last = self._link_before(begin)
        who, salt = self._who, self._chain.salt
        for number, entry in enumerate(self.entries[begin:], begin):
            # This is `_link_of` inlined, because it runs for every line of every game.
            line = f"{who[entry.seat]} {entry.text}".encode()
            hashed = blake2b(salt(number) + line).digest()[:16]
            last = entry.link = blake2b(last + hashed).digest()[:16]
        self._linked = len(self.entries)
        return last

    def links(self, begin: int = 0) -> Iterator[bytes]:
        """Yield the links of the lines from `start` on; those of packed lines are computed
        again.
        """
        self.link()
        packed = self.entries.packed
        if begin < packed:
            last = self._link_before(begin)
            for number in range(begin, packed):
                last = self._link_of(self.entries[number], number, last)
                yield last
        for entry in self.entries[max(begin, packed) :]:
            yield entry.link

    def _link_before(self, number: int) -> bytes:
        """Return the link before a line; all earlier lines must have links."""
        if number > self.entries.packed:
            return self.entries[number - 1].link
        last = self._chain.start
        for earlier, entry in zip(range(number), self.entries, strict=False):
            last = self._link_of(entry, earlier, last)
        return last

    def _link_of(self, entry: Entry, number: int, last: bytes) -> bytes:
        line = f"{self._who[entry.seat]} {entry.text}"
        return link_after(last, line_hash(line, self._chain.salt(number)))

    def pack(self, keep: int) -> None:
        """Pack all entries except the last `keep`, to save memory in long games."""
        self.link()
        self.entries.pack(len(self.entries) - keep)


def live(entries: Sequence[Entry]) -> Iterator[Entry]:
    """Yield the entries that count: those not taken back."""
    return (entry for entry in entries if not entry.struck)
