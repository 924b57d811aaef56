"""Standing orders: they answer for a seat, in the log, and only where they apply."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random

import pytest

from bocage.engine import play
from bocage.engine.actions import Action
from bocage.engine.game import OptionError
from bocage.engine.playout import table_for
from tests.engine.toy import Toy
from tests.engine.toy.board import END
from tests.engine.toy.moves import Movement
from tests.engine.toy.state import Outpost


class Orderly(Toy):
    """The toy, whose seats may leave orders to end every movement at once."""

    def standing(self) -> Mapping[str, Callable[[Outpost], Action | None]]:
        """`sit`, which ends movement."""
        return {"sit": lambda st: END() if isinstance(st.stack[-1], Movement) else None}


def test_orders_answer_and_are_in_the_log() -> None:
    """While a seat has orders it is never asked what they answer; the log has its actions."""
    table = table_for(Orderly(), 3)
    table.leave_orders(1, "sit")
    rng = Random(1)
    asked: list[str] = []
    while not table.is_over:
        seat = rng.choice(play.pending(table.state))
        top = table.state.stack[-1]
        if seat == 1:
            asked.append(type(top).__name__)
        assert table.act(seat, rng.choice(list(table.legal(seat))))
    assert "Movement" not in asked
    assert any(e.seat == 1 and e.text == "end" for e in table.entries)


def test_orders_that_do_not_exist_are_refused() -> None:
    """A name that the game does not know is refused, and says which it knows."""
    table = table_for(Orderly(), 3)
    with pytest.raises(OptionError, match="sit"):
        table.leave_orders(0, "stand")
