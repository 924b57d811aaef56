"""Broken brigades (reading 7.7): a headquarters that has lost its battalions orders no attacks."""

from __future__ import annotations

from fractions import Fraction

from bocage.games.opcom.position import DUE, HERE, Position
from bocage.games.opcom.world import Troops

_SHARE = Fraction(2, 3)
_TURNS = 2


def is_broken(st: Position, unit: int) -> bool:
    """Whether a unit's brigade is broken in this turn."""
    hq = st.world.units[unit].hq
    return any(who == hq and st.turn <= last for who, last in st.broken)


def break_brigades(st: Position) -> None:
    """At the end of a turn: brigades of which two thirds of the battalions are at 0."""
    if st.setting("broken-brigades") != "yes":
        return
    known = {hq for hq, _ in st.broken}
    for hq in st.here():
        if hq.arm != "hq" or hq.number in known:
            continue
        battalions = [u for u in st.world.units if u.hq == hq.number and _is_battalion(st, u)]
        lost = [u for u in battalions if st.where[u.number] != HERE or not st.level(u.number)]
        if battalions and len(lost) >= _SHARE * len(battalions):
            st.broken = (*st.broken, (hq.number, st.turn + _TURNS))
            st.note(hq.team, "broken", hq.number)


def _is_battalion(st: Position, unit: Troops) -> bool:
    """Infantry and tanks that have arrived."""
    return unit.arm in ("infantry", "tank") and st.where[unit.number] != DUE
