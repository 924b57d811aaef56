"""Who has a socket: while a game waits for its players, after a sign-out, at another game."""

from __future__ import annotations

import json
from collections.abc import Generator
from contextlib import contextmanager
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection

from bocage.server.hub import Hub
from tests.patience import PATIENCE, until

from .clients import PLAIN, Guest, Serving, Socket, line
from .test_members import PASSWORD, Member, club

__all__ = ["club"]

Club = tuple[Serving, Member, Member]


@contextmanager
def at_the_door(host: str, token: str, game: str) -> Generator[ClientConnection]:
    """A socket that has said hello, and no more."""
    with line(host, game) as made:
        made.send(json.dumps({"type": "hello", "token": token}))
        yield made


def heard(socket: ClientConnection) -> Any:
    """Return the next message."""
    return json.loads(socket.recv(PATIENCE))


def code_of(socket: ClientConnection) -> int:
    """With which code a socket is closed, whatever comes before."""
    try:
        while True:
            socket.recv(PATIENCE)
    except ConnectionClosed as closed:
        return 0 if closed.rcvd is None else closed.rcvd.code


def test_a_member_is_removed_while_waiting(club: Club) -> None:
    """The removed member's socket closes at once, and the game begins without them."""
    _, chief, ann = club
    made = chief.http.post("/api/games", json={"game": "roundup", "seats": {"allied": "me"}}).json()
    ann.http.post(f"/api/games/{made['id']}/observe")
    with at_the_door(ann.host, ann.token, made["id"]) as waiting:
        assert heard(waiting) == {"type": "waiting"}
        assert chief.http.delete("/api/members/ann").status_code == 204
        assert code_of(waiting) == 4401


def _closes_nobody(_hub: Hub, _person: str) -> None:
    """`Hub.part` that parts with nobody."""


def test_a_removed_member_is_not_let_in_by_an_old_token(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Even if a waiting socket stays open, its token is checked again when the game begins."""
    _, chief, ann = club
    made = chief.http.post("/api/games", json={"game": "roundup", "seats": {"allied": "me"}}).json()
    where = f"/api/games/{made['id']}"
    ann.http.post(f"{where}/observe")
    with at_the_door(ann.host, ann.token, made["id"]) as waiting:
        assert heard(waiting) == {"type": "waiting"}
        monkeypatch.setattr(Hub, "part", _closes_nobody)
        chief.http.delete("/api/members/ann")
        chief.http.post(f"{where}/join", json={"secret": made["links"]["german"]})
        with pytest.raises(ConnectionClosed) as closed:
            waiting.recv(PATIENCE)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 4401


def test_sockets_that_wait_are_counted(serving: Serving, monkeypatch: pytest.MonkeyPatch) -> None:
    """Past the limit a socket is closed with a sentence, wherever the others are."""
    monkeypatch.setattr("bocage.server.sockets.SOCKETS_MOST", 2)
    ann = serving.guest("Ann")
    game = ann.post("/api/games", game="roundup", seats={"allied": "me"})["id"]
    for _ in range(2):  # those that are closed count no longer
        with at_the_door(ann.host, ann.token, game) as one:
            assert heard(one) == {"type": "waiting"}
            with at_the_door(ann.host, ann.token, game) as two:
                assert heard(two) == {"type": "waiting"}
                with at_the_door(ann.host, ann.token, game) as three:
                    assert code_of(three) == 4429
        until(lambda: not serving.hub.sockets.count(ann.id))


def test_a_stranger_does_not_learn_that_a_table_waits(serving: Serving) -> None:
    """A stranger gets the same answer for a waiting table, a running game and no game."""
    ann, eve = serving.guest("Ann"), serving.guest("Eve")
    waits = ann.post("/api/games", game="roundup", seats={"allied": "me"})["id"]
    goes_on = ann.post("/api/games", game="roundup", seats={"allied": "me", "german": "me"})["id"]
    found = set[tuple[int, str]]()
    for game in (waits, goes_on, "nothing"):
        for path in ("state", "story", "timeline"):
            answer = eve.http.get(f"/api/games/{game}/{path}")
            found.add((answer.status_code, answer.text))
        with at_the_door(eve.host, eve.token, game) as socket:
            assert code_of(socket) == 4404
    assert {status for status, _ in found} == {404}
    assert len(found) == 1
    assert ann.http.get(f"/api/games/{waits}/state").status_code == 409
    eve.post(f"/api/games/{waits}/observe")
    with at_the_door(eve.host, eve.token, waits) as socket:
        assert heard(socket) == {"type": "waiting"}


def test_what_is_said_while_it_waits(serving: Serving) -> None:
    """A ping is answered, anything else fails with a sentence, and the game is seen to begin."""
    ann, bob = serving.guest("Ann"), serving.guest("Bob")
    made = ann.post("/api/games", game="roundup", seats={"allied": "me"})
    with at_the_door(ann.host, ann.token, made["id"]) as waiting:
        assert heard(waiting) == {"type": "waiting"}
        waiting.send('{"type": "ping"}')
        assert heard(waiting) == {"type": "pong"}
        waiting.send('{"type": "chat", "id": "a", "text": "hello"}')
        answer = heard(waiting)
        assert (answer["type"], answer["id"], answer["code"]) == ("failed", "a", "not-begun")
        waiting.send("nonsense")
        assert heard(waiting)["code"] == "malformed"
        bob.post(f"/api/games/{made['id']}/join", secret=made["links"]["german"])
        assert heard(waiting)["type"] == "state"
        assert heard(waiting)["type"] == "welcome"
        waiting.send('{"type": "ping"}')
        assert heard(waiting) == {"type": "pong"}


def test_a_new_seat_closes_only_the_sockets_of_that_game(serving: Serving) -> None:
    """A person who becomes an umpire of one game stays connected to the others."""
    ann, eve = serving.guest("Ann"), serving.guest("Eve")
    seats = {"Guards": "me", "Walther": "me", "Control": "me"}
    game = ann.post("/api/games", game="opcom", seats=seats)["id"]
    other = eve.post("/api/games", game="roundup", seats={"allied": "me", "german": "me"})["id"]
    link = ann.post(f"/api/games/{game}/clearances", cleared=["Guards"])
    eve.post(f"/api/games/{game}/observe")
    with eve.at(game) as here, eve.at(other) as there:
        eve.post(f"/api/games/{game}/umpire", secret=link["secret"])
        with pytest.raises(ConnectionClosed, match="4409"):
            here.until("nothing")
        there.do("beachhead us1 2723")


def test_signing_out_closes_the_sockets_of_that_session(club: Club) -> None:
    """Sockets of the session close, at games and while waiting; those of another session stay."""
    serving, chief, _ = club
    body = {"account": "chief", "password": PASSWORD}
    token = httpx.post(
        f"http://{serving.host}/api/sessions", json=body, timeout=PATIENCE, verify=PLAIN
    ).json()["token"]
    seats = {"allied": "me", "german": "me"}
    game = chief.http.post("/api/games", json={"game": "roundup", "seats": seats}).json()["id"]
    waits = chief.http.post("/api/games", json={"game": "roundup"}).json()["id"]
    here: Any = chief
    with (
        Socket(here, game) as stays,
        at_the_door(serving.host, token, game) as one,
        at_the_door(serving.host, token, waits) as two,
    ):
        while heard(one)["type"] != "welcome":
            pass
        assert heard(two) == {"type": "waiting"}
        for _ in range(2):  # whoever is out already goes out again, and nobody minds
            out = httpx.delete(
                f"http://{serving.host}/api/sessions",
                headers={"Authorization": f"Bearer {token}"},
                timeout=PATIENCE,
                verify=PLAIN,
            )
            assert out.status_code == 204
        assert (code_of(one), code_of(two)) == (4401, 4401)
        assert stays.ask(type="do", seat="allied", line="beachhead us1 2723")["type"] == "done"


def test_a_message_in_bytes_is_refused(two: tuple[Guest, Guest, str]) -> None:
    """As the first message, bytes close the socket; later they get an answer."""
    ann, _, game = two
    with line(ann.host, game) as socket:
        socket.send(b"\x00\xff")
        assert code_of(socket) == 4400
    with at_the_door(ann.host, ann.token, game) as socket:
        while heard(socket)["type"] != "welcome":
            pass
        socket.send(b'{"type": "ping"}')
        answer = heard(socket)
        assert (answer["type"], answer["code"]) == ("failed", "malformed")
        socket.send('{"type": "ping"}')
        assert heard(socket) == {"type": "pong"}
