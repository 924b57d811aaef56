"""The charts of The Pocket at Falaise: get any one cell or modifier wrong, and a case fails."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

import pytest

from bocage.games.falaise.board.charts import RESULTS, Tables
from bocage.games.falaise.board.world import World
from bocage.games.falaise.game import Falaise
from bocage.games.falaise.judge.judge import FalaiseJudge
from bocage.games.falaise.pieces.counters import load as load_counters
from bocage.games.judges import judge_of
from bocage.rules.cases import Case
from bocage.rules.judge import Judge, replaced
from bocage.rules.runner import run

from .test_cases import cases_of

WORLD: World = vars(judge_of("falaise").game)["world"]
TABLES = WORLD.tables


def about(*starts: str) -> list[Case]:
    """Return the cases whose names start like that."""
    found = [case for case in cases_of("falaise") if case.path.stem.startswith(starts)]
    assert found
    return found


def are_all_well(judge: Judge[Any], cases: Sequence[Case]) -> bool:
    """Return whether every case passes."""
    return all(run(case, judge).passed for case in cases)


def other(row: Sequence[Any], place: int, known: Sequence[Any]) -> tuple[Any, ...]:
    """Return a row with one cell that is wrong."""
    wrong = next(each for each in known if each != row[place])
    return (*row[:place], wrong, *row[place + 1 :])


def wrong_cells(tables: Tables) -> Iterator[tuple[str, Tables]]:
    """Yield every way to get one cell of a table of results wrong."""
    for die, row in enumerate(tables.assault):
        for column in range(len(row)):
            wrong = other(row, column, RESULTS)
            table = (*tables.assault[:die], wrong, *tables.assault[die + 1 :])
            yield f"10.2-table {die + 1} {tables.columns[column]}", replace(tables, assault=table)
    for die in range(6):
        fire = other(tables.op_fire, die, (0, 1, 2))
        yield f"6.2-table {die + 1}", replace(tables, op_fire=fire)
        shells = other(tables.bombardment, die, (0, 2, 3))
        yield f"8.1-table {die + 1}", replace(tables, bombardment=shells)
    for die in range(7):
        yield f"7.1-die {die + 1}", replace(tables, points=other(tables.points, die, (4, 6, 8, 10)))


CELLS = dict(wrong_cells(TABLES))


def test_every_cell_is_tried() -> None:
    """48 of the Assault Table, 6 of Op-Fire, 6 of bombardment, 7 of activation."""
    assert len(CELLS) == 48 + 6 + 6 + 7


@pytest.mark.parametrize("name", CELLS)
def test_a_wrong_cell_is_found(name: str) -> None:
    """A cell of the tables of results that is wrong fails a case about its table."""
    judge = judge_of("falaise")
    cases = about(name.split()[0])
    assert are_all_well(judge, cases)
    with replaced(WORLD, tables=CELLS[name]):
        assert not are_all_well(judge, cases)


MODIFIERS = [
    (chart, name)
    for chart in ("assault_drm", "activation_drm", "op_fire_drm", "bombardment_drm")
    for name in getattr(TABLES, chart)
]

ABOUT: Mapping[str, tuple[str, ...]] = {
    "assault_drm": ("10.2-modifiers", "11.9.1-"),
    "activation_drm": ("7.1-modifiers", "7.1-counterattack", "12.4-"),
    "op_fire_drm": ("6.2-modifiers", "6.3-by-day"),
    "bombardment_drm": ("8.1-modifiers",),
}


def test_every_modifier_is_tried() -> None:
    """11 of assaults with Argentan, 7 of activation with 12.4, 11 of Op-Fire, 6 of guns."""
    counts = [sum(each[0] == chart for each in MODIFIERS) for chart in ABOUT]
    assert counts == [11, 7, 11, 6]


@pytest.mark.parametrize(("chart", "name"), MODIFIERS)
def test_a_wrong_modifier_is_found(chart: str, name: str) -> None:
    """A modifier that is one off fails a case about its list."""
    judge = judge_of("falaise")
    cases = about(*ABOUT[chart])
    changed: dict[str, Any] = {chart: {**getattr(TABLES, chart)}}
    changed[chart][name] += 1
    with replaced(WORLD, tables=replace(TABLES, **changed)):
        assert not are_all_well(judge, cases)


@pytest.mark.parametrize("name", ["ter_low", "ter_high", "disrupted", "relieved"])
def test_a_wrong_rating_is_found(name: str) -> None:
    """What TER does to points, and disruption and relief to TER, has a case."""
    judge = judge_of("falaise")
    wrong: dict[str, Any] = {name: getattr(TABLES, name) + 1}
    with replaced(WORLD, tables=replace(TABLES, **wrong)):
        assert not are_all_well(judge, about("7.1-ter", "9.1-ter", "11.6-rating"))


@pytest.mark.parametrize("terrain", TABLES.costs)
@pytest.mark.parametrize("column", range(3))
def test_a_wrong_terrain_cost_is_found(terrain: str, column: int) -> None:
    """What a terrain costs German infantry, Mechanized units and Allied infantry has a case."""
    row: Any = TABLES.costs[terrain]
    row = (*row[:column], row[column] + 1, *row[column + 1 :])
    wrong = replace(TABLES, costs={**TABLES.costs, terrain: row})
    judge = FalaiseJudge(Falaise(World(WORLD.pack, load_counters(), wrong)))
    assert not are_all_well(judge, about("7.2-costs"))
