"""The staff of one side in Operation Roundup: finds the module for each decision."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import TYPE_CHECKING, Any

from bocage.ai.aggressive_roundup import aggressive
from bocage.ai.staff.levels import Judgement
from bocage.ai.staff.player import Office
from bocage.ai.staff.roundup import choices, landing, options, skies, words
from bocage.ai.staff.roundup.aims import FIGHT_FIRST, MOVE_FIRST
from bocage.ai.staff.roundup.fights import Attack, attacks, targets_of
from bocage.ai.staff.roundup.moves import MovePlan, plan_moves
from bocage.engine.actions import Action, first
from bocage.engine.viewers import player
from bocage.games.roundup.board.position import MOVED, Position
from bocage.games.roundup.pieces.units import ALLIED
from bocage.games.roundup.s03_stacking import RemoveExcess
from bocage.games.roundup.s07_air import PlaceAerial, PlaceTas
from bocage.games.roundup.s08_german_reinforcements import PlaceReinforcement
from bocage.games.roundup.s08_reinforcements import DesignatePort, Drops, Landings, Replacements
from bocage.games.roundup.s09_order import ChooseOrder
from bocage.games.roundup.s10_movement import MovePhase, Moving
from bocage.games.roundup.s11_combat import CombatPhase, Muster
from bocage.games.roundup.s11_results import Advance, Retreat, StepLoss
from bocage.games.roundup.s13_setup import PlaceBeachhead
from bocage.games.roundup.s15_optional.s15_01_hidden_directive import is_hidden_from
from bocage.games.roundup.s15_optional.s15_02_free_garrisons import PlaceGarrison
from bocage.games.roundup.s15_optional.s15_06_inundation import Inundate
from bocage.games.roundup.s15_optional.s15_11_kampfgruppen import GermanReplacement, SpendPoints
from bocage.games.roundup.s15_optional.s15_12_parachute_corps import (
    ParachuteDrop,
    ParachutistsEnter,
    Scatter,
)
from bocage.games.roundup.s15_optional.s15_17_shifted_sectors import ChooseSectors
from bocage.games.roundup.s15_optional.s15_19_scraped_barrel import ScrapeBarrel
from bocage.games.roundup.words.verbs import (
    ATTACK,
    COMBAT_MOVE,
    END,
    FIGHT,
    GO,
    MOVE_COMBAT,
    ORDER,
    SELECT,
    STAY,
    WITH,
)

if TYPE_CHECKING:
    from bocage.ai.staff.levels import Level
    from bocage.engine.viewers import Viewer

Choose = Callable[[Position, Any, Sequence[Action], Random], Action]


class RoundupOffice(Office[Position]):
    """One seat's staff at one table."""

    def __init__(self, seat: int, level: Level) -> None:
        super().__init__(seat, level)
        self._moves: tuple[int, MovePlan] | None = None
        self._attack: Attack | None = None
        self._tried: list[tuple[int, int]] = []
        """The hexes attacked in this Combat Phase, with the turn."""
        self._emptied: set[int] = set()
        """The attacked hexes that the enemy left, so that we could advance."""
        self._rooms: dict[type, Choose] = {
            PlaceBeachhead: landing.place_beachhead,
            DesignatePort: landing.designate_port,
            Landings: landing.land,
            Drops: landing.drop,
            Replacements: landing.replace,
            PlaceReinforcement: landing.enter,
            PlaceTas: skies.place_tas,
            PlaceAerial: skies.place_aerial,
            ChooseOrder: self._order,
            MovePhase: self._select,
            Moving: self._move,
            CombatPhase: self._fight,
            Muster: self._muster,
            StepLoss: choices.lose,
            Retreat: choices.retreat,
            Advance: choices.advance,
            RemoveExcess: choices.remove,
            PlaceGarrison: options.garrison,
            ChooseSectors: options.sectors,
            ScrapeBarrel: options.barrel,
            Inundate: options.flood,
            SpendPoints: options.spend,
            GermanReplacement: options.recover,
            ParachuteDrop: options.drop,
            Scatter: options.scatter,
            ParachutistsEnter: options.march_in,
        }

    def fork(self) -> RoundupOffice:
        """Return a copy that continues the same plans."""
        made = RoundupOffice(self.seat, self.level)
        made._moves, made._attack = self._moves, self._attack
        made._tried, made._emptied = list(self._tried), set(self._emptied)
        return made

    def see(self, st: Position) -> Position:
        """Return a copy of the position, without a strategy that is face down for this seat
        (15.1).
        """
        seen = st.copy()
        if is_hidden_from(st, player(self.seat)):
            seen.strategy = 0
        return seen

    def is_open_to(self, st: Position, viewer: Viewer) -> bool:
        """Return whether a viewer may know all that this seat knows.

        Only the Germans know a face-down strategy (15.1).
        """
        return self.seat == ALLIED or not is_hidden_from(st, viewer)

    def decide(self, seen: Position, legal: Sequence[Action], rng: Random) -> Action:
        """Return an action from the module for this kind of decision."""
        top = seen.stack[-1]
        if self._tried and not any(
            isinstance(each, CombatPhase) and each.seat == self.seat for each in seen.stack
        ):
            self._tell_fights(seen)
        if isinstance(top, Advance):
            self._emptied.add(top.hex)
        room = self._rooms.get(type(top))
        if room is None:
            return aggressive(seen, legal, rng)
        return room(seen, top, legal, rng)

    # Order and movement ------------------------------------------------------------------

    def _order(self, st: Position, _: ChooseOrder, __: Sequence[Action], rng: Random) -> Action:
        """Return combat first if attacks are worth more now than after moving."""
        judgement = Judgement(self.level, rng)
        now = attacks(st, self.seat, choices.in_contact(st, self.seat), judgement)
        plan = plan_moves(st, self.seat, self.level, rng)
        worth_now = sum(each.worth for each in now)
        order = COMBAT_MOVE if worth_now > plan.worth + choices.MOVING_FIRST else MOVE_COMBAT
        if self.level.intent in (FIGHT_FIRST, MOVE_FIRST):
            order = COMBAT_MOVE if now and self.level.intent == FIGHT_FIRST else MOVE_COMBAT
        if order == COMBAT_MOVE:
            self.notebook.decide(st.turn, words.ordered(order, now, st.world))
        else:
            self._adopt(st, plan)
        return ORDER(order)

    def _select(self, st: Position, _: MovePhase, legal: Sequence[Action], rng: Random) -> Action:
        """Return the next unit with a planned move, or the end of the phase."""
        plan = self._plan(st, rng)
        for u, h in plan.orders.items():
            if not st.marks[u] & MOVED and st.loc[u] != h and SELECT(u) in legal:
                return SELECT(u)
        return END()

    def _move(self, st: Position, top: Moving, legal: Sequence[Action], rng: Random) -> Action:
        """Return the planned move of a unit; the unit stays if that is not legal."""
        h = self._plan(st, rng).orders.get(top.unit, st.loc[top.unit])
        go = GO(h)
        return go if go in legal else STAY()

    def _plan(self, st: Position, rng: Random) -> MovePlan:
        """Return the plan of this phase, with a new one if the position no longer fits it."""
        if self._moves is not None:
            turn, plan = self._moves
            if turn == st.turn and all(
                st.loc[u] == h or not st.marks[u] & MOVED for u, h in plan.orders.items()
            ):
                return plan
        return self._adopt(st, plan_moves(st, self.seat, self.level, rng))

    def _adopt(self, st: Position, plan: MovePlan) -> MovePlan:
        """Store a plan, and write its reasons into the account."""
        self._moves = (st.turn, plan)
        book, turn = self.notebook, st.turn
        book.want(turn, words.wanted(plan.aims))
        if doubt := words.guessed(st, self.seat):
            book.fear(turn, doubt)
        for sentence in words.feared(st, self.seat, plan.holes):
            book.fear(turn, sentence)
        for sentence in words.planned(st.world, plan, st.world.charts.columns):
            book.decide(turn, sentence)
        return plan

    # Combat ------------------------------------------------------------------------------

    def _fight(self, st: Position, _: CombatPhase, legal: Sequence[Action], rng: Random) -> Action:
        """Return the best attack, or the end of the phase if none is worth it."""
        found = attacks(st, self.seat, targets_of(legal), Judgement(self.level, rng))
        self._attack = found[0] if found else None
        if found:
            self._tried.append((st.turn, found[0].hex))
            return ATTACK(found[0].hex)
        self._tell_fights(st)
        return END()

    def _tell_fights(self, st: Position) -> None:
        """Write the results of the last Combat Phase into the account."""
        if not self._tried:
            return
        turn, tried = self._tried[0][0], [h for _, h in self._tried]
        emptied = [h for h in tried if h in self._emptied]
        self.notebook.decide(turn, words.fought(st.world, tried, emptied))
        self._tried, self._emptied = [], set()

    def _muster(self, st: Position, top: Muster, legal: Sequence[Action], __: Random) -> Action:
        """Return the next unit of the chosen force, then bombers if they help."""
        if self._attack is None or self._attack.hex != top.hex:
            found = attacks(st, self.seat, [top.hex])
            self._attack = found[0] if found else None
        force = () if self._attack is None else self._attack.force
        for action in legal:
            if action >> 32 == WITH.number and (not force or first(action) in force):
                return action
        flying = skies.bombers(st, top, legal)
        if flying is not None:
            return flying
        return FIGHT() if FIGHT() in legal else legal[0]
