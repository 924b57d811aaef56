"""Water: the units that cross without a bridge, and the loads of bridges (6.3)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal

from bocage.engine.rulings import OK, Ruling, refuse
from bocage.games.opcom.board.tables import Tables
from bocage.games.opcom.pieces.profiles import Arm
from bocage.games.opcom.rulebook import R

Water = Literal["stream", "minor", "major"]
"""A stream is ignored, minor is a canal or minor river."""
BridgeClass = Literal["light", "heavy"]
_ROWS: Final[Mapping[str, str]] = {
    "foot": "foot, any ground",
    "motor": "motorised, open",
    "tank": "tanks, open",
    "towed": "towed guns, any ground",
    "recce": "recce, open",
}
"""A row of the movement chart for each kind of troops."""


def may_wade(
    unit: int, mobility: str, water: Water, *, boats: bool = False, charts: Tables
) -> Ruling:
    """Return whether a unit crosses water without a bridge; `boats` are assault boats."""
    if water == "stream" or boats:
        return OK
    if water == "major":
        words = "{unit:unit} needs a bridge or ferry: the river is a major one"
        return refuse(R("6.3.d").read(R("reading 3.9")), words, unit=unit)
    row = _ROWS.get(mobility)
    if row is not None and charts.rates[row].minor_water:
        return OK
    words = "{unit:unit} has vehicles and needs a bridge or ferry"
    return refuse(R("6.3.b"), words, unit=unit)


def may_use_bridge(
    unit: int, arm: Arm, mobility: str, bridge: BridgeClass, *, extended: bool = True
) -> Ruling:
    """Return whether a bridge or ferry bears a unit (6.3, reading 3.10).

    `extended` lets armoured cars and towed field and anti-tank guns over light bridges.
    """
    if bridge == "heavy":
        return OK
    heavy_guns = arm in ("medium", "heavy", "coast", "rocket")
    if mobility == "tank" or arm == "tank" or heavy_guns:
        words = "{unit:unit} is too heavy for a light bridge"
        return refuse(R("6.3.light"), words, unit=unit)
    if not extended and (mobility in ("recce", "towed")):
        words = "{unit:unit} is neither infantry nor transport"
        return refuse(R("6.3.light").read(R("reading 3.10")), words, unit=unit)
    return OK
