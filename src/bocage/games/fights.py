"""How a fight may end, by playing every outcome out under the rules on copies.

Where a player has a choice, the attacker plays for what is wanted and the defender against
it. Nothing is decided here: the rules do everything.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from bocage.engine import play
from bocage.engine.frames import CHANCE, Ask, Chance

Worth = Callable[[Any], int]
"""What a position is worth to the attacker."""


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
    """What becomes of a fight when both sides play for it; the position is used up.

    Args:
        st: a position in the middle of the fight.
        depth: the height of the stack of frames when it is over.
        by: the seat of the attacker, who wants the most; the other wants the least.
        worth: what a position after the fight is worth.
        highest: the most that it can be worth.
        lowest: the least.
        matters: whether a decision can change it; where it cannot, the first way is taken.
    """
    while len(st.stack) > depth:
        top = st.stack[-1]
        if isinstance(top, Chance):  # whatever it brings has nothing to do with it
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
