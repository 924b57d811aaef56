"""What the game on the map is like without a rule, where it neither refuses nor counts."""

# Lambdas stand here for functions of the game, and private parts of it are replaced.
# pyright: reportPrivateUsage=false, reportUnknownLambdaType=false, reportUnknownArgumentType=false

from __future__ import annotations

from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING, Any, cast

from bocage.engine.rulings import OK
from bocage.games.opcom import s04_sequence as sequence
from bocage.games.opcom import s04_turn as begin
from bocage.games.opcom import s08_bridges as bridges
from bocage.games.opcom import views
from bocage.games.opcom.board.ways import km_between
from bocage.games.opcom.board.world import World
from bocage.games.opcom.pieces.orders import CounterFire, DumpMove
from bocage.games.opcom.s02_umpiring import hand
from bocage.games.opcom.s02_umpiring.desk import Release
from bocage.games.opcom.s05_orders import chores, meaning
from bocage.games.opcom.s05_orders.names import Finder
from bocage.games.opcom.s06_movement import march
from bocage.games.opcom.s09_combat import fire_missions, groups
from bocage.games.opcom.s09_combat.resolution import Resolve
from bocage.games.opcom.s10_reports import release
from bocage.games.opcom.s11_supplies import sources
from bocage.rules.judge import Absence, replaced

if TYPE_CHECKING:
    from collections.abc import Generator, Mapping

    from bocage.engine.frames import Step
    from bocage.games.opcom.board.position import Position
    from bocage.games.opcom.board.ways import Point


def nothing(*_: Any, **__: Any) -> None:
    """Stands for something that is not done."""


def map_effects() -> Mapping[str, Absence]:
    """By rule: how the game is without it."""
    turn, units, under = World.turn, Finder.units, fire_missions._under
    return {
        "2.0.a": partial(replaced, views, is_control=lambda *_: True),
        "7.3.b": partial(no_act, "bridge"),
        "11.0.f": partial(no_act, "stock"),
        "3.0.c": partial(replaced, World, turn=lambda self, _: turn(self, 1)),
        "4.0.b": partial(replaced, sequence.Half, run=_fights_first()),
        "4.0.c": partial(replaced, Release, apply=_tells_nobody),
        "4.0.d": partial(replaced, begin, _arrive=_nobody_arrives),
        "4.0.e": partial(replaced, meaning.Reader, ask=nothing),
        "5.0.a": partial(
            replaced, Finder, units=lambda self, name: _first_alone(units(self, name))
        ),
        "5.0.b": partial(replaced, meaning.Reader, problem=nothing),
        "5.1.b": partial(replaced, meaning, REST=99),
        "5.1.c": partial(replaced, meaning, _support=lambda *_: ()),
        "5.2.attack": partial(replaced, sequence, group=lambda *_: []),
        "6.5.c": partial(replaced, march, stopped_by=lambda *_, **__: -1),
        "6.6.a": partial(replaced, march, hours=lambda *_: [False] * 6),
        "9.4.d": partial(replaced, begin, PREPARE=99),
        "9.7.3": partial(replaced, sequence, Overtake=_never_asked()),
        "9.7.4": partial(replaced, groups, cluster=lambda _, target: (target,)),
        "9.7.5": partial(replaced, sequence.Half, run=_one_by_one()),
        "9.16.a": partial(replaced, fire_missions, _under=lambda st, at: under(st, at)[:1]),
        "9.16.b": partial(replaced, fire_missions, _under=_only_those_there),
        "9.17.a": partial(replaced, sequence, answered=_between_missions),
        "10.1": partial(replaced, release, effectiveness=_in_figures),
        "10.6": partial(replaced, release, used=lambda *_: (0, 0), lost_to_enemy=lambda *_: 0),
        "11.0.d": partial(replaced, sequence, follow_units=nothing),
        "11.0.e": partial(replaced, sources, _dump_has=lambda *_: 1),
        "11.1.b": partial(replaced, chores, _dump=_takes_all_along),
        "reading 8.6": partial(replaced, sequence, answered=lambda _: []),
        "reading 2.6": partial(replaced, sequence, probes=lambda _: []),
        "reading 5.1": partial(replaced, bridges.TestBridge, run=_untested),
    }


def _first_alone(found: tuple[tuple[int, ...], str]) -> tuple[tuple[int, ...], str]:
    return found[0][:1], found[1]


def _tells_nobody(_: Release, st: Position, __: int) -> None:
    st.pop()


def _untested(_: bridges.TestBridge, st: Position) -> None:
    st.pop()


def _in_figures(st: Position, unit: int) -> str:
    return f"has status {st.level(unit)}"


def _nobody_arrives(st: Position) -> None:
    """Who is due stays away, but for the first turn."""
    if st.turn == 1:
        for unit in st.world.units:
            if not st.where[unit.number]:
                st.place(unit.number, unit.start)


def _fights_first() -> Any:
    """Fights are grouped before anybody has moved."""
    run = sequence.Half.run

    def without(self: Any, st: Position) -> None:
        if self.stage == 0:
            st.swap(sequence.Half(self.half, 1))
            self._resolve(st, self._fights(st))
        elif self.stage == 1:
            st.half = self.half
            march.move_half(st, self.half)
            st.swap(sequence.Half(self.half, 2))
        else:
            run(self, st)

    return without


def _only_those_there(st: Position, at: Point) -> list[int]:
    """Return only the units that are there now, not those that pass later."""
    reach = fire_missions.area_km(st)
    near = [u.number for u in st.here() if km_between(st.at(u.number), at) <= reach]
    return [u for u in near if st.level(u) > 0]


def _between_missions(st: Position) -> list[Step]:
    """Guns on counter-battery may fire elsewhere in the same turn."""
    before = bytes(st.fired)
    for chore in st.chores:
        if isinstance(chore, CounterFire):
            for gun in chore.guns:
                st.fired[gun] = 0
    found = fire_missions.answered(st)
    st.fired[:] = before
    return found


def _one_by_one() -> Any:
    """The next fight is grouped when the one before is over."""
    run = sequence.Half.run

    def without(self: Any, st: Position) -> None:
        if self.stage != 1:
            run(self, st)
        elif combats := groups.group(st, self.half):
            st.push(Resolve(combats[0]))
        else:
            st.swap(sequence.Half(self.half, 2))

    return without


def _never_asked() -> Any:
    """A step that asks nobody, in the place of an instant decision."""

    def without(*_: Any) -> Any:
        return sequence.End(1)

    return without


@contextmanager
def no_act(word: str) -> Generator[None]:
    """Control's hand does not reach this."""
    acts = cast("dict[str, Any]", hand._ACTS)
    before = acts[word]
    acts[word] = lambda *_: OK
    try:
        yield
    finally:
        acts[word] = before


def _takes_all_along(st: Position, order: DumpMove) -> None:
    """A dump on the move takes its supplies along."""
    st.depot_x[order.dump], st.depot_y[order.dump] = order.x, order.y
