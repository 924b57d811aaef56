"""The table of features of a real map, with the corrections decided for it applied.

`map.csv` is the table as it was first worked out. `changes.csv` and `additions.csv` hold
every correction, each with the number of the decision (`docs/maps/`) that explains it.
"""

from __future__ import annotations

import csv
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

Point = tuple[float, float]
"""Latitude and longitude."""

CROSSINGS: Final = ("bridge", "rail bridge", "ferry")
LINKS: Final = ("road", "railway")
SETTLED: Final = ("city", "town", "village")
"""Classes of a town that are built over; a `junction` is a fork and nothing more."""


@dataclass(frozen=True, slots=True)
class Feature:
    """One row of the table."""

    id: str
    kind: str
    name: str
    lat: float | None
    lon: float | None
    radius_km: float
    grade: str
    capacity: int
    crosses: str
    prepared: bool
    state: str
    start: str
    end: str
    km: float | None
    """The length the table gives; None where it is to be measured."""
    points: tuple[Point, ...]
    fate: str
    notes: str
    accuracy: str

    @property
    def at(self) -> Point:
        """Where it stands.

        Raises:
            ValueError: it has no single place.
        """
        if self.lat is None or self.lon is None:
            raise ValueError(f"{self.id} has no point")
        return self.lat, self.lon

    @property
    def is_built_up(self) -> bool:
        """Return whether it is a settlement and not a mere fork."""
        return self.kind == "town" and self.grade in SETTLED

    @property
    def note(self) -> str:
        """Return its fate, what is remarkable, and how well it is placed."""
        fate = f"history: {self.fate}" if self.fate else ""
        placed = f"placed: {self.accuracy}" if self.accuracy else ""
        return "; ".join(part for part in (self.notes, fate, placed) if part)


def read_features(folder: Path) -> list[Feature]:
    """Return the features of a folder's `map.csv` after its changes and additions, in their
    order.
    """
    rows = {row["id"]: row for row in _table(folder / "map.csv")}
    for change in _table(folder / "changes.csv"):
        if change["id"] not in rows:
            raise ValueError(f"changes.csv: {change['decision']} names no feature: {change['id']}")
        if change["field"] == "remove":
            del rows[change["id"]]
        elif change["field"] in rows[change["id"]]:
            rows[change["id"]][change["field"]] = change["value"]
        else:
            raise ValueError(f"changes.csv: {change['decision']}: no field {change['field']}")
    for addition in _table(folder / "additions.csv"):
        if addition["id"] in rows:
            raise ValueError(f"additions.csv: {addition['id']} is there already")
        rows[addition["id"]] = addition
    return [_feature(row) for row in rows.values()]


def of_kind(features: Iterable[Feature], *kinds: str) -> list[Feature]:
    """Return the features of some kinds, in their order."""
    return [feature for feature in features if feature.kind in kinds]


def read_positions(folder: Path) -> list[tuple[str, str, int, Point]]:
    """Return the units that start or arrive: id, name of the place, turn, point
    (`positions.csv`)."""
    return [
        (row["id"], row["place"], int(row["turn"]), (float(row["lat"]), float(row["lon"])))
        for row in _table(folder / "positions.csv")
    ]


def _table(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def _feature(row: Mapping[str, str]) -> Feature:
    capacity = row["capacity_points_per_turn"]
    return Feature(
        id=row["id"],
        kind=row["kind"],
        name=row["name"],
        lat=float(row["lat"]) if row["lat"] else None,
        lon=float(row["lon"]) if row["lon"] else None,
        radius_km=float(row["radius_km"] or 0),
        grade=row["class"],
        capacity=int(capacity) if capacity.isdigit() else 0,
        crosses=row["crosses"],
        prepared=row["prepared_for_demolition"] == "yes",
        state=row["state_at_start"],
        start=row["from_id"],
        end=row["to_id"],
        km=float(row["length_km"]) if row["length_km"] else None,
        points=tuple(_point(each) for each in row["points"].split(";")) if row["points"] else (),
        fate=row["hist_fate"],
        notes=row["notes"],
        accuracy=row["accuracy"],
    )


def _point(text: str) -> Point:
    lat, lon = text.split()
    return float(lat), float(lon)
