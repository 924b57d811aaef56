"""Run every benchmark: `python -m bench [NAME ...]`; each table is printed when it is done."""

from __future__ import annotations

import sys
from collections.abc import Callable
from time import perf_counter

from bench import (
    bench_games,
    bench_gym,
    bench_hexes,
    bench_opcom,
    bench_press,
    bench_search,
    bench_staff,
)
from bench.report import progress

BENCHMARKS: dict[str, Callable[[], None]] = {
    "hexes": bench_hexes.main,
    "games": bench_games.main,
    "staff": bench_staff.main,
    "search": bench_search.main,
    "opcom": bench_opcom.main,
    "gym": bench_gym.main,
    "press": bench_press.main,
}

if __name__ == "__main__":
    wanted = sys.argv[1:] or list(BENCHMARKS)
    if unknown := [name for name in wanted if name not in BENCHMARKS]:
        raise SystemExit(f"no benchmark {', '.join(unknown)}; there are {', '.join(BENCHMARKS)}")
    for number, name in enumerate(wanted, 1):
        began = perf_counter()
        progress(f"{name}: benchmark {number} of {len(wanted)}")
        BENCHMARKS[name]()
        print(flush=True)
        progress(f"{name}: done in {perf_counter() - began:.0f} s")
