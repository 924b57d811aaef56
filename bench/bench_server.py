"""The server under load: open sockets, actions a second, and the delay until the other sees one.

`python -m bench.bench_server --games 500 --watchers 2 --rate 200 --seconds 60` has two
players and so many observers at each game. The clients run in a process of their own, on
the same machine: what they cost is in the figures. With `--lines 120` a game is given up
after so many actions and another is laid in its place, as on a server that runs for years:
then memory has a level, and a minute looks like the one before.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import json
import os
import socket
import subprocess
import sys
import tempfile
import time
import tracemalloc
from pathlib import Path
from random import Random
from statistics import linear_regression, mean
from typing import Any

import httpx
from websockets.asyncio.client import connect

from bocage.ai import load_game
from bocage.engine.play import pending
from bocage.engine.playout import policy, table_for
from bocage.server.live import UNPACKED

NAMES = ("allied", "german")
NAMES_OF_GAMES = ("roundup", "falaise")
_END = "end"
"""What giving up is called, which is not an action."""
_LOST = 20.0
"""Seconds after which nobody waits any longer for what was asked."""


SAMPLE = 10.0
"""Seconds between two looks at the server's memory."""
FLAT = 0.02
"""Memory is flat that grows by less than this share of itself in the last five minutes."""


class Table:
    """One game: its players, its observers, and the updates on their way."""

    def __init__(self, game: str, lines: int) -> None:
        self.game = game
        self.id = ""
        self.sockets: list[Any] = []
        self.stamps: list[str] = ["", ""]
        self.asked: list[str] = []
        self.sent = 0.0
        self.began = 0.0
        self.sender = 0
        self.waiting = False
        self.acknowledged = 0
        self.ending = False
        self.ended = asyncio.Event()
        self.lines = lines
        """Actions after which it is given up; none: never."""

    @property
    def is_old(self) -> bool:
        """Return whether it is time for another game in its place."""
        return bool(self.lines) and self.acknowledged >= self.lines


class Load:
    """Everything that is measured."""

    def __init__(self, host: str, rate: float, watchers: int, lines: int, seed: int = 1) -> None:
        self.host = host
        self.rate = rate
        self.watchers = watchers
        self.lines = lines
        self.rng = Random(seed)
        limits = httpx.Limits(keepalive_expiry=1.0)  # before the server lets go of it
        self.client = httpx.AsyncClient(base_url=f"http://{host}", timeout=120, limits=limits)
        self.tokens: list[str] = []
        self.tables: list[Table] = []
        self.seen: list[float] = []
        self.acknowledged = 0
        self.refused = 0
        self.bytes = 0
        self.late = 0
        self.lost = 0
        self.overdue = 0
        self.renewed = 0
        self.tasks: set[asyncio.Future[None]] = set()

    async def open(self, games: int) -> None:
        """Open the tables and every socket."""
        for i in range(2 + self.watchers):
            made = await self.client.post("/api/people", json={"name": f"P{i}"})
            self.tokens.append(str(made.json()["token"]))
        for i in range(games):
            first = self.rng.randint(1, self.lines) if self.lines else 0
            self.tables.append(await self._laid(NAMES_OF_GAMES[i % 2], first))

    async def _post(self, seat: int, path: str, body: dict[str, Any]) -> Any:
        headers = {"Authorization": f"Bearer {self.tokens[seat]}"}
        return (await self.client.post(path, json=body, headers=headers)).json()

    async def _laid(self, game: str, lines: int) -> Table:
        table = Table(game, lines)
        made = await self._post(0, "/api/games", {"game": game, "seats": {"allied": "me"}})
        table.id = made["id"]
        where = f"/api/games/{table.id}"
        await self._post(1, f"{where}/join", {"secret": made["links"]["german"]})
        for watcher in range(2, len(self.tokens)):
            await self._post(watcher, f"{where}/observe", {})
        for seat in range(len(self.tokens)):
            table.sockets.append(await self._socket(table, seat))
        return table

    async def _socket(self, table: Table, seat: int) -> Any:
        opened = await connect(
            f"ws://{self.host}/api/games/{table.id}/socket", max_size=None, compression=None
        )
        await opened.send(json.dumps({"type": "hello", "token": self.tokens[seat]}))
        self._spawn(self._listen(table, seat, opened))
        return opened

    def _spawn(self, work: Any) -> None:
        task = asyncio.ensure_future(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    async def _listen(self, table: Table, seat: int, opened: Any) -> None:
        async for text in opened:
            self.bytes += len(text)
            if seat > 1:
                continue
            message = json.loads(text)
            kind = message["type"]
            if kind == "state":
                table.stamps[seat] = message["stamp"]
                decision = message["state"]["decision"]
                table.asked = decision["seats"] if decision else []
            elif kind == "update":
                self._updated(table, seat, message)
            elif kind == "answer":
                await self._choose(table, seat, opened, message["legal"])
            elif kind == "done" and message["id"] == _END:
                table.ended.set()
            elif kind == "done":
                self.acknowledged += 1
                table.acknowledged += 1
            elif kind in ("refused", "failed") and message["id"] != _END:
                self.refused += 1
                table.waiting = False

    def _updated(self, table: Table, seat: int, message: Any) -> None:
        table.stamps[seat] = message["to"]
        for change in message["changes"]:
            if change[0] == ["decision"]:
                table.asked = change[1]["seats"] if change[1] else []
            elif change[0] == ["decision", "seats"]:
                table.asked = change[1]
        if table.waiting and seat != table.sender:
            self.seen.append(time.perf_counter() - table.sent)
            table.waiting = False

    async def _choose(self, table: Table, seat: int, opened: Any, legal: list[Any]) -> None:
        if not legal:
            table.waiting = False
            return
        line = self.rng.choice(legal)[0]
        table.sent = time.perf_counter()
        name = f"{seat}-{self.rng.randrange(1 << 40)}"
        command = {"type": "do", "id": name, "at": table.stamps[seat], "line": line}
        await opened.send(json.dumps(command))

    async def run(self, seconds: float) -> None:
        """Act at the rate, at tables chosen by chance, for so long."""
        ends = time.perf_counter() + seconds
        due = time.perf_counter()
        while (now := time.perf_counter()) < ends:
            due += 1 / self.rate
            await asyncio.sleep(max(0.0, due - now))
            place = self._ready()
            if place is None:
                self.late += 1
                continue
            table = self.tables[place]
            if table.is_old:
                table.ending = True
                self._spawn(self._renew(place))
                continue
            seat = NAMES.index(table.asked[0])
            table.waiting, table.sender = True, seat
            table.sent = table.began = time.perf_counter()
            question = {"type": "ask", "id": "x", "what": "legal"}
            await table.sockets[seat].send(json.dumps(question))
        await asyncio.sleep(2)

    def _ready(self) -> int | None:
        """Return the number of a random table that waits for an action, or None."""
        for _ in range(200):
            place = self.rng.randrange(len(self.tables))
            table = self.tables[place]
            if table.waiting and time.perf_counter() - table.began > _LOST:
                self.overdue += 1
                table.waiting = False
            if not table.waiting and not table.ending and (table.asked or table.is_old):
                return place
        return None

    async def _renew(self, place: int) -> None:
        """Give a game up and lay another in its place."""
        table = self.tables[place]
        await asyncio.sleep(1)  # what is on its way arrives
        while not table.ended.is_set():  # what comes late makes it stale
            command = {"type": "concede", "id": _END, "at": table.stamps[0]}
            await table.sockets[0].send(json.dumps(command))
            await asyncio.wait([asyncio.ensure_future(table.ended.wait())], timeout=5)
        await self.check(table)
        for opened in table.sockets:
            await opened.close()
        self.tables[place] = await self._laid(table.game, self.lines)
        self.renewed += 1

    async def check(self, table: Table) -> None:
        """Count the acknowledged actions that a table's log lacks, and the others that it has."""
        headers = {"Authorization": f"Bearer {self.tokens[0]}"}
        found = await self.client.get(f"/api/games/{table.id}/save", headers=headers)
        lines = found.text.split("\n\n", 1)[1].splitlines()[:-1]
        done = sum(line.split(" ")[1] != "concede" for line in lines if line[0] != "*")
        if done != table.acknowledged:
            self.lost += abs(done - table.acknowledged)


def memory(process: int) -> float:
    """Resident memory of a process in megabytes."""
    pages = int(Path(f"/proc/{process}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def measured(given: argparse.Namespace) -> None:
    """Run a server, load it, and print what it did."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    with tempfile.TemporaryDirectory() as made:
        command = [sys.executable, "-m", "bocage", "serve", "--port", str(port)]
        command += ["--database", given.database or str(Path(made) / "games.db")]
        command += ["--commands", "1000000", "--tries", "1000000", "--keep-games", "1000000"]
        with subprocess.Popen(
            command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd=made
        ) as server:
            try:
                asyncio.run(_load(f"127.0.0.1:{port}", server.pid, given))
            finally:
                server.terminate()


async def _load(host: str, process: int, given: argparse.Namespace) -> None:
    for _ in range(200):
        try:
            httpx.get(f"http://{host}/healthz", timeout=2)
            break
        except httpx.HTTPError:
            await asyncio.sleep(0.1)
    load = Load(host, given.rate, given.watchers, given.lines)
    began = time.perf_counter()
    await load.open(given.games)
    gc.collect()
    gc.freeze()  # the pauses that count are the server's
    opened = time.perf_counter() - began
    before, levels = load.bytes, [memory(process)]
    running = asyncio.ensure_future(load.run(given.seconds))
    while not running.done():
        await asyncio.wait([running], timeout=SAMPLE)
        levels.append(memory(process))
    received = load.bytes - before
    for table in load.tables:
        if not table.waiting and not table.ending:
            await load.check(table)
    _print(load, given, opened, received, levels)
    await load.client.aclose()
    for task in load.tasks:
        task.cancel()


def _print(
    load: Load, given: argparse.Namespace, opened: float, received: int, levels: list[float]
) -> None:
    seen = sorted(load.seen)
    sockets = given.games * (2 + given.watchers)
    print(f"The server: {sockets} sockets, {given.games} games, {given.rate:.0f} actions a second")
    told = {
        "to open them": f"{opened:.1f} s",
        "acknowledged": f"{load.acknowledged} ({load.acknowledged / given.seconds:.0f} a second)",
        "refused or failed": f"{load.refused}",
        "acknowledged and not in the log, or the other way": f"{load.lost}",
        f"not seen by the other within {_LOST:.0f} s": f"{load.overdue}",
        "no table was ready": f"{load.late} times",
        "games that ended, with another in their place": f"{load.renewed}",
    }
    if seen:
        told["action to the other's socket, p50"] = f"{1000 * seen[len(seen) // 2]:.1f} ms"
        for share in (0.9, 0.99, 0.999):
            told[f"p{100 * share:g}"] = f"{1000 * seen[int(len(seen) * share)]:.1f} ms"
        each = received / max(1, load.acknowledged) / (2 + given.watchers)
        told["bytes an action a socket, with the lists of moves"] = f"{each:.0f}"
    each_minute = levels[:: int(60 / SAMPLE)]
    told["memory, MB, before and after each minute"] = " ".join(f"{x:.0f}" for x in each_minute)
    told.update(_of_memory(levels))
    for game in NAMES_OF_GAMES:
        told[f"a line of {game} in a game in memory"] = f"{line_bytes(game):.0f} bytes"
    for name, value in told.items():
        print(f"  {name:<50} {value}")


def _of_memory(levels: list[float]) -> dict[str, str]:
    """Return whether memory is flat at the end: the last five minutes, or half of a shorter run."""
    last = levels[-min(int(300 / SAMPLE), len(levels) // 2) :]
    if len(last) < 3:
        return {}
    slope = linear_regression(range(len(last)), last).slope * 60 / SAMPLE
    grown = slope * len(last) * SAMPLE / 60 / mean(last)
    flat = "flat" if grown < FLAT else "not flat"
    return {
        f"its slope over the last {len(last) * SAMPLE:.0f} s": f"{slope:+.2f} MB a minute, {flat} "
        f"({grown:+.1%} of {mean(last):.0f} MB)",
    }


def line_bytes(name: str, begin: int = 1200, end: int = 1600) -> float:
    """What one more line takes in the memory of a long game, kept as the server keeps it.

    The same game is played before, so that what the rules remember for all games is there.
    """
    game, levels = load_game(name), list[int]()
    for _ in range(2):
        tracemalloc.start()
        levels.clear()
        table, rng = table_for(game, 1), Random(1)
        chooses = policy(game, "random")
        for until in (begin, end):
            while not table.is_over and len(table.entries) < until:
                seat = pending(table.state)[0]
                table.act(seat, chooses(table.state, table.legal(seat), rng))
                table.events.clear()
                table.log.pack(UNPACKED)
            gc.collect()
            levels.append(tracemalloc.get_traced_memory()[0])
        tracemalloc.stop()
    return (levels[1] - levels[0]) / (end - begin)


def main(arguments: list[str] | None = None) -> None:
    """A small load by default; the issue's own with `--games 500 --watchers 2 --rate 200`."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=50)
    parser.add_argument("--watchers", type=int, default=2)
    parser.add_argument("--rate", type=float, default=100)
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--lines", type=int, default=0)
    parser.add_argument("--database", default="")
    measured(parser.parse_args(arguments))


if __name__ == "__main__":
    main()
