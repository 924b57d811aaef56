from __future__ import annotations

import itertools

import pytest

from bocage.games import GAMES
from bocage.games import game as game_of
from bocage.games.charts import span
from bocage.press import charts as tables
from bocage.press import tokens, vision
from bocage.press import type as typ
from bocage.press.charts import FOOT, MARGIN, TOP, pages, place
from bocage.press.counters import sheets
from bocage.press.papers import PAPERS
from bocage.press.svg import Element
from bocage.press.tokens import DETAILS
from tests.engine.toy.game import Toy


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("paper", PAPERS)
def test_every_chart_stands_on_the_page_clear_of_the_others(game: str, paper: str) -> None:
    """Each chart is set once, inside the margins, and no two on a page overlap."""
    blocks = game_of(game).charts()
    size = PAPERS[paper]
    placed = place(blocks, size)
    assert sorted(p.block.title for p in placed) == sorted(b.title for b in blocks)
    for each in placed:
        assert each.x >= MARGIN
        assert each.x + each.set.width <= size.width - MARGIN + 1e-6
        assert each.y >= TOP
        assert each.y + each.set.height <= size.height - FOOT
    for one, other in itertools.combinations(placed, 2):
        apart = (
            one.page != other.page
            or one.x + one.set.width <= other.x
            or other.x + other.set.width <= one.x
            or one.y + one.set.height <= other.y
            or other.y + other.set.height <= one.y
        )
        assert apart, (one.block.title, other.block.title)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("paper", PAPERS)
def test_no_word_leaves_its_chart(game: str, paper: str) -> None:
    """Every line of every chart ends within the chart's width."""
    blocks = game_of(game).charts()
    for each in place(blocks, PAPERS[paper]):
        for line in each.set.element.walk():
            if line.tag == "text":
                left, right = _reach(line)
                assert left >= -0.01, (each.block.title, line.children)
                assert right <= each.set.width + 0.05, (each.block.title, line.children)


def _reach(line: Element) -> tuple[float, float]:
    said = "".join(child for child in line.children if isinstance(child, str))
    face = next(
        f
        for f in typ.faces().values()
        if f.family == line.get("font-family")
        and str(f.weight) == line.get("font-weight")
        and f.italic == (line.get("font-style") == "italic")
    )
    assert typ.missing(said, face) == "", said
    wide = typ.width(said, face, float(line.get("font-size") or "nan"))
    x = float(line.get("x") or "nan")
    start = {"middle": x - wide / 2, "end": x - wide}.get(line.get("text-anchor") or "", x)
    return start, start + wide


def test_a_game_from_outside_has_charts_and_counters() -> None:
    """The toy game, which the press has never heard of, gets a page of charts and of counters."""
    toy = Toy()
    (page,) = pages(toy.title, toy.charts(), PAPERS["a4"])
    assert "Shots" in page.svg()
    (found,) = toy.counter_sets().values()
    layout = sheets.Layout(PAPERS["a4"], found.size_mm)
    (sheet,) = sheets.sheets(found.title, found.counters, layout, DETAILS[64])
    assert toy.title in sheet.front.svg()
    assert len(found.counters) == len(toy.counters()) + len(toy.markers())


@pytest.mark.parametrize("game", GAMES)
def test_every_cell_is_printed(game: str) -> None:
    """All words of all cells, titles and notes stand on the pages."""
    blocks = game_of(game).charts()
    said = " ".join(
        child
        for page in pages(game, blocks, PAPERS["a4"])
        for top in page.body
        for each in top.walk()
        if each.tag == "text"
        for child in each.children
        if isinstance(child, str)
    )
    for block in blocks:
        assert block.title in said
        for row in block.rows:
            for cell in row:
                assert all(word in said for word in cell.split())


def test_shades_of_results_keep_their_words_legible() -> None:
    """Ink on the deepest shade contrasts by 7, and neighbours in a ramp of 7 differ in grey."""
    assert vision.contrast(tokens.LIGHT.ink, tables.shade(1)) >= 7
    greys = [vision.lightness(tables.shade(n / 6)) for n in range(7)]
    assert all(a - b >= 2.5 for a, b in itertools.pairwise(greys))


def test_citations_are_legible() -> None:
    """Citations and notes contrast with the paper by 4.5 and are at least 2.8 mm."""
    card = tokens.LIGHT.card
    assert vision.contrast(tokens.LIGHT.cite, card) >= 4.5
    assert vision.contrast(tokens.LIGHT.muted, card) >= 4.5
    assert min(tables.NOTE_SIZE, tables.CITE_SIZE, tables.HEAD_SIZE) >= 2.8


@pytest.mark.parametrize(
    ("written", "printed"),
    [("1..2", "1–2"), ("-1..4", "−1 to 4"), ("6+", "6 or more"), ("-2-", "−2 or less"), ("C", "C")],
)
def test_spans_are_printed_with_dashes_signs_and_words(written: str, printed: str) -> None:
    """Spans are printed with dashes, true minus signs and words."""
    assert span(written) == printed
