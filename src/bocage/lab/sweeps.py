"""A sweep: the same games with a number of the counters or charts set to one value after another.

    SWEEP/german_day=-3/data/     a copy of the tables with that number in it
    SWEEP/german_day=-3/games/    a run with those tables

All values are played with the same seeds, and interrupted runs are resumed. If there are too many
values to play them all, `search.py` chooses among them.
"""

from __future__ import annotations

import csv
import re
import tomllib
from collections.abc import Sequence
from io import StringIO
from itertools import product
from pathlib import Path
from typing import Any, Final, NamedTuple, cast

from bocage.engine.errors import BocageError
from bocage.games.short_scenarios import FOLDER

MOST: Final = 64
"""Points of a sweep."""
PLAYER: Final = "player"
"""Stands in place of a file if a number belongs to a computer player."""
_FORM: Final = re.compile(r"([\w.-]+\.(?:toml|csv)):([^.=]+)\.([^=]+)=(.+)")
_OF_PLAYER: Final = re.compile(r"(player):([\w.]+)\.(\w+)=(.+)")
_SPAN: Final = re.compile(r"(-?\d+)\.\.(-?\d+)")


class SweepError(BocageError, ValueError):
    """A number that cannot be found or changed."""


class Knob(NamedTuple):
    """A number of a table, and the values to try."""

    file: str
    table: str
    """The chart of a TOML file, or the row of a CSV file."""
    field: str
    """The row of the chart, or the column."""
    values: tuple[str, ...]

    @property
    def name(self) -> str:
        """The chart or row, and the number in it."""
        return f"{self.table}.{self.field}"

    @property
    def is_span(self) -> bool:
        """Whether the values are whole numbers one after the other."""
        if not all(re.fullmatch(r"-?\d+", each) for each in self.values):
            return False
        low, high = self.span
        return [int(each) for each in self.values] == list(range(low, high + 1))

    @property
    def span(self) -> tuple[int, int]:
        """The first and the last of the values, as whole numbers."""
        return int(self.values[0]), int(self.values[-1])


def knob(text: str) -> Knob:
    """Read `charts.toml:activation_modifiers.german_day=-4..0` or `oob.csv:G-275.cf=2,3`.

    A number of a player is `player:staff.roundup.aims.PORT_HEX=6,12.5,24`.

    Raises:
        SweepError: it is neither.
    """
    found = _FORM.fullmatch(text.strip()) or _OF_PLAYER.fullmatch(text.strip())
    if found is None:
        raise SweepError(
            f"'{text}' is not a change: write charts.toml:CHART.ROW=-4..0, "
            "oob.csv:UNIT.COLUMN=2,3, or player:MODULE.NUMBER=6,12"
        )
    file, table, field, said = found.groups()
    span = _SPAN.fullmatch(said)
    if span is not None:
        values = [str(each) for each in range(int(span[1]), int(span[2]) + 1)]
    else:
        values = list(dict.fromkeys(each.strip() for each in said.split(",")))
    form = r"-?\d+(\.\d+)?" if file == PLAYER else r"-?\d+"
    bad = [each for each in values if not re.fullmatch(form, each)]
    if bad or not values:
        raise SweepError(f"'{said}' are not values: write whole numbers, -4..0 or 2,3,5")
    return Knob(file, table, field, tuple(values))


def points(knobs: Sequence[Knob]) -> list[tuple[str, ...]]:
    """Return every way to set the knobs.

    Raises:
        SweepError: there are too many.
    """
    found = list(product(*(each.values for each in knobs)))
    if len(found) > MOST:
        raise SweepError(f"{len(found)} ways to set them are too many: {MOST} at most")
    return found


def name_of(knobs: Sequence[Knob], point: Sequence[str]) -> str:
    """Return the name of a point: `german_day=-3`; with its row if two have the same name."""
    alike = len({each.field for each in knobs}) < len(knobs)
    names = [each.name if alike else each.field for each in knobs]
    return ",".join(f"{name}={value}" for name, value in zip(names, point, strict=True))


def current(folder: Path, each: Knob) -> str:
    """Return the value that the tables in a folder have now.

    Raises:
        SweepError: there is no such number.
    """
    text = _read(folder, each)
    if each.file.endswith(".csv"):
        rows = list(csv.DictReader(StringIO(text)))
        return _row(rows, each)[each.field] or ""
    return str(_number(text, each))


def write(folder: Path, target: Path, knobs: Sequence[Knob], point: Sequence[str]) -> None:
    """Copy the tables of a folder with the numbers of a point in them.

    Raises:
        SweepError: there is no such number.
    """
    target.mkdir(parents=True, exist_ok=True)
    texts = {
        path.relative_to(folder).as_posix(): path.read_text(encoding="utf-8")
        for path in sorted((*folder.iterdir(), *folder.glob(f"{FOLDER}/*")))
        if path.suffix in (".csv", ".toml")
    }
    for each, value in zip(knobs, point, strict=True):
        if each.file == PLAYER:
            continue
        if each.file not in texts:
            raise SweepError(f"there is no {each.file} in {folder}: there are {', '.join(texts)}")
        texts[each.file] = changed(texts[each.file], each, value)
    for name, text in texts.items():
        path = target / name
        path.parent.mkdir(exist_ok=True)
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8")


def changed(text: str, each: Knob, value: str) -> str:
    """Return a table with one number set, and everything else as it was.

    Raises:
        SweepError: there is no such number.
    """
    if each.file.endswith(".csv"):
        return _changed_csv(text, each, value)
    was = _number(text, each)
    begin = re.search(rf"^\[{re.escape(each.table)}\]", text, re.MULTILINE)
    assert begin is not None  # `_number` has found it
    head, rest = text[: begin.end()], text[begin.end() :]
    field = re.escape(each.field)
    name, _, part = (re.escape(each) for each in each.field.partition("."))
    for row in (
        rf'(\bid = "{field}",[^}}\n]*?\bvalue = )(-?\d+)',
        rf"(^{field} *= *)(-?\d+)",
        rf"(^{name} *= *{{[^}}\n]*?\b{part} *= *)(-?\d+)",
    ):
        made = head + re.sub(row, rf"\g<1>{value}", rest, count=1, flags=re.MULTILINE)
        if _number(made, each) == int(value):
            return made
    raise SweepError(
        f"{each.table}.{each.field} of {each.file} is {was}, and its line is written in a way that "
        "is not known here: change it by hand"
    )


def _changed_csv(text: str, each: Knob, value: str) -> str:
    rows = list(csv.DictReader(StringIO(text)))
    _row(rows, each)[each.field] = value
    out = StringIO()
    writer = csv.DictWriter(out, list(rows[0]), lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return out.getvalue()


def _row(rows: Sequence[dict[str, str]], each: Knob) -> dict[str, str]:
    found = next((row for row in rows if row.get("id") == each.table), None)
    if found is None:
        raise SweepError(f"{each.file} has no row '{each.table}'")
    if each.field not in found:
        raise SweepError(f"{each.file} has no column '{each.field}': there are {', '.join(found)}")
    return found


def _number(text: str, each: Knob) -> int:
    """Return a number of a chart: of a row with an id and a value, or under its own name."""
    try:
        charts = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise SweepError(f"{each.file} cannot be read: {error}") from None
    if not isinstance(charts.get(each.table), dict):
        raise SweepError(f"{each.file} has no chart '{each.table}': there are {', '.join(charts)}")
    chart: dict[str, Any] = charts[each.table]
    numbers: dict[str, int] = {}
    for name, value in chart.items():
        parts = cast("dict[str, Any]", value) if isinstance(value, dict) else {"": value}
        for part, number in parts.items():
            if isinstance(number, int) and not isinstance(number, bool):
                numbers[f"{name}.{part}" if part else name] = number
    listed: list[Any] = chart.get("rows", [])
    for row in listed:
        if isinstance(row, dict):
            facts = cast("dict[str, Any]", row)
            if isinstance(facts.get("value"), int):
                numbers[str(facts.get("id"))] = facts["value"]
    if each.field not in numbers:
        there = f": there are {', '.join(numbers)}" if numbers else ", nor any other number"
        raise SweepError(f"{each.table} of {each.file} has no number '{each.field}'{there}")
    return numbers[each.field]


def _read(folder: Path, each: Knob) -> str:
    path = folder / each.file
    if not path.is_file():
        raise SweepError(f"there is no {each.file} in {folder}")
    return path.read_text(encoding="utf-8")
