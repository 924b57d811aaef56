"""High ground: crests with their slopes, scarps of rough ground, dunes, cliffs.

Hachures always point downhill. A red arrow stands on every slope side, because the rules
count them.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from bocage.press import tokens
from bocage.press.geometry import chance, spline, wobbled
from bocage.press.paths import along, length, straight
from bocage.press.sheets.chains import chains, inset, outlines
from bocage.press.svg import Element, Point, group, path

if TYPE_CHECKING:
    from bocage.press.sheets.coast import Coast
    from bocage.press.sheets.plan import Plan


def crests(plan: Plan) -> Element:
    """Return the crest hexes: a pale glow with a light edge of dots."""
    pack = plan.pack
    hexes = [h for h, here in enumerate(pack.hexes) if "crest" in here.flags]
    if not hexes:
        return group()
    rings = [
        spline(inset([plan.corner(v) for v in ring], plan.hex * 0.09), 6, closed=True)
        for ring in outlines(pack.grid, hexes)
    ]
    data = "".join(straight(ring, closed=True) for ring in rings)
    return group(
        path(
            data,
            fill="#fbeecb",
            fill_opacity=0.34,
            stroke="#fffdf0",
            stroke_width=7,
            stroke_opacity=0.42,
        ),
        path(
            data,
            fill="none",
            stroke="#fffdf0",
            stroke_width=2.7,
            stroke_opacity=0.95,
            stroke_dasharray="0.1 5",
            stroke_linecap="round",
        ),
    )


def slopes(plan: Plan) -> tuple[Element, Element]:
    """Return the hachures of the slope sides, and their arrows (which stand above the grid)."""
    grid = plan.pack.grid
    found = [side for side in plan.pack.sides if side.kind in {"slope", "escarpment"}]
    falls = [(plan.middle(s.a, s.b), plan.centres[s.a], plan.centres[s.b]) for s in found]
    hachures: list[str] = []
    brows: list[str] = []
    for chain in chains(grid.side_ends(s.a, s.b) for s in found):
        points = spline([plan.corner(v) for v in chain], 7)
        brows.append(straight(points))
        hachures.extend(_hachures(points, falls, plan.k))
    arrows: list[str] = []
    for (mx, my), (x, y), (u, v) in falls:
        far = math.dist((x, y), (u, v))
        dx, dy = (u - x) / far, (v - y) / far
        tip = (mx + dx * 14.5 * plan.k, my + dy * 14.5 * plan.k)
        base = (mx + dx * 6 * plan.k, my + dy * 6 * plan.k)
        w = 4.3 * plan.k
        arrows.append(
            straight(
                [tip, (base[0] - dy * w, base[1] + dx * w), (base[0] + dy * w, base[1] - dx * w)],
                closed=True,
            )
        )
    relief = tokens.MAP.relief
    return (
        group(
            path(
                "".join(brows), fill="none", stroke="#6b4320", stroke_width=1.5, stroke_opacity=0.9
            ),
            path("".join(hachures), fill=relief, fill_opacity=0.85),
        ),
        group(
            path("".join(arrows), fill="#fbf2da", stroke="#fbf2da", stroke_width=2.4),
            path("".join(arrows), fill=tokens.MAP.slope_arrow),
            stroke_linejoin="round",
        ),
    )


def _hachures(
    points: Sequence[Point], falls: Sequence[tuple[Point, Point, Point]], k: float
) -> Iterator[str]:
    full = length(points)
    short, long = tokens.MAP_LINES.hachure
    gone, number = 1.5, 0
    while gone < full - 1:
        (x, y), turn = along(points, gone)
        nx, ny = -math.sin(math.radians(turn)), math.cos(math.radians(turn))
        _, high, low = min(falls, key=lambda fall: math.dist(fall[0], (x, y)))
        if nx * (low[0] - high[0]) + ny * (low[1] - high[1]) < 0:
            nx, ny = -nx, -ny
        luck = chance(int(x * 7), int(y * 7), 91)
        yield _stroke((x, y), nx, ny, (short + (long - short) * luck) * k, 1.2 * k)
        number += 1
        gone += tokens.MAP_LINES.hachure_every * (0.85 + 0.3 * chance(number, int(x))) * k


def _stroke(at: Point, nx: float, ny: float, far: float, half: float) -> str:
    """Return one hachure: broad at the brow, pointed downhill."""
    x, y = at
    return (
        f"M{x - ny * half:.1f} {y + nx * half:.1f}L{x + nx * far:.1f} {y + ny * far:.1f}"
        f"L{x + ny * half:.1f} {y - nx * half:.1f}Z"
    )


def rough(plan: Plan, coast: Coast | None) -> Element:
    """Rough hexes: short scarps, or dunes where the pack says so; cliffs along the shore."""
    pack = plan.pack
    notes = {h: area.note for area in pack.areas_of("rough") for h in area.hexes}
    brows: list[str] = []
    hachures: list[str] = []
    dunes: list[str] = []
    cliffs: list[str] = []
    for h, here in enumerate(pack.hexes):
        if here.terrain != "rough":
            continue
        note = notes.get(h, "")
        if "dune" in note:
            dunes.extend(_dunes(plan, h, coast))
        else:
            for scarp in _scarps(plan, h, coast):
                brows.append(straight(scarp))
                hachures.extend(_downhill(scarp, plan.k, h))
        if coast is not None and ("cliff" in note or "Blanc-Nez" in note):
            cliffs.extend(_cliffs(plan, h, coast))
    relief = tokens.MAP.relief
    parts = [
        path(
            "".join(brows),
            fill="none",
            stroke=relief,
            stroke_width=1.2 * plan.k,
            stroke_opacity=0.9,
        ),
        path("".join(hachures), fill=relief, fill_opacity=0.82),
        path(
            "".join(dunes),
            fill="none",
            stroke="#a97f3c",
            stroke_width=1.1 * plan.k,
            stroke_opacity=0.9,
        ),
        path("".join(cliffs), fill="none", stroke="#4d3a28", stroke_width=1.5 * plan.k),
    ]
    return group(*(p for p in parts if p.get("d")), stroke_linecap="round")


def _scarps(plan: Plan, h: int, coast: Coast | None) -> Iterator[list[Point]]:
    """Four short brows that lie in echelon, steep to the south-east, away from the light."""
    cx, cy = plan.centres[h]
    unit = plan.hex / 84
    lean = (chance(h, 92) - 0.5) * 0.7
    for number, (ox, oy, radius, start, stop) in enumerate(
        (
            (-8, -6, 32, -24, 92),
            (-24, 12, 18, -14, 112),
            (10, -24, 19, -34, 88),
            (16, 17, 15, -14, 104),
        )
    ):
        points: list[Point] = []
        for i in range(13):
            turn = math.radians(start + (stop - start) * i / 12) + lean
            points.append(
                (
                    cx + (ox + radius * 1.08 * math.cos(turn)) * unit,
                    cy + (oy + radius * 0.82 * math.sin(turn)) * unit,
                )
            )
        points = wobbled(points, 1.1 * plan.k, f"{h}-{number}", wave=0.2)
        if coast is None or all(coast.on_land(x - 4, y) and coast.on_land(x, y) for x, y in points):
            yield points


def _downhill(points: Sequence[Point], k: float, seed: int) -> Iterator[str]:
    full = length(points)
    mx, my = (sum(p[i] for p in points) / len(points) for i in (0, 1))
    gone = 0.0
    number = 0
    while gone < full:
        (x, y), turn = along(points, gone)
        nx, ny = -math.sin(math.radians(turn)), math.cos(math.radians(turn))
        # The brow bends round its hill: downhill is away from the hill's middle.
        if nx * (x - mx + 3) + ny * (y - my + 3) < 0:
            nx, ny = -nx, -ny
        swell = math.sin(math.pi * gone / full)
        far = (2.6 + 8.4 * swell) * (0.8 + 0.4 * chance(seed, number, 93)) * k
        yield _stroke((x, y), nx, ny, far, (0.6 + 0.5 * swell) * k)
        gone += 3.1 * (0.85 + 0.3 * chance(seed, number, 94)) * k
        number += 1


def _dunes(plan: Plan, h: int, coast: Coast | None) -> Iterator[str]:
    """Crescents of sand, open to the lee."""
    cx, cy = plan.centres[h]
    step = plan.hex / 5.2
    for j in range(-3, 4):
        for i in range(-3, 4):
            x = cx + (i + (0.5 if j % 2 else 0) + 0.4 * (chance(h, i, j, 95) - 0.5)) * step
            y = cy + (j * 0.62 + 0.25 * (chance(h, i, j, 96) - 0.5)) * step
            if plan.where(x, y) != h or (coast is not None and not coast.on_land(x - 6, y - 4)):
                continue
            w = (4.6 + 2.6 * chance(h, i, j, 97)) * plan.k
            yield f"M{x - w:.1f} {y:.1f}q{w * 0.8:.1f} {-w * 0.95:.1f} {2 * w:.1f} {w * 0.25:.1f}"
            yield f"M{x - w * 0.3:.1f} {y + 2:.1f}h.01M{x + w * 0.4:.1f} {y + 2.6:.1f}h.01"


def _cliffs(plan: Plan, h: int, coast: Coast) -> Iterator[str]:
    """Ticks from the brow of a cliff down to the sea."""
    for a, b in zip(coast.samples, coast.samples[1:], strict=False):
        mx, my = (a[0] + b[0]) / 2, (a[1] + b[1]) / 2
        x, y = plan.centres[h]
        if math.dist((mx, my), (x, y)) > plan.hex * 0.62:
            continue
        far = math.dist(a, b) or 1.0
        # Land lies to the right of the shore as it runs.
        nx, ny = -(b[1] - a[1]) / far, (b[0] - a[0]) / far
        deep = (5.5 + 2.5 * chance(int(mx), int(my), 98)) * plan.k
        yield straight([(mx, my), (mx + nx * deep, my + ny * deep)])
