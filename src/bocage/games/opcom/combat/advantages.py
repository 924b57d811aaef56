"""9.10.1, reading 4.11: tactical advantages that Control is proposed, and grants or not."""

from __future__ import annotations

from typing import Final

from bocage.games.opcom.combat.fight import Advantage
from bocage.games.opcom.combat.settings import DEFAULT, Settings

A_DAY: Final = 2
"""Turns in one place that make a prepared position: a day, as in the example (9.15)."""


def proposed(
    *,
    turns_in_place: int = 0,
    holds_crossing: bool = False,
    overlooks: bool = False,
    defile: bool = False,
    settings: Settings = DEFAULT,
) -> tuple[Advantage, ...]:
    """What speaks for a clear advantage, the strongest first, no more than may count."""
    found = [
        (holds_crossing, "holds a bank or the end of a bridge"),
        (defile, "holds a defile"),
        (overlooks, "overlooks the enemy"),
        (turns_in_place >= A_DAY, "a day or more in position"),
    ]
    most = settings.tables.figures.wholes["combat.most_advantages"]
    return tuple(Advantage(why) for holds, why in found if holds)[:most]
