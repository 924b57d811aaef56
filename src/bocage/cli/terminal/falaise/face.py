"""The face of The Pocket at Falaise in the terminal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Final, cast

from rich.text import Text

from bocage.cli.terminal.face import Face, Line, Way
from bocage.cli.terminal.falaise import beside, pieces
from bocage.cli.terminal.falaise.fire import fire_on_the_way, way_of
from bocage.cli.terminal.falaise.lessons import LESSONS, TOPICS, WAYS
from bocage.cli.terminal.mapface import MapFace
from bocage.engine import play
from bocage.engine.actions import Action, Names, NotationError, first
from bocage.games.falaise.board.position import ACTIVE, FOUGHT, MOVED
from bocage.games.falaise.pieces.units import ALLIED, GERMAN
from bocage.games.falaise.s03_redeployment import PRICE, PutBack, Redeploy, Return, in_hand
from bocage.games.falaise.s03_setup import SetUp, kept_setup, placing, written_for_keeping
from bocage.games.falaise.s03_victory import allied_points, count_up, needed, to_roll
from bocage.games.falaise.s04_activation import ActionRound, ChooseRound, Helpers
from bocage.games.falaise.s05_stacking import RemoveExcess
from bocage.games.falaise.s07_movement import MoveRound, Moving, may_move
from bocage.games.falaise.s08_bombardment import Bombardment, Victim
from bocage.games.falaise.s10_assault import AssaultPhase, Muster
from bocage.games.falaise.s10_results import StepLoss
from bocage.games.falaise.s10_retreats import Retreat
from bocage.games.falaise.s11_attachment import Attach
from bocage.games.falaise.s11_entries import EntryOf86, EntryOfDestroyers, EntryOfGuf
from bocage.games.falaise.words import verbs as v
from bocage.games.names import chosen

if TYPE_CHECKING:
    from bocage.cli.terminal.board import Board
    from bocage.engine.game import Game
    from bocage.games.falaise.board.position import Position
    from bocage.games.falaise.game import Falaise

_ON_THE_MAP: Final = frozenset(
    {
        *(SetUp, Redeploy, Bombardment, ChooseRound, MoveRound, AssaultPhase),
        *(EntryOf86, EntryOfGuf, EntryOfDestroyers),
    }
)
_FREE: Final = frozenset(
    {
        *(SetUp, Redeploy, Return, Bombardment, Helpers, MoveRound, Moving),
        *(AssaultPhase, Muster, EntryOfGuf, EntryOf86, Attach),
    }
)
_FORCED: Final = frozenset({StepLoss, Victim, Retreat, RemoveExcess})
"""What happens to somebody: with one possible answer nobody is asked."""


class FalaiseFace(MapFace):
    """The Pocket at Falaise on the screen."""

    passes: ClassVar[frozenset[str]] = frozenset({"end", "hold", "pass"})

    def __init__(self, game: Falaise) -> None:
        super().__init__(game, game.world.pack, game.notation)
        self.falaise: Final = game
        self.corps_ids: Final = game.world.corps_names.written
        corps = game.world.corps_names
        titles = (f"{written} {corps.say(c)}" for c, written in enumerate(corps.written))
        self.typed["corps"] = Names("corps", corps.written, titles)

    # Showing -------------------------------------------------------------------------------

    def status(self, st: Position) -> list[str]:
        """Turn, points, Argentan, the Zone, air, the cup."""
        return pieces.status(st, _acting(st))

    def board(self, st: Position) -> Board | None:
        """Return the pocket with the units."""
        return pieces.board_of(st)

    def shows_board(self, st: Position) -> bool:
        """Return whether units are set up, shelled, moved or fought with now."""
        return type(play.top_of(st)) in _ON_THE_MAP

    def scene(self, st: Position, seat: int) -> object:
        """Return a command that acts, or a phase; interruptions keep the scene."""
        for each in st.stack:
            if isinstance(each, ActionRound):
                return st.turn, each.corps
            if isinstance(each, Bombardment):
                return st.turn, "bombardment"
        return st.turn, type(play.top_of(st)), seat

    def focus(self, st: Position) -> Sequence[int]:
        """Return the hexes that a decision names, the units that act, or where the armies touch."""
        top: Any = st.stack[-1] if st.stack else None
        for name in ("hex", "into", "origin"):
            if (h := getattr(top, name, -1)) >= 0:
                return (h,)
        units: Sequence[int] = getattr(top, "units", ())
        if berths := pieces.berths_now(st):
            return berths
        if not units:
            units = [u for u, mark in enumerate(st.marks) if mark & ACTIVE]
        hexes = [st.loc[u] for u in units if st.loc[u] >= 0]
        return hexes or [h for h in st.stacks(GERMAN) if st.in_enemy_zone(h, GERMAN)]

    def is_free(self, st: Position) -> bool:
        """Return whether a line that names a unit or a hex changes nothing."""
        return type(play.top_of(st)) in _FREE

    def is_forced(self, st: Position) -> bool:
        """Losses, retreats and victims where there is but one."""
        return type(play.top_of(st)) in _FORCED

    def ways(self, st: Position, seat: int) -> list[Way]:
        """Return what can be typed at this decision; only the Germans leave the map."""
        top = play.top_of(st)
        ways = WAYS.get(type(top), ()) if top is not None else ()
        return [way for way in ways if seat == GERMAN or not way.pattern.startswith(v.EXIT.word)]

    def beside(self, st: Position, seat: int) -> list[Line]:
        """Return the units that can act, with their odds."""
        return beside.lines(st, seat)

    def doubt(self, st: Position, seat: int, action: Action) -> str:
        """Guns that have not fired, a corps that has not moved, a lost cause: rarely meant."""
        top = st.stack[-1]
        if action == v.END() and isinstance(top, Bombardment):
            left = [a for a in top.legal(st) if a >> 32 == v.SHELL.number]
            guns = dict.fromkeys(self.corps_ids[first(a)] for a in left)
            idle = [f"the guns of {', '.join(guns)}"] if guns else []
            idle += [f"{st.air} Airstrikes"] if st.air and len(top.legal(st)) > 1 else []
            return f"Not used: {' and '.join(idle)}. End anyway?" if idle else ""
        if action == v.END() and isinstance(top, MoveRound):
            own = st.world.ranges[seat]
            moved = any(st.marks[u] & ACTIVE and st.marks[u] & MOVED for u in own)
            if not moved and any(may_move(st, u) for u in own):
                return "No unit has moved yet. End the movement anyway?"
        if action == v.END() and isinstance(top, AssaultPhase):
            active = [st.marks[u] for u in st.world.ranges[seat] if st.marks[u] & ACTIVE]
            if top.targets and not any(mark & FOUGHT for mark in active):
                what = "No Mechanized Assault was made" if top.mech else "No unit has attacked yet"
                return f"{what}. End the round anyway?"
        if action == v.END() and isinstance(top, PutBack) and len(in_hand(st)) >= PRICE:
            many = len(in_hand(st))
            return f"{many} units withheld give the Allies a Victory Point (3.1). End anyway?"
        if action == v.FIGHT() and isinstance(top, Muster) and top.odds(st).is_automatic:
            return "Below 1-3 the attack only costs you a step (10.2). Fight anyway?"
        return ""

    def way_of(self, st: Position, actions: Sequence[Action]) -> str:
        """Return the hexes that the unit enters, and the exit."""
        return way_of(st, actions)

    def notice(self, st: Position, actions: Sequence[Action]) -> str:
        """Return the way, where it leads through enemy zones before its end."""
        return fire_on_the_way(st, self.notation, actions)

    def corps_named(self, typed: str) -> int:
        """Return a corps by its id.

        Raises:
            NotationError: there is no such corps.
        """
        return chosen(typed, self.corps_ids, "corps")

    # Explaining ----------------------------------------------------------------------------

    def sets_out(self, st: Position, seat: int, unit: str) -> Sequence[Action]:
        """Return the actions that begin a move; an open choice of round counts as movement."""
        before = [v.ROUND(v.MOVE_ROUND)] if isinstance(st.stack[-1], ChooseRound) else []
        if isinstance(self.notation.after(st, before)[1].stack[-1], Helpers):
            before.append(v.END())
        return [*before, *super().sets_out(st, seat, unit)]

    def aids_in(self, st: Position, tokens: list[str]) -> tuple[list[str], list[str]]:
        """8.1: of a bombardment, the corps whose guns fire."""
        if not st.stack or not isinstance(st.stack[-1], Bombardment):
            return [], tokens
        known = {each.casefold(): each for each in self.corps_ids}
        words = [t for t in tokens if t not in ("shell", "strike", "air")]
        aids = [known[t.casefold()] for t in words if t.casefold() in known]
        return aids, [t for t in words if t.casefold() not in known]

    def told(self, st: Position, u: int) -> str:
        """Return a unit in a line."""
        return pieces.told(st, u)

    def roster(self, st: Position, seat: int) -> list[str]:
        """By hex, then those that are elsewhere."""
        return pieces.roster(st, seat, self.stack_line)

    def formation(self, st: Position, name: str) -> list[Line]:
        """Return the units of a corps."""
        written = [each.casefold() for each in st.world.corps_names.written]
        if name.casefold() not in written:
            return []
        corps = written.index(name.casefold())
        return [Text(self.nouns["corps"].say(corps), style="bold"), *pieces.corps_roster(st, corps)]

    def about(self, st: Position, h: int) -> list[Line]:
        """Return whose zones of control reach a hex, and which lines it lies behind."""
        zones = [n for n, s in (("German", ALLIED), ("Allied", GERMAN)) if st.in_enemy_zone(h, s)]
        said = [f"  Zones of control: {' and '.join(zones) or 'none'}"]
        ground = st.world.ground
        if ground.escaped[h]:
            said.append("  East of the Withdrawal Line (11.4)")
        if ground.zone_86[h]:
            said.append(f"  86th Corps Zone, {'open' if st.zone_open else 'closed'} (11.4)")
        if h == ground.argentan:
            said.append(f"  Controlled by the {('Allies', 'Germans')[st.argentan]} (3.4)")
        return list(said)

    def score(self, st: Position) -> list[Line]:
        """Both sides' points as they stand, with every reason, and who has no way out."""
        ledger = count_up(st)
        german, allied = int(ledger.total("german")), allied_points(st, ledger)
        lines: list[Line] = [Text(f"Allied VP {allied}", style="bold")]
        lines += [f"  {int(row.value):+d} {self.said(row)}" for row in ledger.under("allied")]
        if st.stack:
            doomed = len(to_roll(st))
            many = "1 German unit has" if doomed == 1 else f"{doomed} German units have"
            lines.append(
                f"  {many} no Line of Communication: each that is eliminated or surrenders without "
                "one gives 1 VP (Falaise 3.3)"
            )
        lines.append(Text(f"German VP {german}, counted at the end", style="bold"))
        lines += [f"  {int(row.value):+d} {self.said(row)}" for row in ledger.under("german")]
        net = allied - german
        winner = ", the Allies win" if net >= needed(st) else ", the Germans win"
        ending = "If it ended now" if st.stack else "In the end"
        if st.conceded:  # then the count decides nothing
            winner, ending = "", "As it was"
        rule = "3.3"
        if st.world.short is not None:
            rule = f"reading 117: the Allies need {needed(st)}"
        lines.append(f"{ending}: {allied} - {german} = {net}{winner} (Falaise {rule})")
        return lines

    def picture(self, st: Position) -> str:
        """Return the plain map with the counters."""
        from bocage.cli.terminal.falaise.picture import drawn  # the press is slow to load

        return drawn(st)

    def topics(self) -> Mapping[str, str]:
        """Return the lessons about the game."""
        return TOPICS

    def lesson(self, st: Position) -> str:
        """Return the lesson for this kind of decision."""
        top = play.top_of(st)
        return LESSONS.get(type(top), "") if top is not None else ""

    # Set-ups -------------------------------------------------------------------------------

    def set_up_text(self, st: Position, seat: int) -> str:
        """Return the set-up as it stands."""
        self._is_setting_up(st)
        return written_for_keeping(st, seat)

    def set_up_actions(self, st: Position, seat: int, text: str) -> Sequence[Action]:
        """Return everybody to where a kept set-up has them."""
        self._is_setting_up(st)
        return placing(st, seat, kept_setup(st.world, seat, text), anew=True)

    def _is_setting_up(self, st: Position) -> None:
        if not st.stack or not isinstance(st.stack[-1], SetUp):
            raise NotationError(
                "setup", "the set-up is over, or it is not your turn to set up (3.1)"
            )


def _acting(st: Position) -> int | None:
    return next((each.corps for each in st.stack if isinstance(each, ActionRound)), None)


def make(game: Game[Any]) -> Face:
    """Return the face of a game of The Pocket at Falaise."""
    return FalaiseFace(cast("Falaise", game))
