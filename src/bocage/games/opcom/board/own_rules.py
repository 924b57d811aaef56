"""What a scenario changes of the charts and figures: `[[cell]]` and `[[figure]]` of its file."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, Final, cast

from bocage.games.charts import Chart, Grid, Modifiers, Span
from bocage.games.opcom.board.figures import MOST, Figures, kinds, misfit
from bocage.games.opcom.board.rows import Needs


@dataclass(frozen=True, slots=True)
class OwnFigure:
    """Another value for a figure of `figures.toml`."""

    name: str
    """Chapter and figure: `bridges.near`."""
    value: str
    """A number such as `3` or `1.5`, a share such as `1/2`, or a pair such as `40, 80`."""
    words: str
    """A sentence about it for the players."""


@dataclass(frozen=True, slots=True)
class OwnCell:
    """Another value for a cell of `charts.toml`, or for a modifier there."""

    chart: str
    row: str
    """The word or dice at the head of the row, or the id of a modifier."""
    column: str
    """Empty for a modifier; the word over the heads of the rows, for the dice of a row."""
    value: str
    words: str
    """A sentence about it for the players."""


def changed_figures(figures: Figures, rows: Sequence[OwnFigure], here: Needs) -> Figures:
    """Return the figures with the scenario's values; what cannot be used is a fault."""
    for i, row in enumerate(rows):
        chapter, _, name = row.name.partition(".")
        kind = kinds().get(chapter, {}).get(name)
        if kind is None:
            here.fault(i, "name", row.name, "no rule counts with it", "figure")
            continue
        try:
            value = _READERS[kind](row.value)
        except (ValueError, ZeroDivisionError):
            here.fault(i, "value", row.value, f"expected {_EXPECTED[kind]}", "figure")
            continue
        if why := misfit(row.name, value):
            here.fault(i, "value", row.value, why, "figure")
            continue
        group = replace(getattr(figures, chapter), **{name: value})
        figures = replace(figures, **{chapter: group})
    return figures


def changed_charts(
    charts: Mapping[str, Chart], rows: Sequence[OwnCell], here: Needs
) -> Mapping[str, Chart]:
    """Return the charts with the scenario's cells; what is not there is a fault.

    A row has its usual name, even if another change gives it other dice.
    """
    found = dict(charts)
    for i, row in enumerate(rows):
        chart = found.get(row.chart)
        if chart is None:
            here.one_of(i, "chart", row.chart, charts, "cell")
        elif isinstance(chart, Modifiers):
            ids = [each.id for each in chart.modifiers]
            here.one_of(i, "row", row.row, ids, "cell")
            here.one_of(i, "column", row.column, [""], "cell")
            if not _is_whole(row.value):
                here.fault(i, "value", row.value, "expected a whole number", "cell")
            elif row.row in ids and not row.column:
                found[row.chart] = _with_modifier(chart, row.row, int(row.value))
        else:
            usual = cast("Grid", charts[row.chart])
            columns = (*((chart.corner,) if chart.spans else ()), *chart.columns)
            here.one_of(i, "row", row.row, usual.rows, "cell")
            here.one_of(i, "column", row.column, columns, "cell")
            if row.row not in usual.rows or row.column not in columns:
                continue
            at = usual.rows.index(row.row)
            if row.column in chart.columns:
                found[row.chart] = _with_cell(chart, at, row)
            elif (span := Span.read(row.value)) is not None:
                found[row.chart] = _with_head(chart, at, row.value, span)
            else:
                why = "expected a number or a span such as 3, 1..2, 6+ or -2-"
                here.fault(i, "value", row.value, why, "cell")
    return found


def _with_modifier(chart: Modifiers, name: str, value: int) -> Modifiers:
    rows = (replace(each, value=value) if each.id == name else each for each in chart.modifiers)
    return replace(chart, modifiers=tuple(rows))


def _with_cell(chart: Grid, at: int, row: OwnCell) -> Grid:
    cells = list(chart.cells[at])
    cells[chart.columns.index(row.column)] = int(row.value) if _is_whole(row.value) else row.value
    return replace(chart, cells=(*chart.cells[:at], tuple(cells), *chart.cells[at + 1 :]))


def _with_head(chart: Grid, at: int, head: str, span: Span) -> Grid:
    rows, spans = list(chart.rows), list(chart.spans)
    rows[at], spans[at] = head, span
    return replace(chart, rows=tuple(rows), spans=tuple(spans))


def _is_whole(said: str) -> bool:
    return re.fullmatch(r"-?[0-9]{1,4}", said) is not None


def _number(said: str) -> Fraction:
    if not re.fullmatch(r"[0-9]{1,4}(\.[0-9]{1,6}|/[0-9]{1,4})?", said):
        raise ValueError
    found = Fraction(said)
    if found > MOST:
        raise ValueError
    return found


def _whole(said: str) -> int:
    found = _number(said)
    if found.denominator != 1:
        raise ValueError
    return found.numerator


def _distance(said: str) -> float:
    return float(_number(said))


def _pair(said: str) -> tuple[int, int]:
    first, _, last = said.partition(",")
    return _whole(first.strip()), _whole(last.strip())


_READERS: Final[Mapping[Any, Callable[[str], Any]]] = {
    int: _whole,
    float: _distance,
    Fraction: _number,
    tuple[int, int]: _pair,
}
_EXPECTED: Final[Mapping[Any, str]] = {
    int: f"a whole number from 0 to {MOST}",
    float: f"a number from 0 to {MOST}",
    Fraction: "a share such as 1/2",
    tuple[int, int]: f"two whole numbers from 0 to {MOST}, such as 40, 80",
}
