"""The tables that a scenario is built from, worked out from the records that its files fill.

Nothing here is checked: what a cell may hold is said by the loader (`board.scenario`, `maps`).
"""

from __future__ import annotations

import datetime
from collections.abc import Mapping, Sequence
from dataclasses import MISSING, dataclass, fields
from functools import cache
from types import MappingProxyType, NoneType, UnionType
from typing import Any, Final, Literal, get_args, get_origin, get_type_hints

from bocage.games.opcom.board import air_records, rows, sea_records
from bocage.games.opcom.board.own_rules import OwnCell, OwnFigure
from bocage.games.opcom.board.scenario import (
    SUPPLIES,
    TURNS,
    AirSupport,
    GroundAdvantage,
    Grouping,
    Team,
    Train,
    VitalSpot,
)
from bocage.games.opcom.debrief import honour_records, panel_records, records
from bocage.games.opcom.debrief.card_measures import CARD_MEASURES
from bocage.games.opcom.debrief.chronicle import WATCHES
from bocage.games.opcom.debrief.measures import MEASURES
from bocage.games.opcom.debrief.rows import Terms, Watch
from bocage.games.opcom.debrief.score import REVERSED
from bocage.games.opcom.pieces.counters import NATIONS, OOB, PROFILES, SIDES
from bocage.maps import vocabulary
from bocage.maps.records import Area, Crossing, Hex, Line, Link, Place, Side
from bocage.maps.tables import HEADINGS
from bocage.tables import Table

Kind = Literal["text", "whole", "number", "yes or no", "list", "date", "points"]
MAP: Final = "map"
"""The folder of a scenario's own map within its own."""
PACK_FILE: Final = "pack.toml"
SHEET_FILE: Final = "sheet.toml"
HEIGHTS: Final = "heights.csv"
"""Heights for the shading of the map: each line of the file is one cell, with its commas."""


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a table."""

    name: str
    kind: Kind = "text"
    words: tuple[str, ...] = ()
    """The words it may have; none where it may have any."""
    refers: str = ""
    """The column of another table whose values it takes: `oob.csv id`."""
    needed: bool = False


@dataclass(frozen=True, slots=True)
class Sort:
    """A table: a CSV file, the head of a TOML file, or the tables of one name in it."""

    file: str
    key: str = ""
    """The name of the TOML tables; nothing for a head, and for a CSV file."""
    columns: tuple[Column, ...] = ()
    head: bool = False
    """Whether it has one row: what stands at the top of a TOML file."""
    terms: tuple[str, ...] = ()
    """Columns that a row may have besides, as its kind asks for."""

    @property
    def id(self) -> str:
        """What it is called: the file, and the name of the tables in it."""
        return f"{self.file} {self.key}" if self.key else self.file

    @property
    def of_map(self) -> bool:
        """Whether it belongs to the scenario's own map."""
        return self.file in (PACK_FILE, SHEET_FILE, HEIGHTS, *HEADINGS)


_REFERS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "oob.csv team": "scenario.toml team name",
        "oob.csv profile": "profiles.csv id",
        "supplies.csv team": "scenario.toml team seat",
        "supplies.csv holder": "oob.csv id",
        "supplies.csv road_from": "supplies.csv id",
        "scenario.toml team hq": "oob.csv id",
        "scenario.toml team under": "scenario.toml team seat",
        "scenario.toml grouping team": "scenario.toml team seat",
        "scenario.toml grouping units": "oob.csv id",
        "scenario.toml grouping hq": "oob.csv id",
        "scenario.toml air team": "scenario.toml team seat",
        "scenario.toml train team": "scenario.toml team seat",
        "scenario.toml liaison unit": "oob.csv id",
        "scenario.toml rejoin unit": "oob.csv id",
        "scenario.toml rejoin lift": "lifts.csv id",
        "scenario.toml habit squadrons": "air.csv id",
        "scenario.toml battery unit": "oob.csv id",
        "scenario.toml convoy team": "scenario.toml team seat",
        "scenario.toml fleet team": "scenario.toml team seat",
        "air.csv team": "scenario.toml team seat",
        "lifts.csv team": "scenario.toml team seat",
        "lifts.csv by": "air.csv id",
        "lifts.csv units": "oob.csv id",
        "lifts.csv to": "oob.csv id",
        "debrief.toml line section": "debrief.toml section id",
        "honours.toml mission team": "scenario.toml team seat",
        "links.csv from": "places.csv id",
        "links.csv to": "places.csv id",
        "hexes.csv terrain": "pack.toml terrain word",
        "hexes.csv settlement": "pack.toml settlement word",
        "hexes.csv flags": "pack.toml flags word",
    }
)
_SIDED: Final = {f"scenario.toml {key} side" for key in ("team", "advantage", "vital", "flak")} | {
    "debrief.toml section side",
    "debrief.toml band side",
    "honours.toml prize side",
    "panel.toml strength side",
}
_WORDS: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {
        **dict.fromkeys(_SIDED, SIDES),
        "oob.csv nation": NATIONS,
        "scenario.toml battery calibre": sea_records.CALIBRES,
        "scenario.toml beach grade": sea_records.GRADES,
        "scenario.toml fleet kind": sea_records.FLEETS,
        "scenario.toml flak kind": air_records.FLAK,
        "debrief.toml line kind": (*MEASURES, REVERSED),
        "debrief.toml watch kind": tuple(WATCHES),
        "honours.toml mission kind": tuple(CARD_MEASURES),
        "honours.toml watch kind": tuple(WATCHES),
        "honours.toml citation kind": honour_records.CITED,
        "sides.csv kind": tuple(sorted(vocabulary.SIDES)),
        "crossings.csv kind": tuple(sorted(vocabulary.CROSSINGS)),
        "places.csv kind": tuple(sorted(vocabulary.PLACES)),
        "links.csv kind": tuple(sorted(vocabulary.LINKS)),
        "areas.csv kind": tuple(sorted(vocabulary.AREAS)),
        "lines.csv kind": tuple(sorted(vocabulary.LINES)),
    }
)
_TERMS: Final = (
    *("side", "place", "crossing", "watch", "by", "of", "team", "teams", "formations", "others"),
    *("one", "other", "between", "units", "arm", "role", "roles", "whose", "water", "bank"),
    *("near", "km", "count", "share", "depots", "supply_at", "heavy", "unsupplied", "destroyed"),
    *("ferries", "history_turn", "most", "least", "running", "reached", "turn", "area", "beach"),
    *("flags", "without", "route", "lifts", "fleets"),
)
"""What kinds of lines, missions and watches ask for: docs/scenario.md has them by kind."""

_HEAD: Final = (
    Column("title", needed=True),
    Column("description"),
    Column("map", needed=True),
    Column("begins", "date", needed=True),
    Column("axis_close_support", "yes or no"),
    Column("overseas.ammo", "whole"),
    Column("overseas.fuel", "whole"),
)
_PACK_HEAD: Final = (
    Column("id", needed=True),
    Column("title", needed=True),
    Column("licence", needed=True),
    Column("sources", "list", needed=True),
    *(
        Column(f"grid.{each}", "whole", needed=True)
        for each in ("rows.first", "rows.last", "positions.first", "positions.last")
    ),
    Column("grid.digits.row", "whole", needed=True),
    Column("grid.digits.position", "whole", needed=True),
    Column("grid.shifted_west", words=("odd", "even"), needed=True),
    *(
        Column(f"projection.{each}", "number", needed=True)
        for each in ("lat", "lon", "km_per_degree_lat", "km_per_degree_lon", "rotation")
    ),
    *(
        Column(f"projection.{each}", "number", needed=True)
        for each in ("hex_km", "west_km", "south_km")
    ),
)
_SHEET_HEAD: Final = (
    *(Column(each) for each in ("country", "sheet", "title", "grid_note", "year", "history")),
    Column("origin.first", "number"),
    Column("origin.last", "number"),
    Column("letters", "list"),
    Column("magnetic", "number"),
    Column("tints", "list"),
    Column("heights_credit"),
)
_WORD: Final = (Column("word", needed=True), Column("said", needed=True))
_MAP_RECORDS: Final[Mapping[str, type[Any]]] = MappingProxyType(
    {
        "hexes.csv": Hex,
        "sides.csv": Side,
        "crossings.csv": Crossing,
        "places.csv": Place,
        "links.csv": Link,
        "areas.csv": Area,
        "lines.csv": Line,
    }
)


@cache
def sorts() -> Mapping[str, Sort]:
    """Return every table that a scenario can have, by what it is called."""
    found = (
        Sort(rows.FILE, columns=_HEAD, head=True),
        _array(rows.FILE, "team", Team),
        _array(rows.FILE, "grouping", Grouping, ("hq",)),
        _csv(OOB),
        _csv(PROFILES),
        _csv(SUPPLIES),
        _csv(TURNS),
        _array(rows.FILE, "advantage", GroundAdvantage),
        _array(rows.FILE, "vital", VitalSpot),
        _array(rows.FILE, "train", Train),
        _array(rows.FILE, "air", AirSupport),
        _array(rows.FILE, "figure", OwnFigure),
        _array(rows.FILE, "cell", OwnCell, ("column",)),
        _csv(air_records.AIR),
        _csv(air_records.LIFTS),
        _array(rows.FILE, "liaison", air_records.Liaison),
        _array(rows.FILE, "airstrip", air_records.Airstrip),
        _array(rows.FILE, "flak", air_records.FixedFlak),
        _array(rows.FILE, "habit", air_records.Habit),
        _array(rows.FILE, "rejoin", air_records.Rejoin),
        _array(rows.FILE, "convoy", sea_records.Convoy),
        _array(rows.FILE, "battery", sea_records.Battery),
        _array(rows.FILE, "beach", sea_records.Beach),
        _array(rows.FILE, "fleet", sea_records.Fleet),
        Sort(records.FILE, columns=(Column("yardstick"),), head=True),
        _array(records.FILE, "section", records.Section),
        _array(records.FILE, "line", records.Line),
        _array(records.FILE, "watch", Watch),
        _array(records.FILE, "band", records.Band),
        _array(honour_records.FILE, "mission", honour_records.Mission),
        _array(honour_records.FILE, "citation", honour_records.Citation),
        _array(honour_records.FILE, "prize", honour_records.Prize),
        _array(honour_records.FILE, "watch", Watch),
        _array(panel_records.FILE, "front", panel_records.Front),
        _array(panel_records.FILE, "gauge", panel_records.Gauge),
        _array(panel_records.FILE, "strength", panel_records.Strength),
        Sort(PACK_FILE, columns=_PACK_HEAD, head=True),
        *(_map_table(file) for file in HEADINGS),
        *(Sort(PACK_FILE, key, _WORD) for key in ("terrain", "settlement", "flags", "facts")),
        Sort(SHEET_FILE, columns=_SHEET_HEAD, head=True),
        Sort(HEIGHTS, columns=(Column("metres", needed=True),)),
    )
    return MappingProxyType({each.id: each for each in found})


def _csv(table: Table) -> Sort:
    hints = get_type_hints(table.record)
    names = [field.name for field in fields(table.record)]
    columns = tuple(
        _column(f"{table.file} {heading}", heading, hints[name], getattr(reader, "words", ()))
        for (heading, reader), name in zip(table.columns, names, strict=True)
    )
    return Sort(table.file, columns=columns)


def _map_table(file: str) -> Sort:
    hints = list(get_type_hints(_MAP_RECORDS[file]).values())
    columns = tuple(
        _column(f"{file} {heading}", heading, str if heading in ("hex", "a", "b") else hint)
        for heading, hint in zip(HEADINGS[file], hints, strict=True)
    )
    return Sort(file, columns=columns)


def _array(file: str, key: str, record: type[Any], usual: Sequence[str] = ()) -> Sort:
    hints = get_type_hints(record)
    columns: list[Column] = []
    for field in fields(record):
        if hints[field.name] is not Terms:
            optional = field.default is not MISSING or field.name in usual
            label = f"{file} {key} {field.name}"
            made = _column(label, field.name, hints[field.name], needed=not optional)
            columns.append(made)
    own = {each.name for each in columns}
    more = tuple(each for each in _TERMS if each not in own) if Terms in hints.values() else ()
    return Sort(file, key, tuple(columns), terms=more)


def _column(
    label: str, name: str, hint: Any, words: Sequence[str] = (), *, needed: bool = False
) -> Column:
    return Column(
        name, _kind(hint), tuple(words) or _WORDS.get(label, ()), _REFERS.get(label, ""), needed
    )


def _kind(hint: Any) -> Kind:
    if get_origin(hint) is UnionType:
        hint = next(each for each in get_args(hint) if each is not NoneType)
    if get_origin(hint) is tuple and get_args(hint)[0] not in (str, int):
        return "points"
    if get_origin(hint) in (tuple, Sequence):
        return "list"
    kinds: Mapping[Any, Kind] = {
        bool: "yes or no",
        int: "whole",
        float: "number",
        datetime.date: "date",
    }
    return kinds.get(hint, "text")


__all__ = ["HEIGHTS", "MAP", "PACK_FILE", "SHEET_FILE", "Column", "Kind", "Sort", "sorts"]
