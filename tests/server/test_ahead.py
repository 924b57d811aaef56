"""What comes ahead: with each update, the answers to what a page would ask next."""

from __future__ import annotations

from typing import Any

from bocage.ai import load_game
from bocage.engine.playout import table_for
from bocage.games.falaise.s10_advance import Advance
from bocage.games.falaise.s10_results import Battle, StepLoss
from bocage.server.ahead import leads

from .clients import Guest, Socket


def _told(socket: Socket, line: str) -> Any:
    """Return what a socket receives ahead with the update after a line."""
    seen = len(socket.received)
    socket.do(line)
    found = [each for each in socket.messages(seen) if each["type"] == "update"]
    return found[-1]["ahead"]


def test_what_comes_ahead_is_what_a_question_would_answer(two: tuple[Guest, Guest, str]) -> None:
    """Actions and reach stand in the update as `legal` and `reach` would answer them."""
    ann, _, game = two
    with Socket(ann, game, ahead=True) as allied:
        (first,) = [each for each in allied.messages() if each["type"] == "ahead"]
        asked = allied.ask(type="ask", what="legal")
        assert first["ahead"]["legal"] == asked["legal"] != []
        assert first["ahead"]["seat"] == "allied"
        for line in ("beachhead us1 2723", "beachhead us2 2824", "beachhead uk1 3024"):
            assert _told(allied, line)["legal"] == allied.ask(type="ask", what="legal")["legal"]


def test_nothing_comes_ahead_unless_the_hello_asks_for_it(two: tuple[Guest, Guest, str]) -> None:
    """A program that says nothing of it in its hello receives the plain updates."""
    ann, _, game = two
    with ann.at(game) as allied:
        allied.do("beachhead us1 2723")
        assert not any("ahead" in text for text in allied.received)


def test_only_the_seat_that_is_asked_gets_its_actions(two: tuple[Guest, Guest, str]) -> None:
    """The opponent and an observer learn no action of the seat at hand."""
    ann, bob, game = two
    with ann.at(game) as allied, Socket(bob, game, ahead=True) as german:
        seen = len(german.received)
        allied.do("beachhead us1 2723")
        german.until("update")
        (update,) = [each for each in german.messages(seen) if each["type"] == "update"]
        assert update["ahead"] == {"seat": "", "legal": [], "cut_off": []}


def test_in_a_battle_a_line_leads_to_nothing_beyond_the_battle() -> None:
    """Falaise: after an assault a unit may advance. Neither line repeats itself, and to hold back
    does not announce the end of the turn."""
    table: Any = table_for(load_game("falaise"), 3, scenario="first-battle")
    wanted = ["attack 2612", "with G-2P-2", "with G-2P-304", "with G-2P-3", "fight"]
    while not isinstance(table.state.stack[-1], Advance):
        seat = table.state.stack[-1].seat
        lines = {table.game.grammar.say(each): each for each in table.legal(seat)}
        order = [*wanted, "round assault" if seat else "round move", "pass", "end", *lines]
        line = next(each for each in order if each in lines)
        assert table.act(seat, lines[line])
    told = leads(table.game, table.state, 1)
    assert "hold" in told
    assert len(told) > 1
    assert not any(told.values())


def test_in_a_battle_a_loss_tells_its_points() -> None:
    """Falaise: the loss of an Allied unit costs a Victory Point, and the line says so."""
    table: Any = table_for(load_game("falaise"), 3, scenario="first-battle")
    st = table.state
    unit = table.game.names["unit"].index("C-4-CUR")
    force = (table.game.names["unit"].index("G-2P-2"),)
    battle = Battle(1, st.loc[unit], False, force, (unit,), "", ())
    st.stack = (*st.stack, battle, StepLoss(0, (unit,), "10.2.k"))
    (told,) = leads(table.game, st, 0).values()
    assert "VP" in "".join(each if isinstance(each, str) else each["text"] for each in told[-1])
