"""What happens in a game of The Pocket at Falaise, as events with their rules."""

from __future__ import annotations

from bocage.engine.events import Event, event
from bocage.engine.rulings import Rule
from bocage.engine.words import Words


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
    """7.0: a command with nobody to act."""

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
        """Where it began and ended; a long way by its length and its places, not hex by hex."""
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
        """3.3: a TER of 1 or 2 is below every die, and none is rolled."""
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
