"""Going back: undo to the boundary, and takebacks past it."""

from __future__ import annotations

import pytest

from bocage.engine.playout import table_for
from bocage.engine.saves import read, written
from bocage.engine.table import Table
from tests.engine.tables import BLUE, RED, TOY, begun, dice, do, played, seeded
from tests.engine.toy import happenings


def test_own_actions_are_undone_while_nobody_has_learnt_anything() -> None:
    """Undo drops the lines; the state is as it was."""
    table = begun()
    key, text = table.state.key(), written(table)
    do(table, (RED, "step R1 a2"), (RED, "step R2 c2"), (RED, "step R1 a1"))
    assert (table.free(RED), table.free(BLUE)) == (3, 0)
    assert table.undo(RED)
    assert table.free(RED) == 2
    assert table.undo(RED, 2)
    assert (table.state.key(), written(table)) == (key, text)
    assert not table.undo(RED)
    assert "nothing can be undone" in table.say(table.undo(RED))
    assert table.say(table.undo(BLUE)).endswith("(table: undo)")


@pytest.mark.parametrize(
    ("lines", "dice_given"),
    [
        ([(RED, "end")], []),
        ([(RED, "move R1 a1-a2-a3"), (RED, "end"), (BLUE, "step B1 a4")], []),
        (
            [
                (RED, "move R1 a1-a2-a3"),
                (RED, "end"),
                (BLUE, "step B1 a4"),
                (RED, "hold"),
                (BLUE, "attack B1 a3"),
            ],
            ["2"],
        ),
    ],
    ids=["another seat is asked", "a prompt in an interrupt", "a die and a reveal"],
)
def test_the_boundary_of_undo(lines: list[tuple[int, str]], dice_given: list[str]) -> None:
    """Once another is asked, a die has fallen or something was shown, nothing is undone unasked."""
    table = begun(*dice_given)
    do(table, *lines)
    assert table.free(lines[-1][0]) == 0
    text = written(table)
    assert not table.undo(lines[-1][0])
    assert written(table) == text


def test_a_reveal_is_not_undone_without_consent() -> None:
    """A rally is the player's own action without a die, but everybody has seen the general."""
    table = begun()
    do(table, (RED, "step R2 c2"), (RED, "rally R1"), (RED, "step R3 e2"))
    assert table.free(RED) == 1
    assert not table.undo(RED, 2)
    assert table.undo(RED)


def test_a_closing_answer_is_not_undone_without_consent(monkeypatch: pytest.MonkeyPatch) -> None:
    """A seat that answers last and moves first has seen the result of the answers."""
    monkeypatch.setattr(happenings.Bids, "reveals", False)
    table = Table.new(TOY, seed=b"s")
    do(table, (RED, "hide R1"), (BLUE, "hide B1"), (BLUE, "bid 0"), (RED, "bid 2"))
    assert table.decision is not None
    assert table.decision.seats == (RED,)
    assert table.free(RED) == 0


def test_undo_reaches_back_over_kept_states() -> None:
    """Going back a hundred actions gives the state that was there."""
    table = played()
    busy = table_for(TOY, 3)
    for entry in table.entries:
        if entry.kind == "do":
            assert busy.act(entry.seat, entry.action)
    assert busy.state.key() == table.state.key()
    keys = [busy.state.key()]
    assert len(busy.entries) > 30
    for to in range(len(busy.entries) - 1, 0, -7):
        branch = busy.branch()
        assert branch.take_back(RED, to, [BLUE])
        again = read(written(branch), TOY)
        keys.append(branch.state.key())
        assert again.state.key() == keys[-1]


def test_a_takeback_needs_consent_and_keeps_the_lines() -> None:
    """Past the boundary the others must agree; what is taken back stays, struck out."""
    table = seeded()
    at = len(table.entries)
    do(table, (RED, "move R1 a1-a2-a3"), (RED, "end"), (BLUE, "step B1 a4"), (RED, "fire R1"))
    rolled = dice(table)[-1]
    gone = len(table.entries)
    refused = table.take_back(BLUE, at, [])
    assert table.say(refused) == "a takeback needs the consent of Red (table: takeback)"
    assert not any(entry.struck for entry in table.entries)
    assert table.take_back(BLUE, at, [RED])
    assert [entry.struck for entry in table.entries[at:]] == [True] * (gone - at) + [False]
    assert table.entries[-1].text == f"takeback from {at + 1}, agreed Red"
    do(table, (RED, "move R1 a1-a2-a3"), (RED, "step R2 c2"), (RED, "end"))
    do(table, (BLUE, "step B1 a4"), (RED, "fire R1"))
    assert dice(table)[-1] == rolled
    assert read(written(table), TOY).state == table.state


def test_another_question_is_not_changed_by_a_takeback() -> None:
    """A die that was seen and taken back is not there for another battle to use."""
    fired = seeded()
    start = [(RED, "move R1 a1-a2-a3"), (RED, "move R2 c1-c2-c3"), (RED, "end")]
    shots = [(BLUE, "step B1 a4"), (RED, "fire R1"), (BLUE, "step B2 c4"), (RED, "fire R2")]
    do(fired, *start, *shots)
    other = seeded()
    do(other, *start, *shots[2:], *shots[:2])
    assert sorted(dice(fired)) == sorted(dice(other))


@pytest.mark.parametrize("to", [-1, 999])
def test_nothing_is_taken_back_where_there_is_nothing(to: int) -> None:
    """A line that does not exist cannot be taken back."""
    table = begun()
    text = written(table)
    assert "nothing to undo" in table.say(table.take_back(RED, to, [BLUE]))
    assert written(table) == text


def test_a_second_takeback_reaches_behind_the_first() -> None:
    """Lines struck before stay struck, and the log still reads."""
    table = seeded()
    at = len(table.entries)
    do(table, (RED, "step R1 a2"), (RED, "step R2 c2"))
    assert table.take_back(RED, at + 1, [BLUE])
    do(table, (RED, "step R3 e2"))
    assert table.take_back(RED, at, [BLUE])
    do(table, (RED, "end"))
    assert [e.text for e in table.entries[at:] if not e.struck and e.kind == "do"] == ["end"]
    text = written(table)
    assert written(read(text, TOY)) == text
