"""The march of each unit: the cost of ground for a line, and lifting lorries (6.1, reading 3.8)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, cast

from bocage.games.opcom.board.position import BAILEY, BLOWN, NON_TACT, PREPARE, Position
from bocage.games.opcom.board.ways import Marcher, km_between
from bocage.games.opcom.pieces.orders import Line
from bocage.games.opcom.s06_movement.rates import (
    Delay,
    Ground,
    Mobility,
    Pace,
    rate,
    slowed,
    wading,
)
from bocage.games.opcom.s06_movement.water import BridgeClass, may_use_bridge, may_wade
from bocage.games.opcom.s08_bridges import known_down, wreck_points

_BEARING: Final = bytes(marks & (BLOWN | BAILEY) for marks in range(256))
"""The marks of a bridge that decide its load (`bears`); a demolition test changes no way."""


def pace_of(st: Position, unit: int, line: Line) -> Pace:
    """Return the column of the movement table; towed guns use only road columns (reading 3.7)."""
    if line.column or st.world.units[unit].unit.mobility == "towed":
        return "column"
    return "non-tactical" if line.posture == NON_TACT else "tactical"


def marcher(
    st: Position, unit: int, line: Line, *, contact: bool = False, truly: bool = False
) -> Marcher:
    """Return a unit as the search for a way needs it.

    Args:
        st: the position.
        unit: the unit that marches.
        line: its orders.
        contact: whether it begins next to the enemy: then its first kilometres are tactical.
        truly: whether bridges count as they are, and not as the unit's team knows them.
    """
    troops = st.world.units[unit]
    mobility = cast("Mobility", troops.unit.mobility)
    if is_lifted(st, unit, line):
        mobility = "motor"
    pace: Pace = "tactical" if contact and mobility != "towed" else pace_of(st, unit, line)
    vehicles = mobility != "foot"
    wades = bool(may_wade(unit, mobility, "minor", charts=st.world.tables))
    shuns = st.figures.movement.shuns if vehicles else 1.0
    bridges = bytes(st.bridges) if truly else believed_bridges(st, troops.team)
    return Marcher(
        cost=cost_of(st, mobility, pace, preparing=line.action == PREPARE),
        off_road=pace != "column",
        wades=wades,
        river_cost=float(wading(st.world.tables)),
        bears=lambda crossing: bears(st, unit, crossing, mobility, bridges),
        climbs=not vehicles,
        shuns=shuns,
        key=(
            *(mobility, troops.arm, pace, wades, shuns, st.bad_roads, line.action == PREPARE),
            *(st.setting("light-bridges"), bridges.translate(_BEARING)),
        ),
    )


def believed_bridges(st: Position, team: int) -> bytes:
    """Return the marks of every bridge as a team takes it to be; the truth before it was told
    anything (reading 10.7).
    """
    if not st.told[team]:
        return bytes(st.bridges)
    down = set(known_down(st, team))
    return bytes(
        marks | BLOWN if i in down else marks & ~BLOWN for i, marks in enumerate(st.bridges)
    )


def cost_of(
    st: Position, mobility: Mobility, pace: Pace, *, preparing: bool = False
) -> Callable[[Ground, bool, bool], float]:
    """Return the cost function in turns per km: the rate, with what each delay makes of it."""
    charts = st.world.tables
    freely, in_lanes = (
        float(slowed(delays_on(st, preparing=preparing, lane=lane), charts))
        for lane in (False, True)
    )
    rates = {ground: rate(mobility, ground, pace, charts) for ground in ("open", "close", "marsh")}

    def cost(ground: Ground, road: bool, lane: bool) -> float:
        km = rates[ground]
        if not km:
            return _NEVER
        return (in_lanes if road and lane else freely) / km

    return cost


def delays_on(st: Position, *, preparing: bool, lane: bool) -> tuple[Delay, ...]:
    """Return the delays that are known before a march: by weather, preparing and lanes (6.2)."""
    there: dict[Delay, bool] = {
        "weather": bool(st.bad_roads),
        "preparing": preparing,
        "lanes": lane,
    }
    return tuple(delay for delay, is_there in there.items() if is_there)


_NEVER: Final = 1e6
"""Turns for a kilometre of ground without a rate."""


def bears(st: Position, unit: int, crossing: int, mobility: str = "", bridges: bytes = b"") -> bool:
    """Return whether a bridge stands and bears a unit; foot may use a wreck (6.3, reading 5.5).

    `bridges` are the marks of all bridges, if others than the true ones count.
    """
    marks = (bridges or st.bridges)[crossing]
    bridge = st.world.crossings[crossing]
    troops = st.world.units[unit]
    mobility = mobility or troops.unit.mobility
    foot = mobility == "foot"
    if marks & BLOWN:
        major = any(
            side.kind == "major river" for side in st.world.pack.water_between(bridge.a, bridge.b)
        )
        return wreck_points(foot=foot, major=major, charts=st.world.tables) > 0
    if "road" not in bridge.carries and not foot:
        return False
    extended = st.setting("light-bridges") == "yes"
    light = bridge.weight == "light" and not marks & BAILEY
    weight: BridgeClass = "light" if light else "heavy"
    return bool(may_use_bridge(unit, troops.arm, mobility, weight, extended=extended))


def lorries(st: Position, line: Line) -> tuple[int, ...]:
    """Return the transport unit that goes with a line because it lifts some of it."""
    if line.lift < 0 or not any(is_lifted(st, unit, line) for unit in line.units):
        return ()
    return (line.lift,)


def is_lifted(st: Position, unit: int, line: Line) -> bool:
    """Return whether a battalion on foot rides in the lorries that its line names.

    They are near when the turn begins, carry no supplies, and lift a battalion for every five
    points of their capacity.
    """
    if unit not in _riders(st, line):
        return False
    start = (st.from_x[unit], st.from_y[unit])
    there = (st.from_x[line.lift], st.from_y[line.lift])
    return km_between(start, there) <= st.figures.movement.lorries


def _riders(st: Position, line: Line) -> tuple[int, ...]:
    """Return the first battalions on foot of a line for which its lorries have room."""
    if line.lift < 0 or not st.is_here(line.lift) or st.held(line.lift):
        return ()
    room = st.world.units[line.lift].unit.logistics_lift // st.figures.movement.lift
    foot = [u for u in line.units if st.world.units[u].unit.mobility == "foot"]
    return tuple(foot[:room])
