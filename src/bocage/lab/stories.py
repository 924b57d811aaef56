"""The story of a game that is over: measures over time, losses, luck, and what turned it.

Luck is told against expectation: of each battle's die, how much better the attacker did than he
could hope for, by the rank of the result among all faces. It is nought on average whatever the
odds were, so that a good plan is not mistaken for good luck.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import sqrt
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from bocage.engine.actions import first
from bocage.engine.story import Battle, Chart, Measure, Telling
from bocage.engine.words import Words

if TYPE_CHECKING:
    from bocage.engine.events import Event
    from bocage.engine.game import Game
    from bocage.engine.past import Past

TURNING: Final = 5
"""How many turning points are told."""
_LUCK_WEIGHS: Final = 3.0
"""What the whole luck of a die weighs beside a lost step."""


class Fight(NamedTuple):
    """A battle of the game."""

    line: int
    turn: int
    by: int
    hex: int
    result: str
    meaning: str
    luck: float
    """The attacker's, from -1/2 to 1/2; the defender's is the opposite."""
    variance: float
    """Of that luck, before the die."""


class Line(NamedTuple):
    """A measure over the turns."""

    measure: Measure
    values: tuple[float, ...]


class Turning(NamedTuple):
    """A moment that turned the game."""

    line: int
    turn: int
    words: Words
    weight: float


@dataclass(frozen=True, slots=True)
class Story:
    """A game, told."""

    turns: tuple[int, ...]
    ends: tuple[int, ...]
    """The entries before the end of each turn."""
    charts: tuple[tuple[Chart, tuple[Line, ...]], ...]
    losses: tuple[tuple[int, ...], ...]
    """Steps lost by each side in each turn."""
    fights: tuple[Fight, ...]
    turning: tuple[Turning, ...]

    def luck(self, side: int) -> float:
        """The luck of a side over all battles: how many ranks of a die it was ahead."""
        return sum(each.luck if each.by == side else -each.luck for each in self.fights)

    @property
    def spread(self) -> float:
        """The standard deviation of that sum in games with the same battles."""
        return sqrt(sum(each.variance for each in self.fights))


def luck_of(battle: Battle, face: int) -> tuple[float, float]:
    """The attacker's luck with a face of the die (from 0), and the variance of it before."""
    order = list(battle.results)
    ranks = [order.index(result) for result in battle.faces]
    count = len(ranks)

    def rank(mine: int) -> float:
        worse = sum(each < mine for each in ranks)
        same = sum(each == mine for each in ranks)
        return (worse + same / 2) / count - 0.5

    lucks = [rank(each) for each in ranks]
    return lucks[face], sum(each * each for each in lucks) / count


@dataclass(slots=True)
class _Teller:
    """Walks a game and takes notes."""

    told: Telling
    turns: list[int] = field(default_factory=list[int])
    ends: list[int] = field(default_factory=list[int])
    values: list[list[float]] = field(default_factory=list[list[float]])
    losses: list[list[int]] = field(default_factory=list[list[int]])
    fights: list[Fight] = field(default_factory=list[Fight])
    by_line: dict[int, list[int]] = field(default_factory=dict[int, list[int]])
    """Steps lost by each side, by entry."""

    def end_turn(self, st: Any, number: int) -> None:
        self.turns.append(self.told.turn(st))
        self.ends.append(number)
        self.values.append(
            [each.value(st) for chart in self.told.charts for each in chart.measures]
        )
        while len(self.losses) < len(self.turns) + 1:
            self.losses.append([0, 0])

    def lose(self, number: int, before: tuple[Any, Any], st: Any) -> None:
        loc, steps = before
        places, left = self.told.places(st), self.told.steps(st)
        for side, own in enumerate(self.told.sides):
            lost = 0
            for u in own:
                if loc[u] < 0:
                    continue
                if places[u] in self.told.gone:
                    lost += steps[u]
                else:
                    lost += max(0, steps[u] - left[u])
            if lost:
                self.by_line.setdefault(number, [0, 0])[side] += lost
                self.losses[len(self.turns)][side] += lost


def told_of(game: Game[Any], past: Past[Any], events: Sequence[tuple[int, Event]]) -> Story | None:
    """The story of a game; None where nobody knows how to tell one.

    Args:
        game: what was played.
        past: all that it went through.
        events: what happened, each with the number of its entry.
    """
    how = game.story()
    if how is None:
        return None
    teller = _Teller(how, losses=[[0, 0]])
    was: tuple[Any, Any] | None = None
    turn, last = 0, None  # the state before, for what it came to when a turn ended
    for number, st in past.walk():
        if was is not None:
            teller.lose(number - 1, was, st)
        if how.turn(st) != turn and last is not None:
            teller.end_turn(last, number - 1)
        turn = how.turn(st)
        entry = past.entry(number)
        battle = how.battle(st) if entry is not None and entry.question else None
        if battle is not None and entry is not None:
            face = first(entry.action)
            luck, variance = luck_of(battle, face)
            result = battle.faces[face]
            meaning = battle.results[result]
            teller.fights.append(
                Fight(number, turn, battle.by, battle.hex, result, meaning, luck, variance)
            )
        was = (tuple(how.places(st)), tuple(how.steps(st)))
        last = st.copy()
    assert last is not None
    teller.end_turn(last, len(past))
    lines = _lines(how, teller.values)
    return Story(
        turns=tuple(teller.turns),
        ends=tuple(teller.ends),
        charts=lines,
        losses=tuple(tuple(each) for each in teller.losses[: len(teller.turns)]),
        fights=tuple(teller.fights),
        turning=_turning(teller, events),
    )


def _lines(
    how: Telling, values: Sequence[Sequence[float]]
) -> tuple[tuple[Chart, tuple[Line, ...]], ...]:
    """The values at the end of each turn, by measure."""
    found: list[tuple[Chart, tuple[Line, ...]]] = []
    at = 0
    for chart in how.charts:
        lines: list[Line] = []
        for measure in chart.measures:
            lines.append(Line(measure, tuple(each[at] for each in values)))
            at += 1
        found.append((chart, tuple(lines)))
    return tuple(found)


def _turning(teller: _Teller, events: Sequence[tuple[int, Event]]) -> tuple[Turning, ...]:
    """The gravest moments in the order of the game."""
    found: list[Turning] = []

    def turn_of(line: int) -> int:
        return next(
            (t for t, end in zip(teller.turns, teller.ends, strict=True) if line < end),
            teller.turns[-1],
        )

    later = [*(each.line for each in teller.fights), 1 << 30][1:]
    for fight, until in zip(teller.fights, later, strict=True):
        lost = [0, 0]
        for line, each in teller.by_line.items():
            if fight.line <= line < until and turn_of(line) == fight.turn:
                lost = [lost[0] + each[0], lost[1] + each[1]]
        weight = sum(lost) + _LUCK_WEIGHS * abs(fight.luck)
        words = Words(
            "{side:side} attack {hex:hex}: {meaning} ({own} of their steps for {other})",
            {
                "side": fight.by,
                "hex": fight.hex,
                "meaning": fight.meaning,
                "own": lost[fight.by],
                "other": lost[1 - fight.by],
            },
        )
        found.append(Turning(fight.line + 1, fight.turn, words, weight))
    for line, event in events:
        weight = teller.told.grave.get(type(event), 0.0)
        if weight:
            found.append(Turning(line + 1, turn_of(line), event.words(), weight))
    found.sort(key=lambda each: -each.weight)
    return tuple(sorted(found[:TURNING], key=lambda each: each.line))
