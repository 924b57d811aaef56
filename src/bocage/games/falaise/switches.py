"""The readings that a table may rule otherwise: each a switch, set as we read the rulebook.

`readings.md` has the reasons. A position keeps its switches as bits.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from bocage.engine.game import Option
from bocage.games.falaise.rulebook import R

DIVISION_80_EAST: Final = 1
REDEPLOY_WEST_ONLY: Final = 2
SOUTH_EXIT_WEST_ONLY: Final = 4
SECOND_MOVE: Final = 8
FINISHED_AFTER_58: Final = 16
FRENCH_TRIGGER: Final = 32
ROAD_START_STACKED: Final = 64
US_GUNS_FRENCH: Final = 128
PREPARED_ALLIED_ONLY: Final = 256
DIRECT_1703_ONLY: Final = 512
TD_FREE: Final = 1024

_OFF_ON: Final = ("off", "on")

CORPS_58: Final = Option(
    "58-second-move",
    "What a unit of the 58th Corps may do later, if it is still west of the Orne",
    R("reading 32"),
    ("no-second-move", "second-move", "finished"),
)

SWITCHES: Final[Mapping[int, Option]] = {
    DIVISION_80_EAST: Option(
        "80div-east", "The 80th Division may not go east of Argentan", R("reading 15"), _OFF_ON
    ),
    REDEPLOY_WEST_ONLY: Option(
        "redeploy-west-only",
        "Redeployed units stay west of the Withdrawal Line",
        R("reading 18"),
        _OFF_ON,
    ),
    SOUTH_EXIT_WEST_ONLY: Option(
        "south-exit-west-only",
        "Units leave by the south edge only west of the Withdrawal Line",
        R("reading 26"),
        _OFF_ON,
    ),
    FRENCH_TRIGGER: Option(
        "86-trigger-french",
        "French units near a Dives bridge bring in the 86th Corps",
        R("reading 40"),
        _OFF_ON,
    ),
    ROAD_START_STACKED: Option(
        "road-start-stacked",
        "Road Movement may begin in a stack",
        R("reading 48"),
        _OFF_ON,
    ),
    US_GUNS_FRENCH: Option(
        "us-guns-french",
        "US guns may not fire next to the French either",
        R("reading 65"),
        _OFF_ON,
    ),
    PREPARED_ALLIED_ONLY: Option(
        "prepared-assault-allied-only",
        "Only the Allies make Prepared Assaults",
        R("reading 72"),
        _OFF_ON,
    ),
    DIRECT_1703_ONLY: Option(
        "german-direct-1703-only",
        "A direct German LOC leads to 1703 and not to the east edge",
        R("reading 77"),
        _OFF_ON,
    ),
    TD_FREE: Option(
        "td-row-limit",
        "The tank destroyers share the limit of the 80th Division",
        R("reading 87"),
        ("on", "off"),
    ),
}
"""By bit; set where the option is not at its default."""


def switches_of(options: Mapping[str, str]) -> int:
    """The bits of the options that are not as we read the rulebook."""
    found = sum(
        bit
        for bit, option in SWITCHES.items()
        if options.get(option.id, option.choices[0]) != option.choices[0]
    )
    later = options.get(CORPS_58.id, CORPS_58.choices[0])
    if later == "second-move":
        found |= SECOND_MOVE
    elif later == "finished":
        found |= FINISHED_AFTER_58
    return found
