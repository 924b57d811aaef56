"""A position of Operation Roundup as a drawing: the plain map with the counters on it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from bocage.cli.terminal.picture import Lying, Marked
from bocage.cli.terminal.picture import drawn as drawn_on
from bocage.engine.counters import MarkerFace
from bocage.games.roundup.board.position import NOBODY, NOWHERE
from bocage.games.roundup.pieces import counters
from bocage.games.roundup.pieces.counters import Counters
from bocage.games.roundup.pieces.units import ALLIED, NATIONS

if TYPE_CHECKING:
    from bocage.games.roundup.board.position import Position


def drawn(st: Position) -> str:
    """Return the drawing as SVG text."""
    return drawn_on(st.world.pack, f"Turn {st.turn}", _units(st), _markers(st))


def _units(st: Position) -> Iterator[Lying]:
    """Stacks, the division lowest."""
    faces = counters.counters(Counters(st.world.units, ()))
    for u, counter in enumerate(faces):
        if st.loc[u] >= 0:
            reduced = st.world.is_division[u] and st.steps[u] == 1
            yield Lying(st.loc[u], counter.back if reduced else counter.front)


def _markers(st: Position) -> Iterator[Marked]:
    """Beachheads, aerial supply and TAS, in the corners of their hexes."""
    for h in st.markers():
        yield Marked(h, MarkerFace("flag", "GERMAN", "german"), (15, -15))
    for number, nation in enumerate(NATIONS):
        for h in (each for each in st.beaches_of(number) if each >= 0):
            yield Marked(h, MarkerFace("beach", f"{nation.upper()} BEACH", nation), (-15, 15))
    for name, h in zip(NATIONS, st.aerial, strict=True):
        if h != NOWHERE:
            yield Marked(h, MarkerFace("crate-chute", f"{name.upper()} SUPPLY", name), (15, 15))
    if st.superiority != NOBODY:
        side = "allied" if st.superiority == ALLIED else "german"
        for h in st.tas:
            yield Marked(h, MarkerFace("plane", "TAS", side), (-15, -15))
