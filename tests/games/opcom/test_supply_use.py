"""9.5, 11: what is used, drawn, carried, delivered and lost."""

from __future__ import annotations

from typing import Any

import pytest

from bocage.games.opcom.board.tables import tables
from bocage.games.opcom.pieces.profiles import Arm
from bocage.games.opcom.s09_combat.results import resolve, supplies_lost
from bocage.games.opcom.s11_supplies.use import (
    Stock,
    captured,
    carried,
    colour_of,
    fight_needs,
    lost_in_retreat,
    may_deliver,
    may_draw,
    may_fire,
    may_load,
    move_needs,
    pressed,
    used,
)
from tests.games.opcom.fights import DEFAULT, Maker, arnhem, frontier, second_position


def test_the_worked_example_uses_five_and_one() -> None:
    """9.15: four assault units and one of artillery; fuel for the PzGren battalion alone."""
    fight = arnhem(Maker())
    found = used(fight_needs(fight, "attacker", tables()))
    assert (found.total("ammunition"), found.total("fuel")) == (5, 1)
    found = used(fight_needs(fight, "defender", tables()))
    assert (found.total("ammunition"), found.total("fuel")) == (0, 0)
    assert supplies_lost(fight, resolve(fight, DEFAULT, die=2)) == 4


def test_the_tutorial_uses_fourteen_and_eight() -> None:
    """5.1: two attacks with four and two regiments of guns, which move up afterwards."""
    make = Maker()
    first, second = frontier(make), second_position(Maker())
    guns = first.attacker.guns
    # both fights number the four battalions alike, so that their fuel is told once
    needs = [*fight_needs(first, "attacker", tables()), *fight_needs(second, "attacker", tables())]
    needs += [move_needs(gun.unit, gun.arm, "towed", charts=tables()) for gun in guns]
    found = used(needs)
    assert (found.total("ammunition"), found.total("fuel")) == (14, 8)


def test_defending_guns_use_ammunition() -> None:
    """9.11: the defender's artillery uses ammunition when it fires; the infantry does not."""
    found = used(fight_needs(frontier(Maker()), "defender", tables()))
    assert (found.total("ammunition"), found.total("fuel")) == (1, 0)
    assert list(found.rules) == ["9.11.d", "reading 6.1"]


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
    stock = Stock({"German": 3}, 2)
    assert lost_in_retreat(stock, 2) == (Stock({"German": 1}, 2), 2)
    assert lost_in_retreat(stock, 4) == (Stock({"German": 0}, 1), 4)
    assert lost_in_retreat(stock, 9) == (Stock({"German": 0}, 0), 5)


def test_a_headquarters_parks_what_exceeds_its_lift() -> None:
    """Reading 6.3: ammunition and fuel together; the rest is parked, fuel first."""
    stock = Stock({"British": 8}, 6)
    kept, left = carried(stock, 12)
    assert (kept, left) == (Stock({"British": 8}, 4), Stock({"British": 0}, 2))
    kept, left = carried(stock, 6)
    assert (kept, left) == (Stock({"British": 6}, 0), Stock({"British": 2}, 6))
    assert kept.points + left.points == stock.points


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


def test_a_transport_unit_carries_its_marked_load() -> None:
    """11.0.transport: what is marked on it."""
    assert may_load(10, 10)
    assert list(may_load(11, 10).rules) == ["11.0.transport"]


def test_captured_stacks_give_fuel_and_own_ammunition() -> None:
    """Reading 6.8: ammunition of the captors' own side, and fuel always."""
    stock = Stock({"German": 3, "British": 2}, 4)
    assert captured(stock, ("German", "Italian")) == Stock({"German": 3}, 4)
    assert captured(stock, ("American",)) == Stock({}, 4)
