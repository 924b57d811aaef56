"""The page in a real Chromium: its size, the first move, frames while it animates, a click.

`python -m bench.bench_page` serves from an empty database, with the boards drawn before, as
`make play` does, and measures for each game: seconds from opening the page to the first legal
move on the screen, with the map under it; frames a second while the map is panned, and while
turns are replayed; milliseconds from a click on a unit to the hexes it can reach; and how many
bytes the page has, its text gzipped, without pictures. Without a graphics card Chromium paints
by itself, so a desktop does better.
"""

from __future__ import annotations

import gzip
import os
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from statistics import median, quantiles

import httpx
from playwright.sync_api import Browser, Page, Response, sync_playwright
from tests.browser.tables import save_at

from bench.report import table
from bocage.ai import load_game
from bocage.server import boards

sys.path.insert(0, str(Path(__file__).parents[1] / "tools"))

from find_browser import found

GAMES = {"roundup": "Operation Roundup", "falaise": "The Pocket at Falaise"}
ASKED = {"roundup": "MovePhase", "falaise": "Moving"}
"""The decision at which a page is measured. In Falaise a unit is under way: it is let go."""
TURN = 3
"""The turn of it: a whole turn lies before it, which is replayed."""
_REPLAYED_MS = 8000
"""How long a replay is watched."""
_PATIENCE = 60.0
_GROUND = """() => document.querySelector('img.ground')?.complete
  && [...document.querySelectorAll('.layer')].every((each) => each.childElementCount)"""
"""The picture of the map and its layers have come."""
_CLICKS = 12
_CLICKED = """
async (unit) => {
  const counter = document.querySelector(`.counter[data-unit="${unit}"]`);
  const before = performance.now();
  const shown = new Promise((done) => {
    const look = () => document.querySelector(".disc") ? done(performance.now()) : 0;
    new MutationObserver(look).observe(document.body, { childList: true, subtree: true });
  });
  counter.click();
  return (await shown) - before;
}
"""
_FRAMES = """
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
    with tempfile.TemporaryDirectory() as folder, socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
        probe.close()
        site = f"http://127.0.0.1:{port}"
        given = [*("--port", str(port)), *("--database", f"{folder}/games.db")]
        many = [*("--commands", "1000000"), *("--tries", "100000")]
        os.environ["BOCAGE_CACHE"] = f"{folder}/cache"
        for name in GAMES:
            for draw in boards.pictures(load_game(name)):
                draw()
        server = subprocess.Popen(
            [sys.executable, "-m", "bocage", "serve", *given, *many],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        try:
            until = time.monotonic() + _PATIENCE
            while time.monotonic() < until:
                try:
                    httpx.get(f"{site}/api/rules")
                    break
                except httpx.TransportError:
                    time.sleep(0.1)
            yield site
        finally:
            server.terminate()
            server.wait()


def first_move(browser: Browser, site: str, title: str) -> tuple[float, float]:
    """Seconds from opening the page, and from its second click, to the first legal move."""
    context = browser.new_context(viewport={"width": 1440, "height": 900})
    page = context.new_page()
    began = time.perf_counter()
    page.goto(site, wait_until="commit")
    card = page.locator("section.card", has=page.get_by_role("heading", name=title, exact=True))
    card.get_by_role("button", name="Play now").click()
    clicked = time.perf_counter()
    page.locator("path.target, .counter.movable, button.piece:enabled").first.wait_for()
    page.wait_for_function(_GROUND)
    shown = time.perf_counter()
    context.close()
    return shown - began, shown - clicked


def opened(browser: Browser, site: str, name: str) -> tuple[Page, dict[str, int]]:
    """Return the page in the middle of a game, where units can move, and its bytes by kind."""
    page = browser.new_context(viewport={"width": 1440, "height": 900}).new_page()
    kinds = {"document": 0, "script": 0, "stylesheet": 0, "font": 0}
    came: list[Response] = []
    page.on("response", lambda response: came.append(response))  # Playwright marks what it calls
    page.goto(site)
    page.get_by_role("button", name="Play now").first.wait_for()
    save = {"save": save_at(name, ASKED[name], TURN)}
    made = page.request.post(f"{site}/api/games/import", data=save).json()
    for secret in made["links"].values():
        page.request.post(f"{site}/api/games/{made['id']}/join", data={"secret": secret})
    came.clear()  # the page of the table has everything that it needs
    page.goto(f"{site}/games/{made['id']}")
    page.locator(".prompt button[data-line]").first.wait_for()
    page.locator(".disc, .counter.movable").first.wait_for()
    if page.locator(".disc").count():
        page.keyboard.press("u")
    page.locator(".counter.movable").first.wait_for()
    page.wait_for_function(_GROUND)
    for each in came:
        kind = each.request.resource_type
        if kind in kinds and each.ok:
            body = page.request.get(each.url).body()  # Chromium may keep none of what it cached
            kinds[kind] += len(body if kind == "font" else gzip.compress(body, 9))
    return page, kinds


def replayed(page: Page) -> tuple[float, float, int]:
    """Frames a second while the game is replayed: the middle one, the slowest 5 in 100.

    Also returns how many counters lie on the table.
    """
    counters = page.locator(".counter").count()
    for _ in range(2):
        page.keyboard.press("{")
    page.get_by_test_id("caption").wait_for()
    page.keyboard.press("r")
    page.get_by_test_id("playback").wait_for()
    page.evaluate(_FRAMES)
    page.wait_for_timeout(_REPLAYED_MS)
    assert page.get_by_test_id("playback").count(), "the replay ended before its frames were taken"
    frames = rolled(page)
    page.keyboard.press("Escape")
    page.locator(".counter.movable").first.wait_for()
    return 1000 / median(frames), 1000 / quantiles(frames, n=20)[-1], counters


def rolled(page: Page) -> list[float]:
    """Stop taking frames; returns the milliseconds from each to the next."""
    page.evaluate("() => cancelAnimationFrame(window.rolling_)")
    frames: list[float] = page.evaluate("() => window.frames_.slice(3)")
    return frames


def panned(page: Page) -> tuple[float, float]:
    """Frames a second while the map is dragged about: the middle one, and the slowest 5 in 100."""
    pane = page.locator(".pane").bounding_box()
    assert pane is not None
    page.evaluate(_FRAMES)
    x, y = pane["x"] + pane["width"] - 60, pane["y"] + 120
    page.keyboard.press("+")
    page.mouse.move(x, y)
    page.mouse.down()
    for step in range(160):
        there = step % 80
        way = there if there < 40 else 80 - there
        page.mouse.move(x - way * 10, y + way * 4)
        page.wait_for_timeout(8)
    page.mouse.up()
    frames = rolled(page)
    return 1000 / median(frames), 1000 / quantiles(frames, n=20)[-1]


def clicked(page: Page) -> list[float]:
    """Milliseconds from a click on a unit to the hexes it can go to, several times.

    Units that stand alone in view are clicked: a click on a stack opens it first, and hexes out of
    view are not drawn.
    """
    times: list[float] = []
    alone = page.evaluate(
        """() => {
          const all = [...document.querySelectorAll('.counter')].map((each) => each.dataset.hex);
          const pane = document.querySelector('.pane').getBoundingClientRect();
          const isInView = (each) => {
            const { left, right, top, bottom } = each.getBoundingClientRect();
            return left > pane.left && right < pane.right && top > pane.top && bottom < pane.bottom;
          };
          const free = [...document.querySelectorAll('.counter.movable')].filter(isInView);
          return free.filter((each) => all.filter((at) => at === each.dataset.hex).length === 1)
            .map((each) => each.dataset.unit);
        }"""
    )
    for unit in (alone * _CLICKS)[:_CLICKS]:
        times.append(page.evaluate(_CLICKED, unit))
        page.keyboard.press("u")
        page.locator(".disc").first.wait_for(state="detached")
        page.locator(f'.counter.movable[data-unit="{unit}"]').wait_for()
    return times


def main() -> None:
    """Measure both games and print a table."""
    rows: list[list[str]] = []
    with served() as site, sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=found(), args=["--no-sandbox", "--disable-dev-shm-usage"]
        )
        for name, title in GAMES.items():
            first, second = first_move(browser, site, title)
            page, kinds = opened(browser, site, name)
            quick = clicked(page)
            middle, slow = panned(page)
            played, late, counters = replayed(page)
            rows.append(
                [
                    title,
                    f"{first:.2f} s",
                    f"{second:.2f} s",
                    f"{middle:.0f} ({slow:.0f})",
                    f"{played:.0f} ({late:.0f})",
                    f"{counters}",
                    f"{median(quick):.0f} ms",
                    f"{max(quick):.0f} ms",
                    f"{sum(kinds.values()):,}",
                ]
            )
            parts = ", ".join(f"{kind} {size:,}" for kind, size in kinds.items())
            print(f"{title}, bytes of the page: {parts}", flush=True)
        browser.close()
    head = [
        *("game", "page to move", "click to move", "panning", "replay", "counters"),
        *("reach", "slowest", "bytes"),
    ]
    print(f"The page in Chromium; load of the machine {os.getloadavg()[0]:.1f}.")
    print("Frames a second: the middle one, and in brackets the slowest 5 in 100.")
    print(table(head, rows))


if __name__ == "__main__":
    main()
