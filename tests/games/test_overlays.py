"""Overlays: what they lay over the map is what the rules say of it."""

from __future__ import annotations

from functools import cache
from itertools import combinations, pairwise
from random import Random
from typing import Any

import pytest

from bocage.ai import load_game
from bocage.engine.overlays import Asked, Part
from bocage.engine.words import Words
from bocage.games.falaise.s06_communications import has_loc
from bocage.games.roundup.s04_supply import NONE, supply_kind
from bocage.games.threats import Comer, gathered

NAMES = ("roundup", "falaise")


@cache
def middle(name: str, seed: int = 5) -> Any:
    """Return a position in the middle of a game."""
    return load_game(name).midgame(Random(seed))


def made(name: str, kind: str, st: Any, *, seat: int = 0, at: int | None = None) -> list[Part]:
    """Return an overlay, asked for."""
    return list(load_game(name).overlays()[kind].make(st, Asked(seat, at)))


@pytest.mark.parametrize("name", NAMES)
def test_every_overlay_is_made_and_changes_nothing(name: str) -> None:
    """Each has parts with a rule of the book and hexes of the map, and leaves the position be."""
    st = middle(name)
    before = st.key()
    marks = set[str]()
    for kind in load_game(name).overlays():
        parts = made(name, kind, st)
        assert parts
        assert len({part.mark for part in parts}) == len(parts), "told apart by shape"
        for part in parts:
            marks.add(part.mark)
            assert all(0 <= h < st.world.size for h in part.hexes)
            assert str(part.rule)
    assert st.key() == before
    assert len(marks) >= 4
    assert load_game("opcom").overlays() == {}


@pytest.mark.parametrize("name", NAMES)
def test_zones_are_those_that_bind(name: str) -> None:
    """A hex is hatched exactly where the rules see an enemy zone of control."""
    st = middle(name)
    allied, german = made(name, "zones", st)
    for h in range(st.world.size):
        assert (h in allied.hexes) == st.in_enemy_zone(h, 1)
        assert (h in german.hexes) == st.in_enemy_zone(h, 0)


def test_units_out_of_supply_stand_out() -> None:
    """Roundup 4.0: the units that stand out are those without supply of any kind."""
    st = middle("roundup")
    *_, cut = made("roundup", "supply", st)
    want = [u for u in range(st.world.count) if st.loc[u] >= 0 and supply_kind(st, u) == NONE]
    assert list(cut.units) == want
    assert want


@pytest.mark.parametrize(("name", "kind"), [("roundup", "supply"), ("falaise", "lines")])
def test_a_line_leads_from_a_unit_to_its_source(name: str, kind: str) -> None:
    """For a supplied unit that is pointed at one line of neighbours is drawn, through its net."""
    st = middle(name)
    grid = st.world.grid
    drawn = 0
    for h in sorted({h for h in st.loc if h >= 0}):
        parts = made(name, kind, st, at=h)
        for part in parts:
            for way in part.ways:
                drawn += 1
                assert way[0] == h
                assert all(grid.are_neighbours(a, b) for a, b in pairwise(way))
                assert len(set(way)) == len(way)
                if name == "roundup":
                    assert set(way) <= set(part.hexes)
    assert drawn > 5


def test_units_without_a_line_stand_out() -> None:
    """Falaise 6.5: the units that stand out are those that cannot trace a line."""
    st = middle("falaise")
    *_, cut = made("falaise", "lines", st)
    assert list(cut.units) == [
        u for u in range(st.world.count) if st.loc[u] >= 0 and not has_loc(st, u)
    ]


@pytest.mark.parametrize("name", NAMES)
def test_threat_counts_units_next_to_a_hex(name: str) -> None:
    """A unit that stands next to a hex and may attack it counts towards its threat."""
    st = middle(name)
    held, _ = made(name, "threat", st, seat=0, at=0)
    assert held.figures
    figures = dict(held.figures)
    for h, total in list(figures.items())[:12]:
        pointed = made(name, "threat", st, seat=0, at=h)[1]
        assert sum(int(str(row.words.fields["factor"])) for row in pointed.rows) == total
        assert all(st.side_of(u) == 1 for u in pointed.units)
    none = made(name, "threat", st, seat=0, at=0)[1]
    assert none.units or none.note == Words("no unit can reach it")


def test_the_strongest_force_that_can_stack() -> None:
    """Of every force that fits into the places, two in each and one large, it is the strongest."""
    rng = Random(4)
    for _ in range(60):
        comers = [
            Comer(u, rng.randint(1, 6), rng.random() < 0.6, frozenset(rng.sample(range(3), 2)))
            for u in range(rng.randint(1, 7))
        ]
        most = max(
            sum(each.factor for each in force)
            for count in range(len(comers) + 1)
            for force in combinations(comers, count)
            if _fits(force)
        )
        assert sum(each.factor for each in gathered(comers)) == most


def _fits(force: tuple[Comer, ...], taken: tuple[int, ...] = (), large: int = 0) -> bool:
    """Return whether units fit into their places, tried one after the other."""
    if not force:
        return True
    comer, *others = force
    for h in comer.places:
        bit = 1 << h if comer.large else 0
        if taken.count(h) < 2 and not large & bit and _fits((*others,), (*taken, h), large | bit):
            return True
    return False
