"""Small charts and heat maps as SVG.

Colours are variables of the page (`var(--ink)`), so that one drawing serves light and dark;
`on_paper` puts the light ones in their place for a renderer that knows none. Side is a shape
too: the first seat has full lines and round dots, the second broken lines and square ones.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from html import escape
from math import ceil, floor, log10, sqrt
from typing import TYPE_CHECKING, Final, NamedTuple

from bocage.press import tokens

if TYPE_CHECKING:
    from bocage.lab.findings import Courses, Heat, Luck
    from bocage.lab.summaries import Share
    from bocage.press.sheets.plan import Plan

WIDE: Final = 372
_LEFT, _RIGHT, _TOP, _FOOT = 34, 10, 10, 20
_SEATS: Final = ("first", "second")
LIGHT: Final[Mapping[str, str]] = {
    "bg": tokens.LIGHT.bg,
    "card": tokens.LIGHT.card,
    "line": tokens.LIGHT.line,
    "bar": tokens.LIGHT.bar,
    "ink": tokens.LIGHT.ink,
    "muted": tokens.LIGHT.muted,
    "first": "#1b5fb8",
    "second": "#a01c16",
    "neither": "#6b5d45",
}
DARK: Final[Mapping[str, str]] = {
    "bg": tokens.DARK.bg,
    "card": tokens.DARK.card,
    "line": tokens.DARK.line,
    "bar": tokens.DARK.bar,
    "ink": tokens.DARK.ink,
    "muted": tokens.DARK.muted,
    "first": "#6aa7f0",
    "second": "#ff8d7a",
    "neither": "#a79f8d",
}
LEVELS: Final = 7
"""Shades of a heat map."""
_HEAT: Final[Mapping[str, str]] = {"first": "#123f86", "second": "#8d120c", "both": "#4a1468"}
"""On the map, which is paper in both themes."""


class HeatMap(NamedTuple):
    """A heat map: what lies over the ground, and the meaning of its shades."""

    svg: str
    most: float
    colours: tuple[str, ...]
    """The darkest shade of each hue: one, or two if the sign separates the sides."""


def on_paper(svg: str) -> str:
    """Return a drawing with the light colours instead of variables, and the house's fonts."""
    return re.sub(r"var\(--([a-z]+)\)", lambda found: LIGHT[found[1]], svg)


def colour_of(side: str, seats: Sequence[str]) -> str:
    """Return the variable of a side's colour."""
    named = dict(zip(seats, _SEATS, strict=False))
    return f"var(--{named.get(side, 'neither')})"


def _text(
    x: float, y: float, said: str, anchor: str = "start", size: float = 12, **more: str
) -> str:
    extra = "".join(f' {name.replace("_", "-")}="{value}"' for name, value in more.items())
    fill = "" if "fill" in more else ' fill="var(--muted)"'
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" font-size="{size:g}" '
        f'font-family="Barlow Condensed" font-weight="500"{fill}{extra}>{escape(said)}</text>'
    )


def _svg(high: float, label: str, *parts: str) -> str:
    body = "".join(parts)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDE} {high:g}" role="img" '
        f'aria-label="{escape(label, quote=True)}">{body}</svg>'
    )


def _line(
    x: float, y: float, to_x: float, to_y: float, colour: str = "var(--line)", **more: str
) -> str:
    extra = "".join(f' {name.replace("_", "-")}="{value}"' for name, value in more.items())
    return (
        f'<line x1="{x:.1f}" y1="{y:.1f}" x2="{to_x:.1f}" y2="{to_y:.1f}" '
        f'stroke="{colour}"{extra}/>'
    )


def _dot(x: float, y: float, side: str, seats: Sequence[str], size: float = 4) -> str:
    colour = colour_of(side, seats)
    if seats and side == seats[-1] and len(seats) > 1:
        return (
            f'<rect x="{x - size + 0.5:.1f}" y="{y - size + 0.5:.1f}" width="{2 * size - 1:g}" '
            f'height="{2 * size - 1:g}" fill="{colour}"/>'
        )
    return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{size:g}" fill="{colour}"/>'


def number(value: float) -> str:
    """Return a figure as an axis says it."""
    if value == int(value):
        return f"{value:.0f}"
    return f"{value:.1f}" if abs(value) >= 1 else f"{value:.2g}"


def shares(rows: Sequence[Share], seats: Sequence[str], sides: Sequence[str]) -> str:
    """Return shares with their intervals, one below the other; `sides` colours them."""
    step, x0, x1 = 38, 8, WIDE - 12
    high = step * len(rows) + 22
    parts: list[str] = []
    for tick in (0, 0.25, 0.5, 0.75, 1):
        x = x0 + tick * (x1 - x0)
        anchor = "start" if tick == 0 else "end" if tick == 1 else "middle"
        parts.append(_line(x, 4, x, high - 16))
        parts.append(_text(x, high - 3, f"{tick:.0%}", anchor))
    for place, (row, side) in enumerate(zip(rows, sides, strict=True)):
        y = step * place + 27
        low, most = (x0 + each * (x1 - x0) for each in row.interval)
        colour = colour_of(side, seats)
        said = f"{row.name}: {row.share:.0%} ({row.times})"
        parts.append(_text(x0 + 2, y - 11, said, size=13, fill="var(--ink)"))
        parts.append(_line(low, y, most, y, colour, stroke_width="3", stroke_opacity="0.55"))
        parts += [_line(end, y - 4, end, y + 4, colour, stroke_width="2") for end in (low, most)]
        parts.append(_dot(x0 + row.share * (x1 - x0), y, side, seats, 5))
    label = "; ".join(f"{row.name} {row.share:.0%}" for row in rows)
    return _svg(high, label, *parts)


def courses(chart: Courses, seats: Sequence[str]) -> str:
    """Return means over the turns; a band holds eight games of ten."""
    high = 170
    ends = [value for each in chart.lines for value in (*each.lows, *each.highs)]
    least, most, ticks = _axis(min(0.0, *ends), max(ends))
    count = len(chart.turns)

    def x(place: float) -> float:
        return _LEFT + (WIDE - _LEFT - _RIGHT) * (place / max(1, count - 1))

    def y(value: float) -> float:
        return _TOP + (high - _TOP - _FOOT) * (most - value) / (most - least)

    parts = [_line(_LEFT, y(tick), WIDE - _RIGHT, y(tick)) for tick in ticks]
    parts += [_text(_LEFT - 4, y(tick) + 4, number(tick), "end") for tick in ticks]
    parts += _turns(chart.turns, x, high)
    for each in chart.lines:
        colour = colour_of(each.side, seats)
        there = [f"{x(i):.1f},{y(value):.1f}" for i, value in enumerate(each.highs)]
        back = [f"{x(i):.1f},{y(value):.1f}" for i, value in enumerate(each.lows)]
        points = " ".join((*there, *reversed(back)))
        parts.append(f'<polygon points="{points}" fill="{colour}" fill-opacity="0.16"/>')
    for each in chart.lines:
        colour = colour_of(each.side, seats)
        points = " ".join(f"{x(i):.1f},{y(value):.1f}" for i, value in enumerate(each.means))
        dashed = ' stroke-dasharray="6 3"' if len(seats) > 1 and each.side == seats[-1] else ""
        parts.append(
            f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="2.4" '
            f'stroke-linejoin="round"{dashed}/>'
        )
        for place, (mean, interval) in enumerate(zip(each.means, each.intervals, strict=True)):
            at = x(place)
            parts.append(
                _line(at, y(interval.low), at, y(interval.high), colour, stroke_width="1.6")
            )
            parts.append(_dot(at, y(mean), each.side, seats, 3.2))
    said = "; ".join(
        f"{each.name} from {number(round(each.means[0], 1))} to {number(round(each.means[-1], 1))}"
        for each in chart.lines
    )
    return _svg(high, f"{chart.title}: {said}", *parts)


def _turns(turns: Sequence[int], x: Callable[[float], float], high: float) -> list[str]:
    every = max(1, ceil(len(turns) / 14))
    return [
        _text(x(place), high - 4, str(turn), "middle")
        for place, turn in enumerate(turns)
        if place % every == 0
    ]


def _axis(least: float, most: float) -> tuple[float, float, list[float]]:
    """Return round ends of an axis, and its ticks."""
    if most <= least:
        most = least + 1
    rough = (most - least) / 4
    size = 10 ** floor(log10(rough))
    step = next(size * each for each in (1, 2, 2.5, 5, 10) if size * each >= rough - 1e-12)
    first, last = floor(least / step + 1e-9), ceil(most / step - 1e-9)
    ticks = [step * each for each in range(first, last + 1)]
    return ticks[0], ticks[-1], ticks


def histogram(
    values: Sequence[float], label: str, sides: Sequence[str], seats: Sequence[str]
) -> str:
    """Return how often each value came; a bar is parted by the side of its games."""
    least, most = min(values), max(values)
    whole = all(value == int(value) for value in values)
    if whole and most - least <= 16:
        width, first, bars = 1.0, least - 0.5, int(most - least) + 1
    else:
        low, high_end, _ = _axis(least, most)
        bars = min(16, max(6, ceil(sqrt(len(values)) * 1.5)))
        width, first = (high_end - low) / bars, low
    kinds = [*seats, ""]
    counts = [[0] * len(kinds) for _ in range(bars)]
    for value, side in zip(values, sides, strict=True):
        place = min(bars - 1, int((value - first) / width))
        counts[place][kinds.index(side) if side in kinds else -1] += 1
    high = 150
    top = max(sum(each) for each in counts)
    _, peak, ticks = _axis(0, top)
    ticks = [tick for tick in ticks if tick == int(tick)]

    def y(count: float) -> float:
        return _TOP + (high - _TOP - _FOOT) * (peak - count) / peak

    per = (WIDE - _LEFT - _RIGHT) / bars
    parts = [_line(_LEFT, y(tick), WIDE - _RIGHT, y(tick)) for tick in ticks]
    parts += [_text(_LEFT - 4, y(tick) + 4, number(tick), "end") for tick in ticks]
    for place, stack in enumerate(counts):
        below = 0
        for kind, count in zip(kinds, stack, strict=True):
            if count:
                parts.append(
                    f'<rect x="{_LEFT + place * per + 1:.1f}" y="{y(below + count):.1f}" '
                    f'width="{max(1, per - 2):.1f}" height="{y(below) - y(below + count):.1f}" '
                    f'fill="{colour_of(kind, seats)}" fill-opacity="0.85"/>'
                )
                below += count
    if width == 1.0 and whole:
        every = max(1, ceil(bars / 12))
        for place in range(0, bars, every):
            at = _LEFT + (place + 0.5) * per
            parts.append(_text(at, high - 4, number(least + place), "middle"))
    else:
        for place in range(0, bars + 1, max(1, bars // 4)):
            at = _LEFT + place * per
            said = number(round(first + place * width, 2))
            parts.append(_text(at, high - 4, said, "middle"))
    return _svg(high, f"{label}: from {number(least)} to {number(most)}", *parts)


def lucks(found: Sequence[Luck], seats: Sequence[str]) -> str:
    """Return the luck of the first seat, a histogram parted by who won."""
    values = [each.luck for each in found]
    return histogram(values, "Luck", [each.winner for each in found], seats)


def heat_map(heat: Heat, plan: Plan, numbers: Sequence[str], seats: Sequence[str]) -> HeatMap:
    """Return shaded hexes over the window of the map, in its units."""
    window = plan.window
    wide, high = window.right - window.left, window.foot - window.top
    most = max(abs(value) for value in heat.values.values())
    signed = heat.what == "ground"
    hue = dict(zip(seats, _SEATS, strict=False)).get(heat.side, "both")
    shades: dict[tuple[str, int], list[str]] = {}
    places = dict(zip(numbers, plan.centres, strict=True))
    half, side = plan.hex / 2, plan.side
    slant = side / 2
    cell = (
        f"l{half:.1f} {slant:.1f}v{side:.1f}l{-half:.1f} {slant:.1f}"
        f"l{-half:.1f} {-slant:.1f}v{-side:.1f}z"
    )
    for name, value in heat.values.items():
        if name not in places or not value:
            continue
        colour = hue if not signed else _SEATS[0] if value > 0 else _SEATS[1]
        x, y = places[name]
        shade = max(1, ceil(LEVELS * sqrt(abs(value) / most)))
        shades.setdefault((colour, shade), []).append(
            f"M{x - window.left:.1f} {y - window.top - side:.1f}{cell}"
        )
    paths = "".join(
        f'<path d="{"".join(cells)}" fill="{_HEAT[colour]}" fill-opacity="{opacity(shade):.2f}"/>'
        for (colour, shade), cells in sorted(shades.items())
    )
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide:.1f} {high:.1f}" '
        f'aria-hidden="true">{paths}</svg>'
    )
    hues = _SEATS if signed else (hue,)
    return HeatMap(svg, most, tuple(_HEAT[each] for each in hues))


def opacity(shade: int) -> float:
    """Return how much of the ground a shade covers."""
    return 0.08 + 0.80 * shade / LEVELS


class Span(NamedTuple):
    """When something happened over many games."""

    name: str
    ends: tuple[float, float] | None
    """The earliest and the latest; None if it never happened."""
    middle: float | None
    history: float | None


def spans(rows: Sequence[Span], last: int, ticks: Sequence[tuple[int, str]]) -> str:
    """Return spans of time one below the other, each with its median and the historical time."""
    step, x0, x1 = 37, 12, WIDE - 14
    high = step * len(rows) + 22

    def at(turn: float) -> float:
        return x0 + (turn - 1) / max(1, last - 1) * (x1 - x0)

    parts: list[str] = []
    for turn, said in ticks:
        parts.append(_line(at(turn), 4, at(turn), high - 16))
        parts.append(_text(at(turn), high - 3, said, "middle"))
    for place, row in enumerate(rows):
        y = step * place + 27
        parts.append(_text(2, y - 11, row.name, fill="var(--ink)"))
        if row.ends is not None:
            low, high_end = (at(turn) for turn in row.ends)
            parts.append(_line(low, y, high_end, y, "var(--first)", stroke_width="3"))
        if row.history is not None:
            x = at(row.history)
            parts.append(
                f'<circle cx="{x:.1f}" cy="{y:.1f}" r="6" fill="none" stroke="var(--ink)" '
                'stroke-width="1.5"/>'
            )
        if row.middle is not None:
            x = at(row.middle)
            parts.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3.5" fill="var(--first)"/>')
    return _svg(high, "When each event happened", *parts)
