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
        Way("place UNIT HEX", "any unit, also again"),
        Way("setup save FILE", "keep it; setup load FILE"),
        Way("end", "when all are placed"),
    ),
    Redeploy: (Way("take UNIT...", "up to six, in one line"), Way("end", "no more")),
    PutBack: (Way("pick UNIT", "to be put back"), Way("end", "the rest are unknown forces")),
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
    FirstChit: (Way("first CORPS", "it acts first"), Way("end", "draw from the cup")),
    Substitute: (Way("accept", "it acts"), Way("substitute", "the 58th Corps in its place")),
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
        Way("exit UNIT HEX", "off the map by that hex of the south edge"),
        Way("end", "end the movement"),
    ),
    Moving: (
        Way("go HEX", "by the cheapest way"),
        Way("step HEX", "one"),
        Way("drop UNIT", "leave it here"),
        Way("exit", "off the map, from the south edge"),
        Way("stay", "stop, for this turn"),
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
        Way("odds", "as it stands"),
        Way("fight", "roll"),
    ),
    TerChange: (Way("keep", "leave it"), Way("change RESULT", "another")),
    StepLoss: (Way("lose UNIT", "it takes the step"),),
    RemoveExcess: (Way("remove UNIT", "eliminate it"),),
    Victim: (Way("disrupt UNIT", "this one"),),
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
        "August 1944: the German armies in Normandy lie in a sack between Canadians and British "
        "in the north, Americans and French in the south. Ten turns, night and day by turns. "
        "The Germans must get out over the Withdrawal Line (| on the map) in the east: 2 VP for "
        "each division that has a unit there and 2 for each Mechanized unit; 1 for each unit that "
        "leaves by the south edge; 5 for Argentan, 10 with a line of communication. The Allies "
        "score 1 for each German unit that dies or surrenders without a line of "
        "communication, and lose 1 for each step of their own. "
        "The Allies win if they end above 0. Chits drawn from a cup decide which corps acts next. "
        "'score' says who is ahead and why (3.3)."
    ),
    "lesson": (
        "A first turn:\n"
        "  1. r sets the Germans up, end finishes; the Allies the same. 'look Falaise' and 'map "
        "all' show where the units are.\n"
        "  2. end: the Germans do not redeploy.\n"
        "  3. 'orders german fire' and 'orders allied fire-3': automatic Op-Fire, no question each "
        "time.\n"
        "  4. The Allies bombard: 'odds 1422' shows guns and chances, 'shell C2 1422' fires. "
        "A unit that is hit is disrupted: its TER is two lower until it recovers. end.\n"
        "  5. A chit is drawn and its corps rolls for Movement Points. 'move' chooses a Move "
        "Round, 'assault' an Assault Round. * on the map marks units that may act.\n"
        "  6. Germans: 'move UNIT HEX' eastwards, by roads; 'why move UNIT HEX' shows the cost. "
        "Every step into an enemy zone of control may be fired at; so may leaving it by day.\n"
        "  7. Allies: 'assault', then 'odds HEX' for each neighbour and 'attack HEX with all' at "
        "2-1 or better. Rivers, towns and night make it worse.\n"
        "  8. end when the corps is done. When the cup is empty the turn ends. Disrupted Germans "
        "recover by night, or east of the line; Allies by day, or by night with a line of "
        "communication."
    ),
}
"""What the game is about, and a first turn, by what is typed after `?`."""

LESSONS: Final[Mapping[type[Frame], str]] = {
    SetUp: (
        "Each unit at the front of its division's sector, on its own side, within stacking: two "
        "units a hex, one of them at most a brigade or regiment (3.1, 5.3). 'r' places all that "
        "are not placed; any unit may be placed again until you end. 'legal' lists the hexes of "
        "the unit you picked up."
    ),
    Redeploy: (
        "Up to six units are taken off the map; two may be put back anywhere on the German side, "
        "the others are unknown forces that come later from the east or with the 86th Corps. "
        "More than four unknown give the Allies a point (3.1). Name them one by one or "
        "in one line, in any order."
    ),
    PutBack: "Up to two return, away from the Allies; the rest become unknown forces (3.1).",
    Return: "Anywhere on the German side that is not next to an Allied unit (3.1).",
    Declare: (
        "Once a game, from turn 5 on, one corps acts before the cup, with a bonus: its units east "
        "of the Withdrawal Line, and the unknown forces, which enter there (11.3)."
    ),
    EntryOfGuf: "East of the Withdrawal Line, not next to an Allied unit (11.3).",
    EntryOf86: "In the 86th Corps Zone, away from Allied zones of control (11.4).",
    EntryOfDestroyers: "They join the 80th Division from turn 5 on (11.5).",
    Bombardment: (
        "Each corps has guns, once a turn, at Germans within range of any of its units; by day "
        "Airstrikes can hit any hex (8.0). A hit disrupts all units in the hex, and the best "
        "one loses a step. Airstrikes, and guns by night, may hit friends next to the "
        "target (8.4). Shell units that you will assault, or that could slip away."
    ),
    Relieve: "An odd die relieves the commander: the division's red TERs rise by one (11.6).",
    FirstChit: "The Germans choose the corps that acts first this turn (12.1).",
    Substitute: (
        "On turns 1 to 4, once a turn, every unit behind the Orne whose corps has not acted may "
        "move in place of the corps that was drawn; its chit goes back (11.2)."
    ),
    Attach: ("Up to three units a turn, within two hexes of the active corps, act with it (11.1)."),
    ChooseRound: (
        "In a Move Round any active unit moves, and then Mechanized units may assault. In an "
        "Assault Round no unit moves, and all next to the enemy may assault (7.0, 10.0). "
        "Afterwards the corps is finished for the turn."
    ),
    Helpers: (
        "Mechanized units of other corps next to an active unit and the enemy may be named: they "
        "must attack, and are finished afterwards (11.9.1)."
    ),
    MoveRound: (
        "Each unit or stack once. A stack goes at the pace of its slowest. TER 4 and more moves "
        "further, TER 2 and less not so far (7.1). Every hex of an enemy zone of control that is "
        "entered may be fired at; leaving one costs a point, and by day is fired at too unless a "
        "friend stays (6.2, 6.3). Mechanized units alone on a road go at half the cost (7.3). "
        "One hex may always be moved. No unit enters an enemy hex. From the last row "
        "Germans may leave the map by the south edge, for a point of movement (3.3)."
    ),
    Moving: "Say where it goes; 'go' finds the cheapest way, 'step' lets you choose it (7.2).",
    Cover: "If the friendly unit stays in the hex for the round, no enemy fires (6.3).",
    OpFire: (
        "One stack may fire at units that enter its zone of control: no effect, halted, "
        "or disrupted "
        "and halted (6.2). It costs nothing. A retreating unit hit twice is eliminated (6.4)."
    ),
    AssaultPhase: (
        "Any active unit next to the enemy may assault; no unit attacks twice a turn or is "
        "attacked twice a round (10.1). Odds below 1-3 are a loss without a die, 6-1 is the most. "
        "The side with the higher TER may better a poor result: disrupt first, then assault."
    ),
    Muster: (
        "Name the units that join, then 'fight'. 'help UNIT' calls a unit of another "
        "corps, which joins if "
        "its die is not above its TER (11.9.2). 'odds' shows the assault as gathered so far."
    ),
    TerChange: "The side with the higher TER may change the result once (10.2).",
    StepLoss: "The owner chooses. No unit is eliminated while another has both steps (10.2).",
    RemoveExcess: "A hex holds two units, one of them at most a brigade or regiment (5.3).",
    Victim: "The German player picks the Allied unit that its own side has hit (8.4).",
    Retreat: (
        "Two hexes away, at bridges and fords, within stacking; units that can't are "
        "eliminated. The "
        "enemy may fire at every step into a zone of control (10.3)."
    ),
    Advance: (
        "Attackers may enter the hex that was taken; Mechanized ones that crossed no water may "
        "follow a retreat one hex further (10.4)."
    ),
}
"""What each kind of decision is about."""
