"""Movement and air drops without one rule or another."""

# Lambdas stand here for functions of the game, and private parts of it are replaced: that is
# what this module is for.
# pyright: reportPrivateUsage=false, reportUnknownLambdaType=false, reportUnknownMemberType=false
# pyright: reportUnknownArgumentType=false, reportUnknownVariableType=false

from __future__ import annotations

from array import array
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING, Any

from bocage.engine.rulings import refuse
from bocage.games.roundup import s05_sequence, s08_reinforcements, s10_movement
from bocage.games.roundup.board import position
from bocage.games.roundup.board.position import Position
from bocage.games.roundup.judge import questions
from bocage.games.roundup.s07_air import may_fly_supply
from bocage.games.roundup.s10_movement import Moving
from bocage.hexes.kernels import DEAR, PROHIBITED, ZONE, mark_zones
from bocage.rules.judge import ABSENCE, Absence, everywhere, replaced

if TYPE_CHECKING:
    from collections.abc import Callable

    from bocage.games.roundup.board.world import World


def movement_effects(world: World) -> Mapping[str, Absence]:
    """Module 10, and what modules 3, 6 and 7 say of movement."""
    return {
        **_zones(),
        **_costs(world),
        **_columns(),
        **_drops(),
        "4.0.a": _as_when_first_looked_at,
    }


@contextmanager
def _as_when_first_looked_at() -> Generator[None]:
    """Supply nets as they were at the first look, whatever has moved or fought since."""
    net = Position.net
    kept: dict[tuple[int, int], array[int]] = {}

    def before(st: Position, side: int, nation: int) -> array[int]:
        if (side, nation) not in kept:
            kept[side, nation] = net(st, side, nation)[:]
        return kept[side, nation]

    with replaced(Position, net=before):
        yield


def _zones() -> Mapping[str, Absence]:
    """3.2.1: zones and movement."""
    in_zone = Position.in_enemy_zone
    finish = Moving._finish

    def goes_on(self: Moving, st: Position) -> None:
        if st.in_enemy_zone(st.loc[self.unit], self.seat) and self is st.stack[-1]:
            st.swap(Moving(self.seat, self.unit, self.spent + 1, self.points, self.column))
        else:
            finish(self, st)

    def not_among_friends(self: Position, h: int, side: int) -> bool:
        return in_zone(self, h, side) and len(self.at(h, side)) < 2

    def no_step_out(self: Moving, st: Position, h: int) -> Any:
        refused = refuse(ABSENCE, "no unit leaves a zone")
        return refused if st.in_enemy_zone(st.loc[self.unit], self.seat) else may(self, st, h)

    def no_way_out(self: Moving, st: Position, h: int) -> Any:
        refused = refuse(ABSENCE, "no unit leaves a zone")
        return refused if st.in_enemy_zone(st.loc[self.unit], self.seat) else goes(self, st, h)

    may, goes = Moving._may_step, Moving._may_go
    return {
        "10.0.a": partial(replaced, s10_movement.MovePhase, check=_nobody_moves),
        "3.2.1.a": partial(replaced, Moving, _finish=goes_on),
        "3.2.1.b": partial(replaced, Position, in_enemy_zone=not_among_friends),
        "3.2.1.c": partial(replaced, Moving, _may_step=no_step_out),
        "3.2.1.d": partial(replaced, Moving, _may_go=no_way_out),
    }


def _nobody_moves(*_: Any) -> Any:
    return refuse(ABSENCE, "nobody moves")


def _costs(world: World) -> Mapping[str, Absence]:
    """10.1 to 10.5, 7.4: what a unit has and what it pays."""
    cost = s10_movement.step_cost
    modules = (s10_movement, questions)
    fives = tuple(bytes(5 for _ in world.units) for _ in world.points)

    def repriced(price: Callable[[int, int, int], int]) -> Absence:
        costs = array("h", world.costs)
        for slot, value in enumerate(world.costs):
            if value != PROHIBITED:
                costs[slot] = price(slot // 6, slot % 6, value)
        return partial(replaced, world, costs=costs)

    def dry(h: int, d: int, value: int) -> int:
        return value - (world.water[h] >> d & 1)

    def level(h: int, d: int, value: int) -> int:
        return 1 if world.is_polder[world.grid.neighbours[6 * h + d]] else value

    def each_marker(st: Position, u: int, here: int, h: int) -> int:
        over = sum(h == each or h in world.near(each) for each in st.tas)
        return cost(st, u, here, h) + max(0, over - 1)

    def leaving_too(st: Position, u: int, here: int, h: int) -> int:
        return cost(st, u, here, h) + bool(st.zone(st.side_of(u))[here] & DEAR)

    def friends_too(st: Position, u: int, here: int, h: int) -> int:
        over = any(h == each or h in world.near(each) for each in st.tas)
        return cost(st, u, here, h) + over

    def reaching(around: int, there: int) -> tuple[int, int]:
        return (0, there) if around == DEAR else (around, there)

    def free(around: int, there: int) -> tuple[int, int]:
        return (0, 0) if around == DEAR else (around, there)

    mark = mark_zones

    def marking(change: Callable[[int, int], tuple[int, int]]) -> Absence:
        def marked(links: Any, places: Any, start: int, stop: int, field: Any, *bits: int) -> None:
            mark(links, places, start, stop, field, *change(*bits))

        return partial(replaced, position, mark_zones=marked)

    season = s10_movement.season
    fair = partial(everywhere, (s10_movement, s10_movement), season=lambda st: min(1, season(st)))
    once = partial(everywhere, modules, step_cost=each_marker)
    return {
        "6.3": fair,
        "7.4.a": marking(reaching),
        "7.4.b": marking(free),
        "7.4.c": once,
        "7.4.d": partial(everywhere, modules, step_cost=leaving_too),
        "7.4.e": partial(everywhere, modules, step_cost=friends_too),
        "10.1.a": partial(replaced, world, points=fives),
        "10.1.b": partial(replaced, world, points=fives),
        "10.2.a": repriced(lambda *_: 1),
        "10.2.b": repriced(level),
        "10.2.c": repriced(dry),
        "10.4": fair,
        "10.5.a": marking(free),
        "10.5.b": once,
    }


def _columns() -> Mapping[str, Absence]:
    """10.6: who may form a column."""
    allowance, may = s10_movement.allowance, s10_movement.may_form_column

    def ruled(rule: Callable[[Position, int, bool], bool]) -> Absence:
        def allowed(st: Position, u: int) -> tuple[int, bool]:
            points, column = allowance(st, u)
            return points, rule(st, u, column)

        def forms(st: Position, u: int) -> bool:
            return rule(st, u, may(st, u))

        return partial(
            everywhere, (s10_movement, questions), allowance=allowed, may_form_column=forms
        )

    def in_zone(st: Position, u: int) -> bool:
        return bool(st.zone(st.side_of(u))[st.loc[u]] & ZONE)

    def dear(st: Position, u: int) -> bool:
        return bool(st.zone(st.side_of(u))[st.loc[u]] & DEAR)

    return {
        "10.6.a": ruled(lambda *_: False),
        "10.6.b": ruled(lambda st, u, _: not in_zone(st, u)),
        "10.6.c": ruled(lambda *_: True),
        "10.6.f": ruled(lambda st, u, column: column and not dear(st, u)),
    }


def _drops() -> Mapping[str, Absence]:
    """10.7, 10.8: air drops."""
    drop = s08_reinforcements.Drops.apply
    fly = may_fly_supply
    everywhere_clear = partial(everywhere, (s05_sequence, questions), may_fly_supply=lambda _: True)

    def without_marker(self: Any, st: Position, action: int) -> None:
        before = st.aerial[:]
        drop(self, st, action)
        st.aerial = before

    return {
        "10.7.a": everywhere_clear,
        "10.7.f": partial(replaced, s08_reinforcements.Drops, apply=without_marker),
        "10.7.i": partial(replaced, s05_sequence, traces_overland=lambda *_: False),
        "10.8.b": partial(
            replaced, s05_sequence, may_fly_supply=lambda st: st.turn > 1 and fly(st)
        ),
        "4.5.a": everywhere_clear,
    }
