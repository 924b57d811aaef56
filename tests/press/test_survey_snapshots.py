"""Crops of the survey's sheets as stored SVG, so that a change of drawing is seen in review.

After a wanted change, run these tests once with `BOCAGE_SNAPSHOTS=write` and look at the diff.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from bocage.maps import load
from bocage.press.boxes import Box
from bocage.press.survey.content import content
from bocage.press.survey.frame import Frame
from bocage.press.survey.layers import usual_layers
from bocage.press.survey.theatres import theatre_of
from bocage.press.svg import Drawing
from tests.press.survey_cases import country

STORE = Path(__file__).parent / "snapshots"

CROPS = (
    ("market-garden", "arnhem-bridge", 51.976, 5.911, 3.4, 2.4, True),
    ("market-garden", "son", 51.528, 5.454, 4.6, 3.6, False),
    ("market-garden", "veghel", 51.611, 5.540, 3.2, 2.6, False),
    ("joes-bridge", "joes-bridge", 51.245, 5.381, 4.5, 3.0, True),
    ("malta", "grand-harbour", 35.896, 14.514, 1.5, 1.2, False),
    ("malta", "victoria-lines", 35.9172, 14.4165, 1.6, 1.2, False),
)
"""Theatre, name, middle, kilometres wide and high, and whether for Control."""


@pytest.mark.parametrize(("theatre", "name", "lat", "lon", "wide", "high", "control"), CROPS)
def test_crop_is_drawn_as_stored(
    theatre: str, name: str, lat: float, lon: float, wide: float, high: float, control: bool
) -> None:
    """The crop's SVG is, letter by letter, the one stored beside the tests."""
    made = country(theatre)
    x, y = made.plane.at(lat, lon)
    per_km = 40.0 if theatre != "malta" else 90.0
    box = Box(x - wide / 2, y - high / 2, x + wide / 2, y + high / 2)
    paper = Box(0.0, 0.0, wide * per_km, high * per_km)
    frame = Frame(box, paper, per_km, 100_000)
    drawn = content(made, theatre_of(load(theatre)), frame, control=control, key="crop")
    view = (paper.right, paper.foot)
    whole = Drawing(*view, "px", view, drawn.elements, name)
    page = whole.with_layers(usual_layers(whole.layers())).svg()
    stored = STORE / f"survey-{name}.svg"
    if os.environ.get("BOCAGE_SNAPSHOTS") == "write":
        stored.write_text(page, encoding="utf-8")
    assert page == stored.read_text(encoding="utf-8"), f"{stored.name} is drawn differently"
