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
    NON_TACT,
    POSTURES,
    PREPARE,
    PROBE,
    REST,
    TACT,
)
from bocage.games.opcom.board.ways import Point, km_between
from bocage.games.opcom.board.world import World
from bocage.games.opcom.pieces.orders import Chore, Line
from bocage.games.opcom.pieces.profiles import Arm
from bocage.games.opcom.s05_orders.chore_rows import understand_chores
from bocage.games.opcom.s05_orders.intent import Intent, intended
from bocage.games.opcom.s05_orders.names import Finder, Found, Spot, says_bridge
from bocage.games.opcom.s05_orders.sentence import MOST_WORDS, Mention
from bocage.games.opcom.s05_orders.sheet import KINDS, Row, Sheet, Value, rows, texts
from bocage.games.opcom.s05_orders.vocabulary import cut
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
    "rest": HOLD,
}
_POSTURES: Final[Mapping[str, int]] = {
    **{name: i for i, name in enumerate(POSTURES)},
    "tactical": TACT,
    "non-tactical": NON_TACT,
    "nontact": NON_TACT,
    "non tact": NON_TACT,
    "resting": REST,
}
_YES: Final = ("yes", "true", "y", "1", "x")


@dataclass(frozen=True, slots=True)
class Known:
    """What a team knows of its own side: from what it was told, never from the master map."""

    where: Mapping[int, Point]
    """Its units, and where they were last reported."""
    lost: frozenset[int]
    """Its units that are not fighting units any more."""
    down: frozenset[int] = frozenset()
    """Bridges that it knows to be down."""
    stacks: Mapping[int, Point] = field(default_factory=dict[int, Point])
    """Supplies that it has parked or taken, and where."""
    due: Mapping[int, int] = field(default_factory=dict[int, int])
    """Its units that are still to come, and the turn for which they are planned."""
    friends: frozenset[int] = frozenset()
    """Units of other headquarters that it knows of: those below it, and guns lent to it."""
    stocks: Mapping[int, tuple[int, int]] = field(default_factory=dict[int, tuple[int, int]])
    """Ammunition and fuel of its units and dumps, by holder, as it was told."""
    dumps: Mapping[int, Point] = field(default_factory=dict[int, Point])
    """Where its dumps are."""


@dataclass(slots=True)
class Reader:
    """Gathers what is understood of one sheet."""

    world: World
    team: int
    known: Known
    finder: Finder
    kinds: frozenset[str] = frozenset()
    """Kinds of rows that the sheet has."""
    problems: list[Problem] = field(default_factory=list[Problem])
    questions: list[Question] = field(default_factory=list[Question])

    def problem(self, number: int, words: str) -> None:
        """Record an order that can't be carried out."""
        first = words[0].upper() if number else words[0]
        self.problems.append(Problem(number, first + words[1:]))

    def ask(self, number: int, words: str, choices: Sequence[str], default: str) -> None:
        """Record a question to the player."""
        self.questions.append(Question(number, words, tuple(choices), default))

    def spot(
        self, number: int, name: str, units: Sequence[int], *, bridge: bool = False
    ) -> Spot | None:
        """Return a place that a line names. Ask about unclear ones."""
        found = self.finder.bridge(name) if bridge else self.finder.place(name)
        if not found.spots:
            self.problem(number, f"we cannot find '{name}' on the map.{found.hint}")
            return None
        if len(found.spots) == 1 and not found.is_guess:
            return found.spots[0]
        chosen = self.likeliest(found, units, bridge=bridge or says_bridge(name))
        which = "which bridge" if all(s.crossing >= 0 for s in found.spots) else "which place"
        choices = list(dict.fromkeys(s.name for s in found.spots))[:_CHOICES]
        if chosen.name == name:  # north of Best
            self.ask(
                number, f"how far {name}?", (), f"{self.world.tables.figures.orders.vague:g} km"
            )
        elif len(found.spots) == 1:
            self.ask(number, f"do you mean {chosen.name} by '{name}'?", (), chosen.name)
        else:
            self.ask(number, f"{which} do you mean by '{name}'?", choices, chosen.name)
        return chosen

    def likeliest(self, found: Found, units: Sequence[int], *, bridge: bool) -> Spot:
        """Return the likeliest spot.

        Bridges that stand come before those that are down, roads before railways, then the nearest.
        """
        ranks = [self._rank(spot, bridge=bridge) for spot in found.spots]
        best = [spot for spot, rank in zip(found.spots, ranks, strict=True) if rank == min(ranks)]
        return self.finder.nearest(best, units)

    def _rank(self, spot: Spot, *, bridge: bool) -> tuple[bool, bool, bool, int]:
        kind = self.world.crossings[spot.crossing].kind if spot.crossing >= 0 else ""
        words = 0 if kind else len(spot.name.split())
        down = spot.crossing in self.known.down
        return bool(kind) != bridge, down, kind not in ("", "bridge"), words

    def units(self, number: int, name: str) -> tuple[int, ...]:
        """Return the units that a line names and that can be ordered. Report all others."""
        units, complaint = self.finder.units(name)
        if complaint:
            self.problem(number, complaint)
        here = tuple(u for u in units if u in self.known.where and u not in self.known.lost)
        due = [u for u in units if u not in self.known.where and u not in self.known.lost]
        if len(units) == 1 and not here and not due:
            self.problem(number, f"{self.named(units)} is no longer a fighting unit.")
        elif units and not here and not due:
            self.problem(number, f"nothing is left of {name}.")
        elif due and name.strip().casefold() != _ALL:
            self._not_here(number, name, due, here)
        elif due and not here:
            self.problem(number, "none of our troops has arrived yet.")
        return here

    def _not_here(self, number: int, name: str, due: Sequence[int], here: Sequence[int]) -> None:
        who = self.named(due) if here or len(due) == 1 else name
        have = "have" if here and len(due) > 1 else "has"
        turns = [self.known.due[unit] for unit in due if unit in self.known.due]
        when = ""
        if turns:
            row = self.world.turn(min(max(1, *turns, 1), self.world.last_turn))
            it = "they are" if have == "have" else "it is"
            when = f" {it} due on {row.date} {row.half}; order again then."
        words = f"{who} {have} not arrived yet:{when}" if when else f"{who} {have} not arrived yet."
        self.problem(number, words + (" The others have the order." if here else ""))

    def named(self, units: Sequence[int]) -> str:
        """Return some units by name, the first few."""
        names = [self.world.units[unit].name for unit in units]
        more = f" and {len(names) - _CHOICES} more" if len(names) > _CHOICES else ""
        return ", ".join(names[:_CHOICES]) + more

    def km(self, units: Sequence[int], point: Point) -> float:
        """Return how far the nearest of some units is from a point, as the team knows it."""
        at = [self.known.where[unit] for unit in units if unit in self.known.where]
        return min((km_between(each, point) for each in at), default=0.0)

    def number(self, line: int, what: str, value: Value, default: int) -> int:
        """Return a number of points or squadrons."""
        text = str(value).strip().split()[0] if str(value).strip() else ""
        if (found := whole(text, digits=4)) is not None:
            return found
        if text:
            taken = {-1: "as much as they need and there is", 0: "none"}.get(default, "as usual")
            self.ask(line, f"how much is {what} '{value}'?", (), taken)
        return default


_ALL: Final = "all"
"""Everybody who is there."""
_CHOICES: Final = 6
"""Names that a question lists."""


def understand(world: World, team: int, sheet: Sheet, known: Known) -> Understood:
    """Return everything that a sheet says."""
    finder = Finder(world, team, known.where, known.friends)
    reader = Reader(world, team, known, finder, frozenset(each for each in KINDS if each in sheet))
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
    intent = intended(words, reader.finder.whole)
    if len(cut(words)) > MOST_WORDS:
        text = f"the order is too long: we read its first {MOST_WORDS} words."
        reader.ask(number, text, (), "the rest is not read")
    action = ordered = _action(reader, number, row, intent)
    posture = _posture(reader, number, row, intent)
    if posture == REST and action != HOLD:
        reader.ask(
            number, "shall they rest or act? Resting troops stay where they are.", (), "rest"
        )
        action = HOLD
    column = _yes(row, "column") or "column" in intent.flags
    if column and str(row.get("posture", "")).strip() and posture == TACT:
        text = "a road column is not ready for combat; shall they march tactically instead?"
        reader.ask(number, text, ("in column", "tactically"), "they march in column")
    action = _as_asked(reader, number, row, intent, action)
    arms: tuple[Arm, ...] = tuple(reader.world.units[u].arm for u in units)
    if action == BREAKTHROUGH and not may_break_through(arms):
        text = "only armour can break through; shall they attack instead?"
        reader.ask(number, text, ("attack", "hold"), "they attack")
        action = ATTACK
    support = _support(reader, number, row, intent)
    if action in (ATTACK, BREAKTHROUGH):
        units, support = _with_guns_behind(reader, number, units, support)
        if not units:
            return None
        action = _staffs(reader, number, row, units, action)
    goal, route, follow = _goal(reader, number, row, intent, units, action)
    if action in (ATTACK, BREAKTHROUGH, MOVE, PROBE) and goal is None and follow < 0:
        text = f"where shall they {_SAID[action]} to?"
        reader.ask(number, text, intent.loose, "they stay where they are")
        action, route = HOLD, ()
    if goal is not None and action == HOLD:
        intent, goal = replace(intent, held=(Mention(goal.name, "object"),)), None
    if goal is not None:
        goal = _within_reach(reader, number, units, action, goal)
    if ordered == HOLD:
        _warn_elsewhere(reader, number, intent, units)
    return Line(
        team=reader.team,
        number=number,
        units=units,
        action=action,
        posture=posture,
        words=words,
        goal=() if goal is None else goal.point,
        goal_name="" if goal is None else goal.name,
        route=tuple(spot.point for spot in route),
        follow=follow,
        support=support,
        squadrons=reader.number(number, "air support", row.get("air", ""), 0),
        cab_rank=reader.number(number, "the cab rank", row.get("cab_rank", ""), 0),
        ammo=reader.number(number, "ammunition", row.get("ammo", ""), -1),
        fuel=reader.number(number, "fuel", row.get("fuel", ""), -1),
        stand_fast=int(
            _yes(row, "stand_fast")
            or ("stand_fast" in intent.flags and action in (HOLD, MOVE, PREPARE))
        ),
        counter_attack=int(_yes(row, "counter_attack") or "counter_attack" in intent.flags),
        night=int(_yes(row, "night") or "night" in intent.flags),
        column=int(column),
        after=int(
            str(row.get("after", "")).casefold().startswith("fight") or "after" in intent.flags
        ),
        infiltrate=int(_yes(row, "infiltrate") or "infiltrate" in intent.flags),
        priority=reader.number(number, "priority", row.get("priority", ""), 9),
        lift=_lift(reader, number, row),
        route_names=tuple(spot.name for spot in route),
    )


def _action(reader: Reader, number: int, row: Row, intent: Intent) -> int:
    """Return the action of the column, or else that of the words. Ask if they differ."""
    if not str(row.get("action", "")).strip():
        return _ACTIONS.get(intent.action, HOLD)
    action = _word(reader, number, row["action"], _ACTIONS, ACTIONS, HOLD)
    other = intent.against(ACTIONS[action])
    leads = bool(texts(row.get("objective", ""))) and not intent.goals
    if other:
        text = f"the action is {ACTIONS[action]}, and the words say {other}. Which shall it be?"
        reader.ask(number, text, (ACTIONS[action], other), f"they {_DOES[action]}")
    elif intent.forbids(ACTIONS[action]) and (leads or action in (HOLD, PREPARE)):
        text = f"the action is {ACTIONS[action]}, and the words forbid it. Which do you mean?"
        reader.ask(number, text, (), f"they {_DOES[action]}")
    return action


def _posture(reader: Reader, number: int, row: Row, intent: Intent) -> int:
    """Return the posture of the column, or else that of the words, or tactical."""
    if str(row.get("posture", "")).strip():
        return _word(reader, number, row["posture"], _POSTURES, POSTURES, TACT)
    if str(row.get("action", "")).strip().casefold() == POSTURES[REST]:
        return REST
    if "rest" in intent.verbs and intent.action in ("", "hold"):
        return REST
    return NON_TACT if "non-tact" in intent.flags else TACT


def _as_asked(reader: Reader, number: int, row: Row, intent: Intent, action: int) -> int:
    """Ask about clauses that depend on a condition or belong elsewhere. They are not carried out.

    A line holds if all its goals depend on a condition. The action of the column stands if the
    column has its goal too and the words only add another action to it.
    """
    for clause in intent.hanging:
        if clause.is_warning:
            text = f"shall they {clause.said} now? The words say '{clause.condition}'."
            reader.ask(number, text, (), "they only stand ready")
            continue
        text = f"'{clause.said}' depends on '{clause.condition}', and we cannot wait for that."
        reader.ask(number, f"{text} Shall they do it in any case?", (), "they do not")
    for kind, clause in intent.tasks:
        if kind not in reader.kinds:
            hangs = f" and depends on '{clause.condition}'" if clause.condition else ""
            text = f"'{clause.said}' needs a line of its own ('{kind}'){hangs}. Shall it be done?"
            reader.ask(number, text, (), "it is not done")
    waits = any(set(clause.verbs) - {"hold"} or clause.places for clause in intent.hanging)
    outright = bool(intent.goals or intent.behind or set(intent.verbs) - {"hold", "rest", "any"})
    own = bool(str(row.get("action", "")).strip() and texts(row.get("objective", "")))
    if own and intent.only_adds(ACTIONS[action]):
        return action
    return HOLD if waits and not outright and action != PREPARE else action


def _staffs(reader: Reader, number: int, row: Row, units: tuple[int, ...], action: int) -> int:
    """Return the action after asking about a headquarters, which can't attack (9.3).

    It asks if the headquarters is named or is the only unit.
    """
    staffs = [u for u in units if reader.world.units[u].arm == "hq"]
    if not staffs:
        return action
    if len(staffs) == len(units):
        text = f"{reader.named(staffs)} is a headquarters and cannot attack. Who shall?"
        reader.ask(number, text, (), "it stays where it is")
        return HOLD
    for staff in staffs:
        if _is_named(reader, row, staff):
            text = f"{reader.named([staff])} is a headquarters and cannot attack. Shall it follow?"
            reader.ask(number, text, (), "it follows the others")
    return action


def _is_named(reader: Reader, row: Row, staff: int) -> bool:
    """Return whether a headquarters stands on a line by its own name."""
    names = texts(row.get("unit", ""))
    return any(reader.finder.units(name)[0] == (staff,) for name in names)


def _within_reach(
    reader: Reader,
    number: int,
    units: tuple[int, ...],
    action: int,
    goal: Spot,
) -> Spot | None:
    """Return the goal, or report that it is too far to prepare against (reading 3.4)."""
    if action == PREPARE:
        movement = reader.world.tables.figures.movement
        most = movement.prepare_shift + movement.closing
        km = reader.km(units, goal.point)
        if km > most:
            text = f"{goal.name} is {km:.0f} km away; troops prepare within {most} km of their goal"
            reader.ask(number, f"{text}. Shall they move up first?", (), _PREPARES)
            return None
    return goal


_PREPARES: Final = "they prepare where they are"


def _warn_elsewhere(reader: Reader, number: int, intent: Intent, units: tuple[int, ...]) -> None:
    """Warn if a unit that is ordered to hold a place stands elsewhere. It may be meant to move."""
    for mention in intent.held:
        found = reader.finder.bridge(mention.name) if mention.bridge else None
        spots = (found or reader.finder.place(mention.name)).spots
        near = [reader.km(units, spot.point) for spot in spots if spot.unit < 0]
        if near and min(near) > reader.world.tables.figures.orders.there:
            text = f"they are {min(near):.0f} km from {mention.name}. Shall they move there?"
            reader.ask(number, text, ("move", "hold"), "they hold where they are")


def _with_guns_behind(
    reader: Reader, number: int, units: tuple[int, ...], support: tuple[tuple[int, int], ...]
) -> tuple[tuple[int, ...], tuple[tuple[int, int], ...]]:
    """Return the attackers without their guns, and the support with those guns added (9.11)."""
    guns = tuple(u for u in units if reader.world.units[u].is_gun)
    others = tuple(u for u in units if u not in guns)
    if not others:
        names = ", ".join(reader.world.units[u].name for u in guns)
        reader.problem(number, f"{names} can support an attack, but cannot make one.")
        return (), ()
    known = dict(support)
    return others, tuple(sorted({**dict.fromkeys(guns, 0), **known}.items()))


def _lift(reader: Reader, number: int, row: Row) -> int:
    """Return the transport unit that carries the troops of a line, or -1 (reading 3.8)."""
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


_DOES: Final[Mapping[int, str]] = {**_SAID, HOLD: "hold", PREPARE: "prepare"}


def _yes(row: Row, key: str) -> bool:
    value = row.get(key, False)
    return value is True or str(value).strip().casefold() in _YES


def _units(reader: Reader, number: int, row: Row) -> tuple[int, ...]:
    found: dict[int, None] = {}
    names = texts(row.get("unit", ""))
    if not names:
        reader.problem(number, "the line names no unit.")
    for name in names:
        found |= dict.fromkeys(reader.units(number, name))
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
    intent: Intent,
    units: tuple[int, ...],
    action: int,
) -> tuple[Spot | None, tuple[Spot, ...], int]:
    """Return the goal of a line, the places on the way to it, and the action."""
    named = [Mention(name, "to") for name in texts(row.get("objective", ""))]
    via = [Mention(name, "via") for name in texts(row.get("route", []))]
    if not named and action != HOLD:
        via += intent.via
        goals = _in_turn(reader, number, intent)
        if action == PREPARE:  # they face it from where they are
            goals = [each for each in goals if each.role != "towards"]
        named, via = goals[-1:], [*via, *goals[:-1]]
        if intent.behind and named:
            text = f"the words say to go to {named[0].name} and to follow {intent.behind.name}"
            default = f"they go to {named[0].name}"
            choices = (named[0].name, intent.behind.name)
            reader.ask(number, f"{text}. Which is the goal?", choices, default)
        elif intent.behind:
            named = [intent.behind]
    goal = _spot(reader, number, named[0], units) if named else None
    points = [spot for each in via if (spot := _spot(reader, number, each, units)) is not None]
    _warn_forbidden(reader, number, intent, goal, points, units)
    for spot in (*points, *([] if goal is None else [goal])):
        _warn_down(reader, number, spot)
    if goal is not None and goal.unit >= 0:
        return None, tuple(points), goal.unit
    return goal, tuple(points), -1


def _in_turn(reader: Reader, number: int, intent: Intent) -> list[Mention]:
    """Return the goals in the words, in order. Ask if the words do not say the order."""
    if len(intent.goals) > 1 and not intent.in_turn:
        names = [each.name for each in intent.goals]
        text = f"the words name {' and '.join(names)}. Which is the goal?"
        by = f"they go by {' and '.join(names[:-1])} to {names[-1]}"
        reader.ask(number, text, names, by)
    return list(intent.goals)


def _spot(reader: Reader, number: int, mention: Mention, units: tuple[int, ...]) -> Spot | None:
    """Return a place that a line names. Ask about a word that may not be a name."""
    spot = reader.spot(number, mention.name, units, bridge=mention.bridge)
    if spot is not None and mention.small:
        text = f"do you mean the place {spot.name} by '{mention.name}'?"
        reader.ask(number, text, (), spot.name)
    return spot


def _warn_forbidden(
    reader: Reader,
    number: int,
    intent: Intent,
    goal: Spot | None,
    route: Sequence[Spot],
    units: tuple[int, ...],
) -> None:
    """Ask about places to keep out of. Units avoid them only if the route says how."""
    for mention in intent.avoid:
        spots = reader.finder.place(mention.name).spots
        there = [each for each in (goal, *route) if each is not None and each in spots]
        if there:
            text = f"the words say not to go to {mention.name}, and the line leads there"
            reader.ask(number, f"{text}. Which do you mean?", (), f"they go to {mention.name}")
        elif (
            spots
            and goal is not None
            and reader.km(units, goal.point) > reader.world.tables.figures.orders.there
        ):
            text = f"which way shall they take to avoid {mention.name}?"
            reader.ask(number, text, (), f"they take the shortest way to {goal.name}")


def _warn_down(reader: Reader, number: int, spot: Spot) -> None:
    if spot.crossing in reader.known.down:
        text = f"{spot.name} is down. Which way shall they go?"
        reader.ask(number, text, (), "they go as far as they can without it")


def _support(reader: Reader, number: int, row: Row, intent: Intent) -> tuple[tuple[int, int], ...]:
    """Return the guns that support a line.

    `64 Med Regt: first attack` fires in the first attack alone.
    """
    found: dict[int, int] = {}
    for name in (*texts(row.get("support", [])), *(each.name for each in intent.support)):
        who, _, when = name.partition(":")
        if who.strip().casefold() in ("none", "-"):
            continue
        if who.strip().casefold() in _FROM_THE_AIR:
            if not row.get("air") and not row.get("cab_rank"):
                reader.ask(number, "how many squadrons shall support them?", (), "none")
            continue
        units, complaint = reader.finder.units(who)
        if complaint and (lent := reader.finder.guns_above(who)):
            found |= dict.fromkeys(lent, int("first" in when.casefold()))
            continue
        if complaint:
            reader.problem(number, complaint)
        if units and not any(unit in reader.known.where for unit in units):
            reader.units(number, who)
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


_FROM_THE_AIR: Final = ("air support", "air", "close support", "close air support", "cas")
"""Support on the sheet that is not from guns; its squadrons have a column of their own."""


def _once(reader: Reader, lines: list[Line]) -> list[Line]:
    """Ask about a unit on two lines (reading 2.3). Without an answer the later line counts.

    A line for some units of a formation replaces one for the whole formation without a question.
    """
    meant: dict[int, int] = {}
    for unit in sorted({unit for line in lines for unit in line.units}):
        named = [line for line in lines if unit in line.units]
        fewest = min(len(line.units) for line in named)
        equal = [line for line in named if len(line.units) == fewest]
        meant[unit] = equal[-1].number
        if len(equal) > 1:
            text = f"{reader.world.units[unit].name} is on two lines; which one is right?"
            reader.ask(equal[0].number, text, (), f"line {equal[-1].number}")
    kept = [
        replace(line, units=tuple(u for u in line.units if meant[u] == line.number))
        for line in lines
    ]
    return [line for line in kept if line.units]
