"""The knowledge of a game for a searching staff: its chapters, and the value of a position."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Hashable
from random import Random
from typing import Any, Final, NamedTuple

from bocage.ai.staff.levels import REGULAR, Level
from bocage.ai.staff.player import Office


class Chapter(NamedTuple):
    """Decisions of one seat that one plan covers: a turn, or an activation."""

    key: Hashable
    share: float
    """The part of the turn's remaining time that it may take."""
    name: str
    """Its name in the account: `the landings`."""


class Temper(NamedTuple):
    """A staff whose plans are compared."""

    name: str
    """The name of its plan in the account."""
    level: Level


def set_on(intent: str) -> Temper:
    """Return a staff with an intent, whose judgement does not err."""
    return Temper(intent, REGULAR._replace(intent=intent))


PLAIN: Final = Temper("plain", REGULAR)
BOLD: Final = Temper("bold", REGULAR._replace(tilt=0.8))
CAUTIOUS: Final = Temper("cautious", REGULAR._replace(tilt=-0.4))
VARIED: Final = Temper("varied", REGULAR._replace(blur=0.4))
WILD: Final = Temper("wild", REGULAR._replace(blur=0.7))
"""Tempers for every game. The varied and the wild one err at random, so each finds another plan."""


class Knowledge(ABC):
    """A game as a searching staff sees it. It holds nothing, so it can be pickled."""

    @abstractmethod
    def office(self, seat: int, level: Level) -> Office[Any]:
        """Return the staff whose plans are rehearsed."""

    @abstractmethod
    def tempers(self, seat: int) -> tuple[Temper, ...]:
        """Return a seat's staffs whose plans are compared, by importance: the plain one first."""

    def margin(self, seat: int) -> float:  # noqa: ARG002 - games use it
        """Return by how much a plan must be judged better than the plain staff's, besides what the
        dice explain: the error of the judgement between positions that are nearly the same.
        """
        return 0.0

    @abstractmethod
    def chapter(self, st: Any, seat: int) -> Chapter | None:
        """Return the present chapter of a seat, or None if looking ahead is not worth the time."""

    @abstractmethod
    def guess(self, st: Any, seat: int, rng: Random) -> None:
        """Fill in at random what a seat does not know, in a position as that seat sees it."""

    @abstractmethod
    def is_judged(self, st: Any, seat: int, chapter: Chapter) -> bool:
        """Return whether a rehearsal of a chapter ends here."""

    @abstractmethod
    def worth(self, st: Any) -> float:
        """Return the expected or actual result for the first seat, from -1 to 1."""

    @abstractmethod
    def said(self, worth: float) -> str:
        """Return a worth for the player's own side in words: `+12 points`."""
