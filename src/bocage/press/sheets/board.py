"""A board: one map on its sheet, worked out once, and its layers from the ground up."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Final

from bocage.press import tokens, tracks
from bocage.press.boxes import Box
from bocage.press.furniture import at
from bocage.press.paths import straight
from bocage.press.sheets import (
    borders,
    far_shore,
    heights,
    lattice,
    names,
    roads,
    terrain,
    towns,
    waters,
    woods,
)
from bocage.press.sheets.coast import Coast, coast_of
from bocage.press.svg import Element, Point, element, group, path, rect, ref, rotate

if TYPE_CHECKING:
    from bocage.maps.records import Place
    from bocage.press.sheets.ground import Ground
    from bocage.press.sheets.plan import Plan
    from bocage.press.type import Face

LAYERS: Final[Mapping[str, str]] = {
    "ground": "tints and illustrative relief",
    "sea": "waterlines and shore",
    "fields": "hedged fields, plough lines, ditches",
    "zones": "hatched zones of the rules",
    "heights": "crests, scarps, dunes, cliffs",
    "woods": "woods",
    "slopes": "hachures of the slopes",
    "grid": "the lines of the hexes",
    "water": "rivers and canals",
    "railways": "railways",
    "roads": "roads",
    "crossings": "bridges and fords",
    "towns": "towns and villages",
    "front": "front, limits and frontier",
    "arrows": "arrows down the slopes",
    "marks": "landing sites, ports and other marks",
    "numbers": "the numbers of the hexes",
    "names": "names",
    "margins": "title, tracks, key and frame",
}
"""Every layer, bottom first, and what it holds."""

_TIMES: Final = 4
"""How many pixels of the ground enlarged for a printer stand for one of the small picture."""


@dataclass(frozen=True, slots=True)
class Caption:
    """A name of a country, sea, line or zone, which may be moved about to find room."""

    said: str
    at: Point
    size: float
    ink: str
    face: Face
    spacing: float
    kind: str = "country"
    turned: float = 0
    arch: float = 0
    roam: float = 260
    """How far it may go from its place."""
    halo: float = 0


@dataclass(frozen=True)
class Board:
    """A map on its sheet. Everything it needs is worked out when first asked for."""

    plan: Plan
    captions: tuple[Caption, ...] = ()
    victory: tuple[str, ...] = ()
    """Ids of the areas hatched in the red of victory."""
    zones: tuple[str, ...] = ()
    """Ids of the areas hatched in violet."""
    extra_marks: tuple[tuple[Box, Element], ...] = field(default=())
    """Marks of one game, such as the hex of a line of communication."""

    far_shore: tuple[Point, ...] = ()
    """A shore across the water, where no hexes are; see `far_shore`."""

    plain: bool = False
    """Whether the ground is flat tints and signs: quick, and without the extras of print."""
    for_print: bool = False
    """Whether the ground is enlarged for a renderer, or left to a browser to smooth."""
    panels: tuple[Box, ...] = ()
    """Where the margins cover the map's window, as panels on a sea do."""

    @cached_property
    def coast(self) -> Coast | None:
        """Return the shore."""
        found = coast_of(self.plan)
        if found is None or not self.far_shore:
            return found
        return replace(found, far=self.far_shore, far_land=far_shore.ring(self.far_shore))

    @cached_property
    def waters(self) -> tuple[waters.Course, ...]:
        """Rivers and canals."""
        return waters.courses(self.plan, self.coast)

    @cached_property
    def towns(self) -> towns.Towns:
        """Settlements."""
        return towns.towns(self.plan, self.coast)

    @cached_property
    def roads(self) -> roads.Roads:
        """Roads and railways."""
        return roads.roads(self.plan, self.towns)

    @cached_property
    def ground(self) -> Ground:
        """Return the soft ground."""
        from bocage.press.sheets.ground import ground

        return ground(self.plan, self.waters, self.coast)

    @cached_property
    def names(self) -> list[names.Named]:
        """Return all names in their places."""
        return names.names(self)

    def spot(self, place: Place) -> Point:
        """Return the place to mark a height or point: its true place, kept within its hex."""
        true = self.plan.earth(place.lat, place.lon)
        if place.hex is None or self.plan.where(*true) == place.hex:
            here = true
        else:
            x, y = self.plan.centres[place.hex]
            far = math.dist(true, (x, y)) or 1.0
            by = min(far, self.plan.hex * 0.3)
            here = x + (true[0] - x) / far * by, y + (true[1] - y) / far * by
        for town in self.towns.all:  # a mark stands beside the houses, not in them
            if town.hex == place.hex and town.kind != "name":
                box = town.box.grown(5 * self.plan.k)
                if box.left < here[0] < box.right and box.top < here[1] < box.foot:
                    return box.right if here[0] >= town.at[0] else box.left, box.top + 2
        return here

    @cached_property
    def beaches(self) -> list[tuple[Point, float]]:
        """Landing sites: where each arrow stands, and which way it points."""
        found: list[tuple[Point, float]] = []
        for place in self.plan.pack.places:
            if place.kind == "beach" and place.hex is not None:
                x, y = self.plan.earth(place.lat, place.lon)
                u, v = self.plan.centres[place.hex]
                far = math.dist((x, y), (u, v)) or 1.0
                # The pack's point is where the arrow's head comes to; the rest lies out at sea.
                back = 10 * self.plan.k / far
                spot = x + (x - u) * back, y + (y - v) * back
                found.append((spot, math.degrees(math.atan2(v - y, u - x))))
        return found

    @cached_property
    def ports(self) -> list[Point]:
        """Return the places of the ports' anchors: off their first hex that faces the sea."""
        found: list[Point] = []
        grid = self.plan.pack.grid
        for area in self.plan.pack.areas_of("port"):
            for h in area.hexes:
                out = grid.outward(h)
                if out and self.coast is not None:
                    x, y = self.plan.centres[h]
                    turns = [math.radians(60 * d - 60) for d in out]
                    c = sum(math.cos(t) for t in turns)
                    s = sum(math.sin(t) for t in turns)
                    far = math.hypot(c, s) or 1.0
                    reach = self.plan.hex * 0.86
                    found.append((x + c / far * reach, y + s / far * reach))
                    break
        return found

    @cached_property
    def marks(self) -> list[Box]:
        """Boxes of the marks, which names keep clear of."""
        r, s = 13 * self.plan.k, 15 * self.plan.k
        found = [Box(x - r, y - r, x + r, y + r) for (x, y), _ in self.beaches]
        found.extend(Box(x - s, y - s, x + s, y + s) for x, y in self.ports)
        found.extend(box for box, _ in self.extra_marks)
        found.extend(self.panels)
        return found

    # Layers ------------------------------------------------------------------------------

    def layer(self, name: str) -> list[Element]:
        """Return the elements of one layer of the map."""
        plan = self.plan
        match name:
            case "ground":
                return self._ground()
            case "sea":
                return self._sea()
            case "fields":
                return self._fields()
            case "zones":
                return self._zones()
            case "heights":
                return [heights.crests(plan), heights.rough(plan, self.coast)]
            case "woods":
                return [woods.drawn(plan)]
            case "slopes":
                return [heights.slopes(plan)[0]]
            case "arrows":
                return [heights.slopes(plan)[1]]
            case "grid":
                return [lattice.grid(plan)]
            case "water":
                return [waters.drawn(plan, self.waters)]
            case "railways":
                return [roads.drawn_railways(plan, self.roads)]
            case "roads":
                return [roads.drawn_roads(plan, self.roads)]
            case "crossings":
                return [roads.drawn_crossings(plan, self.waters)]
            case "towns":
                return [towns.drawn(plan, self.towns, self.coast)]
            case "front":
                return [borders.frontier(plan), borders.limit(plan), borders.front(plan)]
            case "marks":
                return self._marks()
            case "numbers":
                return [lattice.numbers(plan)]
            case "names":
                return self._names()
            case _:
                raise KeyError(f"there is no layer '{name}'")

    def _names(self) -> list[Element]:
        under = ("country", "sea")
        first = [named.element() for named in self.names if named.kind in under]
        rest = [named.element() for named in self.names if named.kind not in under]
        return [*first, names.spot_marks(self), *rest]

    def _fields(self) -> list[Element]:
        if self.plain:
            return terrain.signs(self.plan)
        from bocage.press.sheets import fields

        made = {"bocage": fields.bocage, "clear": fields.plain, "polder": fields.polder}
        known = self.plan.pack.terrain_words
        drawn = [draw(self.plan, self.coast) for word, draw in made.items() if word in known]
        return [*drawn, *terrain.signs(self.plan, but=terrain.FIELDED)]

    def _ground(self) -> list[Element]:
        if self.plain:
            return terrain.tints(self.plan, self.coast)
        from bocage.press import raster

        made = self.ground
        if self.for_print:
            large = raster.enlarged(made.picture, _TIMES, raster.grain_tile())
            # Fine enough already: smoothing it again would only cost the renderer time.
            return [self._picture(raster.href(large, "jpeg"), "optimizeSpeed")]
        return [self._picture(raster.href(made.picture, "png")), self._grain()]

    def _picture(self, href: str, smoothing: str | None = None) -> Element:
        fine = self.ground.raster
        return element(
            "image",
            x=fine.box.left,
            y=fine.box.top,
            width=fine.width * fine.cell,
            height=fine.height * fine.cell,
            preserveAspectRatio="none",
            image_rendering=smoothing,
            href=href,
        )

    def _grain(self) -> Element:
        from bocage.press.raster import grain

        w = self.plan.window
        tile = grain(f"{self.plan.scope}grain")
        area = rect(w.left, w.top, w.right - w.left, w.foot - w.top, fill=ref(tile))
        return area.needing(tile)

    def _sea(self) -> list[Element]:
        if self.coast is None:
            return []
        shore = path(
            straight(self.coast.line) + (straight(self.coast.far) if self.coast.far else ""),
            fill="none",
            stroke="#4f5f58",
            stroke_width=1.5,
            stroke_linejoin="round",
        )
        return [shore] if self.plain else [borders.waterlines(self.plan, self.ground), shore]

    def _zones(self) -> list[Element]:
        pack = self.plan.pack
        found = [
            borders.zone(
                self.plan, pack.area(name).hexes, name, tokens.MAP.corps_zone, strength=0.34
            )
            for name in self.zones
        ]
        found.extend(
            borders.zone(self.plan, pack.area(name).hexes, name, "#a0281c", strength=0.30)
            for name in self.victory
        )
        return found

    def _marks(self) -> list[Element]:
        k = self.plan.k
        parts = [
            at(x, y, group(tracks.landing_arrow(0.92 * k), transform=rotate(turn)))
            for (x, y), turn in self.beaches
        ]
        parts.extend(at(x, y, tracks.anchor(0.95 * k)) for x, y in self.ports)
        parts.extend(mark for _, mark in self.extra_marks)
        return parts
