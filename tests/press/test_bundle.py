"""Print and play: the map in pages without a gap, each back behind its front, aids for all."""

from __future__ import annotations

import io
import zipfile
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from pypdf import PdfReader

from bocage import games
from bocage.games.judges import rulebook_for
from bocage.press import charts, render
from bocage.press.bundle import aids, bundle, tiles
from bocage.press.counters.sheets import Layout
from bocage.press.papers import A3, PAPERS, Paper

from ..cli.conftest import Run
from ..cli.conftest import run as run
from .pdf_geometry import painted

GAMES = ("roundup", "falaise")
SHEET = (863.6, 558.8)
CLOSE = 0.3
"""Millimetres by which a back may miss its front."""


@cache
def game(name: str) -> Any:
    """Return a game, loaded once."""
    return games.game(name)


@pytest.mark.parametrize("paper", [*PAPERS.values(), A3], ids=lambda paper: paper.name)
@pytest.mark.parametrize("sheet", [SHEET, SHEET[::-1], (150.0, 100.0)])
def test_pages_cover_the_sheet_and_overlap(sheet: tuple[float, float], paper: Paper) -> None:
    """Every point of a sheet is on a page, neighbours share a strip, and nothing leaves a page."""
    cut = tiles.tiling(sheet, paper)
    made = cut.tiles()
    assert len({tile.name for tile in made}) == len(made) == cut.columns * cut.rows
    assert {cut.paper.width, cut.paper.height} == {paper.width, paper.height}
    wide, high = cut.room
    for long, room, starts in (
        (sheet[0], wide, sorted({tile.left for tile in made})),
        (sheet[1], high, sorted({tile.top for tile in made})),
    ):
        assert starts[0] == 0
        assert starts[-1] + room >= long - 1e-9
        assert all(a + room - b >= tiles.OVERLAP - 1e-9 for a, b in pairwise(starts))
    assert all(tile.width <= wide and tile.height <= high for tile in made)


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("name", GAMES)
def test_each_back_lies_behind_its_front(name: str, paper: str) -> None:
    """In the PDF, turned over its long edge, each back misses its front by less than 0.3 mm."""
    found = next(iter(game(name).counter_sets().values()))
    pages = PdfReader(io.BytesIO(render.pdf(bundle.counter_pages(game(name), PAPERS[paper])))).pages
    assert len(pages) % 2 == 0
    size, width = found.size_mm, PAPERS[paper].width
    pieces = 0
    for front, back in zip(pages[::2], pages[1::2], strict=True):
        fronts, backs = counters_on(front, size), counters_on(back, size)
        turned = {(width - x, y) for x, y in backs}
        assert len(fronts) == len(backs)
        for x, y in fronts:
            assert min(max(abs(x - u), abs(y - v)) for u, v in turned) < CLOSE
        pieces += len(fronts)
    assert pieces == sum(each.count for each in found.counters)


def counters_on(page: Any, size: float) -> set[tuple[float, float]]:
    """Return the middle of every counter of a page: of what is painted about as large as one."""
    found: set[tuple[float, float]] = set()
    for left, top, right, foot in painted(page):
        if all(0.9 * size < side <= 1.02 * size for side in (right - left, foot - top)):
            found.add((round((left + right) / 2, 1), round((top + foot) / 2, 1)))
    return found


def test_a_shifted_back_would_be_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    """The check can fail: a block of backs that stands half a millimetre aside is found."""
    right = Layout.place

    def aside(self: Layout, number: int, *, mirrored: bool) -> tuple[float, float]:
        x, y = right(self, number, mirrored=mirrored)
        return x + (0.5 if mirrored else 0), y

    monkeypatch.setattr(Layout, "place", aside)
    with pytest.raises(AssertionError):
        test_each_back_lies_behind_its_front("roundup", "a4")


@pytest.mark.parametrize(("name", "optional"), [("roundup", 21), ("falaise", 0)])
def test_a_set_up_card_names_every_unit_of_its_scenario(name: str, optional: int) -> None:
    """Each unit of the whole game stands on its side's card, but those of optional rules."""
    scenario = game(name).scenario("").title
    said = " ".join(
        row[1] for card in aids.setups(game(name)) if scenario in card.title for row in card.rows
    )
    units = game(name).nouns["unit"].written
    assert sum(f"{unit} " not in f"{said} " for unit in units) == optional


@pytest.mark.parametrize("name", GAMES)
def test_the_rules_in_brief_are_complete_and_in_order(name: str) -> None:
    """Every sentence of the index that says something of its own stands there, in its order."""
    book = rulebook_for(game(name))
    assert book is not None
    rows = [row[0] for block in aids.brief(game(name)) for row in block.rows]
    wanted = [str(e.rule) for e in book.index.sentences() if not e.same_as]
    assert [rule for rule in wanted if rule not in rows] == []
    placed = charts.place(aids.brief(game(name)), PAPERS["a4"], ordered=True)
    places = [(each.page, each.x, each.y) for each in placed]
    assert places == sorted(places)
    assert [row[0] for each in placed for row in each.block.rows] == rows


@pytest.mark.parametrize("name", GAMES)
def test_the_rules_in_brief_fill_their_columns(name: str) -> None:
    """A column ends where the next rows no longer fit, and never with a heading."""
    paper = PAPERS["a4"]
    placed = charts.place(aids.brief(game(name)), paper, ordered=True)
    last = {(each.page, each.x): each for each in placed}
    room = paper.height - charts.FOOT
    for column, each in last.items():
        foot = each.y + each.set.height
        assert foot <= room
        if column < max(last):
            assert room - foot < 40
            assert not each.block.rows[-1][1].isupper()


@pytest.mark.parametrize("name", GAMES)
def test_the_rules_in_brief_have_each_reading_in_full(name: str) -> None:
    """A reading is printed with what it says, but without the names of options."""
    book = rulebook_for(game(name))
    assert book is not None
    rows = {row[0]: row[1] for row in aids.brief(game(name))[-1].rows}
    for rule, reading in book.readings.items():
        said = rows[str(rule).removeprefix("reading ")]
        assert reading.says.partition(" Switch: ")[0] in said
        assert "Switch" not in said


@pytest.mark.parametrize("name", GAMES)
def test_a_lesson_of_the_program_has_no_set_up_card(name: str) -> None:
    """Every scenario has a card for each side, except the guided first battle."""
    titles = [card.title for card in aids.setups(game(name))]
    assert len(titles) == 2 * (len(game(name).scenarios) - 1)
    assert not any("Learn" in title for title in titles)


def test_the_command_writes_one_archive(
    run: Run,
    tmp_path: Path,
) -> None:
    """`bocage pnp` puts the map, cut for a paper, and everything else into one archive."""
    target = tmp_path / "r.zip"
    answer = run("pnp", "roundup", "--paper", "letter", "--plain", "-o", target)
    assert answer.code == 0, answer.err
    with zipfile.ZipFile(target) as archive:
        names = set(archive.namelist())
        text = archive.read("README.txt").decode()
        pages = PdfReader(io.BytesIO(archive.read("letter/map.pdf"))).pages
    kinds = ("map", "counters", "charts", "aids", "rules")
    assert names == {"README.txt", *(f"letter/{kind}.pdf" for kind in kinds)}
    assert f"{len(pages)} pages of US Letter" in text
    wide, high = (float(side) / 72 * 25.4 for side in pages[0].mediabox[2:])
    assert (round(wide, 1), round(high, 1)) == (279.4, 215.9)


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("opcom",), "OP COM has no map of hexes to print and play on"),
        (("roundup", "--paper", "a5"), "there is no paper size 'a5': there are a4, letter, a3"),
        (("roundup", "-o", "x.pdf"), "a bundle is an archive that ends in .zip"),
    ],
)
def test_a_game_that_cannot_be_printed_is_refused(
    run: Run,
    arguments: tuple[str, ...],
    sentence: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A refusal is one sentence, and leaves no file."""
    monkeypatch.chdir(tmp_path)
    answer = run("pnp", *arguments)
    assert (answer.code, sentence in answer.err) == (2, True)
    assert list(tmp_path.iterdir()) == []
