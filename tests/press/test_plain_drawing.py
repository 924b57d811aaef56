"""The plain drawing: whole, complete, safe, and modest in size."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from itertools import pairwise
from pathlib import Path

import pytest

from bocage.maps import THEATRES, Pack, load, load_folder
from bocage.press.plain import draw
from bocage.press.plain_ground import scaled
from bocage.press.plain_lines import chains
from bocage.press.plain_looks import GROUNDS, ground
from bocage.press.plain_sheet import sheet_of
from mapforge.draft import Draft

SVG = "{http://www.w3.org/2000/svg}"
NAMES = [theatre.id for theatre in THEATRES]


def words(svg: str) -> list[str]:
    """Every text of a drawing."""
    return [node.text or "" for node in ET.fromstring(svg).iter(f"{SVG}text")]


@pytest.mark.parametrize("name", NAMES)
def test_a_theatre_is_drawn_whole(name: str) -> None:
    """Each theatre gives well-formed SVG with its title, under five megabytes."""
    pack = load(name)
    svg = draw(pack)
    assert ET.fromstring(svg).tag == f"{SVG}svg"
    assert pack.title in words(svg)
    assert len(svg.encode()) < 5_000_000


@pytest.mark.parametrize("name", NAMES)
def test_cities_and_towns_are_named(name: str) -> None:
    """Every city, port and town on the sheet has its name on the drawing."""
    pack = load(name)
    shown = set(words(draw(pack)))
    great = {
        place.name
        for place in pack.places
        if place.kind in ("city", "port", "town") and place.hex is not None
    }
    assert great <= shown


def test_every_hex_has_its_number(folder: Path) -> None:
    """A hex map shows the printed number of every hex once."""
    pack = load_folder(folder)
    shown = [word for word in words(draw(pack)) if re.fullmatch(r"\d{4}", word)]
    assert sorted(shown) == sorted(pack.grid.numbers)


def test_a_lattice_shows_no_hexes(lattice_folder: Path) -> None:
    """A lattice map shows its places and roads, and no numbers of cells."""
    shown = words(draw(load_folder(lattice_folder)))
    assert "Aalst" in shown
    assert not any(re.fullmatch(r"\d{4}", word) for word in shown)


def test_what_a_pack_says_cannot_break_the_drawing(draft: Draft, tmp_path: Path) -> None:
    """Names with signs of the markup are shown as they are written."""
    draft.title = 'A & B <"test">'
    draft.places[0] = {**draft.places[0], "name": "Fish & <Chips>"}
    draft.write(tmp_path)
    shown = words(draw(load_folder(tmp_path)))
    assert 'A & B <"test">' in shown
    assert "Fish & <Chips>" in shown


def test_a_terrain_nobody_knows_is_shown_by_its_letter(draft: Draft, tmp_path: Path) -> None:
    """A pack may bring its own terrain; it is drawn on paper with its first letter."""
    draft.terrain = {**draft.terrain, "quagmire": "quagmire"}
    draft.hexes[0] = {**draft.hexes[0], "terrain": "quagmire"}
    draft.write(tmp_path)
    assert "q" in words(draw(load_folder(tmp_path)))


def test_grounds_differ_by_more_than_colour() -> None:
    """No two grounds share a mark unless they share the tint, and only open ground has none."""
    marks: dict[str, str] = {}
    for word, look in GROUNDS.items():
        if not look.mark:
            assert word in ("clear", "open", "plain", "fields", "airfield")
        elif word not in ("garrigue", "sea"):
            assert marks.setdefault(look.mark, look.tint) == look.tint
    assert ground("open woods") is GROUNDS["woods"]


def test_several_drawings_can_share_a_page(lattice_folder: Path) -> None:
    """With a scope, every id and every reference to it begins with the scope."""
    svg = draw(load_folder(lattice_folder), scope="one")
    ids = set(re.findall(r'id="([^"]+)"', svg))
    assert ids
    assert all(name.startswith("one-") for name in ids)
    assert set(re.findall(r"url\(#([^)]+)\)", svg)) <= ids


@pytest.mark.parametrize("name", NAMES)
def test_every_reference_within_a_drawing_holds(name: str) -> None:
    """Patterns and clips that are used are also defined, each once."""
    svg = draw(load(name), scope=name)
    ids = re.findall(r'\bid="([^"]+)"', svg)
    assert len(ids) == len(set(ids))
    assert set(re.findall(r"url\(#([^)]+)\)", svg)) <= set(ids)


def test_a_drawing_is_the_same_each_time() -> None:
    """Drawing twice gives the same bytes."""
    assert draw(load("falaise")) == draw(load("falaise"))


def test_places_lie_where_the_grid_has_them(folder: Path) -> None:
    """West is left and north is up: hexes lie on the sheet as their numbers run."""
    pack = load_folder(folder)
    sheet = sheet_of(pack)
    east, west, south = (sheet.hex(pack.grid.hex(n)) for n in ("0101", "0106", "0501"))
    assert west[0] < east[0]
    assert west[1] == east[1]
    assert south[1] > east[1]


def test_chains_keep_every_edge_once() -> None:
    """Edges are joined into lines; a fork and a ring lose nothing."""
    fork = [(1, 2), (2, 3), (3, 4), (3, 5)]
    ring = [(7, 8), (8, 9), (9, 7)]
    found = chains([*fork, *ring])
    edges = sorted(tuple(sorted(pair)) for line in found for pair in pairwise(line))
    assert edges == sorted(tuple(sorted(edge)) for edge in (*fork, *ring))
    assert len(found) == 4


def test_marks_grow_with_the_hex() -> None:
    """Path data is scaled in its lengths and not in the flags of its arcs."""
    assert scaled("m-.2 .14a.075 .075 0 1 1 .13 0z", 100) == "m-20 14a7.5 7.5 0 1 1 13 0z"


def _seaward(pack: Pack) -> str:
    svg = draw(pack)
    found = re.search(r'<path fill="#c3dde0" d="([^"]+)"', svg)
    assert found
    return found[1]


def test_the_sea_lies_seaward_of_the_coast() -> None:
    """On Pas-de-Calais the sea covers the north-western corner of the sheet and not Cassel."""
    pack = load("pas-de-calais")
    ring = [tuple(map(float, point.split())) for point in _seaward(pack)[1:-1].split("L")]
    corners = {(round(x), round(y)) for x, y in ring}
    sheet = sheet_of(pack)
    assert (30, 30) in corners
    assert (round(30 + sheet.width), round(30 + sheet.height)) not in corners
