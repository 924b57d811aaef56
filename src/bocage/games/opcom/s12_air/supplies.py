"""Supplies by air: the dice, and the place of what arrives (12.2)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from bocage.engine.frames import Step, frame
from bocage.engine.ledger import Ledger
from bocage.games.opcom.board.position import Position
from bocage.games.opcom.board.tables import Tables
from bocage.games.opcom.board.ways import Point, km_between
from bocage.games.opcom.board.world import FUEL, KINDS
from bocage.games.opcom.pieces.flights import Sortie
from bocage.games.opcom.rulebook import R
from bocage.games.opcom.s02_umpiring.cards import rule_on
from bocage.games.opcom.s02_umpiring.dice import Die
from bocage.games.opcom.s10_reports.notes import Code
from bocage.games.opcom.s11_supplies.use import taken_on
from bocage.games.opcom.s12_air.flak import is_under_fire
from bocage.games.opcom.s12_air.landing import enemies_on, site_of_sortie
from bocage.games.opcom.s12_air.sorties import key, patrols, side_of

SCORE: Final = "score"
"""The heading of the ledger: the die and all its modifiers."""


@dataclass(frozen=True, slots=True)
class Delivery:
    """Supplies flown to one place."""

    points: int
    poor: bool = False
    """Poor ground without an airstrip."""
    contested: bool = False
    """Enemy air cover in the zone, undefeated (reading 9.9)."""
    fighters: bool = False
    """Enemy fighters that broke through to the stream (reading 9.9)."""
    flak: bool = False
    airstrip: bool = False
    afdag: bool = False


def score(delivery: Delivery, die: int, charts: Tables) -> Ledger:
    """Return the die and its factors (12.2.a)."""
    factors = charts.sky.resupply_factors
    found = Ledger()
    found.add(SCORE, die, R("12.2.a"), "a die of {die}", die=die)
    if delivery.poor:
        found.add(SCORE, factors["poor_terrain"], R("12.2.poor"), "poor ground")
    if delivery.contested:
        rule = R("12.2.contested").read(R("reading 9.9"))
        found.add(SCORE, factors["contested"], rule, "the zone is contested")
    if delivery.afdag:
        rule = R("12.2.afdag").read(R("reading 9.10"))
        found.add(SCORE, factors["afdag"], rule, "landed on an airstrip where an AFDAG works")
    elif delivery.airstrip:
        found.add(SCORE, factors["airstrip"], R("12.2.airstrip"), "landed on an airstrip")
    if delivery.fighters:
        rule = R("12.2.fighters").read(R("reading 9.9"))
        found.add(SCORE, factors["fighters"], rule, "enemy fighters intervene")
    if delivery.flak:
        found.add(SCORE, factors["flak"], R("12.2.flak"), "enemy flak intervenes")
    return found


def arriving(points: int, total: int, charts: Tables) -> int:
    """Return the part of one to ten points that arrives at a score (12.2.table)."""
    if not points:
        return 0
    row = next(cells for span, cells in charts.sky.resupply if total in span)
    return row[len(row) - points]


def loads(points: int, charts: Tables) -> list[int]:
    """Return more than ten points as loads of ten, each with its own die (reading 6.12)."""
    most = charts.figures.air.load
    return [min(most, points - at) for at in range(0, points, most)]


def delivered(delivery: Delivery, dice: Sequence[int], charts: Tables) -> int:
    """Return the points that arrive: one die for each load."""
    found = 0
    for points, die in zip(loads(delivery.points, charts), dice, strict=True):
        found += arriving(points, int(score(delivery, die, charts).total(SCORE)), charts)
    return found


def carried(st: Position, each: Sortie) -> int:
    """Return the points of a lift, less those of lost serials (12.2.b, reading 9.13)."""
    lift = st.world.sky.lifts[each.lift]
    return (lift.ammo + lift.fuel) * each.flying // max(1, each.planned)


def delivery(st: Position, each: Sortie) -> Delivery:
    """Return the conditions of a lift's supplies."""
    sky = st.world.sky
    side = side_of(st, each)
    site = site_of_sortie(st, each)
    row = sky.strips[site.strip] if site.strip >= 0 else None
    strip = row is not None and st.strips[site.strip] == side + 1 and st.turn >= row.open_turn
    afdag = strip and row is not None and 0 < row.afdag_turn <= st.turn
    return Delivery(
        carried(st, each),
        poor=site.poor and not strip,
        contested=bool(patrols(st, each.zone, 1 - side, each.night)),
        fighters=each.through > 0,
        flak=is_under_fire(st, each),
        airstrip=strip,
        afdag=afdag,
    )


@frame
class Deliver(Step):
    """A die for each load of ten points (12.2.a)."""

    number: int
    dice: tuple[int, ...] = ()
    rule = R("12.2.a")

    def rolled(self, st: Position, die: int) -> None:
        """Keep the next number."""
        st.swap(Deliver(self.number, (*self.dice, die)))

    def run(self, st: Position) -> None:
        """Roll, rule, and put down what has arrived."""
        each = st.sorties[self.number]
        sent = delivery(st, each)
        parts = loads(sent.points, st.world.tables)
        name = f"{st.turn}.supplies.{key(st, each)}"
        if len(self.dice) < len(parts):
            st.push(Die(name))
            return
        if not parts:
            st.pop()
            return
        found = delivered(sent, self.dice, st.world.tables)
        value = rule_on(
            st,
            name,
            "supplies",
            f"{sent.points} points are dropped at {each.where}",
            str(found),
            choices=[str(n) for n in range(sent.points + 1)],
            why=[
                f"{row.value:+} {row.words.say({})} ({row.rule})"
                for die in self.dice
                for row in score(sent, die, st.world.tables).under(SCORE)
            ],
            rule=R("12.2.table"),
        )
        if value is None:
            return
        st.pop()
        put_down(st, each, int(value))


def put_down(st: Position, each: Sortie, points: int) -> None:
    """Put supplies down (12.2.c, reading 9.15): the receiver fetches what it can at once; the rest
    stays.
    """
    lift = st.world.sky.lifts[each.lift]
    whole = lift.ammo + lift.fuel
    ammo = min(points, -(-points * lift.ammo // max(1, whole)))
    fuel = points - ammo
    target = st.world.by_id[lift.to]
    kind = st.world.units[target].ammo
    at: Point = (each.x, each.y)
    side = side_of(st, each)
    team = st.world.units[target].team
    taken = _is_taken(st, side, at)
    code: Code = "supplies lost" if taken else "supplies down" if points else "supplies scattered"
    for who in sorted({team, each.team}):
        st.note(who, code, figure=points, name=each.where)
    near = st.figures.air.fetch
    if not taken and st.is_effective(target) and km_between(st.at(target), at) <= near:
        for which, some in ((kind, ammo), (FUEL, fuel)):
            got = taken_on(some, st.held(target), st.world.units[target].unit.logistics_lift)
            st.give(target, which, got)
            if which == FUEL:
                fuel -= got
            else:
                ammo -= got
    if ammo + fuel:
        _park(st, at, side if not taken else 1 - side, {kind: 0 if taken else ammo, FUEL: fuel})


def _is_taken(st: Position, side: int, at: Point) -> bool:
    """Return whether only the enemy is near the landing place of supplies (reading 9.8)."""
    near = st.figures.air.on_zone
    own = any(km_between(st.at(u.number), at) <= near for u in st.enemies(1 - side))
    return bool(enemies_on(st, side, at)) and not own


def _park(st: Position, at: Point, side: int, points: dict[int, int]) -> None:
    """Park a stack at its landing place, on a stack there if there is one."""
    world = st.world
    first = len(world.dumps)
    free = [i for i in range(first, world.depots) if not st.depot_side[i]]
    same = [
        i
        for i in range(first, world.depots)
        if st.depot_side[i] == side + 1 and (st.depot_x[i], st.depot_y[i]) == at
    ]
    for slot in (same or free)[:1]:
        st.depot_side[slot] = side + 1
        st.depot_x[slot], st.depot_y[slot] = at
        for kind in range(len(KINDS)):
            st.give(len(world.units) + slot, kind, points.get(kind, 0))
