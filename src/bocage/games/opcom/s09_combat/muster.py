"""A fight on the map, in the form of the combat procedure: units, guns, air, ground (9.8)."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Literal, cast

from bocage.games.opcom.board.position import (
    BURNT,
    FIRE_BIT,
    HOLD,
    NON_TACT,
    QUEUED,
    REST,
    Position,
)
from bocage.games.opcom.board.ways import km_between
from bocage.games.opcom.board.world import MECHANISED
from bocage.games.opcom.pieces.fights import Combat
from bocage.games.opcom.pieces.orders import CounterFire, Line
from bocage.games.opcom.s09_combat.fight import (
    Advantage,
    Air,
    Fight,
    Fighter,
    Gun,
    Settings,
    Side,
    proposed,
    settings_from,
)
from bocage.games.opcom.s09_combat.groups import line_of
from bocage.games.opcom.s09_combat.support import Flight, level_of, reaches
from bocage.games.opcom.s11_supplies.sources import can_draw, sources
from bocage.games.opcom.s12_air.close_support import support_of
from bocage.games.opcom.s14_sea.shore import from_the_sea, is_landing


def on_counter_battery(st: Position) -> set[int]:
    """Return the guns on counter-battery duty, for the whole turn (9.17.a)."""
    return {gun for order in st.chores if isinstance(order, CounterFire) for gun in order.guns}


def settings_of(st: Position) -> Settings:
    """Return the readings in force at this table."""
    return settings_from(dict(st.settings), st.world.tables)


def fighter(st: Position, unit: int, *, overrun: bool = False) -> Fighter:
    """Return a unit on the ground."""
    troops = st.world.units[unit]
    line = line_of(st, unit)
    relaxed = st.posture[unit] in (NON_TACT, REST) or st.has(unit, QUEUED) or st.aboard[unit] > 0
    return Fighter(
        unit=unit,
        status=st.status(unit),
        steps=st.steps[unit],
        arm=troops.arm,
        light=troops.unit.light_infantry,
        formation="a train" if st.aboard[unit] else st.formation(unit),
        out_of_role=_out_of_role(st, unit),
        mechanised=troops.unit.mobility in MECHANISED,
        tactical=not relaxed,
        prepared=bool(st.prepared[unit]) and not overrun,
        stands_fast=(line is not None and bool(line.stand_fast)) or _holds_vital_spot(st, unit),
        para=troops.unit.symbol == "Paras",
    )


def _holds_vital_spot(st: Position, unit: int) -> bool:
    """Return whether a unit holds a spot that the scenario calls vital (9.14.2, reading 4.36)."""
    return any(
        each.side == st.world.units[unit].unit.side
        and km_between(st.at(unit), st.world.ways.xy(each.lat, each.lon)) <= each.radius_km
        for each in st.world.data.vital
    )


def _out_of_role(st: Position, unit: int) -> bool:
    """Return whether a unit is a crew without its tanks or guns, with an ad hoc profile."""
    return "as infantry" in st.world.units[unit].name or "dismounted" in st.world.units[unit].name


def advantages(st: Position, combat: Combat) -> tuple[Advantage, ...]:
    """Return the reasons for a defenders' advantage, for Control to grant (9.10.1, reading
    4.11).
    """
    world = st.world
    found: list[Advantage] = []
    for each in world.data.advantages:
        at = world.ways.xy(each.lat, each.lon)
        side = 0 if each.side == "allied" else 1
        if any(
            world.units[u].side == side
            and km_between(st.at(u), at) <= each.radius_km
            and (st.xs[u], st.ys[u]) == (st.from_x[u], st.from_y[u])
            for u in combat.defenders
        ):
            found.append(Advantage(each.why))
    lead, first = combat.attackers[0], combat.defenders[0]
    found += proposed(
        turns_in_place=min(st.stayed[u] for u in combat.defenders),
        holds_crossing=bool(world.ways.waters_between(st.at(lead), st.at(first))),
        overlooks=world.ways.overlooks(st.at(first)) and not world.ways.overlooks(st.at(lead)),
        settings=settings_of(st),
    )
    return tuple(found[: world.tables.figures.combat.most_advantages])


def _guns(
    st: Position, combat: Combat, who: tuple[int, ...], foe: tuple[int, ...], allotted: list[Line]
) -> tuple[Gun, ...]:
    """Return the artillery for the fight, in range, with ammunition, not firing elsewhere
    (9.11).
    """
    found: dict[int, Gun] = {}
    elsewhere = on_counter_battery(st)
    for line in allotted:
        for unit, first_only in line.support:
            if unit in found or unit in who or (combat.overrun and first_only):
                continue
            if not st.is_effective(unit) or unit in elsewhere:
                continue
            if st.fired[unit] & (1 << combat.half | 1 << FIRE_BIT):
                continue
            troops = st.world.units[unit]
            km = min(st.km(unit, each) for each in foe)
            moved = Fraction(min(1000, (st.spent[unit] - st.before[unit]) * 2), 1000)
            gun = Gun(unit, st.status(unit), st.steps[unit], troops.arm, km, 1 - moved)
            # A gun on the road for the whole half turn does not fire (reading 4.21).
            fires = int(st.level(unit) * gun.share) > 0
            if fires and reaches(gun, st.world.tables) and can_draw(st, unit):
                found[unit] = gun
    return tuple(found[unit] for unit in sorted(found))


def _air(
    st: Position, combat: Combat, *, attacking: bool, prepared: bool, allotted: list[Line]
) -> Air:
    """Return the squadrons requested on the sheet, if they fly or the scenario has them (9.12)."""
    world = st.world
    if world.sky:
        units = combat.attackers if attacking else combat.defenders
        settings = settings_of(st)
        return support_of(
            st, combat.name, units, allotted, settings, attacking=attacking, prepared=prepared
        )
    teams = {line.team for line in allotted}
    rows = [
        row
        for row in world.data.air
        if row.turn == st.turn and any(world.teams[t].seat == row.team for t in teams)
    ]
    if not rows:
        return "none"
    squadrons = min(max(line.squadrons for line in allotted), sum(row.squadrons for row in rows))
    rank = min(max(line.cab_rank for line in allotted), sum(row.cab_rank for row in rows))
    flight = Flight(
        allied=squadrons,
        cab_rank=rank,
        attacking=attacking,
        prepared=prepared,
        liaison=any(row.liaison for row in rows),
        weather=cast('Literal["yes", "limited", "no"]', st.close_support),
    )
    return level_of(flight, settings_of(st))


def build(st: Position, combat: Combat, granted: int) -> Fight:
    """Return the fight, with so many of the proposed advantages granted to the defenders."""
    attackers = tuple(fighter(st, u, overrun=bool(combat.overrun)) for u in combat.attackers)
    defenders = tuple(_defender(st, u) for u in combat.defenders)
    attackers, defenders = _fuelled(st, attackers), _fuelled(st, defenders)
    ours = [line for line in st.orders if (line.team, line.number) in combat.lines]
    theirs = [line for line in st.orders if set(line.units) & set(combat.defenders)]
    prepared = bool(attackers) and all(f.prepared for f in attackers) and not combat.counter
    first = st.at(combat.defenders[0])
    if combat.counter:
        ours, theirs = [], []
    attacker = Side(
        attackers,
        _guns(st, combat, combat.attackers, combat.defenders, ours),
        (),
        _air(st, combat, attacking=True, prepared=prepared, allotted=ours),
        _leading(attackers),
    )
    defender = Side(
        defenders,
        _guns(st, combat, combat.defenders, combat.attackers, theirs),
        (advantages(st, combat) + _more(granted))[:granted],
        _air(st, combat, attacking=False, prepared=False, allotted=theirs),
        _leading(defenders),
    )
    fight = Fight(
        combat.name,
        attacker,
        defender,
        st.world.ways.ground(first),
        bad=st.world.ways.is_bad(first),
        city=st.world.ways.is_city(first),
        breakthrough=bool(combat.breakthrough),
        stand_fast=bool(defenders) and all(f.stands_fast for f in defenders),
    )
    return from_the_sea(st, fight) if is_landing(combat.name) else fight


def _fuelled(st: Position, fighters: tuple[Fighter, ...]) -> tuple[Fighter, ...]:
    """Return the fighters with fuel: units on one stack share it, and the weakest go short
    (9.9).
    """
    served: list[list[int]] = []
    dry: set[int] = set()
    for each in sorted(fighters, key=lambda f: (-f.level, f.unit)):
        if not st.world.units[each.unit].uses_fuel or st.has(each.unit, BURNT):
            continue
        near = sources(st, each.unit)
        before = sum(1 for others in served if set(others) & set(near))
        if can_draw(st, each.unit, fuel=True) > before:
            served.append(near)
        else:
            dry.add(each.unit)
    return tuple(replace(f, fuelled=False) if f.unit in dry else f for f in fighters)


def _more(granted: int) -> tuple[Advantage, ...]:
    """Return advantages that Control grants without a proposal."""
    return tuple(Advantage("as Control rules") for _ in range(granted))


def _defender(st: Position, unit: int) -> Fighter:
    made = fighter(st, unit)
    if settings_of(st).combined_defence:
        made = replace(made, prepared=_has_held(st, unit))
    if not st.world.units[unit].is_gun:
        return made
    return replace(made, overrun=st.figures.combat.overrun_guns)


def _has_held(st: Position, unit: int) -> bool:
    """Return whether a unit spent the turn before in place with Hold (reading 4.9)."""
    held = next((line.action for line in st.standing if unit in line.units), HOLD)
    return held == HOLD and st.stayed[unit] > 0


def _leading(fighters: tuple[Fighter, ...]) -> str:
    """Return the formation with most of the status leads (9.10.6)."""
    weights: dict[str, int] = {}
    for each in fighters:
        weights[each.formation] = weights.get(each.formation, 0) + each.level
    return max(weights, key=lambda name: (weights[name], name)) if weights else ""
