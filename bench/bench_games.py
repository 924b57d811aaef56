"""Random full-rules games, decisions a second on one core, beside python-chess in the same run.

The random player does not pass while something else can be done. Decisions with a single
answer are not counted. `python -m bench.bench_games [SECONDS]`.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Sequence
from random import Random
from time import perf_counter
from typing import Any

import chess

from bench.report import figure, table
from bocage import games
from bocage.engine import play
from bocage.engine.game import Game
from bocage.engine.play import Policy
from bocage.engine.playout import play_out, table_for
from bocage.engine.saving import read
from bocage.engine.state import State
from bocage.engine.table import Table
from bocage.engine.writing import written

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
    """The game's own random player where it has one, else `busy`."""
    return game.policies().get("random", busy)


def chess_game(rng: Random) -> int:
    """One random game of chess; returns its moves."""
    board = chess.Board()
    moves = 0
    while not board.is_game_over():
        legal = list(board.legal_moves)
        board.push(legal[int(rng.random() * len(legal))])
        moves += 1
    return moves


class Rate:
    """Games and decisions counted against a clock."""

    def __init__(self) -> None:
        self.games = 0
        self.decisions = 0
        self.seconds = 0.0

    def add(self, decisions: int, seconds: float) -> None:
        """Count one game."""
        self.games += 1
        self.decisions += decisions
        self.seconds += seconds

    @property
    def a_second(self) -> float:
        """Decisions a second."""
        return self.decisions / self.seconds if self.seconds else 0.0


def run(game: Game[Any], seconds: float) -> None:
    """Play the three in turn until the time is up, and print what they came to."""
    rates = {name: Rate() for name in ("chess", "trusted", "recorded")}
    rng = Random(1)
    began, seed = perf_counter(), 0
    players = [player_of(game)] * len(game.seats)
    while perf_counter() - began < seconds:
        seed += 1
        start = perf_counter()
        moves = chess_game(rng)
        rates["chess"].add(moves, perf_counter() - start)
        for name in ("trusted", "recorded"):
            played = play_out(game, players, seed, recorded=name == "recorded")
            rates[name].add(played.decisions, played.seconds)
    yardstick = rates["chess"].a_second
    rows = [
        [
            label,
            f"{rates[name].games / rates[name].seconds:.1f}",
            figure(rates[name].a_second),
            f"{rates[name].a_second / yardstick:.2f}x",
        ]
        for name, label in (
            ("chess", "python-chess, random play"),
            ("trusted", f"{game.title}, trusted"),
            ("recorded", f"{game.title}, recorded: checked, events, notation, hash chain"),
        )
    ]
    print(table(["one core", "games/s", "decisions/s", "to python-chess"], rows))
    _single(game)


FOUGHT = ("Fought", "Assaulted", "StepLost", "Eliminated")
"""Events that tell how much fighting there is in a random game."""

SAMPLE = 8
"""Games whose events are counted."""


def whole_game(game: Game[Any], seed: int) -> Table[Any]:
    """A recorded random game, played to its end."""
    board = table_for(game, seed)
    rng, player = Random(seed), player_of(game)
    while not board.is_over:
        seat = next(s for s in range(len(game.seats)) if board.legal(s))
        board.act(seat, player(board.state, board.legal(seat), rng))
    return board


def _replayed(game: Game[Any], board: Table[Any]) -> State:
    """The state at the end of a log, every entry trusted."""
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
    for name, call, repeats in (
        ("state copy", state.copy, 20_000),
        ("state key", state.key, 5_000),
        ("whole-game replay, trusted", lambda: _replayed(game, board), 9),
        ("whole-game replay, checked, from the save", lambda: read(text, game), 5),
    ):
        start = perf_counter()
        for _ in range(repeats):
            call()
        times[name] = (perf_counter() - start) / repeats * 1e6
    print()
    print(table(["one call", "µs"], [[name, figure(us)] for name, us in times.items()]))


def main(arguments: Sequence[str] = ()) -> None:
    """Bench every game there is."""
    seconds = float(arguments[0]) if arguments else 12.0
    for name in games.GAMES:
        run(games.game(name), seconds)
        print()
    print(table(["elsewhere, one core", "games/s", "steps/s"], [list(row) for row in ELSEWHERE]))


if __name__ == "__main__":
    main(sys.argv[1:])
