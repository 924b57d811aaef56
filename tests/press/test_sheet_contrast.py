"""Grounds of one board look different to every eye, and on a photocopy.

Tint and pattern together make the difference: the mean colour, and how much light and
dark alternate within a hex. It is measured on the specimens of the key and on the sheets.
"""

from __future__ import annotations

import io
from functools import cache
from itertools import combinations
from statistics import mean, pstdev

import pytest
from PIL import Image

from bocage.maps import load
from bocage.press import render, tokens, vision
from bocage.press.sheets import lattice
from bocage.press.sheets.key import Specimen
from bocage.press.svg import Drawing, group, rect
from bocage.press.vision import Vision

from .sheet_boards import board

GREY = 4.0
"""Least difference of two grounds on a photocopy: lightness and pattern, in steps of L*."""
COLOUR = 6.0
"""Least difference to an eye: CAM02-UCS between the mean colours, and pattern."""

_SIZE = 120


@cache
def look(name: str, ground: str) -> tuple[str, float]:
    """Mean colour of a ground's specimen, and the spread of its lightness."""
    pack = load(name)
    specimen = Specimen(pack, ground, ground, 60 if name == "falaise" else 74)
    drawn = specimen.drawn(_SIZE)
    page = Drawing(
        *(_SIZE, _SIZE, "px", (_SIZE, _SIZE)),
        (
            rect(0, 0, _SIZE, _SIZE, fill="#ffffff"),
            group(drawn, transform=f"translate({_SIZE / 2} {_SIZE / 2})"),
        ),
    )
    image = Image.open(io.BytesIO(render.png(page, dpi=96))).convert("RGB")
    part = image.crop((30, 30, 90, 90))
    pixels = [part.getpixel((x, y)) for x in range(60) for y in range(60)]
    colours = [f"#{r:02x}{g:02x}{b:02x}" for r, g, b in pixels]  # type: ignore[misc]
    middle = [round(mean(p[i] for p in pixels)) for i in range(3)]  # type: ignore[index]
    said = "#" + "".join(f"{part:02x}" for part in middle)
    return said, pstdev(map(vision.lightness, colours))


@cache
def lightness(pixel: tuple[int, int, int]) -> float:
    """Return CIE L* of a pixel; few of a sheet's many pixels differ."""
    return vision.lightness("#{:02x}{:02x}{:02x}".format(*pixel))


@cache
def sheet_looks(name: str) -> dict[str, tuple[str, float]]:
    """Of each ground: the mean colour of its hexes on the sheet, and the spread within one."""
    of = board(name)
    w = of.plan.window
    view = (w.right - w.left, w.foot - w.top)
    parts = [e for layer in ("ground", "fields", "heights", "woods") for e in of.layer(layer)]
    body = group(*parts, transform=f"translate({-w.left} {-w.top})")
    page = Drawing(*view, "px", view, (body,))
    image = Image.open(io.BytesIO(render.png(page, dpi=96))).convert("RGB")
    samples: dict[str, list[tuple[list[float], float]]] = {}
    half = round(of.plan.hex * 0.22)
    for h, here in enumerate(of.plan.pack.hexes):
        if here.settlement or "crest" in here.flags or here.land < 1:
            continue
        x, y = of.plan.centres[h]
        i, j = round(x - w.left), round(y - w.top)
        part = image.crop((i - half, j - half, i + half, j + half))
        data = part.tobytes()
        pixels = [(data[n], data[n + 1], data[n + 2]) for n in range(0, len(data), 6)]
        light = [lightness(pixel) for pixel in pixels]
        middle = [mean(p[n] for p in pixels) for n in range(3)]
        samples.setdefault(here.terrain, []).append((middle, pstdev(light)))
    return {
        ground: (
            "#" + "".join(f"{round(mean(m[n] for m, _ in some)):02x}" for n in range(3)),
            mean(spread for _, spread in some),
        )
        for ground, some in samples.items()
    }


def pairs(name: str) -> list[tuple[str, str]]:
    """Return every two grounds of a board."""
    return list(combinations(load(name).terrain_words, 2))


@pytest.mark.parametrize("name", ["falaise", "pas-de-calais"])
def test_numbers_are_legible_on_every_ground(name: str) -> None:
    """A hex number has a contrast of at least 4 to 1 on its ground, halo and opacity counted."""
    chart = tokens.MAP
    for ground in load(name).terrain_words:
        under, _ = sheet_looks(name)[ground]
        if ground == "woods":
            under, ink = vision.mixed(under, lattice.PALE, lattice.WOODS_HALO), chart.ink_number
        else:
            ink = vision.mixed(under, chart.ink_number, chart.ink_number_opacity)
        assert vision.contrast(ink, under) >= 4, ground


CASES = [(name, *both) for name in ("falaise", "pas-de-calais") for both in pairs(name)]


@pytest.mark.parametrize(("name", "one", "other"), CASES)
def test_grounds_differ_in_greyscale(name: str, one: str, other: str) -> None:
    """Two grounds differ by four steps of lightness and pattern together."""
    (a, rough_a), (b, rough_b) = look(name, one), look(name, other)
    gap = abs(vision.lightness(a) - vision.lightness(b)) + abs(rough_a - rough_b)
    assert gap >= GREY, f"{one} and {other}: {gap:.1f}"


@pytest.mark.parametrize("eye", list(Vision))
@pytest.mark.parametrize(("name", "one", "other"), CASES)
def test_grounds_differ_in_every_colour_vision(
    name: str, one: str, other: str, eye: Vision
) -> None:
    """Two grounds differ in colour and pattern to normal, protan, deutan and tritan sight."""
    (a, rough_a), (b, rough_b) = look(name, one), look(name, other)
    gap = vision.distance(a, b, eye) + abs(rough_a - rough_b)
    assert gap >= COLOUR, f"{one} and {other}: {gap:.1f}"


@pytest.mark.parametrize(("name", "one", "other"), CASES)
def test_grounds_differ_on_the_sheet_itself(name: str, one: str, other: str) -> None:
    """On the printed map, relief and all, two grounds differ as much, to every eye and in grey."""
    (a, rough_a), (b, rough_b) = sheet_looks(name)[one], sheet_looks(name)[other]
    pattern = abs(rough_a - rough_b)
    grey = abs(vision.lightness(a) - vision.lightness(b)) + pattern
    assert grey >= GREY, f"{one} and {other} in grey: {grey:.1f}"
    for eye in Vision:
        gap = vision.distance(a, b, eye) + pattern
        assert gap >= COLOUR, f"{one} and {other} to {eye.name}: {gap:.1f}"
