"""4.0 Activation: the cup, the Activation die, Action Rounds, finished commands.

11.2 the 58th Corps, 11.3 the corps that counterattacks, 11.9.1 helpers, 11.10 the initiative.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import compress
from typing import TYPE_CHECKING, Final

from bocage.engine.actions import Action, first
from bocage.engine.frames import Ask, Chance, Step, frame
from bocage.engine.rulings import OK, Caution, Ruling
from bocage.engine.words import Words
from bocage.games.falaise.board.charts import DieLedger, clip
from bocage.games.falaise.board.position import (
    ACTIVE,
    DUE,
    FINISHED,
    FOUGHT,
    GUF,
    HELPER,
    MOVED,
    NOT_STACKED,
    THIS_ROUND,
)
from bocage.games.falaise.options import ALLIED_COORDINATION, FINISHED_AFTER_58, SECOND_MOVE
from bocage.games.falaise.pieces.units import ALLIED, GERMAN, NO_CORPS, US
from bocage.games.falaise.rulebook import R
from bocage.games.falaise.s07_movement import MoveRound
from bocage.games.falaise.s09_disruption import own_ter
from bocage.games.falaise.s10_assault import AssaultRound
from bocage.games.falaise.s10_attackers import helpers_of, targets, why_no_helper
from bocage.games.falaise.s11_attachment import Attach, attachable
from bocage.games.falaise.s11_entries import EntryOf86, is_anybody_due
from bocage.games.falaise.words import events as told
from bocage.games.falaise.words.verbs import (
    ACCEPT,
    ASSAULT_ROUND,
    DIE_FACES,
    DRAW,
    END,
    HELP,
    ROUND,
    ROUNDS,
    SUBSTITUTE,
    numbers,
)
from bocage.hexes.kernels import units_marked

if TYPE_CHECKING:
    from bocage.games.falaise.board.position import Position


# Action Rounds -----------------------------------------------------------------------------


# Stages of a round.
_ENTER: Final = 0
_ATTACH: Final = 1
_ROLL: Final = 2
_CHOOSE: Final = 3
_FINISH: Final = 4


_IN_ROUND: Final = bytes(mark & THIS_ROUND > 0 for mark in range(256))
"""1 for the marks of a unit that this round has marked."""


def is_eligible(st: Position, u: int, corps: int, *, counter: bool) -> bool:
    """Return whether a unit acts when its command does (7.0, reading 36); a company has none."""
    if st.loc[u] < 0 or st.marks[u] & FINISHED:
        return False
    world = st.world
    if corps == world.corps_58:
        # 11.2, reading 33: its own corps has not been activated, and it is behind the Orne.
        own = st.corps[u]
        fresh = own == NO_CORPS or not st.activated >> own & 1
        return fresh and bool(world.ground.behind_orne[st.loc[u]])
    if st.corps[u] != corps:
        return False
    return not counter or bool(world.ground.escaped[st.loc[u]])


@frame
class ActionRound(Step):
    """4.0: one command acts."""

    corps: int
    counter: bool
    """11.3: whether it is the Counterattack."""
    stage: int
    rule = R("4.0.i")
    phase = "Action Round"

    def run(self, st: Position) -> None:
        world, corps = st.world, self.corps
        side = world.corps_side[corps]
        st.swap(ActionRound(corps, self.counter, self.stage + 1))
        if self.stage == _ENTER:
            if corps == world.corps_86 and is_anybody_due(st):
                st.push(EntryOf86(GERMAN))
        elif self.stage == _ATTACH:
            self._activate(st, side)
            attaches = side == GERMAN and corps != world.corps_58
            if attaches and attachable(st, corps, counter=self.counter):
                st.push(Attach(GERMAN, corps, self.counter))
        elif self.stage == _ROLL:
            if not units_marked(st.marks, 0, world.count, ACTIVE, ACTIVE):
                st.swap(ActionRound(corps, self.counter, _FINISH))
                if st.events is not None:
                    st.events.append(told.Idle(corps, R("7.0.a")))
            elif side == ALLIED and st.alone:
                from bocage.games.falaise.s13_solitaire.s13_2_activation import OrdersRoll

                st.swap(ActionRound(corps, self.counter, _FINISH))
                st.push(OrdersRoll(corps))  # 13.2: it says who acts, and how
            else:
                st.push(ActivationRoll(corps, self.counter))
        elif self.stage == _CHOOSE:
            if corps == world.corps_58:
                st.push(MoveRound(side))  # 11.2: a Move/Mechanized Assault Round only
                _push_helpers(st, side)
            else:
                st.push(ChooseRound(side, corps))
        else:
            st.pop()
            self._finish(st)

    def _activate(self, st: Position, side: int) -> None:
        world, corps = st.world, self.corps
        any_corps = corps == world.corps_58
        for u in world.ranges[side]:
            if (any_corps or st.corps[u] == corps) and is_eligible(
                st, u, corps, counter=self.counter
            ):
                st.marks[u] |= ACTIVE
        st.activated |= 1 << self.corps
        st.currie = NOT_STACKED
        task_force, brigade = world.currie, world.brigade
        if task_force >= 0 and brigade >= 0 and st.loc[task_force] == st.loc[brigade] >= 0:
            st.currie = own_ter(st, brigade)

    def _finish(self, st: Position) -> None:
        """Mark the command that acted as finished (4.0); 11.2 has its own rule for the 58th
        Corps.
        """
        world, marks = st.world, st.marks
        if st.events is not None:
            self._tell(st)
        for u in compress(range(world.count), marks.translate(_IN_ROUND)):
            mark = marks[u]
            if mark & ACTIVE:
                if self.corps != world.corps_58:
                    mark |= FINISHED
                elif st.loc[u] >= 0 and mark & (MOVED | FOUGHT):
                    if not world.ground.behind_orne[st.loc[u]] or st.switches & FINISHED_AFTER_58:
                        mark |= FINISHED
                    elif st.switches & SECOND_MOVE:
                        mark &= ~MOVED
            marks[u] = mark & ~THIS_ROUND
        if self.counter:
            # Reading 38: the rest of the corps has had its activation and sits out the turn.
            for u in world.german:
                if st.corps[u] == self.corps and st.loc[u] >= 0:
                    marks[u] |= FINISHED

    def _tell(self, st: Position) -> None:
        """11.1, 11.2, reading 5: say which units are finished: the whole corps, and its helpers."""
        assert st.events is not None
        world, mobile = st.world, self.corps == st.world.corps_58
        acted = [u for u in world.german if st.loc[u] >= 0 and st.marks[u] & ACTIVE]
        if mobile:
            behind = world.ground.behind_orne
            done = [u for u in acted if st.marks[u] & (MOVED | FOUGHT) and not behind[st.loc[u]]]
        else:
            done = [u for u in acted if st.corps[u] != self.corps]
        if done:
            rule = R("11.2.f") if mobile else R("11.1.d")
            st.events.append(told.Finished(tuple(done), rule))


class ActivationOdds(DieLedger):
    """7.1: the modifiers of the Activation die."""

    def __init__(self, st: Position, corps: int, *, counter: bool) -> None:
        super().__init__(st.world.tables.activation_drm)
        self._tables: Final = st.world.tables
        if st.turn == 1:
            self.modify("turn_1", R("7.1.1.turn-1"), "turn 1")
        if st.world.corps_side[corps] == GERMAN:
            if not st.night:
                self.modify("german_day", R("7.1.1.german-day"), "Germans by day")
            if counter:
                self.modify("counterattack", R("7.1.1.counterattack"), "counterattack")
            if corps == st.world.corps_58:
                self.modify("corps_58", R("7.1.1.corps-58"), "58th Panzer Corps")
        elif st.night:
            if st.world.corps_nation[corps] != US:
                self.modify("allied_night", R("7.1.1.allied-night"), "Allies by night")
            elif st.switches & ALLIED_COORDINATION:
                words = "US by night, with better co-ordination"
                self.modify("us_night_12_4", R("12.4.b"), words)
            else:
                self.modify("us_night", R("7.1.1.us-night"), "US by night")

    def points(self, die: int) -> int:
        """Return the Movement Points for a die; reading 34 covers values beyond the table."""
        return self._tables.points[clip(die + self.drm, 7) - 1]


@frame
class ActivationRoll(Chance):
    """7.1.1: the command's Movement Points."""

    corps: int
    counter: bool
    rule = R("7.1.1.a")
    phase = "Action Round"

    def question(self, st: Position) -> str:
        return f"{st.turn}.activation.{st.world.corps_names.written[self.corps]}"

    def outcomes(self, st: Position) -> Sequence[Action]:
        return DIE_FACES

    def apply(self, st: Position, action: Action) -> None:
        die = first(action) + 1
        odds = ActivationOdds(st, self.corps, counter=self.counter)
        st.pop()
        st.points = odds.points(die)
        if st.events is not None:
            drm = f"{odds.drm:+d}"
            st.events.append(told.Activated(self.corps, die, drm, st.points, self.rule))

    def waiting(self, st: Position) -> Words:
        return Words("the Activation die of {corps:corps}", {"corps": self.corps})


def _push_helpers(st: Position, side: int) -> None:
    if helpers_of(st, side):
        st.push(Helpers(side))


@frame
class ChooseRound(Ask):
    """7.0: an Assault Round, or a Move/Mechanized Assault Round."""

    seat: int
    corps: int
    rule = R("7.0.e")
    takes = numbers(ROUND)
    phase = "Action Round"

    def legal(self, st: Position) -> Sequence[Action]:
        return [ROUND(each) for each in range(len(ROUNDS))]

    def check(self, st: Position, action: Action) -> Ruling:
        return OK

    def apply(self, st: Position, action: Action) -> None:
        chosen = first(action)
        if st.events is not None:
            rule = R("7.0.d") if chosen == ASSAULT_ROUND else R("7.0.e")
            st.events.append(told.RoundChosen(self.corps, chosen, rule))
        if chosen == ASSAULT_ROUND:
            st.swap(AssaultRound(self.seat, mech=False))
            return
        st.swap(MoveRound(self.seat))
        _push_helpers(st, self.seat)

    def prompt(self, st: Position) -> Words:
        about = {"corps": self.corps, "points": st.points}
        return Words("{corps:corps} has {points} MP: choose a round", about)

    def waiting(self, st: Position) -> Words:
        about = {"side": self.seat, "corps": self.corps}
        return Words("{side:side} to choose a round for {corps:corps}", about)

    def cautions(self, st: Position) -> tuple[Caution, ...]:
        if targets(st, self.seat, mech=False):
            return ()
        words = "no unit of {corps:corps} can assault now: an Assault Round would end at once"
        return (Caution(R("7.0.d"), Words(words, {"corps": self.corps})),)


@frame
class Helpers(Ask):
    """11.9.1: units of other formations are named to help in Mechanized Assaults."""

    seat: int
    rule = R("11.9.1.a")
    takes = numbers(END, HELP)
    phase = "Action Round"

    def legal(self, st: Position) -> Sequence[Action]:
        return [END.base, *(HELP(u) for u in helpers_of(st, self.seat))]

    def check(self, st: Position, action: Action) -> Ruling:
        if action == END():
            return OK
        return why_no_helper(st, first(action), self.seat)

    def apply(self, st: Position, action: Action) -> None:
        if action == END():
            st.pop()
            return
        u = first(action)
        st.marks[u] |= HELPER
        st.swap(Helpers(self.seat))
        if st.events is not None:
            st.events.append(told.Helping(u, self.rule))

    def prompt(self, st: Position) -> Words:
        return Words(
            "Name units of other formations that help and must attack, or end",
            clicked="Click units of other formations that help and must attack, or end",
        )

    def waiting(self, st: Position) -> Words:
        return Words("{side:side} to name helpers", {"side": self.seat})


# The cup -----------------------------------------------------------------------------------


LAST_OF_58: Final = 4
"""11.2: the last turn on which the 58th Corps may be used."""
INITIATIVE_TURNS: Final = 2
INITIATIVE: Final = 2
"""11.10: on turns 1 and 2 the Germans make the first two activations."""


def is_alive(st: Position, corps: int) -> bool:
    """Return whether a corps has a unit on the map or due (4.0, reading 44).

    The tank destroyers arrive only where the 80th Division is, so they keep no corps alive.
    """
    world = st.world
    if corps == world.corps_86 and GUF in st.loc:
        return True
    u = st.corps.find(corps)
    while u >= 0:
        h = st.loc[u]
        if h >= 0 or (h == DUE and not world.destroyers[u]):
            return True
        u = st.corps.find(corps, u + 1)
    return False


def in_cup(st: Position) -> int:
    """Return the chits of this turn that are in the cup now, as bits (11.10, reading 31).

    On turns 1 and 2 there are German ones alone for the first two activations and Allied ones
    alone for the third; the others go in later.
    """
    if st.turn > INITIATIVE_TURNS or st.activations > INITIATIVE:
        return st.cup
    german = st.world.german_chits
    return st.cup & (german if st.activations < INITIATIVE else ~german)


def drawable(st: Position) -> list[int]:
    """Return the chits that can be drawn now; 11.10, reading 31 keep some back on turns 1 and 2."""
    return living(st, in_cup(st)) or living(st, st.cup)


def living(st: Position, chits: int) -> list[int]:
    """Return those of some chits whose corps is alive."""
    return [c for c in range(len(st.world.corps)) if chits >> c & 1 and is_alive(st, c)]


def fill_cup(st: Position) -> None:
    """4.0: all available chits; not the 58th Corps' nor that of the Counterattack."""
    st.cup = st.world.chits
    if st.zone_open:
        st.cup |= 1 << st.world.corps_86
    if st.counter_corps != NO_CORPS:
        st.cup &= ~(1 << st.counter_corps)


@frame
class Activation(Step):
    """4.0: one activation after the other until the cup is empty."""

    rule = R("4.0.i")
    phase = "Activation"

    def run(self, st: Position) -> None:
        chits = drawable(st)
        if chits:
            st.push(ChitDraw(tuple(chits)))
        else:
            st.cup = 0
            st.pop()
            if st.events is not None:
                st.events.append(told.CupEmptied(R("4.0.o")))


@frame
class ChitDraw(Chance):
    """4.0: a chit is drawn blindly."""

    chits: tuple[int, ...]
    """The chits that can be drawn."""
    rule = R("4.0.i")
    phase = "Activation"

    def question(self, st: Position) -> str:
        return f"{st.turn}.chit"

    def outcomes(self, st: Position) -> Sequence[Action]:
        return [DRAW(corps) for corps in self.chits]

    def apply(self, st: Position, action: Action) -> None:
        corps = first(action)
        st.pop()
        st.cup &= ~(1 << corps)
        if st.events is not None:
            st.events.append(told.Drawn(corps, self._drawn_by(st)))
        german = st.world.corps_side[corps] == GERMAN
        if german and st.turn <= LAST_OF_58 and not st.used_58:
            st.push(Substitute(GERMAN, corps))
        else:
            activate(st, corps)

    def _drawn_by(self, st: Position) -> R:
        """Return the rule of the draw: on turns 1 and 2 the first two are German, the third is
        Allied (11.10).
        """
        if st.turn > INITIATIVE_TURNS:
            return self.rule
        if st.activations < INITIATIVE:
            return R("11.10.a")
        return R("11.10.b") if st.activations == INITIATIVE else R("11.10.c")

    def waiting(self, st: Position) -> Words:
        return Words("a chit from the Activation Cup")


def activate(st: Position, corps: int, *, counter: bool = False) -> None:
    """A command acts now."""
    st.activations += 1
    st.push(ActionRound(corps, counter, 0))


@frame
class Substitute(Ask):
    """11.2: the 58th Corps may act in place of a drawn German chit, once a turn."""

    seat: int
    corps: int
    rule = R("11.2.a")
    takes = numbers(ACCEPT, SUBSTITUTE)
    phase = "Activation"

    def legal(self, st: Position) -> Sequence[Action]:
        return [ACCEPT.base, SUBSTITUTE.base]

    def check(self, st: Position, action: Action) -> Ruling:
        return OK

    def apply(self, st: Position, action: Action) -> None:
        st.pop()
        if action == ACCEPT():
            activate(st, self.corps)
            return
        st.cup |= 1 << self.corps
        st.used_58 = 1
        if st.events is not None:
            st.events.append(told.Substituted(self.corps, self.rule))
        activate(st, st.world.corps_58)

    def prompt(self, st: Position) -> Words:
        about = {"corps": self.corps}
        return Words("{corps:corps} is drawn: accept, or substitute the 58th Corps", about)

    def waiting(self, st: Position) -> Words:
        about = {"side": self.seat, "corps": self.corps}
        return Words("{side:side} to act with {corps:corps} or the 58th Corps", about)
