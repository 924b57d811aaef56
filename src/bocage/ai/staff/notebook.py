"""The account: one paragraph a turn of what a staff wanted, feared and decided.

An office writes sentences while it plans, for readers after the turn. So a notebook gives out the
pages of finished turns and keeps the open one shut.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

WANTED: Final = "wanted"
FEARED: Final = "feared"
DECIDED: Final = "decided"
KINDS: Final = (WANTED, FEARED, DECIDED)
"""The kinds of sentences, in the order in which a paragraph has them."""


class Account(NamedTuple):
    """One paragraph about one turn."""

    turn: int
    text: str


class Note(NamedTuple):
    """One sentence about one turn."""

    turn: int
    kind: str
    """One of `KINDS`."""
    text: str
    """A whole sentence with its full stop."""


class Notebook:
    """What one seat's staff writes down; each sentence is there once, in the order of writing."""

    def __init__(self, notes: Iterable[Note] = ()) -> None:
        """`notes` were written before and kept elsewhere."""
        self._notes: dict[Note, None] = dict.fromkeys(notes)
        self._taken = len(self._notes)

    def want(self, turn: int, sentence: str) -> None:
        """What it is after this turn; a whole sentence with its full stop."""
        self._notes[Note(turn, WANTED, sentence)] = None

    def fear(self, turn: int, sentence: str) -> None:
        """What it is afraid of."""
        self._notes[Note(turn, FEARED, sentence)] = None

    def decide(self, turn: int, sentence: str) -> None:
        """Write down a decision, or its result."""
        self._notes[Note(turn, DECIDED, sentence)] = None

    def add(self, note: Note) -> None:
        """Write down a sentence of another notebook."""
        self._notes[note] = None

    def take(self) -> list[Note]:
        """Return the sentences written since the last call."""
        fresh = list(self._notes)[self._taken :]
        self._taken = len(self._notes)
        return fresh

    def accounts(self, before: int | None = None) -> list[Account]:
        """Return the paragraphs of every turn before this one; of all turns, when the game is
        over.
        """
        pages: dict[int, list[Note]] = {}
        for note in self._notes:
            if before is None or note.turn < before:
                pages.setdefault(note.turn, []).append(note)
        return [
            Account(
                turn, " ".join(note.text for kind in KINDS for note in page if note.kind == kind)
            )
            for turn, page in sorted(pages.items())
        ]
