"""Every command that a page shows: what can be run is run, and the rest is read word by word.

The commands of a page's code blocks run in a folder of their own, in the page's order. `NOT_RUN`
says why some are only read: their program, command, arguments and options must exist.
`BOCAGE_COMMANDS=all` runs those too that only take long. Commands within a sentence are read.
"""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
import tomllib
import zipfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

import pytest
import yaml

from bocage.cli.contents import COMMANDS, loaded

from .cli.conftest import Run, run
from .conftest import hex_draft

__all__ = ["run"]  # the fixture

ROOT: Final = Path(__file__).resolve().parents[1]
PAGES: Final = [
    path
    for path in sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])
    if path.name != "CHANGELOG.md"
]
FOLLOWED: Final = {"docs/umpire.md", "docs/scenario.md"}
"""Pages that `tests/cli/test_umpire_pages.py` follows, with the files that they show."""
SHELL: Final = ("cp", "sed")
"""Programs of every system, which pages use to prepare a file."""
PROGRAMS: Final = ("bocage", "make", "python", "pip", "pipx", "uvx", "docker", *SHELL)
FENCE: Final = re.compile(r"^```(\w*)[^\n]*\n(.*?)^```", re.DOTALL | re.MULTILINE)
INLINE: Final = re.compile(rf"`((?:\.venv/bin/)?(?:{'|'.join(PROGRAMS)})(?: [^`\n]+)?)`")
ALL: Final = os.environ.get("BOCAGE_COMMANDS") == "all"

SLOW: Final = "takes more than a few seconds: BOCAGE_COMMANDS=all runs it"
LONG: Final = "takes many minutes of processor time"
ENDLESS: Final = "serves until it is stopped: tests/server start it"
BUILDS: Final = "installs, builds or runs the tests: CI and make release do it"
OUTSIDE: Final = "needs a network, a mail server or a container service"

NOT_RUN: Final = {
    r"make .*": BUILDS,
    r"pip .*": BUILDS,
    r"python -m pytest .*": BUILDS,
    r"docker .*": OUTSIDE,
    r"bocage( serve.*)?": ENDLESS,
    r"python -m tests\.faults .*": LONG,
    r"python examples/masked_ppo\.py .*": LONG,
    r"python tools/(judgement|fates)\.py .*": LONG,
    r"python -m bench\.bench_pairs .*": LONG,
    r"bocage rules roundup --mutate": LONG,
    r"bocage fuzz .*": LONG,
    r"bocage (tune|arena|compare) .*": LONG,
    r"bocage sim .*staff.*": LONG,
    r"bocage opcom campaign .*": LONG,
    r"bocage sim opcom .*": LONG,
    r"bocage case tests/cases/roundup -v": SLOW,
    r"bocage (map|counters|charts|pnp) .*": SLOW,
    r"bocage export vassal .*": SLOW,
    r"bocage sim falaise .*--out pocket": SLOW,
    r"bocage report pocket.*": SLOW,
    r"bocage report garden": LONG,
    r"python -m tests\.games\.opcom\.first_day .*": SLOW,
    r"bocage opcom (cards|map|debrief) evening\.bocage( --part .*| --now)?": SLOW,
}
"""Commands that are only read, as patterns of the whole command, each with the reason."""

SMALLER: Final = {
    r"(sim .*)--players \S+": r"\1--players random",
    r"--players staff,aggressive,random": "--players aggressive,random",
    r"--games \d+": "--games 1",
    r"--seeds 1-\d+": "--seeds 1 --turns 1",
    r"--search \d+": "--search 2",
    r"--turn 4": "--turn 1",
    r"\bFILE\b": "tests/cases/roundup/3.2.1-leaving.toml",
}
"""What is put in place of large numbers, and of what the reader chooses."""

REFUSED: Final = {("docs/packs.md", "bocage pack check my-map")}
"""Commands that show how something wrong is answered."""


@dataclass(frozen=True)
class Shown:
    """A command that a page shows."""

    page: str
    line: str
    whole: bool
    """Stands in a code block, so it is complete; in a sentence it may be the name of a command."""

    @property
    def words(self) -> list[str]:
        """Its words, from the program's name on."""
        words = shlex.split(self.line)
        while "=" in words[0]:
            words = words[1:]
        return [words[0].removeprefix(".venv/bin/"), *words[1:]]

    @property
    def why_not(self) -> str | None:
        """Why it is not run, if it is not."""
        plain = " ".join(self.words)
        found = [why for pattern, why in NOT_RUN.items() if re.fullmatch(pattern, plain)]
        return None if not found or (ALL and found[0] == SLOW) else found[0]


def commands(page: Path) -> Iterator[Shown]:
    """The commands of a page in its order, then those within its sentences."""
    text = page.read_text("utf-8")
    name = str(page.relative_to(ROOT))
    for kind, block in FENCE.findall(text):
        if kind in ("", "console", "bash", "sh"):
            for line in re.sub(r"\\\n\s*", "", block).splitlines():
                bare = re.split(r"\s{2,}|\s#\s", line.removeprefix("$ ").strip())[0]
                if re.match(rf"(?:[A-Z_]+=\S+ )?(?:\.venv/bin/)?({'|'.join(PROGRAMS)})\b", bare):
                    yield Shown(name, bare, whole=True)
    for line in INLINE.findall(FENCE.sub("", text)):
        yield Shown(name, line, whole=False)


SHOWN: Final = [each for page in PAGES for each in commands(page)]


def test_every_command_exists() -> None:
    """The program, the command and the options that a page names are there."""
    wrong: list[str] = []
    for shown in SHOWN:
        program, *words = shown.words
        try:
            READERS[program](words, shown.whole)
        except Exception as error:  # every fault of every page, at once
            wrong.append(f"{shown.page}: {shown.line}: {error}")
    assert wrong == []


def read_bocage(words: Sequence[str], whole: bool) -> None:
    """The command and each of its options exist; a whole line is a complete command."""
    words = list(words)
    if not words or words[0] in ("--version", "--help"):
        return
    assert words[0] in COMMANDS, f"there is no command {words[0]}"
    command: Any = loaded(words.pop(0))
    if hasattr(command, "commands"):
        if not words:
            return
        command = command.commands[words.pop(0)]
    if whole:
        command.make_context("bocage", [*words])
    known = {name for option in command.params for name in option.opts + option.secondary_opts}
    given = {word.partition("=")[0] for word in words if re.match(r"--?[a-z]", word)}
    assert given <= known | {"--help"}, given - known


def read_make(words: Sequence[str], whole: bool) -> None:
    """The target is in the Makefile."""
    targets = re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE)
    assert {word for word in words if "=" not in word} <= set(targets)


def read_python(words: Sequence[str], whole: bool) -> None:
    """The module or script exists, and knows its options."""
    if words[0] == "-c":
        compile(words[1], "the page", "exec")
        return
    if words[0] == "-m":
        spec = find_spec(words[1])
        assert spec is not None, f"there is no module {words[1]}"
        source = Path(str(spec.origin))
    else:
        source = ROOT / words[0]
    if words[:2] != ["-m", "pytest"]:
        together = source.name == "__init__.py"
        code = "".join(
            path.read_text("utf-8")
            for path in (source.parent.glob("*.py") if together else [source])
        )
        for word in words:
            option = word.partition("=")[0].removeprefix("--")
            assert option == word or re.search(rf'"(--)?{option}"', code), word


def read_pip(words: Sequence[str], whole: bool) -> None:
    """The extras of bocage that are installed exist."""
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    for extra in re.findall(r"bocage\[(\w+)\]", " ".join(words)):
        assert extra in extras["optional-dependencies"], extra


def read_docker(words: Sequence[str], whole: bool) -> None:
    """The services are those of compose.yaml, and take what they are given."""
    services = yaml.safe_load((ROOT / "compose.yaml").read_text("utf-8"))["services"]
    if words[:1] == ["compose"] and words[1] in ("run", "exec"):
        name, *rest = [word for word in words[2:] if word not in ("--rm", "-T")]
        assert name in services, name
        if name == "table":
            read_bocage(["serve", *rest], whole=True)
        mounts = [mount.split(":")[:2] for mount in services[name]["volumes"]]
        assert rest[0].startswith(("-", "pg_")) or rest[0] in [inside for _, inside in mounts]


def read_shell(words: Sequence[str], whole: bool) -> None:
    """What prepares a file is run with its page."""


READERS: Final[Mapping[str, Callable[[Sequence[str], bool], None]]] = {
    "bocage": read_bocage,
    "make": read_make,
    "python": read_python,
    "docker": read_docker,
    **dict.fromkeys(("pip", "pipx", "uvx"), read_pip),
    **dict.fromkeys(SHELL, read_shell),
}


def nothing(run: Run) -> None:
    """Most pages need nothing."""


def first_case(run: Run) -> None:
    """The first case that the page of rule cases shows."""
    page = (ROOT / "docs" / "cases.md").read_text("utf-8")
    [(_, case), *_] = [block for block in FENCE.findall(page) if block[0] == "toml"]
    Path("mine.toml").write_text(case, "utf-8")


def game(run: Run) -> None:
    """A game that has just begun."""
    assert run("new", "roundup", "-o", "game.bocage").code == 0


def broken_map(run: Run) -> None:
    """A map pack with two mistakes in it."""
    folder = Path("my-map")
    hex_draft().write(folder)
    for file, right, wrong in (
        ("hexes.csv", "0401,woods", "0401,wods"),
        ("places.csv", "town,0203", "town,0299"),
    ):
        text = (folder / file).read_text("utf-8")
        (folder / file).write_text(text.replace(right, wrong), "utf-8")


def turn_worked_out(run: Run) -> None:
    """Joe's Bridge, with the drafts of the reports on its first turn."""
    sheets = Path("src/bocage/games/opcom/data/joes_bridge/sheets")
    for line in (
        "new game.bocage --seed 5",
        f"orders game.bocage {sheets / '1-guards.toml'} --team Guards",
        f"orders game.bocage {sheets / '1-walther.toml'} --team Walther",
        "adjudicate game.bocage",
    ):
        assert run("opcom", *line.split()).code == 0


def table_filled_in(run: Run) -> None:
    """The table of units of the bundle, as it lies in it."""
    with zipfile.ZipFile("evening-panic.zip") as bundle:
        [name] = [each for each in bundle.namelist() if each.endswith("tables/units.csv")]
        Path("units.csv").write_bytes(bundle.read(name))


BEFORE: Final = {
    "docs/cases.md": first_case,
    "docs/exchange.md": game,
    "docs/packs.md": broken_map,
    "docs/reports.md": turn_worked_out,
    "bocage opcom enter evening.bocage evening-panic.zip units.csv": table_filled_in,
}
"""What the reader has when a page begins, or does by hand before a command."""


@pytest.mark.parametrize(
    "page",
    sorted({each.page for each in SHOWN if each.whole and each.why_not is None} - FOLLOWED),
)
def test_the_commands_of_a_page_run(
    page: str, run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each command in a code block works, in the order of the page, in a folder of its own."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("BOCAGE_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    monkeypatch.setenv("PATH", f"{Path(sys.executable).parent}:{os.environ['PATH']}")
    for name in ("src", "tests", "examples"):  # the reader stands in a checkout
        Path(name).symlink_to(ROOT / name)
    BEFORE.get(page, nothing)(run)
    for shown in SHOWN:
        if shown.page != page or not shown.whole or shown.why_not is not None:
            continue
        BEFORE.get(shown.line, nothing)(run)
        line = shown.line
        for pattern, less in SMALLER.items():
            line = re.sub(pattern, less, line)
        program, *words = Shown(page, line, whole=True).words
        if program == "bocage" and "$(" not in line:
            answer = run(*words, input_lines=["quit"])
            code, told = answer.code, answer.err
        else:
            done = subprocess.run(["bash", "-c", line], capture_output=True, text=True, check=False)
            code, told = done.returncode, done.stderr
        assert code == (2 if (page, shown.line) in REFUSED else 0), f"{line}: {told}"


def test_every_reason_is_of_a_command() -> None:
    """The table of commands that are only read has no line that no page needs."""
    plain = {" ".join(each.words) for each in SHOWN if each.whole}
    assert [each for each in NOT_RUN if not any(re.fullmatch(each, line) for line in plain)] == []
    assert {(each.page, each.line) for each in SHOWN} >= REFUSED
