"""The terms in which a game of Operation Roundup is narrated."""

from __future__ import annotations

from collections.abc import Mapping
from operator import attrgetter
from typing import TYPE_CHECKING, Final

from bocage.engine.events import Event
from bocage.engine.odds import FACES
from bocage.engine.story import Battle, Chart, Measure, Telling
from bocage.games.roundup.board.position import DEAD, TRACK
from bocage.games.roundup.pieces.units import ALLIED, GERMAN
from bocage.games.roundup.rulebook import R
from bocage.games.roundup.s11_combat import BattleRoll
from bocage.games.roundup.s11_odds import RESULTS
from bocage.games.roundup.s14_victory import allied_level, german_level
from bocage.games.roundup.short.points import short_points
from bocage.games.roundup.words import events as told
from bocage.games.roundup.words.events import PortBlown

if TYPE_CHECKING:
    from bocage.games.roundup.board.position import Position
    from bocage.games.roundup.board.world import World


def _battle(st: Position) -> Battle | None:
    top = st.stack[-1] if st.stack else None
    if not isinstance(top, BattleRoll):
        return None
    odds = top.odds(st)
    return Battle(top.by, top.hex, tuple(odds.resolve(face) for face in FACES), RESULTS)


def _hexes(st: Position) -> float:
    return sum(st.control)


def _steps(st: Position, side: int) -> float:
    return sum(st.steps[u] for u in st.world.ranges[side] if st.loc[u] >= 0)


def _allied_steps(st: Position) -> float:
    return _steps(st, ALLIED)


def _german_steps(st: Position) -> float:
    return _steps(st, GERMAN)


def _allied_level(st: Position) -> float:
    return allied_level(st)[0]


def _german_level(st: Position) -> float:
    return german_level(st)[0]


def _allied_points(st: Position) -> float:
    return 0 if st.world.short is None else short_points(st, st.world.short).allied


def _german_points(st: Position) -> float:
    return 0 if st.world.short is None else short_points(st, st.world.short).german


def telling(world: World) -> Telling:
    """Return how a game is narrated, with or without the divisions that options bring."""
    return Telling(
        charts=_CHARTS if world.short is None else _SHORT_CHARTS,
        sides=(world.allied, range(len(world.allied), world.count)),
        places=attrgetter("loc"),
        steps=attrgetter("steps"),
        turn=attrgetter("turn"),
        battle=_battle,
        gone=frozenset({DEAD, TRACK}),
        grave=_GRAVE,
    )


_CHARTS: Final = (
    Chart("Control", (Measure("hexes under Allied control", ALLIED, R("3.5"), _hexes),)),
    Chart(
        "Strength on the map",
        (
            Measure("Allied steps", ALLIED, R("3.4"), _allied_steps),
            Measure("German steps", GERMAN, R("3.4"), _german_steps),
        ),
    ),
    Chart(
        "Level of victory, if it ended there",
        (
            Measure("Allied level", ALLIED, R("14.1"), _allied_level),
            Measure("German level", GERMAN, R("14.2"), _german_level),
        ),
    ),
)
_SHORT_CHARTS: Final = (
    *_CHARTS[:2],
    Chart(
        "Points, if it ended there",
        (
            Measure("Allied points", ALLIED, R("reading 76"), _allied_points),
            Measure("German points", GERMAN, R("reading 76"), _german_points),
        ),
    ),
)
_GRAVE: Final[Mapping[type[Event], float]] = {
    told.BeachheadLost: 8.0,
    told.Controlled: 4.0,
    PortBlown: 3.0,
    told.Conceded: 10.0,
}
