"""The entries of a log, and a list of them that can be packed.

The log takes most of the memory of a long game. Entries that no longer change are packed, first one
by one and then, once a block is full, together: about fifteen bytes each. A packed entry is rebuilt
when it is read, without its chain link: a link can't be compressed, and the log computes it again
from the lines (`bocage.engine.log`).
"""

from __future__ import annotations

import marshal
import zlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import count
from typing import TYPE_CHECKING, Any, Final, SupportsIndex, cast, overload

from bocage.engine.actions import Action

if TYPE_CHECKING:
    from bocage.engine.viewers import Viewer


@dataclass(slots=True)
class Entry:
    """One line of the log."""

    kind: str
    """`do`, `chance`, `adjust`, `orders`, `concede` or `takeback`."""
    seat: int
    """Who acted; `CHANCE` for the dice."""
    text: str
    """The line as written, without who acted and without its mark."""
    action: Action
    """The action, if there is one."""
    question: str
    """The question that chance answered, with how often it was asked: `3.combat.2609#1`."""
    final: bool
    """Whether somebody else has learned something by it; then undoing it needs consent."""
    struck: bool = False
    """Whether it was taken back."""
    known_to: tuple[int, ...] | None = None
    """The seats that may read it before the game is over; None for everybody."""
    open: bool = False
    """Whether the sealed decision that it answers still waited for others when it was recorded."""
    silent: bool = False
    """Whether viewers who may not read it must not know that it exists either."""
    link: bytes = field(default=b"", compare=False, repr=False)
    """Its link of the hash chain; empty until needed, and for packed entries."""

    def is_known_to(self, viewer: Viewer) -> bool:
        """Return whether this viewer may read it before the game is over."""
        known = self.known_to
        return known is None or viewer.sees_all or not viewer.seats.isdisjoint(known)


_KINDS: Final = ("do", "chance", "adjust", "orders", "concede", "takeback")
_VERSION: Final = 2
"""The version of `marshal`: plain, without references. Packed data never leaves the process."""
BLOCK: Final = 32
"""The number of entries that are packed together."""
_DEFLATED: Final = 0x78
"""The first byte of every block, with which no entry packed by itself begins. (A separate class
would burden the garbage collector.)
"""

_Told = tuple[int, int, str, Action, tuple[int, ...] | None]


def pack(entry: Entry) -> bytes:
    """Return an entry as a few bytes, without its link."""
    return marshal.dumps(_told(entry), _VERSION)


def unpack(packed: bytes) -> Entry:
    """Return a packed entry as a new object; changing it changes nothing else."""
    return _made(marshal.loads(packed))  # noqa: S302 - our own


def entry_at(raw: bytes | Entry, number: int) -> Entry:
    """Return the entry of a number, from the item at its place in `Entries.standing`."""
    if not isinstance(raw, bytes):
        return raw
    return _made(_opened(raw)[number % BLOCK]) if raw[0] == _DEFLATED else unpack(raw)


def _told(entry: Entry) -> _Told:
    code = _KINDS.index(entry.kind)
    for flag in (entry.final, entry.struck, entry.open, entry.silent):
        code = code << 1 | flag
    return code, entry.seat, entry.text, int(entry.action), entry.known_to


def _made(told: _Told) -> Entry:
    code, seat, text, action, known = told
    kind = _KINDS[code >> 4]
    question = text.rpartition(" @")[2] if kind == "chance" else ""
    final, struck, still, silent = (bool(code >> bit & 1) for bit in (3, 2, 1, 0))
    return Entry(kind, seat, text, action, question, final, struck, known, still, silent)


@lru_cache(maxsize=8)
def _opened(block: bytes) -> list[_Told]:
    """Return the entries of a block; cached, because reading a log opens the same block
    repeatedly.
    """
    return cast("list[_Told]", marshal.loads(zlib.decompress(block)))  # noqa: S302 - our own


class Entries(list[Entry]):
    """Entries in order: it grows and is cut at its end only. The first of them may be packed.

    While none is packed it behaves like any list. A packed entry is rebuilt each time it is read,
    so nobody may change one in place: `bocage.engine.table` replaces it instead. Each place of a
    packed block holds the block itself.
    """

    __slots__ = ("_blocked", "_packed")

    def __init__(self) -> None:
        super().__init__()
        self._packed = 0
        self._blocked = 0

    @property
    def packed(self) -> int:
        """The number of packed entries."""
        return self._packed

    def pack(self, most: int) -> None:
        """Pack the first `count` entries, in whole blocks where possible."""
        put: Any = super().__setitem__
        for number in range(self._packed, min(most, len(self))):
            put(number, pack(super().__getitem__(number)))
        self._packed = max(self._packed, min(most, len(self)))
        while self._blocked + BLOCK <= self._packed:
            begin, self._blocked = self._blocked, self._blocked + BLOCK
            told = [_told(entry) for entry in self[begin : self._blocked]]
            block = zlib.compress(marshal.dumps(told, _VERSION), 9)
            for number in range(begin, self._blocked):
                put(number, block)

    def standing(self) -> list[bytes | Entry | None]:
        """Return the items as they are now, packed or not, for later reading; None for a struck
        one.

        A packed item is its bytes, struck or not: see `entry_at`.
        """
        found = cast("list[bytes | Entry | None]", super().__getitem__(slice(self._packed)))
        rest = super().__getitem__(slice(self._packed, None))
        found.extend(None if entry.struck else entry for entry in rest)
        return found

    @overload
    def __getitem__(self, at: SupportsIndex) -> Entry: ...
    @overload
    def __getitem__(self, at: slice) -> list[Entry]: ...
    def __getitem__(self, at: SupportsIndex | slice) -> Entry | list[Entry]:
        """Return an entry, or a slice as a separate list."""
        found: Any = super().__getitem__(at)
        if isinstance(at, slice):
            numbers = range(*at.indices(len(self)))
            return list(map(entry_at, found, numbers)) if self._packed else found
        return entry_at(found, at.__index__() % len(self)) if self._packed else found

    def __iter__(self) -> Iterator[Entry]:
        """Yield every entry in order."""
        raw: Iterator[Any] = super().__iter__()
        return map(entry_at, raw, count()) if self._packed else raw

    def __reversed__(self) -> Iterator[Entry]:
        """Yield every entry, the last first."""
        raw: Iterator[Any] = super().__reversed__()
        return map(entry_at, raw, count(len(self) - 1, -1)) if self._packed else raw

    def __delitem__(self, at: SupportsIndex | slice) -> None:
        """Cut entries off the end."""
        super().__delitem__(at)
        self._packed = min(self._packed, len(self))
        self._blocked = min(self._blocked, len(self) // BLOCK * BLOCK)

    def __eq__(self, other: object) -> bool:
        """Return whether the entries are the same, packed or not."""
        return isinstance(other, list) and list(self) == list(cast("list[Any]", other))

    __hash__ = None
