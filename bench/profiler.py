"""Profile random games: where the processor's time goes, by function.

`python -m bench.profiler GAME trusted|recorded|replay [SECONDS]` interrupts the program every
millisecond of processor time and notes which functions are running. Unlike `cProfile` it does
not slow small functions down more than large ones, and other programs on the machine do not
count. *Own* is the share of samples in which the function itself ran (with the C code that it
calls), *with callees* the share in which it was somewhere on the stack.
"""

from __future__ import annotations

import signal
import sys
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from time import process_time
from types import FrameType
from typing import Any

from bench.bench_games import player_of, whole_game
from bench.report import table
from bocage import games
from bocage.engine.game import Game
from bocage.engine.playout import play_out
from bocage.engine.save_text import written
from bocage.engine.saves import read

EVERY = 0.001
"""Seconds of the processor between two samples."""
TOP = 30
"""Functions listed."""
MODES = ("trusted", "recorded", "replay")


class Sampler:
    """Counts which functions run."""

    def __init__(self) -> None:
        self.own: Counter[str] = Counter()
        self.within: Counter[str] = Counter()
        self.samples = 0

    def take(self, signum: int, here: FrameType | None) -> None:
        """Note one sample; a handler of `SIGPROF`."""
        del signum
        self.samples += 1
        seen: set[str] = set()
        while here is not None:
            code = here.f_code
            name = f"{Path(code.co_filename).stem}.{code.co_qualname}"
            if not seen:
                self.own[name] += 1
            seen.add(name)
            here = here.f_back
        self.within.update(seen)

    def run(self, call: Callable[[], object], seconds: float) -> None:
        """Call again and again for so many seconds of the processor."""
        signal.signal(signal.SIGPROF, self.take)
        end = process_time() + seconds
        signal.setitimer(signal.ITIMER_PROF, EVERY, EVERY)
        try:
            while process_time() < end:
                call()
        finally:
            signal.setitimer(signal.ITIMER_PROF, 0)

    def report(self) -> str:
        """Return the functions with the most samples of their own, and those with the most
        within.
        """
        rows: list[list[str]] = []
        shown = [name for name, _ in self.own.most_common(TOP)]
        shown += [name for name, _ in self.within.most_common(TOP) if name not in shown]
        for name in shown:
            own, within = (count[name] / self.samples for count in (self.own, self.within))
            rows.append([name, f"{own:.1%}", f"{within:.1%}"])
        return table(["function", "own", "with callees"], rows)


def workload(game: Game[Any], mode: str) -> Callable[[], object]:
    """Return the work to profile: the same game each time, another each time, or the same
    replay."""
    if mode == "replay":
        text = written(whole_game(game, 0))
        return lambda: read(text, game)
    players = [player_of(game)] * len(game.seats)
    seeds = iter(range(1, 1 << 30))
    return lambda: play_out(game, players, next(seeds), recorded=mode == "recorded")


def main(arguments: Sequence[str]) -> None:
    """Profile one way of playing one game."""
    if len(arguments) not in (2, 3) or arguments[1] not in MODES:
        raise SystemExit(f"usage: python -m bench.profiler GAME {'|'.join(MODES)} [SECONDS]")
    call = workload(games.game(arguments[0]), arguments[1])
    call()
    sampler = Sampler()
    sampler.run(call, float(arguments[2]) if len(arguments) > 2 else 10.0)
    print(f"{arguments[0]}, {arguments[1]}: {sampler.samples} samples\n")
    print(sampler.report())


if __name__ == "__main__":
    main(sys.argv[1:])
