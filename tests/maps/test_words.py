"""A hex in words: on the small packs to the letter, on the five theatres as a whole."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from bocage.hexes import Direction
from bocage.maps import THEATRES, load, load_folder
from bocage.maps.words import Gazetteer, HexWords
from mapforge.draft import Draft


def said(folder: Path, number: str) -> HexWords:
    """Return the words of one hex of a written pack."""
    pack = load_folder(folder)
    return Gazetteer(pack).describe(pack.grid.hex(number))


def test_a_town_by_a_river_reads_aloud(folder: Path) -> None:
    """Everything about a hex is described in lines that can be read aloud."""
    bridge = (
        "Alder bridge, carrying a road, heavy loads, 40 unit points a turn, prepared for demolition"
    )
    assert list(said(folder, "0203").lines()) == [
        "0203 Trûn",
        "Ground: Open fields; a town.",
        "Here: Trûn, a town.",
        "Routes: Road N 1: north-east to 0103 at the map's edge and south-east to Saint-Aubin.",
        "Position: 48.9688° N, 0.0959° W.",
        "North-east: 0103.",
        "East: 0202.",
        f"South-east: 0303: the Alder, a major river; {bridge}.",
        "South-west: 0304: the Alder, a major river.",
        "West: 0204.",
        "North-west: 0104.",
    ]


def test_a_slope_is_described_from_both_ends(folder: Path) -> None:
    """The crest hex sees the slope go down, the lower hex sees it go up."""
    upper, lower = said(folder, "0105"), said(folder, "0205")
    assert upper.sides[Direction.SW].features == ("slope, downhill (Hill 111)",)
    assert lower.sides[Direction.NE].features == ("slope, uphill (Hill 111)",)


def test_flags_and_shares_of_land_are_described(folder: Path) -> None:
    """Flags are said in the pack's own words, and so is the share of land of a coast."""
    assert said(folder, "0306").facts == ("on the coast", "60% land")
    assert said(folder, "0101").facts == ()


def test_fronts_and_limits_are_described_on_their_sides(folder: Path) -> None:
    """A front line and a limit stand on the side they run along."""
    assert said(folder, "0401").sides[Direction.W].features == ("Start line, front line",)
    assert said(folder, "0502").sides[Direction.W].features == ("Withdrawal line, boundary",)


def test_a_ford_says_why_it_has_no_road(folder: Path) -> None:
    """A crossing without a road tells the reason the pack gives."""
    features = said(folder, "0205").sides[Direction.SE].features
    assert features[-1] == "Sheep Wash, a ford, without a road (a drovers' track)"


def test_roads_lead_to_the_next_named_place(folder: Path) -> None:
    """A road is described by its name and where each of its ways out leads."""
    assert said(folder, "0403").routes == (
        "road N 1: north-east to Trûn and south-east to Saint-Omer",
        "road lane: west to 0404",
    )


def test_listed_and_drawn_areas_are_described(folder: Path) -> None:
    """A hex belongs to areas that list it and to circles that hold its centre."""
    assert said(folder, "0101").areas == ("North edge",)
    assert said(folder, "0402").areas == ("Bois Noir (woods)",)
    assert said(folder, "0403").areas == ("Zone K (drop zone)",)


def test_a_name_is_that_of_the_weightiest_place(folder: Path, draft: Draft) -> None:
    """A town gives its hex the name even where a hill is listed before it."""
    draft.places.insert(0, {**draft.places[3], "id": "knoll", "hex": "0203", "name": "Knoll"})
    draft.write(folder)
    assert said(folder, "0203").name == "Trûn"


def test_beyond_the_map_there_is_nothing_or_the_sea(folder: Path, draft: Draft) -> None:
    """A side at the rim looks off the map, or to the sea where the pack says so."""
    draft.flags = {**draft.flags, "sea-nw": "open sea to the north-west"}
    draft.hexes[0] = {**draft.hexes[0], "flags": "sea-nw"}
    draft.write(folder)
    words = said(folder, "0101")
    assert words.sides[Direction.NW].text == "open sea"
    assert words.sides[Direction.NE].text == "off the map"
    assert words.facts == ()


def test_notes_of_the_map_maker_are_left_out(folder: Path, draft: Draft) -> None:
    """A note is shown without the clauses that say how a point was placed."""
    note = "taken by night; placed: from memory, about 1 km"
    draft.places[0] = {**draft.places[0], "note": note}
    draft.write(folder)
    assert said(folder, "0203").places == ("Trûn, a town (taken by night)",)


def test_a_lattice_tells_the_roads_that_pass(lattice_folder: Path) -> None:
    """On a lattice a cell tells which roads pass through it, with their ends and length."""
    words = said(lattice_folder, "0303")
    assert words.routes == (
        "road Club Route (Aalst to Bridge 9, 1 km)",
        "road Club Route (Bridge 9 to Beek, 1 km)",
    )
    assert words.sides[Direction.NW].features == (
        "the Old Canal",
        "Bridge 9, carrying a road, intact at the start",
    )


def test_a_lattice_tells_the_areas_drawn_over_a_cell(lattice_folder: Path) -> None:
    """A cell belongs to the polygons and circles that hold its centre."""
    assert said(lattice_folder, "0102").areas == ("DZ Z (drop zone)",)
    assert said(lattice_folder, "0101").areas == ()
    assert said(lattice_folder, "0503").areas == ("Low polder",)


def test_distance_is_in_hexes_kilometres_and_direction(folder: Path) -> None:
    """How far it is to another hex is said in hexes, kilometres and by the map's compass."""
    pack = load_folder(folder)
    gazetteer = Gazetteer(pack)
    a, east, south = pack.grid.hexes(["0203", "0202", "0403"])
    assert gazetteer.between(a, east) == "1 hex to the east, 2.0 km"
    assert gazetteer.between(a, south) == "2 hexes to the south, 3.5 km"
    assert gazetteer.between(south, a) == "2 hexes to the north, 3.5 km"
    assert gazetteer.between(a, a) == "the same hex"


# The theatres ----------------------------------------------------------------------------


@pytest.mark.parametrize("name", [theatre.id for theatre in THEATRES])
def test_every_hex_of_a_theatre_has_words(name: str) -> None:
    """Every hex is described with its ground, a position and six sides, and no loose ends."""
    pack = load(name)
    gazetteer = Gazetteer(pack)
    for h in pack.grid:
        words = gazetteer.describe(h)
        assert words.number == pack.grid.numbers[h]
        assert words.ground
        assert [side.direction for side in words.sides] == list(Direction)
        for side in words.sides:
            beyond = pack.grid.neighbour(h, side.direction)
            assert side.number == ("" if beyond is None else pack.grid.numbers[beyond])
            assert "none:" not in side.text
        text = "\n".join(words.lines())
        assert not re.search(r"placed:|  |\bNone\b|;;|\(\)|, ,", text), text


def test_trun_and_its_bridge() -> None:
    """Falaise 2314 is Trun, with the bridge that bears no armor to the west."""
    pack = load("falaise")
    words = Gazetteer(pack).describe(pack.grid.hex("2314"))
    assert words.name == "Trun"
    assert any("Trun bridge" in each for side in words.sides for each in side.features)


def test_dunkirk_is_a_port_on_the_coast() -> None:
    """Pas-de-Calais 1306 is the port of Dunkirk, with the sea to the north."""
    pack = load("pas-de-calais")
    words = Gazetteer(pack).describe(pack.grid.hex("1306"))
    assert words.name == "Dunkirk"
    assert any(side.text == "open sea" for side in words.sides)
