"""Attacks from outside and by guests: each is refused, and the server continues."""

from __future__ import annotations

import json
import socket
from collections.abc import Generator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.typing import Origin

from bocage.server import admission, protection
from bocage.server.settings import Settings
from bocage.server.sockets import SOCKETS_MOST
from tests.patience import PATIENCE, until

from .clients import Guest, Serving, line
from .conftest import running


@pytest.fixture(scope="module")
def attacked(tmp_path_factory: pytest.TempPathFactory) -> Generator[Serving]:
    """A server that everybody here attacks."""
    folder = tmp_path_factory.mktemp("attacked")
    given = Settings(str(folder / "games.db"), dumps=Path(folder), signs_a_minute=10_000)
    with running(given) as serving:
        yield serving


@pytest.fixture(scope="module")
def ann(attacked: Serving) -> Guest:
    """Somebody with a token."""
    return attacked.guest("Ann")


def opened(serving: Serving) -> socket.socket:
    """Return a connection on which nothing was said yet."""
    host, _, port = serving.host.partition(":")
    return socket.create_connection((host, int(port)), timeout=PATIENCE)


def said(serving: Serving, *pieces: bytes) -> bytes:
    """What comes back when these bytes are sent one after the other."""
    found = b""
    with opened(serving) as raw:
        try:
            for piece in pieces:
                raw.sendall(piece)
            while more := raw.recv(65536):
                found += more
        except ConnectionError:
            pass
    return found


def is_well(serving: Serving) -> bool:
    """Return whether the server answers as ever."""
    return b'"ok":true' in said(serving, b"GET /healthz HTTP/1.1\r\nConnection: close\r\n\r\n")


@pytest.mark.parametrize(
    "pieces",
    [
        (b"",),
        (b"GET /healthz HTTP/1.1\r\n",),
        (b"GET ", b"/", b"h", b"e", b"a", b"l", b"t", b"h", b"z"),
        (b"POST /api/people HTTP/1.1\r\nContent-Length: 100\r\n\r\n{",),
    ],
    ids=["silence", "half a head", "letter by letter", "half a body"],
)
def test_an_unfinished_request_is_closed(
    attacked: Serving, pieces: tuple[bytes, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A connection that does not come to its point is closed; others are answered meanwhile."""
    with ExitStack() as stack:
        for _ in range(30):
            held = stack.enter_context(opened(attacked))
            for piece in pieces:
                held.sendall(piece)
        assert is_well(attacked)
    monkeypatch.setattr(admission, "HEAD_SECONDS", 0.2)
    monkeypatch.setattr(protection, "_BODY_SECONDS", 0.2)
    assert b" 200 " not in said(attacked, *pieces)  # it comes to an end


def test_a_slow_request_head_is_closed(attacked: Serving, monkeypatch: pytest.MonkeyPatch) -> None:
    """A letter now and then gives nobody more time."""
    monkeypatch.setattr(admission, "HEAD_SECONDS", 0.2)
    with opened(attacked) as raw:
        raw.sendall(b"GET /")
        raw.settimeout(0.02)

        def dripped() -> bool:
            try:
                raw.sendall(b"x")
                return not raw.recv(65536)
            except TimeoutError:
                return False
            except ConnectionError:
                return True

        until(dripped)


def test_a_head_without_end(attacked: Serving) -> None:
    """It is cut off after some kilobytes, in one header or in many."""
    begin = b"GET /healthz HTTP/1.1\r\n"
    for rest in (b"X: " + b"x" * 300_000, b"X: x\r\n" * 60_000):
        answer = said(attacked, begin, *(rest[i : i + 9000] for i in range(0, len(rest), 9000)))
        assert b" 200 " not in answer
    assert is_well(attacked)


def test_a_large_body_after_a_small_head_is_still_fine(ann: Guest) -> None:
    """What is long but allowed is read: the limit of the head is not one of the body."""
    save = "bocage 1\n\n" + "x" * 2_000_000
    assert ann.http.post("/api/games/import", json={"save": save}).status_code == 400


@pytest.mark.parametrize(
    "path",
    [
        b"/assets/../app.py",
        b"/assets/..%2f..%2fapp.py",
        b"/assets/%2e%2e/%2e%2e/schema.py",
        b"/assets/..%5c..%5capp.py",
        b"/assets//etc/passwd",
        b"/api/boards/..%2f..%2f..%2fetc/passwd",
        b"/api/boards/roundup/layers/..%2f..%2fx.svg",
        b"/api/games/..%2f..%2fx/save",
    ],
)
def test_no_path_leads_out(attacked: Serving, path: bytes) -> None:
    """Whatever stands in an address, nothing but what is served is served."""
    answer = said(attacked, b"GET " + path + b" HTTP/1.1\r\nConnection: close\r\n\r\n")
    status = int(answer.split(b" ")[1])
    assert status in (400, 401, 404, 422), answer[:200]
    assert b"root:" not in answer
    assert b"from __future__" not in answer


@pytest.mark.parametrize("origin", ["https://evil.example", "null", "http://localhost:1"])
def test_a_page_of_another_site_opens_no_socket(ann: Guest, origin: str) -> None:
    """Not with a cookie that the browser sends along: the handshake itself is refused."""
    made = ann.post("/api/games", game="roundup", seats={"allied": "me", "german": "me"})
    headers = {"Cookie": f"bocage={ann.token}"}
    with pytest.raises(InvalidStatus) as refused:
        line(ann.host, made["id"], origin=Origin(origin), additional_headers=headers)
    assert refused.value.response.status_code == 403
    own = Origin(f"http://{ann.host}")
    with line(ann.host, made["id"], origin=own, additional_headers=headers) as ours:
        ours.send('{"type":"hello"}')
        assert json.loads(ours.recv(PATIENCE))["type"] == "state"


DEEP = "[" * 50_000
BODIES: list[Any] = [
    DEEP.encode(),
    b'{"game":' + DEEP.encode(),
    b'{"game":"roundup","options":' + b'{"a":' * 5_000,
    b'{"game":"\\ud800"}',
    b'{"game":"roundup","clock":{"kind":"turn","seconds":' + b"9" * 5000 + b"}}",
    b'{"game":"roundup","clock":{"kind":"turn","seconds":1e400}}',
    b'{"game":NaN}',
    b"\xff\xfe",
    b"\x1f\x8b\x08" + b"\x00" * 100,
]


@pytest.mark.parametrize("body", BODIES, ids=range(len(BODIES)))
def test_bodies_made_to_break_a_parser(ann: Guest, body: bytes) -> None:
    """Depth, numbers without end, half characters and packed bytes get a sentence."""
    headers = {"Content-Type": "application/json", "Content-Encoding": "gzip"}
    answer = ann.http.post("/api/games", content=body, headers=headers)
    assert answer.status_code in (400, 422), answer.text
    assert len(answer.text) < 2000


def test_messages_made_to_break_a_parser(ann: Guest) -> None:
    """The same on a socket, and in a line of a game; no report of a crash is written."""
    made = ann.post("/api/games", game="roundup", seats={"allied": "me", "german": "me"})
    with ann.at(made["id"]) as both:
        for text in (
            DEEP,
            '{"type":"do","id":"\\ud800"}',
            '{"type":"do","count":1e400}',
            "\ufeff{}",
        ):
            both.send(text)
            assert both.next()["code"] in ("malformed", "too-much")
        for line in (
            "x" * 20_000,
            "💥" * 5_000,
            "step " * 4_000,
            "\u202e",
            "step UK03 " + "9" * 10_000,
        ):
            assert both.ask(type="do", line=line, seat="allied")["type"] == "refused"


def test_a_sheet_made_to_break_a_parser(ann: Guest, attacked: Serving) -> None:
    """An order sheet of OP COM that is deep or no sheet at all is refused like any other."""
    seats = {"Guards": "me", "Walther": "me", "Control": "me"}
    made = ann.post("/api/games", game="opcom", seats=seats)
    with ann.at(made["id"]) as all_three:
        for text in (
            "[" * 9_000,
            '{"a":' * 3_000,
            '{"orders":' + "[" * 9_000,
            "{}" * 4_000,
            "9" * 9_000,
        ):
            answer = all_three.ask(type="do", line=f"sheet {text}", seat="Guards")
            assert answer["type"] in ("refused", "failed"), answer
            assert answer.get("code") != "crash", answer
    assert not list(attacked.hub._dumps.glob("*crash*"))


@pytest.mark.parametrize(
    "name", ["", "   ", "\u3164", "A\u202enna", "A\u200bnn", "A\u2028B", "A\x85B"]
)
def test_deceptive_names_are_refused(ann: Guest, name: str) -> None:
    """A name is one line that is seen as it is written; the sentence says what is wrong."""
    answer = ann.http.patch("/api/me", json={"name": name})
    assert answer.status_code == 422
    assert "\\" not in answer.json()["text"]
    assert ann.http.patch("/api/me", json={"name": " Änne 👨‍👩‍👧 "}).status_code == 204
    assert ann.get("/api/me")["name"] == "Änne 👨‍👩‍👧"


def test_one_person_opens_so_many_sockets_and_no_more(
    ann: Guest, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Past the limit a socket is closed with a sentence, and those that are open stay."""
    monkeypatch.setattr("bocage.server.sockets.SOCKETS_MOST", 2)
    assert SOCKETS_MOST >= 500
    made = ann.post("/api/games", game="roundup", seats={"allied": "me", "german": "me"})
    with ann.at(made["id"]) as first, ann.at(made["id"]):
        with pytest.raises(ConnectionClosed) as closed:
            ann.at(made["id"])
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 4429
        first.send({"type": "ping"})
        assert first.until("pong")


def test_a_fault_of_the_rules_does_not_fill_the_disk(
    ann: Guest, attacked: Serving, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The player sees the fault, the game is unharmed, and the number of reports is limited."""
    monkeypatch.setattr("bocage.server.hub.DUMPS_MOST", 2)
    made = ann.post("/api/games", game="roundup", seats={"allied": "me", "german": "me"})
    with ann.at(made["id"]) as both:

        def failing(*_: Any) -> Any:
            raise ZeroDivisionError

        with monkeypatch.context() as patch:
            patch.setattr("bocage.engine.play.check", failing)
            for _ in range(4):
                answer = both.ask(type="do", line="beachhead us1 2723")
                assert (answer["type"], answer["code"]) == ("failed", "crash")
        both.do("beachhead us1 2723")
        assert both.state["lines"] == 1
    assert len(list(attacked.hub._dumps.glob("*crash*"))) == 2


@pytest.mark.parametrize(
    "twice",
    [
        b"Host: localhost\r\nHost: evil.example\r\n",
        b"Host: localhost\r\nOrigin: http://localhost\r\nOrigin: http://evil.example\r\n",
        b"Host: localhost\r\nAuthorization: Bearer a\r\nAuthorization: Bearer b\r\n",
    ],
)
def test_headers_that_are_said_twice(attacked: Serving, twice: bytes) -> None:
    """Of two names or origins none is believed: a proxy in front may have looked at the other."""
    head = b"POST /api/people HTTP/1.1\r\nConnection: close\r\nContent-Length: 0\r\n"
    answer = said(attacked, head + twice + b"\r\n")
    assert answer.startswith(b"HTTP/1.1 400 ")
    assert b" once" in answer
    upgrade = b"Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
    key = b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
    path = b"GET /api/games/x/socket HTTP/1.1\r\n"
    answer = said(attacked, path + upgrade + key + twice + b"\r\n")
    assert answer.startswith((b"HTTP/1.1 400 ", b"HTTP/1.1 403 "))
    assert is_well(attacked)
