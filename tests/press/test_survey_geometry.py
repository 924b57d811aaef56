"""Lines cut to a sheet, and that nothing of a sheet lies far beyond its paper."""

from __future__ import annotations

import math
import re
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bocage.press.geometry import cut
from bocage.press.svg import Element
from tests.press.survey_cases import THEATRES, drawing

BOX = (0.0, 0.0, 10.0, 6.0)
COORDINATE = st.integers(-8, 18).map(float)
CHAINS = st.lists(st.tuples(COORDINATE, COORDINATE), min_size=2, max_size=8)


def within(point: tuple[float, float]) -> bool:
    """Return whether a point lies in the box, rounding aside."""
    x, y = point
    return BOX[0] - 1e-9 <= x <= BOX[2] + 1e-9 and BOX[1] - 1e-9 <= y <= BOX[3] + 1e-9


def test_a_line_through_a_box_is_cut_at_its_edges() -> None:
    """A chain that leaves a box and comes back gives two pieces that end on the edges."""
    chain = [(-5.0, 3.0), (5.0, 3.0), (5.0, 9.0), (8.0, 9.0), (8.0, 1.0)]
    assert cut(chain, *BOX) == [
        [(0.0, 3.0), (5.0, 3.0), (5.0, 6.0)],
        [(8.0, 6.0), (8.0, 1.0)],
    ]
    assert cut([(-5.0, -5.0), (-1.0, 20.0)], *BOX) == []


@given(CHAINS)
def test_cutting_keeps_what_lies_within_and_nothing_else(
    chain: list[tuple[float, float]],
) -> None:
    """All of a piece lies in the box, and the pieces are as long as the chain is in the box."""
    pieces = cut(chain, *BOX)
    assert all(within(point) for piece in pieces for point in piece)
    long = sum(math.dist(a, b) for piece in pieces for a, b in pairwise(piece))
    steps = 400
    counted = sum(
        math.dist(a, b) / steps
        for a, b in pairwise(chain)
        for i in range(steps)
        if within(
            (a[0] + (b[0] - a[0]) * (i + 0.5) / steps, a[1] + (b[1] - a[1]) * (i + 0.5) / steps)
        )
    )
    # At each of two edges a stretch may be counted wrongly by half a step.
    assert long == pytest.approx(
        counted, abs=sum(math.dist(a, b) for a, b in pairwise(chain)) / steps + 1e-6
    )


@pytest.mark.parametrize("theatre", THEATRES)
def test_nothing_lies_far_beyond_the_paper(theatre: str) -> None:
    """No line runs more than a hundred units off the sheet: renderers take memory for it."""
    page = drawing(theatre, "a2", True)
    wide, high = page.view
    reach = 100

    def lines(of: Element, name: str) -> list[tuple[str, float, float]]:
        name = of.get("data-layer") or name
        if of.get("transform"):
            return []
        found = [
            (name, float(x), float(y))
            for x, y in re.findall(r"[ML](-?[\d.]+) (-?[\d.]+)", of.get("d") or "")
        ]
        inner = (c for c in of.children if isinstance(c, Element))
        return found + [each for child in inner for each in lines(child, name)]

    points = [each for top in page.body for each in lines(top, "")]
    assert len(points) > 5_000
    assert not {
        name
        for name, x, y in points
        if not (-reach < x < wide + reach and -reach < y < high + reach)
    }
