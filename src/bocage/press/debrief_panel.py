"""The counterfactual panel of OP COM on a sheet of A3: three charts beside what was planned or so.

The front each evening by letters and tints, with a corner for history where it differed;
points over the road as bars; steps of divisions as steps. Lengths are millimetres.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Final

from bocage.games.opcom.debrief.counterfactual import Course, Evenings, Flow, Panel
from bocage.press import tokens
from bocage.press import type as typ
from bocage.press.lettering import text
from bocage.press.svg import Drawing, Element, layer, line, path, rect

WIDE, HIGH = 420.0, 297.0
_EDGE = 14.0
_HALF = 196.0
"""The left edge of the right half."""
_TINTS: Final[Mapping[str, str]] = {
    "A": tokens.NATIONS["uk"].base,
    "X": tokens.NATIONS["heer"].base,
    "C": "#e9b0a2",
    "-": tokens.LIGHT.card,
}
_INK, _MUTED = tokens.LIGHT.ink, tokens.LIGHT.muted
_STUB = 52.0
"""Room for names."""
_NAME, _SMALL = 4.0, 3.0


def draw_panel(title: str, panel: Panel) -> Drawing:
    """Return the sheet."""
    body = [
        rect(0, 0, WIDE, HIGH, fill=tokens.LIGHT.card),
        text((_EDGE, 20), f"{title}: what might have been", tokens.TITLE, 9.5, _INK),
        layer("front", *_front(panel)),
        layer("road", *_flows(panel)),
        layer("divisions", *_courses(panel)),
    ]
    return Drawing(WIDE, HIGH, "mm", (WIDE, HIGH), tuple(body), f"{title}: counterfactual panel")


def _head(x: float, y: float, words: str, note: str) -> list[Element]:
    return [
        text((x, y), words, tokens.TOWN, 5.6, _INK),
        text((x, y + 4.6), note, tokens.PROSE_ITALIC, 3.4, _MUTED),
    ]


def _named(x: float, y: float, name: str) -> Element:
    size = typ.fitted(name, tokens.VILLAGE, _NAME, _STUB - 2)
    return text((x, y), name, tokens.VILLAGE, size, _INK)


def _front(panel: Panel) -> list[Element]:
    """Return a row for a place, a cell for an evening; the corner is history where it was
    otherwise.
    """
    if not panel.front or not panel.dates:
        return []
    beside = any(each.history for each in panel.front)
    note = f"The corner has {panel.yardstick} where it differed." if beside else ""
    found = _head(_EDGE, 32, "The front each evening", note)
    room = _HALF - _EDGE - _STUB - 8
    cell = min(16.0, room / len(panel.dates))
    tall = min(11.5, (HIGH - 84) / len(panel.front))
    top = 46.0
    for i, date in enumerate(panel.dates):
        at = (_EDGE + _STUB + (i + 0.5) * cell, top - 1.6)
        found.append(text(at, date[-2:], tokens.NUMERAL_MEDIUM, 3.8, _MUTED, anchor="middle"))
    for row, each in enumerate(panel.front):
        found += _evenings(each, top + row * tall, cell, tall)
    return [*found, *_key(top + len(panel.front) * tall + 7)]


def _evenings(each: Evenings, y: float, cell: float, tall: float) -> list[Element]:
    found = [_named(_EDGE, y + tall * 0.66, each.name)]
    for i, letter in enumerate(each.found):
        x = _EDGE + _STUB + i * cell
        found.append(
            rect(x, y, cell, tall, fill=_TINTS[letter], stroke=tokens.LIGHT.line, stroke_width=0.3)
        )
        at = (x + cell * 0.42, y + tall * 0.68)
        found.append(text(at, letter, tokens.NUMERAL, 4.6, _INK, anchor="middle"))
        then = each.history[i] if i < len(each.history) else letter
        if then != letter:
            right, foot = x + cell, y + tall
            back = f"h{-cell * 0.55:.2f}L{right:.2f} {y + tall * 0.2:.2f}z"
            corner = f"M{right:.2f} {foot:.2f}{back}"
            found.append(path(corner, fill=_TINTS[then], stroke=_INK, stroke_width=0.25))
            spot = (x + cell * 0.83, y + tall * 0.9)
            found.append(text(spot, then, tokens.NUMERAL_MEDIUM, 3.0, _INK, anchor="middle"))
    return found


def _key(y: float) -> list[Element]:
    found: list[Element] = []
    x = _EDGE
    for letter, words in (("A", "Allies"), ("X", "Axis"), ("C", "both"), ("-", "nobody")):
        box = rect(x, y, 7, 5, fill=_TINTS[letter], stroke=tokens.LIGHT.line, stroke_width=0.3)
        at = (x + 3.5, y + 3.9)
        found += [box, text(at, letter, tokens.NUMERAL, 3.8, _INK, anchor="middle")]
        found.append(text((x + 9, y + 4), words, tokens.PROSE, 4.0, _INK))
        x += 14 + typ.width(words, tokens.PROSE, 4.0)
    return found


def _flows(panel: Panel) -> list[Element]:
    """Bars of unit points, one small chart for each crossing or beach, all to one scale."""
    if not panel.flows:
        return []
    planned = any(each.planned for each in panel.flows)
    words = "What came over the beaches" if planned else "What the road carried"
    note = "Unit points a turn" + ("; the outline is the landing table." if planned else ".")
    found = _head(_HALF, 32, words, note)
    top, deep = 42.0, 92.0 / len(panel.flows)
    most = max([1, *(n for each in panel.flows for n in (*each.points, *each.planned))])
    for row, each in enumerate(panel.flows):
        found += _bars(each, top + row * deep, deep * 0.82, most)
    return [*found, *_axis(panel.turns, top + len(panel.flows) * deep + 1)]


def _bars(each: Flow, y: float, tall: float, most: int) -> list[Element]:
    step = _step(len(each.points))
    foot = y + tall
    found = [
        _named(_HALF, foot - tall * 0.3, each.name),
        text((_HALF, foot), f"{sum(each.points)} in all", tokens.PROSE, _SMALL, _MUTED),
        line((_left(), foot), (_left() + step * len(each.points), foot), stroke=_MUTED,
             stroke_width=0.3),
    ]  # fmt: skip
    for i, n in enumerate(each.planned):
        if n:
            high = tall * n / most
            at = (_left() + i * step + step * 0.08, foot - high)
            outline = rect(*at, step * 0.84, high, fill="none", stroke=_INK, stroke_width=0.35)
            found.append(outline)
    for i, n in enumerate(each.points):
        if n:
            high = tall * n / most
            x = _left() + i * step + step * 0.2
            found.append(rect(x, foot - high, step * 0.6, high, fill=tokens.LIGHT.action))
            at = (x + step * 0.3, foot - high - 0.6)
            found.append(text(at, str(n), tokens.NUMERAL_LIGHT, 2.7, _INK, anchor="middle"))
    return found


def _left() -> float:
    return _HALF + _STUB


def _step(turns: int) -> float:
    return (WIDE - _EDGE - _left()) / max(1, turns)


def _axis(turns: Sequence[str], y: float) -> list[Element]:
    step = _step(len(turns))
    return [
        text(
            (_left() + (i + 0.5) * step, y + 2),
            each.split()[0] if each.endswith("am") else "",
            tokens.NUMERAL_LIGHT,
            3.2,
            _MUTED,
            anchor="middle",
        )
        for i, each in enumerate(turns)
    ]


def _courses(panel: Panel) -> list[Element]:
    """Return the share of its steps that each division has left, turn by turn."""
    if not panel.courses:
        return []
    found = _head(_HALF, 152, "What was left of the divisions", "Steps at the end of each turn.")
    top, deep = 162.0, 116.0 / len(panel.courses)
    for row, each in enumerate(panel.courses):
        found += _course(each, top + row * deep, deep * 0.78)
    return [*found, *_axis(panel.turns, top + len(panel.courses) * deep + 1)]


def _course(each: Course, y: float, tall: float) -> list[Element]:
    step, foot = _step(len(each.left)), y + tall
    tint = _TINTS["A" if each.side == "allied" else "X"]
    shares = [min(1.0, n / each.whole) if each.whole else 0.0 for n in each.left]
    points = [(_left() + i * step, foot - tall * share) for i, share in enumerate(shares)]
    ends = [*points, (_left() + len(shares) * step, points[-1][1])] if points else []
    outline = "".join(f"L{b[0]:.2f} {a[1]:.2f}L{b[0]:.2f} {b[1]:.2f}" for a, b in pairwise(ends))
    start = f"M{_left():.2f} {foot:.2f}L{ends[0][0]:.2f} {ends[0][1]:.2f}" if ends else ""
    area = f"{start}{outline}L{ends[-1][0]:.2f} {foot:.2f}z" if ends else ""
    said = f"{each.left[-1] if each.left else 0} of {each.whole}"
    return [
        _named(_HALF, foot - tall * 0.25, each.division),
        rect(_left(), y, step * len(shares), tall, fill="none", stroke=tokens.LIGHT.line,
             stroke_width=0.3),
        path(area, fill=tint, stroke=_INK, stroke_width=0.4),
        text((_left() + 1.2, foot - 1.0), said, tokens.NUMERAL_MEDIUM, _SMALL, _INK),
    ]  # fmt: skip
