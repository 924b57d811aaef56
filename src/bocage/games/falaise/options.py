"""The options of a table: our readings, the optional rules (12.0), solitaire play (13.0).

`readings.md` has the reasons for the readings. A position keeps its switches as bits.
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
ANY_DISTANCE: Final = 2048
"""Further attachments need not be near (reading 82)."""
GERMAN_COMMAND: Final = 4096
"""12.1."""
STRONG_COUNTERATTACK: Final = 8192
"""12.2."""
SUNNY_SKIES: Final = 16384
"""12.3."""
ALLIED_COORDINATION: Final = 32768
"""12.4."""
PARIS: Final = 65536
"""12.5."""
SOLITAIRE: Final = 131072
"""13.0: the Allied seat is empty."""
LEAST_ODDS: Final = 18
"""Reading 85: the place, in the bits, of the odds at which the Allies of 13.0 assault."""
_LEAST_ODDS_BITS: Final = 7
SOUTH_EXIT_EAST_ONLY: Final = 1 << 21
UPPER_DIVES: Final = 1 << 22
REAR_CLOSED: Final = 1 << 23
PLACED_SCORE_NOTHING: Final = 1 << 24
"""Reading 119."""
LOWER_PANZER_TER: Final = 1 << 25
OF_THE_WORLD: Final = SOUTH_EXIT_EAST_ONLY | UPPER_DIVES | REAR_CLOSED | LOWER_PANZER_TER
"""The bits that change the map or the counters: `World.under`."""
_BID: Final = 32
"""Reading 121: the place, in the bits, of the points that were bid; the side is above them."""
_BID_BITS: Final = 127
_GERMAN_BID: Final = 1 << 39
MOST_BID: Final = 99

_OFF_ON: Final = ("off", "on")

CORPS_58: Final = Option(
    "58-second-move",
    "What units of the 58th Corps may do later if they are still west of the Orne",
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
    SOUTH_EXIT_EAST_ONLY: Option(
        "south-exit-east-only",
        "Units leave by the south edge only east of the Withdrawal Line",
        R("reading 26"),
        _OFF_ON,
    ),
    UPPER_DIVES: Option(
        "upper-dives",
        "The Upper Dives, above Fel, counts as the Dives",
        R("reading 61"),
        _OFF_ON,
    ),
    REAR_CLOSED: Option(
        "allied-rear-closed",
        "The Germans may not enter the Allied rear at Exmes and in the north",
        R("reading 118"),
        _OFF_ON,
    ),
    PLACED_SCORE_NOTHING: Option(
        "placed-score-nothing",
        "Units placed by 3.1, 11.3 and 11.4 bring the Germans no points",
        R("reading 119"),
        _OFF_ON,
    ),
    LOWER_PANZER_TER: Option(
        "lower-panzer-ter",
        "German Mechanized units with TER 4 or 5 have one less",
        R("reading 120"),
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
    ANY_DISTANCE: Option(
        "12-2-distance",
        "The further units attached by 12.2 must be near the corps too",
        R("reading 82"),
        ("on", "off"),
    ),
}
"""By bit; set where the option is not at its default."""

LEAST: Final = Option(
    "solo-min-odds",
    "The odds at which the Allies in solitaire play always assault",
    R("reading 85"),
    ("off", "1-2", "1-1", "2-1", "3-1"),
)

_POINTS: Final = tuple(map(str, range(MOST_BID + 1)))
BIDS: Final = (
    Option(
        "allied-bid",
        "Points that the Allies give the Germans, as a bid for the side or to even the game",
        R("reading 121"),
        _POINTS,
    ),
    Option(
        "german-bid",
        "Points that the Germans give the Allies, as a bid for the side or to even the game",
        R("reading 121"),
        _POINTS,
    ),
)
"""By side; one bid at most wins a side."""

RULES: Final[Mapping[int, Option]] = {
    GERMAN_COMMAND: Option(
        "german-command",
        "The Germans choose the first chit of turns 1 to 4",
        R("12.1"),
        _OFF_ON,
    ),
    STRONG_COUNTERATTACK: Option(
        "strong-counterattack",
        "Three more units may be attached in the Counterattack",
        R("12.2"),
        _OFF_ON,
    ),
    SUNNY_SKIES: Option("sunny-skies", "Never fewer than three Airstrikes", R("12.3"), _OFF_ON),
    ALLIED_COORDINATION: Option(
        "allied-coordination",
        "US guns fire next to other Allies, and US corps are less slow by night",
        R("12.4"),
        _OFF_ON,
    ),
    PARIS: Option(
        "paris-beckons",
        "A die may hold the French 2nd Armored Division back, or take it away",
        R("12.5"),
        _OFF_ON,
    ),
    SOLITAIRE: Option("solitaire", "The rules play the Allies", R("13.0"), _OFF_ON),
}
"""The optional rules and solitaire play, by bit."""

OPTIONS: Final = {
    option.id: option for option in (*SWITCHES.values(), CORPS_58, LEAST, *RULES.values(), *BIDS)
}
"""Every switch of the table."""


def switches_of(options: Mapping[str, str]) -> int:
    """Return the bits of the options that are not as we read the rulebook."""
    found = sum(
        bit
        for bit, option in (*SWITCHES.items(), *RULES.items())
        if options.get(option.id, option.choices[0]) != option.choices[0]
    )
    later = options.get(CORPS_58.id, CORPS_58.choices[0])
    if later == "second-move":
        found |= SECOND_MOVE
    elif later == "finished":
        found |= FINISHED_AFTER_58
    for side, option in enumerate(BIDS):
        if points := int(options.get(option.id, "0")):
            found |= points << _BID | (_GERMAN_BID if side else 0)
    return found | LEAST.choices.index(options.get(LEAST.id, "off")) << LEAST_ODDS


def contradiction(options: Mapping[str, str]) -> str:
    """Return why these options contradict each other, in a sentence; empty if they do not."""
    if {options["south-exit-west-only"], options["south-exit-east-only"]} == {"on"}:
        return (
            "south-exit-west-only and south-exit-east-only (reading 26) can't be used together: "
            "nobody could leave by the south edge; choose one"
        )
    if all(options[each.id] != "0" for each in BIDS):
        return (
            "allied-bid and german-bid (reading 121) can't be used together: "
            "only the bid that won a side counts; choose one"
        )
    return ""


def bid_of(switches: int) -> tuple[int, int]:
    """Return the side whose player bid for it, and the points the other side gets (reading 121)."""
    return int(bool(switches & _GERMAN_BID)), switches >> _BID & _BID_BITS


def least_odds(switches: int) -> str:
    """Return the odds from which the Allies of solitaire play assault, or an empty string (reading
    85).
    """
    return ("", *LEAST.choices[1:])[switches >> LEAST_ODDS & _LEAST_ODDS_BITS]
