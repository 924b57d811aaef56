"""What the words of an order intend, clause by clause put together (5.1, 5.2).

Only outright orders are orders. Conditions, prohibitions, and words that belong on a line of
another kind are kept apart, so that the team can clarify them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from bocage.games.opcom.s05_orders.sentence import Clause, Match, Mention, clauses
from bocage.games.opcom.s05_orders.vocabulary import cut, vocabulary

_AGREE: Final[Mapping[str, frozenset[str]]] = {
    "hold": frozenset({"hold", "rest", "any"}),
    "move": frozenset({"move", "hold", "rest", "any"}),
    "prepare": frozenset({"prepare", "hold", "move", "attack", "breakthrough", "any"}),
    "probe": frozenset({"probe", "move", "hold", "any"}),
    "attack": frozenset({"attack", "breakthrough", "move", "hold", "any"}),
    "breakthrough": frozenset({"attack", "breakthrough", "move", "hold", "any"}),
}
"""By the action of the column: verbs that may stand beside it."""
_BOUND: Final[Mapping[str, frozenset[str]]] = {
    "hold": frozenset({"hold", "rest"}),
    "prepare": frozenset({"prepare"}),
    "attack": frozenset({"attack", "breakthrough", "move", "any"}),
    "breakthrough": frozenset({"attack", "breakthrough", "move", "any"}),
}
"""And one of these must, where the words have any of them or of the others."""


@dataclass(frozen=True, slots=True)
class Intent:
    """What somebody's words order."""

    verbs: tuple[str, ...] = ()
    """Actions that are ordered outright, in their order."""
    forbidden: tuple[str, ...] = ()
    """Actions that they are not to take."""
    goals: tuple[Mention, ...] = ()
    in_turn: bool = False
    """Whether the words say in which order the goals come."""
    via: tuple[Mention, ...] = ()
    behind: Mention | None = None
    avoid: tuple[Mention, ...] = ()
    held: tuple[Mention, ...] = ()
    """Places that they are to hold."""
    loose: tuple[str, ...] = ()
    """Places that the words name, though not as a goal."""
    support: tuple[Mention, ...] = ()
    flags: frozenset[str] = frozenset()
    hanging: tuple[Clause, ...] = ()
    """What hangs on a condition."""
    tasks: tuple[tuple[str, Clause], ...] = ()
    """What belongs on lines of another kind, with that kind."""

    @property
    def action(self) -> str:
        """Return the action that the words order, or an empty text."""
        return next((verb for verb in self.verbs if verb in _AGREE), "")

    def against(self, action: str) -> str:
        """Return the verb that contradicts the action of the column, or an empty text."""
        other = next((verb for verb in self.verbs if verb not in _AGREE[action]), "")
        if other:
            return other
        told = [verb for verb in self.verbs if verb != "any"]
        if told and not self.hanging and action in _BOUND and not _BOUND[action] & set(told):
            return told[0]
        return ""

    def only_adds(self, action: str) -> bool:
        """Return whether what hangs on a condition is another action than that of the column."""
        hanging = [verb for clause in self.hanging for verb in clause.verbs]
        return bool(hanging) and not _AGREE[action] & set(hanging)

    def forbids(self, action: str) -> bool:
        """Return whether the words say that they are not to do what the column says."""
        return action in self.forbidden and action not in self.verbs


@dataclass(slots=True)
class _Gathered:
    verbs: list[str] = field(default_factory=list[str])
    forbidden: list[str] = field(default_factory=list[str])
    goals: list[Mention] = field(default_factory=list[Mention])
    via: list[Mention] = field(default_factory=list[Mention])
    behind: Mention | None = None
    avoid: list[Mention] = field(default_factory=list[Mention])
    held: list[Mention] = field(default_factory=list[Mention])
    loose: list[str] = field(default_factory=list[str])
    support: list[Mention] = field(default_factory=list[Mention])
    flags: set[str] = field(default_factory=set[str])
    not_flags: set[str] = field(default_factory=set[str])
    hanging: list[Clause] = field(default_factory=list[Clause])
    tasks: list[tuple[str, Clause]] = field(default_factory=list[tuple[str, Clause]])
    in_turn: bool = True


def intended(text: str, match: Match) -> Intent:
    """Return what the words of an order intend. `match` knows the names that they may contain."""
    found = _Gathered()
    for clause in clauses(text, match):
        task = next((verb for verb in clause.verbs if _is_task(verb, clause)), "")
        if task and not clause.negated:
            found.tasks.append((task, clause))
        elif clause.condition and not _does_no_harm(clause):
            found.hanging.append(clause)
        elif clause.negated:
            fast = "stand_fast" in clause.flags  # "do not hold at all costs": but hold
            found.forbidden += [] if fast else [verb for verb in clause.verbs if verb != "any"]
            found.avoid += [each for each in clause.places if each.role in _WAYS and each.known]
            found.not_flags |= set(clause.flags)
        else:
            _take(found, clause)
    if any(each.role != "towards" for each in found.goals):
        found.goals = [each for each in found.goals if each.role != "towards"]
    if any(each.known for each in found.goals):
        found.goals = [each for each in found.goals if each.known or each.role != "object"]
    found.in_turn |= len(found.goals) < 2
    return Intent(
        verbs=tuple(found.verbs),
        forbidden=tuple(found.forbidden),
        goals=tuple(found.goals),
        in_turn=found.in_turn,
        via=tuple(found.via),
        behind=found.behind,
        avoid=tuple(found.avoid),
        held=tuple(found.held),
        loose=tuple(found.loose),
        support=tuple(found.support),
        flags=frozenset(found.flags - found.not_flags),
        hanging=tuple(found.hanging),
        tasks=tuple(found.tasks),
    )


_WAYS: Final = ("object", "to", "towards", "via", "behind")


def _take(found: _Gathered, clause: Clause) -> None:
    """Add a clause that orders something outright."""
    if clause.is_warning:
        found.flags |= set(clause.flags) & {"counter_attack", "stand_fast"}
        return
    verbs = [verb for verb in clause.verbs if verb not in vocabulary().tasks]
    found.verbs += verbs[:1] if verbs[:1] == ["prepare"] else verbs
    found.flags |= set(clause.flags)
    found.loose += clause.loose
    holds = bool(verbs) and set(verbs) <= {"hold", "rest"}
    for each in clause.places:
        if each.role == "via":
            found.via.append(each)
        elif each.role == "behind":
            found.behind = found.behind or each
        elif each.role == "support":
            found.support.append(each)
        elif holds:
            if each.role == "object":
                found.held.append(each)
        elif each.role in ("object", "to", "towards"):
            found.in_turn &= not found.goals or clause.then
            found.goals.append(each)


def _is_task(verb: str, clause: Clause) -> bool:
    """Return whether a verb belongs on a line of its own. Only bridges are blown and built."""
    if verb not in vocabulary().tasks:
        return False
    if verb not in ("blow", "build"):
        return True
    bridges = vocabulary().lists["bridge"]
    return any(word.casefold() in bridges for word in cut(clause.said))


def _does_no_harm(clause: Clause) -> bool:
    """Return whether nothing waits for the condition: troops hold, and strike back, when
    attacked.
    """
    if clause.is_warning and not clause.places:
        return True
    if clause.places or set(clause.verbs) - {"hold", "rest"}:
        return False
    return set(clause.flags) <= {"counter_attack", "stand_fast"}
