"""Gathering an attack in any order: which units can be added or left out, and the actions for it.

The rules take attackers in one fixed order, so that every force is written in one way. A player
adds units in any order; this module finds the actions that gather the wanted force in the fixed
order. A game says who may join, how, and in what order (`gathered`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from bocage.engine import play

if TYPE_CHECKING:
    from bocage.engine.actions import Action, Grammar


@dataclass(frozen=True, slots=True)
class Change:
    """A unit to add or leave out, and the actions that gather the resulting force from the
    beginning.
    """

    unit: int
    actions: tuple[Action, ...]


@dataclass(frozen=True, slots=True)
class Gathered:
    """An attack that is being gathered."""

    hex: int
    force: tuple[int, ...]
    add: tuple[Change, ...]
    """Units that could join besides."""
    leave: tuple[Change, ...]
    """Units that have joined and could be left out."""
    everybody: tuple[Action, ...] = ()
    """The actions that gather everybody who can join, from the beginning; empty if nobody is
    missing.
    """


def gathered(
    begun: Any,
    grammar: Grammar,
    seat: int,
    h: int,
    force: tuple[int, ...],
    others: Iterable[int],
    join: Callable[[int], Action],
    order: Callable[[int], int] = int,
) -> Gathered:
    """Return the attack with every change that the rules allow.

    Args:
        begun: the position with nobody gathered yet; it is not changed.
        grammar: the grammar of the game.
        seat: who gathers.
        h: the hex that is attacked.
        force: who has joined.
        others: units that might join.
        join: the action with which a unit joins.
        order: the order in which the rules take units; by number unless a game says otherwise.
    """

    def changes(units: Iterable[tuple[int, Iterable[int]]]) -> tuple[Change, ...]:
        found: list[Change] = []
        for u, wanted in units:
            way = _joining(begun, grammar, seat, [join(each) for each in sorted(wanted, key=order)])
            if way is not None:
                found.append(Change(u, way))
        return tuple(found)

    others = tuple(others)
    candidates = {*force, *others}
    everybody = _as_many(begun, grammar, seat, [join(u) for u in sorted(candidates, key=order)])
    return Gathered(
        h,
        force,
        changes((u, (*force, u)) for u in others if u not in force),
        changes((u, set(force) - {u}) for u in force),
        everybody if len(everybody) > len(force) else (),
    )


def _as_many(
    begun: Any, grammar: Grammar, seat: int, actions: Iterable[Action]
) -> tuple[Action, ...]:
    """Return those of the actions that the rules allow, one after the other."""
    st = begun.copy()
    done: list[Action] = []
    for action in actions:
        if play.check(st, grammar, seat, action):
            play.apply(st, seat, action)
            done.append(action)
    return tuple(done)


def _joining(
    begun: Any, grammar: Grammar, seat: int, actions: Iterable[Action]
) -> tuple[Action, ...] | None:
    """Return the actions if the rules allow them one after the other, else None."""
    st = begun.copy()
    done: list[Action] = []
    for action in actions:
        if not play.check(st, grammar, seat, action):
            return None
        play.apply(st, seat, action)
        done.append(action)
    return tuple(done)
