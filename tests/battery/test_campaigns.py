"""The two campaigns of OP COM in the battery: a random turn or two of each, and what must hold.

They are too long for whole random games; what the battery asks of every position is asked here
of some, for one viewer of each side.
"""

from __future__ import annotations

from random import Random

import pytest

from bocage.engine import play
from bocage.engine.playout import policies_of, table_for
from bocage.engine.save_text import written
from bocage.engine.saves import read
from bocage.engine.table import Table
from bocage.engine.viewers import player
from bocage.games.opcom.board.position import Position
from bocage.games.opcom.game import OpCom
from tests.battery.twins import leaks


def played(name: str, turns: int, seed: int) -> Table[Position]:
    """Return a table after some turns of random sheets and rulings; impossible positions fail at
    once.
    """
    game = OpCom(scenario=name)
    table: Table[Position] = table_for(game, seed, scenario=name)
    rng = Random(seed)
    keen = policies_of(game)["random"]
    while table.state.turn <= turns and not table.is_over:
        seat = rng.choice(play.pending(table.state))
        legal = table.legal(seat)
        assert legal
        action = keen(table.state, legal, rng)
        assert play.check(table.state, game.grammar, seat, action)
        ruling = table.act(seat, action)
        assert ruling, table.say(ruling)
    assert game.faults(table.state) == []
    return table


@pytest.fixture(scope="module", params=[("market-garden", 2), ("malta", 4)], ids=lambda p: p[0])
def table(request: pytest.FixtureRequest) -> Table[Position]:
    """Return a campaign on its way."""
    name, turns = request.param
    return played(name, turns, 5)


def test_a_campaign_is_written_and_read_alike(table: Table[Position]) -> None:
    """Its log, read back, leads to the same position."""
    again = read(written(table), table.game)
    assert again.state.key() == table.state.key()


def test_a_copy_of_a_campaign_is_independent(table: Table[Position]) -> None:
    """A copy is equal, and what is done to it leaves the original alone."""
    before = table.state.key()
    copy = table.state.copy()
    assert copy.key() == before
    copy.lose(0, 1)
    copy.turn += 1
    assert table.state.key() == before != copy.key()


@pytest.mark.parametrize("side", ["allied", "axis"])
def test_a_team_of_a_campaign_sees_its_own(table: Table[Position], side: str) -> None:
    """A world that a team cannot tell from the true one stays so for some steps."""
    seat = next(i for i, team in enumerate(table.state.world.teams) if team.side == side)
    assert leaks(table, player(seat), Random(3), 4) == []
