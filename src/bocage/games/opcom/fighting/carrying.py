"""Carrying out the result of a fight: supplies, steps, retreats, who takes the ground (9.13)."""

from __future__ import annotations

from dataclasses import replace

from bocage.games.opcom.combat import Fight, Result
from bocage.games.opcom.combat.retreats import thrown_back_km
from bocage.games.opcom.drawing import burn, draw, sources
from bocage.games.opcom.fighting.grouping import mark_fought
from bocage.games.opcom.fighting.retiring import Way
from bocage.games.opcom.fighting.telling import tell
from bocage.games.opcom.fleeing import capture
from bocage.games.opcom.pieces.fights import Combat, Pursuit
from bocage.games.opcom.position import BURNT, RETREATED, Position
from bocage.games.opcom.supply_use import fight_needs
from bocage.games.opcom.ways import Point, km_between
from bocage.games.opcom.world import FUEL


def carry_out(
    st: Position,
    combat: Combat,
    fight: Fight,
    result: Result,
    lost: dict[int, int],
    ways: dict[int, Way],
) -> None:
    """Everything that follows from a fight."""
    before = {u: st.steps[u] for u in lost}
    position = st.at(combat.defenders[0])
    fought = replace(combat, attackers=tuple(f.unit for f in fight.attacker.fighters))
    mark_fought(st, fought)
    _use(st, fight, combat.half)
    for unit, steps in lost.items():
        st.lose(unit, steps)
    gone = _lose_supplies(st, combat, result)
    for unit, way in ways.items():
        go_back(st, combat, unit, way, before.get(unit, st.steps[unit]))
    if result.no_counter_next_turn:
        for unit in combat.defenders:
            st.barred[unit] = 2
    if result.thrown_back:
        _throw_back(st, fought)
    elif result.retreat != "none" and set(ways) >= set(combat.defenders):
        for unit in fought.attackers:
            _advance_to(st, unit, position)
    tell(st, fought, fight, result, position, gone)
    if result.overrun is not None and not combat.overrun:
        share = result.overrun.share
        second = int(result.overrun.second_attack)
        pursuit = Pursuit(fought, share.numerator, share.denominator, second)
        st.overruns = (*st.overruns, pursuit)
    for unit in fought.attackers:
        st.target[unit] = -1


def _use(st: Position, fight: Fight, half: int) -> None:
    """9.5: ammunition of attackers and guns, fuel of all who have not used it yet this turn."""
    for side in ("attacker", "defender"):
        for need in fight_needs(fight, side):
            team = st.world.units[need.unit].team
            if need.ammo:
                got = draw(st, need.unit, need.ammo)
                for _ in range(got):
                    st.note(team, "ammo", need.unit)
            if need.fuel:
                burn(st, need.unit, BURNT)
    for gun in (*fight.attacker.guns, *fight.defender.guns):
        st.fired[gun.unit] |= 1 << half


def _lose_supplies(st: Position, combat: Combat, result: Result) -> int:
    """9.13, reading 4.41: from the stack of the headquarters, ammunition first; how many."""
    gone = 0
    for unit in combat.defenders if result.supplies_lost else ():
        left = result.supplies_lost
        for holder in sources(st, unit):
            for kind in (*range(FUEL), FUEL):
                taken = st.take(holder, kind, left)
                left -= taken
                gone += taken
    return gone


def go_back(st: Position, combat: Combat, unit: int, way: Way, steps: int) -> None:
    """9.14.1: a unit retires along its way, or is taken; its team hears of a staff driven off."""
    troops = st.world.units[unit]
    if way.blocked == "captured":
        _capture(st, combat, unit, steps)
        return
    if way.blocked.startswith("step"):
        st.lose(unit, 1)
    st.place(unit, way.end)
    st.mark(unit, RETREATED)
    st.target[unit] = -1
    if troops.arm == "hq":
        st.note(troops.team, "staff driven off", unit, way.end)
    for road in way.roads:  # reading 3.20
        st.jams[road] += troops.unit.size_points
    if way.blocked == "step and isolated":
        st.note(troops.team, "cut off", unit)


def _capture(st: Position, combat: Combat, unit: int, steps: int) -> None:
    """9.5.g: taken prisoner; the captors report how many."""
    capture(st, unit, steps, {st.world.units[u].team for u in combat.attackers})


def _throw_back(st: Position, combat: Combat) -> None:
    """9.13: beaten attackers go back the way they came, to their start line or 1 km."""
    for unit in combat.attackers:
        at, start = st.at(unit), (st.from_x[unit], st.from_y[unit])
        due = thrown_back_km(km_between(at, start))
        foe = st.at(combat.defenders[0])
        st.place(unit, start if km_between(at, start) >= due else _away(at, foe, due))
        st.mark(unit, RETREATED)
        st.target[unit] = -1


def _away(at: Point, foe: Point, km: float) -> Point:
    """A point so far on the other side from an enemy."""
    apart = max(km_between(at, foe), 0.001)
    return (
        round(at[0] + (at[0] - foe[0]) / apart * km),
        round(at[1] + (at[1] - foe[1]) / apart * km),
    )


def _advance_to(st: Position, unit: int, position: Point) -> None:
    """Reading 4.42: the attackers take the ground that was left, where they can get to it."""
    if st.is_effective(unit) and not _parted(st, unit, position):
        st.place(unit, position)


def _parted(st: Position, unit: int, position: Point) -> bool:
    foot = st.world.units[unit].unit.mobility == "foot"
    return bool(st.world.ways.waters_between(st.at(unit), position)) and not foot
