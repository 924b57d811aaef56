"""A busy server stays quick and small: bounded memory, thinking in threads, retries."""

from __future__ import annotations

import asyncio
import threading
from typing import Any

import pytest
from sqlalchemy import Connection, text
from sqlalchemy.exc import OperationalError

from bocage.engine.playout import uniform
from bocage.server import computer_players, feeds, garbage, live, wire
from bocage.server.commits import Committer, is_deadlock
from bocage.server.database import Database
from tests.patience import PATIENCE, until

from .clients import Guest, Serving
from .conftest import fresh_postgres
from .test_database_faults import use


def test_a_slow_computer_player_does_not_block_others(
    serving: Serving, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While it thinks others are answered and its own game may be given up; then it is dropped."""
    ann = serving.guest("Ann")
    thinks, goes = threading.Event(), threading.Event()

    def chooses(st: Any, legal: Any, rng: Any) -> Any:
        thinks.set()
        assert goes.wait(PATIENCE)
        return uniform(st, legal, rng)

    use(chooses, monkeypatch)
    made = ann.post("/api/games", game="roundup", seats={"allied": "random", "german": "me"})
    assert thinks.wait(PATIENCE)
    with ann.at(made["id"]) as german:
        assert german.ask(type="concede")["type"] == "done"
    goes.set()
    until(lambda: not serving.hub.players.playing)
    state = ann.get(f"/api/games/{made['id']}/state")[0]["state"]
    assert (state["status"], state["lines"]) == ("over", 1)


def test_a_computer_player_that_never_answers_gets_a_random_choice(
    serving: Serving, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Past its time limit a computer player makes a random choice, so that the game continues."""
    monkeypatch.setattr(computer_players, "LIMIT", 0.1)
    goes = threading.Event()

    def chooses(st: Any, legal: Any, rng: Any) -> Any:
        assert goes.wait(PATIENCE)
        return uniform(st, legal, rng)

    use(chooses, monkeypatch)
    ann = serving.guest("Ann")
    made = ann.post("/api/games", game="roundup", seats={"allied": "random", "german": "me"})
    until(lambda: serving.hub.live[made["id"]].version > 2)
    goes.set()


def test_a_feed_keeps_little(
    two: tuple[Guest, Guest, str], serving: Serving, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Updates for those who come back take so many bytes and no more; the rest is the state."""
    monkeypatch.setattr(feeds, "KEPT_BYTES", 1500)
    ann, bob, game = two
    with ann.at(game) as allied, bob.at(game):
        first = allied.stamp
        for _ in range(3):
            allied.do("beachhead us1 2723")
            assert allied.ask(type="undo")["type"] == "done"
        kept = serving.hub.live[game].feed(serving.hub.live[game].viewer(ann.id))
        assert kept._size == sum(len(text) for _, text in kept._past) <= feeds.KEPT_BYTES
        assert 0 < len(kept._past) < 6
        allied.do("beachhead us1 2723")
        last = allied.stamp
    assert ann.get(f"/api/games/{game}/state?stamp={last}") == []
    missed = ann.get(f"/api/games/{game}/state?stamp={first}")
    assert missed[-1].get("to", missed[-1].get("stamp")) == last
    (whole,) = ann.get(f"/api/games/{game}/state?stamp=unknown")
    assert (whole["type"], wire.stamp(whole["state"])) == ("state", last)


def test_an_old_name_of_a_command_is_known_by_the_database(
    two: tuple[Guest, Guest, str], serving: Serving, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A command is done once, however long ago it was and whatever the stamp it comes with."""
    monkeypatch.setattr(live, "REMEMBERED", 1)
    ann, bob, game = two
    with ann.at(game) as allied, bob.at(game):
        begin = allied.stamp
        done = allied.ask(type="do", id="old", line="beachhead us1 2723")
        assert done["type"] == "done"
        allied.reach(done["stamp"])
        assert allied.ask(type="undo")["type"] == "done"
        assert not serving.hub.live[game].remembers(ann.id, "old")
        while allied.state["lines"]:
            allied.next()
        assert allied.stamp == begin
        again = allied.ask(type="do", id="old", line="beachhead us1 2723")
        assert (again["type"], again.get("again")) == ("done", True)
        assert allied.state["lines"] == 0


def test_a_deadlock_is_tried_again(postgres: str) -> None:
    """Two workers that lock two rows in opposite order both write in the end."""
    address = fresh_postgres(postgres)
    databases = [Database(address), Database(address)]
    databases[0].migrate()
    with databases[0].engine.begin() as connection:
        connection.execute(text("CREATE TABLE pair (n INTEGER PRIMARY KEY, v INTEGER)"))
        connection.execute(text("INSERT INTO pair VALUES (1, 0), (2, 0)"))
    meeting = threading.Barrier(2)

    def crossing(first: int, second: int) -> Any:
        met: list[bool] = []

        def work(connection: Connection) -> int:
            for n in (first, second):
                connection.execute(text("UPDATE pair SET v = v + 1 WHERE n = :n"), {"n": n})
                if not met:
                    met.append(True)
                    meeting.wait(PATIENCE)
            return len(met)

        return work

    async def write(database: Database, work: Any) -> Any:
        committer = Committer(database)
        committer.start()
        found = await committer.commit(work)
        await committer.stop()
        return found

    found: list[Any] = []

    def write_by(database: Database, work: Any) -> None:
        found.append(asyncio.run(write(database, work)))

    threads = [
        threading.Thread(target=write_by, args=(database, crossing(*order)))
        for database, order in zip(databases, ((1, 2), (2, 1)), strict=True)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(PATIENCE)
    with databases[0].engine.begin() as connection:
        assert list(connection.execute(text("SELECT v FROM pair"))) == [(2,), (2,)]
    assert found == [1, 1]
    for database in databases:
        database.close()


def test_what_is_not_a_deadlock_is_not_tried_again() -> None:
    """A database that is away is not a deadlock: it may have been written."""
    assert not is_deadlock(None)
    assert not is_deadlock(OperationalError("SELECT 1", {}, Exception("gone")))


@pytest.mark.parametrize(
    ("since", "idle", "due"),
    [(10, 100, False), (800, 1, False), (100, 10, True), (1000, 0, True)],
)
def test_when_old_data_is_swept(since: float, idle: float, due: bool) -> None:
    """In a quiet moment once a minute; after a quarter of an hour even while people act."""
    assert garbage.is_due(since, idle) is due


def test_sweeping_leaves_the_collector_as_it_was() -> None:
    """While it runs nothing old is looked at by itself; when it ends all is as before."""
    import gc

    before = gc.get_threshold()

    async def sweep() -> tuple[int, int, int]:
        task = asyncio.ensure_future(garbage.run(lambda: 0.0))
        async with asyncio.timeout(PATIENCE):
            while (during := gc.get_threshold()) == before:
                await asyncio.sleep(0)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        return during

    during = asyncio.run(sweep())
    assert during[2] > 1_000_000
    assert gc.get_threshold() == before
    assert gc.get_freeze_count() == 0


def test_a_finished_game_leaves_memory_sooner(
    two: tuple[Guest, Guest, str], serving: Serving, monkeypatch: pytest.MonkeyPatch
) -> None:
    """When nobody looks any more it leaves the memory, and is there again when asked for."""
    monkeypatch.setattr("bocage.server.hub.OVER_MS", 0)
    looked, look_round = list[int](), serving.hub._look_round

    def counted(**how: Any) -> None:
        look_round(**how)
        looked.append(1)

    monkeypatch.setattr(serving.hub, "_look_round", counted)
    ann, _, game = two
    with ann.at(game) as allied:
        assert allied.ask(type="concede")["type"] == "done"
        looked.clear()
        until(lambda: len(looked) > 2)
        assert game in serving.hub.live
    until(lambda: game not in serving.hub.live)
    assert ann.get(f"/api/games/{game}/state")[0]["state"]["status"] == "over"
