"""The situation on a sheet: who is drawn, who shares a tray, and that trays make room."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bocage import maps
from bocage.press.situation import Mark, Piece, situation
from bocage.press.survey.compose import draw


def piece(lat: float, lon: float, label: str, side: str = "allied") -> Piece:
    """Return a battalion somewhere."""
    nation = "uk" if side == "allied" else "ss"
    return Piece(lat, lon, side, nation, "infantry", label, "7")


@pytest.fixture(scope="module")
def units() -> str:
    """Return the units' layer of a small sheet: two together, an enemy there, and one off the
    map.
    """
    at = (51.30, 5.42)
    pieces = (piece(*at, "2 IG"), piece(*at, "3 IG"), piece(*at, "Roadblock", "axis"))
    page = situation(maps.load("joes-bridge"), (*pieces, piece(10, 5, "nowhere")), paper="a3")
    (found,) = [each for each in page.body if each.get("data-layer") == "units"]
    return str(found)


def test_units_are_drawn_with_name_and_status(units: str) -> None:
    """A unit on the map is drawn with its name and its status; one beyond the edge is not."""
    assert ">2 IG<" in units
    assert units.count(">7<") == 3
    assert "nowhere" not in units


def test_units_at_one_place_share_a_tray(units: str) -> None:
    """Units of one side at one place share a tray, units of both sides never do."""
    assert units.count("<circle") == 2


def test_a_picture_of_an_area_shows_its_sightings() -> None:
    """Sightings have a ring and their words; the picture is cut to the ground that it is about."""
    pack = maps.load("joes-bridge")
    at, true = (51.30, 5.42), (51.32, 5.42)
    marks = [Mark(*at, "about a bn", 0, true, right=False), Mark(*at, "1-2 bns (2)", 2, None, True)]
    whole = draw(pack, paper="a2")
    page = situation(pack, [piece(*at, "2 IG")], paper="a2", marks=marks, on=whole, around=[at])
    assert page.view[0] < whole.view[0]
    assert page.width / page.view[0] >= whole.width / whole.view[0]
    assert page.width / page.height == pytest.approx(page.view[0] / page.view[1])
    svg = page.svg()
    assert svg.count(">?<") == 2
    assert ">about a bn<" in svg
    assert ">1-2 bns (2)<" in svg
    assert svg.count('stroke-dasharray="3 2"') == 1


def test_trays_do_not_cover_each_other() -> None:
    """Trays of units that stand close are pushed apart until each can be read."""
    from bocage.press.situation import _gathered, _spread  # pyright: ignore[reportPrivateUsage]

    placed = [((100.0 + 14 * i, 100.0), piece(0, 0, str(i))) for i in range(6)]
    trays = _spread(_gathered(placed), (0, 0, 400, 400))
    assert len(trays) == 6
    for i, one in enumerate(trays):
        for other in trays[i + 1 :]:
            clear_x = one.x + one.width <= other.x + 0.1 or other.x + other.width <= one.x + 0.1
            clear_y = one.y + one.height <= other.y + 0.1 or other.y + other.height <= one.y + 0.1
            assert clear_x or clear_y


def test_a_crowded_tray_shows_some_units_and_counts_the_rest() -> None:
    """Headquarters first; a tray of ten that shows three is one row."""
    at = (51.30, 5.42)
    crowd = [piece(*at, f"B{i}") for i in range(9)]
    crowd.insert(4, replace(piece(*at, "Bde"), glyph="HQ"))
    page = situation(maps.load("joes-bridge"), crowd, paper="a3", most=3)
    (found,) = [str(each) for each in page.body if each.get("data-layer") == "units"]
    assert [name in found for name in (">Bde<", ">B0<", ">B1<", ">B2<")] == [
        True,
        True,
        True,
        False,
    ]
    assert ">+7<" in found
