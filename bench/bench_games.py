"""Random full-rules games, decisions a second on one core, beside python-chess in the same run.

The random player does not pass while something else can be done. Decisions with a single
answer are not counted. Chess and both ways of playing take turns, game by game, in seconds of
the processor, and the whole is repeated five times: other programs on the machine slow all
three down alike, and the spread shows how far to trust a ratio. Games with an umpire are
measured by `bench_opcom`. `python -m bench.bench_games [SECONDS [GAME ...]]`.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Sequence
from random import Random
from statistics import median
from time import process_time
from typing import Any

import chess

from bench.report import figure, progress, table
from bocage import games
from bocage.engine import play
from bocage.engine.game import Game
from bocage.engine.play import Policy
from bocage.engine.playout import play_out, table_for
from bocage.engine.processes import spare_collector
from bocage.engine.save_text import written
from bocage.engine.saves import read
from bocage.engine.state import State
from bocage.engine.table import Table

REPEATS = 5
"""The number of times that a game is measured."""
SPELL = 0.5
"""Seconds for which each call of the second table is repeated."""
ELSEWHERE = (
    ("python-chess 1.11.2, chess", "71", "24 900"),
    ("Rally the Troops, Waterloo Campaign 1815", "31.5", "14 700"),
    ("Atlatl, city-inf-25", "0.275", "461"),
)
"""Peers measured on another day: games and steps a second."""


def busy(st: Any, legal: Sequence[int], rng: Random) -> int:
    """Uniform, but it does not end a phase while it can do something in it."""
    del st
    if len(legal) > 1 and legal[0] >> 32 == 0:
        return legal[1 + int(rng.random() * (len(legal) - 1))]
    return legal[int(rng.random() * len(legal))]


def player_of(game: Game[Any]) -> Policy:
    """Return the game's own random player where it has one, else `busy`."""
    return game.policies().get("random", busy)


def chess_game(rng: Random) -> int:
    """Play one random game of chess and return its number of moves."""
    board = chess.Board()
    moves = 0
    while not board.is_game_over():
        legal = list(board.legal_moves)
        board.push(legal[int(rng.random() * len(legal))])
        moves += 1
    return moves


class Rate:
    """Games and decisions counted against the processor's clock."""

    def __init__(self) -> None:
        self.games = 0
        self.decisions = 0
        self.seconds = 0.0

    def add(self, call: Callable[[], int]) -> None:
        """Count one game; `call` plays it and gives its decisions."""
        began = process_time()
        self.decisions += call()
        self.seconds += process_time() - began
        self.games += 1

    @property
    def a_second(self) -> float:
        """Decisions a second."""
        return self.decisions / self.seconds if self.seconds else 0.0


WAYS = ("chess", "trusted", "recorded")


def repeat(game: Game[Any], seconds: float, seed: int) -> dict[str, Rate]:
    """Play the three ways in turn until the time is up."""
    rates = {name: Rate() for name in WAYS}
    rng = Random(seed)
    players = [player_of(game)] * len(game.seats)
    until = process_time() + seconds
    while process_time() < until:
        seed += 1
        rates["chess"].add(lambda: chess_game(rng))
        for name in WAYS[1:]:
            recorded, number = name == "recorded", seed
            rates[name].add(
                lambda: play_out(game, players, number, recorded=recorded).decisions  # noqa: B023
            )
    return rates


def run(game: Game[Any], seconds: float) -> None:
    """Repeat it, and print the middle and the spread of what each came to."""
    found: list[dict[str, Rate]] = []
    for number in range(REPEATS):
        progress(f"{game.title}: repeat {number + 1} of {REPEATS}")
        found.append(repeat(game, seconds / REPEATS, 1000 * number))
    rows: list[list[str]] = []
    for name, label in zip(
        WAYS,
        (
            "python-chess, random play",
            f"{game.title}, trusted",
            f"{game.title}, recorded: checked, events, notation, hash chain",
        ),
        strict=True,
    ):
        rates = [each[name] for each in found]
        ratios = [each[name].a_second / each["chess"].a_second for each in found]
        rows.append(
            [
                label,
                f"{median(rate.games / rate.seconds for rate in rates):.1f}",
                figure(median(rate.a_second for rate in rates)),
                f"{median(ratios):.2f}x ({min(ratios):.2f}..{max(ratios):.2f})",
            ]
        )
    print(table(["one core", "games/s", "decisions/s", "to python-chess"], rows), flush=True)
    _single(game)


FOUGHT = ("Fought", "Assaulted", "StepLost", "Eliminated")
"""Events that tell how much fighting there is in a random game."""

SAMPLE = 8
"""Games whose events are counted."""


def whole_game(game: Game[Any], seed: int) -> Table[Any]:
    """Return a recorded random game, played to its end."""
    board = table_for(game, seed)
    rng, player = Random(seed), player_of(game)
    while not board.is_over:
        seat = next(s for s in range(len(game.seats)) if board.legal(s))
        board.act(seat, player(board.state, board.legal(seat), rng))
    return board


def _replayed(game: Game[Any], board: Table[Any]) -> State:
    """Return the state at the end of a log, every entry trusted."""
    st: State = game.new(board.header.scenario, board.header.options)
    play.settle(st)
    for entry in board.entries:
        play.apply(st, entry.seat, entry.action)
    return st


def _single(game: Game[Any]) -> None:
    """Copying a state, its key, replaying a whole game; and what happens in one."""
    boards = [whole_game(game, seed) for seed in range(SAMPLE)]
    board = boards[0]
    if _replayed(game, board) != board.state:
        raise SystemExit(f"{game.title}: a replay ends elsewhere than the game did")
    happened = Counter(type(event).__name__ for each in boards for _, event in each.events)
    told = (f"{happened[name] / SAMPLE:.1f} {name}" for name in FOUGHT if happened[name])
    print(f"\nEvents a random game: {', '.join(told)}; {len(board.entries)} lines in the first.")
    text = written(board)
    state = board.state
    times: dict[str, float] = {}
    for name, call in (
        ("state copy", state.copy),
        ("state key", state.key),
        ("whole-game replay, trusted", lambda: _replayed(game, board)),
        ("whole-game replay, checked, from the save", lambda: read(text, game)),
    ):
        progress(f"{game.title}: {name}")
        calls, start = 0, process_time()
        while (spent := process_time() - start) < SPELL:
            for _ in range(1000 if name.startswith("state") else 1):
                call()
                calls += 1
        times[name] = spent / calls * 1e6
    print()
    rows = [[name, figure(us)] for name, us in times.items()]
    print(table(["one call", "µs of processor"], rows), flush=True)


def main(arguments: Sequence[str] = ()) -> None:
    """Bench every game there is."""
    seconds = float(arguments[0]) if arguments else 25.0
    for name in arguments[1:] or games.GAMES:
        game = games.game(name)
        if game.control is None:
            spare_collector()  # as the workers do that play many games
            run(game, seconds)
            print(flush=True)
    print(table(["elsewhere, one core", "games/s", "steps/s"], [list(row) for row in ELSEWHERE]))


if __name__ == "__main__":
    main(sys.argv[1:])
