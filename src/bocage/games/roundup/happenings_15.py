"""What happens by the optional rules (module 15), as events with their rules."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bocage.engine.events import Event, event
from bocage.engine.rulings import Rule
from bocage.games.roundup.units import GERMAN

if TYPE_CHECKING:
    from bocage.engine.viewers import Viewer


@event
class DirectiveDrawn(Event):
    """15.1: the strategy is drawn; the German alone looks at the counter."""

    strategy: int
    rule: Rule
    says = "Hitler's strategy, for German eyes alone: {strategy:strategy}"

    def for_viewer(self, viewer: Viewer) -> Event:
        """The others see a counter face down."""
        if GERMAN in viewer.seats or viewer.sees_all:
            return self
        return DirectiveFaceDown(self.rule)


@event
class DirectiveFaceDown(Event):
    """15.1: what the others see of it."""

    rule: Rule
    says = "Hitler's strategy is drawn and lies face down"


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
    says = "Demolitions in {port:port}: a {die}, it can be used on turn {turn}"


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
    says = "{unit:unit} leaves a replacement point: {points} GKRP"


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
