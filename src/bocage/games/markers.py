"""Markers and chits, which all three games list in the same way (`markers.csv`)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from bocage.engine.counters import Counter, MarkerFace
from bocage.tables import Table, fields

SHAPES = ("square", "round")


@dataclass(frozen=True, slots=True)
class Marker:
    """One kind of marker: what its two sides show, and how many lie on the sheet."""

    id: str
    name: str
    shape: str
    """`square`, or `round` for a chit."""
    front: str
    """Name of the picture on the front; `press` has the pictures."""
    front_word: str
    front_tint: str
    """Name of the ground's colour."""
    back: str
    """The name of the picture on the back; empty if the back is blank."""
    back_word: str
    back_tint: str
    count: int
    """The number on the counter sheet; 0 for one that only the screen needs."""
    rules: str
    """Rules that call for it; `ours` where no rule does and we add it for convenience."""
    note: str


MARKERS = Table(
    "markers.csv",
    Marker,
    (
        ("id", fields.needed),
        ("name", fields.needed),
        ("shape", fields.word(SHAPES)),
        ("front", fields.needed),
        ("front_word", fields.text),
        ("front_tint", fields.needed),
        ("back", fields.text),
        ("back_word", fields.text),
        ("back_tint", fields.text),
        ("count", fields.integer(0, 200)),
        ("rules", fields.needed),
        ("note", fields.text),
    ),
    ("id",),
)


def marker_counter(marker: Marker) -> Counter:
    """Return a marker with its two sides; a blank back repeats the ground of the front."""
    shape: Literal["square", "round"] = "round" if marker.shape == "round" else "square"
    front = MarkerFace(marker.front, marker.front_word, marker.front_tint, shape)
    tint = marker.back_tint or marker.front_tint
    back = MarkerFace(marker.back, marker.back_word, tint, shape)
    return Counter(marker.id, marker.name, front, back, marker.count)
