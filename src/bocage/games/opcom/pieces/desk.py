"""What lies on Control's desk, as records: cards, and messages on their way."""

from __future__ import annotations

from dataclasses import dataclass

from bocage.engine.records import record


@record
@dataclass(frozen=True, slots=True)
class Card:
    """One ruling."""

    name: str
    """`2.advantage.GE-HOF-1`: turn, what, about whom."""
    category: str
    what: str
    why: str
    """Lines of a ledger or a reason, each with its rule."""
    rule: str
    choices: str
    """What it may be changed to, with bars between."""
    value: str
    by: str
    """`rules` or `Control`."""
    reason: str
    """Control's, where Control has ruled."""

    @property
    def options(self) -> tuple[str, ...]:
        """What it may be ruled."""
        return tuple(self.choices.split("|"))


@record
@dataclass(frozen=True, slots=True)
class Edit:
    """One change that Control makes in a draft (reading 10.1)."""

    team: str
    formation: str
    key: str
    value: str
    reason: str


@record
@dataclass(frozen=True, slots=True)
class Message:
    """A message on its way between headquarters (reading 10.9)."""

    sender: int
    to: int
    sent: int
    """The turn in which it was written."""
    number: int
    """On the sheet."""
    by: str
    text: str
    due: int = 0
    """The turn with whose reports it comes; 0 while that is not known."""
