"""Zones, Op-Fire, communications and movement without one rule or another."""

# Lambdas stand here for functions of the game, and private parts of it are replaced: that is
# what this module is for.
# pyright: reportPrivateUsage=false, reportUnknownLambdaType=false, reportUnknownMemberType=false
# pyright: reportUnknownArgumentType=false, reportUnknownVariableType=false

from __future__ import annotations

import builtins
from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

from bocage.games.falaise import (
    s04_activation,
    s06_communications,
    s06_op_fire,
    s07_march,
    s07_movement,
    s09_disruption,
    s10_retreats,
)
from bocage.games.falaise.board import position
from bocage.games.falaise.board.changes import eliminate
from bocage.games.falaise.board.charts import HALT, HIT
from bocage.games.falaise.board.ground import BOCAGE, CLEAR, POINT, WOODS, Ground
from bocage.games.falaise.board.position import DISRUPTED, FOUGHT, Position
from bocage.games.falaise.judge import questions
from bocage.games.falaise.options import ROAD_START_STACKED
from bocage.games.falaise.pieces.units import GERMAN
from bocage.games.falaise.s05_stacking import StackingCheck
from bocage.games.falaise.s09_disruption import disrupt
from bocage.games.falaise.words.verbs import END, MOVE_ROUND, ROUND, STAY, STEP
from bocage.hexes.kernels import BLOCKED, PROHIBITED, UNREACHED, ZONE, Links, mark_zones
from bocage.rules.judge import ABSENCE, Absence, everywhere, nothing, replaced, together

if TYPE_CHECKING:
    from bocage.games.falaise.board.world import World


def movement_effects(world: World) -> Mapping[str, Absence]:
    """Modules 6 and 7."""
    return {**_zones(world), **_fire(world), **_lines(world), **_moves(world), **_costs(world)}


def skipped(seat: int, *_: Any, **__: Any) -> Any:
    """A step that asks nobody, in the place of Op-Fire."""
    return StackingCheck(seat)


def _zones(world: World) -> Mapping[str, Absence]:
    """6.0 and 6.1."""
    ground = world.ground
    neighbours, mark = ground.grid.neighbours, mark_zones
    dry = Links(neighbours, bytes(world.size))
    closed = Links(neighbours, ground.over_water)

    def no_zone(links: Any, loc: Any, start: int, stop: int, field: Any, *bits: Any) -> None:
        _, there, *mask = bits
        mark(links, loc, start, stop, field, 0, there, *mask)

    return {
        "6.0.a": partial(replaced, position, mark_zones=no_zone),
        "6.1.b": partial(replaced, ground, reach_links=dry, armor_links=dry),
        "6.1.c": partial(replaced, ground, reach_links=closed, armor_links=closed),
        "6.1.d": partial(replaced, ground, armor_links=ground.reach_links),
    }


def _fire(world: World) -> Mapping[str, Absence]:
    """6.2 to 6.4."""
    hit, rolled, hexes = (
        s07_march.Marching.hit,
        s06_op_fire.OpFireRoll.apply,
        s06_op_fire.firing_hexes,
    )
    step_cost, retreat_hit = s07_movement.Moving.step_cost, s10_retreats.Retreating.hit
    tables = world.tables

    def on_hit(change: Any) -> Absence:
        def without(self: Any, st: Position, effect: int) -> None:
            if not change(self, st, effect):
                hit(self, st, effect)

        return partial(replaced, s07_march.Marching, hit=without)

    def spent(kind: int) -> Any:
        def change(self: Any, st: Position, effect: int) -> None:
            if effect == kind:
                for u in self.units:
                    st.marks[u] |= FOUGHT

        return change

    def goes_on(self: Any, st: Position, effect: int) -> bool:
        if effect == HIT:
            disrupt(st, self.units, ABSENCE)
        return effect == HIT

    def dies(self: Any, st: Position, effect: int) -> bool:
        again = effect == HIT and all(st.marks[u] & DISRUPTED for u in self.units)
        if again:
            st.pop()
            eliminate(st, self.units, ABSENCE)
        return again

    def lives(self: Any, st: Position, effect: int) -> None:
        again = effect == HIT and st.marks[self.unit] & DISRUPTED
        retreat_hit(self, st, HALT if again else effect)

    def twice(self: Any, st: Position, action: int) -> None:
        rolled(self, st, action)
        st.push(s06_op_fire.OpFire(self.by, self.units, self.came, self.into, self.breaking))

    def signed(*values: Any, **options: Any) -> Any:
        return values[1] if len(values) == 2 else builtins.max(*values, **options)

    def lowest(st: Position, units: Any) -> int:
        return min(s09_disruption.ter(st, u) for u in units)

    def free(*, night: bool) -> Absence:
        def without(self: Any, st: Position, here: int, h: int) -> int:
            cost = step_cost(self, st, here, h)
            zone = st.zone(self.seat)
            breaks = zone[here] & ZONE and not zone[h] & ZONE
            return cost - POINT if breaks and st.night == night else cost

        return partial(replaced, s07_movement.Moving, step_cost=without)

    def dear(self: Any, st: Position, here: int, h: int) -> int:
        zone = st.zone(self.seat)
        extra = POINT if zone[here] & ZONE and zone[h] & ZONE else 0
        return step_cost(self, st, here, h) + extra

    none = replace(tables, op_fire=(0,) * 6)
    straight = lambda die, _=6: die  # noqa: E731
    return {
        "6.2.a": partial(replaced, s07_march, OpFire=skipped),
        "6.2.b": partial(replaced, s06_op_fire.OpFireRoll, apply=twice),
        "6.2.c": partial(replaced, s10_retreats, OpFire=skipped),
        "6.2.d": partial(replaced, s06_op_fire, firing_hexes=lambda *a: hexes(*a)[:1]),
        "6.2.f": partial(replaced, s09_disruption, max=signed),
        "6.2.g": on_hit(lambda _, __, effect: effect == HALT),
        "6.2.h": on_hit(spent(HALT)),
        "6.2.i": partial(replaced, s07_march, disrupt=nothing),
        "6.2.j": on_hit(goes_on),
        "6.2.k": on_hit(spent(HIT)),
        "6.2.l": partial(replaced, s06_op_fire, best_ter=lowest),
        "6.2.table": partial(replaced, world, tables=none),
        "6.3.b": free(night=True),
        "6.3.c": free(night=False),
        "6.3.e": partial(replaced, s07_march.Marching, _cover=lambda *_: s07_march.DECIDED),
        "6.4.a": on_hit(dies),
        "6.4.b": partial(replaced, s10_retreats.Retreating, hit=lives),
        "reading 52": partial(replaced, s07_movement.Moving, step_cost=dear),
        "reading 60": partial(replaced, s06_op_fire, clip=straight),
    }


def _lines(world: World) -> Mapping[str, Absence]:
    """6.5."""
    ground = world.ground
    nowhere = ground.grid.hex("0420")
    units_only = bytes(1 if flags & BLOCKED else 0 for flags in range(256))
    both = {"_BARS_ROAD": units_only, "_BARS_PATH": units_only}

    def traced(*, lifted: bool = False, direct: bool = True, links: Any = None) -> Absence:
        def without(st: Position, side: int) -> Any:
            work, zone = world.scratch.work, st.zone(side)
            field = bytearray(zone)
            own = world.ranges[side]
            friend = s06_communications.FRIEND
            mark_zones(ground.reach_links, st.loc, own.start, own.stop, field, 0, friend)
            edge = (ground.german_loc,) if side == GERMAN else ground.allied_edges
            bars = s06_communications._BARS_PATH if lifted else s06_communications._BARS_ROAD
            work.flood(ground.road_links, edge, (field if lifted else zone).translate(bars), 1)
            sources = [h for h in ground.road_hexes if work.distances[h] < UNREACHED]
            if direct:
                sources.extend(edge)
                sources.extend(ground.east_edge if side == GERMAN else ())
            path = field.translate(s06_communications._BARS_PATH)
            paths = links or ground.reach_links
            work.flood(paths, sources, path, 1, 0, s06_communications.LONGEST)
            return work.distances[:]

        return partial(replaced, s06_communications, _traced=without)

    return {
        "6.5.d": partial(replaced, s06_communications, LONGEST=99),
        "6.5.e": partial(replaced, ground, allied_edges=()),
        "6.5.f": partial(replaced, ground, german_loc=nowhere),
        "6.5.g": partial(replaced, s06_communications, **both),
        "6.5.i": partial(replaced, s06_communications, _BARS_PATH=s06_communications._BARS_ROAD),
        "6.5.h": traced(links=Links(ground.grid.neighbours, bytes(world.size))),
        "6.5.j": traced(lifted=True),
        "reading 78": traced(lifted=True),
        "reading 77": partial(replaced, ground, east_edge=()),
        "6.5.k": traced(direct=False),
    }


def _moves(world: World) -> Mapping[str, Absence]:
    """7.0 to 7.2.1, 7.3: who moves, and what may be done on the way."""
    chosen, points_of = s04_activation.ChooseRound.apply, s09_disruption.points_of
    legal, round_legal = s07_movement.Moving.legal, s07_movement.MoveRound.legal
    may_use, field = s07_movement.may_use_road, s07_movement.road_field
    known = (s09_disruption, s07_movement, questions)
    roads = (s07_movement, questions)
    tables = world.tables

    def always_moves(self: Any, st: Position, _: int) -> None:
        chosen(self, st, ROUND(MOVE_ROUND))

    def fresh(st: Position, u: int) -> int:
        before = st.marks[u]
        st.marks[u] &= ~DISRUPTED
        found = points_of(st, u)
        st.marks[u] = before
        return found

    def zero(st: Position, u: int) -> int:
        return points_of(st, u) if s09_disruption.ter(st, u) else st.points

    def all_must_move(self: Any, st: Position) -> Any:
        return [action for action in round_legal(self, st) if action != END()]

    def no_stay(self: Any, st: Position) -> Any:
        return [action for action in legal(self, st) if action != STAY()]

    def affordable(self: Any, st: Position) -> Any:
        here = st.loc[self.units[0]]

        def dear(action: int) -> bool:
            h = action >> 16 & 0xFFFF
            left = self.points - self.spent
            return action >> 32 == STEP.number and self.step_cost(st, here, h) > left

        return [action for action in legal(self, st) if not dear(action)]

    def stacked(st: Position, units: tuple[int, ...], seat: int) -> bool:
        before = st.switches
        st.switches |= ROAD_START_STACKED
        found = may_use(st, units, seat)
        st.switches = before
        return found

    def contact(st: Position, units: tuple[int, ...], seat: int) -> bool:
        h = st.loc[units[0]]
        return may_use(st, units, seat) or bool(world.mech[units[0]] and world.ground.road[h])

    def through_friends(st: Position, seat: int) -> bytes:
        found = bytearray(field(st, seat))
        for h in st.stacks(seat):
            found[h] &= ~BLOCKED
        return bytes(found)

    def into_zones(st: Position, seat: int) -> bytes:
        found = bytearray(st.zone(seat))
        for h in st.stacks(seat):
            found[h] |= BLOCKED
        return bytes(found)

    def no_towns(st: Position, seat: int) -> bytes:
        found, zone = bytearray(field(st, seat)), st.zone(seat)
        for h in world.ground.towns:
            if zone[h] & ZONE:
                found[h] |= BLOCKED
        return bytes(found)

    straight = lambda die, _=7: die  # noqa: E731
    flat = replace(tables, points=(4,) * 7)
    return {
        "7.0.d": partial(replaced, s04_activation.ChooseRound, apply=always_moves),
        "7.1.1.a": partial(replaced, world, tables=flat),
        "7.1.1.table": partial(replaced, world, tables=flat),
        "7.1.1.b": partial(everywhere, known, points_of=fresh),
        "7.1.1.ter-low": partial(replaced, world, tables=replace(tables, ter_low=0)),
        "7.1.1.ter-high": partial(replaced, world, tables=replace(tables, ter_high=0)),
        "reading 34": partial(replaced, s04_activation, clip=straight),
        "reading 35": partial(everywhere, known, points_of=zero),
        "7.1.2": partial(replaced, s07_movement.MoveRound, legal=all_must_move),
        "7.2.c": partial(replaced, s07_movement.Moving, legal=no_stay),
        "7.2.1.a": partial(replaced, s07_movement.Moving, legal=affordable),
        "7.3.d": together(
            partial(everywhere, roads, may_use_road=stacked),
            partial(replaced, s07_movement, road_field=through_friends),
        ),
        "7.3.e": partial(everywhere, roads, may_use_road=contact),
        "7.3.f": partial(replaced, s07_movement, road_field=into_zones),
        "7.3.g": partial(replaced, s07_movement, road_field=no_towns),
        "reading 48": partial(replaced, s07_movement, ROAD_START_STACKED=0),
    }


def _costs(world: World) -> Mapping[str, Absence]:
    """7.2 and 7.3: rows of the Terrain Effects Chart."""
    ground, kept = world.ground, Ground.kept_costs
    neighbours = ground.grid.neighbours

    def costing(change: Any, *, roads: tuple[bool, ...] = (False,)) -> Absence:
        """Return each step costs what `change` makes of key, hex, direction, next hex and cost."""

        def without(self: Ground, key: int) -> Any:
            found = kept(self, key)[:]
            if bool(key & 8) not in roads:
                return found
            for slot, cost in enumerate(found):
                h, d, n = slot // 6, 1 << slot % 6, neighbours[slot]
                if n >= 0:
                    found[slot] = change(key, h, d, n, cost)
            return found

        return partial(replaced, Ground, kept_costs=without)

    def entering(match: Any, points: int) -> Absence:
        def change(key: int, h: int, d: int, n: int, cost: int) -> int:
            plain = cost != PROHIBITED and not ground.road[h] & d
            return points * POINT if plain and match(key, n) else cost

        return costing(change)

    def crossing(masks: bytes, change: int, *roads: bool) -> Absence:
        def changed(_: int, h: int, d: int, __: int, cost: int) -> int:
            return cost + change if masks[h] & d and cost != PROHIBITED else cost

        return costing(changed, roads=roads or (False,))

    def sloping(_: int, h: int, d: int, n: int, cost: int) -> int:
        up = ground.slope[n] & (d << 3 if d < 8 else d >> 3)
        return cost - POINT if (ground.slope[h] & d or up) and not ground.road[h] & d else cost

    def open_ground(n: int, terrain: int) -> bool:
        return ground.terrain[n] == terrain and not ground.is_town[n]

    def other(key: int, n: int) -> bool:
        special = ground.crest[n] or ground.settlement[n] == 1
        return bool(special) and key >= 0

    def allied(key: int) -> bool:
        return not key >> 2 & 1

    major, river = ground.major, ground.river
    return {
        "7.2.clear": entering(lambda _, n: open_ground(n, CLEAR), 3),
        "7.2.woods": entering(lambda key, n: open_ground(n, WOODS) and key & 2, 1),
        "7.2.bocage": entering(lambda key, n: open_ground(n, BOCAGE) and allied(key), 1),
        "7.2.town": entering(lambda _, n: ground.is_town[n] and n != ground.argentan, 1),
        "7.2.argentan": entering(lambda _, n: n == ground.argentan, 1),
        "7.2.other": entering(other, 3),
        "7.2.slope": costing(sloping),
        "7.2.ford": crossing(ground.ford, -POINT),
        "7.2.river": costing(lambda _, h, d, __, cost: POINT if river[h] & d else cost),
        "7.2.major": costing(lambda _, h, d, __, cost: POINT if major[h] & d else cost),
        "7.3.a": crossing(ground.road, POINT),
        "7.3.b": crossing(ground.bridge, -POINT, False, True),
        "7.3.c": costing(
            lambda _, __, ___, ____, cost: cost if cost == PROHIBITED else cost + 1, roads=(True,)
        ),
    }
