"""15.10 German Kampfgruppe Replacement Points and 15.11 German divisional replacements."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from bocage.engine.actions import Action, first, numbers, second
from bocage.engine.frames import Ask, frame
from bocage.engine.rulings import OK, Ruling, refuse
from bocage.engine.words import Words
from bocage.games.roundup import s04_supply
from bocage.games.roundup.board.changes import arrive
from bocage.games.roundup.board.position import DEAD, KAMPFGRUPPE, REPLACED
from bocage.games.roundup.options import GERMAN_REPLACEMENTS, GKRP, KAMPFGRUPPEN
from bocage.games.roundup.pieces.units import ALLIED, GERMAN
from bocage.games.roundup.rulebook import R
from bocage.games.roundup.s03_stacking import stacking, stacks_of
from bocage.games.roundup.s08_german_reinforcements import entry_hexes
from bocage.games.roundup.words import events as told
from bocage.games.roundup.words.verbs import END, ENTER, REPLACE
from bocage.hexes.kernels import ZONE

if TYPE_CHECKING:
    from bocage.engine.rulings import Rule
    from bocage.games.roundup.board.position import Position

PHASE: Final = "Reinforcement Phase"

TO_RECOVER: Final = 1
"""15.10: points for a lost step."""
TO_RAISE: Final = 2
"""15.10: points for a Kampfgruppe."""
RAISED_TYPES: Final = ("panzer", "panzergrenadier", "infantry")
"""15.10: the divisions from which a Kampfgruppe may be raised."""

WITH_REPLACEMENTS: Final = (3, 4)
"""15.11: the strategies that bring German replacements."""
FIRST_REPLACEMENT: Final = 4
"""15.11: the turn from which they come."""


def rest_is_over(st: Position) -> None:
    """End the rest of recovered units with the German Player Phase (15.10, 15.11)."""
    for u in st.world.german:
        if st.marks[u] & REPLACED:
            st.marks[u] &= ~REPLACED
            if st.events is not None:
                st.events.append(told.Rested(u, resting_rule(st)))


def resting_rule(st: Position) -> Rule:
    """Return the sentence by which a German division that recovered neither moves nor attacks."""
    return R("15.10.e") if st.switches & KAMPFGRUPPEN else R("15.11.c")


# Recovering a step -----------------------------------------------------------------------


def recoverable(st: Position) -> list[int]:
    """Return the German divisions that may have their step back (15.10, 15.11)."""
    return [u for u in st.world.german if st.loc[u] >= 0 and not cannot_recover(st, u)]


def cannot_recover(st: Position, u: int) -> str:
    """Return the code of what keeps a unit on the map from recovering; empty if nothing does."""
    if not st.world.is_division[u] or st.steps[u] > 1:
        return "step"
    if st.marks[u] & KAMPFGRUPPE:
        return "kampfgruppe"
    if st.zone(GERMAN)[st.loc[u]] & ZONE:
        return "zone"
    # 15.11 requires a path, as 8.3 does; 15.10 requires supply of any kind.
    needed = s04_supply.traces_overland if st.switches & GERMAN_REPLACEMENTS else s04_supply.supply
    return "" if needed(st, u) else "supply"


def may_recover(st: Position, u: int, rule: Rule) -> Ruling:
    """Return whether a unit may recover its step, by the sentence that lets others."""
    start = "{unit:unit} can't recover: "
    if st.side_of(u) != GERMAN:
        return refuse(rule, start + "it is not German", unit=u)
    if st.loc[u] < 0:
        return refuse(rule, start + "it is not on the map", unit=u)
    why = cannot_recover(st, u)
    if why == "step":
        whole = "it has lost no step" if st.world.is_division[u] else "it is not a division"
        return refuse(rule, start + whole, unit=u)
    if why == "kampfgruppe":
        return refuse(R("15.10.h"), start + "it came back as a Kampfgruppe", unit=u)
    if why:
        words = {"zone": "it is in an enemy zone of control", "supply": "it has no supply"}
        return refuse(rule, start + words[why], unit=u)
    return OK


def _recover(st: Position, u: int, rule: Rule) -> None:
    st.steps[u] = 2
    st.marks[u] |= REPLACED
    if st.events is not None:
        st.events.append(told.Recovered(u, rule))


# 15.10 -----------------------------------------------------------------------------------


def raisable(st: Position) -> list[int]:
    """Return the eliminated divisions of which a Kampfgruppe may be raised (15.10)."""
    return [u for u in st.world.german if st.loc[u] == DEAD and _may_come_back(st, u)]


def _may_come_back(st: Position, u: int) -> bool:
    world = st.world
    return (
        bool(world.is_division[u])
        and world.units[u].type in RAISED_TYPES
        and bool(world.edge[u])
        and not st.marks[u] & KAMPFGRUPPE
    )


def can_spend(st: Position, *, recovered: bool) -> bool:
    """Return whether the German can use replacement points at all."""
    points = st.optional[GKRP]
    if points >= TO_RECOVER and not recovered and recoverable(st):
        return True
    if points < TO_RAISE:
        return False
    stacks = stacks_of(st, GERMAN)
    return any(True for u in raisable(st) for _ in entry_hexes(st, u, stacks))


@frame
class SpendPoints(Ask):
    """15.10: the German spends points on a lost step, or on a Kampfgruppe."""

    seat: int
    recovered: bool
    """Whether a division has recovered this turn."""
    rule = R("15.10.d")
    takes = numbers(END, REPLACE, ENTER)
    phase = PHASE

    def legal(self, st: Position) -> Sequence[Action]:
        found = [END()]
        points = st.optional[GKRP]
        if points >= TO_RECOVER and not self.recovered:
            found += [REPLACE(u) for u in recoverable(st)]
        if points >= TO_RAISE:
            stacks = stacks_of(st, GERMAN)
            found += [ENTER(u, h) for u in raisable(st) for h in entry_hexes(st, u, stacks)]
        return found

    def check(self, st: Position, action: Action) -> Ruling:
        if action == END():
            return OK
        u = first(action)
        if action >> 32 == REPLACE.number:
            return self._may_replace(st, u)
        return self._may_enter(st, u, second(action))

    def _may_replace(self, st: Position, u: int) -> Ruling:
        if self.recovered:
            words = "{unit:unit} can't recover: only one division may each turn, and one has"
            return refuse(R("15.10.f"), words, unit=u)
        if st.optional[GKRP] < TO_RECOVER:
            words = "{unit:unit} can't recover: no replacement point is left"
            return refuse(self.rule, words, unit=u)
        return may_recover(st, u, self.rule)

    def _may_enter(self, st: Position, u: int, h: int) -> Ruling:
        about = {"unit": u, "hex": h}
        start = "{unit:unit} can't return at {hex:hex}: "
        world = st.world
        if st.optional[GKRP] < TO_RAISE:
            why = "a Kampfgruppe costs two replacement points"
            return refuse(R("15.10.g"), start + why, **about)
        if u not in world.german:
            return refuse(R("15.10.g"), start + "it is not German", **about)
        if st.loc[u] != DEAD:
            return refuse(R("15.10.g"), start + "it is not eliminated", **about)
        if st.marks[u] & KAMPFGRUPPE:
            return refuse(R("15.10.i"), start + "it was a Kampfgruppe, lost for good", **about)
        if not world.is_division[u]:
            return refuse(R("15.10.j"), start + "only divisions can return for points", **about)
        if not _may_come_back(st, u):
            words = start + "it is not a panzer, panzergrenadier or infantry division"
            return refuse(R("15.10.g"), words, **about)
        if h not in world.edges[world.edge[u]]:
            return refuse(R("15.10.g"), start + "that is not its own edge", **about)
        if st.control[h] or st.at(h, ALLIED):
            return refuse(R("3.5.e"), start + "the Allies control it", **about)
        return stacking(st, u, h)

    def apply(self, st: Position, action: Action) -> None:
        if action == END():
            st.pop()
            return
        u = first(action)
        recovered = self.recovered
        if action >> 32 == REPLACE.number:
            st.optional[GKRP] -= TO_RECOVER
            _recover(st, u, self.rule)
            recovered = True
        else:
            st.optional[GKRP] -= TO_RAISE
            st.steps[u] = 1
            st.marks[u] = KAMPFGRUPPE
            arrive(st, u, second(action))
            if st.events is not None:
                st.events.append(told.Raised(u, second(action), R("15.10.g")))
        if can_spend(st, recovered=recovered):
            st.swap(SpendPoints(self.seat, recovered))
        else:
            st.pop()

    def prompt(self, st: Position) -> Words:
        words = "Spend replacement points ({left} left): a step for 1, a Kampfgruppe for 2, or end"
        clicked = (
            "Spend replacement points ({left} left): click a reduced division for 1, or pick a "
            "lost one for 2, or end"
        )
        return Words(words, {"left": st.optional[GKRP]}, clicked)

    def waiting(self, st: Position) -> Words:
        return Words("the Germans to spend replacement points")


# 15.11 -----------------------------------------------------------------------------------


def has_replacements(st: Position) -> bool:
    """15.11: strategies 3 and 4, from turn 4."""
    on = st.switches & GERMAN_REPLACEMENTS and st.strategy in WITH_REPLACEMENTS
    return bool(on) and st.turn >= FIRST_REPLACEMENT


@frame
class GermanReplacement(Ask):
    """15.11: one reduced division a turn is made whole."""

    seat: int
    rule = R("15.11.a")
    takes = numbers(END, REPLACE)
    phase = PHASE

    def legal(self, st: Position) -> Sequence[Action]:
        return [END(), *(REPLACE(u) for u in recoverable(st))]

    def check(self, st: Position, action: Action) -> Ruling:
        return OK if action == END() else may_recover(st, first(action), R("15.11.b"))

    def apply(self, st: Position, action: Action) -> None:
        st.pop()
        if action != END():
            _recover(st, first(action), self.rule)

    def prompt(self, st: Position) -> Words:
        clicked = "Click a reduced division to bring it to full strength, or end"
        return Words("Bring a reduced division to full strength, or end", clicked=clicked)

    def waiting(self, st: Position) -> Words:
        return Words("the Germans to place a replacement")
