"""How objectives on mission cards are measured that no line of the score needs (reading 11.7).

They give all points or none, so that a card is met or not.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from bocage.games.opcom.board.position import DUE, Position
from bocage.games.opcom.debrief.chronicle import turns_of
from bocage.games.opcom.debrief.ground import (
    NAMES,
    SIDES,
    is_held,
    name_of,
    of_formations,
    stands,
    steps_left,
)
from bocage.games.opcom.debrief.measures import MEASURES, Measured, when
from bocage.games.opcom.debrief.records import Line
from bocage.games.opcom.s12_air.sorties import FLOWN
from bocage.games.opcom.s14_sea.state import THERE


def _noted_by(st: Position, line: Line) -> Measured:
    """Measure whether a fact of `watch` was noted in the turn `by` or before."""
    turns = turns_of(st, line.more.text("watch"))
    by = line.more.whole("by")
    if not turns:
        return Measured(0, f"never; wanted by {when(st, by)}")
    points = line.points if turns[0] <= by else 0
    return Measured(points, f"{when(st, turns[0])}; wanted by {when(st, by)}")


def _seldom(st: Position, line: Line) -> Measured:
    """Measure whether a fact of `watch` was noted in at most `most` turns, by default none."""
    turns = turns_of(st, line.more.text("watch"))
    most = line.more.whole("most", 0)
    said = f"in {len(turns)} half days" if turns else "never"
    return Measured(line.points if len(turns) <= most else 0, f"{said}; at most {most}")


def _often(st: Position, line: Line) -> Measured:
    """Measure whether a fact of `watch` was noted in at least `least` turns."""
    turns, least = turns_of(st, line.more.text("watch")), line.more.whole("least")
    said = f"in {len(turns)} half days; {least} wanted"
    return Measured(line.points if len(turns) >= least else 0, said)


def _down(st: Position, line: Line) -> Measured:
    """Measure whether any `crossing` is down at the end."""
    gone = [each for each in line.more.some("crossing") if not stands(st, each)]
    said = f"{name_of(st, gone[0])} is down" if gone else "all of them are standing"
    return Measured(line.points if gone else 0, said)


def _at_sea(st: Position, line: Line) -> Measured:
    """Measure whether any of `fleets`, forces from far away, has come up."""
    fleets = st.world.data.sea.fleets
    names = line.more.texts("fleets")
    there = [
        f.name
        for f, state in zip(fleets, st.sea.fleets, strict=True)
        if f.id in names and state == THERE
    ]
    said = f"{there[0]} came up" if there else "no unit came up"
    return Measured(line.points if there else 0, said)


def _denied(st: Position, line: Line) -> Measured:
    """Measure whether the enemy of `side` holds no `place` and no intact bridge of the list."""
    other = 1 - SIDES[line.more.text("side")]
    for name in line.more.some("place"):
        held, why = is_held(st, other, name)
        down = name in st.world.ways.crossing_numbers and not stands(st, name)
        if held and not down:
            return Measured(0, why)
    return Measured(line.points, f"{NAMES[other]} do not hold it")


def _kept(st: Position, line: Line) -> Measured:
    """Measure whether `formations` of `side` have the `share` of their steps left."""
    side = SIDES[line.more.text("side")]
    return _share(st, line, side, beaten=False)


def _beaten(st: Position, line: Line) -> Measured:
    """Measure whether enemy `formations` have lost the `share` of their steps."""
    return _share(st, line, 1 - SIDES[line.more.text("side")], beaten=True)


def _share(st: Position, line: Line, side: int, *, beaten: bool) -> Measured:
    names, teams = line.more.texts("formations"), line.more.texts("teams")
    units = [
        u
        for u in of_formations(st, side, names)
        if not teams or st.world.teams[u.team].seat in teams
    ]
    left, whole = steps_left(st, units)
    asked = line.more.number("share")
    found = (whole - left if beaten else left) / whole if whole else 0.0
    words = "are lost" if beaten else "are left"
    said = f"{whole - left if beaten else left} of {whole} steps {words}, {asked:.0%} wanted"
    return Measured(line.points if found >= asked else 0, said)


def _flown(st: Position, line: Line) -> Measured:
    """Measure whether all of `lifts` have flown."""
    sky = st.world.sky
    names = line.more.texts("lifts")
    wanted = [i for i, lift in enumerate(sky.lifts) if lift.id in names]
    done = sum(st.lifts[i] == FLOWN for i in wanted)
    said = f"{done} of {len(wanted)} lifts have flown"
    return Measured(line.points if wanted and done == len(wanted) else 0, said)


def _aloft(st: Position, line: Line) -> Measured:
    """Measure whether the `share` of squadrons of `whose`, or of those in `roles`, is left."""
    return _squadrons(st, line, downed=False)


def _downed(st: Position, line: Line) -> Measured:
    """Measure whether `whose` has lost `count` squadrons or serials, or so many in `roles`."""
    return _squadrons(st, line, downed=True)


def _squadrons(st: Position, line: Line, *, downed: bool) -> Measured:
    seat, roles = line.more.text("whose"), line.more.texts("roles")
    rows = [
        (row.strength, st.squadrons[i])
        for i, row in enumerate(st.world.sky.units)
        if row.team == seat and (not roles or row.role in roles)
    ]
    whole, left = sum(each for each, _ in rows), sum(each for _, each in rows)
    if downed:
        count = line.more.whole("count")
        said = f"{whole - left} are lost, {count} wanted"
        return Measured(line.points if whole - left >= count else 0, said)
    asked = line.more.number("share")
    said = f"{left} of {whole} are left, {asked:.0%} wanted"
    return Measured(line.points if whole and left / whole >= asked else 0, said)


def _arrived(st: Position, line: Line) -> Measured:
    """Measure whether the `share` of units of `formations` has come, whatever is left of them."""
    units = of_formations(st, SIDES[line.more.text("side")], line.more.texts("formations"))
    come = sum(st.where[u.number] != DUE for u in units)
    asked = line.more.number("share")
    said = f"{come} of {len(units)} units have come, {asked:.0%} wanted"
    return Measured(line.points if units and come / len(units) >= asked else 0, said)


def _standing(st: Position, line: Line) -> Measured:
    """Measure whether `count` of `units` are effective at the end."""
    names = line.more.texts("units")
    fit = sum(st.is_effective(st.world.by_id[name]) for name in names)
    count = line.more.whole("count")
    said = f"{fit} of {len(names)} are in action, {count} wanted"
    return Measured(line.points if fit >= count else 0, said)


CARD_MEASURES: Final[Mapping[str, Callable[[Position, Line], Measured]]] = {
    **MEASURES,
    "noted by": _noted_by,
    "seldom": _seldom,
    "often": _often,
    "down": _down,
    "at sea": _at_sea,
    "denied": _denied,
    "kept": _kept,
    "beaten": _beaten,
    "flown": _flown,
    "aloft": _aloft,
    "downed": _downed,
    "arrived": _arrived,
    "standing": _standing,
}
"""Every kind that a mission may be of: those of the score, and those that only cards have."""
