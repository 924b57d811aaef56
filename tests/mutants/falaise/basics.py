"""Counters, set-up, victory, sequence and stacking without one rule or another."""

# Lambdas stand here for functions of the game, and private parts of it are replaced: that is
# what this module is for.
# pyright: reportPrivateUsage=false, reportUnknownLambdaType=false, reportUnknownMemberType=false
# pyright: reportUnknownArgumentType=false, reportUnknownVariableType=false

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import TYPE_CHECKING, Any

from bocage.engine.ledger import Ledger
from bocage.engine.switches import is_under
from bocage.games.falaise import (
    s03_redeployment,
    s03_setup,
    s03_victory,
    s04_activation,
    s04_sequence,
    s05_stacking,
    s07_movement,
    s09_disruption,
    s10_assault,
    s10_results,
    s11_attachment,
)
from bocage.games.falaise.board import changes
from bocage.games.falaise.board.position import NOT_STACKED, POOL, Position
from bocage.games.falaise.game import Falaise
from bocage.games.falaise.judge import questions
from bocage.games.falaise.pieces.units import ALLIED, GERMAN, POLAND
from bocage.games.falaise.words.verbs import END
from bocage.rules.judge import Absence, everywhere, nothing, replaced

if TYPE_CHECKING:
    from bocage.games.falaise.board.world import World


def basic_effects(world: World) -> Mapping[str, Absence]:
    """Modules 2 to 5."""
    return {**_counters(world), **_set_up(world), **_points(world), **_sequence(world)}


def unscored(rule: str) -> Absence:
    """Victory Points that a rule gives are not scored."""
    score = changes.score

    def without(st: Position, points: int, why: str, by: Any) -> None:
        if not is_under(by, rule):
            score(st, points, why, by)

    return partial(everywhere, (changes, s03_redeployment, s03_victory), score=without)


def filled(change: Any) -> Absence:
    """The Activation Cup is filled otherwise."""
    fill = s04_activation.fill_cup

    def without(st: Position) -> None:
        fill(st)
        st.cup = change(st)

    return partial(everywhere, (s04_activation, s04_sequence), fill_cup=without)


def _counters(world: World) -> Mapping[str, Absence]:
    """Modules 2 and 5."""
    lose_step, units = changes.lose_step, world.units

    def for_ever(st: Position, u: int, rule: Any) -> None:
        if world.two_step[u]:
            lose_step(st, u, rule)

    def at_once(st: Position, u: int, rule: Any) -> None:
        st.steps[u] = 1
        lose_step(st, u, rule)

    def large(is_large: Any) -> Absence:
        sizes = bytes(old or is_large(unit) for old, unit in zip(world.large, units, strict=True))
        return partial(replaced, world, large=sizes)

    def own_points(st: Position, u: int) -> int:
        before, st.currie = st.currie, NOT_STACKED
        found = points_of(st, u)
        st.currie = before
        return found

    points_of = s09_disruption.points_of
    armour = bytes(m and not a for m, a in zip(world.mech, world.armor, strict=True))
    known = (s09_disruption, s10_assault, questions)
    alone = partial(everywhere, (s09_disruption, s07_movement, questions), points_of=own_points)
    brigades = ("4 Armd Bde", "2 Cdn Armd Bde")
    return {
        "2.1.a": partial(replaced, Position, night=property(lambda _: False)),
        "reading 13": partial(replaced, Position, night=property(lambda st: st.turn % 2 == 0)),
        "2.2.b": partial(replaced, s10_results, lose_step=for_ever),
        "2.2.c": partial(replaced, s10_results, lose_step=at_once),
        "2.2.d": partial(replaced, world, mech=armour),
        "3.0": partial(everywhere, (questions, s11_attachment, s04_activation), NO_CORPS=-1),
        "3.1.o": large(lambda unit: unit.division in brigades),
        "5.3.c": large(lambda unit: unit.size in ("kampfgruppe", "task-force")),
        "5.3.e": partial(replaced, s05_stacking, POLAND=-1),
        "11.7.c": large(lambda unit: unit.nation == "poland"),
        "reading 47": partial(replaced, s05_stacking, may_mix=lambda *_: True),
        "5.3.g": partial(everywhere, known, ter=s09_disruption.own_ter),
        "7.2.i": alone,
        "reading 88": alone,
    }


def _set_up(world: World) -> Mapping[str, Absence]:
    """3.1."""
    apply = s03_setup.SetUp.apply
    roll = s03_setup.DivisionRoll.apply

    def both_at_once(self: Any, st: Position, action: int) -> None:
        apply(self, st, action)
        if action == END() and isinstance(st.stack[-1], s03_setup.SetUp):
            st.pop()

    def whole_die(self: Any, st: Position, action: int) -> None:
        roll(self, st, action)
        st.ter_80 = (action >> 16 & 0xFFFF) + 1

    del world
    return {
        "3.1.a": partial(replaced, s03_setup.SetUp, apply=both_at_once),
        "3.1.y": partial(replaced, s03_redeployment, GUF=POOL),
        "3.1.price": unscored("3.1.price"),
        "11.8": partial(replaced, s03_setup.DivisionRoll, apply=whole_die),
    }


def _points(world: World) -> Mapping[str, Absence]:
    """3.3 and 3.4."""
    outcome, take, count_up = Falaise.outcome, changes.take_argentan, s03_victory.count_up

    def won(least: int) -> Absence:
        def without(self: Falaise, st: Position) -> Any:
            found = outcome(self, st)
            assert found is not None
            winner = ALLIED if st.vp - st.german_vp >= least else GERMAN
            return found._replace(winner=winner)

        return partial(replaced, Falaise, outcome=without)

    def taken(side: int) -> Absence:
        def without(st: Position, by: int, rule: Any = None) -> None:
            if by != side:
                take(st, by, rule)

        return partial(replaced, changes, take_argentan=without)

    def nobodys(st: Position) -> Ledger:
        found = count_up(st)
        if st.argentan_taken:
            return found
        return Ledger([row for row in found.rows if row.rule not in ("3.3.k", "3.3.l")])

    nobody = partial(everywhere, (questions, s04_sequence), count_up=nobodys)
    steady = bytes(max(3, printed) for printed in world.printed)
    return {
        "3.3.a": unscored("3.3.a"),
        "3.3.b": unscored("3.3.b"),
        "3.3.c": partial(replaced, world, company=bytes(world.count)),
        "3.3.d": unscored("3.3.d"),
        "3.3.e": unscored("3.3.e"),
        "3.3.f": partial(replaced, s03_victory, BONUS=0),
        "3.3.g": partial(replaced, world, printed=steady),
        "3.3.h": partial(replaced, s04_sequence, count_up=lambda _: Ledger()),
        "3.3.n": won(0),
        "3.3.o": won(2),
        "3.4.a": nobody,
        "reading 90": nobody,
        "3.4.b": taken(ALLIED),
        "3.4.c": taken(GERMAN),
        "3.4.e": partial(replaced, s03_victory, take_argentan=nothing),
    }


def _sequence(world: World) -> Mapping[str, Absence]:
    """4.0, 11.3, 11.7 and 11.10: the turn and the cup."""
    draw, run, drawable = (
        s04_activation.ChitDraw.apply,
        s04_activation.Activation.run,
        s04_activation.drawable,
    )
    stages = list(s04_sequence.STAGES)
    one, other = stages.index(s04_sequence.counterattack), stages.index(s04_sequence.bombardment)
    stages[one], stages[other] = stages[other], stages[one]
    poles = next(c for c in range(len(world.corps)) if world.corps_nation[c] == POLAND)

    def put_back(self: Any, st: Position, action: int) -> None:
        draw(self, st, action)
        st.cup |= 1 << (action >> 16 & 0xFFFF)

    def one_only(self: Any, st: Position) -> None:
        if st.activations:
            st.pop()
        else:
            run(self, st)

    def allied_only(st: Position) -> list[int]:
        found = drawable(st)
        if st.turn > 2 or st.activations < 3:
            return found
        return [c for c in found if world.corps_side[c] == ALLIED] or found

    return {
        "4.0.a": partial(replaced, s04_sequence, STAGES=tuple(stages)),
        "4.0.e": filled(lambda st: st.cup & (st.cup - 1)),
        "4.0.f": filled(lambda st: st.cup | 1 << world.corps_58),
        "11.7.a": filled(lambda st: st.cup & ~(1 << poles)),
        "11.3.b": filled(lambda st: st.cup | 1 << (st.counter_corps & 31)),
        "4.0.i": partial(replaced, s04_activation.ChitDraw, apply=put_back),
        "4.0.o": partial(replaced, s04_activation.Activation, run=one_only),
        "4.0.q": partial(replaced, s09_disruption, THIS_TURN=0),
        "reading 44": partial(replaced, s04_activation, is_alive=lambda *_: True),
        "11.10.a": partial(replaced, s04_activation, INITIATIVE=0),
        "11.10.b": partial(replaced, s04_activation, INITIATIVE=3),
        "11.10.c": partial(replaced, s04_activation, drawable=allied_only),
    }
