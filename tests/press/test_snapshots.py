"""Representative counters as stored SVG, so that a change of drawing is seen in review.

After a wanted change, run these tests once with `BOCAGE_SNAPSHOTS=write` and look at the diff.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from bocage.press.counters import drawing
from tests.press.counter_sets import counters_of

STORE = Path(__file__).parent / "snapshots"

PICKED: tuple[tuple[str, str, str, str, int, bool], ...] = (
    ("roundup", "", "all", "US11", 64, False),
    ("roundup", "", "all", "US11", 64, True),
    ("roundup", "", "all", "GE01", 48, False),
    ("roundup", "", "all", "GE23", 32, False),
    ("roundup", "", "all", "BOMBER-UK", 64, False),
    ("falaise", "", "all", "C-4-4", 64, False),
    ("falaise", "", "all", "G-89-55", 64, True),
    ("falaise", "", "all", "P-1-S", 32, False),
    ("falaise", "", "all", "CH-1SS", 64, False),
    ("opcom", "joes-bridge", "master", "GE-HOF-1", 64, False),
    ("opcom", "joes-bridge", "player", "GE-HOF-1", 64, False),
    ("opcom", "malta", "master", "AX-FOL-II", 64, False),
    ("opcom", "malta", "master", "FUEL", 48, False),
)
"""Game, scenario, kind, counter, pixels, and whether its back."""


@pytest.mark.parametrize(("game", "scenario", "kind", "who", "px", "back"), PICKED)
def test_counter_is_drawn_as_stored(
    game: str, scenario: str, kind: str, who: str, px: int, back: bool
) -> None:
    """The counter's SVG is, letter by letter, the one stored beside the tests."""
    found = counters_of(game, scenario, kind)
    counter = next(c for c in found.counters if c.id == who)
    drawn = drawing.picture(counter.back if back else counter.front, px, counter.title).svg()
    told = f"{game}-{who}-{kind}" if game == "opcom" else f"{game}-{who}"
    stored = STORE / f"{told}-{px}{'-back' if back else ''}.svg"
    if os.environ.get("BOCAGE_SNAPSHOTS") == "write":
        stored.write_text(drawn, encoding="utf-8")
    assert drawn == stored.read_text(encoding="utf-8"), f"{stored.name} is drawn differently"
