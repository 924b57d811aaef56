"""The print-and-play bundle: its files and their contents."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Final

from bocage.engine.game import AnyGame
from bocage.maps.pack import Pack
from bocage.press import charts, render, sheets
from bocage.press.bundle import aids, tiles
from bocage.press.counters import sheets as counter_sheets
from bocage.press.papers import A3, PAPERS, Paper
from bocage.press.sheets.plan import UNIT_MM
from bocage.press.svg import Drawing
from bocage.press.tokens import DETAILS

MAPS: Final[Mapping[str, Paper]] = {**PAPERS, "a3": A3}
"""Papers that the map comes on; everything else comes on those of `PAPERS`."""
ALL: Final = tuple(MAPS)

_README: Final = """{title}: print and play

Print every file at 100 %, without fitting to the page. Each page of the map has a ruler of
50 mm: measure it first.

map.pdf       {pages}. Cut along the marks and glue the pages over each other; a letter is
              a row, a number a column.
counters.pdf  Print on both sides, turned over the long edge. Each back lies behind its front:
              hold the first sheet against the light before you print the rest. Glue the sheets
              on card, or print on card, and cut along the crosses.
charts.pdf    The tables that the rules use, with the numbers of the rules.
aids.pdf      Tracks for turns and counts, the sequence of a turn, and a set-up card for each
              side of each scenario.
rules.pdf     The rules in brief, in our own words, with their numbers, and the titles of our
              readings. They remind you of the rulebook; they do not replace it.

{licence}
"""


class NoBundleError(ValueError):
    """A game cannot be printed to be played; one sentence says why."""


def files(
    game: AnyGame, papers: Sequence[str] = ALL, *, plain: bool = False
) -> dict[str, Callable[[], bytes]]:
    """Return the function that makes each file of the bundle, by the file's name.

    Raises:
        NoBundleError: the game has no map of hexes.
    """
    pack = game.map()
    if not isinstance(pack, Pack):
        raise NoBundleError(f"{game.title} has no map of hexes to print and play on")
    found: dict[str, Callable[[], bytes]] = {}
    for name in papers:
        found[f"{name}/map.pdf"] = partial(map_pdf, pack, MAPS[name], plain=plain)
        if name in PAPERS:
            paper = PAPERS[name]
            made: Mapping[str, Callable[[AnyGame, Paper], list[Drawing]]] = {
                "counters": counter_pages,
                "charts": chart_pages,
                "aids": aid_pages,
                "rules": rule_pages,
            }
            for kind, draw in made.items():
                found[f"{name}/{kind}.pdf"] = partial(_pdf, draw, game, paper)
    counts = ", ".join(
        f"{len(cut(pack, MAPS[name], plain=plain).tiles())} pages of {MAPS[name].name}"
        for name in papers
    )
    text = _README.format(title=game.title, pages=counts, licence=pack.licence)
    return {"README.txt": text.encode, **found}


def bundle(made: Mapping[str, bytes]) -> bytes:
    """Return the files in one archive, the same bytes for the same files."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in made.items():
            archive.writestr(zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0)), content)
    return out.getvalue()


def cut(pack: Pack, paper: Paper, *, plain: bool = False) -> tiles.Tiling:
    """Return how the sheet of a map is cut; a plain sheet has its own layout."""
    wide, high = sheets.board_of(pack, plain=plain or not render.fine()).plan.view
    return tiles.tiling((wide * UNIT_MM, high * UNIT_MM), paper)


def map_pdf(pack: Pack, paper: Paper, *, plain: bool = False) -> bytes:
    """Return the sheet of a map on pages of a paper."""
    made = cut(pack, paper, plain=plain)
    whole = sheets.sheet_bytes(pack, ".pdf", plain=plain)
    parts = [
        render.Part(
            tiles.frame(pack.title, each, made),
            tiles.MARGIN,
            (each.left, each.top),
            (each.width, each.height),
            made.sheet,
        )
        for each in made.tiles()
    ]
    return render.parts_pdf(whole, parts)


def counter_pages(game: AnyGame, paper: Paper) -> list[Drawing]:
    """Return the counters: a front, then the back that is printed behind it, and so on."""
    found = next(iter(game.counter_sets().values()))
    layout = counter_sheets.Layout(paper, found.size_mm)
    made = counter_sheets.sheets(found.title, found.counters, layout, DETAILS[64])
    return [page for each in made for page in (each.front, each.back)]


def chart_pages(game: AnyGame, paper: Paper) -> list[Drawing]:
    """Return the charts."""
    return _white(charts.pages(game.title, game.charts(), paper))


def aid_pages(game: AnyGame, paper: Paper) -> list[Drawing]:
    """Return tracks for each scenario of a different length, then the set-up cards."""
    first = aids.tracks(game, next(iter(game.scenarios)), paper)
    cards = charts.pages(game.title, aids.setups(game), paper, "Set-up cards", ordered=True)
    return [first, *_white(cards)]


def rule_pages(game: AnyGame, paper: Paper) -> list[Drawing]:
    """Return the rules in brief."""
    title = "Rules in brief"
    return _white(charts.pages(game.title, aids.brief(game), paper, title, ordered=True))


def _white(pages: Sequence[Drawing]) -> list[Drawing]:
    """Return pages without the tint of the paper, which costs a home printer much ink."""
    return [page.with_layers(charts.LAYERS.keys() - {"paper"}) for page in pages]


def _pdf(draw: Callable[[AnyGame, Paper], list[Drawing]], game: AnyGame, paper: Paper) -> bytes:
    return render.pdf(draw(game, paper))
