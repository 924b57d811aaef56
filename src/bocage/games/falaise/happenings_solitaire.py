"""What happens in solitaire play (13.0), as events with their rules: every die in words."""

from __future__ import annotations

from bocage.engine.events import Event, event
from bocage.engine.rulings import Rule


@event
class AlliesSetUp(Event):
    """13.0: nobody sets the Allies up."""

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
    """13.1: a die for one German, and an Airstrike for him."""

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
    says = "All Airstrikes are placed, {markers} in number: nobody else is rolled for"


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
    """13.2: what the solitaire table says to a formation."""

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
    says = "{unit:unit} is the one: {what}"


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
