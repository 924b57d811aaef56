"""Nobody stalls another: what one person may do costs the others no work and no move."""

from __future__ import annotations

import socket
import threading
from collections.abc import Callable, Generator, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from inspect import isasyncgenfunction, iscoroutinefunction
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Final

import httpx
import pytest
from fastapi.dependencies.models import Dependant
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from bocage.engine.save_format import parsed
from bocage.engine.saves import read as read_save
from bocage.server import (
    connections,
    execution,
    hooks,
    new_tables,
    notices,
    people,
    protection,
    routes_boards,
    routes_games,
    routes_members,
    routes_notices,
    routes_past,
    routes_people,
    routes_rules,
    routes_tables,
    routes_umpires,
    store,
    wire,
)
from bocage.server import live as live_module
from bocage.server.live import LiveGame
from bocage.server.settings import Settings
from tests.patience import PATIENCE, until

from .clients import Guest, Serving, Socket
from .conftest import running

ROUTES: Final = (
    routes_boards,
    routes_games,
    routes_members,
    routes_notices,
    routes_past,
    routes_people,
    routes_rules,
    routes_tables,
    routes_umpires,
)
"""Every module with requests."""
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
    """Return two people at a game: Allied, German, and its id."""
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
def test_a_refused_read_causes_no_replay(fair: Serving, replays: list[str], path: str) -> None:
    """A refused request does not make the server replay the game."""
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


def test_a_refused_read_does_not_block_the_game(
    fair: Serving, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A report that comes too soon and a past that cannot be are refused while others move."""
    ann, bob, game = pair(fair)
    with ann.at(game):
        pass

    def held(_: LiveGame) -> Any:
        raise AssertionError("the game was held")

    monkeypatch.setattr(LiveGame, "held", held)
    for path, status in (
        ("report", 403),
        ("past?start=1&stop=0", 400),
        ("past?start=0&stop=900", 400),
    ):
        assert bob.http.get(f"/api/games/{game}/{path}").status_code == status


def callables(dependant: Dependant) -> Iterator[Any]:
    """What FastAPI calls to answer a request: the route, and what it depends on."""
    yield dependant.call
    for each in dependant.dependencies:
        yield from callables(each)


@pytest.mark.parametrize("module", ROUTES, ids=lambda each: str(each.__name__).rpartition(".")[2])
def test_what_every_request_needs_is_found_in_the_loop(module: Any) -> None:
    """FastAPI hands what is not `async` to a thread each: dozens of them, for a look at a name."""
    found = [each for route in module.router.routes for each in callables(route.dependant)]
    assert len(found) >= len(module.router.routes)
    slow = [each for each in found if not (iscoroutinefunction(each) or isasyncgenfunction(each))]
    assert slow == []


@pytest.fixture
def noon(monkeypatch: pytest.MonkeyPatch) -> None:
    """No time goes by at the door, so that no limit fills up again."""
    monkeypatch.setattr(protection, "time", SimpleNamespace(monotonic=lambda: 1000.0))


@pytest.mark.usefixtures("noon")
def test_requests_over_the_limit_do_not_reach_the_database(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Once a person's reads are spent, the next are refused before anything is looked up."""
    few = Settings(str(tmp_path / "games.db"), dumps=tmp_path, commands_a_minute=5)
    with running(few) as serving:
        eve, ann = serving.guest("Eve"), serving.guest("Ann")
        assert [eve.http.get("/api/me").status_code for _ in range(6)] == [200] * 5 + [429]
        looked: list[str] = []
        real = people.person_of

        def counted(connection: Any, token: str) -> Any:
            looked.append(token)
            return real(connection, token)

        monkeypatch.setattr(people, "person_of", counted)
        assert eve.http.get("/api/me").status_code == 429
        assert looked == []
        assert ann.http.get("/api/me").status_code == 200
        assert looked == [ann.token]


@pytest.mark.usefixtures("noon")
def test_strangers_at_one_address_have_a_limit(tmp_path: Path) -> None:
    """Who has not signed in is counted by address; members there and other addresses are not."""
    few = Settings(str(tmp_path / "games.db"), dumps=tmp_path, requests_a_minute=8)
    with running(few) as serving:
        club = {"X-Forwarded-For": "192.0.2.7"}
        ann = serving.guest("Ann")
        ann.http.headers.update(club)
        assert ann.get("/api/me")["name"] == "Ann"

        def ask(path: str = "/api/rules", **headers: str) -> int:
            return httpx.get(
                f"http://{serving.host}{path}", headers=headers, timeout=PATIENCE
            ).status_code

        asked = [ask(path, **club) for path in ["/api/rules", "/docs", "/nowhere"] * 3]
        # Ann's first request came before the server knew her token.
        assert asked[:7] == [200, 200, 404] * 2 + [200]
        assert asked[7:] == [429, 429]
        assert ask(**club, Authorization="Bearer nobodys", Cookie="bocage=nobodys") == 429
        with pytest.raises(InvalidStatus):
            connect(f"ws://{serving.host}/api/games/none/socket", additional_headers=club)
        assert ask(**{"X-Forwarded-For": "192.0.2.8"}) == 200
        assert [ask() for _ in range(12)] == [200] * 12, "a proxy on this machine was counted"
        mine = [ann.http.get("/api/me").status_code for _ in range(9)]
        assert mine == [200] * 8 + [429], "a person has as many of their own"


def test_what_never_changes_is_encoded_once(fair: Serving, monkeypatch: pytest.MonkeyPatch) -> None:
    """Boards, rules and charts are kept as bytes: a second request makes and encodes nothing."""
    ann = fair.guest("Ann")
    paths = (
        "/api/rules",
        "/api/rules/opcom",
        "/api/rules/falaise/charts/all",
        "/api/boards/falaise",
    )
    first = [ann.http.get(path) for path in paths]
    assert [answer.status_code for answer in first] == [200] * len(paths)

    def packed(_: Any) -> bytes:
        raise AssertionError("it was encoded again")

    monkeypatch.setattr(wire, "packed", packed)
    assert [ann.http.get(path).content for path in paths] == [each.content for each in first]
    assert ann.http.get("/api/boards/chess").status_code == 404


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
    """A player who agrees to a pause does not agree to the request that replaced it."""
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


class Gate:
    """Work that stands still until it is let go on, as one that takes very long would."""

    def __init__(self) -> None:
        self.begun = threading.Event()
        self.open = threading.Event()
        self.threads: list[str] = []

    def around(self, real: Any) -> Any:
        """Return the same work, behind the gate."""

        def work(*given: Any, **named: Any) -> Any:
            self.threads.append(threading.current_thread().name)
            self.begun.set()
            assert self.open.wait(PATIENCE), "nobody opened the gate"
            return real(*given, **named)

        return work


@pytest.fixture
def gate() -> Generator[Gate]:
    """A gate that is opened at the end, whatever happens."""
    made = Gate()
    yield made
    made.open.set()


@contextmanager
def beside(work: Callable[[], Any]) -> Generator[None]:
    """Run a function in another thread while the body of the `with` runs."""
    with ThreadPoolExecutor(1) as threads:
        going = threads.submit(work)
        yield
        going.result(PATIENCE)


def a_save(serving: Serving) -> str:
    """Return a save of a game of Roundup that is under way, with open dice."""
    ann = serving.guest("Ann")
    made = ann.post(
        "/api/games", game="roundup", dice="open", seats={"allied": "me", "german": "me"}
    )
    with ann.at(made["id"]) as table:
        table.do(FIRST)
    return str(ann.get(f"/api/games/{made['id']}/save"))


def moves(serving: Serving) -> tuple[Socket, str]:
    """Somebody at a game of their own, and a line that they may do there."""
    ann, _, game = pair(serving)
    return ann.at(game), FIRST


def test_joining_an_imported_game_does_not_block_others(
    fair: Serving, gate: Gate, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While an imported game is replayed for a new player, another player's move is
    acknowledged."""
    save = a_save(fair)
    eve = fair.guest("Eve")
    made = eve.post("/api/games/import", save=save)
    links = made["links"]
    eve.post(f"/api/games/{made['id']}/join", secret=links["allied"])
    playing, line = moves(fair)
    monkeypatch.setattr(new_tables, "read", gate.around(read_save))

    def join() -> None:
        eve.post(f"/api/games/{made['id']}/join", secret=links["german"])

    with playing, beside(join):
        assert gate.begun.wait(PATIENCE)
        playing.do(line)
        assert fair.guest("Bob").get("/api/games") == []
        gate.open.set()
    assert all(name.startswith("bocage-loads") for name in gate.threads)
    with eve.at(made["id"]) as table:
        assert table.state["lines"] == 1


def test_resolving_a_turn_does_not_delay_other_games(
    fair: Serving, gate: Gate, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While an umpired game resolves a turn in its lane, a move elsewhere is acknowledged."""
    eve = fair.guest("Eve")
    made = eve.post("/api/games", game="opcom")
    for secret in made["links"].values():
        eve.post(f"/api/games/{made['id']}/join", secret=secret)
    playing, line = moves(fair)
    real = execution._do  # pyright: ignore[reportPrivateUsage]
    slow = gate.around(real)

    def work(live: LiveGame, *given: Any) -> int:
        done: int = (slow if live.id == made["id"] else real)(live, *given)
        return done

    monkeypatch.setattr(execution, "_do", work)
    with playing, eve.at(made["id"]) as umpire:

        def resolve() -> None:
            umpire.ask(type="time-up", seat="Control")

        with beside(resolve):
            assert gate.begun.wait(PATIENCE)
            playing.do(line)
            gate.open.set()
    assert all(name.startswith("bocage-moves") for name in gate.threads)


def test_a_game_that_was_not_begun_begins_when_a_player_comes(
    fair: Serving, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If the server died after the last seat was taken, the game begins with the next visitor."""
    eve = fair.guest("Eve")

    async def nothing(*_: Any) -> None:
        """Begin nothing."""

    with monkeypatch.context() as patch:
        patch.setattr(fair.hub, "begin", nothing)
        made = eve.post("/api/games", game="roundup", seats={"allied": "me", "german": "me"})
    assert eve.get(f"/api/games/{made['id']}")["status"] == "open"
    with eve.at(made["id"]) as table:
        table.do(FIRST)


def test_a_list_of_games_reads_a_header_once(
    fair: Serving, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However often somebody asks for their games, no header is taken apart again."""
    eve = fair.guest("Eve")
    for _ in range(5):
        eve.post("/api/games", game="roundup", seats={"allied": "me"})
    assert len(eve.get("/api/games")) == 5
    read: list[str] = []
    real = parsed

    def counted(text: str) -> Any:
        read.append(text)
        return real(text)

    monkeypatch.setattr(store, "parsed", counted)
    for _ in range(3):
        assert len(eve.get("/api/games")) == 5
    assert read == []


def test_a_header_without_end_is_not_a_save(fair: Serving) -> None:
    """Entropy that fills megabytes is refused: every list of games would read it."""
    save = a_save(fair)
    first, rest = save.split("\n", 1)
    more = "".join(f"entropy: {n} {'00' * 200}\n" for n in range(60))
    answer = fair.guest("Eve").http.post(
        "/api/games/import", json={"save": f"{first}\n{more}{rest}"}
    )
    assert answer.status_code == 429
    assert "header" in answer.json()["text"]


def test_a_slow_name_lookup_does_not_delay_others(
    fair: Serving, gate: Gate, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A profile is changed although nobody tells where its webhook leads; others go on."""
    eve = fair.guest("Eve")
    monkeypatch.setattr(routes_people, "_LOOKING_UP", 0.1)
    monkeypatch.setattr(hooks, "addresses_of", gate.around(hooks.addresses_of))
    playing, line = moves(fair)
    with playing:
        for number in range(8):
            answer = eve.http.patch("/api/me", json={"webhook": f"https://slow{number}.example/"})
            assert answer.status_code == 204
        assert gate.begun.is_set()
        playing.do(line)
    assert eve.get("/api/me")["webhook"] == "https://slow7.example/"
    assert len(gate.threads) == 1, "one person has several names looked up at once"


def test_a_slow_webhook_does_not_delay_other_notices(
    fair: Serving, gate: Gate, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While one webhook does not answer, other people get their notices."""
    told: list[str] = []
    slow = gate.around(lambda: None)

    def call(url: str, *_: Any, **__: Any) -> None:
        if "slow" in url:
            slow()
        told.append(url)

    def outside(*_: Any, **__: Any) -> list[str]:
        return ["192.0.2.1"]

    monkeypatch.setattr(hooks, "call", call)
    monkeypatch.setattr(hooks, "addresses_of", outside)
    monkeypatch.setattr(notices, "_EVERY", 0.05)
    eve, bob, host = fair.guest("Eve"), fair.guest("Bob"), fair.guest("Ann")
    eve.http.patch("/api/me", json={"webhook": "https://slow.example/"})
    bob.http.patch("/api/me", json={"webhook": "https://quick.example/"})
    for guest in (*[eve] * 30, bob):
        made = host.post("/api/games", game="roundup", seats={"german": "me"})
        guest.post(f"/api/games/{made['id']}/join", secret=made["links"]["allied"])
        if guest is eve:
            until(gate.begun.is_set)
    until(lambda: told)
    assert told == ["https://quick.example/"]
    assert len(gate.threads) == 1, "several notices leave to one person at once"


def test_a_repeated_request_sends_one_notice(fair: Serving) -> None:
    """To ask for a pause and withdraw it, again and again, sends the other one notice."""
    ann, bob, game = pair(fair)
    with ann.at(game) as attacker:
        flood(attacker, "adjourn", 8, "")
    kinds = [each["kind"] for each in bob.get("/api/notices")]
    assert kinds.count("request") == 1


def test_one_person_cannot_use_all_descriptors(
    fair: Serving, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With few descriptors a person has a part of them, and others still come in and play."""
    monkeypatch.setattr(connections.CROWD, "_room", lambda: 80)
    ann, bob, game = pair(fair)
    with ExitStack() as stack:
        for guest in (ann, bob):
            for _ in range(connections.CROWD.of_person()):
                stack.enter_context(guest.at(game))
            with pytest.raises(ConnectionClosed) as closed:
                guest.at(game)
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 4429
        playing, line = moves(fair)
        with playing:
            playing.do(line)


def test_a_full_server_says_so_and_lets_people_in_again(
    fair: Serving, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Who finds no room reads a sentence, and so does the operator; then there is room again."""
    ann = fair.guest("Ann")
    ann.http.close()
    until(lambda: len(connections.CROWD) == 0)
    monkeypatch.setattr(connections.CROWD, "_room", lambda: 3)
    host, _, port = fair.host.partition(":")
    held = [socket.create_connection((host, int(port))) for _ in range(3)]
    until(lambda: len(connections.CROWD) == 3)
    with socket.create_connection((host, int(port))) as late:
        late.settimeout(PATIENCE)
        answer = late.recv(65536)
    assert answer.startswith(b"HTTP/1.1 503 ")
    assert b"the server is full" in answer
    assert "the server is full: 3 connections are open" in caplog.text
    for each in held:
        each.close()
    until(lambda: len(connections.CROWD) == 0)
    bob, _, game = pair(fair)
    with bob.at(game):
        assert len(connections.CROWD) >= 1
    fair.close()
    until(lambda: len(connections.CROWD) == 0)
    assert not connections.CROWD._by, "an address is counted that has left"  # pyright: ignore[reportPrivateUsage]


def test_an_address_has_a_part_of_the_room() -> None:
    """A quarter of the descriptors are for one address; a proxy on this machine may have all."""
    room = connections.Crowd(lambda: 40)
    assert [bool(room.come("192.0.2.7")) for _ in range(11)] == [False] * 10 + [True]
    assert not room.come("192.0.2.8")
    assert not any(room.come("127.0.0.1") for _ in range(28))
    assert room.come("127.0.0.1")
    for _ in range(11):
        room.go("192.0.2.7")
    assert not room.come("192.0.2.7")
