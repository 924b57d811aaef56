"""Two sets of games with the same seeds, pair by pair: what changed, and how surely.

A share of wins is compared by Newcombe's interval for paired shares (method 10, as in R's
`PropCIs`) and McNemar's exact test; a measure by Student's interval of the differences. Pairs with
the same result cancel out, so that fewer games are needed than without pairs.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import ceil, comb, sqrt
from statistics import NormalDist, fmean, pvariance, stdev
from typing import TYPE_CHECKING, Final, NamedTuple

from bocage.engine.errors import BocageError
from bocage.lab.intervals import Interval, mean_interval, wilson

if TYPE_CHECKING:
    from bocage.lab.batches import Row
    from bocage.lab.runs import Plan

_Z: Final = NormalDist().inv_cdf(0.975)
FEWEST: Final = 2
"""Pairs that a comparison needs."""


class ComparisonError(BocageError, ValueError):
    """Two runs that cannot be compared."""


class Effect(NamedTuple):
    """The difference that B makes in something, against A."""

    name: str
    a: float
    b: float
    interval: Interval
    """The 95% interval of the difference."""
    spread: float
    """The standard deviation of the differences between the games of a pair."""
    pairs: int
    counts: tuple[int, ...] = ()
    """For a share: the pairs with both, only B, only A, and neither."""
    chance: float | None = None
    """For a share: the probability that chance alone separates A and B as much (McNemar's exact
    test).
    """

    @property
    def difference(self) -> float:
        """B less A."""
        return self.b - self.a

    @property
    def is_clear(self) -> bool:
        """Whether the interval leaves 0 out."""
        return not self.interval.low <= 0 <= self.interval.high

    def needed(self, precision: float) -> int:
        """Return how many more pairs make the interval reach so far to either side, or less."""
        if not self.counts:
            return max(0, ceil((_Z * self.spread / precision) ** 2) - self.pairs)

        def reach(pairs: int) -> float:
            low, high = paired_shares(*(round(each * pairs / self.pairs) for each in self.counts))
            return (high - low) / 2

        enough = self.pairs
        while reach(enough) > precision:
            enough *= 2
        few = enough // 2
        while enough - few > 1 and enough > self.pairs:
            middle = (few + enough) // 2
            few, enough = (few, middle) if reach(middle) <= precision else (middle, enough)
        return max(0, enough - self.pairs)


@dataclass(frozen=True, slots=True)
class Comparison:
    """All that was compared."""

    pairs: int
    changed: int
    """Pairs that another side won, or that ended in another score."""
    wins: tuple[Effect, ...]
    measures: tuple[Effect, ...]


def compared(a: Sequence[Row], b: Sequence[Row], seats: Sequence[str]) -> Comparison:
    """Compare games of the same seeds; games without their pair are left out.

    Raises:
        ComparisonError: too few games have the same seed.
    """
    by_seed = {row.seed: row for row in b}
    pairs = [(row, by_seed[row.seed]) for row in a if row.seed in by_seed]
    if len(pairs) < FEWEST:
        raise ComparisonError(
            f"{len(pairs)} games of A have the seed of one of B: play both with the same --seed"
        )
    winners = dict.fromkeys(
        (*seats, *sorted({row.winner for pair in pairs for row in pair} - set(seats)))
    )
    names = dict.fromkeys(name for pair in pairs for row in pair for name in row.measures)
    return Comparison(
        len(pairs),
        sum(x.winner != y.winner or x.scores != y.scores for x, y in pairs),
        tuple(
            _share(name, [(x.winner == name, y.winner == name) for x, y in pairs])
            for name in winners
        ),
        tuple(_mean(name, both) for name in names if len(both := _both(pairs, name)) >= FEWEST),
    )


def _both(pairs: Sequence[tuple[Row, Row]], name: str) -> list[tuple[float, float]]:
    """Return a measure in both games of each pair that has it in both."""
    return [
        (x.measures[name], y.measures[name])
        for x, y in pairs
        if name in x.measures and name in y.measures
    ]


def _share(name: str, pairs: Sequence[tuple[bool, bool]]) -> Effect:
    both = sum(x and y for x, y in pairs)
    only_a = sum(x and not y for x, y in pairs)
    only_b = sum(y and not x for x, y in pairs)
    count = len(pairs)
    counts = (both, only_b, only_a, count - both - only_a - only_b)
    spread = sqrt(pvariance([y - x for x, y in pairs]))
    a, b = (both + only_a) / count, (both + only_b) / count
    chance = mcnemar(only_a, only_b)
    return Effect(name, a, b, paired_shares(*counts), spread, count, counts, chance)


def _mean(name: str, pairs: Sequence[tuple[float, float]]) -> Effect:
    apart = [y - x for x, y in pairs]
    a, b = fmean(x for x, _ in pairs), fmean(y for _, y in pairs)
    return Effect(name, a, b, mean_interval(apart), stdev(apart), len(pairs))


def paired_shares(both: int, first: int, second: int, neither: int) -> Interval:
    """Return Newcombe's interval (method 10) for the difference of two paired shares.

    Args:
        both: pairs in which both came.
        first: pairs in which only the first came.
        second: pairs in which only the second did.
        neither: pairs in which neither did.

    >>> paired_shares(36, 12, 2, 0)
    Interval(low=0.056..., high=0.340...)
    """
    count = both + first + second + neither
    one, other = both + first, both + second
    low_1, high_1 = wilson(one, count)
    low_2, high_2 = wilson(other, count)
    p_1, p_2 = one / count, other / count
    product = one * (count - one) * other * (count - other)
    cross = float(both * neither - first * second)
    if cross > 0:  # corrected for continuity
        cross = max(0.0, cross - count / 2)
    phi = cross / sqrt(product) if product else 0.0
    down, up = p_1 - low_1, high_1 - p_1
    below, above = p_2 - low_2, high_2 - p_2
    reach_low = sqrt(max(0.0, down**2 - 2 * phi * down * above + above**2))
    reach_high = sqrt(max(0.0, up**2 - 2 * phi * up * below + below**2))
    apart = p_1 - p_2
    return Interval(max(-1.0, apart - reach_low), min(1.0, apart + reach_high))


def mcnemar(only_a: int, only_b: int) -> float:
    """Return McNemar's exact test: the probability that a fair coin splits the differing pairs as
    unevenly.

    >>> mcnemar(2, 12)
    0.0129...
    """
    count = only_a + only_b
    fewer = min(only_a, only_b)
    tail: float = sum(comb(count, each) for each in range(fewer + 1)) / 2**count
    return min(1.0, 2 * tail)


def differences(a: Plan, b: Plan) -> list[tuple[str, str, str]]:
    """Return the differences of two plans: the name, and the values of A and B."""
    found: list[tuple[str, str, str]] = []
    if a.players != b.players:
        found.append(("players", ", ".join(a.players), ", ".join(b.players)))
    if a.scenario != b.scenario:
        found.append(("scenario", a.scenario or "the first", b.scenario or "the first"))
    for name in dict.fromkeys((*a.options, *b.options)):
        one, other = _option(a.options, name), _option(b.options, name)
        if one != other:
            found.append((name, one, other))
    if a.edition != b.edition:
        found.append(("counters and charts", a.data or "ours", b.data or "ours"))
    return found


def _option(options: Mapping[str, str], name: str) -> str:
    return options.get(name, "as usual")
