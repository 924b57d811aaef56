"""What a command loads: help, version and completion no game; a question one game only.

The modules are counted, not the seconds: a busy machine is slow, but it imports no more.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import bocage
from bocage.cli.completion import offered
from bocage.cli.contents import COMMANDS, GROUPS, Listed, loaded
from bocage.games import GAMES

from .conftest import Run

SOURCES = Path(bocage.__file__).parent.parent
LOADED = """
import sys
from bocage.cli import main
sys.argv = ["bocage", *sys.argv[1:]]
try:
    main()
except SystemExit as end:
    assert not end.code, end.code
sys.stdout.flush()
print("\\n".join(sys.modules), file=sys.stderr)
"""


def modules(*arguments: object, **env: str) -> set[str]:
    """The modules that are loaded when a command has run in a process of its own."""
    done = subprocess.run(
        [sys.executable, "-c", LOADED, *map(str, arguments)],
        env={**os.environ, "PYTHONPATH": str(SOURCES), **env},
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=True,
    )
    return set(done.stderr.splitlines())


def games_in(loaded_modules: set[str]) -> set[str]:
    """Return the games of which any module is loaded, rules or players."""
    return {
        game
        for game in GAMES
        for module in loaded_modules
        if f".{game}" in module and module.startswith(("bocage.games", "bocage.ai", "bocage.cli"))
    }


@pytest.mark.parametrize("arguments", [("--version",), ("--help",)])
def test_version_and_help_load_nothing(arguments: tuple[str, ...]) -> None:
    """`--version` and `--help` load no game, no map, no server and not even Rich."""
    found = modules(*arguments)
    assert games_in(found) == set()
    heavy = ("rich", "pydantic", "bocage.games", "bocage.maps", "bocage.engine", "bocage.server")
    assert not [module for module in found if module.startswith(heavy)]


@pytest.mark.parametrize(
    "words", [("",), ("sh",), ("play", ""), ("hex", "falaise", "tru"), ("odds", "FILE", "25")]
)
def test_completion_loads_no_game(words: tuple[str, ...], save: Path) -> None:
    """Tab completion loads no game, and neither does it read the command line with Typer."""
    given = [str(save) if word == "FILE" else word for word in words]
    found = modules(*given, _BOCAGE_COMPLETE="bash")
    assert games_in(found) == set()
    assert not {"typer", "rich", "bocage.games.judges"} & found


def test_a_hex_is_described_without_a_game() -> None:
    """`bocage hex` needs a map pack, no rules, and no Pydantic to read its command line."""
    found = modules("hex", "falaise", "trun")
    assert games_in(found) == set()
    assert "pydantic" not in found


@pytest.mark.parametrize("command", [("show",), ("why", "move US01 2619"), ("legal",)])
def test_a_question_about_a_save_loads_its_game_only(command: tuple[str, ...], save: Path) -> None:
    """`show`, `why` and `legal` load the game of the save and no other."""
    assert games_in(modules(command[0], save, *command[1:])) == {"roundup"}


def parts(command: Any) -> tuple[int, dict[str, bool]]:
    """Return how many arguments a command takes, and its options with whether each takes a
    value.
    """
    named = [each for each in command.params if each.param_type_name == "option"]
    options = {
        name: not each.is_flag
        for each in named
        if not each.hidden
        for name in each.opts
        if name.startswith("--")
    }
    return len(command.params) - len(named), options


def check(listed: Listed, command: Any) -> None:
    """A command as it is listed is the command as it is."""
    takes, options = parts(command)
    assert len(listed.takes) == takes
    known = {name: bool(kind) for name, kind in listed.options.items()}
    assert known == options, "list the options of a command in bocage.cli.contents"


@pytest.mark.parametrize("name", COMMANDS)
def test_the_list_of_commands_is_true(name: str) -> None:
    """What the completion offers for a command is what the command takes."""
    command = loaded(name)
    if name in GROUPS:
        assert set(GROUPS[name]) == set(command.commands)
        for each in GROUPS[name].values():
            check(each, command.commands[each.name])
    else:
        check(COMMANDS[name], command)


def words(*typed: str) -> list[str]:
    """The words that are offered for the last one typed."""
    return [word for word, _ in offered(typed)]


def test_what_is_offered(save: Path, tmp_path: Path) -> None:
    """Commands, games, theatres, hexes, places, units, options and files are offered."""
    assert words("rev") == ["reveal"]
    assert words("play", "") == list(GAMES)
    assert words("hex", "mal") == ["malta"]
    assert words("hex", "falaise", "2314") == ["2314"]
    assert "trun" in words("hex", "falaise", "tr")
    assert words("hex", "falaise", "trun", "--to", "argent")[0] == "argentan"
    assert words("do", str(save), "move", "us0")[0] == "US01"
    assert words("odds", str(save), "2523", "GE2")[0].startswith("GE2")
    assert words("show", "--un") == ["--units"]
    assert words("show", f"{tmp_path}/ga") == [f"{tmp_path}/game.bocage"]
    assert words("opcom", "rel") == ["release"]
    assert words("nonsense", "x") == words("hex", "nowhere", "1") == []


def test_hostile_words_are_answered_with_nothing(tmp_path: Path) -> None:
    """A file that is not a save, a folder, and a name that leads elsewhere offer no units."""
    other = tmp_path / "other.bocage"
    other.write_bytes(b"game: ../../x\n\xff\xff")
    for path in (other, tmp_path, tmp_path / "none", "\n"):
        assert words("do", str(path), "U") == []


@pytest.mark.skipif(shutil.which("bash") is None, reason="there is no bash")
def test_in_a_real_bash(run: Run, tmp_path: Path) -> None:
    """bash reads what `bocage completion bash` prints, and completes by it."""
    (tmp_path / "bocage").write_text(f'#!/bin/sh\nexec {sys.executable} -m bocage "$@"\n')
    (tmp_path / "bocage").chmod(0o755)
    script = run("completion", "bash").out + (
        'COMP_WORDS=(bocage hex falaise argen); COMP_CWORD=3; _bocage; echo "${COMPREPLY[*]}"'
    )
    done = subprocess.run(
        ["bash", "-c", script],
        env={**os.environ, "PYTHONPATH": str(SOURCES), "PATH": f"{tmp_path}:{os.environ['PATH']}"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout == "argentan argentan-bridge\n"
