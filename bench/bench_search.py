"""The searching staff against the staff: whether it keeps its time, and how often it rehearses.

Processor time is measured and given, so that others on the machine do not count. Give the
seconds for a turn:
`python -m bench.bench_search [SECONDS ...]`.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from random import Random
from statistics import median
from time import process_time
from typing import Any, Final

from bench.report import table
from bocage.ai import load_game
from bocage.ai.search.falaise import FalaiseKnowledge
from bocage.ai.search.knowledge import Knowledge
from bocage.ai.search.office import SearchOffice
from bocage.ai.search.player import SearchPlayer
from bocage.ai.search.rehearsal import Here, Scene, Trial
from bocage.ai.search.roundup import RoundupKnowledge
from bocage.engine.game import Game
from bocage.engine.playout import play_out, policy

GAMES: Final[dict[str, Knowledge]] = {"roundup": RoundupKnowledge(), "falaise": FalaiseKnowledge()}
MOST: Final = 1.1
"""What a turn may take, as a share of the time that was given."""


TURNS: Final = 4
"""Turns that are played of each game."""


class _EnoughError(Exception):
    """Enough turns have been played."""


class Counted(Here):
    """Rehearsals here, counted."""

    def __init__(self) -> None:
        self.count = 0

    def rehearse(self, scene: Scene, trials: Sequence[Trial]) -> list[float]:
        """Return the worth of each trial."""
        self.count += len(trials)
        return super().rehearse(scene, trials)


class Timed:
    """A searching player whose turns are timed."""

    def __init__(self, knowledge: Knowledge, seconds: float) -> None:
        self._player = SearchPlayer(
            partial(SearchOffice, knowledge=knowledge, seconds=seconds, clock=process_time)
        )
        self.counted = Counted()
        self._player.employ(self.counted)
        self.turns: dict[int, float] = {}

    def __call__(self, st: Any, legal: Sequence[int], rng: Random) -> int:
        """Return the player's choice."""
        began = process_time()
        action = self._player(st, legal, rng)
        self.turns[st.turn] = self.turns.get(st.turn, 0.0) + process_time() - began
        return action


def row(name: str, game: Game[Any], seconds: float, seat: int) -> tuple[str, ...]:
    """Return a line of the table: some turns from one seat."""
    own = Timed(GAMES[name], seconds)
    players = [policy(game, "staff") for _ in game.seats]
    players[seat] = own

    def each(st: Any) -> None:
        if st.turn > TURNS:
            raise _EnoughError

    with suppress(_EnoughError):
        play_out(game, players, 7, each=each)
    turns = sorted(own.turns.values())
    return (
        name,
        game.seats[seat],
        f"{seconds:g} s",
        f"{median(turns):.2f} s",
        f"{turns[-1]:.2f} s",
        "yes" if turns[-1] <= MOST * seconds else "NO",
        f"{own.counted.count / len(turns):.0f}",
    )


def main(*levels: float) -> None:
    """Play a few turns from each seat at each level, and print the table."""
    rows = [
        row(name, game, seconds, seat)
        for name in GAMES
        for game in (load_game(name),)
        for seconds in levels or (2.0, 5.0)
        for seat in range(2)
    ]
    print("The searching staff: time for a turn")
    heads = ("game", "side", "given", "a turn", "longest", "within 10 %", "rehearsals a turn")
    print(table(heads, rows))


if __name__ == "__main__":
    main(*(float(word) for word in sys.argv[1:]))
