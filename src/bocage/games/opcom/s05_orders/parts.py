"""A sheet in two parts, from the two posts of a headquarters (5.1, reading 2.10).

The second post orders the groupings assigned to it. The first post orders all others, and has
everything on the sheet that is not an order to troops.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from bocage.games.opcom.board.position import Position
from bocage.games.opcom.s05_orders.files import SheetError, sheet_from_text, sheet_text
from bocage.games.opcom.s05_orders.form import form
from bocage.games.opcom.s05_orders.knowledge import known_to_team
from bocage.games.opcom.s05_orders.meaning import understand
from bocage.games.opcom.s05_orders.sheet import KINDS, Sheet, rows, with_rows

_ORDER: Final = "order"


def sheet_of_parts(
    st: Position, team: int, written: str, other: str, groupings: Collection[str], *, second: bool
) -> str:
    """Return the sheet that the parts of both posts make; `second` wrote the first of them.

    What the other post had sent about units that it has no longer is left out.

    Raises:
        SheetError: the part cannot be read, or orders what the other post has.
    """
    part, rest = (sheet_from_text(each) if each else Sheet() for each in (written, other))
    theirs = {
        unit for each in form(st, team).groupings if each.name in groupings for unit in each.units
    }
    named = ", ".join(sorted(groupings))
    strays = _strays(st, team, part, theirs, second=second)
    if strays:
        line, unit = next(iter(strays.items()))
        whose = f"your post orders {named}" if second else f"the other post has {named}"
        raise SheetError(f"line {line} orders {unit}, but {whose}")
    others = [kind for kind in KINDS if kind != _ORDER and rows(part, kind)]
    if second and others:
        raise SheetError(f"lines of the kind '{others[0]}' are for the other post: ask them")
    gone = _strays(st, team, rest, theirs, second=not second)
    kept = [row for number, row in enumerate(rows(rest, _ORDER), 1) if number not in gone]
    ours = list(rows(part, _ORDER))
    first = (rest if rest else part) if second else part
    return sheet_text(with_rows(first, {_ORDER: [*kept, *ours] if second else [*ours, *kept]}))


def _strays(
    st: Position, team: int, sheet: Sheet, theirs: Collection[str], *, second: bool
) -> dict[int, str]:
    """Return the lines of a post's part for a unit of the other, each with that unit's name."""
    found: dict[int, str] = {}
    for line in understand(st.world, team, sheet, known_to_team(st, team)).lines:
        units = [st.world.units[u] for u in line.units]
        wrong = [unit.name for unit in units if (unit.id in theirs) is not second]
        if wrong:
            found[line.number] = wrong[0]
    return found
