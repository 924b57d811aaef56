"""Notices in the page: whose turn, whose consent, whose end; seen when one comes to the game."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from bocage.server import hooks, notices
from bocage.server.settings import Settings
from tests.patience import until

from .clients import Guest, Serving
from .conftest import fresh_postgres, looked_for_notices, running
from .test_server_life import hook

__all__ = ["hook"]

LINE = "beachhead us1 2723"


def kinds(guest: Guest) -> list[str]:
    """Return the kinds of what somebody has not seen, the newest first."""
    return [each["kind"] for each in guest.get("/api/notices")]


def test_notices_of_a_turn_a_consent_and_an_end(two: tuple[Guest, Guest, str]) -> None:
    """Each notice comes once, leads to the decision, and is gone when its owner opens the game."""
    ann, bob, game = two
    (asked,) = ann.get("/api/notices")
    assert (asked["kind"], asked["game"]) == ("asked", game)
    assert asked["link"] == f"/games/{game}#decision"
    assert asked["text"].endswith("it is your turn as allied")
    assert bob.get("/api/notices") == []
    with ann.at(game) as allied:
        assert ann.get("/api/notices") == []
        allied.do(LINE)
        assert allied.ask(type="takeback", line=1)["type"] == "done"
        (request,) = bob.get("/api/notices")
        assert (request["kind"], request["text"]) == (
            "request",
            "Operation Roundup: Ann asks to undo",
        )
        with bob.at(game) as german:
            assert german.ask(type="answer", agree=False)["type"] == "done"
            assert kinds(bob) == []
        while allied.state["request"]:
            allied.next()
        assert allied.ask(type="concede")["type"] == "done"
        assert ann.get("/api/notices") == []  # he is there
    (over,) = bob.get("/api/notices")
    assert over["kind"] == "over"
    assert over["text"].startswith("Operation Roundup is over: ")


def test_a_notice_is_deleted_by_its_owner(two: tuple[Guest, Guest, str]) -> None:
    """Only its owner can delete a notice, once; acting without a socket marks it as seen."""
    ann, bob, game = two
    (asked,) = ann.get("/api/notices")
    assert bob.http.delete(f"/api/notices/{asked['id']}").status_code == 404
    assert ann.http.delete(f"/api/notices/{asked['id']}").status_code == 204
    assert ann.http.delete(f"/api/notices/{asked['id']}").status_code == 404
    assert kinds(ann) == []
    bob.post("/api/games", game="roundup", seats={"allied": "me"})
    other = ann.post("/api/games", game="roundup", seats={"german": "me"})
    bob.post(f"/api/games/{other['id']}/join", secret=other["links"]["allied"])
    assert kinds(bob) == ["asked"]
    (state,) = bob.get(f"/api/games/{other['id']}/state")
    command = {"type": "do", "id": "a", "at": state["stamp"], "line": LINE}
    assert bob.post(f"/api/games/{other['id']}/commands", **command)["type"] == "done"
    assert kinds(bob) == []
    assert game != other["id"]


def test_a_player_at_another_worker_gets_no_mail(
    notices_often: None,
    postgres: str,
    tmp_path: Path,
    hook: tuple[str, list[Any]],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A player who has the game open gets no mail, at whichever worker."""
    monkeypatch.setattr(notices, "GRACE_MS", 3_600_000)
    address, heard = hook
    settings = Settings(fresh_postgres(postgres), dumps=tmp_path, inside=True)
    with running(settings) as one, running(settings) as two:
        until(lambda: one.hub.relay.listening.is_set() and two.hub.relay.listening.is_set())
        ann, bob = one.guest("Ann"), two.guest("Bob")
        for person in (ann, bob):
            assert person.http.patch("/api/me", json={"webhook": address}).status_code == 204
        made = ann.post("/api/games", game="falaise", seats={"allied": "me"})
        with bob_at(bob, made) as german, ann.at(made["id"]) as allied:
            until(lambda: kinds(ann) == kinds(bob) == [])
            heard.clear()
            assert allied.ask(type="adjourn")["type"] == "done"  # at the other worker
            until(lambda: german.next()["type"] == "update" and german.state["request"])
            until(lambda: kinds(bob) == [])
            monkeypatch.setattr(notices, "GRACE_MS", 0)  # whatever is unseen would leave now
            until(looked_for_notices(one, two))
    assert heard == []


def bob_at(bob: Guest, made: Any) -> Any:
    """Bob, who joins and comes to the game."""
    bob.post(f"/api/games/{made['id']}/join", secret=made["links"]["german"])
    return bob.at(made["id"])


@pytest.mark.parametrize(
    "address",
    [
        "http://127.0.0.1:8943/x",
        "http://localhost/",
        "http://[::1]/",
        "http://[::ffff:127.0.0.1]/",
        "http://[::ffff:10.0.0.1]/",
        "http://10.1.2.3/",
        "http://192.168.0.1/",
        "http://169.254.169.254/latest/meta-data",
        "http://0.0.0.0/",
        "http://2130706433/",
        "http://0x7f.1/",
        "http://100.64.0.1/",
        "http://[fe80::1]/",
        "http://[fd00::1]/",
        "http://[2002:7f00:1::]/",
        "http://224.0.0.1/",
        "http://192.0.0.192/",
        "http://192.0.0.9/",
        "http://168.63.129.16/",
        "http://[64:ff9b::7f00:1]/",
        "http://[64:ff9b::a9fe:a9fe]/",
        "http://[64:ff9b:1::1]/",
        "http://[fec0::1]/",
        "http://[::127.0.0.1]/",
        "http://[::ffff:0:127.0.0.1]/",
        "http://[2001:0:4136:e378:8000:63bf:3fff:fdd2]/",
        "http://[2606:4700::5efe:10.0.0.1]/",
        "http://[2001:db8::1]/",
        "http://[100::1]/",
        "http://[ff0e::1]/",
        "http://[4000::1]/",
        "ftp://example.org/",
        "http:///nowhere",
        "http://[nonsense/",
    ],
)
def test_no_webhook_reaches_the_own_network(address: str) -> None:
    """However an address of the own network is written, nothing goes there."""
    with pytest.raises(hooks.HookError):
        hooks.addresses_of(address)
    with pytest.raises(hooks.HookError):
        hooks.call(address, {})


def test_a_webhook_outside_is_fine() -> None:
    """An address of the wide world is one."""
    for address in ("1.1.1.1", "2606:4700:4700::1111", "64:ff9b::101:101", "2002:101:101::1"):
        assert hooks.is_outside(address), address
    assert hooks.addresses_of("https://1.1.1.1/hook") == ["1.1.1.1"]
    assert hooks.addresses_of("http://127.0.0.1/", inside=True) == ["127.0.0.1"]


def test_a_webhook_inside_is_refused_when_it_is_set(serving: Serving) -> None:
    """It is said at once, in a sentence, and not kept."""
    ann = serving.guest("Ann")
    answer = ann.http.patch("/api/me", json={"webhook": "http://127.0.0.1:1/"})
    assert answer.status_code == 400
    assert answer.json()["text"] == hooks.INSIDE
    assert ann.get("/api/me")["webhook"] == ""


def test_a_webhooks_name_is_looked_up_once(
    hook: tuple[str, list[Any]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The address that was looked at is the one that is called: a name cannot change between."""
    address, heard = hook
    port = int(address.rsplit(":", 1)[1].strip("/"))
    seen: list[str] = []

    def looked_up(host: str, *_: Any, **__: Any) -> list[Any]:
        seen.append(host)
        return [(2, 1, 6, "", ("127.0.0.1", port))]

    monkeypatch.setattr("socket.getaddrinfo", looked_up)
    with pytest.raises(hooks.HookError):
        hooks.call(f"http://evil.example:{port}/", {"text": "x"})
    assert seen == ["evil.example"]
    assert heard == []
