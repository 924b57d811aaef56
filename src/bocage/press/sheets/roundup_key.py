"""The key of the Roundup sheet: specimens of the ground and what the rules make of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bocage.press import tokens
from bocage.press.furniture import Theme, at
from bocage.press.lettering import text
from bocage.press.sheets.key import KeyRow, key, specimen
from bocage.press.svg import Element, group, path
from bocage.press.tracks import anchor, landing_arrow

if TYPE_CHECKING:
    from bocage.games.roundup.board.charts import Charts
    from bocage.maps.pack import Pack


def terrain_key(theme: Theme, pack: Pack, charts: Charts, hex_width: float) -> Element:
    """The key with its line of marks, for a panel 660 units wide."""

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
