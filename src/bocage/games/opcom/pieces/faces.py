"""The counters of OP COM as faces, in two kinds.

Control's (master) show the status profile, to be crossed off; players' show who the unit
is, and nothing of its state (9, Example Player Map Counter). Both show unit points and
what the unit can carry (8, 11).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal

from bocage.engine.counters import BlankFace, Counter, Ladder, UnitFace
from bocage.games.markers import marker_counter
from bocage.games.opcom.pieces.counters import SYMBOLS, Counters, Unit
from bocage.games.opcom.pieces.profiles import Profile

Kind = Literal["master", "player"]

GLYPHS: Final = SYMBOLS
"""Our glyph for each symbol of Annex B."""

_BRACKETS: Final[Mapping[str, Literal["", "[]", "()"]]] = {
    "full": "",
    "support": "[]",
    "defence": "()",
}


def counters(data: Counters, kind: Kind) -> list[Counter]:
    """Return every unit of the scenario in one kind. The markers come with the master set."""
    if kind == "player":
        return [_player(unit) for unit in data.units]
    made = [_master(unit, data.profiles[unit.profile]) for unit in data.units]
    made.extend(marker_counter(marker) for marker in data.markers)
    return made


def _master(unit: Unit, profile: Profile) -> Counter:
    ladder = Ladder(profile.status.levels, unit.start_step, _BRACKETS[profile.status.role])
    front = UnitFace(
        nation=unit.nation,
        glyph=GLYPHS[unit.symbol],
        size=unit.echelon,
        label=unit.label,
        side_label=unit.formation,
        ladder=ladder,
        points=_points(unit),
        lift=str(unit.logistics_lift) if unit.logistics_lift else "",
    )
    return Counter(unit.id, unit.name, front, _back(unit))


def _player(unit: Unit) -> Counter:
    front = UnitFace(
        nation=unit.nation,
        glyph=GLYPHS[unit.symbol],
        size=unit.echelon,
        words=(unit.label, unit.formation) if unit.formation else (unit.label,),
        points=_points(unit),
        lift=str(unit.logistics_lift) if unit.logistics_lift else "",
    )
    return Counter(unit.id, unit.name, front, _back(unit))


def _points(unit: Unit) -> str:
    return f"{unit.size_points}p" if unit.size_points else ""


def _back(unit: Unit) -> BlankFace:
    words = (unit.label, unit.formation) if unit.formation else (unit.label,)
    return BlankFace(unit.nation, words)
