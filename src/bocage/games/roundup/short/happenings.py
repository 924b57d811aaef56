"""The end of a short scenario of Operation Roundup, as events (reading 76)."""

from __future__ import annotations

from bocage.engine.events import Event, event
from bocage.engine.rulings import Rule


@event
class PlaceHeld(Event):
    """Reading 76: a place that counts."""

    points: int
    side: int
    hexes: tuple[int, ...]
    rule: Rule
    says = "{points} points for {side:side}, who control {hexes:hex}"


@event
class Lost(Event):
    """Reading 76: what the enemy lost."""

    points: int
    side: int
    what: str
    rule: Rule
    says = "{points} points for {side:side}: {what}"


@event
class ShortEnded(Event):
    """Reading 76: the points of both sides, and how many more the Allies needed."""

    allied: int
    german: int
    needs: int
    rule: Rule
    says = "The game is over: Allied {allied}, German {german}; the Allies needed {needs} more"
