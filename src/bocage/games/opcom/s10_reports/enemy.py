"""A staff's estimate of the enemy: number, kind and name (10.3 to 10.5, reading 10.2).

An estimate is a count of battalion equivalents with the errors of the rules. It is a number here
and becomes words in `speech`. It does not contain the true number.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from bocage.games.opcom.board.tables import Tables
from bocage.games.opcom.s10_reports.facts import Kind

COUNTS: Final = (
    "a patrol",
    "a weak company or two",
    "about a battalion",
    "one to two battalions",
    "two battalions, possibly three",
    "three battalions, possibly four",
    "a brigade in strength",
)
"""The estimates, from almost nothing upwards; never a number that can be added up."""


def weight(kind: Kind, word: str, full: int, charts: Tables) -> float:
    """Return the battalion equivalents of a unit, from its rung and its full status (reading 10.2).

    The count depends on nothing that the rung hides. Headquarters and columns count for zero.
    """
    if word == "none" or kind in ("staff", "columns"):
        return 0.0
    figures = charts.figures.reports
    worn, weak = figures.worn, figures.weak
    if word in ("full", "fair-complete"):
        return 1.0 if full >= figures.battalion else worn if full >= figures.fair else weak
    return {"considerable": 1.0, "fair": worn}.get(word.partition("-")[0], weak)


def error(die: int, *, blind: bool, repeated: bool, charts: Tables) -> int:
    """Return the error of a count, by a die; a staff that has met them before makes none.

    `blind` is defence in close country, where more goes wrong.
    """
    if repeated:
        return 0
    figures = charts.figures.reports
    if blind:
        return 1 if die >= figures.blind else -1 if die <= figures.too_few else 0
    return 1 if die >= figures.too_many else 0


def estimate(
    weights: Iterable[float], die: int, *, blind: bool, repeated: bool, charts: Tables
) -> str:
    """Return the count in words, of units of these weights."""
    heavy = sum(weights)
    if heavy == 0:
        return COUNTS[0]
    count = round(heavy)
    out = error(die, blind=blind, repeated=repeated, charts=charts)
    if count == 0:
        return COUNTS[1] if out <= 0 else COUNTS[2]
    count = max(1, count + out)
    if count == 1:
        return COUNTS[2]
    if count == 2:
        return COUNTS[3] if heavy < count else COUNTS[4]
    return COUNTS[5] if count == 3 else COUNTS[6]
