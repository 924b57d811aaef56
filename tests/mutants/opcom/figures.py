"""OP COM with one figure of `figures.toml` changed."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager

from bocage.games.opcom.board.net import Marcher, Stretch
from bocage.games.opcom.board.tables import tables
from bocage.games.opcom.board.ways import Point, Ways
from bocage.rules.judge import replaced


def _searched(ways: Ways, start: Point, end: Point, who: Marcher) -> list[Stretch] | None:
    """A way that is looked for each time: one found with another figure must not be remembered."""
    return ways.net.way(start, end, who)


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
