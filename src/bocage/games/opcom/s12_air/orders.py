"""The meaning of air lines on a sheet, checked in plain language (12).

A line names a mission, its squadrons and their goal. A mission that can't be flown is a problem
and is dropped. An unclear one is a question, with the default if no answer comes.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from difflib import get_close_matches
from typing import TYPE_CHECKING, Final

from bocage.games.opcom.board.sky import AIRFIELD, NO_ZONE, Site, Sky
from bocage.games.opcom.board.ways import Point
from bocage.games.opcom.board.world import plain
from bocage.games.opcom.pieces.orders import Chore, Mission
from bocage.games.opcom.s05_orders.sheet import Row, texts
from bocage.games.opcom.s12_air.drops import may_drop

if TYPE_CHECKING:
    from bocage.games.opcom.s05_orders.meaning import Reader

TRANSPORT, SUPPORT, CAB_RANK, BOMB = "transport", "close support", "cab rank", "bombing"
SUPPRESS, RECCE, ESCORT, COVER, HOLD = "flak suppression", "recce", "escort", "air cover", "hold"
MISSIONS: Final = (TRANSPORT, SUPPORT, CAB_RANK, BOMB, SUPPRESS, RECCE, ESCORT, COVER, HOLD)
"""The missions (12.0.a).

Flak suppression is bombing (12.9.b), a cab rank close support (9.12.d).
"""
_WORDS: Final[Mapping[str, str]] = {
    **{each: each for each in MISSIONS},
    "air transport": TRANSPORT,
    "lift": TRANSPORT,
    "drop": TRANSPORT,
    "resupply": TRANSPORT,
    "close air support": SUPPORT,
    "cas": SUPPORT,
    "support": SUPPORT,
    "bomb": BOMB,
    "interdiction": BOMB,
    "interdict": BOMB,
    "suppress flak": SUPPRESS,
    "flak": SUPPRESS,
    "suppression": SUPPRESS,
    "reconnaissance": RECCE,
    "cover": COVER,
    "patrol": COVER,
    "stand down": HOLD,
}
_ROLES: Final[Mapping[str, tuple[str, ...]]] = {
    SUPPORT: ("ground attack", "medium bomber", "heavy bomber"),
    CAB_RANK: ("ground attack",),
    BOMB: ("ground attack", "medium bomber", "heavy bomber", "anti-ship"),
    SUPPRESS: ("ground attack", "medium bomber", "heavy bomber"),
    RECCE: ("recce",),
    ESCORT: ("fighter",),
    COVER: ("fighter",),
    HOLD: ("fighter", "ground attack", "medium bomber", "heavy bomber", "recce", "anti-ship"),
}
"""The aircraft for each mission."""


def understand_air(reader: Reader, number: int, row: Row) -> Mission | None:
    """Return the meaning of an air line, or None if it can't be flown."""
    sky = reader.world.sky
    if not sky:
        reader.problem(number, "this operation has no air orders.")
        return None
    mission = _word(reader, number, row)
    if mission is None:
        return None
    night = int(str(row.get("night", "")).casefold() in ("true", "yes", "y", "1", "x"))
    if mission == TRANSPORT or (mission == HOLD and row.get("lift")):
        return _transport(reader, number, row, mission)
    squadrons = _squadrons(reader, number, row, mission, night=bool(night))
    if not squadrons:
        return None
    made = Mission(reader.team, number, mission, squadrons, night=night)
    if mission in (SUPPORT, CAB_RANK):
        return _support(reader, number, row, made)
    if mission == HOLD:
        return made
    if mission == ESCORT:
        return _escort(reader, number, row, made)
    return _target(reader, number, row, made)


def _word(reader: Reader, number: int, row: Row) -> str | None:
    said = " ".join(str(row.get("mission", "")).casefold().split())
    if said in _WORDS:
        return _WORDS[said]
    near = get_close_matches(said, list(_WORDS), n=1)
    if not near:
        reader.problem(number, f"there is no mission '{row.get('mission', '')}' for aircraft.")
        return None
    reader.ask(number, f"we do not know '{row.get('mission')}'.", MISSIONS, _WORDS[near[0]])
    return _WORDS[near[0]]


def _squadrons(
    reader: Reader, number: int, row: Row, mission: str, *, night: bool
) -> tuple[int, ...]:
    sky = reader.world.sky
    found: dict[int, None] = {}
    names = texts(row.get("squadrons", []))
    if not names:
        reader.problem(number, "the line names no squadrons.")
    for name in names:
        several = find_squadrons(sky, reader.team, name)
        if not several:
            own = [unit.name for i, unit in enumerate(sky.units) if sky.team_of[i] == reader.team]
            near = get_close_matches(name, own, n=2, cutoff=0.5)
            hint = f" Did you mean {' or '.join(near)}?" if near else ""
            reader.problem(number, f"you have no squadron called '{name}'.{hint}")
        for each in several:
            unit = sky.units[each]
            if unit.role not in _ROLES[mission]:
                if len(several) == 1:
                    reader.problem(number, f"{unit.name} does not fly {mission}.")
            elif (unit.flies == "day") if night else (unit.flies == "night"):
                when = "by night" if night else "by day"
                reader.problem(number, f"{unit.name} does not fly {when}.")
            else:
                found[each] = None
    return tuple(found)


def find_squadrons(sky: Sky, team: int, name: str) -> list[int]:
    """Return squadrons of a team by id or name, or all with these words in the name: `126 Wing`."""
    own = [i for i, each in enumerate(sky.team_of) if each == team]
    key = plain(name)
    exact = [i for i in own if key in sky.called[i][0]]
    if exact:
        return exact
    words = set(key.split())
    return [i for i in own if words and words <= sky.called[i][1]]


def _support(reader: Reader, number: int, row: Row, made: Mission) -> Mission | None:
    """Return close support for friendly troops, or for an attack on a place."""
    if made.mission == CAB_RANK and reader.world.side_of_team(reader.team) != 0:
        reader.problem(number, "our air force keeps no cab rank.")
        return None
    abroad = [u for u in made.squadrons if not _may_rank(reader, u)]
    if made.mission == CAB_RANK and abroad:
        for unit in abroad:
            name = reader.world.sky.units[unit].name
            reader.problem(number, f"{name} is based too far away for a cab rank.")
        made = replace(made, squadrons=tuple(u for u in made.squadrons if u not in abroad))
        if not made.squadrons:
            return None
    named = str(row.get("for", "")).strip()
    units = troops_of_side(reader, named) if named else ()
    if named and not units:
        reader.problem(number, f"there are no troops called '{named}' on our side.")
        return None
    if made.mission == CAB_RANK and not units:
        reader.problem(number, "a cab rank is for a formation; the line names none.")
        return None
    place = str(row.get("at", "")).strip()
    if not place:
        if not units:
            reader.problem(number, "the line names neither troops nor a place.")
            return None
        return replace(made, units=units, where=named)
    spot = reader.spot(number, place, ())
    if spot is None:
        return None
    zone = reader.world.sky.zone_of(spot.point)
    return replace(made, units=units, where=spot.name, x=spot.point[0], y=spot.point[1], zone=zone)


def _may_rank(reader: Reader, unit: int) -> bool:
    """Return whether a squadron may fly cab rank: only those based in Europe (9.12.f)."""
    return reader.world.sky.units[unit].basing == "Europe"


def troops_of_side(reader: Reader, name: str) -> tuple[int, ...]:
    """Return friendly units by the name of a unit, grouping, brigade, division or team."""
    world = reader.world
    side = world.side_of_team(reader.team)
    key = plain(name)
    for i, team in enumerate(world.teams):
        if world.side_of_team(i) == side:
            if key in (plain(team.seat), plain(team.name)):
                return tuple(u.number for u in world.units if u.team == i)
            for group, units in world.groups_of(i).items():
                if key == plain(group) and group != "all":
                    return units
    return tuple(
        u.number
        for u in world.units
        if u.side == side and key in (plain(u.id), plain(u.name), plain(u.unit.label))
    )


def _escort(reader: Reader, number: int, row: Row, made: Mission) -> Mission | None:
    """Return an escort of a lift, or of the aircraft of another line."""
    sky = reader.world.sky
    named = str(row.get("for", row.get("lift", ""))).strip()
    lift = find_lift(sky, reader.world.side_of_team(reader.team), reader, named)
    if lift >= 0:
        return replace(made, lift=lift, where=named)
    along = find_squadrons(sky, reader.team, named) if named else []
    if not along:
        reader.problem(number, f"there is no lift or squadron called '{named}' to escort.")
        return None
    return replace(made, units=tuple(along), where=named)


def find_lift(sky: Sky, side: int, reader: Reader, name: str) -> int:
    """Return a friendly lift by its id, or -1."""
    for i, lift in enumerate(sky.lifts):
        own = reader.world.side_of_team(sky.lift_team[i]) == side
        if own and plain(lift.id) == plain(name):
            return i
    return -1


def _transport(reader: Reader, number: int, row: Row, mission: str) -> Mission | None:
    """Return a lift that flies, goes elsewhere, or is held back (reading 9.8)."""
    sky = reader.world.sky
    named = str(row.get("lift", "")).strip()
    lift = find_lift(sky, reader.world.side_of_team(reader.team), reader, named)
    if lift < 0 or sky.lift_team[lift] != reader.team:
        reader.problem(number, f"you have no lift called '{named}'.")
        return None
    made = Mission(reader.team, number, mission, lift=lift, night=int(sky.lifts[lift].night))
    to = str(row.get("to", "")).strip()
    if not to or mission == HOLD:
        return replace(made, where=sky.lifts[lift].zone)
    site = _site(reader, to)
    if site:
        at = sky.sites[site].at
        _warn_drop(reader, number, sky.sites[site])
        return replace(made, site=site, where=sky.sites[site].name, x=at[0], y=at[1])
    spot = reader.spot(number, to, ())
    if spot is None:
        return None
    _warn_drop(reader, number, sky.site_at(spot.name, spot.point))
    return replace(made, site="at", where=spot.name, x=spot.point[0], y=spot.point[1])


def _warn_drop(reader: Reader, number: int, site: Site) -> None:
    """Warn of a drop on woods, houses or water, or on too small a field (12.3).

    A lift that is sent there waits, and does not go to its earlier goal.
    """
    if not may_drop(site.ground, site.across_km, reader.world.tables):
        ground = _GROUNDS.get(site.ground, site.ground)
        text = f"nothing can be dropped at {site.name}: there is {ground}, no open ground"
        reader.ask(number, f"{text}. Where shall it go?", (), "it waits")


_GROUNDS: Final[Mapping[str, str]] = {
    "built-up": "a built-up area",
    "city": "a built-up area",
    "woods": "wood",
}


def _site(reader: Reader, name: str) -> str:
    """Return the id of an airfield or drop zone, or an empty string.

    Only a side with lifts knows its drop zones. For the other side their names mean nothing, or a
    sheet would reveal where the enemy plans to land.
    """
    sky, side = reader.world.sky, reader.world.side_of_team(reader.team)
    drops = any(reader.world.side_of_team(team) == side for team in sky.lift_team)
    key = plain(name)
    for ident, site in sky.sites.items():
        if (drops or site.ground == AIRFIELD) and key in (plain(ident), plain(site.name)):
            return ident
    return ""


def _target(reader: Reader, number: int, row: Row, made: Mission) -> Mission | None:
    """Return the mission with its target: cover and reconnaissance an air zone, bombs a place
    (12.0.c).
    """
    sky = reader.world.sky
    if made.mission in (COVER, RECCE):
        named = str(row.get("zone", row.get("at", ""))).strip()
        zone = find_zone(sky, named)
        if zone == NO_ZONE and named:
            spot = reader.spot(number, named, ())
            zone = NO_ZONE if spot is None else sky.zone_of(spot.point)
        if zone == NO_ZONE:
            reader.problem(number, f"'{named}' is in no air zone that we know.")
            return None
        return replace(made, zone=zone, where=sky.zones[zone].name)
    named = str(row.get("at", "")).strip()
    if site := _site(reader, named):
        return _at(sky, made, sky.sites[site].at, sky.sites[site].name)
    spot = reader.spot(number, named, ()) if named else None
    if spot is None:
        if not named:
            reader.problem(number, f"where shall they fly {made.mission}?")
        return None
    return replace(_at(sky, made, spot.point, spot.name), crossing=spot.crossing)


def _at(sky: Sky, made: Mission, at: Point, name: str) -> Mission:
    return replace(made, x=at[0], y=at[1], zone=sky.zone_of(at), where=name)


def find_zone(sky: Sky, name: str) -> int:
    """Return an air zone by id or name: `AZ-B2`, `Zone B2`, `B2`."""
    key = plain(name)
    for i, zone in enumerate(sky.zones):
        short = plain(zone.name).removeprefix("zone ")
        if key in (plain(zone.id), plain(zone.name), short):
            return i
    return NO_ZONE


def missions(chores: Sequence[Chore]) -> list[Mission]:
    """Return the air lines among all chores of a turn."""
    return [each for each in chores if isinstance(each, Mission)]
