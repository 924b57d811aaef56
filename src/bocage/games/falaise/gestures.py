"""Longer lines that players write, each several actions, refused or taken as a whole.

`setup recommended` sets up all units that are not placed yet. `move C-2-4 0422-0423` selects
a unit and steps along a path, `move C-2-4 0425` goes by the cheapest way, `move C-2-4+C-2A-6
0422` moves a stack; a line ends where the enemy may fire, because he is asked first.
`attack 0421 with C-2-4 C-2-5` names the target and the force, and fights.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from bocage.engine.actions import Action, NotationError
from bocage.games.falaise.setup import SetUp, Setups, placing
from bocage.games.falaise.verbs import ATTACK, FIGHT, GO, SELECT, STACK, STEP, WITH

if TYPE_CHECKING:
    from bocage.engine.actions import Grammar
    from bocage.games.falaise.position import Position


def actions_of(
    st: Position, seat: int, line: str, grammar: Grammar, setups: Setups
) -> Sequence[Action]:
    """The actions that a line means in this position; whether they are allowed is not asked.

    Raises:
        NotationError: it means none.
    """
    words = line.split()
    if words[:1] == ["setup"]:
        return _set_up(st, seat, line, words[1:], setups)
    if words[:1] == ["move"]:
        return _move(st, line, words[1:])
    if words[:1] == ["attack"] and len(words) > 2:
        return _attack(st, line, words[1:])
    return (grammar.read(line),)


def _set_up(
    st: Position, seat: int, line: str, words: Sequence[str], plans: Setups
) -> Sequence[Action]:
    if len(words) != 1 or words[0] not in plans:
        raise NotationError(line, f"expected setup and one of {', '.join(plans) or 'none'}")
    if not st.stack or not isinstance(st.stack[-1], SetUp):
        raise NotationError(line, "nobody sets up now")
    found = placing(st, seat, plans[words[0]])
    if not found:
        raise NotationError(line, "all units of that set-up are placed")
    return found


def _move(st: Position, line: str, words: Sequence[str]) -> Sequence[Action]:
    if len(words) != 2:
        raise NotationError(line, "expected move UNIT HEX or move UNIT+UNIT HEX-HEX-HEX")
    units = sorted(_units(st, line, words[0].split("+")))
    path = [_index(st.world.hex_names.index, line, number) for number in words[1].split("-")]
    start = SELECT(units[0]) if len(units) == 1 else STACK(units[0])
    if len(path) == 1:
        return (start, GO(path[0]))
    if path[0] == st.loc[units[0]]:
        path = path[1:]
    return (start, *(STEP(h) for h in path))


def _attack(st: Position, line: str, words: Sequence[str]) -> Sequence[Action]:
    if words[1] != "with" or len(words) < 3:
        raise NotationError(line, "expected attack HEX with UNIT UNIT ...")
    h = _index(st.world.hex_names.index, line, words[0])
    units = sorted(_units(st, line, words[2:]), key=lambda u: st.world.muster[u])
    return (ATTACK(h), *(WITH(u) for u in units), FIGHT())


def _units(st: Position, line: str, names: Sequence[str]) -> list[int]:
    found = [_index(st.world.unit_names.index, line, name) for name in names]
    if len(set(found)) != len(found):
        raise NotationError(line, "it names a unit twice")
    return found


def _index(find: Callable[[str], int], line: str, name: str) -> int:
    try:
        return find(name)
    except NotationError as error:
        raise NotationError(line, error.reason) from None
