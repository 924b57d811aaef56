"""Truth against belief (11, for the debrief): where a team was wrong, and how far.

Own units as last reported, the enemy as sighted, with age and doubt; and the enemies that nobody
had sighted.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from bocage.games.opcom.board.position import Position
from bocage.games.opcom.board.ways import Point, km_between
from bocage.games.opcom.board.world import Troops
from bocage.games.opcom.debrief.moments import Moment
from bocage.games.opcom.pieces.told import Sighting, UnitRow
from bocage.games.opcom.s10_reports.enemy import COUNTS, estimate, weight
from bocage.games.opcom.s10_reports.names import faced_as
from bocage.games.opcom.s10_reports.speech import called
from bocage.games.opcom.s10_reports.states import kind_of, listed_as, standing, word_of
from bocage.games.opcom.words.places import spoken

_PLAIN: Final = 3
"""A die that is not out."""


@dataclass(frozen=True, slots=True)
class OwnMistake:
    """One of our units that was not where, or not as, it was last reported."""

    name: str
    believed: str
    true: str
    km: float
    state: str
    true_state: str


@dataclass(frozen=True, slots=True)
class Sighted:
    """A sighting beside the truth."""

    by: str
    at: Point
    place: str
    count: str
    kinds: tuple[str, ...]
    who: str
    age: int
    doubt: str
    km: float
    """The distance to the nearest actual enemy."""
    nearest: Point | None
    true_count: str
    """What those who were there came to; nothing where nobody was."""
    true_kinds: tuple[str, ...]
    true_who: str
    faults: tuple[str, ...]
    """In words: what was wrong with it."""


@dataclass(frozen=True, slots=True)
class Missed:
    """An enemy near our troops of whom the team knew nothing."""

    name: str
    at: Point
    place: str
    km: float
    """To our nearest unit."""


@dataclass(frozen=True, slots=True)
class Judged:
    """A team's belief in one turn, judged."""

    own: tuple[OwnMistake, ...]
    own_count: int
    sightings: tuple[Sighted, ...]
    missed: tuple[Missed, ...]

    @property
    def mean_km(self) -> float:
        """Return how far off the sightings were on average."""
        return sum(each.km for each in self.sightings) / max(1, len(self.sightings))

    @property
    def right(self) -> int:
        """Return how many sightings were right in everything."""
        return sum(not each.faults for each in self.sightings)


def judged(moment: Moment, team: int) -> Judged:
    """Return a team's beliefs after a turn compared with the truth."""
    st = moment.truth
    told = moment.told[team]
    side = st.world.side_of_team(team)
    foes = [u for u in st.here() if u.side != side and st.level(u.number) > 0]
    own = [u for u in st.here() if u.team == team and u.fights]
    seen = tuple(_sighted(st, row, foes, own) for row in told.sightings)
    return Judged(_own(st, told.units), len(told.units), seen, _missed(st, own, foes, seen))


def _own(st: Position, rows: Sequence[UnitRow]) -> tuple[OwnMistake, ...]:
    found: list[OwnMistake] = []
    for row in rows:
        number = st.world.by_id[row.id]
        believed: Point = (row.x, row.y)
        km = km_between(believed, st.at(number))
        word = word_of(st, number)
        state = listed_as(word)
        if km > 0 or standing(word) != row.standing:
            at, true = spoken(st.world, believed), spoken(st.world, st.at(number))
            found.append(OwnMistake(called(row.name), at, true, km, row.state, state))
    return tuple(found)


def _sighted(st: Position, row: Sighting, foes: Sequence[Troops], own: Sequence[Troops]) -> Sighted:
    figures = st.figures.debrief
    at: Point = (row.x, row.y)
    near = min(foes, key=lambda u: (km_between(st.at(u.number), at), u.number), default=None)
    km = km_between(st.at(near.number), at) if near else 0.0
    there = [u for u in foes if km_between(st.at(u.number), at) <= figures.sighted]
    weights = [_weight(st, each) for each in there]
    charts = st.world.tables
    count = ""
    if there:
        count = estimate(weights, _PLAIN, blind=False, repeated=True, charts=charts)
    kinds = ("tanks",) if any(u.arm == "tank" for u in there) else ()
    names = sorted({faced_as(st, u.number) for u in there if u.fights})
    believed = row.kinds
    faults = _faults(row.size, count, believed, kinds, row.who, names)
    if not there and any(km_between(st.at(u.number), at) <= figures.driven_off for u in own):
        faults = ["gone from there"]
    return Sighted(
        row.by,
        at,
        row.at,
        row.count,
        believed,
        row.who,
        row.age,
        row.doubt,
        km,
        st.at(near.number) if near else None,
        count,
        kinds,
        " and ".join(names),
        tuple(faults),
    )


def _weight(st: Position, unit: Troops) -> float:
    if unit.is_gun:
        return 0.0
    full = st.status(unit.number).levels[0]
    return weight(kind_of(unit), word_of(st, unit.number), full, st.world.tables)


def _faults(
    believed: int | None,
    true: str,
    kinds: Sequence[str],
    true_kinds: Sequence[str],
    who: str,
    names: Sequence[str],
) -> list[str]:
    """Return the errors of a sighting in words. A guess that is one rung out is not an error."""
    if not true:
        return ["nobody there"]
    found: list[str] = []
    if believed is not None:
        out = believed - COUNTS.index(true)
        if abs(out) > 1:
            found.append("too many" if out > 0 else "too few")
    if "tanks" in kinds and "tanks" not in true_kinds:
        found.append("no tanks there")
    if "tanks" in true_kinds and "tanks" not in kinds:
        found.append("tanks not seen")
    if _is_named(who) and not any(name in names for name in who.split(" and ")):
        found.append("another name")
    return found


def _is_named(who: str) -> bool:
    """Return whether a formation was named, and not only its branch."""
    return bool(who) and any(letter.isdigit() for letter in who)


def _missed(
    st: Position, own: Sequence[Troops], foes: Sequence[Troops], seen: Sequence[Sighted]
) -> tuple[Missed, ...]:
    """Return the fighting enemies that are near our units but not near any sighting."""
    figures = st.figures.debrief
    found: list[Missed] = []
    for foe in foes:
        at = st.at(foe.number)
        if not foe.fights or not own:
            continue
        km = min(st.km(foe.number, unit.number) for unit in own)
        if km <= figures.missed and all(km_between(each.at, at) > figures.sighted for each in seen):
            found.append(Missed(called(foe.name), at, spoken(st.world, at), km))
    return tuple(sorted(found, key=lambda each: (each.km, each.name)))
