"""Branching: the same position, a log of its own, and dice of its own from there on."""

from __future__ import annotations

from random import Random

import pytest

from bocage.engine.branches import BranchError, branched
from bocage.engine.past import Past
from bocage.engine.playout import play_at, policy
from bocage.engine.saves import SaveError, read, written
from bocage.engine.verification import verified
from tests.engine.tables import BLUE, RED, TOY, begun, do, played

SEED = b"b" * 32


def test_a_branch_begins_at_its_point_of_the_game() -> None:
    """From any point before the end the position is the same, and the branch is a good save."""
    table = played(5)
    past = Past(table)
    where = {number: st.key() for number, st in past.walk()}
    tried = 0
    for count in range(0, len(past), 7):
        made = branched(TOY, table.header, past, count, SEED)
        if len(made.entries) == count:  # a die that was still to fall has fallen anew
            assert made.state.key() == where[count]
            tried += 1
        assert read(written(made), TOY).state.key() == made.state.key()
        assert made.header.seed == SEED
    assert tried > 3
    with pytest.raises(BranchError, match="over there"):
        branched(TOY, table.header, past, len(past), SEED)
    with pytest.raises(BranchError, match="branch from one of those"):
        branched(TOY, table.header, past, len(past) + 1, SEED)


def test_a_branch_is_independent() -> None:
    """What is done in it is not done in the first game, and its dice are its own."""
    table = begun()
    do(table, (RED, "step R1 a2"))
    before = written(table)
    made = branched(TOY, table.header, Past(table), len(table.entries), SEED)
    do(made, (RED, "step R2 c2"), (RED, "end"))
    assert written(table) == before
    assert made.header.commitment != table.header.commitment


def test_what_was_taken_back_is_not_in_a_branch() -> None:
    """Lines that were struck, and that they were, are left behind."""
    table = begun()
    do(table, (RED, "step R1 a2"), (RED, "step R2 c2"))
    assert table.take_back(RED, len(table.entries) - 1, [BLUE])
    made = branched(TOY, table.header, Past(table), len(table.entries), SEED)
    assert made.state.key() == table.state.key()
    assert not any(entry.struck or entry.kind == "takeback" for entry in made.entries)


def test_dice_of_a_branch_are_checked_from_where_it_branched() -> None:
    """Those that fell before are taken as they are, and said not to be checked; others are not."""
    table = played(5)
    made = branched(TOY, table.header, Past(table), len(table.entries) // 2, SEED)
    play_at(made, [policy(TOY, "random")] * 2, Random(1))
    text = written(made)
    assert made.header.fell
    verdict = verified(text, TOY)
    assert verdict.over
    assert not verdict.dice_checked
    with pytest.raises(SaveError, match="the hash chain breaks"):
        read(text.replace(f"fell: {made.header.fell}", "fell: 1"), TOY)
