"""4.0 Sequence of play: a turn is a row of stages, run one after the other.

11.3 the Counterattack's declaration, 11.6 the Canadian commander, 9.2 recovery.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final

from bocage.engine.actions import Action, first
from bocage.engine.frames import Ask, Chance, Step, frame
from bocage.engine.rulings import OK, Ruling, refuse
from bocage.engine.words import Words
from bocage.games.falaise import happenings as told
from bocage.games.falaise import happenings_states as became
from bocage.games.falaise.bombardment import AirRoll, Bombardment
from bocage.games.falaise.command import Activation, activate, alive, fill_cup
from bocage.games.falaise.communications import has_loc
from bocage.games.falaise.entries import EntryOfDestroyers, EntryOfGuf, destroyer_hexes, due
from bocage.games.falaise.optional import (
    FirstChit,
    ParisRoll,
    hears_paris,
    hold_french,
    may_choose_first,
)
from bocage.games.falaise.position import DEAD, DISRUPTED, DUE, EXITED, THIS_TURN
from bocage.games.falaise.rulebook import R
from bocage.games.falaise.solitaire_boundary import BoundaryRoll, is_rolled
from bocage.games.falaise.solitaire_targets import bombard
from bocage.games.falaise.units import ALLIED, GERMAN, NO_CORPS
from bocage.games.falaise.verbs import COUNTER, DIE_FACES, END, RELIEVE, numbers
from bocage.games.falaise.victory import (
    Surrender,
    allied_points,
    count_up,
    tell_count,
    tell_exempt,
    to_roll,
)

if TYPE_CHECKING:
    from bocage.games.falaise.position import Position
    from bocage.games.falaise.world import World

LAST_TURN: Final = 10
LATER: Final = 5
"""From this turn on: the Counterattack, the commander, the tank destroyers."""


def last_turn(world: World) -> int:
    """4.0, reading 117: the turn after which the game is over."""
    return LAST_TURN if world.short is None else world.short.last_turn


def begin_turn(st: Position) -> None:
    """A turn begins: what is counted by the turn starts anew."""
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


def recovery(st: Position) -> None:
    """4.0, 9.2: finished units are free again; disruption is removed."""
    world, marks = st.world, st.marks
    recovered: dict[R, list[int]] = {}
    for u in range(world.count):
        if marks[u] & DISRUPTED and st.loc[u] >= 0 and (rule := recovers_by(st, u)):
            recovered.setdefault(rule, []).append(u)
    if st.events is not None:
        st.events.append(became.Freed(R("4.0.q")))
    for u in range(world.count):
        marks[u] &= ~THIS_TURN
    for rule, units in recovered.items():
        for u in units:
            marks[u] &= ~DISRUPTED
        if st.events is not None:
            st.events.append(told.Recovered(tuple(units), rule))


def recovers_by(st: Position, u: int) -> R | None:
    """9.2, reading 79: the rule by which a disrupted unit recovers now, or None."""
    if st.side_of(u) == ALLIED:
        if not st.night:
            return R("9.2.a")
        return R("9.2.b") if has_loc(st, u) else None
    if st.night:
        told_why = st.events is not None and not has_loc(st, u)
        return R("reading 79") if told_why else R("9.2.c")
    return R("9.2.d") if st.world.ground.escaped[st.loc[u]] else None


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
    """4.0: what comes next in this turn."""

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


def _turn_ended(st: Position) -> became.TurnEnded:
    """Where the German units are now."""
    places = [st.loc[u] for u in st.world.german]
    away = sum(st.world.ground.escaped[h] > 0 for h in places if h >= 0)
    inside = sum(h >= 0 for h in places) - away
    out, lost = places.count(EXITED), places.count(DEAD)
    return became.TurnEnded(st.turn, inside, away, out, lost, st.argentan, R("4.0.a"))


@frame
class Declare(Ask):
    """11.3: the Germans may declare their Counterattack, with one corps."""

    seat: int
    rule = R("11.3.a")
    takes = numbers(END, COUNTER)
    phase = "Counterattack"

    def legal(self, st: Position) -> Sequence[Action]:
        corps = range(len(st.world.corps))
        return [END.base, *(COUNTER(c) for c in corps if self._may(st, c))]

    def _may(self, st: Position, corps: int) -> bool:
        world = st.world
        if world.corps_side[corps] != GERMAN or corps == world.corps_58:
            return False
        if corps == world.corps_86 and not st.zone_open:
            return False
        return bool(alive(st) >> corps & 1)

    def check(self, st: Position, action: Action) -> Ruling:
        if action == END():
            return OK
        corps = first(action)
        if self._may(st, corps):
            return OK
        world = st.world
        start = "{corps:corps} can't counterattack: "
        if world.corps_side[corps] != GERMAN:
            return refuse(R("11.3.a"), start + "it is not German", corps=corps)
        if corps == world.corps_58:
            words = start + "it has no units of its own"
        elif corps == world.corps_86 and not st.zone_open:
            words = start + "it is not in play before the 86th Corps Zone is open"
        else:
            words = start + "it has no units left"
        return refuse(R("reading 38"), words, corps=corps)

    def apply(self, st: Position, action: Action) -> None:
        st.pop()
        if action == END():
            return
        corps = first(action)
        st.counter, st.counter_corps = st.turn, corps
        if st.events is not None:
            st.events.append(told.Counterattacked(corps, R("11.3.b")))
        if due(st, late=False):
            st.push(EntryOfGuf(GERMAN, corps))

    def prompt(self, st: Position) -> Words:
        return Words("Declare the Counterattack with a corps, or end")

    def waiting(self, st: Position) -> Words:
        return Words("{side:side} to declare a Counterattack or not", {"side": self.seat})


@frame
class Relieve(Ask):
    """11.6, reading 43: the Allies may try to relieve the Canadian commander, or not."""

    seat: int
    rule = R("11.6.b")
    takes = numbers(END, RELIEVE)
    phase = "Corps Command Pool"

    def legal(self, st: Position) -> Sequence[Action]:
        return [END.base, RELIEVE.base]

    def check(self, st: Position, action: Action) -> Ruling:
        return OK

    def apply(self, st: Position, action: Action) -> None:
        if action == RELIEVE():
            st.swap(RelieveRoll())
        else:
            st.pop()

    def prompt(self, st: Position) -> Words:
        return Words("Roll to relieve the commander of the Canadian 4th Armored, or end")

    def waiting(self, st: Position) -> Words:
        return Words("{side:side} to relieve a commander or not", {"side": self.seat})


@frame
class RelieveRoll(Chance):
    """11.6: an odd number relieves him."""

    rule = R("11.6.b")
    phase = "Corps Command Pool"

    def question(self, st: Position) -> str:
        return f"{st.turn}.commander"

    def outcomes(self, st: Position) -> Sequence[Action]:
        return DIE_FACES

    def apply(self, st: Position, action: Action) -> None:
        die = first(action) + 1
        st.pop()
        st.relieved = die % 2
        if st.events is not None:
            what = "relieved" if st.relieved else "he stays"
            st.events.append(told.Relieved(die, what, self.rule))

    def waiting(self, st: Position) -> Words:
        return Words("the fate of a commander")
