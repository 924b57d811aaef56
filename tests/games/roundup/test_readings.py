"""Our readings: each is cited where it rules, and each switch has cases for both its choices."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from bocage.engine.game import Option
from bocage.games.roundup.options import SWITCHES
from bocage.rules.cases import files_of, read_case
from bocage.rules.citations import citations, mentions
from bocage.rules.coverage import COUNTS, verdict
from bocage.rules.runner import run
from tests.mutants import judge_of

CASES = Path(__file__).parent.parent.parent / "cases" / "roundup"
READINGS = judge_of("roundup").readings
READ = [option for option in SWITCHES.values() if option.rule in READINGS]


@cache
def decided() -> frozenset[str]:
    """What is cited, or named in a docstring, where the game decides and not where it explains."""
    judge = judge_of("roundup")
    found = (citations(judge.folder), mentions(judge.folder))
    return frozenset(
        rule
        for each in found
        for rule, places in each.items()
        if any(place.file not in judge.explaining for place in places)
    )


def test_every_reading_is_cited_where_it_rules() -> None:
    """The code that decides names each reading, unless no case can show it."""
    left = [rule for rule, each in READINGS.items() if not each.case_none and rule not in decided()]
    assert left == []


@pytest.mark.parametrize("option", READ, ids=[option.id for option in READ])
def test_both_choices_of_a_switch_have_a_case(option: Option) -> None:
    """A case depends on the reading with the switch off, and another with it on."""
    judge = judge_of("roundup")
    found = {
        case.given.get("options", {}).get(option.id, "off")
        for path in files_of([CASES])
        for case in read_case(path)
        if option.rule in case.rules
        and verdict(run(case, judge), option.rule, judge).state == COUNTS
    }
    assert found == set(option.choices)
