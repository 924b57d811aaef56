"""Rehearsals: a plan played on a copy of the position, with given dice, and judged.

A rehearsal starts from what the seat sees; what it does not see is drawn by lot. The candidate
plays the chapter, a plain staff plays everybody else. Candidates meet the same dice.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any, Final, NamedTuple, Protocol

from bocage.ai.search.knowledge import Chapter, Knowledge
from bocage.ai.staff.levels import REGULAR, Level
from bocage.ai.staff.player import StaffPlayer
from bocage.engine import play
from bocage.engine.frames import CHANCE, Ask, Chance

MOST_STEPS: Final = 5_000
"""Decisions in a rehearsal, after which it is judged wherever it stands."""


class Temper(NamedTuple):
    """A staff whose plans are weighed."""

    name: str
    """What the account calls its plan."""
    level: Level


TEMPERS: Final = (
    Temper("plain", REGULAR),
    Temper("bold", Level("", 0.0, REGULAR.effort, 0.8)),
    Temper("cautious", Level("", 0.0, REGULAR.effort, -0.4)),
    Temper("varied", Level("", 0.4, REGULAR.effort, 0.0)),
    Temper("bold and varied", Level("", 0.4, REGULAR.effort, 0.3)),
    Temper("wild", Level("", 0.7, REGULAR.effort, 0.0)),
)
"""The plain staff first. The varied ones misjudge by lot, so each finds another plan."""


class Trial(NamedTuple):
    """One rehearsal to be made."""

    temper: int
    """Which of `TEMPERS`."""
    seed: int
    """The stream of the candidate: the same seed makes the same plan."""
    dice: int
    """The stream of the dice and of the others."""


class Scene(NamedTuple):
    """Where rehearsals begin."""

    knowledge: Knowledge
    state: Any
    """The position as the seat sees it."""
    seat: int
    chapter: Chapter


class Rehearsers(Protocol):
    """Who makes rehearsals: this process, or others beside it."""

    @property
    def width(self) -> int:
        """How many rehearsals they make at the same time."""
        ...

    def rehearse(self, scene: Scene, trials: Sequence[Trial]) -> list[float]:
        """Return the worth of each trial for the seat of the scene."""
        ...


class Here:
    """Rehearsals in this process, one after the other."""

    @property
    def width(self) -> int:
        """One."""
        return 1

    def rehearse(self, scene: Scene, trials: Sequence[Trial]) -> list[float]:
        """Return the worth of each trial for the seat of the scene."""
        return [rehearse(scene, each) for each in trials]


def candidate(knowledge: Knowledge, trial: Trial) -> tuple[StaffPlayer, Random]:
    """Return the staff of a trial before it has planned anything, with its stream."""
    staff = StaffPlayer(knowledge.office, TEMPERS[trial.temper].level)
    return staff.at_table(), Random(trial.seed)  # noqa: S311 - play, not secrecy


def rehearse(scene: Scene, trial: Trial) -> float:
    """Return what a trial comes to, for the seat of the scene."""
    knowledge, seat, chapter = scene.knowledge, scene.seat, scene.chapter
    st = scene.state.copy()
    dice = Random(trial.dice)  # noqa: S311 - play, not secrecy
    knowledge.guess(st, seat, dice)
    ours, stream = candidate(knowledge, trial)
    plain = StaffPlayer(knowledge.office).at_table()
    answers = Random(trial.dice + 1)  # noqa: S311 - play, not secrecy
    for _ in range(MOST_STEPS):
        if not st.stack or knowledge.is_judged(st, seat, chapter):
            break
        top = st.stack[-1]
        if isinstance(top, Chance):
            play.apply(st, CHANCE, play.roll(st, dice))
            continue
        asked: int = top.seat if isinstance(top, Ask) else play.pending(st)[0]
        legal = play.legal(st, asked)
        if len(legal) == 1:
            action = legal[0]
        elif asked == seat and _is_in(knowledge, st, seat, chapter):
            action = ours(st, legal, stream)
        else:
            action = plain(st, legal, answers)
        play.apply(st, asked, action)
    worth = knowledge.worth(st)
    return worth if seat == 0 else -worth


def _is_in(knowledge: Knowledge, st: Any, seat: int, chapter: Chapter) -> bool:
    """Return whether a seat is still in a chapter."""
    now = knowledge.chapter(st, seat)
    return now is not None and now.key == chapter.key
