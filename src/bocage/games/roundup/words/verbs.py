"""The actions of Operation Roundup: those of players and those of chance."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from bocage.engine.actions import Grammar, Kind, Names
from bocage.games.roundup.board.charts import DIE, WEATHERS
from bocage.games.roundup.board.world import BEACHHEADS, PORTS
from bocage.games.roundup.pieces.units import NATIONS

if TYPE_CHECKING:
    from bocage.games.roundup.board.world import World


END: Final = Kind(0, "end", role="end")
BEACHHEAD: Final = Kind(1, "beachhead", "beachhead", "hex", role="place")
PORT: Final = Kind(2, "port", "port", "nation")
TAS: Final = Kind(3, "tas", "hex")
AERIAL: Final = Kind(4, "aerial", "nation", "hex")
LAND: Final = Kind(5, "land", "unit", "hex", role="place", plain=True)
DROP: Final = Kind(6, "drop", "unit", "hex")
REPLACE: Final = Kind(7, "replace", "unit")
ORDER: Final = Kind(8, "order", "order")
SELECT: Final = Kind(9, "select", "unit", role="select", plain=True)
GO: Final = Kind(10, "go", "hex", role="go", plain=True)
STEP: Final = Kind(11, "step", "hex", role="step", plain=True)
STAY: Final = Kind(12, "stay")
REMOVE: Final = Kind(13, "remove", "unit")
ATTACK: Final = Kind(14, "attack", "hex", role="aim", plain=True)
WITH: Final = Kind(15, "with", "unit", role="join", plain=True)
BOMBER: Final = Kind(16, "bomber")
FIGHT: Final = Kind(17, "fight", role="commit")
LOSE: Final = Kind(18, "lose", "unit")
RETREAT: Final = Kind(19, "retreat", "unit", "hex")
ADVANCE: Final = Kind(20, "advance", "unit")
HOLD: Final = Kind(21, "hold")
ENTER: Final = Kind(22, "enter", "unit", "hex")

# By optional rules.
GARRISON: Final = Kind(23, "garrison", "unit", "hex")
SECTORS: Final = Kind(24, "sectors", "sectors")
FLOOD: Final = Kind(25, "flood")
INLAND: Final = Kind(26, "inland", "beachhead", "hex")
SCATTER: Final = Kind(27, "scatter", "unit", "hex")
FLY: Final = Kind(28, "fly", "nation")
ADD: Final = Kind(29, "add", "unit", plain=True)

ROLL: Final = Kind(32, "roll", "die")
DICE: Final = Kind(33, "dice", "total")
DRAW: Final = Kind(34, "draw", "unit")
STRATEGY: Final = Kind(35, "strategy", "strategy")

KINDS: Final = (
    *(END, BEACHHEAD, PORT, TAS, AERIAL, LAND, DROP, REPLACE, ORDER, SELECT, GO, STEP, STAY),
    *(REMOVE, ATTACK, WITH, BOMBER, FIGHT, LOSE, RETREAT, ADVANCE, HOLD, ENTER),
    *(GARRISON, SECTORS, FLOOD, INLAND, SCATTER, FLY, ADD),
    *(ROLL, DICE, DRAW, STRATEGY),
)

MOVE_COMBAT: Final = 0
COMBAT_MOVE: Final = 1
ORDERS: Final = ("move-combat", "combat-move")

STRATEGIES: Final = (
    "OKW and Italy",
    "OKW, Italy and Luftwaffe",
    "OKW, Italy and Russia",
    "OKW, Italy, Russia and Luftwaffe",
)
"""13.3, by number less one."""

DIVISIONS_OF_BEACHES: Final = (
    "two US and two UK",
    "three US and one UK: UK2 serves US units",
    "one US and three UK: US2 serves UK units",
)
"""15.17, by choice."""

_HIGHEST_TOTAL: Final = 24
"""The highest total of four dice, which the Allies have by 15.13."""


def names_of(world: World) -> dict[str, Names]:
    """Return the names of every kind of argument, which are the game's nouns too."""
    kinds = [
        world.hex_names,
        world.unit_names,
        Names("beachhead", BEACHHEADS, (f"the {name.upper()} Beachhead" for name in BEACHHEADS)),
        Names("port", PORTS, (name.capitalize() for name in PORTS)),
        Names("nation", NATIONS, (name.upper() for name in NATIONS)),
        Names("order", ORDERS, ("Move/Combat", "Combat/Move")),
        Names("die", DIE),
        Names("total", (str(total) for total in range(_HIGHEST_TOTAL + 1))),
        Names("strategy", ("1", "2", "3", "4"), STRATEGIES),
        Names("sectors", ("2-2", "3-1", "1-3"), DIVISIONS_OF_BEACHES),
        Names("weather", WEATHERS, (name.capitalize() for name in WEATHERS)),
        Names("side", ("allied", "german"), ("the Allies", "the Germans")),
    ]
    return {names.kind: names for names in kinds}


def grammar_of(names: Mapping[str, Names]) -> Grammar:
    """Return all verbs with these names."""
    return Grammar(*(kind.verb(names) for kind in KINDS))
