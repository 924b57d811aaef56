"""Quotas: what one person may have here, and that the database knows how much that is."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest
from sqlalchemy import func, select

from bocage.server.schema import GAMES, LINES
from bocage.server.settings import Settings

from .clients import Guest, Serving
from .conftest import running

MINE = {"allied": "me", "german": "me"}


def laid(guest: Guest, **more: Any) -> str:
    """Return a game with both seats of one person."""
    return str(guest.post("/api/games", game="roundup", seats=MINE, dice="open", **more)["id"])


def refused(guest: Guest, path: str, **body: Any) -> str:
    """Return the sentence by which a request is refused as too much."""
    answer = guest.http.post(path, json=body)
    assert (answer.status_code, answer.json()["code"]) == (429, "too-much"), answer.text
    return str(answer.json()["text"])


def test_the_number_of_open_games_is_limited(settings: Settings) -> None:
    """Another is refused until one is over; what others have does not count."""
    with running(replace(settings, games_most=2)) as serving:
        ann, bob = serving.guest("Ann"), serving.guest("Bob")
        first, save = laid(ann), ""
        with ann.at(first) as table:
            table.do("beachhead us1 2723")
        save = ann.get(f"/api/games/{first}/save")
        ann.post("/api/games", game="roundup")
        said = refused(ann, "/api/games", game="roundup")
        assert said.startswith(
            "you have 2 games here that are not over, and the limit is 2: finish"
        )
        assert refused(ann, "/api/games/import", save=save) == said
        assert refused(ann, f"/api/games/{first}/branch", line=0) == said
        laid(bob)
        with ann.at(first) as table:
            assert table.ask(type="concede", seat="allied")["type"] == "done"
        ann.post("/api/games/import", save=save)


def test_the_size_of_all_games_is_limited(settings: Settings) -> None:
    """What is brought must find room; games that have begun continue without."""
    with running(replace(settings, megabytes_most=0)) as serving:
        ann = serving.guest("Ann")
        game = laid(ann)
        save = ann.get(f"/api/games/{game}/save")
        for path, body in (
            ("/api/games/import", {"save": save}),
            (f"/api/games/{game}/branch", {"line": 0}),
            ("/api/games", {"game": "roundup"}),
        ):
            assert "the limit is 0 MB: ask the administrator" in refused(ann, path, **body)
        with ann.at(game) as table:
            table.do("beachhead us1 2723")


def test_the_size_of_a_game_is_known(serving: Serving) -> None:
    """However its lines came and went, what is written down is what is there."""
    ann = serving.guest("Ann")
    game = laid(ann)
    with ann.at(game) as table:
        for line in ("beachhead us1 2723", "beachhead us2 2824", "beachhead uk1 3024"):
            table.do(line)
        before = sizes(serving)[game]
        answer = table.ask(type="undo", count=1)
        assert answer["type"] == "done", answer
        assert sizes(serving)[game] < before
        table.reach(answer["stamp"])
        table.do("beachhead uk1 3024")
    save = ann.get(f"/api/games/{game}/save")
    brought = ann.post("/api/games/import", save=save)
    ann.post(f"/api/games/{game}/branch", line=2)
    for secret in brought["links"].values():
        ann.post(f"/api/games/{brought['id']}/join", secret=secret)
    assert len(sizes(serving)) == 3


def sizes(serving: Serving) -> dict[str, int]:
    """Return the size of each game, which must be what it holds."""
    there = select(func.coalesce(func.sum(func.length(LINES.c.text)), 0))
    lines = there.where(LINES.c.game == GAMES.c.id).scalar_subquery()
    wanted = select(GAMES.c.id, GAMES.c.size, func.length(GAMES.c.header) + lines)
    with serving.hub.database.engine.connect() as connection:
        found = list(connection.execute(wanted))
    assert all(size == true for _, size, true in found), found
    return {str(id_): int(size) for id_, size, _ in found}


def test_a_room_keeps_its_last_messages(serving: Serving, monkeypatch: pytest.MonkeyPatch) -> None:
    """A person who comes later gets only the last messages."""
    monkeypatch.setattr("bocage.server.chat.KEPT", 3)
    ann = serving.guest("Ann")
    game = laid(ann)
    with ann.at(game) as table:
        for n in range(5):
            assert table.ask(type="chat", text=f"word {n}")["type"] == "done"
    with ann.at(game) as table:
        welcome = next(each for each in map(json.loads, table.received) if "chat" in each)
        assert [each["text"] for each in welcome["chat"]] == ["word 2", "word 3", "word 4"]
