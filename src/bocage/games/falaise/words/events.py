"""The events of a game of The Pocket at Falaise, with their rules.

An event is data: its `words` render a sentence last.
"""

from __future__ import annotations

from dataclasses import field
from typing import Final

from bocage.engine.events import Event, event
from bocage.engine.odds import Weigh
from bocage.engine.rulings import Rule
from bocage.engine.words import Words

# The turn, moves and losses ----------------------------------------------------------------


@event
class TurnBegan(Event):
    """4.0: a turn begins."""

    turn: int
    when: str
    rule: Rule
    says = "Turn {turn} begins: {when}"


@event
class Placed(Event):
    """3.1, 11.3 to 11.5: a unit is put on the map."""

    unit: int
    hex: int
    rule: Rule
    act = "place"
    says = "{unit:unit} is placed at {hex:hex}"


@event
class Withheld(Event):
    """3.1: units become German Unknown Forces."""

    units: tuple[int, ...]
    rule: Rule
    says = "{units:unit} are withheld as German Unknown Forces"
    alone = "{units:unit} is withheld as a German Unknown Force"


@event
class Rated(Event):
    """11.8: the TER of the US 80th Division."""

    die: int
    ter: int
    rule: Rule
    act = "die"
    says = "The US 80th Division rolls {die}: its TER is {ter}"


@event
class Counterattacked(Event):
    """11.3: the Germans declare their Counterattack."""

    corps: int
    rule: Rule
    says = "The Germans counterattack with {corps:corps}"


@event
class AirCame(Event):
    """8.3: Airstrikes of the turn."""

    markers: int
    rule: Rule
    says = "{markers} Airstrikes are available"


@event
class Bombarded(Event):
    """8.1: a bombardment is resolved."""

    by: str
    hex: int
    die: int
    drm: str
    effect: str
    rule: Rule
    act = "fire"
    says = "{by} on {hex:hex}: a {die} ({drm}), {effect}"


@event
class FriendlyFire(Event):
    """8.4: a die for Allied units next to a target."""

    hex: int
    die: int
    effect: str
    rule: Rule
    act = "fire"
    says = "Friendly fire at {hex:hex}: a {die}, {effect}"


@event
class Disrupted(Event):
    """9.0."""

    units: tuple[int, ...]
    rule: Rule
    act = "loss"
    says = "{units:unit} are disrupted"
    alone = "{units:unit} is disrupted"


@event
class Relieved(Event):
    """11.6: whether the commander is relieved."""

    die: int
    what: str
    rule: Rule
    act = "die"
    says = "The commander of the Canadian 4th Armored Division: a {die}, {what}"


@event
class Drawn(Event):
    """4.0: a chit is drawn from the cup."""

    corps: int
    rule: Rule
    act = "die"
    says = "{corps:corps} is drawn"
    reveals = True


@event
class Substituted(Event):
    """11.2: the 58th Corps takes the place of a drawn chit."""

    corps: int
    rule: Rule
    says = "The 58th Panzer Corps acts instead; {corps:corps} goes back into the cup"


@event
class Attached(Event):
    """11.1."""

    unit: int
    corps: int
    rule: Rule
    says = "{unit:unit} is attached to {corps:corps}"


@event
class Activated(Event):
    """7.1: a command's Movement Points."""

    corps: int
    die: int
    drm: str
    points: int
    rule: Rule
    act = "die"
    says = "{corps:corps} rolls {die} ({drm}): {points} Movement Points"


@event
class RoundChosen(Event):
    """7.0."""

    corps: int
    round: int
    rule: Rule
    says = "{corps:corps}: {round:round}"


@event
class Idle(Event):
    """7.0: a command without a unit that can act."""

    corps: int
    rule: Rule
    says = "{corps:corps} has no unit that can act"


@event
class Helping(Event):
    """11.9.1: units of other formations are named to help."""

    unit: int
    rule: Rule
    says = "{unit:unit} will help"


@event
class Moved(Event):
    """7.2: units have gone along a path."""

    units: tuple[int, ...]
    path: tuple[int, ...]
    """Every hex, the first one with them."""
    by: tuple[int, ...]
    """The places on the way that have a name."""
    rule: Rule
    act = "move"
    says = "{units:unit} move from {start:hex} to {end:hex}{way}"
    alone = "{units:unit} moves from {start:hex} to {end:hex}{way}"
    minor = True

    def _about(self) -> dict[str, object]:
        """Return where a move began and ended; a long way by its length and its places."""
        far = len(self.path) - 1
        way = Words("")
        if far > 1:
            named = ", by {by:hex}" if self.by else ""
            way = Words(f", {{far}} hexes{named}", {"far": far, "by": self.by})
        ends = {"start": self.path[0], "end": self.path[-1]}
        return {"units": self.units, **ends, "way": way}


@event
class Covered(Event):
    """6.3: a friend stays and covers a unit that breaks contact."""

    unit: int
    hex: int
    rule: Rule
    says = "{unit:unit} stays in {hex:hex} and covers"


@event
class Fired(Event):
    """6.2: Op-Fire is resolved."""

    by: tuple[int, ...]
    at: tuple[int, ...]
    die: int
    drm: str
    effect: str
    rule: Rule
    act = "fire"
    says = "Op-Fire by {by:unit} at {at:unit}: a {die} ({drm}), {effect}"


@event
class Exited(Event):
    """3.3: a German unit leaves by the south edge."""

    unit: int
    hex: int
    rule: Rule
    act = "loss"
    says = "{unit:unit} leaves the map from {hex:hex}"


@event
class Controlled(Event):
    """3.4: Argentan changes hands."""

    side: int
    hex: int
    rule: Rule
    says = "{side:side} control {hex:hex}"


@event
class Opened(Event):
    """11.4: the 86th Corps Zone is open."""

    unit: int
    hex: int
    rule: Rule
    says = "{unit:unit} in {hex:hex} brings in the 86th Corps"


@event
class StepLost(Event):
    """2.2."""

    unit: int
    hex: int
    rule: Rule
    act = "loss"
    says = "{unit:unit} in {hex:hex} loses a step"


@event
class Eliminated(Event):
    """2.2: a unit leaves the map."""

    unit: int
    hex: int
    rule: Rule
    act = "loss"
    says = "{unit:unit} in {hex:hex} is eliminated"


@event
class Scored(Event):
    """3.3: Allied Victory Points change."""

    points: str
    total: int
    why: str
    rule: Rule
    says = "{points} Allied VP ({why}): {total}"


@event
class Retreated(Event):
    """10.3."""

    unit: int
    to: int
    rule: Rule
    act = "retreat"
    says = "{unit:unit} retreats to {to:hex}"


@event
class Trapped(Event):
    """10.3: no retreat is open."""

    unit: int
    rule: Rule
    act = "loss"
    says = "{unit:unit} cannot retreat"


@event
class Advanced(Event):
    """10.4."""

    unit: int
    to: int
    rule: Rule
    act = "advance"
    says = "{unit:unit} advances into {to:hex}"


@event
class Recovered(Event):
    """9.2."""

    units: tuple[int, ...]
    rule: Rule
    says = "{units:unit} recovered from disruption"


@event
class Exempt(Event):
    """3.3, 6.5, reading 116."""

    unit: int
    rule: Rule
    says = "{unit:unit} without an LOC is a company: it does not roll for surrender"


@event
class Surrendered(Event):
    """3.3."""

    unit: int
    die: str
    what: str
    rule: Rule
    act = "die"
    says = "{unit:unit} without an LOC {rolls}: {what}"

    def _about(self) -> dict[str, object]:
        """Return the fields of a surrender (3.3): a TER of 1 or 2 is below every die, and none is
        rolled.
        """
        rolls = f"rolls {self.die}" if self.die else "has a TER too low for a die"
        return {"unit": self.unit, "rolls": rolls, "what": self.what}


@event
class GameEnded(Event):
    """3.3: the final count."""

    allied: int
    german: int
    rule: Rule
    says = "The game is over: Allied VP {allied}, German VP {german}"


@event
class Conceded(Event):
    """3.3."""

    side: int
    rule: Rule
    says = "{side:side} concede"


# Events of units ---------------------------------------------------------------------------


@event
class SetUpEnded(Event):
    """3.1: a side is set up."""

    side: int
    rule: Rule
    says = "{side:side} are set up"


@event
class CupEmptied(Event):
    """4.0: all commands have acted."""

    rule: Rule
    says = "All commands have been activated"


@event
class Freed(Event):
    """4.0: units that were finished can act again."""

    rule: Rule
    says = "Units that were finished are free again"


@event
class Finished(Event):
    """11.1, 11.2, 11.9: units that acted with others act no more this turn."""

    units: tuple[int, ...]
    rule: Rule
    says = "{units:unit} can't act again this turn"
    alone = "{units:unit} can't act again this turn"


@event
class Halted(Event):
    """6.2, 6.4, 10.3: Op-Fire ends a move or a retreat."""

    units: tuple[int, ...]
    hex: int
    rule: Rule
    act = "stop"
    says = "{units:unit} halt in {hex:hex}"
    alone = "{units:unit} halts in {hex:hex}"


@event
class StillDisrupted(Event):
    """9.1: a second disruption that changes nothing."""

    units: tuple[int, ...]
    rule: Rule
    says = "{units:unit} were disrupted already"
    alone = "{units:unit} was disrupted already"


@event
class HitAgain(Event):
    """6.4: Op-Fire disrupts a unit in retreat that was disrupted already."""

    unit: int
    rule: Rule
    act = "loss"
    says = "{unit:unit} was disrupted already and breaks up in its retreat"


@event
class RetreatedOn(Event):
    """10.3: the second hex of a retreat, and any that follow."""

    unit: int
    to: int
    rule: Rule
    act = "retreat"
    says = "{unit:unit} goes back further, to {to:hex}"


@event
class AdvancedOn(Event):
    """10.4: a Mechanized unit follows the retreat."""

    unit: int
    to: int
    rule: Rule
    act = "advance"
    says = "{unit:unit} follows up into {to:hex}"


@event
class TurnEnded(Event):
    """4.0: where the Germans are when a turn is over."""

    turn: int
    inside: int
    away: int
    out: int
    lost: int
    held: int
    """The side that has Argentan."""
    rule: Rule
    says = (
        "Turn {turn} ends: Germans west of the Withdrawal Line {inside}, east of it {away}, "
        "gone by the south edge {out}, lost {lost}; {held:side} have Argentan"
    )


# 10.0 Assault ------------------------------------------------------------------------------


MEANINGS: Final = {
    "AL1": "the attackers lose a step",
    "C": "nothing happens",
    "DR": "the defenders retreat",
    "BL1": "both lose a step",
    "DL1": "the defenders lose a step and are disrupted",
    "DE": "the defenders are eliminated",
}
"""10.2: the meaning of a result, in words."""


@event
class Attacked(Event):
    """10.1: an assault is declared."""

    hex: int
    force: tuple[int, ...]
    rule: Rule
    act = "fight"
    says = "{force:unit} assault {hex:hex}"
    alone = "{force:unit} assaults {hex:hex}"


@event
class Checked(Event):
    """11.9.2: a helper's check."""

    unit: int
    die: int
    what: str
    rule: Rule
    act = "die"
    says = "{unit:unit} rolls {die} to join: {what}"


@event
class Fought(Event):
    """10.2: an assault is decided."""

    hex: int
    odds: str
    die: int
    drm: str
    result: str
    rule: Rule
    weigh: Weigh | None = field(default=None, compare=False, repr=False)
    """Works out the ledger of it."""
    act = "fight"
    says = "At {hex:hex} on {odds} a {die} ({drm}) gives {result}: {meaning}"

    def _about(self) -> dict[str, object]:
        return {**Event._about(self), "meaning": MEANINGS[self.result]}


@event
class Automatic(Event):
    """10.2: odds below 1-3."""

    hex: int
    rule: Rule
    weigh: Weigh | None = field(default=None, compare=False, repr=False)
    """Works out the ledger of it."""
    result = "AL1"
    act = "fight"
    says = "At {hex:hex} the odds are below 1-3: AL1 without a die, the attackers lose a step"


@event
class Changed(Event):
    """10.2: the side with the higher TER changes the result."""

    side: int
    result: str
    rule: Rule
    act = "fight"
    says = "{side:side} have the higher TER and make it {result}: {meaning}"

    def _about(self) -> dict[str, object]:
        return {**Event._about(self), "meaning": MEANINGS[self.result]}


# 3.3 The final count -----------------------------------------------------------------------


@event
class BidCounted(Event):
    """Reading 121: the points that a bid for the other side gives."""

    points: int
    seat: int
    bidder: int
    rule: Rule
    says = "{points} VP for {seat:side}, given by the {bidder:side} player for their side"


@event
class DivisionsAway(Event):
    """3.3: divisions with a unit east of the Withdrawal Line."""

    points: int
    names: str
    rule: Rule
    says = "{points} German VP for divisions east of the Withdrawal Line: {names}"


@event
class MechanizedAway(Event):
    """3.3: Mechanized units east of the Withdrawal Line."""

    points: int
    units: tuple[int, ...]
    rule: Rule
    says = "{points} German VP for Mechanized units east of the Withdrawal Line: {units:unit}"


@event
class LeftMap(Event):
    """3.3: units that went over the south edge."""

    points: int
    units: tuple[int, ...]
    rule: Rule
    says = "{points} German VP for units that left by the south edge: {units:unit}"


@event
class ArgentanHeld(Event):
    """3.3: the town at the end."""

    points: int
    hex: int
    loc: str
    """`with`, or `without`."""
    rule: Rule
    says = "{points} German VP for {hex:hex} held {loc} an LOC"


@event
class UnitsAway(Event):
    """Reading 117: units that left the pocket in a short scenario."""

    points: int
    units: tuple[int, ...]
    rule: Rule
    says = "{points} German VP for units that escaped: {units:unit}"


@event
class PlaceHeld(Event):
    """Reading 117: a place that counts in a short scenario."""

    points: int
    side: int
    hexes: tuple[int, ...]
    rule: Rule
    says = "{points} VP for {side:side}, who hold {hexes:hex}"


# 12.0 Optional rules -----------------------------------------------------------------------


@event
class FirstChosen(Event):
    """12.1: the Germans choose the first chit."""

    corps: int
    rule: Rule
    says = "The Germans choose to begin with {corps:corps}"


@event
class SkiesCleared(Event):
    """12.3: a low die counts as more."""

    die: int
    markers: int
    rule: Rule
    act = "die"
    says = "The skies are sunny: a {die} counts as {markers}"


@event
class ParisBeckoned(Event):
    """12.5: the die for the French 2nd Armored Division."""

    die: int
    drm: str
    what: str
    rule: Rule
    act = "die"
    says = "Paris beckons the French 2nd Armored Division: a {die} ({drm}), {what}"


@event
class LeftForParis(Event):
    """12.5: the division is gone."""

    units: tuple[int, ...]
    rule: Rule
    says = "{units:unit} leave for Paris, and no Victory Points change"


# 13.0 Solitaire play -----------------------------------------------------------------------


@event
class AlliesSetUp(Event):
    """13.0: the rules set the Allies up."""

    units: tuple[int, ...]
    hexes: tuple[int, ...]
    count: int
    rule: Rule
    says = "The Allies take their recommended set-up: {count} units"


@event
class BoundaryRolled(Event):
    """13.3: the die for the 86th Corps Boundary."""

    die: int
    drm: str
    what: str
    rule: Rule
    act = "die"
    says = "The 86th Corps Boundary: a {die} ({drm}), {what}"


@event
class AirPlaced(Event):
    """13.1: a die for one German, and an Airstrike if it hits."""

    unit: int
    hex: int
    place: str
    die: int
    marker: int
    markers: int
    rule: Rule
    act = "die"
    says = (
        "A {die} for {unit:unit} in {hex:hex}, {place} from the east: "
        "Airstrike {marker} of {markers}"
    )


@event
class AirSpared(Event):
    """13.1: a die for one German that was too low."""

    unit: int
    hex: int
    place: str
    die: int
    rule: Rule
    act = "die"
    says = "A {die} for {unit:unit} in {hex:hex}, {place} from the east: no Airstrike"
    series = "No Airstrike, from the {place} from the east on"
    short = "{unit:unit} ({die})"


@event
class AirDone(Event):
    """13.1: every marker has found its German."""

    markers: int
    rule: Rule
    says = "All Airstrikes are placed ({markers}): no more rolls"


@event
class AirLost(Event):
    """13.1: markers for which no 6 came."""

    markers: str
    rule: Rule
    says = "No German is left to roll for: {markers} lost"


@event
class GunsReach(Event):
    """13.1: a corps' guns look for a target."""

    corps: int
    number: str
    rule: Rule
    says = "Guns of {corps:corps}: {number} in range, and a 5 is needed"


@event
class GunsAimed(Event):
    """13.1: a die for one German in range, and the guns fire."""

    corps: int
    unit: int
    hex: int
    distance: str
    die: int
    rule: Rule
    act = "die"
    says = "A {die} for {unit:unit} in {hex:hex}, {distance} off: {corps:corps} fires"


@event
class GunsPassed(Event):
    """13.1: a die for one German in range that was too low."""

    corps: int
    unit: int
    hex: int
    distance: str
    die: int
    rule: Rule
    act = "die"
    says = "A {die} for {unit:unit} in {hex:hex}, {distance} off: no fire"
    series = "No fire, from near to far"
    short = "{unit:unit} ({die})"


@event
class GunsSilent(Event):
    """13.1: a corps' guns do not fire."""

    corps: int
    what: str
    rule: Rule
    says = "The guns of {corps:corps} are silent: {what}"


@event
class Ordered(Event):
    """13.2: the solitaire table's orders to a formation."""

    corps: int
    die: int
    drm: str
    what: str
    rule: Rule
    act = "die"
    says = "{corps:corps} rolls a {die} ({drm}) on the solitaire table: {what}"


@event
class Picked(Event):
    """13.2: the one unit that acts."""

    unit: int
    what: str
    rule: Rule
    says = "{unit:unit} is chosen: {what}"


@event
class NobodyPicked(Event):
    """13.2: no unit would do any good."""

    corps: int
    rule: Rule
    says = "No unit of {corps:corps} has an assault worth making or a German to come nearer to"


@event
class NearestDrawn(Event):
    """13.2: a die among Germans who are equally near."""

    unit: int
    hexes: tuple[int, ...]
    hex: int
    rule: Rule
    act = "die"
    says = "{unit:unit} has Germans equally near in {hexes:hex}: the die says {hex:hex}"


@event
class Headed(Event):
    """13.2: a unit goes towards a German."""

    unit: int
    goal: tuple[int, ...]
    hex: int
    distance: str
    rule: Rule
    says = "{unit:unit} makes for {goal:unit} in {hex:hex}, {distance} away"


@event
class Stayed(Event):
    """13.2: units that do not move, and why."""

    units: tuple[int, ...]
    rule: Rule
    says = "{units:unit} stay where they can attack from"
    alone = "{units:unit} stays where it can attack from"


@event
class Stuck(Event):
    """13.2: a unit that finds no way nearer to its German."""

    unit: int
    hex: int
    rule: Rule
    says = "{unit:unit} finds no way nearer to the German in {hex:hex}, and stays"


@event
class Weighed(Event):
    """13.2, 10.1: why an assault is made."""

    hex: int
    odds: str
    drm: str
    what: str
    rule: Rule
    says = "{hex:hex} at {odds} ({drm}): {what}"


@event
class NoAssault(Event):
    """13.2: no assault is worth making."""

    corps: int
    kind: str
    rule: Rule
    says = "{corps:corps} makes no {kind}: none is worth it"
