"""What scenarios give, absent: late trains, fast aircraft, drops elsewhere, later parts."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from bocage.games.opcom.s06_movement import rail
from bocage.games.opcom.s12_air import flak, landing
from bocage.rules.judge import Absence, replaced, together


def effects() -> Mapping[str, Absence]:
    """By reading: how it is without it."""
    return {
        "reading 3.23": partial(replaced, rail, is_late=_never),
        "reading 8.24": together(
            partial(replaced, flak, slips_past=_never),
            partial(replaced, flak, goes_astray=_never),
        ),
        "reading 9.1": partial(replaced, landing, scatters=_never),
        "reading 9.16": partial(replaced, landing, rejoined=_none),
    }


def _never(*_: Any, **__: Any) -> bool:
    return False


def _none(*_: Any, **__: Any) -> int:
    return 0
