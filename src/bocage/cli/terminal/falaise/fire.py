"""Op-Fire on the way in The Pocket at Falaise: where a line leads, and what it draws (6.2)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bocage.engine.actions import first
from bocage.games.falaise.answers.reach import gone
from bocage.games.falaise.s07_movement import Moving
from bocage.games.falaise.words.verbs import EXIT, GO, STEP
from bocage.hexes.kernels import ZONE

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bocage.engine.actions import Action
    from bocage.games.falaise.board.position import Position
    from bocage.games.notation import Notation


def way_of(st: Position, actions: Sequence[Action]) -> str:
    """Return the hexes that actions step into, and over the edge."""
    numbers = st.world.grid.numbers
    names = [numbers[first(each)] for each in actions if each >> 32 == STEP.number]
    return "-".join([*names, *(["the edge"] if EXIT() in actions else [])])


def fire_on_the_way(st: Position, notation: Notation, actions: Sequence[Action]) -> str:
    """Return the way and where the enemy may fire, if it leads through enemy zones before its
    end.
    """
    going = [i for i, each in enumerate(actions) if each >> 32 in (GO.number, STEP.number)]
    if not going:
        return ""
    _, trial = notation.after(st, actions[: going[0]])
    top = trial.stack[-1] if trial.stack else None
    if not isinstance(top, Moving):
        return ""
    if actions[going[0]] >> 32 == GO.number:
        h = first(actions[going[0]])
        if not top.check(trial, actions[going[0]]):
            return ""
        way = gone(trial, top, h)
    else:
        way = [trial.loc[top.units[0]]]
        for each in actions[going[0] :]:
            if each >> 32 != STEP.number:
                break
            way.append(first(each))
    zone, numbers = trial.zone(top.seat), trial.world.grid.numbers
    under = [numbers[h] for h in way[1:] if zone[h] & ZONE]
    if not any(zone[h] & ZONE for h in way[1:-1]):
        return ""
    return (
        f"By {'-'.join(numbers[h] for h in way[1:])}: the enemy may fire in "
        f"{', '.join(under)} (6.2)"
    )
