"""People at a server that runs in a process of its own, and what they do there."""

from __future__ import annotations

import asyncio
import json
import resource
import socket
import ssl
import subprocess
import sys
import time
from collections.abc import Generator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Any, Final, Self

import httpx
from websockets.asyncio.client import ClientConnection, connect

from tests.patience import PATIENCE

LINE = "beachhead us1 2723"
"""What the Allied player does at the beginning of Roundup, and may undo."""
PLAIN: Final = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
"""For clients that speak plain HTTP: `httpx` reads every certificate authority otherwise."""


@contextmanager
def a_server(folder: Path, descriptors: int | None = None) -> Generator[str]:
    """A server of its own; with so many file descriptors and no more, if it is said."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "bocage", "serve", "--port", str(port), "--inside"]
    command += ["--database", str(folder / f"{port}.db"), "--tries", "1000000"]

    def limit() -> None:
        if descriptors is not None:
            resource.setrlimit(resource.RLIMIT_NOFILE, (descriptors, descriptors))

    with (
        (folder / f"{port}.log").open("wb") as log,
        subprocess.Popen(command, stdout=log, stderr=log, cwd=folder, preexec_fn=limit) as server,
    ):
        try:
            _await_answer(f"127.0.0.1:{port}", server)
            yield f"127.0.0.1:{port}"
        finally:
            server.terminate()
            try:
                server.wait(PATIENCE)
            except subprocess.TimeoutExpired:
                server.kill()
                raise


def _await_answer(host: str, server: subprocess.Popen[bytes]) -> None:
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        assert server.poll() is None, "the server did not start"
        try:
            httpx.get(f"http://{host}/healthz", timeout=5, verify=PLAIN)
        except httpx.HTTPError:
            time.sleep(0.1)
        else:
            return
    raise AssertionError("the server does not answer")


class Person:
    """Somebody with a token, who makes as many requests at once as they like."""

    def __init__(self, host: str, made: Any) -> None:
        self.host = host
        self.id, self.token = str(made["person"]), str(made["token"])
        limits = httpx.Limits(max_connections=64)
        self.http = httpx.AsyncClient(
            base_url=f"http://{host}",
            headers={"Authorization": f"Bearer {self.token}"},
            timeout=PATIENCE,
            limits=limits,
            verify=PLAIN,
        )

    @classmethod
    async def come(cls, host: str, name: str) -> Self:
        """Come in by a name."""
        async with httpx.AsyncClient(timeout=PATIENCE, verify=PLAIN) as client:
            answer = await client.post(f"http://{host}/api/people", json={"name": name})
            return cls(host, answer.json())

    async def post(self, path: str, **body: Any) -> Any:
        """Post, and expect it to be granted."""
        answer = await self.http.post(path, json=body)
        assert answer.is_success, answer.text
        return answer.json()

    async def lay(self, game: str, **more: Any) -> Any:
        """Open a table."""
        return await self.post("/api/games", game=game, **more)

    async def at(self, game: str) -> At:
        """Return a socket at a game."""
        where = f"ws://{self.host}/api/games/{game}/socket"
        opened = At(self, await connect(where, max_size=None, open_timeout=PATIENCE))
        await opened.send({"type": "hello", "token": self.token})
        await opened.hear("welcome")
        return opened

    async def leave(self) -> None:
        """Go."""
        await self.http.aclose()


class At:
    """An open socket, with the stamp of what it was told last."""

    def __init__(self, person: Person, connection: ClientConnection) -> None:
        self.person = person
        self._connection = connection
        self.stamp = ""
        self._seen = set[str]()
        self._count = count()

    async def send(self, message: Any) -> None:
        """Send something."""
        await self._connection.send(json.dumps(message))

    async def hear(self, kind: str = "", name: str = "") -> Any:
        """Return the next message of a kind, or the answer to what was sent under a name."""
        while True:
            message = json.loads(await asyncio.wait_for(self._connection.recv(), PATIENCE))
            if message["type"] in ("state", "update"):
                self.stamp = message["stamp" if message["type"] == "state" else "to"]
                self._seen.add(self.stamp)
            if message["type"] == kind or (name and message.get("id") == name):
                return message

    async def ask(self, **message: Any) -> Any:
        """Send a message under a name, and wait for its answer."""
        name = f"{self.person.id}-{id(self)}-{next(self._count)}"
        await self.send({"id": name, **message})
        return await self.hear(name=name)

    async def do(self, **command: Any) -> Any:
        """Return a command made against what this socket was told last."""
        answer = await self.ask(at=self.stamp, **command)
        if answer["type"] == "done":
            await self.reach(answer["stamp"])
        return answer

    async def reach(self, stamp: str) -> None:
        """Hear updates until the one to a stamp has come."""
        while stamp not in self._seen:
            await self.hear("update")

    async def close(self) -> None:
        """Close it at once, whatever is still on its way."""
        self._connection.transport.abort()
        await self._connection.wait_closed()


class Player:
    """Somebody who plays: a move and its undoing, in turn. Each must be acknowledged."""

    def __init__(self, at: At) -> None:
        self._at = at
        self._done = False

    async def move(self) -> float:
        """Make a move; returns the seconds until it was acknowledged."""
        command = {"type": "undo"} if self._done else {"type": "do", "line": LINE}
        began = time.perf_counter()
        answer = await self._at.ask(at=self._at.stamp, **command)
        took = time.perf_counter() - began
        assert answer["type"] == "done", answer
        await self._at.reach(answer["stamp"])
        self._done = not self._done
        return took

    async def close(self) -> None:
        """Leave the table."""
        await self._at.close()
