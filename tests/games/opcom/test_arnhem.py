"""The second scenario, which the battery does not walk: random games, saved and read again."""

from __future__ import annotations

from random import Random

import pytest

from bocage.engine import play
from bocage.engine.playout import policies_of, table_for
from bocage.engine.saves import read, written
from tests.games.opcom.playing import GAME

ARNHEM = GAME.at("arnhem-bridge")


def test_a_scenario_has_its_own_seats_and_names() -> None:
    """Teams and units are those of the scenario; the default keeps its own."""
    assert ARNHEM.seats == ("Airborne", "Hohenstaufen", "Control")
    assert GAME.seats == ("Guards", "Walther", "Control")
    assert ARNHEM.world.by_id.keys() != GAME.world.by_id.keys()
    assert GAME.at("joes-bridge") is GAME


@pytest.mark.parametrize("seed", range(8))
def test_random_games_stay_possible_and_replay_alike(seed: int) -> None:
    """Sheets of every kind are worked out without a fault, and the log plays again alike."""
    rng = Random(seed)
    table = table_for(GAME, seed, scenario="arnhem-bridge")
    keen = policies_of(ARNHEM)["random"]
    while not table.is_over:
        seat = rng.choice(play.pending(table.state))
        assert table.act(seat, keen(table.state, table.legal(seat), rng))
        assert ARNHEM.faults(table.state) == []
    again = read(written(table), GAME)
    assert again.state == table.state
    assert again.events == table.events
