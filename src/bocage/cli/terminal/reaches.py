"""`reach UNIT`: where a unit can go now and what that costs, without setting out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from bocage.cli.terminal.listing import runs, wrapped
from bocage.cli.terminal.taking import refusals, tried
from bocage.engine import play
from bocage.engine.actions import NotationError
from bocage.games.reaching import Reached, reached

if TYPE_CHECKING:
    from bocage.cli.terminal.face import Face
    from bocage.engine.actions import Names
    from bocage.engine.game import Game
    from bocage.engine.table import Table


def told(face: Face, table: Table[Any], seat: int, rest: str, width: int) -> list[str]:
    """The hexes by what they cost; of units under way if nobody is named.

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
    found = reached(game.id, st, seat)
    if not found and not rest:
        raise NotationError("reach", "expected reach UNIT")
    numbers = next((names.written for names in _nouns(game) if names.kind == "hex"), ())
    return _lines(numbers, found, width) or ["It can go nowhere."]


def _nouns(game: Game[Any]) -> Iterator[Names]:
    """What the actions of a game are about."""
    return (names for verb in game.grammar.verbs for names in verb.arguments)


def _lines(numbers: Sequence[str], found: Sequence[Reached], width: int) -> list[str]:
    """By cost, and by what happens on the way: where nothing does first."""
    by: dict[tuple[str, tuple[str, ...]], list[str]] = {}
    for each in found:
        cited = tuple(f"{words} ({', '.join(rule.cites)})" for words, rule in each.notes)
        by.setdefault((each.cost, cited), []).append(numbers[each.hex])
    lines: list[str] = []
    noted = ""
    for cost, notes in sorted(by, key=lambda key: (key[1], _points(key[0]))):
        said = "; ".join(notes)
        if said != noted:
            lines.append(f"{said}:")
            noted = said
        lines += wrapped(runs(by[cost, notes]), width, f"  {cost:>3} MP  ", " ")
    return lines


def _points(cost: str) -> float:
    """What a cost comes to, to sort by: `3½`, `3 1/2` or `3`."""
    whole = "".join(c for c in cost.partition(" ")[0] if c.isascii() and c.isdecimal())
    half = not cost.isascii() or "/" in cost
    return float(whole or 0) + half / 2
