"""5.1: the order form of a team: who it commands, and what each kind of line may say."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from bocage.engine.operation import Column, Country, Form, Grouping, Headquarters, Landmark, Point
from bocage.games.opcom.board.position import ACTIONS, POSTURES, Position
from bocage.games.opcom.board.ways import Marcher
from bocage.games.opcom.board.world import Troops, World
from bocage.games.opcom.pieces.counters import SYMBOLS
from bocage.games.opcom.s05_orders.chore_rows import MEANS
from bocage.games.opcom.s05_orders.knowledge import known_to_team
from bocage.games.opcom.s05_orders.sheet import KINDS
from bocage.games.opcom.s12_air.orders import MISSIONS

Columns = dict[str, tuple[Column, ...]]


def country(world: World) -> Country:
    """Return the map of a scenario, with every place and crossing that a sheet may name."""
    xy = world.ways.xy
    places = [
        Landmark(each.id, each.name, "place", xy(each.lat, each.lon)) for each in world.places
    ]
    spans = [
        Landmark(each.id, each.name, "crossing", xy(each.lat, each.lon)) for each in world.crossings
    ]
    teams = [Headquarters(each.seat, each.name, each.side, each.under) for each in world.teams]

    def road(start: Point, end: Point) -> tuple[float, tuple[Point, ...]] | None:
        way = world.ways.way(start, end, _DIVIDERS)
        if way is None:
            return None
        return sum(each.km for each in way), (start, *((each.x, each.y) for each in way))

    # 12.3: where troops may be dropped is the plan of those who have lifts.
    lifting = frozenset(world.teams[team].side for team in world.sky.lift_team)
    return Country(
        world.pack,
        tuple(teams),
        tuple(places + spans),
        world.ways.earth,
        road,
        {"drop-zones": lifting},
    )


_DIVIDERS: Final = Marcher(
    cost=lambda _ground, road, _lane: 1.0 if road else 3.0,
    off_road=True,
    wades=False,
    river_cost=1.0,
    bears=lambda _crossing: True,
    key=("dividers",),
)
"""Who measures a way on the map: by road where there is one, over every bridge that is drawn."""


def form(st: Position, team: int) -> Form:
    """Return the order form of a team for the turn that is being written."""
    world = st.world
    known = known_to_team(st, team)
    row = world.turn(max(1, st.turn))
    here = [u for u in known.where if u not in known.lost]
    groups = [
        Grouping(name, tuple(world.units[u].id for u in units if u in here))
        for name, units in world.groups_of(team).items()
    ]
    seat = world.teams[team].seat
    flies = [each for each in world.data.air if (each.team, each.turn) == (seat, st.turn)]
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
        columns=columns(st, team, [world.units[u] for u in here]),
        objectives=tuple(world.teams[team].objectives),
        last=st.turn >= world.last_turn,
        close_support=(sum(e.squadrons for e in flies), sum(e.cab_rank for e in flies)),
    )


def desk_form(st: Position) -> Form:
    """Return the form of Control, who orders nobody: the turn, and the symbols of all units."""
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
        last=st.turn >= st.world.last_turn,
    )


def columns(st: Position, team: int, here: list[Troops]) -> Columns:
    """Return every kind of line that the team can use, with what each of its fields takes."""
    world = st.world
    found: Columns = {"order": _order(st, team, here)}
    found |= _supplies(world, team, here)
    found |= _works(world, team, here)
    if others := _others(world, team):
        found["message"] = (
            Column("to", "choice", others),
            Column("by", "choice", MEANS),
            Column("text", "words"),
        )
    found |= _air(st, team)
    found |= _sea(world, team, here)
    return {kind: found[kind] for kind in KINDS if kind in found}


def _names(units: Iterable[Troops]) -> tuple[str, ...]:
    return tuple(unit.name for unit in units)


def _others(world: World, team: int) -> tuple[str, ...]:
    """Return the other headquarters of its side."""
    own = world.teams[team]
    return tuple(each.name for each in world.teams if each.side == own.side and each is not own)


def _order(st: Position, team: int, here: list[Troops]) -> tuple[Column, ...]:
    world = st.world
    lent = [world.units[world.by_id[u.id]] for u in st.told[team].lent]
    guns = _names([*(u for u in here if u.is_gun), *lent])
    lorries = _names(u for u in here if u.arm == "transport")
    flown = any(each.team == world.teams[team].seat for each in world.data.air) or world.sky
    fields = [
        Column("unit", "units", several=True),
        Column("orders", "words"),
        Column("action", "choice", ACTIONS),
        Column("objective", "place"),
        Column("posture", "choice", POSTURES),
        Column("route", "place", several=True),
        *([Column("support", "units", guns, several=True)] if guns else []),
        Column("ammo", "number"),
        Column("fuel", "number"),
        *([Column("air", "number"), Column("cab_rank", "number")] if flown else []),
        Column("priority", "number"),
        *([Column("lifted_by", "units", lorries)] if lorries else []),
        *(Column(name, "yes") for name in ("stand_fast", "counter_attack", "night", "column")),
        *(Column(name, "yes") for name in ("after", "infiltrate")),
    ]
    return tuple(fields)


def _supplies(world: World, team: int, here: list[Troops]) -> Columns:
    """Return the columns for supplies: dumps and units that carry supplies (11)."""
    seat = world.teams[team].seat
    dumps = tuple(each.name for each in world.dumps if each.team == seat)
    holders = (*dumps, *_names(u for u in here if u.unit.logistics_lift))
    lorries = _names(u for u in here if u.arm == "transport")
    found: Columns = {}
    if holders:
        found["supply"] = (
            Column("from", "choice", holders),
            Column("to", "words", (*holders, "park")),
            Column("ammo", "number"),
            Column("fuel", "number"),
            *([Column("by", "choice", lorries)] if lorries else []),
        )
    if dumps:
        found["dump"] = (Column("dump", "choice", dumps), Column("to", "place"))
    return found


def _works(world: World, team: int, here: list[Troops]) -> Columns:
    """Return the columns for engineers, attachments, fire missions and trains (8, 9.6, 9.16)."""
    side = world.side_of_team(team)
    divisions = tuple(
        dict.fromkeys(u.unit.division for u in world.units if u.side == side and u.unit.division)
    )
    guns = _names(u for u in here if u.is_gun)
    engineers = _names(u for u in here if u.arm == "engineer")
    bridging = _names(u for u in here if u.arm == "bridging")
    found: Columns = {}
    if len(divisions) > 1:
        found["attach"] = (Column("unit", "units"), Column("to", "choice", divisions))
    if world.crossings:
        found["blow"] = (Column("bridge", "crossing"),)
    if engineers and bridging:
        found["build"] = (
            Column("bridge", "crossing"),
            Column("engineers", "choice", engineers),
            Column("column", "units", bridging, several=True),
        )
    if guns:
        found["fire"] = (
            Column("guns", "units", guns, several=True),
            Column("at", "place"),
            Column("mission", "choice", ("on a place", "counter-battery")),
        )
    if world.data.trains:
        found["rail"] = (Column("unit", "units"), Column("to", "place"))
    return found


def _air(st: Position, team: int) -> Columns:
    """Return the columns for the team's squadrons and lifts (12)."""
    sky = st.world.sky
    if not sky:
        return {}
    told = st.told[team]
    squadrons = tuple(each.name for each in told.squadrons if each.left)
    lifts = tuple(each.id for each in told.lifts)
    if not squadrons:
        return {}
    return {
        "air": (
            Column("mission", "choice", MISSIONS),
            Column("squadrons", "units", squadrons, several=True),
            Column("zone", "words", tuple(zone.name for zone in sky.zones)),
            Column("at", "place"),
            Column("for", "words", _others(st.world, team)),
            *([Column("lift", "choice", lifts), Column("to", "place")] if lifts else []),
            Column("night", "yes"),
        )
    }


def _sea(world: World, team: int, here: list[Troops]) -> Columns:
    """Return the columns for fleets, convoys, ports and runways, or none without a sea."""
    sea, seat = world.data.sea, world.teams[team].seat
    if not sea.convoys:
        return {}
    fleets = [each for each in sea.fleets if each.team == seat]
    big = tuple(each.name for each in fleets if each.kind == "battleships")
    convoys = tuple(each.name for each in sea.convoys if each.team == seat)
    zones = tuple(each.name for each in world.pack.areas_of("sea zone"))
    beaches = tuple(world.pack.place(each.id).name for each in sea.beaches)
    ports = tuple(world.pack.place(each.id).name for each in sea.beaches if each.grade == "port")
    strikers = tuple(
        each.name
        for i, each in enumerate(world.sky.units)
        if world.sky.team_of[i] == team and each.role == "anti-ship"
    )
    fields = tuple(world.pack.area(each.area).name for each in world.sky.strips)
    zone = Column("zone", "choice", zones)
    found: Columns = {}
    if fleets:
        found["sail"] = (Column("fleet", "choice", tuple(each.name for each in fleets)), zone)
    if big:
        found["bombard"] = (Column("fleet", "choice", big), Column("at", "place"))
    if convoys:
        found["divert"] = (
            Column("convoy", "choice", convoys),
            Column("beach", "choice", beaches),
        )
    if strikers:
        found["strike"] = (Column("squadrons", "units", strikers, several=True), zone)
    if ports and here:
        found["scuttle"] = (Column("port", "choice", ports),)
    if fields and here:
        found["crater"] = (Column("airfield", "choice", fields), Column("by", "units"))
    return found
