"""Colours, lines and sizes of the survey's sheets, in units (see `frame`)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from bocage.press.lettering import Halo
from bocage.press.tokens import MAP


@dataclass(frozen=True, slots=True)
class Palette:
    """The inks of a sheet printed in seven colours on buff paper."""

    paper: str = MAP.paper
    ground: str = "#f6f0df"
    frame: str = "#2a2418"
    ink: str = MAP.ink
    quiet: str = "#5d5240"
    purple: str = "#6c3f86"
    """The grid and its figures."""
    tint: str = "#c9994c"
    hachure: str = MAP.relief
    polder: str = "#dce8d6"
    ditch: str = "#6f9fb2"
    heath: str = "#ead9d4"
    tuft: str = "#8b6a7d"
    marsh: str = "#d9e5d6"
    reed: str = "#4f8199"
    wood: str = "#bfd1a0"
    wood_edge: str = "#7f9a62"
    tree: str = "#56773c"
    wall: str = "#b4a277"
    garrigue: str = "#e2d3ad"
    rock: str = "#8d7448"
    water: str = "#8fbcd4"
    water_edge: str = "#2b5f8a"
    stream: str = "#2f6f9f"
    water_name: str = MAP.water_name
    lake: str = "#b9d7e2"
    sea: str = "#a9cbd8"
    shoal: str = "#d3e6e6"
    waterline: str = "#5d93ad"
    shore: str = "#24506f"
    cliff: str = "#4c3216"
    fort: str = "#231c14"
    lines: str = "#8c1d18"
    """The works of the Victoria Lines."""
    rail: str = "#211c15"
    casing: str = "#4a2418"
    route: str = "#d43f28"
    double: str = "#e58a3c"
    single: str = "#f0b45c"
    minor: str = "#fbf3d6"
    track: str = "#6b4a2a"
    town: str = "#5a2119"
    town_ground: str = "#e3b79d"
    bridge: str = "#17130d"
    zone: str = "#173f86"
    airfield: str = "#4d2c66"
    beach: str = "#b8892c"
    air: str = "#7a2d63"
    control: str = "#a01c16"


INK: Final = Palette()

HALO: Final = Halo("#f8f3e4", 2.8, 0.9)
HALO_WIDE: Final = Halo("#f8f3e4", 3.8, 0.9)
HALO_THIN: Final = Halo("#f8f3e4", 2.0, 0.85)


@dataclass(frozen=True, slots=True)
class Lines:
    """Widths of lines."""

    river_least: float = 6.5
    canal: float = 4.6
    canal_fill: float = 2.3
    canal_tick: float = 7.0
    stream: tuple[float, float] = (1.3, 2.5)
    route: float = 4.4
    double: float = 3.9
    single: float = 3.0
    minor: float = 2.0
    casing: float = 1.5
    """Added to the width of a road for its edges."""
    rail: float = 1.25
    tie: float = 4.6
    tie_every: float = 6.5


LINES: Final = Lines()


@dataclass(frozen=True, slots=True)
class Sizes:
    """Sizes of lettering."""

    city: float = 26.0
    large_town: float = 19.0
    town: float = 16.5
    village: float = 12.8
    hamlet: float = 11.2
    great_water: float = 18.0
    water: float = 12.4
    ground: float = 12.0
    region: float = 21.0
    mark: float = 9.6
    figure: float = 10.6
    figure_ten: float = 16.0


SIZES: Final = Sizes()
