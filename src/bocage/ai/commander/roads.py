"""Road priority: the spearhead's way, and the teams that stay off it until it has passed."""

from __future__ import annotations

from functools import cache
from typing import Final

from bocage.ai.commander.air import spearhead
from bocage.ai.commander.attacks import CONTACT_KM
from bocage.ai.commander.objectives import home, objectives, objectives_of
from bocage.ai.commander.odds import nearest
from bocage.ai.commander.picture import Group, Picture
from bocage.ai.commander.task import Task
from bocage.games.opcom.board.ways import Ground, Marcher, Point, km_between
from bocage.games.opcom.board.world import World

_RATE: Final = 64.0
"""The kilometres a turn of lorries in road column (6.1); a planner treats all roads alike."""
_GONE: Final = ("blown", "dismantl", "destroyed")


def _cost(ground: Ground, road: bool, lane: bool) -> float:  # noqa: ARG001 - as the net asks
    return (2.0 if lane else 1.0) / _RATE


def standing(world: World, down: frozenset[str]) -> list[bool]:
    """Return, by number, whether a crossing carries a road and stands, as far as is known."""
    return [
        c.id not in down and not any(word in c.state for word in _GONE) and "road" in c.carries
        for c in world.crossings
    ]


@cache
def bridges_on(world: World, start: Point, goal: Point, down: frozenset[str]) -> frozenset[int]:
    """Return the bridges on the way of lorries from one point to another, as the map has it."""
    stands = standing(world, down)
    who = Marcher(
        cost=_cost,
        off_road=False,
        wades=False,
        river_cost=1.0,
        bears=lambda crossing: stands[crossing],
        climbs=False,
        key=("planner", down),
    )
    way = world.ways.way(start, goal, who) or []
    # A march to a bridge ends before it, but the bridge still counts as part of the way.
    last = [i for i, c in enumerate(world.crossings) if world.ways.xy(c.lat, c.lon) == goal]
    return frozenset((*last, *(each.crossing for each in way if each.crossing >= 0)))


@cache
def road_of_the_spearhead(world: World, side: str) -> frozenset[int]:
    """Return the bridges on the way of a spearhead that attacks: from its start to its
    objectives.
    """
    lead = spearhead(world, side)
    if lead < 0 or home(world, lead):
        return frozenset()
    hq = next((u for u in world.units if u.id == world.teams[lead].hq), None)
    at = hq.start if hq is not None else (0, 0)
    found: set[int] = set()
    for _, goal in objectives_of(world, lead) if hq is not None else ():
        found |= bridges_on(world, at, goal, frozenset[str]())
        at = goal
    return frozenset(found)


def is_of_its_corps(picture: Picture) -> bool:
    """Return whether a team is the spearhead, or under the same corps: the road is theirs."""
    world = picture.world
    team = world.teams[picture.team]
    lead = spearhead(world, team.side)
    above = world.teams[lead].under if lead >= 0 else ""
    return lead in (-1, picture.team) or bool(above and above in (team.seat, team.under))


def gives_way(picture: Picture, start: Point, goal: Point) -> bool:
    """Return whether vehicles of another corps would march over bridges of the spearhead's road."""
    world = picture.world
    road = road_of_the_spearhead(world, world.teams[picture.team].side)
    if not road or is_of_its_corps(picture):
        return False
    return bool(road & bridges_on(world, start, goal, picture.down))


def wait_for_the_road(picture: Picture, group: Group) -> Task:
    """Return the task of patrols, to leave the start line, and of others, to wait for the road."""
    target = nearest(picture.near(group.at, CONTACT_KM), group.at)
    goals = objectives(picture)
    if target is None and goals and picture.turn == 1:
        name, at = goals[0]
        km = max(km_between(group.at, at), CONTACT_KM)
        share = CONTACT_KM / km
        ahead = (
            round(group.at[0] + (at[0] - group.at[0]) * share),
            round(group.at[1] + (at[1] - group.at[1]) * share),
        )
        if not picture.world.ways.waters_between(group.at, ahead):
            lat, lon = picture.world.ways.earth(ahead)
            words = f"Send patrols out towards {name}"
            return Task(group, "probe", "tact", f"{lat:.4f} {lon:.4f}", ahead, words=words)
    return Task(group, "hold", "tact", target=target, counter=True, words="Wait for the road")
