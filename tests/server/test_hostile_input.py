"""Hostile input at every route, socket message, sheet, line and save: a sentence, never a fault.

A short run is part of every test run; `--hostile 20` makes it twenty times as long.
"""

from __future__ import annotations

import json
from collections.abc import Generator
from contextlib import ExitStack
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import quote

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from bocage.server.settings import Settings
from tests.hostile_values import VALUES, json_of, some, variants

from .clients import Guest, Serving
from .conftest import running

PATIENCE = 60.0
JSON = {"Content-Type": "application/json"}
LINE = "beachhead us1 2723"


@pytest.fixture(scope="module")
def serving(tmp_path_factory: pytest.TempPathFactory) -> Generator[Serving]:
    """A server that counts nobody's messages."""
    folder = tmp_path_factory.mktemp("hostile")
    settings = Settings(
        str(folder / "games.db"),
        dumps=Path(folder),
        signs_a_minute=10**9,
        commands_a_minute=10**9,
        requests_a_minute=10**9,
    )
    with running(settings) as made:
        yield made
    assert not list(folder.glob("*crash*")), "the rules failed"


@pytest.fixture(scope="module")
def ann(serving: Serving) -> Guest:
    """Somebody with a token."""
    return serving.guest("Ann")


@pytest.fixture(scope="module")
def game(ann: Guest) -> str:
    """Return a game of Roundup with both seats Ann's."""
    seats = {"allied": "me", "german": "me"}
    return str(ann.post("/api/games", game="roundup", seats=seats)["id"])


@pytest.fixture(scope="module")
def umpired(ann: Guest) -> str:
    """Return a game of OP COM with all seats Ann's."""
    seats = {"Guards": "me", "Walther": "me", "Control": "me"}
    return str(ann.post("/api/games", game="opcom", seats=seats, dice="open")["id"])


@pytest.fixture
def rng(request: pytest.FixtureRequest) -> Random:
    """Chance, the same in every run of the same test."""
    return Random(request.node.name)


def commands(stamp: str) -> list[dict[str, Any]]:
    """Return one of each command."""
    head = {"id": "a1", "at": stamp, "seat": "allied"}
    return [
        {**head, "type": "do", "line": LINE},
        {**head, "type": "undo", "count": 1},
        {**head, "type": "takeback", "line": 1},
        {**head, "type": "answer", "agree": False},
        {**head, "type": "orders", "name": ""},
        {**head, "type": "adjust", "line": "steps us1 1"},
        {**head, "type": "time-up"},
    ]


QUESTIONS: list[dict[str, Any]] = [
    {"type": "ask", "id": "q1", "what": "legal", "seat": "allied"},
    {"type": "ask", "id": "q1", "what": "check", "line": LINE, "seat": "allied"},
    {"type": "ask", "id": "q1", "what": "odds", "hex": "2723", "units": ["us1"]},
    {"type": "ask", "id": "q1", "what": "reach"},
    {"type": "ask", "id": "q1", "what": "plan"},
    {"type": "ask", "id": "q1", "what": "gather", "hex": "2723"},
    {"type": "ask", "id": "q1", "what": "overlay", "layer": "zoc", "hex": "2723"},
    {"type": "ask", "id": "q1", "what": "form"},
    {"type": "ask", "id": "q1", "what": "reading", "line": '{"order":[{"unit":"all"}]}'},
]


ACTS: list[dict[str, Any]] = [
    {"type": "sheet", "id": "e1", "what": "write", "seat": "Guards", "text": "{}"},
    {"type": "sheet", "id": "e2", "what": "note", "seat": "Guards", "text": "guns"},
    {"type": "sheet", "id": "e3", "what": "strike", "seat": "Guards", "number": 1},
    {"type": "sheet", "id": "e4", "what": "hand", "seat": "Guards", "to": "nobody"},
    {"type": "sheet", "id": "e5", "what": "late", "seat": "Guards", "text": "{}"},
    {
        "type": "sheet",
        "id": "e6",
        "what": "split",
        "seat": "Guards",
        "people": ["x"],
        "units": ["y"],
    },
    {"type": "claim", "id": "e7", "what": "take", "card": "1.fight.1"},
    {"type": "claim", "id": "e8", "what": "desk", "to": "nobody"},
    {"type": "clock", "id": "e9", "what": "phase", "phase": "orders", "seconds": 60},
    {"type": "clock", "id": "f1", "what": "stretch", "seconds": 60},
    {"type": "news", "id": "f2", "what": "write", "headline": "Quiet", "text": "x"},
    {"type": "news", "id": "f3", "what": "release", "number": 1},
    {"type": "chat", "id": "f4", "room": "umpires", "text": "hello"},
    *(
        {"type": "ask", "id": f"u{what}", "what": what, "about": "Guards", "seat": "Control"}
        for what in ("desk", "sheet", "card", "draft", "truth", "belief", "commander", "rulings")
    ),
]
"""One of each act of an evening, and the questions of umpires."""
TABLES = {"oob.csv": {"columns": ["id", "name"], "rows": [["GB-1", "1st"]]}}
EMPTY_MAP = {"title": "Here", "lat": 51, "lon": 5, "wide_km": 9, "high_km": 9}


def posts(game: str, umpired: str, stamp: str, save: str) -> list[tuple[str, str, Any]]:
    """Return every request that carries something, with an example of what it carries."""
    long = "long enough it is"
    found: list[tuple[str, str, Any]] = [
        ("POST", "/api/people", {"name": "Ann"}),
        (
            "POST",
            "/api/members",
            {"invitation": "x", "account": "ann", "password": long, "name": "Ann"},
        ),
        ("POST", "/api/sessions", {"account": "ann", "password": long}),
        ("POST", "/api/passwords", {"secret": "x", "password": long}),
        ("PATCH", "/api/me", {"name": "Ann", "email": "a@b.c", "webhook": ""}),
        (
            "POST",
            "/api/games",
            {
                "game": "roundup",
                "name": "x",
                "scenario": "",
                "options": {"weather": "on"},
                "seats": {"allied": "me"},
                "dice": "held",
                "clock": {"kind": "turn", "seconds": 600},
                "entropy": "x",
            },
        ),
        ("POST", "/api/games/import", {"save": save, "name": "x"}),
        ("POST", "/api/verify", {"save": save}),
        ("POST", f"/api/games/{game}/links", {"seat": "german"}),
        ("POST", f"/api/games/{game}/join", {"secret": "x", "entropy": "x"}),
        ("POST", f"/api/games/{game}/branch", {"line": 0}),
        ("POST", f"/api/games/{umpired}/clearances", {"cleared": ["Guards"]}),
        ("POST", f"/api/games/{umpired}/umpire", {"secret": "x"}),
        (
            "POST",
            f"/api/games/{umpired}/cast",
            {"people": [{"name": "Bob", "role": "liaison", "teams": ["Guards"]}]},
        ),
        ("POST", f"/api/games/{umpired}/commanders", {"seat": "Guards"}),
        ("POST", f"/api/games/{umpired}/paper/sheet", {"text": "A01A\nall H T"}),
        (
            "POST",
            f"/api/games/{umpired}/paper/tables",
            {"files": {"units.csv": "id,place\nGB-2IG,nowhere"}, "turns": 0},
        ),
        ("POST", "/api/scenarios/opcom/maps", EMPTY_MAP),
        ("POST", "/api/scenarios/opcom/check", {"tables": TABLES}),
        ("POST", "/api/scenarios/opcom/zip", {"tables": TABLES}),
    ]
    found += [("POST", f"/api/games/{game}/commands", each) for each in commands(stamp)]
    found += [("POST", f"/api/games/{game}/questions", each) for each in QUESTIONS]
    return found


def complaint(answer: Any) -> str:
    """What is wrong with an answer; nothing if it was granted, or refused with a sentence."""
    if answer.status_code < 400:
        return ""
    if answer.status_code >= 500:
        return f"{answer.status_code} {answer.text[:200]}"
    try:
        told = answer.json()
    except ValueError:
        return f"{answer.status_code} without a sentence: {answer.text[:200]}"
    if not told.get("text") or not told.get("code"):
        return f"{answer.status_code} without a sentence: {told}"
    return ""


def test_every_body(ann: Guest, game: str, umpired: str, rng: Random, hostile: int) -> None:
    """Whatever stands in whatever place of a body, the answer is a sentence."""
    stamp = ann.get(f"/api/games/{game}/state")[0]["stamp"]
    save = "bocage 1\n\nend 0\n"
    wrong: list[str] = []
    for method, path, example in posts(game, umpired, stamp, save):
        for body in some(rng, list(variants(example)), 25 * hostile):
            answer = ann.http.request(method, path, content=json_of(body).encode(), headers=JSON)
            if said := complaint(answer):
                wrong.append(f"{method} {path} {json_of(body)[:200]}: {said}")
    assert not wrong, "\n".join(wrong[:40])


def test_every_place_of_a_path(ann: Guest, game: str, rng: Random, hostile: int) -> None:
    """Whatever stands in an address or a query, the answer is a sentence."""
    texts = [each for each in VALUES if isinstance(each, str) and len(each) < 6000]
    texts += [str(each) for each in VALUES if isinstance(each, int | float)]
    wrong: list[str] = []
    for path, methods in ann.get("/openapi.json")["paths"].items():
        for method, told in methods.items():
            for text in some(rng, texts, 12 * hostile):
                said = quote(text, safe="", errors="replace")
                for at in _addresses(path, told, said, game):
                    answer = ann.http.request(method.upper(), at)
                    if method == "delete" and path.endswith("/sessions"):
                        continue
                    if found := complaint(answer):
                        wrong.append(f"{method} {at[:200]}: {found}")
    assert not wrong, "\n".join(wrong[:40])


def _addresses(path: str, told: Any, said: str, game: str) -> Generator[str]:
    """A path with something in each of its places in turn, and in each of its queries."""
    places = [each for each in path.split("/") if "{" in each]
    good = {"{id_}": game, "{game}": "roundup"}
    for bent in places:
        parts = [said if each == bent else good.get(each, each) for each in path.split("/")]
        yield "/".join(parts)
    whole = "/".join(good.get(each, each) for each in path.split("/"))
    for each in told.get("parameters", ()):
        if each["in"] == "query":
            yield f"{whole}?{each['name']}={said}"


def opened(stack: ExitStack, guest: Guest, game: str) -> ClientConnection:
    """A socket that has said hello and has its welcome."""
    address = f"ws://{guest.host}/api/games/{game}/socket"
    made = stack.enter_context(connect(address, max_size=None))
    made.send(json.dumps({"type": "hello", "token": guest.token}))
    while json.loads(made.recv(PATIENCE))["type"] != "welcome":
        pass
    return made


def answered(socket: ClientConnection, message: str) -> bool:
    """Send something, then a ping; whether both were answered, in order."""
    socket.send(message)
    socket.send('{"type": "ping"}')
    replies = 0
    while True:
        told = json.loads(socket.recv(PATIENCE))
        if told["type"] == "pong":
            return replies > 0 or '"ping"' in message
        if told["type"] in ("done", "refused", "failed", "answer"):
            assert told["type"] != "failed" or told["text"]
            assert told.get("code") != "crash", message[:300]
            replies += 1


def test_every_socket_message(
    ann: Guest, game: str, umpired: str, rng: Random, hostile: int
) -> None:
    """Whatever a message says, it is answered and the socket stays open."""
    wrong: list[str] = []
    chat = [{"type": "chat", "id": "c1", "text": "hello"}, {"type": "ping"}]
    with ExitStack() as stack:
        for at in (game, umpired):
            stamp = ann.get(f"/api/games/{at}/state")[0]["stamp"]
            socket = opened(stack, ann, at)
            acts = ACTS if at == umpired else []
            for example in (*commands(stamp), *QUESTIONS, *chat, *acts):
                for message in some(rng, list(variants(example)), 40 * hostile):
                    text = json_of(message)
                    try:
                        if not answered(socket, text):
                            wrong.append(f"not answered: {text[:200]}")
                    except (ConnectionClosed, TimeoutError) as error:
                        wrong.append(f"{error!r}: {text[:200]}")
                        socket = opened(stack, ann, at)
    assert not wrong, "\n".join(wrong[:40])


def _heard_out(socket: ClientConnection) -> None:
    while True:
        socket.recv(PATIENCE)


HELLO = {"type": "hello", "token": "x", "stamp": ""}


def test_every_first_message(ann: Guest, game: str, rng: Random, hostile: int) -> None:
    """A socket whose first message is not a hello is closed with our code and a sentence."""
    for message in some(rng, list(variants(HELLO)), 60 * hostile):
        text = json_of(message)
        with connect(f"ws://{ann.host}/api/games/{game}/socket", max_size=None) as socket:
            socket.send(text)
            with pytest.raises(ConnectionClosed) as closed:
                _heard_out(socket)
            told = closed.value.rcvd
            assert told is not None, text[:200]
            assert 4000 <= told.code < 5000, (told, text[:200])
            assert told.reason
