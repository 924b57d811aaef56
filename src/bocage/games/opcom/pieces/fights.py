"""Fights as records: one to be resolved, an overrun that follows, and what will be reported."""

from __future__ import annotations

from dataclasses import dataclass

from bocage.engine.records import record
from bocage.games.opcom.board.tables import Band
from bocage.games.opcom.board.ways import Point
from bocage.games.opcom.s09_combat.fight import Air


@record
@dataclass(frozen=True, slots=True)
class Combat:
    """A fight to be resolved."""

    name: str
    """`2.1.fight.GE-HOF-1`: turn, half, strongest defender."""
    attackers: tuple[int, ...]
    defenders: tuple[int, ...]
    lines: tuple[tuple[int, int], ...]
    """The lines of the attackers: team and number."""
    breakthrough: int
    overrun: int
    """1 for the attack at the end of an overrun."""
    counter: int
    """1 for a counter-attack."""
    half: int


@record
@dataclass(frozen=True, slots=True)
class Pursuit:
    """An overrun to be carried out (9.13)."""

    combat: Combat
    part: int
    whole: int
    """The share of the movement left, as a fraction."""
    second: int
    """1 if a second attack is open."""


@record
@dataclass(frozen=True, slots=True)
class Fought:
    """A fight as one team of it will report."""

    team: int
    attacking: bool
    band: Band
    stood: bool
    """Whether the enemy is still on the ground that the result would have had the defenders leave;
    for defenders, whether they are.
    """
    at: Point
    own: tuple[int, ...]
    enemies: tuple[tuple[int, int], ...]
    """The enemies who counted, with the steps that they had lost before the fight."""
    guns: tuple[int, ...]
    """The enemy's guns that fired into it."""
    air: Air
    """The enemy's aircraft over it."""
    there: bool = True
    """Whether attackers were on the ground when it was over."""
    heavies: bool = False
    """Whether bombers were among the enemy's aircraft."""
