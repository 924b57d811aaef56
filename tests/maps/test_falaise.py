"""The map of The Pocket at Falaise: what the rules ask of it, and its front line.

Numbers 1 to 11 and F1 to F10 are the decisions in `docs/maps/falaise.md`.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations

import pytest

from bocage.maps.checks import check_folder
from bocage.maps.theatres import theatre
from mapforge.__main__ import differences

from .falaise_map import (
    GERMAN_FRONTS,
    GRID,
    NUMBERS,
    PACK,
    Pair,
    area,
    around,
    at_edge,
    connected,
    ends,
    flagged,
    pair,
    roads,
    sectors,
    sides,
    slopes,
    waters,
)

# The pack as a whole ---------------------------------------------------------------------


def test_pack_is_what_its_sources_make() -> None:
    """A rebuild gives the committed pack byte for byte."""
    assert differences("falaise", theatre("falaise").folder) == []


def test_pack_keeps_the_laws_of_every_map() -> None:
    """Nothing in the pack breaks a law that all packs keep."""
    assert [str(fault) for fault in check_folder(theatre("falaise").folder)] == []


def test_sheet_is_full() -> None:
    """2.1: the sheet has rows 01 to 40 and positions 01 to 53, every hex of them."""
    assert len(GRID) == 40 * 53
    assert {"0101", "0153", "4001", "4053"} <= set(NUMBERS)


@pytest.mark.parametrize(
    ("number", "lat", "lon"),
    [
        ("1703", 48.9274, 0.1971),
        ("2432", 48.7860, -0.2500),
        ("3221", 48.7420, -0.0467),
        ("3321", 48.7341, -0.0352),
        ("3437", 48.6817, -0.2953),
        ("0153", 48.9420, -0.6567),
    ],
)
def test_reference_hexes_lie_where_the_transform_puts_them(
    number: str, lat: float, lon: float
) -> None:
    """The hexes that fix the sheet on the earth have their published centres."""
    there = PACK.projection.to_earth(*GRID.centre(GRID.hex(number)))
    assert there == pytest.approx((lat, lon), abs=1e-4)


# What the rules ask of the map -----------------------------------------------------------


def test_german_loc_hex_is_vimoutiers() -> None:
    """6.5: hex 1703 is Vimoutiers, east of the Withdrawal Line, where roads meet."""
    assert PACK.facts["german-loc"] == "1703"
    assert area("german-loc") == {"1703"}
    assert PACK.place("vimoutiers").hex == GRID.hex("1703")
    assert "escaped" in PACK.at("1703").flags
    assert sum("1703" in link for link in roads()) >= 4


def test_orne_runs_between_3221_and_3321() -> None:
    """3.1, 11.2: 3221 and 3321 are neighbours with the Orne between them."""
    assert waters("3221", "3321") == ["Orne"]
    assert PACK.facts["orne-limit-set-up"] == "3221"
    assert PACK.facts["orne-limit-58-corps"] == "3321"


def test_west_bank_is_the_far_side_of_the_orne() -> None:
    """11.2: the left bank west of 3221 holds Flers, 3437 and Briouze, not Putanges or 2432."""
    bank = area("orne-west-bank")
    assert {"2252", "3437", "3141", "2733", "3322"} <= bank
    assert not {"2632", "2432", "3221", "3321", "3320"} & bank
    assert bank == {n for n in flagged("west-of-orne") if int(n[2:]) >= 22}
    assert len(flagged("west-of-orne")) == 813


def test_argentan_stands_alone() -> None:
    """3.3, TEC: Argentan is 3219, the only hex of its kind, German at the start."""
    assert PACK.facts["argentan"] == "3219"
    assert [NUMBERS[h.hex] for h in PACK.hexes if h.settlement == "argentan"] == ["3219"]
    assert "german-start" in PACK.at("3219").flags


def test_row_of_argentan_bounds_80_division() -> None:
    """11.9: north of the row of Argentan are rows 01 to 31."""
    assert PACK.facts["argentan-row"] == "32"
    assert area("north-of-argentan") == {n for n in NUMBERS if n < "3200"}
    assert area("east-of-argentan") == {n for n in NUMBERS if int(n[2:]) <= 18}


def test_80_division_has_room_to_set_up() -> None:
    """3.1: 39 Allied hexes lie within five hexes of Argentan."""
    found = area("set-up-80-division")
    assert len(found) == 39
    assert found <= flagged("allied-start")
    assert max(GRID.distance(GRID.hex(n), GRID.hex("3219")) for n in found) == 5


@pytest.mark.parametrize(
    ("area_id", "centre"), [("set-up-9-ss", "2432"), ("set-up-lehr-recon", "3437")]
)
def test_named_hex_and_its_neighbours_are_german(area_id: str, centre: str) -> None:
    """3.1: the named hex and all six neighbours are on the German side."""
    assert area(area_id) == {centre, *around(centre)}
    assert area(area_id) <= flagged("german-start")


def test_companies_set_up_on_their_banks() -> None:
    """3.1: 7 Army starts on the Orne's left bank, Eberbach anywhere west of the Dives."""
    german = flagged("german-start")
    assert area("set-up-7-army") == german & area("orne-west-bank")
    assert area("set-up-eberbach") == german - flagged("east-of-dives")
    assert "2413" not in area("set-up-eberbach")
    assert "2514" in area("set-up-eberbach")


def test_withdrawal_line_parts_positions_05_and_06() -> None:
    """11.4: the line is every side between positions 06 and 05, west hex first."""
    line = sides("limit")
    assert {(int(a[2:]), int(b[2:])) for a, b in line} == {(6, 5)}
    count = ends(line)
    loose = [corner for corner, times in count.items() if times == 1]
    assert len(loose) == 2
    assert all(at_edge(corner) for corner in loose)
    assert max(count.values()) == 2
    assert area("east-of-withdrawal-line") == {n for n in NUMBERS if int(n[2:]) <= 5}
    assert flagged("escaped") == area("east-of-withdrawal-line")


def test_86_corps_zone() -> None:
    """11.4: the Zone is 108 hexes of rows 01 to 12, from position 06 to the front."""
    zone = area("zone-86")
    assert len(zone) == 108
    assert {int(n[:2]) for n in zone} == set(range(1, 13))
    assert min(int(n[2:]) for n in zone) == 6
    assert zone == flagged("zone-86")
    front = {a for a, b in sides("front") if "allied-start" in PACK.at(b).flags}
    assert {n for n in zone if any("allied-start" in PACK.at(m).flags for m in around(n))} <= front


def test_dives_bridges_that_bring_86_corps() -> None:
    """11.4: south of row 20 the Dives has four bridges; its fords do not count."""
    found = {
        c.id
        for c in PACK.crossings
        if c.over == "Dives" and c.kind == "bridge" and GRID.row(c.a) > 20 and GRID.row(c.b) > 20
    }
    assert set(PACK.facts["dives-trigger-bridges"].split()) == found
    assert found == {"bridge-trun", "bridge-magny", "bridge-saint-lambert", "bridge-chambois"}
    banks = [h for each in found for h in (PACK.crossing(each).a, PACK.crossing(each).b)]
    near = {n for n in NUMBERS if min(GRID.distance(GRID.hex(n), h) for h in banks) <= 6}
    assert area("dives-bridges-six-hexes") == near
    assert PACK.facts["dives-bridge-row"] == "20"


def test_86_corps_does_not_come_at_once() -> None:
    """11.4: only US hexes start within six hexes of those bridges; Trun is ten from the north."""
    near = area("dives-bridges-six-hexes")
    american = set[str]().union(*(sectors("allied")[name] for name in ("O", "P1", "P2", "P3")))
    start = set[str]().union(*sectors("allied").values())
    assert near & start
    assert near & start <= american
    northern = set[str]().union(*(sectors("allied")[name] for name in ("B1", "B2", "C", "D", "E")))
    trun = GRID.hex("2315")
    assert min(GRID.distance(GRID.hex(n), trun) for n in northern) == 10


def test_trun_bridge_bears_no_armor() -> None:
    """6.1, 7.2.1: the Trun bridge joins 2314 and 2315 and no other bridge bars armor."""
    bridge = PACK.crossing(PACK.facts["trun-bridge"])
    assert {NUMBERS[bridge.a], NUMBERS[bridge.b]} == {"2314", "2315"}
    assert [c.id for c in PACK.crossings if c.weight == "no armor"] == [bridge.id]


def test_dives_restriction_reaches_up_to_fel() -> None:
    """11.9: the hexes next to the major Dives are flagged; above Fel the river is free."""
    dives = {n for s in PACK.sides if s.name == "Dives" for n in (NUMBERS[s.a], NUMBERS[s.b])}
    assert flagged("dives-adjacent") == dives
    assert {s.kind for s in PACK.sides if s.name == "Dives"} == {"major river"}
    assert {s.kind for s in PACK.sides if s.name == "Upper Dives"} == {"river"}
    assert "3009" not in flagged("dives-adjacent")
    assert "2910" in flagged("dives-adjacent")


def test_edges() -> None:
    """3.3, 6.5: the four edges are row 01, row 40, position 01 and position 53."""
    assert area("edge-north") == {n for n in NUMBERS if n[:2] == "01"}
    assert area("edge-south") == {n for n in NUMBERS if n[:2] == "40"}
    assert area("edge-east") == {n for n in NUMBERS if n[2:] == "01"}
    assert area("edge-west") == {n for n in NUMBERS if n[2:] == "53"}


def test_start_regions_share_out_the_sheet() -> None:
    """3.1: every hex is German, Allied, in the Zone or east of the Withdrawal Line."""
    parts = [flagged(f) for f in ("german-start", "allied-start", "zone-86", "escaped")]
    assert [len(part) for part in parts] == [868, 944, 108, 200]
    assert set[str]().union(*parts) == set(NUMBERS)


def test_slopes_fall_from_crests() -> None:
    """7.3, 8.2: 78 slope sides, each falling out of a crest hex; 36 crest hexes."""
    found = sides("slope")
    assert len(found) == 78
    assert all("crest" in PACK.at(crest).flags for crest, _ in found)
    assert len(flagged("crest")) == 36
    groups = [{NUMBERS[h] for h in each.hexes} for each in PACK.areas_of("crest")]
    assert set[str]().union(*groups) == flagged("crest")
    assert sum(len(group) for group in groups) == 36


def test_roads_over_slopes() -> None:
    """7.3: a road passes over eight slope sides and waives the extra cost there."""
    assert slopes() & roads() == {
        pair(*side.split("|"))
        for side in [
            "1427|1428",
            "2008|2009",
            "2036|2037",
            "2408|2508",
            "2608|2609",
            "3206|3307",
            "3211|3312",
            "3307|3308",
        ]
    }


# The front -------------------------------------------------------------------------------


def test_front_is_one_line_from_the_north_edge_to_the_withdrawal_line() -> None:
    """10: the front is unbroken and ends on the Withdrawal Line between 3506 and 3606."""
    front = sides("front")
    count = ends(front)
    assert max(count.values()) == 2
    loose = [corner for corner, times in count.items() if times == 1]
    assert len(loose) == 2
    assert sum(at_edge(corner) for corner in loose) == 1
    (east,) = (corner for corner in loose if not at_edge(corner))
    assert east in ends(sides("limit"))
    assert east in GRID.corners(GRID.hex("3506"))
    assert east in GRID.corners(GRID.hex("3606"))
    assert "3506" in PACK.facts["front-east-end"]
    assert len(connected(_as_links(front), _as_links(front)[0][0])) == len(count)


def _as_links(some: Iterable[Pair]) -> list[Pair]:
    """Sides as links between their corners."""
    found: list[Pair] = []
    for a, b in some:
        u, v = GRID.side_ends(GRID.hex(a), GRID.hex(b))
        found.append((str(u), str(v)))
    return found


def test_front_parts_every_german_from_every_allied_hex() -> None:
    """3.1: a side is front exactly where a German-side hex meets an Allied one west of the line."""
    front = {pair(*side) for side in sides("front")}
    own = flagged("german-start") | flagged("zone-86")
    allied = flagged("allied-start")
    assert front == {pair(a, b) for a in own for b in around(a) if b in allied}
    assert all(a in own and b in allied for a, b in sides("front"))


def test_sectors_hold_the_hexes_along_their_front() -> None:
    """3.1: each hex of a sector touches a front side of that sector, on its own side."""
    german, allied = sectors("german"), sectors("allied")
    assert len(german) == len(allied) == 20
    front = [(NUMBERS[s.a], NUMBERS[s.b], s.name) for s in PACK.sides if s.kind == "front"]
    for sector, hexes in german.items():
        assert {a for a, _, name in front if name == f"Sector {sector}"} <= hexes
        assert hexes <= {a for a, _, _ in front}
    for sector, hexes in allied.items():
        assert {b for _, b, name in front if name == f"Sector {sector}"} <= hexes
        assert hexes <= {b for _, b, _ in front}


# Units and, of those, regiments or brigades, of the Allied orders of battle.
ALLIED_FRONTS = {
    "B1 B2": (3, 0),
    "C": (3, 2),
    "D": (3, 3),
    "E": (3, 3),
    "F": (3, 3),
    "G": (3, 3),
    "H": (3, 3),
    "I": (3, 3),
    "J": (1, 1),
    "M": (3, 2),
    "N": (3, 3),
}


@pytest.mark.parametrize(("side", "fronts"), [("german", GERMAN_FRONTS), ("allied", ALLIED_FRONTS)])
def test_sectors_hold_their_units(side: str, fronts: dict[str, tuple[int, int]]) -> None:
    """3.1, 5.3: every front has room for its units, two to a hex and one regiment among them."""
    hexes = sectors(side)
    for names, (units, regiments) in fronts.items():
        room = len(set[str]().union(*(hexes[name] for name in names.split())))
        assert units <= 2 * room, names
        assert regiments <= room, names


@pytest.mark.parametrize("names", ["K1 K2", "L", "P1 P2 P3"])
def test_us_regiments_need_not_touch(names: str) -> None:
    """3.1: US 1, 9 and 90 Divisions each find three front hexes no two of which touch."""
    hexes = sorted(set[str]().union(*(sectors("allied")[name] for name in names.split())))
    assert any(
        not any(b in around(a) for a, b in combinations(three, 2))
        for three in combinations(hexes, 3)
    )
