"""The account of a staff: one paragraph per turn with its wishes, fears and decisions.

An office writes sentences while it plans. Readers get them after the turn, so a notebook gives out
only the pages of finished turns.
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
    """The notes of one seat's staff, each sentence once, in the order of writing."""

    def __init__(self, notes: Iterable[Note] = ()) -> None:
        """Start with `notes` from an earlier time, which are stored elsewhere."""
        self._notes: dict[Note, None] = dict.fromkeys(notes)
        self._taken = len(self._notes)

    def want(self, turn: int, sentence: str) -> None:
        """Note a goal of this turn, as a whole sentence with its full stop."""
        self._notes[Note(turn, WANTED, sentence)] = None

    def fear(self, turn: int, sentence: str) -> None:
        """Note a fear of this turn, as a whole sentence."""
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
        """Return the paragraphs of every turn before a turn, or of all turns after the game."""
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
