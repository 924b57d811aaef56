"""The campaign: games on a server, rounds of each fault, and the results."""

from __future__ import annotations

import resource
import socket
import sqlite3
import time
from collections.abc import Callable, Generator
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path
from random import Random
from typing import Any, Final

from websockets.exceptions import ConnectionClosed

from bocage.server.database_faults import Trouble
from tests.server.clients import Socket
from tests.server.postgres import Cluster, cluster_running

from .disk import Disk, small_disk
from .player import Match, Player, Tally
from .server import Server, until

KINDS: Final = ("sqlite", "postgres")
DESCRIPTORS: Final = 1024
_WELL: Final = "the database accepts writes again"


class Campaign:
    """One database, one server on it, and games that are played while it is harmed."""

    def __init__(
        self, folder: Path, database: str, disk: Disk | None, cluster: Cluster | None, seed: int
    ) -> None:
        self.folder = folder
        self.database = database
        self.disk = disk
        self.cluster = cluster
        self.tally = Tally()
        self.rounds = dict.fromkeys(FAULTS, 0)
        self.rng = Random(seed)
        self.server = Server(database, folder)
        self.server.start()
        self.matches = [self._match(i) for i in range(4)]

    def _match(self, number: int, clock: int = 0) -> Match:
        rng = Random(self.rng.randrange(1 << 30))
        return Match(self.server.host, number, rng, self.tally, clock)

    def run(self, fault: str, times: int, told: Callable[[int], None] | None = None) -> None:
        """Do so many rounds of a fault, if it can be made; `told` is called after each.

        Raises:
            AssertionError: a game is stuck, or the server did not say what was wrong.
        """
        for count in range(1, times + 1 if self.can(fault) else 1):
            FAULTS[fault](self)
            self.rounds[fault] += 1
            if told is not None:
                told(count)

    def can(self, fault: str) -> bool:
        """Return whether a fault can be made here: SQLite has no server to restart, we fill up
        PostgreSQL's disk only where we may mount one, and a crowd takes our own descriptors.
        """
        if fault == "restarted":
            return self.cluster is not None
        if fault == "descriptors":
            return resource.getrlimit(resource.RLIMIT_NOFILE)[0] > 2 * DESCRIPTORS
        return fault != "full" or self.cluster is None or self.disk is not None

    def close(self) -> None:
        """Kill the server, and look at its log."""
        self.server.end()
        self.server.check_log([match.guest.token for match in self.matches])
        for match in self.matches:
            match.guest.http.close()

    # Rounds ------------------------------------------------------------------------------

    @contextmanager
    def _played(self) -> Generator[list[Player]]:
        """Let everybody play; afterwards, stop and compare."""
        players = [Player(match) for match in self.matches]
        for player in players:
            player.start()
        try:
            yield players
        finally:
            for player in players:
                player.stop()
        self._compare()

    def _compare(self) -> None:
        for match in self.matches:
            match.check()

    @contextmanager
    def _trouble(self, trouble: Trouble) -> Generator[None]:
        """A fault while everybody plays: players, /healthz and log must say what it is, and when
        it is over all of them must continue."""
        since = self.server.logged
        with self._played():
            until(self._goes_on(), "everybody plays")
            for match in self.matches:
                match.trouble.clear()
            yield
        assert self.server.said(trouble.logged, since), self.server.log(since)
        assert self.server.said(_WELL, since), self.server.log(since)

    def _felt(self, trouble: Trouble) -> bool:
        """Return whether a player and /healthz were told."""
        felt = any(trouble.told in match.trouble for match in self.matches)
        return felt and self.server.health() == (503, trouble.told)

    def _goes_on(self) -> Callable[[], bool]:
        """Return whether every player has had another action acknowledged since now, or has
        ended.
        """
        before = [len(match.acknowledged) for match in self.matches]
        threads = list(self.matches)

        def found() -> bool:
            return self.server.health()[0] == 200 and all(
                len(match.acknowledged) > count or _is_over(match)
                for match, count in zip(threads, before, strict=True)
            )

        return found

    def kill(self) -> None:
        """Kill the server at a random moment and start it again."""
        players = [Player(match, once=True) for match in self.matches]
        for player in players:
            player.start()
        enough = self.tally.acknowledged + self.rng.randrange(1, 30)
        until(lambda: self.tally.acknowledged >= enough or not _alive(players), "somebody plays")
        time.sleep(self.rng.uniform(0, 0.02))
        self.server.kill()
        for player in players:
            player.join(60)
            player.stop()
        self.server.start()
        self._compare()

    def fill(self) -> None:
        """Fill the disk of the database, but for a random rest, and make room again.

        SQLite finds a full disk when it commits. It finds in the middle of a batch that its file
        may not grow, and takes back all of it. Every other round does that instead, and every
        round where we may not mount a disk; PostgreSQL has no such limit.
        """
        disk = self.disk
        if self.cluster is None and self.rounds["full"] % 2 == 0:
            disk = None
        with self._trouble(Trouble.FULL):
            rest = self.rng.choice((0, 1, 4, 16, 64))
            if disk is None:
                self.server.harm(f"PRAGMA max_page_count = {self._pages() + rest}")
            else:
                self._shorten()
                disk.fill(but=rest * 4096)
            until(lambda: self._felt(Trouble.FULL), "the disk is full")
            time.sleep(self.rng.uniform(0, 0.3))
            if disk is None:
                self.server.harm("PRAGMA max_page_count = 1000000000")
            else:
                disk.clear()
            until(self._goes_on(), "everybody plays on when there is room")

    def _shorten(self) -> None:
        """Empty SQLite's journal: into what that has taken up already it can write on."""
        if self.cluster is None:
            with sqlite3.connect(self.database, timeout=5) as beside:
                beside.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            beside.close()

    def _pages(self) -> int:
        beside = sqlite3.connect(self.database, timeout=5)
        count = beside.execute("PRAGMA page_count").fetchone()[0]
        beside.close()
        return int(count)

    def make_read_only(self) -> None:
        """Let nobody write to the database for a while."""
        with self._trouble(Trouble.READ_ONLY):
            self._set_read_only(yes=True)
            until(lambda: self._felt(Trouble.READ_ONLY), "the database is read-only")
            self._set_read_only(yes=False)
            until(self._goes_on(), "everybody plays on when the database can be written to")

    def _set_read_only(self, *, yes: bool) -> None:
        if self.cluster is None:
            self.server.harm(f"PRAGMA query_only = {int(yes)}")
            return
        with self._beside() as beside:
            beside.autocommit = True
            beside.execute(f"ALTER SYSTEM SET default_transaction_read_only = {yes}")
            beside.execute("SELECT pg_reload_conf()")

    @contextmanager
    def _beside(self) -> Generator[Any]:
        """A connection to PostgreSQL beside the server's."""
        import psycopg

        assert self.cluster is not None
        with psycopg.connect(self.cluster.address) as beside:
            yield beside

    def lock(self) -> None:
        """Hold a lock on the database for longer than the server waits for it."""
        with self._trouble(Trouble.LOCKED):
            if self.cluster is None:
                self.server.harm("PRAGMA busy_timeout = 100")
                beside = sqlite3.connect(self.database, isolation_level=None, timeout=60)
                beside.execute("BEGIN IMMEDIATE")
                until(lambda: self._felt(Trouble.LOCKED), "the database is locked")
                beside.execute("ROLLBACK")
                beside.close()
                self.server.harm("PRAGMA busy_timeout = 10000")
            else:
                self.server.harm("SET lock_timeout = 100")
                with self._beside() as other:
                    other.execute("LOCK TABLE games, lines, heart IN SHARE MODE")
                    until(lambda: self._felt(Trouble.LOCKED), "the database is locked")
                    other.rollback()
                self.server.harm("SET lock_timeout = 10000")
            until(self._goes_on(), "everybody plays on without the lock")

    def restart(self) -> None:
        """Stop PostgreSQL, in good order or not, and start it again. SQLite has no server."""
        assert self.cluster is not None
        with self._trouble(Trouble.AWAY):
            self.cluster.stop(self.rng.choice(("fast", "immediate")))
            until(lambda: self._felt(Trouble.AWAY), "the database is away")
            self.cluster.start()
            until(self._goes_on(), "everybody plays on when the database is back")

    def suspend(self) -> None:
        """Let the server's process stand for longer than a game's clock has left."""
        since = self.server.logged
        self._with_clock()
        with self._played():
            until(self._goes_on(), "everybody plays")
            self.server.suspend()
            time.sleep(6)
            self.server.resume()
            until(self._goes_on(), "everybody plays on")
        assert self.server.said("the server was suspended for", since), self.server.log(since)
        self._without_clock()

    def jump(self) -> None:
        """Set the time of day forward and back by an hour, or thereabouts."""
        self._with_clock()
        with self._played():
            by = self.rng.randrange(1800, 7200)
            for shift in (by, -by, 0):
                since = self.server.logged
                self.server.shift(shift)
                until(
                    partial(self.server.said, "its clock was changed", since), "the log tells of it"
                )
                until(self._goes_on(), "everybody plays on")
        self._without_clock()

    def crowd(self) -> None:
        """Give the server 1,024 descriptors, and take all of them by idle connections."""
        self.server.kill()
        self.server.descriptors = DESCRIPTORS
        self.server.start()
        since = self.server.logged
        with self._played(), ExitStack() as crowd:
            until(self._goes_on(), "everybody plays")
            greedy = Match(self.server.host, 0, self.rng, self.tally)
            crowd.callback(greedy.guest.http.close)
            until(partial(self._turned_away, greedy, crowd), "one person has sockets enough")
            place = ("127.0.0.1", self.server.port)
            for _ in range(DESCRIPTORS):
                crowd.enter_context(socket.create_connection(place, 60))
            until(partial(self.server.said, "the server is full", since), "the log says so")
            enough = self.tally.acknowledged + 10
            until(lambda: self.tally.acknowledged >= enough, "those who are there play on")
            crowd.close()
            until(self._goes_on(), "others come in again")
        self.server.kill()
        self.server.descriptors = 0
        self.server.start()

    def _turned_away(self, greedy: Match, crowd: ExitStack) -> bool:
        """Return whether a person gets no further socket."""
        try:
            crowd.enter_context(Socket(greedy.guest, greedy.id))
        except ConnectionClosed as error:
            if error.rcvd is None or error.rcvd.code != 4429:
                raise
            return True
        return False

    def _with_clock(self) -> None:
        """Let somebody play with a clock of ten minutes, which no fault may use up."""
        self.matches.append(self._match(len(self.matches), clock=600))

    def _without_clock(self) -> None:
        timed = self.matches.pop()
        state = timed.guest.get(f"/api/games/{timed.id}/state")[0]["state"]
        assert "time" not in str(state.get("outcome", "")), state
        timed.guest.http.close()


def _alive(players: list[Player]) -> bool:
    return any(player.is_alive() for player in players)


def _is_over(match: Match) -> bool:
    state = match.guest.get(f"/api/games/{match.id}/state")[0]["state"]
    return bool(state["status"] == "over")


FAULTS: Final[dict[str, Callable[[Campaign], None]]] = {
    "kill": Campaign.kill,
    "full": Campaign.fill,
    "read-only": Campaign.make_read_only,
    "locked": Campaign.lock,
    "restarted": Campaign.restart,
    "suspended": Campaign.suspend,
    "clock": Campaign.jump,
    "descriptors": Campaign.crowd,
}
"""What can be done to a server, by name."""


@contextmanager
def campaign(kind: str, folder: Path, seed: int = 1) -> Generator[Campaign]:
    """A campaign on a database of a kind, in a folder that others may enter."""
    with ExitStack() as stack:
        small = stack.enter_context(small_disk(folder / "disk", 24 if kind == "sqlite" else 160))
        place = folder if small is None else small.path
        cluster: Cluster | None = None
        database = str(place / "games.db")
        if kind == "postgres":
            cluster = stack.enter_context(cluster_running(None if small is None else place))
            database = cluster.address
        made = Campaign(folder, database, small, cluster, seed)
        stack.callback(made.server.end)
        yield made
        made.close()
