"""A position of The Pocket at Falaise as a drawing: the plain map with the counters on it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from bocage.cli.terminal.picture import Lying, Marked
from bocage.cli.terminal.picture import drawn as drawn_on
from bocage.engine.counters import MarkerFace
from bocage.games.falaise.board.position import DISRUPTED, FINISHED
from bocage.games.falaise.pieces import counters
from bocage.games.falaise.pieces.counters import Counters
from bocage.games.falaise.pieces.units import SIDES

if TYPE_CHECKING:
    from bocage.games.falaise.board.position import Position


def drawn(st: Position) -> str:
    """Return the drawing as SVG text."""
    title = f"Turn {st.turn}, Allied VP {st.vp}"
    return drawn_on(st.world.pack, title, _units(st), _markers(st))


def _units(st: Position) -> Iterator[Lying]:
    """Stacks, the brigade or regiment lowest."""
    corps = dict(zip(st.world.corps_names.written, st.world.corps, strict=True))
    faces = counters.counters(Counters(st.world.units, corps, ()))
    own = [u for u in range(st.world.count) if st.loc[u] >= 0]
    for u in sorted(own, key=lambda u: not st.world.large[u]):
        reduced = st.world.two_step[u] and st.steps[u] == 1
        yield Lying(st.loc[u], faces[u].back if reduced else faces[u].front)


def _markers(st: Position) -> Iterator[Marked]:
    """Yield markers for disrupted and finished units in their hexes' corners, and Argentan's
    flag."""
    for side in range(len(SIDES)):
        for h, units in st.stacks(side).items():
            if any(st.marks[u] & DISRUPTED for u in units):
                yield Marked(h, MarkerFace("warning", "DISRUPTED", "warning"), (15, 15))
            if all(st.marks[u] & FINISHED for u in units):
                yield Marked(h, MarkerFace("tick", "FINISHED", "paper"), (-15, 15))
    argentan = st.world.ground.argentan
    yield Marked(argentan, MarkerFace("flag", "HELD", SIDES[st.argentan]), (-15, -15))
