"""OP COM without one rule or another."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from bocage.rules.judge import Absence, together
from tests.mutants.opcom import air, arithmetic, board, debrief, habits, malta, readings, sea

EXPLAINED: Final[Mapping[str, str]] = {
    "9.7.2": "says what 4.0.b says; only the frame of half a turn bears its number",
    "reading 10.9": "messages go between teams of one side; the maps of the cases have one a side",
    "reading 12.1": "the order in which the sea is asked about; its frame alone bears the number",
}
"""Rules that may be switched off and no case fails, and why."""


def effects_of(game: Any) -> Mapping[str, Absence]:
    """Return how the game is without each rule.

    A rule that is absent in several places is absent in all of them at once.
    """
    found: dict[str, Absence] = {}
    for each in (
        arithmetic.effects(),
        board.map_effects(),
        readings.reading_effects(),
        air.effects(),
        sea.effects(),
        debrief.effects(),
        malta.effects(),
        habits.effects(),
    ):
        for rule, absence in each.items():
            found[rule] = together(found[rule], absence) if rule in found else absence
    return found
