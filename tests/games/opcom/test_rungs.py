"""Nothing leaks within a rung: strengths that the ladder does not tell change no byte."""

from __future__ import annotations

from typing import Any

import pytest

from bocage.games.opcom.board.position import Position
from bocage.games.opcom.board.tables import tables
from bocage.games.opcom.board.world import load_world
from bocage.games.opcom.s10_reports import release as reports
from bocage.games.opcom.s10_reports import selection
from bocage.games.opcom.s10_reports.ladder import RUNGS
from bocage.games.opcom.s10_reports.states import first_alike, kind_of, listed_as, word_for
from tests.games.opcom import rungs

SCENARIO = "joes-bridge"
PAIRS = range(1, 13)


@pytest.mark.parametrize("number", PAIRS)
def test_strengths_within_a_rung_give_the_same_report(number: int) -> None:
    """10.1, 10.3: own and enemy strengths differ within their rungs; nobody can tell."""
    changed, who = rungs.reported(number, SCENARIO)
    assert changed
    assert who == []


def test_a_turn_with_the_same_end_gives_the_same_report() -> None:
    """Strengths differ within their rungs before a turn; where it ends alike nobody can tell."""
    found = [rungs.whole(number, SCENARIO) for number in range(1, 9)]
    assert any(same for same, _ in found)
    assert all(who == [] for _, who in found)


def _level(st: Position, unit: int) -> str:
    return f"has {st.level(unit)} left"


def _by_level(st: Position, enemy: Any, steps: int) -> float:
    return st.status(enemy.number).level(steps) / 12


@pytest.mark.parametrize(
    ("room", "leak"),
    [(reports, {"effectiveness": _level}), (selection, {"_weight": _by_level})],
    ids=["own", "enemy"],
)
def test_a_leak_within_a_rung_would_be_found(
    monkeypatch: pytest.MonkeyPatch, room: Any, leak: dict[str, Any]
) -> None:
    """The check finds a state in figures and a count by level."""
    for name, planted in leak.items():
        monkeypatch.setattr(room, name, planted)
    assert any(rungs.reported(number, SCENARIO)[1] for number in PAIRS)


def test_a_reported_figure_is_that_of_the_rung() -> None:
    """Reading 7.6: every state on a rung gives the same number of prisoners, the best one's."""
    world = load_world("market-garden")
    for unit in world.units:
        kind, status = kind_of(unit), unit.status
        for steps in range(status.last_step + 1):
            first = first_alike(kind, status, steps, tables())
            assert first <= steps
            word = word_for(kind, status, steps, tables())
            assert word_for(kind, status, first, tables()) == word
            assert first_alike(kind, status, first, tables()) == first


def test_every_rung_has_its_word_in_unit_lists() -> None:
    """What a list of units says is known for every rung, of guns and the rear too."""
    for word in (*RUNGS, "full", "some", "few", "staff", "columns"):
        assert listed_as(word)  # type: ignore[arg-type]
