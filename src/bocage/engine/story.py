"""The terms in which a finished game is narrated: measures, battles, losses, turning points.

`bocage.lab.stories` writes the account.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple

from bocage.engine.events import Event
from bocage.engine.rulings import Rule


class Measure(NamedTuple):
    """A quantity that is counted over time."""

    name: str
    side: int
    """The side of its line; -1 for neither."""
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
    """The results from the attacker's worst to best, each with its effect."""


class Telling(NamedTuple):
    """The terms in which a game is narrated."""

    charts: tuple[Chart, ...]
    sides: tuple[Sequence[int], ...]
    """The units of each side."""
    places: Callable[[Any], Sequence[int]]
    """The place of each unit: a hex, or a number below 0 off the map."""
    steps: Callable[[Any], Sequence[int]]
    """The steps that each unit has."""
    turn: Callable[[Any], int]
    """The current turn."""
    battle: Callable[[Any], Battle | None]
    """The fight whose die is rolled next, if there is one."""
    gone: frozenset[int]
    """Places off the map where a unit is lost."""
    grave: Mapping[type[Event], float]
    """Turning points: events with their weight; a lost step weighs 1."""
    tolls: Mapping[type[Event], str] = MappingProxyType({})
    """Events about a `unit` lost outside of battle, with a template for all those of a turn
    together: its fields are `{count}`, `{side:side}` and `{steps}`.
    """
