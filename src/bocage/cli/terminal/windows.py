"""The map in the terminal: the part in question, another part, all of it, or closer."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from bocage.cli.terminal.close_up import LEGEND, closer
from bocage.cli.terminal.overview import whole
from bocage.engine.actions import NotationError

if TYPE_CHECKING:
    from bocage.cli.terminal.board import Board
    from bocage.cli.terminal.session import Session

_FOR_QUESTIONS: Final = 7
"""Lines of the window that are kept for what is asked."""
_LOWEST: Final = 8
_STEPS: Final = {"north": (0, -1), "south": (0, 1), "west": (1, 0), "east": (-1, 0)}
_HALF_A_WINDOW: Final = (24, 8)
"""How far a step goes, in half hexes and rows."""


def show(s: Session, around: Sequence[int] = (), *, everything: bool = False) -> None:
    """Return as much of the map as fits, around some hexes or around the decision."""
    board = s.face.board(s.table.state)
    if board is None:
        s.screen.say("This game has no map to show here.")
        return
    if everything and not board.fits(s.screen.width):
        s.screen.drawing(whole(board, s.screen.width, s.screen.height - _FOR_QUESTIONS))
        return
    room = None if everything else max(_LOWEST, s.screen.height - _FOR_QUESTIONS)
    seen = tuple(around or s.face.focus(s.table.state))
    s.around = seen
    s.screen.drawing(board.overview(s.screen.width, room, seen))


def show_map(s: Session, rest: str) -> None:
    """`map`, `map HEX`, `map all`, `map north`.

    Raises:
        NotationError: there is no such place.
    """
    word = rest.casefold()
    board = s.face.board(s.table.state)
    if word and board is not None and (step := _step(word)):
        show(s, (_moved(s, board, step),))
    elif rest and word != "all":
        show(s, (s.face.place(s.table.state, rest),))
    else:
        show(s, everything=word == "all")
    if board is not None and board.legend:
        s.screen.say(board.legend, "dim")


def look(s: Session, rest: str) -> None:
    """`look HEX`: numbers, ground and units around a hex.

    Raises:
        NotationError: there is no such place, or no map.
    """
    board = s.face.board(s.table.state)
    if board is None or not rest:
        raise NotationError("look", "expected look HEX")
    h = s.face.place(s.table.state, rest)
    near = s.face.nearby(s.table.state, h)
    height = s.screen.height - 5 - min(len(near), 4)
    s.around = (h,)
    s.screen.drawing(closer(board, h, s.screen.width, height))
    if board.pack.links:
        s.screen.say(LEGEND, "dim")
    s.screen.lines(near)


def _step(word: str) -> tuple[int, int] | None:
    return next((step for name, step in _STEPS.items() if name.startswith(word)), None)


def _moved(s: Session, board: Board, step: tuple[int, int]) -> int:
    """Return the hex half a window further from the part that was shown last."""
    grid = board.pack.grid
    x, y = board.middle(s.around or tuple(s.face.focus(s.table.state)))
    x, y = x + step[0] * _HALF_A_WINDOW[0], y + step[1] * _HALF_A_WINDOW[1]
    return min(grid, key=lambda h: abs(grid.xs[h] - x) + 2 * abs(grid.ys[h] - y))
