"""6: rates, delays, night, attacks and overruns; Table 3A of the readings, row by row."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from bocage.games.opcom.board.tables import tables
from bocage.games.opcom.judge.marches import Leg, March, left_of
from bocage.games.opcom.pieces.counters import load
from bocage.games.opcom.s06_movement.rates import (
    DELAYS,
    Delay,
    Mobility,
    Pace,
    after_attack,
    overrun_share,
    passing_km,
    rate,
    slowed,
)
from bocage.games.opcom.s07_traffic import Waiting, cross
from bocage.games.opcom.s09_combat.results import resolve
from tests.games.opcom.fights import DEFAULT, Maker, frontier

RATES: list[tuple[Mobility, str, int, int, int]] = [
    ("foot", "open", 15, 25, 30),
    ("foot", "close", 15, 25, 30),
    ("foot", "marsh", 15, 25, 30),
    ("motor", "open", 30, 32, 64),
    ("motor", "close", 18, 28, 64),
    ("motor", "marsh", 8, 18, 64),
    ("tank", "open", 30, 32, 64),
    ("tank", "close", 18, 28, 64),
    ("tank", "marsh", 8, 18, 64),
    ("towed", "open", 0, 0, 75),
    ("towed", "close", 0, 0, 75),
    ("towed", "marsh", 0, 0, 75),
    ("recce", "open", 30, 35, 100),
    ("recce", "close", 18, 28, 100),
    ("recce", "marsh", 8, 18, 100),
    ("static", "open", 0, 0, 0),
    ("dump", "open", 0, 0, 64),
]


@pytest.mark.parametrize(("mobility", "ground", "tactical", "other", "column"), RATES)
def test_rates_by_troops_ground_and_pace(
    mobility: Mobility, ground: Any, tactical: int, other: int, column: int
) -> None:
    """6.1, reading 3.6: kilometres a turn by troops, ground and pace."""
    paces: tuple[Pace, ...] = ("tactical", "non-tactical", "column")
    assert [rate(mobility, ground, pace, tables()) for pace in paces] == [tactical, other, column]


def legs(*ways: tuple[str, tuple[Delay, ...]]) -> tuple[Leg, ...]:
    """Parts of a way: kilometres, and what delays there."""
    return tuple(Leg(Fraction(km), delays) for km, delays in ways)


@pytest.mark.parametrize("delay", DELAYS)
def test_each_delay_halves(delay: Delay) -> None:
    """6.2: five kilometres under any delay cost ten."""
    assert left_of(March("tank", "open", "tactical", legs(("5", (delay,)))), tables()) == 20


def test_delays_multiply_down_to_an_eighth() -> None:
    """Reading 3.2: two delays are a quarter, three an eighth, and more are not worse."""
    costs = [slowed(DELAYS[:count], tables()) for count in range(6)]
    assert costs == [1, 2, 4, 8, 8, 8]


def test_delays_cost_where_they_apply() -> None:
    """Reading 3.2: ten kilometres of main road and five of lanes cost twenty."""
    way = legs(("10", ()), ("5", ("lanes",)))
    assert left_of(March("motor", "close", "column", way), tables()) == 64 - 20


def test_a_canal_costs_a_quarter() -> None:
    """Reading 3.9: of the allowance, for each."""
    found = left_of(March("foot", "open", "tactical", crossings=2), tables())
    assert found == 15 - Fraction(15, 2)


@pytest.mark.parametrize(
    ("close", "night", "km"),
    [(False, False, 2), (True, False, 1), (False, True, 1), (True, True, 1)],
)
def test_passing_distances(close: bool, night: bool, km: int) -> None:
    """6.5: two kilometres in the open by day, one otherwise."""
    assert passing_km(close=close, night=night, charts=tables()) == km


def test_the_time_of_an_attack() -> None:
    """Reading 3.4: half of the allowance, with three kilometres of closing in it."""
    near = March("tank", "close", "tactical", attacks=True, closing=Fraction("2.4"))
    far = March("tank", "close", "tactical", attacks=True, closing=Fraction(5))
    assert left_of(near, tables()) == 9
    assert left_of(far, tables()) == 7


# Table 3A ----------------------------------------------------------------------------------


def test_3a_the_overrun_of_the_tutorial() -> None:
    """T2: 18 less 9 for the attack leaves 9, and half is 4.5: the second position is 4 km on."""
    result = resolve(frontier(Maker()), DEFAULT, die=1)
    assert result.overrun is not None
    left = after_attack(Fraction("2.4") / 18, Fraction("2.4"), tables())
    assert 18 * overrun_share(left, result.overrun.share) == Fraction("4.5")


@pytest.mark.parametrize(
    ("asked", "left"),
    [
        (
            March("tank", "close", "non-tactical", legs(("4.0", ()), ("14.3", ()))),
            "9.7",
        ),
        (
            March("tank", "close", "tactical", legs(("6.4", ())), attacks=True),
            "2.6",
        ),
        (March("tank", "close", "tactical", legs(("13.5", ()))), "4.5"),
        (
            March("tank", "close", "column", legs(("40.7", ()), ("9.8", ("lanes",)))),
            "3.7",
        ),
        (
            March("tank", "close", "tactical", legs(("7.4", ())), attacks=True),
            "1.6",
        ),
    ],
    ids=["T2 to Valkenswaard", "T3 Aalst", "T4 to Son", "T5 to Malden", "T6 Nijmegen"],
)
def test_3a_the_marches(asked: March, left: str) -> None:
    """What each march leaves of what is allowed."""
    assert left_of(asked, tables()) == Fraction(left)


def test_3a_the_guards_over_the_bailey() -> None:
    """T5 and T6: 39 points over a bridge of 20 a turn take two turns, each unit whole."""
    units = [u for u in load("market_garden").units if u.division == "Guards Armoured Division"]
    queue = [Waiting(n, unit.size_points) for n, unit in enumerate(units)]
    assert sum(each.points for each in queue) == 39
    first = cross(20, queue)
    assert sum(each.points for each in first.over) <= 20
    assert cross(20, first.left).left == ()
