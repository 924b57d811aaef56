"""Games of Operation Roundup at the points that the tests of the command need."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from bocage import games
from bocage.cli.game_file import Sitting
from bocage.cli.terminal.lines import taken
from bocage.engine.game import Game

from .conftest import Answer, without_sentences

if TYPE_CHECKING:
    from bocage.games.roundup.game import Roundup

SEED = "1943"

LANDED = (
    *("beachhead us1 2723", "beachhead us2 2824", "beachhead uk1 3024", "beachhead uk2 3223"),
    *("tas 2624", "end PlaceTas", "end PlaceAerial"),
    *("land US11 US15 2723", "land US01 US16 2824", "land UK05 UK23 3024", "land UK06 UK26 3223"),
    *("end Landings", "end Drops"),
)
"""Set-up and landing: the Allies are about to move on turn 1. `end X` is for decision X only,
where it is asked at all."""

AT_BOULOGNE = (*LANDED, "move 2723 2623", "move 2824 2624", "end MovePhase")
"""Four American units stand before Boulogne in the Combat Phase of turn 1."""


@cache
def roundup() -> Game[Any]:
    """Return the game, loaded once."""
    return games.game("roundup")


def unit(name: str) -> int:
    """Return the number of a unit."""
    return cast("Roundup", roundup()).world.unit_names.index(name)


def at(number: str) -> int:
    """Return the hex of a printed number."""
    return cast("Roundup", roundup()).world.grid.hex(number)


def begin(file: Path, lines: tuple[str, ...] = (), seed: str = SEED) -> Sitting:
    """Return a new game with some lines played; every one must be taken."""
    sitting = Sitting.begin(file, roundup(), seed=bytes.fromhex(seed))
    play(sitting, *lines)
    return sitting


def play(sitting: Sitting, *lines: str) -> None:
    """Play some lines and save."""
    table = sitting.table
    for line in lines:
        decision = table.decision
        assert decision is not None
        if line.startswith("end "):
            if line != f"end {decision.kind}":
                continue
            line = "end"
        seat = decision.seats[0]
        ruling = taken(table, seat, sitting.face.actions(table.state, seat, line))
        assert ruling, f"{line}: {table.say(ruling)}"
    sitting.save()


def refused(answer: Answer) -> str:
    """Return the sentence of a refusal: nothing on standard output, one line on the other, code 2.

    It cites cases here, not their sentences.
    """
    assert (answer.code, answer.out) == (2, "")
    assert answer.err.startswith("bocage: ")
    assert answer.err.count("\n") == 1
    said = answer.err.removeprefix("bocage: ").rstrip("\n")
    return without_sentences(said)
