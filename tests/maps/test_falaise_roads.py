"""The map of The Pocket at Falaise: roads, rivers, bridges, communications and marches.

Numbers 1 to 11 and F1 to F10 are the decisions in `docs/maps/falaise.md`.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from heapq import heappop, heappush
from itertools import pairwise

import pytest

from bocage.maps.vocabulary import WATER

from .falaise_map import (
    GERMAN_FRONTS,
    GRID,
    NUMBERS,
    PACK,
    Pair,
    area,
    around,
    connected,
    crossable,
    ends,
    flagged,
    pair,
    road_hexes,
    roads,
    sectors,
    sides,
    slopes,
    waters,
    wet,
)

# Roads and rivers ------------------------------------------------------------------------


def test_all_roads_lead_to_vimoutiers() -> None:
    """6.5: every road hex is joined by road to 1703."""
    assert connected(roads(), "1703") == road_hexes()


def test_no_road_crosses_water_without_a_bridge() -> None:
    """7.3: a road crosses a river at a bridge only, and never at a ford."""
    bridges = {pair(NUMBERS[c.a], NUMBERS[c.b]) for c in PACK.crossings if c.kind == "bridge"}
    fords = {pair(NUMBERS[c.a], NUMBERS[c.b]) for c in PACK.crossings if c.kind == "ford"}
    assert roads() & wet() == bridges
    assert not roads() & fords
    assert len(fords) == 4


def test_each_road_crosses_the_withdrawal_line_at_most_once() -> None:
    """3.3: no road wanders over the Withdrawal Line and back."""
    line = {pair(*side) for side in sides("limit")}
    count = Counter(link.name for link in PACK.links if pair(link.start, link.end) in line)
    assert max(count.values()) == 1


def test_roads_reach_all_four_edges() -> None:
    """6.5: every road that reaches an edge has an exit there, and each exit has a road."""
    exits = {NUMBERS[p.hex] for p in PACK.places if p.kind == "exit" and p.hex is not None}
    degree = Counter(number for link in roads() for number in link)
    border = set[str]().union(*(area(f"edge-{e}") for e in ("north", "east", "south", "west")))
    assert exits <= road_hexes() & border
    assert {n for n, times in degree.items() if times == 1 and n in border} <= exits
    for edge in ("north", "east", "south", "west"):
        assert exits & area(f"edge-{edge}")


def test_rivers_are_unbroken() -> None:
    """6.1: every river is one chain of sides, in order, without a fork."""
    courses: dict[str, list[Pair]] = defaultdict(list)
    for side in PACK.sides:
        if side.kind in WATER:
            courses[side.name].append((NUMBERS[side.a], NUMBERS[side.b]))
    assert len(courses) == 14
    for name, chain in courses.items():
        corners = [GRID.side_ends(GRID.hex(a), GRID.hex(b)) for a, b in chain]
        assert all(len(one & two) == 1 for one, two in pairwise(corners)), name
        assert max(ends(chain).values()) == 2, name
        assert len([1 for times in ends(chain).values() if times == 1]) == 2, name


def test_no_side_has_two_rivers() -> None:
    """6.1: no two rivers share a hexside."""
    count = Counter(pair(*side) for side in sides(*WATER))
    assert max(count.values()) == 1


def test_every_crossing_has_its_water_and_its_road() -> None:
    """1: each bridge lies on a river and carries a road; each ford says why it carries none."""
    for crossing in PACK.crossings:
        a, b = NUMBERS[crossing.a], NUMBERS[crossing.b]
        assert waters(a, b) == [crossing.over], crossing.id
        assert (crossing.carries == "road") == (pair(a, b) in roads()), crossing.id
        assert crossing.carries == "road" or crossing.carries.startswith("none: "), crossing.id
        assert (crossing.kind == "ford") == crossing.carries.startswith("none: "), crossing.id


def test_named_crossings() -> None:
    """7.2: the Dives and Orne have 27 crossings, and no other stands over them."""
    named = [c for c in PACK.crossings if c.over in ("Dives", "Orne")]
    assert len(named) == 27
    assert not any(c.id.startswith("RB-") for c in named)
    assert Counter(c.over for c in named) == {"Dives": 12, "Orne": 15}


def ways(start: str, within: int, allowed: Callable[[str], bool]) -> Iterator[str]:
    """Yield the hexes reached in some steps, over water at bridges and fords only."""
    found, rim = {start}, [start]
    for _ in range(within + 1):
        yield from rim
        step = {
            there
            for here in rim
            for there in around(here)
            if allowed(there)
            and (pair(here, there) not in wet() or pair(here, there) in crossable())
        }
        rim = sorted(step - found)
        found |= step


GERMAN_SET_UP = [
    *(f"sector-{name.lower()}-german" for names in GERMAN_FRONTS for name in names.split()),
    "set-up-9-ss",
    "set-up-lehr-recon",
    "set-up-7-army",
    "set-up-eberbach",
]


@pytest.mark.parametrize("area_id", GERMAN_SET_UP)
def test_every_german_set_up_hex_has_a_way_home(area_id: str) -> None:
    """6.5: from each German set-up hex a road is within ten hexes, and it leads to 1703."""
    german = flagged("german-start")
    home = connected((link for link in roads() if set(link) <= german | flagged("escaped")), "1703")
    for number in area(area_id):
        assert any(there in home for there in ways(number, 10, german.__contains__)), number


def without_loc(allied: set[str], german: set[str]) -> set[str]:
    """German start hexes from which no LOC can be traced past these units."""
    controlled = {
        there
        for here in allied
        for there in around(here)
        if pair(here, there) not in wet() or pair(here, there) in crossable()
    }
    clear = set(NUMBERS) - controlled - allied
    home = connected((link for link in roads() if set(link) <= clear), "1703")
    goal = home | area("edge-east")
    passable = (clear | german) - allied
    return {
        number
        for number in flagged("german-start")
        if not any(there in goal for there in ways(number, 10, passable.__contains__))
    }


def test_lines_of_communication_at_the_start() -> None:
    """F5: with the German line manned every start hex has an LOC, without it four have none."""
    allied = set[str]().union(*sectors("allied").values())
    german = set[str]().union(*sectors("german").values())
    assert without_loc(allied, set()) == {"1432", "3228", "3328", "3329"}
    assert without_loc(allied, german) == set()


def marches(*, mechanized: bool) -> dict[str, float]:
    """Movement points to the Withdrawal Line from each hex, through German ground."""
    ground = flagged("german-start")
    best: dict[str, float] = dict.fromkeys(flagged("escaped"), 0.0)
    queue = [(0.0, number) for number in best]
    while queue:
        cost, here = heappop(queue)
        if cost > best[here]:
            continue
        for there in around(here):
            side = pair(here, there)
            if there not in ground or (side in wet() and side not in crossable()):
                continue
            step = _cost(here, side, mechanized=mechanized) + (side in crossable())
            if cost + step < best.get(there, float("inf")):
                best[there] = cost + step
                heappush(queue, (cost + step, there))
    return best


def _cost(entered: str, side: Pair, *, mechanized: bool) -> float:
    if side in roads():
        return 0.5 if mechanized else 1
    hard = PACK.at(entered).settlement in ("town", "argentan")
    woods = mechanized and PACK.at(entered).terrain == "woods"
    return (2 if hard or woods else 1) + (side in slopes())


def test_marches_on_foot() -> None:
    """4: the new roads leave the march on foot from every sector as it was."""
    home = marches(mechanized=False)
    found = {
        sector: (min(home[n] for n in hexes), max(home[n] for n in hexes))
        for sector, hexes in sectors("german").items()
        if sector not in ("A", "B1", "P3")
    }
    assert found == {
        "B2": (12, 13),
        "C": (16, 21),
        "D": (21, 23),
        "E": (23, 27),
        "F": (28, 34),
        "G": (34, 38),
        "H": (41, 44),
        "I": (45, 49),
        "J": (50, 51),
        "K1": (49, 51),
        "K2": (44, 48),
        "L": (38, 43),
        "M": (29, 38),
        "N": (20, 30),
        "O": (15, 19),
        "P1": (11, 15),
        "P2": (5, 9),
    }


def test_marches_by_road() -> None:
    """4: mechanized units gain a little from C, K2, L and M and nothing elsewhere."""
    home = marches(mechanized=True)
    before = {
        "B2": 10,
        "C": 14,
        "D": 16,
        "E": 15,
        "F": 19,
        "G": 23,
        "H": 26.5,
        "I": 29.5,
        "J": 30.5,
        "K1": 31.5,
        "K2": 30.5,
        "L": 26.5,
        "M": 20.5,
        "N": 14,
        "O": 11.5,
        "P1": 9.5,
        "P2": 3.5,
    }
    gained = {
        sector: cost - min(home[n] for n in sectors("german")[sector])
        for sector, cost in before.items()
    }
    assert {s: g for s, g in gained.items() if g} == {"C": 0.5, "K2": 2, "L": 2.5, "M": 1.5}
