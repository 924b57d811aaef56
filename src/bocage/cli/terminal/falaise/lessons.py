"""The lessons of `?` for The Pocket at Falaise: the game, a first turn, each decision."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from bocage.cli.terminal.face import Way
from bocage.engine.frames import Frame
from bocage.games.falaise.s03_redeployment import PutBack, Redeploy, Return
from bocage.games.falaise.s03_setup import SetUp
from bocage.games.falaise.s04_activation import ChooseRound, Helpers, Substitute
from bocage.games.falaise.s05_stacking import RemoveExcess
from bocage.games.falaise.s06_op_fire import OpFire
from bocage.games.falaise.s07_march import Cover
from bocage.games.falaise.s07_movement import MoveRound, Moving
from bocage.games.falaise.s08_bombardment import Bombardment, Victim
from bocage.games.falaise.s10_advance import Advance
from bocage.games.falaise.s10_assault import AssaultPhase, Muster
from bocage.games.falaise.s10_results import StepLoss, TerChange
from bocage.games.falaise.s10_retreats import Retreat
from bocage.games.falaise.s11_attachment import Attach
from bocage.games.falaise.s11_counterattack import Declare
from bocage.games.falaise.s11_entries import EntryOf86, EntryOfDestroyers, EntryOfGuf
from bocage.games.falaise.s11_relief import Relieve
from bocage.games.falaise.s12_optional import FirstChit

WAYS: Final[Mapping[type[Frame], tuple[Way, ...]]] = {
    SetUp: (
        Way("r", "place all units as recommended"),
        Way("HEX", "put the picked-up unit there"),
        Way("place UNIT HEX", "place any unit, also again"),
        Way("setup save FILE", "save this set-up; setup load FILE"),
        Way("end", "when all are placed"),
    ),
    Redeploy: (Way("take UNIT...", "pick up to six, in one line"), Way("end", "no more")),
    PutBack: (
        Way("pick UNIT", "choose a unit to put back"),
        Way("end", "the rest are unknown forces"),
    ),
    Return: (Way("HEX", "where it goes"),),
    Declare: (Way("counterattack CORPS", "now"), Way("end", "not yet")),
    EntryOfGuf: (Way("place UNIT HEX", "east of the line"), Way("end", "no more")),
    EntryOf86: (Way("place UNIT HEX", "in the Zone"), Way("end", "no more")),
    EntryOfDestroyers: (Way("HEX", "with the 80th Division"),),
    Bombardment: (
        Way("odds HEX", "look first"),
        Way("shell CORPS HEX", "guns"),
        Way("strike HEX", "from the air"),
        Way("end", "no more"),
    ),
    Relieve: (Way("relieve", "roll"), Way("end", "keep the commander")),
    FirstChit: (Way("first CORPS", "this corps acts first"), Way("end", "draw from the cup")),
    Substitute: (Way("accept", "the corps acts"), Way("substitute", "the 58th Corps acts instead")),
    Attach: (Way("attach UNIT...", "in one line"), Way("end", "no more")),
    ChooseRound: (
        Way("move", "move, then Mechanized Assaults"),
        Way("assault", "attack, no movement"),
        Way("units CORPS", "who is in it"),
    ),
    Helpers: (Way("help UNIT...", "of other corps, in one line"), Way("end", "no more")),
    MoveRound: (
        Way("move UNIT HEX", "or HEX-HEX-HEX, step by step"),
        Way("move HEX HEX", "the stack"),
        Way("reach UNIT", "where it can go"),
        Way("why move UNIT HEX", "the cost"),
        Way("exit UNIT HEX", "leave the map at that hex of the south edge"),
        Way("end", "end the movement"),
    ),
    Moving: (
        Way("go HEX", "by the cheapest path"),
        Way("step HEX", "one hex"),
        Way("drop UNIT", "leave it here"),
        Way("exit", "leave the map by the south edge"),
        Way("stay", "stop for this turn"),
    ),
    Cover: (Way("cover", "it stays, no enemy fires"), Way("risk", "be fired at")),
    OpFire: (
        Way("fire HEX", "with that stack"),
        Way("pass", "hold fire"),
        Way("odds", "every reason"),
        Way("orders fire", "always, from now on"),
    ),
    AssaultPhase: (
        Way("odds HEX", "look first"),
        Way("attack HEX with UNIT...", "or with all"),
        Way("end", "no more"),
    ),
    Muster: (
        Way("with UNIT...", "join"),
        Way("help UNIT", "another corps, on a die"),
        Way("odds", "the odds so far"),
        Way("fight", "roll"),
    ),
    TerChange: (Way("keep", "leave it"), Way("change RESULT", "another")),
    StepLoss: (Way("lose UNIT", "it takes the step"),),
    RemoveExcess: (Way("remove UNIT", "eliminate it"),),
    Victim: (Way("disrupt UNIT", "this unit is disrupted"),),
    Retreat: (Way("retreat UNIT HEX-HEX", "two hexes"),),
    Advance: (
        Way("advance UNIT...", "or advance all"),
        Way("advance UNIT HEX", "a second hex"),
        Way("hold", "no more"),
    ),
}
"""What can be typed at each kind of decision."""

TOPICS: Final[Mapping[str, str]] = {
    "": (
        "August 1944: two German armies in Normandy are in a pocket, between Canadians and "
        "British in the north and Americans and French in the south. There are ten turns, "
        "alternately night and day. The Germans must get out over the Withdrawal Line (| on the "
        "map) in the east. They score 2 VP for each division that has a unit there and 2 for "
        "each Mechanized unit; 1 for each unit that leaves by the south edge; 5 for Argentan, 10 "
        "with a Line of Communication. The Allies score 1 for each German unit that is "
        "eliminated or surrenders without a Line of Communication, and lose 1 for each step of "
        "their own. They win if they end above 0. Chits drawn from a cup decide which corps acts "
        "next. 'score' says who is ahead and why (3.3)."
    ),
    "lesson": (
        "A first turn:\n"
        "  1. 'r' sets up the Germans, 'end' finishes. Do the same for the Allies. 'look "
        "Falaise' and 'map all' show where the units are.\n"
        "  2. 'end': the Germans do not redeploy.\n"
        "  3. 'orders german fire' and 'orders allied fire-3' let units fire without a question "
        "each time.\n"
        "  4. The Allies bombard: 'odds 1422' shows guns and chances, 'shell C2 1422' fires. "
        "A unit that is hit is disrupted: its TER is two lower until it recovers. 'end' when "
        "you have done enough.\n"
        "  5. A chit is drawn and its corps rolls for Movement Points. 'move' chooses a Move "
        "Round, 'assault' an Assault Round. * on the map marks units that may act.\n"
        "  6. For the Germans, 'move UNIT HEX' eastwards along roads; 'why move UNIT HEX' shows "
        "the cost. The enemy may fire at every step into its zone of control, and by day when "
        "you leave it.\n"
        "  7. For the Allies, 'assault', then 'odds HEX' for each enemy next to you and 'attack "
        "HEX with all' at 2-1 or better. Rivers, towns and night make an assault harder.\n"
        "  8. 'end' when the corps is done. When the cup is empty the turn ends. Disrupted "
        "Germans recover by night, or east of the line; Allies by day, or by night with a Line "
        "of Communication."
    ),
}
"""What the game is about, and a first turn, by what is typed after `?`."""

LESSONS: Final[Mapping[type[Frame], str]] = {
    SetUp: (
        "Set up each unit at the front of its division's sector, on its own side. A hex holds two "
        "units, one of them at most a brigade or regiment (3.1, 5.3). 'r' places all units that "
        "are not placed yet. You can place any unit again until you end. 'legal' lists the hexes "
        "of the unit you picked up."
    ),
    Redeploy: (
        "You may take up to six units off the map. You can put back two of them anywhere on the "
        "German side. The others become unknown forces, which come later from the east or with "
        "the 86th Corps. More than four unknown forces give the Allies a point (3.1). Name the "
        "units one by one, or all in one line."
    ),
    PutBack: (
        "You may put back two units, away from the Allies. The rest become unknown forces (3.1)."
    ),
    Return: "Place it anywhere on the German side that is not next to an Allied unit (3.1).",
    Declare: (
        "Once a game, from turn 5 on, one corps acts before any chit is drawn, with a bonus. Only "
        "its units east of the Withdrawal Line act, and the unknown forces, which enter there "
        "(11.3)."
    ),
    EntryOfGuf: "They enter east of the Withdrawal Line, not next to an Allied unit (11.3).",
    EntryOf86: "They enter in the 86th Corps Zone, outside Allied zones of control (11.4).",
    EntryOfDestroyers: "They join the 80th Division from turn 5 on (11.5).",
    Bombardment: (
        "The guns of each corps fire once a turn at Germans within range of any of its units. By "
        "day Airstrikes can hit any hex (8.0). A hit disrupts all units in the hex, and the best "
        "one loses a step. Airstrikes, and guns by night, may hit your own units next to the "
        "target (8.4). Shell units that you will assault, or that could slip away."
    ),
    Relieve: (
        "On an odd die the commander is relieved, and the division's red TERs rise by one (11.6)."
    ),
    FirstChit: "The Germans choose the corps that acts first this turn (12.1).",
    Substitute: (
        "On turns 1 to 4, once a turn, the units behind the Orne whose corps has not acted may "
        "move instead of the corps that was drawn. Its chit goes back into the cup (11.2)."
    ),
    Attach: "Up to three units a turn within two hexes of the active corps can act with it (11.1).",
    ChooseRound: (
        "In a Move Round any active unit moves, and then Mechanized units may assault. In an "
        "Assault Round no unit moves, and every unit next to the enemy may assault (7.0, 10.0). "
        "Then the corps is finished for the turn."
    ),
    Helpers: (
        "You may name Mechanized units of other corps that are next to both an active unit and "
        "the enemy. They must attack, and are then finished for the turn (11.9.1)."
    ),
    MoveRound: (
        "Each unit or stack moves once. A stack moves as fast as its slowest unit. Units with TER "
        "4 or more get more points, units with TER 2 or less fewer (7.1). The enemy may fire at "
        "every hex you enter in its zone of control. Leaving such a hex costs a point, and by day "
        "the enemy may fire then too, unless another unit of yours stays (6.2, 6.3). Mechanized "
        "units alone on a road pay half (7.3). A unit can always move one hex, but never into an "
        "enemy's hex. From the last row Germans may leave the map by the south edge for one "
        "Movement Point (3.3)."
    ),
    Moving: "Say where it goes. 'go' finds the cheapest path, 'step' moves one hex (7.2).",
    Cover: "If the friendly unit stays in the hex for the round, no enemy fires (6.3).",
    OpFire: (
        "One of your stacks may fire at units that enter its zone of control. They are unharmed, "
        "halted, or disrupted and halted (6.2). Firing costs you nothing. A retreating unit that "
        "is hit twice is eliminated (6.4)."
    ),
    AssaultPhase: (
        "Any active unit next to the enemy may assault. A unit attacks once a turn and is "
        "attacked once a round (10.1). Odds below 1-3 cost you a step without a die; 6-1 is the "
        "best column. The side with the higher TER may improve a poor result, so disrupt the "
        "enemy first and then assault."
    ),
    Muster: (
        "Name the units that join, then type 'fight'. 'help UNIT' calls a unit of another corps, "
        "which joins if it rolls its TER or less (11.9.2). 'odds' shows the assault so far."
    ),
    TerChange: "The side with the higher TER may change the result once (10.2).",
    StepLoss: (
        "The owner chooses. A unit with both steps must lose one before another is eliminated "
        "(10.2)."
    ),
    RemoveExcess: "A hex holds two units, one of them at most a brigade or regiment (5.3).",
    Victim: "The German player chooses which Allied unit the friendly fire hits (8.4).",
    Retreat: (
        "Units retreat two hexes, cross rivers only at bridges and fords, and need room where "
        "they stop. Units that can't are eliminated. The enemy may fire at every step into a zone "
        "of control (10.3)."
    ),
    Advance: (
        "Attackers may enter the hex they took. Mechanized ones that crossed no water may follow "
        "a retreat one hex further (10.4)."
    ),
}
"""What each kind of decision is about."""
