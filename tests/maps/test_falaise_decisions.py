"""The map of The Pocket at Falaise: each settled decision.

Numbers 1 to 11 and F1 to F10 are the decisions in `docs/maps/falaise.md`.
"""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import pytest

from bocage.maps.vocabulary import WATER
from mapforge.geometry import crossing_point

from .falaise_map import (
    GRID,
    NUMBERS,
    PACK,
    area,
    around,
    at_edge,
    ends,
    flagged,
    name_of,
    pair,
    road_hexes,
    roads,
    waters,
)

# The eleven faults and the further findings ----------------------------------------------


@pytest.mark.parametrize(
    ("crossing", "side"),
    [
        ("bridge-jort", "0719|0818"),
        ("bridge-beaumais", "1518|1519"),
        ("bridge-crocy", "1817|1818"),
        ("bridge-magny", "2413|2514"),
        ("bridge-sai", "3417|3418"),
        ("bridge-cuigny", "3223|3323"),
        ("bridge-ecouche", "3226|3326"),
        ("bridge-menil-jean", "2831|2932"),
        ("bridge-sainte-croix", "2433|2434"),
    ],
)
def test_no_bridge_floats(crossing: str, side: str) -> None:
    """1: each of the nine bridges carries a road that continues beyond it or ends at a village."""
    a, b = side.split("|")
    found = PACK.crossing(crossing)
    assert {NUMBERS[found.a], NUMBERS[found.b]} == {a, b}
    assert found.carries == "road"
    others = [sum(end in link for link in roads()) - 1 for end in (a, b)]
    assert min(others) >= 1 or (crossing == "bridge-sai" and max(others) >= 1)


def test_sai_road_leaves_the_ure_alone() -> None:
    """1: no road crosses the Ure, so the front on it keeps its river."""
    ure = {pair(NUMBERS[s.a], NUMBERS[s.b]) for s in PACK.sides if s.name == "Ure"}
    assert not ure & roads()


@pytest.mark.parametrize(
    ("stream", "river"),
    [
        ("Vère", "Noireau"),
        ("Traînefeuille", "Dives"),
        ("Udon", "Orne"),
        ("Cance", "Orne"),
        ("Ante", "Dives"),
        ("Noireau", "Orne"),
        ("Rouvre", "Orne"),
        ("Baize (Bazoches)", "Orne"),
        ("Baize (Argentan)", "Orne"),
        ("Ure", "Orne"),
        ("Upper Dives", "Dives"),
    ],
)
def test_tributaries_reach_their_rivers(stream: str, river: str) -> None:
    """2: the last side of a tributary touches its river."""
    chain = [(NUMBERS[s.a], NUMBERS[s.b]) for s in PACK.sides if s.name == stream]
    whole = ends((NUMBERS[s.a], NUMBERS[s.b]) for s in PACK.sides if s.name == river)
    mouth = GRID.side_ends(*GRID.hexes(chain[-1])) - GRID.side_ends(*GRID.hexes(chain[-2]))
    assert mouth <= set(whole)


def test_vere_ends_east_of_conde() -> None:
    """2: the Vère joins the Noireau at Pont-Érambourg, between 1347 and 1348."""
    assert waters("1347", "1348") == ["Vère"]
    assert waters("1449", "1450") == []


def test_udon_passes_west_of_ecouche() -> None:
    """2: Écouché lies between the Cance and the Udon."""
    assert waters("3327", "3328") == ["Udon"]
    assert waters("3327", "3427") == ["Udon"]
    assert waters("3326", "3327") == []


def test_headwaters_are_marked() -> None:
    """3: the first side of each river that rises on the map is noted as its headwater."""
    marked = [s for s in PACK.sides if s.note == "headwater"]
    assert {s.name for s in marked} == {
        *("Vère", "Rouvre", "Baize (Bazoches)", "Ante", "Traînefeuille", "Ure", "Vie"),
        "Upper Dives",
    }
    for side in marked:
        first = next(s for s in PACK.sides if s.name == side.name)
        assert first is side


def test_every_settlement_has_a_road() -> None:
    """4: every village and town lies on the road net."""
    settled = {NUMBERS[h.hex] for h in PACK.hexes if h.settlement}
    assert settled <= road_hexes()
    assert len(settled) == 141


def test_coudehard_road_is_not_a_short_cut() -> None:
    """4: from Saint-Lambert Mont-Ormel is one hex further by Coudehard than by Chambois."""
    coudehard = ["2612", "2513", "2413", "2412", "2411", "2410", "2409", "2408", "2508"]
    chambois = ["2612", "2712", "2711", "2810", "2710", "2609", "2608", "2508"]
    for path in (coudehard, chambois):
        assert all(pair(a, b) in roads() for a, b in pairwise(path))
    assert len(coudehard) == len(chambois) + 1


@pytest.mark.parametrize(
    ("place", "water", "same", "other"),
    [
        ("putanges", "Orne", "2631", "2733"),
        ("flers", "Vère", "2251", "2253"),
        ("falaise", "Ante", "1427", "1227"),
        ("eraines", "Ante", "1425", "1225"),
        ("livarot", "Vie", "0805", "0803"),
        ("pont-d-ouilly", "Orne", "1238", "1240"),
        ("trun", "Dives", "2213", "2315"),
        ("chambois", "Dives", "2710", "2811"),
    ],
)
def test_towns_stand_on_their_banks(place: str, water: str, same: str, other: str) -> None:
    """5: hexsides and the drawn course put the place on the same bank."""
    spot = PACK.place(place)
    assert spot.hex is not None
    here = NUMBERS[spot.hex]
    assert water in waters(here, other)
    assert water not in waters(here, same)
    (line,) = (each for each in PACK.lines if each.name == water)
    course = [PACK.projection.to_plane(*point) for point in line.points]
    point = PACK.projection.to_plane(spot.lat, spot.lon)

    def crossed(number: str) -> int:
        goal = GRID.centre(GRID.hex(number))
        return sum(crossing_point(point, goal, a, b) is not None for a, b in pairwise(course))

    assert crossed(same) % 2 == 0
    assert crossed(other) % 2 == 1


def test_no_settlement_stands_in_a_wood() -> None:
    """6: Villers-Canivet is clear, and no settlement shares its hex with woods."""
    assert PACK.at("0829").terrain == "clear"
    assert PACK.at("0829").settlement == "village"
    assert not [NUMBERS[h.hex] for h in PACK.hexes if h.settlement and h.terrain == "woods"]


def test_gouffern_ridge_is_crest_and_woods() -> None:
    """6: the wooded crest of Gouffern stays both."""
    for number in ("3113", "3114", "3115", "3116", "3117"):
        assert PACK.at(number).terrain == "woods"
        assert "crest" in PACK.at(number).flags


@pytest.mark.parametrize(
    ("wood", "hexes"),
    [
        ("wood-petite-gouffern", "3414 3513 3514"),
        ("wood-feuillet", "2816 2817 2917 2918"),
        ("wood-saint-andre", "1725 1726 1727 1825 1826 1925 1926"),
        ("wood-roi", "0830 0930 1029"),
        ("wood-saint-clair", "0738 0739 0838 0839"),
    ],
)
def test_disputed_woods(wood: str, hexes: str) -> None:
    """7: each disputed wood has one place, and the published centres fall in it."""
    assert area(wood) == set(hexes.split())
    centres = {"wood-petite-gouffern": (48.732, 0.083), "wood-saint-andre": (48.8517, -0.145)}
    if wood in centres:
        there = GRID.nearest(*PACK.projection.to_plane(*centres[wood]))
        assert there is not None
        assert NUMBERS[there] in area(wood)


def test_woods_are_the_wooded_hexes() -> None:
    """7: a hex is woods exactly when it belongs to a named wood."""
    named = set[str]().union(*(area(each.id) for each in PACK.areas_of("woods")))
    assert named == {NUMBERS[h.hex] for h in PACK.hexes if h.terrain == "woods"}


def test_heights_stand_on_crests() -> None:
    """8: every height lies in a crest hex, and every crest has a named height."""
    heights = [p for p in PACK.places if p.kind == "height"]
    for height in heights:
        assert height.hex is not None
        assert "crest" in PACK.hexes[height.hex].flags, height.name
    for crest in PACK.areas_of("crest"):
        assert any(height.hex in crest.hexes for height in heights), crest.name


@pytest.mark.parametrize(
    ("place", "number"),
    [
        ("hill-262-north", "2508"),
        ("hill-262-south", "2608"),
        ("hill-159", "1224"),
        ("hill-213", "3017"),
        ("hill-240", "2008"),
        ("hill-258", "2108"),
    ],
)
def test_numbered_hills(place: str, number: str) -> None:
    """8: the numbered hills lie where the crest rules work."""
    assert PACK.place(place).hex == GRID.hex(number)


def test_places_lie_in_their_hex() -> None:
    """8: the point of every place but an exit lies in its own hex."""
    for place in PACK.places:
        if place.kind != "exit":
            found = GRID.nearest(*PACK.projection.to_plane(place.lat, place.lon))
            assert found == place.hex, place.id


@pytest.mark.parametrize(
    ("place", "name"),
    [
        ("ecouche", "Écouché"),
        ("conde-sur-noireau", "Condé-sur-Noireau"),
        ("clecy", "Clécy"),
        ("gueprei", "Guêprei"),
        ("fresne-la-mere", "Fresné-la-Mère"),
        ("louge-sur-maire", "Lougé-sur-Maire"),
        ("morteaux-couliboeuf", "Morteaux-Coulibœuf"),
        ("villedieu-les-bailleul", "Villedieu-lès-Bailleul"),
        ("le-bourg-saint-leonard", "Le Bourg-Saint-Léonard"),
        ("la-foret-auvray", "La Forêt-Auvray"),
        ("chenedouit", "Chênedouit"),
        ("saint-pierre-du-bu", "Saint-Pierre-du-Bû"),
        ("ommeel", "Omméel"),
    ],
)
def test_names_have_their_accents(place: str, name: str) -> None:
    """9: names are spelled as in France."""
    assert name_of(place) == name


def test_no_name_lost_its_accent() -> None:
    """9: no bare spelling is left in any name on the sheet."""
    bare = ("Menil", "Foret", "Eraines", "Ecou", "Conde", "Andre-", "Leonard", "boeuf", "Louvie")
    tables = (PACK.places, PACK.crossings, PACK.areas, PACK.lines, PACK.links, PACK.sides)
    names = {each.name for table in tables for each in table}
    assert not [name for name in names for word in bare if word in name]


def test_places_have_kinds_of_their_own() -> None:
    """9: a settlement's hex has its place, and heights are not settlements."""
    kinds = Counter(p.kind for p in PACK.places)
    assert set(kinds) == {"village", "town", "height", "label", "exit"}
    for place in PACK.places:
        if place.kind in ("village", "town") and place.hex is not None:
            wanted = "argentan" if place.id == "argentan" else place.kind
            assert PACK.hexes[place.hex].settlement == wanted, place.id
    assert kinds["village"] + kinds["town"] == sum(bool(h.settlement) for h in PACK.hexes)


def test_rivers_have_names_of_their_own() -> None:
    """9: the two rivers called Baize have different names."""
    names = {s.name for s in PACK.sides if s.kind in WATER}
    assert {"Baize (Bazoches)", "Baize (Argentan)"} <= names
    assert "Baize" not in names
    assert names == {line.name for line in PACK.lines if line.kind in WATER}


def test_turn_track() -> None:
    """11: turn 1 is the night of 16-17 August, turn 10 the day of the 21st, turn by turn."""
    turns = [PACK.facts[f"turn-{turn}"] for turn in range(1, 11)]
    assert turns[0] == "night of 16-17 August 1944"
    assert turns[1] == "day of 17 August 1944"
    assert turns[8] == "night of 20-21 August 1944"
    assert turns[9] == "day of 21 August 1944"
    assert [turn.split()[0] for turn in turns] == ["night", "day"] * 5


@pytest.mark.parametrize(
    ("stream", "edge", "last"),
    [
        ("Noireau", "west", False),
        ("Cance", "south", False),
        ("Udon", "south", False),
        ("Vie", "north", True),
        ("Dives", "north", True),
        ("Orne", "north", True),
    ],
)
def test_rivers_run_over_the_edge(stream: str, edge: str, last: bool) -> None:
    """F1: a river that leaves the sheet does so at the edge."""
    chain = [s for s in PACK.sides if s.name == stream]
    side = chain[-1] if last else chain[0]
    assert {NUMBERS[side.a], NUMBERS[side.b]} <= area(f"edge-{edge}")
    assert any(at_edge(corner) for corner in GRID.side_ends(side.a, side.b))


def test_road_bridges() -> None:
    """F2: 32 road bridges stand over ordinary rivers, named by their hexes."""
    found = [c for c in PACK.crossings if c.id.startswith("RB-")]
    assert len(found) == 32
    assert all(c.id == f"RB-{NUMBERS[c.a]}-{NUMBERS[c.b]}" for c in found)
    ids = {c.id for c in found}
    assert {"RB-1226-1327", "RB-1324-1325", "RB-1348-1447", "RB-2252-2253"} <= ids
    assert not {"RB-1327-1426", "RB-1327-1427", "RB-1449-1550", "RB-2251-2252"} & ids


def test_banks_follow_the_rivers() -> None:
    """F3: a bank changes only across its river or at the Withdrawal Line."""
    bank = flagged("west-of-orne")
    for a in bank:
        for b in around(a):
            assert b in bank or "Orne" in waters(a, b)
    east = flagged("east-of-dives")
    for a in east:
        for b in around(a):
            over = {"Dives", "Upper Dives"} & set(waters(a, b)) or a in flagged("escaped")
            assert b in east or over
    assert len(east) == 510


def test_neauphe_stands_above_magny() -> None:
    """F7: Neauphe-sur-Dive is 2412; 2410 is open ground."""
    assert PACK.place("neauphe-sur-dive").hex == GRID.hex("2412")
    assert PACK.at("2412").settlement == "village"
    assert PACK.at("2410").settlement == ""


def test_ranes_is_on_the_sheet() -> None:
    """F8: Rânes is a village in 4033."""
    assert PACK.place("ranes").hex == GRID.hex("4033")
    assert PACK.at("4033").settlement == "village"


def test_lines_to_draw() -> None:
    """F10: the front, the Withdrawal Line, ridges and railways are drawn, on the sheet only."""
    kinds = Counter(line.kind for line in PACK.lines)
    assert kinds["front"] == kinds["limit"] == 1
    assert kinds["railway"] >= 8
    assert kinds["ridge"] == 2
    for line in PACK.lines:
        for point in line.points:
            west, south = PACK.projection.to_plane(*point)
            assert 0.49 <= west <= 54.01, line.id
            assert 0.28 <= south <= 35.23, line.id
