"""Killing a server under play: a worker process, players that remember what was acknowledged.

`python -m tests.server.killing 200` does it by hand as often as you like, on SQLite; with
`postgres` after it on a PostgreSQL started for it, or on the database of an address.
"""

from __future__ import annotations

import os
import signal
import socket
import sys
import tempfile
import threading
import time
from contextlib import ExitStack
from pathlib import Path
from random import Random
from typing import Any

import httpx

from bocage.server.wire import unpacked

from .clients import Guest, Socket
from .nursery import started
from .postgres import postgres_running


class Killed:
    """A server in a process of its own, that can be killed and started again."""

    def __init__(self, database: str, folder: Path) -> None:
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port = free.getsockname()[1]
        self.host = f"127.0.0.1:{self.port}"
        self._database = database
        self._folder = folder
        self._process: Any = None

    def start(self) -> None:
        """Start it and wait until it answers."""
        self._process = started(self.port, self._database, str(self._folder))
        until = time.monotonic() + 300  # a machine that others use as well takes its time
        while True:
            try:
                if httpx.get(f"http://{self.host}/healthz", timeout=5).status_code == 200:
                    return
            except httpx.HTTPError:
                assert self._process.is_alive(), "the server ended by itself"
                assert time.monotonic() < until, "the server does not answer"
                time.sleep(0.05)

    def kill(self) -> None:
        """Kill it, as a machine that loses power would."""
        os.kill(self._process.pid, signal.SIGKILL)
        self._process.join()
        self._process.close()


class Player(threading.Thread):
    """Plays both seats of a game until the server is gone; remembers what was acknowledged."""

    def __init__(self, guest: Guest, game: str, seed: int) -> None:
        super().__init__(daemon=True)
        self.guest = guest
        self.game = game
        self.rng = Random(seed)
        self.acknowledged: list[str] = []
        self.error: BaseException | None = None
        self.open: tuple[str, str] | None = None
        """A command that was sent and not answered: its name and line."""
        self.ended = False
        self._round = 0

    def again(self) -> Player:
        """The same player for the next server."""
        made = Player(self.guest, self.game, self.rng.randrange(1 << 30))
        made.acknowledged = self.acknowledged
        made._round = self._round + 1
        return made

    def run(self) -> None:
        """Play until the socket breaks."""
        try:
            with Socket(self.guest, self.game) as table:
                self._play(table)
        except AssertionError as error:
            self.error = error
        except Exception:
            pass

    def _play(self, table: Any) -> None:
        count = 0
        while table.state["status"] == "live":
            legal = table.ask(type="ask", what="legal").get("legal")
            if not legal:
                table.next()
                continue
            line = self.rng.choice(legal)[0]
            count += 1
            name = f"k{self._round}-{count}-{self.rng.randrange(1 << 30)}"
            self.open = (name, line)
            answer = table.ask(type="do", id=name, line=line)
            if answer["type"] == "done":
                self.acknowledged.append(line)
                self.open = None
                table.reach(answer["stamp"])
        self.ended = True


def kill_often(
    database: str, folder: Path, times: int, games: int = 4, seed: int = 1, every: int = 0
) -> int:
    """Play games, kill the server so often at random moments, and look at what is left.

    Returns how many actions were acknowledged. Raises AssertionError if one was lost, if a
    line came that nobody sent, if a game is stuck, or if the log of the server is not one
    object a line, or holds a secret. `every` so many kills it says how far it is.
    """
    rng = Random(seed)
    server = Killed(database, folder)
    server.start()
    players = list[Player]()
    for i in range(games):
        guest = Guest(server.host, f"P{i}")
        game = ("roundup", "falaise")[i % 2]
        seats = {"allied": "me", "german": "me"}
        made = guest.post("/api/games", game=game, seats=seats, dice="open")
        players.append(Player(guest, made["id"], rng.randrange(1 << 30)))
    for count in range(1, times + 1):
        for player in players:
            player.start()
        time.sleep(rng.uniform(0.05, 0.7))
        server.kill()
        for player in players:
            player.join(60)
            assert not player.is_alive()
            assert player.error is None, player.error
        server.start()
        for player in players:
            check(player)
        players = [player.again() for player in players]
        if every and count % every == 0:
            total = sum(len(player.acknowledged) for player in players)
            print(f"{count} kills, {total} acknowledged so far", flush=True)
    total = sum(len(player.acknowledged) for player in players)
    server.kill()
    check_log(folder / "server.log", [player.guest.token for player in players])
    for player in players:
        player.guest.http.close()
    return total


def check_log(log: Path, secrets: list[str]) -> None:
    """The log of a server is one object a line, and no secret is in it."""
    text = log.read_text(encoding="utf-8")
    for line in text.splitlines():
        assert {"at", "level", "from", "text"} <= unpacked(line).keys(), line
    assert not any(secret in text for secret in secrets), "a secret is in the log"


def check(player: Player) -> None:
    """What was acknowledged is in the log, in order; at most the open command is there too."""
    save = player.guest.get(f"/api/games/{player.game}/save")
    lines = [line.rpartition(" ~")[0] for line in save.split("\n\n", 1)[1].splitlines()[:-1]]
    done = [line.partition(" ")[2] for line in lines if not line.startswith("* ")]
    known = player.acknowledged
    assert done[: len(known)] == known, "an acknowledged action was lost"
    extra = done[len(known) :]
    assert len(extra) <= 1, "a line came that nobody sent"
    if extra:
        assert player.open is not None
        assert extra[0] == player.open[1]
        known.append(extra[0])
    verdict = player.guest.post("/api/verify", save=save)
    assert verdict["dice_checked"]
    state = player.guest.get(f"/api/games/{player.game}/state")[0]["state"]
    assert state["status"] == "over" or state["decision"]["seats"], "the game is stuck"


def main(count: int, where: str) -> None:
    """Kill so often, by hand."""
    with tempfile.TemporaryDirectory() as made, ExitStack() as stack:
        here = Path(made)
        if where == "postgres":
            where = stack.enter_context(postgres_running())
        found = kill_often(where or str(here / "games.db"), here, count, every=10)
        print(f"{count} kills, {found} acknowledged, none lost")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 20, "".join(sys.argv[2:3]))
