"""Longer lines that players write, each several actions, refused or taken as a whole.

`move GE20 3011-3010-2910` selects a unit and steps along a path; `move GE20 2910` goes by the
cheapest way; `move US01+US15 2824-2823` moves a stack, one unit after the other.
`attack 2609 with US01 UK26 bomber` names the target and the force, and fights.
`land US01+US15 2824` and `drop UK13+UK28 2720` bring in a stack.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Final, NoReturn

from bocage.engine import play
from bocage.engine.actions import Action, Grammar, Names, NotationError
from bocage.games.roundup.moving import Moving
from bocage.games.roundup.units import NATIONS
from bocage.games.roundup.verbs import (
    ATTACK,
    BOMBER,
    DROP,
    FIGHT,
    FLY,
    GO,
    LAND,
    SELECT,
    STAY,
    STEP,
)
from bocage.games.roundup.verbs import WITH as JOIN

if TYPE_CHECKING:
    from bocage.games.roundup.position import Position

_MOVE: Final = "expected move UNIT HEX or move UNIT+UNIT HEX-HEX-HEX"
_ATTACK: Final = "expected attack HEX with UNIT UNIT ..., and bomber last if they fly"
_BY_STACK: Final = {"land": LAND, "drop": DROP}


def actions_of(st: Position, seat: int, line: str, grammar: Grammar) -> Sequence[Action]:
    """The actions that a line means in this position; whether they are allowed is not asked.

    Raises:
        NotationError: it means none.
    """
    words = line.split()
    reader = _Reader(line, {"unit": st.world.unit_names, "hex": st.world.hex_names})
    if words[:1] == ["move"]:
        return _move(st, seat, reader, words, grammar)
    if words[:1] == ["attack"] and len(words) > 2:
        return _attack(reader, words)
    if words[:1] and words[0] in _BY_STACK and len(words) == 3 and "+" in words[1]:
        kind, h = _BY_STACK[words[0]], reader.hex(words[2])
        return [kind(u, h) for u in reader.units(words[1])]
    return (grammar.read(line),)


class _Reader:
    """Reads the names in a line; what it cannot read it refuses with the whole line."""

    def __init__(self, line: str, names: Mapping[str, Names]) -> None:
        self._line = line
        self._names = names

    def fail(self, reason: str) -> NoReturn:
        raise NotationError(self._line, reason)

    def _index(self, kind: str, name: str) -> int:
        try:
            return self._names[kind].index(name)
        except NotationError as error:
            self.fail(error.reason)

    def hex(self, name: str) -> int:
        return self._index("hex", name)

    def unit(self, name: str) -> int:
        return self._index("unit", name)

    def units(self, joined: str) -> list[int]:
        """The units of `US01+US15`."""
        found = [self.unit(name) for name in joined.split("+")]
        if len(set(found)) != len(found):
            self.fail("it names a unit twice")
        return found

    def say(self, kind: str, number: int) -> str:
        return self._names[kind].written[number]


def _move(
    st: Position, seat: int, reader: _Reader, words: Sequence[str], grammar: Grammar
) -> list[Action]:
    if len(words) != 3:
        reader.fail(_MOVE)
    path = [reader.hex(name) for name in words[2].split("-")]
    trial = st.copy()
    found: list[Action] = []
    for u in reader.units(words[1]):
        if len(path) > 1 and st.loc[u] != path[0]:
            where = reader.say("hex", st.loc[u]) if st.loc[u] >= 0 else "not on the map"
            reader.fail(f"{reader.say('unit', u)} is {_at(where)}, so its path begins there")
        under_way = trial.stack[-1] if trial.stack else None
        if not (isinstance(under_way, Moving) and under_way.unit == u):
            found.append(SELECT(u))
            if not _done(trial, seat, found[-1], grammar):
                return found
        for action in _way(trial, u, path):
            found.append(action)
            if not _done(trial, seat, action, grammar):
                return found
        # A unit that has entered an enemy zone of control has ended its move by itself.
        if isinstance(trial.stack[-1], Moving):
            found.append(STAY())
            if not _done(trial, seat, found[-1], grammar):
                return found
    return found


def _at(where: str) -> str:
    return where if where.startswith("not") else f"at {where}"


def _way(st: Position, u: int, path: Sequence[int]) -> list[Action]:
    """What follows the selection: a way of one's own, the cheapest, or none."""
    if len(path) > 1:
        return [STEP(h) for h in path[1:]]
    return [] if st.loc[u] == path[0] else [GO(path[0])]


def _done(trial: Position, seat: int, action: Action, grammar: Grammar) -> bool:
    """Do an action in a trial, if the rules allow it; the table says why if they do not."""
    if not play.check(trial, grammar, seat, action):
        return False
    play.apply(trial, seat, action)
    return True


def _attack(reader: _Reader, words: Sequence[str]) -> list[Action]:
    target = reader.hex(words[1])
    names = [name for word in words[3:] for name in word.split("+")]
    fly: list[Action] = []
    if names[-1:] == ["bomber"]:
        names, fly = names[:-1], [BOMBER()]
    elif names[-2:-1] == ["bomber"] and names[-1] in NATIONS:  # 15.16
        names, fly = names[:-2], [FLY(NATIONS.index(names[-1]))]
    force = sorted(reader.unit(name) for name in names)
    if words[2] != "with" or not force:
        reader.fail(_ATTACK)
    if len(set(force)) != len(force):
        reader.fail("it names a unit twice")
    return [ATTACK(target), *(JOIN(u) for u in force), *fly, FIGHT()]
