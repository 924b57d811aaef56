"""Rumours from civilians and deserters about the enemy; half of them are true (reading 10.10).

The true ones are noted when a turn begins, from the surroundings of the towns that a team holds,
so later events of the turn do not affect them. The words of the report decide whether anyone
speaks, and whether it is true.
"""

from __future__ import annotations

from typing import Final

from bocage.games.opcom.board.position import Position
from bocage.games.opcom.board.ways import km_between
from bocage.games.opcom.board.world import Troops
from bocage.games.opcom.s10_reports.facts import RumourFact
from bocage.games.opcom.s10_reports.speech import Choice
from bocage.games.opcom.words.places import heading

RUMOUR: Final = "rumour"
"""The name of the choice of words for rumours."""
_TOWNS: Final = frozenset({"town", "city"})
WHATS: Final = ("tanks", "guns", "lorries", "soldiers")
_WHERES: Final = ("north", "north-east", "east", "south-east", "south", "south-west", "west",
                  "north-west")  # fmt: skip


def overhear(st: Position) -> None:
    """Note what the people of every held town could truly say, when a turn begins."""
    figures = st.figures.reports
    towns = [
        (place, st.world.ways.xy(place.lat, place.lon))
        for place in st.world.places
        if place.kind in _TOWNS and place.hex is not None
    ]
    here = st.here()
    for place, at in towns:
        there = [u for u in here if u.fights and km_between(st.at(u.number), at) <= figures.town]
        for team in sorted({unit.team for unit in there}):
            side = st.world.side_of_team(team)
            foes = [
                u
                for u in here
                if u.side != side
                and figures.town < km_between(st.at(u.number), at) <= figures.round
            ]
            what = where = ""
            if foes:
                foe = min(foes, key=lambda u: (km_between(st.at(u.number), at), u.number))
                what, where = _looks_like(foe), heading(at, st.at(foe.number))
            st.note(team, "rumour", name=place.id, parts=(what, where))


def _looks_like(foe: Troops) -> str:
    if foe.arm == "tank":
        return "tanks"
    if foe.is_gun or foe.arm in ("aa", "anti-tank"):
        return "guns"
    return "lorries" if not foe.fights or foe.unit.mobility == "motor" else "soldiers"


def rumours(st: Position, team: int, units: list[Troops], choice: Choice) -> list[RumourFact]:
    """Return the rumours of this turn in the towns where these units are."""
    figures = st.figures.reports
    found: list[RumourFact] = []
    for note in st.notes:
        if (note.team, note.code) != (team, "rumour"):
            continue
        town, (what, where) = note.name, note.parts
        place = st.world.pack.points_by_id[town]
        at = st.world.ways.xy(place.lat, place.lon)
        inside = any(
            u.fights and st.is_here(u.number) and km_between(st.at(u.number), at) <= figures.town
            for u in units
        )
        if inside and choice.happens(f"rumour.{town}", figures.rumour):
            if choice.happens(f"untrue.{town}", figures.untrue):
                what = choice.among(f"what.{town}", (*WHATS, ""))
                where = choice.among(f"where.{town}", _WHERES)
            elif not where:
                where = choice.among(f"where.{town}", _WHERES)
            found.append(RumourFact(place.name.partition(" (")[0], what, where))
    return found
