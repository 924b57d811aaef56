"""Drawing the boards and sheets: how long the first time, how long again, and how large.

Run `python -m bench.bench_press`; `--print` adds PNG at 300 dpi and PDF, and every paper of the
survey. Limits of the press: the first drawing under 20 s, a kept one under 1 s, SVG under 5 MB. On
a busy machine the processor seconds say more than those of the clock. Each picture is made in a
separate process, as `bocage map` does, so that its memory can be measured.
"""

from __future__ import annotations

import os
import resource
import sys
import tempfile
from collections.abc import Iterator
from multiprocessing import get_context
from time import perf_counter
from typing import NamedTuple

from bench.report import table
from bocage.maps import load
from bocage.press import sheets, survey

BOARDS = ("falaise", "pas-de-calais")
SURVEYS = ("market-garden", "malta", "joes-bridge")
PAPERS = ("a0", "a1", "a2", "a3")


class Wanted(NamedTuple):
    """One picture to make."""

    name: str
    ending: str
    dpi: int
    paper: str = ""
    """Of a sheet of the survey; a board has its own."""

    @property
    def told(self) -> str:
        """Return its name in the table."""
        fine = f" {self.dpi} dpi" if self.ending == ".png" else ""
        return self.ending + fine + (f", {self.paper}" if self.paper else "")


class Measured(NamedTuple):
    """The measurements of a picture."""

    first: float
    work: float
    kept: float
    size: int
    memory: float


def main() -> None:
    """Draw each board and sheet into an empty cache and then out of it."""
    rows: list[list[str]] = []
    with tempfile.TemporaryDirectory() as folder:
        os.environ["BOCAGE_CACHE"] = folder
        for wanted in _all("--print" in sys.argv):
            with get_context("spawn").Pool(1) as pool:
                found = pool.apply(measure, (wanted,))
            rows.append(
                [
                    *(wanted.name, wanted.told),
                    *(f"{found.first:.1f}", f"{found.work:.1f}", f"{found.kept:.2f}"),
                    *(f"{found.size / 1e6:.1f}", f"{found.memory:.2f}"),
                ]
            )
    print(table(["board", "as", "first, s", "work, s", "kept, s", "MB", "memory, GB"], rows))


def _all(printed: bool) -> Iterator[Wanted]:
    usual = [(".svg", 300), (".png", 100)]
    for name in BOARDS:
        for ending, dpi in [*usual, (".png", 300), (".pdf", 300)] if printed else usual:
            yield Wanted(name, ending, dpi)
    for name in SURVEYS:
        for paper in PAPERS if printed else ("a1",):
            for ending, dpi in [(".svg", 300), (".png", 300), (".pdf", 300)] if printed else usual:
                yield Wanted(name, ending, dpi, paper)


def measure(wanted: Wanted) -> Measured:
    """Draw it twice. Sheets of the survey are Control's: the most that is drawn."""
    before, start = _work(), perf_counter()
    made = _drawn(wanted)
    first, work = perf_counter(), _work() - before
    _drawn(wanted)
    again = perf_counter()
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e6
    return Measured(first - start, work, again - first, len(made), memory)


def _drawn(wanted: Wanted) -> bytes:
    pack = load(wanted.name)
    if not wanted.paper:
        return sheets.sheet_bytes(pack, wanted.ending, dpi=wanted.dpi)
    return survey.sheet_bytes(pack, wanted.ending, paper=wanted.paper, control=True, dpi=wanted.dpi)


def _work() -> float:
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime


if __name__ == "__main__":
    main()
