"""A staff that looks ahead: it rehearses several plans and takes the best.

A candidate is a staff with a temper: the plain one, bolder and more cautious ones, and some whose
judgement errs. All candidates meet the same dice. The weaker half goes after every round
(sequential halving), so most of the time goes to the plans near the best. The plain staff's plan
stays to the end, and gives way only to one that is clearly better. What was rehearsed is then
played by the same candidate with the same stream: it plans as it did in rehearsal, and adapts
when the dice fall otherwise.

The time is for a whole turn and counts everything: a chapter gets its share of what is left, and
a rehearsal begins only if its end is likely to be in time.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Hashable, Sequence
from math import inf, sqrt
from random import Random
from statistics import fmean, stdev
from typing import Any, Final

from bocage.ai.search.knowledge import Knowledge
from bocage.ai.search.rehearsal import Here, Rehearsers, Scene, Sight, Trial, candidate
from bocage.ai.staff.levels import Level
from bocage.ai.staff.notebook import DECIDED
from bocage.ai.staff.player import Office, StaffPlayer
from bocage.engine.actions import Action
from bocage.engine.viewers import Viewer

LEAST: Final = 3
"""The least rehearsals of each plan. With fewer, the plain staff's plan is taken."""
ALIKE: Final = 2
"""The number of equal results after which two plans count as one."""
SURE: Final = 1.0
"""The standard errors by which a plan must beat the plain staff's."""
HOPELESS: Final = 2.0
"""The standard errors by which a plan must miss that to be dropped."""
MOST: Final = 100
"""The most rehearsals of one plan; more would add little."""
MOST_PLANS: Final = 20
"""The most plans to compare with the plain staff's."""
FORGET: Final = 0.8
"""The factor by which the expected time of a rehearsal falls when it left no time for one."""
NEVER: Final = -1

Clock = Callable[[], float]


class Candidate:
    """One way to play a chapter, with the results of its rehearsals."""

    def __init__(self, name: str, temper: int, seed: int) -> None:
        self.name: Final = name
        """Its name in the account."""
        self.temper: Final = temper
        self.seed: Final = seed
        self.worths: Final[list[float]] = []

    @property
    def mean(self) -> float:
        """Return the mean worth of the rehearsals."""
        return fmean(self.worths)

    def trial(self, dice: int) -> Trial:
        """Return a rehearsal of it."""
        return Trial(self.temper, self.seed, dice)

    def is_like(self, other: Candidate) -> bool:
        """Return whether both had the same results with the same dice, often enough to be sure."""
        pairs = list(zip(self.worths, other.worths, strict=False))
        return len(pairs) >= ALIKE and all(a == b for a, b in pairs)

    def is_better(self, other: Candidate, margin: float) -> bool:
        """Return whether it did better with the same dice, by a margin and what chance explains."""
        gain, error = self._gain(other)
        return gain > margin + SURE * error

    def is_hopeless(self, other: Candidate, margin: float) -> bool:
        """Return whether it will hardly do better by the margin, however long it is rehearsed."""
        gain, error = self._gain(other)
        return gain < margin - HOPELESS * error

    def _gain(self, other: Candidate) -> tuple[float, float]:
        """Return by how much it did better with the same dice, and the standard error."""
        gains = [a - b for a, b in zip(self.worths, other.worths, strict=False)]
        if len(gains) < LEAST:
            return 0.0, inf
        return fmean(gains), stdev(gains) / sqrt(len(gains))


def halved(plans: int) -> list[tuple[int, ...]]:
    """Return, from each round on, the number of plans in the rounds, with the plain one.

    With 5 other plans: (6, 3, 2), (3, 2) and (2,).
    """
    sizes: list[int] = []
    while plans:
        sizes.append(plans + 1)
        plans //= 2
    return [tuple(sizes[i:]) for i in range(len(sizes))]


class SearchOffice(Office[Any]):
    """One seat's searching staff at one table."""

    def __init__(
        self,
        seat: int,
        level: Level,
        *,
        knowledge: Knowledge,
        seconds: float,
        clock: Clock = time.perf_counter,
    ) -> None:
        super().__init__(seat, level)
        self.rehearsers: Rehearsers = Here()
        """The makers of its rehearsals; a server provides separate processes."""
        self._knowledge: Final = knowledge
        self._seconds: Final = seconds
        self._clock: Final = clock
        self._plain: Final = knowledge.office(seat, level)
        self._chapter: Hashable = None
        self._chosen: tuple[StaffPlayer, Random] | None = None
        self._first: tuple[int, Office[Any]] | None = None
        """The office that wrote first about the latest turn, and the turn."""
        self._turn = NEVER
        self._spent = 0.0
        self._hurried = False
        self._cost = 0.0
        """The seconds that a recent rehearsal took."""
        self._foreseen: Final[dict[str, list[list[float]]]] = {}
        """By chapter, each plan's gains over the plain one in rehearsals on the opponent's time."""
        self._pondered = 0.0
        """The seconds of the opponent's time that it has used since it last compared plans."""

    def see(self, st: Any) -> Any:
        """Return the position as the staff sees it."""
        return self._plain.see(st)

    def is_open_to(self, st: Any, viewer: Viewer) -> bool:
        """Return whether a viewer may see the position, as for the staff."""
        return self._plain.is_open_to(st, viewer)

    def hurry(self) -> None:
        """Stop looking ahead in this turn. Another thread may call it while this one thinks."""
        self._hurried = True

    def decide(self, seen: Any, legal: Sequence[Action], rng: Random) -> Action:
        """Compare plans when a chapter begins, then play the best."""
        begun = self._clock()
        if seen.turn != self._turn:
            self._turn, self._spent, self._hurried = seen.turn, 0.0, False
        try:
            return self._decide(seen, legal, rng, begun)
        finally:
            self._spent += self._clock() - begun

    def _decide(self, seen: Any, legal: Sequence[Action], rng: Random, begun: float) -> Action:
        chapter = self._knowledge.chapter(seen, self.seat)
        if chapter is None:
            self._close()
            found = self._plain.decide(seen, legal, rng)
            self._copy(self._plain)
            return found
        if chapter.key != self._chapter or self._chosen is None:
            self._close()
            self._chapter, self._chosen = chapter.key, None
            end = begun + (self._seconds - self._spent) * chapter.share
            best = self._weigh(Scene(self._knowledge, seen, self.seat, chapter), end, rng)
            self._chosen = candidate(self._knowledge, self.seat, best.trial(0))
        staff, stream = self._chosen
        action = staff(seen, legal, stream)
        self._copy(staff.office(self.seat))
        return action

    def _close(self) -> None:
        """Let the office that played the last chapter write the rest of its account."""
        if self._chosen is not None:
            staff, _ = self._chosen
            office = staff.office(self.seat)
            office.finish()
            self._copy(office)

    def _copy(self, office: Office[Any]) -> None:
        """Copy the notes of another office.

        Every office begins a turn with wishes and fears. Only those of the first are copied,
        because the others say the same about another moment.
        """
        for note in office.notebook.take():
            if note.kind != DECIDED:
                if self._first is None or self._first[0] < note.turn:
                    self._first = note.turn, office
                if self._first[1] is not office:
                    continue
            self.notebook.add(note)

    def _weigh(self, scene: Scene, end: float, rng: Random) -> Candidate:
        """Return the best candidate that can be found until `end`."""
        candidates = [
            Candidate(temper.name, i, rng.getrandbits(32))
            for i, temper in enumerate(self._knowledge.tempers(self.seat))
        ]
        plain = candidates[0]
        self._pondered = 0.0
        end -= self._cost  # the plan itself takes about as long to play as to rehearse
        promising = self._promising(scene.chapter.name, candidates[1:])
        others: list[Candidate] = promising[: self._affordable(end)]
        if not others:
            self._cost *= FORGET  # or a moment of load would keep it from looking ahead for ever
            return plain
        weighed, margin = [plain, *others], self._knowledge.margin(self.seat)
        for left in halved(len(others)):
            now = self._clock()
            until = now + (end - now) * left[0] / sum(left)
            while len(plain.worths) < MOST and self._rehearse(scene, [plain, *others], until, rng):
                others = [
                    each
                    for each in others
                    if not each.is_like(plain) and not each.is_hopeless(plain, margin)
                ]
                if not others:
                    break  # the plain plan is the best: the time is better spent later
            if not plain.worths:
                self._cost *= FORGET
                return plain
            if not others or len(left) == 1:
                break
            ranked = sorted(others, key=lambda each: -each.mean)
            others = ranked[: max(1, len(ranked) // 2)]
        best = others[0] if others and others[0].is_better(plain, margin) else plain
        self._tell(scene, weighed, best)
        return best

    def ponder(self, seen: Any, rng: Random, may: Callable[[], bool]) -> None:
        """Rehearse plans for the next chapter on the opponent's time while `may()` allows it.

        Until it next weighs plans, it uses no more time than it may take for a turn. A plain staff
        plays the opponent up to the chapter. The findings decide which plans are compared then.
        Only rehearsals of the real position choose the plan. Another thread may play for this
        seat meanwhile.
        """
        begun = self._clock() - self._pondered
        try:
            self._ponder(seen, rng, lambda: self._clock() - begun < self._seconds and may())
        finally:
            self._pondered = self._clock() - begun

    def _ponder(self, seen: Any, rng: Random, may: Callable[[], bool]) -> None:
        tempers = self._knowledge.tempers(self.seat)
        sight = Sight(self._knowledge, seen, self.seat)
        for _ in range(MOST):
            scene = self.rehearsers.foresee(sight, rng.getrandbits(32)) if may() else None
            if scene is None:
                return
            dice = rng.getrandbits(32)
            worths: list[float] = []
            for i in range(len(tempers)):
                if not may():
                    return
                worths += self.rehearsers.rehearse(scene, [Trial(i, dice, dice)])
            gains = [each - worths[0] for each in worths[1:]]
            self._foreseen.setdefault(scene.chapter.name, []).append(gains)

    def _promising(self, chapter: str, others: list[Candidate]) -> list[Candidate]:
        """Return the better half of the plans, if the opponent's time was enough to tell."""
        foreseen = self._foreseen.pop(chapter, [])
        if len(foreseen) < LEAST:
            return others
        ranked = sorted(others, key=lambda each: -fmean(row[each.temper - 1] for row in foreseen))
        return ranked[: -(-len(ranked) // 2)]

    def _affordable(self, end: float) -> int:
        """Return the number of plans beside the plain one that there is time to rehearse."""
        if self._hurried:
            return 0
        cost, time_left = self._cost / self.rehearsers.width, end - self._clock()
        if cost <= 0:
            return MOST_PLANS
        for plans in range(MOST_PLANS, 0, -1):
            left = halved(plans)
            each = max(ALIKE, -(-LEAST // len(left)))  # rehearsals of a plan in each round
            if each * sum(left[0]) * cost <= time_left:
                return plans
        return 0

    def _rehearse(
        self, scene: Scene, candidates: Sequence[Candidate], until: float, rng: Random
    ) -> bool:
        """Rehearse every candidate with one set of dice. Return False if the time runs out."""
        dice, width = rng.getrandbits(32), self.rehearsers.width
        worths: list[float] = []
        for i in range(0, len(candidates), width):
            now = self._clock()
            if self._hurried or now + self._cost > until:
                return False
            trials = [each.trial(dice) for each in candidates[i : i + width]]
            worths += self.rehearsers.rehearse(scene, trials)
            took = self._clock() - now
            self._cost = took if self._cost == 0.0 else 0.7 * self._cost + 0.3 * took
        for each, worth in zip(candidates, worths, strict=True):
            each.worths.append(worth)
        return True

    def _tell(self, scene: Scene, weighed: Sequence[Candidate], best: Candidate) -> None:
        """Write the compared plans and their figures into the account."""
        said = self._knowledge.said
        if all(each.is_like(weighed[0]) for each in weighed[1:]):
            text = f"For {scene.chapter.name} all the plans that we compared had the same result."
            self.notebook.decide(scene.state.turn, text)
            return
        figures = ", ".join(
            f"{each.name} {said(each.mean)} ({len(each.worths)})" for each in weighed if each.worths
        )
        self.notebook.decide(
            scene.state.turn,
            f"For {scene.chapter.name} we compared plans (rehearsals in brackets): {figures}. "
            f"We took the {best.name} one.",
        )
