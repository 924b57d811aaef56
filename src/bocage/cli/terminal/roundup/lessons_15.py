"""The lessons of `?` for the optional rules of Operation Roundup, decision by decision."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from bocage.cli.terminal.face import Way
from bocage.engine.frames import Frame
from bocage.games.roundup.s15_optional.s15_02_free_garrisons import PlaceGarrison
from bocage.games.roundup.s15_optional.s15_06_inundation import Inundate
from bocage.games.roundup.s15_optional.s15_11_kampfgruppen import GermanReplacement, SpendPoints
from bocage.games.roundup.s15_optional.s15_12_parachute_corps import (
    ParachuteDrop,
    ParachutistsEnter,
    Scatter,
)
from bocage.games.roundup.s15_optional.s15_17_shifted_sectors import ChooseSectors
from bocage.games.roundup.s15_optional.s15_19_scraped_barrel import ScrapeBarrel

WAYS: Final[Mapping[type[Frame], tuple[Way, ...]]] = {
    PlaceGarrison: (Way("garrison HEX", "where it begins"),),
    ChooseSectors: (
        Way("sectors 2-2", "two US, two UK"),
        Way("sectors 3-1", "three US, one UK"),
        Way("sectors 1-3", "one US, three UK"),
    ),
    Inundate: (Way("flood", "open the sluices"), Way("end", "wait")),
    SpendPoints: (
        Way("replace UNIT", "a step for 1 GKRP"),
        Way("enter UNIT HEX", "a Kampfgruppe for 2"),
        Way("units", "who is eliminated"),
        Way("end", "keep the rest"),
    ),
    GermanReplacement: (Way("replace UNIT", "restore a division"), Way("end", "nobody")),
    ParachuteDrop: (Way("drop UNIT HEX", "by parachute"), Way("end", "no more")),
    Scatter: (Way("scatter HEX", "where it comes down"),),
    ParachutistsEnter: (Way("enter UNIT HEX", "by the South edge"), Way("end", "wait")),
    ScrapeBarrel: (Way("add UNIT", "into the container"), Way("end", "no more")),
}
"""What can be typed at each kind of decision."""

INLAND: Final = Way("inland MARKER HEX", "make room for a second stack")
FLY: Final = Way("fly us", "or fly uk: whose bombers")

LESSONS: Final[Mapping[type[Frame], str]] = {
    PlaceGarrison: (
        "Each garrison may begin within two hexes of its printed hex, but not on a clear coast "
        "(15.2). A garrison in a port holds it best: two columns for the defence, and on turn 1 "
        "no retreat."
    ),
    ChooseSectors: (
        "Three beachheads may serve one nation (15.17): UK2 may be lent to the US, or US2 to the "
        "UK. A beachhead supplies and lands only its own nation, and a port one nation a turn."
    ),
    Inundate: (
        "Once a game, while the Germans hold Gravelines or a hex of Dunkirk: from the next turn "
        "polder costs both sides 4 MP (15.6)."
    ),
    SpendPoints: (
        "A division lost in supply left a point. One point gives a reduced division its step "
        "back, once a turn; it then sits out the next German phase. Two points bring an "
        "eliminated panzer, panzergrenadier or infantry division back, reduced, by its own "
        "edge; it never recovers and gives nothing when it is lost again (15.10)."
    ),
    GermanReplacement: (
        "One reduced division that traces supply and is not next to the enemy is made whole; it "
        "sits out the next German phase (15.11)."
    ),
    ParachuteDrop: (
        "Once a game, in clear weather without Allied air superiority: over clear ground off the "
        "coast, within eight hexes of a beachhead, away from every unit and Allied zone, the two "
        "within three hexes of each other. A die: 1 scattered and a step lost, 2 and 3 a step "
        "lost, 4 to 6 intact; one more with a Luftwaffe strategy (15.12). They carry supply for "
        "this turn and the next."
    ),
    Scatter: "You choose the hex next to it, suitable for a drop, where it lands (15.12).",
    ParachutistsEnter: (
        "It is too late to drop: they may come by the South edge as ordinary infantry (15.12)."
    ),
    ScrapeBarrel: (
        "Up to three divisions go into the Turn 2 container: the 719th, the 16th Luftwaffe Field, "
        "the 384th or the 389th, the 12th SS, the 26th Panzer (15.19)."
    ),
}
"""What each kind of decision is about."""
