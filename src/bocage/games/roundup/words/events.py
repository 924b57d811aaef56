"""The events of a game of Operation Roundup, with their rules.

An event is data: its `words` render a sentence last. The events of the optional rules stand at
the end.
"""

from __future__ import annotations

from dataclasses import field
from typing import TYPE_CHECKING

from bocage.engine.events import Event, event
from bocage.engine.odds import Weigh
from bocage.engine.rulings import Rule
from bocage.games.roundup.board.charts import MEANINGS
from bocage.games.roundup.pieces.units import GERMAN

if TYPE_CHECKING:
    from bocage.engine.viewers import Viewer


@event
class TurnBegan(Event):
    """5.0: a game turn begins."""

    turn: int
    rule: Rule
    says = "Turn {turn} begins"


@event
class BeachheadPlaced(Event):
    """13.4."""

    marker: int
    hex: int
    rule: Rule
    act = "place"
    says = "Placed {marker:beachhead} at {hex:hex}"


@event
class BeachheadLost(Event):
    """4.4: a German unit has occupied its hex."""

    marker: int
    hex: int
    by: int
    rule: Rule
    act = "loss"
    says = "{by:unit} eliminates {marker:beachhead} at {hex:hex}"


@event
class PortDesignated(Event):
    """4.4."""

    port: int
    nation: int
    rule: Rule
    says = "{port:port} serves {nation:nation} units this turn"


@event
class Controlled(Event):
    """3.5: control of a key hex has changed."""

    side: int
    hex: int
    rule: Rule
    says = "{hex:hex} is now held by {side:side}"


@event
class WeatherSet(Event):
    """6.0."""

    weather: int
    rule: Rule
    act = "die"
    says = "The weather is {weather:weather}"


@event
class AirFought(Event):
    """7.2: the totals of both sides, and the TAS Markers of the winner."""

    allied: int
    german: int
    markers: int
    side: int
    rule: Rule
    act = "die"
    says = "Air superiority: Allied {allied}, German {german}; {side:side} get {markers} TAS"


@event
class AirTied(Event):
    """7.2: neither side has air superiority."""

    allied: int
    german: int
    rule: Rule
    act = "die"
    says = "Air superiority: Allied {allied}, German {german}; neither side has it"


@event
class AirGrounded(Event):
    """6.1: in Storm neither side rolls."""

    rule: Rule
    says = "Storm: neither side has air superiority"


@event
class TasPlaced(Event):
    """7.3."""

    side: int
    hex: int
    rule: Rule
    act = "place"
    says = "TAS of {side:side} over {hex:hex}"


@event
class TasKept(Event):
    """7.3: markers that are not placed in the Allied Player Phase."""

    side: int
    left: int
    rule: Rule
    says = "{side:side} keep {left} TAS"


@event
class AerialPlaced(Event):
    """4.5."""

    nation: int
    hex: int
    rule: Rule
    act = "place"
    says = "{nation:nation} aerial supply to {hex:hex}"


@event
class Landed(Event):
    """8.1, 10.8: a unit comes ashore."""

    unit: int
    hex: int
    rule: Rule
    act = "place"
    says = "{unit:unit} lands at {hex:hex}"


@event
class Dropped(Event):
    """10.7: a unit drops from the air."""

    unit: int
    hex: int
    rule: Rule
    act = "place"
    says = "{unit:unit} drops at {hex:hex}"


@event
class Freed(Event):
    """10.7: an air-dropped unit has overland supply."""

    unit: int
    rule: Rule
    says = "{unit:unit} is in overland supply and free to move"


@event
class Replaced(Event):
    """8.3: a division is made whole."""

    unit: int
    rule: Rule
    says = "{unit:unit} is brought to full strength"


@event
class Returned(Event):
    """8.4: a unit comes off the Turn Record Track."""

    unit: int
    rule: Rule
    says = "{unit:unit} is available again"


@event
class OrderChosen(Event):
    """3.3, 9.0."""

    side: int
    order: int
    rule: Rule
    says = "{side:side} choose {order:order}"


@event
class OrderFixed(Event):
    """9.1: the order of phases where there is no choice."""

    side: int
    order: int
    rule: Rule
    says = "{side:side} begin with {order:order}"


@event
class Moved(Event):
    """10.0: a unit has gone along a path."""

    unit: int
    path: tuple[int, ...]
    points: int
    rule: Rule
    act = "move"
    says = "{unit:unit} moves by {path:hex} for {points} MP"
    minor = True


@event
class Stopped(Event):
    """3.2.1: a unit has entered an enemy zone of control and stops."""

    unit: int
    hex: int
    rule: Rule
    act = "stop"
    says = "{unit:unit} stops at {hex:hex}, in an enemy zone of control"
    minor = True


@event
class Attacked(Event):
    """11.0: an attack is declared."""

    hex: int
    force: tuple[int, ...]
    rule: Rule
    act = "fight"
    says = "{force:unit} attack {hex:hex}"


@event
class Bombed(Event):
    """11.12: the effect of the heavy bombers."""

    hex: int
    die: int
    shift: int
    rule: Rule
    act = "fire"
    says = "Heavy bombers over {hex:hex} roll {die}: shift {shift:+d}"


@event
class Fought(Event):
    """11.13: a battle is decided."""

    hex: int
    odds: str
    die: int
    result: str
    rule: Rule
    weigh: Weigh | None = field(default=None, compare=False, repr=False)
    """Works out the ledger of it."""
    act = "fight"
    says = "At {hex:hex} on {odds} a {die} gives {result}: {meaning}"

    def _about(self) -> dict[str, object]:
        return {**Event._about(self), "meaning": MEANINGS[self.result]}


@event
class ResultChanged(Event):
    """A result that the rules turn into another, or a part of it that they cancel."""

    hex: int
    what: str
    rule: Rule
    act = "fight"
    says = "{what} at {hex:hex}"


@event
class StepLost(Event):
    """3.4."""

    unit: int
    hex: int
    rule: Rule
    act = "loss"
    says = "{unit:unit} in {hex:hex} loses a step"


@event
class Eliminated(Event):
    """3.4: a unit leaves the map."""

    unit: int
    hex: int
    rule: Rule
    act = "loss"
    says = "{unit:unit} in {hex:hex} is eliminated"


@event
class Retreated(Event):
    """11.13.3."""

    unit: int
    to: int
    rule: Rule
    act = "retreat"
    says = "{unit:unit} retreats to {to:hex}"


@event
class Advanced(Event):
    """11.14."""

    unit: int
    to: int
    rule: Rule
    act = "advance"
    says = "{unit:unit} advances into {to:hex}"


@event
class WillReturn(Event):
    """8.4: when an eliminated unit comes back."""

    unit: int
    turn: int
    rule: Rule
    says = "{unit:unit} returns on turn {turn}"


@event
class TooLate(Event):
    """8.4: the game is over before an eliminated unit comes back."""

    unit: int
    rule: Rule
    says = "{unit:unit} would return after the last turn: it is lost"


@event
class StrategyDrawn(Event):
    """13.3: Hitler has decided."""

    strategy: int
    rule: Rule
    act = "die"
    says = "Hitler's strategy: {strategy:strategy}"
    reveals = True


@event
class Reinforced(Event):
    """8.5: a die for a container."""

    cup: str
    die: int
    drawn: int
    rule: Rule
    act = "die"
    says = "Reinforcements ({cup}): a {die} brings {drawn}"


@event
class Drawn(Event):
    """8.5: a unit is picked blindly."""

    unit: int
    rule: Rule
    act = "die"
    says = "{unit:unit} is drawn"
    reveals = True


@event
class Entered(Event):
    """8.5: a German unit enters by a map edge."""

    unit: int
    hex: int
    rule: Rule
    act = "place"
    says = "{unit:unit} enters at {hex:hex}"


@event
class Barred(Event):
    """8.5: a German unit that cannot enter is eliminated."""

    unit: int
    rule: Rule
    act = "loss"
    says = "{unit:unit} cannot enter and is eliminated"


@event
class MarkersRemoved(Event):
    """12.0."""

    rule: Rule
    says = "Aerial supply, replacement and TAS markers are removed"


@event
class GameEnded(Event):
    """14.0: the victory levels."""

    allied: str
    german: str
    rule: Rule
    says = "The game is over: Allied {allied}, German {german}"


@event
class BidCounted(Event):
    """Reading 78: the levels that a bid for the other side gives."""

    levels: int
    seat: int
    bidder: int
    rule: Rule
    says = "{seat:side} counts {levels} higher, given by the {bidder:side} player for their side"


@event
class Conceded(Event):
    """14.0."""

    side: int
    rule: Rule
    says = "{side:side} concede"


# 15.0 Optional rules -----------------------------------------------------------------------


@event
class DirectiveDrawn(Event):
    """15.1: the strategy is drawn; only the German player looks at the counter."""

    strategy: int
    rule: Rule
    says = "Hitler's strategy, for the German player only: {strategy:strategy}"

    def for_viewer(self, viewer: Viewer) -> Event:
        """Return the others see a counter face down."""
        if GERMAN in viewer.seats or viewer.sees_all:
            return self
        return DirectiveFaceDown(self.rule)


@event
class DirectiveFaceDown(Event):
    """15.1: the part that the others see."""

    rule: Rule
    says = "Hitler's strategy is drawn face down"


@event
class DirectiveNarrowed(Event):
    """15.1: nobody comes from Russia on turn 1, so that it is strategy 1 or 2."""

    rule: Rule
    says = "No unit comes from Russia: Hitler's strategy is 1 or 2"
    reveals = True


@event
class DirectiveShown(Event):
    """15.1: the counter is turned up."""

    strategy: int
    rule: Rule
    act = "die"
    says = "Hitler's strategy is turned up: {strategy:strategy}"
    reveals = True


@event
class GarrisonPlaced(Event):
    """15.2."""

    unit: int
    hex: int
    rule: Rule
    act = "place"
    says = "{unit:unit} begins at {hex:hex}"


@event
class MarkerRemoved(Event):
    """15.4: a German marker is lost to a step loss."""

    hex: int
    rule: Rule
    act = "loss"
    says = "The German marker in {hex:hex} is removed"


@event
class PortBlown(Event):
    """15.5: when a port that has fallen can be used."""

    port: int
    die: int
    turn: int
    rule: Rule
    act = "die"
    says = "Demolitions in {port:port}: a {die}, usable from turn {turn}"


@event
class Flooded(Event):
    """15.6."""

    turn: int
    rule: Rule
    says = "The Germans open the sluices: from turn {turn} polder costs 4 MP"


@event
class MovedInland(Event):
    """15.9: a stack just landed makes room for another."""

    unit: int
    hex: int
    rule: Rule
    act = "advance"
    says = "{unit:unit} moves off the beach to {hex:hex}"


@event
class PointGained(Event):
    """15.10: a German division was eliminated in supply."""

    unit: int
    points: int
    rule: Rule
    says = "{unit:unit} leaves a replacement point; the Germans have {points}"


@event
class NoPointGained(Event):
    """15.10: a division was eliminated that leaves nothing behind, and why."""

    unit: int
    why: str
    rule: Rule
    says = "{unit:unit} leaves no replacement point: {why}"


@event
class Recovered(Event):
    """15.10, 15.11: a German division has its step back."""

    unit: int
    rule: Rule
    says = "{unit:unit} recovers its lost step"


@event
class Rested(Event):
    """15.10, 15.11: a German division that recovered may move and attack again."""

    unit: int
    rule: Rule
    says = "{unit:unit} is ready again"


@event
class Raised(Event):
    """15.10: a Kampfgruppe of an eliminated division enters."""

    unit: int
    hex: int
    rule: Rule
    act = "place"
    says = "{unit:unit} returns as a Kampfgruppe at {hex:hex}"


@event
class Parachuted(Event):
    """15.12: a German division jumps, and how it comes down."""

    unit: int
    hex: int
    die: int
    how: str
    rule: Rule
    act = "place"
    says = "{unit:unit} drops at {hex:hex}, rolls {die}: {how}"


@event
class Scattered(Event):
    """15.12: where the Allies let a scattered division come down."""

    unit: int
    hex: int
    rule: Rule
    act = "place"
    says = "{unit:unit} is scattered to {hex:hex}"


@event
class DieWasted(Event):
    """15.14: whether the Luftwaffe loses its die."""

    die: int
    how: str
    rule: Rule
    act = "die"
    says = "Luftwaffe wastage: a {die}, the die is {how}"


@event
class BomberRolled(Event):
    """15.15: whether the German Heavy Bomber flies again."""

    die: int
    how: str
    rule: Rule
    act = "die"
    says = "German Heavy Bomber: a {die}, the marker is {how}"


@event
class ForceFlew(Event):
    """15.16: which bomber force flies."""

    nation: int
    hex: int
    rule: Rule
    act = "fire"
    says = "{nation:nation} heavy bombers fly to {hex:hex}"


@event
class SectorsChosen(Event):
    """15.17."""

    sectors: int
    rule: Rule
    says = "Beachheads: {sectors:sectors}"


@event
class Scraped(Event):
    """15.19: a division is added to the second container."""

    unit: int
    rule: Rule
    says = "{unit:unit} goes into the Turn 2 container"


# Short scenarios --------------------------------------------------------------------------


@event
class PlaceHeld(Event):
    """Reading 76: a place that counts."""

    points: int
    side: int
    hexes: tuple[int, ...]
    rule: Rule
    says = "{side:side} score {points}: they control {hexes:hex}"


@event
class Lost(Event):
    """Reading 76: the enemy's losses."""

    points: int
    side: int
    what: str
    rule: Rule
    says = "{side:side} score {points}: {what}"


@event
class ShortEnded(Event):
    """Reading 76: the points of both sides, and how many more the Allies needed."""

    allied: int
    german: int
    needs: int
    rule: Rule
    says = (
        "The game is over: Allied {allied}, German {german}; "
        "the Allies had to be {needs} or more ahead"
    )
