"""Mutants: each game without one rule or another, to prove that a case depends on its rule.

A mutant is the smallest change that leaves a sentence out and everything else as it is. It
replaces private parts of a game, so it lives here and not in the product. `mutants/GAME` has
`effects_of(game)`, which returns the mutants by rule, and `EXPLAINED`, the rules that no case
misses and why. A rule that refuses or counts in a ledger needs no mutant: the engine switches
it off by its citation.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from bocage.games import judges
from bocage.rules.judge import Judge
from bocage.rules.mutants import with_mutants


@cache
def judge_of(name: str) -> Judge[Any]:
    """Return the judge of a game, who knows its mutants."""
    return with_mutants(judges.judge_of(name), name)
