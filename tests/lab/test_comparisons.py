"""Two sets of games with the same seeds, compared."""

from __future__ import annotations

from random import Random

import pytest

from bocage.lab.batches import Row
from bocage.lab.comparisons import (
    ComparisonError,
    compared,
    differences,
    mcnemar,
    paired_shares,
)
from bocage.lab.runs import Plan

SEATS = ("allied", "german")


def row(seed: int, winner: str, score: float) -> Row:
    """Return a game."""
    return Row(seed, seed, winner, "", {"score": score}, 0, 0, (score, -score))


def test_newcombe_s_interval() -> None:
    """Newcombe's own example (method 10): 36 both, 12 and 2 alone: 0.0569 to 0.3404."""
    low, high = paired_shares(36, 12, 2, 0)
    assert low == pytest.approx(0.0569, abs=5e-5)
    assert high == pytest.approx(0.3404, abs=5e-5)
    low, high = paired_shares(2, 12, 36, 0)
    assert low < -24 / 50 < high
    assert paired_shares(0, 0, 0, 20).low == pytest.approx(-paired_shares(0, 0, 0, 20).high)


def test_mcnemar_s_test() -> None:
    """The two tails of a fair coin over the pairs that differ."""
    assert mcnemar(0, 0) == 1
    assert mcnemar(1, 5) == pytest.approx(2 * (1 + 6) / 64)
    assert mcnemar(5, 5) == 1


def test_pairs_are_found_by_seed() -> None:
    """Games without their pair are left out, in whatever order the others come."""
    a = [row(seed, "allied", 1) for seed in range(10)]
    b = [row(seed, "german", 3) for seed in reversed(range(5, 20))]
    found = compared(a, b, SEATS)
    assert found.pairs == found.changed == 5
    assert [(each.name, each.a, each.b) for each in found.wins] == [
        ("allied", 1, 0),
        ("german", 0, 1),
    ]
    (score,) = found.measures
    assert score.difference == 2
    with pytest.raises(ComparisonError, match="the same --seed"):
        compared(a, b[:1], SEATS)


def test_pairs_tell_more_than_two_batches() -> None:
    """A small shift in games that vary widely is clear by pairs, though each mean is not."""
    rng = Random(1)
    level = [rng.gauss(0, 10) for _ in range(40)]
    a = [row(seed, "allied", each) for seed, each in enumerate(level)]
    b = [row(seed, "allied", each + rng.gauss(1, 1)) for seed, each in enumerate(level)]
    (score,) = compared(a, b, SEATS).measures
    assert score.is_clear
    assert score.interval.low < 1 < score.interval.high


def test_an_interval_holds_the_truth_as_often_as_it_says() -> None:
    """Of 400 comparisons of a change worth 10 %, some 95 in 100 hold it."""
    rng, held = Random(7), 0
    for _ in range(400):
        a = [rng.random() for _ in range(80)]
        x = [row(seed, SEATS[each < 0.5], 0) for seed, each in enumerate(a)]
        y = [
            row(seed, SEATS[(each if rng.random() < 0.7 else rng.random()) < 0.6], 0)
            for seed, each in enumerate(a)
        ]
        german = compared(x, y, SEATS).wins[1]
        held += german.interval.low <= 0.1 <= german.interval.high
    assert 0.92 <= held / 400 <= 0.98


def test_how_many_more_games_a_precision_needs() -> None:
    """So many more pairs of the same kind reach it, and hardly fewer do."""
    a = [row(seed, SEATS[seed % 2], seed % 7) for seed in range(50)]
    b = [row(seed, SEATS[seed % 3 == 0], seed % 5) for seed in range(50)]
    german = compared(a, b, SEATS).wins[1]
    more = german.needed(0.05)

    def reach(pairs: int) -> float:
        low, high = paired_shares(*(round(each * pairs / 50) for each in german.counts))
        return (high - low) / 2

    assert reach(50 + more) <= 0.05 < reach(50 + more - 20)
    assert german.needed(0.5) == 0
    (score,) = compared(a, b, SEATS).measures
    needed = score.needed(0.1) + 50
    assert 1.96 * score.spread / needed**0.5 == pytest.approx(0.1, rel=0.01)


def test_what_two_plans_differ_in() -> None:
    """Players, options and tables are named with what A and B have."""
    a = Plan("falaise", ("random", "random"), {"sunny-skies": "on"})
    b = Plan("falaise", ("random", "staff"), edition="abc", data="mine")
    assert differences(a, b) == [
        ("players", "random, random", "random, staff"),
        ("sunny-skies", "on", "as usual"),
        ("counters and charts", "ours", "mine"),
    ]
    assert differences(a, a) == []
