"""Figures of figures.toml that have a probe: 20 % more or less does not go unnoticed.

What has no probe is tried against the cases by `tests/cases/test_figures.py`.
"""

from __future__ import annotations

import pytest

from tests.mutants.opcom.figures import figure, others, value_of
from tests.mutants.opcom.probes import PROBES, SAME


@pytest.mark.parametrize("name", PROBES)
def test_rules_use_each_figure_as_its_reading_says(name: str) -> None:
    """A little nearer and a little farther, the last die and the next: as the reading says."""
    assert PROBES[name]()


@pytest.mark.parametrize("name", PROBES)
def test_a_wrong_figure_is_noticed(name: str) -> None:
    """With 20 % less and with 20 % more the probe fails."""
    for other in others(value_of(name)):
        if other in SAME.get(name, ()):
            continue
        with figure(name, other):
            assert not _holds(name), f"{name} = {other}"


def _holds(name: str) -> bool:
    try:
        return PROBES[name]()
    except Exception:  # with a wrong figure anything may happen
        return False
