"""The debrief without a reading (11.1 to 11.6)."""

# Private parts of the game are replaced: that is what a mutant is for.
# pyright: reportPrivateUsage=false

from __future__ import annotations

from collections.abc import Generator, Mapping, MutableMapping
from contextlib import contextmanager
from functools import partial
from typing import Any, Final, cast

from bocage.games.opcom.board.position import Position
from bocage.games.opcom.debrief import chronicle, ground, measures
from bocage.games.opcom.debrief import score as scoring
from bocage.rules.judge import Absence, everywhere, replaced

_MODULES: Final = (measures, chronicle)


def effects() -> Mapping[str, Absence]:
    """By reading: how the debrief is without it."""
    return {
        "reading 11.1": partial(everywhere, _MODULES, is_held=_somebody_there),
        "reading 11.2": partial(everywhere, _MODULES, in_supply=_always),
        "reading 11.3": partial(everywhere, _MODULES, turns_of=_never),
        "reading 11.4": partial(_cut_never),
        "reading 11.5": partial(everywhere, _MODULES, steps_left=_all),
        "reading 11.6": partial(replaced, scoring, struck=_nothing, _added=_none),
    }


def _somebody_there(st: Position, side: int, name: str, km: float = 1) -> tuple[bool, str]:
    """Return whether any unit is at a place, the enemy's included."""
    return bool(ground.near(st, side, ground.point_of(st, name), km)), "somebody is there"


def _always(*_: Any, **__: Any) -> tuple[bool, str]:
    return True, "always in supply"


def _never(*_: Any) -> list[int]:
    return []


def _all(*_: Any) -> tuple[int, int]:
    return 1, 1


def _nothing(*_: Any) -> None:
    """Nothing was struck."""


def _none(*_: Any) -> list[Any]:
    return []


def _not_cut(*_: Any) -> int:
    return 0


def _no_points(*_: Any) -> measures.Measured:
    return measures.Measured(0, "never")


@contextmanager
def _cut_never() -> Generator[None]:
    """Nobody beside the road cuts it, and queues cost nothing."""
    watches = cast("MutableMapping[str, Any]", chronicle.WATCHES)
    kinds = cast("MutableMapping[str, Any]", measures.MEASURES)
    before = watches["cut"], kinds["each turn"]
    watches["cut"], kinds["each turn"] = _not_cut, _no_points
    try:
        yield
    finally:
        watches["cut"], kinds["each turn"] = before
