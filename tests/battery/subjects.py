"""What the battery walks: the toy and every game of the house, without a list to forget one in."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import cache, partial
from random import Random
from typing import Any

from bocage.engine import play
from bocage.engine.game import Game
from bocage.engine.playout import FaultError, policies_of, table_for, uniform
from bocage.engine.table import Table
from bocage.games import GAMES
from bocage.games.roundup.options import OPTIONS
from tests.engine.toy import Toy


def switched(name: str, **chosen: str) -> Game[Any]:
    """Return a game whose table uses these options by default."""
    made = GAMES[name]().with_players({})
    made.options = {
        option.id: replace(option, choices=(chosen[option.id], *option.choices))
        if option.id in chosen
        else option
        for option in made.options.values()
    }
    return made


def short(name: str, scenario: str) -> Game[Any]:
    """A game that knows one of its short scenarios and nothing else."""
    made = GAMES[name]().at(scenario).with_players({})
    made.scenarios = {scenario: made.scenario(scenario)}
    return made


MODULE_15 = {option.id: "on" for option in OPTIONS.values() if option.id != "german-replacements"}
"""The optional rules of Operation Roundup that may stand together."""

SCENARIOS: Mapping[str, Callable[..., Game[Any]]] = {
    f"{name}-{scenario}": partial(short, name, scenario)
    for name, scenario in (("roundup", "counterstroke"), ("falaise", "hill-262"))
}
"""A short scenario of each game, as a game of its own; the others differ in data alone."""

SUBJECTS: Mapping[str, Callable[..., Game[Any]]] = {
    "toy": Toy,
    **GAMES,
    "falaise-alone": partial(switched, "falaise", solitaire="on"),
    "roundup-15": partial(switched, "roundup", **MODULE_15),
    **SCENARIOS,
}

LOTS = int(os.environ.get("BOCAGE_BATTERY_GAMES", "1"))
"""Random games for each subject and test; more by hand."""
POSITIONS = int(os.environ.get("BOCAGE_BATTERY_POSITIONS", "12"))
"""Positions looked at closely in each of them."""


@cache
def subject(name: str) -> Game[Any]:
    """Return the game of that name, loaded once."""
    return SUBJECTS[name]()


def decisions(table: Table[Any], rng: Random) -> Iterator[tuple[int, int]]:
    """Play a table to its end by itself; yields seat and action before each is done."""
    keen = policies_of(table.game)["random"]
    while not table.is_over:
        seat = rng.choice(play.pending(table.state))
        legal = table.legal(seat)
        if not legal:
            raise FaultError(f"a dead end: {table.state.stack[-1]}")
        policy = keen if rng.random() < 0.9 else uniform
        action = policy(table.state, legal, rng)
        yield seat, action
        ruling = table.act(seat, action)
        if not ruling:
            raise FaultError(f"{table.game.grammar.say(action)}: {table.say(ruling)}")


def positions(game: Game[Any], seed: int, count: int = POSITIONS) -> Iterator[Table[Any]]:
    """Yield a random game, at some of its decisions and at its end, each a branch to do anything
    with.
    """
    for kept in _positions(game, seed, count):
        yield kept.branch()


@cache
def _positions(game: Game[Any], seed: int, count: int) -> tuple[Table[Any], ...]:
    """Return the same, played once for all the tests that look at it."""
    played = _played(game, seed)
    chosen = set(Random(-seed - 1).sample(range(len(played)), min(count, len(played))))
    table = table_for(game, seed)
    kept: list[Table[Any]] = []
    for number, (seat, action) in enumerate(played):
        if number in chosen:
            kept.append(table.branch())
        assert table.act(seat, action)
    return *kept, table


@cache
def _played(game: Game[Any], seed: int) -> tuple[tuple[int, int], ...]:
    """Return every decision of a random game."""
    return tuple(decisions(table_for(game, seed), Random(seed)))
