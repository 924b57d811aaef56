"""13.2 Allied movement in solitaire play: each unit towards the German nearest to it.

Reading 103 says what "towards" is: to the hex from which the fewest hexes of legal way are
left. Everything that binds a moving unit binds these too, Op-Fire included.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from bocage.engine.actions import Action, first
from bocage.engine.frames import Chance, Step, frame
from bocage.engine.words import Words
from bocage.games.falaise import happenings_solitaire as told
from bocage.games.falaise.movement import may_move
from bocage.games.falaise.moving import NO_ROAD, begin, plain_field
from bocage.games.falaise.rulebook import R
from bocage.games.falaise.solitaire_places import can_strike, counted, decided_by, nearest
from bocage.games.falaise.units import ALLIED, GERMAN
from bocage.games.falaise.verbs import CHOOSE, GO, STEP
from bocage.hexes.kernels import BLOCKED, UNREACHED

if TYPE_CHECKING:
    from bocage.games.falaise.position import Position

NOWHERE: Final = -1
"""The goal of a unit that has not been found yet."""
_FAR: Final = UNREACHED
PHASE: Final = "Movement"


def ways_left(st: Position, u: int, goal: int) -> list[int]:
    """Hexes of legal way from each hex to one from which the unit can attack the goal.

    A river that takes a whole move counts as any other side; where no way leads there, the
    straight distance counts instead, beyond every way there is.
    """
    world, ground = st.world, st.world.ground
    closed = int.from_bytes(plain_field(st, (u,), ALLIED)) | ground.closed_to(st.bars(u))
    field = bytearray(closed.to_bytes(world.size))
    field[st.loc[u]] = 0
    links = ground.armor_ways if world.armor[u] else ground.ways
    sides = ground.major[goal] | (ground.trun[goal] if world.armor[u] else 0)
    sources = [n for n in ground.near[goal] if not sides >> ground.grid.direction(goal, n) & 1]
    work = world.scratch.work
    work.flood(links, sources, field, BLOCKED)
    found = list(work.distances)
    if found[st.loc[u]] < _FAR:
        return found
    distance = world.grid.distance
    return [distance(h, goal) for h in world.grid]


def best_way(st: Position, u: int, goal: int) -> Action | None:
    """Reading 103: where a unit goes; None if it comes no nearer."""
    left = ways_left(st, u, goal)
    moving = begin(st, ALLIED, (u,))
    legal = moving.legal(st)
    plain = moving.plain_reach(st).costs
    road = moving.road_reach(st).costs if moving.road != NO_ROAD else plain
    best: tuple[int, int, Action] | None = None
    for action in legal:
        if action >> 32 not in (GO.number, STEP.number):
            continue
        h = first(action)
        if left[h] >= left[st.loc[u]]:
            continue
        # A step is for what no way leads to: the one hex that is always free, and rivers.
        cost = min(plain[h], road[h]) if action >> 32 == GO.number else _FAR
        if best is None or (left[h], cost) < best[:2]:
            best = left[h], cost, action
    return None if best is None else best[2]


def can_come_nearer(st: Position, u: int) -> bool:
    """Whether a unit can move, and nearer to one of the Germans who are nearest to it."""
    if not may_move(st, u) or can_strike(st, u):
        return False
    return any(best_way(st, u, h) is not None for h in nearest(st, u)[1])


@frame
class Moves(Step):
    """13.2: units move one after the other, those nearest to their German first."""

    units: tuple[int, ...]
    rule = R("13.2.nearest")
    phase = PHASE

    def run(self, st: Position) -> None:
        units = [u for u in self.units if may_move(st, u)]
        if not units:
            st.pop()
            return
        striking = tuple(u for u in units if can_strike(st, u))
        if striking and st.events is not None:
            st.events.append(told.Stayed(striking, R("reading 103")))
        going = [u for u in units if u not in striking]
        if not going:
            st.pop()
            return
        u = min(going, key=lambda each: (nearest(st, each)[0], each))
        st.swap(Moves(tuple(each for each in going if each != u)))
        st.push(Move(u, NOWHERE))


@frame
class Move(Step):
    """13.2: one unit moves towards the German nearest to it."""

    unit: int
    goal: int
    """His hex, or `NOWHERE` before it is known."""
    rule = R("13.2.nearest")
    phase = PHASE

    def run(self, st: Position) -> None:
        u = self.unit
        if self.goal == NOWHERE:
            hexes = nearest(st, u)[1]
            decided_by(R("reading 102"))
            if not hexes:
                st.pop()
            elif len(hexes) == 1:
                st.swap(Move(u, hexes[0]))
            else:
                st.push(NearestRoll(u, hexes))
            return
        st.pop()
        action = best_way(st, u, self.goal)
        if st.events is not None:
            self._tell(st, goes=action is not None)
        if action is not None:
            moving = begin(st, ALLIED, (u,))
            st.push(moving)
            moving.apply(st, action)

    def _tell(self, st: Position, *, goes: bool) -> None:
        assert st.events is not None
        u, goal = self.unit, st.at(self.goal, GERMAN)
        if goes:
            away = st.world.grid.distance(st.loc[u], self.goal)
            far = counted(away, "hex", "hexes")
            st.events.append(told.Headed(u, goal, self.goal, far, self.rule))
        else:
            st.events.append(told.Stuck(u, self.goal, R("reading 103")))


@frame
class NearestRoll(Chance):
    """13.2: a die among Germans who are equally near."""

    unit: int
    hexes: tuple[int, ...]
    rule = R("13.2.ties")
    phase = PHASE

    def question(self, st: Position) -> str:
        return f"{st.turn}.nearest.{st.world.unit_names.written[self.unit]}"

    def outcomes(self, st: Position) -> Sequence[Action]:
        return [CHOOSE(h) for h in self.hexes]

    def apply(self, st: Position, action: Action) -> None:
        h = first(action)
        st.pop()
        st.swap(Move(self.unit, h))
        if st.events is not None:
            st.events.append(told.NearestDrawn(self.unit, self.hexes, h, self.rule))

    def waiting(self, st: Position) -> Words:
        return Words("which German {unit:unit} makes for", {"unit": self.unit})
