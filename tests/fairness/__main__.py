"""Run the campaign at length and measure: `python -m tests.fairness --moves 200`."""

from __future__ import annotations

import argparse
import asyncio
import os
import tempfile
from pathlib import Path
from typing import Final

from .attacks import ATTACKS
from .campaign import moves_during
from .people import a_server
from .saves import large_save

LIMIT: Final = 0.25
"""Seconds within which 99 of 100 moves are to be acknowledged."""


def main() -> None:
    """Run every attack on its own server and print how the other player's moves fared."""
    told = argparse.ArgumentParser(description=__doc__)
    told.add_argument("--moves", type=int, default=200, help="moves during each attack")
    told.add_argument("--pause", type=float, default=0.05, help="seconds between two moves")
    told.add_argument("--lines", type=int, default=1500, help="lines of the large save")
    told.add_argument("--only", action="append", help="run this attack alone")
    given = told.parse_args()
    save = large_save(given.lines)
    print(
        f"{'attack':28} {'rounds':>6} {'median':>8} {'99 %':>8} {'longest':>8} {'in time':>8} load"
    )
    for name in given.only or ATTACKS:
        few = 1024 if name == "descriptors" else None
        with tempfile.TemporaryDirectory() as folder, a_server(Path(folder), few) as host:
            found = asyncio.run(moves_during(host, name, save, given.moves, given.pause))
        times = [found.quantile(0.5), found.quantile(0.99), max(found.seconds)]
        shown = " ".join(f"{1000 * each:5.0f} ms" for each in times)
        share = f"{100 * found.within(LIMIT):7.1f}%"
        print(f"{name:28} {found.rounds:6} {shown} {share} {os.getloadavg()[0]:.1f}", flush=True)


if __name__ == "__main__":
    main()
