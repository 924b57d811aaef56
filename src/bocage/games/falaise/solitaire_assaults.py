"""13.2 Allied assaults in solitaire play: which are made, with whom (readings 104 and 105)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from bocage.engine.frames import Step, frame
from bocage.games.falaise import happenings_solitaire as told
from bocage.games.falaise.assault import Muster
from bocage.games.falaise.attackers import can_attack, can_join, may_prepare, targets
from bocage.games.falaise.odds import Odds
from bocage.games.falaise.rulebook import R
from bocage.games.falaise.solitaire_places import counted
from bocage.games.falaise.switches import least_odds
from bocage.games.falaise.units import ALLIED

if TYPE_CHECKING:
    from bocage.games.falaise.position import Position

HARMS: Final = frozenset({"DR", "BL1", "DL1", "DE"})
"""Results that hurt the Germans or drive them back."""
COSTS: Final = frozenset({"AL1", "BL1"})
"""Results that cost the Allies a step."""
CHANGED: Final = {"AL1": "C", "C": "DR"}
"""Reading 107: what an Allied attacker with the higher TER makes of a result."""


class Worth(NamedTuple):
    """What an assault may bring; the greater the better."""

    balance: int
    """Faces of the die that harm the Germans, less those that cost the Allies a step."""
    good: int
    bad: int
    column: int
    """Of the Assault Table."""

    @property
    def words(self) -> str:
        """The reason for the assault."""
        good, bad = counted(self.good, "face"), counted(self.bad, "face") if self.bad else "none"
        return f"the Germans suffer on {good} of the die, the Allies on {bad}"


def worth(st: Position, h: int, force: Sequence[int], helpers: Sequence[int] = ()) -> Worth:
    """Reading 104: the worth of an assault on a hex."""
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
    """Reading 104, or reading 85 where the table has set the least odds."""
    least = least_odds(st.switches)
    if not least:
        return found.balance > 0
    return found.column >= st.world.tables.columns.index(least)


def force_against(
    st: Position, h: int, *, mech: bool, units: Sequence[int] | None = None
) -> tuple[int, ...]:
    """Reading 104: who assaults a hex: all that can, over water only if that is better."""
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
    """Reading 104: the assault with the best balance of those worth making, or None."""
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
    """Reading 105: a unit of another formation that is called to a Prepared Assault, or None."""
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
    """13.2: one assault after the other while one is worth making."""

    corps: int
    mech: bool
    any_made: bool
    lone: bool
    """Whether a single unit acts: then nobody is called to help."""
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
    """Reading 105: whether the assault under way is one to which others are called."""
    for each in reversed(st.stack):
        if isinstance(each, Assaults):
            return not each.mech and not each.lone
    return False
