"""10.1: effectiveness as a rung of words (reading 10.1).

The present level decides the band, and what was lost only colours it. A rung is all that a
report knows of a unit's strength: two units on one rung are told alike.
"""

from __future__ import annotations

from typing import Final, Literal, get_args

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

CONSIDERABLE: Final = 6
"""10.1: over 5 is considerable power."""
FAIR: Final = 3
"""10.1: below 3 is low."""

# How much is left of what a unit began with.
_WHOLE: Final = 0.95
_LIGHT: Final = 0.75
_THINNED: Final = 0.55
_TIRED: Final = 0.40
_PLATOONS: Final = 0.20


def rung(level: int, full: int, lost: int) -> Rung:
    """The rung of a unit: its level now, the level of its whole profile, steps lost."""
    if level <= 0:
        return "none"
    left = level / max(full, 1)
    whole = left >= _WHOLE and not lost
    if level >= CONSIDERABLE:
        return _considerable(left, whole=whole)
    if level >= FAIR:
        if whole:
            return "fair-complete"
        return "fair-thinned" if left >= _THINNED else "fair-tired"
    if whole:
        return "low-complete"
    if left >= _TIRED:
        return "low-tired"
    return "low-platoons" if left >= _PLATOONS else "low-disintegrating"


def _considerable(left: float, *, whole: bool) -> Rung:
    if whole:
        return "considerable-complete"
    if left >= _WHOLE:
        return "considerable-casualties"
    return "considerable-light" if left >= _LIGHT else "considerable-thinned"


Rear = Literal["staff", "columns", "none"]
"""Who does not fight is in order, or gone."""

Guns = Literal["full", "some", "few", "none"]


def guns_rung(level: int, full: int, lost: int) -> Guns:
    """The same for guns, which talk of their pieces."""
    if level <= 0:
        return "none"
    if not lost:
        return "full"
    return "some" if level / max(full, 1) >= _THINNED else "few"
