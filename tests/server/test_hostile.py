"""Hostile input: a clear error to the sender, nothing to others, the game unharmed."""

from __future__ import annotations

import json
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from tests.patience import PATIENCE

from .clients import PLAIN, Guest, Serving, line

MALFORMED: list[Any] = [
    "",
    "{",
    "null",
    "[]",
    "7",
    '"do"',
    "{}",
    '{"type":"do"}',
    '{"type":"dance","id":"a","at":"b"}',
    '{"type":"do","id":"a","at":"b","line":7}',
    '{"type":"do","id":"a","at":"b","line":""}',
    '{"type":"do","id":"a","at":"b","line":"end","more":1}',
    '{"type":"do","id":"a b","at":"b","line":"end"}',
    '{"type":"undo","id":"a","at":"b","count":-1}',
    '{"type":"undo","id":"a","at":"b","count":1e99}',
    '{"type":"takeback","id":"a","at":"b","line":0}',
    '{"type":"chat","id":"a","text":""}',
    '{"type":"ask","id":"a","what":"dice"}',
    '{"type":"hello","token":"x"}',
    "\u0000\ud7ff",
    json.dumps({"type": "chat", "id": "a", "text": "x" * 2001}),
    json.dumps({"type": "do", "id": "a", "at": "b", "line": "x" * 20_001}),
]


def test_malformed_messages(two: tuple[Guest, Guest, str]) -> None:
    """Each gets one sentence, the socket stays open, and the other seat hears nothing."""
    ann, bob, game = two
    with ann.at(game) as allied, bob.at(game) as german:
        before = allied.stamp
        for text in MALFORMED:
            allied.send(text)
            answer = allied.next()
            assert (answer["type"], answer["code"]) == ("failed", "malformed"), text
            assert "\n" not in answer["text"]
        assert allied.ask(type="do", line="beachhead us1 2723", at=before)["type"] == "done"
        update = german.next()
        assert update["type"] == "update"


def test_an_oversized_message(two: tuple[Guest, Guest, str]) -> None:
    """A message that is too large is refused, and the game continues for everybody."""
    ann, bob, game = two
    with bob.at(game) as german:
        with ann.at(game) as allied:
            allied.send("x" * 70_000)
            assert allied.next()["code"] == "too-much"
            allied.send("x" * 3_000_000)
            with pytest.raises((ConnectionClosed, OSError)):
                allied.until("nothing")
        assert german.ask(type="ask", what="legal")["type"] == "answer"


def test_forged_and_wrong_seats(two: tuple[Guest, Guest, str], serving: Serving) -> None:
    """You cannot act for a seat that you do not hold, by any name or token."""
    ann, bob, game = two
    eve = serving.guest("Eve")
    with bob.at(game) as german:
        for seat in ("allied", "russian", "*", "0"):
            answer = german.ask(type="do", seat=seat, line="beachhead us1 2723")
            assert (answer["type"], answer["code"]) == ("failed", "forbidden")
    for path in ("state", "story", "save"):
        assert eve.http.get(f"/api/games/{game}/{path}").status_code == 404
    command = {"type": "do", "id": "a", "at": "b", "line": "end"}
    assert eve.http.post(f"/api/games/{game}/commands", json=command).status_code == 404
    for token in ("x", ann.token[:-1], ann.token + "A"):
        answer = httpx.get(
            f"http://{serving.host}/api/games",
            headers={"Authorization": f"Bearer {token}"},
            timeout=PATIENCE,
            verify=PLAIN,
        )
        assert answer.status_code == 401


@pytest.mark.parametrize("hello", ["x", "{}", '{"type":"hello","token":"forged"}', "[]"])
def test_a_socket_without_a_good_hello_is_closed(
    two: tuple[Guest, Guest, str], serving: Serving, hello: str
) -> None:
    """A socket without a valid token learns nothing."""
    with line(serving.host, two[2]) as socket:
        socket.send(hello)
        with pytest.raises(ConnectionClosed) as closed:
            socket.recv(PATIENCE)
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code in (4400, 4401)


def test_links_are_good_once(two: tuple[Guest, Guest, str], serving: Serving) -> None:
    """A link that was used, replaced or guessed opens nothing."""
    ann, bob, _ = two
    eve = serving.guest("Eve")
    made = ann.post("/api/games", game="roundup", seats={"allied": "me"})
    first = made["links"]["german"]
    second = ann.post(f"/api/games/{made['id']}/links", seat="german")["secret"]
    for secret in (first, "guess", second[:-1]):
        answer = eve.http.post(f"/api/games/{made['id']}/join", json={"secret": secret})
        assert answer.status_code == 403
        assert "this link does not work" in answer.json()["text"]
    bob.post(f"/api/games/{made['id']}/join", secret=second)
    answer = eve.http.post(f"/api/games/{made['id']}/join", json={"secret": second})
    assert answer.status_code == 403
    late = ann.http.post(f"/api/games/{made['id']}/links", json={"seat": "german"})
    assert late.status_code == 403


def test_bad_saves(two: tuple[Guest, Guest, str]) -> None:
    """A save that is too large, cut off, edited, unknown or held is refused in a sentence."""
    ann, _, game = two
    held = ann.get(f"/api/games/{game}/save")
    bad = {
        "x" * 10_000_000: 413,
        "bocage 1\n" + "x\n" * 20_001: 429,
        "bocage 1\n" + "a takeback from 1, agreed b ~00\n" * 201: 429,
        "nonsense": 400,
        held: 400,
        held.replace("roundup", "chess"): 404,
        "bocage 99\n\n": 400,
    }
    for save, status in bad.items():
        answer = ann.http.post("/api/games/import", json={"save": save})
        assert answer.status_code == status, save[:60]
        assert answer.json()["text"]
    chunked = ann.http.post("/api/games/import", content=(b"x" * 65536 for _ in range(200)))
    assert chunked.status_code in (400, 413, 422)
    assert len(ann.get("/api/games")) == 1


def test_a_running_game_with_revealed_dice_is_not_imported(serving: Serving) -> None:
    """A revealed file is public: a running game that claims it is refused. A finished one is
    accepted, and nothing in it is taken back."""
    ann = serving.guest("Ann")
    both = {"allied": "me", "german": "me"}
    game = ann.post("/api/games", game="roundup", seats=both, dice="open")["id"]
    running = ann.get(f"/api/games/{game}/save").replace("trust: open", "trust: revealed")
    assert "trust: revealed" in running
    answer = ann.http.post("/api/games/import", json={"save": running})
    assert (answer.status_code, "not over" in answer.json()["text"]) == (400, True)
    with ann.at(game) as at:
        assert at.ask(type="concede", seat="allied")["type"] == "done"
    over = ann.get(f"/api/games/{game}/save")
    assert "trust: revealed" in over
    again = ann.post("/api/games/import", save=over)
    for secret in again["links"].values():
        ann.post(f"/api/games/{again['id']}/join", secret=secret)
    with ann.at(again["id"]) as at:
        answer = at.ask(type="takeback", line=1, seat="allied")
        assert (answer["type"], "you can't undo" in answer["text"]) == ("failed", True)


def test_bad_tables(two: tuple[Guest, Guest, str]) -> None:
    """A table that cannot be laid is refused by what is wrong with it, and none is laid."""
    ann, _, _ = two
    for body, said in (
        ({"game": "chess"}, "there is no game 'chess'"),
        ({"game": "roundup", "scenario": "x"}, "has no scenario 'x'"),
        ({"game": "roundup", "options": {"x": "on"}}, "has no option 'x'"),
        ({"game": "roundup", "seats": {"french": "me"}}, "there is no seat 'french'"),
        ({"game": "roundup", "seats": {"german": "hal"}}, "'hal' cannot sit at german"),
        ({"game": "roundup", "clock": {"kind": "turn"}}, "a clock needs seconds"),
        ({"game": "roundup", "seed": "00"}, "seed: extra inputs are not permitted"),
    ):
        answer = ann.http.post("/api/games", json=body)
        assert answer.status_code in (400, 404, 422)
        assert said in answer.json()["text"].lower() or said in answer.json()["text"]
    assert len(ann.get("/api/games")) == 1


def test_too_many_commands(two: tuple[Guest, Guest, str]) -> None:
    """A client that sends without end must wait; others need not."""
    ann, bob, game = two
    with ann.at(game) as allied, bob.at(game) as german:
        codes: list[Any] = []
        for _ in range(14):
            for _ in range(50):
                allied.send({"type": "ping"})
            codes += [allied.next().get("code") for _ in range(50)]
        assert codes.count("too-much") > 50
        german.send({"type": "ping"})
        assert german.next()["type"] == "pong"
