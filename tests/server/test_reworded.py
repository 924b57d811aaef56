"""The server reads codes and numbers: with every sentence reworded it answers alike."""

from __future__ import annotations

from typing import Any, Final, cast

import pytest

from bocage.ai import load_game
from bocage.engine.playout import table_for
from bocage.engine.save_text import written
from tests.rewording import reworded

from .clients import Guest, Serving

WORDS: Final = frozenset(
    {
        *("text", "said", "words", "name", "note", "title", "heading", "waiting", "prompts"),
        *("waits", "odds", "stages", "list", "stamp", "from", "to", "id", "changes"),
    }
)
"""Keys under which there are words for people, or digests of such."""


def bare(message: Any, key: str = "") -> Any:
    """Return a message without its words: what a program may read."""
    if key in WORDS and not isinstance(message, list | dict):
        return None
    if isinstance(message, dict):
        known = cast("dict[str, Any]", message)
        return {k: bare(v, k) for k, v in known.items() if k not in ("prompts", "stages")}
    if isinstance(message, list):
        several = cast("list[Any]", message)
        pieces = any(isinstance(each, str) and " " in each for each in several)
        return None if key in WORDS and pieces else [bare(each, key) for each in several]
    return message


def answers(guest: Guest, game: str, count: int) -> tuple[list[Any], list[Any]]:
    """What the server answers to somebody who plays both seats of a game, bare and whole."""
    begun = written(table_for(load_game(game), 3, scenario="first-battle"))
    laid = guest.post("/api/games/import", save=begun, name="begun")
    for link in laid["links"].values():
        guest.post(f"/api/games/{laid['id']}/join", secret=link)
    found: list[Any] = []
    with guest.at(laid["id"]) as socket:
        for number in range(count):
            legal = socket.ask(type="ask", what="legal")["legal"]
            found += [socket.ask(type="ask", what=each) for each in ("reach", "gather", "guide")]
            found.append(socket.ask(type="ask", what="odds"))
            found.append(socket.ask(type="ask", what="overlay", layer="zones"))
            line = legal[number * 7 % len(legal)][0]
            found.append(socket.ask(type="ask", what="check", line=line))
            found.append(socket.ask(type="do", line=line))
            found.append(socket.state)
    return [bare(each) for each in found], found


@pytest.mark.parametrize("game", ["roundup", "falaise"])
def test_a_game_is_served_alike_whatever_the_words(serving: Serving, game: str) -> None:
    """Same lines, same dice: replies and states differ in nothing but words for people."""
    ann = serving.guest("Ann")
    plain, whole = answers(ann, game, 12)
    with reworded():
        again, retold = answers(ann, game, 12)
    assert again == plain
    assert retold != whole
