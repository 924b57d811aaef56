"""The final count of The Pocket at Falaise (3.3), as events; see `happenings.py`."""

from __future__ import annotations

from bocage.engine.events import Event, event
from bocage.engine.rulings import Rule


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
    says = "{points} German VP for units that got away: {units:unit}"


@event
class PlaceHeld(Event):
    """Reading 117: a place that counts in a short scenario."""

    points: int
    side: int
    hexes: tuple[int, ...]
    rule: Rule
    says = "{points} VP for {side:side}, who hold {hexes:hex}"
