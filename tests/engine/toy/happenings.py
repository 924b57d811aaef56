"""The events of the toy, and what each viewer learns of them."""

from __future__ import annotations

from typing import Final

from bocage.engine.events import Event, event
from bocage.engine.rulings import Rule
from bocage.engine.viewers import Viewer

HIDES: Final = Rule("1.1")
SKY: Final = Rule("2.1")
FIRST: Final = Rule("2.2")
STEPS: Final = Rule("3.1")
HIT: Final = Rule("4.2")
SHOWS: Final = Rule("4.3")


@event
class HidSomewhere(Event):
    """What the others learn of a general that was hidden."""

    says = "{seat:seat} has hidden a general"
    rule: Rule
    seat: int


@event
class Hid(Event):
    """A general was hidden. Its own side knows where; the others, that it was."""

    says = "{seat:seat} has hidden the general in {unit:unit}"
    rule: Rule
    seat: int
    unit: int

    def for_viewer(self, viewer: Viewer) -> Event | None:
        """Return the whole of it for its own side."""
        if viewer.sees_all or self.seat in viewer.seats:
            return self
        return HidSomewhere(self.rule, self.seat)


@event
class Weather(Event):
    """The weather of a turn."""

    says = "turn {turn}: {sky:weather}"
    rule: Rule
    turn: int
    sky: int


@event
class Bids(Event):
    """What was bid, for everybody to see."""

    says = "Red bids {red} and Blue bids {blue}"
    reveals = True
    rule: Rule
    red: int
    blue: int


@event
class Stepped(Event):
    """A unit went one place on."""

    says = "{unit:unit} steps to {place:hex}"
    rule: Rule
    unit: int
    place: int


@event
class Hit(Event):
    """A unit lost a step."""

    says = "{unit:unit} is hit and has {left} steps left"
    rule: Rule
    unit: int
    left: int


@event
class Shown(Event):
    """A unit fought and was seen for what it is."""

    says = "{unit:unit} is {what}"
    reveals = True
    rule: Rule
    unit: int
    what: str
