"""Guides of first battles, read from the part `guide` of a short scenario's file."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, Final, cast

from bocage.engine.actions import Names, NotationError
from bocage.engine.guide import Advice, Guide, Step
from bocage.engine.rulings import Rule
from bocage.engine.words import Words

_ONE: Final = ("waiting", "free", "won", "lost")
"""The parts of a guide that are a single piece of advice."""


def read_guide(
    data: Mapping[str, Any],
    seats: tuple[str, ...],
    units: Names,
    hex_of: Callable[[str, object], int],
    wrong: Callable[[str, object, str], None],
) -> Guide | None:
    """Return the guide that a file has, or None if it says something wrong.

    Args:
        data: the part `guide` of the file.
        seats: the sides, by name.
        units: the units, by name.
        hex_of: finds a hex by its number.
        wrong: called with each faulty field and value.
    """
    missing = [key for key in ("side", "opponent", *_ONE, "step", "asked") if key not in data]
    if missing or data["side"] not in seats:
        wrong("guide", ", ".join(missing) or data["side"], "expected the parts of a guide")
        return None
    once = {key: _advice(data[key]) for key in _ONE}
    steps = [
        _step(each, units, hex_of, wrong) for each in cast("list[dict[str, Any]]", data["step"])
    ]
    asides = cast("dict[str, dict[str, str]]", data["asked"])
    return Guide(
        seats.index(data["side"]),
        str(data["opponent"]),
        tuple(steps),
        MappingProxyType({kind: _advice(each) for kind, each in asides.items()}),
        **once,
    )


def _step(
    data: Mapping[str, Any],
    units: Names,
    hex_of: Callable[[str, object], int],
    wrong: Callable[[str, object, str], None],
) -> Step:
    shown: list[int] = []
    for key in data.get("units", ()):
        try:
            shown.append(units.index(key))
        except NotationError as error:
            wrong("guide.step.units", key, error.reason)
    if not data.get("verbs") and not data.get("events"):
        wrong("guide.step", data.get("title", ""), "expected verbs or events that fulfil it")
    return Step(
        _advice(data),
        frozenset(data.get("asked", ())),
        frozenset(data.get("verbs", ())),
        frozenset(data.get("events", ())),
        int(data.get("times", 1)),
        int(data.get("turn", 0)),
        frozenset(data.get("past", ())),
        tuple(shown),
        tuple(hex_of("guide.step.hexes", h) for h in data.get("hexes", ())),
    )


def _advice(data: Mapping[str, Any]) -> Advice:
    says = " ".join(str(data.get("says", "")).split())
    rule = data.get("rule")
    return Advice(Words(str(data.get("title", ""))), Words(says), Rule(rule) if rule else None)
