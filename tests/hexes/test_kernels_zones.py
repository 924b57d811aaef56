"""Zones, floods, both variants of the kernels, and what they refuse."""

from __future__ import annotations

import os
import subprocess
import sys
from array import array
from collections.abc import Callable
from random import Random
from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bocage import hexes
from bocage.hexes import Grid, _kernel
from bocage.hexes.kernels import (
    BLOCKED,
    NO_LIMIT,
    PROHIBITED,
    UNREACHED,
    ZONE,
    Kernel,
    KernelError,
    choose,
)
from bocage.hexes.kernels import kernel as variant_of
from bocage.hexes.tables import side_masks, step_costs
from tests.hexes.fields import CLEAR, GRID, PLAIN_COSTS

from . import oracles
from .strategies import Position, grids, positions

# Zones and floods ------------------------------------------------------------------------


@given(grid=grids(), seed=st.integers(0, 2**32))
def test_zones_are_the_open_neighbours(kernel: Kernel, grid: Grid, seed: int) -> None:
    """A zone is the hexes next to a unit to which a side is open; other bits stay."""
    chance = Random(seed)
    closed = bytes(chance.choice((0, chance.randrange(64))) for _ in grid)
    places = array("h", (chance.randrange(-1, len(grid)) for _ in range(8)))
    exerts = bytes(chance.randrange(2) for _ in places)
    before = bytes(chance.randrange(256) & ~(16 | 32) for _ in grid)
    field = bytearray(before)
    links = kernel.Links(grid.neighbours, closed)
    kernel.mark_zones(links, places, 2, 7, field, 16, 32, exerts)
    truth = bytearray(before)
    for u in range(2, 7):
        if places[u] >= 0:
            truth[places[u]] |= 32
            for d in range(6):
                n = grid.neighbour(places[u], d)
                if n is not None and exerts[u] and not closed[places[u]] >> d & 1:
                    truth[n] |= 16
    assert field == truth


def test_zones_by_default(kernel: Kernel) -> None:
    """Without more said, all units mark `ZONE` around them and nothing in their own hexes."""
    field = bytearray(CLEAR)
    places = array("h", [GRID.hex("0505"), -1])
    kernel.mark_zones(kernel.Links(GRID.neighbours), places, 0, 2, field)
    assert {h for h in GRID if field[h] == ZONE} == set(GRID.around(GRID.hex("0505")))


@given(
    grid=grids(),
    seed=st.integers(0, 2**32),
    most=st.one_of(st.none(), st.integers(0, 6)),
    ends=st.sampled_from((0, ZONE)),
)
def test_flood_is_breadth_first(
    kernel: Kernel, grid: Grid, seed: int, most: int | None, ends: int
) -> None:
    """A flood reaches what breadth-first search reaches, in as many steps."""
    chance = Random(seed)
    closed = bytes(chance.choice((0, 0, chance.randrange(64))) for _ in grid)
    field = bytes(chance.choice((0, 0, 0, BLOCKED, ZONE, 8)) for _ in grid)
    sources = [chance.randrange(len(grid)) for _ in range(chance.randrange(4))]
    truth = oracles.flood(grid, closed, sources, field, BLOCKED | 8, ends, most)
    work = kernel.Workspace(len(grid))
    links = kernel.Links(grid.neighbours, closed)
    limit = NO_LIMIT if most is None else most
    assert work.flood(links, sources, field, BLOCKED | 8, ends, limit) == len(truth)
    assert {h: d for h, d in enumerate(work.distances) if d < UNREACHED} == truth


def test_flood_does_not_pass_a_closed_side(kernel: Kernel) -> None:
    """Supply does not cross a closed side, even between neighbours."""
    row = Grid.rectangle((1, 1), (1, 5), shifted_west="odd")
    work = kernel.Workspace(5)
    links = kernel.Links(row.neighbours, side_masks(row, [(2, 3)]))
    assert work.flood(links, (0,), bytes(5), 0) == 3
    assert work.flood(links, (4, 4, 3), bytes(5), 0) == 2


# Both variants ---------------------------------------------------------------------------


@given(position=positions())
def test_compiled_equals_plain(both: tuple[Kernel, Kernel], position: Position) -> None:
    """Both variants give the same costs, ways, destinations, paths and floods."""
    grid = position.grid
    plain, compiled = (answers(kernel, position) for kernel in both)
    assert plain == compiled
    assert len(plain[0]) == len(grid)


def answers(kernel: Kernel, position: Position) -> tuple[list[int], ...]:
    """Return everything one variant says about a position."""
    grid, field, start = position.grid, position.field, position.start
    mobility, links = position.mobility(kernel), kernel.Links(grid.neighbours)
    work = kernel.Workspace(len(grid))
    count = work.reach(mobility, start, position.budget, field)
    ways = [work.via[h] for h in grid if work.costs[h] != UNREACHED and h != start]
    found = list(work.costs), ways, work.destinations(field, 2), [count]
    path = work.path(mobility, start, position.goal, field)
    flooded = work.flood(links, (start, position.goal), field, BLOCKED, ZONE)
    return *found, path, [flooded], list(work.distances)


# Refusals: nothing may reach beyond a buffer ---------------------------------------------


def test_wrong_sizes_are_refused(kernel: Kernel) -> None:
    """Buffers of another map's size are refused before anything is touched."""
    size = len(GRID)
    work = kernel.Workspace(size)
    mobility, links = kernel.Mobility(GRID.neighbours, PLAIN_COSTS), kernel.Links(GRID.neighbours)
    other = Grid.rectangle((1, 2), (1, 2), shifted_west="odd")
    small = kernel.Mobility(other.neighbours, step_costs(other, [1] * 4))
    places = array("h", [0, size])
    refused: list[Callable[[], object]] = [
        lambda: work.reach(mobility, 0, 9, bytes(size - 1)),
        lambda: work.reach(small, 0, 9, CLEAR),
        lambda: work.reach(mobility, size, 9, CLEAR),
        lambda: work.reach(mobility, -1, 9, CLEAR),
        lambda: work.path(mobility, 0, size, CLEAR),
        lambda: work.path_to(size),
        lambda: work.destinations(b"", 0),
        lambda: work.flood(links, (size,), CLEAR, 0),
        lambda: work.flood(links, (0,), b"", 0),
        lambda: work.flood(kernel.Links(other.neighbours), (0,), CLEAR, 0),
        lambda: kernel.mark_zones(links, places, 0, 2, bytearray(size)),
        lambda: kernel.mark_zones(links, places, 0, 3, bytearray(size)),
        lambda: kernel.mark_zones(links, places, 1, 0, bytearray(size)),
        lambda: kernel.mark_zones(links, places, 0, 1, bytearray(3)),
        lambda: kernel.mark_zones(links, places, 0, 1, bytearray(size), 2, 0, b""),
        lambda: kernel.Links(GRID.neighbours, b"1"),
        lambda: kernel.Links(array("h", [-1] * 5)),
        lambda: kernel.Links(array("h", [7] * 6)),
        lambda: kernel.Links(array("h", [1, *[-1] * 11])),
        lambda: kernel.Workspace(40_000),
    ]
    for call in refused:
        with pytest.raises(ValueError, match=r"."):
            call()


@pytest.mark.parametrize(
    "rules",
    [
        {"costs": array("h", [1])},
        {"costs": array("h", [0]) * len(PLAIN_COSTS)},
        {"costs": array("h", [1]) * len(PLAIN_COSTS)},
        {"enter_zone": -1},
        {"leave_zone": PROHIBITED},
        {"enter_dear": -1},
        {"zone_to_zone": 3},
    ],
)
def test_mobility_refuses_nonsense(kernel: Kernel, rules: dict[str, int]) -> None:
    """Costs below one, steps off the map and rules that do not exist are refused."""
    arguments = {"costs": PLAIN_COSTS, **rules}
    with pytest.raises(ValueError, match=r"."):
        kernel.Mobility(GRID.neighbours, **arguments)  # type: ignore[arg-type]


def test_a_fresh_workspace_has_no_paths(kernel: Kernel) -> None:
    """Before any search there is no path and no destination."""
    work = kernel.Workspace(len(GRID))
    assert work.path_to(3) == []
    assert work.destinations(CLEAR, 0) == []
    assert kernel.Workspace(0).destinations(b"", 0) == []


# The choice of a variant -----------------------------------------------------------------


def choice(wish: str) -> subprocess.CompletedProcess[str]:
    """What a fresh interpreter picks for a value of BOCAGE_KERNEL."""
    return subprocess.run(
        [sys.executable, "-c", "from bocage.hexes import kernels; print(kernels.VARIANT)"],
        env={**os.environ, "BOCAGE_KERNEL": wish},
        capture_output=True,
        text=True,
        check=False,
    )


def test_the_environment_picks_the_variant(both: tuple[Kernel, Kernel]) -> None:
    """BOCAGE_KERNEL picks plain or compiled; auto is compiled where it was built."""
    assert [kernel.variant for kernel in both] == ["plain", "c"]
    assert choice("plain").stdout.strip() == "plain"
    assert choice("c").stdout.strip() == "c"
    assert choice("auto").stdout.strip() == "c"


def test_an_unknown_wish_is_refused() -> None:
    """Any other value of BOCAGE_KERNEL is an error that lists the values there are."""
    assert "BOCAGE_KERNEL is auto, plain or c, not 'fast'" in choice("fast").stderr


def test_without_a_compiled_kernel(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where it was not built, auto falls back to plain and asking for it is an error."""
    from bocage.hexes import kernels

    monkeypatch.setitem(sys.modules, "bocage.hexes._kernel_c", None)
    monkeypatch.delattr("bocage.hexes._kernel_c", raising=False)
    assert choose("auto") == "plain"
    with pytest.raises(kernels.KernelError, match="not built"):
        kernels.choose("c")


# Units in hexes ----------------------------------------------------------------------------


@given(seed=st.integers(0, 2**32), count=st.integers(0, 40))
def test_units_by_hex(kernel: Kernel, seed: int, count: int) -> None:
    """Stacks, the units of a hex and the unmarked ones are what a plain search finds."""
    chance = Random(seed)
    places = array("h", (chance.randrange(-3, 12) for _ in range(count)))
    marks = bytearray(chance.randrange(4) for _ in places)
    first = chance.randint(0, count)
    last = chance.randint(first, count)
    stacks = {
        places[u]: tuple(v for v in range(first, last) if places[v] == places[u])
        for u in range(first, last)
        if places[u] >= 0
    }
    found = kernel.stacks_by_hex(places, first, last)
    assert list(found.items()) == list(stacks.items())
    for h in range(-3, 12):
        there = [u for u in range(first, last) if places[u] == h]
        assert kernel.units_at(places, first, last, h) == there
    for mask, bits in ((3, 0), (3, 2), (1, 1)):
        bearing = [u for u in range(first, last) if marks[u] & mask == bits]
        assert kernel.units_marked(marks, first, last, mask, bits) == bearing
    names = tuple(100 + u for u in range(first, last))
    free = [100 + u for u in range(first, last) if places[u] >= 0 and not marks[u] & 2]
    assert kernel.unmarked(places, marks, first, last, 2, names) == free


@given(seed=st.integers(0, 2**32), count=st.integers(0, 40))
def test_clashes_close_hexes(kernel: Kernel, seed: int, count: int) -> None:
    """A hex is closed by a unit that clashes and by two units of any kind; others stay open."""
    chance = Random(seed)
    places = array("h", (chance.randrange(-3, 20) for _ in range(count)))
    first = chance.randint(0, count)
    last = chance.randint(first, count)
    clashes = bytes(chance.random() < 0.3 for _ in range(first, last))
    before = bytes(chance.randrange(256) for _ in range(20))
    field = bytearray(before)
    kernel.mark_clashes(places, first, last, clashes, field)
    for h in range(20):
        there = [u for u in range(first, last) if places[u] == h]
        closed = len(there) > 1 or any(clashes[u - first] for u in there)
        assert field[h] == before[h] | (BLOCKED if closed else 0)


@pytest.mark.parametrize(
    ("name", "given_", "words"),
    [
        ("units_at", (array("h", [1]), 0, 2, 1), "units 0 to 2 of 1"),
        ("stacks_by_hex", (array("h", [1]), -1, 1), "units -1 to 1 of 1"),
        ("units_marked", (b"\0", 0, 2, 1, 1), "units 0 to 2 of 1"),
        ("unmarked", (array("h", [1]), b"", 0, 1, 1, (5,)), "0 marks and 1 names"),
        ("unmarked", (array("h", [1]), b"\0", 0, 1, 1, ()), "1 marks and 0 names"),
        ("mark_clashes", (array("h", [9]), 0, 1, b"\1", bytearray(9)), "hex 9 of a map"),
        ("mark_clashes", (array("h", [1]), 0, 1, b"", bytearray(9)), "0 flags"),
    ],
)
def test_questions_about_units_check_their_buffers(
    kernel: Kernel, name: str, given_: tuple[object, ...], words: str
) -> None:
    """No index runs out of a buffer: what does not fit is refused."""
    with pytest.raises(ValueError, match=words):
        getattr(kernel, name)(*given_)


@given(position=positions(), seed=st.integers(0, 2**32))
def test_a_remembered_search_is_the_search(kernel: Kernel, position: Position, seed: int) -> None:
    """Whatever was asked before, the answer is that of a new search."""
    chance = Random(seed)
    size = len(position.grid)
    table = bytes(flags | BLOCKED if flags & ZONE else flags for flags in range(256))
    search = kernel.Search(kernel.Workspace(size), table)
    mobility = position.mobility(kernel)
    field = bytes(position.field)
    for _ in range(4):
        field = chance.choice((field, bytes(bytearray(field)), bytes(size)))
        start, budget = chance.randrange(min(size, 2)), chance.randrange(3, 6)
        goal = chance.randrange(size)
        way = search.reach(mobility, start, budget, field, goal)
        path, cost = way.path_to(goal), way.costs[goal]
        found = search.reach(mobility, start, budget, field)
        fresh = kernel.Workspace(size)
        fresh.reach(mobility, start, budget, field.translate(table))
        assert list(found.costs) == list(fresh.costs)
        assert path == fresh.path_to(goal)
        assert not path or cost == fresh.costs[goal]
        assert [found.path_to(h) for h in range(size)] == [fresh.path_to(h) for h in range(size)]


def test_an_older_compiled_kernel_gets_plain_functions(monkeypatch: pytest.MonkeyPatch) -> None:
    """A compiled kernel from before a function was added is used, with that one in plain Python."""
    kernels = pytest.importorskip("bocage.hexes._kernel_c")
    monkeypatch.delattr(kernels, "units_at")
    older = variant_of("c")
    assert older.units_at is _kernel.units_at
    assert older.stacks_by_hex is kernels.stacks_by_hex


def test_a_compiled_kernel_without_moves_is_too_old(monkeypatch: pytest.MonkeyPatch) -> None:
    """A compiled kernel whose classes lack something is not used: plain Python takes its place."""
    module = SimpleNamespace(Search=type("Search", (), {}))
    monkeypatch.setitem(sys.modules, "bocage.hexes._kernel_c", module)
    monkeypatch.setattr(hexes, "_kernel_c", module, raising=False)
    with pytest.raises(KernelError, match="make kernel"):
        variant_of("c")
    with pytest.warns(RuntimeWarning, match="make kernel"):
        assert choose("auto") == "plain"
