"""Attacks gathered in any order: what the page offers is what the rules would take."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from bocage.ai import load_game
from bocage.engine import play
from bocage.engine.actions import first
from bocage.engine.muster import Change
from bocage.engine.playout import policies_of, table_for


def gathering(name: str, least: int) -> Any:
    """Return a table at which an attack is being gathered that several units could join."""
    table = table_for(load_game(name), 3)
    policies = policies_of(table.game)
    keen = policies.get("aggressive", policies["random"])
    rng = Random(3)
    for _ in range(20_000):
        top: Any = table.state.stack[-1]
        legal = table.legal(top.seat)
        joining = [a for a in legal if table.game.grammar.say(a).startswith("with ")]
        if type(top).__name__ == "Muster" and not top.force and len(joining) >= least:
            return table
        assert table.act(top.seat, keen(table.state, legal, rng))
    raise AssertionError("nobody attacks")


@pytest.mark.parametrize("name", ["roundup", "falaise"])
def test_an_earlier_unit_can_still_be_added(name: str) -> None:
    """With the last unit in, the others are offered, and what is offered can be done."""
    table = gathering(name, 3)
    game, seat = table.game, table.state.stack[-1].seat
    begun = table.state.copy()
    none = game.gather(begun, seat)
    assert none is not None
    assert none.force == ()
    order = getattr(begun.world, "muster", range(len(begun.loc)))
    joining = [a for a in table.legal(seat) if game.grammar.say(a).startswith("with ")]
    last = max(joining, key=lambda action: order[first(action)])
    assert table.act(seat, last)
    found = game.gather(table.state, seat)
    assert found is not None
    assert found.force == (first(last),)
    assert found.leave == (Change(first(last), ()),)
    assert found.add
    for each in found.add:
        trial = begun.copy()
        for action in each.actions:
            assert play.check(trial, game.grammar, seat, action)
            play.apply(trial, seat, action)
        assert set(trial.stack[-1].force) == {each.unit, first(last)}


def test_nothing_is_gathered() -> None:
    """Where nobody gathers an attack, or another seat does, there is nothing to tell."""
    table = gathering("roundup", 2)
    seat = table.state.stack[-1].seat
    assert table.game.gather(table.state, 1 - seat) is None
    begun = table_for(load_game("roundup"), 1)
    assert begun.game.gather(begun.state, 0) is None
