"""Lines of a sheet for the sea: fleets, bombardments, diversions, strikes, block-ships.

`[[sail]]` (fleet, zone), `[[bombard]]` (fleet, at), `[[divert]]` (convoy, beach), `[[strike]]`
(squadrons, zone), `[[scuttle]]` (port) and `[[crater]]` (airfield, by). A line that can't be
carried out is a problem and is dropped.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, Protocol

from bocage.games.opcom.board.world import plain
from bocage.games.opcom.pieces.orders import (
    BlockShip,
    Bombardment,
    Cratering,
    Diversion,
    Sail,
    SeaChore,
    ShipStrike,
)
from bocage.games.opcom.s05_orders.sheet import Row, texts
from bocage.games.opcom.s12_air.orders import find_squadrons

if TYPE_CHECKING:
    from bocage.games.opcom.s05_orders.meaning import Reader


def understand_sea(kind: str, reader: Reader, number: int, row: Row) -> SeaChore | None:
    """Return the meaning of a line for the sea, or None if it can't be carried out."""
    if not reader.world.data.sea.convoys:
        reader.problem(number, "there is no sea in this operation.")
        return None
    return READERS[kind](reader, number, row)


class _Thing(Protocol):
    """A fleet or a convoy."""

    @property
    def id(self) -> str: ...
    @property
    def name(self) -> str: ...
    @property
    def team(self) -> str: ...


def _named(
    reader: Reader, number: int, said: str, none: str, known: Sequence[tuple[str, str]]
) -> int | None:
    """Return which of some things a name means, by id or by name."""
    for i, names in enumerate(known):
        if plain(said) in {plain(each) for each in names}:
            return i
    among = [name for _, name in known]
    there = f"there is only {among[0]}" if len(among) == 1 else "there is none"
    there = f"there are {', '.join(among)}" if len(among) > 1 else there
    reader.problem(number, f"{none} called '{said}'; {there}.")
    return None


def _own(reader: Reader, number: int, said: str, none: str, things: Sequence[_Thing]) -> int | None:
    """Return which of the team's own things a name means; those of others are not searched."""
    seat = reader.world.teams[reader.team].seat
    own = [i for i, each in enumerate(things) if each.team == seat]
    names = [(things[i].id, things[i].name) for i in own]
    found = _named(reader, number, said, none, names)
    return None if found is None else own[found]


def _zone(reader: Reader, number: int, said: str) -> str | None:
    zones = [(area.id, area.name) for area in reader.world.pack.areas_of("sea zone")]
    found = _named(reader, number, said, "there is no sea zone", zones)
    return None if found is None else zones[found][0]


def _fleet(reader: Reader, number: int, said: str) -> int | None:
    return _own(reader, number, said, "you have no fleet", reader.world.data.sea.fleets)


def _beach(reader: Reader, number: int, said: str) -> int | None:
    places = [
        (beach.id, reader.world.pack.place(beach.id).name)
        for beach in reader.world.data.sea.beaches
    ]
    return _named(reader, number, said, "there is no beach or port", places)


def _sail(reader: Reader, number: int, row: Row) -> SeaChore | None:
    fleet = _fleet(reader, number, str(row.get("fleet", "")))
    zone = _zone(reader, number, str(row.get("zone", "")))
    return None if fleet is None or zone is None else Sail(reader.team, fleet, zone)


def _bombard(reader: Reader, number: int, row: Row) -> SeaChore | None:
    fleet = _fleet(reader, number, str(row.get("fleet", "")))
    spot = reader.spot(number, str(row.get("at", "")), ())
    if fleet is None or spot is None:
        return None
    if reader.world.data.sea.fleets[fleet].kind != "battleships":
        reader.problem(number, f"{reader.world.data.sea.fleets[fleet].name} cannot bombard.")
        return None
    return Bombardment(reader.team, fleet, *spot.point, spot.name)


def _divert(reader: Reader, number: int, row: Row) -> SeaChore | None:
    said = str(row.get("convoy", ""))
    convoy = _own(reader, number, said, "you have no convoy", reader.world.data.sea.convoys)
    beach = _beach(reader, number, str(row.get("beach", "")))
    return None if convoy is None or beach is None else Diversion(reader.team, convoy, beach)


def _strike(reader: Reader, number: int, row: Row) -> SeaChore | None:
    sky = reader.world.sky
    zone = _zone(reader, number, str(row.get("zone", "")))
    found: list[int] = []
    for name in texts(row.get("squadrons", [])):
        fit = [
            u for u in find_squadrons(sky, reader.team, name) if sky.units[u].role == "anti-ship"
        ]
        if not fit:
            reader.problem(number, f"'{name}' cannot strike at ships.")
        found += fit
    if zone is None or not found:
        return None
    return ShipStrike(reader.team, tuple(sorted(set(found))), zone)


def _scuttle(reader: Reader, number: int, row: Row) -> SeaChore | None:
    port = _beach(reader, number, str(row.get("port", "")))
    if port is None:
        return None
    if reader.world.data.sea.beaches[port].grade != "port":
        reader.problem(number, "block-ships are sunk in a port.")
        return None
    return BlockShip(reader.team, port)


def _crater(reader: Reader, number: int, row: Row) -> SeaChore | None:
    fields = [(strip.area, _field(reader, strip.area)) for strip in reader.world.sky.strips]
    field = _named(reader, number, str(row.get("airfield", "")), "airfield", fields)
    units = reader.units(number, str(row.get("by", "")))
    if field is None or not units:
        return None
    if len(units) != 1:
        reader.problem(number, "one unit blows up a runway.")
        return None
    return Cratering(reader.team, fields[field][0], units[0])


def _field(reader: Reader, area: str) -> str:
    return reader.world.pack.area(area).name


READERS: Final = {
    "sail": _sail,
    "bombard": _bombard,
    "divert": _divert,
    "strike": _strike,
    "scuttle": _scuttle,
    "crater": _crater,
}
"""The reader of each kind of row."""
