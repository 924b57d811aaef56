"""Questions about the sea on a desk: passage, coast guns, beaches, swell, assault."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from bocage.games.opcom.board.sea_records import CALIBRES, GRADES
from bocage.games.opcom.judge.desk import Desk
from bocage.games.opcom.judge.words import Said
from bocage.games.opcom.rulebook import R
from bocage.games.opcom.s14_sea import arithmetic
from bocage.rules.judge import Answer


def passage(_: object, __: Desk, words: Sequence[str]) -> Answer:
    """`passage DIE DIE ...`: what becomes of a convoy."""
    said = Said(words)
    flags = {name: said.flag(name) for name in ("battleships", "cover", "hunted", "rough")}
    strikes = said.count("strikes")
    one, other = (int(each) for each in said.numbers())
    crossing = arithmetic.Crossing((one, other), strikes=strikes, **flags)
    sums = arithmetic.passage_ledger(crossing)
    return Answer(arithmetic.passage_of(int(sums.total(arithmetic.PASSAGE))), sums.rules)


def toll(_: object, __: Desk, words: Sequence[str]) -> Answer:
    """`at-sea BATTALIONS PASSAGE`: battalions that lose a step, and whether guns go down."""
    said = Said(words)
    battalions = int(said.number("battalions"))
    word = cast("arithmetic.Passage", " ".join(said.rest()))
    lost = arithmetic.steps_lost(word, battalions)
    guns = arithmetic.loses_guns(word)
    return Answer({"steps": lost, "guns": guns}, (R("reading 12.2"),))


def coast(_: object, __: Desk, words: Sequence[str]) -> Answer:
    """`coast CALIBRE`: the dice on which a battery hits, and how far it reaches."""
    said = Said(words)
    calibre = said.word("a calibre", CALIBRES)
    dice = [die for die in range(1, 7) if arithmetic.gun_hits(calibre, die)]
    return Answer({"hits": dice, "km": int(arithmetic.reach_km(calibre))}, (R("reading 12.3"),))


def beach(_: object, __: Desk, words: Sequence[str]) -> Answer:
    """`beach GRADE POINTS turns=1 ...`: points that can be landed, and whether vehicles can."""
    said = Said(words)
    shore = arithmetic.Shore(
        said.word("a grade", GRADES),
        int(said.number("points")),
        said.count("turns", 1),
        said.flag("fire"),
        cast("arithmetic.Swell", said.value("sea", "calm")),
        said.count("worked"),
        said.count("work"),
        said.flag("blocked"),
    )
    said.done()
    sums = arithmetic.capacity_ledger(shore)
    points = int(sums.total(arithmetic.CAPACITY))
    found = {"points": points, "vehicles": arithmetic.takes_vehicles(shore)}
    return Answer(found, (*sums.rules, R("reading 12.4")))


def swell(_: object, __: Desk, words: Sequence[str]) -> Answer:
    """`swell DIE south`: calm, swell or blow."""
    said = Said(words)
    south = said.flag("south")
    found = arithmetic.swell_of(int(said.number("a die")), south=south)
    return Answer(found, (R("reading 12.6"),))


def assault(_: object, __: Desk, words: Sequence[str]) -> Answer:
    """`assault UNITS battleships`: what a landing on a defended beach adds for the attackers."""
    said = Said(words)
    ships = said.flag("battleships")
    sums = arithmetic.assault_factors(int(said.number("units")), battleships=ships)
    return Answer(int(sums.total("attacker")), sums.rules)


def fleet(_: object, __: Desk, words: Sequence[str]) -> Answer:
    """`fleet LEAST`: the dice on which a force comes up; `fleet strike`: gets through patrols."""
    said = Said(words)
    if said.flag("strike"):
        dice = [die for die in range(1, 7) if arithmetic.gets_through(die)]
    else:
        least = int(said.number("the least die"))
        dice = [die for die in range(1, 7) if arithmetic.comes_up(die, least)]
    return Answer(dice, (R("reading 12.7"),))


QUESTIONS = {
    "passage": passage,
    "at-sea": toll,
    "coast": coast,
    "beach": beach,
    "swell": swell,
    "assault": assault,
    "fleet": fleet,
}
SAID = {
    "passage DIE DIE ...": "what becomes of a convoy: battleships, cover, strikes=1, hunted, rough",
    "at-sea BATTALIONS PASSAGE": "what a passage costs",
    "coast CALIBRE": "the dice on which a coast battery hits, and its reach",
    "beach GRADE POINTS ...": "what a beach takes: turns= fire sea=swell worked= work= blocked",
    "swell DIE south": "the sea at a coast",
    "assault UNITS battleships": "what a landing under fire adds for the attackers",
    "fleet LEAST": "the dice on which a force comes up, or a strike gets through",
}
