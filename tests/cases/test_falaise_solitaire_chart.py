"""Solitaire play and the optional rules: get a cell or a number wrong, and a case fails."""

from __future__ import annotations

from dataclasses import replace
from types import ModuleType
from typing import Any

import pytest

from bocage.games.falaise import s08_bombardment, s11_attachment, s12_optional
from bocage.games.falaise.board.world import World
from bocage.games.falaise.judge import questions
from bocage.games.falaise.s13_solitaire import s13_1_targets, s13_2_activation, s13_3_boundary
from bocage.games.judges import judge_of
from bocage.rules.judge import everywhere, replaced

from .test_falaise_charts import about, are_all_well

WORLD: World = vars(judge_of("falaise").game)["world"]
ROWS = WORLD.tables.solitaire
WRONG = [
    (die, other)
    for die in range(1, len(ROWS) + 1)
    for other in dict.fromkeys(ROWS)
    if other != ROWS[die - 1]
]
"""Every modified die with every row of the table that is not its own."""


def test_every_cell_is_tried() -> None:
    """Seven modified dice, five different rows."""
    assert len(WRONG) == 7 * 4


@pytest.mark.parametrize(("die", "other"), WRONG)
def test_a_wrong_row_is_found(die: int, other: Any) -> None:
    """13.2: another row in the place of the right one fails a case about the table."""
    rows = (*ROWS[: die - 1], other, *ROWS[die:])
    with replaced(WORLD, tables=replace(WORLD.tables, solitaire=rows)):
        assert not are_all_well(judge_of("falaise"), about("13.2-the-table"))


NUMBERS: list[tuple[ModuleType, str, int, str]] = [
    (s13_2_activation, "NEARBY", 2, "13.2-the-table"),
    (s13_1_targets, "AIR_HIT", 5, "13.1-a-six"),
    (s13_1_targets, "AIR_HIT", 7, "13.1-a-six"),
    (s13_1_targets, "GUN_HIT", 4, "13.1-guns"),
    (s13_1_targets, "GUN_HIT", 6, "13.1-guns"),
    (s13_3_boundary, "PASSES", 5, "13.3-the-die"),
    (s13_3_boundary, "PASSES", 7, "13.3-the-die"),
    (s11_attachment, "MOST_EXTRA", 2, "12.2-six-units"),
    (s11_attachment, "MOST_EXTRA", 4, "12.2-six-units"),
    (s08_bombardment, "LEAST_SUNNY", 2, "12.3-sunny-skies"),
    (s08_bombardment, "LEAST_SUNNY", 4, "12.3-sunny-skies"),
    (s12_optional, "PARIS_FROM", 4, "12.5-the-die"),
    (s12_optional, "EVERY", 3, "12.5-modifiers"),
    (s12_optional, "EVERY", 5, "12.5-modifiers"),
    (s12_optional, "HOLDS", 4, "12.5-the-die"),
    (s12_optional, "HOLDS", 6, "12.5-held"),
    (s12_optional, "TAKES", 6, "12.5-held"),
    (s12_optional, "TAKES", 8, "12.5-they-leave"),
]


@pytest.mark.parametrize(("module", "name", "wrong", "cases"), NUMBERS)
def test_a_wrong_number_is_found(module: ModuleType, name: str, wrong: int, cases: str) -> None:
    """A number of modules 12 and 13 that is one off fails a case."""
    judge = judge_of("falaise")
    assert are_all_well(judge, about(cases))
    with everywhere((module, questions), **{name: wrong}):
        assert not are_all_well(judge, about(cases))
