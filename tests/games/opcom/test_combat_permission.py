"""Who may attack, who attacks first, ways back, capture, and air support."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from bocage.games.opcom.board.tables import tables
from bocage.games.opcom.pieces.profiles import read_status
from bocage.games.opcom.s09_combat.encounters import Party, by_die, who_attacks
from bocage.games.opcom.s09_combat.fight import proposed
from bocage.games.opcom.s09_combat.ineffective import (
    is_captured,
    must_retire_km,
    prisoners,
)
from bocage.games.opcom.s09_combat.permission import Attempt, may_attack
from bocage.games.opcom.s09_combat.retreats import (
    bearing_back,
    how_blocked,
    may_end_at,
    thrown_back_km,
)
from bocage.games.opcom.s09_combat.support import Flight, level_of
from tests.games.opcom.fights import DEFAULT

RIFLES = read_status("7-6-5-4-3-2-1-0")


def attempt(**more: Any) -> Attempt:
    """A rifle battalion that may attack, but for what is said."""
    fields: dict[str, Any] = {"unit": 0, "status": RIFLES, "steps": 0, "group": ("infantry",)}
    return Attempt(**(fields | more))


def test_a_unit_may_attack() -> None:
    """Ordered, supplied, near and fresh."""
    assert may_attack(attempt(), tables())


@pytest.mark.parametrize(
    ("change", "rule"),
    [
        ({"steps": 7}, "9.5.f"),
        ({"status": read_status("(2)-(2)-(1)-0")}, "9.3"),
        ({"attaching": True}, "9.6.b"),
        ({"action": "breakthrough"}, "5.2.breakthrough"),
        ({"action": "probe"}, "5.2.probe"),
        ({"action": "move"}, "5.2.move"),
        ({"action": "hold"}, "5.2.hold"),
        ({"action": "prepare"}, "5.2.prepare"),
        ({"attacks_today": 2}, "9.4.a"),
        ({"attacks_today": 2, "overrun": True}, "9.4.a"),
        ({"attacks_this_turn": 1, "attacks_today": 1}, "9.4.b"),
        ({"attacks_this_turn": 1, "attacks_today": 1, "counter": True}, "9.4.b"),
        ({"moved": Fraction(51, 100)}, "6.1.c"),
        ({"ammunition": 0}, "9.5.a"),
    ],
)
def test_a_unit_may_not_attack(change: dict[str, Any], rule: str) -> None:
    """Each rule against an attack, alone."""
    ruling = may_attack(attempt(**change), tables())
    assert ruling.rules[0] == rule
    assert len(ruling.refusals) == 1


@pytest.mark.parametrize(
    "change",
    [
        {"action": "breakthrough", "group": ("infantry", "tank")},
        {"attacks_today": 1},
        {"attacks_this_turn": 1, "attacks_today": 1, "overrun": True},
        {"moved": Fraction(1, 2)},
        {"moved": Fraction(1), "overrun": True},
        {"action": "hold", "counter": True},
    ],
)
def test_near_misses_do_not_forbid_an_attack(change: dict[str, Any]) -> None:
    """What comes near to a refusal is allowed."""
    assert may_attack(attempt(**change), tables())


def test_every_reason_is_said() -> None:
    """A tired unit without ammunition that holds hears all three reasons."""
    asked = attempt(action="hold", attacks_today=2, ammunition=0)
    assert len(may_attack(asked, tables()).refusals) == 3


@pytest.mark.parametrize(
    ("first", "second", "due"),
    [
        (Party(attacks=False), Party(attacks=False), None),
        (Party(attacks=True), Party(attacks=False, prepared=True), 0),
        (Party(attacks=True), Party(attacks=True, prepared=True), 1),
        (Party(attacks=True, tactical=False), Party(attacks=True), 1),
        (Party(attacks=True, recce=True), Party(attacks=True, status=9), 0),
        (Party(attacks=True, status=8), Party(attacks=True, status=9), 1),
    ],
)
def test_who_attacks_first(first: Party, second: Party, due: int | None) -> None:
    """Reading 4.2: orders, preparation, posture, reconnaissance, status, in this order."""
    assert who_attacks(first, second).party == due
    mirrored = who_attacks(second, first).party
    assert mirrored == (None if due is None else 1 - due)


def test_a_die_decides_between_equal_attackers() -> None:
    """Reading 4.2: equal in all, a die decides evenly."""
    found = who_attacks(Party(attacks=True, status=5), Party(attacks=True, status=5))
    assert (found.party, found.by_die) == (None, True)
    assert [by_die(die, tables()) for die in range(1, 7)] == [0, 0, 0, 1, 1, 1]


# Ways back ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("attacks", "back"),
    [((90,), 90), ((350, 10), 0), ((0, 90), 45), ((180, 180, 180), 180)],
)
def test_straight_back_is_the_mean_direction_of_the_attack(
    attacks: tuple[int, ...], back: int
) -> None:
    """Reading 4.33: the mean of the bearings of the attack."""
    found = bearing_back(attacks)
    assert found is not None
    assert (found - back + 180) % 360 - 180 == pytest.approx(0)


def test_an_attack_from_all_sides_has_no_direction_back() -> None:
    """Attacked from east and west at once, nobody can tell where back is."""
    assert bearing_back((90, 270)) is None


def test_a_refuge_may_be_30_per_cent_nearer_or_farther() -> None:
    """Reading 4.33: within 30 per cent of the distance due."""
    due = Fraction(10)
    assert [may_end_at(due, km, tables()) for km in (6.9, 7, 10, 13, 13.1)] == [
        *(False, True, True, True, False)
    ]


@pytest.mark.parametrize(
    ("free", "status", "refuge", "near", "due"),
    [
        (3, 5, True, False, "free"),
        (2.9, 5, True, False, "step and stop"),
        (2.9, 5, False, False, "step and isolated"),
        (2.9, 1, False, False, "captured"),
        (6, 5, True, True, "step and isolated"),
        (6, 1, True, True, "captured"),
    ],
)
def test_blocked_retreats(
    free: float,
    status: int,
    refuge: bool,
    near: bool,
    due: str,
) -> None:
    """Reading 4.34: half of six kilometres must be open, and no enemy beside the way."""
    found = how_blocked(Fraction(6), free, status, refuge=refuge, near_enemy=near, charts=tables())
    assert found == due


def test_beaten_attackers_retreat_at_least_a_kilometre() -> None:
    """9.13: to the start line, or one kilometre if that is more."""
    assert (thrown_back_km(0.4, tables()), thrown_back_km(2.4, tables())) == (1, 2.4)


# Ineffective -------------------------------------------------------------------------------


def test_units_below_status_1_are_ineffective() -> None:
    """9.5: status 1 fights, status 0 does not, whatever jump led there."""
    para = read_status("6-6-5-4-3-3-0")
    assert [para.is_effective(steps) for steps in (5, 6)] == [True, False]
    assert RIFLES.is_effective(6)
    assert must_retire_km(tables()) == 5


def test_units_without_a_way_out_are_captured() -> None:
    """9.5: an enemy within a kilometre, and no route."""
    assert is_captured(1, has_route=False, charts=tables())
    assert not is_captured(1.1, has_route=False, charts=tables())
    assert not is_captured(0.5, has_route=True, charts=tables())


@pytest.mark.parametrize(
    ("status", "steps", "due"),
    [
        ("7-6-5-4-3-2-1-0", 0, 400),
        ("7-6-5-4-3-2-1-0", 6, 150),
        ("6-6-5-4-3-3-0", 5, 250),
        ("2-1-0", 0, 100),
        ("0-0", 0, 0),
    ],
)
def test_prisoners(status: str, steps: int, due: int) -> None:
    """Reading 7.6: 100 to 400 of a battalion by what it had left; companies a quarter."""
    assert prisoners(read_status(status), steps, tables()) == due


# Air ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("flight", "level"),
    [
        (Flight(), "none"),
        (Flight(allied=1), "ordinary"),
        (Flight(allied=3), "superior"),
        (Flight(allied=4), "overwhelming"),
        (Flight(allied=8), "apocalyptic"),
        (Flight(heavy=1), "overwhelming"),
        (Flight(heavy=3), "apocalyptic"),
        (Flight(heavy=1, allied=8), "apocalyptic"),
        (Flight(german=6), "none"),
        (Flight(german=6, german_allowed=True), "overwhelming"),
        (Flight(allied=4, prepared=False), "none"),
        (Flight(allied=4, attacking=False), "none"),
        (Flight(allied=4, in_both_orders=False), "none"),
        (Flight(allied=4, liaison=False), "superior"),
        (Flight(allied=1, liaison=False), "none"),
        (Flight(allied=4, weather="limited"), "superior"),
        (Flight(allied=4, weather="limited", liaison=False), "ordinary"),
        (Flight(allied=4, weather="no"), "none"),
        (Flight(allied=4, night=True), "none"),
        (Flight(cab_rank=1), "none"),
        (Flight(cab_rank=2, prepared=False), "ordinary"),
        (Flight(cab_rank=5, attacking=False), "superior"),
        (Flight(cab_rank=2, from_europe=False), "none"),
        (Flight(allied=3, cab_rank=2), "overwhelming"),
        (Flight(allied=3, cab_rank=2, prepared=False), "ordinary"),
    ],
)
def test_close_support(flight: Flight, level: str) -> None:
    """9.12: squadrons, cab rank, liaison, weather and preparation, alone and together."""
    assert level_of(flight, DEFAULT) == level


def test_at_most_two_advantages_are_proposed() -> None:
    """Reading 4.11: a crossing, a defile, a height, a day in position."""
    assert proposed(turns_in_place=1, settings=DEFAULT) == ()
    assert [each.why for each in proposed(turns_in_place=2, settings=DEFAULT)] == [
        "a day or more in position"
    ]
    every = proposed(
        turns_in_place=4, holds_crossing=True, overlooks=True, defile=True, settings=DEFAULT
    )
    assert [each.why for each in every] == [
        "holds a bank or the end of a bridge",
        "holds a defile",
    ]
