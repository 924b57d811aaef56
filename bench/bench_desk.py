"""OP COM over the wire: readings, cards, a release to 21 teams, the size of the page, frames.

`python -m bench.bench_desk` serves from an empty database and plays one turn of Market Garden with
a socket for each of its 21 teams and one for Control. With `--frames` it also pans the master map
with all units in a real Chromium and tells the middle frame and the main thread's time for each.
The clients run on the same machine: what they cost is in the figures.
"""

from __future__ import annotations

import argparse
import gzip
import json
import os
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Generator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from statistics import median, quantiles
from typing import Any, Final

import httpx
from playwright.sync_api import sync_playwright
from websockets.sync.client import ClientConnection, connect

from bocage.ai import load_game
from bocage.server.pages import STATIC

sys.path.insert(0, str(Path(__file__).parents[1] / "tools"))

from find_browser import found

SCENARIO: Final = "market-garden"
_PATIENCE: Final = 120.0
_MARCHES: Final = {
    "Guards": ("Irish Group", "Coldstream Group", "Grenadier Group", "Welsh Group"),
    "9th-SS": ("KG Spindler", "KG Harder", "KG Graebner", "KG Moeller"),
}
_PLACES: Final = ("Valkenswaard", "Eindhoven", "Son", "Veghel", "Uden", "Grave", "Nijmegen", "Best")
_FRAMES: Final = """
() => {
  window.frames_ = [];
  let last = performance.now();
  const step = (now) => {
    window.frames_.push(now - last);
    last = now;
    window.rolling_ = requestAnimationFrame(step);
  };
  window.rolling_ = requestAnimationFrame(step);
}
"""


@contextmanager
def served() -> Generator[str]:
    """Yield the address of our own server with an empty database."""
    with tempfile.TemporaryDirectory() as folder:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            port = probe.getsockname()[1]
        given = ["--port", str(port), "--database", f"{folder}/games.db"]
        many = ["--commands", "1000000", "--tries", "100000", "--requests", "1000000"]
        server = subprocess.Popen(
            [sys.executable, "-m", "bocage", "serve", *given, *many],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            env={**os.environ, "BOCAGE_CACHE": f"{folder}/cache"},
        )
        try:
            until = time.monotonic() + _PATIENCE
            while time.monotonic() < until:
                try:
                    httpx.get(f"http://127.0.0.1:{port}/api/rules")
                    break
                except httpx.TransportError:
                    time.sleep(0.1)
            yield f"127.0.0.1:{port}"
        finally:
            server.terminate()
            server.wait()


class Person:
    """Somebody at a table: requests and one socket."""

    def __init__(self, host: str, name: str) -> None:
        self.http = httpx.Client(base_url=f"http://{host}", timeout=_PATIENCE)
        self.host = host
        self.token = str(self.post("/api/people", name=name)["token"])
        self.http.headers["Authorization"] = f"Bearer {self.token}"
        self._stack = ExitStack()
        self.line: ClientConnection
        self.stamp = ""
        self.count = 0
        self.kind = ""
        self.seats: list[str] = []

    def post(self, path: str, **body: Any) -> Any:
        """Post something that must be granted."""
        answer = self.http.post(path, json=body)
        assert answer.is_success, answer.text
        return answer.json()

    def come(self, game: str) -> None:
        """Open the socket at a game."""
        address = f"ws://{self.host}/api/games/{game}/socket"
        self.line = self._stack.enter_context(connect(address, max_size=None))
        self.line.send(json.dumps({"type": "hello", "token": self.token}))
        while self.next()["type"] != "welcome":
            pass

    def leave(self) -> None:
        """Close the socket."""
        self._stack.close()

    def next(self) -> Any:
        """Return the next message."""
        message = json.loads(self.line.recv(_PATIENCE))
        if message["type"] == "state":
            self.stamp = message["stamp"]
            self._see(message["state"]["decision"])
        elif message["type"] == "update":
            self.stamp = message["to"]
            for path, *value in message["changes"]:
                if path == ["decision"]:
                    self._see(value[0] if value else None)
                elif path == ["decision", "kind"]:
                    self.kind = value[0]
                elif path == ["decision", "seats"]:
                    self.seats = value[0]
        return message

    def _see(self, decision: Any) -> None:
        self.kind, self.seats = (decision["kind"], decision["seats"]) if decision else ("", [])

    def ask(self, **message: Any) -> Any:
        """Send something and wait for its answer."""
        self.count += 1
        id_ = f"bench-{self.count}"
        at = {} if message["type"] == "ask" else {"at": self.stamp}
        self.line.send(json.dumps({"id": id_, **at, **message}))
        while (answer := self.next()).get("id") != id_:
            pass
        return answer

    def do(self, line: str, kind: str = "do") -> None:
        """Do a line, which must be allowed, and take in what follows."""
        answer = self.ask(type=kind, line=line) if kind == "do" else self.ask(type=kind)
        assert answer["type"] == "done", answer
        while self.stamp != answer["stamp"]:
            self.next()


def told(what: str, times: Sequence[float], aim: str) -> None:
    """Print the middle and the slow end of some times in seconds."""
    slow = quantiles(times, n=20)[-1] if len(times) > 1 else times[0]
    middle, end = 1000 * median(times), 1000 * slow
    print(
        f"{what}: {middle:.1f} ms, 95 of 100 in {end:.1f} ms ({len(times)}; aim {aim})", flush=True
    )


def sheet_of(seat: str, orders: list[dict[str, Any]]) -> str:
    """Return a sheet as JSON."""
    return json.dumps({"team": seat, "turn": "1", "order": orders})


def readings(people: dict[str, Person]) -> None:
    """Time from sending a line to its reading."""
    times: list[float] = []
    for seat, groups in _MARCHES.items():
        for group in groups:
            for place in _PLACES:
                order = {"unit": [group], "action": "move", "objective": place, "posture": "tact"}
                began = time.perf_counter()
                answer = people[seat].ask(
                    type="ask", what="reading", seat=seat, line=sheet_of(seat, [order])
                )
                times.append(time.perf_counter() - began)
                assert answer["type"] == "answer", answer
    told("a line of Market Garden read back", times, "150 ms")


def work_out(control: Person, people: dict[str, Person]) -> None:
    """Have the turn worked out, with every card accepted."""
    began = time.perf_counter()
    control.do("adjudicate")
    print(
        f"the turn worked out up to the first card: {time.perf_counter() - began:.1f} s", flush=True
    )
    while control.kind != "Release":
        asked = control.seats[0]
        if asked == "Control":
            control.do("accept")
            continue
        while people[asked].kind != control.kind:
            people[asked].next()
        people[asked].do("no")
        while control.seats == [asked] and control.kind != "Release":
            control.next()


def cards(control: Person) -> None:
    """Time to open each card."""
    rows = control.ask(type="ask", what="desk")["desk"]["cards"]
    times: list[float] = []
    for row in rows[:250]:
        began = time.perf_counter()
        control.ask(type="ask", what="card", about=row["name"])
        times.append(time.perf_counter() - began)
    told(f"a card opened, of {len(rows)}", times, "200 ms")
    began = time.perf_counter()
    control.ask(type="ask", what="desk")
    told("the whole desk", [time.perf_counter() - began], "-")


def release(control: Person, people: dict[str, Person]) -> None:
    """Time from the release until the last team has its report."""
    began = time.perf_counter()
    control.do("release")
    answered = time.perf_counter() - began
    for person in people.values():
        while person.kind != "Orders" or not person.seats:
            person.next()
    done = time.perf_counter() - began
    print(
        f"a release to {len(people)} teams: {answered:.2f} s until Control is answered,"
        f" {done:.2f} s until the last team has it (aim 2 s)",
        flush=True,
    )


def size() -> None:
    """Print the size of the page, gzipped, without the map."""
    kinds: dict[str, int] = {}
    for path in STATIC.rglob("*"):
        if path.is_file():
            packed = len(gzip.compress(path.read_bytes(), 9))
            kinds[path.suffix] = kinds.get(path.suffix, 0) + packed
    parts = ", ".join(f"{suffix} {n / 1024:.0f} KB" for suffix, n in sorted(kinds.items()))
    print(
        f"the page, gzipped: {sum(kinds.values()) / 1024:.0f} KB ({parts}; aim 300 KB)", flush=True
    )


def frames(host: str) -> None:
    """Frames and the main thread's time while the master map is panned."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=found(), args=["--no-sandbox", "--disable-dev-shm-usage"]
        )
        page = browser.new_context(viewport={"width": 1440, "height": 900}).new_page()
        page.set_default_timeout(300_000)
        page.goto(f"http://{host}")
        page.get_by_role("button", name="Play now").first.wait_for()
        seats = dict.fromkeys(load_game("opcom").at(SCENARIO).seats, "commander")
        asked = {"game": "opcom", "scenario": SCENARIO, "seats": {**seats, "Control": "me"}}
        made = page.request.post(f"http://{host}/api/games", data=asked).json()
        page.goto(f"http://{host}/games/{made['id']}")
        page.locator(".stack").first.wait_for()
        page.wait_for_function("() => document.querySelector('.sheet img')?.complete")
        box = page.locator(".frame").bounding_box()
        assert box is not None
        wire: Any = page.context.new_cdp_session(page)
        wire.send("Performance.enable")

        def busy() -> float:
            rows: Any = wire.send("Performance.getMetrics")["metrics"]
            return float(next(row["value"] for row in rows if row["name"] == "TaskDuration"))

        for name, keys in (("everything in sight", ""), ("close up", "++++++")):
            for key in keys:
                page.keyboard.press(key)
            pieces = page.locator(".stack").count()
            x, y = box["x"] + box["width"] - 80, box["y"] + box["height"] / 2
            page.mouse.move(x, y)
            page.mouse.down()
            page.mouse.move(x - 20, y)
            page.evaluate(_FRAMES)
            before = busy()
            for step in range(160):
                way = step if step < 80 else 160 - step
                page.mouse.move(x - 20 - way * 5, y + way * 2)
            spent = busy() - before
            page.mouse.up()
            page.evaluate("() => cancelAnimationFrame(window.rolling_)")
            times: list[float] = page.evaluate("() => window.frames_.slice(2)")
            print(
                f"panning, {name}: {1000 / median(times):.0f} frames a second in the middle,"
                f" {1000 * spent / len(times):.1f} ms of the main thread for each"
                f" ({len(times)} frames, {pieces} stacks; aim 60)",
                flush=True,
            )
        browser.close()


def main() -> None:
    """Measure everything."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--frames", action="store_true", help="pan the map in a browser too")
    parser.add_argument("--turns", type=int, default=1, help="turns that are played")
    given = parser.parse_args()
    size()
    with served() as host:
        seats = load_game("opcom").at(SCENARIO).seats
        control, *teams = [Person(host, f"P{i}") for i in range(len(seats))]
        people = dict(zip((s for s in seats if s != "Control"), teams, strict=True))
        made = control.post("/api/games", game="opcom", scenario=SCENARIO, seats={"Control": "me"})
        for seat, person in people.items():
            person.post(f"/api/games/{made['id']}/join", secret=made["links"][seat])
        for person in (control, *teams):
            person.come(made["id"])
        readings(people)
        for turn in range(1, given.turns + 1):
            print(f"turn {turn}", flush=True)
            for seat in people:
                answer = control.ask(type="ask", what="commander", about=seat)
                line = f"sheet {answer['sheet']} because a commander wrote it"
                assert control.ask(type="adjust", line=line)["type"] == "done"
            if control.kind == "Orders":
                control.do("", "time-up")
            work_out(control, people)
            cards(control)
            release(control, people)
        for person in (control, *teams):
            person.leave()
        if given.frames:
            frames(host)


if __name__ == "__main__":
    main()
