"""9.4, reading 4.2: who attacks first where two forces meet."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from bocage.engine.rulings import Rule
from bocage.games.opcom.rulebook import R


@dataclass(frozen=True, slots=True)
class Party:
    """One of two forces that meet."""

    attacks: bool
    """Whether its orders are to attack or to break through."""
    prepared: bool = False
    tactical: bool = True
    recce: bool = False
    """Whether reconnaissance is with it."""
    status: int = 0


class First(NamedTuple):
    """Who attacks first, and why."""

    party: int | None
    """0 or 1; None where nobody attacks, or where a die must tell."""
    by_die: bool
    why: str
    rule: Rule


def who_attacks(first: Party, second: Party) -> First:
    """Which of two forces attacks; the other may attack next turn if it is not driven off."""
    rule = R("9.4.c").read(R("reading 4.2"))
    if not first.attacks and not second.attacks:
        return First(None, by_die=False, why="neither has orders to attack", rule=rule)
    tests = (
        (first.attacks, second.attacks, "it alone has orders to attack"),
        (first.prepared, second.prepared, "it alone has prepared"),
        (first.tactical, second.tactical, "it alone is tactical"),
        (first.recce, second.recce, "it alone has reconnaissance with it"),
        (first.status > second.status, second.status > first.status, "it is the stronger"),
    )
    for ours, theirs, why in tests:
        if ours != theirs:
            return First(0 if ours else 1, by_die=False, why=why, rule=rule)
    return First(None, by_die=True, why="nothing tells them apart", rule=rule)


def by_die(die: int) -> int:
    """The party that attacks where a die must tell: the first on 1 to 3."""
    return 0 if die <= 3 else 1
