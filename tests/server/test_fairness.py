"""Nobody stalls another: what one person may do costs the others no work and no move."""

from __future__ import annotations

from collections.abc import Generator
from pathlib import Path
from typing import Any

import pytest

from bocage.server import live as live_module
from bocage.server.live import LiveGame
from bocage.server.settings import Settings

from .clients import Guest, Serving, Socket
from .conftest import running

FIRST = "beachhead us1 2723"
"""A line that the Allied player may begin a game of Roundup with."""


@pytest.fixture
def fair(tmp_path: Path) -> Generator[Serving]:
    """A server on SQLite."""
    given = Settings(str(tmp_path / "games.db"), dumps=tmp_path, signs_a_minute=10_000)
    with running(given) as serving:
        yield serving


@pytest.fixture
def replays(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The games that were played again from their first line, one for each time."""
    found: list[str] = []
    real = live_module.made_of

    async def counted(stored: Any, *given: Any) -> Any:
        found.append(stored.row.id)
        return await real(stored, *given)

    monkeypatch.setattr(live_module, "made_of", counted)
    return found


def pair(serving: Serving, game: str = "roundup", **more: Any) -> tuple[Guest, Guest, str]:
    """Two people at a game: Allied, German, and its id."""
    ann, bob = serving.guest("Ann"), serving.guest("Bob")
    made = ann.post("/api/games", game=game, seats={"allied": "me"}, **more)
    bob.post(f"/api/games/{made['id']}/join", secret=made["links"]["german"])
    return ann, bob, str(made["id"])


def opened(game: str, serving: Serving) -> LiveGame:
    """A game that is open on the server, to look at."""
    found: LiveGame = serving.hub.live[game]
    return found


@pytest.mark.parametrize(
    "path",
    ["report", "past?start=1&stop=0", "past?start=900000&stop=900001"],
)
def test_a_refused_read_leaves_the_table(fair: Serving, replays: list[str], path: str) -> None:
    """Whoever is refused a look costs nobody a replay of the game."""
    ann, bob, game = pair(fair, dice="open")
    with ann.at(game) as playing:
        before = opened(game, fair).table
        answer = bob.http.get(f"/api/games/{game}/{path}")
        assert answer.is_client_error, answer.text
        with bob.at(game) as other:
            asked = other.ask(type="ask", what="odds", hex="nowhere")
            assert asked["type"] in ("answer", "failed")
        playing.do(FIRST)
        assert opened(game, fair).table is before
    assert replays == []


def flood(attacker: Socket, kind: str, rounds: int, orders: str) -> None:
    """Change what is about the table and not about the position, again and again."""
    for number in range(rounds):
        if kind == "orders":
            name = "" if number % 2 else orders
            answer = attacker.ask(type="orders", name=name)
        elif number % 2:
            answer = attacker.ask(type="answer", agree=False)
        else:
            answer = attacker.ask(type="adjourn")
        assert answer["type"] == "done", answer
        attacker.reach(answer["stamp"])


@pytest.mark.parametrize(("game", "kind"), [("falaise", "orders"), ("roundup", "adjourn")])
def test_a_move_is_accepted_whatever_the_other_does_beside_it(
    fair: Serving, game: str, kind: str
) -> None:
    """A move is about the position: orders and requests of the other do not make it stale."""
    ann, bob, id_ = pair(fair, game, clock={"kind": "game", "seconds": 3600})
    known = next(each for each in ann.get("/api/rules") if each["id"] == game)["orders"]
    with ann.at(id_) as allied, bob.at(id_) as german:
        is_mine = allied.asked() == ["allied"]
        playing, attacker = (allied, german) if is_mine else (german, allied)
        line = playing.ask(type="ask", what="legal")["legal"][0][0]
        old = playing.stamp
        flood(attacker, kind, 3, known[0] if known else "")
        while playing.stamp == old:
            playing.next()  # what the other did has reached this one
        answer = playing.ask(type="do", line=line, at=old)
        assert answer["type"] == "done", answer


def test_an_answer_is_about_the_request_that_was_read(fair: Serving) -> None:
    """Whoever agrees to a pause does not agree to what is asked for in its place."""
    ann, bob, game = pair(fair)
    with ann.at(game) as playing, bob.at(game) as attacker:
        playing.do(FIRST)
        attacker.until("update")
        attacker.reach(attacker.ask(type="adjourn")["stamp"])
        playing.until("update")
        agreed_to = playing.stamp
        attacker.reach(attacker.ask(type="answer", agree=False)["stamp"])
        attacker.reach(attacker.ask(type="takeback", line=1)["stamp"])
        answer = playing.ask(type="answer", agree=True, at=agreed_to)
        assert (answer["type"], answer["code"]) == ("failed", "stale")


def test_orders_that_change_nothing_do_nothing(fair: Serving) -> None:
    """To take up orders that nobody left writes no line, and the game stays as it is."""
    _, bob, game = pair(fair)
    with bob.at(game) as other:
        live = opened(game, fair)
        version, stamp = live.version, other.stamp
        for _ in range(3):
            assert other.ask(type="orders", name="")["stamp"] == stamp
        assert live.version == version
