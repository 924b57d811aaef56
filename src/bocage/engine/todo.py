"""The actions left in a phase before its owner ends it: who can still act, and where."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from bocage.engine.actions import first, second
from bocage.engine.words import Words

if TYPE_CHECKING:
    from bocage.engine.actions import Action, Grammar
    from bocage.engine.rulings import Rule


@dataclass(frozen=True, slots=True)
class Todo:
    """One kind of action that is still possible before the phase ends."""

    code: str
    """`move`, `attack`, `fire`, `land`, `place`..."""
    words: Words
    rule: Rule
    units: tuple[int, ...] = ()
    hexes: tuple[int, ...] = ()
    warns: bool = False
    """Whether to warn before the phase ends with it undone."""


@dataclass(frozen=True, slots=True)
class Chore:
    """A game's words for the actions left of one verb."""

    code: str
    one: str
    """The template for one thing; its field is `what`, of the verb's noun."""
    many: str
    """The template for several; its field is `count`."""
    rule: Rule


def left(
    legal: Sequence[Action],
    grammar: Grammar,
    end: Action,
    chores: Mapping[int, Chore],
    warns: Mapping[str, bool],
) -> list[Todo]:
    """Return what is left to do, by the numbers of verbs; empty if the seat can't `end`."""
    if end not in legal:
        return []
    found: list[Todo] = []
    for number, chore in chores.items():
        about = [_numbers(grammar, each) for each in legal if each >> 32 & 0xFF == number]
        if not about:
            continue
        units = tuple(sorted({each["unit"] for each in about if "unit" in each}))
        hexes = tuple(sorted({each["hex"] for each in about if "hex" in each}))
        things = units or hexes
        words = Words(chore.many, {"count": len(things)})
        if len(things) == 1:
            words = Words(chore.one, {"what": things[0]})
        given = warns.get(chore.code, False)
        places = () if units else hexes
        found.append(Todo(chore.code, words, chore.rule, units, places, given))
    return found


def _numbers(grammar: Grammar, action: Action) -> dict[str, int]:
    """Return the numbers of an action by the kind of noun that each is of."""
    verb = grammar.verb(action)
    kinds = [] if verb is None else [names.kind for names in verb.arguments]
    return dict(zip(kinds, (first(action), second(action)), strict=False))
