"""What the fine sheets say is true: numbers, waters, roads, slopes, marks, layers."""

from __future__ import annotations

import math
from collections import Counter
from itertools import pairwise

import pytest

from bocage.maps.pack import pair
from bocage.press import sheets
from bocage.press.geometry import densified, nearest_on
from bocage.press.sheets.plan import Plan
from bocage.press.svg import Element, Point

from .counter_sets import counters_of
from .sheet_boards import NAMES, board, drawing

Side = tuple[Point, Point]


def texts(of: list[Element]) -> list[Element]:
    """Return all texts in some elements."""
    return [each for top in of for each in top.walk() if each.tag == "text"]


@pytest.mark.parametrize("name", NAMES)
def test_every_hex_has_its_own_number(name: str) -> None:
    """Each hex has its own number once (in woods over a halo), wholly in that hex."""
    plan = board(name).plan
    seen: Counter[str] = Counter()
    for number in texts(board(name).layer("numbers")):
        said = "".join(child for child in number.children if isinstance(child, str))
        x, y = float(number.get("x") or "nan"), float(number.get("y") or "nan")
        h = plan.pack.grid.hex(said)
        for dx in (-8, 0, 8):
            assert plan.where(x + dx, y - 2) == h, f"{said} stands in another hex"
        seen[said] += 1
    numbers = plan.pack.grid.numbers
    halos = [numbers[h] for h, here in enumerate(plan.pack.hexes) if here.terrain == "woods"]
    assert seen == Counter(numbers) + Counter(halos)


def sides_of(plan: Plan) -> dict[frozenset[tuple[int, int]], Side]:
    """Return every hexside by its corners."""
    grid = plan.pack.grid
    found: dict[frozenset[tuple[int, int]], Side] = {}
    for h in grid:
        corners = grid.corners(h)
        for d in range(6):
            ends = frozenset((corners[d], corners[(d + 1) % 6]))
            a, b = (plan.corner(v) for v in sorted(ends))
            found[ends] = a, b
    return found


@pytest.mark.parametrize("name", NAMES)
def test_each_stroke_crosses_exactly_its_hexsides(name: str) -> None:
    """Along a water's stroke the nearest hexside is always one of that water."""
    plan = board(name).plan
    grid = plan.pack.grid
    every = sides_of(plan)
    cells: dict[tuple[int, int], list[frozenset[tuple[int, int]]]] = {}
    for ends, (a, b) in every.items():
        key = (int((a[0] + b[0]) / 2 // plan.hex), int((a[1] + b[1]) / 2 // plan.hex))
        cells.setdefault(key, []).append(ends)
    own: dict[str, set[frozenset[tuple[int, int]]]] = {}
    for side in plan.pack.sides:
        own.setdefault(side.name, set()).add(grid.side_ends(side.a, side.b))
    for course in board(name).waters:
        stroke = course.points[course.own[0] : course.own[1]]
        for point in densified(stroke, 4.0):
            i, j = int(point[0] // plan.hex), int(point[1] // plan.hex)
            near = [
                e for a in (-1, 0, 1) for b in (-1, 0, 1) for e in cells.get((i + a, j + b), [])
            ]
            gaps = {e: math.dist(nearest_on(*every[e], point), point) for e in near}
            mine = min(gap for e, gap in gaps.items() if e in own[course.name])
            assert mine <= min(gaps.values()) + 1.5 * plan.k, f"{course.name} strays at {point}"


@pytest.mark.parametrize("name", NAMES)
def test_every_water_side_has_its_stroke(name: str) -> None:
    """A stroke passes the middle of every side of a river or canal, within a tenth of a hex."""
    plan = board(name).plan
    strokes = [densified(course.points, 3.0) for course in board(name).waters]
    for side in plan.pack.sides:
        if side.kind in {"river", "major river", "canal"}:
            middle = plan.middle(side.a, side.b)
            gap = min(math.dist(middle, point) for stroke in strokes for point in stroke)
            assert gap < plan.hex * 0.1, f"{side.name} misses its side {side.a} {side.b}"


@pytest.mark.parametrize("name", NAMES)
def test_waters_grow_downstream(name: str) -> None:
    """No river is narrower at its mouth than at its head."""
    for course in board(name).waters:
        assert course.widths[-1] >= course.widths[0]


def test_roads_pass_only_linked_sides() -> None:
    """On Falaise a road piece crosses from hex to hex only where the map links them."""
    plan = board("falaise").plan
    grid = plan.pack.grid
    linked = {pair(grid.hex(link.start), grid.hex(link.end)) for link in plan.pack.links}
    crossed: set[tuple[int, int]] = set()
    for _, points in board("falaise").roads.pieces:
        hexes = [plan.where(*point) for point in densified(points, 2.0)]
        for a, b in pairwise(hexes):
            if a is not None and b is not None and a != b:
                crossed.add(pair(a, b))
    assert crossed <= linked
    ends = {end for one in linked for end in one}
    assert {end for one in crossed for end in one} <= ends


def test_bridges_stand_on_their_sides() -> None:
    """There is one mark for each bridge and ford, on the middle of its side."""
    plan = board("falaise").plan
    marks = board("falaise").layer("crossings")[0].children
    assert len(marks) == len(plan.pack.crossings)
    for mark, crossing in zip(marks, plan.pack.crossings, strict=True):
        assert isinstance(mark, Element)
        x, y = plan.middle(crossing.a, crossing.b)
        assert (mark.get("transform") or "").startswith(
            f"translate({x:.2f}".rstrip("0").rstrip(".")
        )
        del y


def test_landing_sites_lie_at_sea() -> None:
    """Every arrow of a landing site is in the water and points at its hex."""
    one = board("pas-de-calais")
    sites = one.beaches
    assert len(sites) == 23
    assert one.coast is not None
    for (x, y), turn in sites:
        assert not one.coast.on_land(x, y)
        ahead = [
            one.plan.where(
                x + far * math.cos(math.radians(turn)), y + far * math.sin(math.radians(turn))
            )
            for far in (30, 40, 50, 60)
        ]
        assert any(h is not None and "beach" in one.plan.pack.hexes[h].flags for h in ahead), (x, y)


def test_night_turns_are_odd() -> None:
    """The turn record of Falaise shows night on odd turns, with the dates of the pack."""
    said = [
        "".join(c for c in t.children if isinstance(c, str)) for t in texts(_margins("falaise"))
    ]
    first = said.index("16–17 Aug")
    assert "Night" in said[first - 2 : first + 3]
    assert said.count("Night") == said.count("Day") == 5
    assert "21 Aug" in said


def _margins(name: str) -> list[Element]:
    return [
        each
        for top in drawing(name).body
        for each in top.walk()
        if each.get("data-layer") == "margins"
    ]


@pytest.mark.parametrize("name", NAMES)
def test_unwanted_layers_are_absent(name: str) -> None:
    """A layer that is not asked for leaves nothing of itself in the drawing."""
    whole = drawing(name)
    assert whole.layers() == tuple(sheets.LAYERS)
    few = sheets.sheet_of(board(name), ("water", "numbers"))
    assert few.layers() == ("water", "numbers")
    assert "<image" not in few.svg()
    for layer in sheets.LAYERS:
        less = whole.with_layers([other for other in sheets.LAYERS if other != layer])
        assert f'data-layer="{layer}"' not in less.svg()


@pytest.mark.parametrize("name", NAMES)
def test_a_sheet_is_22_by_34_inches(name: str) -> None:
    """The sheet has the size of the paper, and as SVG it stays under five megabytes."""
    sheet = drawing(name)
    assert (round(sheet.width / 25.4, 3), round(sheet.height / 25.4, 3)) == (34, 22)
    assert len(sheet.svg().encode()) < 5_000_000


@pytest.mark.parametrize("name", NAMES)
def test_counters_fit_their_hexes(name: str) -> None:
    """A printed counter of the game lies within the flats of a hex."""
    from bocage.press.sheets.plan import UNIT_MM

    plan = board(name).plan
    assert plan.hex * UNIT_MM >= counters_of(plan.pack.game).size_mm
