"""Saves that people bring: the beginning of a small game, and a game that has gone on for long.

The attacker does without what is imported here, which takes longer to load than itself.
"""

from __future__ import annotations

from random import Random
from typing import Any

from bocage.ai import load_game
from bocage.engine.game import Game
from bocage.engine.play import pending
from bocage.engine.playout import uniform
from bocage.engine.save_text import written
from bocage.engine.table import Table

from .people import LINE


def small_save() -> str:
    """Return the beginning of a game of Roundup."""
    table = Table.new(load_game("roundup"), seed=b"f" * 32)
    assert table.do(0, LINE)
    return written(table)


def large_save(lines: int) -> str:
    """Return a game of Market Garden that has gone on for so many lines, played at random."""
    game: Game[Any] = load_game("opcom").at("market-garden")
    table = Table.new(game, scenario="market-garden", seed=b"f" * 32)
    rng = Random(1944)
    while len(table.entries) < lines and not table.is_over:
        seat = pending(table.state)[0]
        table.act(seat, uniform(table.state, table.legal(seat), rng))
    return written(table)
