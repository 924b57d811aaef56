"""What a game is: immutable facts, a first state, the one filter to seats, and its questions.

The sequence of play is in frames, which `check`, list what is `legal` and `apply`. Everything
else that a face wants to know (terminal, page, server, computer player) is a question here: an
ordinary method that returns frozen records of numbers, codes and rules. Words are rendered last.
A game overrides the questions it can answer and names the others in `lacks`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from random import Random
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, Generic, NamedTuple, Protocol, Self, TypeVar

from bocage.engine.actions import Names, NotationError
from bocage.engine.counters import CounterSet
from bocage.engine.errors import BocageError
from bocage.engine.odds import NothingToWeighError
from bocage.engine.shown import NO_RIBBON, NOTHING
from bocage.engine.state import State
from bocage.engine.words import Words

if TYPE_CHECKING:
    from bocage.engine.actions import Action, Grammar
    from bocage.engine.charts import ChartTable
    from bocage.engine.counters import Counter
    from bocage.engine.desk import (
        Belief,
        BeliefAt,
        Card,
        Debrief,
        Desk,
        Draft,
        Duty,
        Rulings,
        Sheet,
        TimedPhase,
        Truth,
    )
    from bocage.engine.goals import Goals
    from bocage.engine.guide import Guide
    from bocage.engine.muster import Gathered
    from bocage.engine.odds import Weighed
    from bocage.engine.operation import Country, Form, SheetReading
    from bocage.engine.overlays import Overlay
    from bocage.engine.past import Past
    from bocage.engine.plans import Plan
    from bocage.engine.play import Policy
    from bocage.engine.reach import Way
    from bocage.engine.rulings import Rule, Ruling
    from bocage.engine.shown import Ribbon, Shown, View
    from bocage.engine.story import Telling
    from bocage.engine.table import Table
    from bocage.engine.todo import Todo
    from bocage.engine.viewers import Viewer
    from bocage.engine.words import Nouns
    from bocage.hexes.grid import Grid

S = TypeVar("S", bound=State)


@dataclass(frozen=True, slots=True)
class Option:
    """A switch of the table: an optional rule, or a reading that can be ruled otherwise."""

    id: str
    title: str
    rule: Rule
    choices: tuple[str, ...]
    """What it can be set to; the first is the default."""
    since: int = 0
    """The revision of the rules that brought it. A game begun before goes on as it began:
    with the last of `choices`, which is what the program did until then."""


@dataclass(frozen=True, slots=True)
class Setting:
    """A named set of options for the whole game, which is its first scenario."""

    id: str
    title: str
    description: str
    options: Mapping[str, str]
    """What it sets; every other option stays at its default."""
    par: str = ""
    """What to expect between equal players, in words; empty where nobody has measured it."""


@dataclass(frozen=True, slots=True)
class Bidding:
    """How players bid for a side before the game: what they bid counts for the other side."""

    unit: str
    """What is bid, in words: `Victory Points`."""
    options: tuple[str, ...]
    """By seat, the option that holds what its player bid."""


@dataclass(frozen=True, slots=True)
class Scenario:
    """A way to begin."""

    id: str
    title: str
    description: str
    guide: Guide | None = None
    """What leads a newcomer through it, where something does."""


class Outcome(NamedTuple):
    """How a game ended."""

    winner: int | None
    """The seat that won; None for a draw."""
    words: Words
    rule: Rule
    scores: tuple[float, ...]
    """What each seat gets: its victory level, its points; more is better."""
    measures: Mapping[str, float] = MappingProxyType({})
    """What else is worth counting over many games, by name; where there is none, the scores."""


class Printed(NamedTuple):
    """An opponent in the rulebook itself: the rules decide for its seat (`State.answer`)."""

    option: str
    """The option that brings it to the table."""
    choice: str
    seat: int


class Map(Protocol):
    """A map of hexes; `bocage.maps.pack.Pack` is one, with all that lies on it."""

    @property
    def id(self) -> str:
        """What its folder is called."""
        ...

    @property
    def grid(self) -> Grid:
        """Its hexes, their numbers and neighbours."""
        ...


DESK: Final = (
    *("desk", "desk_sheet", "desk_card", "desk_draft", "desk_commander"),
    *("truth", "belief", "debrief", "beliefs", "rulings", "rework", "duty"),
)
"""The questions of an umpire, and of nobody else: what they tell, no team may know."""
SHEETS: Final = ("country", "form", "read_back", *DESK)
"""The questions of a game in which teams write orders on sheets and an umpire works them out."""
QUESTIONS: Final = (
    *("map", "counters", "markers", "charts", "shown", "ribbon"),
    *("reach", "way", "weigh", "stakes", "gather", "plans", "overlays"),
    *("cut_off", "goals", "todo"),
    *("story", "judge"),
    *SHEETS,
)
"""The optional questions, by the names of their methods: what each game answers or lacks."""


class OptionError(BocageError, ValueError):
    """An option or scenario that does not exist, or an option that cannot be set so."""


class Game(ABC, Generic[S]):
    """The contract. A game object never changes and may be shared by threads."""

    id: str
    """What the command line and the save call it."""
    title: str
    book: str
    """What citations call the rulebook: `Outpost 11.13.3`."""
    revision: int
    """Counts up when a correction changes what an old log means; see `docs/architecture.md`."""
    edition: str = ""
    """A digest of somebody's own counters and charts; nothing for ours. It is in the save."""
    folder: Path | None = None
    """Where somebody's own counters and charts lie; None for ours."""
    seats: tuple[str, ...]
    """Names of the seats, by number; written in the log."""
    control: int | None = None
    """The seat of an umpire, where the game has one. It alone adjusts, whatever the referee of
    the table; it takes back without asking; and what it does so is for its eyes alone."""
    clearances: Mapping[str, frozenset[int]] = MappingProxyType({})
    """What an umpire beside Control can be cleared for, by name, and the seats whose knowledge
    that is; of what those do not know it sees nothing. `all` is none of them: it is Control's."""
    phases: tuple[TimedPhase, ...] = ()
    """The parts of a turn among people, in order, where an umpire keeps a clock for them."""
    scenarios: Mapping[str, Scenario]
    """The first is the default."""
    options: Mapping[str, Option]
    offered: Mapping[str, Setting] = MappingProxyType({})
    """Named settings, in the order in which a face offers them; none where there is one way."""
    bidding: Bidding | None = None
    """How players may bid for a side; None in a game without bids."""
    grammar: Grammar
    nouns: Nouns
    """What is named in texts, by kind; every kind of argument of the grammar is one."""
    printed: Mapping[str, Printed] = MappingProxyType({})
    """Opponents whom the rules play, by name."""
    players: Mapping[str, Policy] = MappingProxyType({})
    """Players brought in from outside, by name; see `with_players`."""
    audience: str = ""
    """Who plays it, in words: `two players or one`; where it is empty, faces count the seats."""
    about: str = ""
    """What it is about, in two sentences, for somebody who has never seen it."""
    length: str = ""
    """How long it takes, in words: `ten turns, five hours`."""
    complexity: int = 0
    """From 1, learnt in minutes, to 5, learnt over weeks; 0 where nobody has said."""
    together: str = ""
    """The word of a line that moves several units, one by one, to the same hex: `WORD A+B HEX`.
    Empty where no line does."""
    played: str = ""
    """How it is played from the command line; where it is empty, `bocage play` and its id."""
    entries: Mapping[str, str] = MappingProxyType({})
    """What rooms above have for this game, as `package.module:name` by what a room calls it:
    `terminal` makes its face, `players` gives its computer players, `sheet` lays its map out
    on paper. A game needs none. Nothing is imported before a room asks (`bocage.games.entry`)."""
    lacks: Mapping[str, str] = MappingProxyType({})
    """The questions of `QUESTIONS` that this game does not answer, each with the reason."""

    def settings(
        self, chosen: Mapping[str, str] | None = None, revision: int | None = None
    ) -> dict[str, str]:
        """Every option with what it is set to, in a game begun under a revision (or now).

        Raises:
            OptionError: an option does not exist, or has no such choice.
        """
        begun = self.revision if revision is None else revision
        found = {
            option.id: option.choices[0 if option.since <= begun else -1]
            for option in self.options.values()
        }
        for name, choice in (chosen or {}).items():
            option = self.options.get(name)
            if option is None:
                raise OptionError(f"{self.title} has no option '{name}'{_near(name, self.options)}")
            if choice not in option.choices:
                known = ", ".join(option.choices)
                raise OptionError(f"option {name} cannot be '{choice}'; it can be {known}")
            found[name] = choice
        return found

    def setting(self, name: str) -> Setting:
        """Return the named setting.

        Raises:
            OptionError: there is none such.
        """
        found = self.offered.get(name)
        if found is None:
            raise OptionError(f"{self.title} has no setting '{name}'{_near(name, self.offered)}")
        return found

    def with_setting(
        self, name: str, chosen: Mapping[str, str] | None = None, scenario: str = ""
    ) -> dict[str, str]:
        """Return the options of a named setting, and those that a table chose besides.

        Raises:
            OptionError: there is no such setting, or it is not for this scenario.
        """
        found = self.setting(name)
        if scenario and scenario != next(iter(self.scenarios)):
            whole = next(iter(self.scenarios.values())).title
            raise OptionError(f"setting {name} is for the whole game ({whole}), not for {scenario}")
        return {**found.options, **(chosen or {})}

    def scenario(self, name: str = "") -> Scenario:
        """The scenario of that name, or the default.

        Raises:
            OptionError: there is none such.
        """
        found = self.scenarios.get(name or next(iter(self.scenarios)))
        if found is None:
            hint = _near(name, self.scenarios)
            raise OptionError(f"{self.title} has no scenario '{name}'{hint}")
        return found

    def at(self, scenario: str) -> Self:  # noqa: ARG002 - others use it
        """The game as this scenario has it: its seats, its names. One that depends on no
        scenario is the same for all; one that does begins as its default scenario's."""
        return self

    @abstractmethod
    def new(self, scenario: str, options: Mapping[str, str]) -> S:
        """The first state, before the first step has run. Nothing is rolled in it."""

    @abstractmethod
    def heading(self, st: S) -> Words:
        """Where in the sequence of play we are: `Turn 3, Allied Movement Phase`."""

    @abstractmethod
    def outcome(self, st: S) -> Outcome | None:
        """How it ended, or None while it goes on."""

    @abstractmethod
    def concede(self, st: S, seat: int) -> None:
        """That seat gives up, or its umpire ends it: the game is over."""

    @abstractmethod
    def view(self, st: S, viewer: Viewer) -> dict[str, Any]:
        """What this viewer may know of the state, as plain data, from a white list."""

    @abstractmethod
    def determinise(self, st: S, viewer: Viewer, rng: Random) -> S:
        """Another world that this viewer cannot tell from the true one."""

    def parse(self, st: S, seat: int, line: str) -> Sequence[Action]:  # noqa: ARG002
        """The actions that a line means; one, unless the game knows longer lines.

        The one reader of lines: terminal, files, server, page and rule cases all ask here.
        Lines come from strangers: it must be quick whatever it is given, and what it says of a
        line must not depend on anything that the seat may not know. What is forbidden it reads
        all the same; that is for `check`.

        Raises:
            AmbiguousError: it means several things.
            NotationError: it means none.
        """
        return (self.grammar.named(self.grammar.read(line)),)

    def faults(self, st: S) -> list[str]:  # noqa: ARG002 - others use it
        """What is impossible about a state; empty for every state that play can reach."""
        return []

    def adjust(self, st: S, line: str) -> tuple[Ruling, Ruling]:  # noqa: ARG002
        """Change the position by hand, for a referee who notes instead of enforcing.

        Returns whether it is possible at all (if not, the state is as it was) and what
        the rules have against it, to be noted beside it.

        Raises:
            NotationError: the line says no adjustment.
        """
        raise NotationError(line, f"{self.title} knows no adjustments")

    def policies(self) -> Mapping[str, Policy]:
        """Players of this game for the fuzzer and the benchmarks, besides `random`.

        A game in which passing is always possible gives its own `random` that does not
        pass while a unit can move: else random games are over before they begin.
        """
        return {}

    def with_players(self, players: Mapping[str, Policy]) -> Self:
        """The same game with more players; they come from outside, as no game knows its own."""
        made = copy(self)
        made.players = {**self.players, **players}
        return made

    def standing(self) -> Mapping[str, Callable[[S], Action | None]]:
        """Standing orders that a seat may leave, by name; see `Table.leave_orders`.

        Each answers for the seat where it applies, with a legal action, or with None.
        """
        return {}

    def ordered(self, st: S, seat: int, name: str) -> None:
        """A seat has left standing orders: let whoever may learn of it hear of it.

        The state does not change. `name` is `NO_ORDERS` where it takes them up again.
        """

    def midgame(self, rng: Random) -> S | None:  # noqa: ARG002 - others use it
        """A random position from the middle of a game, for the fuzzer to begin at; or None.

        Everything must be possible in it; it need not have come about by play.
        """
        return None

    # Questions: what a face may ask of any game. See `QUESTIONS` and `lacks`. ---------------

    def map(self) -> Map | None:
        """The map of hexes it is played on. Hexes in every other answer are of its grid."""
        return None

    @property
    def numbers(self) -> Sequence[str]:
        """The hexes of its map as they are written in lines; none without a map."""
        noun, found = self.nouns.get("hex"), self.map()
        if isinstance(noun, Names):
            return noun.written
        return () if found is None else found.grid.numbers

    def counters(self) -> Sequence[Counter]:
        """What the counter of each unit shows, in the order of the noun `unit`."""
        return ()

    def markers(self) -> Sequence[Counter]:
        """Markers that lie on the map or on units; `shown` names them by id."""
        return ()

    def counter_sets(self) -> Mapping[str, CounterSet]:
        """Return the sets of counters to print, by kind, the usual one first.

        Unless a game says otherwise, it is one set of all its counters and markers.
        """
        made = (*self.counters(), *self.markers())
        return {"all": CounterSet(self.title, made)} if made else {}

    def charts(self) -> Sequence[ChartTable]:
        """Return the charts of its player aid, in their order, from the data of its rules."""
        return ()

    def shown(self, view: View) -> Shown:  # noqa: ARG002 - others use it
        """Markers, badges, tracks and boxes, made from a view and from nothing else."""
        return NOTHING

    def ribbon(self, st: S) -> Ribbon:  # noqa: ARG002 - others use it
        """Where we are in the sequence of play, which everybody may know."""
        return NO_RIBBON

    def reach(self, st: S, seat: int) -> Sequence[Way]:  # noqa: ARG002 - others use it
        """Every way that units under way may take, cheapest way to each hex; none if none is."""
        return ()

    def way(self, st: S, seat: int, action: Action) -> Way | None:  # noqa: ARG002
        """The way of an action, allowed or not, step by step; None if it is no move."""
        return None

    def weigh(
        self,
        st: S,  # noqa: ARG002 - others use them
        seat: int,  # noqa: ARG002
        h: int | None,  # noqa: ARG002
        units: Sequence[int],  # noqa: ARG002
        aids: Sequence[str] = (),  # noqa: ARG002
    ) -> Sequence[Weighed]:
        """The fights that are meant: of units against a hex, or what is being decided.

        Args:
            st: a position; it is not changed.
            seat: who asks.
            h: the hex that is attacked, or None for what is being decided now.
            units: who attacks; none for everybody who stands next to it.
            aids: what helps, in the game's own words: `bombers`, a corps whose guns fire.

        Raises:
            NothingToWeighError: there is no such fight.
        """
        raise NothingToWeighError("lacking", Words(self.lacks.get("weigh", "it has no fights")))

    def stakes(self, st: S, seat: int, action: Action) -> Sequence[Weighed]:  # noqa: ARG002
        """The fights that an action would begin; none if it begins none."""
        return ()

    def gather(self, st: S, seat: int) -> Gathered | None:  # noqa: ARG002 - others use it
        """The attack that a seat is gathering, and whom it may add or leave out; or None."""
        return None

    def plans(self, st: S, seat: int) -> Sequence[Plan]:  # noqa: ARG002 - others use it
        """Plans for what a seat is asked now, the recommended one first."""
        return ()

    def overlays(self) -> Mapping[str, Overlay]:
        """What can be laid over the map, by the name under which each is asked for."""
        return {}

    def cut_off(self, st: S) -> Sequence[int]:  # noqa: ARG002 - others use it
        """The units on the map that no supply reaches."""
        return ()

    def goals(self, st: S, viewer: Viewer) -> Goals | None:  # noqa: ARG002 - others use it
        """How each side wins and where it stands, as this viewer may know it; or None."""
        return None

    def todo(self, st: S, seat: int) -> Sequence[Todo]:  # noqa: ARG002 - others use it
        """What a seat can still do before it ends the phase that it is asked in."""
        return ()

    def story(self) -> Telling | None:
        """How a game is told when it is over."""
        return None

    def country(self) -> Country | None:
        """The ground that teams look at when they write orders."""
        return None

    def form(self, st: S, seat: int) -> Form | None:  # noqa: ARG002 - others use it
        """The order form of a seat for the turn that is being written."""
        return None

    def read_back(self, st: S, seat: int, text: str) -> SheetReading | None:  # noqa: ARG002
        """How the staff reads a sheet, from what the seat was told; None without sheets."""
        return None

    # Questions of an umpire: see `DESK` and `bocage.engine.desk`. -----------------------------

    def desk(self, st: S) -> Desk | None:  # noqa: ARG002 - others use it
        """How the turn stands: the phase, the sheets, every ruling, the signals."""
        return None

    def desk_sheet(self, st: S, seat: int, text: str) -> Sheet | None:  # noqa: ARG002
        """A team's sheet beside how the staff reads it; with a text, that sheet instead."""
        return None

    def desk_card(self, st: S, name: str) -> Card | None:  # noqa: ARG002 - others use it
        """A ruling of this turn in full; None if there is none of that name."""
        return None

    def desk_draft(self, st: S, seat: int) -> Draft | None:  # noqa: ARG002 - others use it
        """What a team will read, beside the truth; None if the turn is not worked out."""
        return None

    def desk_commander(self, st: S, seat: int, player: Policy) -> str:  # noqa: ARG002
        """The sheet, as text, that a computer player writes for a team from what it was told.

        Raises:
            BocageError: no sheet is wanted now.
        """
        return ""

    def truth(self, st: S) -> Truth | None:  # noqa: ARG002 - others use it
        """The master map: every unit, crossing and dump as it is."""
        return None

    def belief(self, st: S, seat: int) -> Belief | None:  # noqa: ARG002 - others use it
        """What a team was told last, and where that is wrong."""
        return None

    def debrief(self, st: S) -> Debrief | None:  # noqa: ARG002 - others use it
        """The scores as they stand, with reasons."""
        return None

    def beliefs(self, past: Past[S]) -> Sequence[BeliefAt]:  # noqa: ARG002 - others use it
        """How far each team's belief was from the truth, turn by turn; it walks the game."""
        return ()

    def rulings(self, past: Past[S], turn: int) -> Rulings | None:  # noqa: ARG002 - others use it
        """The rulings of a turn, or of the last one for 0; it walks the game."""
        return None

    def rework(self, table: Table[S], line: str) -> int:  # noqa: ARG002 - others use it
        """Change a ruling of the turn, also if it is worked out: `CARD VALUE because REASON`.

        What the umpire has edited and done by hand since is kept. Returns how many lines of the
        log are as they were.

        Raises:
            BocageError: it cannot be ruled so.
        """
        raise NotationError(line, f"{self.title} has no umpire")

    def duty(self, st: S, kind: str, line: str) -> Duty | None:  # noqa: ARG002 - others use it
        """What kind of work a line of the umpire's seat is; None if it says nothing known.

        `kind` is how it comes: `do`, `adjust` or `rework`.
        """
        return None

    def judge(self) -> object | None:
        """The `bocage.rules.judge.Judge` of its rule cases, with index and readings."""
        return None


def _near(name: str, known: Iterable[str]) -> str:
    """What a hint says about a name that does not exist."""
    names = list(known)
    near = get_close_matches(name, names, n=1)
    return f", did you mean {near[0]}?" if near else f"; there are {', '.join(names) or 'none'}"


AnyGame = Game[Any]
"""Any game, where it does not matter which."""
