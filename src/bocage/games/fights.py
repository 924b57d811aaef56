"""Fights before they happen: whether they can be weighed, and how they may end.

The end is found by playing every outcome under the rules on copies. If a player has a choice, the
attacker plays for the goal and the defender against it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from bocage.engine import play
from bocage.engine.frames import CHANCE, Ask, Chance
from bocage.engine.odds import NothingToWeighError
from bocage.engine.words import Words

Worth = Callable[[Any], int]
"""The value of a position for the attacker."""


def best(
    st: Any,
    depth: int,
    by: int,
    worth: Worth,
    *,
    highest: int,
    lowest: int,
    matters: Callable[[Any], bool],
) -> int:
    """Return the value of a fight when both sides play for it; the position is used up.

    Args:
        st: a position in the middle of the fight.
        depth: the height of the stack of frames when it is over.
        by: the seat of the attacker, who wants the most; the other wants the least.
        worth: the value of a position after the fight.
        highest: the highest possible value.
        lowest: the lowest possible value.
        matters: whether a decision can change it; if it can't, the first option is taken.
    """
    while len(st.stack) > depth:
        top = st.stack[-1]
        if isinstance(top, Chance):  # its result does not matter here
            play.apply(st, CHANCE, top.outcomes(st)[0])
            continue
        assert isinstance(top, Ask)
        legal = top.legal(st)
        if len(legal) == 1 or not matters(top):
            play.apply(st, top.seat, legal[0])
            continue
        wanted = highest if top.seat == by else lowest
        found: list[int] = []
        for action in legal:
            child = st.copy()
            play.apply(child, top.seat, action)
            found.append(
                best(child, depth, by, worth, highest=highest, lowest=lowest, matters=matters)
            )
            if found[-1] == wanted:
                break
        return max(found) if top.seat == by else min(found)
    return worth(st)


def nobody_there(h: int) -> NothingToWeighError:
    """Return the error that a hex holds nobody to attack."""
    return NothingToWeighError(
        "nobody-there", Words("there is no unit in {hex:hex} to attack", {"hex": h})
    )


def beside(st: Any, h: int, force: Sequence[int], by: int) -> None:
    """Make sure that a force is of the attacker's side and stands next to a hex.

    Raises:
        NothingToWeighError: it is not, or there is none.
    """
    if not force:
        words = Words("no unit is next to {hex:hex} to attack it", {"hex": h})
        raise NothingToWeighError("nobody-near", words)
    for u in force:
        if st.side_of(u) != by:
            words = Words("{unit:unit} belongs to the side under attack", {"unit": u})
            raise NothingToWeighError("own-side", words)
        if st.loc[u] < 0 or not st.world.grid.are_neighbours(st.loc[u], h):
            words = Words("{unit:unit} is not next to {hex:hex}", {"unit": u, "hex": h})
            raise NothingToWeighError("not-near", words)
