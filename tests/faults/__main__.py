"""Run the fault campaign by hand: as many rounds as you like, on SQLite and PostgreSQL."""

from __future__ import annotations

import argparse
import signal
import sys
import tempfile
import time
from functools import partial
from pathlib import Path

from .campaign import FAULTS, KINDS, Campaign, campaign


def main() -> None:
    """Run the faults of the command line and print the results."""
    parser = argparse.ArgumentParser(prog="python -m tests.faults", description=__doc__)
    parser.add_argument("--on", choices=KINDS, action="append", help="a database; both by default")
    parser.add_argument("--seed", type=int, default=1)
    for name in FAULTS:
        parser.add_argument(f"--{name}", type=int, default=0, metavar="ROUNDS")
    signal.signal(signal.SIGTERM, _leave)
    given = vars(parser.parse_args())
    for kind in given["on"] or KINDS:
        with (
            tempfile.TemporaryDirectory(prefix="bocage-faults-", dir="/tmp") as made,
            campaign(kind, _open(Path(made)), given["seed"]) as running,
        ):
            for name in FAULTS:
                began = time.monotonic()
                rounds = given[name.replace("-", "_")]
                running.run(name, rounds, partial(_tell, running, kind, name, began))
        print(f"{kind}: {running.rounds} {running.tally}", flush=True)


def _leave(*_: object) -> None:
    """End in good order, so that nothing is left behind."""
    sys.exit(1)


def _open(folder: Path) -> Path:
    folder.chmod(0o755)  # PostgreSQL goes through it as somebody else
    return folder


def _tell(running: Campaign, kind: str, name: str, began: float, count: int) -> None:
    if count % 10 == 0 or count == 1:
        took = time.monotonic() - began
        print(f"{kind} {name} {count} in {took:.0f} s: {running.tally}", flush=True)


if __name__ == "__main__":
    main()
