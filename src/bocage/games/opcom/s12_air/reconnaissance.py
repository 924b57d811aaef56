"""Air reconnaissance on the map: the units seen in a zone, and the team's report (12.10)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from bocage.engine.frames import Step, frame
from bocage.engine.ledger import Ledger
from bocage.games.opcom.board.position import MOVED, RETREATED, Position
from bocage.games.opcom.board.sky import NO_ZONE
from bocage.games.opcom.board.tables import Tables
from bocage.games.opcom.board.ways import Point
from bocage.games.opcom.pieces.flights import BROKEN_OFF, Sortie
from bocage.games.opcom.rulebook import R
from bocage.games.opcom.s02_umpiring.cards import rule_on
from bocage.games.opcom.s02_umpiring.dice import Die
from bocage.games.opcom.s10_reports.states import is_small
from bocage.games.opcom.s12_air.orders import RECCE, SUPPORT
from bocage.games.opcom.s12_air.sorties import called, key, side_of
from bocage.games.opcom.words.places import ahead, heading

SCORE: Final = "score"
NOTHING: Final = "nothing"
_COLUMNS: Final = {
    (True, True): 0,
    (True, False): 1,
    (False, False): 2,
    (False, True): 3,
}
"""Columns of the chart by whether a unit has vehicles and moves (reading 8.7)."""


@dataclass(frozen=True, slots=True)
class Sight:
    """A unit as it is from above."""

    vehicles: bool
    """Whether it is armoured or mechanised."""
    moving: bool
    covered: bool
    """Whether it is in woods or a built-up area."""
    built_up: bool
    crowd: int
    """The units in the same grid square, itself included."""


def has_cover(sight: Sight, charts: Tables) -> Ledger:
    """Return rows under `cover`; a total of 1 or more hides the unit (12.10.b to 12.10.d)."""
    found = Ledger()
    if not sight.covered:
        return found
    found.add("cover", 1, R("12.10.b"), "in cover")
    if sight.vehicles and sight.built_up:
        found.add("cover", -1, R("12.10.d"), "vehicles in a built-up area have no cover")
    elif sight.crowd > charts.figures.air.dense:
        rule = R("12.10.c").read(R("reading 8.18"))
        found.add("cover", -1, rule, "an exceptional concentration")
    return found


def score(sight: Sight, die: int, *, weather: bool, charts: Tables) -> Ledger:
    """Return the die with its modifiers; `weather` is whether it forbids close support."""
    found = Ledger()
    found.add(SCORE, die, R("12.10.a"), "a die of {die}", die=die)
    crowd = charts.figures.air.crowd
    if sight.crowd > crowd:
        words = "more than {crowd} units in the square"
        found.add(SCORE, 1, R("12.10.e"), words, crowd=crowd)
    if weather:
        found.add(SCORE, -charts.figures.air.weather, R("reading 8.12"), "in this weather")
    return found


def seen(sight: Sight, die: int, *, weather: bool = False, charts: Tables) -> str:
    """Return the report on a unit (12.10.table)."""
    if has_cover(sight, charts).total("cover") > 0:
        return NOTHING
    total = int(score(sight, die, weather=weather, charts=charts).total(SCORE))
    row = next(cells for span, cells in charts.sky.recce if total in span)
    return row[_COLUMNS[sight.vehicles, sight.moving]]


_ORDER: Final = (
    *("direction, type, size", "type, size", "direction, type", "type", "direction"),
    *("enemy", "nothing"),
)
"""The most informative first: the best of several squadrons' reports counts."""
_TYPES: Final[Mapping[str, str]] = {
    "tank": "tanks",
    "anti-tank": "assault guns or anti-tank guns",
    "recce": "half-tracks and armoured cars",
    "field": "artillery",
    "medium": "artillery",
    "heavy": "artillery",
    "coast": "artillery",
    "infantry gun": "artillery",
    "rocket": "rocket launchers",
    "aa": "flak",
    "transport": "trucks",
    "bridging": "trucks with bridging gear",
    "hq": "trucks and staff cars",
}


def flights(st: Position) -> list[Step]:
    """Return each reconnaissance of this turn that was completed (12.10.a).

    Close support without a request is one too (reading 4.18).
    """
    return [
        Scout(each.number)
        for each in st.sorties
        if (each.mission == RECCE or (each.mission == SUPPORT and not each.asked))
        and each.flying
        and each.zone != NO_ZONE
        and each.state != BROKEN_OFF
    ]


def square(st: Position, unit: int) -> Point:
    """Return the grid square of a unit (reading 8.2)."""
    side = st.figures.air.square * 1000
    return st.xs[unit] // side, st.ys[unit] // side


def sight_of(st: Position, unit: int, crowd: int) -> Sight:
    """A unit as it is from above at the end of the turn."""
    troops = st.world.units[unit]
    ground = st.world.ways.ground(st.at(unit))
    cell = st.world.ways.cell(st.at(unit))
    terrain = "" if cell is None else st.world.pack.hexes[cell].terrain
    return Sight(
        vehicles=troops.unit.mobility in ("tank", "motor", "recce"),
        moving=bool(st.marks[unit] & (MOVED | RETREATED)),
        covered=ground == "close",
        built_up=terrain == "built-up",
        crowd=crowd,
    )


def targets(st: Position, each: Sortie) -> list[tuple[int, Sight]]:
    """Return the enemy units in the zone that can be seen, by number."""
    sky = st.world.sky
    there = [
        u.number
        for u in st.here()
        if u.side != side_of(st, each) and sky.zone_of(st.at(u.number)) == each.zone
    ]
    crowds = Counter(square(st, unit) for unit in there)
    found: list[tuple[int, Sight]] = []
    for unit in there:
        sight = sight_of(st, unit, crowds[square(st, unit)])
        if has_cover(sight, st.world.tables).total("cover") <= 0:
            found.append((unit, sight))
    return found


@frame
class Scout(Step):
    """Dice for each unit in the open, and for each squadron (12.10)."""

    number: int
    dice: tuple[int, ...] = ()
    rule = R("12.10.a")

    def rolled(self, st: Position, die: int) -> None:
        """Keep the next number."""
        st.swap(Scout(self.number, (*self.dice, die)))

    def run(self, st: Position) -> None:
        """Roll, rule, and write the reports."""
        each = st.sorties[self.number]
        sights = targets(st, each)
        name = f"{st.turn}.recce.{key(st, each)}"
        if len(self.dice) < len(sights) * each.flying:
            st.push(Die(name))
            return
        bad = st.close_support == "no"
        found: list[tuple[int, Sight, str]] = []
        for i, (unit, sight) in enumerate(sights):
            dice = self.dice[i * each.flying : (i + 1) * each.flying]
            reports = [seen(sight, die, weather=bad, charts=st.world.tables) for die in dice]
            found.append((unit, sight, min(reports, key=_ORDER.index)))
        zone = st.world.sky.zones[each.zone].name
        value = rule_on(
            st,
            name,
            "recce",
            f"{called(st, each)} reconnoitre {zone}: {len(sights)} units in the open",
            "as flown",
            choices=("as flown", "nothing"),
            why=[f"{st.world.units[u].name}: {what} (12.10.table)" for u, _, what in found],
            rule=R("12.10.a").read(R("reading 8.7")),
        )
        if value is None:
            return
        st.pop()
        told = [each_ for each_ in found if each_[2] != NOTHING and value == "as flown"]
        if not told:
            st.note(each.team, "scouted nothing", name=zone)
        for unit, sight, what in told:
            seen_as = sighted(st, unit, sight, what)
            st.note(each.team, "scouted", at=st.at(unit), parts=seen_as)


Seen = tuple[str, str, str, str]
"""Kind, size, heading, and the place ahead; each is empty if unknown."""


def sighted(st: Position, unit: int, sight: Sight, what: str) -> Seen:
    """Return what a pilot recognises of a unit (12.10.type to 12.10.spotted)."""
    parts = what.split(", ")
    if what == "enemy":
        return spotted()
    kind = type_of(st, unit) if "type" in parts else ""
    size = size_of(st, unit, sight) if "size" in parts else ""
    wind, towards = direction(st, unit) if "direction" in parts else ("", "")
    return kind, size, wind, towards


def spotted() -> Seen:
    """Return a sighting without details (12.10.spotted)."""
    return "", "", "", ""


def type_of(st: Position, unit: int) -> str:
    """Return the type of troops (12.10.type)."""
    troops = st.world.units[unit]
    if troops.arm in _TYPES:
        return _TYPES[troops.arm]
    return "half-tracks and trucks" if troops.unit.mobility == "motor" else "infantry"


def size_of(st: Position, unit: int, sight: Sight) -> str:
    """Return a small force, a battalion, or several (12.10.size)."""
    if sight.crowd > st.figures.air.crowd:
        return "in several battalions"
    troops = st.world.units[unit]
    small = not troops.fights or not troops.unit.size_points or is_small(st, unit)
    return "in small force" if small else "of battalion size"


def direction(st: Position, unit: int) -> tuple[str, str]:
    """Return the main direction of a unit's move, and the place ahead, if any (12.10.direction).

    A unit that is back where it began has none.
    """
    was: Point = (st.from_x[unit], st.from_y[unit])
    now = st.at(unit)
    return ("", "") if was == now else (heading(was, now), ahead(st.world, was, now))
