"""The terms in which a game of The Pocket at Falaise is narrated."""

from __future__ import annotations

from collections.abc import Mapping
from operator import attrgetter
from typing import TYPE_CHECKING, Final

from bocage.engine.events import Event
from bocage.engine.odds import FACES
from bocage.engine.story import Battle, Chart, Measure, Telling
from bocage.games.falaise.board.position import DEAD
from bocage.games.falaise.pieces.units import ALLIED, GERMAN
from bocage.games.falaise.rulebook import R
from bocage.games.falaise.s03_victory import allied_points, count_up
from bocage.games.falaise.s06_communications import has_loc
from bocage.games.falaise.s10_assault import AssaultRoll
from bocage.games.falaise.s10_odds import RESULTS
from bocage.games.falaise.words import events as told

if TYPE_CHECKING:
    from bocage.games.falaise.board.position import Position
    from bocage.games.falaise.board.world import World


def _battle(st: Position) -> Battle | None:
    top = st.stack[-1] if st.stack else None
    if not isinstance(top, AssaultRoll):
        return None
    odds = top.odds(st)
    return Battle(top.by, top.hex, tuple(odds.resolve(face) for face in FACES), RESULTS)


def _allied_points(st: Position) -> float:
    return allied_points(st, count_up(st)) if st.world.short is not None else st.vp


def _german_points(st: Position) -> float:
    return float(count_up(st).total("german"))


def _escaped(st: Position) -> float:
    away = st.world.ground.escaped
    return sum(st.steps[u] for u in st.world.german if st.loc[u] >= 0 and away[st.loc[u]])


def _caught(st: Position) -> float:
    """Return German steps without a Line of Communication (6.5)."""
    return sum(st.steps[u] for u in st.world.german if st.loc[u] >= 0 and not has_loc(st, u))


def telling(world: World) -> Telling:
    """Return how a game is narrated."""
    return Telling(
        charts=_CHARTS,
        sides=world.ranges,
        places=attrgetter("loc"),
        steps=attrgetter("steps"),
        turn=attrgetter("turn"),
        battle=_battle,
        gone=frozenset({DEAD}),
        grave=_GRAVE,
        tolls=_TOLLS,
    )


_CHARTS: Final = (
    Chart(
        "The pocket, in German steps",
        (
            Measure("east of the Withdrawal Line", GERMAN, R("3.3"), _escaped),
            Measure("without a Line of Communication", ALLIED, R("6.5"), _caught),
        ),
    ),
    Chart(
        "Victory Points, if it ended there",
        (
            Measure("Allied", ALLIED, R("3.3"), _allied_points),
            Measure("German", GERMAN, R("3.3"), _german_points),
        ),
    ),
)
_GRAVE: Final[Mapping[type[Event], float]] = {
    told.Controlled: 6.0,
    told.Changed: 0.5,
    told.Opened: 3.0,
    told.Conceded: 10.0,
}
_TOLLS: Final[Mapping[type[Event], str]] = {
    told.Surrendered: "{count} cut off units of {side:side} surrender: {steps} steps",
}
