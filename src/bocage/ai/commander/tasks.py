"""The tasks of the groups: mass against one enemy at a time, with the others close behind."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from bocage.ai.commander.armour import (
    are_mates,
    by_road,
    foremost,
    has_guns,
    is_morning,
    is_passed,
    is_spent,
    roused,
    second,
)
from bocage.ai.commander.attacks import CONTACT_KM, FRESH, READY, WEAK, how, margin_with
from bocage.ai.commander.detours import aside, remember, wait_beside
from bocage.ai.commander.objectives import (
    Goal,
    Memory,
    Thrust,
    is_mobile,
    objectives,
    starts_at,
    thrusts,
)
from bocage.ai.commander.odds import nearest
from bocage.ai.commander.picture import Enemy, Group, Picture
from bocage.ai.commander.rations import is_supplied, rationed
from bocage.ai.commander.roads import wait_for_the_road
from bocage.ai.commander.task import Action, Posture, Task
from bocage.games.opcom.board.ways import Point, km_between

_MASS_KM: Final = 7.0
"""Groups within this distance of an enemy can attack it together."""
_CAREFUL_KM: Final = 9.0
"""An enemy so near is not marched past in column."""
_THERE_KM: Final = 1.5
_COLUMN_KM: Final = 12.0
_CLOSE_KM: Final = 2.5
_WIN: Final = 6.0
"""An attack with so much in hand is made at once."""
_TRY: Final = -1.0
_PATIENT: Final = 2
"""The turns before an enemy after which the group tries something else."""
_LONG: Final = 6
_DARE: Final = -8.0
_COLUMN: Final = 2.0
"""The loss of a unit that attacks in road column (9.9)."""


def tasks(picture: Picture, memory: Memory) -> list[Task]:
    """Return a task for every group, and update `memory`."""
    found: list[Task] = []
    waits = picture.turn < starts_at(picture)
    goals: dict[str, Goal] = {}
    for thrust in thrusts(picture, memory):
        if thrust.kind == "take" and thrust.main and thrust.goal is not None and not waits:
            goals |= {group.name: thrust.goal for group in thrust.groups}
        if waits:
            found += _keep(picture, replace(thrust, goal=None), memory, stays=True)
        elif thrust.kind == "take":
            found += _take(picture, thrust, memory)
        else:
            found += _keep(picture, thrust, memory)
    memory.notice(picture.where)
    found = [roused(picture, each, goals, memory) for each in rationed(picture, found, goals)]
    remember(memory, found, goals)
    memory.prepared = frozenset(
        unit.number for task in found if task.action == "prepare" for unit in task.group.units
    )
    memory.waited = {
        task.group.name: memory.waited.get(task.group.name, 0) + 1
        for task in found
        if task.target is not None and task.action in ("hold", "prepare")
    }
    memory.striking = frozenset(
        unit.number
        for task in found
        if task.action in ("attack", "breakthrough")
        for unit in task.group.units
    )
    morning = memory.striking if is_morning(picture) else ()
    memory.struck = {number: picture.worth.get(number, 0.0) for number in morning}
    return found


# Taking an objective --------------------------------------------------------------------------


def _take(picture: Picture, thrust: Thrust, memory: Memory) -> list[Task]:
    goal = thrust.goal
    assert goal is not None
    off = aside(thrust, memory)
    order = sorted(
        thrust.groups, key=lambda g: (g.name in off, _turn_to_lead(picture, g, goal[1], memory))
    )
    done: dict[str, Task] = {}
    dealt: list[Enemy] = []
    for group in order:
        if group.name in done or group.fresh < WEAK or not group.attacks or group.scouts:
            continue
        others = [
            foe
            for foe in picture.near(group.at, CONTACT_KM)
            if foe not in dealt
            and (not dealt or foe.age == 0)
            and not (is_mobile(picture) and (foe.gone or is_passed(group, foe, goal[1])))
        ]
        target = nearest(others, group.at)
        if target is None:
            continue
        dealt.append(target)
        pool = [
            each
            for each in order
            if each.name not in done
            and each.attacks
            and not each.scouts
            and each.fresh >= WEAK
            and (each is group or km_between(each.at, target.at) <= _MASS_KM)
        ]
        at = target.at
        pool.sort(
            key=lambda g: (
                g is not group,
                is_spent(picture, g, memory),
                is_mobile(picture) and not are_mates(g, group),
                -round(g.fresh, 1),
                km_between(g.at, at),
            )
        )
        for task in _against(picture, thrust, target, pool, memory, first=len(dealt) == 1):
            done[task.group.name] = task
    able = [g for g in order if g.fresh >= WEAK and g.attacks]
    able = [g for g in able if g.name not in off] or able
    lead = next((g for g in able if not g.scouts), (able or order)[0])
    first = foremost(picture, [g for g in able if not g.scouts], done, goal[1], memory)
    if is_mobile(picture) and first is not None:
        lead = first
    for group in sorted(order, key=lambda g: (g is not lead, g.name not in off)):
        if group.name not in done and group.name in off and group is not lead:
            done[group.name] = wait_beside(group, goal[0])
        elif group.name not in done:
            done[group.name] = _go(picture, thrust, group, lead, done, memory)
    return [
        replace(done[g.name], main=False) if g.name in off and g is not lead else done[g.name]
        for g in order
    ]


def _turn_to_lead(
    picture: Picture, group: Group, goal: Point, memory: Memory
) -> tuple[bool, int, bool, bool, float, str]:
    """Return the key for leading: the foremost groups with shells and petrol, the freshest first.

    Groups that attacked this morning come last.
    """
    band = int(km_between(group.at, goal) // CONTACT_KM)
    dry = not is_supplied(picture, group.units)
    spent = is_spent(picture, group, memory)
    return group.fresh < WEAK, band, dry, spent, -round(group.fresh, 1), group.name


def _against(
    picture: Picture,
    thrust: Thrust,
    target: Enemy,
    pool: Sequence[Group],
    memory: Memory,
    *,
    first: bool = False,
) -> list[Task]:
    """Return attacks by enough of the groups near an enemy to beat it, at once or after a turn of
    preparation.

    Against the first enemy in the way of armour an overrun is enough (9.13), if there is one.
    """
    chosen: list[Group] = []
    for group in pool:
        chosen.append(group)
        if margin_with(picture, chosen, target, memory) >= _WIN:
            fresh = [g for g in pool if g not in chosen and g.fresh >= FRESH and g.armoured]
            fresh.sort(key=lambda g: not are_mates(g, chosen[0]))
            if first and is_mobile(picture) and chosen[-1].fresh >= FRESH:
                chosen += fresh[: _twice(chosen, target)]
            made = [_attack(picture, g, thrust, target, first=first) for g in chosen]
            sure = (
                margin_with(picture, chosen, target, memory)
                - _COLUMN * sum(len(g.units) for g in chosen)
                >= _WIN
            )
            return [by_road(picture, task) if sure else task for task in made]
    whole = margin_with(picture, pool, target, memory, prepared=True)
    now = margin_with(picture, pool, target, memory)
    waited = max(memory.waited.get(group.name, 0) for group in pool)
    ready = any(u.number in memory.prepared for g in pool for u in g.units)
    if now >= READY or (target.gone and now >= _TRY) or (ready and now >= _TRY):
        return [_attack(picture, g, thrust, target) for g in pool]
    if whole >= READY and not ready:
        return [_prepare(g, thrust, target) for g in pool]
    if waited >= _PATIENT and whole >= _DARE:
        if ready:
            return [_attack(picture, g, thrust, target) for g in pool]
        return [_prepare(g, thrust, target) for g in pool]
    if waited >= _PATIENT and not waited % _PATIENT:
        left = [_wait(picture, g, target, memory) for g in pool[1:]]
        return [_probe(pool[0], thrust, target), *left]
    return [_wait(picture, group, target, memory) for group in pool]


def _twice(groups: Sequence[Group], target: Enemy) -> int:
    """Return 1 if another group is needed for twice the enemy's strength, else 0."""
    return int(sum(group.worth for group in groups) < _TWICE * target.battalions)


_TWICE: Final = 1.6
"""Our battalions for each enemy battalion, which is seldom complete."""


def _attack(
    picture: Picture, group: Group, thrust: Thrust, target: Enemy, *, first: bool = False
) -> Task:
    """Return an attack along the way to the objective, or straight at an enemy beside it."""
    assert thrust.goal is not None
    name, at = thrust.goal
    action: Action = how(group)
    verb = "Break through" if action == "breakthrough" else "Attack"
    beside = not target.gone and not _on_the_way(group.at, target.at, at)
    if beside and not (first and is_mobile(picture)):
        lat, lon = picture.world.ways.earth(target.at)
        where = f"{lat:.4f} {lon:.4f}"
        return Task(
            group, action, "tact", where, target.at, target, words=f"{verb} and go on to {name}"
        )
    words = f"{verb} towards {name}"
    return Task(group, action, "tact", name, at, target, main=thrust.main, words=words)


def _on_the_way(start: Point, enemy: Point, goal: Point) -> bool:
    """Return whether an enemy is roughly on the way."""
    straight = km_between(start, goal)
    return km_between(start, enemy) + km_between(enemy, goal) <= straight + 2.0


def _prepare(group: Group, thrust: Thrust, target: Enemy) -> Task:
    assert thrust.goal is not None
    words = f"Prepare to attack towards {thrust.goal[0]}"
    return Task(group, "prepare", "tact", target=target, main=thrust.main, words=words)


def _probe(group: Group, thrust: Thrust, target: Enemy) -> Task:
    assert thrust.goal is not None
    name, at = thrust.goal
    words = f"Feel your way towards {name}"
    return Task(group, "probe", "tact", name, at, target, words=words)


def _wait(picture: Picture, group: Group, target: Enemy, memory: Memory) -> Task:
    """Return the task of a group that has waited for days out of sight of the enemy: to approach
    it.
    """
    if memory.waited.get(group.name, 0) >= _LONG and km_between(group.at, target.at) > _CLOSE_KM:
        lat, lon = picture.world.ways.earth(target.at)
        where, words = f"{lat:.4f} {lon:.4f}", "Close up to the enemy"
        return Task(group, "move", "tact", where, target.at, target, words=words)
    words = "Stay in contact and hold"
    return Task(group, "hold", "tact", target=target, counter=group.fresh > WEAK, words=words)


def _go(
    picture: Picture,
    thrust: Thrust,
    group: Group,
    lead: Group,
    done: dict[str, Task],
    memory: Memory,
) -> Task:
    """Return a task without an enemy in the way: the first goes to the objective, the others
    follow.
    """
    assert thrust.goal is not None
    name, at = thrust.goal
    if km_between(group.at, at) <= _THERE_KM and not is_mobile(picture):
        return Task(group, "hold", "tact", words=f"Hold {name}")
    if group.fresh < WEAK:
        quiet = not picture.near(group.at, _CAREFUL_KM)
        return Task(group, "hold", "rest" if quiet else "tact", words="Rest and refit")
    if group is not lead and group.scouts:
        words = f"Look ahead towards {name}"
        return Task(group, "probe", "tact", name, at, words=words)
    if group is not lead and is_mobile(picture):
        return second(picture, thrust, group, lead, done, spent=is_spent(picture, group, memory))
    return _march(picture, group, thrust)


def _march(picture: Picture, group: Group, thrust: Thrust) -> Task:
    assert thrust.goal is not None
    name, at = thrust.goal
    if picture.turn == 1 and is_mobile(picture) and not picture.enemies:
        words = f"Prepare to attack towards {name}"
        return Task(group, "prepare", "tact", main=thrust.main, words=words)
    quiet = not picture.near(group.at, _CAREFUL_KM) and not picture.near(at, _CAREFUL_KM)
    if quiet and km_between(group.at, at) > _COLUMN_KM:
        words = f"March to {name}"
        return Task(group, "move", "non-tact", name, at, column=True, main=thrust.main, words=words)
    if not group.attacks:
        return Task(group, "move", "tact", name, at, words=f"March to {name}")
    words = f"Advance on {name} and attack what is met"
    action: Action = how(group)
    task = Task(group, action, "tact", name, at, main=thrust.main, words=words)
    return by_road(picture, task) if has_guns(picture, group) else task


# Keeping what we have -------------------------------------------------------------------------


def _keep(picture: Picture, thrust: Thrust, memory: Memory, *, stays: bool = False) -> list[Task]:
    """Return tasks to hold, to attack an enemy who comes close, and to go to the nearest alarm.

    Groups that `stays` keeps back wait for the road and act only against nearby enemies.
    """
    done: dict[str, Task] = {}
    for group in sorted(thrust.groups, key=lambda g: (-g.worth, g.name)):
        target = nearest(picture.near(group.at, CONTACT_KM), group.at)
        if target is None or group.name in done:
            continue
        pool = [
            each
            for each in thrust.groups
            if each.name not in done
            and each.attacks
            and each.fresh >= WEAK
            and km_between(each.at, target.at) <= _MASS_KM
        ]
        if not pool:
            continue
        lat, lon = picture.world.ways.earth(target.at)
        strike = Thrust((f"{lat:.4f} {lon:.4f}", target.at), tuple(pool), "take")
        for task in _against(picture, strike, target, pool, memory):
            if task.action != "hold":
                done[task.group.name] = replace(task, words="Throw the enemy back", course="")
    return [
        done.get(group.name)
        or (
            wait_for_the_road(picture, group)
            if stays
            else _hold(picture, group, thrust, alone=len(thrust.groups) == 1)
        )
        for group in thrust.groups
    ]


def _hold(picture: Picture, group: Group, thrust: Thrust, *, alone: bool) -> Task:
    target = nearest(picture.near(group.at, CONTACT_KM), group.at)
    goal = thrust.goal or _where_it_burns(picture, group)
    name = thrust.goal[0] if thrust.goal else ""
    free = target is None or km_between(target.at, group.at) > _CLOSE_KM
    if free and goal is not None and km_between(group.at, goal[1]) > _THERE_KM:
        words = f"Go to {name} and hold it" if name else "March to the sound of the guns"
        column = target is None and km_between(group.at, goal[1]) > _COLUMN_KM
        posture: Posture = "non-tact" if column else "tact"
        return Task(group, "move", posture, goal[0], goal[1], column=column, words=words)
    if target is None and group.fresh < 1 and not picture.near(group.at, _CAREFUL_KM):
        return Task(group, "hold", "rest", words="Rest and refit")
    there = goal is not None and km_between(group.at, goal[1]) <= _THERE_KM
    words = f"Hold {name}" if name and there else "Hold"
    fast = alone and target is not None and "bridge" in name.casefold()
    keeps = Task(group, "hold", "tact", target=target, stand_fast=fast, words=words)
    return replace(keeps, counter=group.fresh > WEAK and target is not None)


def _where_it_burns(picture: Picture, group: Group) -> Goal | None:
    """Return the nearest known enemy, for a group without anything to guard.

    An enemy at one of our objectives comes first.
    """
    if picture.turn <= _ALARM or picture.near(group.at, CONTACT_KM):
        return None
    ours = [at for _, at in objectives(picture)]
    burning = [e for e in picture.tales if any(km_between(e.at, at) <= CONTACT_KM for at in ours)]
    foe = nearest(burning or picture.tales, group.at)
    if foe is None or km_between(foe.at, group.at) > _HEARD_KM:
        goals = objectives(picture)
        near = min(goals, key=lambda goal: km_between(goal[1], group.at), default=None)
        return near if near is not None and km_between(near[1], group.at) <= _HEARD_KM else None
    lat, lon = picture.world.ways.earth(foe.at)
    return f"{lat:.4f} {lon:.4f}", foe.at


_ALARM: Final = 3
_HEARD_KM: Final = 30.0
