"""Ratings of players: the Bradley-Terry model with an advantage of the first seat.

The first seat wins with the odds exp(r_first - r_second + side). All games count at once, so the
order in which they were played changes nothing. A weak prior keeps a player who always wins, or
a side that never loses, at a finite rating. The best fit is found by Newton's method, intervals
by the curvature there (Laplace); a draw counts as half a win for either.

Rating libraries were looked at: choix has no advantage of a side, without which the better seat
passes for the better player; openskill and other ratings that are updated game by game depend
on the order of games.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import exp, log, sqrt
from statistics import NormalDist
from typing import Final, NamedTuple

from bocage.lab.intervals import Interval

ELO: Final = 400 / log(10)
"""Points of Elo to a unit of the model: 400 points are ten to one."""
PRIOR: Final = 350.0
"""The standard deviation of ratings and of the side's advantage before any game, in Elo."""
_STEPS: Final = 200
_ENOUGH: Final = 1e-10
_Z: Final = NormalDist().inv_cdf(0.975)


class Meeting(NamedTuple):
    """Games between two players, each in its seat."""

    first: str
    second: str
    won: float
    """By the first; a draw is half."""
    games: int


class Rated(NamedTuple):
    """A rating in Elo; the mean of all players is 0."""

    name: str
    rating: float
    interval: Interval


@dataclass(frozen=True, slots=True)
class Ratings:
    """The players, the best first, and the advantage of the first seat."""

    players: tuple[Rated, ...]
    side: Rated


def rated(meetings: Sequence[Meeting], side: str) -> Ratings:
    """Rate every player who met another; `side` is the name of the first seat."""
    names = list(dict.fromkeys(name for each in meetings for name in (each.first, each.second)))
    place = {name: i for i, name in enumerate(names)}
    size = len(names) + 1
    weight = (ELO / PRIOR) ** 2
    at = [0.0] * size
    for _ in range(_STEPS):
        slope, curve = _slope(meetings, place, at, weight)
        step = _solved(curve, slope)
        # A step of more than a unit is cut: far from the best fit Newton's method overshoots.
        longest = max(abs(each) for each in step)
        scale = min(1.0, 1 / longest) if longest else 1.0
        at = [value + scale * each for value, each in zip(at, step, strict=True)]
        if longest < _ENOUGH:
            break
    curve = _slope(meetings, place, at, weight)[1]
    spread = [_solved(curve, [float(i == j) for j in range(size)]) for i in range(size)]
    count = len(names)
    mean = sum(at[:count]) / count

    def row(i: int) -> Rated:
        """Return a player against the mean of all, with the variance of that difference."""
        parts = [(1.0 if j == i else 0.0) - 1 / count for j in range(count)]
        variance = sum(
            parts[j] * parts[k] * spread[j][k] for j in range(count) for k in range(count)
        )
        return _told(names[i], at[i] - mean, variance)

    players = sorted((row(i) for i in range(count)), key=lambda each: (-each.rating, each.name))
    return Ratings(tuple(players), _told(side, at[-1], spread[-1][-1]))


def _told(name: str, value: float, variance: float) -> Rated:
    reach = _Z * sqrt(max(0.0, variance))
    return Rated(name, ELO * value, Interval(ELO * (value - reach), ELO * (value + reach)))


def _slope(
    meetings: Sequence[Meeting], place: Mapping[str, int], at: Sequence[float], weight: float
) -> tuple[list[float], list[list[float]]]:
    """Return the slope of the likelihood and its curvature, the prior with it."""
    size = len(at)
    slope = [-weight * value for value in at]
    curve = [[weight if i == j else 0.0 for j in range(size)] for i in range(size)]
    for each in meetings:
        signs = {place[each.first]: 1.0, place[each.second]: -1.0, size - 1: 1.0}
        share = 1 / (1 + exp(-sum(sign * at[i] for i, sign in signs.items())))
        for i, sign in signs.items():
            slope[i] += sign * (each.won - each.games * share)
            for j, other in signs.items():
                curve[i][j] += sign * other * each.games * share * (1 - share)
    return slope, curve


def _solved(matrix: Sequence[Sequence[float]], right: Sequence[float]) -> list[float]:
    """Return the solution of a system of equations that is positive definite, by Gauss."""
    size = len(right)
    rows = [[*row, value] for row, value in zip(matrix, right, strict=True)]
    for i in range(size):
        for j in range(i + 1, size):
            factor = rows[j][i] / rows[i][i]
            for k in range(i, size + 1):
                rows[j][k] -= factor * rows[i][k]
    found = [0.0] * size
    for i in reversed(range(size)):
        rest = sum(rows[i][k] * found[k] for k in range(i + 1, size))
        found[i] = (rows[i][size] - rest) / rows[i][i]
    return found
