"""Who meets whom: everybody once, sides shared out, like against like, nobody twice."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bocage.server.pairings import all_against_all, rounds_of, swiss


@pytest.mark.parametrize("entrants", range(2, 12))
def test_everybody_meets_everybody_once(entrants: int) -> None:
    """Each pair once, each person once a round, and sides that differ by two at the most."""
    met: list[frozenset[int]] = []
    sides, out = Counter[int](), Counter[int]()
    for number in range(rounds_of(entrants)):
        made = all_against_all(entrants, number)
        there = [person for pair in made.pairs for person in pair]
        assert len(set(there)) == len(there) == entrants - (made.out is not None)
        met += [frozenset(pair) for pair in made.pairs]
        for first, second in made.pairs:
            sides[first] += 1
            sides[second] -= 1
        if made.out is not None:
            out[made.out] += 1
    assert sorted(map(sorted, met)) == sorted(map(list, combinations(range(entrants), 2)))
    assert all(abs(sides[person]) <= 2 for person in range(entrants))
    assert entrants % 2 == 0 or set(out.values()) == {1}


@given(st.integers(4, 11), st.randoms(use_true_random=False))
def test_swiss_rounds(entrants: int, chance: object) -> None:
    """Nobody meets somebody twice or sits out twice, as long as that can be."""
    points = dict.fromkeys(range(entrants), 0.0)
    met, sides, out = set[frozenset[int]](), Counter[int](), list[int]()
    for _ in range(3):
        made = swiss(points, met, sides, out)
        assert made is not None
        assert len(made.pairs) == entrants // 2
        if made.out is not None:
            assert made.out not in out
            out.append(made.out)
        for first, second in made.pairs:
            assert frozenset((first, second)) not in met
            met.add(frozenset((first, second)))
            sides[first] += 1
            sides[second] -= 1
            points[chance.choice((first, second))] += 2  # type: ignore[attr-defined]


def test_players_with_equal_points_meet() -> None:
    """Leaders meet leaders; the player who had the first seat more often gets the second."""
    points = {0: 2.0, 1: 0.0, 2: 2.0, 3: 0.0, 4: 1.0}
    met = {frozenset((0, 1)), frozenset((2, 3))}
    made = swiss(points, met, {0: 1, 2: -1, 1: -1, 3: 1}, [4])
    assert made is not None
    assert made.pairs == ((2, 0), (1, 4))
    assert made.out == 3


def test_when_all_have_met_there_is_no_round() -> None:
    """Two who have met are not paired again."""
    assert swiss({0: 2.0, 1: 0.0}, {frozenset((0, 1))}, {}, []) is None
