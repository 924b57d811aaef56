"""Standing orders from the terminal: what a seat leaves behind so that it need not be asked."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from bocage.engine.actions import NotationError
from bocage.engine.log import NO_ORDERS

if TYPE_CHECKING:
    from bocage.engine.table import Table

_ENDING: Final = frozenset({NO_ORDERS, "off", "ask"})


def given(table: Table[Any], seat: int, text: str) -> tuple[int, str]:
    """Return the seat and the orders that a text names: `german fire-3`, `fire`, `none`.

    Raises:
        NotationError: the game has no such orders.
    """
    words = text.casefold().split()
    seats = [i for i, name in enumerate(table.game.seats) if words and name.startswith(words[0])]
    if len(seats) == 1 and len(words) > 1:
        seat, words = seats[0], words[1:]
    name = "-".join(words)
    if name in _ENDING:
        return seat, ""
    known = [*table.game.standing()]
    fits = [each for each in known if each == name] or [e for e in known if e.startswith(name)]
    if len(fits) != 1:
        there = ", ".join((*known, NO_ORDERS)) if known else "none in this game"
        raise NotationError(f"orders {text}", f"there are no such orders; there are {there}")
    return seat, fits[0]


def told(table: Table[Any]) -> list[str]:
    """Return the orders that stand, and those that can be given."""
    seats, known = table.game.seats, table.game.standing()
    if not known:
        return [f"{table.game.title} has no standing orders."]
    lines = [
        f"  {name}: {table.orders.get(seat, 'none; you decide each time')}"
        for seat, name in enumerate(seats)
    ]
    for name, orders in known.items():
        lines.append(f"  orders [SIDE] {name:<10} {_purpose(orders)}")
    return [*lines, f"  orders [SIDE] {NO_ORDERS:<10} decide each time again"]


def _purpose(orders: object) -> str:
    first = (getattr(orders, "__doc__", "") or "").strip().partition("\n")[0].rstrip(".")
    return first[:1].lower() + first[1:]
