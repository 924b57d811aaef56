"""The special rules without one sentence or another."""

# Lambdas stand here for functions of the game, and private parts of it are replaced: that is
# what this module is for.
# pyright: reportPrivateUsage=false, reportUnknownLambdaType=false, reportUnknownMemberType=false
# pyright: reportUnknownArgumentType=false, reportUnknownVariableType=false

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import TYPE_CHECKING, Any

from bocage.games.falaise import (
    s04_activation,
    s04_sequence,
    s07_march,
    s10_advance,
    s10_assault,
    s10_attackers,
    s10_retreats,
    s11_attachment,
    s11_entries,
    s11_relief,
)
from bocage.games.falaise.board import changes, position
from bocage.games.falaise.board.ground import DIVES, NORTH, ZONE_86
from bocage.games.falaise.board.position import ACTIVE, FINISHED, Position
from bocage.games.falaise.judge import layout
from bocage.games.falaise.pieces.units import ALLIED
from bocage.rules.judge import Absence, everywhere, nothing, replaced

if TYPE_CHECKING:
    from bocage.games.falaise.board.world import World


def special_effects(world: World) -> Mapping[str, Absence]:
    """Module 11."""
    return {**_commands(world), **_doors(world), **_orders(world), **_helpers()}


def _commands(world: World) -> Mapping[str, Absence]:
    """11.1, 11.2 and 11.6."""
    able, eligible = s11_attachment.attachable, s04_activation.is_eligible
    finish, draw, pool = (
        s04_activation.ActionRound._finish,
        s04_activation.ChitDraw.apply,
        s04_sequence.pool,
    )
    ground = world.ground
    attaches = (s11_attachment, s04_activation)

    def none_to_it(st: Position, corps: int, *, counter: bool) -> list[int]:
        return [] if counter else able(st, corps, counter=counter)

    def unfinished(self: Any, st: Position) -> None:
        lent = [u for u in world.german if st.marks[u] & ACTIVE and st.corps[u] != self.corps]
        finish(self, st)
        for u in lent:
            st.marks[u] &= ~FINISHED

    def again(self: Any, st: Position, action: int) -> None:
        st.used_58 = 0
        draw(self, st, action)

    def finished_too(st: Position, u: int, corps: int, *, counter: bool) -> bool:
        before = st.marks[u]
        st.marks[u] &= ~FINISHED
        found = eligible(st, u, corps, counter=counter)
        st.marks[u] = before
        return found

    def anywhere(st: Position, u: int, corps: int, *, counter: bool) -> bool:
        if corps == world.corps_58 and st.loc[u] >= 0 and u in world.german:
            return not st.marks[u] & FINISHED
        return eligible(st, u, corps, counter=counter)

    def asked_again(st: Position) -> None:
        pool(st)
        st.push(s11_relief.Relieve(ALLIED))

    def any_die(_: Any, st: Position, __: int) -> None:
        st.pop()
        st.relieved = 1

    both = (s04_activation, layout)
    behind = bytes(1 for _ in range(world.size))
    choose = s04_activation.ChooseRound
    stages = tuple(asked_again if each is pool else each for each in s04_sequence.STAGES)
    return {
        "11.1.a": partial(everywhere, attaches, attachable=lambda *_, **__: []),
        "11.1.d": partial(replaced, s04_activation.ActionRound, _finish=unfinished),
        "11.2.a": partial(replaced, s04_activation, LAST_OF_58=0),
        "11.2.b": partial(replaced, s04_activation.ChitDraw, apply=again),
        "11.2.c": partial(everywhere, both, is_eligible=finished_too),
        "11.2.d": partial(
            replaced, s04_activation, MoveRound=lambda side: choose(side, world.corps_58)
        ),
        "11.2.e": partial(everywhere, both, is_eligible=anywhere),
        "reading 32": partial(replaced, s04_activation, SECOND_MOVE=0),
        "11.2.f": partial(replaced, ground, behind_orne=behind),
        "11.3.a": partial(replaced, s04_sequence, LATER=99),
        "11.3.c": partial(replaced, s04_sequence, activate=nothing),
        "11.3.d": partial(everywhere, attaches, attachable=none_to_it),
        "11.6.b": partial(replaced, s11_relief.RelieveRoll, apply=any_die),
        "11.6.c": partial(replaced, s04_sequence, STAGES=stages),
    }


def _doors(world: World) -> Mapping[str, Absence]:
    """11.3 and 11.4: who comes, and what lets them in."""
    opens, enter, ground = changes.opens_zone, changes.enter, world.ground

    def of_old(frame: Any) -> Absence:
        apply = frame.apply

        def without(self: Any, st: Position, action: int) -> None:
            apply(self, st, action)
            u = action >> 16 & 0xFFFF
            st.corps[u] = world.corps_of[u]

        return partial(replaced, frame, apply=without)

    def opened(test: Any) -> Absence:
        return partial(replaced, changes, opens_zone=test)

    def no_chit(st: Position, u: int, h: int) -> None:
        before = st.cup
        enter(st, u, h)
        st.cup = before

    def anybody(st: Position, u: int, h: int) -> bool:
        return opens(st, u, h) or bool(ground.near_bridge[h])

    known = (s07_march, s10_retreats, s10_advance)
    return {
        "11.3.g": of_old(s11_entries.EntryOfGuf),
        "11.4.h": of_old(s11_entries.EntryOf86),
        "11.4.d": opened(lambda st, u, h: not ground.zone_86[h] and opens(st, u, h)),
        "11.4.e": opened(lambda st, u, h: bool(ground.zone_86[h]) and opens(st, u, h)),
        "11.4.f": partial(everywhere, known, enter=no_chit),
        "reading 40": opened(anybody),
    }


def _orders(world: World) -> Mapping[str, Absence]:
    """11.4 and 11.9: what is lifted stays."""
    bars = Position.bars

    def kept(extra: Any) -> Absence:
        return partial(replaced, Position, bars=lambda st, u: bars(st, u) | extra(u))

    return {
        "reading 87": partial(replaced, position, TD_FREE=0),
        "11.4.i": kept(lambda u: ZONE_86 if u in world.german else 0),
        "11.9.b": kept(lambda u: NORTH if world.rolled[u] else 0),
        "11.9.e": kept(lambda u: 0 if u in world.german or world.free_at_dives[u] else DIVES),
    }


def _helpers() -> Mapping[str, Absence]:
    """11.9.1 and 11.9.2."""
    fought, joined = s10_assault.fought, s10_assault.Muster.joined

    def tireless(*, after_moves: bool) -> Absence:
        def without(st: Position, odds: Any, force: Any, helpers: Any, *, mech: bool) -> None:
            fought(st, odds, force, () if mech == after_moves else helpers, mech=mech)

        return partial(replaced, s10_assault, fought=without)

    def never(self: Any, st: Position, _: int) -> None:
        st.pop()
        muster: Any = st.stack[-1]
        joined(muster, st, self.unit, passed=False)

    def tired(self: Any, st: Position, u: int, *, passed: bool) -> None:
        joined(self, st, u, passed=passed)
        st.marks[u] |= FINISHED

    return {
        "reading 113": partial(
            replaced, s10_attackers, beside=lambda st, h: st.world.ground.near[h]
        ),
        "11.9.1.g": tireless(after_moves=True),
        "11.9.2.d": tireless(after_moves=False),
        "11.9.2.a": partial(replaced, s10_assault.HelperRoll, apply=never),
        "11.9.2.e": partial(replaced, s10_assault.Muster, joined=tired),
    }
