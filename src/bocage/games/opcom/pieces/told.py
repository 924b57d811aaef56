"""What a team was last told, as records: its report, and the rows that it keeps.

A team sees this and nothing else of the master map. `as_data` writes it for a view; `from_data`
reads what `as_data` wrote.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass
from functools import cached_property
from hashlib import blake2b
from typing import Any, Final, Literal, cast

from bocage.engine.records import record, values

Standing = Literal["ready", "limited", "order", "weak", "losses", "breaking", "finished"]
"""What a list tells of a unit's strength, as data."""
Outcome = Literal["done", "partly", "not done", "lost"]


@record
@dataclass(frozen=True, slots=True)
class OrderFact:
    """The result of a line on the sheet (5.1)."""

    number: int
    who: str
    action: str
    goal: str
    """As the sheet has it; nothing for a line without one."""
    outcome: Outcome
    why: str = ""
    """What was in the way, in words; nothing where nobody noted it."""


@record
@dataclass(frozen=True, slots=True)
class Received:
    """A message as a team gets it."""

    sender: str
    sent: int
    """The turn in which it was written."""
    by: str
    text: str


@record
@dataclass(frozen=True, slots=True)
class UnitRow:
    """10.2: where one of its units is, and its state."""

    id: str
    name: str
    x: int
    y: int
    at: str
    """The place in words."""
    state: str
    standing: Standing


@record
@dataclass(frozen=True, slots=True)
class DueRow:
    """4.0.d: a unit that is still to come, the turn for which it is planned, and where."""

    id: str
    name: str
    x: int
    y: int
    turn: int


@record
@dataclass(frozen=True, slots=True)
class Sighting:
    """By whom, when, where, and what was made of it: words, and the size as a place in `COUNTS`."""

    by: str
    turn: int
    x: int
    y: int
    at: str
    count: str
    size: int | None
    kinds: tuple[str, ...]
    who: str
    age: int
    doubt: str


@record
@dataclass(frozen=True, slots=True)
class StockRow:
    """10.6: points in one place, and where that is for a dump."""

    name: str
    ammo: int
    fuel: int
    x: int | None = None
    y: int | None = None


@record
@dataclass(frozen=True, slots=True)
class StackRow:
    """Supplies that lie parked."""

    depot: int
    x: int
    y: int
    ammo: int
    fuel: int


@record
@dataclass(frozen=True, slots=True)
class OtherRow:
    """Where a unit is that is not the team's own: of a team below, or a gun of the one above."""

    id: str
    x: int
    y: int


@record
@dataclass(frozen=True, slots=True)
class CrossingRow:
    """7.3.a: a crossing whose class and capacity it knows."""

    name: str
    weight: str
    capacity: int
    charged: bool = False
    """8.0: whether its own side has prepared it, as far as it knows."""


@record
@dataclass(frozen=True, slots=True)
class SquadronRow:
    """12: squadrons or serials of an air unit that are left, and the turns in which it flies."""

    id: str
    name: str
    role: str
    left: int
    since: int
    until: int


@record
@dataclass(frozen=True, slots=True)
class LiftRow:
    """12: a lift, where it goes, and how it stands."""

    id: str
    to: str
    turn: int
    stands: str


@record
@dataclass(frozen=True)
class Told:
    """What a team was told with one release; `NOTHING` before the first."""

    turn: int = 0
    report: tuple[str, ...] = ()
    annex: tuple[str, ...] = ()
    orders: tuple[OrderFact, ...] = ()
    messages: tuple[Received, ...] = ()
    units: tuple[UnitRow, ...] = ()
    due: tuple[DueRow, ...] = ()
    lost: tuple[str, ...] = ()
    """Ids of units."""
    down: tuple[str, ...] = ()
    """Ids of crossings."""
    sightings: tuple[Sighting, ...] = ()
    stocks: tuple[StockRow, ...] = ()
    stacks: tuple[StackRow, ...] = ()
    under: tuple[OtherRow, ...] = ()
    """Units of the teams below."""
    lent: tuple[OtherRow, ...] = ()
    """Guns of the headquarters above (reading 6.18)."""
    crossings: tuple[CrossingRow, ...] = ()
    squadrons: tuple[SquadronRow, ...] = ()
    lifts: tuple[LiftRow, ...] = ()
    mission: tuple[str, ...] = ()
    """The team's mission card (reading 11.7)."""

    def __bool__(self) -> bool:
        """Return whether anything was told."""
        return bool(self.report)

    def __repr__(self) -> str:
        """Return its digest, worked out once: the key of a state rests on it."""
        return self._digest

    @cached_property
    def data(self) -> Mapping[str, Any]:
        """Return `as_data`, made once for all readers. Do not change it."""
        return as_data(self)

    @cached_property
    def _digest(self) -> str:
        said = repr(tuple(values(self))).encode()
        return f"Told({blake2b(said, digest_size=16).hexdigest()})"


NOTHING: Final = Told()


def as_data(told: Told) -> dict[str, Any]:
    """Return what a team was told as plain data for JSON, or nothing before the first release."""
    if not told:
        return {}
    found = {field.name: _plain(getattr(told, field.name)) for field in fields(told)}
    return {name: each for name, each in found.items() if found[_NEEDS.get(name, "report")]}


def from_data(data: Mapping[str, Any]) -> Told:
    """Return what `as_data` wrote as a record.

    Raises:
        ValueError: a row has the wrong form for its kind.
    """
    try:
        return Told(
            **{
                field.name: _frozen(data[field.name], _ROWS.get(field.name))
                for field in fields(Told)
                if field.name in data
            }
        )
    except (TypeError, KeyError) as error:
        raise ValueError(f"a team was told something unknown: {error}") from None


def modern(told: Sequence[Told | str]) -> tuple[Told, ...]:
    """Return what teams were told as records. Earlier versions kept it as JSON.

    Raises:
        ValueError: a text is not what they wrote.
    """
    return tuple(
        from_data(json.loads(each or "{}")) if isinstance(each, str) else each for each in told
    )


_NEEDS: Final = {"squadrons": "squadrons", "lifts": "squadrons", "mission": "mission"}
"""What is left out of the data of a team without aircraft, or without a card."""
_ROWS: Final[Mapping[str, type[Any]]] = {
    "orders": OrderFact,
    "messages": Received,
    "units": UnitRow,
    "due": DueRow,
    "sightings": Sighting,
    "stocks": StockRow,
    "stacks": StackRow,
    "under": OtherRow,
    "lent": OtherRow,
    "crossings": CrossingRow,
    "squadrons": SquadronRow,
    "lifts": LiftRow,
}
_KEYS: Final = {"weight": "class", "since": "from", "until": "to"}
"""What the data calls a field otherwise."""
_UNSAID: Final = {"x": None, "y": None, "charged": False}
"""What a row leaves out if it has this value."""


def _plain(value: Any) -> Any:
    if isinstance(value, tuple):
        return [_plain(each) for each in cast("tuple[Any, ...]", value)]
    if not is_dataclass(value):
        return value
    row = ((field.name, getattr(value, field.name)) for field in fields(value))
    return {
        _KEYS.get(name, name): _plain(each)
        for name, each in row
        if name not in _UNSAID or each != _UNSAID[name]
    }


def _frozen(value: Any, row: type[Any] | None) -> Any:
    if isinstance(value, list):
        return tuple(_frozen(each, row) for each in cast("list[Any]", value))
    if row is None:
        return value
    names = {_KEYS.get(field.name, field.name): field.name for field in fields(row)}
    data = cast("Mapping[str, Any]", value)
    return row(**{names[key]: _frozen(each, None) for key, each in data.items()})
