"""The map of Operation Roundup: rulebook references, settled decisions, sanity.

Numbers 12 to 17 and P1 to P11 are the decisions in `docs/maps/pas-de-calais.md`.
"""

from __future__ import annotations

from itertools import combinations

import pytest

from bocage.hexes.directions import Direction, is_concentric, mask_of
from tests.maps.pas_de_calais import (
    COAST,
    GRID,
    PACK,
    area,
    numbers,
    reached,
)

# The rulebook ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("edge", "first", "last", "count"),
    [
        ("north", "1001", "1922", 27),
        ("east", "1001", "4201", 33),
        ("south", "4201", "4225", 25),
        ("west", "2023", "4225", 23),
    ],
)
def test_edges(edge: str, first: str, last: str, count: int) -> None:
    """2.1.1: each edge begins and ends at the hexes the rulebook names."""
    found = area(f"{edge}-edge")
    assert (found[0], found[-1], len(found)) == (first, last, count)


def test_edges_meet_at_the_corners() -> None:
    """2.1.1: north and east share 1001 and 1101, east and south 4201, south and west 4225."""
    north, east, south, west = (set(area(f"{e}-edge")) for e in ("north", "east", "south", "west"))
    assert north & east == {"1001", "1101"}
    assert (east & south, south & west, north & west) == ({"4201"}, {"4225"}, set())
    assert all(number.endswith("01") for number in east)
    assert all(number.startswith("42") for number in south)
    assert north | west == set(numbers(COAST))


def test_ports() -> None:
    """2.1.2: Dunkirk, Calais and Boulogne are the ports; no other coastal town is one."""
    ports = {each.name: set(numbers(each.hexes)) for each in PACK.areas_of("port")}
    assert ports == {
        "Dunkirk": {"1305", "1306", "1307"},
        "Calais": {"1617", "1618"},
        "Boulogne": {"2523", "2624"},
    }
    built = {GRID.numbers[each.hex] for each in PACK.hexes if each.settlement == "port"}
    assert built == set().union(*ports.values())
    assert built <= set(numbers(COAST))
    coastal_towns = {n for n in numbers(COAST) if PACK.at(n).settlement == "town"}
    assert coastal_towns == {"1101", "2423", "3323", "3724"}


def test_victory_zones() -> None:
    """14.1, 14.2: the Allied zone has 2301 and south, the German one only south of 2301."""
    allied, german = set(area("allied-victory")), set(area("german-victory"))
    assert allied - german == {"2301"}
    assert german < allied
    assert german == {f"{row}01" for row in range(24, 43)} | set(area("south-edge"))


def test_beach_sites() -> None:
    """13.4: a Beachhead Marker is placed on coastal clear ground without a town: 23 hexes."""
    sites = {each.hex for each in PACK.hexes if "beach" in each.flags}
    assert len(sites) == 23
    assert sites == {
        h for h in COAST if PACK.hexes[h].terrain == "clear" and not PACK.hexes[h].settlement
    }
    listed = [h for stretch in PACK.areas_of("beach") for h in stretch.hexes]
    assert sorted(listed) == sorted(sites)


def test_every_beach_can_be_attacked() -> None:
    """13.4: no landing site hides behind a single land neighbour."""
    assert min(len(GRID.around(h)) for h in COAST if "beach" in PACK.hexes[h].flags) >= 3


def test_drop_sites() -> None:
    """10.7: airborne units drop on clear ground that is neither coastal nor built upon."""
    for each in PACK.hexes:
        clear = each.terrain == "clear" and not each.settlement and "coastal" not in each.flags
        assert ("drop" in each.flags) == clear


def test_heavy_panzers_reach_every_port() -> None:
    """10.9: a way without polder leads from the East and the South edge to each port hex."""
    for edge in ("east-edge", "south-edge"):
        way = reached(PACK.area(edge).hexes, lambda h: PACK.hexes[h].terrain != "polder")
        for port in PACK.areas_of("port"):
            assert set(port.hexes) <= way, port.name


def test_every_port_has_a_dry_approach() -> None:
    """11.6: each port can be attacked from some hex outside it that no water parts from it."""
    for port in PACK.areas_of("port"):
        dry = {
            n
            for h in port.hexes
            for n in GRID.around(h)
            if n not in port.hexes and not PACK.water_between(h, n)
        }
        assert dry, port.name


def test_opposite_and_alternate_hexes_at_calais() -> None:
    """11.8: by land 1618 is attacked concentrically from 1617 with 1619 and no other way."""
    calais = GRID.hex("1618")
    ways = [d for d in Direction if GRID.neighbour(calais, d) is not None]
    assert ways == [Direction.E, Direction.SE, Direction.SW, Direction.W]
    for count in range(len(ways) + 1):
        for used in combinations(ways, count):
            assert is_concentric(mask_of(used)) == ({Direction.E, Direction.W} <= set(used))


def test_start_hexes_are_built_up() -> None:
    """13.2: the four garrisons start in the three ports and in the coastal town of Berck."""
    found = [PACK.at(number).settlement for number in ("1306", "1618", "2523", "3724")]
    assert found == ["port", "port", "port", "town"]
