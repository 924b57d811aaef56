"""A commander writes the sheet of its own seat, even while other seats still have to write."""

from __future__ import annotations

from random import Random

from bocage.ai.commander import players
from bocage.engine import play
from bocage.engine.actions import text_of
from bocage.engine.table import Table
from bocage.games import game
from bocage.games.opcom.s05_orders.files import sheet_from_text


def test_a_commander_writes_for_the_seat_whose_choices_it_is_given() -> None:
    """The first team has sent nothing yet, and the second is asked all the same."""
    table = Table.new(game("opcom"), seed=bytes(32))
    first, second = play.pending(table.state)
    action = players()["commander"](table.state, table.legal(second), Random(0))
    assert sheet_from_text(text_of(action)).get("team") == table.game.seats[second]
    assert table.act(second, action)
    assert play.pending(table.state) == (first,)
