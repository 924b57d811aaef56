"""Switches for rules, to prove that something depends on them. In play no rule is ever off.

A rule that is off refuses nothing (`bocage.engine.rulings.refuse`) and counts for nothing
(`bocage.engine.ledger.Ledger.add`). Its other effects are the game's concern: see
`bocage.rules.judge`. The switches are global to the process, and meant for a single thread that
runs rule cases. While none is off the cost is one look at an empty set for each refusal and each
ledger row; a player who thinks pays nothing.
"""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from typing import Final


class Switchboard:
    """The rules that are off, and the listener to ledgers."""

    __slots__ = ("heard", "off")

    def __init__(self) -> None:
        self.off: frozenset[str] = frozenset()
        """The rules that are off; a rule includes everything under it."""
        self.heard: list[str] | None = None
        """The list that collects the rules of ledger rows; None when nobody listens."""


BOARD: Final = Switchboard()
"""The one switchboard of the process."""


def is_under(rule: str, other: str) -> bool:
    """Return whether a rule is the other or a part of it.

    >>> is_under("3.2.1.b", "3.2.1"), is_under("11.10", "11.1")
    (True, False)
    """
    return rule == other or rule.startswith(other + ".")


def is_off(*rules: str) -> bool:
    """Return whether one of these rules is switched off, itself or through a rule above it."""
    return any(is_under(rule, each) for rule in rules for each in BOARD.off)


@contextmanager
def switched_off(*rules: str) -> Generator[None]:
    """Switch these rules off during the block."""
    before = BOARD.off
    BOARD.off = before | frozenset(rules)
    try:
        yield
    finally:
        BOARD.off = before


@contextmanager
def listening() -> Generator[list[str]]:
    """Collect the rules of all ledger rows of the block in the list it yields."""
    before = BOARD.heard
    BOARD.heard = heard = list[str]()
    try:
        yield heard
    finally:
        BOARD.heard = before
