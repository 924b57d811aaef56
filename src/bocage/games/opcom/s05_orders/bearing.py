"""Places that an order gives by distance and direction: `2 km N of Best`."""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, radians, sin
from typing import Final, NamedTuple

from bocage.games.opcom.s05_orders.vocabulary import vocabulary

_ANGLES: Final = (
    *("north", "north-east", "east", "south-east"),
    *("south", "south-west", "west", "north-west"),
)
_FARTHEST: Final = 10_000
"""More of any unit is not a distance on a map."""
_UNITS: Final = (("distance", 1.0), ("mile", 1.609), ("metre", 0.001))


class Bearing(NamedTuple):
    """So far from a place, in a direction."""

    length: int
    """Words that say so, `of` included."""
    km: float | None
    """The distance, or None if none is given."""
    wind: str

    def metres(self, vague: float) -> tuple[int, int]:
        """Return the metres to the east and to the north; `vague` km if no distance is given."""
        angle = radians(45 * _ANGLES.index(self.wind))
        metres = 1000 * (vague if self.km is None else self.km)
        return round(metres * sin(angle)), round(metres * cos(angle))


def bearing_at(said: Sequence[str], i: int) -> Bearing | None:
    """Return the bearing that starts at word `i`, such as `2 km N of` or `north of`, or nothing.

    The words must be in small letters.
    """
    start, km = i, None
    words = vocabulary()
    if i < len(said) and (measure := _measure(said, i)):
        km, length = measure
        i += length
    wind = words.winds.at(said, i)
    if wind is None:
        return None
    i += wind[1]
    if i >= len(said) or said[i] not in ("of", "from"):
        return None
    return Bearing(i + 1 - start, km, wind[0])


def _measure(said: Sequence[str], i: int) -> tuple[float, int] | None:
    """Return the kilometres in `2 km`, `2km` or `500 metres`, and how many words they take."""
    word = said[i]
    digits = word.rstrip("abcdefghijklmnopqrstuvwxyz")
    try:
        count = float(digits)
    except ValueError:
        return None
    if not 0 <= count < _FARTHEST:
        return None
    glued = word[len(digits) :]
    unit = glued or (said[i + 1] if i + 1 < len(said) else "")
    for name, km in _UNITS:
        if unit in vocabulary().lists[name]:
            return count * km, 1 if glued else 2
    return None
