"""The table: it asks, checks, rolls, records, and takes back.

A game is its log; the state here is a cache of it. The seed lives here, never in the
state. Whoever plays, by terminal, page, file or program, plays through `do`.
"""

from __future__ import annotations

import secrets
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, Generic, TypeVar

from bocage.engine import play
from bocage.engine.dice import SEED_BYTES, Dice, Oracle, Trust
from bocage.engine.events import Event
from bocage.engine.frames import CHANCE, Chance
from bocage.engine.header import Header
from bocage.engine.log import Entry
from bocage.engine.rulings import OK, Rule, Ruling, refuse
from bocage.engine.state import State
from bocage.engine.words import Words

if TYPE_CHECKING:
    from bocage.engine.actions import Action
    from bocage.engine.game import Game

S = TypeVar("S", bound=State)

_MARK_EVERY: Final = 64
"""Entries between the states kept for going back."""


class Table(Generic[S]):
    """One game being played."""

    def __init__(self, game: Game[S], header: Header, oracle: Oracle | None = None) -> None:
        """Lay out a game. Without a seed in the header an oracle must be given."""
        self.game: Final = game
        self.header: Final = header
        seed = header.dice_seed
        if oracle is None:
            if seed is None:
                raise ValueError("the seed of the dice is not known here")
            oracle = Dice(seed)
        self.oracle: Oracle = oracle
        self.entries: Final[list[Entry]] = []
        """Every line of the log, struck ones included."""
        self.events: Final[list[tuple[int, Event]]] = []
        """What happened, each with the number of the entry that caused it."""
        self._asked: Counter[str] = Counter()
        self._kept: list[tuple[int, S]] = []
        self.state: S = self._first()
        self._roll()

    @classmethod
    def new(
        cls,
        game: Game[S],
        *,
        scenario: str = "",
        options: Mapping[str, str] | None = None,
        seed: bytes | None = None,
        trust: Trust = Trust.OPEN,
        entropy: Mapping[str, bytes] | None = None,
        referee: str = "enforce",
        oracle: Oracle | None = None,
    ) -> Table[S]:
        """A new game; without a seed, one is drawn from the system.

        Raises:
            OptionError: an option or its choice does not exist.
            KeyError: there is no such scenario.
        """
        chosen = game.scenarios[scenario or next(iter(game.scenarios))]
        header = Header.begin(
            game.id,
            chosen.id,
            game.settings(options),
            game.revision,
            seed=secrets.token_bytes(SEED_BYTES) if seed is None else seed,
            trust=trust,
            entropy=entropy,
            referee=referee,
        )
        return cls(game, header, oracle)

    # Asking ------------------------------------------------------------------------------

    @property
    def decision(self) -> play.Decision | None:
        """What the game waits for, or None when it is over."""
        return play.decision(self.state)

    @property
    def is_over(self) -> bool:
        """Whether nobody is asked any more."""
        return not self.state.stack

    def legal(self, seat: int) -> Sequence[Action]:
        """What a seat may do now; empty when it is not asked."""
        return play.legal(self.state, seat)

    def check(self, seat: int, line: str) -> Ruling:
        """Whether a seat may do what a line says, all of it; nothing is done.

        Raises:
            NotationError: the line says nothing.
        """
        return self._try(seat, self.game.gesture(self.state, seat, line))

    def say(self, ruling: Ruling) -> str:
        """A ruling in words."""
        return ruling.say(self.game.nouns, self.game.book)

    # Doing -------------------------------------------------------------------------------

    def do(self, seat: int, line: str) -> Ruling:
        """Do what a line says, all of it or, when the rules forbid, nothing.

        Raises:
            NotationError: the line says nothing.
        """
        actions = self.game.gesture(self.state, seat, line)
        if len(actions) == 1:
            return self.act(seat, actions[0])
        ruling = self._try(seat, actions)
        if ruling:
            for action in actions:
                self._take(seat, action)
        return ruling

    def act(self, seat: int, action: Action) -> Ruling:
        """Do one action, if the rules allow it."""
        ruling = play.check(self.state, self.game.grammar, seat, action)
        if ruling:
            self._take(seat, action)
        return ruling

    def concede(self, seat: int) -> None:
        """A seat gives up. Asked or not, it may at any time."""
        self._apply(Entry("concede", seat, "concede", 0, "", final=True))

    def adjust(self, seat: int, line: str) -> Ruling:
        """Change the position by hand, where the referee notes; what is forbidden is noted.

        Returns what was noted against it; `entries` tells whether it was done.

        Raises:
            NotationError: the line says no adjustment.
        """
        if self.header.referee != "note":
            rule = Rule("referee")
            return refuse(rule, "this table enforces the rules; begin one that notes instead")
        possible, noted = self.game.adjust(self.state.copy(), line)
        if not possible:
            return possible
        cited = ", ".join(noted.rules)
        text = f"adjust {line}" + (f" | against {cited}" if cited else "")
        self._apply(Entry("adjust", seat, text, 0, "", final=True))
        self._roll()
        return noted

    def _try(self, seat: int, actions: Sequence[Action]) -> Ruling:
        """Whether all of these may be done one after the other."""
        trial = self.state.copy() if len(actions) > 1 else self.state
        for i, action in enumerate(actions):
            ruling = play.check(trial, self.game.grammar, seat, action)
            if not ruling:
                return ruling
            if i < len(actions) - 1:
                play.apply(trial, seat, action)
        return OK

    def _take(self, seat: int, action: Action) -> None:
        entry = Entry("do", seat, self.game.grammar.say(action), action, "", final=False)
        self._apply(entry)
        self._roll()

    def _roll(self) -> None:
        """Let chance answer until a seat is asked or the game is over."""
        while self.state.stack and isinstance(self.state.stack[-1], Chance):
            chance: Any = self.state.stack[-1]
            question: str = chance.question(self.state)
            outcomes: Sequence[Action] = chance.outcomes(self.state)
            written = [self.game.grammar.say(outcome) for outcome in outcomes]
            time = self._asked[question] + 1
            i = self.oracle.answer(question, time, written, chance.weights(self.state))
            asked = f"{question}#{time}"
            self._apply(Entry("chance", CHANCE, f"{written[i]} @{asked}", outcomes[i], asked, True))

    def _apply(self, entry: Entry) -> None:
        """Do what an entry says and record it."""
        heard = self._hear(entry, len(self.entries))
        entry.final = entry.final or self._told(entry.seat, heard)
        self._record(entry)

    def _hear(self, entry: Entry, number: int) -> list[Event]:
        """Do what an entry says, listening; returns what happened."""
        heard: list[Event] = []
        self.state.events = heard
        if entry.kind in ("do", "chance"):
            play.apply(self.state, entry.seat, entry.action)
        elif entry.kind == "concede":
            self.game.concede(self.state, entry.seat)
            play.settle(self.state)
        elif entry.kind == "adjust":
            line = entry.text.removeprefix("adjust ").partition(" | ")[0]
            self.game.adjust(self.state, line)
        self.state.events = None
        if entry.question:
            self._asked[entry.question.rpartition("#")[0]] += 1
        self.events.extend((number, each) for each in heard)
        return heard

    def _told(self, seat: int, heard: list[Event]) -> bool:
        """Whether somebody else learnt something: a reveal, or being asked."""
        if any(each.reveals for each in heard) or not self.state.stack:
            return True
        top: Any = self.state.stack[-1]
        return not (isinstance(top, Chance) or play.is_asked(self.state, seat))

    def _record(self, entry: Entry) -> None:
        self.entries.append(entry)
        if len(self.entries) % _MARK_EVERY == 0:
            self._kept.append((len(self.entries), self.state.copy()))

    # Going back --------------------------------------------------------------------------

    def free(self, seat: int) -> int:
        """How many of its last actions a seat may undo without asking anybody."""
        count = 0
        for entry in reversed(self.entries):
            if entry.kind != "do" or entry.seat != seat or entry.final or entry.struck:
                break
            count += 1
        return count

    def undo(self, seat: int, actions: int = 1) -> Ruling:
        """Take back one's own last actions, if nobody has learnt anything since."""
        if not 1 <= actions <= self.free(seat):
            return refuse(
                Rule("5.0"),
                "{count} can be undone; past that a die was rolled, something was seen or "
                "another was asked, so the others must agree to a takeback",
                count=self.free(seat),
            )
        del self.entries[len(self.entries) - actions :]
        self._rebuild(len(self.entries))
        return OK

    def take_back(self, seat: int, to: int, agreed: Sequence[int]) -> Ruling:
        """Strike everything from entry `to` on; every other seat must have agreed.

        The lines stay in the log, struck out, with who asked and who agreed.
        """
        others = [s for s in range(len(self.game.seats)) if s != seat]
        if missing := [self.game.seats[s] for s in others if s not in agreed]:
            return refuse(
                Rule("5.0"), "a takeback needs the consent of {who}", who=", ".join(missing)
            )
        gone = [e for e in self.entries[to:] if not e.struck and e.kind != "takeback"]
        if not 0 <= to < len(self.entries) or not gone:
            return refuse(Rule("5.0"), "there is nothing to take back from line {to}", to=to + 1)
        for entry in gone:
            entry.struck = True
        names = " ".join(self.game.seats[s] for s in others)
        text = f"takeback from {to + 1}, agreed {names}"
        self._rebuild(to)
        self._record(Entry("takeback", seat, text, 0, "", final=True))
        self._roll()
        return OK

    def _first(self) -> S:
        first = self.game.new(self.header.scenario, self.header.options)
        play.settle(first)
        return first

    def _rebuild(self, upto: int) -> None:
        """Make the state anew from the log; states kept up to that entry still hold."""
        self._kept = [kept for kept in self._kept if kept[0] <= upto]
        done, state = self._kept[-1] if self._kept else (0, None)
        self.state = self._first() if state is None else state.copy()
        self._asked = Counter(
            entry.question.rpartition("#")[0]
            for entry in self.entries[:done]
            if entry.question and not entry.struck
        )
        self.events[:] = [each for each in self.events if each[0] < done]
        for number, entry in enumerate(self.entries[done:], done):
            if not entry.struck:
                self._hear(entry, number)

    def relabel(self, entries: Sequence[Entry], moved: Sequence[int]) -> None:
        """Take a log in which struck lines stand between those played: `moved[i]` is where
        the `i`-th played entry stands now. For whoever reads a save."""
        self.entries[:] = entries
        self.events[:] = [(moved[number], each) for number, each in self.events]
        self._kept.clear()

    # Telling -----------------------------------------------------------------------------

    def heading(self) -> Words:
        """Where in the sequence of play we are."""
        return self.game.heading(self.state)
