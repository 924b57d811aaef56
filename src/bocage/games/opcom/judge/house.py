"""Questions about readings that rule where the rulebook is silent: figures of the house."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from bocage.games.opcom import s07_traffic as traffic
from bocage.games.opcom import s08_bridges as demolition
from bocage.games.opcom.judge.desk import Desk, fight_of, gun_of, profile
from bocage.games.opcom.judge.words import Said, plain
from bocage.games.opcom.rulebook import R
from bocage.games.opcom.s05_orders import rest
from bocage.games.opcom.s06_movement import rates
from bocage.games.opcom.s09_combat import fire_missions, ineffective, retreats
from bocage.games.opcom.s09_combat.fight import DEFAULT
from bocage.games.opcom.s11_supplies import use
from bocage.rules.judge import Answer


def _yes(found: bool, rule: R) -> Answer:
    return Answer("yes" if found else "no", (rule,))


def overrun(_: object, __: Desk, words: Sequence[str]) -> Answer:
    """`overrun SCORE MOBILITY GROUND`: how far an overrun goes on after a result, in km."""
    said = Said(words)
    outcome = DEFAULT.tables.outcome(int(said.number("score")), bad=False)
    mobility: Any = said.word("mobility")
    ground: Any = said.word("ground")
    closing = Fraction(said.value("closing", "0"))
    said.done()
    asked = rates.March(mobility, ground, "tactical", attacks=True, closing=closing)
    assert outcome.overrun is not None
    return Answer(plain(rates.overrun_km(asked, outcome.overrun)), (R("reading 3.5"),))


def jam(_: object, __: Desk, words: Sequence[str]) -> Answer:
    """`jam POINTS ONE OTHER`: whether opposing flows jam a crossing."""
    points, one, other = (int(each) for each in Said(words).numbers())
    return _yes(traffic.is_jam(points, one, other), R("reading 3.16"))


def crowds(_: object, __: Desk, words: Sequence[str]) -> Answer:
    """`crowds TURNS allied`: whether a town so many turns free is full of cheering people."""
    said = Said(words)
    allied = said.flag("allied")
    return _yes(traffic.has_crowds(int(said.number("turns")), allied=allied), R("reading 3.17"))


def press(_: object, st: Desk, words: Sequence[str]) -> Answer:
    """`press AMMUNITION`: how many units attack and how many guns fire with so much."""
    side = fight_of(st.given).attacker
    kept, firing = use.pressed(side.fighters, side.guns, int(Said(words).number("points")))
    table = {"levels": [unit.level for unit in kept], "guns": len(firing)}
    return Answer(table, (R("reading 4.24"),))


def blocked(_: object, __: Desk, words: Sequence[str]) -> Answer:
    """`blocked DUE FREE STATUS refuge near`: what becomes of a unit whose way back is shut."""
    said = Said(words)
    refuge, close = said.flag("refuge"), said.flag("near")
    due, free, status = (said.number(name) for name in ("due", "free", "status"))
    said.done()
    found = retreats.how_blocked(due, float(free), int(status), refuge=refuge, near_enemy=close)
    return Answer(found, (R("reading 4.34"),))


def bomb(_: object, __: Desk, words: Sequence[str]) -> Answer:
    """`bomb HEAVY TACTICAL DIE SECOND`: whether bombs bring a bridge down."""
    heavy, tactical, die, second = (int(each) for each in Said(words).numbers())
    return _yes(demolition.is_hit_from_the_air(heavy, tactical, die, second), R("reading 5.3"))


def wreck(_: object, __: Desk, words: Sequence[str]) -> Answer:
    """`wreck foot major`: unit points a turn over a blown bridge."""
    said = Said(words)
    found = demolition.wreck_points(foot=said.flag("foot"), major=said.flag("major"))
    said.done()
    return Answer(found, (R("reading 5.5"),))


def seize(_: object, __: Desk, words: Sequence[str]) -> Answer:
    """`seize OURS AMMUNITION FUEL`: what is left of a German stack for those who take it."""
    said = Said(words)
    ours = said.word("colour")
    ammo, fuel = (int(each) for each in said.numbers())
    found = use.captured(use.Stock({"German": ammo}, fuel), (ours,))
    table = {"ammunition": sum(found.ammo.values()), "fuel": found.fuel}
    return Answer(table, (R("reading 6.8"),))


def waste(_: object, __: Desk, words: Sequence[str]) -> Answer:
    """`waste STATUS TURNS DIE`: whether a unit long out of supply loses a step."""
    status, turns, die = (int(each) for each in Said(words).numbers())
    return _yes(rest.wastes_away(status, turns, die), R("reading 6.10"))


def rebuilt(_: object, __: Desk, words: Sequence[str]) -> Answer:
    """`rebuilt TURNS dump`: whether a unit at 0 comes back."""
    said = Said(words)
    at_dump = said.flag("dump")
    return _yes(rest.is_rebuilt(int(said.number("turns")), at_dump=at_dump), R("reading 7.5"))


def prisoners(_: object, __: Desk, words: Sequence[str]) -> Answer:
    """`prisoners PROFILE STEPS`: about how many a captured unit gives."""
    said = Said(words)
    status = profile(said.word("a profile")).status
    return Answer(ineffective.prisoners(status, int(said.number("steps"))), (R("reading 7.6"),))


def battery(_: object, st: Desk, words: Sequence[str]) -> Answer:
    """`battery`: the force of the guns that are given, as interdiction counts it."""
    del words
    guns = [gun_of(line, n) for n, line in enumerate(st.given.get("attacker_guns", ()))]
    return Answer(fire_missions.force_of_guns(guns), (R("reading 8.4"),))


def recover(_: object, __: Desk, words: Sequence[str]) -> Answer:
    """`recover infantry|tank ...`: the dice on which a rested unit regains a step."""
    said = Said(words)
    arm: Any = said.word("arm", ("infantry", "tank", "recce"))
    dump, alone = said.flag("dump"), said.flag("no-workshops")
    said.done()
    asked = rest.Resting(0, arm, 4, 3, 1, near_dump=dump, workshops=not alone)
    return Answer([n for n in range(1, 7) if rest.recovers(asked, n)], (R("reading 7.1"),))
