"""The sheet of The Pocket at Falaise: how it is laid out, its margins and its key."""

from __future__ import annotations

import re
import tomllib
from importlib.resources import files
from typing import TYPE_CHECKING, Final

from bocage.press import tokens
from bocage.press.boxes import Box
from bocage.press.furniture import (
    Theme,
    at,
    compass,
    heading,
    holding_box,
    lines,
    prose,
    rule,
    scale_bar,
    title_block,
)
from bocage.press.lettering import text
from bocage.press.sheets.board import Board, Caption
from bocage.press.sheets.key import KeyRow, key, specimen
from bocage.press.sheets.layout import Layout
from bocage.press.sheets.plan import Plan
from bocage.press.svg import Element, Point, group, path, rect
from bocage.press.tracks import Cell, cup, moon, sun, track

if TYPE_CHECKING:
    from bocage.maps.pack import Pack
    from bocage.maps.records import Place

THEME: Final = Theme()
HEX: Final = 60.0
"""14.4 mm: a counter of 9/16 inch lies in it."""

_LEFT, _TOP = 54.0, 54.0
_RIM: Final = 8.0
_COLUMN: Final = (3306.0, 254.0)
"""Where the column at the right begins, and how wide it is."""
_BOX: Final = 62.0
"""Of the tracks: a counter and a little air."""

_NIGHT: Final = ("#35405a", "#f2ead2")
_DAY: Final = ("#f3e2a8", "#3a2a12")


def layout() -> Layout:
    """Return the layout of the sheet."""
    return Layout(THEME, board, margins)


def board(pack: Pack) -> Board:
    """Return the map on its sheet."""
    grid = pack.grid
    wide = (max(grid.xs) - min(grid.xs)) / 2 + 1
    high = (max(grid.ys) - min(grid.ys)) * 3**0.5 / 2 + 2 / 3**0.5
    window = Box(
        *(_LEFT, _TOP),
        *(_LEFT + wide * HEX + 2 * _RIM, _TOP + high * HEX + 2 * _RIM),
    )
    plan = Plan(pack, HEX, (_LEFT + _RIM, _TOP + _RIM), window)
    zones = tuple(a.id for a in pack.areas if a.id == "zone-86")
    return Board(
        plan,
        captions=tuple(_captions(plan)),
        zones=zones,
        extra_marks=tuple(_loc_mark(plan)),
    )


def _captions(plan: Plan) -> list[Caption]:
    chart = tokens.MAP
    found = [
        _country(plan, place)
        for place in plan.pack.places
        if place.kind == "label" and place.note == "country"
    ]
    red = "#a01c16"
    line = tokens.NUMERAL_MEDIUM
    for number in ("1332", "3640"):
        if number in plan.pack.grid:
            x, y = plan.centres[plan.pack.grid.hex(number)]
            found.append(
                Caption(
                    *("FRONT LINE, NIGHT OF 16 AUGUST", (x, y - 4), 11.5, red, line, 2.0),
                    kind="line",
                    roam=52,
                    halo=2.6,
                )
            )
    for area in plan.pack.areas:
        if area.id == "zone-86":
            centres = [plan.centres[h] for h in area.hexes]
            x, y = (sum(p[i] for p in centres) / len(centres) for i in (0, 1))
            found.append(
                Caption(
                    *(area.name.upper(), (x, y), 21, "#58457c", tokens.TOWN, 5.0),
                    kind="zone",
                    halo=3.0,
                )
            )
    for number in ("0906", "3006"):
        if number in plan.pack.grid:
            x, y = plan.centres[plan.pack.grid.hex(number)]
            found.append(
                Caption(
                    *("GERMAN WITHDRAWAL LINE", (x + 56, y), 13, chart.withdrawal, line, 3.4),
                    kind="line",
                    turned=90,
                    roam=150,
                    halo=2.6,
                )
            )
    return found


def _country(plan: Plan, place: Place) -> Caption:
    x, y = plan.centres[place.hex] if place.hex is not None else plan.earth(place.lat, place.lon)
    green = plan.pack.hexes[place.hex].terrain == "bocage" if place.hex is not None else False
    ink = "#5f7440" if green else "#94743a"
    said = place.name.upper().replace("\N{APOSTROPHE}", "’")
    return Caption(said, (x, y), 27, ink, tokens.WATER, 12, turned=-5, arch=8, roam=330)


def _loc_mark(plan: Plan) -> list[tuple[Box, Element]]:
    """Return the hex to which German lines of communication run."""
    number = plan.pack.facts.get("german-loc", "")
    if number not in plan.pack.grid:
        return []
    x, y = plan.centres[plan.pack.grid.hex(number)]
    x, y = x + 27, y + 18
    mark = group(
        rect(-18, -8.5, 36, 17, rx=2, fill="#3c474f", stroke="#f6eed8", stroke_width=1.2),
        text((0, 4), "G·LOC", tokens.NUMERAL, 11, "#f6eed8", anchor="middle", spacing=0.6),
    )
    return [(Box(x - 18, y - 9, x + 18, y + 9), at(x, y, mark))]


# --- Margins ------------------------------------------------------------------------------


def margins(of: Board) -> list[Element]:
    """Return everything beside the map."""
    foot = of.plan.window.foot
    column, wide = _COLUMN
    right = column + wide
    parts = [
        at(_LEFT, foot + 14, _title(500)),
        at(_LEFT + 528, foot + 34, _turns(of.plan.pack)),
        at(_LEFT + 528 + 672, foot + 34, _records("Allied general records", 21, _ALLIED)),
        at(right - 13 * (_BOX + 3) + 3, foot + 34, _records("German general records", 13, _GERMAN)),
    ]
    y = _TOP
    for element, high in (
        _orientation(of.plan, wide),
        terrain_key(THEME, of.plan.pack, wide, HEX),
        _lines_key(),
    ):
        parts.append(at(column, y, element))
        y += high
    parts.append(at(column, y, _boxes(wide, foot - y)))
    return parts


_ALLIED: Final = (
    "Movement points of the active corps; efficiency of US 80 and 4 Canadian Armoured; "
    "victory points (the marker's back adds 20)"
)
_GERMAN: Final = "Movement points of the active German corps"


def _title(wide: float) -> Element:
    note = "Hex ¾ mile (1.2 km) · relief is illustrative · Rabodanges lake (1960) is not shown"
    return group(
        title_block(
            THEME, "FALAISE", "The closing of the pocket, 16–21 August 1944", size=91, width=wide
        ),
        at(0, 107, rule(wide, THEME)),
        at(0, 122, lines([note], THEME, face=tokens.PROSE_ITALIC, size=10.2)),
    )


def _turns(pack: Pack) -> Element:
    """Return the turn record, its dates from the facts of the pack."""
    cells: list[Cell] = []
    for number in range(1, int(pack.facts.get("turns", "10")) + 1):
        told = pack.facts.get(f"turn-{number}", "")
        night = told.startswith("night")
        tint, ink = _NIGHT if night else _DAY
        found = re.search(r"of ([\d-]+) (\w{3})", told)
        date = f"{found[1].replace('-', '–')} {found[2]}" if found else ""
        note = ("Night" if night else "Day", date)
        cells.append(Cell(str(number), note, tint, ink, moon() if night else sun()))
    return group(
        heading("Turn record", THEME, size=15),
        at(0, 9, track(THEME, cells, columns=10, width=_BOX, height=_BOX, gap=3)),
    )


def _records(name: str, count: int, note: str) -> Element:
    cells = [Cell(str(number)) for number in range(count)]
    return group(
        heading(name, THEME, size=15),
        at(0, 9, track(THEME, cells, columns=count, width=_BOX, height=_BOX, gap=3)),
        at(0, 9 + _BOX + 12, lines([note], THEME, size=9.6)),
    )


def _orientation(plan: Plan, wide: float) -> tuple[Element, float]:
    turned = plan.pack.projection.rotation
    told = (f"True north lies {turned:g}° east of", "the map's north (red)")
    per_km = plan.hex / plan.pack.projection.hex_km
    steps = int((wide - 60) / per_km)
    return (
        group(
            at(wide / 2, 78, compass(THEME, 52, true_north=turned, caption=told)),
            at(
                *((wide - steps * per_km) / 2 - 10, 176),
                scale_bar(THEME, unit_per_km=per_km, step=1, steps=steps, name="km"),
            ),
        ),
        218,
    )


def _lines_key() -> tuple[Element, float]:
    chart, strokes = tokens.MAP, tokens.MAP_LINES
    dash = f"{strokes.front_dash[0]:g} {strokes.front_dash[1]:g}"

    def sample(y: float, **look: str | float) -> Element:
        points: tuple[Point, Point] = ((0, y), (52, y))
        (x, v), (u, w) = points
        return path(f"M{x} {v}L{u} {w}", fill="none", **look)

    parts = [
        sample(8, stroke=chart.front, stroke_width=9, stroke_opacity=0.2),
        sample(8, stroke=chart.front, stroke_width=3, stroke_dasharray=dash),
        sample(26, stroke=chart.withdrawal, stroke_width=2.7, stroke_dasharray="14 4 2.5 4 2.5 4"),
        *(
            path(f"M{x} 50l10 -12", stroke=chart.corps_zone, stroke_width=1.3, stroke_opacity=0.6)
            for x in range(0, 46, 7)
        ),
        sample(62, stroke="#3b352c", stroke_width=1.3),
        sample(62, stroke="#3b352c", stroke_width=5, stroke_dasharray="1.1 8.9"),
    ]
    for y, said in (
        (11, "Front on the night of 16 August"),
        (29, "German Withdrawal Line"),
        (47, "LXXXVI Corps Zone"),
        (65, "Railway: no effect"),
    ):
        parts.append(text((60, y), said, tokens.PROSE, 10.2, THEME.ink))
    return group(*parts), 84


def _boxes(wide: float, high: float) -> Element:
    """Return the boxes for units off the map, as deep as there is room."""
    rows = (
        ("Command cup", "corps chits to be drawn this turn", 1.0, cup(1.6)),
        ("Corps kept out", "58 Corps, Counterattack, 86 Corps", 0.8, None),
        ("Airstrikes and artillery", "available this turn", 0.9, None),
        ("Reinforcements to come", "", 0.9, None),
        ("Eliminated: German", "", 1.25, None),
        ("Eliminated: Allied", "", 1.1, None),
    )
    gap = 7.0
    unit = (high - gap * (len(rows) - 1)) / sum(row[2] for row in rows)
    parts: list[Element] = []
    y = 0.0
    for title, note, share, picture in rows:
        deep = unit * share
        parts.append(
            at(0, y, holding_box(THEME, wide, deep, title, note=note, picture=picture, size=12.5))
        )
        y += deep + gap
    return group(*parts)


# --- The key -----------------------------------------------------------------------------

_HEADS: Final = ("MP", "Assault", "Bomb.", "Op-fire")


def terrain_key(theme: Theme, pack: Pack, wide: float, hex_width: float) -> tuple[Element, float]:
    """Return the key as wide as said, and its height."""
    effects = _effects()

    named = (
        ("Clear", "clear", "clear", ""),
        ("Bocage", "bocage", "bocage", ""),
        ("Woods", "woods", "woods", ""),
        ("Crest", "crest", "crest", "light edge"),
        ("Slope", "slope", "slope", "red arrows"),
        ("Village", "village", "village", ""),
        ("Town", "town", "town", ""),
        ("Argentan", "argentan", "argentan", ""),
        ("River", "river", "river", ""),
        ("Dives, Orne", "major river", "dives or orne", ""),
        ("Bridge", "bridge", "bridge", ""),
        ("Ford", "ford", "ford", ""),
        ("Road", "road", "road", "red: national"),
    )
    rows = [
        KeyRow(name, specimen(pack, word, hex_width), effects[row], note)
        for name, word, row, note in named
    ]
    made, high = key(theme, "Terrain effects", _HEADS, rows, wide)
    note, deep = prose(
        "Dice modifiers; MP is the cost to enter or cross. Armour neither crosses the Trun "
        "bridge nor attacks or has a zone of control over it.",
        *(theme, wide),
        size=9.4,
    )
    return group(made, at(0, high + 11, note)), high + deep + 16


def _effects() -> dict[str, tuple[str, str, str, str]]:
    """Movement cost, assault, bombardment and op-fire of each terrain, from the game's chart."""
    file = files("bocage.games.falaise") / "data" / "charts.toml"
    rows = tomllib.loads(file.read_text(encoding="utf-8"))["terrain"]["rows"]
    found: dict[str, tuple[str, str, str, str]] = {}
    for name, points, mechanized, allied, assault, bombardment, op_fire in rows:
        cost = _said(points, plus=False)
        if mechanized != points:
            cost += f"; mech. {str(mechanized).removesuffix(' by road')}"
        if allied != points:
            cost += f"; Allies {allied}"
        found[name] = cost, _said(assault), _said(bombardment), _said(op_fire)
    return found


def _said(value: object, *, plus: bool = True) -> str:
    """Return a cell of the chart as the key has room for it."""
    if isinstance(value, int):
        if plus and not value:
            return "–"
        return str(value).replace("-", "−")
    words = {"other": "as ground", "extended range": "range +2", "+1 down slope": "+1 down"}
    return words.get(str(value), str(value))
