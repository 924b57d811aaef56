from __future__ import annotations

import io

import pypdf
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bocage.press import render
from bocage.press.counters import sheets
from bocage.press.papers import PAPERS
from bocage.press.tokens import DETAILS
from tests.press.counter_sets import counters_of


def made(game: str, paper: str) -> list[sheets.CounterSheet]:
    """Return the sheets of a game on a paper."""
    found = counters_of(game)
    layout = sheets.Layout(PAPERS[paper], found.size_mm)
    return sheets.sheets(found.title, found.counters, layout, DETAILS[64])


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("size", [14.2875, 15.875])
def test_the_block_fits_the_paper(paper: str, size: float) -> None:
    """Counters, cut marks and headings lie within the printable part of the paper."""
    layout = sheets.Layout(PAPERS[paper], size)
    assert layout.left - sheets.TICK >= 3
    foot = sheets.MARGIN_TOP + layout.rows * size
    assert foot + sheets.TICK <= PAPERS[paper].height - 5.5
    assert layout.columns * layout.rows >= 176


@given(st.integers(0, 175), st.sampled_from(sorted(PAPERS)))
def test_each_back_lies_behind_its_front(number: int, paper: str) -> None:
    """Turned over the long edge, the back of a counter covers its front exactly."""
    layout = sheets.Layout(PAPERS[paper], 15.875)
    x, y = layout.place(number, mirrored=False)
    across, down = layout.place(number, mirrored=True)
    assert down == y
    assert across == pytest.approx(PAPERS[paper].width - x - layout.size_mm)


@pytest.mark.parametrize("game", ["roundup", "falaise"])
@pytest.mark.parametrize("paper", PAPERS)
def test_a_hex_game_has_176_counters_on_one_sheet(game: str, paper: str) -> None:
    """2.0: the 176 counters of either hex game lie on one sheet of either paper."""
    pages = made(game, paper)
    assert len(pages) == 1
    moved = [e for e in pages[0].front.body if (e.get("transform") or "").startswith("translate")]
    assert len(moved) == 176
    assert len({e.get("transform") for e in moved}) == 176


def test_sheets_as_pdf_have_the_size_of_the_paper() -> None:
    """A sheet's PDF has a front and a back page of US Letter size, with the names as text."""
    pages = made("falaise", "letter")
    read = pypdf.PdfReader(io.BytesIO(render.pdf([pages[0].front, pages[0].back])))
    assert len(read.pages) == 2
    for page in read.pages:
        assert float(page.mediabox.width) == pytest.approx(612, abs=0.1)
        assert float(page.mediabox.height) == pytest.approx(792, abs=0.1)
    said = read.pages[0].extract_text()
    for word in ("KG Wünsche", "Zgorzelski", "The Pocket at Falaise"):
        assert word in said
