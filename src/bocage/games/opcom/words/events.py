"""The events for those who may learn of them: the release of reports, and Control's hand."""

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
        """Return the event for its own team and for viewers who see everything."""
        return self if viewer.sees_all or self.team in viewer.seats else None


@event
class Retired(Event):
    """Reading 2.2: a table leaves, and its headquarters continue without it."""

    rule: Rule
    team: int
    says = "{team:seat} retires: its units carry on with their last orders"

    def for_viewer(self, viewer: Viewer) -> Event | None:
        """Return the event for its own team and for viewers who see everything.

        An enemy would know what to expect.
        """
        return self if viewer.sees_all or self.team in viewer.seats else None


@event
class Returned(Event):
    """A table that has left is back."""

    rule: Rule
    team: int
    says = "{team:seat} is back and writes its own orders again"

    def for_viewer(self, viewer: Viewer) -> Event | None:
        """Return the event for its own team and for viewers who see everything."""
        return self if viewer.sees_all or self.team in viewer.seats else None
