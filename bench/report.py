"""Timing that can be trusted on a busy machine, and tables of it.

Alternatives are timed in turn, round after round, so that a slow minute hits them all;
what counts is the ratio of medians within one run.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from statistics import median
from time import perf_counter


@dataclass(frozen=True, slots=True)
class Sample:
    """The times of one alternative, in microseconds a call."""

    times: tuple[float, ...]

    @property
    def median(self) -> float:
        """Return the median."""
        return median(self.times)

    def __str__(self) -> str:
        return f"{figure(self.median)} ({figure(min(self.times))}..{figure(max(self.times))})"


def figure(us: float) -> str:
    """Return a time to about three digits: `0.72`, `3.70`, `16.4`, `197`, `20 400`."""
    if us >= 1000:
        return f"{round(us, -2):,.0f}".replace(",", " ")
    return f"{us:.{2 if us < 10 else 1 if us < 100 else 0}f}"


def interleave(
    alternatives: Mapping[str, Callable[[], object]],
    *,
    calls: int = 1,
    rounds: int = 9,
    spell: float = 0.01,
) -> dict[str, Sample]:
    """Time each alternative once a round, as often in a row as fills a spell of seconds.

    `calls` says how many calls one run of an alternative stands for. A first run, which also
    tells how long one takes, does not count.
    """
    runs = {name: max(1, round(spell / _time(run, 1))) for name, run in alternatives.items()}
    times: dict[str, list[float]] = {name: [] for name in alternatives}
    for _ in range(rounds):
        for name, run in alternatives.items():
            times[name].append(_time(run, runs[name]) / runs[name] / calls * 1e6)
    return {name: Sample(tuple(spent)) for name, spent in times.items()}


def _time(run: Callable[[], object], repeats: int) -> float:
    start = perf_counter()
    for _ in range(repeats):
        run()
    return perf_counter() - start


def progress(doing: str) -> None:
    """Say on the terminal what is being measured; the tables go to the standard output."""
    if sys.stderr.isatty():
        print(f"\r\x1b[K{doing}", end="", file=sys.stderr, flush=True)
    else:
        print(doing, file=sys.stderr, flush=True)


def ratio(yardstick: Sample, sample: Sample) -> str:
    """Return the factor against the yardstick: `53x`."""
    times = yardstick.median / sample.median
    return f"{times:.0f}x" if times >= 10 else f"{times:.1f}x"


def table(heading: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Return a Markdown table with aligned columns."""
    lines = [list(heading), *(list(row) for row in rows)]
    widths = [max(len(line[i]) for line in lines) for i in range(len(heading))]
    lines.insert(1, ["-" * width for width in widths])
    return "\n".join(
        "| " + " | ".join(cell.ljust(w) for cell, w in zip(line, widths, strict=True)) + " |"
        for line in lines
    )
