"""Units no longer effective, and broken brigades (9.5, readings 4.40 and 7.7)."""

from __future__ import annotations

from fractions import Fraction

from bocage.games.opcom.board.position import DUE, GONE, HERE, RETREATED, Position
from bocage.games.opcom.board.tables import Tables
from bocage.games.opcom.board.world import Troops
from bocage.games.opcom.debrief.tallies import count_prisoners
from bocage.games.opcom.pieces.profiles import Status
from bocage.games.opcom.s05_orders.rest import is_at_dump
from bocage.games.opcom.s06_movement.contact import Near
from bocage.games.opcom.s09_combat.retreats import retire
from bocage.games.opcom.s10_reports.names import faced_as
from bocage.games.opcom.s10_reports.states import first_alike, kind_of


def must_retire_km(charts: Tables) -> int:
    """Return the distance that such a unit goes back each turn (reading 4.40)."""
    return charts.figures.retreat.ineffective


def is_captured(enemy_km: float, *, has_route: bool, charts: Tables) -> bool:
    """Return whether it is taken: an effective enemy next to it, and no way out (9.5, reading
    4.40).
    """
    return enemy_km <= charts.figures.retreat.captured and not has_route


def prisoners(status: Status, steps: int, charts: Tables) -> int:
    """Return the approximate number of prisoners from a captured unit (reading 7.6).

    Args:
        status: its profile.
        steps: lost before the blow that finished it.
        charts: the tables to use.
    """
    figures = charts.figures
    least, most = figures.prisoners.battalion
    full = max(status.levels)
    if not full:
        return 0
    found = least + (most - least) * Fraction(status.level(steps), full)
    if full <= figures.prisoners.small_status:
        found *= figures.prisoners.small
    step = figures.prisoners.round
    return int(found / step + Fraction(1, 2)) * step


def flee(st: Position, unit: int, near: Near) -> None:
    """Move such a unit 5 km back towards a dump; capture it next to the enemy without a way out."""
    side = st.world.units[unit].side
    foes = tuple(
        e.number
        for e in near.enemies(side, st.at(unit))
        if st.is_effective(e.number) and st.km(unit, e.number) <= st.figures.retreat.flees
    )
    if not foes and (st.has(unit, RETREATED) or st.aboard[unit] or is_at_dump(st, unit)):
        return
    way = retire(st, unit, Fraction(must_retire_km(st.world.tables)), foes, 0)
    if foes and is_captured(
        min(st.km(unit, e) for e in foes), has_route=way.blocked == "free", charts=st.world.tables
    ):
        steps = max(0, st.status(unit).last_step - 1)
        capture(st, unit, steps, {st.world.units[e].team for e in foes})
    elif way.end != st.at(unit):
        st.place(unit, way.end)
        st.mark(unit, RETREATED)


def capture(st: Position, unit: int, steps: int, captors: set[int]) -> None:
    """Capture a unit.

    Its captors learn the number of men and their formation (9.5.g, reading 10.3).

    `steps` are those lost before the blow that finished it; its rung decides the number (reading
    7.6).
    """
    troops = st.world.units[unit]
    status = st.status(unit)
    charts = st.world.tables
    count = prisoners(status, first_alike(kind_of(troops), status, steps, charts), charts)
    st.where[unit] = GONE
    count_prisoners(st, captors, count)
    st.note(troops.team, "captured", unit)
    if held := st.held(unit):
        st.note(troops.team, "points lost", unit, figure=held)
    for team in sorted(captors):
        st.note(team, "prisoners", figure=count, name=faced_as(st, unit))
        if troops.arm == "hq":
            st.note(team, "staff taken", name=troops.name)


def is_broken(st: Position, unit: int) -> bool:
    """Return whether a unit's brigade is broken in this turn."""
    hq = st.world.units[unit].hq
    return any(who == hq and st.turn <= last for who, last in st.broken)


def break_brigades(st: Position) -> None:
    """Break brigades with two thirds of the battalions at 0, at the end of a turn."""
    if st.setting("broken-brigades") != "yes":
        return
    figures = st.figures.retreat
    known = {hq for hq, _ in st.broken}
    for hq in st.here():
        if hq.arm != "hq" or hq.number in known:
            continue
        battalions = [u for u in st.world.units if u.hq == hq.number and _is_battalion(st, u)]
        lost = [u for u in battalions if st.where[u.number] != HERE or not st.level(u.number)]
        if battalions and len(lost) >= figures.broken * len(battalions):
            st.broken = (*st.broken, (hq.number, st.turn + figures.broken_turns))
            st.note(hq.team, "broken", hq.number)


def _is_battalion(st: Position, unit: Troops) -> bool:
    """Return whether a unit is infantry or tanks and has arrived."""
    return unit.arm in ("infantry", "tank") and st.where[unit.number] != DUE
