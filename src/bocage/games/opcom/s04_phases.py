"""The phases of a turn among people, each with the longest time in the rulebook (4.0.f)."""

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
"""Control's phases have the times of the rulebook. The rulebook gives players no time for writing:
they get the quarter of an hour of our umpire's evening.
"""
