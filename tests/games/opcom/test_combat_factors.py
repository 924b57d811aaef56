"""9.2, 9.3, 9.9 to 9.11: each factor alone, and support in its four readings."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from bocage.games.opcom.board.tables import tables
from bocage.games.opcom.pieces.profiles import Arm
from bocage.games.opcom.s09_combat.fight import (
    Advantage,
    Fight,
    Fighter,
    Gun,
    Settings,
    Side,
    Support,
)
from bocage.games.opcom.s09_combat.scores import counted, ledger
from bocage.games.opcom.s09_combat.support import support_range
from tests.games.opcom.fights import DEFAULT, Maker


def plain(make: Maker, **more: Any) -> Fight:
    """Return a rifle battalion, prepared, against a grenadier battalion in the open: 7 to 7."""
    fields: dict[str, Any] = {
        "attacker": Side((make.unit("rifles", "GB_RIFLE", prepared=True, formation="a"),)),
        "defender": Side((make.unit("grenadiers", "GE_GREN", formation="d"),)),
        "ground": "open",
    }
    return Fight("1.fight", **(fields | more))


def scores(fight: Fight, settings: Settings | None = None) -> tuple[int, int]:
    """Both scores."""
    found = ledger(fight, settings or DEFAULT)
    return int(found.total("attacker")), int(found.total("defender"))


def attacking(make: Maker, *units: Fighter, guns: tuple[Gun, ...] = (), **more: Any) -> Fight:
    """Return some units against a grenadier battalion in the open."""
    return plain(make, attacker=Side(units, guns, **more))


def defending(make: Maker, *units: Fighter, guns: tuple[Gun, ...] = (), **more: Any) -> Fight:
    """Return a rifle battalion against some units; `ground` and `attacker` may be given."""
    ours = {name: more.pop(name) for name in ("ground", "attacker", "bad") if name in more}
    return plain(make, defender=Side(units, guns, **more), **ours)


def test_two_units_and_no_factor() -> None:
    """Status against status, and nothing else."""
    assert scores(plain(Maker())) == (7, 7)


def test_each_advantage_counts_for_each_unit_and_two_at_most() -> None:
    """Two advantages of two units are 4; a third is not counted (reading 4.11)."""
    make = Maker()
    pair = (make.unit("a", "GE_GREN"), make.unit("b", "GE_GREN"))
    three = tuple(Advantage(why) for why in ("bank", "height", "defile"))
    assert scores(defending(make, *pair, advantages=three[:1]))[1] == 14 + 2
    assert scores(defending(make, *pair, advantages=three[:2]))[1] == 14 + 4
    assert scores(defending(make, *pair, advantages=three))[1] == 14 + 4


@pytest.mark.parametrize(
    ("tanks", "foot", "guns", "more"),
    [
        (1, 1, 1, 2),
        (1, 1, 0, 0),
        (1, 0, 1, 0),
        (0, 1, 1, 0),
        (1, 3, 1, 4),
        (1, 4, 1, 0),
        (3, 1, 1, 4),
        (4, 1, 1, 0),
    ],
)
def test_combined_arms_need_a_balance_and_guns(tanks: int, foot: int, guns: int, more: int) -> None:
    """9.10.2: one to three either way by status, and any artillery; +1 for each unit."""
    make = Maker()
    units = [make.unit("tanks", "GE_JGPZ", 1, prepared=True) for _ in range(tanks)]
    units += [make.unit("foot", "IT_INF", prepared=True) for _ in range(foot)]
    fire = tuple(make.gun("guns", "GE_IG") for _ in range(guns))
    assert scores(attacking(make, *units, guns=fire))[0] == 6 * (tanks + foot + guns) + more


def test_combined_arms_are_for_those_who_prepared() -> None:
    """9.10.2: unprepared units have neither the bonus nor a part in the balance."""
    make = Maker()
    tanks = make.unit("tanks", "GB_ARMD", prepared=True)
    late = make.unit("late", "GB_RIFLE")
    guns = (make.gun("guns", "GB_FIELD"),)
    assert scores(attacking(make, tanks, late, guns=guns))[0] == 8 + 7 + 8 - 3
    ready = make.unit("ready", "GB_RIFLE", prepared=True)
    assert scores(attacking(make, tanks, ready, late, guns=guns))[0] == 8 + 7 + 7 + 8 + 2 - 3


def test_combined_arms_in_defence_is_a_setting() -> None:
    """Reading 4.9: none in defence, unless the table rules otherwise."""
    make = Maker()
    units = (
        make.unit("tanks", "GB_ARMD", prepared=True),
        make.unit("rifles", "GB_RIFLE", prepared=True),
    )
    fight = defending(make, *units, guns=(make.gun("guns", "GB_FIELD"),))
    assert scores(fight)[1] == 23
    assert scores(fight, replace(DEFAULT, combined_defence=True))[1] == 25


def test_light_infantry_is_penalised_only_in_attack() -> None:
    """9.10.3: by its counter or out of role, each once; not in defence."""
    make = Maker()
    para = make.unit("para", "GB_PARA", prepared=True, light=True)
    crew = make.unit("crew", "X_ADHOC", prepared=True, light=True, out_of_role=True)
    assert scores(attacking(make, para, crew))[0] == 6 + 4 - 2
    assert scores(defending(make, para, crew))[1] == 10


def test_other_paras_are_light_by_a_setting() -> None:
    """Reading 4.8: German paratroops are not listed; a table may rule otherwise."""
    make = Maker()
    fight = attacking(make, make.unit("fj", "GE_FJ", prepared=True, para=True))
    assert scores(fight)[0] == 6
    assert scores(fight, replace(DEFAULT, light="all paras"))[0] == 5


def test_unprepared_attacks_are_penalised() -> None:
    """9.9: -3 for each unit that has not prepared; -2 where a table rules so (reading 4.4)."""
    make = Maker()
    units = tuple(make.unit(name, "GB_RIFLE") for name in "ab")
    fight = attacking(make, *units)
    assert scores(fight)[0] == 14 - 6
    assert scores(fight, replace(DEFAULT, unprepared=2))[0] == 14 - 4
    mixed = attacking(make, units[0], replace(units[1], prepared=True))
    assert scores(mixed)[0] == 14 - 3


@pytest.mark.parametrize(("foot", "counts"), [(1, True), (3, True), (4, False)])
def test_against_tanks_means_a_quarter(foot: int, counts: bool) -> None:
    """Reading 4.12: tanks that are at least a quarter of the attacking status."""
    make = Maker()
    units = [make.unit("tanks", "GE_JGPZ", 1, prepared=True)]
    units += [make.unit("foot", "IT_INF", prepared=True) for _ in range(foot)]
    fight = defending(make, make.unit("d", "GE_GREN"), ground="close", attacker=Side(tuple(units)))
    assert scores(fight)[1] == 7 + counts


def test_close_country_helps_only_the_defender() -> None:
    """9.9: +1 for each defender in woods or town against tanks, not for the attacker."""
    make = Maker()
    tanks = Side((make.unit("tanks", "GE_PZ", prepared=True),))
    infantry = (make.unit("a", "GB_RIFLE"), make.unit("at", "GB_ALAT"))
    assert scores(defending(make, *infantry, ground="close", attacker=tanks))[1] == 9 + 2
    assert scores(defending(make, *infantry, ground="open", attacker=tanks))[1] == 9
    against = plain(make, defender=tanks, ground="close")
    assert scores(against)[0] == 7


def test_infantry_alone_in_the_open_against_tanks() -> None:
    """9.10.5: -1 for each infantry unit without tanks, anti-tank guns or artillery with it."""
    make = Maker()
    tanks = Side((make.unit("tanks", "GE_PZ", prepared=True),))
    foot = (make.unit("a", "GB_RIFLE"), make.unit("b", "GB_RIFLE"))
    assert scores(defending(make, *foot, attacker=tanks))[1] == 14 - 2
    assert scores(defending(make, *foot, attacker=tanks, ground="marsh"))[1] == 14 - 2
    assert scores(defending(make, *foot, attacker=tanks, bad=True))[1] == 14
    battery = make.unit("at", "GB_ALAT")
    assert scores(defending(make, *foot, battery, attacker=tanks))[1] == 16
    guns = (make.gun("guns", "GB_FIELD"),)
    assert scores(defending(make, *foot, guns=guns, attacker=tanks))[1] == 14 + 7
    far = (make.gun("guns", "GB_FIELD", km=13),)
    assert scores(defending(make, *foot, guns=far, attacker=tanks))[1] == 14 - 2
    against = plain(make, defender=tanks)
    assert scores(against)[0] == 7 - 1


def test_mechanised_units_without_fuel_are_penalised() -> None:
    """9.9: -1 for each mechanised unit without fuel, on either side; crews on foot need none."""
    make = Maker()
    dry = make.unit("tanks", "GB_ARMD", prepared=True, fuelled=False)
    assert scores(attacking(make, dry))[0] == 8 - 1
    assert scores(defending(make, dry))[1] == 8 - 1
    crew = replace(dry, out_of_role=True)
    assert scores(defending(make, crew))[1] == 8
    foot = make.unit("foot", "GB_RIFLE", fuelled=False)
    assert scores(defending(make, foot))[1] == 7


def test_units_out_of_tactical_order_are_penalised() -> None:
    """9.9: -2 for each unit that is not tactical, on either side (reading 4.45)."""
    make = Maker()
    column = make.unit("column", "GB_RIFLE", prepared=True, tactical=False)
    assert scores(attacking(make, column))[0] == 7 - 2
    assert scores(defending(make, column))[1] == 7 - 2


def test_units_of_another_formation_are_penalised() -> None:
    """9.10.6: -1 for each unit that is not of the formation that leads; guns are exempt."""
    make = Maker()
    own = make.unit("own", "GB_RIFLE", prepared=True, formation="Guards")
    lent = make.unit("lent", "GB_RIFLE", prepared=True, formation="43rd")
    guns = (make.gun("corps guns", "GB_MED"),)
    assert scores(attacking(make, own, lent, guns=guns, formation="Guards"))[0] == 14 + 7 - 1
    assert scores(defending(make, own, lent, formation="Guards"))[1] == 14 - 1
    assert scores(defending(make, own, lent))[1] == 14


@pytest.mark.parametrize(
    ("level", "value"),
    [("none", 0), ("ordinary", 4), ("superior", 6), ("overwhelming", 8), ("apocalyptic", 10)],
)
def test_air_support(level: Any, value: int) -> None:
    """9.9: once for the fight, on whichever side has it."""
    make = Maker()
    rifles = make.unit("rifles", "GB_RIFLE", prepared=True)
    assert scores(attacking(make, rifles, air=level))[0] == 7 + value
    assert scores(defending(make, rifles, air=level))[1] == 7 + value


def test_defence_only_units_add_nothing_to_an_attack() -> None:
    """9.3: round brackets count in defence alone, and such a unit takes no step in attack."""
    make = Maker()
    staff = make.unit("staff", "GB_BDEHQ", light=True)
    rifles = make.unit("rifles", "GB_RIFLE", prepared=True)
    fight = attacking(make, rifles, staff)
    assert scores(fight)[0] == 7
    assert counted(fight)[0] == (rifles.unit,)
    fight = defending(make, rifles, staff)
    assert scores(fight)[1] == 9
    assert counted(fight)[1] == (rifles.unit, staff.unit)


def test_ineffective_units_count_for_nothing() -> None:
    """9.5: at status 0 a unit adds no status, no factor, and loses no step."""
    make = Maker()
    gone = make.unit("gone", "GE_GREN", 7, tactical=False)
    fight = defending(make, make.unit("d", "GE_GREN"), gone, advantages=(Advantage("bank"),))
    assert scores(fight)[1] == 8
    assert gone.unit not in counted(fight)[1]


@pytest.mark.parametrize(
    ("support", "score"),
    [
        ("cap", 8 + 8 + 8 + 8 + 7),
        ("literal", 8 + 7 + 8),
        ("pairing", 8 + 7 + 8),
        ("none", 8 + 7 + 10 + 10 + 8),
    ],
)
def test_support_in_four_readings(support: Support, score: int) -> None:
    """Reading 4.6: medium regiments of 10 beside a best unit of 8."""
    make = Maker()
    units = (
        make.unit("tanks", "GB_ARMD", prepared=True),
        make.unit("rifles", "GB_RIFLE", prepared=True),
    )
    guns = (
        make.gun("m1", "GB_MED"),
        make.gun("m2", "GB_MED"),
        make.gun("f", "GB_FIELD"),
    )
    fight = attacking(make, *units, guns=guns)
    bonus = 2  # combined arms
    assert scores(fight, replace(DEFAULT, support=support))[0] == score + bonus


def test_pairing_gives_each_partner_once() -> None:
    """Reading 4.6: of two field regiments beside one tank regiment one counts."""
    make = Maker()
    tanks = make.unit("tanks", "GB_ARMD", prepared=True)
    guns = (make.gun("f1", "GB_FIELD"), make.gun("f2", "GB_FIELD"))
    fight = attacking(make, tanks, guns=guns)
    assert scores(fight, replace(DEFAULT, support="pairing"))[0] == 16
    assert scores(fight, replace(DEFAULT, support="literal"))[0] == 24


def test_support_units_on_the_ground_are_capped_too() -> None:
    """9.2: an anti-tank regiment of 6 beside a battalion of 2 counts 2, and alone nothing."""
    make = Maker()
    guns = make.unit("at", "GB_AT")
    weak = make.unit("weak", "GE_GREN", 5)
    assert scores(defending(make, weak, guns))[1] == 2 + 2
    assert scores(defending(make, guns))[1] == 0


@pytest.mark.parametrize(
    ("profile", "km", "counts"),
    [
        ("GB_FIELD", 8, 8),
        ("GB_FIELD", 8.1, 4),
        ("GB_FIELD", 12, 4),
        ("GB_FIELD", 12.1, 0),
        ("GB_MED", 12, 8),
        ("GB_MED", 12.1, 5),
        ("GB_MED", 20.1, 0),
        ("GE_ROCKET", 6, 8),
        ("GE_ROCKET", 6.1, 0),
        ("GE_IG", 6, 6),
        ("GE_IG", 6.1, 0),
        ("GB_HVY", 20, 6),
        ("GB_92COAST", 27, 4),
    ],
)
def test_ranges_of_guns(profile: str, km: float, counts: int) -> None:
    """9.11: full status to the effective range, half to the long one, none beyond."""
    make = Maker()
    tanks = make.unit("tanks", "GB_ARMD", prepared=True)
    fight = attacking(make, tanks, guns=(make.gun("guns", profile, km=km),))
    assert scores(fight)[0] == 8 + counts


def test_guns_that_move_count_less() -> None:
    """Reading 4.21: by the share of the time, rounded down, after halving for range."""
    make = Maker()
    tanks = make.unit("tanks", "GB_ARMD", prepared=True)
    third = Fraction(1, 3)
    near = (make.gun("guns", "GB_FIELD", share=third),)
    far = (make.gun("guns", "GB_FIELD", km=10, share=third),)
    assert scores(attacking(make, tanks, guns=near))[0] == 8 + 2
    assert scores(attacking(make, tanks, guns=far))[0] == 8 + 1


def test_guns_that_the_fight_reaches_join_at_half() -> None:
    """Reading 4.23: overrun guns are ground units of half status, and take steps."""
    make = Maker()
    guns = make.unit("guns", "GE_ARTY", overrun=Fraction(1, 2))
    fight = defending(make, make.unit("d", "GE_GREN"), guns)
    assert scores(fight)[1] == 7 + 4
    assert guns.unit in counted(fight)[1]


@pytest.mark.parametrize(
    ("arm", "ranges"),
    [
        ("field", (8, 12)),
        ("medium", (12, 20)),
        ("heavy", (12, 20)),
        ("rocket", (6, 0)),
        ("infantry gun", (6, 0)),
        ("coast", (20, 27)),
        ("aa", (8, 0)),
        ("infantry", (0, 0)),
    ],
)
def test_support_range(arm: Arm, ranges: tuple[int, int]) -> None:
    """Effective and long range by arm; none for those that do not fire."""
    assert support_range(arm, tables()) == ranges
