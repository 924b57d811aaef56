"""The command as a whole: help, version, refusals, and one run as a real process."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import bocage

from .conftest import Run

COMMANDS = (
    *(("games",), ("hex",), ("map",), ("atlas",), ("pack", "check")),
    *(("new",), ("show",), ("legal",), ("do",), ("why",), ("odds",), ("undo",), ("takeback",)),
    *(("replay",), ("verify",), ("play",), ("fuzz",), ("adjust",)),
)


def test_help_lists_the_commands(run: Run) -> None:
    """The help names every group of commands."""
    answer = run("--help")
    assert answer.code == 0
    assert all(name in answer.out for name in ("games", "hex", "map", "atlas", "pack"))


def test_pack_alone_shows_its_help(run: Run) -> None:
    """A group without a command shows its help, and that is not an error."""
    answer = run("pack")
    assert (answer.code, "check" in answer.out) == (0, True)


def test_version(run: Run) -> None:
    """The version is the package's."""
    assert run("--version").out == f"bocage {bocage.__version__}\n"


@pytest.mark.parametrize("command", COMMANDS)
def test_every_help_has_an_example(run: Run, command: tuple[str, ...]) -> None:
    """The help of every command shows how it is typed."""
    answer = run(*command, "--help")
    assert answer.code == 0
    assert re.search(rf"Examples?:\s+bocage {' '.join(command)}", answer.out)


@pytest.mark.parametrize("command", [(), *COMMANDS])
def test_help_fits_eighty_columns(run: Run, command: tuple[str, ...]) -> None:
    """No line of any help is wider than a window of eighty columns."""
    answer = run(*command, "--help", COLUMNS="80")
    assert max(len(line) for line in answer.out.splitlines()) <= 80


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("hx",), "no such command 'hx': did you mean 'hex'? (see bocage --help)"),
        (("hex",), "missing argument 'THEATRE' (see bocage hex --help)"),
        (("map", "--grand"), "no such option: --grand (see bocage map --help)"),
    ],
)
def test_a_wrong_command_line_is_one_sentence(
    run: Run, arguments: tuple[str, ...], sentence: str
) -> None:
    """A command line that makes no sense is answered in one sentence, with exit code 2."""
    answer = run(*arguments)
    assert (answer.code, answer.out, answer.err) == (2, "", f"bocage: {sentence}\n")


def test_as_a_real_process(tmp_path: Path) -> None:
    """Started as a program, it answers on the right streams with the right exit codes."""
    env = {**os.environ, "PYTHONPATH": str(Path(bocage.__file__).parent.parent)}
    command = [sys.executable, "-m", "bocage"]

    def start(*arguments: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [*command, *arguments],
            cwd=tmp_path,
            env=env,
            text=True,
            encoding="utf-8",
            capture_output=True,
            check=False,
        )

    good = start("hex", "falaise", "2314")
    assert (good.returncode, good.stderr) == (0, "")
    assert good.stdout.startswith("2314 Trun\n")
    bad = start("hex", "falaise", "9999")
    assert (bad.returncode, bad.stdout) == (2, "")
    assert bad.stderr == "bocage: no hex '9999': rows run from 01 to 40, not 99\n"
    assert list(tmp_path.iterdir()) == []
