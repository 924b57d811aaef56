"""What becomes of units and of the turn, as events with their rules; see `happenings.py`."""

from __future__ import annotations

from bocage.engine.events import Event, event
from bocage.engine.rulings import Rule


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
    says = "{units:unit} act no more this turn"
    alone = "{units:unit} acts no more this turn"


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
