"""Questions about the sea: on a desk its arithmetic, on the map convoys, runways and flak."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final, cast

from bocage.games.opcom.board.position import Position
from bocage.games.opcom.board.sea_records import CALIBRES, GRADES
from bocage.games.opcom.board.tables import tables
from bocage.games.opcom.judge.desk import Desk
from bocage.games.opcom.judge.words import Said
from bocage.games.opcom.pieces.orders import Cratering, Diversion
from bocage.games.opcom.rulebook import R
from bocage.games.opcom.s12_air import flak as firing
from bocage.games.opcom.s12_air import landing
from bocage.games.opcom.s14_sea import arithmetic, shore
from bocage.games.opcom.s14_sea import passage as at_sea
from bocage.games.opcom.s14_sea.state import is_cratered
from bocage.rules.judge import Answer, CaseError


def passage(_: object, __: Desk, words: Sequence[str]) -> Answer:
    """Answer `passage DIE DIE ...`: the fate of a convoy."""
    said = Said(words)
    flags = {name: said.flag(name) for name in ("battleships", "cover", "hunted", "rough")}
    strikes = said.count("strikes")
    one, other = (int(each) for each in said.numbers())
    crossing = arithmetic.Crossing((one, other), strikes=strikes, **flags)
    sums = arithmetic.passage_ledger(crossing, tables())
    return Answer(arithmetic.passage_of(int(sums.total(arithmetic.PASSAGE)), tables()), sums.rules)


def toll(_: object, __: Desk, words: Sequence[str]) -> Answer:
    """Answer `at-sea BATTALIONS PASSAGE`: battalions that lose a step, and any loss of guns."""
    said = Said(words)
    battalions = int(said.number("battalions"))
    word = cast("arithmetic.Passage", " ".join(said.rest()))
    lost = arithmetic.steps_lost(word, battalions, tables())
    guns = arithmetic.loses_guns(word)
    return Answer({"steps": lost, "guns": guns}, (R("reading 12.2"),))


def coast(_: object, __: Desk, words: Sequence[str]) -> Answer:
    """Answer `coast CALIBRE`: the dice on which a battery hits, and how far it reaches."""
    said = Said(words)
    calibre = said.one_of("a calibre", CALIBRES)
    dice = [die for die in range(1, 7) if arithmetic.gun_hits(calibre, die, tables())]
    return Answer(
        {"hits": dice, "km": int(arithmetic.reach_km(calibre, tables()))}, (R("reading 12.3"),)
    )


def beach(_: object, __: Desk, words: Sequence[str]) -> Answer:
    """Answer `beach GRADE POINTS turns=1 ...`: points landed, and whether vehicles can land."""
    said = Said(words)
    shore = arithmetic.Shore(
        said.one_of("a grade", GRADES),
        int(said.number("points")),
        said.count("turns", 1),
        said.flag("fire"),
        cast("arithmetic.Swell", said.value("sea", "calm")),
        said.count("worked"),
        said.count("work"),
        said.flag("blocked"),
    )
    said.done()
    sums = arithmetic.capacity_ledger(shore, tables())
    points = int(sums.total(arithmetic.CAPACITY))
    found = {"points": points, "vehicles": arithmetic.takes_vehicles(shore, tables())}
    return Answer(found, (*sums.rules, R("reading 12.4")))


def swell(_: object, __: Desk, words: Sequence[str]) -> Answer:
    """Answer `swell DIE south`: calm, swell or blow."""
    said = Said(words)
    south = said.flag("south")
    found = arithmetic.swell_of(int(said.number("a die")), south=south, charts=tables())
    return Answer(found, (R("reading 12.6"),))


def assault(_: object, __: Desk, words: Sequence[str]) -> Answer:
    """Answer `assault UNITS battleships`: what a defended beach adds for the attackers."""
    said = Said(words)
    ships = said.flag("battleships")
    sums = arithmetic.assault_factors(int(said.number("units")), battleships=ships, charts=tables())
    return Answer(int(sums.total("attacker")), sums.rules)


def fleet(_: object, __: Desk, words: Sequence[str]) -> Answer:
    """Answer `fleet LEAST`: the dice on which a force comes up.

    `fleet strike` gives the dice on which it gets through patrols.
    """
    said = Said(words)
    if said.flag("strike"):
        dice = [die for die in range(1, 7) if arithmetic.gets_through(die, tables())]
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
    "passage DIE DIE ...": "what happens to a convoy: battleships, cover, strikes=1, hunted, rough",
    "at-sea BATTALIONS PASSAGE": "what a passage costs",
    "coast CALIBRE": "the dice on which a coast battery hits, and its reach",
    "beach GRADE POINTS ...": "what a beach takes: turns= fire sea=swell worked= work= blocked",
    "swell DIE south": "the sea at a coast",
    "assault UNITS battleships": "what a landing under fire adds for the attackers",
    "fleet LEAST": "the dice on which a force comes up, or a strike gets through",
}


def _number(name: str, what: str, known: Sequence[str]) -> int:
    if name not in known:
        raise CaseError(f"there is no {what} '{name}': expected {', '.join(known)}")
    return known.index(name)


def divert(_: object, st: Position, words: Sequence[str]) -> Answer:
    """Answer `divert CONVOY BEACH`: where and when a convoy lands if it is sent there now."""
    data = st.world.data.sea
    convoy = _number(words[0], "convoy", [each.id for each in data.convoys])
    beach = _number(words[1], "beach", [each.id for each in data.beaches])
    after = st.copy()
    after.chores = (Diversion(0, convoy, beach),)
    at_sea.put_to_sea(after)
    sea = after.sea
    table = {"beach": data.beaches[sea.beaches[convoy]].id, "due": sea.due[convoy]}
    return Answer(table, (R("reading 12.8"),))


def runway(_: object, st: Position, words: Sequence[str]) -> Answer:
    """Answer `runway AIRFIELD blown-up UNIT` or `mended`: whether aircraft can land there.

    The first spends the turn with a unit that was ordered to blow it up. The second spends it
    with the units there, after it was blown up.
    """
    areas = [strip.area for strip in st.world.sky.strips]
    strip = _number(words[0], "airfield", areas)
    after = st.copy()
    after.chores = ()
    if words[1] == "blown-up":
        unit = st.world.unit_names.index(words[2])
        after.chores = (Cratering(st.world.units[unit].team, words[0], unit),)
    elif words[1] == "mended":
        after.sea = replace(after.sea, craters=(words[0],))
    else:
        raise CaseError(f"'{words[1]}': expected blown-up UNIT or mended")
    shore.work_on_beaches(after)
    table = {
        "craters": "yes" if is_cratered(after, words[0]) else "no",
        "lands": "yes" if landing.strip_points(after, strip, 1) else "no",
    }
    return Answer(table, (R("reading 12.11"),))


def flak(_: object, st: Position, words: Sequence[str]) -> Answer:
    """Answer `flak UNIT`: whether anti-aircraft guns fire at aircraft now."""
    unit = st.world.unit_names.index(words[0])
    side = 1 - st.world.units[unit].side
    fires = unit in {each.number for each in firing.batteries(st, side)}
    return Answer("yes" if fires else "no", (R("reading 12.10"),))


ON_MAP: Final = {"divert": divert, "runway": runway, "flak-fires": flak}
SAID_ON_MAP: Final = {
    "divert CONVOY BEACH": "where a convoy lands that is sent there now, and when",
    "runway AIRFIELD blown-up UNIT": "whether a turn's work shuts an airfield; or mended",
    "flak-fires UNIT": "whether anti-aircraft guns fire at aircraft now",
}
