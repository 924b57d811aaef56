"""What happens in an assault (10), as events with their rules; see `happenings.py`."""

from __future__ import annotations

from dataclasses import field
from typing import Final

from bocage.engine.events import Event, event
from bocage.engine.odds import Weighed as Ledger
from bocage.engine.rulings import Rule

MEANINGS: Final = {
    "AL1": "the attackers lose a step",
    "C": "nothing happens",
    "DR": "the defenders retreat",
    "BL1": "both lose a step",
    "DL1": "the defenders lose a step and are disrupted",
    "DE": "the defenders are eliminated",
}
"""10.2: what a result says, in words."""


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
    weighed: Ledger | None = field(default=None, compare=False, repr=False)
    """The ledger of it."""
    act = "fight"
    says = "At {hex:hex} on {odds} a {die} ({drm}) gives {result}: {meaning}"

    def _about(self) -> dict[str, object]:
        return {**Event._about(self), "meaning": MEANINGS[self.result]}


@event
class Automatic(Event):
    """10.2: odds below 1-3."""

    hex: int
    rule: Rule
    weighed: Ledger | None = field(default=None, compare=False, repr=False)
    """The ledger of it."""
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
