"""Events hold enough data to play them back: the unit, its path, the die."""

from __future__ import annotations

from itertools import pairwise
from random import Random
from typing import Any

import pytest

from bocage.ai import load_game
from bocage.engine.events import Event
from bocage.engine.playout import policies_of, table_for
from bocage.engine.scenes import Scene
from bocage.engine.table import AnyTable

_LINES = 900


def played(name: str) -> tuple[AnyTable, list[tuple[Event, Scene]]]:
    """Return a game of aggressive players some way into it, and what happened in it."""
    table = table_for(load_game(name), 3)
    policy = policies_of(table.game)["aggressive"]
    rng = Random(3)
    while len(table.entries) < _LINES:
        top: Any = table.state.stack[-1]
        assert table.act(top.seat, policy(table.state, table.legal(top.seat), rng))
    return table, [(each, each.scene()) for _, each in table.events]


@pytest.mark.parametrize("name", ["roundup", "falaise"])
def test_what_happened_can_be_played_back(name: str) -> None:
    """Moves have connected paths; battles have forces, faces and the die that fell."""
    table, found = played(name)
    game = table.game
    board = game.map()
    assert board is not None
    units = len(game.counters())
    seen = {scene.act for _, scene in found}
    assert {"move", "stop", "fight", "loss", "retreat", "advance", "die"} <= seen
    for event, scene in found:
        assert all(0 <= u < units for u in (*scene.units, *scene.targets)), event
        assert all(0 <= h < len(game.numbers) for h in scene.hexes), event
        if scene.act == "move":
            assert scene.units, event
            assert len(scene.hexes) > 1, event
            assert all(board.grid.are_neighbours(a, b) for a, b in pairwise(scene.hexes)), event
    battles = [scene for _, scene in found if scene.weighed is not None]
    assert len(battles) > 5
    for each in battles:
        assert each.weighed is not None
        codes = [part.code for part in each.weighed.parts]
        assert codes[:2] == ["attack", "defence"]
        assert all(part.rows for part in each.weighed.parts[:2])
        if each.die is not None:
            assert each.weighed.faces[each.die - 1] == each.result
