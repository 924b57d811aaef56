"""Admission of connections: one that does not send a small request soon is closed.

Without this a stranger could hold connections open with half a request each, or send an endless
head. `bocage.server.protection` limits what comes after the head.
"""

from __future__ import annotations

import asyncio
from asyncio import BaseTransport
from typing import Any, Final, cast

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from bocage.server.connections import CROWD

HEAD_SECONDS: Final = 15.0
"""The seconds that the head of a request may take."""
HEAD_MOST: Final = 64 * 1024
"""The most bytes of the head of a request."""

_SAID: Final = "the headers of this request are too long"
_WAITED: Final = "this request took too long to arrive"


_NO_ROOM: Final = (
    b"HTTP/1.1 503 Service Unavailable\r\nContent-Type: text/plain; charset=utf-8\r\n"
    b"Retry-After: 10\r\nConnection: close\r\nContent-Length: %d\r\n\r\n%b"
)


def _address(transport: BaseTransport) -> str:
    """Return the address of a connection; empty for a socket in the file system."""
    peer = cast("tuple[str, int] | str | None", transport.get_extra_info("peername"))
    return peer[0] if isinstance(peer, tuple) else ""


class Door(HttpToolsProtocol):
    """One connection, until it is a socket or is closed."""

    _waiting: asyncio.TimerHandle | None = None
    _heard = 0
    _address = ""

    def connection_made(self, transport: Any) -> None:
        """Wait for the request of a new connection."""
        super().connection_made(transport)
        self._wait()
        self._address = _address(transport)
        no_room = CROWD.come(self._address)
        if no_room:
            body = no_room.encode()
            transport.write(_NO_ROOM % (len(body), body))
            transport.close()

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop counting a closed connection."""
        CROWD.go(self._address)
        self._go_on()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Take in a piece of a request."""
        super().data_received(data)
        if self._waiting is not None:
            self._heard += len(data)
            if self._heard > HEAD_MOST:
                self._refuse()

    def on_message_begin(self) -> None:
        """Note the beginning of a request."""
        if self._waiting is None:
            self._wait()
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        """Note that the head is complete. The body has limits of its own."""
        self._go_on()
        super().on_headers_complete()

    def handle_websocket_upgrade(self) -> None:
        """Hand over to the socket. The reader of its head is part of a reference cycle, which is
        broken here; otherwise it would stay in memory until a full collection.
        """
        super().handle_websocket_upgrade()
        this: Any = self
        this.parser = this.flow = None

    def _wait(self) -> None:
        self._waiting = self.loop.call_later(HEAD_SECONDS, self._refuse)

    def _go_on(self) -> None:
        self._heard = 0
        if self._waiting is not None:
            self._waiting.cancel()
            self._waiting = None

    def _refuse(self) -> None:
        """Close the connection; if a request had begun, say why."""
        heard = self._heard
        self._go_on()
        if self.transport.is_closing():
            return
        if heard:
            self.send_400_response(_SAID if heard > HEAD_MOST else _WAITED)
        else:
            self.transport.close()


class Line(WebSocketsSansIOProtocol):
    """One socket, until it is closed."""

    _address = ""

    def connection_made(self, transport: Any) -> None:
        """Take over a connection that its `Door` has already counted."""
        self._address = _address(transport)
        super().connection_made(transport)

    def connection_lost(self, exc: Exception | None) -> None:
        """Close the connection. Its reader is part of a reference cycle too, which is broken
        here.
        """
        CROWD.go(self._address)
        super().connection_lost(exc)
        self.conn.parser.close()
