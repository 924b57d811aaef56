"""4.0 Sequence of play: a turn is a row of stages, run one after the other."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from bocage.engine.frames import Step, frame
from bocage.games.falaise.board.position import DEAD, DUE, EXITED
from bocage.games.falaise.pieces.units import ALLIED, GERMAN, NO_CORPS
from bocage.games.falaise.rulebook import R
from bocage.games.falaise.s03_victory import (
    Surrender,
    allied_points,
    count_up,
    tell_count,
    tell_exempt,
    to_roll,
)
from bocage.games.falaise.s04_activation import Activation, activate, fill_cup
from bocage.games.falaise.s08_bombardment import AirRoll, Bombardment
from bocage.games.falaise.s09_disruption import recovery
from bocage.games.falaise.s11_counterattack import Declare
from bocage.games.falaise.s11_entries import EntryOfDestroyers, destroyer_hexes
from bocage.games.falaise.s11_relief import Relieve
from bocage.games.falaise.s12_optional import (
    FirstChit,
    ParisRoll,
    hears_paris,
    hold_french,
    may_choose_first,
)
from bocage.games.falaise.s13_solitaire.s13_1_targets import bombard
from bocage.games.falaise.s13_solitaire.s13_3_boundary import BoundaryRoll, is_rolled
from bocage.games.falaise.words import events as told

if TYPE_CHECKING:
    from bocage.games.falaise.board.position import Position
    from bocage.games.falaise.board.world import World


LAST_TURN: Final = 10
LATER: Final = 5
"""From this turn on: the Counterattack, the commander, the tank destroyers."""


def last_turn(world: World) -> int:
    """Return the turn after which the game is over (4.0, reading 117)."""
    return LAST_TURN if world.short is None else world.short.last_turn


def begin_turn(st: Position) -> None:
    """Begin a turn: reset everything that is counted by the turn."""
    st.activated = st.activations = st.attached = st.used_58 = 0
    st.guns_used = st.air = st.extra = 0
    hold_french(st, 0)
    st.counter_corps = NO_CORPS
    if st.events is not None:
        when = st.world.pack.facts.get(f"turn-{st.turn}", "")
        st.events.append(told.TurnBegan(st.turn, when, R("4.0.a")))
    if is_rolled(st):
        st.push(BoundaryRoll())  # 13.3


def counterattack(st: Position) -> None:
    """4.0, 11.3, reading 4: once a game, on any turn from 5 on."""
    if st.turn >= LATER and not st.counter:
        st.push(Declare(GERMAN))


def air(st: Position) -> None:
    """4.0: Airstrikes, by day."""
    if not st.night:
        st.push(AirRoll())


def bombardment(st: Position) -> None:
    """4.0: guns and Airstrikes."""
    if not st.stacks(GERMAN):
        return
    if st.alone:
        bombard(st)  # 13.1
    else:
        st.push(Bombardment(ALLIED))


def destroyers(st: Position) -> None:
    """11.5, reading 87: before the Corps Command Pool."""
    if st.turn < LATER:
        return
    for u in st.world.allied:
        if st.world.destroyers[u] and st.loc[u] == DUE and destroyer_hexes(st, u):
            st.push(EntryOfDestroyers(ALLIED, u))


def pool(st: Position) -> None:
    """4.0: chits into the cup; 11.6: the Canadian commander."""
    fill_cup(st)
    if st.turn >= LATER and not st.relieved and _has_red(st):
        st.push(Relieve(ALLIED))


def _has_red(st: Position) -> bool:
    return any(st.world.red[u] and st.loc[u] >= 0 for u in st.world.allied)


def activation(st: Position) -> None:
    """4.0: the Counterattack first, then the cup."""
    st.push(Activation())
    if st.counter_corps != NO_CORPS:
        activate(st, st.counter_corps, counter=True)
    elif may_choose_first(st):
        st.push(FirstChit(GERMAN))
    if hears_paris(st):
        st.push(ParisRoll())


def victory(st: Position) -> None:
    """4.0: on the last turn, surrender and the final count."""
    if st.turn == LAST_TURN:
        tell_exempt(st)
        st.push(Surrender(to_roll(st)))


STAGES: Final[tuple[Callable[[Position], None], ...]] = (
    begin_turn,
    counterattack,
    air,
    bombardment,
    destroyers,
    pool,
    activation,
    recovery,
    victory,
)
"""4.0, in order."""


@frame
class GameTurn(Step):
    """4.0: the next stage of this turn."""

    next: int
    rule = R("4.0.a")
    phase = "Victory Check"

    def run(self, st: Position) -> None:
        if self.next < len(STAGES):
            st.swap(GameTurn(self.next + 1))
            STAGES[self.next](st)
            return
        if st.events is not None:
            st.events.append(_turn_ended(st))
        if st.turn < last_turn(st.world):
            st.turn += 1
            st.swap(GameTurn(0))
        else:
            st.pop()
            count = count_up(st)
            st.german_vp = int(count.total("german"))
            if st.events is not None:
                tell_count(st, count)
                rule = R("3.3.h") if st.world.short is None else R("reading 117")
                st.events.append(told.GameEnded(allied_points(st, count), st.german_vp, rule))


def _turn_ended(st: Position) -> told.TurnEnded:
    """Return where the German units are now."""
    places = [st.loc[u] for u in st.world.german]
    away = sum(st.world.ground.escaped[h] > 0 for h in places if h >= 0)
    inside = sum(h >= 0 for h in places) - away
    out, lost = places.count(EXITED), places.count(DEAD)
    return told.TurnEnded(st.turn, inside, away, out, lost, st.argentan, R("4.0.a"))
