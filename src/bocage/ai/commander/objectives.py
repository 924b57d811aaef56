"""Objectives for the troops: each group guards one that its team holds, or goes for another."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, Literal

from bocage.ai.commander.air import spearhead
from bocage.ai.commander.picture import Group, Picture, group_of
from bocage.games.opcom.board.ways import Point, km_between
from bocage.games.opcom.board.world import World
from bocage.games.opcom.s05_orders.names import Finder

Goal = tuple[str, Point]
Kind = Literal["take", "guard", "stand"]

_HOME_KM: Final = 3.0
_LOST_KM: Final = 2.5
_GUARD_KM: Final = 6.0
"""The distance within which a group can guard one of our objectives."""
_THREAT_KM: Final = 5.0
_HELP_KM: Final = 10.0
_REACH_KM: Final = 25.0
"""The distance beyond which only the first objective counts."""
_TOGETHER_KM: Final = 4.0
_TANKS: Final = 3
_ENOUGH: Final = 1.5
"""Our battalions for each enemy battalion."""
_MASS: Final = 0.8
_ALARM: Final = 3
"""The turn from which all teams know of the battle."""


@dataclass(slots=True)
class Memory:
    """What a headquarters remembers of its own actions from one sheet to the next."""

    taken: set[str] = field(default_factory=set[str])
    """Objectives that we held when we last had news of them."""
    prepared: frozenset[int] = frozenset()
    """Units with orders to prepare."""
    waited: dict[str, int] = field(default_factory=dict[str, int])
    """The number of turns that a group has stood before an enemy, by its name."""
    striking: frozenset[int] = frozenset()
    """Units with orders to attack in this turn."""
    struck: dict[int, float] = field(default_factory=dict[int, float])
    """Units with orders to attack this morning, with their strength then."""
    rounded: dict[int, str] = field(default_factory=dict[int, str])
    """Units with orders to go round, with their objective."""
    stood: dict[int, tuple[Point, int]] = field(default_factory=dict[int, tuple[Point, int]])
    """Each unit's place, and the number of turns it has been there."""

    def notice(self, where: Mapping[int, Point]) -> None:
        """Count the turns that units have stayed in place."""
        past = self.stood
        self.stood = {
            number: (at, past[number][1] + 1 if number in past and past[number][0] == at else 0)
            for number, at in where.items()
        }


@dataclass(frozen=True, slots=True)
class Thrust:
    """Troops with one objective."""

    goal: Goal | None
    groups: tuple[Group, ...]
    kind: Kind
    main: bool = False


def objectives(picture: Picture) -> list[Goal]:
    """Return the team's objectives on the map, in their order."""
    return objectives_of(picture.world, picture.team)


def objectives_of(world: World, team: int) -> list[Goal]:
    """Return the objectives that the scenario gives a team."""
    finder = Finder(world, team, {})
    found: list[Goal] = []
    for name in world.teams[team].objectives:
        spots = finder.place(name).spots or finder.bridge(name).spots
        if spots:
            found.append((name, spots[0].point))
    return found


def is_mobile(picture: Picture) -> bool:
    """Return whether a team is armour on the move, which leaves its gains to the troops behind."""
    world, team = picture.world, picture.team
    tanks = sum(u.team == team and u.arm == "tank" for u in world.units)
    leads = team == spearhead(world, world.teams[team].side) or tanks >= _TANKS
    return leads and not home(world, team)


def starts_at(picture: Picture) -> int:
    """Return the turn in which a team sets out: one road carries one division after the other.

    The spearhead of an attacking corps goes first. The corps' own armour follows after the
    break-in, and the infantry of the start line a turn later, to clear the sides of the road. The
    corps' other divisions follow in the scenario's order.
    """
    world = picture.world
    team = world.teams[picture.team]
    lead = spearhead(world, team.side)
    above = world.teams[lead].under if lead >= 0 else ""
    if not above or lead == picture.team or above not in (team.seat, team.under):
        return 1
    if home(world, lead):
        return 1
    order = [i for i, each in enumerate(world.teams) if each.under == above and i != lead]
    first = [i for i in order if _is_in_front(world, i)]
    if team.seat == above:
        return BREAK_IN
    if picture.team in first:
        return _BEHIND
    order = [i for i in order if i not in first]
    place = order.index(picture.team) if picture.team in order else 0
    return _FIRST + _APART * place


def _is_in_front(world: World, team: int) -> bool:
    """Return whether a division of the corps holds the start line: most of it is there, and on
    foot.
    """
    fights = [u for u in world.units if u.team == team and u.fights and not u.is_gun]
    there = [u for u in fights if u.unit.arrival_turn <= 1 and u.unit.mobility == "foot"]
    return 2 * len(there) > len(fights)


BREAK_IN: Final = 3
"""Until this turn the road belongs to the troops that break in; then the corps' armour follows."""
_BEHIND: Final = 4
"""The turn from which the infantry of the start line clears the sides of the road."""
_FIRST: Final = 7
_APART: Final = 1


def home(world: World, team: int) -> set[str]:
    """Return the objectives where a team had troops or a dump at the start."""
    seat = world.teams[team].seat
    own = [u.start for u in world.units if u.team == team and u.unit.arrival_turn <= 1]
    own += [
        world.ways.xy(d.lat, d.lon)
        for d in world.dumps
        if d.team == seat and d.lat is not None and d.lon is not None
    ]
    goals = objectives_of(world, team)
    return {name for name, at in goals if any(km_between(at, p) <= _HOME_KM for p in own)}


def wanted(picture: Picture, goals: Sequence[Goal], memory: Memory) -> tuple[list[Goal], set[str]]:
    """Return the objectives still to be taken, and those that are ours from the start."""
    ours = home(picture.world, picture.team)
    found: list[Goal] = []
    for name, at in goals:
        if picture.holds(at) or (is_mobile(picture) and picture.stands_at(at)):
            memory.taken.add(name)
            continue
        foes = [e for e in picture.tales if km_between(e.at, at) <= _LOST_KM and not e.gone]
        if foes and not picture.stands_at(at) and not is_mobile(picture):
            memory.taken.discard(name)
        safe = name in memory.taken or (name in ours and not foes)
        if not safe:
            found.append((name, at))
    if ours and picture.turn < _ALARM and not picture.tales:
        return [], ours
    return found, ours


def thrusts(picture: Picture, memory: Memory) -> list[Thrust]:
    """Return every group with its objective."""
    goals = objectives(picture)
    still, ours = wanted(picture, goals, memory)
    left = list(picture.groups)
    found: list[Thrust] = []
    for goal in goals:
        if goal not in still and (goal[0] in memory.taken or goal[0] in ours):
            guard = _guard(picture, goal, left, eager=bool(still) and is_mobile(picture))
            if guard:
                left = [each for each in left if each not in guard]
                found.append(Thrust(goal, tuple(guard), "guard"))
    if not still:
        return [*found, *([Thrust(None, tuple(left), "stand")] if left else [])]
    given: dict[str, list[Group]] = {name: [] for name, _ in still}
    if is_mobile(picture):
        given[still[0][0]] += left
    else:
        _share(picture, still, left, given)
    for goal in still:
        groups = _together(picture, given[goal[0]])
        if groups:
            main = goal == still[0] or not given[still[0][0]]
            found.append(Thrust(goal, tuple(groups), "take", main))
    return found


def _guard(picture: Picture, goal: Goal, left: Sequence[Group], *, eager: bool) -> list[Group]:
    """Return the groups that stay at a held objective: one, or more if the enemy is near."""
    near = sorted(left, key=lambda g: (km_between(g.at, goal[1]), g.name))
    near = [g for g in near if km_between(g.at, goal[1]) <= _HELP_KM]
    foes = [e for e in picture.near(goal[1], _THREAT_KM) if not e.gone]
    if not near or eager:
        return []
    want = _MASS * sum(each.battalions for each in foes)
    found: list[Group] = []
    for group in near:
        have = sum(each.worth for each in found)
        if found and have >= want:
            break
        if not foes and km_between(group.at, goal[1]) > _GUARD_KM:
            break
        found.append(group)
    return found


def _share(
    picture: Picture, goals: Sequence[Goal], left: list[Group], given: dict[str, list[Group]]
) -> None:
    """Give each objective enough groups, the nearest first.

    The rest go to the nearest objective.
    """
    free = list(left)
    for i, (name, at) in enumerate(goals):
        foes = sum(e.battalions for e in picture.near(at, _THREAT_KM))
        want = max(1.0, _ENOUGH * foes)
        for group in sorted(free, key=lambda g: (km_between(g.at, at), g.name)):
            if sum(each.worth for each in given[name]) >= want:
                break
            if i and km_between(group.at, at) > _REACH_KM:
                break
            if group.attacks:
                given[name].append(group)
                free.remove(group)
    for group in free:
        near = min(goals, key=lambda goal: km_between(group.at, goal[1]))
        given[near[0]].append(group)


def _together(picture: Picture, groups: Sequence[Group]) -> list[Group]:
    """Return the groups, with nearby battalions of one brigade and one objective joined again."""
    found: list[Group] = []
    for group in groups:
        brigade = group.units[0].unit.brigade
        for i, other in enumerate(found):
            same = brigade and other.units[0].unit.brigade == brigade
            small = len(group.units) == 1 and group.units[0].unit.light_infantry
            if same and small and km_between(group.at, other.at) <= _TOGETHER_KM:
                units = (*other.units, *group.units)
                found[i] = group_of(other.name, units, picture.where, picture.worth)
                break
        else:
            found.append(group)
    return found
