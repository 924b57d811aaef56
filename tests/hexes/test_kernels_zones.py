"""Zones, floods, both variants of the kernels, and what they refuse."""

from __future__ import annotations

import os
import subprocess
import sys
from array import array
from collections.abc import Callable
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bocage.hexes import Grid
from bocage.hexes.kernels import (
    BLOCKED,
    NO_LIMIT,
    PROHIBITED,
    UNREACHED,
    ZONE,
    Kernel,
)
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
    """Everything one variant says about a position."""
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
    assert kernels.choose("auto") == "plain"
    with pytest.raises(kernels.KernelError, match="not built"):
        kernels.choose("c")
