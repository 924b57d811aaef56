"""Concepts, supply, air, reinforcements and victory without one rule or another."""

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
from bocage.games.roundup import (
    s03_stacking,
    s04_supply,
    s05_sequence,
    s06_weather,
    s07_air,
    s08_german_reinforcements,
    s08_reinforcements,
    s08_returns,
    s09_order,
    s13_setup,
)
from bocage.games.roundup.board import changes, position
from bocage.games.roundup.board.charts import CLEAR_SKY, OVERCAST, Charts
from bocage.games.roundup.board.position import ASIDE, CUP, HAND, Position
from bocage.games.roundup.game import Roundup
from bocage.games.roundup.judge import questions
from bocage.games.roundup.pieces.units import ALLIED, GERMAN
from bocage.games.roundup.words.verbs import MOVE_COMBAT, ORDER
from bocage.hexes.kernels import BLOCKED, UNREACHED, ZONE, mark_zones
from bocage.rules.judge import ABSENCE, Absence, everywhere, nothing, replaced

if TYPE_CHECKING:
    from collections.abc import Callable

    from bocage.games.roundup.board.world import World


def _marking(change: Callable[[int, int], tuple[int, int]]) -> Absence:
    """Zones and areas marked otherwise: what lies around, and what lies in the hex."""
    mark = mark_zones

    def marked(links: Any, places: Any, start: int, stop: int, field: Any, *bits: int) -> None:
        mark(links, places, start, stop, field, *change(*bits))

    return partial(replaced, position, mark_zones=marked)


def basic_effects(world: World) -> Mapping[str, Absence]:
    """Modules 1 to 9, 13 and 14."""
    return {**_concepts(world), **_supply(world), **_air(), **_reinforcements(world)}


def _concepts(world: World) -> Mapping[str, Absence]:
    """Modules 1 to 3, 9 and 13."""
    apply_order = s09_order.ChooseOrder.apply
    flat = [0] * world.size

    def always_move(self: Any, st: Position, _: int) -> None:
        apply_order(self, st, ORDER(MOVE_COMBAT))

    def not_over_polder(st: Position, side: int) -> bytes:
        found = bytearray(zone_of(st, side))
        for h in range(world.size):
            if world.is_polder[h]:
                found[h] &= ~ZONE
        return bytes(found)

    zone_of, totals = Position.zone, s07_air.totals
    no_start = lambda w, _: Position.empty(w)  # noqa: E731
    return {
        "1.3": partial(everywhere, (s07_air, questions), totals=lambda _: totals(1)),
        "1.5": partial(replaced, s04_supply, halved=lambda factor: factor // 2),
        "2.1.1.b": partial(replaced, world, edges={"E": (0,), "S": world.edges["S"]}),
        "2.1.1.c": partial(replaced, world, edges={"E": world.edges["E"], "S": (0,)}),
        "2.1.2.a": partial(replaced, world, port_of=bytes(flat)),
        "2.1.2.b": partial(replaced, world, port_of=bytes(1 for _ in flat)),
        "2.3.a": partial(replaced, world, nation=bytes(u.nation == "uk" for u in world.units)),
        "2.4.a": partial(replaced, world, defence=world.attack),
        "2.4.b": partial(replaced, world, defence=tuple((0, 0, 0) for _ in world.units)),
        "3.1.2.d": partial(replaced, world, is_division=bytes(1 for _ in world.units)),
        "3.1.3.d": partial(replaced, world, is_division=bytes(1 for _ in world.units)),
        "3.1.a": partial(replaced, s03_stacking, overstacked=lambda *_: []),
        "3.1.c": partial(replaced, s03_stacking, eliminate=nothing),
        "3.1.1.a": partial(replaced, s07_air.PlaceTas, apply=_no_tas_over_enemies()),
        "3.2.a": _marking(lambda around, there: (around & ~ZONE, there)),
        "3.2.b": partial(replaced, Position, zone=not_over_polder),
        "3.3.a": partial(replaced, s09_order.ChooseOrder, apply=always_move),
        "3.3.c": partial(replaced, s09_order.ChooseOrder, apply=always_move),
        "3.4.c": partial(replaced, changes, eliminate=nothing),
        "3.4.d": partial(replaced, changes, eliminate=nothing),
        "3.5.a": partial(replaced, Position, control=property(lambda _: b"\1" * world.size)),
        "3.5.b": partial(replaced, Position, take_control=nothing),
        "reading 3": partial(replaced, world, coastal=bytes(1 for _ in flat)),
        "reading 73": partial(replaced, s08_returns, LAST_TURN=99),
        "3.5.c": partial(replaced, Position, control=property(lambda _: b"\1" * world.size)),
        "3.5.d": partial(replaced, Position, take_control=_allied_for_ever()),
        "5.0.b": partial(
            replaced, s05_sequence, STAGES=s05_sequence.STAGES[:2] + s05_sequence.STAGES[3:]
        ),
        "9.1": partial(replaced, s05_sequence, Operations=lambda seat, *_: _chosen(seat)),
        "12.0.a": partial(replaced, Position, set_tas=nothing),
        "13.4.c": partial(replaced, s13_setup.PlaceBeachhead, check=_never_adjacent()),
        "13.2.a": partial(everywhere, (s13_setup, questions), first_position=no_start),
        "13.2.b": partial(replaced, s13_setup, ASIDE=CUP),
        "13.2.c": partial(replaced, s13_setup, CUP=ASIDE),
        "14.0.a": partial(replaced, s05_sequence, last_turn=lambda _: 99),
        "14.0.b": partial(replaced, Roundup, outcome=_outcome(draw=False)),
        "14.0.c": partial(replaced, Roundup, outcome=_outcome(draw=True)),
    }


def _outcome(*, draw: bool) -> Any:
    """Who wins where the higher level does not, or where equal levels are not a draw."""
    outcome = Roundup.outcome

    def without(self: Roundup, st: Position) -> Any:
        found = outcome(self, st)
        assert found is not None
        if draw:
            return found._replace(winner=ALLIED if found.winner is None else found.winner)
        return found._replace(winner=None if found.winner is None else 1 - found.winner)

    return without


_chosen = s09_order.ChooseOrder


def _never_adjacent() -> Any:
    check = s13_setup.PlaceBeachhead.check

    def without(self: Any, st: Position, action: int) -> Any:
        if any(h in st.beachheads for h in st.world.near(action & 0xFFFF)):
            return refuse(ABSENCE, "no marker lies next to another")
        return check(self, st, action)

    return without


def _no_tas_over_enemies() -> Any:
    apply = s07_air.PlaceTas.apply

    def without(self: Any, st: Position, action: int) -> None:
        if not st.at(action >> 16 & 0xFFFF, 1 - self.seat):
            apply(self, st, action)

    return without


def _allied_for_ever() -> Any:
    take = Position.take_control

    def without(self: Position, h: int, side: int) -> None:
        if side == ALLIED:
            take(self, h, side)

    return without


def _supply(world: World) -> Mapping[str, Absence]:
    """Module 4."""
    kind = s04_supply.supply_kind
    sources = Position.sources
    bars = bytes(1 if flags & BLOCKED else 0 for flags in range(256))
    friends = bytes(1 if flags & (BLOCKED | ZONE) else 0 for flags in range(256))
    known = (s04_supply, questions)
    everybody = partial(everywhere, known, supply=lambda *_: s04_supply.OVERLAND)

    def coastal_too(st: Position, u: int) -> int:
        return kind(st, u) or (s04_supply.COASTAL if world.coastal[st.loc[u]] else s04_supply.NONE)

    def no_coast(st: Position, u: int) -> int:
        return s04_supply.NONE if kind(st, u) == s04_supply.COASTAL else kind(st, u)

    def no_air(st: Position, u: int) -> int:
        return s04_supply.NONE if kind(st, u) == s04_supply.AERIAL else kind(st, u)

    def by_any_marker(st: Position, u: int) -> int:
        return kind(st, u) or (s04_supply.AERIAL if max(st.aerial) >= 0 else s04_supply.NONE)

    def no_edge(st: Position, side: int, nation: int) -> list[int]:
        return [] if side == GERMAN else sources(st, side, nation)

    def all_edges(st: Position, side: int, nation: int) -> list[int]:
        return list(world.supply_edge) if side == GERMAN else sources(st, side, nation)

    def no_beach(st: Position, side: int, nation: int) -> list[int]:
        return [h for h in sources(st, side, nation) if h not in st.beachheads]

    def no_port(st: Position, side: int, nation: int) -> list[int]:
        return [h for h in sources(st, side, nation) if not world.port_of[h]]

    def both_nations(st: Position, side: int, nation: int) -> list[int]:
        return [*sources(st, side, nation), *(h for h in st.beachheads if h >= 0)]

    def any_port(st: Position, side: int, nation: int) -> list[int]:
        return [*sources(st, side, nation), *(h for port in world.ports for h in port)]

    def near_edge(st: Position, side: int, h: list[int]) -> Any:
        found = traced(st, side, h)
        return found if side == ALLIED else [d if d <= 9 else UNREACHED for d in found]

    traced = Position.traced
    of = partial(replaced, Position)
    return {
        "3.2.2.a": partial(replaced, position, BARS_SUPPLY=bars),
        "3.2.2.b": partial(replaced, position, BARS_SUPPLY=friends),
        "3.2.2.c": partial(replaced, position, BARS_SUPPLY=bars),
        "3.2.2.d": partial(replaced, Position, zone=_of_supplied(world)),
        "4.0.b": partial(replaced, position, BARS_SUPPLY=bytes(256)),
        "4.0.c": everybody,
        "4.1.a": partial(replaced, s04_supply, halved=lambda factor: factor),
        "4.1.d": partial(replaced, Position, zone=_of_supplied(world)),
        "4.2.a": partial(of, sources=no_edge),
        "4.2.b": partial(of, sources=all_edges),
        "4.2.c": partial(of, traced=near_edge),
        "4.3.a": partial(replaced, s04_supply, supply_kind=no_coast),
        "4.3.b": partial(replaced, s04_supply, supply_kind=coastal_too),
        "4.3.c": everybody,
        "4.4.a": partial(of, sources=no_beach),
        "4.4.b": partial(of, sources=no_port),
        "4.4.c": partial(of, sources=both_nations),
        "4.4.d": partial(replaced, changes, _end_beachhead=nothing),
        "4.4.e": partial(of, sources=any_port),
        "4.4.f": partial(of, set_port=nothing),
        "4.4.i": partial(of, sources=any_port),
        "4.4.j": partial(of, sources=any_port),
        "4.5.b": partial(replaced, s04_supply, supply_kind=by_any_marker),
        "4.5.e": partial(replaced, s04_supply, supply_kind=no_air),
        "4.6": partial(everywhere, known, supply=kind),
    }


def _of_supplied(world: World) -> Any:
    """Zones of control of supplied units alone."""
    zone_of = Position.zone
    asking = False

    def without(st: Position, side: int) -> bytes:
        nonlocal asking
        if asking:  # supply itself depends on zones: there they are as they are
            return zone_of(st, side)
        found = bytearray(flags & ~ZONE for flags in zone_of(st, side))
        asking = True
        for u in world.ranges[1 - side]:
            if st.loc[u] >= 0 and s04_supply.supply(st, u):
                for h in world.near(st.loc[u]):
                    found[h] |= ZONE
        asking = False
        return bytes(found)

    return without


def _air() -> Mapping[str, Absence]:
    """Modules 6 and 7."""
    settle = s07_air.settle_air
    dice_for = s07_air.dice_for

    def nobody_ties(st: Position, allied: int, german: int) -> None:
        settle(st, allied + (allied == german), german)

    def all_markers(st: Position, allied: int, german: int) -> None:
        settle(st, allied + german, 0)

    def in_storm(st: Position, side: int) -> int:
        return dice_for(st, side) or 1

    def later(st: Position, side: int) -> int:
        return s07_air.ALLIED_DICE[CLEAR_SKY] if st.turn == 1 else dice_for(st, side)

    dice = partial(replaced, s07_air)
    swapped = {CLEAR_SKY: 1, OVERCAST: 3}
    return {
        "6.0.a": partial(replaced, s05_sequence, CLEAR_SKY=OVERCAST),
        "6.0.b": partial(replaced, s06_weather.WeatherRoll, apply=lambda _, st, __: st.pop()),
        "6.1.a": partial(dice, ALLIED_DICE=swapped, GERMAN_DICE=swapped),
        "6.1.b": partial(dice, LUFTWAFFE=()),
        "6.1.c": partial(dice, ALLIED_DICE=swapped, GERMAN_DICE=swapped),
        "6.1.d": partial(dice, LUFTWAFFE=()),
        "6.1.e": partial(everywhere, (s07_air, s05_sequence, questions), dice_for=in_storm),
        "7.1.a": partial(replaced, s07_air, settle_air=lambda st, a, g: settle(st, g, a)),
        "7.1.b": partial(everywhere, (s07_air, questions), dice_for=later),
        "7.2.c": partial(replaced, s07_air, settle_air=all_markers),
        "7.2.d": partial(replaced, s07_air, settle_air=nobody_ties),
        "7.3.a": partial(replaced, s07_air.PlaceTas, apply=lambda _, st, __: st.pop()),
        "7.3.b": partial(replaced, s07_air.PlaceTas, apply=_all_or_nothing()),
        "7.3.c": partial(replaced, s05_sequence, PlaceTas=_not_kept),
    }


def _not_kept(seat: int, *, kept: bool) -> Any:
    """A step that asks nobody, in place of the markers that were kept."""
    return s03_stacking.StackingCheck(seat) if kept else s07_air.PlaceTas(seat)


def _all_or_nothing() -> Any:
    apply = s07_air.PlaceTas.apply

    def without(self: Any, st: Position, action: int) -> None:
        apply(self, st, action)
        st.tas_left = 0

    return without


def _reinforcements(world: World) -> Mapping[str, Absence]:
    """Module 8."""
    draw, is_open = s08_german_reinforcements.Draw, s08_german_reinforcements.is_open
    check = s08_reinforcements.Landings.check
    charts = world.charts
    cups = partial(replaced, s08_german_reinforcements)
    reverse = {"returns_supplied": charts.returns_supplied[::-1]}
    other = {"returns_unsupplied": charts.returns_unsupplied[::-1]}

    def no_airborne(self: Any, st: Position, action: int) -> Any:
        u = action >> 16 & 0xFFFF
        refused = refuse(ABSENCE, "no airborne unit lands")
        return refused if action >> 32 and world.units[u].airborne else check(self, st, action)

    def never(cup: int) -> Any:
        return lambda st, c: c != cup and is_open(st, c)

    return {
        "8.2.b": partial(replaced, s08_reinforcements.Landings, check=no_airborne),
        "8.3.f": partial(replaced, s08_reinforcements, REPLACED=0),
        "8.4.a": partial(replaced, world, charts=_with(charts, reverse)),
        "8.4.b": partial(replaced, world, charts=_with(charts, other)),
        "8.4.c": partial(replaced, s05_sequence, return_units=nothing),
        "8.5.b": partial(cups, Draw=lambda cup, _: draw(cup, 1)),
        "8.5.c": partial(cups, is_open=lambda *_: True),
        "8.5.g": partial(cups, DEAD=HAND),
        "8.5.h": partial(cups, arrive=nothing),
        "8.5.1.a": partial(cups, is_open=never(0)),
        "8.5.1.b": partial(cups, is_open=never(1)),
        "8.5.2.a": partial(cups, is_open=never(2)),
        "8.5.3.a": partial(cups, is_open=never(3)),
        "13.3.a": partial(replaced, s05_sequence.StrategyDraw, apply=lambda _, st, __: st.pop()),
        "13.3.c": partial(cups, is_open=never(3)),
    }


def _with(charts: Charts, changed: Mapping[str, Any]) -> Charts:
    return replace(charts, **changed)
