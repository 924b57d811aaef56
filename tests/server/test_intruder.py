"""An intruder, without or with an account: they break nothing and stay outside."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import httpx
import pytest
from sqlalchemy import Connection, func, insert, select
from websockets.exceptions import ConnectionClosed

from bocage.server import cleanup, people
from bocage.server.clocks import now_ms
from bocage.server.schema import NOTICES, TOKENS
from bocage.server.settings import Settings
from tests.patience import PATIENCE

from .clients import PLAIN, Guest, Serving, line
from .conftest import running


@pytest.mark.parametrize("origin", ["http://[", "null", "http://evil.example", "\xe9"])
def test_a_strange_origin(two: tuple[Guest, Guest, str], origin: str) -> None:
    """Whatever an origin is, if it is not ours it is refused, and nothing breaks."""
    ann, _, game = two
    headers = {b"Origin": origin.encode("latin-1")}
    said = ann.http.post(f"/api/games/{game}/observe", headers=headers)
    assert said.status_code == 403


def test_a_null_character_is_refused_everywhere(two: tuple[Guest, Guest, str]) -> None:
    """A text with a null in it is refused in one sentence, everywhere."""
    ann, _, game = two
    posts: list[tuple[str, Any]] = [
        ("/api/people", {"name": "A\x00"}),
        ("/api/games", {"game": "roundup", "name": "A\x00"}),
        ("/api/games", {"game": "roundup", "name": "A\r\nBcc: all@example.org"}),
        ("/api/games/import", {"save": "\x00"}),
        ("/api/sessions", {"account": "\x00", "password": "\x00"}),
        (f"/api/games/{game}/join", {"secret": "\x00", "entropy": "\x00"}),
        (f"/api/games/{game}/links", {"seat": "\x00"}),
    ]
    for path, body in posts:
        assert 400 <= ann.http.post(path, json=body).status_code < 500, path
    for change in ({"name": "\x00"}, {"email": "a\x00@b"}, {"webhook": "http://\x00"}):
        assert ann.http.patch("/api/me", json=change).status_code == 422
    with ann.at(game) as allied:
        allied.send({"type": "chat", "id": "x", "text": "a\x00"})
        assert allied.until("failed", "done")["code"] == "malformed"
        assert allied.ask(type="do", line="a\x00")["type"] == "refused"
    with line(ann.host, "%00") as odd:
        odd.send(json.dumps({"type": "hello", "token": ann.token}))
        with pytest.raises(ConnectionClosed) as closed:
            odd.recv(PATIENCE)
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 4404


def test_guests_from_before_a_club_are_refused(settings: Settings) -> None:
    """Guests of the time before it was a club do not come in with their old tokens."""
    with running(settings) as serving:
        ann = serving.guest("Ann")
        game = ann.post("/api/games", game="roundup", seats={"allied": "me", "german": "me"})["id"]
    with running(replace(settings, club=True)) as serving:
        headers = {"Authorization": f"Bearer {ann.token}"}
        assert (
            httpx.get(
                f"http://{serving.host}/api/me", headers=headers, timeout=PATIENCE, verify=PLAIN
            ).status_code
            == 401
        )
        with line(serving.host, game) as old:
            old.send(json.dumps({"type": "hello", "token": ann.token}))
            with pytest.raises(ConnectionClosed):
                old.recv(PATIENCE)


def test_checking_a_save_needs_a_name(serving: Serving) -> None:
    """A stranger cannot keep the server busy with saves to check."""
    said = httpx.post(
        f"http://{serving.host}/api/verify", json={"save": "x"}, timeout=PATIENCE, verify=PLAIN
    )
    assert said.status_code == 401


def test_malformed_messages_count(settings: Settings) -> None:
    """A flood of nonsense is limited like any other."""
    with running(replace(settings, commands_a_minute=5)) as serving:
        ann = serving.guest("Ann")
        made = ann.post("/api/games", game="roundup", seats={"allied": "me", "german": "me"})
        with ann.at(made["id"]) as both:
            codes = list[str]()
            for _ in range(8):
                both.send("nonsense")
                codes.append(both.next()["code"])
        assert codes[0] == "malformed"
        assert codes[-1] == "too-much"


def test_the_page_of_requests(serving: Serving) -> None:
    """It is whole as our own rules for pages leave it: no script, nothing from elsewhere."""
    said = httpx.get(f"http://{serving.host}/docs", timeout=PATIENCE, verify=PLAIN)
    assert said.status_code == 200
    assert "POST /api/games/{id_}/join" in said.text
    assert "at most 100 characters" in said.text
    assert "<script" not in said.text
    assert "//" not in said.text.replace("://", "")


def test_expired_tokens_and_old_notices_are_deleted(serving: Serving) -> None:
    """Tokens that have run out and old notices leave; what is of use stays."""
    ann = serving.guest("Ann")
    game = ann.post("/api/games", game="roundup")["id"]
    past = now_ms() - 40 * people.DAY

    def count(connection: Connection, table: Any) -> int:
        return int(connection.execute(select(func.count()).select_from(table)).scalar_one())

    with serving.hub.database.engine.begin() as connection:
        connection.execute(insert(TOKENS).values(hash=b"old", person=ann.id, expires=past))
        for made in (past, now_ms()):
            values = {"person": ann.id, "game": game, "kind": "asked", "text": "", "tries": 9}
            connection.execute(insert(NOTICES).values(made=made, **values))
        cleanup.tidy(connection)
        assert (count(connection, TOKENS), count(connection, NOTICES)) == (1, 1)
    assert ann.get("/api/me")["person"] == ann.id
