"""The kind and the rung of a unit, as reports know it (10.1, reading 10.1).

All that a team learns of strength, its own or the enemy's, comes from these two. Two states of
one unit on one rung are reported alike, to the byte.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from bocage.engine.words import phrase
from bocage.games.opcom.board.position import Position
from bocage.games.opcom.board.tables import Tables
from bocage.games.opcom.board.world import Troops
from bocage.games.opcom.pieces.profiles import Status
from bocage.games.opcom.pieces.told import Standing
from bocage.games.opcom.s10_reports.facts import Kind
from bocage.games.opcom.s10_reports.ladder import Guns, Rear, Rung, guns_rung, rung

Word = Rung | Guns | Rear

_STANDINGS: Final[Mapping[str, Standing]] = {
    "considerable": "ready",
    "fair": "limited",
    "low": "weak",
    "none": "finished",
    "full": "order",
    "staff": "order",
    "columns": "order",
    "some": "losses",
    "few": "losses",
}
"""By band of the rung; the formation's report says more."""
_ALONE: Final[Mapping[str, Standing]] = {
    "low-complete": "order",
    "low-disintegrating": "breaking",
}
"""Rungs with their own standing."""
_WORDS: Final[Mapping[Standing, str]] = {
    "ready": "is fully capable of further action",
    "limited": "is capable of limited action",
    "order": "is in good order",
    "weak": "has little offensive power",
    "losses": "has had losses",
    "breaking": "is close to disintegration",
    "finished": "is no longer a fighting unit",
}
_REMNANTS: Final = frozenset({"low-platoons", "low-disintegrating", "few", "none"})


def kind_of(troops: Troops) -> Kind:
    """Return whether a unit reports as line, guns, headquarters or columns."""
    if not troops.fights:
        return "staff" if troops.arm == "hq" else "columns"
    return "guns" if troops.is_gun or troops.status.role == "support" else "line"


def word_for(kind: Kind, status: Status, steps: int, charts: Tables) -> Word:
    """Return the rung of a unit of some kind after so many steps."""
    level, full = status.level(steps), status.levels[0]
    if kind == "guns":
        return guns_rung(level, full, steps, charts)
    if kind == "line":
        return rung(level, full, steps, charts)
    return kind if level or not full else "none"


def word_of(st: Position, unit: int) -> Word:
    """Return the rung of a unit now."""
    charts = st.world.tables
    return word_for(kind_of(st.world.units[unit]), st.status(unit), st.steps[unit], charts)


def standing(word: Word) -> Standing:
    """Return the state of a unit in a list, as data that says no more than the words."""
    return _ALONE.get(word) or _STANDINGS[word.partition("-")[0]]


def listed_as(word: Word) -> str:
    """Return the state of a unit in a list, for use after its name."""
    return phrase(_WORDS[standing(word)])


def is_small(st: Position, unit: int) -> bool:
    """Return whether a unit would be taken for less than a battalion, by its rung (12.10.size)."""
    company = st.figures.reports.company
    return st.status(unit).levels[0] <= company or word_of(st, unit) in _REMNANTS


def first_alike(kind: Kind, status: Status, steps: int, charts: Tables) -> int:
    """Return the fewest steps with which a unit would be on the same rung.

    Figures reported of a unit are computed from these, so that they say no more than the rung does.
    """
    word = word_for(kind, status, steps, charts)
    return next(each for each in range(steps + 1) if word_for(kind, status, each, charts) == word)
