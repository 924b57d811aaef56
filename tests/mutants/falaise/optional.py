"""The optional rules and solitaire play without one sentence or another."""

# Lambdas stand here for functions of the game, and private parts of it are replaced: that is
# what this module is for.
# pyright: reportPrivateUsage=false, reportUnknownLambdaType=false, reportUnknownMemberType=false
# pyright: reportUnknownArgumentType=false, reportUnknownVariableType=false

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from bocage.engine.actions import first
from bocage.games.falaise import (
    s03_setup,
    s04_activation,
    s04_sequence,
    s08_bombardment,
    s11_attachment,
    s12_optional,
)
from bocage.games.falaise.board import position
from bocage.games.falaise.board.charts import Orders
from bocage.games.falaise.board.position import Position
from bocage.games.falaise.judge import questions
from bocage.games.falaise.pieces.units import ALLIED, GERMAN
from bocage.games.falaise.s13_solitaire import (
    decisions,
    places,
    s13_1_targets,
    s13_2_activation,
    s13_3_boundary,
)
from bocage.games.falaise.words.verbs import END, FIRST, HOLD, KEEP, LOSE
from bocage.rules.judge import Absence, everywhere, nothing, replaced

if TYPE_CHECKING:
    from bocage.games.falaise.board.world import World

OPTIONAL_EXPLAINED: Final[Mapping[str, str]] = {}
"""Rules of theirs without which no case fails, and why."""


def optional_effects(world: World) -> Mapping[str, Absence]:
    """Modules 12 and 13, and the readings of them that the program cites."""
    return {**_module_12(), **_targets(), **_orders(world), **_boundary(), **_policy()}


def _module_12() -> Mapping[str, Absence]:
    chits = s12_optional.FirstChit.legal
    checked = s12_optional.FirstChit.check
    extra_left = s11_attachment.extra_left

    def without_58(self: Any, st: Position) -> Any:
        last = FIRST(st.world.corps_58)
        return [each for each in chits(self, st) if each != last]

    def refused_58(self: Any, st: Position, action: int) -> Any:
        if action == FIRST(st.world.corps_58):
            action = FIRST(st.world.corps_86)
        return checked(self, st, action)

    def not_from_the_west(st: Position, *, counter: bool) -> int:
        """The further three are there only where nobody stands west of the line."""
        escaped = st.world.ground.escaped
        west = any(st.loc[u] >= 0 and not escaped[st.loc[u]] for u in st.world.german)
        return 0 if west else extra_left(st, counter=counter)

    return {
        "12.1.a": partial(replaced, s04_sequence, may_choose_first=lambda _: False),
        "12.1.b": partial(replaced, s12_optional.FirstChit, legal=without_58, check=refused_58),
        "12.2.a": partial(replaced, s11_attachment, extra_left=lambda *_, **__: 0),
        "12.2.b": partial(replaced, s11_attachment, extra_left=not_from_the_west),
        "12.3": partial(replaced, s08_bombardment, LEAST_SUNNY=0),
        "12.4.a": partial(replaced, s08_bombardment, forbidden=s08_bombardment.next_to_others),
        "12.5.a": partial(replaced, s04_sequence, hears_paris=lambda _: False),
        "12.5.e": partial(replaced, s12_optional, HOLDS=s12_optional.TAKES),
        "12.5.f": partial(replaced, s12_optional, HOLDS=0),
        "12.5.g": partial(replaced, s12_optional, leave_for_paris=nothing),
        "reading 82": partial(replaced, s11_attachment, ANY_DISTANCE=-1),
        "reading 80": partial(everywhere, (s12_optional, questions), EVERY=99),
    }


def _targets() -> Mapping[str, Absence]:
    eastward, in_range = places.from_the_east, s13_1_targets.in_range

    def keeps_markers(self: Any, st: Position) -> None:
        left, run = st.air, kept_run
        run(self, st)
        if not self.targets:
            st.air = left

    def rolls_on(self: Any, st: Position) -> None:
        if self.left:
            st.push(s13_1_targets.AirTargetRoll(self.left[0], self.rolled + 1, 1))
        else:
            st.swap(s13_1_targets.AirStrikes(self.targets))

    def everybody(st: Position, _: int) -> tuple[int, ...]:
        return eastward(st)

    kept_run = s13_1_targets.AirStrikes.run
    guns = partial(replaced, s13_1_targets)
    return {
        "13.1.b": partial(guns, from_the_east=lambda st: eastward(st)[::-1]),
        "13.1.c": partial(guns, AIR_HIT=5),
        "13.1.e": partial(replaced, s13_1_targets.AirStrikes, run=keeps_markers),
        "13.1.f": partial(replaced, s13_1_targets.AirTargets, run=rolls_on),
        "13.1.g": partial(guns, in_range=lambda st, corps: in_range(st, corps)[::-1]),
        "reading 98": partial(guns, in_range=everybody),
        "13.1.h": partial(guns, GUN_HIT=7),
        "13.1.i": partial(guns, GUN_HIT=1),
        "13.1.j": partial(guns, GUN_HIT=1),
    }


def _orders(world: World) -> Mapping[str, Absence]:
    nearest = places.nearest

    def row(*changes: tuple[int, Orders]) -> Absence:
        rows = list(world.tables.solitaire)
        for die, orders in changes:
            rows[die - 1] = orders
        return partial(replaced, world, tables=replace(world.tables, solitaire=tuple(rows)))

    def furthest(st: Position, u: int) -> tuple[int, tuple[int, ...]]:
        distance = st.world.grid.distance
        hexes = places.in_reach(st)
        if not hexes:
            return nearest(st, u)
        far = max(hexes, key=lambda h: distance(st.loc[u], h))
        return distance(st.loc[u], far), (far,)

    def first_of(st: Position, u: int) -> tuple[int, tuple[int, ...]]:
        away, hexes = nearest(st, u)
        return away, hexes[:1]

    def asked(_: Any, st: Position) -> None:
        st.swap(s03_setup.SetUp(ALLIED, s03_setup.next_unit(st, ALLIED)))

    rooms = (s13_2_activation, s13_2_activation)
    all_move = world.tables.solitaire[5]
    nobody = world.tables.solitaire[0]
    return {
        "13.0.a": partial(replaced, decisions.AlliedSetUp, run=asked),
        "13.2.b": partial(replaced, Position, alone=property(lambda _: False)),
        "13.2.none": row((1, all_move)),
        "13.2.one-assaults": row((2, nobody)),
        "13.2.one-moves": row((3, nobody)),
        "13.2.all-assault": row((4, nobody), (5, nobody)),
        "13.2.all-move": row((6, nobody), (7, nobody)),
        "13.2.nearest": partial(everywhere, rooms, nearest=furthest),
        "13.2.ties": partial(everywhere, rooms, nearest=first_of),
    }


def _boundary() -> Mapping[str, Absence]:
    return {
        "13.3.a": partial(replaced, position, BOUNDARY=0),
        "13.3.b": partial(replaced, s04_sequence, is_rolled=lambda _: False),
        "reading 95": partial(replaced, position, BOUNDARY=0),
        "reading 86": partial(replaced, s13_3_boundary, FROM=99),
    }


def _policy() -> Mapping[str, Absence]:
    """What the readings of solitaire play decide: here it is decided otherwise."""
    placed = decisions.AlliedSetUp.run
    all_of_them = lambda st: [*st.stacks(GERMAN)]  # noqa: E731

    def nobody_placed(self: Any, st: Position) -> None:
        placed(decisions.AlliedSetUp(()), st)
        del self

    return {
        "reading 85": partial(replaced, s13_2_activation, least_odds=lambda _: ""),
        "reading 96": partial(replaced, decisions.AlliedSetUp, run=nobody_placed),
        "reading 101": partial(replaced, s13_2_activation, pick=lambda *_: None),
        "reading 102": partial(replaced, places, in_reach=all_of_them),
        "reading 103": partial(replaced, s13_2_activation, can_strike=lambda *_: False),
        "reading 104": partial(replaced, s13_2_activation, is_made=lambda *_: False),
        "reading 105": partial(replaced, decisions, helper_of=lambda *_: None),
        "reading 106": partial(replaced, decisions, always=lambda _: None),
        **_otherwise(),
        **_order(),
    }


def _otherwise() -> Mapping[str, Absence]:
    """Decisions that the Allies answer in another way than the readings say."""
    answers = decisions._ANSWERS

    def instead(**by: Any) -> Absence:
        changed = {
            kind: (by.get(kind.__name__, decide), reading)
            for kind, (decide, reading) in answers.items()
        }
        return partial(replaced, decisions, _ANSWERS=changed)

    def dearest(st: Position, top: Any) -> int:
        units = [first(int(each)) for each in top.legal(st)]
        return LOSE(max(units, key=lambda u: decisions._price(st, u)))

    def last(st: Position, top: Any) -> int:
        return int(top.legal(st)[-1])

    return {
        "reading 99": instead(Relieve=lambda *_: END(), EntryOfDestroyers=last),
        "reading 107": instead(TerChange=lambda *_: KEEP()),
        "reading 108": instead(StepLoss=dearest),
        "reading 109": instead(Retreat=lambda st, top: top.legal(st)[0]),
        "reading 110": instead(Advance=lambda *_: HOLD()),
    }


def _order() -> Mapping[str, Absence]:
    """Things in another order, and dice that spare friends."""
    eastward, rolled = places.from_the_east, s13_2_activation.OrdersRoll.apply
    chosen = s12_optional.FirstChit.apply

    def by_number(st: Position) -> tuple[int, ...]:
        grid = st.world.grid
        return tuple(
            sorted(eastward(st), key=lambda u: (grid.position(st.loc[u]), grid.row(st.loc[u]), u))
        )

    def far_from_friends(st: Position) -> tuple[int, ...]:
        allies, near = st.stacks(ALLIED), st.world.ground.near
        return tuple(u for u in eastward(st) if not any(n in allies for n in near[st.loc[u]]))

    def guns_first(st: Position) -> None:
        st.push(s13_1_targets.AirTargets(eastward(st), 0, ()))
        st.push(s13_1_targets.Guns(0))

    def always_both(self: Any, st: Position, action: int) -> None:
        rolled(self, st, action)
        if isinstance(st.stack[-1], s04_activation.ActionRound):
            st.push(s04_activation.ActivationRoll(self.corps, False))

    def moves_first(self: Any, st: Position) -> None:
        st.pop()
        if self.assaulting:
            st.push(s13_2_activation.Assaults(self.corps, False, False, self.lone))
        st.push(s13_2_activation.Moves(self.moving))

    def uncounted(self: Any, st: Position, action: int) -> None:
        chosen(self, st, action)
        st.activations = 0

    return {
        "reading 81": partial(replaced, s12_optional.FirstChit, apply=uncounted),
        "reading 83": partial(replaced, s13_1_targets, from_the_east=by_number),
        "reading 97": partial(replaced, s04_sequence, bombard=guns_first),
        "reading 100": partial(replaced, s13_2_activation.OrdersRoll, apply=always_both),
        "reading 111": partial(replaced, s13_1_targets, from_the_east=far_from_friends),
        "reading 112": partial(replaced, s13_2_activation.Obey, run=moves_first),
    }
