"""The story of a game that is over: measures over time, losses, luck, and what turned it.

Luck is measured against expectation: for each battle's die, how much better the attacker did than
expected, by the rank of the result among all faces. Its mean is zero whatever the odds, so that a
good plan is not mistaken for good luck.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from math import sqrt
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from bocage.engine import play
from bocage.engine.actions import first
from bocage.engine.story import Battle, Chart, Measure, Telling
from bocage.engine.words import Words

if TYPE_CHECKING:
    from bocage.engine.events import Event
    from bocage.engine.game import Game
    from bocage.engine.past import Past

TURNING: Final = 5
"""The number of turning points in an account."""
_LUCK_WEIGHS: Final = 3.0
"""The weight of the whole luck of a die, compared with a lost step."""


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
    """The variance of that luck, before the die."""


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
    """The account of a game."""

    turns: tuple[int, ...]
    ends: tuple[int, ...]
    """The entries before the end of each turn."""
    charts: tuple[tuple[Chart, tuple[Line, ...]], ...]
    losses: tuple[tuple[int, ...], ...]
    """Steps lost by each side in each turn."""
    fights: tuple[Fight, ...]
    turning: tuple[Turning, ...]
    positions: tuple[tuple[tuple[int, ...], tuple[int, ...]], ...] = ()
    """The place of each unit at the end of each turn, and its steps."""

    def luck(self, side: int) -> float:
        """Return the luck of a side over all battles: how many ranks of a die it was ahead."""
        return sum(each.luck if each.by == side else -each.luck for each in self.fights)

    @property
    def spread(self) -> float:
        """The standard deviation of that sum in games with the same battles."""
        return sqrt(sum(each.variance for each in self.fights))


def luck_of(battle: Battle, face: int) -> tuple[float, float]:
    """Return the attacker's luck with a face of the die (from 0), and the variance of it before."""
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
    units: dict[int, dict[int, int]] = field(default_factory=dict[int, dict[int, int]])
    """Units that lost steps and how many, by entry."""
    amid: set[int] = field(default_factory=set[int])
    """Entries in the middle of a battle."""
    positions: list[tuple[tuple[int, ...], tuple[int, ...]]] = field(
        default_factory=list[tuple[tuple[int, ...], tuple[int, ...]]]
    )

    def end_turn(self, st: Any, number: int) -> None:
        self.turns.append(self.told.turn(st))
        self.ends.append(number)
        self.positions.append((tuple(self.told.places(st)), tuple(self.told.steps(st))))
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
                own_loss = steps[u] if places[u] in self.told.gone else max(0, steps[u] - left[u])
                if own_loss:
                    self.units.setdefault(number, {})[u] = own_loss
                lost += own_loss
            if lost:
                self.by_line.setdefault(number, [0, 0])[side] += lost
                self.losses[len(self.turns)][side] += lost


def told_of(game: Game[Any], past: Past[Any], events: Sequence[tuple[int, Event]]) -> Story | None:
    """Return the story of a game; None if the game does not say how to narrate it.

    Args:
        game: what was played.
        past: its history.
        events: the events, each with the number of its entry.
    """
    how = game.story()
    if how is None:
        return None
    teller = _Teller(how, losses=[[0, 0]])
    was: tuple[Any, Any] | None = None
    turn, last = 0, None  # the earlier state, for its measures at the end of a turn
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
        if play.battle_at(st) is not None:
            teller.amid.add(number)
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
        positions=tuple(teller.positions),
    )


def _lines(
    how: Telling, values: Sequence[Sequence[float]]
) -> tuple[tuple[Chart, tuple[Line, ...]], ...]:
    """Return the values at the end of each turn, by measure."""
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
    """Return the gravest moments in the order of the game."""
    found = [*_battles(teller, events), *_tolls(teller, events)]
    found.sort(key=lambda each: -each.weight)
    return tuple(sorted(found[:TURNING], key=lambda each: each.line))


def _turn_of(teller: _Teller, line: int) -> int:
    ends = zip(teller.turns, teller.ends, strict=True)
    return next((t for t, end in ends if line < end), teller.turns[-1])


def _span(teller: _Teller, fight: Fight) -> list[int]:
    """Return the entries of a battle: its die, and the decisions in the middle of it."""
    found, line = [fight.line], fight.line + 1
    while line in teller.amid and all(line != each.line for each in teller.fights):
        found.append(line)
        line += 1
    return found


def _battles(teller: _Teller, events: Sequence[tuple[int, Event]]) -> Iterator[Turning]:
    """Yield battles with their results, and other grave events."""
    grave = [(line, each, teller.told.grave.get(type(each), 0.0)) for line, each in events]
    grave = [each for each in grave if each[2]]
    in_battle = set[int]()
    apart = set(teller.told.tolls)
    for fight in teller.fights:
        span = _span(teller, fight)
        in_battle.update(span)
        tolled = {
            getattr(each, "unit", -1)
            for line, each in events
            if line in span and type(each) in apart
        }
        lost = [0, 0]
        for line in span:
            for u, steps in teller.units.get(line, {}).items():
                if u not in tolled:
                    lost[next(i for i, own in enumerate(teller.told.sides) if u in own)] += steps
        then = [(event, weight) for line, event, weight in grave if line in span]
        about = {"side": fight.by, "hex": fight.hex, "meaning": fight.meaning}
        words = Words("{side:side} attack {hex:hex}: {meaning}", about)
        for event, _ in then:
            words = Words("{first}; {then}", {"first": words, "then": event.words()})
        own, other = (_steps_said(lost[side]) for side in (fight.by, 1 - fight.by))
        about = {"first": words, "side": fight.by, "own": own, "other": other}
        words = Words("{first}; {side:side} lose {own}, the enemy {other}", about)
        weight = sum(lost) + _LUCK_WEIGHS * abs(fight.luck) + sum(each for _, each in then)
        yield Turning(fight.line + 1, fight.turn, words, weight)
    for line, event, weight in grave:
        if line not in in_battle:
            yield Turning(line + 1, _turn_of(teller, line), event.words(), weight)


def _steps_said(count: int) -> str:
    return "nothing" if count == 0 else f"{count} step{'s' if count > 1 else ''}"


def _tolls(teller: _Teller, events: Sequence[tuple[int, Event]]) -> Iterator[Turning]:
    """Yield the losses outside of battle, all of a side in a turn together."""
    found: dict[tuple[type[Event], int, int], list[tuple[int, int]]] = {}
    for line, event in events:
        unit = getattr(event, "unit", -1)
        steps = teller.units.get(line, {}).get(unit, 0)
        if type(event) not in teller.told.tolls or not steps:
            continue
        side = next(i for i, own in enumerate(teller.told.sides) if unit in own)
        found.setdefault((type(event), _turn_of(teller, line), side), []).append((line, steps))
    for (kind, turn, side), each in found.items():
        steps = sum(lost for _, lost in each)
        about = {"count": len(each), "side": side, "steps": steps}
        yield Turning(each[0][0] + 1, turn, Words(teller.told.tolls[kind], about), float(steps))
