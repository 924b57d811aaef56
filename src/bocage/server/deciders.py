"""The seats that must decide: as the database stores them, and as each person may know them.

A silent decision is an umpire's, or a team's in the middle of a turn. Seats that are not asked may
not learn who is, or that the question was put: for them the game waits for nobody while the umpire
works.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Sequence
from typing import NamedTuple, TypedDict, cast, final

from bocage.engine.frames import NOBODY
from bocage.engine.table import AnyTable


class Asked(NamedTuple):
    """The seats whose decision it is, by number, and whether others may know."""

    seats: tuple[int, ...] = ()
    silent: bool = False
    closer: int = NOBODY
    """The seat that may close the decision now; only that seat may know that all have answered."""

    @classmethod
    def at(cls, table: AnyTable) -> Asked:
        """Return the seats that are asked at a table."""
        decision = table.decision
        if decision is None:
            return cls()
        seats = tuple(seat for seat in decision.seats if seat >= 0)
        silent = decision.silent or seats == (table.game.control,)
        return cls(seats, silent, decision.closer)

    @property
    def public(self) -> tuple[int, ...]:
        """The seats that everybody may know are asked. Their clocks run, and no others."""
        return () if self.silent else self.seats

    @property
    def notified(self) -> tuple[int, ...]:
        """The seats that get a notice when it is their turn."""
        return self.seats if self.closer == NOBODY else (*self.seats, self.closer)


@final
class _Closing(TypedDict):
    """The seats that are asked and the seat that may close the decision, as the database stores
    them.
    """

    asked: list[str]
    closer: str
    since: int


@final
class _Silent(TypedDict):
    """The seats asked in a decision that others may not know of, as the database stores them."""

    silent: list[str]
    since: int


def written(who: Asked, names: Sequence[str], since: int) -> str:
    """Return the asked seats as the database stores them; `since` is for those who may know.

    `names` are those of all seats.
    """
    seats = [names[seat] for seat in who.seats]
    if who.silent:
        return json.dumps(_Silent(silent=seats, since=since))
    if who.closer != NOBODY:
        return json.dumps(_Closing(asked=seats, closer=names[who.closer], since=since))
    return json.dumps(seats)


def read(text: str, names: Sequence[str]) -> tuple[Asked, int | None]:
    """Return the seats that are asked, and since when, for those who alone may know it.

    `names` are those of all seats.
    """
    found = _kept(text)
    if isinstance(found, list):
        return Asked(tuple(map(names.index, found))), None
    if "silent" in found:
        return Asked(tuple(map(names.index, found["silent"])), silent=True), found["since"]
    seats = tuple(map(names.index, found["asked"]))
    return Asked(seats, closer=names.index(found["closer"])), found["since"]


def _kept(text: str) -> list[str] | _Silent | _Closing:
    return cast("list[str] | _Silent | _Closing", json.loads(text))


def told(text: str, since: int, held: Collection[str], control: str) -> tuple[list[str], int]:
    """Return the names of the seats asked, and since when, for a person who holds some seats.

    `since` is when that changed for everybody; `control` is the name of the umpire's seat, or
    empty. A silent decision is shown only to the seats that are asked and to the umpire.
    """
    kept = _kept(text)
    if not isinstance(kept, list) and "closer" in kept:
        if kept["closer"] in held:
            return [kept["closer"]], kept["since"]
        return kept["asked"], since
    names, silently = (kept, None) if isinstance(kept, list) else (kept["silent"], kept["since"])
    if silently is None and names != [control]:
        return names, since
    if control in held or not set(names).isdisjoint(held):
        return names, since if silently is None else silently
    return [], since
