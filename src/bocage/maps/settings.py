"""The head of a pack, `pack.toml`: its identity, its grid, its position on the earth."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any, Final, cast

from bocage.hexes.projection import Projection
from bocage.maps.faults import PackFault
from bocage.tables import Asker

if TYPE_CHECKING:
    from bocage.hexes.grid import Parity

FORMAT: Final = 1
"""The version of the pack format this program reads."""

KINDS: Final = ("hexes", "lattice")

MOST: Final = 9999
"""The last row or position a grid may have; half hexes are kept as 16-bit integers."""

_FILE: Final = "pack.toml"
_PROJECTION_KEYS: Final = tuple(f.name for f in fields(Projection) if f.init)


@dataclass(frozen=True, slots=True)
class Settings:
    """`pack.toml`, read and checked."""

    id: str
    title: str
    game: str
    kind: str
    licence: str
    sources: tuple[str, ...]
    rows: tuple[int, int]
    positions: tuple[int, int]
    digits: tuple[int, int]
    shifted_west: Parity
    projection: Mapping[str, float]
    terrain: Mapping[str, str]
    settlement: Mapping[str, str]
    flags: Mapping[str, str]
    facts: Mapping[str, str]


def read_settings(data: Mapping[str, Any] | None, faults: list[PackFault]) -> Settings | None:
    """Return the settings in a parsed `pack.toml`, or None after noting its faults."""
    if data is None:
        return None
    asked = Asker(_FILE, data, faults)
    before = len(faults)
    if (version := data.get("format")) != FORMAT:
        asked.fault("format", version, f"this program reads format {FORMAT}")
        return None
    settings = Settings(
        id=asked.text("id"),
        title=asked.text("title"),
        game=asked.text("game"),
        kind=asked.one_of("kind", KINDS),
        licence=asked.text("licence"),
        sources=asked.texts("sources"),
        rows=asked.span("grid.rows"),
        positions=asked.span("grid.positions"),
        digits=asked.span("grid.digits", ordered=False),
        shifted_west=cast("Parity", asked.one_of("grid.shifted_west", ("odd", "even"))),
        projection={key: asked.number(f"projection.{key}") for key in _PROJECTION_KEYS},
        terrain=asked.words("terrain"),
        settlement=asked.words("settlement"),
        flags=asked.words("flags"),
        facts=asked.words("facts"),
    )
    for key in ("hex_km", "km_per_degree_lat", "km_per_degree_lon"):
        if len(faults) == before and (km := settings.projection[key]) <= 0:
            asked.fault(f"projection.{key}", km, "expected more than 0")
    for key, (_, last) in (("rows", settings.rows), ("positions", settings.positions)):
        if last > MOST:
            asked.fault(f"grid.{key}", last, f"expected at most {MOST}")
    return settings if len(faults) == before else None
