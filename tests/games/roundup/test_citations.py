"""Every citation in the program leads somewhere."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import bocage.games.roundup as package
from bocage.games.roundup.rulebook import cases, index, readings
from bocage.games.roundup.switches import SWITCHES

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


def test_a_citation_that_leads_nowhere_is_found(tmp_path: Path) -> None:
    """The walk finds citations, so that the test above can fail."""
    module = tmp_path / "wrong.py"
    module.write_text('rule = R("11.99")\nother = S("1.0")\n', encoding="utf-8")
    assert list(citations(module)) == [(1, "11.99")]
    assert "11.99" not in index()


def test_docstrings_name_readings_that_exist() -> None:
    """A reading named in a docstring or comment is one that we have."""
    numbers = {rule.removeprefix("reading ") for rule in readings()}
    wrong: list[str] = []
    for path in MODULES:
        for group in re.findall(r"[Rr]eadings? ([\d, a-e]+(?:and [\d]+[a-e]?)?)", path.read_text()):
            named = re.findall(r"\d+[a-e]?", group)
            wrong += [f"{path.name}: reading {each}" for each in named if each not in numbers]
    assert wrong == []


def test_the_index_has_every_module_and_section() -> None:
    """Modules 1 to 15 are there, each section after the one before, none left out."""
    numbers = [tuple(int(part) for part in rule.split(".")) for rule in cases()]
    assert numbers == sorted(numbers)
    assert {each[0] for each in numbers} == set(range(1, 16))
    for module in range(1, 16):
        sections = sorted({each[1] for each in numbers if each[0] == module})
        assert sections == list(range(len(sections)))


def test_readings_belong_to_cases() -> None:
    """Every reading names the cases that it belongs to, and says something."""
    for reading in readings().values():
        assert reading.about
        assert set(reading.about) <= set(cases()), reading.rule
        assert reading.says


def test_every_switch_is_a_reading_and_every_reading_says_its_switch() -> None:
    """The switches of the table and those that the readings offer are the same."""
    offered = {
        rule: name
        for rule, reading in readings().items()
        for name in re.findall(r"Switch: `([a-z0-9-]+)`", reading.says)
    }
    assert offered == {option.rule: option.id for option in SWITCHES.values()}


@pytest.mark.parametrize("text", ["rulebook.toml", "readings.md"])
def test_a_sentence_a_line(text: str) -> None:
    """What people read of the rules is short: no entry runs over 600 characters."""
    entries = [*cases().values()] if text == "rulebook.toml" else [*readings().values()]
    assert [each.rule for each in entries if len(each.says) > 600] == []
