"""Who is asked: as the database keeps it, and as each person may know it.

A silent decision is an umpire's, or one that a team takes in the middle of a turn. Those who
are not asked may not learn who is, nor that the question was put: for them the game waits for
nobody, as long as the umpire is at work.
"""

from __future__ import annotations

import json
from collections.abc import Collection
from typing import NamedTuple, TypedDict, cast

from bocage.engine.table import AnyTable


class Asked(NamedTuple):
    """The seats whose decision it is, by number, and whether others may know."""

    seats: tuple[int, ...] = ()
    silent: bool = False

    @classmethod
    def at(cls, table: AnyTable) -> Asked:
        """Return who is asked at a table."""
        decision = table.decision
        if decision is None:
            return cls()
        seats = tuple(seat for seat in decision.seats if seat >= 0)
        return cls(seats, decision.silent or seats == (table.game.control,))

    @property
    def public(self) -> tuple[int, ...]:
        """The seats that everybody may know are asked. Their clocks run, and no others."""
        return () if self.silent else self.seats


class _Silent(TypedDict):
    """Who is asked in a decision that others may not know of, as the database keeps it."""

    silent: list[str]
    since: int


def written(names: Collection[str], since: int, *, silent: bool) -> str:
    """Return who is asked as the database keeps it; `since` is for those who may know."""
    return json.dumps({"silent": list(names), "since": since} if silent else list(names))


def read(text: str) -> tuple[list[str], int | None]:
    """Return the names of the seats asked, and since when, if others may not know."""
    found = cast("list[str] | _Silent", json.loads(text))
    if isinstance(found, list):
        return found, None
    return found["silent"], found["since"]


def told(text: str, since: int, held: Collection[str], control: str) -> tuple[list[str], int]:
    """Return the names of the seats asked, and since when, for a person who holds some seats.

    `since` is when that changed for everybody; `control` is the name of the umpire's seat, or
    nothing. Of a silent decision only those who are asked and the umpire are told.
    """
    names, silently = read(text)
    if silently is None and names != [control]:
        return names, since
    if control in held or not set(names).isdisjoint(held):
        return names, since if silently is None else silently
    return [], since
