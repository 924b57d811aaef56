"""What the loader says of a draft, told at its cells, and empty maps to begin with."""

from __future__ import annotations

import re
import tempfile
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from math import ceil, cos, radians, sqrt
from pathlib import Path
from typing import Final

from bocage.games.opcom.board.scenario import read_scenario
from bocage.games.opcom.board.tables import tables
from bocage.games.opcom.board.world import World
from bocage.games.opcom.workshop.draft import HEXES_MOST, Draft, DraftError, Grid, files_of
from bocage.games.opcom.workshop.sorts import HEIGHTS, MAP, PACK_FILE, SHEET_FILE, sorts
from bocage.hexes import Grid as Hexes
from bocage.hexes import Projection
from bocage.maps import load
from bocage.maps.checks import check_folder
from bocage.maps.faults import PackError
from bocage.tables import DataError, Fault

_FIELD: Final = re.compile(r"([a-z_]+) ([0-9]+)(?:\.([a-z_]+))?")
_SPLIT: Final = ("rows", "positions", "digits")
_FIRST: Final = {"rows": "first", "positions": "first", "digits": "row"}


@dataclass(frozen=True, slots=True)
class Found:
    """A fault of a draft and where it stands."""

    table: str
    row: int
    """Counted from 0; -1 where the whole table is meant."""
    column: str
    """Empty where the whole row is meant."""
    value: str
    text: str


def world_of(here: Path, name: str) -> World:
    """Return the world of a scenario that lies in a folder, its own map checked too.

    Raises:
        DataError: it cannot be read; the error lists everything found.
    """
    if (here / MAP).is_dir() and (wrong := check_folder(here / MAP)):
        raise PackError(MAP, wrong)
    if wrong := shading_faults(here / MAP):
        raise DataError(MAP, wrong)
    return World(read_scenario(here, name), tables())


_HEIGHTS_MOST: Final = 40_000
_WHERE: Final = "latitude and longitude of the north-west corner, and the degrees of a step south"
_STEP: Final = r",(?!0(\.0*)?(,|$))\d(\.\d{1,9})?"
_CORNER: Final = re.compile(rf"-?\d{{1,3}}(\.\d{{1,9}})?,-?\d{{1,3}}(\.\d{{1,9}})?({_STEP}){{2}}")
_METRES: Final = re.compile(r"-?\d{1,4}(\.\d+)?(,-?\d{1,4}(\.\d+)?)+")
_TINTS: Final = re.compile(r"tints = \[(\d{1,4}(, \d{1,4})*)?\]")


def shading_faults(here: Path) -> list[Fault]:
    """Return what is wrong with the heights of a map, and with the tints that are drawn by them."""
    if not (here / HEIGHTS).is_file():
        return []
    head, *rows = (here / HEIGHTS).read_text(encoding="utf-8").splitlines()
    found: list[Fault] = []
    if not _CORNER.fullmatch(head):
        reason = f"the first line must have four numbers: {_WHERE} and of a step east"
        found.append(Fault(HEIGHTS, 2, "metres", head[:40], reason))
    wide = {row.count(",") for row in rows}
    if len(rows) < 2 or len(wide) != 1:
        reason = "the lines after the first must be at least two, all with as many heights"
        found.append(Fault(HEIGHTS, 2, "metres", "", reason))
    elif len(rows) * (wide.pop() + 1) > _HEIGHTS_MOST:
        reason = f"a map has at most {_HEIGHTS_MOST:,} heights"
        found.append(Fault(HEIGHTS, 2, "metres", "", reason))
    for number, row in enumerate(rows, 3):
        if not _METRES.fullmatch(row):
            reason = "must be heights in whole metres between commas"
            found.append(Fault(HEIGHTS, number, "metres", row[:40], reason))
    said = (here / SHEET_FILE).read_text(encoding="utf-8")
    if not any(_TINTS.fullmatch(line) for line in said.splitlines()):
        reason = "must be heights in metres, the lowest first, such as 20; 40; 60"
        found.append(Fault(SHEET_FILE, 0, "tints", "", reason))
    return found


@contextmanager
def laid_down(draft: Draft) -> Generator[Path]:
    """Lay the files of a draft down in a folder that is there for a moment.

    Raises:
        DraftError: it cannot be written.
    """
    files = files_of(draft)
    with tempfile.TemporaryDirectory(prefix="bocage-draft-") as folder:
        write(files, Path(folder))
        yield Path(folder)


def write(files: Mapping[str, str], folder: Path) -> None:
    """Write files into a folder, made if need be."""
    for path, text in files.items():
        where = folder / path
        where.parent.mkdir(parents=True, exist_ok=True)
        where.write_text(text, encoding="utf-8", newline="")


def located(fault: Fault) -> Found:
    """Return where in a draft a fault of the loader stands."""
    field = _FIELD.fullmatch(fault.field)
    if field is not None:
        table, row, column = f"{fault.file} {field[1]}", int(field[2]) - 1, field[3] or ""
    elif f"{fault.file} {fault.field}" in sorts():
        table, row, column = f"{fault.file} {fault.field}", -1, ""
    elif fault.file.endswith(".csv"):
        table, row, column = fault.file, max(fault.row - 2, -1), fault.field
    else:
        table, row, column = fault.file, 0, fault.field
        head, _, last = column.rpartition(".")
        if head == "grid" and last in _SPLIT:
            column = f"{column}.{_FIRST[last]}"
    if table not in sorts():
        table, row, column = "scenario.toml", -1, ""
    return Found(table, row, column, fault.value, fault.reason)


# The map -----------------------------------------------------------------------------------

LatLon = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Frame:
    """Where the hexes of a map lie: `first + position * p + row * r`, odd rows `shift` further."""

    first: LatLon
    position: LatLon
    row: LatLon
    shift: LatLon
    digits: tuple[int, int]
    km: LatLon
    """Kilometres of a degree of latitude and of longitude."""


def frame_of(hexes: Hexes, projection: Projection, digits: tuple[int, int]) -> Frame:
    """Return where the hexes of a grid lie on the earth."""
    small = Hexes.rectangle(rows=(2, 4), positions=(1, 2), shifted_west=hexes.shifted_west)

    def at(number: str) -> LatLon:
        return projection.to_earth(*small.centre(small.hex(number)))

    start, along, odd, two = at("0201"), at("0202"), at("0301"), at("0401")
    position = (along[0] - start[0], along[1] - start[1])
    row = ((two[0] - start[0]) / 2, (two[1] - start[1]) / 2)
    shift = (odd[0] - start[0] - row[0], odd[1] - start[1] - row[1])
    first = (start[0] - position[0] - 2 * row[0], start[1] - position[1] - 2 * row[1])
    km = (projection.km_per_degree_lat, projection.km_per_degree_lon)
    return Frame(first, position, row, shift, digits, km)


def empty_map(title: str, lat: float, lon: float, wide_km: float, high_km: float) -> Draft:
    """Return a map of open country around a point, of hexes a kilometre wide.

    Raises:
        DraftError: it would be too large or too small.
    """
    positions, rows = ceil(wide_km), ceil(high_km / _ROW_KM)
    if not (2 <= positions <= _SIDE_MOST and 2 <= rows <= _SIDE_MOST):
        raise DraftError(f"a map is 2 to {_SIDE_MOST} hexes wide and high")
    if positions * rows > HEXES_MOST:
        raise DraftError(f"a map has at most {HEXES_MOST:,} hexes: choose a smaller one")
    hexes = Hexes.rectangle(
        rows=(1, rows), positions=(1, positions), shifted_west="odd", digits=(3, 3)
    )
    middle = hexes.centre(hexes.hex(f"{(rows + 1) // 2:03}{(positions + 1) // 2:03}"))
    head = {
        "id": MAP,
        "title": title,
        "licence": "CC-BY-4.0",
        "sources": "drawn in the scenario builder",
        "grid.rows.first": "1",
        "grid.rows.last": str(rows),
        "grid.positions.first": "1",
        "grid.positions.last": str(positions),
        "grid.digits.row": "3",
        "grid.digits.position": "3",
        "grid.shifted_west": "odd",
        "projection.lat": _short(lat),
        "projection.lon": _short(lon),
        "projection.km_per_degree_lat": _short(_DEGREE_KM),
        "projection.km_per_degree_lon": _short(_DEGREE_KM * cos(radians(lat))),
        "projection.rotation": "0.0",
        "projection.hex_km": "1.0",
        "projection.west_km": _short(middle[0]),
        "projection.south_km": _short(middle[1]),
    }
    known = load("joes-bridge")
    found = {
        PACK_FILE: _one(head),
        "hexes.csv": Grid(
            ("hex", "terrain", "settlement", "flags", "land"),
            tuple((number, "open", "", "", "1") for number in hexes.numbers),
        ),
    }
    words = {
        "terrain": known.terrain_words,
        "settlement": known.settlement_words,
        "flags": known.flag_words,
    }
    for key, said in words.items():
        found[f"{PACK_FILE} {key}"] = Grid(("word", "said"), tuple(said.items()))
    return found


_ROW_KM: Final = sqrt(3) / 2
_SIDE_MOST: Final = 200
_DEGREE_KM: Final = 111.25


def _short(value: float) -> str:
    return f"{value:.6f}".rstrip("0") + ("0" if value == int(value) else "")


def _one(row: Mapping[str, str]) -> Grid:
    return Grid(tuple(row), (tuple(row.values()),))
