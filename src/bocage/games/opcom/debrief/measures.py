"""How each kind of line is measured: points, and the reason in words (readings 11.1 to 11.6)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, NamedTuple

from bocage.games.opcom.board.position import GONE, Position
from bocage.games.opcom.debrief.chronicle import is_cleared, turns_of
from bocage.games.opcom.debrief.ground import (
    NAMES,
    SIDES,
    in_supply,
    is_held,
    name_of,
    near,
    of_formations,
    point_of,
    stands,
    steps_left,
)
from bocage.games.opcom.debrief.records import Line


class Measured(NamedTuple):
    """What a line came to, and why."""

    points: float
    why: str


def _side(line: Line) -> int:
    return SIDES[line.more.text("side")]


def when(st: Position, turn: int) -> str:
    """Return a half day by its turn."""
    row = st.world.turn(turn)
    return f"{row.date} {row.half}"


def _held(st: Position, line: Line) -> Measured:
    """Measure whether `side` holds every `place`.

    `depots` asks that each place is in supply, and `heavy` that the road there carries heavy units.
    """
    side, km = _side(line), line.more.number("km", 1)
    reasons: list[str] = []
    for place in line.more.some("place"):
        held, why = is_held(st, side, place, km)
        reasons.append(why)
        if not held:
            return Measured(0, why)
        depots = line.more.texts("depots")
        if depots:
            supplied, why = in_supply(st, side, place, depots, heavy=line.more.flag("heavy"))
            reasons.append(why)
            if not supplied:
                return Measured(line.more.number("unsupplied", 0), "; ".join(reasons))
    return Measured(line.points, "; ".join(reasons))


def _bridge(st: Position, line: Line) -> Measured:
    """Measure whether `side` holds any `crossing`.

    `destroyed` is the worth of a crossing that is held but down.
    """
    side = _side(line)
    best = Measured(0, "")
    for crossing in line.more.some("crossing"):
        held, why = is_held(st, side, crossing)
        if not held:
            found = Measured(0, why)
        elif not stands(st, crossing):
            found = Measured(line.more.number("destroyed", 0), f"{why}, but it is down")
        elif line.more.texts("depots"):
            depots = line.more.texts("depots")
            supplied, road = in_supply(st, side, crossing, depots)
            found = Measured(line.points if supplied else 0, f"{why}; {road}")
        else:
            found = Measured(line.points, f"{why}; it stands")
        if not best.why or found.points > best.points:
            best = found
    return best


def _late(st: Position, line: Line) -> Measured:
    """Measure by what turn a fact of `watch` was noted.

    It is worth all points until the turn `by` and one less for each later day.
    """
    turns = turns_of(st, line.more.text("watch"))
    if not turns:
        return Measured(0, "it never happened")
    late = max(0, turns[0] - line.more.whole("by")) // st.figures.debrief.days
    still = turns[-1] == st.turn
    points = max(0.0, line.points - late) if still else 0.0
    lost = "" if still else ", and lost again"
    return Measured(points, f"since {when(st, turns[0])}{lost}")


def _bridgehead(st: Position, line: Line) -> Measured:
    """Measure whether `count` battalions are beyond `water`, seen from `bank`.

    They must be within `km` of `near`. `formations` limits who counts. `depots` asks for supply.
    """
    side, bank = _side(line), point_of(st, line.more.text("bank"))
    water = line.more.text("water")
    at, km = point_of(st, line.more.text("near")), line.more.number("km")
    there = [
        u
        for u in near(st, side, at, km, line.more.texts("formations"))
        if not u.is_gun
        and not any(n == water for _, n in st.world.ways.waters_between(st.at(u.number), bank))
    ]
    count = line.more.whole("count")
    words = f"{len(there)} battalions beyond the {water}, {count} needed"
    if len(there) < count:
        return Measured(0, words)
    depots = line.more.texts("depots")
    if depots:
        ferries = line.more.whole("ferries", 0)
        supplied, why = in_supply(st, side, line.more.text("supply_at"), depots, ferries=ferries)
        return Measured(line.points if supplied else 0, f"{words}; {why}")
    return Measured(line.points, words)


def _speed(st: Position, line: Line) -> Measured:
    """Measure how early a fact of `watch` was noted.

    Each day before `history_turn` is worth `points`, up to `most`.
    """
    turns = turns_of(st, line.more.text("watch"))
    planned = line.more.whole("history_turn")
    if not turns:
        return Measured(0, "it never happened")
    days = max(0, planned - turns[0]) // st.figures.debrief.days
    points = min(line.more.number("most"), days * line.points)
    return Measured(points, f"{when(st, turns[0])}, against {when(st, planned)}")


def _each_turn(st: Position, line: Line) -> Measured:
    """Measure in how many turns a fact of `watch` was noted.

    Each is worth `points`. With `running` it takes that many turns in a row to count once.
    """
    turns = turns_of(st, line.more.text("watch"))
    count = _runs(turns, line.more.whole("running", 1))
    most = line.more.number("most", 99)
    points = max(-most, min(most, count * line.points))
    said = ", ".join(when(st, t) for t in turns[:4]) + (" and more" if len(turns) > 4 else "")
    return Measured(points, said or "never")


def _runs(turns: list[int], length: int) -> int:
    """Return how often so many turns follow each other, none counted twice."""
    found = run = 0
    for i, turn in enumerate(turns):
        run = run + 1 if i and turn == turns[i - 1] + 1 else 1
        if run == length:
            found, run = found + 1, 0
    return found


def _preserved(st: Position, line: Line) -> Measured:
    """Measure the share of steps left to `formations` of a `side`.

    With `others` all other formations of the side count instead.
    """
    side = _side(line)
    names = line.more.texts("formations")
    units = of_formations(st, side, names)
    if line.more.flag("others"):
        units = [u for u in of_formations(st, side, []) if u.unit.division not in names]
    left, whole = steps_left(st, units)
    share = left / whole if whole else 0.0
    return Measured(round(line.points * share, 1), f"{left} of {whole} steps are left")


def _destroyed(st: Position, line: Line) -> Measured:
    """Measure the steps lost by `formations` of the other side, up to `most` points."""
    units = of_formations(st, 1 - _side(line), line.more.texts("formations"))
    left, whole = steps_left(st, units)
    lost = whole - left
    return Measured(min(line.more.number("most"), lost * line.points), f"{lost} steps destroyed")


def _captured(st: Position, line: Line) -> Measured:
    """Measure how many units of the other side are gone, up to `most` points."""
    side = _side(line)
    gone = [u for u in st.world.units if u.side != side and st.where[u.number] == GONE]
    words = ", ".join(u.name for u in gone[:3]) + (" and more" if len(gone) > 3 else "")
    most = line.more.number("most")
    return Measured(min(most, len(gone) * line.points), words or "none")


def _isolated(st: Position, line: Line) -> Measured:
    """Measure whether most units of `formations` have no open road to any of `depots`."""
    side = _side(line)
    units = [
        u
        for u in of_formations(st, side, line.more.texts("formations"))
        if st.is_effective(u.number)
    ]
    from bocage.games.opcom.s11_supplies.roads import Roads

    roads = Roads(st, side)
    wanted = line.more.texts("depots")
    depots = [
        (st.depot_x[i], st.depot_y[i])
        for i, d in enumerate(st.world.dumps)
        if d.id in wanted and st.depot_side[i] == side + 1
    ]
    off = [u for u in units if not any(roads.join(at, st.at(u.number)) for at in depots)]
    points = line.points if len(off) > st.figures.debrief.cut_off * len(units) else 0
    return Measured(points, f"{len(off)} of {len(units)} units are cut off")


def _entered(st: Position, line: Line) -> Measured:
    """Measure whether an effective fighting unit of the side `by` is in the `area`."""
    side = SIDES[line.more.text("by")]
    cells = set(st.world.pack.area(line.more.text("area")).hexes)
    there = [
        u
        for u in st.here()
        if u.side == side
        and u.fights
        and st.level(u.number) > 0
        and st.world.ways.cell(st.at(u.number)) in cells
    ]
    place = st.world.pack.area(line.more.text("area")).name
    if there:
        return Measured(line.points, f"{there[0].name} is in the {place}")
    return Measured(0, f"{NAMES[side]} are not in the {place}")


def _strip(st: Position, line: Line) -> Measured:
    """Measure whether the side holds the airfield `area` with its runways whole."""
    from bocage.games.opcom.s14_sea.state import is_cratered

    strips = [strip.area for strip in st.world.sky.strips]
    holder = st.strips[strips.index(line.more.text("area"))]
    words = ("neither side holds it", f"{NAMES[0]} hold it", f"{NAMES[1]} hold it")[holder]
    cratered = is_cratered(st, line.more.text("area"))
    usable = holder == _side(line) + 1 and not cratered
    return Measured(line.points if usable else 0, words + (", its runways blown up" * cratered))


def _port(st: Position, line: Line) -> Measured:
    """Measure whether the side holds a working port at any `beach`."""
    from bocage.games.opcom.s14_sea.shore import shore_of

    names = [beach.id for beach in st.world.data.sea.beaches]
    reasons: list[str] = []
    for name in line.more.texts("beach"):
        held, why = is_held(st, _side(line), name)
        if held:
            shore = shore_of(st, names.index(name))
            works = shore.worked >= shore.work and not shore.under_fire
            why = f"{name_of(st, name)} is held; it {'works' if works else 'does not work yet'}"
            if works:
                return Measured(line.points, why)
        reasons.append(why)
    return Measured(0, "; ".join(reasons))


def _cleared(st: Position, line: Line) -> Measured:
    """Measure whether the other side has left the ground with `flags` but not `without`."""
    other = 1 - _side(line)
    free = is_cleared(st, other, line.more.texts("flags"), line.more.texts("without"))
    words = f"no effective unit of {NAMES[other]} is left" if free else f"{NAMES[other]} fight on"
    return Measured(line.points if free else 0, words)


def _turned_back(st: Position, line: Line) -> Measured:
    """Measure how many convoys were turned back, up to `most` points."""

    count = st.sea.turned_back
    points = min(line.more.number("most"), count * line.points)
    return Measured(points, f"{count} turned back")


def _noted(st: Position, line: Line) -> Measured:
    """Measure whether a fact of `watch` was ever noted."""
    turns = turns_of(st, line.more.text("watch"))
    return Measured(line.points if turns else 0, when(st, turns[0]) if turns else "never")


MEASURES: Final[Mapping[str, Callable[[Position, Line], Measured]]] = {
    "held": _held,
    "bridge": _bridge,
    "late": _late,
    "bridgehead": _bridgehead,
    "speed": _speed,
    "each turn": _each_turn,
    "preserved": _preserved,
    "destroyed": _destroyed,
    "captured": _captured,
    "isolated": _isolated,
    "entered": _entered,
    "strip": _strip,
    "port": _port,
    "cleared": _cleared,
    "turned back": _turned_back,
    "noted": _noted,
}
"""Every kind of line but `reversed`, which looks at another section."""
