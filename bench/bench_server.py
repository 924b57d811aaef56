"""The server under load: open sockets, actions a second, and how long until the other sees one.

`python -m bench.bench_server --games 500 --watchers 2 --rate 200 --seconds 60` has two
players and so many observers at each game. The clients run in a process of their own, on
the same machine: what they cost is in the figures.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from random import Random
from typing import Any

import httpx
from websockets.asyncio.client import connect


class Table:
    """One game: who plays, who watches, and what is on its way."""

    def __init__(self, game: str) -> None:
        self.game = game
        self.people: list[str] = []
        self.sockets: list[Any] = []
        self.stamps: list[str] = ["", ""]
        self.asked: list[str] = []
        self.legal: list[str] = []
        self.sent = 0.0
        self.sender = 0
        self.waiting = False
        self.over = False


class Load:
    """Everything that is measured."""

    def __init__(self, host: str, rate: float, seed: int = 1) -> None:
        self.host = host
        self.rate = rate
        self.rng = Random(seed)
        self.tables: list[Table] = []
        self.seen: list[float] = []
        self.acknowledged = 0
        self.refused = 0
        self.bytes = 0
        self.late = 0
        self.listening: list[asyncio.Future[None]] = []

    async def open(self, games: int, watchers: int) -> None:
        """Lay the tables and open every socket."""
        async with httpx.AsyncClient(base_url=f"http://{self.host}", timeout=60) as client:
            tokens = [await _guest(client, f"P{i}") for i in range(2 + watchers)]
            for i in range(games):
                table = Table(("roundup", "falaise")[i % 2])
                headers = {"Authorization": f"Bearer {tokens[0]}"}
                body = {"game": table.game, "seats": {"allied": "me"}}
                made = (await client.post("/api/games", json=body, headers=headers)).json()
                headers = {"Authorization": f"Bearer {tokens[1]}"}
                where = f"/api/games/{made['id']}"
                joining = {"secret": made["links"]["german"]}
                await client.post(f"{where}/join", json=joining, headers=headers)
                for token in tokens[2:]:
                    headers = {"Authorization": f"Bearer {token}"}
                    await client.post(f"{where}/observe", headers=headers)
                for seat, token in enumerate(tokens):
                    table.sockets.append(await self._socket(table, made["id"], seat, token))
                self.tables.append(table)

    async def _socket(self, table: Table, game: str, seat: int, token: str) -> Any:
        opened = await connect(
            f"ws://{self.host}/api/games/{game}/socket", max_size=None, compression=None
        )
        await opened.send(json.dumps({"type": "hello", "token": token}))
        self.listening.append(asyncio.ensure_future(self._listen(table, seat, opened)))
        return opened

    async def _listen(self, table: Table, seat: int, opened: Any) -> None:
        names = ("allied", "german")
        async for text in opened:
            self.bytes += len(text)
            message = json.loads(text)
            kind = message["type"]
            if seat > 1:
                continue
            if kind == "state":
                table.stamps[seat] = message["stamp"]
                decision = message["state"]["decision"]
                table.asked = decision["seats"] if decision else []
            elif kind == "update":
                table.stamps[seat] = message["to"]
                for change in message["changes"]:
                    if change[0] == ["decision"]:
                        table.asked = change[1]["seats"] if change[1] else []
                    elif change[0] == ["decision", "seats"]:
                        table.asked = change[1]
                if table.waiting and seat != table.sender:
                    self.seen.append(time.perf_counter() - table.sent)
                    table.waiting = False
            elif kind == "answer":
                await self._choose(table, seat, opened, message["legal"])
            elif kind == "done" and message["id"] != "x":
                self.acknowledged += 1
            elif kind in ("refused", "failed"):
                self.refused += 1
                table.waiting = False
            if not table.asked and kind == "update":
                table.over = names[seat] not in table.asked

    async def _choose(self, table: Table, seat: int, opened: Any, legal: list[str]) -> None:
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
        while time.perf_counter() < ends:
            due += 1 / self.rate
            await asyncio.sleep(max(0.0, due - time.perf_counter()))
            ready = [t for t in self.tables if not t.waiting and t.asked]
            if not ready:
                self.late += 1
                continue
            table = self.rng.choice(ready)
            seat = ("allied", "german").index(table.asked[0])
            table.waiting, table.sender = True, seat
            table.sent = time.perf_counter()
            question = {"type": "ask", "id": "x", "what": "legal"}
            await table.sockets[seat].send(json.dumps(question))
        await asyncio.sleep(2)


async def _guest(client: httpx.AsyncClient, name: str) -> str:
    return str((await client.post("/api/people", json={"name": name})).json()["token"])


def memory(process: int) -> float:
    """Resident memory of a process in megabytes."""
    pages = int(Path(f"/proc/{process}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def measured(games: int, watchers: int, rate: float, seconds: float, database: str = "") -> None:
    """Run a server, load it, and print what it did."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    with tempfile.TemporaryDirectory() as made:
        command = [sys.executable, "-m", "bocage", "serve", "--port", str(port)]
        command += ["--database", database or str(Path(made) / "games.db")]
        command += ["--commands", "1000000", "--tries", "1000000"]
        with subprocess.Popen(
            command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd=made
        ) as server:
            try:
                asyncio.run(_load(f"127.0.0.1:{port}", server.pid, games, watchers, rate, seconds))
            finally:
                server.terminate()


async def _load(
    host: str, process: int, games: int, watchers: int, rate: float, seconds: float
) -> None:
    for _ in range(200):
        try:
            httpx.get(f"http://{host}/healthz", timeout=2)
            break
        except httpx.HTTPError:
            await asyncio.sleep(0.1)
    load = Load(host, rate)
    began = time.perf_counter()
    await load.open(games, watchers)
    opened = time.perf_counter() - began
    before, at_first = load.bytes, memory(process)
    await load.run(seconds)
    seen = sorted(load.seen)
    sockets = games * (2 + watchers)
    print(f"The server: {sockets} sockets, {games} games, {rate:.0f} actions a second asked for")
    told = {
        "to open them": f"{opened:.1f} s",
        "acknowledged": f"{load.acknowledged} ({load.acknowledged / seconds:.0f} a second)",
        "refused or failed": f"{load.refused}",
        "no table was ready": f"{load.late} times",
    }
    if seen:
        told["action to the other's socket, p50"] = f"{1000 * seen[len(seen) // 2]:.1f} ms"
        told["p99"] = f"{1000 * seen[int(len(seen) * 0.99)]:.1f} ms"
        each = (load.bytes - before) / max(1, load.acknowledged) / (2 + watchers)
        told["bytes an action a socket, with the lists of moves"] = f"{each:.0f}"
    told["memory before and after"] = f"{at_first:.0f} MB, {memory(process):.0f} MB"
    for name, value in told.items():
        print(f"  {name:<50} {value}")


def main(arguments: list[str] | None = None) -> None:
    """A small load by default; the issue's own with `--games 500 --watchers 2 --rate 200`."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=50)
    parser.add_argument("--watchers", type=int, default=2)
    parser.add_argument("--rate", type=float, default=100)
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--database", default="")
    given = parser.parse_args(arguments)
    measured(given.games, given.watchers, given.rate, given.seconds, given.database)


if __name__ == "__main__":
    main()
