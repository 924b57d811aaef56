"""Rows of the debrief's files as values; what its kind needs goes into `more`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any, Final, TypeVar, cast

from bocage.tables import Fault, read_toml

Made = TypeVar("Made")
NOTHING: Final[Mapping[str, Any]] = {}


@dataclass(frozen=True, slots=True)
class Watch:
    """A fact that is looked for at the end of every turn; `debrief.toml` and `honours.toml` have
    such."""

    id: str
    kind: str
    more: Mapping[str, Any] = field(default_factory=lambda: NOTHING)


def tables_of(here: Path | Traversable, file: str, faults: list[Fault]) -> Mapping[str, Any]:
    """What a file of a scenario's folder says; nothing where there is none."""
    if not (here / file).is_file():
        return NOTHING
    return read_toml(here / file, faults) or {}


def made_of(
    kind: type[Made], data: Mapping[str, Any], key: str, file: str, faults: list[Fault]
) -> tuple[Made, ...]:
    """All rows of one table, each as a value; a row that cannot be read is a fault."""
    rows = cast("list[dict[str, Any]]", data.get(key, []))
    found = (_made(kind, row, file, faults) for row in rows)
    return tuple(each for each in found if each is not None)


def _made(kind: type[Any], row: Mapping[str, Any], file: str, faults: list[Fault]) -> Any:
    known = {key: value for key, value in row.items() if key in kind.__dataclass_fields__}
    more = {key: value for key, value in row.items() if key not in known}
    if more and "more" in kind.__dataclass_fields__:
        known["more"], more = more, {}
    try:
        if more:
            raise TypeError
        return kind(**known)
    except TypeError:
        wanted = ", ".join(each for each in kind.__dataclass_fields__ if each != "more")
        faults.append(Fault(file, 0, kind.__name__.lower(), ", ".join(row), f"expected {wanted}"))
        return None
