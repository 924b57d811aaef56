"""Tours: each begins where what it shows can be done, by rules and dice that are the same."""

from __future__ import annotations

from bocage.ai import load_game
from bocage.engine.saving import read
from bocage.server.touring import prepared

from .clients import Guest


def test_roundup_begins_with_moves_and_goes_on_to_an_attack() -> None:
    """In turn 2 units can move, and when that is ended somebody can be attacked."""
    game = load_game("roundup")
    table = read(prepared(game), game)
    said = [game.grammar.say(action) for action in table.legal(0)]
    assert sum(each.startswith("select") for each in said) > 5
    assert table.do(0, "end")
    assert any(game.grammar.say(action).startswith("attack") for action in table.legal(0))


def test_falaise_begins_with_a_choice_of_rounds() -> None:
    """A formation may assault or move, and if it assaults somebody is there to be assaulted."""
    game = load_game("falaise")
    table = read(prepared(game), game)
    assert {game.grammar.say(action) for action in table.legal(0)} >= {
        "round assault",
        "round move",
    }
    assert table.do(0, "round assault")
    assert any(game.grammar.say(action).startswith("attack") for action in table.legal(0))


def test_a_tour_is_brought_in_as_a_game(two: tuple[Guest, Guest, str]) -> None:
    """The save of a tour makes a table; a game without one says so."""
    ann, _, _ = two
    save = ann.http.get("/api/rules/roundup/tour/save").text
    made = ann.post("/api/games/import", save=save)
    assert set(made["links"]) == {"allied", "german"}
    assert ann.http.get("/api/rules/opcom/tour/save").status_code == 404
