"""Tables in the middle of a game, brought to the page as saves."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from contextlib import ExitStack, contextmanager
from functools import lru_cache
from random import Random
from typing import Any

from playwright.sync_api import Browser, Page

from bocage.ai import load_game
from bocage.engine.frames import Ask
from bocage.engine.playout import play_at, policies_of, table_for
from bocage.engine.save_text import written

from .conftest import without_ground

_MOST = 20_000


@lru_cache(maxsize=8)
def save_at(name: str, kind: str, turn: int, seed: int = 3) -> str:
    """Return a game that aggressive players play until a decision of a kind, with a choice, is
    asked.
    """
    table = table_for(load_game(name), seed)
    policies = policies_of(table.game)
    play = policies.get("aggressive", policies["random"])
    rng = Random(seed)
    for _ in range(_MOST):
        top: Any = table.state.stack[-1]
        assert isinstance(top, Ask)
        legal = table.legal(top.seat)
        if type(top).__name__ == kind and table.state.turn >= turn and len(legal) > 2:
            return written(table)
        assert table.act(top.seat, play(table.state, legal, rng))
    raise AssertionError(f"no {kind} in {_MOST} actions")


@lru_cache(maxsize=2)
def save_before_answer(name: str, line: str, kind: str, seed: int = 3) -> str:
    """Return a game just before a line of the Allies, after turn 1, by which the Germans are asked
    for a decision of a kind.
    """
    table = table_for(load_game(name), seed)
    play, rng = policies_of(table.game)["aggressive"], Random(seed)
    for _ in range(_MOST):
        top: Any = table.state.stack[-1]
        action = play(table.state, table.legal(top.seat), rng)
        does = not top.seat and table.state.turn > 1 and table.game.grammar.say(action) == line
        before = written(table) if does else ""
        assert table.act(top.seat, action)
        asked: Any = table.state.stack[-1]
        if before and type(asked).__name__ == kind and asked.seat == 1:
            return before
    raise AssertionError(f"no {kind} after {line} in {_MOST} actions")


@lru_cache(maxsize=2)
def finished(name: str, seed: int = 11) -> str:
    """Return a whole game of aggressive players."""
    table = table_for(load_game(name), seed)
    policies = policies_of(table.game)
    play_at(table, [policies.get("aggressive", policies["random"])] * 2, Random(seed))
    return written(table)


def after(name: str, lines: Sequence[str], seed: int = 3) -> str:
    """Return a game in which the first seat has played some lines."""
    table = table_for(load_game(name), seed)
    for line in lines:
        ruling = table.do(0, line)
        assert ruling, table.say(ruling)
    return written(table)


def bring(page: Page, save: str) -> None:
    """Open a table from a save, take both seats, and open it."""
    page.get_by_role("button", name="Play now").first.wait_for()
    base = page.url.rstrip("/")
    answer = page.request.post(f"{base}/api/games/import", data={"save": save})
    assert answer.ok, answer.text()
    made = answer.json()
    for secret in made["links"].values():
        joined = page.request.post(f"{base}/api/games/{made['id']}/join", data={"secret": secret})
        assert joined.ok, joined.text()
    page.goto(f"{base}/games/{made['id']}")
    page.locator(".prompt h2").wait_for()
    page.locator(".pane").wait_for()


@contextmanager
def seated(chromium: Browser, host: str, save: str) -> Generator[tuple[str, dict[str, Page]]]:
    """A table from a save, with each seat in a browser of its own, come by its link."""
    site = f"http://{host}"
    errors: list[str] = []
    with ExitStack() as stack:
        pages = dict[str, Page]()
        made: dict[str, Any] = {}
        while not made or len(pages) < len(made["links"]):
            page = come_in(chromium, stack, errors)
            page.goto(site)
            page.get_by_role("button", name="Play now").first.wait_for()
            if not made:
                answer = page.request.post(f"{site}/api/games/import", data={"save": save})
                assert answer.ok, answer.text()
                made = answer.json()
            seat = list(made["links"])[len(pages)]
            page.goto(f"{site}/?#seat={made['id']}.{made['links'][seat]}")
            pages[seat] = page
        for page in pages.values():
            page.locator(".pane").wait_for()
            page.keyboard.press("0")
        yield made["id"], pages
    assert errors == []


def come_in(chromium: Browser, stack: ExitStack, errors: list[str]) -> Page:
    """Somebody else's browser, with a session of its own."""
    context = chromium.new_context(viewport={"width": 1100, "height": 700}, reduced_motion="reduce")
    stack.callback(context.close)
    page = context.new_page()
    page.add_init_script("localStorage.setItem('watch', 'off')")
    without_ground(page)
    page.on("pageerror", lambda error: errors.append(str(error)))
    return page
