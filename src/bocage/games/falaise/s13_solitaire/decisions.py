"""13.0 Solitaire play: the rules' answers in place of the Allied player.

Module 13 decides bombardment targets and activation (`s13_1_targets`, `s13_2_activation`); for all
other decisions it is silent, and readings 95 to 112 decide.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Final

from bocage.engine.actions import first, second
from bocage.engine.frames import Ask, Step, frame
from bocage.games.falaise.board.charts import RESULTS
from bocage.games.falaise.board.position import POOL
from bocage.games.falaise.pieces.units import ALLIED, GERMAN
from bocage.games.falaise.rulebook import R
from bocage.games.falaise.s03_sectors import hexes_for, order
from bocage.games.falaise.s05_stacking import RemoveExcess
from bocage.games.falaise.s06_op_fire import OpFire, always
from bocage.games.falaise.s07_march import Cover
from bocage.games.falaise.s07_movement import Moving
from bocage.games.falaise.s09_disruption import factor, ter
from bocage.games.falaise.s10_advance import Advance
from bocage.games.falaise.s10_assault import Muster
from bocage.games.falaise.s10_results import StepLoss, TerChange
from bocage.games.falaise.s10_retreats import Retreat, Retreating, next_hexes
from bocage.games.falaise.s11_entries import EntryOfDestroyers
from bocage.games.falaise.s11_relief import Relieve
from bocage.games.falaise.s13_solitaire.places import can_strike, decided_by
from bocage.games.falaise.s13_solitaire.s13_2_activation import best_helper, may_call
from bocage.games.falaise.words import events as told
from bocage.games.falaise.words.verbs import (
    CHANGE,
    COVER,
    FIGHT,
    HELP,
    HOLD,
    KEEP,
    LOSE,
    PASS,
    RELIEVE,
    REMOVE,
    RISK,
    STAY,
)
from bocage.hexes.kernels import ZONE

if TYPE_CHECKING:
    from bocage.engine.actions import Action
    from bocage.engine.rulings import Rule
    from bocage.games.falaise.board.position import Position


def answer(st: Position, top: Ask) -> Action | None:
    """Return the decision of the Allies; None if module 13 does not decide and the seat is
    asked.
    """
    found = _ANSWERS.get(type(top))
    if found is None:
        return None
    decide, reading = found
    decided_by(reading)
    return decide(st, top)


# Set-up, reinforcements, command -----------------------------------------------------------


@frame
class AlliedSetUp(Step):
    """Reading 96: the recommended set-up, unit by unit."""

    plan: tuple[tuple[int, int], ...]
    """Hex by unit."""
    rule = R("3.1")
    phase = "Set-up"

    def run(self, st: Position) -> None:
        st.pop()
        places = dict(self.plan)
        for u in order(st.world, ALLIED):
            if st.loc[u] == POOL:
                able = hexes_for(st, u)
                st.place(u, places[u] if places.get(u, -1) in able else able[0])
        if st.events is not None:
            units = tuple(u for u in st.world.allied if st.loc[u] >= 0)
            hexes = tuple(st.loc[u] for u in units)
            rule = R("13.0.a").read(R("reading 96"))
            st.events.append(told.AlliesSetUp(units, hexes, len(units), rule))


def _destroyers(st: Position, top: EntryOfDestroyers) -> Action:
    """Place them with the unit nearest to Argentan (reading 99)."""
    argentan, distance = st.world.ground.argentan, st.world.grid.distance
    return min(top.legal(st), key=lambda action: distance(second(action), argentan))


def _relieve(_st: Position, _top: Relieve) -> Action:
    """Always roll for relief (reading 99)."""
    return RELIEVE()


# Fire and movement -------------------------------------------------------------------------


def _fire(st: Position, _top: OpFire) -> Action:
    """Always fire, with the stack that disrupts on most faces (reading 106)."""
    return always(st) or PASS()


def _cover(st: Position, top: Cover) -> Action:
    """Let a friend that stays anyway cover (reading 106)."""
    return COVER(top.friend) if can_strike(st, top.friend) else RISK()


def _stay(_st: Position, _top: Moving) -> Action:
    """Stay once a unit is as near as it can get (reading 103)."""
    return STAY()


# Assaults ----------------------------------------------------------------------------------


def _fight(st: Position, top: Muster) -> Action:
    """Call helpers while they improve the assault (reading 105)."""
    return FIGHT() if (helper := helper_of(st, top)) is None else HELP(helper)


def helper_of(st: Position, top: Muster) -> int | None:
    """Return who is called to the assault next, or None (reading 105)."""
    return best_helper(st, top) if may_call(st) else None


def _change(st: Position, top: TerChange) -> Action:
    """Choose what is best for the Allies, at no risk (reading 107)."""
    battle: Any = st.stack[-2]
    if battle.by == ALLIED or top.result == "DE":
        return CHANGE(RESULTS.index(top.options[0]))
    can_go = all(next_hexes(st, u, battle.hex, ()) for u in battle.defending)
    return CHANGE(RESULTS.index(top.options[0])) if can_go else KEEP()


def _price(st: Position, u: int) -> tuple[bool, int, int, int]:
    """Return the price of losing a step (reading 108); the lowest is lost first."""
    world, steps = st.world, st.steps[u]
    lost = factor(st, u) - world.factor[u][steps - 1]
    return not (world.two_step[u] and steps == 2), lost, ter(st, u), u


def _lose(st: Position, top: StepLoss) -> Action:
    able = [first(action) for action in top.legal(st)]
    return LOSE(min(able, key=lambda u: _price(st, u)))


def _remove(st: Position, top: RemoveExcess) -> Action:
    """Remove the weakest (reading 108)."""
    there = st.at(top.hex, ALLIED)
    return REMOVE(min(there, key=lambda u: (factor(st, u), ter(st, u), u)))


def _retreat(st: Position, top: Retreat) -> Action:
    """Retreat out of German zones, under cover, away from the Germans (reading 109)."""
    zone, ground, grid = st.zone(ALLIED), st.world.ground, st.world.grid
    enemy = list(st.stacks(GERMAN))
    group = next((each.group for each in st.stack if isinstance(each, Retreating)), ())

    def danger(action: Action) -> tuple[int, int, int, int, int]:
        u, h = first(action), second(action)
        friends = any(v not in group for v in st.at(h, ALLIED))
        fired_at = bool(zone[h] & ZONE) and not friends
        open_ground = not (ground.terrain[h] or ground.is_town[h])
        far = min((grid.distance(h, e) for e in enemy), default=0)
        return fired_at, fired_at and open_ground, -far, u, h

    return min(top.legal(st), key=danger)


def _advance(st: Position, top: Advance) -> Action:
    """Advance Mechanized units first, then the strongest; follow the retreat (reading 110)."""
    mech = st.world.mech
    best: tuple[tuple[bool, int, int], Action] | None = None
    for action in top.legal(st):
        if action == HOLD():
            continue
        u, h = first(action), second(action)
        if u in top.gone and not _is_next_to_germans(st, h):
            continue
        rank = (bool(mech[u]), factor(st, u), -u)
        if best is None or rank > best[0]:
            best = rank, action
    return HOLD() if best is None else best[1]


def _is_next_to_germans(st: Position, h: int) -> bool:
    enemy = st.stacks(GERMAN)
    return any(n in enemy for n in st.world.ground.near[h])


_ANSWERS: Final[Mapping[type[Ask], tuple[Callable[[Any, Any], Action], Rule]]] = {
    EntryOfDestroyers: (_destroyers, R("reading 99")),
    Relieve: (_relieve, R("reading 99")),
    OpFire: (_fire, R("reading 106")),
    Cover: (_cover, R("reading 106")),
    Moving: (_stay, R("reading 103")),
    Muster: (_fight, R("reading 105")),
    TerChange: (_change, R("reading 107")),
    StepLoss: (_lose, R("reading 108")),
    RemoveExcess: (_remove, R("reading 108")),
    Retreat: (_retreat, R("reading 109")),
    Advance: (_advance, R("reading 110")),
}
"""By decision: who decides it, and the reading that says how."""
