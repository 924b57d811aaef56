"""What happens, for whoever may learn of it: the release of reports, and Control's hand."""

from __future__ import annotations

from bocage.engine.events import Event, event
from bocage.engine.rulings import Rule
from bocage.engine.viewers import Viewer


@event
class Released(Event):
    """4.0.c: a team gets its report."""

    rule: Rule
    team: int
    turn: int
    says = "the report of turn {turn} is out for {team:seat}"
    reveals = True

    def for_viewer(self, viewer: Viewer) -> Event | None:
        """Its own team, and who sees everything."""
        return self if viewer.sees_all or self.team in viewer.seats else None
