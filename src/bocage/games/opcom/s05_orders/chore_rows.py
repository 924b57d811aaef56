"""Rows of a sheet that move no troops: supplies, dumps, attachments, bridges, messages."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Final

from bocage.games.opcom.board.ways import Point, km_between
from bocage.games.opcom.board.world import World, plain
from bocage.games.opcom.pieces.orders import (
    PARK,
    Attachment,
    Chore,
    Construction,
    CounterFire,
    Demolition,
    Dispatch,
    DumpMove,
    FireMission,
    Supply,
    Train,
)
from bocage.games.opcom.s05_orders.sheet import Row, Sheet, rows, texts
from bocage.games.opcom.s06_movement import rail
from bocage.games.opcom.s12_air.orders import understand_air
from bocage.games.opcom.s14_sea.orders import READERS as SEA
from bocage.games.opcom.s14_sea.orders import understand_sea

if TYPE_CHECKING:
    from bocage.games.opcom.s05_orders.meaning import Reader


def understand_chores(reader: Reader, sheet: Sheet) -> tuple[tuple[int, Chore], ...]:
    """Return every such line that can be carried out, with its number on the sheet."""
    found: list[tuple[int, Chore | None]] = []
    number = len(rows(sheet, "order"))
    readers: tuple[tuple[str, Callable[[Reader, int, Row], Chore | None]], ...] = (
        ("supply", _supply),
        ("dump", _dump),
        ("attach", _attach),
        ("blow", _blow),
        ("build", _build),
        ("fire", _fire),
        ("rail", _rail),
        ("message", understand_message),
        ("air", understand_air),
        *((kind, partial(understand_sea, kind)) for kind in SEA),
    )
    most = reader.world.tables.figures.messages.most
    for kind, read in readers:
        for i, row in enumerate(rows(sheet, kind)):
            number += 1
            if kind == "message" and i >= most:
                reader.problem(number, f"a staff sends {most} messages in half a day, and no more.")
                continue
            found.append((number, read(reader, number, row)))
    return tuple((number, each) for number, each in found if each is not None)


def _holder(reader: Reader, number: int, name: str, *, below: bool = False) -> int | None:
    """Return a unit that carries supplies, a dump of the team's own, or a parked stack.

    With `below` also a headquarters or a dump of a team directly under this one (reading 6.19).
    """
    world = reader.world
    if plain(name).startswith("stack at "):
        return _stack(reader, number, name.split(maxsplit=2)[2])
    seat = world.teams[reader.team].seat
    for i, dump in enumerate(world.dumps):
        if dump.team == seat and plain(name) in (plain(dump.id), plain(dump.name), "dump"):
            return len(world.units) + i
    if below and (found := _holder_below(world, seat, plain(name))) is not None:
        return found
    unit = _one(reader, number, name, f"'{name}' is not one unit or dump.")
    if unit is not None and not world.units[unit].unit.logistics_lift:
        reader.problem(number, f"{world.units[unit].name} carries no supplies.")
        return None
    return unit


def _one(reader: Reader, number: int, name: str, otherwise: str) -> int | None:
    """Return the one unit that a name means, if it is there. Report `otherwise` for a group."""
    units, complaint = reader.finder.units(name)
    if not complaint and len(units) != 1:
        reader.problem(number, otherwise)
        return None
    here = reader.units(number, name)
    return here[0] if here else None


def _holder_below(world: World, seat: str, name: str) -> int | None:
    """Return a headquarters or dump of a team directly under a seat (reading 6.19)."""
    under = {team.seat: i for i, team in enumerate(world.teams) if team.under == seat}
    for i, dump in enumerate(world.dumps):
        if dump.team in under and name in (plain(dump.id), plain(dump.name)):
            return len(world.units) + i
    for unit in world.units:
        known = (plain(unit.id), plain(unit.name), plain(unit.unit.label))
        if unit.arm == "hq" and unit.team in under.values() and name in known:
            return unit.number
    return None


def _stack(reader: Reader, number: int, place: str) -> int | None:
    """Return a parked stack near a place, from what the team was told."""
    spot = reader.spot(number, place, ())
    if spot is None:
        return None
    near = {
        depot: km_between(at, spot.point)
        for depot, at in reader.known.stacks.items()
        if km_between(at, spot.point) <= reader.world.tables.figures.orders.parked
    }
    if not near:
        reader.problem(number, f"we have no supplies parked at {place}.")
        return None
    return len(reader.world.units) + min(near, key=lambda depot: (near[depot], depot))


def _supply(reader: Reader, number: int, row: Row) -> Chore | None:
    source = _holder(reader, number, str(row.get("from", "")))
    goal = str(row.get("to", ""))
    where: Point | tuple[()] = ()
    if plain(goal).split()[:1] == ["park"]:
        target: int | None = PARK
        if plain(goal).startswith("park at "):
            spot = reader.spot(number, goal.split(maxsplit=2)[2], ())
            target, where = (None, ()) if spot is None else (PARK, spot.point)
    else:
        target = _holder(reader, number, goal, below=bool(row.get("by")))
    carrier = -1
    if row.get("by"):
        by = _column(reader, number, str(row["by"]))
        if by is None:
            return None
        carrier = by
    if source is None or target is None:
        return None
    ammo = reader.number(number, "ammunition", row.get("ammo", 0), 0)
    fuel = reader.number(number, "fuel", row.get("fuel", 0), 0)
    if where and carrier < 0:
        reader.problem(number, "name the transport column that takes the supplies there.")
        return None
    made = Supply(reader.team, source, target, ammo, fuel, carrier, where)
    return made if _is_delivered(reader, number, made) else None


def _column(reader: Reader, number: int, name: str) -> int | None:
    """Return the transport column of that name, if it is there."""
    unit = _one(reader, number, name, f"'{name}' is not a transport column.")
    if unit is not None and reader.world.units[unit].arm != "transport":
        reader.problem(number, f"'{name}' is not a transport column.")
        return None
    return unit


def _is_delivered(reader: Reader, number: int, order: Supply) -> bool:
    """Return a dump delivers within its range, others hand over within reach, a column loads there
    (11.0).

    What nobody can bring is said, and falls away.
    """
    source, target = _holder_at(reader, order.source), _holder_at(reader, order.target)
    figures = reader.world.tables.figures.supply
    if order.carrier >= 0:
        km = reader.km((order.carrier,), source) if source else 0.0
        if km > figures.draw:
            column = _holder_name(reader, order.carrier)
            text = f"{column} is {km:.0f} km from {_holder_name(reader, order.source)}"
            text = f"{text}, and loads within {figures.draw} km. Shall it go there first?"
            reader.ask(number, text, (), "it drives with what it has")
        return True
    if source is None or target is None:
        return True
    units = len(reader.world.units)
    km, reach = km_between(source, target), float(figures.draw)
    if units <= order.source < units + len(reader.world.dumps) and order.target < units:
        ranges = {holder: _range(reader, holder) for holder in reader.known.dumps}
        if any(km_between(at, target) <= ranges[d] for d, at in reader.known.dumps.items()):
            return True
        reach = _range(reader, order.source)
    if km <= reach:
        return True
    who = _holder_name(reader, order.target)
    text = f"{who} is {km:.0f} km from {_holder_name(reader, order.source)}, which gives supplies"
    reader.problem(
        number, f"{text} within {reach:g} km; name the transport column that takes them."
    )
    return False


def _range(reader: Reader, holder: int) -> float:
    dump = reader.world.dumps[holder - len(reader.world.units)]
    return dump.range_km or reader.world.tables.figures.supply.dump


def _holder_name(reader: Reader, holder: int) -> str:
    units, dumps = reader.world.units, reader.world.dumps
    if holder < len(units):
        return units[holder].name
    dump = holder - len(units)
    return dumps[dump].name if dump < len(dumps) else "the stack"


def _holder_at(reader: Reader, holder: int) -> Point | None:
    """Return where supplies are as far as the team knows, or nothing."""
    known = reader.known
    depot = holder - len(reader.world.units)
    return known.where.get(holder) or known.dumps.get(holder) or known.stacks.get(depot)


def _dump(reader: Reader, number: int, row: Row) -> Chore | None:
    holder = _holder(reader, number, str(row.get("dump", "")))
    spot = reader.spot(number, str(row.get("to", "")), ())
    units = len(reader.world.units)
    if holder is None or spot is None:
        return None
    if holder < units:
        reader.problem(number, f"{reader.world.units[holder].name} is not a dump.")
        return None
    most = reader.world.tables.rates["motorised, open"].column
    km = km_between(reader.known.dumps.get(holder, spot.point), spot.point)
    if km > most:
        far = f"{spot.name} is {km:.0f} km away, and a dump moves {most} km in half a day."
        reader.problem(number, far)
        return None
    return DumpMove(reader.team, holder - units, *spot.point, spot.name)


def _attach(reader: Reader, number: int, row: Row) -> Chore | None:
    units = reader.units(number, str(row.get("unit", "")))
    if not units:
        return None
    to = plain(str(row.get("to", "")))
    side = reader.world.side_of_team(reader.team)
    for unit in reader.world.units:
        if unit.side == side and plain(unit.unit.division) == to:
            return Attachment(reader.team, tuple(units), unit.unit.division)
    reader.problem(number, f"there is no division '{row.get('to', '')}' on our side.")
    return None


def _blow(reader: Reader, number: int, row: Row) -> Chore | None:
    spot = reader.spot(number, str(row.get("bridge", "")), (), bridge=True)
    if spot is None:
        return None
    if spot.crossing in reader.known.down:
        reader.problem(number, f"{spot.name} is down already.")
        return None
    here = [u for u in reader.known.where if u not in reader.known.lost]
    km = reader.km(here, spot.point)
    most = reader.world.tables.figures.bridges.held
    if here and km > most:
        text = (
            f"our nearest troops are {km:.0f} km from {spot.name}; the unit that "
            "blows it must be within"
        )
        reader.ask(number, f"{text} {most:g} km. Who shall?", (), "they try it anyway")
    return Demolition(reader.team, spot.crossing)


def _rail(reader: Reader, number: int, row: Row) -> Chore | None:
    """Read a line that sends a unit by train. Infantry may get off beside the track too (6.4)."""
    name = str(row.get("unit", ""))
    unit = _one(reader, number, name, "a train takes one unit on a line.")
    if unit is None:
        return None
    spot = reader.spot(number, str(row.get("to", "")), (unit,))
    if spot is None:
        return None
    world = reader.world
    seat = world.teams[reader.team].seat
    if not any(each.team == seat for each in world.data.trains):
        reader.problem(number, "we have no trains here.")
        return None
    start = rail.station_at(world, reader.known.where[unit])
    if not start:
        words = "is at no station; a train is boarded in a town or village on the railway."
        reader.problem(number, f"{world.units[unit].name} {words}")
        return None
    ends = [rail.station_at(world, spot.point)]
    vehicles = rail.has_vehicles(world, unit)
    if not ends[0] and not vehicles:
        ends = rail.beside_track(world, spot.point)
    if not any(ends):
        words = "has no station, and vehicles need one" if vehicles else "is not on the railway"
        reader.problem(number, f"{spot.name} {words}.")
        return None
    if not any(end and rail.is_joined(world, start, end, reader.known.down) for end in ends):
        reader.problem(number, f"the line to {spot.name} is broken, as far as we know.")
        return None
    return Train(reader.team, unit, *spot.point, spot.name)


def _fire(reader: Reader, number: int, row: Row) -> Chore | None:
    """Read a line for guns that fire on a place or wait for enemy guns to fire."""
    guns: list[int] = []
    for name in texts(row.get("guns", [])):
        guns += [u for u in reader.units(number, name) if reader.world.units[u].is_gun]
    if not guns:
        reader.problem(number, "the line names no guns to fire with.")
        return None
    if "counter" in str(row.get("mission", "")).casefold():
        return CounterFire(reader.team, tuple(sorted(set(guns))))
    spot = reader.spot(number, str(row.get("at", "")), guns)
    if spot is None:
        return None
    return FireMission(reader.team, tuple(sorted(set(guns))), *spot.point, spot.name)


def _build(reader: Reader, number: int, row: Row) -> Chore | None:
    spot = reader.spot(number, str(row.get("bridge", "")), (), bridge=True)
    who: list[tuple[int, ...]] = []
    for key, arm in (("engineers", "engineer"), ("column", "bridging")):
        fit: list[int] = []
        for name in texts(row.get(key, "")) or [""]:
            units = reader.units(number, name)
            able = [u for u in units if reader.world.units[u].arm == arm]
            if not able:
                if units:
                    reader.problem(number, f"'{name}' cannot build a bridge.")
                return None
            fit += able
        who.append(tuple(dict.fromkeys(fit)))
    if spot is None:
        return None
    return Construction(reader.team, spot.crossing, who[0][0], who[1])


MEANS: Final = ("wireless", "telephone", "liaison officer", "runner")
_LONGEST: Final = 400
"""Characters of a message."""


def understand_message(reader: Reader, number: int, row: Row) -> Dispatch | None:
    """Return a line `[[message]]` of a sheet: to whom, by what means, and the words."""
    text = str(row.get("text", "")).strip()
    by = str(row.get("by", MEANS[0])).strip().casefold() or MEANS[0]
    name = str(row.get("to", "")).strip()
    if not text:
        reader.problem(number, "the message says nothing.")
        return None
    if len(text) > _LONGEST:
        reader.problem(number, f"the message is longer than {_LONGEST} characters.")
        return None
    means = next((each for each in MEANS if each.startswith(by)), None)
    if means is None:
        reader.problem(number, f"'{by}' is not a means of sending; there are {', '.join(MEANS)}.")
        return None
    teams = reader.world.teams
    own = teams[reader.team]
    for to, team in enumerate(teams):
        if plain(name) in (plain(team.seat), plain(team.name)):
            if team.side != own.side or to == reader.team:
                break
            return Dispatch(reader.team, to, number, means, text)
    others = [t.name for t in teams if t.side == own.side and t is not own]
    among = f"there are {', '.join(others)}" if others else "there is no other"
    reader.problem(number, f"there is no headquarters '{name}' on our side; {among}.")
    return None
