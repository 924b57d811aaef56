"""The words a pack may use for what things are.

Terrain, settlements and flags are declared by each pack, because rulebooks name their
own. The kinds below are the same everywhere, because programs ask for them by name.
"""

from __future__ import annotations

from typing import Final

WATER: Final = frozenset({"river", "major river", "canal", "stream"})
"""Kinds of side and line that are water one crosses."""

SIDES: Final = WATER | {"slope", "coast", "front", "limit", "escarpment", "cliff", "gap"}
"""Kinds of hexside; of a slope or escarpment, `a` is the crest hex and `b` the lower one.

A `gap` stands on the same side as the escarpment through which it leads.
"""

CROSSINGS: Final = frozenset({"bridge", "rail bridge", "ford", "ferry"})

PLACES: Final = frozenset(
    {
        "city",
        "town",
        "village",
        "port",
        "junction",
        "height",
        "cape",
        "airfield",
        "beach",
        "gap",
        "fort",
        "exit",
        "label",
    }
)
"""Kinds of place; an `exit` lies beyond the edge, a `label` is a name and nothing more."""

LINKS: Final = frozenset({"road", "railway"})

AREAS: Final = frozenset(
    {
        "edge",
        "zone",
        "sector",
        "crest",
        "rough",
        "beach",
        "port",
        "woods",
        "polder",
        "marsh",
        "heath",
        "open",
        "built-up",
        "walled fields",
        "lake",
        "airfield",
        "drop zone",
        "air zone",
        "sea zone",
        "region",
    }
)

LINES: Final = WATER | {
    "coast",
    "front",
    "limit",
    "escarpment",
    "cliff",
    "ridge",
    "railway",
    "road",
}
