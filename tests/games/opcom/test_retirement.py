"""Reading 2.2: a team that retires does not end the game; only Control and the team know."""

from __future__ import annotations

from bocage.engine.log import RETIRED
from bocage.engine.save_text import lines_for, written
from bocage.engine.saves import read
from bocage.engine.table import Table
from bocage.engine.viewers import OBSERVER, UMPIRE, player
from bocage.games.opcom.board.position import Position
from bocage.games.opcom.words.verbs import RELEASE

from .playing import CONTROL, GAME, GUARDS, WALTHER, begun, sample, send, sheet, work_out


def test_a_team_retires_and_the_game_continues() -> None:
    """It is asked no more, turn after turn, until it is back; the others play on."""
    table = begun()
    assert table.concede(WALTHER)
    assert not table.is_over
    for turn in range(3):
        assert kind(table) == "Orders"
        if turn == 2:  # back: this half day its orders stand unless it sends others in time
            table.leave_orders(WALTHER)
            send(table, WALTHER, sheet({"unit": "all", "action": "Hold"}, turn=3))
        send(table, GUARDS, {"turn": str(table.state.turn)})
        work_out(table)
        assert table.act(CONTROL, RELEASE())
    send(table, GUARDS, {"turn": str(table.state.turn)})
    assert kind(table) == "Orders"  # Walther is waited for again


def kind(table: Table[Position]) -> str:
    """What is asked."""
    assert table.decision is not None
    return table.decision.kind


def test_a_team_can_retire_only_once() -> None:
    """A second retirement is refused."""
    table = begun()
    assert table.concede(GUARDS)
    assert table.say(table.concede(GUARDS)) == (
        "Guards has retired already (table: sequence of play)"
    )


def test_who_may_know_that_a_team_has_retired() -> None:
    """The team and Control read the line and hear of it; the enemy and observers do not."""
    for sent_first in (False, True):
        table = begun()
        if sent_first:
            send(table, GUARDS, sample("joes_bridge", "1-guards.toml"))
        before = {v: lines_for(table, v) for v in (player(GUARDS), OBSERVER)}
        if not sent_first:
            assert table.concede(WALTHER)
            for viewer, lines in before.items():
                assert lines_for(table, viewer) == lines
                assert table.events_for(viewer) == []
                assert table.retired(viewer) == []
        else:  # all sheets are in by it: what is seen is that, and no more
            twin = begun()
            send(twin, GUARDS, sample("joes_bridge", "1-guards.toml"))
            send(twin, WALTHER, {"turn": "1"})
            assert table.concede(WALTHER)
            for viewer in before:
                assert lines_for(table, viewer) == lines_for(twin, viewer)
                assert table.events_for(viewer) == twin.events_for(viewer)
                assert GAME.view(table.state, viewer) == GAME.view(twin.state, viewer)
        for viewer in (player(WALTHER), UMPIRE):
            assert any(RETIRED in line for line in lines_for(table, viewer))
            assert next(e.words().say(GAME.nouns) for _, e in table.events_for(viewer)) == (
                "Walther retires: its units carry on with their last orders"
            )
            assert table.retired(viewer) == [WALTHER]


def test_control_alone_ends_the_game() -> None:
    """The outcome says who has."""
    table = begun()
    assert table.concede(CONTROL)
    assert table.is_over
    outcome = GAME.outcome(table.state)
    assert outcome is not None
    assert outcome.words.say(GAME.nouns) == "Control has ended the operation"


def test_a_game_with_a_retired_team_is_read_again() -> None:
    """The log holds it, and the team stays retired."""
    table = begun()
    assert table.concede(WALTHER)
    send(table, GUARDS, {"turn": "1"})
    again = read(written(table), GAME)
    assert again.state.key() == table.state.key()
    assert again.orders == {WALTHER: RETIRED}


def test_a_log_from_before_retiring_is_read() -> None:
    """It is read as it was: the game was over with it."""
    table = begun()
    assert table.give_up(GUARDS)
    again = read(written(table), GAME)
    assert again.is_over
    outcome = GAME.outcome(again.state)
    assert outcome is not None
    assert outcome.words.say(GAME.nouns) == "Guards has given up"
