"""Set-ups that a player keeps in a file of his own (3.1), in the words of `setups.toml`."""

from __future__ import annotations

import tomllib
from typing import TYPE_CHECKING, Any, Final, cast

from bocage.engine.actions import NotationError
from bocage.games.falaise.sectors import order
from bocage.games.falaise.setup import written_setup
from bocage.games.falaise.units import SIDES

if TYPE_CHECKING:
    from bocage.games.falaise.position import Position
    from bocage.games.falaise.world import World

NAME: Final = "mine"
"""What a set-up is called in a file of a player's own."""


def written_for_keeping(st: Position, side: int) -> str:
    """The set-up of a side as it stands; units that are not placed are left out."""
    head = "# A set-up of The Pocket at Falaise: hex by unit. `setup load FILE` takes it."
    return f"{head}\n\n{written_setup(st, side, NAME, 'my own set-up')}"


def kept_setup(world: World, side: int, text: str) -> dict[int, int]:
    """Hex by unit, from the first set-up of a side in a text.

    Raises:
        ValueError: it has none, or names what does not exist; the message is one sentence.
    """
    name = SIDES[side]
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ValueError(f"it is no set-up: {error}") from None
    plans = cast("dict[str, Any]", data.get(name)) if isinstance(data.get(name), dict) else {}
    units = next((_units_in(plan) for plan in plans.values()), None)
    if not units:
        raise ValueError(f"it has no set-up of the {name} side")
    own = order(world, side)
    found: dict[int, int] = {}
    for key, number in units.items():
        try:
            u = world.unit_names.index(key)
        except NotationError:
            raise ValueError(f"there is no unit '{key}'") from None
        if u not in own:
            raise ValueError(f"{key} is not set up by the {name} side")
        if not isinstance(number, str) or number not in world.grid:
            raise ValueError(f"{key} has '{number}', which is no hex of the map")
        found[u] = world.grid.hex(number)
    return found


def _units_in(plan: object) -> dict[str, Any]:
    units = cast("dict[str, Any]", plan).get("units") if isinstance(plan, dict) else None
    return cast("dict[str, Any]", units) if isinstance(units, dict) else {}
