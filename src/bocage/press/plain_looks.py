"""How the plain drawing shows each kind of thing: tint and mark, width and dash.

Every ground has a mark besides its tint, so that nothing rests on colour alone. Marks are
path data around the middle of a hex one unit wide. A word we do not know gets paper and
its first letter.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

PAPER: Final = "#f0e7cf"
INK: Final = "#231c14"
MUTED: Final = "#6b5d45"
SEA: Final = "#c3dde0"
WATER: Final = "#6ea3c6"
WATER_EDGE: Final = "#2f5f86"
WATER_NAME: Final = "#1f4f78"
TOWN: Final = "#7d2a1e"
ROAD: Final = "#f2dda2"
MAJOR_ROAD: Final = "#d9694a"
ROAD_EDGE: Final = "#5a2a1c"
RELIEF: Final = "#7a4f26"
FRONT: Final = "#a01c16"
LIMIT: Final = "#2c3840"
SERIF: Final = "Alegreya,Georgia,'Times New Roman',serif"
SANS: Final = "'Alegreya Sans','Gill Sans','Segoe UI',Helvetica,Arial,sans-serif"
DIGITS: Final = "'Barlow Condensed','Arial Narrow',Arial,sans-serif"


@dataclass(frozen=True, slots=True)
class Ground:
    """How a terrain looks."""

    tint: str
    mark: str = ""
    ink: str = "#6b5d45"
    filled: bool = False


_TREES = (
    "m-.2 .14a.075 .075 0 1 1 .13 0zm.16 .06a.085 .085 0 1 1 .15 0zm.14 -.12a.07 .07 0 1 1 .12 0z"
)
_HEDGES = "m-.26 -.04h.2v.2m.06 -.2h.22m-.3 .12h.3v.1"
_DASHES = "m-.24 -.02h.14m.1 0h.14m.1 0h.04m-.46 .12h.14m.1 0h.14m-.3 .12h.14"
_PEAKS = "m-.24 .14l.1 -.16l.1 .16m.06 0l.1 -.16l.1 .16"
_TUFTS = "m-.2 .02l.05 .1l.05 -.1m.12 .06l.05 .1l.05 -.1m.04 -.12l.05 .1l.05 -.1"
_REEDS = "m-.2 .1h.16m-.08 0v-.1m.14 .18h.16m-.08 0v-.1"
_DOTS = "m-.2 0h.02m.16 .06h.02m.14 -.08h.02m-.28 .16h.02m.16 .03h.02"
_WAVES = "m-.22 .06q.05 -.07 .1 0t.1 0t.1 0t.1 0"
_BLOCKS = "m-.18 -.02h.1v.1h-.1zm.14 .08h.1v.08h-.1zm.12 -.12h.08v.1h-.08z"
_WALLS = "m-.22 0h.18v.12h-.18zm.22 .02h.18v.12h-.18z"

GROUNDS: Final[dict[str, Ground]] = {
    "clear": Ground("#efe3b9"),
    "open": Ground("#efe3b9"),
    "plain": Ground("#efe3b9"),
    "fields": Ground("#efe3b9"),
    "bocage": Ground("#cfd8a2", _HEDGES, "#6f8048"),
    "woods": Ground("#9db77c", _TREES, "#3f6128", filled=True),
    "polder": Ground("#cfdcc0", _DASHES, "#3f7488"),
    "rough": Ground("#dfc59a", _PEAKS, "#7a4f26"),
    "hills": Ground("#dfc59a", _PEAKS, "#7a4f26"),
    "high": Ground("#dfc59a", _PEAKS, "#7a4f26"),
    "heath": Ground("#e4d3d2", _TUFTS, "#7f5170"),
    "garrigue": Ground("#e6d5ae", _TUFTS, "#7d6a3a"),
    "airfield": Ground("#e3dcc0"),
    "marsh": Ground("#d3e0c8", _REEDS, "#3f7488"),
    "sand": Ground("#f4e3a6", _DOTS, "#8a6410"),
    "dunes": Ground("#f4e3a6", _DOTS, "#8a6410"),
    "built-up": Ground("#dba78c", _BLOCKS, "#7d2a1e", filled=True),
    "town": Ground("#dba78c", _BLOCKS, "#7d2a1e", filled=True),
    "city": Ground("#dba78c", _BLOCKS, "#7d2a1e", filled=True),
    "port": Ground("#dba78c", _BLOCKS, "#7d2a1e", filled=True),
    "walled fields": Ground("#e8d8a4", _WALLS, "#8a6f3c"),
    "sea": Ground(SEA, _WAVES, "#3f7488"),
    "water": Ground("#a9cbd9", _WAVES, "#2f5f86"),
    "lake": Ground("#a9cbd9", _WAVES, "#2f5f86"),
}

UNKNOWN: Final = Ground(PAPER)


def ground(word: str) -> Ground:
    """How a terrain looks; a word that holds a known one (`open woods`) looks like it."""
    if word in GROUNDS:
        return GROUNDS[word]
    parts = re.split(r"[^a-z]+", word.lower())
    known = [each for each in reversed(parts) if each in GROUNDS]
    return GROUNDS[known[0]] if known else UNKNOWN


@dataclass(frozen=True, slots=True)
class Stroke:
    """How a line looks: a core, and a casing under it."""

    width: float
    colour: str
    edge: str = ""
    edge_width: float = 0.0
    dash: str = ""


STROKES: Final[dict[str, Stroke]] = {
    "major river": Stroke(5.0, WATER, WATER_EDGE, 7.0),
    "river": Stroke(2.4, WATER, WATER_EDGE, 3.8),
    "stream": Stroke(1.2, WATER_EDGE),
    "canal": Stroke(3.0, "#bfe0ee", WATER_EDGE, 4.8, "6 2"),
    "coast": Stroke(2.2, WATER_EDGE),
    "front": Stroke(3.0, FRONT, PAPER, 5.0, "10 5"),
    "limit": Stroke(2.6, LIMIT, PAPER, 4.2, "9 3 2 3 2 3"),
    "road": Stroke(2.0, ROAD, ROAD_EDGE, 3.4),
    "major road": Stroke(2.8, MAJOR_ROAD, ROAD_EDGE, 4.6),
    "railway": Stroke(1.8, "#fffbe8", "#2a2116", 3.2, "5 5"),
    "ridge": Stroke(1.6, RELIEF, dash="2 3"),
}

HACHURED: Final = frozenset({"slope", "escarpment", "cliff"})
"""Lines that are shown by short strokes pointing downhill."""
