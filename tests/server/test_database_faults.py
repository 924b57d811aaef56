"""Trouble: the database goes and comes back, rules and players fail. No game is harmed or stuck."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Generator
from contextlib import contextmanager
from typing import Any

import pytest
from sqlalchemy import Connection, event, insert, select, update
from websockets.exceptions import ConnectionClosed

from bocage.engine.playout import uniform
from bocage.server.commits import Committer
from bocage.server.database import Database
from bocage.server.schema import GAMES, PEOPLE
from bocage.server.settings import Settings
from tests.patience import PATIENCE, until

from .clients import Guest, Serving
from .conftest import running

LANDING = ("beachhead us1 2723", "beachhead us2 2824", "beachhead uk1 3024")


@contextmanager
def away(serving: Serving) -> Generator[None]:
    """The database of a server does not answer."""
    engine = serving.hub.database.engine
    gone: type[Exception] = engine.dialect.loaded_dbapi.OperationalError

    def fail(*_: Any) -> None:
        raise gone("gone")

    event.listen(engine, "do_execute", fail)
    event.listen(engine, "do_executemany", fail)
    try:
        yield
    finally:
        event.remove(engine, "do_execute", fail)
        event.remove(engine, "do_executemany", fail)


def test_the_database_goes_and_comes_back(two: tuple[Guest, Guest, str], serving: Serving) -> None:
    """What could not be written is not done; sent again it is; the log has no gap."""
    ann, bob, game = two
    with ann.at(game) as allied, bob.at(game) as german:
        allied.do(LANDING[0])
        command = {"type": "do", "id": "again", "line": LANDING[1]}
        with away(serving):
            answer = allied.ask(**command)
            assert (answer["type"], answer["code"]) == ("failed", "unavailable")
            assert ann.http.get("/healthz").status_code == 503
            assert ann.http.get(f"/api/games/{game}/save").status_code == 503
        answer = allied.ask(**command)
        assert answer["type"] == "done"
        allied.reach(answer["stamp"])
        allied.do(LANDING[2])
        while german.state["lines"] < 3:
            german.next()
    assert ann.post("/api/verify", save=ann.get(f"/api/games/{game}/save"))["lines"] == 3
    del serving.hub.live[game]
    assert ann.get(f"/api/games/{game}/state")[0]["state"]["lines"] == 3


def test_a_socket_whose_welcome_fails_is_not_counted_as_present(
    two: tuple[Guest, Guest, str], serving: Serving, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A socket that fails while it is opened is not taken for somebody who is there."""
    ann, _, game = two
    hub = serving.hub
    with ann.at(game):
        until(lambda: hub.notices.present)

    def failing(*_: Any) -> Any:
        raise RuntimeError("no chat")

    monkeypatch.setattr("bocage.server.chat.heard", failing)
    with pytest.raises(ConnectionClosed):
        ann.at(game)
    until(lambda: not hub.notices.present and not hub.live[game].listeners)


def test_a_savepoint_that_fails_at_its_end(database: str) -> None:
    """Only its own piece fails; the others are written and the writer continues."""
    opened = Database(database)
    opened.migrate()

    async def write() -> list[Any]:
        committer = Committer(opened)
        committer.start()

        def let_go(connection: Connection) -> str:
            nested = connection.get_nested_transaction()
            assert nested is not None
            setattr(nested, "_savepoint", "nobody_made_this")  # noqa: B010 - it is private
            return "not so"

        first = asyncio.gather(
            committer.commit(let_go), committer.commit(lambda _: 1), return_exceptions=True
        )
        found = [*await asyncio.wait_for(first, PATIENCE)]
        found.append(await asyncio.wait_for(committer.commit(lambda _: 2), PATIENCE))
        await committer.stop()
        return found

    found = asyncio.run(write())
    opened.close()
    assert isinstance(found[0], Exception)
    assert found[-1] == 2


def test_a_piece_that_fails_alone_leaves_nothing(database: str) -> None:
    """Written by itself or with others, what it wrote before it failed is taken back."""
    opened = Database(database)
    opened.migrate()

    def half(connection: Connection) -> None:
        connection.execute(insert(PEOPLE).values(id="half", name="Half", created=1))
        raise ZeroDivisionError

    def whole(_: Connection) -> int:
        return 1

    async def write() -> list[Any]:
        committer = Committer(opened)
        committer.start()
        found: list[Any] = []
        pieces: list[list[Callable[[Connection], Any]]] = [[half], [half, whole], [whole]]
        for works in pieces:
            waiting = asyncio.gather(*map(committer.commit, works), return_exceptions=True)
            found += await asyncio.wait_for(waiting, PATIENCE)
        await committer.stop()
        return found

    found = asyncio.run(write())
    with opened.engine.connect() as connection:
        assert connection.execute(select(PEOPLE)).all() == []
    opened.close()
    assert [type(each) for each in found] == [ZeroDivisionError, ZeroDivisionError, int, int]


def use(chooses: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let every player of the program choose like this."""

    def policy(*_: Any) -> Any:
        return chooses

    monkeypatch.setattr("bocage.server.live.policy", policy)


def _failing_after(count: int) -> Any:
    """Return a player that fails when it has chosen so often."""
    left = [count]

    def chooses(st: Any, legal: Any, rng: Any) -> Any:
        left[0] -= 1
        if left[0] == 0:
            raise ZeroDivisionError("a fault of the player")
        return uniform(st, legal, rng)

    return chooses


def test_a_player_of_the_program_fails(serving: Serving, monkeypatch: pytest.MonkeyPatch) -> None:
    """What it had done before is not half there: the log has no gap when people go on."""
    ann = serving.guest("Ann")
    chooses = _failing_after(3)
    use(chooses, monkeypatch)
    made = ann.post("/api/games", game="roundup", seats={"allied": "random", "german": "me"})
    hub, game = serving.hub, made["id"]
    until(lambda: game in hub.live and hub.live[game].failed_at >= 0)
    assert ann.get(f"/api/games/{game}/state")[0]["state"]["lines"] == 0
    with ann.at(game) as german:
        for command in ("adjourn", "resume"):  # whatever changes the game wakes it
            answer = german.ask(type=command, seat="german")
            assert answer["type"] == "done", answer
            german.reach(answer["stamp"])
        while german.asked() != ["german"]:
            german.next()
    lines = ann.get(f"/api/games/{game}/state")[0]["state"]["lines"]
    assert lines > 3
    del hub.live[game]
    assert ann.get(f"/api/games/{game}/state")[0]["state"]["lines"] >= lines


def test_a_player_waits_for_the_database(serving: Serving, monkeypatch: pytest.MonkeyPatch) -> None:
    """A computer player that could not write tries again, so that the game continues."""
    monkeypatch.setattr("bocage.server.computer_players._AGAIN", 0.05)
    ann = serving.guest("Ann")
    began = threading.Event()
    goes = threading.Event()

    def chooses(st: Any, legal: Any, rng: Any) -> Any:
        began.set()
        assert goes.wait(PATIENCE)
        return uniform(st, legal, rng)

    use(chooses, monkeypatch)
    laying = threading.Thread(
        target=ann.http.post,
        args=("/api/games",),
        kwargs={"json": {"game": "roundup", "seats": {"allied": "random", "german": "me"}}},
    )
    laying.start()
    assert began.wait(PATIENCE)
    (live,) = serving.hub.live.values()
    with away(serving):
        goes.set()
        until(lambda: live.spoilt)
        until(lambda: not live.lock.locked())
        assert live.version == 1
    laying.join(PATIENCE)
    until(lambda: live.version > 1 and not live.spoilt)


def test_a_damaged_game_does_not_stop_the_server(settings: Settings) -> None:
    """A server starts though a game with a clock is damaged, and the others are played."""
    seats = {"allied": "me", "german": "me"}
    clock = {"kind": "game", "seconds": 3600}
    with running(settings) as serving:
        ann = serving.guest("Ann")
        bad, good = (
            ann.post("/api/games", game="roundup", seats=seats, clock=clock)["id"] for _ in "ab"
        )
        engine = serving.hub.database.engine
        with engine.begin() as connection:
            connection.execute(update(GAMES).where(GAMES.c.id == bad).values(header="nothing"))
    with running(settings) as serving:
        assert list(serving.hub.live) == [good]


def test_what_is_not_there_takes_no_room(two: tuple[Guest, Guest, str], serving: Serving) -> None:
    """Asking for games that do not exist leaves nothing in memory."""
    ann, _, _ = two
    for n in range(20):
        assert ann.http.get(f"/api/games/nothing{n}/state").status_code == 404
    assert serving.hub._loading == {}
    assert len(serving.hub.live) == 1


@pytest.mark.parametrize("database", ["postgres"], indirect=True)
def test_notices_and_relay_outlive_the_database(
    postgres: str, serving: Serving, two: tuple[Guest, Guest, str]
) -> None:
    """When every connection was cut, notices go on and workers hear each other again.

    SQLite is a file: it has no connections that others cut.
    """
    import psycopg

    ann, _, game = two
    hub = serving.hub
    until(hub.relay.listening.is_set)
    name = hub.database.engine.url.database
    with psycopg.connect(postgres, autocommit=True) as connection:
        cut = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s"
        connection.execute(cut, (name,))
    until(lambda: not hub.relay.listening.is_set())
    until(hub.relay.listening.is_set)
    with hub.database.engine.begin() as connection:  # as another worker would
        row = connection.execute(GAMES.select().where(GAMES.c.id == game)).one()
        bumped = GAMES.update().where(GAMES.c.id == game)
        connection.execute(bumped.values(version=row.version + 1, status="adjourned"))
        hub.relay.tell(connection, game)
    with ann.at(game) as allied:
        while allied.state["status"] != "adjourned":
            allied.next()
    assert all(not task.done() for task in hub._forever)
