"""The table: it asks, checks, rolls, records, and takes back.

A game is its log; the state here is a cache of it. The seed is kept here, never in the state.
Terminal, page, files and programs all play through `do`. If anything fails, the table returns to
the position before.
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
from bocage.engine.record import Record
from bocage.engine.rulings import OK, Ruling, TableRule, refuse
from bocage.engine.state import State
from bocage.engine.words import Words

if TYPE_CHECKING:
    from bocage.engine.actions import Action, Grammar
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
        """Set up a game. Without a seed in the header, an oracle is required.

        `resume` is a log and its final state, if they are known already.
        """
        super().__init__(game, header)
        if oracle is None:
            seed = header.dice_seed
            if seed is None:
                raise ValueError("the seed of the dice is not known here")
            oracle = Dice(seed)
        self.oracle: Oracle = oracle
        self.reading = False
        """Whether a log is being replayed; standing orders then wait, because the log has their
        answers.
        """
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
        """Return a new game; without a seed, the system draws one.

        `position` is the text of the position it begins with (`bocage.engine.diagram`), which
        includes its scenario and options.

        Raises:
            OptionError: a scenario, an option or its choice does not exist.
            PositionError: the text is not a position of this game.
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
        """Run automatic steps and chance nodes, for a table resumed from a bare position."""
        with self._doing("going on"):
            heard = list[Event]()
            self.state.events = heard
            play.settle(self.state)
            self.state.events = None
            self.events.extend((len(self.entries) - 1, each) for each in heard)
            self._roll()

    def branch(self, state: S | None = None, oracle: Oracle | None = None) -> Table[S]:
        """Return an independent table that continues from here, or from a state put in its place.

        Earlier lines can't be taken back there.
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
        """The last mark of the hash chain, which identifies this log."""
        return mark(self.log.link())

    def legal(self, seat: int) -> Sequence[Action]:
        """Return the legal actions of a seat; empty when it is not asked."""
        try:
            return play.legal(self.state, seat)
        except Exception as error:
            self._fail(error, "legal")

    def check(self, seat: int, line: str) -> Ruling:
        """Return whether a seat may play a whole line, without playing it.

        Raises:
            NotationError: the line can't be read.
        """
        with self._asking(line):
            return self._try(seat, self.game.parse(self.state, seat, line))

    def allows(self, seat: int, actions: Sequence[Action]) -> Ruling:
        """Return whether a seat may play all of these in order; no die is rolled for it."""
        with self._asking("a line"):
            return self._try(seat, actions)

    def say(self, ruling: Ruling) -> str:
        """Return a ruling in words."""
        return ruling.say(self.game.nouns, self.game.book)

    def heading(self) -> Words:
        """Return the place in the sequence of play."""
        return self.game.heading(self.state)

    def events_for(self, viewer: Viewer) -> list[tuple[int, Event]]:
        """Return the events as this viewer may learn them, each with the number of its entry."""
        seen = ((number, each.for_viewer(viewer)) for number, each in self.events)
        return [(number, each) for number, each in seen if each is not None]

    # Doing -------------------------------------------------------------------------------

    def do(self, seat: int, line: str) -> Ruling:
        """Play one line. If the rules forbid any part of it, nothing happens.

        Raises:
            NotationError: the line can't be read.
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
        """Give up for a seat, which ends the game. A seat may give up at any time before the end.

        In a game with an umpire a team retires instead: only the umpire ends the game.
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
        """End the game in the name of any seat, for replaying logs, which may be old."""
        if self.is_over:
            return refuse(play.SEQUENCE, "the game is over")
        with self._doing("concede"):
            self._apply(Entry("concede", seat, "concede", 0, "", final=True))
        return OK

    def adjust(self, seat: int, line: str) -> Ruling:
        """Change the position by hand if the referee notes; rules against it are noted.

        Return the rules noted against it; `entries` shows whether it was done.

        Raises:
            NotationError: the line is not an adjustment.
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
        """Return the entry of an adjustment: if there is an umpire, only the umpire may read it."""
        if self.game.control is not None:
            entry.known_to = (self.game.control,)
            entry.silent = self.silent = True
        return entry

    def run_out(self) -> Ruling:
        """Give the decision's default answer for each seat that has not answered, because time is
        up.

        The log has it as the seat's own action. It is refused, and nothing is done, if the decision
        has no default or nobody is asked.
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
        """Close the decision: give the default for each missing answer, then let the closer close.

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
        """Return whether all of these may be done in order."""
        trial = self.state.copy() if len(actions) > 1 else self.state
        for i, action in enumerate(actions):
            ruling = play.check(trial, self.game.grammar, seat, action)
            if not ruling:
                return ruling
            if i < len(actions) - 1:
                play.apply(trial, seat, action)
        return OK

    def leave_orders(self, seat: int, name: str = "") -> None:
        """Leave standing orders that answer for a seat whenever they apply; without a name, cancel
        them.

        They are a line of the log that only the seat may read, so they still hold when the game is
        resumed. The log has their answers as the seat's own actions. In a game with an umpire, the
        umpire may read them too, and nobody else may know of them.

        Raises:
            OptionError: the game has no such orders, or is over.
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
        """Return the teams that have retired, as far as this viewer may know: their own, or all."""
        gone = sorted(seat for seat, name in self.orders.items() if name == RETIRED)
        return [seat for seat in gone if viewer.sees_all or seat in viewer.seats]

    def _stand(self) -> None:
        """Let standing orders answer until a seat is asked that has none for this decision."""
        while not self.reading and (found := self._ordered()) is not None:
            seat, action = found
            if not play.check(self.state, self.game.grammar, seat, action):
                return
            self._record(seat, action)

    def _ordered(self) -> tuple[int, Action] | None:
        """Return the next answer of standing orders and its seat, or None."""
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
                # Undoing it would reveal who has answered or acted since; to change a sealed
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
            written = _Outcomes(self.game.grammar, outcomes)
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
        """Return how many of its last actions a seat may undo without consent."""
        count = 0
        for entry in reversed(self.entries):
            if entry.kind != "do" or entry.seat != seat or entry.final or entry.struck:
                break
            count += 1
        return count

    def undo(self, seat: int, actions: int = 1) -> Ruling:
        """Undo a seat's last actions, unless something has been revealed since."""
        if not 1 <= actions <= self.free(seat):
            return refuse(
                _UNDO,
                "{count} can be undone. Before that a die was rolled, something was revealed or "
                "another player was asked, so the other players must agree to a takeback",
                count=self.free(seat) or "nothing",
            )
        with self._asking("undo"):  # going back changes nothing until it has succeeded
            self._go_back(len(self.entries) - actions)
        return OK

    def return_to(self, length: int) -> None:
        """Drop the lines after that many, as if nobody had played them.

        This is for a copy of a log that is kept elsewhere. None of the lines may be a takeback,
        because the lines that it struck would stay struck.
        """
        if length < len(self.entries):
            with self._asking("going back"):
                self._go_back(length)

    def take_back(self, seat: int, to: int, agreed: Sequence[int]) -> Ruling:
        """Strike everything from entry `to` on, with the consent of every other seat.

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


class _Outcomes(Sequence[str]):
    """The outcomes of a question as the log writes them, each made when it is read."""

    def __init__(self, grammar: Grammar, outcomes: Sequence[Action]) -> None:
        self._grammar = grammar
        self._outcomes = outcomes

    def __len__(self) -> int:
        return len(self._outcomes)

    def __getitem__(self, i: Any) -> Any:  # outcomes are not sliced
        return self._grammar.say(self._outcomes[int(i)])


AnyTable = Table[Any]
"""A table of any game."""
