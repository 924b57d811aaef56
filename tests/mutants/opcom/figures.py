"""OP COM with one figure of `figures.toml` changed, and what is known of the figures."""

from __future__ import annotations

import re
from collections.abc import Generator, Iterator, Mapping
from contextlib import contextmanager
from fractions import Fraction
from functools import cache
from typing import Any, cast

from bocage.games.opcom.board.figures import FILE
from bocage.games.opcom.board.net import Marcher, Stretch
from bocage.games.opcom.board.tables import tables
from bocage.games.opcom.board.ways import Point, Ways
from bocage.games.places import data_of
from bocage.rules.judge import replaced


def _searched(ways: Ways, start: Point, end: Point, who: Marcher) -> list[Stretch] | None:
    """A way that is looked for each time: one found with another figure must not be remembered."""
    return ways.net.way(start, end, who)


@cache
def sources() -> Mapping[str, str]:
    """By figure: the rule or reading that it comes from, as cases are named: `reading-3.4`."""
    found: dict[str, str] = {}
    chapter = ""
    for line in (data_of("opcom") / FILE).read_text(encoding="utf-8").splitlines():
        if line.startswith("["):
            chapter = line.strip("[]")
        elif says := re.match(r"(\w+) = .*?# (reading )?([\d.]*\d)", line):
            found[f"{chapter}.{says[1]}"] = f"{'reading-' if says[2] else ''}{says[3]}"
    return found


def value_of(name: str) -> Any:
    """Return the value of a figure such as `contact.meets`."""
    chapter, _, field = name.partition(".")
    return getattr(getattr(tables().figures, chapter), field)


def others(value: object) -> Iterator[object]:
    """Yield the values 20 % below and above, of each part of a pair; whole numbers by one at
    least.
    """
    if isinstance(value, int):
        part = max(1, round(value / 5))
        yield from (value - part, value + part) if value else (1,)
    elif isinstance(value, Fraction):
        yield from (value * Fraction(4, 5), value * Fraction(6, 5))
    elif isinstance(value, float):
        yield from (value * 0.8, value * 1.2)
    else:
        pair = cast("tuple[object, ...]", value)
        for place, each in enumerate(pair):
            for other in others(each):
                yield (*pair[:place], other, *pair[place + 1 :])


@contextmanager
def figure(name: str, value: object) -> Generator[None]:
    """Within, a figure such as `contact.meets` has another value."""
    chapter, _, field = name.partition(".")
    group = getattr(tables().figures, chapter)
    before = getattr(group, field)
    guns = tables().artillery
    object.__setattr__(group, field, value)
    if chapter == "artillery":
        object.__setattr__(tables(), "artillery", {**guns, field: value})
    try:
        with replaced(Ways, way=_searched):
            yield
    finally:
        object.__setattr__(group, field, before)
        object.__setattr__(tables(), "artillery", guns)
