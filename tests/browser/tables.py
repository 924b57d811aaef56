"""Tables in the middle of a game, brought to the page as saves."""

from __future__ import annotations

from functools import lru_cache
from random import Random
from typing import Any

from playwright.sync_api import Page

from bocage.ai import load_game
from bocage.engine.frames import Ask
from bocage.engine.playout import play_at, policies_of, table_for
from bocage.engine.writing import written

_MOST = 20_000


@lru_cache(maxsize=8)
def save_at(name: str, kind: str, turn: int, seed: int = 3) -> str:
    """A game that aggressive players play until a decision of a kind, with a choice, is asked."""
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
def finished(name: str, seed: int = 11) -> str:
    """A whole game of aggressive players."""
    table = table_for(load_game(name), seed)
    policies = policies_of(table.game)
    play_at(table, [policies.get("aggressive", policies["random"])] * 2, Random(seed))
    return written(table)


def bring(page: Page, save: str) -> None:
    """Lay a table from a save, take both seats, and open it."""
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
