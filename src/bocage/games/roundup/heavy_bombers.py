"""7.6 Heavy bombers: which missions a side may fly; 15.15, 15.16 and 15.20 with them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from bocage.engine.actions import Action, first
from bocage.engine.frames import Chance, frame
from bocage.engine.rulings import OK, Ruling, refuse
from bocage.engine.words import Words
from bocage.games.roundup import happenings_15 as told
from bocage.games.roundup.charts import CLEAR_SKY, OVERCAST, STORM
from bocage.games.roundup.optional import (
    ANY_STRATEGY,
    BOMBER_LOST,
    GERMAN_BOMBER,
    OVERCAST_BOMBERS,
    TWO_FORCES,
)
from bocage.games.roundup.returns import DIE_FACES
from bocage.games.roundup.rulebook import R
from bocage.games.roundup.units import ALLIED, GERMAN, UK, US
from bocage.games.roundup.verbs import COMBAT_MOVE

if TYPE_CHECKING:
    from bocage.engine.rulings import Rule
    from bocage.games.roundup.position import Position

ONE_MISSION: Final = 1
BOTH_FORCES: Final = 1 << US | 1 << UK
"""15.16: a mission of each, as bits."""
WITH_BOMBER: Final = (2, 4)
"""15.15: the strategies that bring the German Heavy Bomber."""
LOST_ON: Final = (1, 2)
"""15.15: the faces on which it does not fly again."""
GERMAN_MODIFIER: Final = -1
"""15.15: on the Heavy Bomber Support Table."""


def sky_is_fit(st: Position) -> bool:
    """7.6, 15.20: clear, or with that rule overcast; never Storm."""
    return st.weather == CLEAR_SKY or (st.weather == OVERCAST and may_fly_in_overcast(st))


def may_fly_in_overcast(st: Position) -> bool:
    """15.20: whether that rule is played."""
    return bool(st.switches & OVERCAST_BOMBERS)


def has_german_bomber(st: Position) -> bool:
    """15.15: with Luftwaffe strategies, or any if both agree, until it is lost."""
    if not st.switches & GERMAN_BOMBER or st.optional[BOMBER_LOST]:
        return False
    return bool(st.switches & ANY_STRATEGY) or st.strategy in WITH_BOMBER


def missions(st: Position, seat: int, order: int) -> int:
    """7.6: the missions that a side may fly in its Combat Phase, as bits.

    Air superiority, the weather and Combat/Move are needed. One mission, or one a nation
    (15.16); the Germans have one only by 15.15.
    """
    if st.superiority != seat or order != COMBAT_MOVE or not sky_is_fit(st):
        return 0
    if seat == ALLIED:
        return BOTH_FORCES if st.switches & TWO_FORCES else ONE_MISSION
    return ONE_MISSION if has_german_bomber(st) else 0


def why_no_mission(st: Position, seat: int, order: int, what: str, /, **about: object) -> Ruling:
    """7.6, 15.15: the condition that keeps a side's bombers on the ground this phase, or none."""
    german = seat == GERMAN
    if german and not st.switches & GERMAN_BOMBER:
        return refuse(R("7.6.e"), what + "the Germans have none", **about)
    rule = R("15.15.a") if german else R("7.6.b")
    if st.weather == STORM:
        return refuse(rule, what + "the weather is Storm", **about)
    if not sky_is_fit(st):
        rule = rule if german else rule.read(R("reading 15"))
        return refuse(rule, what + "the weather is Overcast", **about)
    if st.superiority == 1 - seat:
        words = what + "{side:side} have air superiority"
        return refuse(rule, words, side=st.superiority, **about)
    if st.superiority != seat:
        return refuse(rule, what + "nobody has air superiority", **about)
    if order != COMBAT_MOVE:
        return refuse(rule, what + "you move before you fight this turn", **about)
    if german and st.optional[BOMBER_LOST]:
        return refuse(R("15.15.d"), what + "the marker is lost", **about)
    if german and not has_german_bomber(st):
        return refuse(R("15.15.d"), what + "Hitler's strategy brings none", **about)
    return OK


def mission_rule(st: Position, seat: int) -> Rule:
    """The sentence by which a mission is flown."""
    if seat == GERMAN:
        return R("15.15.a")
    return R("15.20.a") if st.weather == OVERCAST else R("11.12.a")


def nations_to_fly(st: Position, seat: int, left: int, force: Sequence[int]) -> list[int]:
    """15.16: the nations whose bombers may support an attack by this force."""
    if seat == GERMAN or not st.switches & TWO_FORCES:
        return []
    there = {st.world.nation[u] for u in force}
    return [nation for nation in (US, UK) if left >> nation & 1 and nation in there]


@frame
class BomberLossRoll(Chance):
    """15.15: after its mission a die says whether the German Heavy Bomber flies again."""

    rule = R("15.15.c")
    phase = "Combat Phase"

    def question(self, st: Position) -> str:
        return f"{st.turn}.german.bomber.loss"

    def outcomes(self, st: Position) -> Sequence[Action]:
        return DIE_FACES

    def apply(self, st: Position, action: Action) -> None:
        st.pop()
        die = first(action) + 1
        lost = die in LOST_ON
        st.optional[BOMBER_LOST] = lost
        if st.events is not None:
            how = "lost for good" if lost else "kept"
            st.events.append(told.BomberRolled(die, how, self.rule))

    def waiting(self, st: Position) -> Words:
        return Words("the die for the German Heavy Bomber")
