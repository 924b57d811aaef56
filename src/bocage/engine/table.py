"""The table: it asks, checks, rolls, records, and takes back.

A game is its log; the state here is a cache of it. The seed lives here, never in the
state. Whoever plays, by terminal, page, file or program, plays through `do`. Whatever goes
wrong on the way, the table is afterwards as it was before.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final, TypeVar

from bocage.engine import diagram, play
from bocage.engine.dice import SEED_BYTES, Dice, Oracle, Trust
from bocage.engine.events import Event
from bocage.engine.frames import CHANCE, NOBODY, Ask, Chance, Sealed
from bocage.engine.game import OptionError
from bocage.engine.header import Header
from bocage.engine.log import NO_ORDERS, ORDERS, RETIRED, Entry, mark
from bocage.engine.outcomes import Outcomes
from bocage.engine.record import Record
from bocage.engine.rulings import OK, Ruling, TableRule, refuse
from bocage.engine.state import State
from bocage.engine.words import Words

if TYPE_CHECKING:
    from bocage.engine.actions import Action
    from bocage.engine.game import Game
    from bocage.engine.viewers import Viewer

S = TypeVar("S", bound=State)
N = TypeVar("N", bound=State)

_REFEREE: Final = TableRule("referee")
_UNDO: Final = TableRule("undo")
_TAKEBACK: Final = TableRule("takeback")


class Table(Record[S]):
    """One game being played."""

    def __init__(
        self,
        game: Game[S],
        header: Header,
        oracle: Oracle | None = None,
        *,
        resume: tuple[Sequence[Entry], S] | None = None,
    ) -> None:
        """Lay out a game. Without a seed in the header an oracle must be given.

        `resume` is a log and the state that it leads to, when they are known already.
        """
        super().__init__(game, header)
        if oracle is None:
            seed = header.dice_seed
            if seed is None:
                raise ValueError("the seed of the dice is not known here")
            oracle = Dice(seed)
        self.oracle: Oracle = oracle
        self.reading = False
        """Whether a log is read again: then standing orders wait, as their answers are in it."""
        if resume is not None:
            self._resume(*resume)
            return
        with self._doing("the set-up"):
            self._begin()
            self._roll()

    @staticmethod
    def new(
        game: Game[N],
        *,
        scenario: str = "",
        options: Mapping[str, str] | None = None,
        seed: bytes | None = None,
        trust: Trust = Trust.OPEN,
        entropy: Mapping[str, bytes] | None = None,
        referee: str = "enforce",
        oracle: Oracle | None = None,
        position: str = "",
    ) -> Table[N]:
        """A new game; without a seed, one is drawn from the system.

        `position` is the text of the position it begins with (`bocage.engine.diagram`); it
        brings its own scenario and options.

        Raises:
            OptionError: a scenario, an option or its choice does not exist.
            PositionError: it is no position of this game.
            ValueError: there is no such referee.
        """
        if position:
            position = " ".join(position.split())
            head = diagram.head_of(position)
            if scenario or options:
                raise OptionError("a position brings its own scenario and options")
            diagram.read(position, game)
            scenario, options = head.scenario, head.options
        header = Header.begin(
            game.id,
            game.scenario(scenario).id,
            game.settings(options),
            game.revision,
            seed=secrets.token_bytes(SEED_BYTES) if seed is None else seed,
            trust=trust,
            entropy=entropy,
            referee=referee,
            edition=game.edition,
            position=position,
        )
        return Table(game, header, oracle)

    def go_on(self) -> None:
        """Run what asks nobody and let chance answer: for a table resumed from a bare position."""
        with self._doing("going on"):
            heard = list[Event]()
            self.state.events = heard
            play.settle(self.state)
            self.state.events = None
            self.events.extend((len(self.entries) - 1, each) for each in heard)
            self._roll()

    def branch(self, state: S | None = None, oracle: Oracle | None = None) -> Table[S]:
        """Another table that goes its own way from here, or from a state put in its place.

        What lies before stays as it is: it is not for taking back.
        """
        entries = [replace(entry) for entry in self.entries]
        at = (self.state if state is None else state).copy()
        made = Table(self.game, self.header, oracle or self.oracle, resume=(entries, at))
        made.events.extend(self.events)
        return made

    # Asking ------------------------------------------------------------------------------

    @property
    def decision(self) -> play.Decision | None:
        """What the game waits for, or None when it is over."""
        with self._asking("what is asked"):
            return play.decision(self.state)

    @property
    def mark(self) -> str:
        """The last mark of the hash chain: it names this log and no other."""
        return mark(self.log.link())

    def legal(self, seat: int) -> Sequence[Action]:
        """What a seat may do now; empty when it is not asked."""
        try:
            return play.legal(self.state, seat)
        except Exception as error:
            self._fail(error, "legal")

    def check(self, seat: int, line: str) -> Ruling:
        """Whether a seat may do what a line says, all of it; nothing is done.

        Raises:
            NotationError: the line says nothing.
        """
        with self._asking(line):
            return self._try(seat, self.game.parse(self.state, seat, line))

    def allows(self, seat: int, actions: Sequence[Action]) -> Ruling:
        """Whether a seat may do all of these, one after the other; no die is rolled for it."""
        with self._asking("a line"):
            return self._try(seat, actions)

    def say(self, ruling: Ruling) -> str:
        """A ruling in words."""
        return ruling.say(self.game.nouns, self.game.book)

    def heading(self) -> Words:
        """Where in the sequence of play we are."""
        return self.game.heading(self.state)

    def events_for(self, viewer: Viewer) -> list[tuple[int, Event]]:
        """What happened, as this viewer learns it."""
        seen = ((number, each.for_viewer(viewer)) for number, each in self.events)
        return [(number, each) for number, each in seen if each is not None]

    # Doing -------------------------------------------------------------------------------

    def do(self, seat: int, line: str) -> Ruling:
        """Do what a line says, all of it or, when the rules forbid, nothing.

        Raises:
            NotationError: the line says nothing.
        """
        with self._doing(line):
            actions = self.game.parse(self.state, seat, line)
            ruling = self._try(seat, actions)
            if ruling:
                for action in actions:
                    self._take(seat, action)
            return ruling

    def act(self, seat: int, action: Action) -> Ruling:
        """Do one action, if the rules allow it."""
        done = len(self.entries)
        try:
            ruling = play.check(self.state, self.game.grammar, seat, action)
            if ruling is OK or ruling:
                self._take(seat, action)
        except BaseException as error:
            self._recover(done, error, self._name(action))
        return ruling

    def concede(self, seat: int) -> Ruling:
        """Give up for a seat, and end the game. Asked or not, it may while the game goes on.

        Where there is an umpire, a team retires instead: only the umpire ends the game.
        """
        if self.is_over:
            return refuse(play.SEQUENCE, "the game is over")
        if self.game.control in (None, seat):
            return self.give_up(seat)
        if self.orders.get(seat) == RETIRED:
            return refuse(play.SEQUENCE, "{who} has retired already", who=self.game.seats[seat])
        self.leave_orders(seat, RETIRED)
        return OK

    def give_up(self, seat: int) -> Ruling:
        """End the game in the name of a seat, whoever it is: for logs, which may be old."""
        if self.is_over:
            return refuse(play.SEQUENCE, "the game is over")
        with self._doing("concede"):
            self._apply(Entry("concede", seat, "concede", 0, "", final=True))
        return OK

    def adjust(self, seat: int, line: str) -> Ruling:
        """Change the position by hand, where the referee notes; what is forbidden is noted.

        Returns what was noted against it; `entries` tells whether it was done.

        Raises:
            NotationError: the line says no adjustment.
        """
        control = self.game.control
        if control is not None and seat != control:
            return refuse(_REFEREE, "only {who} changes the position", who=self.game.seats[control])
        if control is None and self.header.referee != "note":
            return refuse(_REFEREE, "this table enforces the rules; begin one that notes instead")
        line = " ".join(line.replace("|", " ").split())
        with self._doing(f"adjust {line}"):
            possible, noted = self.game.adjust(self.state.copy(), line)
            if not possible:
                return possible
            cited = ", ".join(noted.rules)
            text = f"adjust {line}" + (f" | against {cited}" if cited else "")
            self._apply(self._unseen(Entry("adjust", seat, text, 0, "", final=True)))
            self._roll()
            return noted

    def _unseen(self, entry: Entry) -> Entry:
        """An entry of what is done by hand: where there is an umpire, for its eyes alone."""
        if self.game.control is not None:
            entry.known_to = (self.game.control,)
            entry.silent = self.silent = True
        return entry

    def run_out(self) -> Ruling:
        """Time is up: whoever is still waited for answers with the default of the decision.

        It goes into the log as the seat's own action. Refused, and nothing is done, where
        the decision has no default or nobody is asked.
        """
        top: Any = self.state.stack[-1] if self.state.stack else None
        seats = play.pending(self.state)
        answers = [(seat, top.default(self.state, seat)) for seat in seats]
        if not answers or any(action is None for _, action in answers):
            return refuse(play.SEQUENCE, "this decision waits until it is answered")
        for seat, action in answers:
            if not (ruling := self.act(seat, action)):
                return ruling
        return OK

    def close(self) -> Ruling:
        """Close the decision: whoever's answer is out gives the default, then the closer closes.

        Without a closer this is `run_out`.
        """
        top: Any = self.state.stack[-1] if self.state.stack else None
        ruling = self.run_out()
        closer = top.closer if isinstance(top, Sealed) else NOBODY
        if ruling and closer != NOBODY and play.pending(self.state) == (closer,):
            now = self.state.stack[-1]
            return self.run_out() if isinstance(now, Sealed) else ruling
        return ruling

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

    def leave_orders(self, seat: int, name: str = "") -> None:
        """Leave standing orders that answer for a seat where they apply, or (no name) take them up.

        They are a line of the log that the seat alone may read, so they hold when the game is
        taken up again. What they answer goes into the log as the seat's own action. Where
        there is an umpire it may read them too, and nobody else may know of them.

        Raises:
            OptionError: the game knows no such orders, or is over.
        """
        control = self.game.control
        known = [*self.game.standing(), *([] if control in (None, seat) else [RETIRED])]
        if name and name not in known:
            there = ", ".join(known) or "none"
            raise OptionError(f"there are no standing orders '{name}'; there are {there}")
        if self.is_over:
            raise OptionError("the game is over: nobody needs orders any more")
        with self._doing("standing orders"):
            entry = Entry("orders", seat, f"{ORDERS}{name or NO_ORDERS}", 0, "", final=True)
            entry.known_to = (seat,)
            if control is not None:
                entry.known_to, entry.silent = (seat, control), True
            self._apply(entry)
            self._stand()

    def retired(self, viewer: Viewer) -> list[int]:
        """The teams that have retired, as far as this viewer may know: their own, or all."""
        gone = sorted(seat for seat, name in self.orders.items() if name == RETIRED)
        return [seat for seat in gone if viewer.sees_all or seat in viewer.seats]

    def _stand(self) -> None:
        """Let standing orders answer until a seat is asked that has left none for this."""
        while not self.reading and (found := self._ordered()) is not None:
            seat, action = found
            if not play.check(self.state, self.game.grammar, seat, action):
                return
            self._record(seat, action)

    def _ordered(self) -> tuple[int, Action] | None:
        """The next answer that standing orders give, and whose; None where they give none."""
        top: Any = self.state.stack[-1] if self.state.stack else None
        for seat in play.pending(self.state):
            name = self.orders.get(seat, "")
            if name == RETIRED:
                action = top.default(self.state, seat)
            elif isinstance(top, Ask) and name:
                orders = self.game.standing().get(name)
                action = None if orders is None else orders(self.state)
            else:
                action = None
            if action is not None:
                return seat, action
        return None

    def _take(self, seat: int, action: Action) -> None:
        self._record(seat, action)
        if self.orders:
            self._stand()

    def _record(self, seat: int, action: Action) -> None:
        top = self.state.stack[-1]
        entry = Entry("do", seat, self.game.grammar.say(action), action, "", final=False)
        if top.hidden:
            entry.known_to = top.known_to(self.state, seat)
            entry.silent = top.silent or (isinstance(top, Sealed) and seat == top.closer)
            if isinstance(top, Sealed) or (top.silent and seat != self.game.control):
                # Undoing it would tell who has answered or acted since; to change a sealed
                # answer, answer again.
                entry.final = True
        self._apply(entry)
        self._roll()

    def _roll(self) -> None:
        """Let chance answer until a seat is asked or the game is over."""
        while self.state.stack:
            chance: Any = self.state.stack[-1]
            if not isinstance(chance, Chance):
                return
            question = chance.question(self.state)
            outcomes = chance.outcomes(self.state)
            written = Outcomes(self.game.grammar, outcomes)
            time = self._asked[question] + 1
            i = self.oracle.answer(question, time, written, chance.weights(self.state))
            asked = f"{question}#{time}"
            entry = Entry("chance", CHANCE, f"{written[i]} @{asked}", outcomes[i], asked, True)
            if chance.hidden:
                entry.known_to = chance.known_to(self.state, CHANCE)
                entry.silent = chance.silent
            self._apply(entry)

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
                _UNDO,
                "{count} can be undone; past that a die was rolled, something was seen or "
                "another was asked, so the others must agree to a takeback",
                count=self.free(seat) or "nothing",
            )
        with self._asking("undo"):  # going back changes nothing before it has succeeded
            self._go_back(len(self.entries) - actions)
        return OK

    def take_back(self, seat: int, to: int, agreed: Sequence[int]) -> Ruling:
        """Strike everything from entry `to` on; every other seat must have agreed.

        The lines stay in the log, struck out, with who asked and who agreed.
        """
        others = [s for s in range(len(self.game.seats)) if s != seat]
        if seat == self.game.control:
            others = agreed = [seat]
        if missing := [self.game.seats[s] for s in others if s not in agreed]:
            who = ", ".join(missing)
            return refuse(_TAKEBACK, "a takeback needs the consent of {who}", who=who)
        before = self.entries[:]
        gone = [e for e in before[max(to, 0) :] if not e.struck and e.kind != "takeback"]
        if not 0 <= to < len(self.entries) or not gone:
            return refuse(_TAKEBACK, "there is nothing to undo from line {to}", to=to + 1)
        text = f"takeback from {to + 1}, agreed {' '.join(self.game.seats[s] for s in others)}"
        with self._asking(text):
            self._go_back(to)
        try:
            self.entries.extend(before[to:])
            for entry in gone:
                entry.struck = True
            self.entries.append(self._unseen(Entry("takeback", seat, text, 0, "", final=True)))
            self._roll()
        except BaseException as error:
            self.log.cut(0)
            self.entries.extend(before)
            for entry in gone:
                entry.struck = False
            self._recover(len(before), error, text)
        return OK

    def _name(self, action: Action) -> str:
        grammar = self.game.grammar
        return grammar.say(action) if grammar.is_canonical(action) else hex(action)


AnyTable = Table[Any]
"""A table of any game."""
