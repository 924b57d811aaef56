"""A map pack while it is being made, and how it is written, always in the same bytes."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from bocage.maps.settings import FORMAT
from bocage.maps.tables import HEADINGS

if TYPE_CHECKING:
    from bocage.hexes.grid import Parity
    from bocage.hexes.projection import Projection

Row = Mapping[str, object]
Point = tuple[float, float]


@dataclass
class Draft:
    """A pack in the making. Rows are mappings from column to value; a missing one is empty."""

    id: str
    title: str
    game: str
    kind: str
    licence: str
    sources: Sequence[str]
    rows: tuple[int, int]
    positions: tuple[int, int]
    digits: tuple[int, int]
    shifted_west: Parity
    projection: Projection
    terrain: Mapping[str, str]
    settlement: Mapping[str, str] = field(default_factory=dict[str, str])
    flags: Mapping[str, str] = field(default_factory=dict[str, str])
    facts: Mapping[str, str] = field(default_factory=dict[str, str])
    hexes: list[Row] = field(default_factory=list[Row])
    sides: list[Row] = field(default_factory=list[Row])
    crossings: list[Row] = field(default_factory=list[Row])
    places: list[Row] = field(default_factory=list[Row])
    links: list[Row] = field(default_factory=list[Row])
    areas: list[Row] = field(default_factory=list[Row])
    lines: list[Row] = field(default_factory=list[Row])

    def files(self) -> dict[str, bytes]:
        """Return every file of the pack by name."""
        found = {"pack.toml": self._head().encode()}
        for name in HEADINGS:
            rows: list[Row] = getattr(self, name.removesuffix(".csv"))
            found[name] = _table(name, rows).encode()
        return found

    def write(self, folder: Path) -> None:
        """Write the pack into a folder, made if need be."""
        files = self.files()  # first, so that nothing is half-written when a row is wrong
        folder.mkdir(parents=True, exist_ok=True)
        for name, content in files.items():
            (folder / name).write_bytes(content)

    def _head(self) -> str:
        p = self.projection
        lines = [
            f"format = {FORMAT}",
            *(
                f"{key} = {_quoted(value)}"
                for key, value in (
                    ("id", self.id),
                    ("title", self.title),
                    ("game", self.game),
                    ("kind", self.kind),
                    ("licence", self.licence),
                )
            ),
            "sources = [",
            *(f"  {_quoted(source)}," for source in self.sources),
            "]",
            "",
            "[grid]",
            f"rows = [{self.rows[0]}, {self.rows[1]}]",
            f"positions = [{self.positions[0]}, {self.positions[1]}]",
            f"digits = [{self.digits[0]}, {self.digits[1]}]",
            f"shifted_west = {_quoted(self.shifted_west)}",
            "",
            "[projection]",
            f"lat = {p.lat!r}",
            f"lon = {p.lon!r}",
            f"km_per_degree_lat = {p.km_per_degree_lat!r}",
            f"km_per_degree_lon = {p.km_per_degree_lon!r}",
            f"rotation = {p.rotation!r}",
            f"hex_km = {p.hex_km!r}",
            f"west_km = {p.west_km!r}",
            f"south_km = {p.south_km!r}",
        ]
        for name in ("terrain", "settlement", "flags", "facts"):
            words: Mapping[str, str] = getattr(self, name)
            lines += ["", f"[{name}]"]
            lines += [f"{_quoted(word)} = {_quoted(said)}" for word, said in words.items()]
        return "\n".join(lines) + "\n"


def points(line: Iterable[Point]) -> str:
    """Points (latitude, longitude) as a pack writes them."""
    return ";".join(f"{lat:.4f} {lon:.4f}" for lat, lon in line)


def _table(name: str, rows: Sequence[Row]) -> str:
    out = io.StringIO(newline="")
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(HEADINGS[name])
    for row in rows:
        if strange := set(row) - set(HEADINGS[name]):
            raise ValueError(f"{name} has no column {', '.join(sorted(strange))}: {row}")
        writer.writerow([_text(column, row.get(column, "")) for column in HEADINGS[name]])
    return out.getvalue()


def _text(column: str, value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        if column in ("lat", "lon"):
            return f"{value:.4f}"
        return f"{value:.2f}".rstrip("0").rstrip(".")
    if isinstance(value, list | tuple):
        raise TypeError(f"column {column}: join the values first: {value}")
    return str(value)


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'
