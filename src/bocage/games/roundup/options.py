"""The options of the table: optional rules (15.0), and readings that players may rule otherwise.

An optional rule is off unless the players turn it on; a reading applies unless they change it.
`optional_rules.md` and `readings.md` have them in full. A position keeps its options as bits, and
the memory of the optional rules in the slots of `Position.optional`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from bocage.engine.game import Option
from bocage.games.roundup.rulebook import R

# Optional rules: bits above those of the readings below.
HIDDEN_DIRECTIVE: Final = 1 << 7
FREE_GARRISONS: Final = 1 << 8
STORM_AT_SEA: Final = 1 << 9
PORT_HEX_CONTROL: Final = 1 << 10
DEMOLITIONS: Final = 1 << 11
INUNDATION: Final = 1 << 12
TRANSPORT_STRAIN: Final = 1 << 13
FOLLOW_UP: Final = 1 << 14
KAMPFGRUPPEN: Final = 1 << 15
GERMAN_REPLACEMENTS: Final = 1 << 16
PARACHUTE_CORPS: Final = 1 << 17
REACTION: Final = 1 << 18
WASTAGE: Final = 1 << 19
GERMAN_BOMBER: Final = 1 << 20
TWO_FORCES: Final = 1 << 21
SHIFTED_SECTORS: Final = 1 << 22
BARREL: Final = 1 << 23
OVERCAST_BOMBERS: Final = 1 << 24
ANY_STRATEGY: Final = 1 << 25
"""15.15: both players agree that the German bomber flies under every strategy."""

_OFF_ON: Final = ("off", "on")

OPTIONS: Final[Mapping[int, Option]] = {
    HIDDEN_DIRECTIVE: Option(
        "hidden-directive",
        "At first only the German player knows Hitler's strategy",
        R("15.1"),
        _OFF_ON,
    ),
    FREE_GARRISONS: Option(
        "free-garrisons", "The four garrisons may start two hexes away", R("15.2"), _OFF_ON
    ),
    STORM_AT_SEA: Option(
        "storm-at-sea", "In Storm no naval guns, and one unit a beachhead", R("15.3"), _OFF_ON
    ),
    PORT_HEX_CONTROL: Option(
        "port-hex-control", "A German marker defends every port hex", R("15.4"), _OFF_ON
    ),
    DEMOLITIONS: Option(
        "demolitions", "A port that falls may open a turn or two later", R("15.5"), _OFF_ON
    ),
    INUNDATION: Option(
        "inundation", "Once per game the Germans may flood the polder: 4 MP", R("15.6"), _OFF_ON
    ),
    TRANSPORT_STRAIN: Option(
        "air-transport-strain", "No nation drops two turns running", R("15.8"), _OFF_ON
    ),
    FOLLOW_UP: Option(
        "follow-up-craft", "Once per game a beachhead may receive two stacks", R("15.9"), _OFF_ON
    ),
    KAMPFGRUPPEN: Option(
        "kampfgruppen", "Lost German divisions give replacement points", R("15.10"), _OFF_ON
    ),
    GERMAN_REPLACEMENTS: Option(
        "german-replacements",
        "Strategies 3 and 4: one German step a turn from turn 4",
        R("15.11"),
        _OFF_ON,
    ),
    PARACHUTE_CORPS: Option(
        "parachute-corps", "The two German airborne divisions may drop", R("15.12"), _OFF_ON
    ),
    REACTION: Option(
        "reaction-to-the-drop", "A die and replacements after that drop", R("15.13"), _OFF_ON
    ),
    WASTAGE: Option(
        "luftwaffe-wastage", "The Luftwaffe may lose its die for good", R("15.14"), _OFF_ON
    ),
    GERMAN_BOMBER: Option(
        "german-bomber",
        "A German Heavy Bomber; 'any' under every strategy",
        R("15.15"),
        ("off", "on", "any"),
    ),
    TWO_FORCES: Option(
        "two-bomber-forces", "US and UK bombers fly a mission each", R("15.16"), _OFF_ON
    ),
    SHIFTED_SECTORS: Option(
        "shifted-sectors", "Three beachheads may be of one nation", R("15.17"), _OFF_ON
    ),
    BARREL: Option(
        "scraped-barrel", "Strategies 1 and 2: three more German divisions", R("15.19"), _OFF_ON
    ),
    OVERCAST_BOMBERS: Option(
        "bombers-in-overcast", "Heavy bombers fly in Overcast too, at -1", R("15.20"), _OFF_ON
    ),
}
"""By bit, in the order of the rules. 15.7 and 15.18 are readings too: see `SWITCHES`."""

NUMBERED: Final[Mapping[str, str]] = {
    **{str(option.rule): option.id for option in OPTIONS.values()},
    "15.7": "no-column-on-turn-1",
    "15.18": "sustained-edge-contact",
}
"""The optional rules by number: another way to name the switch."""


def bits_of(options: Mapping[str, str]) -> int:
    """Return the bits of the optional rules that are on."""
    found = sum(bit for bit, each in OPTIONS.items() if options.get(each.id, "off") != "off")
    return found | (ANY_STRATEGY if options.get("german-bomber") == "any" else 0)


def contradiction(options: Mapping[str, str]) -> str:
    """Return why these options contradict each other, in a sentence; empty if they do not."""
    on = {name for name, choice in options.items() if choice not in ("off", "0")}
    if {"kampfgruppen", "german-replacements"} <= on:
        return (
            "kampfgruppen (15.10) and german-replacements (15.11) can't be used together: "
            "both bring back German steps. Choose one"
        )
    if {"hidden-directive", "open-strategy"} <= on:
        return (
            "hidden-directive (15.1) and open-strategy (reading 9) can't be used together: "
            "the strategy is drawn either face down or openly. Choose one"
        )
    if {"scraped-barrel", "restored-divisions"} <= on:
        return (
            "scraped-barrel (15.19) and restored-divisions (reading 77) can't be used together: "
            "both bring the same divisions; choose one"
        )
    if {"allied-bid", "german-bid"} <= on:
        return (
            "allied-bid and german-bid (reading 78) can't be used together: "
            "only the bid that won a side counts; choose one"
        )
    if "reaction-to-the-drop" in on and "parachute-corps" not in on:
        return (
            "reaction-to-the-drop (15.13) needs parachute-corps (15.12): "
            "without a German drop there is nothing to react to"
        )
    return ""


# The memory of the optional rules: slots of `Position.optional`.
SECRET: Final = 0
"""15.1: 0 when everybody knows the strategy, 1 while only the German does, 2 when it is also known
that no unit comes from Russia.
"""
MARKERS: Final = 1
"""15.4: three slots, one a port: its hexes with a German marker, as bits."""
STORMED: Final = 4
"""15.4: three slots: the hexes whose marker was attacked in this Combat Phase, as bits."""
OPENS: Final = 7
"""15.5: three slots: the turn from which a port can be used; 0 before the die is rolled."""
FELL_BEFORE: Final = 255
"""15.5: in such a slot: the port was lost again, and must be rolled for again if it falls."""
FLOODED: Final = 10
"""15.6: the turn from which polder is flooded; 0 for never."""
LAST_DROP: Final = 11
"""15.8: two slots, one a nation: the turn of its last air drop."""
FOLLOWED_UP: Final = 13
"""15.9: the turn on which a beachhead took in two stacks; 0 for none yet."""
GKRP: Final = 14
"""15.10: German Kampfgruppe Replacement Points in hand."""
PARACHUTED: Final = 15
"""15.12: the turn of the German drop; 0 for none yet."""
WASTED: Final = 16
"""15.14: 1 when the Luftwaffe has lost its die."""
BOMBER_LOST: Final = 17
"""15.15: 1 when the German Heavy Bomber is lost."""
SECTORS: Final = 18
"""15.17: 0 for two beachheads a nation, 1 if UK2 serves US units, 2 if US2 serves UK units."""
SLOTS: Final = 19

SLOT_NAMES: Final = (
    "secret",
    *("dunkirk-markers", "calais-markers", "boulogne-markers"),
    *("dunkirk-stormed", "calais-stormed", "boulogne-stormed"),
    *("dunkirk-opens", "calais-opens", "boulogne-opens"),
    "flooded",
    *("us-drop", "uk-drop"),
    "followed-up",
    "gkrp",
    "parachuted",
    "wasted",
    "bomber-lost",
    "sectors",
)
"""The slots as rule cases name them."""


# Readings ----------------------------------------------------------------------------------


RESTORED: Final = 1 << 26
"""Reading 77."""
THREATENED: Final = 1 << 27
"""Reading 79."""
WEST_ALONE: Final = 1 << 28
"""Reading 77: the restored divisions are those in the West, not those in Italy."""
_BID: Final = 32
"""Reading 78: the place, in the bits, of the levels that were bid; the side is above them."""
_BID_BITS: Final = 7
_GERMAN_BID: Final = 1 << 35
MOST_BID: Final = 4
NO_COLUMN_ON_TURN_1: Final = 1
PASSING_KILLS_BEACHHEAD: Final = 2
CLIP_FIRST: Final = 4
SECOND_STEP_FOR_DSR: Final = 8
BOMBER_ONE_COLUMN: Final = 16
SUSTAINED_EDGE: Final = 32
OPEN_STRATEGY: Final = 64

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
        "Only supplied Allied units contest the edge (15.18)",
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
    RESTORED: Option(
        "restored-divisions",
        "19 more German divisions take part, or the 12 of them in the West",
        R("reading 77"),
        ("off", "on", "west"),
    ),
    THREATENED: Option(
        "threatened-beachheads",
        "Strategies 3 and 4: a beachhead next to Germans at the end counts as eliminated",
        R("reading 79"),
        _OFF_ON,
    ),
}
"""By bit, in the order of the readings."""

_LEVELS: Final = tuple(map(str, range(MOST_BID + 1)))
BIDS: Final = (
    Option(
        "allied-bid",
        "Levels that the Allies give the Germans, as a bid for the side or to even the game",
        R("reading 78"),
        _LEVELS,
    ),
    Option(
        "german-bid",
        "Levels that the Germans give the Allies, as a bid for the side or to even the game",
        R("reading 78"),
        _LEVELS,
    ),
)
"""By side; one bid at most wins a side."""


def switches_of(options: Mapping[str, str]) -> int:
    """Return the bits of the options that are on, optional rules included."""
    found = sum(bit for bit, option in SWITCHES.items() if options.get(option.id, "off") != "off")
    if options.get("restored-divisions") == "west":
        found |= WEST_ALONE
    for side, option in enumerate(BIDS):
        if levels := int(options.get(option.id, "0")):
            found |= levels << _BID | (_GERMAN_BID if side else 0)
    return found | bits_of(options)


def bid_of(switches: int) -> tuple[int, int]:
    """Return the side whose player bid for it, and the levels the other side gets (reading 78)."""
    return int(bool(switches & _GERMAN_BID)), switches >> _BID & _BID_BITS
