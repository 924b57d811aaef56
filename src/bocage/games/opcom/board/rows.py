"""Rows of `scenario.toml` as records: `[[team]]`, `[[convoy]]`, `[[airstrip]]` and the like."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from typing import Any, Final, TypeVar, cast

from bocage.tables import Fault

FILE: Final = "scenario.toml"
Made = TypeVar("Made")


def rows_of(
    data: Mapping[str, object], key: str, kind: type[Made], faults: list[Fault], **usual: object
) -> tuple[Made, ...]:
    """Return all rows of one table, each as a record; lists become tuples.

    A row with other fields than the record's is a fault.

    Args:
        data: the whole file.
        key: the name of the table.
        kind: the record, a dataclass.
        faults: where faults are put.
        usual: what a row says that does not say it.
    """
    found: list[Made] = []
    for row in cast("list[dict[str, object]]", data.get(key, [])):
        values = {**usual, **{name: _frozen(value) for name, value in row.items()}}
        try:
            found.append(kind(**values))
        except TypeError:
            wanted = ", ".join(field.name for field in fields(cast("Any", kind)))
            faults.append(Fault(FILE, 0, key, ", ".join(row), f"expected {wanted}"))
    return tuple(found)


def _frozen(value: object) -> object:
    return tuple(cast("list[object]", value)) if isinstance(value, list) else value
