"""Combat without one rule or another."""

# Lambdas stand here for functions of the game, and private parts of it are replaced: that is
# what this module is for.
# pyright: reportPrivateUsage=false, reportUnknownLambdaType=false, reportUnknownMemberType=false
# pyright: reportUnknownArgumentType=false, reportUnknownVariableType=false

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

from bocage.engine.actions import first, second
from bocage.engine.rulings import Rule, refuse
from bocage.games.roundup import s11_combat, s11_odds, s11_results
from bocage.games.roundup.board.changes import eliminate, lose_step
from bocage.games.roundup.board.position import FOUGHT, Position
from bocage.games.roundup.judge import questions
from bocage.games.roundup.s11_odds import SHIFT, Odds
from bocage.games.roundup.words.verbs import END, FIGHT, HOLD
from bocage.hexes.kernels import BLOCKED
from bocage.rules.judge import ABSENCE, Absence, everywhere, replaced

if TYPE_CHECKING:
    from bocage.games.roundup.board.world import World


def combat_effects(world: World) -> Mapping[str, Absence]:
    """Modules 11 and 7, and what module 3 says of results."""
    return {**_odds(world), **_results(world)}


def _odds(world: World) -> Mapping[str, Absence]:
    """11.1 to 11.13: columns and shifts."""
    charts = world.charts
    shifts, column = Odds._shifts, Odds._column
    base, masks = s11_odds.base_column, s11_odds.direction_masks
    defenders = s11_odds.defenders

    def each_marker(self: Any, st: Position, h: int, force: Any, by: int) -> None:
        shifts(self, st, h, force, by)
        over = sum(h == each or h in world.near(each) for each in st.tas)
        if over > 1:
            sign = 1 if st.superiority == by else -1
            self.add(SHIFT, sign * (over - 1), ABSENCE, "more markers")

    def rounded_up(attack: int, defence: int) -> int:
        return 1 - -attack // defence if attack >= defence else base(attack, defence)

    def rounded_down(attack: int, defence: int) -> int:
        return base(attack, defence) if attack >= defence else 3 - defence // attack

    def some_across(st: Position, h: int, force: Any) -> tuple[int, bool]:
        mask, _ = masks(st, h, force)
        return mask, bool(mask & world.water[h])

    def first_shift(self: Any, _: Position) -> int:
        rows = list(self.under(SHIFT))
        last = len(charts.columns) - 1
        return int(min(last, max(0, self.start + (int(rows[0].value) if rows else 0))))

    def beyond(self: Any, st: Position) -> int:
        return int(column(self, st) - (self.start + int(self.total(SHIFT)) > 7))

    def below(self: Any, st: Position) -> int:
        return int(column(self, st) + (self.start + int(self.total(SHIFT)) < 0))

    def near_enough(st: Position, h: int) -> bool:
        return any(world.grid.distance(h, each) <= 2 for each in st.tas)

    blank = replace(charts, results=tuple(("SM",) * len(row) for row in charts.results))
    return {
        "7.5.a": partial(replaced, s11_odds, tas_over=lambda st, h: h in st.tas),
        "7.5.b": partial(replaced, s11_odds, tas_over=near_enough),
        "7.5.c": partial(replaced, Odds, _shifts=each_marker),
        "11.1": partial(replaced, s11_odds, defenders=lambda st, h, by: defenders(st, h, by)[:1]),
        "11.4.a": partial(replaced, Odds, total=_largest),
        "11.4.b": partial(replaced, s11_odds, base_column=rounded_up),
        "11.4.c": partial(replaced, s11_odds, base_column=rounded_down),
        "11.5": partial(replaced, Odds, _column=first_shift),
        "11.6.c": partial(replaced, s11_odds, direction_masks=some_across),
        "11.7.a": partial(replaced, Odds, _column=beyond),
        "11.7.b": partial(replaced, Odds, _column=below),
        "11.10.c": partial(replaced, world, is_built=bytes(world.size)),
        "11.12.a": partial(everywhere, (s11_combat, questions), bomber_shift=lambda *_: 0),
        "11.12.table": partial(everywhere, (s11_combat, questions), bomber_shift=lambda *_: 0),
        "11.13.a": partial(replaced, world, charts=blank),
        "11.13.table": partial(replaced, world, charts=blank),
    }


def _largest(self: Any, *headings: str) -> Any:
    """Return the largest row in place of the sum."""
    return max((row.value for row in self.under(*headings)), key=abs, default=0)


def _results(world: World) -> Mapping[str, Absence]:
    """3.2.4, 3.4, 11.13, 11.14: losses, retreats, advances."""
    closed, may_advance = s11_results.is_closed, s11_results.Advance.check
    hexes = s11_results.retreat_hexes

    def duty(**changed: str) -> Absence:
        return partial(replaced, s11_results, DUTIES=s11_results.DUTIES | changed)

    def barred(is_barred: Any) -> Absence:
        def without(self: Any, st: Position, action: int) -> Any:
            if action != HOLD() and is_barred(st, first(action), self.hex):
                return refuse(ABSENCE, "it may not advance")
            return may_advance(self, st, action)

        return partial(replaced, s11_results.Advance, check=without)

    def from_zone(st: Position, u: int, _: int) -> bool:
        return st.in_enemy_zone(st.loc[u], st.side_of(u))

    def into_zone(st: Position, u: int, h: int) -> bool:
        return st.in_enemy_zone(h, st.side_of(u))

    def one_hex(st: Position, u: int) -> list[int]:
        near = world.near(st.loc[u])
        return [h for h in hexes(st, u) if h in near]

    def only_first(self: Any, st: Position, _: int) -> None:
        st.pop()
        lose_step(st, self.units[0], Rule(self.cited))

    def together(self: Any, st: Position, action: int) -> Any:
        u, h = first(action), second(action)
        gone = [v for v in self.liable if v not in self.units and st.loc[v] >= 0]
        if gone and st.loc[gone[0]] != h and u in self.units:
            return refuse(ABSENCE, "a stack retreats together")
        return check(self, st, action)

    def never_still(st: Position, result: str, *rest: Any) -> Any:
        return after(st, "AS" if result == "SM" else result, *rest)

    after = s11_results.battle_after
    check = s11_results.Retreat.check
    apply = s11_results.Retreat.apply

    def unharmed(self: Any, st: Position, action: int) -> None:
        if action == HOLD():
            st.pop()
        else:
            apply(self, st, action)

    attack, join = s11_combat.CombatPhase.check, s11_combat.Muster.check

    def once(self: Any, st: Position, action: int) -> Any:
        fought = any(st.marks[u] & FOUGHT for u in world.ranges[self.seat])
        refused = refuse(ABSENCE, "one attack a phase")
        return refused if fought and action != END() else attack(self, st, action)

    def joining(apart: Any, *, alone: bool = False) -> Absence:
        def without(self: Any, st: Position, action: int) -> Any:
            u = first(action)
            others = (u,) if alone else self.force
            if action != FIGHT() and any(apart(st, u, v) for v in others):
                return refuse(ABSENCE, "they do not attack together")
            return join(self, st, action)

        return partial(replaced, s11_combat.Muster, check=without)

    def left_behind(st: Position, u: int, _: int) -> bool:
        beside = st.at(st.loc[u], st.side_of(u))
        return not world.is_division[u] and any(world.is_division[v] for v in beside)

    stuck = partial(replaced, s11_results.Retreat, apply=unharmed)
    through = partial(everywhere, (s11_results, s11_results), retreat_hexes=one_hex)
    nobody = partial(replaced, s11_results, can_advance=lambda *_: False)
    zones = partial(
        replaced,
        s11_results,
        is_closed=lambda st, u, h: closed(st, u, h) and bool(st.zone(st.side_of(u))[h] & BLOCKED),
    )
    chooses = partial(replaced, s11_results.StepLoss, apply=only_first)
    return {
        "3.2.4.b": zones,
        "3.2.4.c": stuck,
        "3.2.4.d": barred(from_zone),
        "3.4.a": partial(replaced, s11_results, lose_step=eliminate),
        "3.4.b": partial(replaced, s11_results, lose_step=lambda *_: None),
        "10.7.h": partial(replaced, s11_results, DROPPED=0),
        "11.0.b": partial(replaced, s11_combat.CombatPhase, check=once),
        "11.2.a": joining(lambda st, u, v: st.loc[u] != st.loc[v]),
        "11.2.b": joining(lambda _, u, v: world.nation[u] != world.nation[v]),
        "11.2.c": joining(left_behind, alone=True),
        "11.10.d": partial(replaced, s11_results, GERMAN=0),
        "11.10.e": duty(DR="v", DSR="dv"),
        "11.13.1.a": duty(AS=""),
        "11.13.2.a": duty(ASR="A"),
        "11.13.2.b": duty(ASR="a"),
        "11.13.2.d": through,
        "11.13.2.e": stuck,
        "11.13.3.a": duty(DR="v"),
        "11.13.3.b": partial(replaced, s11_results.Retreat, check=together),
        "11.13.3.d": through,
        "11.13.3.e": stuck,
        "11.13.4.a": chooses,
        "11.13.5.a": duty(DSR="Dv"),
        "11.13.5.b": duty(DSR="dv"),
        "11.13.5.d": through,
        "11.13.5.e": stuck,
        "11.13.6.a": duty(EX="dv"),
        "11.13.7": partial(replaced, s11_combat, battle_after=never_still),
        "11.14.a": nobody,
        "11.14.b": barred(into_zone),
    }
