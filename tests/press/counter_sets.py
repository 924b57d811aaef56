"""Sets of counters as the games give them, worked out once for all tests."""

from __future__ import annotations

from functools import cache

from bocage.engine.counters import CounterSet
from bocage.games import game as game_of


@cache
def counters_of(game: str, scenario: str = "", kind: str = "") -> CounterSet:
    """Return the set of a game: of a scenario and a kind, or the usual one."""
    found = game_of(game)
    sets = (found.at(scenario) if scenario else found).counter_sets()
    return sets[kind or next(iter(sets))]
