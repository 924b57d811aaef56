"""Rows of the debrief's files as values; what its kind needs goes into `more`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypeVar, cast

from bocage.games.opcom.board.rows import place, rows_in, typed
from bocage.tables import Fault, read_toml

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

Made = TypeVar("Made")


@dataclass(frozen=True, slots=True)
class Terms:
    """What a kind of line needs besides what all lines have: names and numbers, by name."""

    said: Mapping[str, object] = field(default_factory=dict[str, object])

    def __contains__(self, name: str) -> bool:
        return name in self.said

    def text(self, name: str, usual: str | None = None) -> str:
        """Return a word.

        Raises:
            KeyError: the line does not say it, and nothing is usual.
        """
        return str(self.said[name] if usual is None else self.said.get(name, usual))

    def number(self, name: str, usual: float | None = None) -> float:
        """Return a number. Raises the same errors as `text`."""
        return float(self.text(name, None if usual is None else str(usual)))

    def whole(self, name: str, usual: int | None = None) -> int:
        """Return a whole number. Raises the same errors as `text`."""
        return int(self.number(name, usual))

    def flag(self, name: str) -> bool:
        """Return whether the line says yes."""
        return bool(self.said.get(name, False))

    def texts(self, name: str) -> list[str]:
        """Return a list of names, or none if the line names none."""
        value = self.said.get(name, [])
        return list(map(str, cast("list[object]", value) if isinstance(value, list) else [value]))

    def some(self, name: str) -> list[str]:
        """Return a list with at least one name.

        Raises:
            KeyError: the line names none.
        """
        if not (found := self.texts(name)):
            raise KeyError(name)
        return found


NO_TERMS: Final = Terms()


@dataclass(frozen=True, slots=True)
class Watch:
    """A fact that is looked for at the end of every turn; `debrief.toml` and `honours.toml` have
    such."""

    id: str
    kind: str
    more: Terms = NO_TERMS


def tables_of(here: Path | Traversable, file: str, faults: list[Fault]) -> Mapping[str, object]:
    """Return the contents of a file in a scenario's folder, or nothing if it is missing."""
    if not (here / file).is_file():
        return {}
    return read_toml(here / file, faults) or {}


def made_of(
    kind: type[Made], data: Mapping[str, object], key: str, file: str, faults: list[Fault]
) -> tuple[Made, ...]:
    """Return all rows of one table, each as a value. A row that can't be read is a fault."""
    found = (
        _made(kind, row, file, faults, key, number)
        for number, row in enumerate(rows_in(data, key, file, faults))
    )
    return tuple(each for each in found if each is not None)


def _made(
    kind: type[Made],
    row: Mapping[str, object],
    file: str,
    faults: list[Fault],
    key: str,
    number: int,
) -> Made | None:
    names = [each.name for each in fields(cast("type[DataclassInstance]", kind))]
    known = {key: value for key, value in row.items() if key in names}
    more = {key: value for key, value in row.items() if key not in known}
    if more and "more" in names:
        known["more"], more = Terms(more), {}
    try:
        if more:
            raise TypeError
        made = kind(**known)
    except TypeError:
        wanted = ", ".join(each for each in names if each != "more")
        faults.append(Fault(file, 0, place(key, number), ", ".join(row), f"expected {wanted}"))
        return None
    wrong = typed(kind, known, file, key, number)
    faults += wrong
    return None if wrong else made
