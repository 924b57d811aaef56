"""Rehearsals: a plan is played on a copy of the position, with given dice, and judged.

A rehearsal starts from what the seat sees. What the seat does not see is filled in at random. The
candidate plays the chapter, and a plain staff plays the other seats. All candidates meet the same
dice: each question of chance has its own answer, even after the plans have parted. A candidate's
play before the first die is always the same, so it is computed once.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from random import Random
from typing import Any, Final, NamedTuple, Protocol

from bocage.ai.search.knowledge import Chapter, Knowledge
from bocage.ai.staff.levels import REGULAR
from bocage.ai.staff.player import StaffPlayer
from bocage.engine import play
from bocage.engine.actions import Action
from bocage.engine.dice import Dice
from bocage.engine.frames import CHANCE, Ask, Chance

MOST_STEPS: Final = 5_000
"""The most decisions in a rehearsal; then the position is judged as it is."""
KEPT: Final = 64
"""The number of openings that a process keeps."""


class Trial(NamedTuple):
    """One rehearsal to be made."""

    temper: int
    """The index of its temper in `Knowledge.tempers`."""
    seed: int
    """The seed of the candidate's random stream: the same seed makes the same plan."""
    dice: int
    """The seed of the dice and of the other players."""


class Scene(NamedTuple):
    """The starting point of rehearsals."""

    knowledge: Knowledge
    state: Any
    """The position as the seat sees it."""
    seat: int
    chapter: Chapter


class Sight(NamedTuple):
    """A seat's view while other seats decide."""

    knowledge: Knowledge
    state: Any
    """The position as the seat sees it."""
    seat: int


class Rehearsers(Protocol):
    """The makers of rehearsals: this process, or others."""

    @property
    def width(self) -> int:
        """Return how many rehearsals run at the same time."""
        ...

    def rehearse(self, scene: Scene, trials: Sequence[Trial]) -> list[float]:
        """Return the worth of each trial for the seat of the scene."""
        ...

    def foresee(self, sight: Sight, dice: int) -> Scene | None:
        """Return where the seat's next chapter may begin, or None if the game ends before."""
        ...


class Here:
    """Rehearsals in this process, one after the other."""

    @property
    def width(self) -> int:
        """Return 1: one rehearsal at a time."""
        return 1

    def rehearse(self, scene: Scene, trials: Sequence[Trial]) -> list[float]:
        """Return the worth of each trial for the seat of the scene."""
        return [rehearse(scene, each) for each in trials]

    def foresee(self, sight: Sight, dice: int) -> Scene | None:
        """Return where the seat's next chapter may begin, or None if the game ends before."""
        return foresee(sight, dice)


def candidate(knowledge: Knowledge, seat: int, trial: Trial) -> tuple[StaffPlayer, Random]:
    """Return the staff of a trial before its first plan, with its random stream."""
    staff = StaffPlayer(knowledge.office, knowledge.tempers(seat)[trial.temper].level)
    return staff.at_table(), Random(trial.seed)  # noqa: S311 - play, not secrecy


class CommonDice:
    """The dice of a rehearsal. The same question has the same answer in all rehearsals on a stream,
    whatever else happens in them.
    """

    def __init__(self, stream: int) -> None:
        self._dice: Final = Dice(stream.to_bytes(8))
        self._asked: Final[dict[str, int]] = {}

    def roll(self, st: Any) -> Action:
        """Return the outcome of the question of chance that a position asks."""
        top = st.stack[-1]
        question: str = top.question(st)
        time = self._asked[question] = self._asked.get(question, 0) + 1
        outcomes: Sequence[Action] = top.outcomes(st)
        return outcomes[self._dice.number(question, time, len(outcomes), top.weights(st))]


class Opening(NamedTuple):
    """A candidate's play before the first die, which is the same in all its rehearsals."""

    world: Any
    """The board it belongs to."""
    actions: tuple[tuple[int, Action], ...]
    staff: StaffPlayer
    stream: Any
    """The state of its random stream after the opening."""


OPENINGS: Final[dict[Hashable, Opening]] = {}
"""The most recent openings; each process has its own."""


def opening(scene: Scene, trial: Trial) -> Opening:
    """Return the opening of a trial, played once for all its rehearsals."""
    world = scene.state.world
    key = (id(world), scene.state.key(), scene.seat, scene.chapter.key, trial.temper, trial.seed)
    found = OPENINGS.get(key)
    if found is None:
        if len(OPENINGS) >= KEPT:
            OPENINGS.clear()
        found = OPENINGS[key] = _opened(scene, trial)
    return found


def _opened(scene: Scene, trial: Trial) -> Opening:
    knowledge, seat, chapter = scene.knowledge, scene.seat, scene.chapter
    st = scene.state.copy()
    staff, stream = candidate(knowledge, seat, trial)
    actions: list[tuple[int, Action]] = []
    while st.stack and _is_in(knowledge, st, seat, chapter) and len(actions) < MOST_STEPS:
        top = st.stack[-1]
        if isinstance(top, Chance) or play.pending(st)[0] != seat:
            break
        legal = play.legal(st, seat)
        action = legal[0] if len(legal) == 1 else staff(st, legal, stream)
        play.apply(st, seat, action)
        actions.append((seat, action))
    return Opening(scene.state.world, tuple(actions), staff, stream.getstate())


def rehearse(scene: Scene, trial: Trial) -> float:
    """Return the result of a trial for the seat of the scene."""
    knowledge, seat, chapter = scene.knowledge, scene.seat, scene.chapter
    begun = opening(scene, trial)
    st = scene.state.copy()
    knowledge.guess(st, seat, Random(trial.dice))  # noqa: S311 - play, not secrecy
    dice = CommonDice(trial.dice)
    for asked, action in begun.actions:
        play.apply(st, asked, action)
    ours, stream = begun.staff.fork(), Random()  # noqa: S311 - play, not secrecy
    stream.setstate(begun.stream)
    plain = StaffPlayer(knowledge.office).at_table()
    answers = Random(trial.dice + 1)  # noqa: S311 - play, not secrecy
    for _ in range(MOST_STEPS):
        if not st.stack or knowledge.is_judged(st, seat, chapter):
            break
        top = st.stack[-1]
        if isinstance(top, Chance):
            play.apply(st, CHANCE, dice.roll(st))
            continue
        asked = top.seat if isinstance(top, Ask) else play.pending(st)[0]
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


def foresee(sight: Sight, dice: int) -> Scene | None:
    """Return where the seat's next chapter may begin: plain staffs play until then."""
    knowledge, seat = sight.knowledge, sight.seat
    st = sight.state.copy()
    chance = Random(dice)  # noqa: S311 - play, not secrecy
    knowledge.guess(st, seat, chance)
    old = knowledge.chapter(st, seat)
    plain = StaffPlayer(knowledge.office).at_table()
    answers = Random(dice + 1)  # noqa: S311 - play, not secrecy
    for _ in range(MOST_STEPS):
        if not st.stack:
            break
        if isinstance(st.stack[-1], Chance):
            play.apply(st, CHANCE, play.roll(st, chance))
            continue
        asked = play.pending(st)[0]
        legal = play.legal(st, asked)
        if asked == seat and len(legal) > 1:
            now = knowledge.chapter(st, seat)
            if now is not None and (old is None or now.key != old.key):
                return Scene(knowledge, knowledge.office(seat, REGULAR).see(st), seat, now)
        play.apply(st, asked, legal[0] if len(legal) == 1 else plain(st, legal, answers))
    return None


def _is_in(knowledge: Knowledge, st: Any, seat: int, chapter: Chapter) -> bool:
    """Return whether a seat is still in a chapter."""
    now = knowledge.chapter(st, seat)
    return now is not None and now.key == chapter.key
