"""Figures of roads and towns on Control's sheets: the pack's, and on what they count."""

from __future__ import annotations

import math

import pytest

from bocage.maps import load
from bocage.press.geometry import nearest
from bocage.press.survey import draw, layers_of
from bocage.press.survey import names as figures
from tests.press.survey_cases import contents, country, drawing, texts

CASES = (("market-garden", "a2"), ("malta", "a2"), ("joes-bridge", "a2"))

cases = pytest.mark.parametrize(("theatre", "paper"), CASES)


@cases
def test_a_road_has_its_own_figure_on_it(theatre: str, paper: str) -> None:
    """Each road's figure is what the pack says of it, and stands on no other road of another."""
    made = country(theatre)
    runs = {f"{run[0].link.id} figure": run for run in figures.runs(made)}
    assert {way.link.id for run in runs.values() for way in run} == {
        link.id for link in load(theatre).links if link.kind == "road" and link.capacity
    }
    count = 0
    for content in contents(theatre, paper, True):
        chains = {
            way.link.id: content.frame.chain(way.chain)
            for way in made.roads
            if content.frame.shows_any(way.chain)
        }
        for name in content.named:
            if name.layer != figures.ROADS:
                continue
            run = runs[name.key]
            assert {way.link.capacity for way in run} == {int(name.said)}
            middle = name.boxes[0].middle
            own = min(
                nearest(chains[way.link.id], middle).distance
                for way in run
                if way.link.id in chains
            )
            assert own < 1.5, name.key
            count += 1
    assert count >= 0.9 * len(runs)


@cases
def test_a_town_has_its_own_figure_by_it(theatre: str, paper: str) -> None:
    """Each town's figure is what the pack says of it, on its houses or close beside them."""
    places = {f"{place.id} figure": place for place in load(theatre).places}
    count = 0
    for content in contents(theatre, paper, True):
        boxes = {f"{town.place.id} figure": town.box() for town in content.sights.towns}
        for name in content.named:
            if name.layer == figures.TOWNS:
                assert int(name.said) == places[name.key].capacity
                x, y = name.boxes[0].middle
                own = boxes[name.key].grown(14)
                assert own.left < x < own.right
                assert own.top < y < own.foot
                count += 1
    wanted = [
        town for town in contents(theatre, paper, True)[0].sights.towns if town.place.capacity
    ]
    assert count >= 0.9 * len(wanted)


@cases
def test_roads_joined_at_a_bridge_share_a_figure(theatre: str, paper: str) -> None:
    """The roads of a run meet at crossings, and have one capacity."""
    del paper
    crossings = {crossing.id for crossing in load(theatre).crossings}
    for run in figures.runs(country(theatre)):
        assert len({way.link.capacity for way in run}) == 1
        ends = [end for way in run for end in (way.link.start, way.link.end)]
        inner = [end for end in set(ends) if ends.count(end) == 2 and end in crossings]
        assert len(inner) >= len(run) - 1


def test_figures_can_be_switched_off_one_by_one() -> None:
    """Without its layer no figure of a road is left, on the map or in the key; towns' stay."""
    pack = load("joes-bridge")
    known = layers_of(pack, control=True)
    assert {figures.ROADS, figures.TOWNS} <= set(known)
    assert not {figures.ROADS, figures.TOWNS} & set(layers_of(pack))
    kept = [name for name in known if name != figures.ROADS]
    rest = draw(pack, paper="a3", control=True, layers=kept)
    layers = [layer for top in rest.body for layer, _ in texts(top)]
    assert figures.ROADS not in layers
    assert layers.count(figures.TOWNS) > 10


def test_the_key_leaves_out_hidden_layers() -> None:
    """A sheet for those who may not see the drop zones does not speak of them either."""
    pack = load("market-garden")
    whole = drawing("market-garden", "a3")
    assert "DZ" in " ".join(text for top in whole.body for _, text in texts(top))
    without = whole.with_layers([name for name in whole.layers() if name != "drop-zones"])
    words = " ".join(text for top in without.body for _, text in texts(top)).lower()
    assert " drop" not in words  # but for Geldrop
    assert "landing" not in words
    assert "lozenge" not in words
    assert "woods" in words
    assert pack.areas_of("drop zone")


@pytest.mark.parametrize(("theatre", "paper"), [("market-garden", "a2"), ("market-garden", "a3")])
def test_the_notes_explain_letters_alone(theatre: str, paper: str) -> None:
    """Where lozenges have letters alone, the notes list every letter under its kind."""
    sheet = drawing(theatre, paper)
    words = " ".join(text for top in sheet.body for _, text in texts(top))
    assert "Its letter: see the notes" in words
    for listed in ("Landing zones L, S, W, Z", "Drop and landing zones N, O, T"):
        assert listed in " ".join(words.split())
    content = contents(theatre, paper, False)[0]
    assert all("Z " not in said for each in content.sights.lozenges for said in each.said)


def test_lozenges_keep_off_airfields_and_each_other() -> None:
    """No lozenge covers an airfield's sign or another lozenge, and each stays by its zone."""
    for theatre, paper in CASES:
        content = contents(theatre, paper, True)[0]
        boxes = [each.box() for each in content.sights.lozenges]
        fields = [at for place, at in content.sights.points if place.kind == "airfield"]
        for number, box in enumerate(boxes):
            assert all(box.overlap(other) < 0.5 for other in boxes[:number])
            assert not any(box.left < x < box.right and box.top < y < box.foot for x, y in fields)
        made = country(theatre)
        for each in content.sights.lozenges:
            points = [
                content.frame.at(made.plane.at(area.lat or 0, area.lon or 0)) for area in each.areas
            ]
            assert min(math.dist(each.at, point) for point in points) < 60
