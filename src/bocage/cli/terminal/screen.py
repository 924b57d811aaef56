"""The window: writing to it and reading a line from it."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from contextlib import suppress
from importlib import import_module
from typing import TYPE_CHECKING, Final

from rich.text import Text

from bocage.cli.output import console

if TYPE_CHECKING:
    from rich.console import Console

    from bocage.cli.terminal.face import Line

WIDEST: Final = 100
"""Prose is not wider, however wide the window."""
PIPED_WIDTH: Final = 80
PIPED_HEIGHT: Final = 24


class Screen:
    """A terminal, or a stand-in for one."""

    def __init__(self, out: Console | None = None) -> None:
        self.out: Final = out or console()
        self.ahead: Final[list[str]] = []
        """Lines that were typed before they were asked for."""

    @property
    def width(self) -> int:
        """Columns of the window; where there is none, eighty."""
        return self.out.width if self.out.is_terminal else PIPED_WIDTH

    @property
    def height(self) -> int:
        """Return the lines of the window, or those of a small window if there is none."""
        return self.out.height if self.out.is_terminal else PIPED_HEIGHT

    def say(self, text: Line = "", style: str = "") -> None:
        """Write a sentence, broken at blanks to fit."""
        line = text if isinstance(text, Text) else Text(text, style=style)
        indent = len(line.plain) - len(line.plain.lstrip())
        wide = min(self.width, WIDEST)
        if line.cell_len <= wide:
            self.out.print(line, soft_wrap=True)
            return
        hang = " " * (indent + 2)
        first = line.wrap(self.out, wide)[0]
        first.rstrip()
        self.out.print(first, soft_wrap=True)
        left = line[len(first) :]
        rest = left[len(left.plain) - len(left.plain.lstrip()) :]
        for more in rest.wrap(self.out, wide - len(hang)):
            more.rstrip()
            self.out.print(Text(hang) + more, soft_wrap=True)

    def lines(self, lines: Iterable[Line], style: str = "") -> None:
        """Sentences."""
        for line in lines:
            self.say(line, style)

    def drawing(self, lines: Iterable[Text]) -> None:
        """Write lines that are never broken."""
        for line in lines:
            self.out.print(line, soft_wrap=True, no_wrap=True, crop=False)

    def heading(self, title: str) -> None:
        """Write a title across the window."""
        wide = min(self.width, WIDEST)
        bar = f"── {title} "
        self.out.print(Text(bar + "─" * max(0, wide - len(bar)), style="bold"), soft_wrap=True)

    def ask(self, prompt: str) -> str | None:
        """Read a line; return None when there are no more."""
        if sys.stdin.isatty():
            with suppress(ImportError):
                import_module("readline")  # it lets `input` edit and remember lines
            try:
                return input(prompt)
            except EOFError:
                self.out.print()
                return None
        line = sys.stdin.readline()
        if not line:
            return None
        typed = line.rstrip("\r\n")
        # Nobody sees what comes through a pipe: it is written into the transcript.
        self.out.print(Text(f"{prompt}{typed}"), soft_wrap=True)
        return typed

    def agrees(self, question: str) -> bool:
        """Return whether somebody says yes; anything else is no.

        An answer that is neither is kept for the next reader of a line (`ahead`).
        """
        if len(question) >= self.width:  # what is typed should not begin in the middle of a line
            said, _, question = question.rstrip().rpartition(" (")
            self.say(said)
            question = f"({question} "
        typed = (self.ask(question) or "").strip()
        said = typed.casefold()
        if said and said not in ("y", "yes", "n", "no"):
            self.say("That counts as no, and as your next line.", "dim")
            self.ahead.append(typed)
        return said in ("y", "yes")
