"""No figure without a case: make a number of the rules wrong, and a case fails.

Of the hex games every number is wrong by one; of OP COM every figure of figures.toml that has no
probe (`tests/games/opcom/test_figures.py`) is 20 % less and more. A sample runs in CI. By hand,
all of them, in about ten minutes: `BOCAGE_FIGURES=1 pytest -n 0 tests/cases/test_figures.py`.
"""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any, Final

import pytest

from bocage.engine.game import Game
from bocage.games import game as loaded
from bocage.games import judges
from bocage.rules.cases import Case, files_of, read_case
from bocage.rules.judge import Judge
from bocage.rules.runner import run
from tests.mutants.figures import BOARD, Figure, figures, wrong
from tests.mutants.opcom.figures import figure as opcom_figure
from tests.mutants.opcom.figures import others, sources, value_of
from tests.mutants.opcom.probes import PROBES, SAME

HERE = Path(__file__).parent
GAMES = ("roundup", "falaise")
EVERY: Final = int(os.environ.get("BOCAGE_FIGURES", "9"))
"""One figure in so many is tried."""
SAMPLE = [(name, each) for name in GAMES for each in figures(name)[::EVERY]]


@cache
def cases_of(name: str) -> Sequence[Case]:
    """Return the cases of a game, row by row."""
    return [case for path in files_of([HERE / name]) for case in read_case(path)]


def nearest_first(name: str, figure: Figure) -> list[Case]:
    """Return the cases of a game, those of the figure's own chapter first."""
    found = re.search(r"s(\d\d)_(?:(\d+)_)?[a-z_]+$", figure.module)
    numbers = [str(int(each)) for each in found.groups() if each] if found else []
    chapter = re.escape(".".join(numbers))
    return sorted(cases_of(name), key=lambda case: not re.match(rf"{chapter}\b", case.path.stem))


def judge_with(name: str, figure: Figure) -> Judge[Any]:
    """Return the judge of a game; for a figure of the board one of a world that is made now."""
    if f"{figure.module}.{figure.name}" in BOARD.get(name, ()):
        again: Game[Any] = loaded(name)
        return judges.judge_for(again)
    return judges.judge_of(name)


def holds(case: Case, judge: Judge[Any]) -> bool:
    """Return whether a case passes; a program that fails does not hold."""
    try:
        return run(case, judge).passed
    except Exception:  # with a wrong figure anything may happen
        return False


@pytest.mark.parametrize(("name", "figure"), SAMPLE, ids=[f"{n}: {f}" for n, f in SAMPLE])
def test_a_wrong_figure_is_found(name: str, figure: Figure) -> None:
    """One less and one more: some case fails."""
    for other in figure.others:
        with wrong(name, figure, other):
            judge = judge_with(name, figure)
            found = next((c for c in nearest_first(name, figure) if not holds(c, judge)), None)
        assert found is not None, f"{figure}: no case fails with {other}"


UNPROBED = [each for each in sources() if each not in PROBES]


@pytest.mark.parametrize("name", UNPROBED[::EVERY])
def test_a_wrong_figure_of_opcom_is_found(name: str) -> None:
    """20 % less and 20 % more: some case fails, one of the same rule or reading first."""
    judge = judges.judge_of("opcom")
    about = re.compile(rf"{re.escape(sources()[name])}\b")
    chapter = sources()[name].partition(".")[0] + "."
    ordered = sorted(
        cases_of("opcom"),
        key=lambda case: (
            not about.match(case.path.stem),
            not case.path.stem.startswith(chapter),
        ),
    )
    for other in others(value_of(name)):
        if other in SAME.get(name, ()):
            continue
        with opcom_figure(name, other):
            found = next((case for case in ordered if not holds(case, judge)), None)
        assert found is not None, f"{name}: no case fails with {other}"


@pytest.mark.parametrize("name", GAMES)
def test_the_figures_are_known(name: str) -> None:
    """There are figures to try, and every case passes when they are right."""
    assert len(figures(name)) > 30
    judge = judges.judge_of(name)
    assert [case.name for case in cases_of(name) if not holds(case, judge)] == []
