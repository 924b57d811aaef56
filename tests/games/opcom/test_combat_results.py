"""9.13, 9.14: results carried out: losses, retreats, cities, standing fast, overruns, counters."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from bocage.games.opcom.s09_combat.fight import Advantage, Fight, Side
from bocage.games.opcom.s09_combat.results import (
    Result,
    losses,
    may_counter_attack,
    overruns,
    resolve,
    retiring,
    retreat_dice,
    retreat_km,
    supplies_lost,
)
from bocage.games.opcom.s09_combat.scores import chances
from tests.games.opcom.fights import DEFAULT, Maker, retreat_chances

SCORES = {"total": 11, "success": 7, "limited": 4, "confused": 0, "beaten": -9}
"""Differences that give a result with a die of 1, in normal terrain."""


def at(make: Maker, difference: int, **more: Any) -> Fight:
    """Return a fight with this difference of scores: two rifle battalions of 7 attack."""
    air = {11: "apocalyptic", 7: "superior", 4: "ordinary"}.get(difference, "none")
    left = 14 + {"apocalyptic": 10, "superior": 6, "ordinary": 4}.get(air, 0) - difference
    defenders = _status(make, left)
    attackers = (
        make.unit("a1", "GB_RIFLE", prepared=True),
        make.unit("a2", "GB_RIFLE", prepared=True),
    )
    fields: dict[str, Any] = {
        "attacker": Side(attackers, air=air),  # type: ignore[arg-type]
        "defender": Side(defenders),
        "ground": "open",
    }
    return Fight("1.fight", **(fields | more))


def _status(make: Maker, total: int) -> tuple[Any, ...]:
    """Units with this status together; engineers, so that tanks frighten none of them."""
    found: list[Any] = []
    while total > 0:
        level = min(7, total)
        found.append(make.unit(f"d{len(found)}", "GE_GREN", 7 - level, arm="engineer"))
        total -= level
    return tuple(found)


def result_of(name: str, make: Maker | None = None, **more: Any) -> tuple[Fight, Result]:
    """A fight that ends so with a die of 1."""
    fight = at(make or Maker(), SCORES[name], **more)
    return fight, resolve(fight, DEFAULT, die=1)


@pytest.mark.parametrize(
    ("name", "band", "ours", "theirs", "retreat", "lost", "back", "counter", "barred"),
    [
        ("total", "total success", 1, 2, "2d6", 2, False, False, True),
        ("success", "success", 1, 1, "1d6", 1, False, False, False),
        ("limited", "limited success", 1, 1, "2 km", 1, False, True, False),
        ("confused", "confused", 1, 1, "none", 0, False, False, False),
        ("beaten", "beaten", 1, 0, "none", 0, True, True, False),
    ],
)
def test_five_results(
    name: str,
    band: str,
    ours: int,
    theirs: int,
    retreat: str,
    lost: int,
    back: bool,
    counter: bool,
    barred: bool,
) -> None:
    """9.13: steps, retreat, supplies, start line and counter-attack of each result."""
    fight, found = result_of(name)
    assert found.band == band
    assert (found.attacker_steps, found.defender_steps) == (ours, theirs)
    assert (found.retreat, found.supplies_lost) == (retreat, lost)
    assert (found.thrown_back, found.may_counter) == (back, counter)
    assert found.no_counter_next_turn == barred
    assert supplies_lost(fight, found) == lost * len(fight.defender.fighters)
    assert bool(retiring(fight, found)) == (retreat != "none")


def test_bad_terrain_is_another_column() -> None:
    """9.13: the same score of 12 is a total success on normal ground and a success in bocage."""
    make = Maker()
    assert resolve(at(make, 11), DEFAULT, die=1).band == "total success"
    bad = resolve(at(make, 11, bad=True), DEFAULT, die=1)
    assert (bad.final, bad.band) == (12, "success")


def test_chances_are_exact() -> None:
    """A difference of 4 gives limited success on three dice and success on three."""
    found = chances(at(Maker(), 4), DEFAULT)
    assert found == {"limited success": Fraction(1, 2), "success": Fraction(1, 2)}


@pytest.mark.parametrize("die", [0, 7])
def test_a_die_has_six_faces(die: int) -> None:
    """Anything but 1 to 6 is not a die."""
    with pytest.raises(ValueError, match="1 to 6"):
        resolve(at(Maker(), 4), DEFAULT, die=die)


@pytest.mark.parametrize(
    ("name", "dice", "ground", "bad", "km"),
    [
        ("total", (3, 4), "open", False, Fraction(7)),
        ("total", (3, 4), "close", False, Fraction(7, 2)),
        ("success", (5,), "open", False, Fraction(5)),
        ("success", (5,), "close", False, Fraction(5, 2)),
        ("success", (5,), "marsh", False, Fraction(5)),
        ("limited", (), "open", False, Fraction(2)),
        ("limited", (), "close", False, Fraction(1)),
        ("confused", (), "open", False, Fraction(0)),
    ],
)
def test_retreat_distances_of_each_result(
    name: str,
    dice: tuple[int, ...],
    ground: str,
    bad: bool,
    km: Fraction,
) -> None:
    """9.13: two dice, one die or two kilometres; half in woods and close country."""
    fight, found = result_of(name, ground=ground, bad=bad)
    assert retreat_dice(found) == len(dice)
    assert retreat_km(found, fight, dice, settings=DEFAULT) == km


def test_bad_terrain_halves_a_retreat() -> None:
    """9.13 and reading 4.27: bad terrain halves, also after a limited success."""
    make = Maker()
    fight = at(make, 11, bad=True)
    assert retreat_km(resolve(fight, DEFAULT, die=1), fight, (4,), settings=DEFAULT) == 2
    fight = at(make, 7, bad=True)
    limited = resolve(fight, DEFAULT, die=1)
    assert limited.band == "limited success"
    assert retreat_km(limited, fight, settings=DEFAULT) == 1


def test_the_wrong_number_of_dice_is_not_a_retreat() -> None:
    """Reading 4.35: two dice for the combat, no more and no fewer."""
    fight, found = result_of("total")
    with pytest.raises(ValueError, match="takes 2 dice"):
        retreat_km(found, fight, (3,), settings=DEFAULT)
    with pytest.raises(ValueError, match="takes 2 dice"):
        retreat_km(found, fight, (3, 7), settings=DEFAULT)


def test_retreat_distances_have_exact_chances() -> None:
    """Of one die each distance is a sixth."""
    fight, found = result_of("success")
    assert retreat_chances(found, fight) == {Fraction(n): Fraction(1, 6) for n in range(1, 7)}


def test_only_a_total_success_drives_units_from_a_city() -> None:
    """9.14.3: no retreat below that, and nobody pays for standing fast then."""
    fight, found = result_of("success", city=True, stand_fast=True)
    assert (found.retreat, found.stood_fast, found.defender_steps) == ("none", False, 1)
    fight, found = result_of("total", city=True)
    assert found.retreat == "2d6"
    assert len(retiring(fight, found)) == len(fight.defender.fighters)


def test_standing_fast_costs_a_step_each() -> None:
    """9.14.2: one step more for each, and no retreat."""
    fight, found = result_of("success", stand_fast=True)
    assert (found.retreat, found.stood_fast, found.defender_steps) == ("none", True, 2)
    assert retiring(fight, found) == ()
    fight, found = result_of("confused", stand_fast=True)
    assert (found.stood_fast, found.defender_steps) == (False, 1)


def test_a_unit_that_stands_fast_pays_for_itself_only() -> None:
    """9.14.2: only the unit that stays pays."""
    make = Maker()
    stays = make.unit("stays", "GE_GREN", arm="engineer", stands_fast=True)
    goes = make.unit("goes", "GE_GREN", arm="engineer")
    rich = Side(tuple(make.unit(f"t{n}", "GB_ARMD", prepared=True) for n in range(3)))
    fight = Fight("1.fight", rich, Side((stays, goes)), "open")
    found = resolve(fight, DEFAULT, die=1)
    assert found.band == "success"
    assert found.stood_fast
    lost = losses(fight, found, DEFAULT)
    assert (lost[stays.unit], lost[goes.unit]) == (2, 1)
    assert retiring(fight, found) == (goes.unit,)


def test_no_unit_loses_more_steps_than_it_has() -> None:
    """A battery of two steps that should lose three loses two."""
    make = Maker()
    battery = make.unit("battery", "GB_ALAT")
    para = make.unit("para", "GB_PARA")
    rich = Side(tuple(make.unit(f"t{n}", "GB_ARMD", prepared=True) for n in range(4)))
    fight = Fight("1.fight", rich, Side((para, battery)), "open", stand_fast=True)
    lost = losses(fight, resolve(fight, DEFAULT, die=1), DEFAULT)
    assert (lost[para.unit], lost[battery.unit]) == (3, 2)


# Overruns ----------------------------------------------------------------------------------


def rush(make: Maker, tanks: int = 2, foot: int = 1, against: int = 7, **more: Any) -> Fight:
    """Tanks of 6 and foot of 6 each against some status."""
    units = [make.unit(f"t{n}", "GE_JGPZ", 1, prepared=True) for n in range(tanks)]
    units += [make.unit(f"f{n}", "IT_INF", prepared=True) for n in range(foot)]
    fields: dict[str, Any] = {"breakthrough": True}
    defender = Side(_status(make, against))
    return Fight("1.fight", Side(tuple(units)), defender, "open", **(fields | more))


@pytest.mark.parametrize(
    ("tanks", "foot", "against", "due"),
    [
        (2, 1, 9, True),
        (2, 1, 10, False),
        (2, 2, 7, False),
        (3, 2, 7, True),
        (0, 3, 7, False),
    ],
)
def test_overruns_need_tanks_and_twice_the_status(
    tanks: int, foot: int, against: int, due: bool
) -> None:
    """Readings 4.30, 4.31: more than half tanks, and at least twice the status."""
    assert overruns(rush(Maker(), tanks, foot, against), DEFAULT) == due


def test_only_orders_to_break_through_overrun() -> None:
    """9.13: with orders to attack there is no overrun."""
    assert not overruns(rush(Maker(), breakthrough=False), DEFAULT)


def test_twice_the_status_with_artillery_is_a_setting() -> None:
    """Reading 4.31: guns count neither way, unless the table rules so."""
    make = Maker()
    fight = rush(make, 2, 1, 10)
    guns = (make.gun("guns", "GB_FIELD"),)
    fight = Fight(
        "1.fight", Side(fight.attacker.fighters, guns), fight.defender, "open", breakthrough=True
    )
    assert not overruns(fight, DEFAULT)
    assert overruns(fight, replace(DEFAULT, twice="all"))


@pytest.mark.parametrize(
    ("advantages", "band", "share", "extra", "again"),
    [
        (0, "total success", Fraction(1, 2), 0, True),
        (1, "success", Fraction(1, 2), 1, True),
        (2, "success", Fraction(1, 2), 1, True),
    ],
)
def test_what_an_overrun_may_do(
    advantages: int,
    band: str,
    share: Fraction,
    extra: int,
    again: bool,
) -> None:
    """9.13: half of what is left and another attack; after a success a step more for each."""
    make = Maker()
    given = tuple(Advantage(f"a{n}") for n in range(advantages))
    fight = rush(make, 2, 1, 7)
    fight = Fight(
        "1.fight",
        fight.attacker,
        Side(fight.defender.fighters, advantages=given),
        "open",
        breakthrough=True,
    )
    found = resolve(fight, DEFAULT, die=1)
    assert found.band == band
    assert found.overrun is not None
    assert (found.overrun.share, found.overrun.extra_steps) == (share, extra)
    assert found.overrun.second_attack == again
    lost = losses(fight, found, DEFAULT)
    assert {lost[unit.unit] for unit in fight.attacker.fighters} == {1 + extra}


def test_a_limited_overrun_halts() -> None:
    """9.13: a quarter of what is left, a step more, and no second attack."""
    make = Maker()
    fight = rush(make, 2, 0, 6)
    found = resolve(fight, DEFAULT, die=1)
    assert found.band == "limited success"
    assert found.overrun is not None
    assert (found.overrun.share, found.overrun.second_attack) == (Fraction(1, 4), False)


def test_units_that_stand_fast_are_not_overrun() -> None:
    """Reading 4.32: neither one who stands fast nor the garrison of a city that need not go."""
    assert resolve(rush(Maker(), stand_fast=True), DEFAULT, die=1).overrun is None
    make = Maker()
    fight = rush(make, 2, 1, 9, city=True)
    found = resolve(fight, DEFAULT, die=1)
    assert (found.band, found.overrun) == ("success", None)
    assert resolve(rush(Maker(), 2, 1, 9), DEFAULT, die=1).overrun is not None


# Counter-attacks ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "ordered", "rule"),
    [
        ("total", True, "reading 4.38"),
        ("success", True, "reading 4.38"),
        ("limited", True, ""),
        ("limited", False, "9.13.limited.counter-attack"),
        ("confused", True, "9.13.confused.counter-attack"),
        ("beaten", True, ""),
        ("beaten", False, "9.13.beaten.counter-attack"),
    ],
)
def test_counter_attacks_need_orders_and_a_beaten_attack(
    name: str, ordered: bool, rule: str
) -> None:
    """9.13, reading 4.38: after a limited success and a beaten attack, if ordered."""
    _, found = result_of(name)
    ruling = may_counter_attack(found, ordered=ordered)
    assert list(ruling.rules) == ([rule] if rule else [])


def test_no_counter_attack_follows_a_total_success_or_another() -> None:
    """9.13: no counter-attack in the turn after a total success; one in a combat."""
    _, found = result_of("beaten")
    barred = may_counter_attack(found, ordered=True, barred=True)
    assert list(barred.rules) == ["9.13.total.counter-attack"]
    assert not may_counter_attack(found, ordered=True, done=True)
