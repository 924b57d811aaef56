"""What a browser gets of a sheet: a base picture per zoom, the other layers apart."""

from __future__ import annotations

import io
import re
import xml.etree.ElementTree as ET
from itertools import pairwise
from pathlib import Path

import pytest
from PIL import Image

from bocage.maps import load
from bocage.press import survey
from bocage.press.geometry import Region
from bocage.press.survey.layers import CONTROL
from tests.press.survey_cases import country


@pytest.fixture(autouse=True)
def kept_here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A cache of the test's own."""
    monkeypatch.setenv("BOCAGE_CACHE", str(tmp_path))


def test_base_pictures_are_exactly_as_large_as_asked() -> None:
    """A picture has so many pixels to a unit, and covers the whole map."""
    pack = load("joes-bridge")
    view = survey.view_of(pack, paper="a3")
    pictures = survey.base_pictures(pack, (0.25, 0.5), paper="a3")
    for scale, made in pictures.items():
        image = Image.open(io.BytesIO(made))
        assert image.size == (round(view.width * scale), round(view.height * scale))
        # Nothing is left bare.
        assert image.convert("RGBA").getchannel("A").getextrema() == (255, 255)
    assert survey.base_pictures(pack, (0.25,), paper="a3")[0.25] == pictures[0.25]


@pytest.mark.parametrize("theatre", ["joes-bridge", "malta"])
def test_each_layer_is_in_the_base_or_apart(theatre: str) -> None:
    """Every layer of the map is in the base picture or among the overlays, never in both."""
    pack = load(theatre)
    overlays = survey.fragments(pack, control=True)
    known = set(survey.layers_of(pack, control=True)) - {"margin", "insets", "folds"}
    assert set(overlays) == known - set(survey.BASE)
    view = survey.view_of(pack)
    for name, made in overlays.items():
        root = ET.fromstring(made)
        size = [float(word) for word in (root.get("viewBox") or "").split()[2:]]
        assert size == pytest.approx([view.width, view.height], abs=0.01)
        layers = {found for each in root.iter() if (found := each.get("data-layer"))}
        assert layers == {name}


def test_a_fragment_lies_where_the_view_says() -> None:
    """A crossing's sign stands in its fragment where the view puts its latitude and longitude."""
    pack = load("joes-bridge")
    view = survey.view_of(pack)
    root = ET.fromstring(survey.fragments(pack, ["crossings"])["crossings"])
    (moved,) = [g for g in root if "translate" in (g.get("transform") or "")]
    away = [float(word) for word in (moved.get("transform") or "")[10:-1].split()]
    found = {each.get("data-crossing"): each.get("transform") or "" for each in root.iter()}
    for crossing in pack.crossings:
        x, y = view.at(crossing.lat, crossing.lon)
        sign = found[crossing.id].removeprefix("translate(").split(")")[0].split()
        drawn = [float(word) + by for word, by in zip(sign, away, strict=True)]
        # It stands on its drawn water, which may run a little beside the pack's point.
        assert abs(drawn[0] - x) < 0.6 * view.per_km
        assert abs(drawn[1] - y) < 0.6 * view.per_km


def test_players_get_no_overlay_of_controls() -> None:
    """Without `control` no overlay of Control's comes, and no figure of a capacity."""
    pack = load("joes-bridge")
    assert not set(survey.fragments(pack)) & set(CONTROL)
    assert set(survey.overlays_of(pack, control=True)) & set(CONTROL)


def test_names_lie_over_the_base_and_not_in_it() -> None:
    """Names of rivers and woods are among the names, so that they can be read at every zoom."""
    said = "".join(ET.fromstring(survey.fragments(load("joes-bridge"))["names"]).itertext())
    assert "Dommel" in said.replace("\n", "")


def test_an_unknown_part_is_refused() -> None:
    """A part that the theatre does not have is refused with those it has."""
    with pytest.raises(survey.UnknownPartError, match="there is whole"):
        survey.view_of(load("malta"), part="venlo")


def test_sea_zones_end_at_the_shore() -> None:
    """No edge of a sea zone runs over land, so that it may lie over the base picture."""
    made = country("malta")
    frame = survey.view_of(load("malta")).frame
    lands = [Region(frame.chain(shore)) for shore in made.shores]
    root = ET.fromstring(survey.fragments(load("malta"), ["sea-zones"])["sea-zones"])
    lines = [each.get("d") or "" for each in root.iter() if each.get("stroke-dasharray")]
    pieces = [
        [(float(x), float(y)) for x, y in re.findall(r"(-?[\d.]+) (-?[\d.]+)", piece)]
        for line in lines
        for piece in line.split("M")[1:]
    ]
    inland = [
        at
        for piece in pieces
        for a, b in pairwise(piece)
        for i in range(1, 40)
        if any(
            (at := (a[0] + (b[0] - a[0]) * i / 40, a[1] + (b[1] - a[1]) * i / 40)) in land
            for land in lands
        )
    ]
    assert len(pieces) > 6
    assert inland == []
