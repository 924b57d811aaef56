"""`docs/where.md`: each rule that it asks for is where it says, and its case fails without it."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

from bocage.engine.rulings import Rule
from bocage.rules.cases import read_case
from bocage.rules.citations import citations
from bocage.rules.runner import run
from tests.mutants import judge_of

ROOT = Path(__file__).parents[2]
cited = cache(citations)
"""Reads the modules of a game once for all rows."""
ROW = re.compile(r"\| [^|]*\? \| (\w+) ([^|]+) \| `([^`]+)` \| `([^`]+)` \|")


class Answer(NamedTuple):
    """A row of the table."""

    game: str
    rule: str
    code: str
    case: str


def answers() -> list[Answer]:
    """Return every row of the table."""
    page = (ROOT / "docs" / "where.md").read_text(encoding="utf-8")
    return [Answer(*each) for each in ROW.findall(page)]


def test_there_are_ten() -> None:
    """The page asks ten questions, of all three games."""
    assert len(answers()) == 10
    assert {each.game for each in answers()} == {"roundup", "falaise", "opcom"}


@pytest.mark.parametrize("answer", answers(), ids=lambda each: f"{each.game} {each.rule}")
def test_a_rule_is_where_the_page_says(answer: Answer) -> None:
    """The module cites the rule; the case names it, passes, and fails without it."""
    judge = judge_of(answer.game)
    assert answer.code in {place.file for place in cited(judge.folder)[Rule(answer.rule)]}
    cases = read_case(ROOT / "tests" / "cases" / answer.game / answer.case)
    assert all(answer.rule in case.rules for case in cases)
    assert all(run(case, judge).passed for case in cases)
    assert any(not run(case, judge, (answer.rule,)).passed for case in cases)
