"""The sheet of Operation Roundup: the map at the right, the rest on panels in the Channel."""

from __future__ import annotations

import math
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Final

from bocage.games.roundup.board.charts import WEATHERS, Charts, load_charts
from bocage.maps.shapes import inside
from bocage.press import tokens, tracks
from bocage.press.boxes import Box
from bocage.press.furniture import (
    Theme,
    at,
    compass,
    heading,
    holding_box,
    lines,
    panel,
    rule,
    scale_bar,
    title_block,
)
from bocage.press.lettering import text
from bocage.press.sheets import far_shore
from bocage.press.sheets.board import Board, Caption
from bocage.press.sheets.key import KeyRow, key, specimen
from bocage.press.sheets.layout import Layout
from bocage.press.sheets.plan import VIEW, Plan
from bocage.press.svg import Element, group, line, path
from bocage.press.tracks import Cell, anchor, cup, landing_arrow, track

if TYPE_CHECKING:
    from bocage.maps.pack import Pack
    from bocage.press.svg import Point

THEME: Final = Theme(accent="#22465a", cell="#f7f0dd", paper="#f3ead3")
HEX: Final = 74.0
"""17.8 mm: a counter of 5/8 inch lies in it with room to spare."""

_EDGE: Final = 44.0
_EAST: Final = 58.0
"""From the last hexes to the eastern neat line."""
_SOUTH: Final = 62.0

_TITLE: Final = Box(84, 84, 744, 324)
_TURNS: Final = Box(84, 354, 744, 634)
_WEATHER: Final = Box(84, 664, 744, 836)
_KEY: Final = Box(84, 866, 744, 1592)
_CUPS: Final = Box(84, 1622, 744, 2244)
_POOLS: Final = Box(790, 1010, 1450, 1592)
_LOST: Final = Box(790, 1622, 1450, 2244)
_PANELS: Final = (_TITLE, _TURNS, _WEATHER, _KEY, _CUPS, _POOLS, _LOST)

_SEA_INK: Final = "#2f6078"


def layout() -> Layout:
    """Return the layout of the sheet."""
    return Layout(THEME, board, margins)


def board(pack: Pack) -> Board:
    """Return the map on its sheet."""
    grid = pack.grid
    wide = (max(grid.xs) - min(grid.xs)) / 2 + 1
    high = (max(grid.ys) - min(grid.ys)) * 3**0.5 / 2 + 2 / 3**0.5
    window = Box(_EDGE, _EDGE, VIEW[0] - _EDGE, VIEW[1] - _EDGE)
    origin = window.right - _EAST - wide * HEX, window.foot - _SOUTH - high * HEX
    plan = Plan(pack, HEX, origin, window)
    victory = tuple(a.id for a in pack.areas if a.id == "allied-victory")
    compass_box = Box(960, 250, 1280, 620)
    return Board(
        plan,
        captions=tuple(_captions(plan)),
        extra_marks=tuple(far_shore.marks(plan)),
        far_shore=far_shore.line(plan),
        victory=victory,
        panels=(*(p.grown(12) for p in _PANELS), compass_box),
    )


def _captions(plan: Plan) -> list[Caption]:
    found: list[Caption] = []
    seas = {
        "mer-du-nord": (-13, 40.0, (-60.0, 10.0)),
        "detroit": (-27, 46.0, (-70.0, -40.0)),
        "manche": (-90, 46.0, (-10.0, 0.0)),
    }
    for place in plan.pack.places:
        x, y = plan.earth(place.lat, place.lon)
        if place.size == "sea":
            turn, size, (dx, dy) = seas.get(place.id, (0, 34.0, (0.0, 0.0)))
            found.append(
                Caption(
                    *(place.name.upper(), (x + dx, y + dy), size, _SEA_INK, tokens.WATER, 16),
                    kind="sea",
                    turned=turn,
                    roam=260,
                )
            )
        elif place.size == "region":
            ink = "#5d7d5c" if place.name in {"Wateringues", "Marquenterre"} else "#94743a"
            size = 38 if place.name == "Artois" else 24 if place.name == "Marquenterre" else 30
            found.append(
                Caption(
                    *(place.name.upper(), (x, y), size, ink, tokens.WATER, size * 0.45),
                    turned=-7,
                    roam=300,
                )
            )
    found.append(
        Caption(*("KENT", plan.earth(51.105, 1.06), 26, "#94743a", tokens.WATER, 12), roam=60)
    )
    rim = plan.rim
    red = "#a0281c"
    face = tokens.NUMERAL_MEDIUM
    found.append(
        Caption(
            *(
                "VICTORY: EAST EDGE FROM 2301 SOUTH",
                (rim.right + 26, rim.foot - 900),
                14,
                red,
                face,
            ),
            *(3.0, "line"),
            turned=-90,
            roam=240,
        )
    )
    found.append(
        Caption(
            *("VICTORY: SOUTH EDGE", (rim.right - 700, rim.foot + 38), 14, red, face, 3.0, "line"),
            roam=240,
        )
    )
    return found


# --- Margins ------------------------------------------------------------------------------


def margins(of: Board) -> list[Element]:
    """Return everything beside the map."""
    pack = of.plan.pack
    charts = _charts()
    made = (
        (_TITLE, _title(of.plan)),
        (_TURNS, _turns()),
        (_WEATHER, _weather(charts)),
        (_KEY, terrain_key(THEME, pack, charts, HEX)),
        (_CUPS, _cups()),
        (_POOLS, _pools()),
        (_LOST, _lost()),
    )
    parts = [_rhumbs(of, (1120, 440), 640), at(1120, 440, compass(THEME, 118))]
    for box, what in made:
        parts.append(
            at(box.left, box.top, panel(box.right - box.left, box.foot - box.top, THEME), what)
        )
    return parts


def _rhumbs(of: Board, middle: Point, far: float) -> Element:
    """Return the bearings of a sea chart, fading away from the compass and ending at the shore."""
    x, y = middle
    parts: list[Element] = []
    for i in range(32):
        turn = math.radians(i * 11.25)
        c, s = math.sin(turn), -math.cos(turn)
        reach = far if i % 4 == 0 else far * 0.72 if i % 2 == 0 else far * 0.5
        for n in range(4):
            a, b = 118 + (reach - 118) * n / 4, 118 + (reach - 118) * (n + 1) / 4
            wet = _wet(of, middle, (c, s), a, b)
            if wet <= a:
                break
            parts.append(
                line(
                    *((x + c * a, y + s * a), (x + c * wet, y + s * wet)),
                    stroke=_SEA_INK,
                    stroke_width=1.1 if i % 4 == 0 else 0.7,
                    stroke_opacity=0.34 - 0.075 * n,
                )
            )
    return group(*parts)


def _wet(of: Board, middle: Point, way: Point, start: float, end: float) -> float:
    """Return the distance along a bearing to land or the edge of the map."""
    reached = start
    window = of.plan.window
    while reached < end:
        x, y = middle[0] + way[0] * (reached + 4), middle[1] + way[1] * (reached + 4)
        if not (window.left < x < window.right and window.top < y < window.foot):
            break
        if of.coast is not None and (of.coast.on_land(x, y) or inside(x, y, of.coast.far_land)):
            break
        reached += 4
    return min(reached, end)


@cache
def _charts() -> Charts:
    return load_charts(Path(str(files("bocage.games.roundup") / "data")))


def _title(plan: Plan) -> Element:
    middle = (_TITLE.right - _TITLE.left) / 2
    per_km = plan.hex / plan.pack.projection.hex_km
    note = "Hex 2 miles (3.25 km) · a turn is three days · relief is illustrative"
    return group(
        at(
            *(middle, 24),
            title_block(
                *(THEME, "ROUNDUP", "The Allies invade France, 1943"),
                size=98,
                over="Operation",
                anchor="middle",
            ),
        ),
        at(middle - 250, 172, rule(500, THEME)),
        at(middle, 194, lines([note], THEME, size=13, anchor="middle")),
        at(
            middle - 10 * per_km,
            206,
            scale_bar(THEME, unit_per_km=per_km, step=5, steps=4, name="km", size=11),
        ),
    )


def _turns() -> Element:
    cells: list[Cell] = []
    for number in range(1, 11):
        first = 3 * number - 2
        note: tuple[str, ...] = (f"days {first}–{first + 2}",)
        if number == 1:
            note = ("Invasion; clear", *note)
        if number == 10:
            note = ("Victory", *note)
        cells.append(Cell(str(number), note, "#f5dc95" if number == 1 else None))
    return group(
        at(20, 34, heading("Turn record and returns", THEME, size=19)),
        at(
            *(640, 33),
            lines(
                ["units that return wait on the turn of their return (8.4)"],
                *(THEME,),
                size=10.5,
                anchor="end",
            ),
        ),
        at(20, 48, track(THEME, cells, columns=5, width=120, height=104, gap=5, figure=30)),
    )


def _weather(charts: Charts) -> Element:
    pictures = (tracks.sun(2.0), tracks.cloud(2.0), tracks.storm(1.8))
    parts: list[Element] = [at(20, 34, heading("Weather", THEME, size=19))]
    for number, (name, picture) in enumerate(zip(WEATHERS, pictures, strict=True)):
        x = 20 + number * 98
        parts.append(at(x, 48, holding_box(THEME, 92, 104, "", tint="#e7efe9")))
        parts.append(at(x + 46, 92, picture))
        parts.append(
            text(
                (x + 46, 143),
                name.capitalize(),
                tokens.PROSE_BOLD,
                12.5,
                THEME.ink,
                anchor="middle",
            )
        )
    columns = [
        tracks.Column("Die", 0),
        *(tracks.Column(w.capitalize(), 110 + 68 * i, "middle") for i, w in enumerate(WEATHERS)),
    ]
    rows: list[list[str]] = []
    spans: dict[tuple[int, ...], list[int]] = {}
    for turn, faces in sorted(charts.weather.items()):
        spans.setdefault(faces, []).append(turn)
    for faces, turns in spans.items():
        cells = [f"Turns {turns[0]}–{turns[-1]}"]
        cells.extend(_faces([i + 1 for i, f in enumerate(faces) if f == w]) for w in range(3))
        rows.append(cells)
    made, _ = tracks.table(THEME, columns, rows, width=300, size=13, leading=1.75)
    parts.append(at(336, 50, made))
    return group(*parts)


def _faces(dice: list[int]) -> str:
    if not dice:
        return "–"
    return f"{dice[0]}" if len(dice) == 1 else f"{dice[0]}–{dice[-1]}"


def _cups() -> Element:
    boxes = (
        ("Cup 1: turn 1", "1E and 1S, from France, Belgium and the Netherlands"),
        ("Cup 2: turn 2", "2S, from France"),
        ("Cup 3: Italy", "by Hitler's strategy (13.3)"),
        ("Cup 4: Russia", "by Hitler's strategy (13.3)"),
    )
    parts: list[Element] = [at(20, 34, heading("German reinforcements", THEME, size=19))]
    wide, high = 307.0, 214.0
    for number, (title, note) in enumerate(boxes):
        x, y = 20 + (number % 2) * (wide + 6), 48 + (number // 2) * (high + 6)
        made = holding_box(THEME, wide, high, title, note=note, picture=cup(3.4), size=15)
        parts.append(at(x, y, made))
    parts.append(
        at(
            *(20, 48 + 2 * (high + 6)),
            holding_box(THEME, 307, 116, "Hitler's strategy", note="one drawn of four", size=15),
        )
    )
    parts.append(
        at(
            *(333, 48 + 2 * (high + 6)),
            holding_box(
                THEME, 307, 116, "1st and 2nd Airborne", note="set aside at set-up", size=15
            ),
        )
    )
    return group(*parts)


def _pools() -> Element:
    parts: list[Element] = [at(20, 34, heading("Allied reinforcements", THEME, size=19))]
    for number, (title, note) in enumerate(
        (
            ("United States: pool", "by US beachheads and ports, from turn 2"),
            ("United Kingdom: pool", "by UK beachheads and ports, from turn 2"),
        )
    ):
        made = holding_box(THEME, 307, 320, title, note=note, size=15)
        parts.append(at(20 + number * 313, 48, made))
    for number, title in enumerate(("Airborne, not yet dropped", "Markers not placed")):
        parts.append(at(20 + number * 313, 374, holding_box(THEME, 307, 188, title, size=15)))
    return group(*parts)


def _lost() -> Element:
    parts: list[Element] = [at(20, 34, heading("Eliminated", THEME, size=19))]
    for number, title in enumerate(("Allied", "German")):
        made = holding_box(THEME, 307, 554, title, size=15)
        parts.append(at(20 + number * 313, 48, made))
    return group(*parts)


def terrain_key(theme: Theme, pack: Pack, charts: Charts, hex_width: float) -> Element:
    """Return the key with its line of marks, for a panel 660 units wide."""

    def effects(word: str) -> tuple[str, str]:
        shift = charts.shifts.get(word, 0)
        points = charts.points[word]
        told = "–" if not shift else f"{-shift} left"
        return f"+{points}" if word == "water" else str(points), told

    named = (
        ("Clear", "clear", "clear", "beachheads, air drops"),
        ("Polder", "polder", "polder", "no column, no heavy panzers"),
        ("Woods", "woods", "woods", "–"),
        ("Rough", "rough", "rough", "–"),
        ("Town", "town", "town", "no concentric attack"),
        ("Port city", "port", "port", "no concentric attack"),
        ("River", "river", "water", "shift if all attackers cross"),
        ("Canal", "canal", "water", "shift if all attackers cross"),
    )
    rows = [
        KeyRow(name, specimen(pack, word, hex_width), (*effects(row), also))
        for name, word, row, also in named
    ]
    made, high = key(
        *(theme, "Terrain effects", ("MP", "Shift", "Also"), rows, 620),
        sample=58,
        size=14.5,
        name_width=92,
    )
    marks = group(
        at(24, 22, landing_arrow(1.25)),
        text((52, 27), "Landing site", tokens.PROSE, 13.5, theme.ink),
        at(176, 22, anchor(1.1)),
        text((200, 27), "Port", tokens.PROSE, 13.5, theme.ink),
        path("M262 22H318", stroke=tokens.MAP.road_casing, stroke_width=5.6),
        path("M262 22H318", stroke=tokens.MAP.road_major, stroke_width=3.6),
        text((326, 27), "Roads, railways: no effect", tokens.PROSE, 13.5, theme.ink),
        *(
            path(f"M{x} 30l13 -16", stroke="#a0281c", stroke_width=1.6, stroke_opacity=0.6)
            for x in range(500, 548, 8)
        ),
        text((566, 27), "Victory", tokens.PROSE, 13.5, theme.ink),
    )
    return group(at(20, 18, made), at(20, 24 + high, marks))
