"""A cheating opponent: clever requests reveal nothing, and the clock gives no advantage."""

from __future__ import annotations

from typing import Any

import pytest

from bocage.engine.playout import uniform
from bocage.server.clocks import Clock

from .clients import Guest, Serving
from .test_database_faults import use
from .test_secrets import table, toys

__all__ = ["toys"]

SEATS = {"allied": "me"}


def told(guest: Guest, game: str) -> Any:
    """Return a game in short."""
    return guest.get(f"/api/games/{game}")


def test_clocks_do_not_reveal_that_blue_has_answered(toys: Serving) -> None:
    """While bids are sealed, Blue's answer moves no time that Red can read, nor any clock."""
    red, blue = toys.guest("Red"), toys.guest("Blue")
    clock = {"kind": "game", "seconds": 3600}
    made = red.post("/api/games", game="outpost", seats={"Red": "me"}, clock=clock)
    game = made["id"]
    blue.post(f"/api/games/{game}/join", secret=made["links"]["Blue"])
    with red.at(game) as mine, blue.at(game) as theirs:
        before, stamp = told(red, game), mine.stamp
        theirs.do("hide B1")
        assert told(red, game) == before
        assert red.get(f"/api/games/{game}/state?stamp={stamp}") == []
        assert red.get("/api/games") == [before]
        mine.do("hide R1")
        assert told(red, game) != before


def test_a_clock_stops_after_a_sealed_answer() -> None:
    """A seat that has answered under seal spends no more time, though no other seat sees it."""
    clock = Clock.set_for("game", 100, 2).turned((0, 1), 1_000)
    answered = clock.answered((1,), 11_000)
    assert answered.told(("a", "b")) == clock.told(("a", "b"))
    assert Clock.read(answered.written()) == answered
    assert answered.flagged(101_000) == 0
    turned = answered.turned((0,), 61_000)
    assert turned.left == (40_000, 90_000)


def test_a_move_undone_buys_no_time() -> None:
    """With a clock by the turn, giving the turn away and undoing it does not fill the clock."""
    clock = Clock.set_for("turn", 100, 2).turned((0,), 0)
    given = clock.turned((1,), 60_000)
    assert given.turned((0,), 61_000, back=True).left[0] == 40_000
    assert given.turned((0,), 61_000).left[0] == 100_000


def test_a_takeback_does_not_reveal_hidden_lines(toys: Serving) -> None:
    """Red's takeback gets the same answer whether or not Blue has answered under seal."""
    red, blue, game = table(toys)
    with red.at(game) as mine, blue.at(game) as theirs:
        before = mine.ask(type="takeback", line=1)
        theirs.do("hide B1")
        after = mine.ask(type="takeback", line=1)
        assert {**before, "id": ""} == {**after, "id": ""}
        assert before["type"] == "failed"


def test_a_request_stands_while_blue_answers_in_secret(toys: Serving) -> None:
    """A request is not cancelled by an answer under seal: that would tell of it."""
    red, blue, game = table(toys)
    with red.at(game) as mine, blue.at(game) as theirs:
        mine.reach(mine.ask(type="adjourn")["stamp"])
        while not theirs.state["request"]:
            theirs.next()
        theirs.do("hide B1")
        assert mine.heard() == []
        mine.reach(mine.ask(type="answer", agree=False)["stamp"])  # whoever asked may withdraw
        assert mine.state["request"] is None


def test_nothing_is_taken_back_after_the_dice_are_revealed(two: tuple[Guest, Guest, str]) -> None:
    """A game that is over has shown its seed and cannot continue, even by agreement."""
    ann, _, game = two
    with ann.at(game) as allied:
        allied.do("beachhead us1 2723")
        allied.reach(allied.ask(type="concede")["stamp"])
        assert "seed: " in ann.get(f"/api/games/{game}/save")
        answer = allied.ask(type="takeback", line=2)
        assert answer["type"] == "failed"
        assert "dice are revealed" in answer["text"]


def test_a_request_does_not_outlive_the_game(serving: Serving) -> None:
    """If a clock runs out during a request for a takeback, agreeing does not reopen the game."""
    ann, bob = serving.guest("Ann"), serving.guest("Bob")
    clock = {"kind": "game", "seconds": 3600}
    made = ann.post("/api/games", game="roundup", seats=SEATS, clock=clock)
    game = made["id"]
    bob.post(f"/api/games/{game}/join", secret=made["links"]["german"])
    with ann.at(game) as allied, bob.at(game) as german:
        allied.do("beachhead us1 2723")
        assert allied.ask(type="takeback", line=1)["type"] == "done"
        serving.run_out(game)
        while german.state["status"] != "over":
            german.next()
        assert "seed: " in bob.get(f"/api/games/{game}/save")
        assert german.state["request"] is None
        assert german.ask(type="answer", agree=True)["type"] == "failed"
        # One that waits all the same, from before this was so, is settled by nobody.
        waits: dict[str, Any] = {"kind": "takeback", "line": 1, "seat": 0, "agreed": []}
        serving.hub.live[game].request = waits
        german.reach(german.ask(type="answer", agree=True)["stamp"])
        assert (told(ann, game)["status"], german.state["request"]) == ("over", None)


def test_an_observer_cannot_make_a_link(serving: Serving) -> None:
    """An observer of an open table gets no link to its seats, and cannot spoil one."""
    ann, bob, eve = serving.guest("Ann"), serving.guest("Bob"), serving.guest("Eve")
    made = ann.post("/api/games", game="roundup", seats=SEATS)
    game = made["id"]
    eve.post(f"/api/games/{game}/observe")
    assert eve.http.post(f"/api/games/{game}/links", json={"seat": "german"}).status_code == 403
    bob.post(f"/api/games/{game}/join", secret=made["links"]["german"])
    empty = ann.post("/api/games", game="roundup")["id"]
    again = ann.post(f"/api/games/{empty}/links", seat="german")
    bob.post(f"/api/games/{empty}/join", secret=again["secret"])


def test_one_player_cannot_resume_an_adjourned_game_with_a_clock(serving: Serving) -> None:
    """With a clock, an adjourned game continues when both players agree, not before."""
    ann, bob = serving.guest("Ann"), serving.guest("Bob")
    clock = {"kind": "game", "seconds": 3600}
    made = ann.post("/api/games", game="roundup", seats=SEATS, clock=clock)
    game = made["id"]
    bob.post(f"/api/games/{game}/join", secret=made["links"]["german"])
    with ann.at(game) as allied, bob.at(game) as german:
        allied.reach(allied.ask(type="adjourn")["stamp"])
        while not german.state["request"]:
            german.next()
        german.reach(german.ask(type="answer", agree=True)["stamp"])
        assert german.state["status"] == "adjourned"
        german.reach(german.ask(type="resume")["stamp"])
        assert german.state["status"] == "adjourned"
        while not allied.state["request"] or allied.state["request"]["kind"] != "resume":
            allied.next()
        allied.reach(allied.ask(type="answer", agree=True)["stamp"])
        assert (allied.state["status"], allied.state["clock"]["running"]) == ("live", ["allied"])


def test_the_random_choices_of_a_computer_player_are_secret(
    serving: Serving, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The random numbers of a computer player cannot be computed from public data."""
    drawn = list[float]()

    def chooses(st: Any, legal: Any, rng: Any) -> Any:
        drawn.append(rng.random())
        return uniform(st, legal, rng)

    use(chooses, monkeypatch)
    ann = serving.guest("Ann")
    made = ann.post("/api/games", game="roundup", seats={"allied": "random", "german": "me"})
    with ann.at(made["id"]) as german:
        while german.asked() != ["german"]:
            german.next()
    from random import Random

    public = made["dice"]["commitment"]
    assert drawn[0] != Random(f"{public}0").random()
