"""A server in a process of its own that can be killed, suspended, harmed and started again."""

from __future__ import annotations

import os
import signal
import socket
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import httpx
import orjson

from tests.server.clients import PLAIN

from .nursery import HARM, SHIFT, started

PATIENCE: Final = 300.0
"""Seconds: a machine that others use as well takes its time."""


def until(found: Callable[[], Any], what: str) -> None:
    """Wait until a condition is true."""
    end = time.monotonic() + PATIENCE
    while not found():
        assert time.monotonic() < end, f"not in {PATIENCE:.0f} seconds: {what}"
        time.sleep(0.01)


class Server:
    """`bocage serve` on a database, with its log in a folder."""

    def __init__(self, database: str, folder: Path) -> None:
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port = free.getsockname()[1]
        self.host = f"127.0.0.1:{self.port}"
        self._database = database
        self._folder = folder
        self.descriptors = 0
        """How many files it may have open when it is started next; 0: as the system likes."""
        self._process: Any = None

    def start(self) -> None:
        """Start it and wait until it answers."""
        self.launch()
        until(self._is_up, "the server answers")

    def launch(self) -> None:
        """Start it."""
        self._process = started(self.port, self._database, str(self._folder), self.descriptors)

    def _is_up(self) -> bool:
        assert self._process.is_alive(), f"the server ended by itself: {self.log()[-2000:]}"
        return self.health()[0] == 200

    def health(self) -> tuple[int, str]:
        """What /healthz answers: the status and the sentence; 0 if it does not."""
        try:
            found = httpx.get(f"http://{self.host}/healthz", timeout=20, verify=PLAIN)
        except httpx.HTTPError:
            return 0, ""
        return found.status_code, str(found.json().get("text", ""))

    def kill(self) -> None:
        """Kill it, as a machine that loses power would."""
        os.kill(self._process.pid, signal.SIGKILL)
        self._process.join()
        self._process.close()
        self._process = None

    def end(self) -> None:
        """Kill it if it runs."""
        if self._process is not None:
            self.kill()

    def suspend(self) -> None:
        """Let it stand, as on a machine that goes to sleep."""
        os.kill(self._process.pid, signal.SIGSTOP)

    def resume(self) -> None:
        """Let it go on."""
        os.kill(self._process.pid, signal.SIGCONT)

    def harm(self, *statements: str) -> None:
        """Let every connection to the database run these first."""
        self._put(HARM, "\n".join(statements))

    def shift(self, seconds: int) -> None:
        """Set its time of day wrong by so much."""
        self._put(SHIFT, str(seconds))

    def _put(self, name: str, text: str) -> None:
        beside = self._folder / f"{name}.part"
        beside.write_text(text)
        beside.replace(self._folder / name)

    def log(self, since: int = 0) -> str:
        """Its log, from a byte on."""
        file = self._folder / "server.log"
        return file.read_bytes()[since:].decode() if file.exists() else ""

    @property
    def logged(self) -> int:
        """How long its log is."""
        return len(self.log().encode())

    def said(self, sentence: str, since: int) -> bool:
        """Return whether a sentence is in its log, from a byte on."""
        return sentence in self.log(since)

    def check_log(self, secrets: list[str]) -> None:
        """The log is one object a line, and no secret is in it."""
        text = self.log()
        for line in text.splitlines():
            assert {"at", "level", "from", "text"} <= dict(orjson.loads(line)).keys(), line
        assert not any(secret in text for secret in secrets), "a secret is in the log"
