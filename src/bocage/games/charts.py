"""Charts as data (`charts.toml`): tables that the rules look things up in, and modifiers.

A *grid* has named columns and rows; its rows are words, or spans of a die such as `3`, `1..2`, `6+`
(or more), `-2-` (or less). A *list of modifiers* has an id, a value and the words for each. Every
chart and every modifier cites its rules, so that the player aid and the rules use the same data.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final, cast

from bocage.engine.charts import ChartTable
from bocage.games.places import Folder, data_of
from bocage.tables import DataError, Fault, read_toml

FILE: Final = "charts.toml"
KINDS: Final = ("grid", "modifiers")

Cell = str | int
"""A cell: a number if it counts, a word if it says something; empty if the chart is."""

_SPAN: Final = re.compile(r"(-?\d+)(?:\.\.(-?\d+)|([+-]))?")


class ChartsError(DataError):
    """Charts that cannot be used; `faults` has every reason found."""

    kind = "charts of"


@dataclass(frozen=True, slots=True)
class Span:
    """Numbers from one to another; an end that is None is open."""

    low: int | None
    high: int | None

    @classmethod
    def read(cls, said: str) -> Span | None:
        """Return the span of `3`, `1..2`, `6+` or `-2-`; None for any other text."""
        found = _SPAN.fullmatch(said)
        if found is None:
            return None
        first = int(found[1])
        if found[2] is not None:
            return cls(first, int(found[2])) if int(found[2]) > first else None
        if found[3] == "+":
            return cls(first, None)
        return cls(None, first) if found[3] == "-" else cls(first, first)

    def __contains__(self, number: int) -> bool:
        return (self.low is None or number >= self.low) and (
            self.high is None or number <= self.high
        )


@dataclass(frozen=True, slots=True)
class Note:
    """A remark under a chart, with the rules it comes from."""

    says: str
    rules: str


@dataclass(frozen=True, slots=True)
class Grid:
    """A table of cells by row and column."""

    id: str
    title: str
    rules: str
    corner: str
    """The meaning of the rows: `die`, `terrain`..."""
    columns: tuple[str, ...]
    rows: tuple[str, ...]
    spans: tuple[Span, ...]
    """The rows as numbers; empty if they are words."""
    cells: tuple[tuple[Cell, ...], ...]
    notes: tuple[Note, ...]

    def cell(self, row: int | str, column: str) -> Cell:
        """Return the cell in a row, given by its word or by a number in its span, and a column.

        A number beyond the table's ends takes the row at that end.

        Raises:
            KeyError: there is no such row or column.
        """
        if column not in self.columns:
            raise KeyError(f"{self.title} has no column '{column}'")
        return self.cells[self.row(row)][self.columns.index(column)]

    def row(self, asked: int | str) -> int:
        """Return the place of a row, given by its word or by a number."""
        if isinstance(asked, str):
            if asked not in self.rows:
                raise KeyError(f"{self.title} has no row '{asked}'")
            return self.rows.index(asked)
        for place, span in enumerate(self.spans):
            if asked in span:
                return place
        ends = [
            (abs(asked - end), place)
            for place, span in enumerate(self.spans)
            for end in (span.low, span.high)
            if end is not None
        ]
        if not ends:
            raise KeyError(f"the rows of {self.title} are not numbers")
        return min(ends)[1]


@dataclass(frozen=True, slots=True)
class Modifier:
    """One thing that changes a number."""

    id: str
    value: int
    says: str
    rules: str


@dataclass(frozen=True, slots=True)
class Modifiers:
    """The modifiers of one table."""

    id: str
    title: str
    rules: str
    unit: str
    """What is changed: `die`, `MP`, `per unit`."""
    modifiers: tuple[Modifier, ...]
    notes: tuple[Note, ...]

    def value(self, name: str) -> int:
        """Return the value of a modifier.

        Raises:
            KeyError: there is no such modifier.
        """
        for each in self.modifiers:
            if each.id == name:
                return each.value
        raise KeyError(f"{self.title} has no modifier '{name}'")


Chart = Grid | Modifiers


def read_charts(game: str, folder: Path | None = None) -> Mapping[str, Chart]:
    """Return the charts of a game by id, in the order of the file.

    Raises:
        ChartsError: the file cannot be read; the error lists everything found.
    """
    return read_file(data_of(game, folder), game)


def read_file(folder: Folder, name: str) -> Mapping[str, Chart]:
    """Return the charts in a folder's `charts.toml`.

    Raises:
        ChartsError: the file cannot be read; the error lists everything found.
    """
    faults: list[Fault] = []
    data = read_toml(folder / FILE, faults) or {}
    found: dict[str, Chart] = {}
    for key, value in data.items():
        if not isinstance(value, dict):
            faults.append(Fault(FILE, 0, key, str(value), "expected a chart as a table"))
            continue
        chart = _chart(key, cast("dict[str, Any]", value), faults)
        if chart is not None:
            found[key] = chart
    if faults:
        raise ChartsError(name, faults)
    return found


def _chart(key: str, data: Mapping[str, Any], faults: list[Fault]) -> Chart | None:
    before = len(faults)
    ask = _Asker(key, data, faults)
    kind, title, rules = ask.text("kind"), ask.text("title"), ask.text("rules")
    notes = tuple(Note(ask_n.text("says"), ask_n.text("rules")) for ask_n in ask.tables("notes"))
    if kind == "modifiers":
        unit = ask.text("unit")
        lines = tuple(
            Modifier(one.text("id"), one.whole("value"), one.text("says"), one.text("rules"))
            for one in ask.tables("rows")
        )
        names = [line.id for line in lines]
        for name in {n for n in names if names.count(n) > 1}:
            ask.fault("rows", name, "an id is repeated")
        made: Chart = Modifiers(key, title, rules, unit, lines, notes)
    elif kind == "grid":
        made = _grid(key, ask, title, rules, notes)
    else:
        ask.fault("kind", kind, f"expected {' or '.join(KINDS)}")
        return None
    return made if len(faults) == before else None


def _grid(key: str, ask: _Asker, title: str, rules: str, notes: tuple[Note, ...]) -> Grid:
    columns = ask.words("columns")
    known = ask.words("words") if ask.has("words") else ()
    heads: list[str] = []
    cells: list[tuple[Cell, ...]] = []
    for number, row in enumerate(ask.lists("rows"), start=1):
        if len(row) != len(columns) + 1:
            shown = f"row {number}"
            ask.fault("rows", shown, f"has {len(row)} cells, expected {len(columns) + 1}")
            continue
        head, *rest = row
        for each in rest:
            if isinstance(each, bool) or not isinstance(each, str | int):
                ask.fault("rows", str(each), "a cell is a word or a whole number")
            elif known and each not in known:
                ask.fault("rows", str(each), f"expected one of {', '.join(known)}")
        heads.append(str(head))
        cells.append(tuple(cast("list[Cell]", rest)))
    for head in {h for h in heads if heads.count(h) > 1}:
        ask.fault("rows", head, "a row is repeated")
    spans: tuple[Span, ...] = ()
    if ask.text("row_kind") == "span":
        read = [Span.read(head) for head in heads]
        for head, span in zip(heads, read, strict=True):
            if span is None:
                ask.fault("rows", head, "expected a span such as 3, 1..2, 6+ or -2-")
        spans = tuple(span for span in read if span is not None)
    return Grid(
        *(key, title, rules, ask.text("corner"), columns, tuple(heads), spans, tuple(cells)),
        notes,
    )


def printed_charts(
    game: str, folder: Path | None, ramps: Mapping[str, Sequence[str]] = MappingProxyType({})
) -> list[ChartTable]:
    """Return the charts of a game for its player aid, in the order of the file.

    `ramps` has, by chart, the results from the worst to the best for the roller.

    Raises:
        ChartsError: the file cannot be read; the error lists everything found.
    """
    return printed_all(read_charts(game, folder), ramps)


def printed_all(
    charts: Mapping[str, Chart], ramps: Mapping[str, Sequence[str]]
) -> list[ChartTable]:
    """Return charts in words, with shades for the results of `ramps`; see `printed_charts`."""
    found: list[ChartTable] = []
    for key, chart in charts.items():
        made = printed(chart)
        if words := ramps.get(key):
            made = replace(made, ramp=ramp(words), prose=False)
        found.append(made)
    return found


def printed(chart: Chart) -> ChartTable:
    """Return a chart of a game's data in words."""
    notes = tuple((note.says, note.rules) for note in chart.notes)
    if isinstance(chart, Modifiers):
        lines = tuple((each.says, signed(each.value), each.rules) for each in chart.modifiers)
        return ChartTable(chart.title, chart.rules, ("", chart.unit, "rule"), lines, notes)
    # In cells that change a number, zero is not a change; in cells that count, it is zero.
    changes = any(isinstance(cell, int) and cell < 0 for row in chart.cells for cell in row)
    rows = tuple(
        (span(head), *(shown(cell, nought="\u2013" if changes else "0") for cell in cells))
        for head, cells in zip(chart.rows, chart.cells, strict=True)
    )
    head = (chart.corner, *chart.columns)
    prose = not any(isinstance(cell, int) for row in chart.cells for cell in row)
    return ChartTable(chart.title, chart.rules, head, rows, notes, prose=prose and _wordy(chart))


def ramp(words: Sequence[str]) -> dict[str, float]:
    """Return shades for results that run from the worst to the best."""
    last = max(1, len(words) - 1)
    return {word: place / last for place, word in enumerate(words)}


def signed(value: int) -> str:
    """Return a modifier with its sign; a true minus."""
    return f"+{value}" if value > 0 else minus(str(value))


def minus(said: str) -> str:
    """Return hyphens before figures as minus signs."""
    return said.replace("-", "\u2212") if said.lstrip("-").isdigit() else said


def span(said: str) -> str:
    """Return `1..2` as `1-2` with a dash, `-2-` as `-2 or less`."""
    if ".." in said:
        low, high = said.split("..")
        joint = " to " if low.startswith("-") else "\u2013"
        return f"{minus(low)}{joint}{minus(high)}"
    if len(said) > 1 and said[-1] in "+-" and said[:-1].lstrip("-").isdigit():
        return f"{minus(said[:-1])} or {'more' if said[-1] == '+' else 'less'}"
    return minus(said)


def shown(cell: Cell, nought: str = "\u2013") -> str:
    """Return a cell as printed; a dash if it changes nothing."""
    if isinstance(cell, int):
        return minus(str(cell)) if cell else nought
    return span(cell)


def _wordy(chart: Grid) -> bool:
    return max(len(str(cell)) for row in chart.cells for cell in row) > 14


class _Asker:
    """Asks one chart for its keys and notes what does not fit."""

    def __init__(self, chart: str, data: Mapping[str, Any], faults: list[Fault]) -> None:
        self._chart = chart
        self._data = data
        self._faults = faults

    def fault(self, key: str, value: str, reason: str) -> None:
        self._faults.append(Fault(FILE, 0, f"{self._chart}.{key}", value, reason))

    def has(self, key: str) -> bool:
        return key in self._data

    def text(self, key: str) -> str:
        value = self._data.get(key)
        if isinstance(value, str) and value:
            return value
        self.fault(key, "" if value is None else str(value), "expected a text")
        return ""

    def whole(self, key: str) -> int:
        value = self._data.get(key)
        if isinstance(value, int) and not isinstance(value, bool):
            return value
        self.fault(key, "" if value is None else str(value), "expected a whole number")
        return 0

    def words(self, key: str) -> tuple[str, ...]:
        found = self._list(key)
        if not found or not all(isinstance(each, str) for each in found):
            self.fault(key, str(found), "expected a list of words")
        return tuple(str(each) for each in found)

    def lists(self, key: str) -> list[list[object]]:
        found = self._list(key)
        if not found or not all(isinstance(each, list) for each in found):
            self.fault(key, "", "expected a list of rows")
        return [cast("list[object]", each) for each in found if isinstance(each, list)]

    def tables(self, key: str) -> list[_Asker]:
        found = self._list(key)
        if not all(isinstance(each, dict) for each in found):
            self.fault(key, "", "expected a list of tables")
        return [
            _Asker(f"{self._chart}.{key}", cast("dict[str, Any]", each), self._faults)
            for each in found
            if isinstance(each, dict)
        ]

    def _list(self, key: str) -> Sequence[object]:
        value = self._data.get(key, [])
        return cast("list[object]", value) if isinstance(value, list) else []
