"""Cached answers: what seldom changes while a server runs is encoded once and kept as bytes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from fastapi import Response

from bocage.server import wire
from bocage.server.threads import PICTURES


class Printed:
    """The answers of a worker that are the same for everybody, by a name."""

    def __init__(self) -> None:
        self._kept: Final[dict[str, bytes]] = {}

    async def answer(self, name: str, make: Callable[..., object], *given: object) -> Response:
        """Return what `make` returns, as JSON. Only the first request calls it, in a thread.

        Raises:
            Exception: what `make` raised; then nothing is kept.
        """
        found = self._kept.get(name)
        if found is None:
            found = await PICTURES.run(name, lambda: wire.packed(make(*given)))
            self._kept[name] = found
        return Response(found, media_type="application/json")

    def forget(self, *names: str) -> None:
        """Forget these answers: the next request makes them."""
        for name in names:
            self._kept.pop(name, None)
