"""The actions of The Pocket at Falaise: those of players and those of chance."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from bocage.engine.actions import Kind, Names, numbers
from bocage.games.falaise.board.charts import DIE, RESULTS

if TYPE_CHECKING:
    from bocage.games.falaise.board.world import World

__all__ = ["DIE_FACES", "KINDS", "Kind", "names_of", "numbers"]

END: Final = Kind(0, "end", role="end")
PLACE: Final = Kind(1, "place", "unit", "hex", role="place")
PICK: Final = Kind(2, "pick", "unit", role="place", plain=True)
TAKE: Final = Kind(3, "take", "unit")
COUNTER: Final = Kind(4, "counterattack", "corps")
SHELL: Final = Kind(5, "shell", "corps", "hex", role="aim")
STRIKE: Final = Kind(6, "strike", "hex", role="aim")
RELIEVE: Final = Kind(7, "relieve")
SUBSTITUTE: Final = Kind(8, "substitute")
ACCEPT: Final = Kind(9, "accept")
ATTACH: Final = Kind(10, "attach", "unit")
ROUND: Final = Kind(11, "round", "round")
HELP: Final = Kind(12, "help", "unit")
SELECT: Final = Kind(13, "select", "unit", role="select", plain=True)
STACK: Final = Kind(14, "stack", "unit", plain=True)
GO: Final = Kind(15, "go", "hex", role="go", plain=True)
STEP: Final = Kind(16, "step", "hex", role="step", plain=True)
STAY: Final = Kind(17, "stay")
DROP: Final = Kind(18, "drop", "unit")
EXIT: Final = Kind(19, "exit")
COVER: Final = Kind(20, "cover", "unit")
RISK: Final = Kind(21, "risk")
FIRE: Final = Kind(22, "fire", "hex", role="commit")
PASS: Final = Kind(23, "pass")
ATTACK: Final = Kind(24, "attack", "hex", role="aim", plain=True)
WITH: Final = Kind(25, "with", "unit", role="join", plain=True)
FIGHT: Final = Kind(26, "fight", role="commit")
CHANGE: Final = Kind(27, "change", "result")
KEEP: Final = Kind(28, "keep")
LOSE: Final = Kind(29, "lose", "unit")
RETREAT: Final = Kind(30, "retreat", "unit", "hex")
ADVANCE: Final = Kind(31, "advance", "unit", "hex")
HOLD: Final = Kind(32, "hold")
REMOVE: Final = Kind(33, "remove", "unit")
DISRUPT: Final = Kind(34, "disrupt", "unit")
FIRST: Final = Kind(35, "first", "corps")

ROLL: Final = Kind(64, "roll", "die")
DRAW: Final = Kind(65, "draw", "corps")
CHOOSE: Final = Kind(66, "choose", "hex")

KINDS: Final = (
    *(END, PLACE, PICK, TAKE, COUNTER, SHELL, STRIKE, RELIEVE, SUBSTITUTE, ACCEPT, ATTACH),
    *(ROUND, HELP, SELECT, STACK, GO, STEP, STAY, DROP, EXIT, COVER, RISK, FIRE, PASS),
    *(ATTACK, WITH, FIGHT, CHANGE, KEEP, LOSE, RETREAT, ADVANCE, HOLD, REMOVE, DISRUPT, FIRST),
    *(ROLL, DRAW, CHOOSE),
)

ASSAULT_ROUND: Final = 0
MOVE_ROUND: Final = 1
ROUNDS: Final = ("assault", "move")

DIE_FACES: Final = tuple(ROLL(face) for face in range(6))
"""The outcomes of a die."""


def names_of(world: World) -> dict[str, Names]:
    """Return the names of every kind of argument, which are the game's nouns too."""
    kinds = [
        world.hex_names,
        world.unit_names,
        world.corps_names,
        Names("round", ROUNDS, ("an Assault Round", "a Move/Mechanized Assault Round")),
        Names("die", DIE),
        Names("result", RESULTS),
        Names("side", ("allied", "german"), ("the Allies", "the Germans")),
    ]
    return {names.kind: names for names in kinds}
