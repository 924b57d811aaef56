"""A game played in the terminal: decisions, typed lines and their results.

The session reads lines until the game is over or somebody leaves. Every line that changes
the game is saved at once, so that nothing is lost however the program ends.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any, Final

from bocage.ai.search.player import SearchPlayer
from bocage.cli import home
from bocage.cli.game_file import Sitting, reported
from bocage.cli.output import RefusalError
from bocage.cli.terminal import accounts, action_list, windows
from bocage.cli.terminal.commands import Commands
from bocage.cli.terminal.finished_game import linger
from bocage.cli.terminal.interruptions import gone_on
from bocage.cli.terminal.lines import refusals, taken
from bocage.cli.terminal.story import digest
from bocage.cli.terminal.thinking import Pondering
from bocage.engine import play
from bocage.engine.actions import NotationError
from bocage.engine.crash import Crash
from bocage.engine.errors import BocageError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from bocage.cli.terminal.screen import Screen
    from bocage.engine.actions import Action
    from bocage.engine.log import Entry
    from bocage.engine.play import Policy
    from bocage.games.notation import Errand

MOST_TOLD: Final = 14
"""Sentences that are shown at once; the rest is in the log."""
MOST_ALONE: Final = 60
"""The same where the rules play a side: one wants to see why it did what it did."""
_FEW_BESIDE: Final = 4
"""Lines beside a question that are shown again after every look at something else."""


class Session:
    """One sitting at the table."""

    def __init__(
        self,
        sitting: Sitting,
        screen: Screen,
        *,
        players: Mapping[int, Policy] | None = None,
        plan: str = "",
        beside: str = "",
        chance: Random | None = None,
    ) -> None:
        self.sitting = sitting
        self.table: Final = sitting.table
        self.face: Final = sitting.face
        self.screen: Final = screen
        self.players: Final = dict(players or {})
        """Seats that play by themselves."""
        self.plan = plan
        self._beside_whom: Final = beside
        self.unsaved = False
        self.marks: Final = [i for i, e in enumerate(self.table.entries) if _is_done(e)]
        """How long the log was before each line that was typed; of an earlier sitting, before
        each action."""
        self._chance = chance or Random()  # noqa: S311 - play, not secrecy
        self.around: tuple[int, ...] = ()
        """What the map was last shown around."""
        self._shown: tuple[int, str] | None = None
        self._scene: object = None
        self._drawn: object = None
        self._beside: object = None
        self._taught = ""
        self.errand: Errand | None = None
        """What is left of a line that was interrupted."""
        self._commands: Final = Commands(self)
        self._pondering: Final = Pondering(self.table, self.players)

    # The loop ----------------------------------------------------------------------------

    def run(self) -> None:
        """Play until the players leave or the game ends; taking the end back continues it."""
        try:
            self._run()
        finally:
            self._pondering.stop()

    def _run(self) -> None:
        self.welcome()
        while self._play_out():
            self.ending()
            if not linger(self, self._commands):
                if self.unsaved:
                    self.leave()
                return
            self.look_again()

    def _play_out(self) -> bool:
        """Play until the game is over; False if the players leave before."""
        while not self.table.is_over:
            seat = self.seat()
            if seat in self.players:
                self.let_play(seat)
                continue
            if gone_on(self, seat):
                continue
            self.ask(seat)
            typed = self.typed(f"{self.table.game.seats[seat]}> ")
            if typed is None or not self.answer(seat, typed):
                self.leave()
                return False
        return True

    def typed(self, prompt: str) -> str | None:
        """Return the next line; None where there are no more, or somebody breaks off."""
        if self.screen.ahead:
            return self.screen.ahead.pop(0)
        try:
            with self._pondering.meanwhile():
                return self.screen.ask(prompt)
        except KeyboardInterrupt:
            self.screen.say()
            return None

    @property
    def printed(self) -> tuple[int, ...]:
        """Return the seats that the rules of this table play."""
        game, options = self.table.game, self.table.header.options
        return tuple(p.seat for p in game.printed.values() if options.get(p.option) == p.choice)

    def seat(self) -> int:
        """Return the seat that must answer; of several, the first that has not answered."""
        return play.pending(self.table.state)[0]

    def welcome(self) -> None:
        """Print which game is played and how to begin."""
        game = self.table.game
        self.screen.heading(f"{game.title}: {game.scenario(self.table.header.scenario).title}")
        kept = f"The game is in {self.sitting.path}, saved after every line."
        self.screen.lines((kept, "Type ? for help at any time, 'quit' to leave."))
        for seat, _ in sorted(self.players.items()):
            self.screen.say(f"The {game.seats[seat]} side is played by the computer.")
        if accounts.keeps_account(self.players):
            self.screen.say("When a turn is over, 'account' shows what the staff intended.")
        if any(isinstance(each, SearchPlayer) for each in self.players.values()):
            self.screen.say("It looks ahead for some seconds; Ctrl-C makes it play at once.")
        for seat in self.printed:
            self.screen.say(f"The rules play the {game.seats[seat]} side and explain why.")

    def leave(self) -> None:
        """Say that the players leave and that the game stays."""
        if self.unsaved:
            self.screen.say("This game is NOT saved: the file was changed by another program.")
            return
        again = (
            f"bocage play {self.table.game.id} {home.short(self.sitting.path)}{self._beside_whom}"
        )
        self.screen.say(f"Saved. Continue with: {again}")

    def ending(self) -> None:
        """Print who has won, and why."""
        game = self.table.game
        outcome = game.outcome(self.table.state)
        self.screen.heading("The game is over")
        self.screen.lines(self.face.score(self.table.state))
        if outcome is not None:
            words = outcome.words.say(self.face.nouns)
            self.screen.say(f"{words} ({outcome.rule.cited(game.book)})", "bold")
        if accounts.keeps_account(self.players):
            self.screen.lines(accounts.told(self.table, self.players, ""))
        self.screen.say(f"The whole story: bocage replay {home.short(self.sitting.path)}")

    # Asking ------------------------------------------------------------------------------

    def ask(self, seat: int) -> None:
        """Say where we are, if that is new, and what is asked."""
        table, screen = self.table, self.screen
        heading = table.heading().say(self.face.nouns)
        if self._shown != (seat, heading):
            self._shown = (seat, heading)
            screen.say()
            screen.heading(heading)
            scene = self.face.scene(table.state, seat) or self._shown
            if scene != self._scene:
                self._scene = scene
                screen.lines(self.face.status(table.state), "dim")
            if scene != self._drawn and self.face.shows_board(table.state):
                self._drawn = scene
                windows.show(self)
        decision = table.decision
        if decision is None:
            return
        prompt = decision.prompts[seat].say(self.face.nouns)
        rule = decision.rule.cited(table.game.book)
        screen.say(f"{prompt}. ({rule})", "bold")
        for each in decision.cautions:
            screen.say(f"  {each.say(self.face.nouns, table.game.book)}", "bold")
        beside = self.face.beside(table.state, seat)
        if self._beside != beside or len(beside) <= _FEW_BESIDE:  # a long list is told once
            screen.lines(beside)
        self._beside = beside
        legal = table.legal(seat)
        if self.is_numbered(legal):
            screen.lines(f"  {line}" for line in action_list.numbered(self.face, legal))
        elif len(legal) == 1:
            screen.say(f"  The only legal action: {action_list.said(self.face, legal[0])}. [Enter]")
        elif self._taught != decision.kind and (ways := self.face.ways(table.state, seat)):
            told = "   ".join(way.pattern for way in ways)
            screen.say(f"  {told}   ? help", "dim")
        self._taught = decision.kind

    def is_numbered(self, legal: Sequence[Action]) -> bool:
        """Return whether the ways are so few, and such, that they are chosen by a digit."""
        return 1 < len(legal) <= action_list.FEW and not self.face.is_free(self.table.state)

    # Answering ---------------------------------------------------------------------------

    def answer(self, seat: int, typed: str) -> bool:
        """Do what was typed; False to leave."""
        line = " ".join(typed.split())
        legal = self.table.legal(seat)
        if not line:
            if len(legal) == 1:
                self.act(seat, (legal[0],), "")
            else:
                self.look_again()
            return True
        if line == "1" and len(legal) == 1:
            self.act(seat, (legal[0],), "")
            return True
        if line.isdecimal() and len(line) < 3 and self.is_numbered(legal):
            if 1 <= int(line) <= len(legal):
                self.act(seat, (legal[int(line) - 1],), "")
            else:
                self.screen.say(f"Type a number from 1 to {len(legal)}, or the line itself.", "red")
            return True
        return self.guarded(lambda: self._commands.run(seat, line))

    def guarded(self, doing: Callable[[], bool]) -> bool:
        """Do something that was typed; what is wrong with it is said, and nobody leaves."""
        try:
            return doing()
        except NotationError as error:
            self.screen.say(f"? {error}", "red")
        except (RefusalError, BocageError) as error:
            self.screen.say(str(error), "bold red")
        except Crash as crash:
            self.screen.say(reported(crash, self.sitting.path), "bold red")
        return True

    def play(self, seat: int, line: str) -> bool:
        """Do what a line of the game says; True if it was done."""
        actions = self.face.actions(self.table.state, seat, line)
        errand = self.face.interrupted(self.table.state, seat, line)
        if not self.is_sure(seat, actions):
            return False
        if told := self.face.notice(self.table.state, (*actions, *(errand.rest if errand else ()))):
            self.screen.say(f"  {told}", "dim")
        done = self.act(seat, actions, line)
        if done and errand is not None:
            self.errand = errand
        return done

    def act(self, seat: int, actions: Sequence[Action], line: str) -> bool:
        """Do some actions, report the results, and save; return whether they were done."""
        before, heard = len(self.table.entries), len(self.table.events)
        try:
            ruling = taken(self.table, seat, actions)
        except Crash as crash:
            self.screen.say(reported(crash, self.sitting.path), "bold red")
            return False
        if not ruling:
            for said in refusals(self.face, ruling):
                self.screen.say(f"No: {said}", "red")
            if line and self.face.explain(self.table.state, seat, line):
                self.screen.say(f"  'why {line}' shows what it would cost", "dim")
            return False
        self.marks.append(before)
        self._pass_on(seat)
        rolled = any(entry.kind == "chance" for entry in self.table.entries[before:])
        most = MOST_ALONE if self.printed and rolled else MOST_TOLD
        self._tell(heard, most)
        self.save()
        return True

    def _tell(self, heard: int, most: int = MOST_TOLD) -> None:
        """Print the events since a number of them; of many, only as many marches as there is
        room for."""
        told = digest(self.table.events[heard:], self.face, most)
        self.screen.lines(f"  {each}" for each in told)

    def _pass_on(self, seat: int) -> None:
        """Go on where there is nothing to choose.

        Where nothing is left but to pass, and nobody learns by it, pass; where something
        happens to somebody in one way alone, let it happen.
        """
        grammar = self.table.game.grammar
        while not self.table.is_over and (asked := self.seat()) not in self.players:
            legal = self.table.legal(asked)
            if len(legal) != 1:
                return
            if not self.face.is_forced(self.table.state):
                if asked != seat or grammar.say(legal[0]) not in self.face.passes:
                    return
                trial = self.table.branch()
                trial.act(asked, legal[0])
                if trial.entries[len(self.table.entries)].final:
                    return
            self.table.act(asked, legal[0])

    def save(self) -> None:
        """Keep the game; if it cannot be kept, say so and go on."""
        try:
            self.sitting.save()
        except RefusalError as error:
            self.unsaved = True
            self.screen.say(f"{error}; 'save FILE' keeps the game elsewhere", "bold red")
        else:
            self.unsaved = False

    def save_as(self, path: Path) -> None:
        """Keep the game in another, new file from now on."""
        other = Sitting(path, self.table, None)
        other.save()
        self.sitting, self.unsaved = other, False

    def let_play(self, seat: int) -> None:
        """Play for a computer player's seat until another seat is asked."""
        table, heard = self.table, len(self.table.events)
        before = len(table.entries)
        policy: Any = self.players[seat]
        heading = table.heading().say(self.face.nouns)
        while not table.is_over and self.seat() == seat:
            legal = table.legal(seat)
            choice = legal[0] if len(legal) == 1 else self._chosen_by(policy, legal)
            table.act(seat, choice)
        self._pass_on(seat)
        self.marks.append(before)
        self.screen.say()
        self.screen.heading(f"{heading}: the {table.game.seats[seat]} side plays")
        self._tell(heard)
        if table.is_over or self.face.scene(table.state, seat) is None:
            self.look_again()
        self._shown = None
        self.save()

    def _chosen_by(self, policy: Policy, legal: Sequence[Action]) -> Action:
        """Return a player's choice; Ctrl-C makes a player that searches play at once."""
        try:
            return policy(self.table.state, legal, self._chance)
        except KeyboardInterrupt:
            if not isinstance(policy, SearchPlayer):
                raise
            policy.hurry()
            return policy(self.table.state, legal, self._chance)

    def is_sure(self, seat: int, actions: Sequence[Action]) -> bool:
        """Ask again where a line looks like a slip; True if it is meant."""
        if not self.table.allows(seat, actions):
            return True  # the rules will say why it cannot be
        trial = self.table.state.copy()
        for action in actions[:-1]:
            play.apply(trial, seat, action)
        doubt = self.face.doubt(trial, seat, actions[-1]) if actions else ""
        return not doubt or self.screen.agrees(f"{doubt} (yes or no) ")

    def look_again(self) -> None:
        """Show the heading again, and the map, before the next question."""
        self._shown = self._scene = self._drawn = self._beside = None


def _is_done(entry: Entry) -> bool:
    return entry.kind in ("do", "concede") and not entry.struck
