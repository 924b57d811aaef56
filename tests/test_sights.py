"""Palettes for colour-blind players: colours that must differ are far apart for every kind of
sight."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "tools"))

import sights  # noqa: E402 - it lies with the tools

AT_A_GLANCE = 15.0
"""In OKLab times 100."""


@pytest.mark.parametrize("sight", sights.SIGHTS)
@pytest.mark.parametrize("theme", sights.THEMES)
def test_colours_differ_at_a_glance(sight: str, theme: str) -> None:
    """In the palette for each kind of sight, simulated, the colours are well apart."""
    colours = sights.palette(sight, theme)
    for names in sights.GROUPS.values():
        assert sights.nearest(colours, names, sight) > AT_A_GLANCE


@pytest.mark.parametrize("sight", sights.SIGHTS)
@pytest.mark.parametrize("theme", sights.THEMES)
def test_colours_stand_out_from_what_they_lie_on(sight: str, theme: str) -> None:
    """Marks stand out from the map (3 to 1), lines and words from the cards (4.5 to 1)."""
    colours = sights.palette(sight, theme)
    for name in (*sights.GROUPS["overlays"], *sights.GROUPS["marks"]):
        assert sights.contrast(colours[name], sights.PAPER) >= 3
    for name in (*sights.GROUPS["charts"], *sights.GROUPS["good and bad"]):
        assert sights.contrast(colours[name], colours["card"]) >= 4.5
    for name in ("win", "loss"):
        assert sights.contrast(colours["ink"], colours[name]) >= 4.5


def test_the_plain_palette_is_why_there_are_others() -> None:
    """Red against green is not told apart by those without one of these cones."""
    plain = sights.palette("normal", "light")
    assert sights.nearest(plain, sights.GROUPS["good and bad"], "deutan") < AT_A_GLANCE
    assert sights.nearest(plain, sights.GROUPS["overlays"], "protan") < AT_A_GLANCE


def test_the_figures_in_the_documentation() -> None:
    """The table in the note about the page is what is measured."""
    note = ROOT / "docs" / "notes" / "2026-11-16-table.md"
    assert sights.table() in note.read_text(encoding="utf-8")


def test_a_colour_is_far_from_its_opposite_and_near_itself() -> None:
    """Black and white are 100 apart for everybody; grey looks alike to all."""
    for sight in sights.SIGHTS:
        assert sights.apart("#000000", "#ffffff", sight) == pytest.approx(100, abs=0.1)
        assert sights.apart("#777777", "#777777", sight) == 0
        grey = sights.oklab(sights.seen("#777777", sight))
        assert grey == pytest.approx(sights.oklab(sights.linear("#777777")), abs=0.01)
    assert sights.contrast("#000000", "#ffffff") == pytest.approx(21)
