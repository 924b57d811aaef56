"""A scenario as tables of texts, and the files that it is read from and written to.

Cells are what people type. In TOML a cell becomes a value of the kind of its column; one that
cannot is written as it stands, so that the loader says what is wrong with it. Columns that only
some kinds of line ask for say their kind themselves: `5`, `yes`, `B-DOM`, `["a"]` as `a;`.
"""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, cast

from bocage.engine.errors import BocageError
from bocage.games.opcom.board.rows import FILE
from bocage.games.opcom.workshop.sorts import (
    HEIGHTS,
    MAP,
    PACK_FILE,
    SHEET_FILE,
    Column,
    Sort,
    sorts,
)
from bocage.games.places import Folder
from bocage.maps import THEATRES, theatre
from bocage.maps.settings import FORMAT
from bocage.tables import DataError, Fault, read_rows, read_toml


@dataclass(frozen=True, slots=True)
class Grid:
    """A table as it is filled in."""

    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]

    def records(self) -> Iterator[dict[str, str]]:
        """Return the rows by column; a short row ends with empty cells."""
        for row in self.rows:
            cells = (*row, *("" for _ in self.columns[len(row) :]))
            yield dict(zip(self.columns, cells, strict=False))


Draft = Mapping[str, Grid]
"""Tables by what they are called (`sorts`); one that is missing is empty."""

CELLS_MOST: Final = 400_000
"""Cells of all tables together."""
CELL_MOST: Final = 8_000
"""Characters of one cell."""
HEXES_MOST: Final = 20_000
_CONTROL: Final = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")
_NAME: Final = re.compile(r"[a-z_]{1,40}")
_WHOLE: Final = re.compile(r"-?(0|[1-9][0-9]{0,8})")
_NUMBER: Final = re.compile(r"-?(0|[1-9][0-9]{0,8})(\.[0-9]{1,12})?")
_DATE: Final = re.compile(r"\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])")
_SPANS: Final = ("grid.rows", "grid.positions")
_ENDS: Final = ("first", "last")


class DraftError(BocageError):
    """A draft that cannot be written at all; the sentence says why."""


def check_size(draft: Draft) -> None:
    """Check that a draft has known tables and columns, is no larger than a game can be, and has
    no characters that a file cannot have.

    Raises:
        DraftError: it is not so.
    """
    known = sorts()
    cells = 0
    for name, grid in draft.items():
        sort = known.get(name)
        if sort is None:
            raise DraftError(f"there is no table '{name[:60]}'")
        mine = {column.name for column in sort.columns}
        for column in grid.columns:
            if column not in mine and (not sort.terms or not _NAME.fullmatch(column)):
                raise DraftError(f"the table {name} has no column '{column[:60]}'")
        if len(set(grid.columns)) < len(grid.columns):
            raise DraftError(f"the table {name} has a column twice")
        if sort.head and len(grid.rows) > 1:
            raise DraftError(f"the table {name} has one row")
        if name == "hexes.csv" and len(grid.rows) > HEXES_MOST:
            raise DraftError(f"a map has at most {HEXES_MOST:,} hexes")
        for row in grid.rows:
            if len(row) > len(grid.columns):
                raise DraftError(f"a row of {name} has more cells than there are columns")
            cells += len(row)
            for cell in row:
                if len(cell) > CELL_MOST or _CONTROL.search(cell):
                    raise DraftError(
                        f"a cell of {name} is longer than {CELL_MOST:,} characters, or has a "
                        f"character that no table can have: '{_CONTROL.sub('?', cell[:40])}'"
                    )
    if cells > CELLS_MOST:
        raise DraftError(
            f"these tables have {cells:,} cells; a scenario has at most {CELLS_MOST:,}"
        )


# To files ----------------------------------------------------------------------------------


def files_of(draft: Draft) -> dict[str, str]:
    """Return the files of a scenario by path within its folder, as OP COM reads them.

    Raises:
        DraftError: it is larger than a scenario can be, or has tables that no scenario has.
    """
    check_size(draft)
    own_map = bool(_head(draft, PACK_FILE))
    found: dict[str, str] = {}
    for sort in sorts().values():
        path = f"{MAP}/{sort.file}" if sort.of_map else sort.file
        if path in found or (sort.of_map and not own_map):
            continue
        if sort.file == HEIGHTS:
            if rows := _rows(draft, HEIGHTS):
                found[path] = "".join(f"{row.get('metres', '')}\n" for row in rows)
        elif sort.file.endswith(".csv"):
            if sort.of_map or sort.id in _ALWAYS or _rows(draft, sort.id):
                found[path] = _csv_text(sort, draft.get(sort.id))
        elif sort.file == PACK_FILE:
            found[path] = _pack_text(draft)
        elif sort.file == SHEET_FILE:
            found[path] = _sheet_text(draft)
        elif text := _toml_text(draft, sort.file, own_map=own_map):
            found[path] = text
    return found


_ALWAYS: Final = ("oob.csv", "turns.csv", "supplies.csv")


def _rows(draft: Draft, name: str) -> Sequence[Mapping[str, str]]:
    grid = draft.get(name)
    return [] if grid is None else list(grid.records())


def _head(draft: Draft, name: str) -> Mapping[str, str]:
    rows = _rows(draft, name)
    return {key: cell for key, cell in rows[0].items() if cell} if rows else {}


def _csv_text(sort: Sort, grid: Grid | None) -> str:
    out = io.StringIO(newline="")
    writer = csv.writer(out, lineterminator="\n")
    names = [column.name for column in sort.columns]
    writer.writerow(names)
    for row in grid.records() if grid else ():
        writer.writerow([row.get(name, "") for name in names])
    return out.getvalue()


def _toml_text(draft: Draft, file: str, *, own_map: bool) -> str:
    """The head of a TOML file, then its tables; nothing where there is neither."""
    lines: list[str] = []
    head = dict(_head(draft, file))
    if file == FILE and own_map:
        head["map"] = MAP
    lines += [
        f"{column.name} = {_written(column, head[column.name])}"
        for column in (sorts()[file].columns if file in sorts() else ())
        if column.name in head
    ]
    for sort in sorts().values():
        if sort.file != file or not sort.key:
            continue
        for row in _rows(draft, sort.id):
            lines += ["", f"[[{sort.key}]]", *_fields(sort, row)]
    return "\n".join(lines).lstrip("\n") + "\n" if lines else ""


def _fields(sort: Sort, row: Mapping[str, str]) -> Iterator[str]:
    known = {column.name: column for column in sort.columns}
    for name, column in known.items():
        cell = row.get(name, "")
        if cell:
            yield f"{name} = {_written(column, cell)}"
        elif column.needed and column.kind in ("text", "list"):
            yield f"{name} = {'[]' if column.kind == 'list' else _quoted('')}"
    for name, cell in row.items():
        if name not in known and cell:
            yield f"{name} = {_toml(typed(cell))}"


def _written(column: Column, cell: str) -> str:
    """A cell as TOML, of the kind of its column if it can be."""
    if column.kind == "list":
        return _toml(_parts(cell))
    if column.kind == "yes or no" and cell in ("yes", "no"):
        return "true" if cell == "yes" else "false"
    fits = {"whole": _WHOLE, "number": _NUMBER, "date": _DATE}.get(column.kind)
    return cell if fits is not None and fits.fullmatch(cell) else _quoted(cell)


def _pack_text(draft: Draft) -> str:
    head = _head(draft, PACK_FILE)
    columns = {column.name: column for column in sorts()[PACK_FILE].columns}

    def said(name: str) -> str:
        return _written(columns[name], head.get(name, ""))

    lines = [f"format = {FORMAT}", 'game = "opcom"', 'kind = "lattice"']
    lines += [f"{name} = {said(name)}" for name in ("id", "title", "licence", "sources")]
    lines += ["", "[grid]"]
    for span in _SPANS:
        lines.append(
            f"{span.partition('.')[2]} = [{', '.join(said(f'{span}.{end}') for end in _ENDS)}]"
        )
    digits = ", ".join(said(f"grid.digits.{each}") for each in ("row", "position"))
    lines += [f"digits = [{digits}]", f"shifted_west = {said('grid.shifted_west')}"]
    lines += ["", "[projection]"]
    for name in columns:
        if name.startswith("projection."):
            lines.append(f"{name.partition('.')[2]} = {said(name)}")
    for sort in sorts().values():
        if sort.file == PACK_FILE and sort.key:
            lines += ["", f"[{sort.key}]"]
            said_by = {row["word"]: row.get("said", "") for row in _rows(draft, sort.id)}
            lines += [f"{_quoted(word)} = {_quoted(text)}" for word, text in said_by.items()]
    return "\n".join(lines) + "\n"


def _sheet_text(draft: Draft) -> str:
    """What stands in the margin of the printed sheet, and where its references begin."""
    head, pack = _head(draft, SHEET_FILE), _head(draft, PACK_FILE)
    usual = {"country": "", "sheet": "OP COM", "title": pack.get("title", "").upper()}
    usual |= {"grid_note": "", "year": "1944", "history": ""}
    lines = [f"{name} = {_quoted(head.get(name, said))}" for name, said in usual.items()]
    south, west = _corner(pack)
    origin = [head.get("origin.first", f"{south:.5f}"), head.get("origin.last", f"{west:.5f}")]
    letters, magnetic = head.get("letters", "Q"), head.get("magnetic", "0.0")
    columns = {column.name: column for column in sorts()[SHEET_FILE].columns}
    lines.append(f"origin = [{', '.join(_written(columns['origin.first'], o) for o in origin)}]")
    lines.append(f"letters = {_written(columns['letters'], letters)}")
    lines.append(f"magnetic = {_written(columns['magnetic'], magnetic)}")
    if _rows(draft, HEIGHTS):
        lines.append(f'heights = "{HEIGHTS}"')
        lines.append(f"tints = {_toml([typed(each) for each in _parts(head.get('tints', ''))])}")
        if credit := head.get("heights_credit"):
            lines.append(f"heights_credit = {_quoted(credit)}")
    return "\n".join(lines) + "\n"


def _corner(pack: Mapping[str, str]) -> tuple[float, float]:
    """A corner south-west of the map, from which its references count."""

    def number(name: str, usual: float) -> float:
        said = pack.get(name, "")
        return float(said) if _NUMBER.fullmatch(said) else usual

    lat, lon = number("projection.lat", 0), number("projection.lon", 0)
    high = number("grid.rows.last", 1) * number("projection.hex_km", 1)
    wide = number("grid.positions.last", 1) * number("projection.hex_km", 1)
    south = lat - high / max(number("projection.km_per_degree_lat", 111), 1)
    return south, lon - wide / max(number("projection.km_per_degree_lon", 70), 1)


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def _toml(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list | tuple):
        return f"[{', '.join(_toml(each) for each in cast('Sequence[object]', value))}]"
    return _quoted(value) if isinstance(value, str) else str(value)


def _parts(cell: str) -> list[str]:
    """The items of a list: between semicolons, or as JSON where an item has one itself."""
    if cell.startswith("["):
        try:
            found = json.loads(cell)
        except ValueError:
            found = None
        if isinstance(found, list):
            return [str(each) for each in cast("list[object]", found)]
    return [part for each in cell.split(";") if (part := each.strip())]


def typed(cell: str) -> object:
    """Return what a cell says that tells its kind itself."""
    if cell in ("yes", "no"):
        return cell == "yes"
    if cell.startswith('"') and cell.endswith('"') and len(cell) > 1:
        try:
            return str(json.loads(cell))
        except ValueError:
            return cell
    if ";" in cell:
        return _parts(cell)
    if _WHOLE.fullmatch(cell):
        return int(cell)
    return float(cell) if _NUMBER.fullmatch(cell) else cell


def untyped(value: object) -> str:
    """Return a value as a cell that tells its kind itself; `typed` gives it back."""
    if isinstance(value, list):
        cell = _shown(cast("list[object]", value))
        return cell if ";" in cell else f"{cell};"
    cell = _shown(value)
    return json.dumps(cell, ensure_ascii=False) if isinstance(value, str) and _odd(cell) else cell


def _odd(cell: str) -> bool:
    return typed(cell) != cell


def _shown(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        items = [str(each) for each in cast("list[object]", value)]
        plain = not any(";" in each or each.startswith("[") for each in items)
        return "; ".join(items) if plain else json.dumps(items, ensure_ascii=False)
    return str(value)


# From files --------------------------------------------------------------------------------


def draft_from(here: Folder) -> Draft:
    """Return the tables of a scenario's folder, with those of a map of its own.

    Raises:
        DataError: a file cannot be read; the error lists everything found.
    """
    faults: list[Fault] = []
    found: dict[str, Grid] = {}
    for file in dict.fromkeys(sort.file for sort in sorts().values() if not sort.of_map):
        if (here / file).is_file():
            _read(here, file, found, faults)
    if not (here / FILE).is_file():
        faults.append(Fault(FILE, 0, "", "", "the file is missing"))
    if not faults:
        name = _head(found, FILE).get("map", "")
        if re.fullmatch(r"[\w-]+", name) and (here / name / PACK_FILE).is_file():
            found |= map_from(here / name)
            found[FILE] = _with_cell(found[FILE], "map", MAP)
    if faults:
        raise DataError("the scenario", faults)
    return found


def map_from(here: Folder) -> Draft:
    """Return the tables of a map pack, to be edited as a scenario's own map.

    Raises:
        DataError: a file cannot be read; the error lists everything found.
    """
    faults: list[Fault] = []
    found: dict[str, Grid] = {}
    for file in dict.fromkeys(sort.file for sort in sorts().values() if sort.of_map):
        if file not in (SHEET_FILE, HEIGHTS) or (here / file).is_file():
            _read(here, file, found, faults)
    if faults:
        raise DataError("the map", faults)
    return found


def theatre_from(name: str) -> Draft:
    """Return the map of a theatre as a scenario's own; raises UnknownTheatreError."""
    here = theatre(name).folder
    found = dict(map_from(here))
    file = (read_toml(here / SHEET_FILE, []) or {}).get("heights", "")
    if HEIGHTS not in found and file:  # it has the heights of another theatre
        found[HEIGHTS] = _lines_of(here / str(file))
    return found


def theatres() -> tuple[str, ...]:
    """Return the theatres on which OP COM is played."""
    return tuple(each.id for each in THEATRES if each.game == "opcom")


def _with_cell(grid: Grid, column: str, cell: str) -> Grid:
    """A head with another cell in one column."""
    row = next(grid.records())
    row[column] = cell
    return Grid(tuple(row), (tuple(row.values()),))


def _read(here: Folder, file: str, found: dict[str, Grid], faults: list[Fault]) -> None:
    if file == HEIGHTS:
        found[file] = _lines_of(here / file)
        return
    if file.endswith(".csv"):
        names = tuple(column.name for column in sorts()[file].columns)
        read = read_rows(here / file, names, faults)
        rows = tuple(tuple(_line(cell) for cell in values.values()) for _, values in read)
        found[file] = Grid(names, rows)
        return
    data = read_toml(here / file, faults) or {}
    for sort in sorts().values():
        if sort.file == file:
            grid = _of_toml(sort, data)
            if grid.rows or sort.head:
                found[sort.id] = grid


def _lines_of(file: Folder) -> Grid:
    """The lines of a file, a cell each."""
    text = file.read_bytes().decode("ascii", "replace")
    return Grid(("metres",), tuple((_line(each),) for each in text.splitlines()))


def _of_toml(sort: Sort, data: Mapping[str, Any]) -> Grid:
    if sort.head:
        cells = {column.name: _cell(_at(data, column.name)) for column in sort.columns}
        return Grid(tuple(cells), (tuple(cells.values()),))
    value = data.get(sort.key)
    if sort.file == PACK_FILE:
        words = cast("dict[str, object]", value) if isinstance(value, dict) else {}
        return Grid(("word", "said"), tuple((word, str(said)) for word, said in words.items()))
    rows = [cast("dict[str, Any]", each) for each in _tables(value)]
    known = {column.name: column for column in sort.columns}
    more = [name for name in sort.terms if any(name in row for row in rows)]
    more += sorted({name for row in rows for name in row} - {*known, *more})
    names = (*known, *more)
    return Grid(names, tuple(tuple(_of_row(row, name, known) for name in names) for row in rows))


def _tables(value: object) -> list[object]:
    rows = cast("list[object]", value) if isinstance(value, list) else []
    return list(filter(_is_table, rows))


def _is_table(row: object) -> bool:
    return isinstance(row, dict)


def _of_row(row: Mapping[str, Any], name: str, known: Mapping[str, Column]) -> str:
    if name not in row:
        return ""
    return _cell(row[name]) if name in known else _line(untyped(row[name]))


def _at(data: Mapping[str, Any], name: str) -> object:
    """What stands under a name with dots; of a pair, its first or its last."""
    found: object = data
    for part in name.split("."):
        if isinstance(found, dict):
            found = cast("dict[str, object]", found).get(part)
        elif isinstance(found, list):
            pair = cast("list[object]", found)
            at = 0 if part in ("first", "row") else 1
            found = pair[at] if len(pair) == 2 else None
        else:
            return None
    return found


def _cell(value: object) -> str:
    return "" if value is None else _line(_shown(value))


def _line(text: str) -> str:
    """A text in one line: a cell has no others."""
    return _CONTROL.sub(" ", text)


# Zip ---------------------------------------------------------------------------------------


def draft_of_files(files: Mapping[str, bytes], folder: Path) -> Draft:
    """Return the draft of files that somebody brings, laid down in an empty folder.

    Files that a scenario does not have are left out.

    Raises:
        DataError: a file cannot be read.
        DraftError: it is larger than a scenario can be.
    """
    wanted = {sort.file: sort.of_map for sort in sorts().values()}
    parts = [(path.split("/"), data) for path, data in files.items()]
    nothing: list[str] = []
    top = next((way[:-1] for way, _ in sorted(parts, key=_depth) if way[-1] == FILE), nothing)
    for way, data in parts:
        inner = way[len(top) :] if way[: len(top)] == top else []
        of_map = wanted.get(inner[-1]) if inner else None
        if of_map is None or len(inner) != (2 if of_map else 1):
            continue
        if of_map and not re.fullmatch(r"[\w-]+", inner[0]):
            continue
        path = folder.joinpath(*inner)
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(data)
    try:
        made = draft_from(folder)
    except DataError:
        raise
    except (RecursionError, ValueError):  # TOML nests without end, and has numbers without end
        raise DraftError("a file has a value that no scenario has") from None
    check_size(made)
    return made


def _depth(part: tuple[Sequence[str], bytes]) -> int:
    return len(part[0])
