"""An evening for a hundred over the wire: 120 players and 12 umpires at Market Garden.

`python -m bench.bench_evening` casts everybody by links, opens a socket for each, and plays six
turns: commanders write the sheets, players send them, six umpires claim cards and rule on them at
once. In turn 3 two umpires drop out with cards in their hands; in turn 4 the server is killed and
started again. `--postgres` does the same on PostgreSQL with two workers. It fails if a sheet is
lost, a card is ruled on by two umpires, or the server reports a fault.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import AsyncGenerator, Generator
from contextlib import asynccontextmanager, contextmanager, nullcontext
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from typing import Any, Final

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from bocage.ai import load_game
from bocage.server import store
from bocage.server.database import Database

SCENARIO: Final = "market-garden"
PLAYERS: Final = 120
UMPIRES: Final = (
    *(("control", ()), ("map", ()), ("map", ()), ("map", ()), ("air", ())),
    *(("liaison", ("Guards",)), ("liaison", ("43rd",)), ("liaison", ("82nd",))),
    *(("liaison", ("allied",)), ("press", ()), ("observer", ("axis",))),
)
"""Umpires beside the Game Control who opens the table: twelve with that one."""
RULING: Final = 6
"""Umpires who rule at once."""
_PATIENCE: Final = 300.0


@dataclass
class Figures:
    """The figures that are measured and counted."""

    worked_out: list[float] = field(default_factory=list[float])
    released: list[float] = field(default_factory=list[float])
    ruled: list[float] = field(default_factory=list[float])
    sheets: list[float] = field(default_factory=list[float])
    memory: list[float] = field(default_factory=list[float])
    rulings: dict[str, set[str]] = field(default_factory=dict[str, set[str]])
    """Who was acknowledged a ruling on each card."""
    refused: Counter[str] = field(default_factory=Counter[str])
    faults: list[str] = field(default_factory=list[str])
    sent: int = 0
    lost: int = 0
    messages: int = 0


class Person:
    """Somebody with a socket, which comes back when it breaks."""

    def __init__(self, host: str, figures: Figures, name: str) -> None:
        self.host, self.name, self._figures = host, name, figures
        self.token = self.id = self.game = self.seat = self.stamp = ""
        self.kind = ""
        self.seats: list[str] = []
        self.evening: Any = None
        self.turn = 0
        self.changed = asyncio.Event()
        self._line: ClientConnection | None = None
        self._task: asyncio.Task[None] | None = None
        self._open: dict[str, asyncio.Future[Any]] = {}
        self._count = 0
        self._gone = False
        self.state: Any = None

    async def come_in(self, http: httpx.AsyncClient) -> None:
        """Get a token."""
        made = (await http.post("/api/people", json={"name": self.name})).json()
        self.token, self.id = made["token"], made["person"]

    async def post(self, http: httpx.AsyncClient, path: str, **body: Any) -> Any:
        """Post something that must be granted."""
        headers = {"Authorization": f"Bearer {self.token}"}
        answer = await http.post(path, json=body, headers=headers)
        assert answer.is_success, answer.text
        return answer.json() if answer.content else None

    def sit(self, game: str) -> None:
        """Open the socket, and keep it open."""
        self.game = game
        self._gone = False
        self._task = asyncio.create_task(self._live())

    async def leave(self) -> None:
        """Close the socket for good."""
        self._gone = True
        if self._line is not None:
            await self._line.close()
        if self._task is not None:
            await self._task

    async def _live(self) -> None:
        address = f"ws://{self.host}/api/games/{self.game}/socket"
        while not self._gone:
            try:
                async with connect(
                    address, max_size=None, open_timeout=60, ping_interval=None
                ) as line:
                    self._line = line
                    hello = {"type": "hello", "token": self.token, "evening": True}
                    await line.send(json.dumps(hello))
                    async for text in line:
                        self._take(json.loads(text))
            except (OSError, ConnectionClosed, TimeoutError):
                pass
            self._line = None
            for future in self._open.values():
                if not future.done():
                    future.set_result({"type": "failed", "code": "lost", "text": "lost"})
            self._open.clear()
            if not self._gone:
                await asyncio.sleep(0.3)

    def _take(self, message: Any) -> None:
        self._figures.messages += 1
        kind = message["type"]
        if kind == "state":
            self.stamp, self.state = message["stamp"], message["state"]
            self._see(message["state"]["decision"])
            self.turn = message["state"]["view"].get("turn", 0)
        elif kind == "update":
            self.stamp = message["to"]
            for path, *value in message["changes"]:
                if path == ["decision"]:
                    self._see(value[0] if value else None)
                elif path == ["decision", "kind"]:
                    self.kind = value[0]
                elif path == ["decision", "seats"]:
                    self.seats = value[0]
                elif path == ["view", "turn"]:
                    self.turn = value[0]
                elif path == ["view"] and value:
                    self.turn = value[0].get("turn", self.turn)
        elif kind == "evening":
            self.evening = message["evening"]
        elif (future := self._open.pop(message.get("id") or "", None)) and not future.done():
            future.set_result(message)
        self.changed.set()

    def _see(self, decision: Any) -> None:
        self.kind, self.seats = (decision["kind"], decision["seats"]) if decision else ("", [])

    async def until(self, test: Any, what: str) -> None:
        """Wait until a condition is true."""
        async with asyncio.timeout(_PATIENCE):
            while not test():
                self.changed.clear()
                if test():
                    return
                try:
                    async with asyncio.timeout(5):
                        await self.changed.wait()
                except TimeoutError:
                    continue
        assert test(), what

    async def ask(self, **message: Any) -> Any:
        """Send something and wait for its answer; a broken line is an answer too."""
        self._count += 1
        name = f"{self.id}-{self._count}"
        await self.until(lambda: self._line is not None and self.stamp, "a line")
        line = self._line
        if line is None:
            return {"type": "failed", "code": "lost", "text": "lost"}
        at = {"at": self.stamp} if message["type"] in _COMMANDS else {}
        future: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self._open[name] = future
        try:
            await line.send(json.dumps({"id": name, **at, **message}))
        except ConnectionClosed:
            return {"type": "failed", "code": "lost", "text": "lost"}
        async with asyncio.timeout(_PATIENCE):
            answer = await future
        if answer["type"] == "failed":
            self._figures.refused[answer["code"]] += 1
            if answer["code"] in ("fault", "crash", "malformed"):
                self._figures.faults.append(f"{message.get('type')}: {answer['text']}")
        return answer

    async def insist(self, **message: Any) -> Any:
        """Ask until it is done: again when the game went on or the line broke."""
        async with asyncio.timeout(_PATIENCE):
            while True:
                answer = await self.ask(**message)
                if answer["type"] != "failed" or answer["code"] not in (
                    "stale",
                    "lost",
                    "unavailable",
                ):
                    return answer
                await asyncio.sleep(0.2)


_COMMANDS: Final = frozenset({"do", "adjust", "time-up", "rework"})


class Server:
    """A server that can be killed and started again."""

    def __init__(self, folder: Path, database: str, workers: int) -> None:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        self.host = f"127.0.0.1:{self.port}"
        many = ["--commands", "1000000", "--tries", "100000", "--requests", "1000000"]
        given = ["--port", str(self.port), "--database", database, "--workers", str(workers)]
        self._command = [sys.executable, "-m", "bocage", "serve", *given, *many]
        self._env = {**os.environ, "BOCAGE_CACHE": str(folder / "cache")}
        self._log = folder / "log"
        self.started = 0.0
        self.start()

    def start(self) -> None:
        """Start it and wait until it answers."""
        began = time.perf_counter()
        with self._log.open("ab") as log:
            self._process = subprocess.Popen(
                self._command, stdout=log, stderr=log, env=self._env, start_new_session=True
            )
        until = time.monotonic() + _PATIENCE
        while time.monotonic() < until:
            try:
                if httpx.get(f"http://{self.host}/healthz", timeout=5).is_success:
                    break
            except httpx.TransportError:
                time.sleep(0.1)
        self.started = time.perf_counter() - began

    def kill(self) -> None:
        """Kill it, with its workers, in the middle of whatever it does."""
        os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()

    def stop(self) -> None:
        """Stop it in good order."""
        self._process.terminate()
        try:
            self._process.wait(30)
        except subprocess.TimeoutExpired:
            self.kill()

    def _ours(self, file: str) -> list[str]:
        """A file of `/proc` for each of its processes."""
        found: list[str] = []
        for each in Path("/proc").glob(f"[0-9]*/{file}"):
            try:
                if os.getpgid(int(each.parent.name)) == self._process.pid:
                    found.append(each.read_text())
            except OSError:
                continue
        return found

    def memory(self) -> float:
        """Megabytes of all its processes."""
        rows = [dict(r.split(":", 1) for r in text.splitlines()) for text in self._ours("status")]
        return sum(int(each.get("VmRSS", "0 kB").split()[0]) for each in rows) / 1024

    def processor(self) -> float:
        """Seconds of the processor that all its processes have had since it was started."""
        times = (text.rpartition(")")[2].split()[11:13] for text in self._ours("stat"))
        return sum(map(int, (t for pair in times for t in pair))) / os.sysconf("SC_CLK_TCK")

    def complaints(self) -> list[str]:
        """Return the lines of its log about errors and replaced workers."""
        lines = self._log.read_text(errors="replace").splitlines()
        signs = ('"error"', "traceback", "] died")
        return [line for line in lines if any(sign in line.lower() for sign in signs)]


class Evening:
    """Everybody at one game."""

    def __init__(self, server: Server, figures: Figures, cards: int) -> None:
        self.server, self.figures, self.cards = server, figures, cards
        self.game_rules = load_game("opcom").at(SCENARIO)
        self.teams = [name for name in self.game_rules.seats if name != "Control"]
        host = server.host
        self.control = Person(host, figures, "Game Control")
        self.umpires = [
            Person(host, figures, f"U{i} {role}") for i, (role, _) in enumerate(UMPIRES)
        ]
        self.players = [Person(host, figures, f"P{i}") for i in range(PLAYERS)]
        for i, each in enumerate(self.players):
            each.seat = self.teams[i % len(self.teams)]
        self.id = ""

    @property
    def everybody(self) -> list[Person]:
        """Return all of them."""
        return [self.control, *self.umpires, *self.players]

    def writers(self) -> dict[str, Person]:
        """Return the first player of each headquarters."""
        found: dict[str, Person] = {}
        for each in self.players:
            found.setdefault(each.seat, each)
        return found

    async def cast(self) -> None:
        """Open the table, cast everybody by links, and sit down."""
        limits = httpx.Limits(max_connections=16)
        address = f"http://{self.server.host}"
        async with httpx.AsyncClient(base_url=address, timeout=_PATIENCE, limits=limits) as http:
            await asyncio.gather(*(each.come_in(http) for each in self.everybody))
            seats = {"Control": "me"}
            body = {"game": "opcom", "scenario": SCENARIO, "seats": seats, "name": "The evening"}
            made = await self.control.post(http, "/api/games", **body)
            self.id = made["id"]
            where = f"/api/games/{self.id}"
            rows: list[dict[str, Any]] = [
                {"name": each.name, "role": role, "teams": self._named(teams)}
                for each, (role, teams) in zip(self.umpires, UMPIRES, strict=True)
            ]
            rows += [{"name": p.name, "role": "team", "teams": [p.seat]} for p in self.players]
            posts = (await self.control.post(http, f"{where}/cast", people=rows))["posts"]
            for person, post in zip([*self.umpires, *self.players], posts, strict=True):
                await person.post(http, f"{where}/umpire", secret=post["secret"])
        for each in self.everybody:
            each.sit(self.id)
        for each in self.everybody:
            await each.until(lambda each=each: each.evening is not None, "a socket")

    def _named(self, teams: tuple[str, ...]) -> list[str]:
        """Teams by the beginning of their names; a side by its own."""
        there = list(self.game_rules.clearances)
        return [next((t for t in there if t == n or t.startswith(n)), there[0]) for n in teams]

    async def play(self, turn: int, *, drop: bool, restart: bool) -> None:
        """Play one turn from the sheets to the release."""
        figures, control = self.figures, self.control
        await control.insist(type="clock", what="phase", phase="orders")
        await self.send_sheets(turn)
        await control.insist(type="time-up")
        desk = (await control.insist(type="ask", what="desk"))["desk"]
        came = [row for row in desk["sheets"] if row["came"] == "in"]
        figures.lost += len(self.teams) - len(came)
        if restart:
            working = asyncio.create_task(control.ask(type="do", line="adjudicate"))
            await asyncio.sleep(0.2)
            await asyncio.to_thread(self.server.kill)
            await asyncio.to_thread(self.server.start)
            print(
                f"killed while it worked the turn out; up again after {self.server.started:.1f} s"
            )
            await working
            desk = (await control.insist(type="ask", what="desk"))["desk"]
            figures.lost += sum(row["came"] != "in" for row in desk["sheets"])
        began = time.perf_counter()
        if desk["phase"] == "closed":
            answer = await control.insist(type="do", line="adjudicate")
            assert answer["type"] == "done", answer
            figures.worked_out.append(time.perf_counter() - began)
        await self.rule(drop=drop)
        began = time.perf_counter()
        answer = await control.insist(type="do", line="release")
        assert answer["type"] == "done", answer
        for each in self.players:
            await each.until(lambda each=each: each.turn > turn, f"the report of turn {turn}")
        figures.released.append(time.perf_counter() - began)
        figures.memory.append(self.server.memory())

    async def send_sheets(self, turn: int) -> None:
        """Commanders write, and a player of each headquarters sends; the others talk."""
        figures = self.figures

        async def one(seat: str, writer: Person) -> None:
            answer = await self.control.insist(type="ask", what="commander", about=seat)
            began = time.perf_counter()
            done = await writer.insist(type="do", seat=seat, line=f"sheet {answer['sheet']}")
            assert done["type"] == "done", (seat, done)
            figures.sheets.append(time.perf_counter() - began)
            figures.sent += 1

        async def chatter(person: Person) -> None:
            await person.insist(type="chat", text=f"turn {turn}: what do we do?", room="hq")

        writers = self.writers()
        quiet = [each for each in self.players if each not in writers.values()]
        talk = [asyncio.create_task(chatter(each)) for each in quiet[::4]]
        for seat, writer in writers.items():
            await one(seat, writer)
        await asyncio.gather(*talk)

    async def rule(self, *, drop: bool) -> None:
        """Six umpires claim cards and rule on them at once, until the turn can be released."""
        hands = [self.control, *(u for u in self.umpires if "map" in u.name or "air" in u.name)]
        hands = [*hands, *(u for u in self.umpires if "control" in u.name)][:RULING]
        gone = hands[-2:] if drop else []
        if gone:
            await self.drop_out(gone)
        at_work = [each for each in hands if each not in gone]
        while True:
            desk = (await self.control.insist(type="ask", what="desk"))["desk"]
            if desk["phase"] == "deciding":
                writer = self.writers()[desk["deciding"]]
                await writer.insist(type="do", seat=desk["deciding"], line="no")
                continue
            open_ = [r for r in desk["cards"] if r["by"] != "Control"]
            cards = [r["name"] for r in open_ if r["weight"] != "routine"]
            cards += [r["name"] for r in open_ if r["weight"] == "routine"][: self.cards * RULING]
            if desk["phase"] == "release" and not cards:
                break
            waiting = desk["waiting"]
            if waiting:  # the turn stops here: look at this one and a few others, then go on
                cards = [waiting, *(each for each in cards if each != waiting)][:RULING]
            await asyncio.gather(
                *(self.work(each, cards, waiting, start=i) for i, each in enumerate(at_work))
            )
            if desk["phase"] == "release":
                await self.control.insist(type="do", line="pass routine")
                break
        for each in gone:
            each.sit(self.id)

    async def drop_out(self, gone: list[Person]) -> None:
        """Umpires claim cards and go; the others take the cards over."""
        desk = (await self.control.insist(type="ask", what="desk"))["desk"]
        names = [row["name"] for row in desk["cards"] if row["by"] != "Control"][:4]
        for each, card in zip([*gone, *gone], names, strict=False):
            await each.insist(type="claim", what="take", card=card)
        for each in gone:
            await each.leave()
        print(f"two umpires dropped out with {len(names)} cards")

    async def work(self, umpire: Person, cards: list[str], waiting: str, *, start: int) -> None:
        """Rule on cards, each umpire from another end, so that they meet."""
        figures = self.figures
        ways = cards[start:] + cards[:start]
        for card in ways:
            if card in figures.rulings:
                continue
            began = time.perf_counter()
            claimed = await umpire.ask(type="claim", what="take", card=card)
            if claimed["type"] != "done":
                continue  # another umpire has it, or had it a moment ago
            if card in figures.rulings:  # ruled on before the claim; lay it back
                await umpire.ask(type="claim", what="drop", card=card)
                continue
            line = "accept" if card == waiting else f"pass {card}"
            done = await umpire.ask(type="do", line=line)
            if done["type"] == "done":
                figures.rulings.setdefault(card, set()).add(umpire.name)
                figures.ruled.append(time.perf_counter() - began)
            else:
                await umpire.ask(type="claim", what="drop", card=card)


def check(figures: Figures, server: Server, turns: int) -> None:
    """Fail if anything was lost or done twice."""
    twice = {card: who for card, who in figures.rulings.items() if len(who) > 1}
    print(f"sheets: {figures.sent} sent, {figures.lost} lost")
    print(f"cards: {len(figures.rulings)} ruled on by hand, {len(twice)} by two umpires")
    print(f"refused on the way: {dict(figures.refused)}; faults: {len(figures.faults)}")
    print(f"messages received by all sockets: {figures.messages}")
    for name, times in (
        ("a sheet acknowledged", figures.sheets),
        ("the turn worked out", figures.worked_out),
        ("a card claimed and ruled on", figures.ruled),
        ("a release, until the last of 120 players has it", figures.released),
    ):
        if times:
            print(
                f"{name}: {median(times):.2f} s in the middle, {max(times):.2f} s at most"
                f" ({len(times)})"
            )
    print(f"memory of the server by turn, MB: {', '.join(f'{m:.0f}' for m in figures.memory)}")
    complaints = server.complaints()
    for line in [*figures.faults[:5], *complaints[:5]]:
        print("!", line[:300])
    assert len(figures.memory) == turns
    assert not figures.lost
    assert not twice, twice
    assert not figures.faults
    assert not complaints


@asynccontextmanager
async def everybody_at(server: Server, figures: Figures, cards: int) -> AsyncGenerator[Evening]:
    """Yield an evening, and close its sockets at the end."""
    evening = Evening(server, figures, cards)
    try:
        yield evening
    finally:
        await asyncio.gather(*(each.leave() for each in evening.everybody), return_exceptions=True)


def store_save(path: str, where: str, evening: Evening) -> None:
    """Write the log of the game as a save."""
    kept = Database(where)
    with kept.engine.connect() as connection:
        save = store.load(connection, evening.id, evening.game_rules.seats).save
    kept.close()
    Path(path).write_text(save, encoding="utf-8")


async def run(server: Server, figures: Figures, given: argparse.Namespace, where: str) -> None:
    """Cast and play."""
    async with everybody_at(server, figures, given.cards) as evening:
        began = time.perf_counter()
        await evening.cast()
        took = time.perf_counter() - began
        print(f"{len(evening.everybody)} people cast and seated in {took:.1f} s", flush=True)
        for turn in range(1, given.turns + 1):
            began, busy = time.perf_counter(), server.processor()
            await evening.play(turn, drop=turn == given.drop, restart=turn == given.restart)
            if turn == given.restart:
                busy = 0.0  # it began again with the restart
            print(
                f"turn {turn}: {time.perf_counter() - began:.1f} s,"
                f" {server.processor() - busy:.1f} s of the server's processor"
                f" (load {os.getloadavg()[0]:.0f}); so far {figures.sent} sheets"
                f" sent, {figures.lost} lost, {len(figures.rulings)} cards ruled on,"
                f" {len(figures.faults)} faults",
                flush=True,
            )
        if given.save:
            store_save(given.save, where, evening)


@contextmanager
def database(folder: Path, *, postgres: bool) -> Generator[str]:
    """Yield an empty database of a kind."""
    if not postgres:
        with nullcontext():
            yield str(folder / "games.db")
        return
    from tests.server.conftest import fresh_postgres
    from tests.server.postgres import postgres_running

    with postgres_running() as address:
        yield fresh_postgres(address)


def main() -> None:
    """Measure an evening."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--turns", type=int, default=6)
    parser.add_argument("--drop", type=int, default=3, help="the turn in which two umpires drop")
    parser.add_argument("--restart", type=int, default=4, help="the turn of the restart")
    parser.add_argument("--cards", type=int, default=6, help="routine cards for each umpire")
    parser.add_argument("--postgres", action="store_true", help="PostgreSQL with two workers")
    parser.add_argument("--save", default="", help="a file for the log of the game")
    given = parser.parse_args()
    figures = Figures()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        with database(folder, postgres=given.postgres) as where:
            server = Server(folder, where, 2 if given.postgres else 1)
            try:
                asyncio.run(run(server, figures, given, where))
                check(figures, server, given.turns)
            except BaseException:
                print(*server.complaints()[-20:], sep="\n")
                raise
            finally:
                server.stop()


if __name__ == "__main__":
    main()
