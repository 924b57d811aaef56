"""3.1 Set-ups that are kept: written, read again, and carried out whatever stands where."""

from __future__ import annotations

from random import Random

import pytest

from bocage.engine import play
from bocage.engine.table import Table
from bocage.games.falaise.board.position import Position
from bocage.games.falaise.pieces.units import ALLIED, GERMAN
from bocage.games.falaise.s03_setup import kept_setup, placing, written_for_keeping

from .build import game


def setting_up(side: int, seed: int) -> Table[Position]:
    """Return a table at which a side has set up at random, the Germans before the Allies as in
    `r`.
    """
    table: Table[Position] = Table[Position].new(game(), seed=b"1")
    if side == ALLIED:
        assert table.do(GERMAN, "setup recommended")
        assert table.do(GERMAN, "end")
    scattered(table, side, seed)
    return table


def scattered(table: Table[Position], side: int, seed: int) -> None:
    """Set up the units of a side at random in their sector."""
    rng = Random(seed)
    chosen = game().policies()["random"]
    while True:
        legal = play.legal(table.state, side)
        action = chosen(table.state, legal, rng)
        if game().grammar.say(action) == "end":
            return
        assert table.act(side, action)


@pytest.mark.parametrize("side", [GERMAN, ALLIED])
@pytest.mark.parametrize("seed", range(3))
def test_a_kept_set_up_is_taken_into_any_other(side: int, seed: int) -> None:
    """From any set-up to any that was kept, by actions that the rules allow one by one."""
    kept = setting_up(side, seed)
    text = written_for_keeping(kept.state, side)
    other = setting_up(side, seed + 10)
    plan = kept_setup(game().world, side, text)
    assert other.state.loc != kept.state.loc
    for action in placing(other.state, side, plan, anew=True):
        ruling = other.act(side, action)
        assert ruling, other.say(ruling)
    assert other.state.loc == kept.state.loc
    assert placing(other.state, side, plan, anew=True) == []


def test_a_set_up_with_gaps_leaves_the_others_alone() -> None:
    """Units that a kept set-up does not name stay where they are, placed or not."""
    table: Table[Position] = Table[Position].new(game(), seed=b"1")
    plan = kept_setup(game().world, GERMAN, "[german.mine.units]\nG-9SS-19 = '2432'\n")
    for action in placing(table.state, GERMAN, plan):
        assert table.act(GERMAN, action)
    on_map = [u for u in game().world.german if table.state.loc[u] >= 0]
    assert [game().world.units[u].id for u in on_map] == ["G-9SS-19"]
