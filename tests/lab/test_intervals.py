"""Intervals against figures from printed tables and against what they promise."""

from __future__ import annotations

import doctest
from math import isclose, sqrt
from random import Random

import pytest

from bocage.lab import intervals
from bocage.lab.intervals import mean_interval, student, wilson


@pytest.mark.parametrize(
    ("share", "freedom", "quantile"),
    [
        (0.975, 1, 12.7062),
        (0.975, 2, 4.3027),
        (0.975, 5, 2.5706),
        (0.975, 10, 2.2281),
        (0.975, 30, 2.0423),
        (0.975, 100, 1.9840),
        (0.95, 7, 1.8946),
        (0.995, 20, 2.8453),
        (0.9, 3, 1.6377),
    ],
)
def test_students_t_is_that_of_the_tables(share: float, freedom: int, quantile: float) -> None:
    """The quantiles of Student's t agree with a printed table to its last digit."""
    assert isclose(student(share, freedom), quantile, abs_tol=6e-5)
    assert isclose(student(1 - share, freedom), -quantile, abs_tol=6e-5)


def test_students_t_of_the_middle_is_nothing() -> None:
    """Half of the distribution lies below 0."""
    assert student(0.5, 9) == 0


@pytest.mark.parametrize(
    ("times", "out_of", "low", "high"),
    [
        (0, 10, 0.0, 0.2775),
        (10, 10, 0.7225, 1.0),
        (8, 10, 0.4902, 0.9433),
        (50, 100, 0.4038, 0.5962),
    ],
)
def test_wilsons_interval(times: int, out_of: int, low: float, high: float) -> None:
    """Wilson's interval agrees with published figures and stays between 0 and 1."""
    found = wilson(times, out_of)
    assert isclose(found.low, low, abs_tol=1e-4)
    assert isclose(found.high, high, abs_tol=1e-4)


def test_the_mean_lies_in_the_middle() -> None:
    """The interval of a mean reaches as far up as down, by t and the standard error."""
    low, high = mean_interval([1.0, 2.0, 3.0, 4.0])
    assert isclose((low + high) / 2, 2.5)
    assert isclose(high - 2.5, 3.18245 * sqrt(5 / 3) / 2, abs_tol=1e-4)


def test_intervals_hold_what_they_promise() -> None:
    """Of many samples with a known mean about 95 in 100 have it in their interval."""
    rng = Random(5)
    held = 0
    for _ in range(1000):
        low, high = mean_interval([rng.gauss(3, 2) for _ in range(8)])
        held += low <= 3 <= high
    assert 930 <= held <= 970


@pytest.mark.parametrize(("times", "out_of"), [(1, 0), (3, 2), (-1, 4)])
def test_no_share_of_nothing(times: int, out_of: int) -> None:
    """A share of no games, or more than all, is refused."""
    with pytest.raises(ValueError, match="is not a share"):
        wilson(times, out_of)


def test_one_value_has_no_interval() -> None:
    """A mean of one game cannot be trusted at all."""
    with pytest.raises(ValueError, match="two values"):
        mean_interval([1.0])


def test_the_examples_are_true() -> None:
    """What the module shows is what it does."""
    found = doctest.testmod(intervals, optionflags=doctest.ELLIPSIS)
    assert (found.failed, found.attempted) == (0, 3)
