"""Gathering an attack in any order: whom one may add or leave out, and what that takes.

The rules take attackers in one order, so that every force is written in one way. A player
adds whom he thinks of; this says which force, gathered anew in that order, is the one he
wants. Both games gather in a decision called `Muster`, with a target `hex` and a `force`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any, Final, NamedTuple

from bocage.engine import play
from bocage.engine.actions import Action, Grammar
from bocage.engine.frames import Ask

_MUSTER: Final = "Muster"
_WITH: Final = "with"


class Gathered(NamedTuple):
    """An attack that is being gathered."""

    hex: int
    force: tuple[int, ...]
    add: dict[int, tuple[Action, ...]]
    """By unit that could join besides: what gathers the force with it, from nobody on."""
    leave: dict[int, tuple[Action, ...]]
    """By unit that has joined: what gathers the force without it, from nobody on."""


def gathered(st: Any, grammar: Grammar, seat: int) -> Gathered | None:
    """What a seat is gathering; None where it is nothing, or what came after stands.

    A force cannot be gathered anew once a die was rolled for a helper or bombers were added.
    """
    top: Any = st.stack[-1] if st.stack else None
    if not isinstance(top, Ask) or type(top).__name__ != _MUSTER or top.seat != seat:
        return None
    muster: Any = top
    if getattr(muster, "tried", ()) or getattr(muster, "bombing", 0):
        return None
    force: tuple[int, ...] = muster.force
    begun = st.copy()
    begun.swap(replace(muster, force=()))
    world = st.world
    near = world.near(muster.hex) if hasattr(world, "near") else world.ground.near[muster.hex]
    others = [u for h in near for u in st.at(h, seat) if u not in force]
    add = {u: _joining(begun, grammar, seat, (*force, u)) for u in others}
    leave = {u: _joining(begun, grammar, seat, set(force) - {u}) for u in force}
    return Gathered(
        muster.hex,
        force,
        {u: way for u, way in add.items() if way is not None},
        {u: way for u, way in leave.items() if way is not None},
    )


def _joining(
    begun: Any, grammar: Grammar, seat: int, units: Iterable[int]
) -> tuple[Action, ...] | None:
    """What gathers these units, one after the other; None if the rules do not allow it."""
    st = begun.copy()
    order = getattr(st.world, "muster", None)
    done: list[Action] = []
    for u in sorted(units, key=lambda unit: unit if order is None else order[unit]):
        action = grammar.read(f"{_WITH} {st.world.unit_names.written[u]}")
        if not play.check(st, grammar, seat, action):
            return None
        play.apply(st, seat, action)
        done.append(action)
    return tuple(done)
