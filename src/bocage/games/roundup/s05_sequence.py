"""5.0 Turn sequence: a game turn is a row of stages, run one after the other.

The order of moving and fighting is in `s09_order`, the Administrative Phase in
`s12_administration`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Final

from bocage.engine.actions import Action, first
from bocage.engine.frames import Chance, Step, frame
from bocage.engine.words import Words
from bocage.games.roundup.board.charts import CLEAR_SKY
from bocage.games.roundup.board.position import GROUNDED, NOBODY, NOWHERE, POOL
from bocage.games.roundup.options import PARACHUTED, bid_of
from bocage.games.roundup.pieces.units import ALLIED, GERMAN
from bocage.games.roundup.rulebook import R
from bocage.games.roundup.s03_stacking import StackingCheck
from bocage.games.roundup.s04_supply import traces_overland
from bocage.games.roundup.s06_weather import WeatherRoll
from bocage.games.roundup.s07_air import (
    AirRoll,
    PlaceAerial,
    PlaceTas,
    aerial_hexes,
    dice_for,
    may_fly_supply,
)
from bocage.games.roundup.s08_german_reinforcements import Containers
from bocage.games.roundup.s08_reinforcements import (
    DesignatePort,
    Drops,
    Landings,
    Replacements,
    can_drop,
    replaceable,
)
from bocage.games.roundup.s08_returns import last_turn, return_units
from bocage.games.roundup.s09_order import ChooseOrder, Operations
from bocage.games.roundup.s12_administration import administration
from bocage.games.roundup.s14_victory import LEVELS, allied_level, german_level
from bocage.games.roundup.s15_optional.choices import choose_first
from bocage.games.roundup.s15_optional.s15_01_hidden_directive import air_dice_shown
from bocage.games.roundup.s15_optional.s15_05_demolitions import DemolitionRoll, is_blown, must_roll
from bocage.games.roundup.s15_optional.s15_12_parachute_corps import land_is_over
from bocage.games.roundup.short.points import tell_points
from bocage.games.roundup.words import events as told
from bocage.games.roundup.words.verbs import MOVE_COMBAT, STRATEGY

if TYPE_CHECKING:
    from bocage.games.roundup.board.position import Position


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
    """5.0: the next stage of this turn."""

    next: int
    rule = R("5.0")
    phase = "Administrative Phase"

    def run(self, st: Position) -> None:
        if self.next < len(STAGES):
            st.swap(GameTurn(self.next + 1))
            STAGES[self.next](st)
        elif st.turn < last_turn(st.world):
            st.turn += 1
            st.swap(GameTurn(0))
        else:
            st.pop()
            if st.events is not None and st.world.short is not None:
                tell_points(st, st.world.short)
            elif st.events is not None:
                allied, german = allied_level(st)[0], german_level(st)[0]
                rule = R("14.0.a") if allied or german else R("14.0.a").read(R("reading 53"))
                st.events.append(told.GameEnded(LEVELS[allied], LEVELS[german], rule))
                bidder, bid = bid_of(st.switches)
                if bid:
                    st.events.append(told.BidCounted(bid, 1 - bidder, bidder, R("reading 78")))


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
