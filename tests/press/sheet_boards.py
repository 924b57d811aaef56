"""The boards of both hex theatres, worked out once for all tests of sheets."""

from __future__ import annotations

from functools import cache

from bocage.maps import load
from bocage.press import sheets
from bocage.press.svg import Drawing

NAMES = ("falaise", "pas-de-calais")


@cache
def board(name: str) -> sheets.Board:
    """Return the board of a theatre; what is worked out on it stays."""
    return sheets.board_of(load(name))


@cache
def drawing(name: str) -> Drawing:
    """Its whole sheet."""
    return sheets.sheet_of(board(name))
