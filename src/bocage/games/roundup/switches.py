"""The readings that a table may rule otherwise: each a switch, off as we read the rulebook.

`readings.md` has the reasons. A position keeps its switches as bits.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from bocage.engine.game import Option
from bocage.games.roundup.optional import bits_of
from bocage.games.roundup.rulebook import R

NO_COLUMN_ON_TURN_1: Final = 1
PASSING_KILLS_BEACHHEAD: Final = 2
CLIP_FIRST: Final = 4
SECOND_STEP_FOR_DSR: Final = 8
BOMBER_ONE_COLUMN: Final = 16
SUSTAINED_EDGE: Final = 32
OPEN_STRATEGY: Final = 64

_OFF_ON: Final = ("off", "on")

SWITCHES: Final[Mapping[int, Option]] = {
    OPEN_STRATEGY: Option(
        "open-strategy",
        "Hitler's strategy is drawn openly before the beachheads are placed",
        R("reading 9"),
        _OFF_ON,
    ),
    NO_COLUMN_ON_TURN_1: Option(
        "no-column-on-turn-1",
        "No Allied column movement on turn 1 (15.7)",
        R("reading 35"),
        _OFF_ON,
    ),
    PASSING_KILLS_BEACHHEAD: Option(
        "passing-kills-beachhead",
        "A German unit that passes through eliminates a beachhead",
        R("reading 46"),
        _OFF_ON,
    ),
    SUSTAINED_EDGE: Option(
        "sustained-edge-contact",
        "Only supplied Allied units spoil the edge (15.18)",
        R("reading 51"),
        _OFF_ON,
    ),
    CLIP_FIRST: Option(
        "clip-odds-first", "Odds are cut to 1:3 or 6:1 before the shifts", R("reading 57"), _OFF_ON
    ),
    SECOND_STEP_FOR_DSR: Option(
        "second-step-for-dsr", "DSR without a retreat costs a second step", R("reading 64"), _OFF_ON
    ),
    BOMBER_ONE_COLUMN: Option(
        "bomber-one-column", "Heavy bombers shift one column at most", R("reading 75e"), _OFF_ON
    ),
}
"""By bit, in the order of the readings."""


def switches_of(options: Mapping[str, str]) -> int:
    """The bits of the options that are on, optional rules included."""
    found = sum(bit for bit, option in SWITCHES.items() if options.get(option.id, "off") == "on")
    return found | bits_of(options)
