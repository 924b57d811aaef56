"""Play the same fuzzed games with the plain and the compiled kernel, and compare the logs.

`python -m bench.variants GAME GAMES [FIRST]` plays games in two processes, one for each
variant, and compares the logs byte for byte. Every third game has random options and every
third begins in its middle. It says how many were equal, and stops at the first that was not.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from functools import partial
from hashlib import blake2b
from random import Random

from bocage.ai import load_game
from bocage.engine.fuzzing import Fuzz
from bocage.engine.playout import play_at, policy, table_for
from bocage.engine.save_text import written
from bocage.hexes.kernels import VARIANT

PLAY = "--play"
"""The argument of a process that plays, before the name of the game."""
SOME = 50
"""Games between two lines of progress."""


def digests(name: str, games: int, first: int) -> Iterator[str]:
    """Yield the digest of the log and of the last position of each game, with its number."""
    fuzz = Fuzz(partial(load_game, name), vary=True)
    game = fuzz.load()
    players = [policy(game, "random")] * len(game.seats)
    for number in range(first, first + games):
        rng = Random(number)
        start = game.midgame(rng) if number % 3 == 2 else None
        table = table_for(game, number, options=fuzz.options_of(game, number), start=start)
        play_at(table, players, rng)
        log = blake2b(written(table).encode(), digest_size=16).hexdigest()
        yield f"{number} {log} {table.state.key().hex()}"


def _process(variant: str, arguments: Sequence[str]) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "bench.variants", PLAY, *arguments]
    env = {**os.environ, "BOCAGE_KERNEL": variant}
    return subprocess.Popen(command, env=env, stdout=subprocess.PIPE, text=True)


def compare(name: str, games: int, first: int = 0) -> int:
    """Return the number of equal games: all, or those before the first that differs."""
    arguments = (name, str(games), str(first))
    with _process("plain", arguments) as plain, _process("c", arguments) as compiled:
        assert plain.stdout is not None
        assert compiled.stdout is not None
        equal = 0
        for one, other in zip(plain.stdout, compiled.stdout, strict=True):
            if one != other:
                plain.kill()
                compiled.kill()
                break
            equal += 1
            if equal % SOME == 0:
                print(f"{name}: {equal} of {games} equal", file=sys.stderr, flush=True)
    return equal


def main(arguments: Sequence[str]) -> None:
    """Compare, or play one game for the comparison."""
    if arguments[:1] == [PLAY]:
        print(VARIANT, file=sys.stderr)
        name, games, first = arguments[1], int(arguments[2]), int(arguments[3])
        for line in digests(name, games, first):
            print(line, flush=True)
        return
    if len(arguments) not in (2, 3):
        raise SystemExit("usage: python -m bench.variants GAME GAMES [FIRST]")
    name, games = arguments[0], int(arguments[1])
    first = int(arguments[2]) if len(arguments) > 2 else 0
    equal = compare(name, games, first)
    print(f"{name}: {equal} of {games} games are equal with both kernels, from number {first}")
    if equal < games:
        raise SystemExit(f"game {first + equal} is not")


if __name__ == "__main__":
    main(sys.argv[1:])
