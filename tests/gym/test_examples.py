"""The examples run, and the page shows them as they are."""

from __future__ import annotations

import runpy
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
EXAMPLES = sorted((ROOT / "examples").glob("*.py"))


def test_a_random_match_ends(capsys: pytest.CaptureFixture[str]) -> None:
    """The example plays a whole game and prints what each seat got."""
    runpy.run_path(str(ROOT / "examples" / "random_match.py"))

    lines = [line.split() for line in capsys.readouterr().out.splitlines()]
    assert [agent for agent, _ in lines] == ["allied_0", "german_1"]
    assert sum(float(reward) for _, reward in lines) == 0


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_the_page_shows_the_example(path: Path) -> None:
    """docs/gym.md holds each example word for word, below its first line."""
    page = (ROOT / "docs" / "gym.md").read_text(encoding="utf-8")
    _, _, code = path.read_text(encoding="utf-8").partition("\n\n")

    assert code.strip() in page
