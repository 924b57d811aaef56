"""The lessons of `?` for Operation Roundup: the game as a whole, and each decision."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from bocage.cli.terminal.face import Way
from bocage.engine.frames import Frame
from bocage.games.roundup.s03_stacking import RemoveExcess
from bocage.games.roundup.s07_air import PlaceAerial, PlaceTas
from bocage.games.roundup.s08_german_reinforcements import PlaceReinforcement
from bocage.games.roundup.s08_reinforcements import DesignatePort, Drops, Landings, Replacements
from bocage.games.roundup.s09_order import ChooseOrder
from bocage.games.roundup.s10_movement import MovePhase, Moving
from bocage.games.roundup.s11_combat import CombatPhase, Muster
from bocage.games.roundup.s11_results import Advance, Retreat, StepLoss
from bocage.games.roundup.s13_setup import PlaceBeachhead
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
    PlaceBeachhead: (
        Way("beachhead HEX", "put the marker on a clear coast"),
        Way("r", "take the recommended plan"),
        Way("plan", "list the plans"),
    ),
    DesignatePort: (Way("port us", "or port uk: the nation it serves"),),
    PlaceTas: (Way("tas HEX...", "air support over hexes"), Way("end", "keep the rest")),
    PlaceAerial: (Way("aerial HEX", "supply a stack by air"), Way("end", "no more")),
    Landings: (
        Way("land UNIT... HEX", "bring units ashore"),
        Way("r", "land the strongest"),
        Way("units", "list the units in England"),
        Way("end", "no more"),
    ),
    Drops: (Way("drop UNIT HEX", "by parachute"), Way("end", "no more")),
    Replacements: (Way("replace UNIT", "restore a division"), Way("end", "no more")),
    ChooseOrder: (Way("move", "move, then fight"), Way("combat", "fight, then move")),
    MovePhase: (
        Way("move UNIT HEX", "or HEX-HEX-HEX, step by step"),
        Way("reach UNIT", "where it can go"),
        Way("why move UNIT HEX", "the cost"),
        Way("end", "end the phase"),
    ),
    Moving: (
        Way("go HEX", "by the cheapest path"),
        Way("step HEX", "one hex"),
        Way("stay", "stop"),
    ),
    RemoveExcess: (Way("remove UNIT", "eliminate it"),),
    CombatPhase: (
        Way("odds HEX UNIT...", "look first"),
        Way("attack HEX with UNIT...", "or with all"),
        Way("end", "end the phase"),
    ),
    Muster: (Way("with UNIT...", "join"), Way("fight", "roll"), Way("bomber", "if it may fly")),
    StepLoss: (Way("lose UNIT", "it takes the step"),),
    Retreat: (Way("retreat UNIT HEX", "one hex back"),),
    Advance: (Way("advance UNIT...", "into the hex"), Way("hold", "do not advance")),
    PlaceReinforcement: (Way("enter UNIT HEX", "by its map edge"),),
    # 15.0 Optional rules
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
        Way("units", "list the eliminated units"),
        Way("end", "keep the rest"),
    ),
    GermanReplacement: (Way("replace UNIT", "restore a division"), Way("end", "no more")),
    ParachuteDrop: (Way("drop UNIT HEX", "by parachute"), Way("end", "no more")),
    Scatter: (Way("scatter HEX", "where it comes down"),),
    ParachutistsEnter: (Way("enter UNIT HEX", "by the South edge"), Way("end", "wait")),
    ScrapeBarrel: (Way("add UNIT", "into the container"), Way("end", "no more")),
}
"""What can be typed at each kind of decision."""

TOPICS: Final[Mapping[str, str]] = {
    "": (
        "The Allies land in the Pas-de-Calais in September 1943. The Germans try to hold the "
        "ports and to push them back into the sea. There are ten turns. The Allies need all four "
        "beachheads and at least one port, linked overland. The Germans win by holding ports "
        "and, if Hitler sends divisions from Russia, by destroying beachheads. 'score' says who "
        "is ahead and why (14.0)."
    ),
}
"""What the game is about, and a first turn, by what is typed after `?`."""

INLAND: Final = Way("inland MARKER HEX", "make room for a second stack")
FLY: Final = Way("fly us", "or fly uk: whose bombers")

LESSONS: Final[Mapping[type[Frame], str]] = {
    PlaceBeachhead: (
        "Place four markers, two US and two UK, on clear coast without a German (13.4). Keep them "
        "within reach of one port and near each other. If a German unit enters one, it is lost "
        "for good, and the Allies can't win any more. Hardelot to the Canche, south of Boulogne, "
        "is a good first plan."
    ),
    Landings: (
        "Each beachhead and each port takes one stack: a division and a smaller unit, never US "
        "and UK together (3.1, 8.1). Move the units of the last landing off the beach first, or "
        "they block the next ones. Leave a brigade on each beach: the Germans raid empty ones."
    ),
    Drops: (
        "In clear weather with air superiority one US unit and one UK stack may drop. They need "
        "Allied units in overland supply within five hexes, and clear ground away from the coast "
        "and the enemy (10.7). They can't move until they begin a turn in overland supply. Each "
        "unit drops once a game."
    ),
    PlaceTas: (
        "A TAS Marker covers its hex and the six around it. The enemy pays one more to enter "
        "them, and a battle there shifts one column your way (7.3 to 7.5). You can place the "
        "markers you keep in the German phase, to help you defend."
    ),
    PlaceAerial: (
        "Each nation can supply one hex this turn, if a unit of it is there and no enemy is next "
        "to it (4.5). A nation that drops this turn needs its marker for the drop."
    ),
    Replacements: (
        "Each nation can restore one reduced division. The division needs overland supply, can't "
        "be next to an enemy, and neither moves nor attacks this turn (8.3)."
    ),
    DesignatePort: (
        "A port serves either US or UK units this turn. It supplies them, and their "
        "reinforcements land there (4.4)."
    ),
    ChooseOrder: (
        "The whole side moves and then fights, or fights and then moves (3.3). Move first to "
        "bring up more units. Fight first to move through the gap you make, and to let heavy "
        "bombers fly (7.6)."
    ),
    MovePhase: (
        "Each unit moves once. A unit that enters an enemy zone of control, the six hexes around "
        "an enemy, must stop, and can't go from one such hex straight into another (3.2.1). A "
        "unit in overland supply that starts away from the enemy may march in column: it goes "
        "twice as far, but never into polder or next to the enemy (10.6). When the phase ends, "
        "units in excess of a hex's limit are eliminated (3.1)."
    ),
    Moving: "Say where it goes. 'go' finds the cheapest path, 'step' moves one hex (10.0).",
    CombatPhase: (
        "Any unit next to an enemy may attack. A unit attacks once and is attacked once (11.0). "
        "Odds are rounded down. Ground, rivers, TAS, naval guns at the coast and a concentric "
        "attack shift the column. 'odds' shows every reason and the possible results."
    ),
    Muster: (
        "Name the units that join, then type 'fight'. All must be next to the target. US and UK "
        "may attack together (11.2). 'odds' shows the attack so far."
    ),
    StepLoss: "The owner chooses. A division has two steps, every other unit one (3.4).",
    Retreat: (
        "Units retreat one hex, not next to an enemy. If there is no room with your own units, "
        "they continue through them. A unit that can't retreat stays and loses steps (11.13.3)."
    ),
    Advance: "The attackers may enter the empty hex, up to its stacking limit (11.14).",
    RemoveExcess: "A hex holds one division and one smaller unit, or two smaller ones (3.1).",
    PlaceReinforcement: (
        "Place each on a hex of its edge that the Germans control and that has room. A unit "
        "without such a hex is lost (8.5)."
    ),
    # 15.0 Optional rules
    PlaceGarrison: (
        "Each garrison may begin within two hexes of its printed hex, but not on a clear coast "
        "(15.2). A garrison defends a port best inside it: it gets two columns, and on turn 1 it "
        "does not retreat."
    ),
    ChooseSectors: (
        "Three beachheads may serve one nation (15.17): UK2 may serve the US, or US2 the UK. A "
        "beachhead supplies and lands only its own nation, and a port one nation a turn."
    ),
    Inundate: (
        "Once a game, while the Germans hold Gravelines or a hex of Dunkirk: from the next turn "
        "polder costs both sides 4 MP (15.6)."
    ),
    SpendPoints: (
        "Each division lost in supply gave you a point. One point restores the step of a reduced "
        "division, once a turn; it sits out the next German phase. Two points bring back an "
        "eliminated panzer, panzergrenadier or infantry division, reduced, at its own edge. It "
        "never recovers, and gives no point when it is lost again (15.10)."
    ),
    GermanReplacement: (
        "One reduced division that traces supply and is not next to an enemy gets its step back. "
        "It sits out the next German phase (15.11)."
    ),
    ParachuteDrop: (
        "Once a game, in clear weather without Allied air superiority. Drop on clear ground off "
        "the coast, within eight hexes of a beachhead, away from every unit and Allied zone, and "
        "within three hexes of each other. On a 1 a division is scattered and loses a step, on 2 "
        "and 3 it loses a step, on 4 to 6 it lands intact; add one with a Luftwaffe strategy "
        "(15.12). The divisions are in supply for this turn and the next."
    ),
    Scatter: "Choose where it lands: a hex next to its target that is suitable for a drop (15.12).",
    ParachutistsEnter: (
        "It is too late to drop. They may enter at the South edge as ordinary infantry (15.12)."
    ),
    ScrapeBarrel: (
        "Add up to three divisions to the Turn 2 container: the 719th, the 16th Luftwaffe Field, "
        "the 384th or the 389th, the 12th SS, the 26th Panzer (15.19)."
    ),
}
"""What each kind of decision is about."""
