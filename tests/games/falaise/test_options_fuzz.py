"""Whole games under each optional rule and in solitaire play, examined after every action."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest

from bocage.ai import load_game
from bocage.engine.fuzzing import Fuzz
from bocage.games.falaise.options import LEAST, OPTIONS

GAMES = 3
"""Games of each: random, aggressive, and one from its middle."""

TABLES = [
    *(
        {option.id: choice}
        for option in OPTIONS.values()
        for choice in (option.choices[-1:] if option.id.endswith("-bid") else option.choices[1:])
    ),
    {
        option.id: option.choices[-1]
        for option in OPTIONS.values()
        if option.id not in ("south-exit-east-only", "german-bid")  # each excludes another
    },
]
for table in TABLES:
    if LEAST.id in table:
        table["solitaire"] = "on"  # it is about the Allies of solitaire play
"""Every switch by itself at everything it can be set to (a bid at its most), and all of them
together."""


@pytest.mark.parametrize("options", TABLES, ids=lambda each: "+".join(each)[:40])
def test_no_game_fails_under_an_option(options: dict[str, str], tmp_path: Path) -> None:
    """Random and aggressive play under an option reaches nothing impossible."""
    what = Fuzz(
        partial(load_game, "falaise"),
        ("random", "aggressive"),
        seed=700,
        options=options,
        folder=tmp_path,
    )
    found = what.run(GAMES)
    assert found.reasons == []
    assert (found.games, found.failed) == (GAMES, 0)
