"""Several workers on one PostgreSQL, at the same moment: nothing is lost, doubled or stuck."""

from __future__ import annotations

import threading
from collections.abc import Callable, Generator
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection

from bocage.server import new_tables, people
from bocage.server.clocks import now_ms
from bocage.server.settings import Settings
from tests.patience import PATIENCE, until

from .clients import PLAIN, Guest, Serving
from .conftest import fresh_postgres, looked_for_notices, running
from .test_presence import sees
from .test_server_life import hook

__all__ = ["hook"]

LINE = "beachhead us1 2723"


@pytest.fixture
def workers(postgres: str, tmp_path: Path) -> Generator[tuple[Serving, Serving]]:
    """Two workers of one database."""
    settings = Settings(
        database=fresh_postgres(postgres), dumps=tmp_path, signs_a_minute=9999, inside=True
    )
    with running(settings) as one, running(settings) as two:
        until(one.hub.relay.listening.is_set)
        until(two.hub.relay.listening.is_set)
        yield one, two


def at_once(*works: Callable[[], Any]) -> None:
    """Do several things at the same moment."""
    threads = [threading.Thread(target=work) for work in works]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(PATIENCE)


def elsewhere(guest: Guest, serving: Serving) -> Guest:
    """Return the same person at another worker."""
    made = Guest.__new__(Guest)
    made.__dict__.update(guest.__dict__)
    made.host = serving.host
    return made


def test_the_last_two_seats_are_taken_at_once(
    workers: tuple[Serving, Serving], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two people take the last two seats at two workers: the game begins."""
    one, two = workers
    ann, bob = one.guest("Ann"), two.guest("Bob")
    made = ann.post("/api/games", game="roundup")
    take = new_tables.take_seat

    meeting = threading.Barrier(2)

    def together(*args: Any) -> int:
        seat = take(*args)
        with suppress(threading.BrokenBarrierError):  # a lock may keep them apart, and should
            meeting.wait(0.3)
        return seat

    monkeypatch.setattr(new_tables, "take_seat", together)
    path, links = f"/api/games/{made['id']}/join", made["links"]
    at_once(
        lambda: ann.post(path, secret=links["allied"]),
        lambda: bob.post(path, secret=links["german"]),
    )
    assert ann.get(f"/api/games/{made['id']}")["status"] == "live"


def test_one_invitation_makes_one_member(
    workers: tuple[Serving, Serving], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two people come with the same invitation at the same moment: one comes in."""
    one, two = workers
    with one.hub.database.engine.begin() as connection:
        secret = people.invite(connection, None)
    token = people.add_token
    now = now_ms
    looked = threading.Barrier(2)

    def together() -> int:
        if threading.current_thread().name.startswith("bocage-writer"):
            looked.wait(PATIENCE)
        return now()

    monkeypatch.setattr(people, "now_ms", together)

    def alone(connection: Connection, person: str) -> str:
        monkeypatch.setattr(people, "now_ms", now)
        return token(connection, person)

    monkeypatch.setattr(people, "add_token", alone)
    found = list[int]()
    body = {"invitation": secret, "password": "long enough it is", "name": "Ann"}

    def come(serving: Serving, account: str) -> None:
        guest = httpx_of(serving)
        found.append(guest.post("/api/members", json={**body, "account": account}).status_code)
        guest.close()

    at_once(lambda: come(one, "ann"), lambda: come(two, "anna"))
    assert sorted(found) == [201, 400]


def httpx_of(serving: Serving) -> Any:
    """Somebody without an account."""
    import httpx

    return httpx.Client(base_url=f"http://{serving.host}", timeout=PATIENCE, verify=PLAIN)


def test_an_observer_of_one_worker_may_read_at_another(workers: tuple[Serving, Serving]) -> None:
    """An observer who came in at one worker is known at another that has the game open."""
    one, two = workers
    ann, carl = one.guest("Ann"), one.guest("Carl")
    made = ann.post("/api/games", game="roundup", seats={"allied": "me", "german": "me"})
    game = made["id"]
    with elsewhere(ann, two).at(game):
        carl.post(f"/api/games/{game}/observe")
        with elsewhere(carl, two).at(game) as watcher:
            assert watcher.state["status"] == "live"


def test_chat_reaches_everybody_at_all_workers(workers: tuple[Serving, Serving]) -> None:
    """Two people talk at two workers at the same time: both hear all of it, each once."""
    one, two = workers
    ann, bob = one.guest("Ann"), two.guest("Bob")
    made = ann.post("/api/games", game="roundup", seats={"allied": "me"})
    game = made["id"]
    bob.post(f"/api/games/{game}/join", secret=made["links"]["german"])
    with ann.at(game) as allied, bob.at(game) as german:
        wanted = {f"{name}{n}" for name in "ab" for n in range(15)}

        def talk(socket: Any, name: str) -> None:
            for n in range(15):
                assert socket.ask(type="chat", text=f"{name}{n}")["type"] == "done"

        at_once(lambda: talk(allied, "a"), lambda: talk(german, "b"))
        for each in (allied, german):
            while len(each.chat) < len(wanted):
                each.next()
            assert sorted(said["text"] for said in each.chat) == sorted(wanted)


def test_an_answer_that_was_lost_is_given_by_the_other(workers: tuple[Serving, Serving]) -> None:
    """A command done at one worker and sent again to another that has not heard is not stale."""
    one, two = workers
    ann = one.guest("Ann")
    made = ann.post("/api/games", game="roundup", seats={"allied": "me", "german": "me"})
    game = made["id"]
    there = elsewhere(ann, two)
    with there.at(game) as behind:

        async def deaf(_: str) -> None:
            """Hear nothing."""

        two.hub.relay._heard = deaf
        command = {"type": "do", "id": "lost", "at": behind.stamp, "line": LINE}
        assert ann.post(f"/api/games/{game}/commands", **command)["type"] == "done"
        answer = behind.ask(**command)
        assert (answer["type"], answer.get("again")) == ("done", True)


def test_a_notice_is_sent_once(
    notices_often: None, workers: tuple[Serving, Serving], hook: tuple[str, list[Any]]
) -> None:
    """However many workers there are, each notice is sent once."""
    address, heard = hook
    one, two = workers
    ann, bob = one.guest("Ann"), two.guest("Bob")
    bob.http.patch("/api/me", json={"webhook": address})
    with ExitStack() as stack:
        games = [ann.post("/api/games", game="roundup", seats={"german": "me"}) for _ in range(5)]
        for made in games:
            bob.post(f"/api/games/{made['id']}/join", secret=made["links"]["allied"])
        stack.callback(until, lambda: len(heard) >= 5)
    until(looked_for_notices(one, two))
    assert sorted(each["game"] for each in heard) == sorted(made["id"] for made in games)


def test_a_repeated_chat_message_is_sent_once(two: tuple[Guest, Guest, str]) -> None:
    """A message sent again by somebody who missed the answer is not said again."""
    ann, bob, game = two
    with ann.at(game) as allied, bob.at(game) as german:
        for _ in range(2):
            allied.send({"type": "chat", "id": "same", "text": "your move"})
        allied.send({"type": "chat", "id": "other", "text": "well?"})
        german.until("chat")
        german.until("chat")
        assert [each["text"] for each in german.chat] == ["your move", "well?"]


def test_signing_out_works_at_every_worker(workers: tuple[Serving, Serving]) -> None:
    """The sockets of a session close at a worker that heard of it from another."""
    one, two = workers
    ann = one.guest("Ann")
    made = ann.post("/api/games", game="roundup", seats={"allied": "me", "german": "me"})
    with elsewhere(ann, two).at(made["id"]) as both:
        assert ann.http.delete("/api/sessions").status_code == 204
        with pytest.raises(Exception, match="4401"):
            both.until("nothing")


def test_workers_tell_each_other_who_is_here(workers: tuple[Serving, Serving]) -> None:
    """Two players at two workers are both here for both."""
    one, two = workers
    ann, bob = one.guest("Ann"), two.guest("Bob")
    made = ann.post("/api/games", game="roundup", seats={"allied": "me"})
    bob.post(f"/api/games/{made['id']}/join", secret=made["links"]["german"])
    with ann.at(made["id"], people=True) as allied, bob.at(made["id"], people=True) as german:
        sees(allied, ["allied", "german"], [])
        sees(german, ["allied", "german"], [])
