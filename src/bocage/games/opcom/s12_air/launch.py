"""The launch: lines of sheets and lifts become the sorties of a turn (readings 8.5 and 8.12)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import ceil
from typing import NamedTuple

from bocage.games.opcom.board.air_records import Lift
from bocage.games.opcom.board.position import DUE, Position
from bocage.games.opcom.board.sky import NO_ZONE, Site
from bocage.games.opcom.board.ways import Point
from bocage.games.opcom.pieces.flights import CabRank, Sortie
from bocage.games.opcom.pieces.orders import Mission
from bocage.games.opcom.s12_air import landing
from bocage.games.opcom.s12_air.drops import may_drop
from bocage.games.opcom.s12_air.orders import CAB_RANK, COVER, HOLD, SUPPORT, TRANSPORT, missions
from bocage.games.opcom.s12_air.sorties import FLOWN, GROUND, WAITING


def shared(st: Position) -> list[int]:
    """Return the squadrons with orders this turn that others may need (reading 8.22)."""
    sky = st.world.sky
    found = {u for m in missions(st.chores) if m.mission != HOLD for u in m.squadrons}
    return sorted(u for u in found if sky.units[u].release)


def launch(st: Position) -> None:
    """Launch all aircraft that can fly: lines, cab ranks of the morning, lifts, fighters at
    home.
    """
    st.sorties = ()
    busy: set[int] = set()
    lines = missions(st.chores)
    for rank in st.ranks:
        _set_out(st, rank.mission, busy)
    for line in lines:
        if line.mission == HOLD:
            busy |= set(line.squadrons)
        elif line.mission != TRANSPORT:
            _set_out(st, line, busy)
    _lifts(st, lines)
    _at_home(st, busy)


def _set_out(st: Position, line: Mission, busy: set[int]) -> None:
    reasons = {u: _stays_down(st, u, line, busy) for u in line.squadrons if st.squadrons[u]}
    _tell_who_stays(st, line, reasons)
    fit = [u for u, why in reasons.items() if not why]
    busy |= set(fit)
    count = sum(st.squadrons[u] for u in fit)
    if not count:
        return
    if line.mission == CAB_RANK and not any(rank.mission == line for rank in st.ranks):
        st.ranks = (*st.ranks, CabRank(st.turn + 1, replace(line, squadrons=tuple(fit))))
    at: Point = (line.x, line.y)
    if line.mission in (SUPPORT, CAB_RANK) and line.zone == NO_ZONE and line.units:
        here = [u for u in line.units if st.is_here(u)]
        at = st.at(here[0]) if here else at
    sky = st.world.sky
    zone = line.zone if line.zone != NO_ZONE else sky.zone_of(at)
    made = Sortie(
        len(st.sorties),
        line.team,
        line.number,
        line.mission,
        tuple(fit),
        count,
        count,
        zone,
        () if zone == NO_ZONE else (zone,),
        *at,
        line.where,
        line.units,
        line.lift,
        "",
        line.crossing,
        line.night,
    )
    st.sorties = (*st.sorties, made)


def _stays_down(st: Position, unit: int, line: Mission, busy: set[int]) -> str:
    """Return why a squadron can't fly a line; empty if it can."""
    row = st.world.sky.units[unit]
    turn = st.world.turn(st.turn)
    if unit in busy:
        return "other orders"
    if not row.from_turn <= st.turn <= row.to_turn:
        return "not at our disposal"
    if unit in st.grounded:
        return "needed elsewhere"
    if st.world.sky.habits[unit].with_transports and not transports_fly(st, _side(st, unit)):
        return "no transports fly"
    if line.mission == SUPPORT and not has_close_support(st, _side(st, unit)):
        return "our air force does not support the army directly"
    if line.mission in GROUND and st.close_support == "no" and not line.night:
        return "weather"
    if line.mission == CAB_RANK and turn.half == "pm" and not _is_ranked(st, unit):
        return "a cab rank is for a whole day and is ordered in the morning"
    return ""


def _side(st: Position, unit: int) -> int:
    return st.world.sky.side_of[unit]


def has_close_support(st: Position, side: int) -> bool:
    """Return whether a side has close support: the Axis only if scenario or table allow it.

    (12.8.c, reading 4.16.)
    """
    if side == 0 or st.world.sky.axis_close_support:
        return True
    return st.setting("german-support") == "yes"


def _tell_who_stays(st: Position, line: Mission, reasons: dict[int, str]) -> None:
    """Report to the team the squadrons that did not fly, once for each reason."""
    for why in dict.fromkeys(each for each in reasons.values() if each):
        names = [st.world.sky.units[u].name for u, each in reasons.items() if each == why]
        st.note(line.team, "did not fly", name=line.mission, parts=(why, *names))


def _is_ranked(st: Position, unit: int) -> bool:
    return any(unit in rank.mission.squadrons for rank in st.ranks)


def _at_home(st: Position, busy: set[int]) -> None:
    """Let fighters without orders cover their base, if it lies in an air zone (reading 8.5)."""
    sky = st.world.sky
    for unit, base in enumerate(sky.base_of):
        row = sky.units[unit]
        if row.role != "fighter" or not base or unit in busy or not st.squadrons[unit]:
            continue
        if row.from_turn <= st.turn <= row.to_turn and row.flies != "night" and not row.release:
            site = sky.sites[base]
            zone = sky.zone_of(site.at)
            line = Mission(sky.team_of[unit], 0, COVER, (unit,), zone, *site.at, site.name)
            if zone != NO_ZONE:
                _set_out(st, line, busy)


# Lifts -------------------------------------------------------------------------------------


class Planned(NamedTuple):
    """A lift that is due, and its fate in this turn."""

    lift: int
    serials: int
    site: Site
    line: Mission | None
    reason: str
    """Why it waits; empty if it flies."""
    over: bool = False
    """Whether all troops of the lift have landed already."""


def planned(st: Position, lines: Sequence[Mission]) -> list[Planned]:
    """Return the lifts that are due, those on sheets first, within weather and serials."""
    sky = st.world.sky
    ordered = {line.lift: line for line in lines if line.mission in (TRANSPORT, HOLD)}
    due = [
        i
        for i, lift in enumerate(sky.lifts)
        if st.lifts[i] == WAITING and lift.turn <= st.turn <= lift.last_turn
    ]
    due.sort(key=lambda i: (i not in ordered, ordered[i].number if i in ordered else i))
    going = [i for i in due if i not in ordered or ordered[i].mission == TRANSPORT]
    left = {unit: st.squadrons[unit] for unit in range(len(sky.units))}
    room = _room(st, [sky.lifts[i] for i in going])
    first = True
    found: list[Planned] = []
    for i in going:
        lift = sky.lifts[i]
        site = site_of(st, i, ordered.get(i))
        if lift.units and not waiting(st, lift):
            found.append(Planned(i, 0, site, None, "", over=True))
            continue
        by = sky.number[lift.by]
        serials = min(lift.serials, left[by])
        reason = _stays(st, lift, serials, room, first=first)
        if not reason and not may_drop(site.ground, site.across_km, st.world.tables):
            reason = "nothing can be dropped there"
        if not reason and lift.mode == "landing" and not landing.points_at(st, i, site):
            reason = "the airfield cannot be used"
        found.append(Planned(i, serials, site, ordered.get(i), reason))
        if not reason:
            first = False
            left[by] -= serials
            room -= serials
    return found


def _lifts(st: Position, lines: Sequence[Mission]) -> None:
    """Launch lifts, or report to their team why they wait."""
    for each in planned(st, lines):
        if each.over:
            st.lifts[each.lift] = FLOWN
        elif each.reason:
            name = st.world.sky.lifts[each.lift].id
            for team in sorted(_concerned(st, each.lift)):
                st.note(team, "lift waits", name=name, parts=(each.site.name, each.reason))
        else:
            _carry(st, each.lift, each.serials, each.site, each.line)


def _concerned(st: Position, lift: int) -> set[int]:
    """Return the teams of a lift and of the units that wait for it on the ground."""
    data = st.world.sky.lifts[lift]
    waits = [st.world.by_id[each] for each in (data.to, *data.units) if each in st.world.by_id]
    return {st.world.sky.lift_team[lift], *(st.world.units[unit].team for unit in waits)}


def transports_fly(st: Position, side: int) -> bool:
    """Return whether a lift of this side flies in this turn (reading 8.24)."""
    sky, world = st.world.sky, st.world
    return any(
        not each.over and not each.reason and world.side_of_team(sky.lift_team[each.lift]) == side
        for each in planned(st, missions(st.chores))
    )


def _room(st: Position, going: Sequence[Lift]) -> int:
    """Return the number of serials that the weather lets fly (reading 8.12)."""
    flying = st.flying
    if flying == "no":
        return 0
    if flying == "supply":
        return sum(lift.serials for lift in going if lift.mode == "supply")
    total = sum(lift.serials for lift in going)
    return ceil(total * st.figures.air.part) if flying == "part" else total


def _stays(st: Position, lift: Lift, serials: int, room: int, *, first: bool) -> str:
    """Return why a lift does not fly in this turn; empty if it does."""
    flying = st.flying
    if flying == "no" or (flying == "supply" and lift.mode != "supply"):
        return "the weather does not allow it"
    if not serials:
        return "there are no aircraft"
    if serials > room and not (first and flying == "part"):
        return "the weather allows only a part"
    return ""


def site_of(st: Position, lift: int, line: Mission | None) -> Site:
    """Return the goal of a lift: as planned, or as its line redirects it (reading 9.8)."""
    sky = st.world.sky
    if line is not None and line.site == "at":
        return sky.site_at(line.where, (line.x, line.y))
    return sky.sites[line.site if line is not None and line.site else sky.lifts[lift].zone]


def waiting(st: Position, lift: Lift) -> list[int]:
    """Return the units of a lift that have not arrived."""
    numbers = [st.world.by_id[unit] for unit in lift.units]
    return [unit for unit in numbers if st.where[unit] == DUE]


def _carry(st: Position, number: int, serials: int, site: Site, line: Mission | None) -> None:
    sky = st.world.sky
    lift = sky.lifts[number]
    left = waiting(st, lift)
    some = -(-len(left) * serials // lift.serials)
    made = Sortie(
        len(st.sorties),
        sky.lift_team[number],
        line.number if line is not None else 0,
        TRANSPORT,
        (sky.number[lift.by],),
        serials,
        lift.serials,
        sky.zone_of(site.at),
        sky.zones_along(sky.route_of(lift, site)),
        *site.at,
        site.name,
        tuple(left[:some]),
        number,
        site.id,
        -1,
        int(lift.night),
    )
    st.sorties = (*st.sorties, made)
