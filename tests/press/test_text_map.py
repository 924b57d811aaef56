"""The map in letters."""

from __future__ import annotations

from pathlib import Path

import pytest

from bocage.maps import THEATRES, load, load_folder
from bocage.press.text_map import TextMap, page


def test_a_small_sheet_letter_by_letter(folder: Path) -> None:
    """At full size a hex takes two columns, rows are staggered, water stands between hexes."""
    assert page(load_folder(folder)).splitlines() == [
        "The Alder, a test",
        "",
        " . . . . . .",
        ".~.=.~#=.~.~",
        " . . . . - -",
        ". . . o % %",
        " . . . o . %",
        "",
        ". open fields   % woods   - polder   # town   o village   ~ water   "
        "= bridge, ford or ferry",
        "A hex takes two columns and is 2 km across.",
    ]


@pytest.mark.parametrize("name", [theatre.id for theatre in THEATRES])
@pytest.mark.parametrize("width", [20, 33, 60, 80, 200])
def test_no_row_is_wider_than_the_window(name: str, width: int) -> None:
    """However narrow the window, no row is wider; every row has the same number of columns."""
    rows = list(TextMap(load(name), width).rows())
    assert len({len(row) for row in rows}) == 1
    assert len(rows[0]) <= width
    assert all(len(letter.text) == 1 for row in rows for letter in row)


def test_a_wide_window_shows_every_hex() -> None:
    """With room enough every hex has a letter of its own and towns have their names."""
    drawing = TextMap(load("falaise"), 120)
    rows = ["".join(letter.text for letter in row) for row in drawing.rows()]
    assert len(rows) == 40
    assert any("#Chambois" in row for row in rows)


def test_a_narrow_windows_legend_gives_the_width_of_a_letter() -> None:
    """Where a letter stands for a patch of hexes, the legend gives its width."""
    assert TextMap(load("market-garden"), 80).legend()[-1] == "A letter is 2 km wide."
