"""What the sea is like without a reading, where the reading neither refuses nor counts."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from bocage.games.opcom.s14_sea import arithmetic
from bocage.rules.judge import Absence, replaced

if TYPE_CHECKING:
    from collections.abc import Mapping


def effects() -> Mapping[str, Absence]:
    """By reading: how the sea is without it."""
    return {
        "reading 12.2": partial(replaced, arithmetic, steps_lost=_none, passage_of=_intact),
        "reading 12.3": partial(replaced, arithmetic, gun_hits=_never),
        "reading 12.6": partial(replaced, arithmetic, swell_of=_calm),
        "reading 12.7": partial(replaced, arithmetic, gets_through=_never, comes_up=_never),
    }


def _never(*_: Any, **__: Any) -> bool:
    return False


def _none(*_: Any, **__: Any) -> int:
    return 0


def _intact(*_: Any, **__: Any) -> str:
    return "intact"


def _calm(*_: Any, **__: Any) -> str:
    return "calm"
