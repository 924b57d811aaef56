"""What the three games' counters share."""

from __future__ import annotations

from typing import Literal

from bocage.games.markers import Marker
from bocage.press.counters.model import Counter, MarkerFace


def marker_counter(marker: Marker) -> Counter:
    """A marker with its two sides; a blank back repeats the ground of the front."""
    shape: Literal["square", "round"] = "round" if marker.shape == "round" else "square"
    front = MarkerFace(marker.front, marker.front_word, marker.front_tint, shape)
    tint = marker.back_tint or marker.front_tint
    back = MarkerFace(marker.back, marker.back_word, tint, shape)
    return Counter(marker.id, marker.name, front, back, marker.count)
