"""Connections: how many are open, and from which address, so that nobody takes all the room.

Every connection takes a file descriptor, and a process has a limited number. Some are reserved for
the database and for files. Of the rest an address may have a quarter and a person an eighth, so
that a few people can't lock everybody out. A client without room gets a message, and the log
records it.
"""

from __future__ import annotations

import logging
import time
from collections import Counter
from collections.abc import Callable
from typing import Final

try:
    import resource
except ImportError:  # a system without such limits
    resource = None  # type: ignore[assignment]

RESERVED: Final = 96
"""The file descriptors for the database, for files and for outgoing connections."""
_UNLIMITED: Final = 65_536
"""The most file descriptors to request."""
_ADDRESS: Final = 4
_PERSON: Final = 8
"""The divisors of the room for one address and for one person."""
OWN: Final = frozenset({"127.0.0.1", "::1", ""})
"""The addresses of this machine. Behind a proxy, everybody comes from here."""
_EVERY: Final = 60.0
"""Seconds between two sentences in the log about the same thing."""

_LOG: Final = logging.getLogger("bocage.server")


def make_room() -> int:
    """Raise the process's limit of open files as far as the system allows; return the limit."""
    if resource is None:
        return _UNLIMITED
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = _UNLIMITED if hard == resource.RLIM_INFINITY else min(hard, _UNLIMITED)
    if soft == resource.RLIM_INFINITY or soft >= most:
        return soft if soft != resource.RLIM_INFINITY else _UNLIMITED
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
    except (OSError, ValueError):
        return soft
    return most


def room_now() -> int:
    """Return how many connections there is room for."""
    if resource is None:
        return _UNLIMITED
    soft = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    files = _UNLIMITED if soft == resource.RLIM_INFINITY else soft
    return max(files - RESERVED, 8)


class Crowd:
    """The connections of a process, by the address they come from."""

    def __init__(self, room: Callable[[], int] = room_now) -> None:
        self._room: Final = room
        self._by: Final[Counter[str]] = Counter()
        self._count = 0
        self._logged: Final[dict[str, float]] = {}

    def __len__(self) -> int:
        return self._count

    def of_person(self) -> int:
        """Return how many sockets one person may have."""
        return max(self._room() // _PERSON, 1)

    def of_address(self) -> int:
        """Return how many connections one address may have."""
        return max(self._room() // _ADDRESS, 1)

    def come(self, address: str) -> str:
        """Count a connection; return why there is no room for it, or an empty string.

        It counts until it is closed, even if there is no room: it takes a descriptor until then.
        """
        self._count += 1
        self._by[address] += 1
        if self._count > self._room():
            self._log("full", "the server is full: %d connections are open", self._room())
            return "the server is full: try again in a moment"
        if address not in OWN and self._by[address] > self.of_address():
            self._log("address", "an address has more than %d connections open", self.of_address())
            return "there are too many connections from your address: close some"
        return ""

    def go(self, address: str) -> None:
        """Count a closed connection."""
        self._count -= 1
        self._by[address] -= 1
        if not self._by[address]:
            del self._by[address]

    def _log(self, what: str, sentence: str, *given: object) -> None:
        """Log a sentence, unless it was logged a short time ago."""
        now = time.monotonic()
        if now - self._logged.get(what, -_EVERY) >= _EVERY:
            self._logged[what] = now
            _LOG.warning(f"{sentence}; new connections are refused", *given)


CROWD: Final = Crowd()
"""The connections of this process."""
