"""The staff of one side at The Pocket at Falaise: finds the module for each decision.

This game hides nothing (reading 94), so a seat's view is the whole position. The staff decides
from it alone, and keeps only what it has computed about this position.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from copy import copy
from random import Random
from typing import TYPE_CHECKING, Any

from bocage.ai.staff.falaise import account, allied, fights, fires, german, opening
from bocage.ai.staff.falaise.assaults import planned
from bocage.ai.staff.falaise.blows import delay, planned_blows
from bocage.ai.staff.falaise.front import Front, plain_worths
from bocage.ai.staff.falaise.outlook import Outlook
from bocage.ai.staff.falaise.strikes import Strike, planned_strikes
from bocage.ai.staff.falaise.worths import Worths
from bocage.ai.staff.levels import CLEAR, Judgement
from bocage.ai.staff.notebook import Notebook
from bocage.ai.staff.player import Office
from bocage.engine.actions import Action, first
from bocage.games.falaise.board.position import ACTIVE, Position
from bocage.games.falaise.pieces.units import ALLIED
from bocage.games.falaise.s03_redeployment import PutBack, Redeploy, Return
from bocage.games.falaise.s03_setup import SetUp
from bocage.games.falaise.s04_activation import ActionRound, ChooseRound, Helpers, Substitute
from bocage.games.falaise.s05_stacking import RemoveExcess
from bocage.games.falaise.s06_op_fire import OpFire
from bocage.games.falaise.s07_march import Cover
from bocage.games.falaise.s07_movement import MoveRound, Moving
from bocage.games.falaise.s08_bombardment import AIR, Bombardment, Victim
from bocage.games.falaise.s10_advance import Advance
from bocage.games.falaise.s10_assault import AssaultPhase, Muster
from bocage.games.falaise.s10_results import StepLoss, TerChange
from bocage.games.falaise.s10_retreats import Retreat
from bocage.games.falaise.s11_attachment import Attach
from bocage.games.falaise.s11_counterattack import Declare
from bocage.games.falaise.s11_entries import EntryOf86, EntryOfDestroyers, EntryOfGuf
from bocage.games.falaise.s11_relief import Relieve
from bocage.games.falaise.s12_optional import FirstChit
from bocage.games.falaise.trials import busy
from bocage.games.falaise.words.verbs import (
    ASSAULT_ROUND,
    ATTACK,
    COUNTER,
    EXIT,
    FIRST,
    GO,
    MOVE_ROUND,
    RELIEVE,
    RISK,
    ROUND,
    SELECT,
    STAY,
    STRIKE,
    SUBSTITUTE,
)

if TYPE_CHECKING:
    from bocage.ai.staff.levels import Level
    from bocage.engine.viewers import Viewer

MARCH = 0.1
"""The value of marching on for a German unit, besides the points that a delay costs."""

ALL = 0.35
"""The value of a command's moves together, against the sum of each alone. Several units have the
same goal, and `allied.RACE` overrates moves against assaults.
"""

ASSAULT = "assault"
MARCH_ON = "march"
"""Intents of both sides: the command's round."""
MOVING = (MARCH_ON, german.RUN)
"""Intents with which a command never assaults."""

PAINS = 2
"""The effort from which each unit's place is considered by itself."""


class FalaiseOffice(Office[Position]):
    """One side's staff."""

    def __init__(self, seat: int, level: Level) -> None:
        super().__init__(seat, level)
        self._key: tuple[Any, ...] = ()
        self._worths: Worths | None = None
        self._front: Front | None = None
        self._strikes_key: tuple[Any, ...] = ()
        self._strikes: list[Strike] = []
        self._judged = CLEAR
        self._noted = 0
        self._march: account.March | None = None

    def fork(self) -> FalaiseOffice:
        """Return a copy that continues the same plans."""
        made = copy(self)
        made.notebook, made._march = Notebook(), None
        return made

    def see(self, st: Position) -> Position:
        """Return a copy of the position: both sides see everything (reading 94)."""
        return st.copy()

    def is_open_to(self, st: Position, viewer: Viewer) -> bool:  # noqa: ARG002 - all may
        """Return True: everyone knows what this seat knows (reading 94)."""
        return True

    def worths(self, st: Position) -> Worths:
        """Return the assessment of a position, which is computed once."""
        key = (
            *(st.loc.tobytes(), bytes(st.marks), bytes(st.steps), st.turn, st.zone_open),
            *(st.argentan, st.counter, st.relieved),
        )
        if self._worths is None or key != self._key:
            self._key, self._worths = key, Worths(Outlook(st, seat=self.seat))
        return self._worths

    def front(self, st: Position) -> Front:
        """Return the front before the active command, made once for a few moves."""
        if self._front is None or not self._front.fits(st):
            self._front = Front(st)
        return self._front

    def strikes(self, st: Position) -> list[Strike]:
        """Return the Mechanized Assaults that the active command plans, computed once.

        The lowest effort plans none.
        """
        return self._planned(st, planned_strikes)

    def blows(self, st: Position) -> list[Strike]:
        """Return the Mechanized Assaults that a German command plans, computed once."""
        return [] if self.level.intent == german.RUN else self._planned(st, planned_blows)

    def _planned(
        self, st: Position, plan: Callable[[Position, Worths], list[Strike]]
    ) -> list[Strike]:
        if self.level.effort < PAINS:
            return []
        key = (st.loc.tobytes(), bytes(st.marks), bytes(st.steps), st.points)
        if key != self._strikes_key:
            self._strikes_key = key
            self._strikes = plan(st, self.worths(st))
        return self._strikes

    def _german_move(self, st: Position, top: Moving, legal: Sequence[Action]) -> Action:
        """Return a move to attack as planned, or along the way out."""
        if not top.spent:
            for blow in self.blows(st):
                place = blow.moves.get(top.units[0], -1)
                if place == st.loc[top.units[0]]:
                    return STAY()
                if place >= 0 and GO(place) in legal:
                    return GO(place)
        return german.move(st, top, legal, self.worths(st).outlook, self._judged)

    def _seen_by(self, st: Position, top: Moving) -> Worths:
        """Return the values for a moving Allied unit.

        The lowest effort ignores the German lines and the unit's own task.
        """
        return self._before(st, top.units[0] if top.units else -1)

    def _before(self, st: Position, u: int) -> Worths:
        if self.level.effort < PAINS:
            return plain_worths(self.worths(st).outlook)
        return self.front(st).worths(st, u)

    def decide(self, seen: Position, legal: Sequence[Action], rng: Random) -> Action:
        """Return an action, and note it in the account."""
        top = seen.stack[-1]
        self._judged = Judgement(self.level, rng)
        found = self._decide(seen, top, legal)
        if found is None:
            return busy(seen, legal, rng)
        if not isinstance(top, SetUp | OpFire):
            self._note(seen, top, found)
        return found

    def finish(self) -> None:
        """Write down where the last command was sent."""
        if self._march is not None:
            self._march.tell(self.notebook)
            self._march = None

    def _note(self, st: Position, top: Any, action: Action) -> None:
        """Write this decision into the account, which others may read after the turn."""
        if st.turn > self._noted and not isinstance(top, Redeploy | PutBack | Return):
            self._noted = st.turn
            account.begin(st, self.seat, self.worths(st).outlook, self.notebook)
        kind = action >> 32
        corps = next((f.corps for f in st.stack if isinstance(f, ActionRound)), AIR)
        if self._march is not None and (self._march.turn, self._march.corps) != (st.turn, corps):
            self.finish()
        if kind in (GO.number, EXIT.number, STRIKE.number):
            if self._march is None:
                self._march = account.March(st.world, st.turn, corps)
            self._march.sends(_aim(st, top, action))
        elif isinstance(top, AssaultPhase) and kind == ATTACK.number:
            h = first(action)
            force = fights.force_for(st, top, h, self.worths(st))
            account.assaulted(st, h, force, self.seat, self.notebook)
        elif isinstance(top, Substitute) and action == SUBSTITUTE():
            self.notebook.decide(st.turn, "The 58th Corps led those behind the Orne.")
        elif isinstance(top, Declare) and kind == COUNTER.number:
            name = st.world.corps_names.say(first(action))
            self.notebook.decide(st.turn, f"We declared the Counterattack with {name}.")

    def _decide(self, st: Position, top: Any, legal: Sequence[Action]) -> Action | None:
        match top:
            case SetUp():
                return opening.set_up(st, top, legal)
            case Moving():
                if top.seat == ALLIED:
                    return allied.move(
                        st, top, legal, self._seen_by(st, top), self._judged, self.strikes(st)
                    )
                return self._german_move(st, top, legal)
            case MoveRound():
                return self._select(st, top, legal)
            case OpFire():
                return fires.op_fire(st, top, legal)
            case AssaultPhase():
                return fights.attack(st, top, legal, self.worths(st), self._judged)
            case Muster():
                return fights.muster(st, top, legal, self.worths(st))
            case TerChange():
                return fights.change(st, top, self.worths(st))
            case StepLoss():
                return fights.lose(st, top, legal, self.worths(st))
            case Retreat():
                return fights.retreat(st, top, legal, self.worths(st))
            case Advance():
                return fights.advance(st, top, legal, self.worths(st))
            case RemoveExcess():
                return fights.remove(st, legal, self.worths(st))
            case ChooseRound():
                return self._round(st, top)
            case Bombardment():
                return fires.bombard(st, self.worths(st), legal)
            case _:
                return self._command(st, top, legal)

    def _command(self, st: Position, top: Any, legal: Sequence[Action]) -> Action | None:
        match top:
            case Redeploy():
                return opening.take_up(st, top, self.worths(st).outlook)
            case PutBack():
                return opening.put_back(st, top, legal)
            case Return():
                return opening.put_down(st, top, legal, self.worths(st).outlook)
            case Declare():
                return opening.declare(st, legal)
            case EntryOfGuf() | EntryOf86():
                return opening.bring_on(st, legal, self.worths(st).outlook)
            case EntryOfDestroyers():
                return opening.destroyers(st, legal)
            case Relieve():
                return RELIEVE()
            case Substitute():
                return opening.substitute(st)
            case FirstChit():
                own = FIRST(st.world.corps_58)
                return own if own in legal else legal[0]
            case Attach():
                return opening.attach(st, legal, self.worths(st).outlook)
            case Helpers():
                return legal[0]
            case Cover():
                return RISK()
            case Victim():
                return fires.victim(st, legal)
            case _:
                return None

    def _round(self, st: Position, top: ChooseRound) -> Action:
        """Return an Assault Round if it is worth more than a move."""
        worths = self.worths(st)
        assault = planned(st, top.seat, worths, mech=False, least=fights.LEAST[top.seat]).total
        intent = self.level.intent
        if assault <= 0 or intent in MOVING:
            return ROUND(MOVE_ROUND)
        if intent == ASSAULT:
            return ROUND(ASSAULT_ROUND)
        active = [u for u in st.world.ranges[top.seat] if st.marks[u] & ACTIVE]
        if top.seat == ALLIED:
            strikes = self.strikes(st)
            march = ALL * sum(allied.gain(st, u, self._before(st, u), strikes) for u in active)
        else:
            outlook, escaped = worths.outlook, st.world.ground.escaped
            inside = [u for u in active if not escaped[st.loc[u]]]
            march = sum(MARCH + delay(st, outlook, u, st.loc[u]) for u in inside)
            march += sum(blow.worth for blow in self.blows(st))
        return ROUND(ASSAULT_ROUND if self._judged(assault) > march else MOVE_ROUND)

    def _select(self, st: Position, top: MoveRound, legal: Sequence[Action]) -> Action:
        """Return the next unit: Mechanized Allies first, or Germans near the way out first."""
        units = [first(a) for a in legal if a >> 32 == SELECT.number]
        if top.seat == ALLIED:
            order = st.world.muster
            wanted = [u for strike in self.strikes(st) for u in strike.moves if u in units]
            if wanted:
                return SELECT(wanted[0])
            return SELECT(min(units, key=order.__getitem__))
        striking = [u for blow in self.blows(st) for u in blow.moves if u in units]
        if striking:
            return SELECT(striking[0])
        return SELECT(german.order(st, self.worths(st).outlook, units, self.level.intent))


def _aim(st: Position, top: Any, action: Action) -> int:
    """Return the hex that an action is for."""
    if isinstance(top, Moving) and action == EXIT():
        return st.loc[top.units[0]] if top.units else -1
    return first(action)
