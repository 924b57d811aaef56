"""Colours, type sizes and lines of the house, as data.

The look: a sheet of 1944 printed with love, on a table with modern manners. The map is
paper in both themes. Colours are `#rrggbb`; lengths on a map are units of a hex 60 units
wide from side to side; lengths on a counter are units of its 64-unit module. What is said
here about contrast and distance is measured in `tests/press`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal

from bocage.press.type import Face, face


@dataclass(frozen=True, slots=True)
class MapPalette:
    """Ground, water, towns, roads and the inks of names."""

    paper: str = "#f0e7cf"
    plain: str = "#efe3b9"
    bocage: str = "#cfd8a2"
    wood: str = "#8aa865"
    meadow: str = "#d3e0b0"
    high_ground: str = "#d8b784"
    polder: str = "#cfdcc0"
    sand: str = "#f4e3a6"
    sea_shallow: str = "#c3dde0"
    sea_deep: str = "#86b2c4"
    water: str = "#6ea3c6"
    water_casing: str = "#2f5f86"
    water_name: str = "#1f4f78"
    town_block: str = "#7d2a1e"
    town_ground: str = "#dba78c"
    village_block: str = "#8d3a2b"
    road_major: str = "#d9694a"
    road_minor: str = "#f2dda2"
    road_casing: str = "#5a2a1c"
    relief: str = "#7a4f26"
    slope_arrow: str = "#b3231c"
    front: str = "#a01c16"
    withdrawal: str = "#2c3840"
    corps_zone: str = "#6d5a8c"
    ink: str = "#231c14"
    ink_wood: str = "#1f3a15"
    ink_crest: str = "#5a3414"
    ink_number: str = "#3a3226"
    ink_number_opacity: float = 0.76
    halo_width: float = 3.0
    halo_opacity: float = 0.86
    grid: str = "#4b4436"
    grid_opacity: float = 0.42
    grid_light: str = "#fffbe8"
    grid_light_opacity: float = 0.30
    waterlines: tuple[float, ...] = (5, 11, 18, 27, 38, 52)
    """Distances of the waterlines from the shore."""


@dataclass(frozen=True, slots=True)
class MapLines:
    """Widths of lines on a map."""

    grid: float = 0.75
    grid_light: float = 1.9
    river_minor: tuple[float, float] = (1.8, 3.6)
    """At the head and at the mouth."""
    river_major: tuple[float, float] = (7.0, 9.5)
    river_casing: float = 2.0
    road: tuple[float, float] = (3.8, 2.2)
    """Casing and fill."""
    road_major: tuple[float, float] = (5.2, 3.3)
    rail: float = 1.3
    rail_tie: tuple[float, float] = (5, 10)
    """Length of a tie, and how far apart they stand."""
    canal: tuple[float, float] = (5.6, 3.2)
    canal_tick: float = 11
    front: float = 3.0
    front_dash: tuple[float, float] = (13, 6)
    front_glow: tuple[float, float] = (9, 0.20)
    """Width and opacity."""
    hachure: tuple[float, float] = (8, 14)
    hachure_every: float = 3


@dataclass(frozen=True, slots=True)
class MapType:
    """Sizes of lettering on a map."""

    number: float = 7.4
    village: float = 13.2
    river: float = 12.5
    town: float = 21.0
    great_town: float = 29.0


@dataclass(frozen=True, slots=True)
class InterfacePalette:
    """The inks round a map: margins, cards, charts, and the page."""

    bg: str
    card: str
    line: str
    bar: str
    ink: str
    muted: str
    action: str
    on_action: str
    danger: str
    good: str
    cite: str


MAP: Final = MapPalette()
MAP_LINES: Final = MapLines()
MAP_TYPE: Final = MapType()

LIGHT: Final = InterfacePalette(
    bg="#ece5d5",
    card="#fbf7ec",
    line="#d3c8ae",
    bar="#e4dbc6",
    ink="#2a2116",
    muted="#6b5d45",
    action="#1b5fb8",
    on_action="#ffffff",
    danger="#a01c16",
    good="#2c6e49",
    cite="#8a6410",
)
DARK: Final = InterfacePalette(
    bg="#17191c",
    card="#212529",
    line="#363b40",
    bar="#2f3439",
    ink="#ece5d5",
    muted="#a79f8d",
    action="#6aa7f0",
    on_action="#0c1420",
    danger="#ff8d7a",
    good="#7ccf9c",
    cite="#e5bf5f",
)

# --- Faces by what they are for -------------------------------------------------------------

TITLE: Final[Face] = face("alegreya-800")
TOWN: Final[Face] = face("alegreya-700")
WATER: Final[Face] = face("alegreya-500-italic")
REGION: Final[Face] = face("alegreya-500")
VILLAGE: Final[Face] = face("alegreya-sans-500")
PROSE: Final[Face] = face("alegreya-sans-400")
PROSE_ITALIC: Final[Face] = face("alegreya-sans-400-italic")
PROSE_BOLD: Final[Face] = face("alegreya-sans-700")
NUMERAL: Final[Face] = face("barlow-condensed-700")
NUMERAL_MEDIUM: Final[Face] = face("barlow-condensed-600")
NUMERAL_LIGHT: Final[Face] = face("barlow-condensed-500")
ORDERS_BOLD: Final[Face] = face("courier-prime-700")

# --- Counters -------------------------------------------------------------------------------

Corner = Literal["round", "cut"]
"""Side is a shape: Allied corners are round, Axis corners cut."""

BandPattern = Literal[
    "none",
    "solid",
    "split",
    "thirds",
    "lines",
    "diagonals",
    "checks",
    "halves",
    "notches",
    "pales",
]


@dataclass(frozen=True, slots=True)
class Nation:
    """The look of a nationality on a counter."""

    name: str
    corner: Corner
    base: str
    ink: str
    box: str
    """The field of the symbol; its glyph is always drawn in `GLYPH_INK`."""
    band: BandPattern = "none"
    band_colours: tuple[str, ...] = ()


GLYPH_INK: Final = "#14130f"
EDGE: Final = "#17120a"

NATIONS: Final[Mapping[str, Nation]] = {
    "us": Nation("United States", "round", "#8c9062", "#0e1006", "#f1efd8"),
    "uk": Nation("United Kingdom", "round", "#dcc189", "#1d1608", "#fbf4e2"),
    "canada": Nation("Canada", "round", "#d09a63", "#1d0f06", "#fbf1e4", "solid", ("#9c1f1a",)),
    "poland": Nation(
        "Poland", "round", "#e6d2c6", "#241012", "#fffaf6", "split", ("#ffffff", "#a8182c")
    ),
    "france": Nation(
        *("France", "round", "#cfc8a6", "#151522", "#faf8ee"),
        *("thirds", ("#1f3d7a", "#ffffff", "#b3202a")),
    ),
    "netherlands": Nation(
        *("Netherlands", "round", "#dcc189", "#1d1608", "#fbf4e2"),
        *("notches", ("#c2550f", "#ffffff")),
    ),
    "belgium": Nation(
        *("Belgium", "round", "#dcc189", "#1d1608", "#fbf4e2"),
        *("pales", ("#1a1a1a", "#f0c23c", "#b3202a")),
    ),
    "malta": Nation(
        "Malta", "round", "#dcc189", "#1d1608", "#fbf4e2", "halves", ("#ffffff", "#a8182c")
    ),
    "heer": Nation("German Army", "cut", "#8f9a97", "#0c1110", "#e6ecea"),
    "ss": Nation("Waffen-SS", "cut", "#33383b", "#f6f3e8", "#f1eee2", "lines", ("#d9d5c5",)),
    "luftwaffe": Nation(
        "Luftwaffe", "cut", "#8cb2cc", "#0c1a24", "#eaf3f8", "diagonals", ("#ffffff", "#1f4d73")
    ),
    "italy": Nation(
        "Italy", "cut", "#9eb6a0", "#0b1712", "#eef5ee", "checks", ("#ffffff", "#24602f")
    ),
}
"""By the word used in our counter tables."""

CORNER_ROUND: Final = 5.5
CORNER_CUT: Final = 8.7


@dataclass(frozen=True, slots=True)
class Detail:
    """The detail of a counter at one size, in units of its 64-unit module."""

    px: int
    box: tuple[float, float, float, float]
    """Symbol box: x, y, width, height."""
    frame: float
    glyph: float
    factor: float
    baseline: float
    names: bool
    size_mark: bool
    steps: bool


DETAILS: Final[Mapping[int, Detail]] = {
    64: Detail(64, (16, 13, 32, 22), 1.7, 1.9, 21, 57, names=True, size_mark=True, steps=True),
    48: Detail(48, (16, 13, 32, 22), 1.9, 2.3, 22, 57, names=False, size_mark=True, steps=True),
    32: Detail(
        32, (11.5, 5.5, 41, 27), 2.2, 2.7, 25, 58, names=False, size_mark=False, steps=False
    ),
}
"""By the number of pixels the counter is at least wide."""


@dataclass(frozen=True, slots=True)
class Tint:
    """A marker's ground and the ink of its picture and word."""

    ground: str
    ink: str


MARKER_TINTS: Final[Mapping[str, Tint]] = {
    "paper": Tint("#f3ead3", "#2a130d"),
    "allied": Tint("#e9dfbd", "#2b3a1e"),
    "german": Tint("#4f575c", "#f6f3e8"),
    "us": Tint("#8c9062", "#0e1006"),
    "uk": Tint("#dcc189", "#1d1608"),
    "canada": Tint("#d09a63", "#1d0f06"),
    "poland": Tint("#e6d2c6", "#7c1020"),
    "heer": Tint("#8f9a97", "#0c1110"),
    "ss": Tint("#33383b", "#f6f3e8"),
    "luftwaffe": Tint("#8cb2cc", "#0c1a24"),
    "sky": Tint("#cfe0ea", "#22323a"),
    "sea": Tint("#26384a", "#f1eee2"),
    "night": Tint("#2b2b2f", "#dcb64e"),
    "gold": Tint("#f5d567", "#4a3306"),
    "alarm": Tint("#a82a1b", "#ffffff"),
    "warning": Tint("#f0c23c", "#1c1508"),
    "report": Tint("#f6f3e6", "#5b1a4a"),
    "red": Tint("#a3271b", "#ffffff"),
    "green": Tint("#3f6b2a", "#ffffff"),
    "blue": Tint("#2a5488", "#ffffff"),
    "teal": Tint("#bcd3c8", "#0f3a2c"),
    "yellow": Tint("#f3cf3f", "#2a1f04"),
}
"""By the word used in the tables of markers."""
