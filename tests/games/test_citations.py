"""Every citation in the program leads somewhere, and every reading is known where it rules."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from bocage.games.judges import judge_of
from bocage.rules.citations import citations, mentions
from bocage.rules.judge import Judge

GAMES = ("falaise", "roundup")
MODULES = {"falaise": 14, "roundup": 15}


@pytest.fixture(params=GAMES)
def judge(request: pytest.FixtureRequest) -> Judge[Any]:
    """Return the judge of a game."""
    return judge_of(request.param)


def test_every_citation_is_in_the_index(judge: Judge[Any]) -> None:
    """A cited number is an entry of the index or one of our readings."""
    cited = citations(judge.folder)
    assert len(cited) > 100
    known = {*judge.index, *judge.readings}
    assert [(rule, *places) for rule, places in cited.items() if rule not in known] == []


def test_a_citation_that_leads_nowhere_is_found(tmp_path: Path) -> None:
    """The walk finds citations, so that the test above can fail."""
    module = tmp_path / "wrong.py"
    module.write_text('rule = R("11.99")\nother = S("1.0")\n', encoding="utf-8")
    assert {rule: [each.line for each in at] for rule, at in citations(tmp_path).items()} == {
        "11.99": [1]
    }
    assert all("11.99" not in judge_of(game).index for game in GAMES)


def test_docstrings_name_readings_that_exist(judge: Judge[Any]) -> None:
    """A reading named in a docstring is one that we have."""
    named = [rule for rule in mentions(judge.folder) if rule.startswith("reading")]
    assert len(named) > 10
    assert [rule for rule in named if rule not in judge.readings] == []


def test_every_reading_is_named_where_it_rules() -> None:
    """Falaise: the code cites each reading, or names it in the text of what it rules."""
    judge = judge_of("falaise")
    texts = "\n".join(path.read_text(encoding="utf-8") for path in judge.folder.rglob("*.py"))
    groups = re.findall(r"[Rr]eadings?\s+(\d[\d,\s]*(?:and\s+\d+)?)", texts)
    named = {number for group in groups for number in re.findall(r"\d+", group)}
    numbers = {rule.removeprefix("reading ") for rule in judge.readings}
    assert sorted(numbers - named, key=int) == []


def test_the_index_has_every_module_and_section(judge: Judge[Any]) -> None:
    """Every module is there, each section after the one before, none left out."""
    cases = [entry.rule for entry in judge.index.values() if entry.is_case]
    numbers = [tuple(int(part) for part in rule.split(".")) for rule in cases]
    assert numbers == sorted(numbers)
    last = MODULES[judge.game.id]
    assert {each[0] for each in numbers} == set(range(1, last + 1))
    for module in range(1, last + 1):
        sections = sorted({each[1] for each in numbers if each[0] == module})
        assert sections == list(range(len(sections)))


def test_readings_belong_to_cases(judge: Judge[Any]) -> None:
    """Every reading names the cases that it belongs to, and says something."""
    for reading in judge.readings.values():
        assert reading.about
        assert set(reading.about) <= set(judge.index), reading.rule
        assert reading.says


def test_readings_of_falaise_are_numbered_through() -> None:
    """No number is left out."""
    rules = list(judge_of("falaise").readings)
    assert rules == [f"reading {number}" for number in range(1, len(rules) + 1)]


def test_every_switch_is_a_reading_and_every_reading_says_its_switch(judge: Judge[Any]) -> None:
    """The switches of the table and those that the readings offer are the same."""
    offered = {
        (rule, name)
        for rule, reading in judge.readings.items()
        for name in re.findall(r"Switch: `([a-z0-9-]+)`", reading.says)
    }
    options = judge.game.options.values()
    assert offered == {(each.rule, each.id) for each in options if each.rule.startswith("reading")}


def test_what_people_read_is_short(judge: Judge[Any]) -> None:
    """No entry and no reading runs over 600 characters."""
    texts = {rule: entry.says for rule, entry in judge.index.items()}
    texts |= {rule: reading.says for rule, reading in judge.readings.items()}
    assert [rule for rule, text in texts.items() if len(text) > 600] == []
