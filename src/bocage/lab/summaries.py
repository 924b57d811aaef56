"""Summaries of many games: who won how often, and the mean of each measure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean, median, stdev
from typing import TYPE_CHECKING, NamedTuple

from bocage.lab.intervals import Interval, mean_interval, wilson

if TYPE_CHECKING:
    from bocage.lab.batches import Row


class Share(NamedTuple):
    """How often the games had some result."""

    name: str
    times: int
    out_of: int
    interval: Interval

    @property
    def share(self) -> float:
        """The share of all games, from 0 to 1."""
        return self.times / self.out_of


class Mean(NamedTuple):
    """The mean of a measure over all games."""

    name: str
    mean: float
    interval: Interval | None
    """None of a single game."""
    deviation: float
    least: float
    median: float
    most: float


@dataclass(frozen=True, slots=True)
class Summary:
    """Shares of the results and means of the measures."""

    games: int
    shares: tuple[Share, ...]
    means: tuple[Mean, ...]


def summarised(rows: Sequence[Row], seats: Sequence[str]) -> Summary:
    """Return the summary of some games; results that never came are left out, seats are not.

    Raises:
        ValueError: there are no games.
    """
    if not rows:
        raise ValueError("there are no games to sum up")
    winners = [row.winner for row in rows]
    names = dict.fromkeys((*seats, *sorted(set(winners))))
    shares = tuple(
        Share(name, winners.count(name), len(rows), wilson(winners.count(name), len(rows)))
        for name in names
    )
    measured = dict.fromkeys(name for row in rows for name in row.measures)
    means = tuple(
        _mean(name, [row.measures[name] for row in rows if name in row.measures])
        for name in measured
    )
    return Summary(len(rows), shares, means)


def grouped(rows: Sequence[Row], seats: Sequence[str], by: str) -> dict[float, Summary]:
    """Return a summary for each value of something counted, the least first; the others left
    out.
    """
    values = sorted({row.measures[by] for row in rows if by in row.measures})
    return {
        value: summarised([row for row in rows if row.measures.get(by) == value], seats)
        for value in values
    }


def _mean(name: str, values: Sequence[float]) -> Mean:
    several = len(values) > 1
    return Mean(
        name,
        fmean(values),
        mean_interval(values) if several else None,
        stdev(values) if several else 0.0,
        min(values),
        median(values),
        max(values),
    )
