"""The worked example of section 9 and the tutorial, as they are worked by hand."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from bocage.games.opcom.s09_combat.results import (
    losses,
    resolve,
    retiring,
    retreat_dice,
    retreat_km,
    supplies_lost,
)
from bocage.games.opcom.s09_combat.scores import chances, ledger
from tests.games.opcom.fights import (
    DEFAULT,
    Maker,
    arnhem,
    frontier,
    retreat_chances,
    second_position,
)


def test_the_worked_example_row_by_row() -> None:
    """9.15: 24 less 3 against 8 and 2, each row with its rule."""
    make = Maker()
    found = ledger(arnhem(make), DEFAULT)
    assert [
        f"{row.heading} {row.value:+} {row.words.say(make.nouns)} ({row.rule})"
        for row in found.rows
    ] == [
        "attacker +6 20 SS PzGR Bn (9.8.1)",
        "attacker +4 9 SS PzJg Abt (9.8.1)",
        "attacker +4 9 SS Pz Abt (9.8.1)",
        "attacker +4 9 SS PzArtR (9.8.1)",
        "attacker +6 field artillery fires (9.11.a)",
        "attacker -3 9 SS PzJg Abt, 9 SS Pz Abt and 9 SS PzArtR: out of role, so light"
        " (9.9.light-infantry)",
        "defender +6 2 Para (9.8.2)",
        "defender +2 A/Tk Bty (9.8.2)",
        "defender +2 2 Para and A/Tk Bty: a day in position in the city (9.9.advantage)",
    ]
    assert (found.total("attacker"), found.total("defender")) == (21, 10)


def test_the_worked_example_with_its_result() -> None:
    """9.15: a 2 makes 13, a total success; who stands fast loses three steps; guns lose none."""
    make = Maker()
    fight = arnhem(make)
    result = resolve(fight, DEFAULT, die=2)
    assert (result.final, result.band) == (13, "total success")
    assert (result.retreat, result.stood_fast, retiring(fight, result)) == ("none", True, ())
    units = (*fight.attacker.fighters, *fight.defender.fighters)
    lost = losses(fight, result, DEFAULT)
    after = {make.names.say(u.unit): u.status.level(u.steps + lost[u.unit]) for u in units}
    assert after == {
        "20 SS PzGR Bn": 6,
        "9 SS PzJg Abt": 3,
        "9 SS Pz Abt": 3,
        "9 SS PzArtR": 3,
        "2 Para": 3,
        "A/Tk Bty": 0,
    }
    assert fight.attacker.guns[0].unit not in lost
    assert supplies_lost(fight, result) == 4
    assert result.no_counter_next_turn
    assert not result.may_counter
    assert result.overrun is None


def test_every_die_of_the_example_gives_a_total_success() -> None:
    """Every die gives the total success that the book tells."""
    assert chances(arnhem(Maker()), DEFAULT) == {"total success": Fraction(1)}


def test_the_example_unprepared() -> None:
    """Reading 4.4: minus 3 for each unit gives confused combat, minus 2 a limited success."""
    fight = arnhem(Maker(), prepared=False)
    assert resolve(fight, DEFAULT, die=2).final == 13 - 12
    assert resolve(fight, DEFAULT, die=2).band == "confused"
    assert resolve(fight, replace(DEFAULT, unprepared=2), die=2).band == "limited success"


def test_the_frontier_of_the_tutorial() -> None:
    """74 to 22: 30 of status, 32 of guns (the mediums as 8), combined arms 4, air 8."""
    make = Maker()
    fight = frontier(make)
    found = ledger(fight, DEFAULT)
    by_rule: dict[str, int] = {}
    for row in found.under("attacker"):
        by_rule[row.rule] = by_rule.get(row.rule, 0) + int(row.value)
    assert by_rule == {
        "9.8.1": 30,
        "9.11.a": 36,
        "9.2": -4,
        "9.9.combined-arms": 4,
        "9.9.air": 8,
    }
    assert (found.total("attacker"), found.total("defender")) == (74, 22)
    assert chances(fight, DEFAULT) == {"total success": Fraction(1)}


def test_the_frontier_is_overrun() -> None:
    """16 of 30 are tanks and 30 is twice 12: half of the movement left, and another attack."""
    fight = frontier(Maker())
    result = resolve(fight, DEFAULT, die=1)
    assert result.overrun is not None
    assert (result.overrun.share, result.overrun.extra_steps) == (Fraction(1, 2), 0)
    assert result.overrun.second_attack
    after = [
        u.status.level(u.steps + losses(fight, result, DEFAULT)[u.unit])
        for u in (*fight.attacker.fighters, *fight.defender.fighters)
    ]
    assert after == [7, 7, 6, 6, 3, 2, 2]
    assert supplies_lost(fight, result) == 6


def test_the_retreat_from_the_frontier() -> None:
    """In woods it is half of two dice, thrown once for all."""
    fight = frontier(Maker())
    result = resolve(fight, DEFAULT, die=1)
    assert retreat_dice(result) == 2
    assert retreat_km(result, fight, (3, 4), settings=DEFAULT) == Fraction(7, 2)
    found = retreat_chances(result, fight)
    assert [min(found), max(found)] == [Fraction(1), Fraction(6)]
    assert found[Fraction(7, 2)] == Fraction(1, 6)
    assert sum(found.values()) == 1


def test_the_second_position_of_the_tutorial() -> None:
    """26 to 15: unprepared, field guns at long range, cab rank; a total success on any die."""
    fight = second_position(Maker())
    found = ledger(fight, DEFAULT)
    assert (found.total("attacker"), found.total("defender")) == (26, 15)
    result = resolve(fight, DEFAULT, die=1)
    assert result.band == "total success"
    after = [
        u.status.level(u.steps + losses(fight, result, DEFAULT)[u.unit])
        for u in (*fight.attacker.fighters, *fight.defender.fighters)
    ]
    assert after == [6, 6, 5, 5, 3, 0]
