"""Contests: ratings count what was won, and a tournament lays its own games."""

from __future__ import annotations

import pytest

from bocage.server.ratings import Rating

from .clients import Guest, Serving


def give_up(guest: Guest, game: str) -> None:
    """Let a person give a game up."""
    with guest.at(game) as seat:
        assert seat.ask(type="concede")["type"] == "done"


def refused(guest: Guest, path: str, **body: object) -> str:
    """Send a request that must be refused, and return the refusal's text."""
    answer = guest.http.post(path, json=body)
    assert answer.is_client_error, answer.text
    return str(answer.json()["text"])


def test_the_example_of_glickman() -> None:
    """Three games of the paper that describes the system, one after the other, come near it.

    There they are of one period, which gives 1464.06.
    """
    player = Rating(1500, 200)
    for rating, deviation, score in ((1400, 30, 1), (1550, 100, 0), (1700, 300, 0)):
        player = player.after(Rating(rating, deviation), score)
    assert player.rating == pytest.approx(1464.06, abs=2)
    assert player.deviation == pytest.approx(151.5, abs=2)
    assert player[3:] == (1, 2, 0)


def test_a_rated_game_counts_once_and_others_do_not(serving: Serving) -> None:
    """The winner rises as far as the loser falls; a game that is not rated changes nothing."""
    ann, bob = serving.guest("Ann"), serving.guest("Bob")
    for rated in (False, True):
        made = ann.post("/api/games", game="roundup", seats={"allied": "me"}, rated=rated)
        assert made["rated"] is rated
        bob.post(f"/api/games/{made['id']}/join", secret=made["links"]["german"])
        assert ann.get("/api/players/roundup") == []
        give_up(bob, made["id"])
    first, second = ann.get("/api/players/roundup")
    assert (first["name"], first["won"], first["lost"]) == ("Ann", 1, 0)
    assert (second["name"], second["won"], second["lost"]) == ("Bob", 0, 1)
    assert first["rating"] - 1500 == 1500 - second["rating"] > 100
    assert first["provisional"]
    assert ann.get("/api/players/falaise") == []


def test_what_is_not_rated(serving: Serving) -> None:
    """A game against the program, with open dice, or with an umpire is refused as a rated one."""
    ann = serving.guest("Ann")
    people = "between two people"
    seats = {"allied": "me", "german": "random"}
    assert people in refused(ann, "/api/games", game="roundup", seats=seats, rated=True)
    assert people in refused(ann, "/api/games", game="opcom", rated=True)
    alone = {"solitaire": "on"}
    assert people in refused(ann, "/api/games", game="falaise", options=alone, rated=True)
    assert "dice held by the server" in refused(
        ann, "/api/games", game="falaise", dice="open", rated=True
    )
    assert people in refused(ann, "/api/tournaments", game="opcom")


def test_a_tournament_in_which_all_meet(serving: Serving) -> None:
    """Three people: each round a game and somebody who sits out; the last round ends it."""
    named = {name: serving.guest(name) for name in ("Ann", "Bob", "Cat")}
    ann, bob, cat = named.values()
    made = ann.post("/api/tournaments", game="roundup", name="Cup")
    path = f"/api/tournaments/{made['id']}"
    assert "at least two players" in refused(ann, f"{path}/begin")
    for guest in (bob, cat, bob):
        told = guest.post(f"{path}/entrants")
        assert (told["entered"], told["mine"]) == (True, False)
    assert [each["name"] for each in bob.get("/api/tournaments")] == ["Cup"]
    assert "only the creator" in refused(bob, f"{path}/begin")
    now = ann.post(f"{path}/begin")
    assert "has started" in refused(serving.guest("Dan"), f"{path}/entrants")
    for number in (1, 2, 3):
        assert (now["round"], now["rounds"], now["status"]) == (number, 3, "live")
        (played,) = [m for m in now["meetings"] if m["round"] == number and m["game"]]
        assert played["points"] is None
        first, second = named[played["first"]], named[played["second"]]
        told = [each for each in first.get("/api/notices") if each["kind"] == "round"]
        assert told[0]["text"].startswith(f"Cup: round {number}, ")
        assert first.get(f"/api/games/{played['game']}")["my_seats"] == ["allied"]
        give_up(second, played["game"])
        now = cat.get(path)
    assert now["status"] == "over"
    assert len(now["meetings"]) == 6
    assert sum(each["points"] for each in now["standings"]) == 6
    assert {each["won"] + each["lost"] for each in ann.get("/api/players/roundup")} == {2}


def test_swiss_rounds_bring_the_winners_together(serving: Serving) -> None:
    """Four people, two rounds: those who won the first meet in the second."""
    people = {name: serving.guest(name) for name in ("Ann", "Bob", "Cat", "Dan")}
    made = people["Ann"].post("/api/tournaments", game="falaise", rounds=2)
    path = f"/api/tournaments/{made['id']}"
    for name in ("Bob", "Cat", "Dan"):
        people[name].post(f"{path}/entrants")
    now = people["Ann"].post(f"{path}/begin")
    winners = {meeting["first"] for meeting in now["meetings"]}
    for meeting in now["meetings"]:
        give_up(people[meeting["second"]], meeting["game"])
    now = people["Ann"].get(path)
    second = [meeting for meeting in now["meetings"] if meeting["round"] == 2]
    assert {second[0]["first"], second[0]["second"]} == winners
    four = people["Ann"].post("/api/tournaments", game="falaise", rounds=4)
    people["Bob"].post(f"/api/tournaments/{four['id']}/entrants")
    assert "at most 1 rounds" in refused(people["Ann"], f"/api/tournaments/{four['id']}/begin")
