"""A server that stops: nothing is lost, nothing more begins, and nothing waits forever."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from concurrent.futures import Executor, Future
from typing import Any

import pytest
from sqlalchemy import Connection, insert, select

from bocage.engine.playout import uniform
from bocage.server.commits import Committer
from bocage.server.computer_players import Chosen, Players
from bocage.server.database import Database
from bocage.server.errors import UnavailableError
from bocage.server.schema import PEOPLE
from bocage.server.settings import Settings
from bocage.server.tasks import end
from tests.patience import PATIENCE, until

from .conftest import running


def test_a_writer_that_stops_writes_what_waits_and_takes_no_more(database: str) -> None:
    """What came before the stop is on disk; what comes after is refused at once."""
    opened = Database(database)
    opened.migrate()

    def adding(name: str) -> Callable[[Connection], object]:
        return lambda write: write.execute(insert(PEOPLE).values(id=name, name=name, created=1))

    async def write() -> list[Any]:
        async with asyncio.timeout(PATIENCE):
            committer = Committer(opened)
            committer.start()
            waiting = [asyncio.ensure_future(committer.commit(adding(name))) for name in "abc"]
            await asyncio.sleep(0)
            await committer.stop()
            late = (committer.commit(adding("d")), committer.read(lambda _: None))
            return await asyncio.gather(*waiting, *late, return_exceptions=True)

    found = asyncio.run(write())
    with opened.engine.connect() as look:
        assert sorted(look.execute(select(PEOPLE.c.id)).scalars()) == ["a", "b", "c"]
    opened.close()
    assert not any(isinstance(each, Exception) for each in found[:3])
    assert [type(each) for each in found[3:]] == [UnavailableError, UnavailableError]


def test_a_writer_that_has_failed_stops_too(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody waits for a writer that is no longer there: what waited is refused."""

    async def write() -> list[Any]:
        async with asyncio.timeout(PATIENCE):
            committer = Committer(Database(settings.database))

            async def fail() -> None:
                raise ZeroDivisionError

            monkeypatch.setattr(committer, "_run", fail)
            committer.start()
            waiting = asyncio.ensure_future(committer.commit(lambda _: None))
            await asyncio.sleep(0)
            await committer.stop()
            return list(await asyncio.gather(waiting, return_exceptions=True))

    assert [type(each) for each in asyncio.run(write())] == [UnavailableError]


class ByHand(Executor):
    """An executor whose work ends when the test says so."""

    def __init__(self) -> None:
        self.made: Future[Any] = Future()

    def submit(self, *_: Any, **__: Any) -> Future[Any]:
        """Begin nothing."""
        return self.made


@pytest.mark.parametrize("turns", range(8))
def test_a_player_ends_though_its_thought_ends_at_that_moment(turns: int) -> None:
    """However close together the end of a thought and the stop are, the stop counts."""

    async def think() -> bool:
        def spawn(work: Any) -> asyncio.Task[Any]:
            return asyncio.ensure_future(work)

        players: Any = Players(spawn, lambda _: None)
        thread = ByHand()
        thinking = spawn(players._think(None, None, thread))
        for _ in range(10):
            await asyncio.sleep(0)
        thread.made.set_result(Chosen([], []))
        for _ in range(turns):
            await asyncio.sleep(0)
        over = thinking.done()
        thinking.cancel()
        await asyncio.wait((thinking,), timeout=PATIENCE)
        return over or thinking.cancelled()

    assert asyncio.run(think())


def test_a_task_that_misses_a_cancel_is_cancelled_again() -> None:
    """Libraries use wait_for, which can drop one."""

    async def try_it() -> list[int]:
        missed: list[int] = []

        async def stubborn() -> None:
            while True:
                try:
                    await asyncio.Event().wait()
                except asyncio.CancelledError:
                    if missed:
                        raise
                    missed.append(1)

        task = asyncio.ensure_future(stubborn())
        await asyncio.sleep(0)
        async with asyncio.timeout(PATIENCE):
            await end((task,))
        assert task.cancelled()
        return missed

    assert asyncio.run(try_it()) == [1]


def test_a_server_stops_while_a_player_thinks(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It does not wait for the thought, and what the player chooses afterwards is not written."""
    thinks, goes, chosen = threading.Event(), threading.Event(), threading.Event()

    def chooses(st: Any, legal: Any, rng: Any) -> Any:
        thinks.set()
        assert goes.wait(PATIENCE)
        chosen.set()
        return uniform(st, legal, rng)

    def policy(*_: Any) -> Any:
        return chooses

    monkeypatch.setattr("bocage.server.live.policy", policy)
    with running(settings) as serving:
        ann = serving.guest("Ann")
        seats = {"allied": "random", "german": "random"}
        game = ann.post("/api/games", game="falaise", seats=seats)["id"]
        assert thinks.wait(PATIENCE)
        live = serving.hub.live[game]
    assert not chosen.is_set()
    goes.set()
    until(chosen.is_set)
    assert live.version == 1
    assert not live.table.entries
