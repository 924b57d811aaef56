"""Short scenarios: a part of a game with few units, few turns and its own victory test.

The rules do not change. A scenario's changes are data, one file a scenario in the folder
`scenarios` beside a game's tables: the turns, the units and their places, earlier events, and what
counts at the end.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources.abc import Traversable
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final, cast

from bocage.engine.actions import Names, NotationError
from bocage.engine.game import Scenario
from bocage.games.guides import read_guide
from bocage.hexes.grid import Grid
from bocage.tables import DataError, Fault, read_toml

FOLDER: Final = "scenarios"
STANDARD: Final = "standard"
"""The id of the whole game."""

ORDER: Final[Mapping[str, tuple[str, ...]]] = {
    "roundup": ("landing", "counterstroke", "first-battle"),
    "falaise": ("chambois", "hill-262", "first-battle"),
}
"""The short scenarios of each game, in the order in which they are offered."""


@dataclass(frozen=True, slots=True)
class Place:
    """A place that counts at the end."""

    hexes: tuple[int, ...]
    points: int
    name: str
    seat: int
    """The seat that gets the points if it holds all the hexes."""


@dataclass(frozen=True, slots=True)
class ShortScenario:
    """The changes of a short scenario."""

    scenario: Scenario
    first_turn: int
    last_turn: int
    units: Mapping[int, int]
    """The first place of each unit that takes part: a hex, or a place off the map."""
    places: tuple[Place, ...]
    """The places worth points to the side that holds them at the end."""
    counts: Mapping[str, int]
    """The other things worth points, by the game's own names."""
    needs: int
    """The Allies win if their points exceed the Germans' by this number."""
    before: Mapping[str, Any]
    """The earlier events, by the game's own names."""


@dataclass(frozen=True, slots=True)
class Table:
    """What the reader of a scenario must know of a game."""

    game: str
    grid: Grid
    units: Names
    seats: tuple[str, ...]
    off_map: Mapping[str, int]
    """Places off the map where a unit may begin, by name."""
    counts: frozenset[str] = frozenset()
    """The other things that may be worth points."""
    hexes: frozenset[str] = frozenset()
    """The earlier events given by hexes: a list of them, or hexes by name."""


def load_short(
    table: Table, ours: Path | Traversable, own: Path | None = None
) -> Mapping[str, ShortScenario]:
    """Return the short scenarios of a game by id, in the order in which they are offered.

    Args:
        table: the map and the counters.
        ours: the game's own data folder.
        own: somebody's own data folder; a scenario in it replaces ours, and units
            that its counters do not have are left out.

    Raises:
        DataError: a file cannot be read, or names what does not exist.
    """
    found: dict[str, ShortScenario] = {}
    faults: list[Fault] = []
    for name in ORDER.get(table.game, ()):
        path: Path | Traversable = ours / FOLDER / f"{name}.toml"
        if own is not None and (own / FOLDER / f"{name}.toml").is_file():
            path = own / FOLDER / f"{name}.toml"
        data = read_toml(path, faults)
        if data is not None:
            found[name] = _read(name, data, table, faults, lenient=own is not None)
    if faults:
        raise DataError(table.game, faults)
    return MappingProxyType(found)


def _read(
    name: str, data: Mapping[str, Any], table: Table, faults: list[Fault], *, lenient: bool
) -> ShortScenario:
    file = f"{name}.toml"

    def wrong(field: str, value: object, reason: str) -> None:
        faults.append(Fault(file, 0, field, str(value), reason))

    def hex_of(field: str, number: object) -> int:
        if isinstance(number, str) and number in table.grid:
            return table.grid.hex(number)
        wrong(field, number, "expected the number of a hex")
        return 0

    units: dict[int, int] = {}
    for key, where in cast("dict[str, str]", data.get("units", {})).items():
        try:
            u = table.units.index(key)
        except NotationError as error:
            if not lenient:
                wrong(f"units.{key}", key, error.reason)
            continue
        units[u] = table.off_map[where] if where in table.off_map else hex_of(f"units.{key}", where)
    victory = cast("dict[str, Any]", data.get("victory", {}))
    places = [
        Place(
            tuple(hex_of("victory.place", h) for h in each["hexes"]),
            int(each["points"]),
            str(each["name"]),
            table.seats.index(each["side"]),
        )
        for each in cast("list[dict[str, Any]]", victory.get("place", []))
    ]
    counts = {key: victory[key] for key in victory if key not in ("place", "allied_needs")}
    for key in counts.keys() - table.counts:
        wrong(f"victory.{key}", counts[key], f"expected one of {', '.join(sorted(table.counts))}")
    before = dict(cast("dict[str, Any]", data.get("before", {})))
    for key in table.hexes & before.keys():
        told, field = before[key], f"before.{key}"
        if isinstance(told, dict):
            named = cast("dict[str, str]", told)
            before[key] = {each: hex_of(f"{field}.{each}", h) for each, h in named.items()}
        else:
            before[key] = tuple(hex_of(field, h) for h in told)
    first, last = data.get("turns", (1, 1))
    guide = None
    if "guide" in data and not lenient:
        guide = read_guide(data["guide"], table.seats, table.units, hex_of, wrong)
    title, words = str(data.get("title", name)), " ".join(str(data.get("about", "")).split())
    about = Scenario(name, title, words, guide)
    return ShortScenario(
        about,
        int(first),
        int(last),
        MappingProxyType(units),
        tuple(places),
        MappingProxyType(counts),
        int(victory.get("allied_needs", 1)),
        MappingProxyType(before),
    )
