"""Rows of a TOML file as records: `[[team]]`, `[[convoy]]`, `[[airstrip]]` and the like."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Mapping, Sequence
from dataclasses import fields
from functools import cache
from importlib.resources.abc import Traversable
from pathlib import Path
from types import NoneType, UnionType
from typing import Any, Final, TypeVar, cast, get_args, get_origin, get_type_hints

from bocage.tables import Fault, Table, read_records

FILE: Final = "scenario.toml"
Made = TypeVar("Made")

_EXPECTED: Final = {
    str: "expected a text",
    bool: "expected true or false",
    int: "expected a whole number",
    float: "expected a number",
}


def rows_of(
    data: Mapping[str, object], key: str, kind: type[Made], faults: list[Fault], **usual: object
) -> tuple[Made, ...]:
    """Return all rows of one table, each as a record; lists become tuples.

    A row with other fields than the record's, or with values of another type, is a fault.

    Args:
        data: the whole file.
        key: the name of the table.
        kind: the record, a dataclass.
        faults: where faults are put.
        usual: what a row says that does not say it.
    """
    found: list[Made] = []
    for number, row in enumerate(rows_in(data, key, FILE, faults)):
        values = {**usual, **{name: _frozen(value) for name, value in row.items()}}
        wrong = typed(kind, values, FILE, key, number)
        faults += wrong
        try:
            made = kind(**values)
        except TypeError:
            wanted = ", ".join(field.name for field in fields(cast("Any", kind)))
            faults.append(Fault(FILE, 0, place(key, number), ", ".join(row), f"expected {wanted}"))
            continue
        if not wrong:
            found.append(made)
    return tuple(found)


def rows_in(
    data: Mapping[str, object], key: str, file: str, faults: list[Fault]
) -> Sequence[Mapping[str, object]]:
    """Return the rows of a table as they stand; anything but a list of tables is a fault."""
    rows = data.get(key, [])
    if isinstance(rows, list):
        each_row = cast("list[object]", rows)
        if all(isinstance(each, dict) for each in each_row):
            return cast("list[dict[str, object]]", rows)
    faults.append(Fault(file, 0, key, "", f"expected tables headed [[{key}]]"))
    return []


def switch(data: Mapping[str, object], key: str, file: str, faults: list[Fault]) -> bool:
    """Return what a file says of a yes-or-no question; no where it says nothing."""
    value = data.get(key, False)
    if not isinstance(value, bool):
        faults.append(Fault(file, 0, key, str(value)[:80], _EXPECTED[bool]))
    return bool(value)


def records_if_there(
    here: Path | Traversable, table: Table, faults: list[Fault], lines: dict[str, list[int]]
) -> list[Any]:
    """Return the rows of a file, none if it is missing; add the line of each to `lines`."""
    found = read_records(here, table, faults) if (here / table.file).is_file() else []
    lines[table.file] = [line for line, _ in found]
    return [each for _, each in found]


def place(key: str, number: int, field: str = "") -> str:
    """Return where something stands in a TOML file: `team 2.hq` is a field of the second team."""
    return f"{key} {number + 1}" + (f".{field}" if field else "")


def typed(
    kind: type[Any], values: Mapping[str, object], file: str, key: str, number: int
) -> list[Fault]:
    """Return a fault for each value that is not of the type of its field."""
    found: list[Fault] = []
    for name, hint in _hints(cast("Hashable", kind)).items():
        if name in values and (why := _misfit(values[name], hint)):
            found.append(Fault(file, 0, place(key, number, name), str(values[name])[:80], why))
    return found


class Needs:
    """What the tables of one file say of other tables, asked one by one."""

    def __init__(self, file: str, faults: list[Fault], lines: Sequence[int] = ()) -> None:
        self._file: Final = file
        self._faults: Final = faults
        self._lines: Final = lines

    def fault(self, number: int, field: str, value: str, why: str, key: str = "") -> None:
        """Note a fault in a field: of a row of a CSV file, or of a table called `key`."""
        line = self._lines[number] if number < len(self._lines) else 0
        where = place(key, number, field) if key else field
        self._faults.append(Fault(self._file, line, where, value, why))

    def one_of(
        self, number: int, field: str, value: str, known: Collection[str], key: str = ""
    ) -> None:
        """Note a value that is not one of those known."""
        if value not in known:
            among = ", ".join(each or "nothing" for each in sorted(known))
            self.fault(number, field, value, f"is not one of {among or 'those known'}", key)


@cache
def _hints(kind: Hashable) -> Mapping[str, Any]:
    return get_type_hints(cast("type[Any]", kind))


def _misfit(value: object, hint: Any) -> str:
    """Why a value is not of a type; nothing if it is, or if the type is not one of ours."""
    if get_origin(hint) is UnionType:
        kinds = [each for each in get_args(hint) if each is not NoneType]
        return "" if value is None else _misfit(value, kinds[0])
    if get_origin(hint) in (tuple, Sequence):
        each_value = cast("Sequence[object]", value)
        fine = isinstance(value, tuple | list) and all(isinstance(e, str) for e in each_value)
        return "" if fine else "expected a list of texts"
    if hint is float:
        fine = isinstance(value, int | float) and not isinstance(value, bool)
        return "" if fine else _EXPECTED[float]
    if hint is int:
        return "" if type(value) is int else _EXPECTED[int]
    if hint in (str, bool):
        return "" if isinstance(value, hint) else _EXPECTED[hint]
    return ""


def _frozen(value: object) -> object:
    return tuple(cast("list[object]", value)) if isinstance(value, list) else value
