"""The office of a searching staff: candidate plans, rehearsed with common dice, the best kept.

A candidate is a staff with a temper: the plain one, bolder and more cautious ones, and some
whose judgement errs. A rehearsal plays a chapter (what is decided in one go: a turn, an activation) by a
candidate, then the enemy's answer by a staff, and asks for the worth of what is left. All
candidates meet the same dice. The weaker half goes after every round (sequential halving), so
that most of the time is spent on the plans that are near the best; the plain staff's plan
stays to the end, and is given up only for one that is clearly better. What was rehearsed is then
played by the same candidate with the same stream: it plans as it did in rehearsal, and adapts
when the dice fall otherwise.
"""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Mapping, Sequence
from functools import partial
from math import sqrt
from random import Random
from statistics import fmean, stdev
from typing import Any, Final, NamedTuple

from bocage.ai.staff.levels import REGULAR, Level
from bocage.ai.staff.player import Office, StaffPlayer
from bocage.engine import play
from bocage.engine.actions import Action
from bocage.engine.frames import CHANCE, Ask, Chance
from bocage.engine.play import Policy
from bocage.engine.viewers import Viewer

TEMPERS: Final = (
    REGULAR,
    Level("", 0.0, REGULAR.effort, 0.8),
    Level("", 0.0, REGULAR.effort, -0.4),
    Level("", 0.4, REGULAR.effort, 0.0),
    Level("", 0.4, REGULAR.effort, 0.3),
    Level("", 0.7, REGULAR.effort, 0.0),
)
"""The staffs whose plans are weighed: the plain one, a bold and a cautious one, and some that
err."""
LEAST: Final = 3
"""Rehearsals without which no plan is taken but the plain staff's."""
SURE: Final = 1.0
"""By how many standard errors a plan must be better than the plain staff's to be taken."""
MOST_STEPS: Final = 5_000
"""Decisions in a rehearsal, after which it is judged wherever it stands."""


class Chapter(NamedTuple):
    """What a seat decides in one go."""

    key: Hashable
    share: float
    """Which part of the time for a turn it may take."""


class Trade(ABC):
    """What a game tells a searching staff."""

    @abstractmethod
    def office(self, seat: int, level: Level) -> Office[Any]:
        """The staff whose plans are rehearsed."""

    @abstractmethod
    def chapter(self, st: Any, seat: int) -> Chapter | None:
        """The chapter that a seat is in; None where looking ahead is not worth it."""

    @abstractmethod
    def is_judged(self, st: Any, seat: int, chapter: Chapter) -> bool:
        """Whether the enemy has answered a chapter, so that the position can be judged."""

    @abstractmethod
    def worth(self, st: Any) -> float:
        """What the first seat may expect of a position or of a game that is over."""

    @abstractmethod
    def said(self, worth: float) -> str:
        """A worth for one's own side in words: `2.1 levels`."""


class Candidate:
    """One way to play a chapter."""

    def __init__(self, trade: Trade, temper: Level, seed: int) -> None:
        self._seed: Final = seed
        self._player: Final = StaffPlayer(trade.office, temper)
        self.worths: Final[list[float]] = []

    @property
    def mean(self) -> float:
        """What it came to on average."""
        return sum(self.worths) / len(self.worths)

    def is_better(self, other: Candidate) -> bool:
        """Whether it did better with the same dice, by more than chance would have it."""
        gains = [a - b for a, b in zip(self.worths, other.worths, strict=False)]
        mean = fmean(gains)
        if len(gains) < LEAST:
            return False
        return mean > SURE * stdev(gains) / sqrt(len(gains))

    def begin(self) -> tuple[StaffPlayer, Random]:
        """A staff that has planned nothing yet, with the stream of this candidate."""
        return self._player.at_table(), Random(self._seed)  # noqa: S311 - play, not secrecy


class SearchOffice(Office[Any]):
    """One seat's searching staff at one table."""

    def __init__(
        self,
        seat: int,
        level: Level,
        *,
        trade: Trade,
        seconds: float,
        clock: Callable[[], float] = time.perf_counter,
    ) -> None:
        super().__init__(seat, level)
        self._trade: Final = trade
        self._seconds: Final = seconds
        self._clock: Final = clock
        self._plain: Final = trade.office(seat, level)
        self._chapter: Hashable = None
        self._chosen: tuple[StaffPlayer, Random] | None = None

    def see(self, st: Any) -> Any:
        """What the staff sees, and nothing else."""
        return self._plain.see(st)

    def is_open_to(self, st: Any, viewer: Viewer) -> bool:
        """As with the staff."""
        return self._plain.is_open_to(st, viewer)

    def decide(self, seen: Any, legal: Sequence[Action], rng: Random) -> Action:
        """Weigh plans when a chapter begins, then play the best."""
        chapter = self._trade.chapter(seen, self.seat)
        if chapter is None:
            found = self._plain.decide(seen, legal, rng)
            self._copy(self._plain)
            return found
        if chapter.key != self._chapter or self._chosen is None:
            self._chapter = chapter.key
            self._chosen = self._weigh(seen, chapter, rng).begin()
        staff, stream = self._chosen
        action = staff(seen, legal, stream)
        self._copy(staff.office(self.seat))
        return action

    def _copy(self, office: Office[Any]) -> None:
        """Keep what another office wrote."""
        for note in office.notebook.take():
            self.notebook.add(note)

    def _weigh(self, st: Any, chapter: Chapter, rng: Random) -> Candidate:
        """The best of the candidates, as far as the time allows."""
        plain, *others = [Candidate(self._trade, each, rng.getrandbits(32)) for each in TEMPERS]
        dice: list[int] = []
        end = self._clock() + self._seconds * chapter.share
        rounds = len(others).bit_length()
        for number in range(rounds):
            until = end - (end - self._clock()) * (rounds - number - 1) / (rounds - number)
            while others:
                dice.append(rng.getrandbits(32))
                for each in (plain, *others):
                    each.worths.append(self._rehearse(st, chapter, each, dice[-1]))
                if self._clock() >= until:
                    break
            others = sorted(others, key=lambda each: -each.mean)[: max(1, len(others) // 2)]
        best = others[0] if others[0].is_better(plain) else plain
        self._tell(st, plain, best, len(dice))
        return best

    def _rehearse(self, st: Any, chapter: Chapter, candidate: Candidate, seed: int) -> float:
        """What a candidate comes to with some dice, for our side."""
        trial = st.copy()
        dice = Random(seed)  # noqa: S311 - play, not secrecy
        ours, stream = candidate.begin()
        plain = StaffPlayer(self._trade.office).at_table()
        answers = Random(seed + 1)  # noqa: S311 - play, not secrecy
        for _ in range(MOST_STEPS):
            if not trial.stack or self._trade.is_judged(trial, self.seat, chapter):
                break
            top = trial.stack[-1]
            if isinstance(top, Chance):
                play.apply(trial, CHANCE, play.roll(trial, dice))
                continue
            seat: int = top.seat if isinstance(top, Ask) else play.pending(trial)[0]
            legal = play.legal(trial, seat)
            if len(legal) == 1:
                play.apply(trial, seat, legal[0])
            elif seat == self.seat:
                now = self._trade.chapter(trial, seat)
                if now is not None and now.key == chapter.key:
                    play.apply(trial, seat, ours(trial, legal, stream))
                else:
                    play.apply(trial, seat, plain(trial, legal, answers))
            else:
                play.apply(trial, seat, plain(trial, legal, answers))
        worth = self._trade.worth(trial)
        return worth if self.seat == 0 else -worth

    def _tell(self, st: Any, first: Candidate, best: Candidate, trials: int) -> None:
        """Write down what was weighed."""
        said = self._trade.said
        plan = "the first plan" if best is first else "another plan"
        than = "" if best is first else f", the first {said(first.mean)}"
        sentence = (
            f"We rehearsed {len(TEMPERS)} plans with {trials} sets of dice and took {plan}: "
            f"it promised {said(best.mean)}{than}."
        )
        self.notebook.decide(st.turn, sentence)


SECONDS: Final = {"search-2": 2.0, "search": 5.0, "search-30": 30.0}
"""The levels: how long one thinks about a turn."""


def searchers(trade: Trade) -> Mapping[str, Policy]:
    """The searching players of a game, as the table of players names them."""
    return {
        name: StaffPlayer(partial(SearchOffice, trade=trade, seconds=seconds))
        for name, seconds in SECONDS.items()
    }
