"""Names on the fine sheets: all there, clear of each other, of towns and of waters."""

from __future__ import annotations

from itertools import combinations, pairwise

import pytest

from bocage.press.boxes import Box
from bocage.press.sheets.names import Named

from .sheet_boards import NAMES, board

TOUCH = 0.0
"""Area two names may share: none."""


def far_apart(one: Named, other: Named) -> bool:
    """Return whether the boxes round two whole names do not meet, so that no letters can."""
    a, b = _round(one), _round(other)
    return a.overlap(b) == 0


def _round(named: Named) -> Box:
    boxes = named.boxes
    return Box(
        min(b.left for b in boxes),
        min(b.top for b in boxes),
        max(b.right for b in boxes),
        max(b.foot for b in boxes),
    )


@pytest.mark.parametrize("name", NAMES)
def test_no_two_names_overlap(name: str) -> None:
    """The letters of no two names share any room, curved ones measured letter by letter."""
    for one, other in combinations(board(name).names, 2):
        if far_apart(one, other):
            continue
        shared = max(a.overlap(b) for a in one.boxes for b in other.boxes)
        assert shared <= TOUCH, f"{one.said} and {other.said} overlap"


@pytest.mark.parametrize("name", NAMES)
def test_no_name_lies_on_another_town(name: str) -> None:
    """A name lies on no houses but its own."""
    for named in board(name).names:
        for town in board(name).towns.all:
            if town.place is not None and town.place.id == named.key:
                continue
            assert all(box.overlap(town.box) == 0 for box in named.boxes), (
                f"{named.said} lies on {town.place.name if town.place else town.kind}"
            )


@pytest.mark.parametrize("name", NAMES)
def test_no_name_crosses_a_water_it_does_not_name(name: str) -> None:
    """The stroke of every water is clear of all names but its own, casing and all."""
    for course in board(name).waters:
        half = course.broad / 2 - 1
        pieces = list(pairwise(course.points))
        for named in board(name).names:
            if named.key == course.name:
                continue
            for box in named.boxes:
                grown = box.grown(half)
                assert not any(grown.meets(*piece) for piece in pieces), (
                    f"{named.said} lies across the {course.name}"
                )


@pytest.mark.parametrize("name", NAMES)
def test_every_place_is_named(name: str) -> None:
    """Every town, village, height, cape and exit of the map, every wood and water has its name."""
    pack = board(name).plan.pack
    keys = {named.key for named in board(name).names}
    asked = {
        place.id
        for place in pack.places
        if (place.kind in {"port", "town", "village", "height", "cape"} and place.hex is not None)
        or place.kind == "exit"
    }
    asked |= {area.id for area in pack.areas_of("woods")}
    asked |= {course.name for course in board(name).waters}
    assert asked <= keys


@pytest.mark.parametrize("name", NAMES)
def test_names_keep_within_the_neat_line(name: str) -> None:
    """No letter is cut off by the edge of the map."""
    window = board(name).plan.window
    assert all(box.within(window) for named in board(name).names for box in named.boxes)


def test_names_keep_accents_and_cities_are_in_capitals() -> None:
    """Towns of Falaise are in capitals with accents, the Dives several times along its course."""
    said = [named.said for named in board("falaise").names]
    assert "ÉCOUCHÉ" in said
    assert "ARGENTAN" in said
    assert said.count("DIVES") >= 2
