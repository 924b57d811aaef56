"""Bombardment, disruption and assault without one rule or another."""

# Lambdas stand here for functions of the game, and private parts of it are replaced: that is
# what this module is for.
# pyright: reportPrivateUsage=false, reportUnknownLambdaType=false, reportUnknownMemberType=false
# pyright: reportUnknownArgumentType=false, reportUnknownVariableType=false

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

from bocage.engine.rulings import refuse
from bocage.games.falaise import (
    s08_bombardment,
    s09_disruption,
    s10_advance,
    s10_assault,
    s10_attackers,
    s10_odds,
    s10_results,
    s10_retreats,
)
from bocage.games.falaise.board.changes import eliminate
from bocage.games.falaise.board.charts import AUTOMATIC, HIT, NO_EFFECT, RESULTS
from bocage.games.falaise.board.ground import bits
from bocage.games.falaise.board.position import ACTIVE, DISRUPTED, FOUGHT, Position
from bocage.games.falaise.pieces.units import ALLIED, US
from bocage.games.falaise.s05_stacking import fits
from bocage.games.falaise.s06_op_fire import OpFire
from bocage.games.falaise.s09_disruption import disrupt
from bocage.games.falaise.s10_odds import Odds
from bocage.games.falaise.words.verbs import HOLD, KEEP, WITH
from bocage.hexes.kernels import ZONE
from bocage.rules.judge import ABSENCE, Absence, everywhere, nothing, replaced, together
from tests.mutants.falaise.basics import unscored

if TYPE_CHECKING:
    from bocage.games.falaise.board.world import World


def combat_effects(world: World) -> Mapping[str, Absence]:
    """Modules 8 to 10."""
    return {
        **_bombardment(world),
        **_disruption(world),
        **_odds(world),
        **_results(),
        **_retreats(),
        **_advances(),
    }


def _bombardment(world: World) -> Mapping[str, Absence]:
    """Module 8."""
    ground, guns = world.ground, world.guns
    forbidden, apply = s08_bombardment.forbidden, s08_bombardment.Bombardment.apply
    tables = world.tables

    def by_land(st: Position) -> tuple[tuple[int, ...], tuple[int, ...]]:
        near = [0] * len(guns)
        work = world.scratch.work
        for h, units in st.stacks(ALLIED).items():
            for u in units:
                corps = st.corps[u]
                work.flood(ground.reach_links, (h,), bytes(world.size), 1, 0, guns[corps])
                near[corps] |= bits(k for k in world.grid if work.distances[k] <= guns[corps])
        return tuple(near), (0,) * len(guns)

    def only_one(self: Any, st: Position, action: int) -> None:
        apply(self, st, action)
        if len(st.stack) > 1 and isinstance(st.stack[-2], s08_bombardment.Bombardment):
            st.stack = (*st.stack[:-2], st.stack[-1])

    def strict(st: Position, corps: int) -> int:
        found = forbidden(st, corps)
        for h, units in st.stacks(ALLIED).items():
            if world.corps_nation[corps] == US and {world.nation[u] for u in units} != {US}:
                found |= ground.within(h, 1)
        return found

    def one_marker(_: Any, st: Position, __: int) -> None:
        st.pop()
        st.air = 1

    def dies(st: Position, units: Any, rule: Any, *_: Any) -> None:
        eliminate(st, [u for u in units if st.marks[u] & DISRUPTED], ABSENCE)
        disrupt(st, [u for u in units if st.loc[u] >= 0], rule)

    quiet = s08_bombardment.FriendlyFire
    harmless = replace(tables, bombardment=(0,) * 6)
    return {
        "8.1.a": partial(
            replaced, s08_bombardment.BombardmentRoll, apply=lambda _, st, __: st.pop()
        ),
        "8.1.table": partial(replaced, world, tables=harmless),
        "8.2.b": partial(replaced, s08_bombardment, all_covered=by_land),
        "8.2.c": partial(replaced, s08_bombardment, EXTENSION=0),
        "8.2.e": partial(replaced, s08_bombardment.Bombardment, apply=only_one),
        "8.2.g": partial(replaced, s08_bombardment, forbidden=strict),
        "8.3.b": partial(replaced, s08_bombardment.AirRoll, apply=one_marker),
        "8.4.a": partial(replaced, s08_bombardment, FriendlyFire=lambda _: quiet(())),
        "8.4.b": partial(replaced, s08_bombardment, disrupt=nothing),
        "9.1.c": partial(replaced, s08_bombardment, disrupt=dies),
    }


def _disruption(world: World) -> Mapping[str, Absence]:
    """Module 9."""
    broken = s10_results.Battle._disrupt
    recovers = s09_disruption.recovers_by

    def never(rule: str) -> Absence:
        def without(st: Position, u: int) -> Any:
            found = recovers(st, u)
            return None if found == rule else found

        return partial(replaced, s09_disruption, recovers_by=without)

    def lives(_: Any, st: Position, defenders: tuple[int, ...]) -> None:
        disrupt(st, defenders, ABSENCE)

    def breaks(self: Any, st: Position, defenders: tuple[int, ...]) -> None:
        broken(replace(self, mech=True), st, defenders)

    return {
        "9.1.a": partial(replaced, world, tables=replace(world.tables, disrupted=0)),
        "9.1.e": partial(replaced, s10_results.Battle, _disrupt=lives),
        "9.1.f": partial(replaced, s10_results.Battle, _disrupt=breaks),
        "9.2.a": never("9.2.a"),
        "9.2.b": never("9.2.b"),
        "9.2.c": never("9.2.c"),
        "9.2.d": never("9.2.d"),
        "reading 79": never("reading 79"),
        "11.6.a": partial(replaced, world, tables=replace(world.tables, relieved=0)),
    }


def _odds(world: World) -> Mapping[str, Absence]:
    """10.0 to 10.2: who attacks, and the odds."""
    cannot, targets = s10_attackers.cannot_attack, s10_attackers.targets
    column, water, at = s10_odds.column_of, Odds._water, Position.at
    muster, run = s10_assault.Muster.apply, s10_assault.AssaultRound.run
    tables = world.tables

    def mech_only(st: Position, u: int, *rest: Any, **mech: bool) -> Any:
        if not world.mech[u]:
            return refuse(ABSENCE, "it is not Mechanized")
        return cannot(st, u, *rest, **mech)

    def nobody_after_moves(st: Position, seat: int, *, mech: bool) -> list[int]:
        return [] if mech else targets(st, seat, mech=mech)

    def no_riders(_: Position, u: int, __: Any, *, mech: bool) -> bool:
        return not mech or bool(world.mech[u])

    def whole_stacks(self: Any, st: Position, action: int) -> None:
        muster(self, st, action)
        u = action >> 16 & 0xFFFF
        if action >> 32 != WITH.number:
            return
        for v in st.at(st.loc[u], self.seat):
            if v != u and s10_attackers.can_attack(st, v, self.hex, mech=self.mech):
                top: Any = st.stack[-1]
                st.swap(replace(top, force=(*top.force, v)))

    def one_assault(self: Any, st: Position) -> None:
        if any(mark & ACTIVE and mark & FOUGHT for mark in st.marks):
            st.pop()
        else:
            run(self, st)

    def rounded_up(attack: int, defence: int, last: int) -> int:
        if attack < defence:
            return column(attack, defence, last)
        return min(last, 1 - -attack // defence)

    def no_automatic(attack: int, defence: int, last: int) -> int:
        found = column(attack, defence, last)
        return 0 if found == AUTOMATIC else found

    def first_hex(self: Any, st: Position, h: int, force: Any) -> None:
        place = min(st.loc[u] for u in force)
        water(self, st, h, [u for u in force if st.loc[u] == place])

    def lowest(st: Position, units: Any) -> int:
        return min((s09_disruption.ter(st, u) for u in units), default=0)

    blank = replace(tables, assault=tuple(("C",) * len(row) for row in tables.assault))
    both = (s10_assault, s10_attackers)
    return {
        "10.0.b": partial(everywhere, both, cannot_attack=mech_only),
        "10.0.c": partial(everywhere, both, targets=nobody_after_moves),
        "10.0.d": partial(everywhere, both, can_join=no_riders),
        "10.1.d": partial(replaced, Position, at=lambda st, h, side: at(st, h, side)[:1]),
        "10.1.e": partial(replaced, s10_assault.Muster, apply=whole_stacks),
        "10.1.l": partial(replaced, s10_assault.AssaultRound, run=one_assault),
        "10.2.b": partial(replaced, s10_odds, column_of=rounded_up),
        "10.2.c": partial(replaced, s10_odds, column_of=no_automatic),
        "10.2.d": partial(replaced, s10_odds, column_of=lambda a, d, last: column(a, d, last - 1)),
        "10.2.f": partial(replaced, Odds, _water=first_hex),
        "10.2.g": partial(replaced, s10_odds, best_ter=lowest),
        "10.2.table": partial(replaced, world, tables=blank),
    }


def _results() -> Mapping[str, Absence]:
    """10.2: results, and what TER makes of them."""
    changes, change, legal = Odds.changes, s10_results.TerChange.apply, s10_results.TerChange.legal

    def effectless(result: str) -> Absence:
        def without(self: Any, found: str, by: int) -> Any:
            return (by, ()) if found == result else changes(self, found, by)

        duties = s10_results.DUTIES | {result: ""}
        return together(
            partial(replaced, s10_results, DUTIES=duties), partial(replaced, Odds, changes=without)
        )

    def again(self: Any, st: Position, action: int) -> None:
        change(self, st, action)
        if action != KEEP() and RESULTS[action >> 16 & 0xFFFF] == "C":
            st.push(s10_results.TerChange(self.seat, "C", ("DR", "BL1")))

    def kept(self: Any, st: Position) -> Any:
        return [action for action in legal(self, st) if action != KEEP()]

    return {
        "10.2.i": partial(replaced, s10_results.TerChange, apply=again),
        "10.2.j": partial(replaced, s10_results.TerChange, legal=kept),
        **{f"10.2.{each}": effectless(each) for each in ("AL1", "C", "DR", "BL1", "DL1", "DE")},
    }


def _retreats() -> Mapping[str, Absence]:
    """10.3."""
    hit, step, enter = (
        s10_retreats.Retreating.hit,
        s10_retreats.Retreating.step,
        s10_retreats.may_enter,
    )

    def goes_on(self: Any, st: Position, effect: int) -> None:
        if effect == HIT and not st.marks[self.unit] & DISRUPTED:
            disrupt(st, (self.unit,), ABSENCE)
        elif effect != NO_EFFECT:
            hit(self, st, effect)

    def on_leaving(self: Any, st: Position, u: int, h: int) -> None:
        here = st.loc[u]
        step(self, st, u, h)
        if st.zone(self.seat)[here] & ZONE and not isinstance(st.stack[-1], OpFire):
            st.push(OpFire(1 - self.seat, (u,), here, h, breaking=True))

    def no_cover(self: Any, st: Position, u: int, h: int) -> None:
        step(replace(self, group=(*self.group, *st.at(h, self.seat))), st, u, h)

    def within(st: Position, u: int, here: int, h: int) -> bool:
        return enter(st, u, here, h) and fits(st, u, h)

    return {
        "10.3.b": partial(replaced, s10_retreats.Retreating, hit=goes_on),
        "10.3.i": unscored("10.3.i"),
        "6.4.c": unscored("6.4.c"),
        "10.3.j": partial(replaced, s10_retreats.Retreating, step=on_leaving),
        "10.3.k": partial(replaced, s10_retreats.Retreating, step=no_cover),
        "10.3.m": partial(replaced, s10_retreats, may_enter=within),
    }


def _advances() -> Mapping[str, Absence]:
    """10.4."""
    able, legal = s10_advance.can_anybody_advance, s10_advance.Advance.legal

    def not_into_zones(st: Position, units: Any, h: int) -> bool:
        side = st.side_of(units[0])
        return not st.in_enemy_zone(h, side) and able(st, units, h)

    def paid(self: Any, st: Position) -> Any:
        return legal(self, st) if st.points else [HOLD.base]

    return {
        "10.4.a": partial(replaced, s10_results, can_anybody_advance=lambda *_: False),
        "10.4.c": partial(replaced, s10_advance.Advance, legal=paid),
        "10.4.d": partial(replaced, s10_results, can_anybody_advance=not_into_zones),
    }
