"""7.0 Air superiority: the dice, the TAS Markers, aerial supply (4.5) and heavy bombers (7.6).

15.15, 15.16 and 15.20 change which missions heavy bombers may fly.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cache
from itertools import product
from typing import TYPE_CHECKING, Final

from bocage.engine.actions import Action, first, numbers, second
from bocage.engine.frames import Ask, Chance, frame
from bocage.engine.rulings import OK, Ruling, refuse
from bocage.engine.words import Words
from bocage.games.roundup.board.charts import CLEAR_SKY, OVERCAST, STORM
from bocage.games.roundup.board.position import NOBODY, NOWHERE
from bocage.games.roundup.options import (
    ANY_STRATEGY,
    BOMBER_LOST,
    GERMAN_BOMBER,
    OVERCAST_BOMBERS,
    TWO_FORCES,
    WASTED,
)
from bocage.games.roundup.pieces.units import ALLIED, GERMAN, SIDES, UK, US
from bocage.games.roundup.rulebook import R
from bocage.games.roundup.s08_returns import DIE_FACES
from bocage.games.roundup.s15_optional.s15_13_reaction import more_dice
from bocage.games.roundup.s15_optional.s15_14_luftwaffe_wastage import (
    LUFTWAFFE,
    WastageRoll,
    is_due,
)
from bocage.games.roundup.words import events as told
from bocage.games.roundup.words.verbs import AERIAL, COMBAT_MOVE, DICE, END, TAS
from bocage.hexes.kernels import ZONE

if TYPE_CHECKING:
    from bocage.engine.rulings import Rule
    from bocage.games.roundup.board.position import Position


ALLIED_DICE: Final = {CLEAR_SKY: 3, OVERCAST: 2}
GERMAN_DICE: Final = {CLEAR_SKY: 2, OVERCAST: 1}


@cache
def totals(dice: int) -> tuple[tuple[Action, ...], tuple[int, ...]]:
    """Return the totals of some dice added together, and in how many ways each comes (1.3)."""
    ways = Counter(sum(faces) for faces in product(range(1, 7), repeat=dice))
    return tuple(DICE(total) for total in sorted(ways)), tuple(ways[t] for t in sorted(ways))


def dice_for(st: Position, side: int) -> int:
    """Return how many dice a side rolls for air superiority (6.1, 7.1)."""
    if st.weather == STORM:
        return 0
    if st.turn == 1:
        return 1 if side == ALLIED else 0
    if side == ALLIED:
        return ALLIED_DICE[st.weather] + more_dice(st)
    return GERMAN_DICE[st.weather] + (st.strategy in LUFTWAFFE and not st.optional[WASTED])


@frame
class AirRoll(Chance):
    """7.2: both sides roll; the difference is the number of TAS Markers of the higher."""

    side: int
    allied: int
    """The Allied total, once it is known; 0 before."""
    rule = R("7.2")
    phase = "Air Superiority Phase"

    def question(self, st: Position) -> str:
        return f"{st.turn}.air.{SIDES[self.side]}"

    def outcomes(self, st: Position) -> Sequence[Action]:
        return totals(dice_for(st, self.side))[0]

    def weights(self, st: Position) -> Sequence[int]:
        return totals(dice_for(st, self.side))[1]

    def apply(self, st: Position, action: Action) -> None:
        total = first(action)
        if self.side == ALLIED and dice_for(st, GERMAN):
            st.swap(AirRoll(GERMAN, total))
            return
        st.pop()
        allied, german = (total, 0) if self.side == ALLIED else (self.allied, total)
        settle_air(st, allied, german)
        if is_due(st, allied, german):
            st.push(WastageRoll())

    def waiting(self, st: Position) -> Words:
        return Words("the air dice of {side:side}", {"side": self.side})


def settle_air(st: Position, allied: int, german: int) -> None:
    """7.1, 7.2: who has air superiority and how many TAS Markers."""
    st.tas_left = abs(allied - german)
    st.superiority = NOBODY if allied == german else (ALLIED if allied > german else GERMAN)
    st.set_tas(())
    if st.events is None:
        return
    if st.superiority == NOBODY:
        rule = R("7.2.d").read(R("reading 20"))
        st.events.append(told.AirTied(allied, german, rule))
    else:
        markers, side = st.tas_left, st.superiority
        rule = R("7.1.a") if st.turn == 1 else R("7.2.c").read(R("reading 12"))
        if st.weather == OVERCAST:
            rule = rule.read(R("reading 14"))
        st.events.append(told.AirFought(allied, german, markers, side, rule))


@frame
class PlaceTas(Ask):
    """7.3: the owner places some, none or all of the TAS Markers, and may keep the rest."""

    seat: int
    kept: bool = False
    """Whether these were kept from the Allied Player Phase to the German one."""
    rule = R("7.3")
    takes = numbers(END, TAS)
    phase = "Air Superiority Phase"

    def legal(self, st: Position) -> Sequence[Action]:
        return _everywhere(st.world.size)

    def check(self, st: Position, action: Action) -> Ruling:
        return OK

    def apply(self, st: Position, action: Action) -> None:
        if action == END():
            st.pop()
            if st.events is not None and not self.kept:
                st.events.append(told.TasKept(self.seat, st.tas_left, R("7.3.b")))
            return
        st.tas_left -= 1
        st.set_tas((*st.tas, first(action)))
        if not st.tas_left:
            st.pop()
        if st.events is not None:
            rule = R("7.3.c").read(R("reading 19")) if self.kept else R("7.3.a")
            if st.tas.count(first(action)) > 1 or not st.occupants(first(action)):
                rule = rule.read(R("reading 18"))
            if st.at(first(action), 1 - self.seat):
                rule = R("3.1.1.a")
            st.events.append(told.TasPlaced(self.seat, first(action), rule))

    def prompt(self, st: Position) -> Words:
        clicked = "Click a hex for a TAS Marker ({left} left), or end"
        return Words("Place a TAS Marker ({left} left), or end", {"left": st.tas_left}, clicked)

    def waiting(self, st: Position) -> Words:
        return Words("{side:side} to place TAS Markers", {"side": self.seat})


@cache
def _everywhere(size: int) -> tuple[Action, ...]:
    return (END(), *(TAS(h) for h in range(size)))


@frame
class PlaceAerial(Ask):
    """4.5: in clear weather with air superiority, each nation may supply one hex by air."""

    seat: int
    rule = R("4.5")
    takes = numbers(END, AERIAL)
    phase = "Air Superiority Phase"

    def legal(self, st: Position) -> Sequence[Action]:
        return [END(), *(AERIAL(nation, h) for nation, h in aerial_hexes(st))]

    def check(self, st: Position, action: Action) -> Ruling:
        if action == END():
            return OK
        nation, h = first(action), second(action)
        if st.aerial[nation] != NOWHERE:
            return refuse(
                R("4.5.a"),
                "the {nation:nation} marker can't go to {hex:hex}: it is at {there:hex}",
                nation=nation,
                hex=h,
                there=st.aerial[nation],
            )
        if not any(st.world.nation[u] == nation for u in st.at(h, ALLIED)):
            rule = R("4.5.b") if st.at(h, ALLIED) else R("4.5.d")
            words = (
                "the {nation:nation} marker can't go to {hex:hex}: no {nation:nation} unit is there"
            )
            return refuse(rule, words, nation=nation, hex=h)
        if st.in_enemy_zone(h, ALLIED):
            return refuse(
                R("4.5.d"),
                "{units:unit} can't be supplied by air: {hex:hex} is in the zone of control of "
                "{enemy:unit}",
                units=st.at(h, ALLIED),
                hex=h,
                enemy=st.zone_owners(h, ALLIED),
            )
        return OK

    def apply(self, st: Position, action: Action) -> None:
        if action == END():
            st.pop()
            return
        st.aerial[first(action)] = second(action)
        if not aerial_hexes(st):
            st.pop()
        if st.events is not None:
            rule = R("4.5.a").read(R("reading 75d"))
            st.events.append(told.AerialPlaced(first(action), second(action), rule))

    def prompt(self, st: Position) -> Words:
        clicked = "Click a hex for an Aerial Supply Marker, or end"
        return Words("Place an Aerial Supply Marker, or end", clicked=clicked)

    def waiting(self, st: Position) -> Words:
        return Words("{side:side} to place aerial supply", {"side": self.seat})


def aerial_hexes(st: Position) -> list[tuple[int, int]]:
    """4.5: nation and hex of every stack that an Aerial Supply Marker may still supply."""
    world, zone = st.world, st.zone(ALLIED)
    found = {(world.nation[u], st.loc[u]) for u in world.allied if st.loc[u] >= 0}
    return sorted(
        (nation, h) for nation, h in found if st.aerial[nation] == NOWHERE and not zone[h] & ZONE
    )


def may_fly_supply(st: Position) -> bool:
    """4.5, 6.4, 10.7, reading 16: clear weather and Allied air superiority."""
    return st.weather == CLEAR_SKY and st.superiority == ALLIED


# 7.6 Heavy bombers -------------------------------------------------------------------------


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
    """Return whether 15.20 is played (missions in overcast)."""
    return bool(st.switches & OVERCAST_BOMBERS)


def has_german_bomber(st: Position) -> bool:
    """15.15: with Luftwaffe strategies, or any if both agree, until it is lost."""
    if not st.switches & GERMAN_BOMBER or st.optional[BOMBER_LOST]:
        return False
    return bool(st.switches & ANY_STRATEGY) or st.strategy in WITH_BOMBER


def missions(st: Position, seat: int, order: int) -> int:
    """Return the missions that a side may fly in its Combat Phase, as bits (7.6).

    Air superiority, the weather and Combat/Move are needed. One mission, or one a nation
    (15.16); the Germans have one only by 15.15.
    """
    if st.superiority != seat or order != COMBAT_MOVE or not sky_is_fit(st):
        return 0
    if seat == ALLIED:
        return BOTH_FORCES if st.switches & TWO_FORCES else ONE_MISSION
    return ONE_MISSION if has_german_bomber(st) else 0


def why_no_mission(st: Position, seat: int, order: int, what: str, /, **about: object) -> Ruling:
    """Return the condition that keeps a side's bombers on the ground this phase, or none (7.6,
    15.15).
    """
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
        return refuse(rule, what + "neither side has air superiority", **about)
    if order != COMBAT_MOVE:
        return refuse(rule, what + "you move before you fight this turn", **about)
    if german and st.optional[BOMBER_LOST]:
        return refuse(R("15.15.d"), what + "the marker is lost", **about)
    if german and not has_german_bomber(st):
        return refuse(R("15.15.d"), what + "Hitler's strategy brings none", **about)
    return OK


def mission_rule(st: Position, seat: int) -> Rule:
    """Return the sentence by which a mission is flown."""
    if seat == GERMAN:
        return R("15.15.a")
    return R("15.20.a") if st.weather == OVERCAST else R("11.12.a")


def nations_to_fly(st: Position, seat: int, left: int, force: Sequence[int]) -> list[int]:
    """Return the nations whose bombers may support an attack by this force (15.16)."""
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
