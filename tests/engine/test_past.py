"""The past: the states along a log are those that were, and what was taken back is not there."""

from __future__ import annotations

from random import Random

import pytest

from bocage.engine.past import Past
from bocage.engine.play import pending
from bocage.engine.playout import policy, table_for
from tests.engine.tables import BLUE, RED, TOY, begun, do


def test_every_state_is_walked_as_it_was() -> None:
    """From wherever one begins, the states are those that the table had after so many lines."""
    table = table_for(TOY, 5)
    play, rng = policy(TOY, "random"), Random(5)
    were = {len(table.entries): table.state.key()}
    while not table.is_over:
        seat = pending(table.state)[0]
        assert table.act(seat, play(table.state, table.legal(seat), rng))
        were[len(table.entries)] = table.state.key()
    past = Past(table)
    assert len(past) == len(table.entries)
    for start in (0, 1, len(past) // 2, len(past)):
        walked = {number: st.key() for number, st in past.walk(start)}
        assert list(walked) == list(range(start, len(past) + 1))
        assert all(were.get(number, key) == key for number, key in walked.items())
    with pytest.raises(ValueError, match="no lines"):
        next(past.walk(3, len(past) + 1))


def test_the_past_does_not_change_with_the_game() -> None:
    """It is of the moment when it was taken; lines taken back count for nothing in it."""
    table = begun()
    do(table, (RED, "step R1 a2"))
    key = table.state.key()
    past = Past(table)
    do(table, (RED, "step R2 c2"))
    assert [st.key() for _, st in past.walk(len(past))] == [key]
    to = len(table.entries) - 1
    assert table.take_back(RED, to, [BLUE])
    after = [st.key() for _, st in Past(table).walk(to)]
    assert set(after) == {key}
