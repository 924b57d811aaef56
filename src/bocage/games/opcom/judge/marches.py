"""A march of one turn, put together from what the turn on the map counts with."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from bocage.games.opcom.board.tables import Tables
from bocage.games.opcom.s06_movement import rates


@dataclass(frozen=True, slots=True)
class Leg:
    """A part of a march under the same delays."""

    km: Fraction
    delays: tuple[rates.Delay, ...] = ()


@dataclass(frozen=True, slots=True)
class March:
    """A march of one turn, and what it ends with."""

    mobility: rates.Mobility
    ground: rates.Ground
    pace: rates.Pace
    legs: tuple[Leg, ...] = ()
    crossings: int = 0
    """Canals and minor rivers crossed without a bridge (reading 3.9)."""
    attacks: bool = False
    closing: Fraction = Fraction(0)
    """The distance from the start line to the enemy (reading 3.4)."""


def left_of(asked: March, charts: Tables) -> Fraction:
    """Return the kilometres of the turn that are left; less than 0 if it is too far."""
    allowance = rates.rate(asked.mobility, asked.ground, asked.pace, charts)
    return allowance * (1 - used_by(asked, charts))


def used_by(asked: March, charts: Tables) -> Fraction:
    """Return the share of the turn that a march needs; more than 1 if it is too far."""
    allowance = rates.rate(asked.mobility, asked.ground, asked.pace, charts)
    way = sum((leg.km * rates.slowed(leg.delays, charts) for leg in asked.legs), Fraction(0))
    share = asked.crossings * rates.wading(charts)
    if asked.attacks and allowance:
        closing = asked.closing / allowance
        share += 1 - rates.after_attack(closing, asked.closing, charts)
    return share + way / allowance if allowance else Fraction(1)
