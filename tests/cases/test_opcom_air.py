"""The charts of the air, cell by cell: change one, and a case fails."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass, replace
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any, cast

import pytest

from bocage.games.charts import Span
from bocage.games.judges import judge_of
from bocage.games.opcom.board.air_tables import DRAW, LOSE, SEEN, WIN, AirTables, DropRow
from bocage.games.opcom.board.tables import tables
from bocage.rules.cases import Case, files_of, read_case
from bocage.rules.runner import run

HERE = Path(__file__).parent / "opcom"
TABLES = {
    "resupply_factors": ("12.2-factors", "12.2-afdag"),
    "resupply": ("12.2-table",),
    "drops": ("12.4-", "12.5-"),
    "moves": ("12.7-",),
    "recce": ("12.10-table",),
    "flak": ("12.13-table",),
    "fighters": ("13.3-table",),
    "losses": ("13.3-",),
}
"""The charts, and the cases that must notice."""


@cache
def about(name: str) -> list[Case]:
    """Return the cases that check a chart."""
    paths = [path for path in files_of([HERE]) if path.name.startswith(TABLES[name])]
    return [case for path in paths for case in read_case(path)]


def other(value: Any) -> Iterator[Any]:
    """Yield every way to get one cell wrong."""
    if isinstance(value, Span):
        if value.low is not None:
            yield Span(value.low + 1, value.high)
        if value.high is not None:
            yield Span(value.low, value.high - 1)
    elif isinstance(value, int):
        if value:  # the day's fighters are not a factor by night: no cell to get wrong
            yield value + 1
    elif isinstance(value, Fraction):
        yield Fraction(1, 2) - value
    elif isinstance(value, str):
        words = (WIN, DRAW, LOSE) if value in (WIN, DRAW, LOSE) else SEEN
        yield words[words.index(value) - 1]
    elif isinstance(value, tuple):
        whole = cast("tuple[Any, ...]", value)
        for place, inner in enumerate(whole):
            for wrong in other(inner):
                yield (*whole[:place], wrong, *whole[place + 1 :])
    elif is_dataclass(value) and not isinstance(value, type):
        for field in fields(value):
            for wrong in other(getattr(value, field.name)):
                yield replace(value, **{field.name: wrong})


def wrong_tables(name: str) -> Iterator[tuple[str, Any]]:
    """Yield a chart with one cell wrong, and which."""
    table: Any = getattr(tables().sky, name)
    if isinstance(table, Mapping):
        rows = cast("Mapping[Any, Any]", table)
        for key, row in rows.items():
            for wrong in other(row):
                if name != "drops" or _is_other_drop(row, wrong):
                    yield f"{name} {key} {wrong}", {**rows, key: wrong}
        return
    for wrong in other(table):
        yield f"{name} {wrong}", wrong


def _is_other_drop(row: DropRow, wrong: DropRow) -> bool:
    """Return whether the row reads otherwise: below its span a score counts like the lowest."""
    spans = (row.lost.high, row.for_good.high), (wrong.lost.high, wrong.for_good.high)
    return spans[0] != spans[1] or (row.lost, row.for_good) == (wrong.lost, wrong.for_good)


def is_seen(name: str, table: Any) -> bool:
    """Return whether a case fails with a chart spoilt so."""
    before = tables().sky
    object.__setattr__(tables(), "sky", replace(before, **{name: table}))
    try:
        return not all(_passes(case) for case in about(name))
    finally:
        object.__setattr__(tables(), "sky", before)


def _passes(case: Case) -> bool:
    try:
        return run(case, judge_of("opcom")).passed
    except Exception:
        return False


@pytest.mark.parametrize("name", TABLES)
def test_a_wrong_cell_of_the_air_is_found(name: str) -> None:
    """Change any one cell of a chart of sections 12 and 13, and a case fails."""
    tried = list(wrong_tables(name))
    assert len(tried) >= 4
    assert [what for what, table in tried if not is_seen(name, table)] == []


def test_all_charts_of_the_air_are_tried() -> None:
    """Every chart of the air is among those."""
    assert {field.name for field in fields(AirTables)} == set(TABLES)
