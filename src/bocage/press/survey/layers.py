"""The layers of a sheet: their names, their contents, and which are drawn by default."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import TYPE_CHECKING, Final

from bocage.maps.vocabulary import WATER
from bocage.press.survey.theatres import theatre_of
from bocage.press.survey.towns import SETTLED

if TYPE_CHECKING:
    from bocage.maps.pack import Pack

OPTIONAL: Final = ("air-zones", "folds")
"""Layers that are drawn only when they are asked for."""

CONTROL: Final = ("entries", "sectors", "road-capacities", "town-capacities", "capacities")
"""Layers that only Control's sheet has."""

_GROUND: Final = ("polder", "marsh", "heath", "woods", "open", "rough", "lake", "walled fields")


def _lines(*kinds: str) -> Callable[[Pack], bool]:
    return lambda pack: any(line.kind in kinds for line in pack.lines)


def _areas(*kinds: str) -> Callable[[Pack], bool]:
    return lambda pack: any(area.kind in kinds for area in pack.areas)


def _places(*kinds: str) -> Callable[[Pack], bool]:
    return lambda pack: any(place.kind in kinds for place in pack.places)


def _links(kind: str) -> Callable[[Pack], bool]:
    return lambda pack: any(link.kind == kind for link in pack.links)


def _always(pack: Pack) -> bool:
    return bool(pack.hexes)


LAYERS: Final[Mapping[str, Callable[[Pack], bool]]] = {
    "sea": _lines("coast"),
    "sea-zones": _areas("sea zone"),
    "relief": lambda pack: bool(theatre_of(pack).heights) or _places("height")(pack),
    "ground": _areas(*_GROUND),
    "waters": _lines(*WATER),
    "grid": _always,
    "towns": _places("city", "town", "village", "port"),
    "railways": _links("railway"),
    "roads": _links("road"),
    "forts": lambda pack: _places("fort", "gap")(pack) or _lines("escarpment")(pack),
    "beaches": _places("beach"),
    "crossings": lambda pack: bool(pack.crossings),
    "air-zones": _areas("air zone"),
    "drop-zones": _areas("drop zone"),
    "airfields": _places("airfield"),
    "entries": lambda pack: any(area.grade == "entry" for area in pack.areas_of("zone")),
    "sectors": _areas("sector"),
    "names": lambda pack: bool(pack.places),
    "road-capacities": lambda pack: any(
        link.kind == "road" and link.capacity for link in pack.links
    ),
    "town-capacities": lambda pack: any(p.kind in SETTLED and p.capacity for p in pack.places),
    "capacities": lambda pack: bool(pack.crossings),
    "margin": _always,
    "insets": lambda pack: bool(theatre_of(pack).insets),
    "folds": _always,
    "grain": _always,
}
"""All layers, bottom first, each with whether a pack has it."""


def layers_of(pack: Pack, *, control: bool = False) -> tuple[str, ...]:
    """Return the layers of a pack's sheet, optional ones too, bottom first."""
    return tuple(
        name for name, has in LAYERS.items() if has(pack) and (control or name not in CONTROL)
    )


def usual_layers(names: Collection[str]) -> tuple[str, ...]:
    """Return the layers that are drawn by default."""
    return tuple(name for name in names if name not in OPTIONAL)
