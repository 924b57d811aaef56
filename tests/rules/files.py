"""Case files for tests, written on the spot."""

from __future__ import annotations

from pathlib import Path

from bocage.rules.cases import read_case
from bocage.rules.runner import Report, run
from tests.mutants import judge_of

HEAD = """
game = "roundup"
rule = ["3.2.1.e"]
title = "Out of one zone and into another"

[given]
phase = "german.movement"
units = { UK03 = "3012", GE20 = "3011" }
"""

MOVE = """
[[do]]
action = "move GE20 3011-2911"
refused = "3.2.1.e"
"""


def written(folder: Path, text: str, name: str = "case.toml") -> Path:
    """Return a file with that text."""
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def ran(folder: Path, steps: str, head: str = HEAD) -> Report:
    """How a case with these steps goes."""
    (case,) = read_case(written(folder, head + steps))
    return run(case, judge_of(case.game))
