"""Rivers cased and as broad as they are, canals ticked, small rivers growing downstream, the sea.

The waterlines of the sea are strokes of the shore, each as wide as twice its distance and
covered by the next: exact at every cape, and a few lines of SVG.
"""

from __future__ import annotations

import math
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from bocage.press.geometry import steps, thinned
from bocage.press.paths import straight
from bocage.press.survey.looks import INK, LINES
from bocage.press.svg import Element, Point, num, path
from bocage.press.vision import mixed

if TYPE_CHECKING:
    from bocage.press.survey.country import Country, Water
    from bocage.press.survey.frame import Frame

_CANAL: Final = "#a8cfe0"
_WATERLINES: Final = (4.5, 10.0, 17.0, 26.0, 38.0, 54.0, 74.0)


def width_of(water: Water, frame: Frame) -> float:
    """Return the width of a great river's or canal's water, without its edges."""
    if water.kind == "major river":
        return max(LINES.river_least, water.width * frame.per_km * 1.15)
    if water.kind == "canal":
        return LINES.canal
    return LINES.stream[1]


def draw(country: Country, frame: Frame) -> list[Element]:
    """Return all rivers and canals."""
    seen = [w for w in country.waters if frame.shows_any(w.chain, 1.0)]
    great = [w for w in seen if w.kind == "major river"]
    canals = [w for w in seen if w.kind == "canal"]
    small = [w for w in seen if w.kind in ("river", "stream")]
    found: list[Element] = []
    for water in small:
        found.extend(_stream(_on(water, frame), frame))
    # All edges first, then all water, so that rivers flow into each other.
    for extra, ink in ((1.7, INK.water_edge), (0.0, INK.water)):
        found.extend(
            path(
                _run(water, frame),
                fill="none",
                stroke=ink,
                stroke_width=width_of(water, frame) + extra,
                stroke_linejoin="round",
                stroke_linecap="round",
            )
            for water in great
        )
        width = LINES.canal if extra else LINES.canal_fill
        found.extend(
            path(
                _run(water, frame),
                fill="none",
                stroke=ink if extra else _CANAL,
                stroke_width=width,
                stroke_linejoin="round",
            )
            for water in canals
        )
    ticks = "".join(
        _tick(at, way)
        for w in canals
        for at, way in steps(_on(w, frame), LINES.canal_tick)
        if frame.near(at)
    )
    if ticks:
        found.append(path(ticks, fill="none", stroke=INK.water_edge, stroke_width=0.8))
    for water in great:
        found.extend(_thread(_run(water, frame), width_of(water, frame)))
    return found


def _on(water: Water, frame: Frame) -> list[Point]:
    return thinned(frame.chain(water.chain), 1.2)


def _run(water: Water, frame: Frame) -> str:
    """Return the course of a water on the sheet, and as far beyond its edge as it is broad."""
    reach = 24 + width_of(water, frame)
    return "".join(straight(piece) for piece in frame.lines(_on(water, frame), reach))


def _tick(at: Point, way: Point) -> str:
    """Return a mark outside both banks of a canal, for its embankment."""
    inner, outer = LINES.canal / 2 - 0.3, LINES.canal / 2 + 1.7
    return "".join(
        f"M{num(at[0] - way[1] * inner * side)} {num(at[1] + way[0] * inner * side)}"
        f"L{num(at[0] - way[1] * outer * side)} {num(at[1] + way[0] * outer * side)}"
        for side in (1, -1)
    )


def _thread(data: str, width: float) -> list[Element]:
    """Return a fine line along the middle of a broad river, as on engraved sheets."""
    if width < 9:
        return []
    return [path(data, fill="none", stroke=INK.water_edge, stroke_width=0.5, stroke_opacity=0.35)]


def _stream(chain: list[Point], frame: Frame | None) -> list[Element]:
    """Return a small river: a single line that grows from its head to its mouth."""
    parts = 8
    far = sum(math.dist(a, b) for a, b in pairwise(chain))
    found: list[Element] = []
    piece: list[Point] = [chain[0]]
    reached, number = 0.0, 0
    low, high = LINES.stream
    for a, b in pairwise(chain):
        reached += math.dist(a, b)
        piece.append(b)
        if reached >= far * (number + 1) / parts or b is chain[-1]:
            seen = [piece] if frame is None else frame.lines(piece)
            found.extend(
                path(
                    straight(some),
                    fill="none",
                    stroke=INK.stream,
                    stroke_width=low + (high - low) * number / (parts - 1),
                    stroke_linejoin="round",
                    stroke_linecap="round",
                )
                for some in seen
            )
            piece = [b]
            number += 1
    return found


def sample(kind: str, wide: float, y: float) -> list[Element]:
    """Return a water of a kind for the key."""
    chain = [(wide * i / 12, y + 2.2 * math.sin(i / 12 * 5)) for i in range(13)]
    look = {"fill": "none", "stroke_linejoin": "round"}
    if kind == "major river":
        return [
            path(straight(chain), **look, stroke=INK.water_edge, stroke_width=8.2),
            path(straight(chain), **look, stroke=INK.water, stroke_width=6.5),
        ]
    if kind == "canal":
        bank = [(0.0, y), (wide, y)]
        ticks = "".join(_tick(at, way) for at, way in steps(bank, LINES.canal_tick))
        return [
            path(straight(bank), **look, stroke=INK.water_edge, stroke_width=LINES.canal),
            path(straight(bank), **look, stroke=_CANAL, stroke_width=LINES.canal_fill),
            path(ticks, fill="none", stroke=INK.water_edge, stroke_width=0.8),
        ]
    return _stream(chain, None)


def sea(country: Country, frame: Frame) -> list[Element]:
    """Return the sea with its waterlines."""
    if not country.shores:
        return []
    box = frame.paper
    rings = [ring for shore in country.shores if (ring := frame.ring(shore, _WATERLINES[-1] + 4))]
    found = [
        path(
            straight(
                [
                    (box.left, box.top),
                    (box.right, box.top),
                    (box.right, box.foot),
                    (box.left, box.foot),
                ],
                closed=True,
            ),
            fill=INK.sea,
        )
    ]
    for number, far in enumerate(reversed(_WATERLINES)):
        share = (number + 1) / len(_WATERLINES)
        water = mixed(INK.sea, INK.shoal, share)
        line = mixed(water, INK.waterline, 0.35 + 0.5 * share)
        width = 0.55 + 0.4 * share
        # Far from the shore its small teeth no longer tell.
        blunt = "".join(straight(thinned(ring, far * 0.4), closed=True) for ring in rings)
        for ink, reach in ((line, far + width / 2), (water, far - width / 2)):
            found.append(
                path(
                    blunt,
                    fill="none",
                    stroke=ink,
                    stroke_width=2 * reach,
                    stroke_linejoin="round",
                )
            )
    return found


def land(country: Country, frame: Frame) -> list[Element]:
    """Return the bare land of an island country."""
    data = "".join(straight(frame.ring(ring), closed=True) for ring in country.shores)
    return [path(data, fill=INK.ground)] if data else []


def shore(country: Country, frame: Frame) -> list[Element]:
    """Return the line of the coast itself."""
    if not country.shores:
        return []
    data = "".join(straight(frame.ring(ring), closed=True) for ring in country.shores)
    return [
        path(data, fill="none", stroke=INK.shore, stroke_width=1.5, stroke_linejoin="round"),
    ]
