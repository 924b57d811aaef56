"""A rematch: the same game again, with the seats kept for the players."""

from __future__ import annotations

from tests.patience import until

from .clients import Guest, Serving


def refused(guest: Guest, path: str) -> dict[str, str]:
    """Send a request that must be refused, and return the refusal."""
    answer = guest.http.post(path, json={})
    assert answer.is_client_error
    return dict(answer.json())


def over(two: tuple[Guest, Guest, str]) -> tuple[Guest, Guest, str]:
    """Return the game when the Germans have given up."""
    ann, bob, game = two
    with bob.at(game) as german:
        assert german.ask(type="concede")["type"] == "done"
    return ann, bob, game


def test_the_first_to_ask_takes_a_seat_and_the_other_is_notified(
    two: tuple[Guest, Guest, str],
) -> None:
    """The sides change; the seat of the other is kept and taken without a link."""
    ann, bob, game = over(two)
    made = ann.post(f"/api/games/{game}/rematch")
    assert (made["status"], made["my_seats"], made["kept"]) == ("open", ["german"], [])
    (told,) = [each for each in bob.get("/api/notices") if each["kind"] == "rematch"]
    assert told["game"] == made["id"]
    assert told["text"].endswith("Ann asks for a rematch; you would play allied")
    (first, *_) = bob.get("/api/games")
    assert (first["id"], first["kept"], first["my_seats"]) == (made["id"], ["allied"], [])
    begun = bob.post(f"/api/games/{made['id']}/join")
    assert (begun["status"], begun["my_seats"], begun["kept"]) == ("live", ["allied"], [])


def test_two_players_who_ask_for_a_rematch_get_one_game(two: tuple[Guest, Guest, str]) -> None:
    """The second player takes the seat that the first one's request kept; asking again does
    nothing."""
    ann, bob, game = over(two)
    first = ann.post(f"/api/games/{game}/rematch", swap=False)
    assert ann.post(f"/api/games/{game}/rematch")["id"] == first["id"]
    second = bob.post(f"/api/games/{game}/rematch")
    assert (second["id"], second["status"], second["my_seats"]) == (first["id"], "live", ["german"])
    later = ann.post(f"/api/games/{game}/rematch")
    assert later["id"] != first["id"]  # that one has begun: this is another


def test_a_rematch_is_refused(two: tuple[Guest, Guest, str], serving: Serving) -> None:
    """A running game has no rematch, nor has a person who did not play; a seat is kept for its
    player."""
    ann, _, game = two
    carl = serving.guest("Carl")
    assert refused(ann, f"/api/games/{game}/rematch")["text"].endswith("when the game is over")
    over(two)
    assert refused(carl, f"/api/games/{game}/rematch")["code"] == "unknown"
    carl.post(f"/api/games/{game}/observe")
    assert "only players" in refused(carl, f"/api/games/{game}/rematch")["text"]
    made = ann.post(f"/api/games/{game}/rematch")
    assert "no seat is reserved for you" in refused(carl, f"/api/games/{made['id']}/join")["text"]


def test_a_player_of_the_program_plays_again(serving: Serving) -> None:
    """It needs no invitation, keeps the settings, and the game begins at once."""
    ann = serving.guest("Ann")
    asked = {"options": {"sunny-skies": "on"}, "clock": {"kind": "game", "seconds": 600}}
    old = ann.post(
        "/api/games", game="falaise", seats={"allied": "me", "german": "random"}, **asked
    )
    with ann.at(old["id"]) as allied:
        until(lambda: allied.ask(type="concede")["type"] == "done")
    made = ann.post(f"/api/games/{old['id']}/rematch")
    assert (made["status"], made["my_seats"]) == ("live", ["german"])
    assert made["seats"]["allied"]["player"] == "random"
    assert made["options"]["sunny-skies"] == "on"
    with ann.at(made["id"]) as german:
        assert german.state["clock"]["limit"] == 600_000
