"""The page in a real Chromium: the time to the first move, the map's smoothness, a click's delay.

`python -m bench.bench_page` serves from an empty database, with the boards drawn before, as
`make play` does, and measures for each game: seconds from opening the page to the first legal
move on the screen, with the map under it; frames a second while the map is panned; milliseconds
from a click on a unit to the hexes it can reach. Without a graphics card Chromium paints by
itself, so a desktop does better.
"""

from __future__ import annotations

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
from playwright.sync_api import Browser, Page, sync_playwright

from bench.report import table
from bocage.ai import load_game
from bocage.server import boards

sys.path.insert(0, str(Path(__file__).parents[1] / "tools"))

from find_browser import found

GAMES = {"roundup": "Operation Roundup", "falaise": "The Pocket at Falaise"}
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


def toured(browser: Browser, site: str, title: str) -> Page:
    """Return the page at the position of the game's tour, where units can move."""
    page = browser.new_context(viewport={"width": 1440, "height": 900}).new_page()
    page.goto(site)
    card = page.locator("section.card", has=page.get_by_role("heading", name=title, exact=True))
    card.get_by_role("button", name="Take the tour").click()
    page.locator(".pane").wait_for()
    page.get_by_role("button", name="End the tour").click()
    move = page.locator('.prompt button[data-line="round move"]')
    page.locator(".prompt button[data-line]").first.wait_for()
    if move.count():
        move.click()
    page.locator(".counter.movable").first.wait_for()
    page.wait_for_function(_GROUND)
    return page


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
    page.evaluate("() => cancelAnimationFrame(window.rolling_)")
    frames: list[float] = page.evaluate("() => window.frames_.slice(3)")
    return 1000 / median(frames), 1000 / quantiles(frames, n=20)[-1]


def clicked(page: Page) -> list[float]:
    """Milliseconds from a click on a unit to the hexes it can go to, several times.

    Units that stand alone are clicked: a click on a stack opens it first.
    """
    times: list[float] = []
    alone = page.evaluate(
        """() => {
          const all = [...document.querySelectorAll('.counter')].map((each) => each.dataset.hex);
          const free = [...document.querySelectorAll('.counter.movable')];
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
        for title in GAMES.values():
            opened, second = first_move(browser, site, title)
            page = toured(browser, site, title)
            middle, slow = panned(page)
            quick = clicked(page)
            rows.append(
                [
                    title,
                    f"{opened:.2f} s",
                    f"{second:.2f} s",
                    f"{middle:.0f}",
                    f"{slow:.0f}",
                    f"{median(quick):.0f} ms",
                    f"{max(quick):.0f} ms",
                ]
            )
        browser.close()
    head = ["game", "page to move", "click to move", "frames", "slow frames", "reach", "slowest"]
    print(f"The page in Chromium; load of the machine {os.getloadavg()[0]:.1f}.")
    print(table(head, rows))


if __name__ == "__main__":
    main()
