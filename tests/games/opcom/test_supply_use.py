"""9.5, 11: what is used, drawn, carried, delivered and lost."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

import pytest

from bocage.games.opcom.board.tables import tables
from bocage.games.opcom.board.world import FUEL
from bocage.games.opcom.pieces.fights import Combat
from bocage.games.opcom.pieces.profiles import Arm
from bocage.games.opcom.s09_combat.resolution import lose_supplies
from bocage.games.opcom.s09_combat.results import resolve, supplies_lost
from bocage.games.opcom.s11_supplies.use import (
    Need,
    Stock,
    captured,
    colour_of,
    fight_needs,
    may_deliver,
    may_draw,
    may_fire,
    move_needs,
    pressed,
    taken_on,
    used,
)
from tests.games.opcom.fights import DEFAULT, Maker, arnhem, frontier, second_position
from tests.games.opcom.playing import alone


def total(needs: Iterable[Need]) -> tuple[int, int]:
    """Ammunition and fuel together."""
    counting = used(needs)
    return sum(need.ammo for need in counting), sum(need.fuel for need in counting)


def test_the_worked_example_uses_five_and_one() -> None:
    """9.15: four assault units and one of artillery; fuel for the PzGren battalion alone."""
    fight = arnhem(Maker())
    assert total(fight_needs(fight, "attacker", tables())) == (5, 1)
    assert total(fight_needs(fight, "defender", tables())) == (0, 0)
    assert supplies_lost(fight, resolve(fight, DEFAULT, die=2)) == 4


def test_the_tutorial_uses_fourteen_and_eight() -> None:
    """5.1: two attacks with four and two regiments of guns, which move up afterwards."""
    make = Maker()
    first, second = frontier(make), second_position(Maker())
    guns = first.attacker.guns
    # Both fights number the four battalions alike, and each burns fuel once.
    needs = [*fight_needs(first, "attacker", tables()), *fight_needs(second, "attacker", tables())]
    needs += [move_needs(gun.unit, gun.arm, "towed", charts=tables()) for gun in guns]
    burning = {need.unit for need in needs if need.fuel}
    assert (total(needs)[0], len(burning)) == (14, 8)


def test_defending_guns_use_ammunition() -> None:
    """9.11: the defender's artillery uses ammunition when it fires; the infantry does not."""
    (need,) = used(fight_needs(frontier(Maker()), "defender", tables()))
    assert (need.ammo, need.fuel) == (1, 0)
    assert list(need.rule.cites) == ["9.11.d", "reading 6.1"]


@pytest.mark.parametrize(
    ("arm", "mobility", "fuel"),
    [
        ("tank", "tank", 1),
        ("infantry", "motor", 1),
        ("recce", "recce", 1),
        ("field", "towed", 1),
        ("infantry", "foot", 0),
        ("hq", "motor", 0),
        ("transport", "motor", 0),
        ("coast", "static", 0),
    ],
)
def test_only_mechanised_units_use_fuel_to_move(arm: Arm, mobility: str, fuel: int) -> None:
    """Reading 6.13: engines that displace; headquarters and transport have their own."""
    assert move_needs(0, arm, mobility, charts=tables()).fuel == fuel


def test_crews_on_foot_use_no_fuel() -> None:
    """Reading 6.13: neither in a fight nor on the march."""
    assert move_needs(0, "tank", "tank", out_of_role=True, charts=tables()).fuel == 0


@pytest.mark.parametrize(
    ("ammo", "units", "guns"),
    [
        (6, ["tanks", "rifles", "weak"], 2),
        (5, ["tanks", "rifles", "weak"], 2),
        (4, ["tanks", "rifles"], 2),
        (3, ["tanks"], 2),
        (2, ["tanks"], 1),
        (1, ["tanks"], 0),
        (0, [], 0),
    ],
)
def test_the_weakest_attackers_drop_out_without_ammunition(
    ammo: int, units: list[str], guns: int
) -> None:
    """Reading 4.24: the weakest drop out first, guns last, and nobody attacks for nothing."""
    make = Maker()
    force = (
        make.unit("tanks", "GB_ARMD"),
        make.unit("weak", "GB_RIFLE", 4),
        make.unit("rifles", "GB_RIFLE"),
    )
    fire = (make.gun("g1", "GB_FIELD"), make.gun("g2", "GB_FIELD"))
    kept, firing = pressed(force, fire, ammo)
    assert sorted(make.names.say(each.unit) for each in kept) == sorted(units)
    assert len(firing) == guns


def test_guns_need_their_own_colour() -> None:
    """Reading 6.9: a British regiment does not fire American shells."""
    assert not may_fire("field", "uk", "American")
    assert may_fire("infantry", "us", "British")
    assert not may_fire("tank", "us", "British")
    assert may_fire("tank", "poland", "British")


@pytest.mark.parametrize(
    ("nation", "colour"),
    [
        ("uk", "British"),
        ("poland", "British"),
        ("malta", "British"),
        ("us", "American"),
        ("heer", "German"),
        ("ss", "German"),
        ("luftwaffe", "German"),
        ("italy", "Italian"),
    ],
)
def test_ammunition_colours_of_each_nation(nation: str, colour: str) -> None:
    """11.0.a: whose ammunition is whose."""
    assert colour_of(nation) == colour


def test_drawing_reaches_five_kilometres() -> None:
    """11.0.c: five and no more; a river or an enemy between cuts it off (reading 6.2)."""
    assert may_draw(0, 5.0, charts=tables())
    assert list(may_draw(0, 5.1, charts=tables()).rules) == ["11.0.c"]
    assert list(may_draw(0, 2, cut_off=True, charts=tables()).rules) == ["11.0.c", "reading 6.2"]


def test_a_retreat_loses_ammunition_before_fuel() -> None:
    """Reading 4.41: ammunition first, then fuel, and no more than is there."""
    for points, left in ((2, (1, 2)), (4, (0, 1)), (9, (0, 0))):
        st = alone("GE-HOF-1", "GE-HOF-HQ", at={"GE-HOF-HQ": "Valkenswaard"}).state
        unit, hq = (st.world.by_id[each] for each in ("GE-HOF-1", "GE-HOF-HQ"))
        st.place(hq, st.at(unit))
        kind = st.world.units[hq].ammo
        for each, held in ((kind, 3), (FUEL, 2)):
            st.take(hq, each, 99)
            st.give(hq, each, held)
        combat = Combat("fight", (), (unit,), (), 0, 0, 0, 1)
        result = replace(resolve(frontier(Maker()), DEFAULT, die=1), supplies_lost=points)
        lose_supplies(st, combat, result)
        lost = [each for each in st.notes if each.code == "points lost"]
        assert [(each.unit, each.figure) for each in lost] == [(unit, 5 - sum(left))]
        assert (st.holds(hq, kind), st.holds(hq, FUEL)) == left


def test_a_unit_takes_on_what_it_can_lift() -> None:
    """Reading 6.3, 11.0.transport: ammunition and fuel together, and the rest stays."""
    assert [taken_on(points, 0, 10) for points in (0, 10, 11)] == [0, 10, 10]
    assert [taken_on(6, held, 12) for held in (0, 8, 12, 13)] == [6, 4, 0, 0]


@pytest.mark.parametrize(
    ("km", "points", "more", "rules"),
    [
        (10, 10, {}, []),
        (10.1, 10, {}, ["11.0.dump", "reading 6.4"]),
        (10, 11, {}, ["11.0.dump"]),
        (9, 5, {"airborne": True}, ["11.0.dump", "reading 6.4"]),
        (8, 5, {"airborne": True}, []),
        (1, 1, {"moving": True}, ["11.1.a", "reading 6.7"]),
        (1, 1, {"handled": True}, ["reading 6.4"]),
    ],
)
def test_a_dump_delivers_once_within_range(
    km: float, points: int, more: dict[str, Any], rules: list[str]
) -> None:
    """11.0.dump: so far, so much, not on the move, and nothing twice in a turn."""
    assert list(may_deliver(km, points, 10, **more, charts=tables()).rules) == rules


def test_captured_stacks_give_fuel_and_own_ammunition() -> None:
    """Reading 6.8: ammunition of the captors' own side, and fuel always."""
    stock = Stock({"German": 3, "British": 2}, 4)
    assert captured(stock, ("German", "Italian")) == Stock({"German": 3}, 4)
    assert captured(stock, ("American",)) == Stock({}, 4)
