"""Assaults evaluated: every face of the die, the change for TER, and the value of each result.

The arithmetic is that of the ledger (`bocage.games.falaise.s10_odds.Odds`) without its words; a
test compares the two. Plans cover all targets at once, so that each unit counts once.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Final, NamedTuple

from bocage.games.falaise.board.charts import AUTOMATIC
from bocage.games.falaise.board.ground import ARGENTAN, TOWN, VILLAGE, WOODS
from bocage.games.falaise.board.position import HELPER
from bocage.games.falaise.pieces.units import AMERICAN, COMMONWEALTH
from bocage.games.falaise.s09_disruption import factor, ter
from bocage.games.falaise.s10_attackers import can_attack, can_join, targets
from bocage.games.falaise.s10_odds import column_of
from bocage.hexes.kernels import BLOCKED, ZONE

if TYPE_CHECKING:
    from bocage.ai.staff.falaise.worths import Worths
    from bocage.games.falaise.board.position import Position

FACES: Final = 6
NOWHERE: Final[Mapping[int, int]] = MappingProxyType({})
PASSES: Final = 3
"""How often units look for a better assault to join."""


class Chances(NamedTuple):
    """The possible results of the die, and who may change them."""

    results: tuple[str, ...]
    """The result of each face."""
    attacker_better: bool
    """Whether the attacker's TER is higher (10.2)."""
    defender_better: bool


def chances(
    st: Position,
    h: int,
    force: Sequence[int],
    seat: int,
    helpers: Sequence[int] = (),
    moves: Mapping[int, int] = NOWHERE,
) -> Chances:
    """Return the results of an assault by face of the die, before any change for TER."""
    world, ground, tables = st.world, st.world.ground, st.world.tables
    defenders = st.at(h, 1 - seat)
    attack = sum([factor(st, u) for u in force])
    defence = max(1, sum([factor(st, u) for u in defenders]))
    best = max([ter(st, u) for u in force])
    against = max([ter(st, u) for u in defenders])
    column = column_of(attack, defence, len(tables.columns) - 1)
    if column == AUTOMATIC:
        return Chances(("AL1",) * FACES, best > against, against > best)
    drm = ground_drm(st, h)
    modifiers = tables.assault_drm
    near = ground.near[h]
    for place in {moves.get(u, st.loc[u]) for u in force}:
        if place not in near:
            continue  # a unit that has not arrived yet
        side = 1 << ground.grid.direction(place, h)
        if ground.bridge[place] & side:
            drm += modifiers["bridge"]
        if ground.ford[place] & side:
            drm += modifiers["ford"]
        if ground.river[place] & side:
            drm += modifiers["river"]
    if helpers and any(u in force for u in helpers):
        nations = {world.nation[u] for u in force}
        if len(nations) > 1:
            both = nations & AMERICAN and nations & COMMONWEALTH
            drm += modifiers["mixed_allies" if both else "mixed"]
    rows = tables.assault
    results = tuple([rows[min(5, max(0, die + drm))][column] for die in range(FACES)])
    return Chances(results, best > against, against > best)


def ground_drm(st: Position, h: int) -> int:
    """Return the modifiers for the ground of the defending hex and the night (10.2)."""
    ground, modifiers = st.world.ground, st.world.tables.assault_drm
    drm = modifiers["night"] if st.night else 0
    if ground.crest[h]:
        drm += modifiers["crest"]
    if ground.terrain[h] == WOODS:
        drm += modifiers["woods"]
    place = ground.settlement[h]
    if place == VILLAGE:
        drm += modifiers["village"]
    elif place == TOWN:
        drm += modifiers["town"]
    elif place == ARGENTAN:
        drm += modifiers["argentan"]
    return drm


def exits(st: Position, h: int, side: int, places: Sequence[int] = ()) -> tuple[int, int]:
    """Return the number of hexes to retreat to: free ones, and those in enemy zones (10.3).

    `places` are hexes that enemies are planned to occupy.
    """
    ground, zone = st.world.ground, st.zone(side)
    free = watched = 0
    for n in ground.near[h]:
        if ground.wet[h] >> ground.grid.direction(h, n) & 1 or zone[n] & BLOCKED:
            continue
        if n in places or len(st.at(n, side)) > 1:
            continue
        if zone[n] & ZONE or any(p in ground.near[n] for p in places):
            watched += 1
        else:
            free += 1
    return free, watched


def value(
    st: Position,
    h: int,
    force: Sequence[int],
    seat: int,
    worths: Worths,
    *,
    mech: bool,
    helpers: Sequence[int] = (),
    moves: Mapping[int, int] = NOWHERE,
) -> float:
    """Return an assault's mean value for the attacker, in Victory Points.

    `moves` has the planned hexes of attackers that have not arrived yet.
    """
    odds = chances(st, h, force, seat, helpers, moves)
    of = worths.results(st, h, force, seat, mech=mech, moves=moves)
    total = 0.0
    for result in odds.results:
        worth = of[result]
        if odds.attacker_better:
            if result == "AL1":
                worth = max(worth, of["C"])
            elif result == "C":
                worth = max(worth, of["DR"], of["BL1"])
        elif odds.defender_better:
            if result == "DL1":
                worth = min(worth, of["DR"])
            elif result == "DE":
                worth = min(worth, of["DL1"])
        total += worth
    return total / FACES


class Plan(NamedTuple):
    """A set of assaults that are compatible."""

    forces: dict[int, tuple[int, ...]]
    """The attackers of each target, in the order of muster."""
    worths: dict[int, float]

    @property
    def total(self) -> float:
        """Return their total value."""
        return sum(self.worths.values())

    @property
    def best(self) -> int:
        """Return the target to begin with, or -1."""
        return max(self.worths, key=lambda h: (self.worths[h], -h), default=-1)


def able(st: Position, h: int, seat: int, *, mech: bool) -> list[int]:
    """Return the units that may attack a hex now, in the order of muster."""
    own = [
        u
        for n in st.world.ground.near[h]
        for u in st.at(n, seat)
        if can_attack(st, u, h, mech=mech)
    ]
    own.sort(key=st.world.muster.__getitem__)
    found: list[int] = []
    for u in own:
        if can_join(st, u, found, mech=mech):
            found.append(u)
    return found


def planned(
    st: Position,
    seat: int,
    worths: Worths,
    *,
    mech: bool,
    only: Sequence[int] | None = None,
    least: float = 0.0,
) -> Plan:
    """Return the best assaults that the active command can make together."""
    places = targets(st, seat, mech=mech) if only is None else only
    candidates = {h: able(st, h, seat, mech=mech) for h in places}
    choices: dict[int, list[int]] = {}
    for h, units in candidates.items():
        for u in units:
            choices.setdefault(u, []).append(h)
    order = st.world.muster
    forces: dict[int, list[int]] = {h: [] for h in candidates}
    kept: dict[tuple[int, tuple[int, ...]], float] = {}

    def weighed(h: int, force: list[int]) -> float:
        if not force:
            return 0.0
        force.sort(key=order.__getitem__)
        key = (h, tuple(force))
        found = kept.get(key)
        if found is None:
            if not _holds(st, force, mech=mech):
                found = -9.0
            else:
                found = value(st, h, force, seat, worths, mech=mech)
            kept[key] = found
        return found

    # Each unit joins the target with the highest value for all units that can reach it.
    rank = sorted(candidates, key=lambda h: (-weighed(h, list(candidates[h])), h))
    place: dict[int, int] = {}
    for h in rank:
        if weighed(h, list(candidates[h])) <= least:
            continue
        for u in candidates[h]:
            if u not in place:
                place[u] = h
                forces[h].append(u)
    for _ in range(PASSES):
        changed = False
        for u, where in choices.items():
            now = place.get(u, -1)
            best, gain = now, 0.0
            rest = [v for v in forces[now] if v != u] if now >= 0 else []
            left = weighed(now, rest) - weighed(now, list(forces[now])) if now >= 0 else 0.0
            if now >= 0 and left > 1e-9:
                best, gain = -1, left
            for h in where:
                if h == now:
                    continue
                more = weighed(h, [*forces[h], u]) - weighed(h, list(forces[h])) + left
                if more > gain + 1e-9:
                    best, gain = h, more
            if best != now:
                changed = True
                if now >= 0:
                    forces[now].remove(u)
                if best >= 0:
                    forces[best].append(u)
                    place[u] = best
                else:
                    place.pop(u, None)
        if not changed:
            break
    found = Plan({}, {})
    for h, force in forces.items():
        worth = weighed(h, list(force))
        if force and worth > least:
            force.sort(key=order.__getitem__)
            found.forces[h] = tuple(force)
            found.worths[h] = worth
    return found


def _holds(st: Position, force: Sequence[int], *, mech: bool) -> bool:
    """Return whether a force may attack as it is: infantry rides, and somebody leads (10.1,
    11.9.1).
    """
    done: list[int] = []
    for u in force:
        if not can_join(st, u, done, mech=mech):
            return False
        done.append(u)
    return any(not st.marks[u] & HELPER for u in force)
