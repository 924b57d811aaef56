"""What shows only on the map: units in the water, sites that are not there, lines that cannot be
measured."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any

from bocage.games.opcom.board.position import Position
from bocage.games.opcom.board.rows import FILE, Needs, place
from bocage.games.opcom.board.scenario import SUPPLIES
from bocage.games.opcom.board.world import World
from bocage.games.opcom.debrief import honour_records, records
from bocage.games.opcom.debrief.card_measures import CARD_MEASURES
from bocage.games.opcom.debrief.chronicle import WATCHES
from bocage.games.opcom.debrief.measures import MEASURES
from bocage.games.opcom.debrief.score import REVERSED
from bocage.games.opcom.pieces.counters import OOB
from bocage.tables import Fault


def map_faults(world: World) -> list[Fault]:
    """Return the faults in where a scenario puts things on its map."""
    found: list[Fault] = []
    in_oob, here = _counted(OOB.file, found, world.units), Needs(FILE, found)
    for i, troops in enumerate(world.units):
        if why := _nowhere(world, troops.start):
            in_oob.fault(i, "lat", troops.id, why)
    stocks = _counted(SUPPLIES.file, found, world.data.supplies)
    for i, row in enumerate(world.data.supplies):
        if row.lat is not None and row.lon is not None:
            why = _nowhere(world, world.ways.xy(row.lat, row.lon))
            if why:
                stocks.fault(i, "lat", row.id, why)
    points = world.pack.points_by_id
    zones = {area.id for area in world.pack.areas}
    fields = {area.id for area in world.pack.areas_of("airfield")}
    for i, strip in enumerate(world.data.sky.strips):
        here.one_of(i, "area", strip.area, fields, "airstrip")
    lifts = _counted("lifts.csv", found, world.data.sky.lifts)
    for i, lift in enumerate(world.data.sky.lifts):
        lifts.one_of(i, "zone", lift.zone, set(world.sky.sites))
    for i, beach in enumerate(world.data.sea.beaches):
        here.one_of(i, "id", beach.id, set(points), "beach")
        here.one_of(i, "zone", beach.zone, zones, "beach")
    return found


def _counted(file: str, found: list[Fault], rows: Sequence[object]) -> Needs:
    """Check the rows of a CSV file without blank lines. The first is below the heading."""
    return Needs(file, found, range(2, len(rows) + 2))


def _nowhere(world: World, point: tuple[int, int]) -> str:
    """Return why no unit can stand at a point, or an empty text."""
    cell = world.ways.cell(point)
    if cell is None:
        return "lies off the map"
    return "" if world.ways.is_land(cell) else "lies in the water"


def measure_faults(st: Position) -> list[Fault]:
    """Return a fault for each line, mission or watch that cannot be measured, tried once."""
    data = st.world.data.debrief
    own = len(data.watches) - len(data.honours.watches)
    return [
        *_tried(st, "line", data.lines, records.FILE, MEASURES),
        *_tried(st, "mission", data.honours.missions, honour_records.FILE, CARD_MEASURES),
        *_watched(st, data.watches[:own], records.FILE),
        *_watched(st, data.honours.watches, honour_records.FILE),
    ]


def _tried(st: Position, key: str, rows: Sequence[Any], file: str, how: Any) -> Iterator[Fault]:
    sections = {each.id for each in st.world.data.debrief.sections}
    for i, row in enumerate(rows):
        if row.kind == REVERSED:
            if row.more.said.get("of") not in sections:
                reason = f"needs of, one of the sections {', '.join(sorted(sections))}"
                yield Fault(file, 0, place(key, i, "of"), str(row.more.said.get("of", "")), reason)
        elif why := _why_not(partial(how[row.kind], st, row)):
            yield Fault(file, 0, place(key, i, "kind"), row.kind, why)


def _watched(st: Position, rows: Sequence[Any], file: str) -> Iterator[Fault]:
    for i, row in enumerate(rows):
        if why := _why_not(partial(WATCHES[row.kind], st, row.more)):
            yield Fault(file, 0, place("watch", i, "kind"), row.kind, why)


def _why_not(measure: Callable[[], object]) -> str:
    """Return why something can't be measured, or an empty text."""
    try:
        measure()
    except KeyError as error:
        return f"this kind needs '{error.args[0]}', or the scenario has nothing of that name"
    except (ValueError, TypeError, IndexError, AttributeError, StopIteration) as error:
        return f"one of its values is of the wrong sort: {error}"
    return ""
