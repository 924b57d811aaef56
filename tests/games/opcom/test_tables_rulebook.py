"""Every citation in the program leads somewhere; index and readings are whole."""

from __future__ import annotations

import re
from pathlib import Path

import bocage.games.opcom as package
from bocage.games.judges import judge_of
from bocage.games.opcom.options import OPTIONS
from bocage.rules.citations import citations

FOLDER = Path(str(package.__file__)).parent
INDEX, READINGS = judge_of("opcom").index, judge_of("opcom").readings
CASES = [rule for rule, entry in INDEX.items() if entry.is_case]
"""Every section, heading and numbered note, without its sentences."""
FIRST = {1: 7, 2: 7, 3: 22, 4: 45, 5: 5, 6: 13, 7: 7, 8: 17, 9: 11, 10: 8}
"""How many readings each chapter began with: 142 in all. More may follow, none may go."""


def test_every_citation_is_in_the_index() -> None:
    """A cited number is an entry of the rulebook or one of our readings."""
    known = {*INDEX, *READINGS}
    found = citations(FOLDER)
    assert len(found) > 150
    assert {
        rule: [str(p) for p in places] for rule, places in found.items() if rule not in known
    } == {}


def test_docstrings_name_readings_that_exist() -> None:
    """A reading named in a docstring or comment is one that we have."""
    numbers = {rule.removeprefix("reading ") for rule in READINGS}
    wrong: list[str] = []
    for path in sorted(FOLDER.rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        for group in re.findall(r"[Rr]eadings? ((?:\d+\.\d+(?:, | and )?)+)", text):
            named = re.findall(r"\d+\.\d+", group)
            wrong += [f"{path.name}: reading {each}" for each in named if each not in numbers]
    assert wrong == []


def test_readings_are_numbered_without_gaps() -> None:
    """Every chapter is numbered through, none has lost a reading, each is about the book."""
    assert sum(FIRST.values()) == 142
    chapters: dict[int, list[int]] = {}
    for rule in READINGS:
        chapter, number = (int(part) for part in rule.removeprefix("reading ").split("."))
        chapters.setdefault(chapter, []).append(number)
    assert list(chapters)[: len(FIRST)] == list(FIRST)
    for chapter, numbers in chapters.items():
        assert numbers == list(range(1, len(numbers) + 1))
        assert len(numbers) >= FIRST.get(chapter, 1)
    for reading in READINGS.values():
        assert reading.about
        assert set(reading.about) <= set(CASES), reading.rule
        assert reading.says


def test_the_index_has_every_section() -> None:
    """Sections 1 to 13 are there, each heading after the one before, none left out."""
    numbers = [tuple(int(part) for part in rule.split(".")) for rule in CASES]
    assert numbers == sorted(numbers)
    assert {each[0] for each in numbers} == set(range(1, 14))
    for section in range(1, 14):
        headings = sorted({each[1] for each in numbers if each[0] == section})
        assert headings in (list(range(len(headings))), list(range(1, len(headings) + 1)))


def test_every_switch_is_a_reading() -> None:
    """The readings that a table may rule otherwise say so, and are options."""
    offered = {rule: each.switch for rule, each in READINGS.items() if each.switch}
    assert offered == {option.rule: option.id for option in OPTIONS.values()}
