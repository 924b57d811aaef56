"""Two workers at one game: a worker that follows the other has what one that replays it has."""

from __future__ import annotations

import asyncio
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from shutil import copy
from typing import Any

import pytest

from bocage.ai import load_game
from bocage.engine import play
from bocage.engine.playout import policies_of
from bocage.engine.saves import read
from bocage.engine.table import Table
from bocage.engine.viewers import UMPIRE, Role, Viewer
from bocage.server import live, new_tables, people, store
from bocage.server.commits import Committer
from bocage.server.database import Database
from bocage.server.errors import StaleError
from bocage.server.live import LiveGame
from bocage.server.stopwatch import Stopwatch


class Worker:
    """A game in the memory of one worker, and what its viewers are sent."""

    def __init__(self, database: Database, committer: Committer, game: Any, id_: str) -> None:
        with database.engine.connect() as connection:
            stored = store.load(connection, id_, game.seats)
        table = read(stored.save, game)
        self.live = LiveGame(stored, table, committer, lambda _: (), Stopwatch())
        self.sent: list[tuple[Viewer, str]] = []
        players = [Viewer(frozenset({seat}), Role.PLAYER) for seat in range(len(game.seats))]
        self.feeds = [self.live.feed(viewer) for viewer in (*players, UMPIRE, Viewer())]
        self.live.listeners.add(lambda viewer, text, _: self.sent.append((viewer, text)))

    @property
    def position(self) -> tuple[list[Any], bytes, str, dict[int, str], list[str]]:
        """Everything that its table has and its feeds have sent."""
        table = self.live.table
        stamps = [feed.stamp for feed in self.feeds]
        return list(table.entries), table.state.key(), table.mark, table.orders, stamps

    def play(self, rng: Random, lines: int) -> int:
        """Play some lines at random; return how many lines are as they were."""
        table, before = self.live.table, len(self.live.table.entries)
        choose = policies_of(table.game)["random"]
        for _ in range(lines):
            if asked := play.pending(table.state):
                seat = rng.choice(asked)
                assert table.act(seat, choose(table.state, table.legal(seat), rng))
        return before

    def undo(self, rng: Random) -> int:
        """Undo or take back some lines; return how many lines are as they were."""
        table = self.live.table
        seats = range(len(table.game.seats))
        free = [(seat, table.free(seat)) for seat in seats if table.free(seat)]
        if free and rng.random() < 0.5:
            seat, most = rng.choice(free)
            table.undo(seat, rng.randint(1, min(most, 20)))
            return len(table.entries)
        to = rng.randrange(max(0, len(table.entries) - 90), len(table.entries))
        control = table.game.control
        before = len(table.entries)
        ruling = table.take_back(seats[0] if control is None else control, to, seats)
        return to if ruling else before


@contextmanager
def opened(file: Path, name: str) -> Generator[tuple[Database, Any, str]]:
    """A game that has just begun, in a database."""
    database = Database(str(file))
    game = load_game(name)
    table = Table.new(game, seed=b"f" * 32)
    try:
        with database.engine.begin() as connection:
            person, _ = people.add_guest(connection, "Ann")
            made = new_tables.lay_down(connection, game, person, "Followed", table)
        yield database, table.game, made
    finally:
        database.close()


@pytest.fixture
def replayed(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The games that were played again as a whole."""
    found: list[str] = []
    made_of = live.made_of

    async def counted(stored: Any, game: Any, who: str) -> Any:
        found.append(who)
        return await made_of(stored, game, who)

    monkeypatch.setattr(live, "made_of", counted)
    return found


@pytest.mark.parametrize(("name", "steps"), [("falaise", 30), ("opcom", 10)])
def test_a_worker_that_follows_has_what_one_that_replays_has(
    migrated: Path, tmp_path: Path, replayed: list[str], name: str, steps: int
) -> None:
    """Lines, undone lines, takebacks and conflicts: the same tables, and the same is sent."""

    async def evening(here: Database, game: Any, id_: str) -> None:
        committer = Committer(here)
        committer.start()
        one, other, slow = (Worker(here, committer, game, id_) for _ in range(3))
        rng = Random(28)
        try:
            for step in range(steps):
                writer, follower = rng.sample((one, other), 2)
                conflict = rng.random() < 0.3
                # What a worker does in a conflict is never written.
                unwritten = follower.play(rng, rng.randint(1, 3)) if conflict else 0
                backwards = step > 5 and rng.random() < 0.25
                kept = writer.undo(rng) if backwards else writer.play(rng, rng.choice((1, 2, 40)))
                await writer.live.commit(kept)
                if conflict:
                    with pytest.raises(StaleError):
                        await follower.live.commit(unwritten)
                else:
                    await follower.live.reload()
                assert not replayed
                slow.live.spoilt = True
                await slow.live.reload()
                assert replayed.pop() == id_
                assert one.position == other.position == slow.position
                assert follower.sent == slow.sent
                for each in (one, other, slow):
                    each.sent.clear()
        finally:
            await committer.stop()

    with opened(Path(copy(migrated, tmp_path)), name) as (here, game, id_):
        asyncio.run(evening(here, game, id_))


def test_a_log_that_parts_before_what_is_read_again_is_replayed(
    migrated: Path, tmp_path: Path, replayed: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """If no line fits of those that are read again, the whole game is read."""
    monkeypatch.setattr(live, "_READ_AGAIN", 1)

    async def evening(here: Database, game: Any, id_: str) -> None:
        committer = Committer(here)
        committer.start()
        one, other = (Worker(here, committer, game, id_) for _ in range(2))
        rng, table = Random(5), one.live.table
        try:
            while not any(map(table.free, range(len(game.seats)))) or len(table.entries) < 5:
                one.play(rng, 1)
            await one.live.commit(0)
            await other.live.reload()
            assert not replayed
            seat = next(each for each in range(len(game.seats)) if table.free(each))
            last = table.entries[-1].text
            table.undo(seat)
            kept = len(table.entries)
            others = [each for each in table.legal(seat) if game.grammar.say(each) != last]
            assert table.act(seat, others[0])
            await one.live.commit(kept)
            await other.live.reload()
            assert replayed == [id_]
            assert one.position == other.position
        finally:
            await committer.stop()

    with opened(Path(copy(migrated, tmp_path)), "falaise") as (here, game, id_):
        asyncio.run(evening(here, game, id_))
