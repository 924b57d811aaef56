"""What happens under the optional rules (12.0), as events with their rules."""

from __future__ import annotations

from bocage.engine.events import Event, event
from bocage.engine.rulings import Rule


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
