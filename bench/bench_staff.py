"""The staff against itself: the time of a side's turn, and games a second on one core.

Processor time is measured, so that others on the machine do not count.
`python -m bench.bench_staff [SECONDS]`.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from random import Random
from statistics import median
from time import process_time
from typing import Any, Final

from bench.report import table
from bocage.ai import load_game
from bocage.engine.game import Game
from bocage.engine.play import Policy, sit_down
from bocage.engine.playout import play_out, policy
from bocage.games import GAMES

PLAYER: Final = "staff"
LONGEST: Final = 3.0
"""What a full side's turn may take, in seconds."""


class Timed:
    """A player whose thinking is timed, turn by turn."""

    def __init__(self, chooses: Policy) -> None:
        self._chooses = sit_down(chooses)
        self.turns: dict[int, float] = {}

    def __call__(self, st: Any, legal: Sequence[int], rng: Random) -> int:
        """Return the player's choice."""
        began = process_time()
        action = self._chooses(st, legal, rng)
        self.turns[st.turn] = self.turns.get(st.turn, 0.0) + process_time() - began
        return action


def measured(game: Game[Any], seconds: float) -> tuple[int, float, list[float]]:
    """Games played, the time they took, and the time of each side's turns."""
    turns: list[float] = []
    games, spent = 0, 0.0
    while spent < seconds or not games:
        players = [Timed(policy(game, PLAYER)) for _ in game.seats]
        began = process_time()
        play_out(game, players, 1000 + games)
        spent += process_time() - began
        games += 1
        turns += [each for player in players for each in player.turns.values()]
    return games, spent, turns


def main(seconds: float = 20.0) -> None:
    """Measure every game that has a staff, and print it."""
    rows: list[tuple[str, ...]] = []
    for name in GAMES:
        game = load_game(name)
        if PLAYER not in game.players:
            continue
        games, spent, turns = measured(game, seconds)
        rows.append(
            (
                name,
                f"{games / spent:.2f}",
                f"{1000 * median(turns):.0f} ms",
                f"{1000 * sorted(turns)[int(0.95 * len(turns))]:.0f} ms",
                f"{1000 * max(turns):.0f} ms",
                "yes" if max(turns) < LONGEST else "NO",
            )
        )
    print("The staff against itself, on one core")
    heads = ("game", "games a second", "a side's turn", "95 of 100", "longest", "under 3 s")
    print(table(heads, rows))


if __name__ == "__main__":
    main(*(float(word) for word in sys.argv[1:2]))
