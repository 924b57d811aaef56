"""Every citation in the program leads somewhere."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import bocage.games.falaise as package
from bocage.games.falaise.rulebook import index, readings
from bocage.games.falaise.switches import CORPS_58, LEAST, SWITCHES

FOLDER = Path(str(package.__file__)).parent
MODULES = sorted(FOLDER.glob("*.py"))


def citations(path: Path) -> Iterator[tuple[int, str]]:
    """Line and number of every `R("...")` in a module."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Name)
            and node.func.id == "R"
            and len(node.args) == 1
            and isinstance(node.args[0], ast.Constant)
        ):
            yield node.lineno, str(node.args[0].value)


def test_every_citation_is_in_the_index() -> None:
    """A cited number is a case of the rulebook or one of our readings."""
    known = {*index(), *readings()}
    cited = [(path.name, *each) for path in MODULES for each in citations(path)]
    assert len(cited) > 100
    assert [each for each in cited if each[2] not in known] == []


def test_docstrings_name_readings_that_exist() -> None:
    """A reading named in a docstring or comment is one that we have."""
    numbers = {rule.removeprefix("reading ") for rule in readings()}
    wrong: list[str] = []
    for path in MODULES:
        for group in re.findall(r"[Rr]eadings? ([\d, ]+(?:and \d+)?)", path.read_text()):
            named = re.findall(r"\d+", group)
            wrong += [f"{path.name}: reading {each}" for each in named if each not in numbers]
    assert wrong == []


def test_readings_are_numbered_through_and_belong_to_cases() -> None:
    """Readings 1 to 112 are there, each about cases of the rulebook, each saying something."""
    assert [str(rule) for rule in readings()] == [f"reading {i}" for i in range(1, 113)]
    for reading in readings().values():
        assert set(reading.about) <= set(index()), reading.rule
        assert reading.says


def test_every_switch_is_a_reading_and_every_reading_says_its_switch() -> None:
    """The switches of the table and those that the readings offer are the same."""
    offered = {
        rule: name
        for rule, reading in readings().items()
        for name in re.findall(r"Switch: `([a-z0-9-]+)`", reading.says)
    }
    assert offered == {option.rule: option.id for option in (*SWITCHES.values(), CORPS_58, LEAST)}
