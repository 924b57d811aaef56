"""Encounter battles: two forces with orders to attack each other (9.4, reading 4.2)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from bocage.engine.frames import Step, frame
from bocage.engine.rulings import Rule
from bocage.games.opcom.board.position import TACT, Position
from bocage.games.opcom.board.tables import Tables
from bocage.games.opcom.pieces.fights import Combat
from bocage.games.opcom.rulebook import R
from bocage.games.opcom.s02_umpiring.cards import rule_on
from bocage.games.opcom.s02_umpiring.dice import Die
from bocage.games.opcom.s09_combat.resolution import Resolve


@dataclass(frozen=True, slots=True)
class Party:
    """One of two forces that meet."""

    attacks: bool
    """Whether its orders are to attack or to break through."""
    prepared: bool = False
    tactical: bool = True
    recce: bool = False
    """Whether it has reconnaissance."""
    status: int = 0


class First(NamedTuple):
    """The party that attacks first, and the reason."""

    party: int | None
    """0 or 1; None if neither attacks, or if a die decides."""
    by_die: bool
    why: str
    rule: Rule


def who_attacks(first: Party, second: Party) -> First:
    """Return which of two forces attacks; the other may attack next turn if it is not driven
    off.
    """
    rule = R("9.4.c").read(R("reading 4.2"))
    if not first.attacks and not second.attacks:
        return First(None, by_die=False, why="neither has orders to attack", rule=rule)
    tests = (
        (first.attacks, second.attacks, "only it has orders to attack"),
        (first.prepared, second.prepared, "only it has prepared"),
        (first.tactical, second.tactical, "only it moves tactically"),
        (first.recce, second.recce, "only it has reconnaissance with it"),
        (first.status > second.status, second.status > first.status, "it is the stronger"),
    )
    for ours, theirs, why in tests:
        if ours != theirs:
            return First(0 if ours else 1, by_die=False, why=why, rule=rule)
    return First(None, by_die=True, why="nothing tells them apart", rule=rule)


def by_die(die: int, charts: Tables) -> int:
    """Return the party that attacks if a die decides: the first on 1 to 3."""
    return 0 if die <= charts.figures.combat.first else 1


def meetings(combats: list[Combat]) -> tuple[list[tuple[Combat, Combat]], list[Combat]]:
    """Return the pairs of fights in which each side attacks the other, and the single fights."""
    pairs: list[tuple[Combat, Combat]] = []
    paired: set[str] = set()
    for i, one in enumerate(combats):
        for other in combats[i + 1 :]:
            if one.name in paired or other.name in paired:
                continue
            if set(one.attackers) & set(other.defenders) and set(other.attackers) & set(
                one.defenders
            ):
                pairs.append((one, other))
                paired |= {one.name, other.name}
    return pairs, [combat for combat in combats if combat.name not in paired]


def _party(st: Position, units: tuple[int, ...]) -> Party:
    return Party(
        attacks=True,
        prepared=all(st.prepared[u] for u in units),
        tactical=all(st.posture[u] == TACT for u in units),
        recce=any(st.world.units[u].arm == "recce" for u in units),
        status=sum(st.level(u) for u in units),
    )


@frame
class Meet(Step):
    """The choice of the first attacker.

    The other's attack becomes a counter-attack, if possible.
    """

    one: Combat
    other: Combat
    die: int = 0
    rule = R("9.4.c")

    def rolled(self, st: Position, die: int) -> None:
        """Keep the number that was rolled."""
        st.swap(Meet(self.one, self.other, die))

    def run(self, st: Position) -> None:
        """Apply the tests, roll if they do not decide, and ask Control."""
        one, other = self.one, self.other
        found = who_attacks(_party(st, one.attackers), _party(st, other.attackers))
        if found.by_die and not self.die:
            st.push(Die(f"{one.name}.first"))
            return
        party = by_die(self.die, st.world.tables) if found.by_die else (found.party or 0)
        names = [st.world.units[each.attackers[0]].id for each in (one, other)]
        value = rule_on(
            st,
            f"{one.name}.first",
            "encounter",
            f"{names[party]} attacks first in the encounter",
            names[party],
            choices=names,
            why=[f"{found.why} ({found.rule})"],
            rule=found.rule,
        )
        if value is None:
            return
        st.pop()
        first, late = (one, other) if value == names[0] else (other, one)
        for unit in late.attackers:
            st.target[unit] = -1
        st.push(Resolve(first))
