"""What a sheet means: its lines checked in plain language, never in terms of the rules.

An order that cannot be carried out is a problem, and falls away; one that is unclear is a
question, with what is taken if no answer comes (readings 2.2 and 2.3). The rest stands.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from typing import Final

from bocage.engine.numbers import whole
from bocage.games.opcom.board.position import (
    ACTIONS,
    ATTACK,
    BREAKTHROUGH,
    HOLD,
    MOVE,
    POSTURES,
    PROBE,
    REST,
    TACT,
)
from bocage.games.opcom.board.ways import Point
from bocage.games.opcom.board.world import World
from bocage.games.opcom.pieces.orders import Chore, Line
from bocage.games.opcom.pieces.profiles import Arm
from bocage.games.opcom.s05_orders.chore_rows import understand_chores
from bocage.games.opcom.s05_orders.names import Finder, Spot
from bocage.games.opcom.s05_orders.sheet import Row, Sheet, Value, rows, texts
from bocage.games.opcom.s09_combat.permission import may_break_through


@dataclass(frozen=True, slots=True)
class Problem:
    """An order that cannot be carried out, in words for the team. The rest of the sheet stands."""

    number: int
    words: str

    def __str__(self) -> str:
        return f"line {self.number}: {self.words}" if self.number else self.words


@dataclass(frozen=True, slots=True)
class Question:
    """Something unclear: what Control asks, what may be answered, and what is taken if not."""

    number: int
    words: str
    choices: tuple[str, ...]
    default: str

    def __str__(self) -> str:
        among = f" ({', '.join(self.choices)})" if self.choices else ""
        head = f"line {self.number}: " if self.number else ""
        return f"{head}{self.words}{among} If we hear nothing: {self.default}."


@dataclass(frozen=True, slots=True)
class Understood:
    """A whole sheet."""

    lines: tuple[Line, ...] = ()
    chores: tuple[Chore, ...] = ()
    problems: tuple[Problem, ...] = ()
    questions: tuple[Question, ...] = field(default=())
    chore_numbers: tuple[int, ...] = ()
    """The line on the sheet of each chore."""


_ACTIONS: Final[Mapping[str, int]] = {
    **{name: i for i, name in enumerate(ACTIONS)},
    "break through": BREAKTHROUGH,
    "stand fast": HOLD,
}
_POSTURES: Final[Mapping[str, int]] = {
    **{name: i for i, name in enumerate(POSTURES)},
    "tactical": 0,
    "non-tactical": 1,
    "nontact": 1,
    "non tact": 1,
}
_YES: Final = ("yes", "true", "y", "1", "x")


@dataclass(frozen=True, slots=True)
class Known:
    """What a team knows of its own side: from what it was told, never from the master map."""

    where: Mapping[int, Point]
    """Its units, and where they were last reported."""
    lost: frozenset[int]
    """Its units that are no fighting units any more."""
    down: frozenset[int] = frozenset()
    """Bridges that it knows to be down."""
    stacks: Mapping[int, Point] = field(default_factory=dict[int, Point])
    """Supplies that it has parked or taken, and where."""


@dataclass(slots=True)
class Reader:
    """Gathers what is understood of one sheet."""

    world: World
    team: int
    known: Known
    finder: Finder
    problems: list[Problem] = field(default_factory=list[Problem])
    questions: list[Question] = field(default_factory=list[Question])

    def problem(self, number: int, words: str) -> None:
        """An order that falls away."""
        first = words[0].upper() if number else words[0]
        self.problems.append(Problem(number, first + words[1:]))

    def ask(self, number: int, words: str, choices: Sequence[str], default: str) -> None:
        """Something to clear up."""
        self.questions.append(Question(number, words, tuple(choices), default))

    def spot(
        self, number: int, name: str, units: Sequence[int], *, bridge: bool = False
    ) -> Spot | None:
        """A place that a line names; unclear ones are asked about."""
        found = self.finder.bridge(name) if bridge else self.finder.place(name)
        if not found.spots:
            self.problem(number, f"we cannot find '{name}' on the map.{found.hint}")
            return None
        if len(found.spots) == 1:
            return found.spots[0]
        chosen = self.finder.nearest(found.spots, units)
        which = "which bridge" if all(s.crossing >= 0 for s in found.spots) else "which"
        choices = [s.name for s in found.spots]
        self.ask(number, f"{which} do you mean by '{name}'?", choices, chosen.name)
        return chosen

    def number(self, line: int, what: str, value: Value, default: int) -> int:
        """A number of points or squadrons."""
        text = str(value).strip().split()[0] if str(value).strip() else ""
        if (found := whole(text, digits=4)) is not None:
            return found
        if text:
            taken = {-1: "as much as they need and there is", 0: "none"}.get(default, "as usual")
            self.ask(line, f"how much is {what} '{value}'?", (), taken)
        return default


def understand(world: World, team: int, sheet: Sheet, known: Known) -> Understood:
    """Everything that a sheet says."""
    reader = Reader(world, team, known, Finder(world, team, known.where))
    lines: list[Line] = []
    for fault in sheet.get("faults", ()):
        reader.problem(0, f"{fault}.")
    for number, row in enumerate(rows(sheet, "order"), 1):
        line = _line(reader, number, row)
        if line is not None:
            lines.append(line)
    lines = _once(reader, lines)
    chores = understand_chores(reader, sheet)
    return Understood(
        tuple(lines),
        tuple(chore for _, chore in chores),
        tuple(reader.problems),
        tuple(reader.questions),
        tuple(number for number, _ in chores),
    )


def _line(reader: Reader, number: int, row: Row) -> Line | None:
    units = _units(reader, number, row)
    if not units:
        return None
    words = str(row.get("orders", ""))
    action = _word(reader, number, row.get("action", "hold"), _ACTIONS, ACTIONS, HOLD)
    posture = _word(reader, number, row.get("posture", "tact"), _POSTURES, POSTURES, TACT)
    if posture == REST and action != HOLD:
        reader.ask(
            number, "shall they rest or act? Resting troops stay where they are.", (), "rest"
        )
        action = HOLD
    arms: tuple[Arm, ...] = tuple(reader.world.units[u].arm for u in units)
    if action == BREAKTHROUGH and not may_break_through(arms):
        text = "only armour can break through; shall they attack instead?"
        reader.ask(number, text, ("attack", "hold"), "they attack")
        action = ATTACK
    support = _support(reader, number, row)
    if action in (ATTACK, BREAKTHROUGH):
        units, support = _with_guns_behind(reader, number, units, support)
        if not units:
            return None
    goal, route, follow = _goal(reader, number, row, words, units, action)
    if action in (ATTACK, BREAKTHROUGH, MOVE, PROBE) and goal is None and follow < 0:
        text = f"where shall they {_SAID[action]} to?"
        reader.ask(number, text, (), "they stay where they are")
        action = HOLD
    return Line(
        team=reader.team,
        number=number,
        units=units,
        action=action,
        posture=posture,
        words=words,
        goal=() if goal is None else goal.point,
        goal_name="" if goal is None else goal.name,
        route=route,
        follow=follow,
        support=support,
        squadrons=reader.number(number, "air support", row.get("air", ""), 0),
        cab_rank=reader.number(number, "the cab rank", row.get("cab_rank", ""), 0),
        ammo=reader.number(number, "ammunition", row.get("ammo", ""), -1),
        fuel=reader.number(number, "fuel", row.get("fuel", ""), -1),
        stand_fast=int(_yes(row, "stand_fast") or _stands_fast(words, action)),
        counter_attack=int(_yes(row, "counter_attack") or "counter-attack" in words.casefold()),
        night=int(_yes(row, "night")),
        column=int(_yes(row, "column")),
        after=int(str(row.get("after", "")).casefold().startswith("fight")),
        infiltrate=int(_yes(row, "infiltrate")),
        priority=reader.number(number, "priority", row.get("priority", ""), 9),
        lift=_lift(reader, number, row),
    )


def _with_guns_behind(
    reader: Reader, number: int, units: tuple[int, ...], support: tuple[tuple[int, int], ...]
) -> tuple[tuple[int, ...], tuple[tuple[int, int], ...]]:
    """9.11: guns of a formation that attacks support it from where they stand."""
    guns = tuple(u for u in units if reader.world.units[u].is_gun)
    others = tuple(u for u in units if u not in guns)
    if not others:
        names = ", ".join(reader.world.units[u].name for u in guns)
        reader.problem(number, f"{names} can support an attack, and cannot make one alone.")
        return (), ()
    known = dict(support)
    return others, tuple(sorted({**dict.fromkeys(guns, 0), **known}.items()))


def _lift(reader: Reader, number: int, row: Row) -> int:
    """Reading 3.8: the transport unit whose lorries take the troops of a line along, or -1."""
    name = str(row.get("lifted_by", "")).strip()
    if not name:
        return -1
    units, complaint = reader.finder.units(name)
    fit = [u for u in units if reader.world.units[u].arm == "transport"]
    if not fit:
        reader.problem(number, complaint or f"'{name}' has no lorries to lift troops with.")
        return -1
    return fit[0]


_SAID: Final[Mapping[int, str]] = {
    ATTACK: "attack",
    BREAKTHROUGH: "break through",
    MOVE: "move",
    PROBE: "probe",
}


def _stands_fast(words: str, action: int) -> bool:
    said = words.casefold()
    return action == HOLD and ("stand fast" in said or "at all costs" in said)


def _yes(row: Row, key: str) -> bool:
    value = row.get(key, False)
    return value is True or str(value).strip().casefold() in _YES


def _units(reader: Reader, number: int, row: Row) -> tuple[int, ...]:
    found: list[int] = []
    names = texts(row.get("unit", ""))
    if not names:
        reader.problem(number, "the line names no unit.")
    for name in names:
        units, complaint = reader.finder.units(name)
        if complaint:
            reader.problem(number, complaint)
        for unit in units:
            if unit in reader.known.lost:
                if len(units) == 1:
                    lost = reader.world.units[unit].name
                    reader.problem(number, f"{lost} is no longer a fighting unit.")
            elif unit in reader.known.where and unit not in found:
                found.append(unit)
            elif len(units) == 1 and unit not in found:
                reader.problem(number, f"{reader.world.units[unit].name} has not arrived yet.")
    return tuple(found)


def _word(
    reader: Reader,
    number: int,
    value: Value,
    known: Mapping[str, int],
    names: Sequence[str],
    default: int,
) -> int:
    said = " ".join(str(value).casefold().split())
    if said in known:
        return known[said]
    near = get_close_matches(said, list(known), n=1)
    chosen = known[near[0]] if near else default
    reader.ask(number, f"we do not know '{value}'.", names, f"we take it as {names[chosen]}")
    return chosen


def _goal(
    reader: Reader,
    number: int,
    row: Row,
    words: str,
    units: tuple[int, ...],
    action: int,
) -> tuple[Spot | None, tuple[Point, ...], int]:
    """Where a line leads, by which way, and behind whom."""
    named = texts(row.get("objective", ""))
    via = texts(row.get("route", []))
    if not named and action != HOLD:
        found = reader.finder.in_words(words)
        named, via = found[-1:], [*via, *found[:-1]]
    goal = reader.spot(number, named[0], units) if named else None
    points: list[Point] = []
    for name in via:
        spot = reader.spot(number, name, units)
        if spot is not None:
            points.append(spot.point)
            _warn_down(reader, number, spot)
    if goal is not None:
        _warn_down(reader, number, goal)
    if goal is not None and goal.unit >= 0:
        return None, tuple(points), goal.unit
    return goal, tuple(points), -1


def _warn_down(reader: Reader, number: int, spot: Spot) -> None:
    if spot.crossing in reader.known.down:
        text = f"{spot.name} is down. Which way shall they go?"
        reader.ask(number, text, (), "they go as far as they can without it")


def _support(reader: Reader, number: int, row: Row) -> tuple[tuple[int, int], ...]:
    """Guns on a line; `64 Med Regt: first attack` fires in the first attack alone."""
    found: dict[int, int] = {}
    for name in texts(row.get("support", [])):
        who, _, when = name.partition(":")
        if who.strip().casefold() in ("none", "-"):
            continue
        units, complaint = reader.finder.units(who)
        if complaint and (lent := reader.finder.guns_above(who)):
            found |= dict.fromkeys(lent, int("first" in when.casefold()))
            continue
        if complaint:
            reader.problem(number, complaint)
        for unit in units:
            if unit in reader.known.lost or unit not in reader.known.where:
                continue
            if reader.world.units[unit].is_gun:
                found[unit] = int("first" in when.casefold())
            elif len(units) == 1:
                reader.problem(
                    number, f"{reader.world.units[unit].name} has no guns to support with."
                )
    return tuple(sorted(found.items()))


def _once(reader: Reader, lines: list[Line]) -> list[Line]:
    """Reading 2.3: a unit on two lines is asked about; if nobody answers the later line wins.

    A line for a whole formation gives way to one for some of its units without a question.
    """
    meant: dict[int, int] = {}
    for unit in sorted({unit for line in lines for unit in line.units}):
        named = [line for line in lines if unit in line.units]
        fewest = min(len(line.units) for line in named)
        equal = [line for line in named if len(line.units) == fewest]
        meant[unit] = equal[-1].number
        if len(equal) > 1:
            text = f"{reader.world.units[unit].name} stands on two lines; which one holds?"
            reader.ask(equal[0].number, text, (), f"line {equal[-1].number}")
    kept = [
        replace(line, units=tuple(u for u in line.units if meant[u] == line.number))
        for line in lines
    ]
    return [line for line in kept if line.units]
