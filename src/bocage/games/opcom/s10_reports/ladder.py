"""Effectiveness as a rung of words (10.1, reading 10.1).

The present level decides the band, and losses only vary the words in it. A report knows only the
rung of a unit's strength: two units on one rung are reported alike.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Final, Literal, get_args

from bocage.games.opcom.board.figures import Reports
from bocage.games.opcom.board.tables import Tables

Rung = Literal[
    "considerable-complete",
    "considerable-casualties",
    "considerable-light",
    "considerable-thinned",
    "fair-complete",
    "fair-thinned",
    "fair-tired",
    "low-complete",
    "low-tired",
    "low-platoons",
    "low-disintegrating",
    "none",
]
RUNGS: Final[tuple[Rung, ...]] = get_args(Rung)


def rung(level: int, full: int, lost: int, charts: Tables) -> Rung:
    """Return the rung of a unit: its level now, the level of its whole profile, steps lost."""
    figures = charts.figures.reports
    if level <= 0:
        return "none"
    left = Fraction(level, max(full, 1))
    whole = left >= figures.whole and not lost
    if level >= figures.considerable:
        return _considerable(left, figures, whole=whole)
    if level >= figures.fair:
        if whole:
            return "fair-complete"
        return "fair-thinned" if left >= figures.thinned else "fair-tired"
    if whole:
        return "low-complete"
    if left >= figures.tired:
        return "low-tired"
    return "low-platoons" if left >= figures.platoons else "low-disintegrating"


def _considerable(left: Fraction, figures: Reports, *, whole: bool) -> Rung:
    if whole:
        return "considerable-complete"
    if left >= figures.whole:
        return "considerable-casualties"
    return "considerable-light" if left >= figures.light else "considerable-thinned"


Rear = Literal["staff", "columns", "none"]
"""The rungs of units that do not fight: in order, or gone."""

Guns = Literal["full", "some", "few", "none"]


def rungs_of(kind: str) -> tuple[str, ...]:
    """Return the rungs of units of a kind, the best first."""
    if kind == "line":
        return RUNGS
    return get_args(Guns) if kind == "guns" else (kind, "none")


def guns_rung(level: int, full: int, lost: int, charts: Tables) -> Guns:
    """Return the same for guns, which talk of their pieces."""
    if level <= 0:
        return "none"
    if not lost:
        return "full"
    left = Fraction(level, max(full, 1))
    return "some" if left >= charts.figures.reports.thinned else "few"
