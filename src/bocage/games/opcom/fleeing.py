"""Units that are no longer effective (9.5.f, 9.5.g, reading 4.40): they go back, or are taken."""

from __future__ import annotations

from fractions import Fraction

from bocage.games.opcom.combat.ineffective import is_captured, must_retire_km, prisoners
from bocage.games.opcom.debrief.tallies import count_prisoners
from bocage.games.opcom.fighting.retiring import retire
from bocage.games.opcom.moving.meeting import Near
from bocage.games.opcom.position import GONE, RETREATED, Position
from bocage.games.opcom.rebuilding import is_at_dump
from bocage.games.opcom.reports.names import faced_as
from bocage.games.opcom.reports.states import first_alike, kind_of

_NEAR_KM = 2.0


def flee(st: Position, unit: int, near: Near) -> None:
    """5 km back in each turn, until it is at a dump; next to the enemy without a way out, taken."""
    side = st.world.units[unit].side
    foes = tuple(
        e.number
        for e in near.enemies(side, st.at(unit))
        if st.is_effective(e.number) and st.km(unit, e.number) <= _NEAR_KM
    )
    if not foes and (st.has(unit, RETREATED) or st.aboard[unit] or is_at_dump(st, unit)):
        return
    way = retire(st, unit, Fraction(must_retire_km()), foes, 0)
    if foes and is_captured(min(st.km(unit, e) for e in foes), has_route=way.blocked == "free"):
        steps = max(0, st.status(unit).last_step - 1)
        capture(st, unit, steps, {st.world.units[e].team for e in foes})
    elif way.end != st.at(unit):
        st.place(unit, way.end)
        st.mark(unit, RETREATED)


def capture(st: Position, unit: int, steps: int, captors: set[int]) -> None:
    """9.5.g: taken prisoner; the captors hear how many, and of which formation (reading 10.3).

    `steps` are those lost before the blow that finished it; how many is told by its rung
    (reading 7.6).
    """
    troops = st.world.units[unit]
    status = st.status(unit)
    count = prisoners(status, first_alike(kind_of(troops), status, steps))
    st.where[unit] = GONE
    count_prisoners(st, captors, count)
    st.note(troops.team, "captured", unit)
    for team in sorted(captors):
        st.note(team, "prisoners", figure=count, name=faced_as(st, unit))
        if troops.arm == "hq":
            st.note(team, "staff taken", name=troops.name)
