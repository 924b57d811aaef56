"""Rules switched off, to prove that something depends on them. In play none ever is.

A rule that is off refuses nothing (`bocage.engine.rulings.refuse`) and counts for nothing
(`bocage.engine.ledger.Ledger.add`). What else it does is the game's to say: see
`bocage.rules.judge`. The switches are of the whole process, and meant for a single thread
that runs rule cases. While none is off the price is one look at an empty set for each
refusal and each row of a ledger; nothing on the way of a player who thinks looks at all.
"""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from typing import Final


class Switchboard:
    """What is off, and who listens to ledgers."""

    __slots__ = ("heard", "off")

    def __init__(self) -> None:
        self.off: frozenset[str] = frozenset()
        """The rules that are off; a rule takes everything under it along."""
        self.heard: list[str] | None = None
        """Where the rules of ledger rows are put; None when nobody listens."""


BOARD: Final = Switchboard()
"""The one switchboard of the process."""


def is_under(rule: str, other: str) -> bool:
    """Whether a rule is that other or a part of it.

    >>> is_under("3.2.1.b", "3.2.1"), is_under("11.10", "11.1")
    (True, False)
    """
    return rule == other or rule.startswith(other + ".")


def is_off(*rules: str) -> bool:
    """Whether one of these rules is switched off, by itself or with what it is a part of."""
    return any(is_under(rule, each) for rule in rules for each in BOARD.off)


@contextmanager
def switched_off(*rules: str) -> Generator[None]:
    """Within, these rules do not hold."""
    before = BOARD.off
    BOARD.off = before | frozenset(rules)
    try:
        yield
    finally:
        BOARD.off = before


@contextmanager
def listening() -> Generator[list[str]]:
    """Within, the rules of all ledger rows are put into the list that it gives."""
    before = BOARD.heard
    BOARD.heard = heard = list[str]()
    try:
        yield heard
    finally:
        BOARD.heard = before
