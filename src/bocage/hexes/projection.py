"""The projection from latitude and longitude to the plane of a map and back.

A similarity: degrees to kilometres east and north of an origin, turned by the sheet's
rotation, then measured in hexes west and south, as the printed numbers count. Good to
a few metres over a hundred kilometres, which is far below what our sources know.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from math import cos, hypot, radians, sin


@dataclass(frozen=True, slots=True)
class Projection:
    """The position of a sheet on the earth."""

    lat: float
    """Latitude of the origin, degrees."""
    lon: float
    """Longitude of the origin, degrees."""
    km_per_degree_lat: float
    km_per_degree_lon: float
    rotation: float
    """Degrees by which map north is turned counter-clockwise from true north."""
    hex_km: float
    """Across the flats of one hex, that is from centre to centre."""
    west_km: float
    """How far west of the plane's zero point the origin lies."""
    south_km: float
    """How far south of the plane's zero point the origin lies."""
    _cos: float = field(init=False, repr=False, compare=False)
    _sin: float = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_cos", cos(radians(self.rotation)))
        object.__setattr__(self, "_sin", sin(radians(self.rotation)))

    def to_plane(self, lat: float, lon: float) -> tuple[float, float]:
        """Return (west, south) in hexes across flats, as `Grid.centre` and `Grid.nearest` use
        them.
        """
        east = (lon - self.lon) * self.km_per_degree_lon
        north = (lat - self.lat) * self.km_per_degree_lat
        west = self.west_km - (east * self._cos + north * self._sin)
        south = self.south_km - (north * self._cos - east * self._sin)
        return west / self.hex_km, south / self.hex_km

    def to_earth(self, west: float, south: float) -> tuple[float, float]:
        """Return (latitude, longitude) of a point of the plane; the inverse of `to_plane`."""
        w = west * self.hex_km - self.west_km
        s = south * self.hex_km - self.south_km
        east = s * self._sin - w * self._cos
        north = -s * self._cos - w * self._sin
        return (
            self.lat + north / self.km_per_degree_lat,
            self.lon + east / self.km_per_degree_lon,
        )

    def km(self, a: tuple[float, float], b: tuple[float, float]) -> float:
        """Return the straight-line kilometres between two (latitude, longitude) points."""
        return hypot((a[0] - b[0]) * self.km_per_degree_lat, (a[1] - b[1]) * self.km_per_degree_lon)
