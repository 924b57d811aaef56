"""Which hex somebody means who names one: by number, by place, or by latitude and longitude."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from typing import TYPE_CHECKING, Final

from bocage.maps import phrases

if TYPE_CHECKING:
    from bocage.maps.pack import Pack

_POINT = re.compile(r"\s*([-+]?\d+(?:\.\d+)?)\s*[,; ]\s*([-+]?\d+(?:\.\d+)?)\s*")
_MOST_OFFERED = 5
_SPELLED_OUT = {"st": "saint", "ste": "sainte"}


Places = Mapping[str, tuple[str, int | None]]
"""Folded names, each with how it is written and its hex; see `names`."""


class NotFoundError(LookupError):
    """Nothing on the map has that name, or several things do; the message offers similar names."""

    def __init__(self, message: str, fits: Sequence[str] = ()) -> None:
        super().__init__(message)
        self.fits: Final = tuple(fits)
        """The places that it fits, where it fits several."""


def find(pack: Pack, asked: str, known: Places | None = None) -> int:
    """Return the hex meant by a printed number (`2508`), a place (`Trun`) or a point
    (`48.84,0.03`).

    Names are found without regard to capitals, accents and hyphens; the beginning of a
    name is enough if only one place has it. Who asks often gives the `names` of the pack.

    Raises:
        UnknownHexError: a number that is not on the map.
        NotFoundError: a place or point that is not on it, or a name that fits several.
    """
    asked = asked.strip()
    if re.fullmatch(r"[0-9]+", asked):
        return pack.grid.hex(asked)
    if point := _POINT.fullmatch(asked):
        return _at_point(pack, float(point[1]), float(point[2]))
    return _by_name(pack, asked, names(pack) if known is None else known)


def folded(name: str) -> str:
    """Return a name for comparison: without capitals, accents and punctuation."""
    plain = name.casefold().replace("œ", "oe").replace("æ", "ae").replace("ħ", "h")
    plain = "".join(c for c in unicodedata.normalize("NFKD", plain) if not unicodedata.combining(c))
    words: list[str] = re.findall(r"[a-z0-9]+", plain)
    return " ".join(_SPELLED_OUT.get(word, word) for word in words)


def names(pack: Pack) -> dict[str, tuple[str, int | None]]:
    """Return every name that can be asked for, folded, with its spelling and its hex.

    Places come before crossings, and of several with one name the first is meant. The hex is None
    for anything beyond the map's edge.
    """
    found: dict[str, tuple[str, int | None]] = {}
    for place in pack.places:
        found.setdefault(folded(place.name), (place.name, place.hex))
    for crossing in pack.crossings:
        found.setdefault(folded(crossing.name), (crossing.name, crossing.a))
    return found


def _at_point(pack: Pack, lat: float, lon: float) -> int:
    found = pack.grid.nearest(*pack.projection.to_plane(lat, lon))
    if found is None:
        corners = [pack.projection.to_earth(*pack.grid.centre(h)) for h in pack.grid]
        south, north = min(c[0] for c in corners), max(c[0] for c in corners)
        west, east = min(c[1] for c in corners), max(c[1] for c in corners)
        raise NotFoundError(
            f"the point {lat:g}, {lon:g} is not on the map of {pack.id}: it reaches from "
            f"{south:.2f} to {north:.2f} in latitude and {west:.2f} to {east:.2f} in longitude"
        )
    return found


def _by_name(pack: Pack, asked: str, known: Places) -> int:
    wanted = folded(asked)
    if not wanted:
        raise NotFoundError("name a hex by its number, a place, or latitude and longitude")
    fits = [wanted] if wanted in known else [name for name in known if name.startswith(wanted)]
    if len(fits) > 1:
        offered = ", ".join(known[name][0] for name in fits[:_MOST_OFFERED])
        more = ", ..." if len(fits) > _MOST_OFFERED else ""
        said = f"'{asked}' fits {len(fits)} places: {offered}{more}"
        raise NotFoundError(said, [known[name][0] for name in fits])
    if not fits:
        near = get_close_matches(wanted, known, n=3, cutoff=0.6)
        hint = f"the command 'bocage map {pack.id}' shows what there is"
        if near:
            hint = f"did you mean {phrases.or_(known[name][0] for name in near)}?"
        raise NotFoundError(f"no place '{asked}' on the map of {pack.id}: {hint}")
    name, found = known[fits[0]]
    if found is None:
        raise NotFoundError(f"{name} lies beyond the edge of the map")
    return found
