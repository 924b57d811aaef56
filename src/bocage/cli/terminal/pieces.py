"""The units in each hex, for any game with a map: from its counters and a view of it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Final

from bocage.engine.viewers import OBSERVER
from bocage.maps.pack import Pack

if TYPE_CHECKING:
    from bocage.cli.terminal.board import Board
    from bocage.engine.game import Game

_STYLES: Final = ("bold green", "bold red", "bold cyan", "bold yellow")


def standing(game: Game[Any], st: Any) -> list[tuple[int, int, int]]:
    """Of each unit its hex (below 0 off the map), its steps and its seat."""
    if game.map() is None:
        return []
    rows = game.view(st, OBSERVER)["units"]
    seats = (counter.seat for counter in game.counters())
    return [(int(row[0]), int(row[1]), seat) for row, seat in zip(rows, seats, strict=True)]


def plain_board(game: Game[Any], st: Any) -> Board | None:
    """Return the map with a letter for each side; None for a game without a map of hexes."""
    pack = game.map()
    if not isinstance(pack, Pack):
        return None
    from bocage.cli.terminal.board import Board, Piece  # the press is slow to load

    stacks: dict[int, list[tuple[str, int]]] = {}
    for counter, (h, steps, seat) in zip(game.counters(), standing(game, st), strict=True):
        if h >= 0 and steps:
            stacks.setdefault(h, []).append((counter.id, seat))
    pieces = {
        h: Piece(
            game.seats[units[0][1]][0].upper(),
            units[0][0][:3],
            tuple(name for name, _ in units),
            _STYLES[units[0][1] % len(_STYLES)],
        )
        for h, units in stacks.items()
    }
    letters = {name[0].upper(): seat for seat, name in enumerate(game.seats)}
    legend = "   ".join(f"{name[0].upper()} {name}" for name in game.seats)
    return Board(pack, pieces, sides=letters, legend=legend)


def ground_of(game: Game[Any], h: int) -> Iterable[tuple[str, str]]:
    """Return the contents of a hex under headings."""
    pack = game.map()
    if not isinstance(pack, Pack):
        return ()
    from bocage.maps.words import Gazetteer

    return Gazetteer(pack).describe(h).headed()
