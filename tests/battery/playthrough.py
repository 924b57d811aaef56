"""A whole game written down decision by decision, kept and compared letter by letter.

A playthrough shows what a change of the rules changes: prompts, what is legal and in which
order, dice, events, and the key of the state. If you changed something on purpose, write
it again: `BOCAGE_GOLDEN=write pytest tests/battery/test_golden.py`, and read the diff.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from bocage.engine.game import Game
from bocage.engine.playout import table_for
from bocage.engine.table import Table
from tests.battery.subjects import decisions

SHOWN = 6


def playthrough(game: Game[Any], seed: int, most: int) -> str:
    """Return the first decisions of a random game, or all of it."""
    table = table_for(game, seed)
    found = [*table.header.lines(), ""]
    told = _Told(table)
    for number, (seat, action) in enumerate(decisions(table, Random(seed))):
        found += told.news()
        if number == most:
            break
        found += _decision(table, seat)
        found.append(f"{game.seats[seat]}> {game.grammar.say(action)}")
    else:
        found += told.news()
        outcome = game.outcome(table.state)
        found.append("" if outcome is None else f"end: {outcome.words.say(game.nouns)}")
    return "\n".join([*found, f"mark {table.mark}, key {table.state.key().hex()}"]) + "\n"


def _decision(table: Table[Any], seat: int) -> Iterator[str]:
    game, legal = table.game, table.legal(seat)
    decision = table.decision
    assert decision is not None
    asked = f"{decision.kind}, {decision.rule.cited(game.book)}"
    yield f"[{table.heading().say(game.nouns)}: {asked}] {decision.prompts[seat].say(game.nouns)}"
    some = " | ".join(game.grammar.say(action) for action in legal[:SHOWN])
    yield f"  {len(legal)}: {some}{' ...' if len(legal) > SHOWN else ''}"


class _Told:
    """What has happened since it was last asked."""

    def __init__(self, table: Table[Any]) -> None:
        self.table = table
        self.events = self.entries = 0

    def news(self) -> list[str]:
        """Dice and events, in words."""
        table = self.table
        dice = [e.text for e in table.entries[self.entries :] if e.question]
        events = [event for _, event in table.events[self.events :]]
        self.events, self.entries = len(table.events), len(table.entries)
        nouns, book = table.game.nouns, table.game.book
        said = [f"  - {e.words().say(nouns)} ({e.rule.cited(book)})" for e in events]
        return [*(f"  * {die}" for die in dice), *said]
