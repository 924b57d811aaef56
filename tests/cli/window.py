"""A terminal of our own: the command runs in a pseudo-terminal and is typed to like a person.

A line is typed when the prompt has appeared, never before, so what is tested is the program
and not how long it takes.
"""

from __future__ import annotations

import fcntl
import os
import pty
import re
import select
import signal
import struct
import sys
import termios
from collections.abc import Iterable, Mapping
from pathlib import Path
from types import TracebackType
from typing import Self

import bocage

PROMPT = re.compile(r"(?:(?:allied|german|over)> |\(yes or no\) )\Z")
"""What stands at the end of the screen when something is asked."""

_CODES = re.compile(r"\x1b(?:\[[0-9;?]*[A-Za-z]|\][^\x07]*\x07|[=>])")
_COLOUR = re.compile(rb"\x1b\[(?:\d+;)*3\d(?:;\d+)*m")
PATIENCE = 60
"""Seconds after which a program that says nothing is given up."""


class Window:
    """A program in a window of so many columns and lines."""

    def __init__(
        self, *arguments: object, cwd: Path, size: tuple[int, int] = (80, 24), **env: str
    ) -> None:
        columns, lines = size
        source = str(Path(bocage.__file__).parent.parent)
        kept = {k: v for k, v in os.environ.items() if k not in ("COLUMNS", "LINES", "NO_COLOR")}
        setting = {**kept, "PYTHONPATH": source, "TERM": "xterm-256color", **env}
        command = [sys.executable, "-m", "bocage", *(str(each) for each in arguments)]
        self.code: int | None = None
        self.typed = 0
        """How many lines were typed."""
        self.coloured = False
        """Whether a colour was shown."""
        self._done: list[str] = []
        self._raw = b""
        self._pid, self._fd = pty.fork()
        if self._pid == 0:  # the program itself
            _run(command, cwd, setting)
        fcntl.ioctl(self._fd, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        os.close(self._fd)
        if self.code is None:
            os.kill(self._pid, 9)
            os.waitpid(self._pid, 0)

    def read(self) -> bool:
        """Read until something is asked; False when the program has ended."""
        while self.code is None:
            if PROMPT.search(_plain(self._raw)):
                return True
            ready, _, _ = select.select([self._fd], [], [], PATIENCE)
            if not ready:
                raise AssertionError(f"nothing came for {PATIENCE} s after: {self.text[-300:]}")
            try:
                data = os.read(self._fd, 65536)
            except OSError:  # how a pseudo-terminal says that its program has ended
                data = b""
            if not data:
                _, status = os.waitpid(self._pid, 0)
                self.code = os.waitstatus_to_exitcode(status)
                break
            self._take(data)
        return False

    def type(self, line: str) -> bool:
        """Wait for a prompt and type a line; False when there is no further prompt."""
        if not self.read():
            return False
        self._take(b"\n")  # the prompt is answered
        self.typed += 1
        os.write(self._fd, line.encode() + b"\r")
        return True

    def type_all(self, lines: Iterable[str]) -> None:
        """Type lines one after the other, then read to the next prompt or the end."""
        if all(self.type(line) for line in lines):
            self.read()

    def key(self, code: bytes) -> None:
        """Press a key when something is asked, and again if there is no answer.

        An interrupt that comes between the prompt and the wait for the first letter is only
        seen with the next key: so it is with every program that reads lines in this way.
        """
        self.read()
        self._take(b"\n")
        for _ in range(10):
            os.write(self._fd, code)
            if select.select([self._fd], [], [], 2)[0]:
                return

    @property
    def text(self) -> str:
        """Everything that was shown, without colours."""
        return "".join(self._done) + _plain(self._raw)

    @property
    def lines(self) -> list[str]:
        """The same, line by line."""
        return self.text.split("\n")

    def _take(self, data: bytes) -> None:
        """Keep what came; whole lines are cleaned at once, the rest when it is complete."""
        self.coloured = self.coloured or bool(_COLOUR.search(data))
        whole, newline, self._raw = (self._raw + data).rpartition(b"\n")
        self._done.append(_plain(whole + newline))


def _plain(raw: bytes) -> str:
    return _CODES.sub("", raw.decode(errors="replace").replace("\r", ""))


def _run(command: list[str], cwd: Path, env: Mapping[str, str]) -> None:
    try:
        # A shell may have started us deaf to interrupts; a person's terminal is not.
        signal.signal(signal.SIGINT, signal.default_int_handler)
        os.chdir(cwd)
        os.execvpe(command[0], command, dict(env))
    finally:
        os._exit(127)


def keys(path: Path) -> list[str]:
    """Return the lines of a file of key strokes, without what is said about them."""
    lines = path.read_text(encoding="utf-8").splitlines()
    return [line for line in lines if line and not line.startswith("#")]
