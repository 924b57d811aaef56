"""What a game is told by when it is over: its measures, its battles, what is a loss, what is grave.

`bocage.lab.stories` tells the story.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple

from bocage.engine.events import Event
from bocage.engine.rulings import Rule


class Measure(NamedTuple):
    """Something that is counted over time."""

    name: str
    side: int
    """Whose it is, for its line; -1 for neither."""
    rule: Rule
    value: Callable[[Any], float]


class Chart(NamedTuple):
    """Measures that belong together."""

    title: str
    measures: tuple[Measure, ...]


class Battle(NamedTuple):
    """A fight whose die is about to be rolled."""

    by: int
    hex: int
    faces: tuple[str, ...]
    """The result of each face of the die."""
    results: Mapping[str, str]
    """The results from the attacker's worst to his best, each with what it does."""


class Telling(NamedTuple):
    """How a game is told."""

    charts: tuple[Chart, ...]
    sides: tuple[Sequence[int], ...]
    """The units of each side."""
    places: Callable[[Any], Sequence[int]]
    """Where each unit is: a hex, or a number below 0 off the map."""
    steps: Callable[[Any], Sequence[int]]
    """The steps that each unit has."""
    turn: Callable[[Any], int]
    """The turn that it is."""
    battle: Callable[[Any], Battle | None]
    """The fight whose die is rolled next, if one is."""
    gone: frozenset[int]
    """Places off the map where a unit is lost."""
    grave: Mapping[type[Event], float]
    """Events that turn a game, and how much they weigh; a lost step weighs 1."""
    tolls: Mapping[type[Event], str] = MappingProxyType({})
    """Events about a `unit` that is lost outside of battle, with what is told of all those of a
    turn together: a template with `{count}`, `{side:side}` and `{steps}`."""
