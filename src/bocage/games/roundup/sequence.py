"""5.0 Turn sequence, 3.3 and 9.0 the order of moving and fighting, 12.0 administration.

A game turn is a row of stages, run one after the other.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Final

from bocage.engine.actions import Action, first, numbers
from bocage.engine.frames import Ask, Chance, Step, frame
from bocage.engine.rulings import OK, Ruling
from bocage.engine.words import Words
from bocage.games.roundup import happenings as told
from bocage.games.roundup.air import (
    AirRoll,
    PlaceAerial,
    PlaceTas,
    WeatherRoll,
    aerial_hexes,
    dice_for,
    may_fly_supply,
)
from bocage.games.roundup.charts import CLEAR_SKY
from bocage.games.roundup.combat import CombatPhase
from bocage.games.roundup.demolitions import DemolitionRoll, is_blown, must_roll
from bocage.games.roundup.german_choices import choose_first
from bocage.games.roundup.german_reinforcements import Containers
from bocage.games.roundup.heavy_bombers import missions
from bocage.games.roundup.hidden_directive import air_dice_shown, turn_ends
from bocage.games.roundup.movement import MovePhase
from bocage.games.roundup.optional import PARACHUTED
from bocage.games.roundup.overstack import StackingCheck
from bocage.games.roundup.parachute_corps import land_is_over
from bocage.games.roundup.position import (
    DROPPED,
    GROUNDED,
    NOBODY,
    NOWHERE,
    POOL,
    REPLACED,
)
from bocage.games.roundup.reinforcements import (
    DesignatePort,
    Drops,
    Landings,
    can_drop,
)
from bocage.games.roundup.replacements import Replacements, replaceable
from bocage.games.roundup.returns import LAST_TURN, return_units
from bocage.games.roundup.rulebook import R
from bocage.games.roundup.supply import traces_overland
from bocage.games.roundup.units import ALLIED, GERMAN
from bocage.games.roundup.verbs import MOVE_COMBAT, ORDER, ORDERS, STRATEGY
from bocage.games.roundup.victory import LEVELS, allied_level, german_level

if TYPE_CHECKING:
    from bocage.games.roundup.position import Position


def begin_turn(st: Position) -> None:
    """The turn begins: units return (8.4), ports can be used (4.4), the dropped find their feet."""
    if st.events is not None:
        st.events.append(told.TurnBegan(st.turn, R("13.1") if st.turn == 1 else R("5.0.b")))
    return_units(st)
    for port in reversed(range(len(st.world.ports))):
        held, blown = st.holds_port(port), must_roll(st, port)
        ready = held and not blown and not is_blown(st, port)
        st.set_port(port, ready=ready, nation=0)
        if ready:
            st.push(DesignatePort(ALLIED, port))
        elif held and blown:
            st.push(DemolitionRoll(port))


def free_the_dropped(st: Position) -> None:
    """10.7: air-dropped units in overland supply at the start of a turn are free again."""
    for u in st.world.allied:
        if st.marks[u] & GROUNDED and st.loc[u] >= 0 and traces_overland(st, u):
            st.marks[u] &= ~GROUNDED
            if st.events is not None:
                st.events.append(told.Freed(u, R("10.7.i")))


def weather(st: Position) -> None:
    """6.0: Clear on turn 1, then a die."""
    if st.turn > 1:
        st.push(WeatherRoll())
        return
    st.weather = CLEAR_SKY
    if st.events is not None:
        st.events.append(told.WeatherSet(CLEAR_SKY, R("6.0.a")))


def air_superiority(st: Position) -> None:
    """6.1, 7.1: dice for air superiority, but not in Storm."""
    st.superiority, st.tas_left = NOBODY, 0
    st.set_tas(())
    air_dice_shown(st)
    if dice_for(st, ALLIED):
        st.push(AirRoll(ALLIED, 0))
    elif st.events is not None:
        st.events.append(told.AirGrounded(R("6.1.e").read(R("reading 20"))))


def place_tas(st: Position) -> None:
    """7.3: the side with air superiority places TAS Markers, in either player's phase."""
    if st.tas_left:
        turn: Any = st.stack[-1]
        st.push(PlaceTas(st.superiority, kept=turn.next > STAGES.index(reveal_strategy)))


def aerial_supply(st: Position) -> None:
    """4.5, reading 75d: at the end of the Allied Air Superiority Phase."""
    if may_fly_supply(st) and aerial_hexes(st):
        st.push(PlaceAerial(ALLIED))


def landings(st: Position) -> None:
    """8.1, 10.8: units come ashore."""
    if any(st.loc[u] == POOL for u in st.world.allied):
        st.push(Landings(ALLIED))


def drops(st: Position) -> None:
    """10.7, reading 21: air drops, after the landings."""
    if may_fly_supply(st) and any(can_drop(st, u) for u in st.world.airborne):
        st.push(Drops(ALLIED))


def replacements(st: Position) -> None:
    """8.3: divisional replacements."""
    if replaceable(st, 0):
        st.push(Replacements(ALLIED, 0))


def allied_stacking(st: Position) -> None:
    """3.1: stacks are looked at when the Reinforcement Phase ends."""
    st.push(StackingCheck(ALLIED))


def allied_order(st: Position) -> None:
    """3.3, 9.1: on turn 1 the Allies move first; later they choose."""
    if st.turn == 1:
        st.push(Operations(ALLIED, MOVE_COMBAT, 0))
        if st.events is not None:
            st.events.append(told.OrderFixed(ALLIED, MOVE_COMBAT, R("9.1")))
    else:
        st.push(ChooseOrder(ALLIED))


def reveal_strategy(st: Position) -> None:
    """13.3, reading 9: the counter is turned up when the first German phase begins."""
    if not st.strategy:
        st.push(StrategyDraw())


def german_order(st: Position) -> None:
    """3.3: the German player chooses every turn."""
    if st.optional[PARACHUTED]:
        land_is_over(st)
    st.push(ChooseOrder(GERMAN))


def german_reinforcements(st: Position) -> None:
    """8.5: after moving and fighting."""
    st.push(Containers(0))
    if st.switches:
        choose_first(st)


def german_stacking(st: Position) -> None:
    """3.1: the same for the Germans."""
    st.push(StackingCheck(GERMAN))


def administration(st: Position) -> None:
    """12.0: markers are removed and the turn marker advances."""
    st.aerial[0] = st.aerial[1] = NOWHERE
    st.set_tas(())
    st.tas_left = 0
    st.superiority = NOBODY
    turn_ends(st)
    for u in st.world.allied:
        st.marks[u] &= ~(REPLACED | DROPPED)
    if st.events is not None:
        st.events.append(told.MarkersRemoved(R("12.0.a")))


STAGES: Final[tuple[Callable[[Position], None], ...]] = (
    begin_turn,
    free_the_dropped,
    weather,
    air_superiority,
    place_tas,
    aerial_supply,
    landings,
    drops,
    replacements,
    allied_stacking,
    allied_order,
    reveal_strategy,
    place_tas,
    german_order,
    german_reinforcements,
    german_stacking,
    administration,
)
"""5.0, in order."""


@frame
class GameTurn(Step):
    """5.0: what comes next in this turn."""

    next: int
    rule = R("5.0")
    phase = "Administrative Phase"

    def run(self, st: Position) -> None:
        if self.next < len(STAGES):
            st.swap(GameTurn(self.next + 1))
            STAGES[self.next](st)
        elif st.turn < LAST_TURN:
            st.turn += 1
            st.swap(GameTurn(0))
        else:
            st.pop()
            if st.events is not None:
                allied, german = allied_level(st)[0], german_level(st)[0]
                rule = R("14.0.a") if allied or german else R("14.0.a").read(R("reading 53"))
                st.events.append(told.GameEnded(LEVELS[allied], LEVELS[german], rule))


@frame
class ChooseOrder(Ask):
    """3.3, 9.0: Move/Combat or Combat/Move, for the whole side."""

    seat: int
    rule = R("9.0")
    takes = numbers(ORDER)
    phase = "Move/Combat or Combat/Move Phase"

    def legal(self, st: Position) -> Sequence[Action]:
        return [ORDER(order) for order in range(len(ORDERS))]

    def check(self, st: Position, action: Action) -> Ruling:
        return OK

    def apply(self, st: Position, action: Action) -> None:
        order = first(action)
        st.swap(Operations(self.seat, order, 0))
        if st.events is not None:
            rule = R("3.3.c") if st.turn == 1 else R("3.3.a")
            st.events.append(told.OrderChosen(self.seat, order, rule))

    def prompt(self, st: Position) -> Words:
        return Words("Choose Move/Combat or Combat/Move")

    def waiting(self, st: Position) -> Words:
        return Words("{side:side} to choose Move/Combat or Combat/Move", {"side": self.seat})


@frame
class Operations(Step):
    """9.0: both phases of a player, in the order he chose."""

    seat: int
    order: int
    done: int
    rule = R("9.0")

    def run(self, st: Position) -> None:
        if self.done == 2:
            st.pop()
            return
        st.swap(Operations(self.seat, self.order, self.done + 1))
        if (self.done == 0) == (self.order == MOVE_COMBAT):
            st.push(MovePhase(self.seat))
        else:
            st.push(CombatPhase(self.seat, may_bomb(st, self.seat, self.order)))


def may_bomb(st: Position, seat: int, order: int) -> int:
    """7.6: the missions of heavy bombers in a Combat Phase: for the Allies, with air
    superiority, clear weather and Combat/Move; optional rules know more (`heavy_bombers`)."""
    return missions(st, seat, order)


@frame
class StrategyDraw(Chance):
    """13.3: one of four counters, blindly."""

    rule = R("13.3.a")
    phase = "German Player Phase"

    def question(self, st: Position) -> str:
        return "strategy"

    def outcomes(self, st: Position) -> Sequence[Action]:
        return [STRATEGY(number) for number in range(4)]

    def apply(self, st: Position, action: Action) -> None:
        st.pop()
        st.strategy = first(action) + 1
        if st.events is not None:
            late = R("13.3.a").read(R("reading 9"))
            rule = R("reading 9") if NOWHERE in st.beachheads else late
            st.events.append(told.StrategyDrawn(first(action), rule))

    def waiting(self, st: Position) -> Words:
        return Words("Hitler's strategy")
