"""13.2 Allied activation in solitaire play: a die says how many units act, and how.

The table is `solitaire` in `charts.toml`; 1 is added to the die if a German is next to a
unit of the formation. Chits are drawn as with two players (reading 84).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from bocage.engine.actions import Action, first
from bocage.engine.frames import Chance, Step, frame
from bocage.engine.ledger import Ledger
from bocage.engine.words import Words
from bocage.games.falaise import happenings_solitaire as told
from bocage.games.falaise.position import ACTIVE
from bocage.games.falaise.rulebook import R
from bocage.games.falaise.solitaire_assaults import Assaults, best_assault
from bocage.games.falaise.solitaire_moves import Moves, can_come_nearer
from bocage.games.falaise.solitaire_places import (
    decided_by,
    in_contact,
    is_next_to_germans,
    nearest,
)
from bocage.games.falaise.verbs import DIE_FACES

if TYPE_CHECKING:
    from bocage.games.falaise.position import Position
    from bocage.games.falaise.tables import Orders

DRM: Final = "drm"
NOTE: Final = "note"
NEARBY: Final = 1
"""13.2: added to the die if a German is adjacent to the formation."""
PHASE: Final = "Action Round"


class OrdersOdds(Ledger):
    """13.2: the die of the solitaire table and its modifier."""

    def __init__(self, st: Position, corps: int) -> None:
        super().__init__()
        self._tables: Final = st.world.tables
        self.add(NOTE, 0, R("13.2.b"), "the solitaire table for {corps:corps}", corps=corps)
        if is_next_to_germans(st, corps):
            words = "a German is next to {corps:corps}"
            self.add(DRM, NEARBY, R("13.2.c"), words, corps=corps)

    @property
    def drm(self) -> int:
        """The sum of the modifiers."""
        return int(self.total(DRM))

    def resolve(self, die: int) -> Orders:
        """What the table says to a die, 1 to 6."""
        return self._tables.solitaire[min(die + self.drm, len(self._tables.solitaire)) - 1]


@frame
class OrdersRoll(Chance):
    """13.2: the die of an Allied formation; reading 100: the Activation die comes after it."""

    corps: int
    rule = R("13.2.b")
    phase = PHASE

    def question(self, st: Position) -> str:
        return f"{st.turn}.solitaire.{st.world.corps_names.written[self.corps]}"

    def outcomes(self, st: Position) -> Sequence[Action]:
        return DIE_FACES

    def odds(self, st: Position) -> OrdersOdds:
        """The ledger of the die."""
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
        from bocage.games.falaise.rounds import ActivationRoll  # which itself pushes this die

        assaulting = tuple(u for u in acting if orders.assault and in_contact(st, u))
        moving = tuple(u for u in acting if u not in assaulting)
        st.push(Obey(self.corps, assaulting, moving, orders.mech, orders.one))
        st.push(ActivationRoll(self.corps, False))

    def _choose(self, st: Position, orders: Orders) -> None:
        """13.2: all units act, or one, or none; whoever does not is active no longer."""
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
    """The entry of the index for a row of the solitaire table."""
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
    """Reading 101: which unit acts alone, or None if none would do any good."""
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
    phase = PHASE

    def run(self, st: Position) -> None:
        st.pop()
        decided_by(R("reading 112"))
        if self.mech:
            st.push(Assaults(self.corps, True, False, self.lone))
        if self.moving:
            st.push(Moves(self.moving))
        if self.assaulting:
            st.push(Assaults(self.corps, False, False, self.lone))
