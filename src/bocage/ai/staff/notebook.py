"""The account: one paragraph a turn of what a staff wanted, feared and decided.

An office writes sentences while it plans. They are for whoever reads after the turn, so a
notebook gives out the pages of turns that are over and keeps the open one shut.
"""

from __future__ import annotations

from typing import NamedTuple


class Account(NamedTuple):
    """One paragraph about one turn."""

    turn: int
    text: str


class _Page:
    """The sentences about one turn, by kind; each is there once, in the order of writing."""

    def __init__(self) -> None:
        self.wanted: dict[str, None] = {}
        self.feared: dict[str, None] = {}
        self.decided: dict[str, None] = {}


class Notebook:
    """What one seat's staff writes down."""

    def __init__(self) -> None:
        self._pages: dict[int, _Page] = {}

    def want(self, turn: int, sentence: str) -> None:
        """What it is after this turn; a whole sentence with its full stop."""
        self._page(turn).wanted[sentence] = None

    def fear(self, turn: int, sentence: str) -> None:
        """What it is afraid of."""
        self._page(turn).feared[sentence] = None

    def decide(self, turn: int, sentence: str) -> None:
        """What it has decided to do, or what came of it."""
        self._page(turn).decided[sentence] = None

    def accounts(self, before: int | None = None) -> list[Account]:
        """The paragraphs of every turn before this one; of all turns, when the game is over."""
        return [
            Account(turn, " ".join((*page.wanted, *page.feared, *page.decided)))
            for turn, page in sorted(self._pages.items())
            if before is None or turn < before
        ]

    def _page(self, turn: int) -> _Page:
        return self._pages.setdefault(turn, _Page())
