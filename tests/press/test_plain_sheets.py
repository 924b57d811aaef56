"""The plain preset: whole, complete, safe, quick to draw, and without any extra."""

from __future__ import annotations

import re
import subprocess
import sys
import xml.etree.ElementTree as ET
from functools import cache
from pathlib import Path

import pytest

from bocage.maps import THEATRES, Pack, load, load_folder
from bocage.press import sheets, survey
from bocage.press.atlas import lie_of
from bocage.press.sheets.terrain import LOOKS, look
from mapforge.draft import Draft

SVG = "{http://www.w3.org/2000/svg}"
NAMES = [theatre.id for theatre in THEATRES]


def drawn(pack: Pack) -> str:
    """Return a pack drawn plain."""
    if pack.kind == "hexes":
        return sheets.sheet(pack, plain=True).svg()
    return survey.draw(pack, plain=True).svg()


@cache
def theatre(name: str) -> str:
    """Return a theatre drawn plain, once for all tests."""
    return drawn(load(name))


def words(svg: str) -> list[str]:
    """Return every text of a drawing."""
    return [node.text or "" for node in ET.fromstring(svg).iter(f"{SVG}text")]


@pytest.mark.parametrize("name", NAMES)
def test_every_theatre_gives_a_small_valid_drawing(name: str) -> None:
    """Each theatre gives well-formed SVG with its title, under three megabytes."""
    svg = theatre(name)
    assert ET.fromstring(svg).tag == f"{SVG}svg"
    title = load(name).title.split(",")[0]
    assert any(title.casefold() in word.casefold() for word in words(svg))
    assert len(svg.encode()) < 3_000_000
    assert "<image" not in svg


@pytest.mark.parametrize("name", ["falaise", "pas-de-calais"])
def test_towns_and_ports_are_named(name: str) -> None:
    """Every port and town on the sheet has its name on the drawing."""
    shown = " ".join(words(theatre(name))).casefold().replace("- ", "-")
    for place in load(name).places:
        if place.kind in ("city", "port", "town") and place.hex is not None:
            assert place.name.casefold() in shown


def test_every_hex_has_its_number(folder: Path) -> None:
    """A hex map shows the printed number of every hex, among trees over a halo."""
    pack = load_folder(folder)
    shown = {word for word in words(drawn(pack)) if re.fullmatch(r"\d{4}", word)}
    assert shown == set(pack.grid.numbers)


def test_a_lattice_shows_no_hexes(lattice_folder: Path) -> None:
    """A lattice map shows its places and roads, and no numbers of cells."""
    shown = words(drawn(load_folder(lattice_folder)))
    assert "Aalst" in shown
    assert not any(re.fullmatch(r"\d{4}", word) for word in shown)


def test_markup_in_a_packs_names_is_shown_as_text(draft: Draft, tmp_path: Path) -> None:
    """Names with signs of the markup are shown as they are written."""
    draft.title = 'A & B <"test">'
    draft.places[0] = {**draft.places[0], "name": "Fish & <Chips>"}
    draft.write(tmp_path)
    shown = words(drawn(load_folder(tmp_path)))
    assert 'A & B <"TEST">' in shown
    assert "Fish & <Chips>".casefold() in " ".join(shown).casefold()


def test_an_unknown_terrain_is_shown_by_its_letter(draft: Draft, tmp_path: Path) -> None:
    """A pack may bring its own terrain; it has the tint of open ground and its first letter."""
    draft.terrain = {**draft.terrain, "quagmire": "quagmire"}
    draft.hexes[0] = {**draft.hexes[0], "terrain": "quagmire"}
    draft.write(tmp_path)
    shown = words(drawn(load_folder(tmp_path)))
    assert "q" in shown
    assert "Quagmire" in shown  # in the legend


def test_grounds_differ_by_more_than_colour() -> None:
    """No two grounds share a sign unless they share the tint, and only open ground has none."""
    signs: dict[str, str] = {}
    for word, known in LOOKS.items():
        if not known.sign:
            assert word in ("clear", "open", "plain", "fields", "airfield")
        elif word not in ("garrigue", "sea"):
            assert signs.setdefault(known.sign, known.tint) == known.tint
    assert look("open woods") is LOOKS["woods"]
    assert look("quagmire") is None


@pytest.mark.parametrize("name", NAMES)
def test_every_reference_in_a_drawing_is_defined(name: str) -> None:
    """Patterns and clips that are used are also defined, each once."""
    svg = theatre(name)
    ids = re.findall(r'\bid="([^"]+)"', svg)
    assert len(ids) == len(set(ids))
    assert set(re.findall(r"url\(#([^)]+)\)", svg)) <= set(ids)


def test_hexes_follow_the_grid(folder: Path) -> None:
    """West is left and north is up: hexes lie on the sheet as their numbers run."""
    pack = load_folder(folder)
    plan = sheets.board_of(pack, plain=True).plan
    east, west, south = (plan.centres[pack.grid.hex(n)] for n in ("0101", "0106", "0501"))
    assert west[0] < east[0]
    assert west[1] == east[1]
    assert south[1] > east[1]


def test_lattice_places_agree_with_the_atlas() -> None:
    """The zero point and the unit that the atlas works with agree with the drawing's frame."""
    pack = load("malta")
    lie, view = lie_of(pack), survey.view_of(pack, paper="a2", plain=True)
    lat, lon = 35.9, 14.5
    west, south = pack.projection.to_plane(lat, lon)
    found = (lie.origin[0] - west * lie.unit, lie.origin[1] + south * lie.unit)
    assert found == pytest.approx(view.frame.at(view.plane.at(lat, lon)))


_BARE = """
import sys
for name in ("numpy", "contourpy", "PIL", "PIL.Image", "typst"):
    sys.modules[name] = None
from pathlib import Path
from bocage.maps.folder import load_folder
from bocage.press import render, sheets, survey
pack = load_folder(Path(sys.argv[1]))
press = sheets if pack.kind == "hexes" else survey
assert not render.fine()
svg = press.sheet_bytes(pack, ".svg")
assert b"<image" not in svg
over = press.fragments(pack)
assert over["names"].startswith("<svg")
sys.stdout.buffer.write(svg)
"""


@pytest.mark.parametrize("kind", ["folder", "lattice_folder"])
def test_a_sheet_without_extras_is_plain(kind: str, request: pytest.FixtureRequest) -> None:
    """Where nothing but bocage is installed, sheets and a browser's overlays are drawn plain."""
    done = subprocess.run(
        [sys.executable, "-c", _BARE, str(request.getfixturevalue(kind))],
        capture_output=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr.decode()
    assert done.stdout.startswith(b"<svg")
