"""Reading a map pack from its folder.

Every fault is collected before any is raised, so that the author of a pack sees all of them at
once. `checks` checks the tables as a whole.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path

from bocage.hexes.errors import HexError
from bocage.hexes.grid import Grid
from bocage.hexes.projection import Projection
from bocage.maps.faults import PackError, PackFault
from bocage.maps.pack import Pack
from bocage.maps.settings import Settings, read_settings
from bocage.maps.tables import HEADINGS, HEXES_FILE, tables
from bocage.tables import read_records, read_rows, read_toml

SETTINGS_FILE = "pack.toml"
SHEET_FILE = "sheet.toml"
"""The layout of the printed sheet; optional."""

Lines = Mapping[str, Sequence[int]]
"""For each file, the line of each record, in the order of the pack's records."""


def load_folder(folder: Path) -> Pack:
    """Return the pack that lies in a folder.

    Raises:
        PackError: something in it cannot be read; the error lists everything found.
    """
    return read_folder(folder)[0]


def read_folder(folder: Path) -> tuple[Pack, Lines]:
    """Return the pack that lies in a folder, and the line of its file on which each record stood.

    Raises:
        PackError: something in it cannot be read; the error lists everything found.
    """
    faults: list[PackFault] = []
    if not folder.is_dir():
        reason = "is not a folder" if folder.exists() else "there is no such folder"
        raise PackError(folder.name, [PackFault(str(folder), 0, "", "", reason)])
    settings = read_settings(read_toml(folder / SETTINGS_FILE, faults), faults)
    grid = _grid(folder, settings, faults) if settings else None
    if settings is None or grid is None:
        raise PackError(folder.name, faults)
    read = {
        table.file: read_records(folder, table, faults)
        for table in tables(grid, settings.terrain, settings.settlement, settings.flags)
    }
    sheet = folder / SHEET_FILE
    layout = read_toml(sheet, faults) if sheet.is_file() else None
    if faults:
        raise PackError(folder.name, faults)
    read[HEXES_FILE].sort(key=lambda each: each[1].hex)
    rows = {file: tuple(record for _, record in found) for file, found in read.items()}
    pack = Pack(
        id=settings.id,
        title=settings.title,
        game=settings.game,
        kind=settings.kind,
        grid=grid,
        projection=Projection(**settings.projection),
        terrain_words=settings.terrain,
        settlement_words=settings.settlement,
        flag_words=settings.flags,
        licence=settings.licence,
        sources=settings.sources,
        hexes=rows["hexes.csv"],
        sides=rows["sides.csv"],
        crossings=rows["crossings.csv"],
        places=rows["places.csv"],
        links=rows["links.csv"],
        areas=rows["areas.csv"],
        lines=rows["lines.csv"],
        facts=settings.facts,
        sheet=layout or {},
        folder=folder,
    )
    return pack, {file: [line for line, _ in found] for file, found in read.items()}


def read_lie(folder: Path) -> tuple[Grid, Projection] | None:
    """Return the hexes of a pack and where they lie, whatever its other tables hold.

    None if the settings or the list of hexes cannot be read.
    """
    faults: list[PackFault] = []
    settings = read_settings(read_toml(folder / SETTINGS_FILE, faults), faults)
    grid = _grid(folder, settings, faults) if settings else None
    if settings is None or grid is None:
        return None
    return grid, Projection(**settings.projection)


def _grid(folder: Path, settings: Settings, faults: list[PackFault]) -> Grid | None:
    """Return the grid of the hexes listed; numbers that cannot be are faults."""
    wide, deep = settings.digits
    (first_row, last_row), (first, last) = settings.rows, settings.positions
    numbers: dict[str, int] = {}
    before = len(faults)
    for row, values in read_rows(folder / HEXES_FILE, HEADINGS[HEXES_FILE], faults):
        number = values["hex"]
        reason = ""
        if not re.fullmatch(rf"[0-9]{{{wide + deep}}}", number):
            reason = f"a hex number has {wide + deep} digits"
        elif not first_row <= int(number[:wide]) <= last_row:
            reason = f"rows run from {first_row} to {last_row}"
        elif not first <= int(number[wide:]) <= last:
            reason = f"positions run from {first} to {last}"
        elif number in numbers:
            reason = "an earlier row has this already"
        if reason:
            faults.append(PackFault(HEXES_FILE, row, "hex", number, reason))
        else:
            numbers[number] = row
    if len(faults) > before:
        return None
    if not numbers:
        faults.append(PackFault(HEXES_FILE, 0, "", "", "has no hexes"))
        return None
    try:
        return Grid(numbers, shifted_west=settings.shifted_west, digits=settings.digits)
    except HexError as error:
        faults.append(PackFault(HEXES_FILE, 0, "", "", str(error)))
        return None
