"""What holds of every fight, tried on many."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from random import Random
from typing import Any, get_args

import pytest

from bocage.engine.switches import switched_off
from bocage.games.opcom.s09_combat.fight import Advantage, Air, Fight, Ground, Side
from bocage.games.opcom.s09_combat.results import losses, resolve, retiring
from bocage.games.opcom.s09_combat.scores import chances, counted, ledger
from tests.games.opcom.fights import DEFAULT, Maker, profiles, retreat_chances

FIGHTS = 300
ORDER = ("beaten", "confused", "limited success", "success", "total success")


def some_side(make: Maker, rng: Random) -> Side:
    """Return one to four units of any kind, perhaps with guns, air and advantages."""
    kinds = sorted(profiles())
    units = tuple(
        make.unit(
            "unit",
            name := rng.choice(kinds),
            rng.randrange(len(profiles()[name].status.levels)),
            prepared=rng.random() < 0.5,
            light=rng.random() < 0.3,
            out_of_role=rng.random() < 0.1,
            fuelled=rng.random() < 0.8,
            tactical=rng.random() < 0.8,
            stands_fast=rng.random() < 0.2,
            formation=rng.choice("ab"),
        )
        for _ in range(rng.randint(1, 4))
    )
    guns = tuple(
        make.gun("gun", rng.choice(("GB_FIELD", "GB_MED", "GE_ROCKET")), km=rng.uniform(0, 22))
        for _ in range(rng.randrange(3))
    )
    advantages = tuple(Advantage("ground") for _ in range(rng.randrange(3)))
    air: Any = rng.choice(get_args(Air))
    return Side(units, guns, advantages, air, rng.choice(("", "a", "b")))


def some_fight(seed: int) -> Fight:
    """Return a fight, the same for the same seed."""
    rng = Random(seed)
    make = Maker()
    ground: Any = rng.choice(get_args(Ground))
    return Fight(
        "1.fight",
        some_side(make, rng),
        some_side(make, rng),
        ground,
        bad=rng.random() < 0.3,
        city=rng.random() < 0.2,
        breakthrough=rng.random() < 0.4,
        stand_fast=rng.random() < 0.2,
    )


@pytest.mark.parametrize("seed", range(FIGHTS))
def test_every_fight_is_consistent(seed: int) -> None:
    """Chances add up, better dice are never worse, and no unit loses more than it has."""
    fight = some_fight(seed)
    assert sum(chances(fight, DEFAULT).values()) == 1
    results = [resolve(fight, DEFAULT, die=die) for die in range(1, 7)]
    finals = [each.final for each in results]
    scores = ledger(fight, DEFAULT)
    first = int(scores.total("attacker") - scores.total("defender")) + 1
    assert finals == list(range(first, first + 6))
    ranks = [ORDER.index(each.band) for each in results]
    assert ranks == sorted(ranks)
    attackers, defenders = counted(fight)
    units = {u.unit: u for u in (*fight.attacker.fighters, *fight.defender.fighters)}
    for result in results:
        lost = losses(fight, result, DEFAULT)
        assert set(lost) == {*attackers, *defenders}
        for number, steps in lost.items():
            assert 0 <= steps <= units[number].status.last_step - units[number].steps
        assert set(retiring(fight, result)) <= {u.unit for u in fight.defender.fighters}
        assert sum(retreat_chances(result, fight).values()) == 1
        if result.overrun is not None:
            assert fight.breakthrough
            assert result.retreat != "none"


@pytest.mark.parametrize("seed", range(0, FIGHTS, 3))
def test_every_score_row_follows_from_its_rule(seed: int) -> None:
    """Switch off the rule of any row and the score changes by what the row says, or it was 0."""
    fight = some_fight(seed)
    whole = ledger(fight, DEFAULT)
    for heading in ("attacker", "defender"):
        for row in whole.under(heading):
            assert row.rule
            if row.rule.startswith("9.9."):
                with switched_off(row.rule):
                    left = ledger(fight, DEFAULT)
                gone = sum(int(r.value) for r in whole.under(heading) if r.rule == row.rule)
                assert left.total(heading) == whole.total(heading) - gone


@pytest.mark.parametrize("seed", range(0, FIGHTS, 5))
def test_more_air_is_never_worse(seed: int) -> None:
    """A level more of support adds two to the side that has it, and four at first."""
    fight = some_fight(seed)
    levels: Any = get_args(Air)
    totals = [
        ledger(replace(fight, attacker=replace(fight.attacker, air=each)), DEFAULT).total(
            "attacker"
        )
        for each in levels
    ]
    assert [b - a for a, b in pairwise(totals)] == [4, 2, 2, 2]
