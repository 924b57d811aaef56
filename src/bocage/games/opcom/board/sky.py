"""The immutable facts of the air in a scenario: bases, air zones, drop zones."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from bocage.games.opcom.board.air_records import Airstrip, AirUnit, FixedFlak, Habit, Lift, Rejoin
from bocage.games.opcom.board.ways import Point
from bocage.games.opcom.s12_air.drops import POOR

if TYPE_CHECKING:
    from bocage.games.opcom.board.world import World
    from bocage.maps.records import Area

NO_ZONE: Final = -1
AIRFIELD: Final = "airfield"
"""The ground of an airfield; other sites are drop zones."""
_NO_HABIT: Final = Habit(())
_STEP_M: Final = 2000
"""How finely a route is looked at for the zones that it crosses."""


@dataclass(frozen=True, slots=True)
class Site:
    """A place to which air transport goes: a drop zone, an airfield, or any other point."""

    id: str
    name: str
    at: Point
    across_km: float
    ground: str
    strip: int = -1
    """The airstrip there, by number, or -1."""

    @property
    def poor(self) -> bool:
        """Reading 9.12."""
        return self.ground in POOR


class Sky:
    """The air of a world. It never changes."""

    def __init__(self, world: World) -> None:
        data = world.data.sky
        self._world: Final = world
        self.units: Final[tuple[AirUnit, ...]] = data.units
        self.lifts: Final[tuple[Lift, ...]] = data.lifts
        self.strips: Final[tuple[Airstrip, ...]] = data.strips
        self.flak: Final[tuple[FixedFlak, ...]] = data.flak
        self.axis_close_support: Final = data.axis_close_support
        habits = {name: habit for habit in data.habits for name in habit.squadrons}
        self.habits: Final = tuple(habits.get(each.id, _NO_HABIT) for each in data.units)
        self.rejoins: Final[tuple[Rejoin, ...]] = data.rejoins
        seats = {team.seat: i for i, team in enumerate(world.teams)}
        self.team_of: Final = tuple(seats[each.team] for each in data.units)
        self.side_of: Final = tuple(world.side_of_team(team) for team in self.team_of)
        self.number: Final[Mapping[str, int]] = {each.id: i for i, each in enumerate(data.units)}
        self.lift_number: Final[Mapping[str, int]] = {e.id: i for i, e in enumerate(data.lifts)}
        self.lift_team: Final = tuple(seats[each.team] for each in data.lifts)
        self.carried: Final[Mapping[int, int]] = {
            world.by_id[unit]: i for i, lift in enumerate(data.lifts) for unit in lift.units
        }
        """Every unit that comes by air, and its lift."""
        self.liaison: Final = tuple(world.by_id[each.unit] for each in data.liaison)
        self.zones: Final[tuple[Area, ...]] = world.pack.areas_of("air zone")

    def __bool__(self) -> bool:
        """Return whether the scenario has an air war of its own."""
        return bool(self.units)

    # Zones -------------------------------------------------------------------------------

    @cached_property
    def _zone_of_cell(self) -> dict[int, int]:
        return {cell: i for i, zone in enumerate(self.zones) for cell in zone.hexes}

    def zone_of(self, point: Point) -> int:
        """Return the air zone over a point, or `NO_ZONE` (12.0.b)."""
        cell = self._world.ways.cell(point)
        if cell is not None and cell in self._zone_of_cell:
            return self._zone_of_cell[cell]
        lat, lon = self._world.ways.earth(point)
        for i, zone in enumerate(self.zones):
            if zone.points and _inside(lat, lon, zone.points):
                return i
        return NO_ZONE

    def zones_along(self, route: Sequence[Point]) -> tuple[int, ...]:
        """Return the zones that a route crosses, in its order."""
        found: dict[int, None] = {}
        for point in self.along(route):
            zone = self.zone_of(point)
            if zone != NO_ZONE:
                found[zone] = None
        return tuple(found)

    def along(self, route: Sequence[Point]) -> list[Point]:
        """Points close together on a route."""
        found: list[Point] = list(route[:1])
        for a, b in pairwise(route):
            far = max(abs(b[0] - a[0]), abs(b[1] - a[1]))
            steps = max(1, far // _STEP_M)
            found += [
                (a[0] + (b[0] - a[0]) * i // steps, a[1] + (b[1] - a[1]) * i // steps)
                for i in range(1, steps + 1)
            ]
        return found

    # Sites -------------------------------------------------------------------------------

    @cached_property
    def sites(self) -> Mapping[str, Site]:
        """Drop zones and airfields of the map, by the id of their area."""
        strips = {strip.area: i for i, strip in enumerate(self.strips)}
        return {
            area.id: self._site(area, strips.get(area.id, -1))
            for kind in ("drop zone", "airfield")
            for area in self._world.pack.areas_of(kind)
        }

    def _site(self, area: Area, strip: int) -> Site:
        """Reading 9.1: the area overrides heath, town and woods beneath it, but not a marsh."""
        assert area.lat is not None
        assert area.lon is not None
        at = self._world.ways.xy(area.lat, area.lon)
        beneath = self._terrain(at)
        ground = "walled fields" if "walled" in area.grade else "open"
        if beneath in ("marsh", "polder"):
            ground = beneath
        if area.kind == "airfield":
            ground = AIRFIELD
        return Site(area.id, area.name, at, area.radius_km * 2, ground, strip)

    def site_at(self, name: str, point: Point) -> Site:
        """Return any other place as one to which aircraft are sent: its cell of the map."""
        return Site("", name, point, 1.0, self._terrain(point))

    def _terrain(self, point: Point) -> str:
        cell = self._world.ways.cell(point)
        return "water" if cell is None else self._world.pack.hexes[cell].terrain

    def route_of(self, lift: Lift, site: Site) -> tuple[Point, ...]:
        """Return the way in, with the zone at its end."""
        return (*(self._world.ways.xy(*each) for each in lift.route), site.at)

    @cached_property
    def base_of(self) -> tuple[str, ...]:
        """The airfield of the map on which each squadron lies; nothing for one elsewhere."""
        return tuple(each.base if each.base in self.sites else "" for each in self.units)

    @cached_property
    def called(self) -> tuple[tuple[tuple[str, str], frozenset[str]], ...]:
        """How each air unit may be called on a sheet: its id and name, and the words of both."""
        from bocage.games.opcom.board.world import plain  # the world is made of this module

        return tuple(
            (
                (plain(each.id), plain(each.name)),
                frozenset(plain(f"{each.name} {each.base}").split()),
            )
            for each in self.units
        )

    def flak_at(self, number: int) -> Point:
        """Where flak that is not a unit stands."""
        return self._world.ways.xy(self.flak[number].lat, self.flak[number].lon)


def _inside(lat: float, lon: float, polygon: Sequence[tuple[float, float]]) -> bool:
    """Return whether a point of the earth lies in a polygon."""
    found = False
    for i, (a_lat, a_lon) in enumerate(polygon):
        b_lat, b_lon = polygon[i - 1]
        if (a_lat > lat) != (b_lat > lat):
            across = a_lon + (lat - a_lat) * (b_lon - a_lon) / (b_lat - a_lat)
            if lon < across:
                found = not found
    return found
