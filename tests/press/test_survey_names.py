"""Names on the survey's sheets keep clear of each other, of towns, bridges and great rivers."""

from __future__ import annotations

import math
from itertools import combinations, pairwise

import pytest

from bocage.maps import load
from bocage.press.boxes import Box
from bocage.press.geometry import meet
from bocage.press.labels import Placed
from bocage.press.survey import names as sheet_names
from bocage.press.survey.content import Content
from bocage.press.survey.names import Named
from tests.press.survey_cases import CASES, contents, country

SLACK = 0.05
"""Square units that rounding may cost."""

cases = pytest.mark.parametrize(("theatre", "paper", "control"), CASES)


def boxes(content: Content) -> list[tuple[Named, Box]]:
    """Return every name with each of its rectangles."""
    return [(name, box) for name in content.named for box in name.boxes]


@cases
def test_no_two_names_overlap(theatre: str, paper: str, control: bool) -> None:
    """No rectangle of a name touches one of another name, on the map and in its insets."""
    for content in contents(theatre, paper, control):
        clashes = [
            (one.said, other.said)
            for (one, a), (other, b) in combinations(boxes(content), 2)
            if one is not other and a.overlap(b) > SLACK
        ]
        assert clashes == []


@cases
def test_no_name_lies_on_another_town(theatre: str, paper: str, control: bool) -> None:
    """No name covers houses of a place that it does not name."""
    for content in contents(theatre, paper, control):
        towns = [(town.place, town.patches()) for town in content.sights.towns]
        clashes = [
            (name.said, place.name)
            for name, box in boxes(content)
            # Where a bridge or street lies within a town, Control's figure for it does too.
            if name.layer not in ("capacities", sheet_names.ROADS)
            for place, patches in towns
            if place.id != name.key
            and name.key != f"{place.id} figure"
            and any(box.overlap(patch) > SLACK for patch in patches)
        ]
        assert clashes == []


@cases
def test_no_name_lies_on_a_bridge_or_a_lozenge(theatre: str, paper: str, control: bool) -> None:
    """Bridges, ferries and the letters of drop zones stay free of names."""
    for content in contents(theatre, paper, control):
        signs = [(mark.spot.crossing.id, mark.box()) for mark in content.sights.marks]
        signs += [(each.areas[0].id, each.box()) for each in content.sights.lozenges]
        clashes = [
            (name.said, key)
            for name, box in boxes(content)
            for key, sign in signs
            if key != name.key and box.overlap(sign) > SLACK
        ]
        assert clashes == []


@cases
def test_no_name_of_a_place_lies_across_a_great_river(
    theatre: str, paper: str, control: bool
) -> None:
    """A place's name never crosses a great river, which would put it on both banks."""
    great = [water for water in country(theatre).waters if water.kind == "major river"]
    for content in contents(theatre, paper, control):
        frame = content.frame
        chains = [(water.name, frame.chain(water.chain)) for water in great]
        clashes = [
            (name.said, river)
            for name, box in boxes(content)
            if name.layer == "names" and isinstance(name.placed, Placed)
            for river, chain in chains
            if any(box.meets(a, b) for a, b in pairwise(chain))
        ]
        assert clashes == []


@cases
def test_names_of_villages_stay_on_their_bank(theatre: str, paper: str, control: bool) -> None:
    """No great river runs between a village and its name, and the name is not far off."""
    villages = {place.id for place in load(theatre).places if place.kind == "village"}
    great = [water for water in country(theatre).waters if water.kind == "major river"]
    for content in contents(theatre, paper, control):
        chains = [content.frame.chain(water.chain) for water in great]
        sizes = {town.place.id: town.box() for town in content.sights.towns}
        for name in content.named:
            if name.key not in villages or not isinstance(name.placed, Placed):
                continue
            x, y = at = name.placed.request.at
            spot = min(
                (
                    (min(box.right, max(box.left, x)), min(box.foot, max(box.top, y)))
                    for box in name.boxes
                ),
                key=lambda point: math.dist(point, at),
            )
            own = sizes[name.key]
            reach = max(own.right - own.left, own.foot - own.top) / 2
            assert math.dist(at, spot) < reach + 31, name.said
            assert not any(meet(at, spot, a, b) for chain in chains for a, b in pairwise(chain))


@cases
def test_every_name_lies_within_its_frame(theatre: str, paper: str, control: bool) -> None:
    """No name runs over the neat line."""
    for content in contents(theatre, paper, control):
        edge = content.frame.paper.grown(SLACK)
        assert [name.said for name, box in boxes(content) if not box.within(edge)] == []


@cases
def test_every_city_and_town_is_named(theatre: str, paper: str, control: bool) -> None:
    """On every paper each city and town has its name, on the map or in an inset."""
    named = {name.key for content in contents(theatre, paper, control) for name in content.named}
    wanted = {
        place.id
        for place in load(theatre).places
        if place.kind in ("city", "town") and place.hex is not None
    }
    assert wanted - named == set()


@pytest.mark.parametrize("theatre", ["market-garden", "malta"])
def test_larger_paper_bears_more_names(theatre: str) -> None:
    """What A3 leaves out for want of room, larger paper brings back."""
    few, many = (
        {n.key for n in contents(theatre, paper, False)[0].named}
        for paper in ("a3", "a0" if theatre == "malta" else "a1")
    )
    villages = {place.id for place in load(theatre).places if place.kind == "village"}
    assert len(few) < len(many)
    assert len(villages & few) <= len(villages & many)
    assert len(villages & few) > 0.9 * len(villages)


@pytest.mark.parametrize(
    ("theatre", "rivers"),
    [
        ("market-garden", {"Waal", "Maas", "Neder-Rijn", "IJssel", "Lek", "Boven-Rijn"}),
        ("joes-bridge", {"Dommel", "Maas-Schelde canal"}),
    ],
)
def test_waters_are_named_along_their_course(theatre: str, rivers: set[str]) -> None:
    """A water's name follows it: every letter lies within a few letters of the drawn line."""
    content = contents(theatre, "a3", False)[0]
    found = {name.said: name for name in content.named if name.layer == "waters"}
    assert rivers <= set(found)
    frame = content.frame
    for water in country(theatre).waters:
        if (name := found.get(water.name)) is not None:
            chain = frame.chain(water.chain)
            for box in name.boxes:
                reach = box.grown(24)
                assert any(reach.meets(a, b) for a, b in pairwise(chain)), water.name
