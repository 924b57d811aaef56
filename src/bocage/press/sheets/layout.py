"""The layout of a sheet: the map's place on it, and the contents of its margins."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bocage.maps.pack import Pack
    from bocage.press.furniture import Theme
    from bocage.press.sheets.board import Board
    from bocage.press.svg import Element


@dataclass(frozen=True, slots=True)
class Layout:
    """The contract of a module that lays a sheet out.

    A game that has a sheet of its own names the function that returns it as `sheet` in
    `Game.entries`.
    """

    theme: Theme
    board: Callable[[Pack], Board]
    """Puts the map on its sheet."""
    margins: Callable[[Board], list[Element]]
    """Draws everything beside the map."""
