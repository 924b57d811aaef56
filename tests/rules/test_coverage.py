"""Whether coverage demands what it should: entries always, readings where the judge says so."""

from __future__ import annotations

import pytest

from bocage.engine.rulings import Rule
from bocage.rules.coverage import EXCUSED, MISSING, Coverage, Standing, cover
from tests.mutants import judge_of

BARE = Standing(Rule("reading 7"), "Which edge")
EXCUSE = Standing(Rule("reading 13"), "Reserve divisions", "it has no effect")


@pytest.mark.parametrize(("demanded", "complete"), [(True, False), (False, True)])
def test_a_reading_without_a_case_is_missing_where_readings_are_demanded(
    demanded: bool, complete: bool
) -> None:
    """It fails coverage then; where readings are only shown it does not."""
    found = Coverage([], [BARE, EXCUSE], [], [], demanded)
    assert found.complete is complete
    assert [each.rule for each in found.missing] == (["reading 7"] if demanded else [])


def test_a_reading_with_a_reason_is_excused() -> None:
    """A stated reason stands for a case."""
    assert (BARE.state, EXCUSE.state) == (MISSING, EXCUSED)


def test_roundup_demands_its_readings() -> None:
    """Without a single case every reading of Operation Roundup is missing that has no reason."""
    judge = judge_of("roundup")
    found = cover(judge, [])
    left = [rule for rule, each in judge.readings.items() if not each.case_none]
    missing = [each.rule for each in found.missing if each.rule.startswith("reading")]
    assert missing == left
    assert len(left) > 70
