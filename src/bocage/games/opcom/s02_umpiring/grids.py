"""The master map as spreadsheet tables, and the changes that Control makes in them.

When the computers fail, Control continues from these tables and later writes the events on paper
into the same tables. `grids` returns the tables. `changes` reads them back: every changed cell
becomes an act of Control's hand, and every faulty cell a sentence.

An empty cell and a missing row change nothing.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from bocage.engine.numbers import whole
from bocage.games.opcom.board.position import (
    ACTIONS,
    BLOWN,
    DUE,
    GONE,
    HERE,
    POSTURES,
    PREPARED,
    SAFE,
    Position,
)
from bocage.games.opcom.board.ways import Point, km_between
from bocage.games.opcom.board.world import FUEL, World, dump_ammo
from bocage.games.opcom.pieces.orders import Line
from bocage.games.opcom.s02_umpiring.hand import COUNTS, LIFTS, MOST_DIGITS
from bocage.games.opcom.s02_umpiring.overview import sheets_in
from bocage.games.opcom.s05_orders.files import sheet_from_text
from bocage.games.opcom.s05_orders.knowledge import known_to_team
from bocage.games.opcom.s05_orders.meaning import understand
from bocage.games.opcom.s05_orders.names import Finder
from bocage.games.opcom.s05_orders.sheet import KINDS, Row, Sheet, rows, texts
from bocage.games.opcom.s05_orders.submission import going_on
from bocage.games.opcom.words.places import describe
from bocage.maps.references import reference
from bocage.tables import Fault

_FORMULAS: Final = ("=", "+", "-", "@")
"""Characters that a spreadsheet would read as the start of a formula."""
_MOST_BYTES: Final = 4_000_000
_APART_KM: Final = 0.3
"""The most that two columns for a unit's place may differ: a map reference is a square."""


@dataclass(frozen=True, slots=True)
class Grid:
    """A table: its file, its columns, and its rows as texts."""

    file: str
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    entered: frozenset[str] = frozenset()
    """Columns that Control may change; empty for a table that is only for reading."""
    passing: frozenset[str] = frozenset()
    """Columns that follow from others or from the orders; they are not read back."""

    def cell(self, row: int, column: str) -> str:
        """Return the cell of a row under a heading."""
        return self.rows[row][self.head.index(column)]

    def csv(self) -> bytes:
        """Return the file: with a mark by which spreadsheets know the letters."""
        out = io.StringIO(newline="")
        write = csv.writer(out, lineterminator="\r\n")
        write.writerow(self.head)
        write.writerows([_safe(each) for each in row] for row in self.rows)
        return b"\xef\xbb\xbf" + out.getvalue().encode()


def _safe(cell: str) -> str:
    """Return a cell that no spreadsheet takes for a formula; numbers stay as they are."""
    number = whole(cell, signed=True) is not None
    return f"'{cell}" if cell.startswith(_FORMULAS) and not number else cell


class Change(NamedTuple):
    """An act of Control's hand, with its cell."""

    act: str
    file: str
    row: int
    field: str
    value: str

    def fault(self, reason: str) -> Fault:
        """Return the cell with the reason why it is wrong."""
        return Fault(self.file, self.row, self.field, self.value, reason)


class Changes(NamedTuple):
    """The changes in a set of tables."""

    acts: tuple[Change, ...]
    """Acts before the turn is closed: places, losses, stocks, bridges, weather, air."""
    after: tuple[Change, ...]
    """Acts after it is closed, which count for the next turn."""
    faults: tuple[Fault, ...]


# Writing -------------------------------------------------------------------------------------

UNITS, STOCKS, BRIDGES, WEATHER, AIR = (
    "units.csv",
    "stocks.csv",
    "bridges.csv",
    "weather.csv",
    "air.csv",
)
ORDERS, FIGHTS, ABOUT = "orders.csv", "fights.csv", "about.csv"
_STANDS: Final = {"on the map": HERE, "to come": DUE, "gone": GONE}
_WORD: Final = {number: word for word, number in _STANDS.items()}
_LEVEL: Final = "level now"
_UNITS_HEAD: Final = (
    *("id", "name", "team", "stands", "place", "reference", "east", "north", "steps lost"),
    *("prepared", *COUNTS, "levels", _LEVEL, "arm", "mobility", "points", "formation"),
    *("action", "posture", "due turn"),
)
_UNITS_ENTERED: Final = frozenset(
    {"stands", "place", "reference", "east", "north", "steps lost", "prepared", *COUNTS}
)
_UNITS_PASSING: Final = frozenset({"formation", "action", "posture", "due turn"})


def grids(st: Position) -> tuple[Grid, ...]:
    """Return every table of the position: first those that Control may change."""
    found = (units(st), stocks(st), bridges(st), weather(st), air(st), orders(st), fights(st))
    return tuple(each for each in found if each.rows)


def about(st: Position) -> Grid:
    """Return which game and turn the tables are of."""
    row = st.world.turn(max(1, st.turn))
    facts = {
        "scenario": st.world.data.id,
        "turn": str(st.turn),
        "half day": f"{row.date} {row.half}",
    }
    return Grid(ABOUT, ("what", "is"), tuple(facts.items()))


def units(st: Position) -> Grid:
    """Return the units with their places, losses and counts."""
    made = tuple(_unit(st, unit.number) for unit in st.world.units)
    return Grid(UNITS, _UNITS_HEAD, made, _UNITS_ENTERED, _UNITS_PASSING)


def _unit(st: Position, number: int) -> tuple[str, ...]:
    unit = st.world.units[number]
    stands = _WORD[st.where[number]]
    here = st.where[number] == HERE
    x, y = st.at(number)
    return (
        unit.id,
        unit.name,
        st.world.teams[unit.team].seat,
        stands,
        describe(st.world, (x, y)) if here else "",
        reference(st.world.pack, *st.world.ways.earth((x, y))) if here else "",
        str(x) if here else "",
        str(y) if here else "",
        str(st.steps[number]),
        _yes(st.prepared[number]),
        *(str(getattr(st, field)[number]) for field in COUNTS.values()),
        " ".join(map(str, st.status(number).levels)),
        str(st.level(number)),
        unit.arm,
        unit.unit.mobility,
        str(unit.unit.size_points),
        st.formation(number),
        ACTIONS[st.action[number]],
        POSTURES[st.posture[number]],
        str(unit.unit.arrival_turn) if st.where[number] == DUE else "",
    )


def _yes(value: int) -> str:
    return "yes" if value else "no"


_PARKED: Final = "parked stack"
_STOCKS_HEAD: Final = ("id", "name", "team", "ammo", "fuel", "carries at most", "place")


def stocks(st: Position) -> Grid:
    """Return the supplies of units and dumps, and the parked stacks."""
    world = st.world
    made: list[tuple[str, ...]] = []
    for unit in world.units:
        lift = unit.unit.logistics_lift
        if lift and st.where[unit.number] != GONE:
            held = st.holds(unit.number, unit.ammo), st.holds(unit.number, FUEL)
            seat = world.teams[unit.team].seat
            place = describe(world, st.at(unit.number)) if st.is_here(unit.number) else ""
            made.append((unit.id, unit.name, seat, *map(str, held), str(lift), place))
    for i, dump in enumerate(world.dumps):
        if st.depot_side[i]:
            holder = len(world.units) + i
            held = st.holds(holder, dump_ammo(world, dump)), st.holds(holder, FUEL)
            place = describe(world, st.holder_at(holder))
            made.append((dump.id, dump.name, dump.team, *map(str, held), "", place))
    for i in range(len(world.dumps), world.depots):
        holder = len(world.units) + i
        if st.depot_side[i] and st.held(holder):
            ammo = st.held(holder) - st.holds(holder, FUEL)
            team = world.teams[st.depot_team[i] - 1].seat if st.depot_team[i] else ""
            place = describe(world, st.holder_at(holder))
            name = f"{_PARKED} {i - len(world.dumps) + 1}"
            made.append((name, name, team, str(ammo), str(st.holds(holder, FUEL)), "", place))
    return Grid(
        STOCKS, _STOCKS_HEAD, tuple(made), frozenset({"ammo", "fuel"}), frozenset({"place"})
    )


BRIDGE_STATES: Final = ("intact", "prepared", "safe", "blown")


def bridges(st: Position) -> Grid:
    """Return the crossings with their state and capacity."""
    made: list[tuple[str, ...]] = []
    for i, each in enumerate(st.world.crossings):
        marks = st.bridges[i]
        state = (
            "blown"
            if marks & BLOWN
            else "safe"
            if marks & SAFE
            else "prepared"
            if marks & PREPARED
            else "intact"
        )
        where = reference(st.world.pack, each.lat, each.lon)
        made.append((each.id, each.name, where, state, str(st.capacity[i])))
    head = ("id", "name", "reference", "state", "capacity")
    return Grid(BRIDGES, head, tuple(made), frozenset({"state", "capacity"}))


_SKY: Final = {
    "roads": ("fair", "bad"),
    "flying": ("yes", "part", "supply", "no"),
    "close-support": ("yes", "limited", "no"),
}


def weather(st: Position) -> Grid:
    """Return the weather for roads and aircraft."""
    roads = "bad" if st.bad_roads else "fair"
    made = (("roads", roads), ("flying", st.flying), ("close-support", st.close_support))
    return Grid(WEATHER, ("what", "is"), made, frozenset({"is"}))


def air(st: Position) -> Grid:
    """Return the remaining squadrons and the state of each lift."""
    sky = st.world.sky
    made = [
        (each.id, each.name, st.world.teams[sky.team_of[i]].seat, str(st.squadrons[i]), "")
        for i, each in enumerate(sky.units)
    ]
    words = {number: word for word, number in LIFTS.items()}
    made += [
        (
            each.id,
            f"lift {each.id}, turn {each.turn}",
            st.world.teams[sky.lift_team[i]].seat,
            "",
            word,
        )
        for i, each in enumerate(sky.lifts)
        if (word := words[st.lifts[i]])
    ]
    head = ("id", "name", "team", "squadrons left", "lift")
    return Grid(AIR, head, tuple(made), frozenset({"squadrons left", "lift"}))


_SAID: Final = ("unit", "action", "posture", "objective", "orders")


def orders(st: Position) -> Grid:
    """Return the lines of this turn's sheets, and earlier orders still in force without one."""
    world = st.world
    made: list[tuple[str, ...]] = []
    sent = sheets_in(st)
    for team in range(len(world.teams)):
        seat = world.teams[team].seat
        sheet = sheet_from_text(sent[team]) if team in sent else Sheet({})
        meant = understand(world, team, sheet, known_to_team(st, team))
        by_number = {line.number: line for line in meant.lines}
        for kind in KINDS:
            for number, row in enumerate(rows(sheet, kind), 1):
                said: dict[str, str] = dict(zip(_SAID, _said(row), strict=True))
                if kind == "order" and number in by_number:
                    said |= _meant(st, by_number[number], said)
                made.append((seat, kind, str(number), *said.values(), _rest(row)))
        for line in going_on(st, team, meant):
            who = ", ".join(world.units[u].name for u in line.units)
            goal = line.goal_name or (describe(world, _pair(line.goal)) if line.goal else "")
            what = (who, ACTIONS[line.action], POSTURES[line.posture], goal, line.words)
            made.append((seat, "as before", "", *what, ""))
    return Grid(ORDERS, ("team", "kind", "line", *_SAID, "besides"), tuple(made))


def _meant(st: Position, line: Line, said: Mapping[str, str]) -> dict[str, str]:
    """Return what Control needs to find a line on the map: the units of a grouping, the place."""
    found: dict[str, str] = {}
    if len(line.units) > 1:
        labels = ", ".join(st.world.units[u].unit.label for u in line.units)
        found["unit"] = f"{said['unit']}: {labels}"
    if line.goal:
        where = reference(st.world.pack, *st.world.ways.earth(_pair(line.goal)))
        found["objective"] = f"{said['objective']} {where}".strip()
    return found


def _pair(goal: Sequence[int]) -> Point:
    return goal[0], goal[1]


def _said(row: Row) -> Iterator[str]:
    return (", ".join(texts(row[field])) if field in row else "" for field in _SAID)


def _rest(row: Row) -> str:
    others = ((key, ", ".join(texts(value))) for key, value in row.items() if key not in _SAID)
    return "; ".join(f"{key.replace('_', ' ')}: {value}" for key, value in others if value)


_FIGHTS_HEAD: Final = ("card", "what", "where", "attackers", "defenders", "stands", "ruling")


def fights(st: Position) -> Grid:
    """Return the fights of this turn with their rulings, and the units in contact."""
    made: list[tuple[str, ...]] = []
    for card in st.cards:
        if card.category in ("fight", "result", "retreat") and card.case.attackers:
            sides = (card.case.attackers, card.case.defenders)
            names = ("; ".join(st.world.units[u].name for u in side) for side in sides)
            where = describe(st.world, _pair(card.case.at)) if card.case.at else ""
            by = "ruled by Control" if card.by == "Control" else "ruled"
            made.append((card.name, card.what, where, *names, by, card.value))
    made += _waiting(st)
    made += _contacts(st)
    return Grid(FIGHTS, _FIGHTS_HEAD, tuple(made))


def _waiting(st: Position) -> Iterator[tuple[str, ...]]:
    """Yield the fights on the stack that are not resolved, the next one first."""
    from bocage.games.opcom.s09_combat.resolution import Resolve  # a circular import at the top

    for frame in reversed(st.stack):
        if isinstance(frame, Resolve):
            sides = (frame.combat.attackers, frame.combat.defenders)
            names = ("; ".join(st.world.units[u].name for u in side) for side in sides)
            at = st.at(frame.combat.defenders[0])
            what = "counter-attack" if frame.combat.counter else "attack"
            yield (frame.combat.name, what, describe(st.world, at), *names, "open", "")


def _contacts(st: Position) -> Iterator[tuple[str, ...]]:
    """Yield the fighting units with the enemies near enough to hinder their march."""
    reach = st.figures.debrief.sighted
    effective = [u for u in st.here() if u.fights and st.level(u.number) > 0]
    for unit in effective:
        if unit.side:
            continue
        near = sorted(
            (km, other.name)
            for other in effective
            if other.side != unit.side and (km := st.km(unit.number, other.number)) <= reach
        )
        if near:
            foes = "; ".join(f"{name} {km:.1f} km" for km, name in near)
            where = describe(st.world, st.at(unit.number))
            yield ("", "in contact", where, unit.name, foes, "", "")


# Reading -------------------------------------------------------------------------------------


def changes(st: Position, files: Mapping[str, bytes]) -> Changes:
    """Return the changes in filled-in tables, and every wrong cell.

    `files` are the tables by name; tables that are only for reading are skipped.
    """
    known = {each.file: each for each in grids(st) if each.entered}
    found = _Found([], [], [])
    for name, content in files.items():
        if name in known:
            for row in _read(known[name], content, found, st):
                _READERS[name](row)
    return Changes(tuple(found.acts), tuple(found.after), tuple(found.faults))


@dataclass(frozen=True, slots=True)
class _Found:
    """The findings while tables are read."""

    acts: list[Change]
    after: list[Change]
    faults: list[Fault]


@dataclass(frozen=True, slots=True)
class _Entered:
    """A row of a filled-in table, with its changed cells by column."""

    st: Position
    grid: Grid
    at: int
    """Its number in the original table."""
    row: int
    """Its line in the file."""
    changed: Mapping[str, str]
    found: _Found

    @property
    def id(self) -> str:
        return self.grid.rows[self.at][0]

    def act(self, act: str, field: str, *, after: bool = False) -> None:
        to = self.found.after if after else self.found.acts
        to.append(Change(act, self.grid.file, self.row, field, self.changed[field]))

    def wrong(self, field: str, reason: str) -> None:
        fault = Fault(self.grid.file, self.row, field, self.changed[field], reason)
        self.found.faults.append(fault)

    def number(self, field: str, act: str, *, after: bool = False) -> None:
        """An act with the number in a cell."""
        if whole(self.changed[field], digits=MOST_DIGITS) is None:
            self.wrong(field, "expected a whole number")
        else:
            self.act(f"{act} {self.changed[field]}", field, after=after)

    def choice(self, field: str, choices: Iterable[str], act: str, *, after: bool = False) -> None:
        """An act with the word in a cell, which is one of these."""
        value = self.changed[field].casefold()
        if value not in choices:
            self.wrong(field, f"expected {', '.join(choices)}")
        else:
            self.act(f"{act} {value}", field, after=after)


def about_of(files: Mapping[str, bytes]) -> dict[str, str]:
    """Return the game and turn that some tables name; empty if they name none."""
    if ABOUT not in files:
        return {}
    lines, _ = _lines(files[ABOUT])
    return {line[0].strip(): line[1].strip() for line in lines[1:] if len(line) > 1}


def _lines(content: bytes) -> tuple[list[list[str]], str]:
    """Return the cells of a file from any spreadsheet; or what is wrong with the file."""
    if len(content) > _MOST_BYTES:
        return [], "is larger than any table that bocage writes"
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = content.decode("cp1252", errors="replace")
    head = text.partition("\n")[0]
    mark = max(",;\t", key=head.count)
    try:
        return list(csv.reader(io.StringIO(text, newline=""), delimiter=mark)), ""
    except csv.Error:
        return [], "cannot be read as a table; save it as CSV"


def _read(grid: Grid, content: bytes, found: _Found, st: Position) -> Iterator[_Entered]:
    """Yield every row with the cells that were changed in it."""
    lines, wrong = _lines(content)
    faults = found.faults
    if wrong or not lines:
        faults.append(Fault(grid.file, 0, "", "", wrong or "is empty; leave the file out instead"))
        return
    head = [each.strip().casefold() for each in lines[0]]
    if head[:1] != [grid.head[0]]:
        said = f"the first column should be headed '{grid.head[0]}'"
        faults.append(Fault(grid.file, 1, "", head[0] if head else "", said))
        return
    strange = [name for name in head if name and name not in grid.head]
    faults += [
        Fault(grid.file, 1, "", name, "this table has no column of that name") for name in strange
    ]
    there = {row[0]: i for i, row in enumerate(grid.rows)}
    seen: set[str] = set()
    for number, line in enumerate(lines[1:], 2):
        cells = {k: _plain(v) for k, v in zip(head, line, strict=False) if k in grid.head}
        name = cells.get(grid.head[0], "")
        if not any(cells.values()):
            continue
        if name not in there:
            said = "no row of this table starts with that; copy it from the printed table"
            faults.append(Fault(grid.file, number, grid.head[0], name, said))
        elif name in seen:
            faults.append(Fault(grid.file, number, grid.head[0], name, "is here twice"))
        else:
            seen.add(name)
            changed = _changed(grid, there[name], number, cells, faults)
            if changed:
                yield _Entered(st, grid, there[name], number, changed, found)


def _plain(cell: str) -> str:
    """Return a cell without the additions of spreadsheets: an apostrophe before, a zero behind."""
    said = cell.strip()
    said = said.removeprefix("'") if said.startswith(tuple(f"'{e}" for e in _FORMULAS)) else said
    bare = said.removesuffix(".0")
    return bare if whole(bare, signed=True) is not None else said


def _changed(
    grid: Grid, at: int, number: int, cells: Mapping[str, str], faults: list[Fault]
) -> dict[str, str]:
    """Return the cells of a row that are not as they were; what is only for reading is a fault."""
    was = {name: _plain(each) for name, each in zip(grid.head, grid.rows[at], strict=True)}
    changed = {
        name: cell
        for name, cell in cells.items()
        if cell and name not in grid.passing and cell.casefold() != was[name].casefold()
    }
    for name in [each for each in changed if each not in (*grid.entered, _LEVEL)]:
        said = f"this column is only for reading; it was '{was[name]}'"
        faults.append(Fault(grid.file, number, name, changed.pop(name), said))
    return changed


def _read_unit(row: _Entered) -> None:
    st, number, said = row.st, row.st.world.by_id[row.id], row.changed
    stands = said.get("stands", "").casefold()
    if stands and stands not in _STANDS:
        row.wrong("stands", f"expected {', '.join(_STANDS)}")
        return
    if _STANDS.get(stands) == GONE:
        row.act(f"remove {row.id}", "stands")
        return
    where = _where(row)
    if where is not None and (where[0] != st.at(number) or not st.is_here(number)):
        (east, north), field = where
        row.act(f"place {row.id} to metres {east} {north}", field)
    elif _STANDS.get(stands) == HERE and not any(each in said for each in _SAYS_WHERE):
        row.wrong("stands", "say where it is: a place, or a reference")
    if "steps lost" in said:
        row.number("steps lost", f"steps {row.id}")
    if _LEVEL in said:
        lost = whole(said.get("steps lost", str(st.steps[number])), digits=MOST_DIGITS)
        if lost is not None and said[_LEVEL] != str(st.status(number).level(lost)):
            row.wrong(_LEVEL, "this follows from the steps lost; change those instead")
    if "prepared" in said:
        row.choice("prepared", ("yes", "no"), f"prepared {row.id}", after=True)
    for name in COUNTS:
        if name in said:
            row.number(name, f"count {row.id} {name}", after=True)


_SAYS_WHERE: Final = ("east", "north", "place", "reference")


def _where(row: _Entered) -> tuple[Point, str] | None:
    """Return the place in the cells of a row, and its column; None without a place."""
    found: list[tuple[Point, str]] = []
    if metres := [each for each in ("east", "north") if each in row.changed]:
        if (point := _metres(row, metres)) is None:
            return None
        found.append((point, metres[0]))
    world = row.st.world
    for field in ("place", "reference"):
        if field in row.changed:
            if found and row.changed[field] in _said_of(world, found[0][0]):
                continue
            if (point := _place(row, field)) is None:
                return None
            found.append((point, field))
    for point, field in found[1:]:
        if km_between(point, found[0][0]) > _APART_KM:
            row.wrong(field, f"'{found[0][1]}' puts it elsewhere; leave one of them as it was")
            return None
    return found[0] if found else None


def _said_of(world: World, point: Point) -> tuple[str, str]:
    """Return a point as the tables name it, which may be some way off."""
    return describe(world, point), reference(world.pack, *world.ways.earth(point))


def _place(row: _Entered, field: str) -> Point | None:
    world = row.st.world
    name = row.changed[field].removeprefix("at ")
    spots = Finder(world, world.units[world.by_id[row.id]].team, {}).place(name)
    points = sorted({each.point for each in spots.spots})
    if len(points) == 1:
        return points[0]
    some = ", ".join(dict.fromkeys(describe(world, each) for each in points))
    unknown = f"there is no such place on the map.{spots.hint}"
    row.wrong(field, f"this may be {some}: give a reference" if points else unknown)
    return None


def _metres(row: _Entered, fields: Sequence[str]) -> Point | None:
    x, y = row.st.at(row.st.world.by_id[row.id])
    at: dict[str, int] = {"east": x, "north": y}
    for field in fields:
        value = whole(row.changed[field], signed=True, digits=7)
        if value is None:
            row.wrong(field, "expected whole metres")
            return None
        at[field] = value
    point = at["east"], at["north"]
    if row.st.world.ways.cell(point) is None:
        row.wrong(fields[0], "that point is off the map")
        return None
    return point


def _read_stock(row: _Entered) -> None:
    # Reductions come first: a unit can carry only so much.
    for field in sorted(row.changed, key=lambda each: _grows(row, each)):
        if row.id.startswith(_PARKED):
            row.wrong(field, "a parked stack cannot be entered; give its points to a unit or dump")
        else:
            row.number(field, f"stock {row.id} {field}")


def _grows(row: _Entered, field: str) -> bool:
    before = whole(row.grid.cell(row.at, field), digits=MOST_DIGITS) or 0
    return (whole(row.changed[field], digits=MOST_DIGITS) or 0) > before


def _read_bridge(row: _Entered) -> None:
    if "state" in row.changed:
        row.choice("state", BRIDGE_STATES, f"bridge {row.id}")
    if "capacity" in row.changed:
        row.number("capacity", f"bridge {row.id}")


def _read_weather(row: _Entered) -> None:
    row.choice("is", _SKY[row.id], "weather" if row.id == "roads" else f"weather {row.id}")


def _read_air(row: _Entered) -> None:
    is_lift = row.id in row.st.world.sky.lift_number
    for field in row.changed:
        if is_lift != (field == "lift"):
            row.wrong(field, "this cell stays empty")
        elif is_lift:
            row.choice(field, tuple(LIFTS), f"lift {row.id}")
        else:
            row.number(field, f"squadrons {row.id}")


_READERS: Final[Mapping[str, Callable[[_Entered], None]]] = {
    UNITS: _read_unit,
    STOCKS: _read_stock,
    BRIDGES: _read_bridge,
    WEATHER: _read_weather,
    AIR: _read_air,
}
