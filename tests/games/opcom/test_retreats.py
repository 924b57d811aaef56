"""Retreats on the map (9.13, 9.14): away from the enemy, far enough, and for the whole turn."""

from __future__ import annotations

from fractions import Fraction
from math import cos, radians, sin

import pytest

from bocage.engine.table import Table
from bocage.games.opcom.board.position import Position
from bocage.games.opcom.board.ways import Point, km_between
from bocage.games.opcom.s09_combat.retreats import retire
from tests.games.opcom.playing import GUARDS, WALTHER, alone, begun, go, send, sheet, work_out

OPEN = (-15486, -18913)
"""Open ground west of the road, far from water."""


def beside(at: Point, bearing: float, km: float) -> Point:
    """Return a point so far from another in a direction."""
    angle = radians(bearing)
    return round(at[0] + sin(angle) * km * 1000), round(at[1] + cos(angle) * km * 1000)


@pytest.mark.parametrize("bearing", range(0, 360, 45))
@pytest.mark.parametrize("km", [1, 2, 6])
def test_a_unit_retires_as_far_as_it_must(bearing: int, km: int) -> None:
    """9.13: in open country, wherever the attackers and the dump are, within the house's third."""
    st = begun().state
    foe, unit = st.world.by_id["GB-2IG"], st.world.by_id["GE-HOF-1"]
    for each in st.world.units:
        st.where[each.number] = 2
    st.place(unit, OPEN)
    st.place(foe, beside(OPEN, bearing, 0.8))
    way = retire(st, unit, Fraction(km), (foe,), 5)
    assert way.blocked == "free"
    assert km * 0.69 <= way.km <= km * 1.31 + 0.1
    assert km_between(OPEN, way.end) == pytest.approx(way.km, abs=0.02)
    assert km_between(way.end, st.at(foe)) > km_between(OPEN, st.at(foe)) + 0.3


def test_a_unit_does_not_pass_a_second_enemy() -> None:
    """9.14.1: with another enemy behind it, a unit retires to a place away from both."""
    st = begun().state
    foe, other, unit = (st.world.by_id[u] for u in ("GB-2IG", "GB-1COLD", "GE-HOF-1"))
    for each in st.world.units:
        st.where[each.number] = 2
    st.place(unit, OPEN)
    st.place(foe, beside(OPEN, 180, 0.8))
    st.place(other, beside(OPEN, 0, 2.0))
    way = retire(st, unit, Fraction(4), (foe,), 5)
    assert way.blocked == "free"
    assert min(km_between(way.end, st.at(each)) for each in (foe, other)) > 1


def counter_attack(*dice: str) -> Table[Position]:
    """Return two groups in open country: the defenders are driven back and strike again."""
    units = ("GB-1COLD", "GB-2IG", "GB-32G-HQ", "GE-HOF-1", "GE-HOF-2", "GE-HOF-3", "GE-HOF-HQ")
    spots = dict.fromkeys(units[:2], "51.3020 5.3470") | dict.fromkeys(units[3:6], "51.3100 5.3500")
    at = {**spots, "GB-32G-HQ": "51.2900 5.3400", "GE-HOF-HQ": "51.3300 5.3600"}
    table = alone(*units, at=at, dice=dice)
    st = table.state
    for name in units[:2]:
        st.prepared[st.world.by_id[name]] = 1
    return table


def test_beaten_counter_attackers_are_not_on_the_position_that_they_lost() -> None:
    """9.13: thrown back to where they began, which is not where the turn found them."""
    table = counter_attack("3", "1")
    attack = {"unit": ["GB-1COLD", "GB-2IG"], "action": "attack", "posture": "tact"}
    send(table, GUARDS, sheet({**attack, "objective": "51.3100 5.3500"}))
    back = ["GE-HOF-1", "GE-HOF-2", "GE-HOF-3"]
    hold = {"unit": back, "action": "hold", "posture": "tact", "counter_attack": True}
    send(table, WALTHER, sheet(hold))
    work_out(table)
    st = table.state
    bands = [entry.band for entry in st.fought if entry.attacking]
    assert bands == ["limited success", "beaten"]
    for name in back:
        unit = st.world.by_id[name]
        assert km_between(st.at(unit), (st.from_x[unit], st.from_y[unit])) > 1.4


def test_a_move_to_where_a_unit_stands_costs_nothing() -> None:
    """6.1, 9.5.e: no kilometre, no fuel and no loss of its preparations."""
    table = alone("GB-2IG", "GB-32G-HQ", at={"GB-2IG": "51.2570 5.3980"})
    unit = table.state.world.by_id["GB-2IG"]
    send(table, GUARDS, sheet(go("GB-2IG", "51.2570 5.3980")))
    send(table, WALTHER, sheet())
    work_out(table)
    st = table.state
    assert st.metres[unit] == st.spent[unit] == st.marks[unit] == 0
