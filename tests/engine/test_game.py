from __future__ import annotations

from random import Random

import pytest

from bocage.engine.actions import NotationError
from bocage.engine.game import Game
from bocage.engine.playout import policies_of, policy, uniform
from bocage.engine.table import Table
from bocage.engine.viewers import OBSERVER, UMPIRE, Role, Viewer, player
from tests.engine.tables import RED
from tests.engine.toy import Toy
from tests.engine.toy.state import Outpost


class Plain(Toy):
    """A game that gives only what it must."""

    adjust = Game[Outpost].adjust
    policies = Game[Outpost].policies
    midgame = Game[Outpost].midgame  # type: ignore[assignment]  # pyright: ignore
    faults = Game[Outpost].faults
    parse = Game[Outpost].parse


def test_a_game_need_give_no_more_than_it_must() -> None:
    """Without its own, a game has one player, no adjustments, and lines of one action."""
    game = Plain()
    assert policies_of(game) == {"random": uniform}
    assert game.midgame(Random(1)) is None
    table = Table.new(game, seed=b"s", referee="note")
    assert game.faults(table.state) == []
    with pytest.raises(NotationError, match="Outpost has no adjustments"):
        table.adjust(RED, "R1 c3")
    with pytest.raises(NotationError, match="there is no action 'move'"):
        table.do(RED, "move R1 a1-a2")


def test_players_are_brought_to_a_game_from_outside() -> None:
    """A game with more players is the same game; the one it was made from has not changed."""
    game = Toy()
    more = game.with_players({"first": lambda st, legal, rng: legal[0]})
    assert set(policies_of(more)) == {"random", "lazy", "first"}
    assert set(policies_of(game)) == {"random", "lazy"}
    assert policy(more, "first")(None, [3, 4], Random(1)) == 3


def test_what_a_viewer_may_see_follows_from_what_it_is() -> None:
    """Players hold seats, onlookers none; only an umpire cleared for all sees all."""
    assert player(0, 1).seats == {0, 1}
    assert not player(0, 1).sees_all
    assert not OBSERVER.sees_all
    assert UMPIRE.sees_all
    assert not Viewer(role=Role.UMPIRE, clearance=frozenset({"air"})).sees_all
    assert not Viewer(role=Role.OBSERVER, clearance=frozenset({"all"})).sees_all
