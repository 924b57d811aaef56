"""The parts of a turn among people, with the longest time that the rulebook gives each (4.0.f)."""

from __future__ import annotations

from typing import Final

from bocage.engine.desk import TimedPhase
from bocage.games.opcom.rulebook import R

PHASES: Final = (
    TimedPhase("orders", "Orders", 15, str(R("5.1"))),
    TimedPhase("sheets", "Sheets are read", 3, str(R("4.0.a"))),
    TimedPhase("adjudication", "Adjudication", 10, str(R("4.0.b"))),
    TimedPhase("briefing", "Briefing", 3, str(R("4.0.c"))),
    TimedPhase("reinforcements", "Reinforcements", 5, str(R("4.0.d"))),
)
"""Control's parts have the times of the rulebook. It gives players none for writing: theirs is
the quarter of an hour of our umpire's evening."""
