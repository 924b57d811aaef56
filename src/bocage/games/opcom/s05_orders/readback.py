"""5: a team's order form, and its sheet read back line by line before it is sent.

Everything comes from what the team was told: a bridge that it does not know to be down counts
as standing, and no enemy stops the march that is drawn.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, cast

from bocage.engine.operation import (
    Country,
    Form,
    Grouping,
    Headquarters,
    Landmark,
    LineReading,
    Point,
    Remark,
    SheetReading,
)
from bocage.games.opcom.board.position import (
    ACTIONS,
    ATTACK,
    BLOWN,
    BREAKTHROUGH,
    HOLD,
    MOVE,
    POSTURES,
    PREPARE,
    PROBE,
    REST,
    Position,
)
from bocage.games.opcom.board.world import World
from bocage.games.opcom.pieces.counters import SYMBOLS
from bocage.games.opcom.pieces.orders import Line
from bocage.games.opcom.s05_orders.files import SheetError, sheet_from_text
from bocage.games.opcom.s05_orders.knowledge import known_to_team
from bocage.games.opcom.s05_orders.meaning import Known, understand
from bocage.games.opcom.s05_orders.sheet import KINDS
from bocage.games.opcom.s06_movement.marchers import marcher

_DONE: Final = {
    HOLD: "hold",
    MOVE: "move to",
    PREPARE: "prepare an attack on",
    PROBE: "probe towards",
    ATTACK: "attack",
    BREAKTHROUGH: "break through to",
}
_POSTURE: Final = ("tactical", "non-tactical", "resting")
_NAMED: Final = 3
"""Units that a sentence names before it counts the rest."""


def country(world: World) -> Country:
    """The map of a scenario, with every place and crossing that a sheet may name."""
    xy = world.ways.xy
    places = [Landmark(each.name, "place", xy(each.lat, each.lon)) for each in world.places]
    spans = [Landmark(each.name, "crossing", xy(each.lat, each.lon)) for each in world.crossings]
    teams = [Headquarters(each.seat, each.name, each.side, each.under) for each in world.teams]
    return Country(world.pack, tuple(teams), tuple(places + spans), world.ways.earth)


def form(st: Position, team: int) -> Form:
    """The order form of a team for the turn that is being written."""
    world = st.world
    known = known_to_team(st, team)
    row = world.turn(max(1, st.turn))
    here = [u for u in known.where if u not in known.lost]
    groups = [
        Grouping(name, tuple(world.units[u].id for u in units if u in here))
        for name, units in world.groups_of(team).items()
    ]
    return Form(
        team=world.teams[team].name,
        above=world.teams[team].under,
        turn=st.turn,
        date=row.date,
        half=row.half,
        weather=row.weather,
        daylight=row.daylight,
        groupings=tuple(each for each in groups if each.units),
        symbols={
            world.units[u].id: (world.units[u].unit.nation, SYMBOLS[world.units[u].unit.symbol])
            for u in here
        },
        actions=ACTIONS,
        postures=POSTURES,
        columns=KINDS,
    )


def desk_form(st: Position) -> Form:
    """The form of Control, who orders nobody: the turn, and the symbols of all units."""
    row = st.world.turn(max(1, st.turn))
    return Form(
        team="Control",
        above="",
        turn=st.turn,
        date=row.date,
        half=row.half,
        weather=row.weather,
        daylight=row.daylight,
        groupings=(),
        symbols={u.id: (u.unit.nation, SYMBOLS[u.unit.symbol]) for u in st.world.units},
        actions=(),
        postures=(),
        columns={},
    )


def read_back(st: Position, team: int, text: str) -> SheetReading:
    """How the staff understands a sheet.

    Args:
        st: the position; only what the team was told is read from it.
        team: whose sheet it is.
        text: the sheet as JSON, as `sheet` carries it.
    """
    try:
        sheet = sheet_from_text(text)
    except SheetError as error:
        return SheetReading((), (Remark(0, str(error)),), ())
    known = known_to_team(st, team)
    found = understand(st.world, team, sheet, known)
    return SheetReading(
        tuple(_line(st, known, line) for line in found.lines),
        tuple(Remark(each.number, each.words) for each in found.problems),
        tuple(Remark(q.number, q.words, q.choices, q.default) for q in found.questions),
    )


def _line(st: Position, known: Known, line: Line) -> LineReading:
    units = [st.world.units[u] for u in line.units]
    goal = cast("Point | None", line.goal or None)
    if line.follow >= 0:
        goal = known.where.get(line.follow)
    path, km, turns = _march(st, known, line, goal)
    return LineReading(
        line.number,
        _sentence(st.world, line, km),
        tuple(each.id for each in units),
        tuple(path),
        round(km, 1),
        round(turns, 2),
        goal,
    )


def _sentence(world: World, line: Line, km: float) -> str:
    who = _listed([world.units[u].name for u in line.units])
    said = _DONE[line.action]
    where = line.goal_name
    if line.follow >= 0:
        said, where = "follow", world.units[line.follow].name
    elif not where:
        said = {PREPARE: "prepare an attack"}.get(line.action, said)
    if line.stand_fast:
        said = "stand fast"
    parts = [f"{who}: {said} {where}".rstrip()]
    if line.route:
        parts[0] += " by the route given"
    if line.action != HOLD or line.posture == REST:
        parts.append(_POSTURE[line.posture])
    flags = (
        (line.column, "in road column"),
        (line.night, "by night"),
        (line.after, "after the fights"),
        (line.infiltrate, "by infiltration"),
        (line.counter_attack, "counter-attack if driven back"),
    )
    parts += [words for holds, words in flags if holds]
    if line.lift >= 0:
        parts.append(f"lifted by {world.units[line.lift].name}")
    if line.support:
        guns = [
            world.units[u].name + (" (first attack)" if once else "") for u, once in line.support
        ]
        parts.append(f"supported by {_listed(guns)}")
    if line.squadrons:
        parts.append(f"{line.squadrons} squadrons in close support")
    if line.cab_rank:
        parts.append(f"{line.cab_rank} on the cab rank")
    if line.ammo >= 0:
        parts.append(f"{line.ammo} ammunition")
    if line.fuel >= 0:
        parts.append(f"{line.fuel} fuel")
    if km:
        parts.append(f"{km:.0f} km" if km >= 1 else "under 1 km")
    return ", ".join(parts) + "."


def _listed(names: Sequence[str]) -> str:
    if len(names) > _NAMED + 1:
        return f"{', '.join(names[:_NAMED])} and {len(names) - _NAMED} more"
    return " and ".join([", ".join(names[:-1]), names[-1]]) if len(names) > 1 else names[0]


def _march(
    st: Position, known: Known, line: Line, goal: Point | None
) -> tuple[list[Point], float, float]:
    """The way of a line's first unit that can move, its length and the half days it takes."""
    if goal is None or line.action in (HOLD, PREPARE):
        return [], 0.0, 0.0
    movers = [u for u in line.units if st.world.units[u].unit.mobility != "static"]
    if not movers:
        return [], 0.0, 0.0
    who = marcher(_believed(st, known), movers[0], line)
    at = known.where[movers[0]]
    path, km, turns = [at], 0.0, 0.0
    for stop in (*line.route, goal):
        way = st.world.ways.way(path[-1], stop, who)
        if way is None:
            return [*path, stop], 0.0, 0.0
        for each in way:
            path.append((each.x, each.y))
            km += each.km
            turns += each.km * who.cost(st.world.ways.ground(path[-1]), each.road, each.lane)
    return path, km, turns


def _believed(st: Position, known: Known) -> Position:
    """The position as far as the team knows it: where its units are, and which bridges are down."""
    made = st.copy()
    for crossing in range(len(made.bridges)):
        made.bridges[crossing] = BLOWN if crossing in known.down else 0
    for unit, (x, y) in known.where.items():
        made.xs[unit] = made.from_x[unit] = x
        made.ys[unit] = made.from_y[unit] = y
    return made
