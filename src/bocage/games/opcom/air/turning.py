"""The air at the beginning and at the end of a turn: what is counted anew, and what comes back."""

from __future__ import annotations

from bocage.games.opcom.air.sorties import GIVEN_UP, WAITING
from bocage.games.opcom.position import ATTACKED, Position
from bocage.games.opcom.ways import km_between

_HELD_KM = 1.0
"""Reading 9.11: whoever alone stands so near to an airfield holds it."""


def begin_air(st: Position) -> None:
    """A new half day: nobody flies yet, nobody is suppressed; cab ranks last for their day."""
    row = st.world.turn(st.turn)
    st.flying, st.close_support = row.flying, row.close_support
    st.sorties, st.grounded = (), ()
    st.hushed[:] = bytes(len(st.hushed))
    st.pace[:] = bytes([100]) * len(st.pace)
    st.ranks = tuple(rank for rank in st.ranks if rank.last >= st.turn)


def end_air(st: Position) -> None:
    """The end of a turn: scattered men come in, strips and bases change hands, lifts lapse."""
    _regain(st)
    sky = st.world.sky
    for i, strip in enumerate(sky.strips):
        at = sky.sites[strip.area].at
        near = {
            u.side
            for u in st.here()
            if st.level(u.number) > 0 and km_between(st.at(u.number), at) <= _HELD_KM
        }
        if len(near) == 1:
            holder = near.pop() + 1
            if holder != st.strips[i]:
                st.strips[i] = holder
                _leave_base(st, strip.area, holder)
    for i, lift in enumerate(sky.lifts):
        if st.lifts[i] == WAITING and st.turn >= lift.last_turn:
            st.lifts[i] = GIVEN_UP
            st.note(sky.lift_team[i], "lift given up", name=lift.id)


def _regain(st: Position) -> None:
    """12.4.c, 12.5.c, reading 9.5: a scattered step is back after a clear turn."""
    kept: list[tuple[int, int]] = []
    for unit, turn in st.scattered:
        if turn > st.turn or (turn == st.turn and st.has(unit, ATTACKED)):
            kept.append((unit, max(turn, st.turn + 1)))
            continue
        if st.is_effective(unit) and st.steps[unit]:
            st.steps[unit] -= 1
            st.note(st.world.units[unit].team, "stragglers", unit)
    st.scattered = tuple(kept)


def _leave_base(st: Position, area: str, holder: int) -> None:
    """Reading 8.23: squadrons whose base falls lose one and fly from elsewhere."""
    sky = st.world.sky
    for unit, base in enumerate(sky.base_of):
        if base == area and sky.side_of[unit] + 1 != holder and st.squadrons[unit]:
            st.squadrons[unit] -= 1
            st.note(sky.team_of[unit], "base lost", name=sky.units[unit].name)
