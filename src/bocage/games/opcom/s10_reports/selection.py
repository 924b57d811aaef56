"""The facts of a team's reports, taken from the master map (10).

Only here do reports read the truth. The facts contain rungs, estimates, kinds and names that the
team has learnt. They never contain a level, or an enemy whom the formation did not meet.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import Final

from bocage.engine.dice import COLOUR
from bocage.games.opcom.board.position import HERE, MOVED, RETREATED, Position
from bocage.games.opcom.board.ways import km_between
from bocage.games.opcom.board.world import FUEL, Troops
from bocage.games.opcom.pieces.fights import Fought
from bocage.games.opcom.s06_movement.contact import Near, nearest_of
from bocage.games.opcom.s10_reports.edits import edited, edits_of
from bocage.games.opcom.s10_reports.enemy import estimate, weight
from bocage.games.opcom.s10_reports.facts import (
    Activity,
    EnemyFact,
    FightFact,
    FormationFact,
    Ground,
    SupplyFact,
    UnitFact,
)
from bocage.games.opcom.s10_reports.formations import formations, spoken_name
from bocage.games.opcom.s10_reports.identity import gun_kinds, identity_of, tank_class
from bocage.games.opcom.s10_reports.names import faced_as
from bocage.games.opcom.s10_reports.remarks import fire_on, prisoners_of, remarks, unseen_by
from bocage.games.opcom.s10_reports.rumours import RUMOUR, rumours
from bocage.games.opcom.s10_reports.speech import Choice, Voice, called
from bocage.games.opcom.s10_reports.states import kind_of, word_for, word_of
from bocage.games.opcom.s10_reports.touch import UNCONFIRMED, known_at, last_told
from bocage.games.opcom.words.places import nearest, spoken

_PLAIN_DIE: Final = 3
"""The die for an estimate that was not rolled: the count is right."""
_AIR: Final = ("", "fighter-bombers", "fighter-bombers in great number", "heavy bombers")
_IN_GREAT_NUMBER: Final = ("overwhelming", "apocalyptic")


def _air_of(fight: Fought) -> int:
    """Return the index in `_AIR` of the enemy's aircraft over a fight."""
    if fight.air == "none":
        return 0
    return 3 if fight.heavies else 1 + int(fight.air in _IN_GREAT_NUMBER)


def contacts(st: Position, units: Sequence[Troops], near: Near) -> set[int]:
    """Return the enemies that these units know to be in front of them when the turn ends."""
    return {
        enemy.number
        for unit in units
        if st.where[unit.number] == HERE
        and st.level(unit.number) > 0
        and not st.aboard[unit.number]
        for enemy in near.enemies(unit.side, st.at(unit.number))
        if st.km(unit.number, enemy.number) <= st.figures.reports.seen
    }


def wants_die(st: Position, team: int, near: Near) -> list[str]:
    """Return the formations of a team that have met an enemy: each estimates by a die of its
    own.
    """
    return [
        name
        for name, units in formations(st, team).items()
        if contacts(st, units, near) or _fights(st, team, units)
    ]


def die_name(st: Position, team: int, formation: str) -> str:
    """Return the name of the die of an estimate."""
    return f"{COLOUR}{st.turn}.report.{st.world.teams[team].seat}.{formation}"


def words_name(st: Position, team: int) -> str:
    """Return the name of the die of a team's words."""
    return f"{COLOUR}{st.turn}.words.{st.world.teams[team].seat}"


def choice_for(st: Position, team: int, formation: str) -> Choice:
    """Return the chooser of a report's words."""
    die = dict(st.report_dice).get(words_name(st, team), 0)
    return Choice(f"{st.turn}/{st.world.teams[team].seat}/{formation}/{die}")


def voice_for(st: Position, team: int) -> Voice:
    """Return the voice in which a team's staff speaks in this turn."""
    die = dict(st.report_dice).get(words_name(st, team), 0)
    return Voice(f"{st.turn}/{st.world.teams[team].seat}/{die}")


def gathered(st: Position, team: int) -> list[FormationFact]:
    """Return the facts of every formation of a team, as Control has them."""
    edits = edits_of(st, team)
    return [edited(facts, edits) for facts in unedited(st, team)]


def unedited(st: Position, team: int) -> list[FormationFact]:
    """Return the facts of every formation of a team, as the turn left them."""
    near = Near.of(st)
    towns: set[str] = set()
    found: list[FormationFact] = []
    for name, units in formations(st, team).items():
        facts = _formation(st, team, name, units, near)
        heard = tuple(each for each in facts.rumours if each.town not in towns)
        towns |= {each.town for each in heard}
        found.append(replace(facts, rumours=heard))
    return found


def _formation(
    st: Position, team: int, name: str, units: list[Troops], near: Near
) -> FormationFact:
    choice = choice_for(st, team, name)
    fights = _fights(st, team, units)
    met = contacts(st, units, near)
    return FormationFact(
        id=name,
        name=spoken_name(name, units),
        nation=units[0].unit.nation,
        units=_units(st, units),
        supply=_supply(st, team, units),
        fights=tuple(
            FightFact(each.attacking, each.band, spoken(st.world, each.at), _ground(st, each))
            for each in fights
        ),
        enemy=_enemy(st, team, name, units, fights, met, choice) if fights or met else None,
        did=_did(st, team, units, fights),
        remarks=remarks(st, team, name, units),
        rumours=tuple(rumours(st, team, units, choice_for(st, team, RUMOUR))),
        unseen=unseen_by(st, team, units),
        fire=fire_on(st, team, units),
    )


def _did(st: Position, team: int, units: Sequence[Troops], fights: Sequence[Fought]) -> Activity:
    """Return a formation's activity: that of its fights, or of most of its fighting units."""
    if fights:
        return "attacked" if any(each.attacking for each in fights) else "defended"
    line = [unit.number for unit in units if unit.fights and st.is_here(unit.number)]
    codes: dict[int, set[str]] = {number: set() for number in line}
    for note in st.notes:
        if note.team == team and note.unit in codes:
            codes[note.unit].add(note.code)
    for did, meant in _MEANT.items():
        if line and 2 * sum(bool(meant & codes[number]) for number in line) >= len(line):
            return did
    return "moved" if any(st.has(number, MOVED) for number in line) else "stood"


_MEANT: Final[Mapping[Activity, frozenset[str]]] = {
    "stopped": frozenset({"stopped", "met"}),
    "dry": frozenset({"no fuel"}),
    "waited": frozenset({"queues", "bridge down", "on railway", "held up"}),
    "arrived": frozenset(
        {"arrived", "left train", "beached", "landed intact", "landed scattered", "landed lost"}
    ),
}


def _fights(st: Position, team: int, units: Sequence[Troops]) -> list[Fought]:
    numbers = {unit.number for unit in units}
    return [each for each in st.fought if each.team == team and numbers & set(each.own)]


_WON: Final = ("total success", "success", "limited success")


def _ground(st: Position, fight: Fought) -> Ground:
    """Return who has the ground at the end, if the band alone would mislead (reading 10.11)."""
    if fight.stood:
        return "stood"
    if fight.band not in _WON:
        return "as told"
    if fight.attacking:
        return "as told" if fight.there else "open"
    side = st.world.side_of_team(fight.team)
    stayed = any(
        unit.side == side
        and unit.fights
        and st.level(unit.number) > 0
        and not st.has(unit.number, RETREATED)
        and km_between(st.at(unit.number), fight.at) <= st.figures.reports.position
        for unit in st.here()
    )
    return "kept" if stayed else "as told"


def _units(st: Position, units: Sequence[Troops]) -> tuple[UnitFact, ...]:
    """Return the units on the map; a single headquarters among others is called `HQ`."""
    here = [unit for unit in units if st.where[unit.number] == HERE]
    staffs = [unit for unit in here if kind_of(unit) == "staff"]
    return tuple(
        _unit(st, unit, "HQ" if [unit] == staffs and len(here) > 1 else called(unit.name))
        for unit in here
    )


def _unit(st: Position, unit: Troops, name: str) -> UnitFact:
    return UnitFact(
        unit.id,
        name,
        kind_of(unit),
        word_of(st, unit.number),
        _place(st, unit.number),
        st.has(unit.number, MOVED) and last_told(st, unit.number) is None,
        bool(st.fired[unit.number]),
    )


def _place(st: Position, unit: int) -> str:
    """Return a unit's place in words; a unit on a train is `on the railway`."""
    if st.aboard[unit]:
        goal = (st.rail_x[unit], st.rail_y[unit])
        return f"on the railway, bound for {nearest(st.world, goal)}"
    unsure = UNCONFIRMED if last_told(st, unit) else ""
    return f"{spoken(st.world, known_at(st, unit))}{unsure}"


def used(st: Position, team: int, among: Collection[int] | None = None) -> tuple[int, int]:
    """Return the ammunition and fuel that a team, or some of its units, used this turn (10.6)."""
    notes = st.notes
    own = [each for each in notes if each.team == team and (among is None or each.unit in among)]
    return sum(each.code == "ammo" for each in own), sum(each.code == "fuel" for each in own)


def lost_to_enemy(st: Position, team: int, among: Collection[int] | None = None) -> int:
    """Return the points that a team, or some of its units, lost to the enemy this turn (10.6)."""
    lost = [each for each in st.notes if (each.team, each.code) == (team, "points lost")]
    return sum(each.figure for each in lost if among is None or each.unit in among)


def _supply(st: Position, team: int, units: Sequence[Troops]) -> SupplyFact:
    """Return these units' use and losses, and their headquarters' stock (10.6)."""
    among = frozenset(unit.number for unit in units)
    ammo, fuel = used(st, team, among)
    lost = lost_to_enemy(st, team, among)
    staff = next((u.number for u in units if u.unit.logistics_lift and u.arm == "hq"), -1)
    if staff < 0:
        staff = next((u.hq for u in units if u.hq >= 0), -1)
    if staff < 0 or st.where[staff] != HERE or st.world.units[staff].team != team:
        return SupplyFact(ammo, fuel, lost)
    left = sum(st.holds(staff, kind) for kind in range(FUEL))
    name = called(st.world.units[staff].name)
    own = any(unit.number == staff for unit in units)
    return SupplyFact(ammo, fuel, lost, left, st.holds(staff, FUEL), name, own)


def _enemy(
    st: Position,
    team: int,
    name: str,
    units: Sequence[Troops],
    fights: Sequence[Fought],
    met: set[int],
    choice: Choice,
) -> EnemyFact:
    steps = {number: st.steps[number] for number in met}
    for fight in fights:
        for number, lost in fight.enemies:
            steps[number] = min(lost, steps.get(number, lost))
    enemies = [st.world.units[number] for number in sorted(steps)]
    turns = {formation: n for who, formation, n in st.faced if who == team}
    named = {*prisoners_of(st, team)}
    named |= {note.name for note in st.notes if (note.team, note.code) == (team, "probed")}
    repeated = st.figures.reports.named
    known = {
        e.number
        for e in enemies
        if turns.get(st.formation(e.number), 0) >= repeated or faced_as(st, e.number) in named
    }
    die = dict(st.report_dice).get(die_name(st, team, name), _PLAIN_DIE)
    kinds = gun_kinds(st, fights, enemies)
    air = max((_air_of(each) for each in fights), default=0)
    identity, who = identity_of(st, enemies, known, choice)
    tanks = [e for e in enemies if e.arm == "tank"]
    light = all(unit.unit.light_infantry for unit in units if unit.fights)
    return EnemyFact(
        estimate(
            (_weight(st, each, steps[each.number]) for each in enemies),
            die,
            blind=_is_blind(st, fights),
            repeated=bool(known),
            charts=st.world.tables,
        ),
        bool(tanks),
        tank_class(tanks, known, choice, light=light, charts=st.world.tables) if tanks else "",
        kinds,
        _AIR[air],
        identity,
        who,
        identity == "known" and all(turns.get(st.formation(n), 0) > repeated for n in known),
        bool(met),
        *_where(st, units, fights, met),
    )


def _weight(st: Position, enemy: Troops, steps: int) -> float:
    """Return the weight of an enemy in a count; gunners at their guns are a company at most."""
    if enemy.is_gun:
        return st.figures.reports.gunners
    kind, status = kind_of(enemy), st.status(enemy.number)
    charts = st.world.tables
    return weight(kind, word_for(kind, status, steps, charts), status.levels[0], charts)


def _where(
    st: Position, units: Sequence[Troops], fights: Sequence[Fought], met: set[int]
) -> tuple[int, int, str]:
    """Return the rough place of contact: the nearest enemy's, or the last ground fought over."""
    own = [unit.number for unit in units if st.is_here(unit.number)]
    at = st.at(nearest_of(st, own, met)) if met else fights[-1].at
    return round(at[0], -3), round(at[1], -3), spoken(st.world, at)


def _is_blind(st: Position, fights: Sequence[Fought]) -> bool:
    """Return whether they defended last, and in close country (reading 10.2)."""
    last = fights[-1] if fights else None
    return last is not None and not last.attacking and st.world.ways.ground(last.at) == "close"
