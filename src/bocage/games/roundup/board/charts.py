"""The charts of Operation Roundup as data: combat, terrain, movement, weather, bombers, returns."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final, cast

from bocage.tables import Asker, DataError, Fault, read_toml

CLEAR_SKY: Final = 0
OVERCAST: Final = 1
STORM: Final = 2
WEATHERS: Final = ("clear", "overcast", "storm")

MEANINGS: Final = {
    "ASR": "attacker loses a step and retreats",
    "AS": "attacker loses a step",
    "SM": "stalemate",
    "EX": "both lose a step",
    "DR": "defender retreats",
    "DS": "defender loses a step",
    "DSR": "defender loses a step and retreats",
}
"""The effect of each combat result (11.13), from the attacker's worst to best."""
RESULTS: Final = tuple(MEANINGS)

TERRAINS: Final = ("clear", "polder", "woods", "rough", "town", "port")

DIE: Final = ("1", "2", "3", "4", "5", "6")

_FILE: Final = "charts.toml"
_MOVEMENT: Final = ("allied_turn_1", "allied", "mechanized", "other", "static", "storm")
_BOMBER: Final = ("overcast", "town_or_port", "friendly_tas")


class ChartsError(DataError):
    """Charts that cannot be used; `faults` has every reason found."""

    kind = "charts"


@dataclass(frozen=True, slots=True)
class Charts:
    """Every chart, checked."""

    columns: tuple[str, ...]
    """Heads of the Combat Results Table, from the weakest odds to the strongest."""
    results: tuple[tuple[str, ...], ...]
    """The result by die (0 is a roll of 1) and column."""
    points: Mapping[str, int]
    """Movement points to enter each terrain; `water` is added for a river or canal side."""
    shifts: Mapping[str, int]
    """Column shift of each terrain; `water` when every attacker crosses one."""
    movement: Mapping[str, int]
    weather: Mapping[int, tuple[int, ...]]
    """By turn, from turn 2: the weather of each face of the die."""
    bomber: tuple[int, ...]
    """Shift by modified die: 1 or less, 2, 3, 4, 5, 6 or more."""
    bomber_modifiers: Mapping[str, int]
    returns_supplied: tuple[int, ...]
    returns_unsupplied: tuple[int, ...]


def load_charts(folder: Path) -> Charts:
    """Return the charts in a folder's `charts.toml`.

    Raises:
        ChartsError: a table is missing or wrong.
    """
    faults: list[Fault] = []
    data = read_toml(folder / _FILE, faults)
    asked = _Asker(_FILE, data or {}, faults)
    columns = asked.row("combat.columns")
    charts = Charts(
        columns=columns,
        results=tuple(asked.row(f"combat.{die}", RESULTS, len(columns)) for die in DIE),
        points={name: asked.whole(f"terrain.{name}.points") for name in (*TERRAINS, "water")},
        shifts={name: asked.whole(f"terrain.{name}.shift") for name in (*TERRAINS, "water")},
        movement={key: asked.whole(f"movement.{key}") for key in _MOVEMENT},
        weather={turn: each for span in asked.keys("weather") for turn, each in asked.sky(span)},
        bomber=asked.wholes("bomber.shifts"),
        bomber_modifiers={key: asked.whole(f"bomber.{key}") for key in _BOMBER},
        returns_supplied=asked.wholes("returns.supplied"),
        returns_unsupplied=asked.wholes("returns.unsupplied"),
    )
    if not faults and set(charts.weather) != set(range(2, 11)):
        faults.append(Fault(_FILE, 0, "weather", "", "expected every turn from 2 to 10 once"))
    if faults:
        raise ChartsError(folder.name, faults)
    return charts


class _Asker(Asker):
    """Asks the charts for one key after the other and notes what does not fit."""

    def keys(self, key: str) -> list[str]:
        found = self._get(key)
        return list(cast("dict[str, object]", found)) if isinstance(found, dict) else []

    def row(self, key: str, known: Sequence[str] = (), count: int = 0) -> tuple[str, ...]:
        value = self._get(key)
        found = cast("list[object]", value) if isinstance(value, list) else []
        if not found or (count and len(found) != count):
            self.fault(key, self._get(key), f"expected {count or 'some'} words")
        for each in found:
            if known and each not in known:
                self.fault(key, each, f"expected one of {', '.join(known)}")
        return tuple(str(each) for each in found)

    def wholes(self, key: str) -> tuple[int, ...]:
        value = self._get(key)
        found = cast("list[object]", value) if isinstance(value, list) else []
        wholes = tuple(each for each in found if isinstance(each, int))
        if len(wholes) != 6 or len(found) != 6:
            self.fault(key, self._get(key), "expected six whole numbers, one a face of the die")
        return wholes

    def whole(self, key: str) -> int:
        value = self._get(key)
        if isinstance(value, int):
            return value
        self.fault(key, value, "expected a whole number")
        return 0

    def sky(self, span: str) -> list[tuple[int, tuple[int, ...]]]:
        """Return the weather of each face for each turn of a span such as `2-4`."""
        first, _, last = span.partition("-")
        if not first.isdigit() or not last.isdigit():
            self.fault(f"weather.{span}", span, "expected turns such as 2-4")
            return []
        faces = self.row(f"weather.{span}", WEATHERS, 6)
        sky = tuple(WEATHERS.index(face) for face in faces if face in WEATHERS)
        return [(turn, sky) for turn in range(int(first), int(last) + 1)]
