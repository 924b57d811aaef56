"""13.2 Allied activation in solitaire play: a die says how many units act, and how.

The table is `solitaire` in `charts.toml`; 1 is added to the die if a German is next to a
unit of the formation. Chits are drawn as with two players (reading 84).

Each unit moves towards the German nearest to it. Reading 103 says what "towards" is: to the hex
from which the fewest hexes of legal way are left. Everything that binds a moving unit binds these
too, Op-Fire included. Readings 104 and 105 say which assaults are made, and with whom.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from bocage.engine.actions import Action, first
from bocage.engine.frames import Chance, Step, frame
from bocage.engine.words import Words
from bocage.games.falaise.board.charts import DRM, NOTE, DieLedger
from bocage.games.falaise.board.position import ACTIVE
from bocage.games.falaise.options import least_odds
from bocage.games.falaise.pieces.units import ALLIED, GERMAN
from bocage.games.falaise.rulebook import R
from bocage.games.falaise.s07_movement import NO_ROAD, begin, may_move, plain_field
from bocage.games.falaise.s10_assault import Muster
from bocage.games.falaise.s10_attackers import can_attack, can_join, may_prepare, targets
from bocage.games.falaise.s10_odds import Odds
from bocage.games.falaise.s13_solitaire.places import (
    can_strike,
    counted,
    decided_by,
    in_contact,
    is_next_to_germans,
    nearest,
)
from bocage.games.falaise.words import events as told
from bocage.games.falaise.words.verbs import CHOOSE, DIE_FACES, GO, STEP
from bocage.hexes.kernels import BLOCKED, UNREACHED

if TYPE_CHECKING:
    from bocage.games.falaise.board.charts import Orders
    from bocage.games.falaise.board.position import Position


# Assaults ----------------------------------------------------------------------------------


HARMS: Final = frozenset({"DR", "BL1", "DL1", "DE"})
"""Results that hurt the Germans or drive them back."""
COSTS: Final = frozenset({"AL1", "BL1"})
"""Results that cost the Allies a step."""
CHANGED: Final = {"AL1": "C", "C": "DR"}
"""Reading 107: what an Allied attacker with the higher TER makes of a result."""


class Worth(NamedTuple):
    """The possible gain of an assault; the greater the better."""

    balance: int
    """The faces of the die that harm the Germans, less those that cost the Allies a step."""
    good: int
    bad: int
    column: int
    """The column of the Assault Table."""

    @property
    def words(self) -> str:
        """The reason for the assault."""
        good, bad = counted(self.good, "face"), counted(self.bad, "face") if self.bad else "none"
        return f"the Germans suffer on {good} of the die, the Allies on {bad}"


def worth(st: Position, h: int, force: Sequence[int], helpers: Sequence[int] = ()) -> Worth:
    """Return the worth of an assault on a hex (reading 104)."""
    odds = Odds(st, h, force, ALLIED, helpers)
    good = bad = 0
    for die in range(1, 7):
        result = odds.resolve(die)
        if odds.attacker_ter > odds.defender_ter:
            result = CHANGED.get(result, result)
        good += result in HARMS
        bad += result in COSTS
    return Worth(good - bad, good, bad, odds.column)


def is_made(st: Position, found: Worth) -> bool:
    """Return whether an assault is made (reading 104, or reading 85 if the table has set the least
    odds).
    """
    least = least_odds(st.switches)
    if not least:
        return found.balance > 0
    return found.column >= st.world.tables.columns.index(least)


def force_against(
    st: Position, h: int, *, mech: bool, units: Sequence[int] | None = None
) -> tuple[int, ...]:
    """Return the force against a hex: all that can attack, over water only if that is better
    (reading 104).
    """
    world, near = st.world, st.world.ground.near[h]
    order = world.muster
    able = [
        u
        for n in near
        for u in st.at(n, ALLIED)
        if (units is None or u in units) and can_attack(st, u, h, mech=mech)
    ]
    able.sort(key=lambda u: order[u])
    everybody = _joined(st, able, mech=mech)
    ground = world.ground
    dry = [
        u
        for u in able
        if not ground.over_water[st.loc[u]] >> ground.grid.direction(st.loc[u], h) & 1
    ]
    if not dry or len(dry) == len(able):
        return everybody
    by_land = _joined(st, dry, mech=mech)
    if not by_land or worth(st, h, everybody) >= worth(st, h, by_land):
        return everybody
    return by_land


def _joined(st: Position, units: Sequence[int], *, mech: bool) -> tuple[int, ...]:
    force: tuple[int, ...] = ()
    for u in units:
        if can_join(st, u, force, mech=mech):
            force = (*force, u)
    return force


class Plan(NamedTuple):
    """An assault that could be made."""

    worth: Worth
    hex: int
    force: tuple[int, ...]


def best_assault(st: Position, *, mech: bool, units: Sequence[int] | None = None) -> Plan | None:
    """Return the assault with the best balance of those worth making, or None (reading 104)."""
    best: Plan | None = None
    for h in targets(st, ALLIED, mech=mech):
        force = force_against(st, h, mech=mech, units=units)
        if not force:
            continue
        found = worth(st, h, force)
        if is_made(st, found) and (best is None or found > best.worth):
            best = Plan(found, h, force)
    return best


def best_helper(st: Position, muster: Muster) -> int | None:
    """Return a unit of another formation that is called to a Prepared Assault, or None (reading
    105).
    """
    world = st.world
    nations = {world.nation[u] for u in muster.force}
    now = worth(st, muster.hex, muster.force, muster.helpers)
    for n in world.ground.near[muster.hex]:
        for u in st.at(n, ALLIED):
            if u in muster.tried or world.nation[u] not in nations:
                continue
            if not may_prepare(st, u, muster.hex, ALLIED):
                continue
            joined = worth(st, muster.hex, (*muster.force, u), (*muster.helpers, u))
            if joined.balance > now.balance:
                return u
    return None


@frame
class Assaults(Step):
    """13.2: assaults one after the other while one is worth making."""

    corps: int
    mech: bool
    any_made: bool
    lone: bool
    """Whether a single unit acts; then nobody is called to help."""
    rule = R("13.2.b")
    phase = "Assault"

    def run(self, st: Position) -> None:
        plan = best_assault(st, mech=self.mech)
        if plan is None:
            st.pop()
            if not self.any_made and st.events is not None and targets(st, ALLIED, mech=self.mech):
                kind = "Mechanized Assault" if self.mech else "assault"
                st.events.append(told.NoAssault(self.corps, kind, R("reading 104")))
            return
        st.swap(Assaults(self.corps, self.mech, True, self.lone))
        if st.events is not None:
            odds = Odds(st, plan.hex, plan.force, ALLIED)
            rule = R("reading 85") if least_odds(st.switches) else R("reading 104")
            st.events.append(
                told.Weighed(plan.hex, odds.odds, f"{odds.drm:+d}", plan.worth.words, rule)
            )
        st.push(Muster(ALLIED, plan.hex, self.mech, plan.force, (), ()))


def may_call(st: Position) -> bool:
    """Return whether the assault under way is one to which others are called (reading 105)."""
    for each in reversed(st.stack):
        if isinstance(each, Assaults):
            return not each.mech and not each.lone
    return False


# Movement ----------------------------------------------------------------------------------


NOWHERE: Final = -1
"""The goal of a unit that has not been found yet."""
_FAR: Final = UNREACHED
MOVE_PHASE: Final = "Movement"


def ways_left(st: Position, u: int, goal: int) -> list[int]:
    """Return the number of hexes of legal way from each hex to one from which the unit can attack
    the goal.

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
    """Return where a unit goes (reading 103); None if it comes no nearer."""
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
    """Return whether a unit can move, and nearer to one of the Germans who are nearest to it."""
    if not may_move(st, u) or can_strike(st, u):
        return False
    return any(best_way(st, u, h) is not None for h in nearest(st, u)[1])


@frame
class Moves(Step):
    """13.2: units move one after the other, those nearest to their German first."""

    units: tuple[int, ...]
    rule = R("13.2.nearest")
    phase = MOVE_PHASE

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
    """The goal's hex, or `NOWHERE` before it is known."""
    rule = R("13.2.nearest")
    phase = MOVE_PHASE

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
    phase = MOVE_PHASE

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


# Orders ------------------------------------------------------------------------------------


NEARBY: Final = 1
"""13.2: added to the die if a German is adjacent to the formation."""
ROUND_PHASE: Final = "Action Round"


class OrdersOdds(DieLedger):
    """13.2: the die of the solitaire table and its modifier."""

    def __init__(self, st: Position, corps: int) -> None:
        super().__init__()
        self._tables: Final = st.world.tables
        self.add(NOTE, 0, R("13.2.b"), "the solitaire table for {corps:corps}", corps=corps)
        if is_next_to_germans(st, corps):
            words = "a German is next to {corps:corps}"
            self.add(DRM, NEARBY, R("13.2.c"), words, corps=corps)

    def resolve(self, die: int) -> Orders:
        """Return the table's orders for a die, 1 to 6."""
        return self._tables.solitaire[min(die + self.drm, len(self._tables.solitaire)) - 1]


@frame
class OrdersRoll(Chance):
    """13.2: the die of an Allied formation; reading 100: the Activation die comes after it."""

    corps: int
    rule = R("13.2.b")
    phase = ROUND_PHASE

    def question(self, st: Position) -> str:
        return f"{st.turn}.solitaire.{st.world.corps_names.written[self.corps]}"

    def outcomes(self, st: Position) -> Sequence[Action]:
        return DIE_FACES

    def odds(self, st: Position) -> OrdersOdds:
        """Return the ledger of the die."""
        return OrdersOdds(st, self.corps)

    def apply(self, st: Position, action: Action) -> None:
        die, odds = first(action) + 1, self.odds(st)
        orders = odds.resolve(die)
        st.pop()
        if st.events is not None:
            drm = f"{odds.drm:+d}" if odds.drm else "no German is next to it"
            if odds.drm:
                drm += ", a German is next to it"
            st.events.append(told.Ordered(self.corps, die, drm, orders.words, row_of(orders)))
        decided_by(R("reading 100"))
        self._choose(st, orders)
        acting = tuple(u for u in st.world.allied if st.marks[u] & ACTIVE)
        if not acting:
            return
        from bocage.games.falaise.s04_activation import (
            ActivationRoll,  # which itself pushes this die
        )

        assaulting = tuple(u for u in acting if orders.assault and in_contact(st, u))
        moving = tuple(u for u in acting if u not in assaulting)
        st.push(Obey(self.corps, assaulting, moving, orders.mech, orders.one))
        st.push(ActivationRoll(self.corps, False))

    def _choose(self, st: Position, orders: Orders) -> None:
        """Activate all units, or one, or none (13.2); the others are no longer active."""
        units = tuple(u for u in st.world.allied if st.marks[u] & ACTIVE)
        if orders.all:
            return
        for u in units:
            st.marks[u] &= ~ACTIVE
        picked = pick(st, units, orders) if orders.one else None
        if picked is not None:
            st.marks[picked.unit] |= ACTIVE
        if st.events is not None and orders.one:
            if picked is None:
                st.events.append(told.NobodyPicked(self.corps, R("reading 101")))
            else:
                st.events.append(told.Picked(picked.unit, picked.why, R("reading 101")))

    def waiting(self, st: Position) -> Words:
        return Words("what {corps:corps} does", {"corps": self.corps})


def row_of(orders: Orders) -> R:
    """Return the entry of the index for a row of the solitaire table."""
    if orders.one:
        return R("13.2.one-assaults") if orders.assault else R("13.2.one-moves")
    if orders.all:
        return R("13.2.all-assault") if orders.assault else R("13.2.all-move")
    return R("13.2.none")


class Pick(NamedTuple):
    """The one unit that acts, and why it is this one."""

    unit: int
    why: str


def pick(st: Position, units: Sequence[int], orders: Orders) -> Pick | None:
    """Return which unit acts alone, or None if none would do any good (reading 101)."""
    mech = st.world.mech
    best: tuple[tuple[int, ...], int] | None = None
    for u in units:
        if orders.assault or (orders.mech and mech[u]):
            st.marks[u] |= ACTIVE
            plan = best_assault(st, mech=not orders.assault, units=(u,))
            st.marks[u] &= ~ACTIVE
            if plan is not None and (best is None or tuple(plan.worth) > best[0]):
                best = tuple(plan.worth), u
    if best is not None:
        return Pick(best[1], "its assault is the best that one unit can make")
    able: list[int] = []
    for u in units:
        if orders.assault and in_contact(st, u):
            continue  # next to a German it may assault and nothing else
        st.marks[u] |= ACTIVE
        if can_come_nearer(st, u):
            able.append(u)
        st.marks[u] &= ~ACTIVE
    if not able:
        return None
    chosen = min(able, key=lambda u: (not (orders.mech and mech[u]), nearest(st, u)[0], u))
    return Pick(chosen, "it can come nearer to its German")


@frame
class Obey(Step):
    """13.2, reading 112: those next to Germans assault, then the others move; or all move first."""

    corps: int
    assaulting: tuple[int, ...]
    moving: tuple[int, ...]
    mech: bool
    """Whether Mechanized Assaults follow the movement."""
    lone: bool
    rule = R("13.2.b")
    phase = ROUND_PHASE

    def run(self, st: Position) -> None:
        st.pop()
        decided_by(R("reading 112"))
        if self.mech:
            st.push(Assaults(self.corps, True, False, self.lone))
        if self.moving:
            st.push(Moves(self.moving))
        if self.assaulting:
            st.push(Assaults(self.corps, False, False, self.lone))
