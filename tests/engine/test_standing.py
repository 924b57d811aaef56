"""Standing orders: they answer for a seat, in the log, and only where they apply."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random

import pytest

from bocage.engine import play
from bocage.engine.actions import Action
from bocage.engine.game import OptionError
from bocage.engine.playout import table_for
from bocage.engine.save_text import HIDDEN, lines_for
from bocage.engine.saves import SaveError, read, written
from bocage.engine.table import Table
from bocage.engine.verification import hold_to_copy
from bocage.engine.viewers import OBSERVER, player
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


def played(table: Table[Outpost], steps: int, seed: int = 1) -> None:
    """Random play for so many steps."""
    rng = Random(seed)
    for _ in range(steps):
        if table.is_over:
            return
        seat = rng.choice(play.pending(table.state))
        assert table.act(seat, rng.choice(list(table.legal(seat))))


def test_orders_are_kept_in_the_save() -> None:
    """A game that is read again is the same to the byte, and its orders still answer."""
    table = table_for(Orderly(), 3)
    table.leave_orders(1, "sit")
    played(table, 25)
    again = read(written(table), Orderly())
    assert written(again) == written(table)
    assert again.orders == {1: "sit"}
    while not again.is_over:
        seat = play.pending(again.state)[0]
        assert (seat, type(again.state.stack[-1])) != (1, Movement)
        assert again.act(seat, again.legal(seat)[0])


def test_orders_can_be_ended() -> None:
    """Without a name a seat has no orders any more, also after the game is read again."""
    table = table_for(Orderly(), 3)
    table.leave_orders(1, "sit")
    table.leave_orders(1)
    assert table.orders == {}
    assert read(written(table), Orderly()).orders == {}


def test_orders_go_with_a_takeback() -> None:
    """Orders that are taken back hold no longer; those before stay."""
    table = table_for(Orderly(), 3)
    table.leave_orders(1, "sit")
    played(table, 4)
    to = len(table.entries)
    table.leave_orders(0, "sit")
    assert table.orders == {0: "sit", 1: "sit"}
    assert table.take_back(0, to, (1,))
    assert table.orders == {1: "sit"}
    assert read(written(table), Orderly()).orders == {1: "sit"}


def test_orders_are_for_their_seat_alone() -> None:
    """In the log that another seat reads, the line is hidden."""
    table = table_for(Orderly(), 3)
    table.leave_orders(1, "sit")
    for seat in (0, 1):
        table.act(seat, table.legal(seat)[0])
    at = next(i for i, e in enumerate(table.entries) if e.kind == "orders")
    assert lines_for(table, player(0))[at] == HIDDEN
    assert lines_for(table, player(1))[at].endswith("orders sit")


@pytest.mark.parametrize("answered", [False, True])
def test_orders_under_a_seal_do_not_show_who_has_answered(answered: bool) -> None:
    """A seat that leaves orders during sealed answers sees the same log with and without them."""
    table = table_for(Orderly(), 3)
    if answered:
        table.act(0, table.legal(0)[0])
    table.leave_orders(1, "sit")
    assert table.entries[-1].open
    assert [line.split(" ", 1)[1] for line in lines_for(table, player(1))] == ["orders sit"]
    assert lines_for(table, OBSERVER) == []


def test_bad_orders_in_a_save_are_found() -> None:
    """A save with orders that the game does not know says so, with the line."""
    table = table_for(Orderly(), 3)
    table.leave_orders(1, "sit")
    with pytest.raises(SaveError, match="no standing orders 'sit'"):
        read(written(table), Toy())


def test_orders_in_a_copy_are_not_undone() -> None:
    """A copy that has orders as its last line binds the game to them: they cannot be undone."""
    table = table_for(Orderly(), 3)
    played(table, 6)
    before = written(table)
    table.leave_orders(0, "sit")
    with pytest.raises(SaveError, match="the copy has another line here"):
        hold_to_copy(before, written(table))
    assert hold_to_copy(written(table), before) == len(read(before, Orderly()).entries)
