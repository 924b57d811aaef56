"""`reach UNIT`: where a unit can go now and what that costs, without setting out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from bocage.cli.terminal.action_list import runs, wrapped
from bocage.cli.terminal.lines import refusals, tried
from bocage.cli.terminal.ways import cited
from bocage.engine import play
from bocage.engine.actions import NotationError
from bocage.engine.reach import points_said

if TYPE_CHECKING:
    from bocage.cli.terminal.face import Face
    from bocage.engine.reach import Way
    from bocage.engine.table import Table


def told(face: Face, table: Table[Any], seat: int, rest: str, width: int) -> list[str]:
    """Return the hexes by what they cost; of units under way if nobody is named.

    Raises:
        NotationError: nobody is named, and nobody is under way.
    """
    game, st = table.game, table.state
    if rest:
        begins = face.sets_out(st, seat, rest)
        ruling = tried(table, seat, begins)
        if not ruling:
            return [f"No: {each}" for each in refusals(face, ruling)]
        st = st.copy()
        for action in begins:
            play.apply(st, seat, action)
    found = game.reach(st, seat)
    if not found and not rest:
        raise NotationError("reach", "expected reach UNIT")
    return _lines(face, found, width) or ["It can't go anywhere."]


def _lines(face: Face, found: Sequence[Way], width: int) -> list[str]:
    """By cost, and by what happens on the way: where nothing does first."""
    by: dict[tuple[tuple[str, ...], float], list[str]] = {}
    for each in found:
        notes = tuple(cited(note, face.nouns) for note in each.notes)
        by.setdefault((notes, each.cost), []).append(face.game.numbers[each.hex])
    lines: list[str] = []
    noted = ""
    for notes, cost in sorted(by):
        said = "; ".join(notes)
        if said != noted:
            lines.append(f"{said}:")
            noted = said
        lines += wrapped(
            runs(list(dict.fromkeys(by[notes, cost]))), width, f"  {points_said(cost):>3} MP  ", " "
        )
    return lines
