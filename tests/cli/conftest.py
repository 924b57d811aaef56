"""How the command is tried: inside this process, or as on a terminal of a given width."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from bocage.cli.app import app


@dataclass(frozen=True)
class Answer:
    """What a command said and how it ended."""

    code: int
    out: str
    err: str

    @property
    def cases(self) -> str:
        """What was said, citing cases and not their sentences: `11.3` for `11.3.a`."""
        return without_sentences(self.out)

    @property
    def lines(self) -> list[str]:
        """What was said, as the eye sees it: without colours and trailing blanks."""
        return [re.sub(r"\x1b\[[\d;]*m", "", line).rstrip() for line in self.out.splitlines()]


def without_sentences(text: str) -> str:
    """Return a text that cites cases and not their sentences: `11.3` for `11.3.a`."""
    return re.sub(r"(?<=\(|\s)(\d+(?:\.\d+)+)\.[a-z]+(?=\))", r"\1", text)


Run = Callable[..., Answer]


def _one_core(_: int) -> set[int]:
    return {0}


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch) -> Run:
    """Runs the command; `width` makes it believe in a terminal of so many columns.

    `input_lines` are typed to it, through a pipe. It believes in a machine with one core:
    another process takes longer to start than the games of these tests take to play.
    """
    monkeypatch.setattr(os, "sched_getaffinity", _one_core, raising=False)
    for name in ("FORCE_COLOR", "NO_COLOR", "TERM", "BROWSER", "DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)

    def run(
        *arguments: object,
        width: int | None = None,
        input_lines: Sequence[str] = (),
        **env: str,
    ) -> Answer:
        if width is not None:
            env = {"FORCE_COLOR": "1", "COLUMNS": str(width), **env}
        typed = "".join(f"{line}\n" for line in input_lines)
        result = CliRunner().invoke(app, [str(each) for each in arguments], env=env, input=typed)
        if result.exception is not None and not isinstance(result.exception, SystemExit):
            raise result.exception
        return Answer(result.exit_code, result.stdout, result.stderr)

    return run


@pytest.fixture
def save(tmp_path: Path) -> Path:
    """Return a game in which the Allies have landed and are about to move."""
    from .roundup_saves import LANDED, begin  # which itself needs what is here

    begin(tmp_path / "game.bocage", LANDED)
    return tmp_path / "game.bocage"


@pytest.fixture
def typed(run: Run, save: Path) -> Any:
    """Types lines into that game, through a pipe."""

    def typed(*lines: str, **more: str) -> Answer:
        return run("play", "roundup", save, input_lines=lines, **more)

    return typed


def after(answer: Answer, line: str) -> list[str]:
    """What was said between a line that was typed and the next prompt's."""
    at = next(i for i, said in enumerate(answer.lines) if said.endswith(f"> {line}".rstrip()))
    rest = answer.lines[at + 1 :]
    prompts = ("allied>", "german>", "over>")
    end = next((i for i, said in enumerate(rest) if said.startswith(prompts)), len(rest))
    return rest[:end]


def said(answer: Answer, line: str) -> str:
    """Return the same in one line."""
    return " ".join(" ".join(after(answer, line)).split())
