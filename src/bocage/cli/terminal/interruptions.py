"""Interrupted lines: the enemy was asked in the middle of a path; if nothing happened to the units,
they continue along it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bocage.engine import play

if TYPE_CHECKING:
    from bocage.cli.terminal.session import Session


def gone_on(session: Session, seat: int) -> bool:
    """Continue an earlier line of a seat, if possible; return whether something was done."""
    errand, table, face = session.errand, session.table, session.face
    if errand is None or errand.seat != seat or not play.is_asked(table.state, seat):
        return False
    found = face.onward(table.state, errand)
    if found is None:
        return False  # they are asked about something on the way
    session.errand = None
    if not found.now:
        return False
    way = face.way_of(table.state, found.now)
    if way and table.allows(seat, found.now):
        session.screen.say(f"  {face.nouns['unit'].say(errand.units[0])} continues: {way}", "dim")
    if not session.act(seat, found.now, ""):
        return False
    session.errand = errand._replace(rest=found.rest) if found.rest else None
    return True
