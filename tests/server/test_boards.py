"""Boards for pages: every hex in its place, every unit with its own counter."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import Any

import pytest

from bocage.ai import load_game
from bocage.engine.counters import BlankFace
from bocage.press.counters.drawing import face
from bocage.press.svg import group
from bocage.press.tokens import DETAILS
from bocage.server import boards

from .clients import Serving

GAMES = ("roundup", "falaise")


@pytest.mark.parametrize("name", GAMES)
def test_hexes_lie_inside_and_apart(name: str) -> None:
    """Every hex is within the picture, and no two are nearer than neighbours are."""
    board = boards.board(load_game(name))
    places = {(each["x"], each["y"]) for each in board["hexes"]}
    assert len(places) == len(board["hexes"])
    assert all(0 < x < board["width"] and 0 < y < board["height"] for x, y in places)
    rows = sorted({y for _, y in places})
    assert min(b - a for a, b in pairwise(rows)) > board["hex"] * 0.8


@pytest.mark.parametrize("name", GAMES)
def test_every_unit_has_its_own_counter(name: str) -> None:
    """The symbol of a unit is the counter with its name, front and back."""
    game: Any = load_game(name)
    text = boards.sprites(game)
    drawn = dict(re.findall(r'<symbol id="(u\d+[fb])"[^>]*>(.*?)</symbol>', text, re.DOTALL))
    printed = {counter.id: counter for counter in game.counter_sets()["all"].counters}
    for u, unit in enumerate(game.world.units):
        counter = printed.get(unit.id)
        if counter is None:
            assert name == "roundup"  # pieces of an optional rule
            continue
        assert drawn[f"u{u}f"] == str(group(face(counter.front, DETAILS[48])))
        assert (f"u{u}b" in drawn) != isinstance(counter.back, BlankFace)


def test_names_of_places_and_verbs() -> None:
    """A page finds Falaise by its name and knows what each verb is about."""
    board = boards.board(load_game("falaise"))
    assert any(each.get("name") == "Falaise" for each in board["hexes"])
    assert all(isinstance(verb["nouns"], list) for verb in board["verbs"].values())


def test_what_is_not_there(serving: Serving) -> None:
    """A board, layer or scale that does not exist is refused in a sentence."""
    ann = serving.guest("Ann")
    for path in ("chess", "roundup/layers/moon.svg", "roundup/ground.webp?scale=7"):
        answer = ann.http.get(f"/api/boards/{path}")
        assert answer.status_code == 404
        assert answer.json()["text"].startswith("there is no")
    assert ann.http.get("/api/boards/roundup/layers/names.svg").text.startswith("<svg")
