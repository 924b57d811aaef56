"""What a decision rests on, as the questions that somebody would have to ask about it.

Games that are counted (`bocage fuzz --count`) ask them, so that rules which neither refuse nor
tell anything are heard when they decide: costs, points, supply, factors, dice.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Final

from bocage.engine.actions import Action, first, second
from bocage.games.roundup.pieces.units import SIDES
from bocage.games.roundup.s10_movement import Moving
from bocage.games.roundup.s11_combat import Muster
from bocage.games.roundup.words.verbs import (
    BEACHHEAD,
    BOMBER,
    DROP,
    ENTER,
    FIGHT,
    GO,
    LAND,
    SELECT,
    STEP,
    TAS,
)

if TYPE_CHECKING:
    from bocage.games.roundup.board.position import Position


def questions_of(st: Position, action: Action) -> Iterator[str]:
    """The questions whose answers a legal action rests on."""
    if (asks := _ASKS.get(action >> 32)) is not None:
        yield from asks(st, action)


def _name(st: Position, u: int) -> str:
    return st.world.units[u].id


def _number(st: Position, h: int) -> str:
    return st.world.grid.numbers[h]


def _selected(st: Position, action: Action) -> Iterator[str]:
    yield f"points {_name(st, first(action))}"
    yield f"supply {_name(st, first(action))}"


def _moved(st: Position, action: Action) -> Iterator[str]:
    top = st.stack[-1]
    if isinstance(top, Moving):
        h = first(action)
        here = st.loc[top.unit]
        path = top.way(st, h)[0] if action >> 32 == GO.number else [here, h]
        yield f"cost {_name(st, top.unit)} {'-'.join(_number(st, each) for each in path)}"
        yield f"zone {_number(st, h)} against {SIDES[top.seat]}"
        yield f"control {_number(st, h)}"


def _fought(st: Position, _: Action) -> Iterator[str]:
    top = st.stack[-1]
    if isinstance(top, Muster):
        yield f"odds {_number(st, top.hex)} with {' '.join(_name(st, u) for u in top.force)}"
        if top.bombing:
            yield f"bomber {_number(st, top.hex)}"
        for u in (*top.force, *st.at(top.hex, 1 - top.seat)):
            yield f"factors {_name(st, u)}"
            yield f"supply {_name(st, u)}"


def _aired(_: Position, __: Action) -> Iterator[str]:
    yield from (f"dice {side}" for side in SIDES)


def _landed(st: Position, action: Action) -> Iterator[str]:
    yield f"nation {_name(st, first(action))}"
    yield f"port {_number(st, second(action))}"


def _dropped(st: Position, action: Action) -> Iterator[str]:
    yield f"nation {_name(st, first(action))}"
    yield f"flying {SIDES[0]}"


def _placed(st: Position, action: Action) -> Iterator[str]:
    yield f"terrain {_number(st, second(action))}"


def _entered(st: Position, action: Action) -> Iterator[str]:
    yield f"start {_name(st, first(action))}"
    yield "edge east" if st.world.edge[first(action)] == "E" else "edge south"


_ASKS: Final[Mapping[int, Callable[[Position, Action], Iterator[str]]]] = {
    BEACHHEAD.number: _placed,
    BOMBER.number: _fought,
    DROP.number: _dropped,
    ENTER.number: _entered,
    FIGHT.number: _fought,
    GO.number: _moved,
    LAND.number: _landed,
    SELECT.number: _selected,
    STEP.number: _moved,
    TAS.number: _aired,
}
"""By verb."""
