"""The contract of a game: immutable facts, a first state, the one filter to seats, and its
questions.

Frames hold the sequence of play: they `check`, list what is `legal` and `apply`. Everything else
that a face asks (terminal, page, server, computer player) is a question here: a method that returns
frozen records of numbers, codes and rules. Words are rendered last. A game overrides the questions
it can answer and names the others in `lacks`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
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
    from bocage.engine.reach import Note, Way
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
    """A switch of the table: an optional rule, or a reading that can be ruled differently."""

    id: str
    title: str
    rule: Rule
    choices: tuple[str, ...]
    """The possible settings; the first is the default."""
    since: int = 0
    """The revision of the rules that added it. A game that began earlier uses the last of
    `choices`, which is what the program did until then.
    """


@dataclass(frozen=True, slots=True)
class Setting:
    """A named set of options for the whole game, which is its first scenario."""

    id: str
    title: str
    description: str
    options: Mapping[str, str]
    """The options it sets; every other option stays at its default."""
    par: str = ""
    """What to expect between equal players, in words; empty if nobody has measured it."""


@dataclass(frozen=True, slots=True)
class Bidding:
    """The rules for bidding on a side before the game: a bid counts for the other side."""

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
    """The guide that leads a newcomer through it, if there is one."""


class Outcome(NamedTuple):
    """How a game ended."""

    winner: int | None
    """The seat that won; None for a draw."""
    words: Words
    rule: Rule
    scores: tuple[float, ...]
    """The score of each seat: its victory level or its points; more is better."""
    measures: Mapping[str, float] = MappingProxyType({})
    """Other figures worth counting over many games, by name; if empty, the scores."""


class Printed(NamedTuple):
    """An opponent in the rulebook itself: the rules decide for its seat (`State.answer`)."""

    option: str
    """The option that turns it on."""
    choice: str
    seat: int


class Map(Protocol):
    """A map of hexes; `bocage.maps.pack.Pack` is one, with all that lies on it."""

    @property
    def id(self) -> str:
        """The name of its folder."""
        ...

    @property
    def grid(self) -> Grid:
        """Its hexes, their numbers and neighbours."""
        ...


DESK: Final = (
    *("desk", "desk_sheet", "desk_card", "desk_draft", "desk_commander"),
    *("truth", "belief", "debrief", "beliefs", "rulings", "rework", "duty"),
)
"""The umpire's questions, which no team may ask."""
SHEETS: Final = ("country", "form", "read_back", "sheet_of_parts", *DESK)
"""The questions of a game in which teams write orders on sheets and an umpire works them out."""
QUESTIONS: Final = (
    *("map", "counters", "markers", "charts", "shown", "ribbon"),
    *("reach", "way", "weigh", "stakes", "gather", "plans", "overlays"),
    *("cut_off", "goals", "todo"),
    *("story", "judge"),
    *SHEETS,
)
"""The optional questions, by the names of their methods; each game answers or lacks each one."""


class OptionError(BocageError, ValueError):
    """An option or scenario that does not exist, or a setting that an option does not have."""


class Game(ABC, Generic[S]):
    """The contract of a game. A game object never changes and may be shared by threads."""

    id: str
    """Its name on the command line and in saves."""
    title: str
    book: str
    """The name of the rulebook in citations: `Outpost 11.13.3`."""
    revision: int
    """Counts up when a correction changes what an old log means; see `docs/architecture.md`."""
    edition: str = ""
    """The digest of a user's own counters and charts; empty for ours. It is in the save."""
    folder: Path | None = None
    """The folder of a user's own counters and charts; None for ours."""
    seats: tuple[str, ...]
    """Names of the seats, by number; written in the log."""
    control: int | None = None
    """The umpire's seat, if the game has one. Only that seat adjusts, whatever the referee of the
    table; it undoes without consent; and only it sees these lines.
    """
    clearances: Mapping[str, frozenset[int]] = MappingProxyType({})
    """The clearances that an assistant umpire can have, by name, each with the seats whose
    knowledge it includes. The assistant sees nothing that these seats do not know. `all` is not
    among them: it is Control's.
    """
    phases: tuple[TimedPhase, ...] = ()
    """The parts of a turn, in order, if an umpire keeps a clock for the players."""
    scenarios: Mapping[str, Scenario]
    """The first is the default."""
    options: Mapping[str, Option]
    offered: Mapping[str, Setting] = MappingProxyType({})
    """Named settings, in the order in which a face offers them; empty if there are none."""
    bidding: Bidding | None = None
    """How players may bid for a side; None if there are no bids."""
    grammar: Grammar
    nouns: Nouns
    """The things that texts can name, by kind; every kind of argument of the grammar is one."""
    printed: Mapping[str, Printed] = MappingProxyType({})
    """Opponents that the rules play, by name."""
    players: Mapping[str, Policy] = MappingProxyType({})
    """Players added from outside, by name; see `with_players`."""
    audience: str = ""
    """Who plays it, in words: `two players or one`; if empty, faces count the seats."""
    about: str = ""
    """What it is about, in two sentences, for somebody new to it."""
    length: str = ""
    """How long it takes, in words: `ten turns, five hours`."""
    complexity: int = 0
    """From 1, learned in minutes, to 5, learned over weeks; 0 if unrated."""
    together: str = ""
    """The word of a line that moves several units, one by one, to the same hex: `WORD A+B HEX`.
    Empty if there is no such line.
    """
    played: str = ""
    """The command that plays it; if empty, `bocage play` and its id."""
    entries: Mapping[str, str] = MappingProxyType({})
    """The objects that upper rooms have for this game, as `package.module:name` by purpose:
    `terminal` makes its face, `players` gives its computer players, `sheet` lays its map out on
    paper. A game may have none. A module is imported only when a room asks for it
    (`bocage.games.entry`).
    """
    lacks: Mapping[str, str] = MappingProxyType({})
    """The questions of `QUESTIONS` that this game does not answer, each with the reason."""

    def settings(
        self, chosen: Mapping[str, str] | None = None, revision: int | None = None
    ) -> dict[str, str]:
        """Return the value of every option in a game that began under a revision (or now).

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
            OptionError: there is no such setting.
        """
        found = self.offered.get(name)
        if found is None:
            raise OptionError(f"{self.title} has no setting '{name}'{_near(name, self.offered)}")
        return found

    def with_setting(
        self, name: str, chosen: Mapping[str, str] | None = None, scenario: str = ""
    ) -> dict[str, str]:
        """Return the options of a named setting, with the options that a table chose in addition.
        If the table chose a bid, it takes the place of the setting's own.

        Raises:
            OptionError: there is no such setting, or it is not for this scenario.
        """
        found = self.setting(name)
        if scenario and scenario != next(iter(self.scenarios)):
            whole = next(iter(self.scenarios.values())).title
            raise OptionError(f"setting {name} is for the whole game ({whole}), not for {scenario}")
        options = dict(found.options)
        if self.bidding is not None and set(self.bidding.options) & set(chosen or {}):
            for bid in self.bidding.options:
                options.pop(bid, None)
        return {**options, **(chosen or {})}

    def scenario(self, name: str = "") -> Scenario:
        """Return the scenario of that name, or the default one.

        Raises:
            OptionError: there is no such scenario.
        """
        found = self.scenarios.get(name or next(iter(self.scenarios)))
        if found is None:
            hint = _near(name, self.scenarios)
            raise OptionError(f"{self.title} has no scenario '{name}'{hint}")
        return found

    def at(self, scenario: str) -> Self:  # noqa: ARG002 - others use it
        """Return the game for this scenario, with its seats and names. A game that does not depend
        on scenarios returns itself; one that does is first its default scenario's.
        """
        return self

    @abstractmethod
    def new(self, scenario: str, options: Mapping[str, str]) -> S:
        """Return the first state, before the first step has run. Nothing is rolled in it."""

    @abstractmethod
    def heading(self, st: S) -> Words:
        """Return the place in the sequence of play: `Turn 3, Allied Movement Phase`."""

    @abstractmethod
    def outcome(self, st: S) -> Outcome | None:
        """Return the result of the game, or None before it ends."""

    @abstractmethod
    def concede(self, st: S, seat: int) -> None:
        """End the game: that seat gives up, or its umpire ends it."""

    @abstractmethod
    def view(self, st: S, viewer: Viewer) -> dict[str, Any]:
        """Return the part of the state that this viewer may know, as plain data, from a white
        list.
        """

    @abstractmethod
    def determinise(self, st: S, viewer: Viewer, rng: Random) -> S:
        """Return another state that this viewer can't tell from the true one."""

    def parse(self, st: S, seat: int, line: str) -> Sequence[Action]:  # noqa: ARG002
        """Return the actions that a line means; one, unless the game has longer lines.

        This is the only reader of lines: terminal, files, server, page and rule cases use it. Lines
        come from strangers: reading must be quick for any input, and the result must not depend on
        anything that the seat may not know. Forbidden actions are read too; `check` refuses them.

        Raises:
            AmbiguousError: it means several things.
            NotationError: it means nothing.
        """
        return (self.grammar.named(self.grammar.read(line)),)

    def faults(self, st: S) -> list[str]:  # noqa: ARG002 - others use it
        """Return what is impossible about a state; empty for every state that play can reach."""
        return []

    def adjust(self, st: S, line: str) -> tuple[Ruling, Ruling]:  # noqa: ARG002
        """Change the position by hand, for a referee who notes instead of enforcing.

        Return whether it is possible at all (if not, the state is unchanged) and the rules against
        it, to be noted beside it.

        Raises:
            NotationError: the line is not an adjustment.
        """
        raise NotationError(line, f"{self.title} has no adjustments")

    def policies(self) -> Mapping[str, Policy]:
        """Return the players of this game for the fuzzer and the benchmarks, besides `random`.

        A game in which passing is always possible provides its own `random`, which does not pass
        while a unit can move. Otherwise random games would end before they begin.
        """
        return {}

    def with_players(self, players: Mapping[str, Policy]) -> Self:
        """Return the same game with more players; they come from outside, because no game knows its
        own.
        """
        made = copy(self)
        made.players = {**self.players, **players}
        return made

    def standing(self) -> Mapping[str, Callable[[S], Action | None]]:
        """Return the standing orders that a seat may leave, by name; see `Table.leave_orders`.

        Each one answers for the seat with a legal action, or with None if it does not apply.
        """
        return {}

    def ordered(self, st: S, seat: int, name: str) -> None:
        """Tell the seats that may know it that a seat has left standing orders.

        The state does not change. `name` is `NO_ORDERS` if the seat cancels them.
        """

    def midgame(self, rng: Random) -> S | None:  # noqa: ARG002 - others use it
        """Return a random position from the middle of a game, where a fuzzing run can begin; or
        None.

        Everything in it must be possible, but play need not be able to reach it.
        """
        return None

    # Questions: what a face may ask of any game. See `QUESTIONS` and `lacks`. ---------------

    def map(self) -> Map | None:
        """Return the map of hexes, or None. Hexes in every other answer belong to its grid."""
        return None

    @property
    def numbers(self) -> Sequence[str]:
        """The hexes of its map as lines write them; empty without a map."""
        noun, found = self.nouns.get("hex"), self.map()
        if isinstance(noun, Names):
            return noun.written
        return () if found is None else found.grid.numbers

    def counters(self) -> Sequence[Counter]:
        """Return the counter of each unit, in the order of the noun `unit`."""
        return ()

    def markers(self) -> Sequence[Counter]:
        """Return the markers that lie on the map or on units; `shown` names them by id."""
        return ()

    def counter_sets(self) -> Mapping[str, CounterSet]:
        """Return the sets of counters to print, by kind, the usual one first.

        By default it is one set of all counters and markers.
        """
        made = (*self.counters(), *self.markers())
        return {"all": CounterSet(self.title, made)} if made else {}

    def charts(self) -> Sequence[ChartTable]:
        """Return the charts of its player aid, in their order, from the data of its rules."""
        return ()

    def shown(self, view: View) -> Shown:  # noqa: ARG002 - others use it
        """Return markers, badges, tracks and boxes, computed from a view and nothing else."""
        return NOTHING

    def ribbon(self, st: S) -> Ribbon:  # noqa: ARG002 - others use it
        """Return the place in the sequence of play, which everybody may know."""
        return NO_RIBBON

    def reach(self, st: S, seat: int) -> Sequence[Way]:  # noqa: ARG002 - others use it
        """Return every way that moving units may take, the cheapest to each hex; empty if none
        moves.
        """
        return ()

    def way(self, st: S, seat: int, action: Action) -> Way | None:  # noqa: ARG002
        """Return the way of an action, allowed or not, step by step; None if it is not a move."""
        return None

    def weigh(
        self,
        st: S,  # noqa: ARG002 - others use them
        seat: int,  # noqa: ARG002
        h: int | None,  # noqa: ARG002
        units: Sequence[int],  # noqa: ARG002
        aids: Sequence[str] = (),  # noqa: ARG002
    ) -> Sequence[Weighed]:
        """Return the fights in question: of units against a hex, or those being decided now.

        Args:
            st: a position; it is not changed.
            seat: who asks.
            h: the hex that is attacked, or None for the fight being decided now.
            units: the attackers; if empty, all units next to the hex.
            aids: supporting arms, in the game's own words: `bombers`, a corps whose guns fire.

        Raises:
            NothingToWeighError: there is no such fight.
        """
        raise NothingToWeighError("lacking", Words(self.lacks.get("weigh", "it has no fights")))

    def stakes(self, st: S, seat: int, action: Action) -> Sequence[Weighed]:  # noqa: ARG002
        """Return the fights that an action would begin; empty if it begins none."""
        return ()

    def gather(self, st: S, seat: int) -> Gathered | None:  # noqa: ARG002 - others use it
        """Return the attack that a seat is gathering, with the units it may add or leave out; or
        None.
        """
        return None

    def plans(self, st: S, seat: int) -> Sequence[Plan]:  # noqa: ARG002 - others use it
        """Return plans for a seat's current decision, the recommended one first."""
        return ()

    def overlays(self) -> Mapping[str, Overlay]:
        """Return the layers that can be shown over the map, by name."""
        return {}

    def terrain(self, h: int) -> Sequence[Note]:  # noqa: ARG002 - others use it
        """Return what the terrain of a hex does to units that enter, and in a fight."""
        return ()

    def cut_off(self, st: S) -> Sequence[int]:  # noqa: ARG002 - others use it
        """Return the units on the map that no supply reaches."""
        return ()

    def goals(self, st: S, viewer: Viewer) -> Goals | None:  # noqa: ARG002 - others use it
        """Return how each side wins and where it stands, as far as this viewer may know; or
        None.
        """
        return None

    def todo(self, st: S, seat: int) -> Sequence[Todo]:  # noqa: ARG002 - others use it
        """Return what a seat can still do before it ends the current phase."""
        return ()

    def story(self) -> Telling | None:
        """Return how a finished game is narrated, or None."""
        return None

    def country(self) -> Country | None:
        """Return the map that teams use to write orders, or None."""
        return None

    def form(self, st: S, seat: int) -> Form | None:  # noqa: ARG002 - others use it
        """Return the order form of a seat for the current turn, or None."""
        return None

    def read_back(self, st: S, seat: int, text: str) -> SheetReading | None:  # noqa: ARG002
        """Return the staff's reading of a sheet, from what the seat knows; None without sheets."""
        return None

    def sheet_of_parts(
        self,
        st: S,  # noqa: ARG002 - others use it
        seat: int,  # noqa: ARG002
        written: str,
        other: str,  # noqa: ARG002
        groupings: Collection[str],  # noqa: ARG002
        *,
        second: bool,  # noqa: ARG002
    ) -> str:
        """Return the sheet of a team that two posts write: the second orders the groupings named.

        `written` is the part of one post, `second` whether of the second; `other` is what the
        other post has sent, or nothing.

        Raises:
            BocageError: the part cannot be read, or orders what the other post has.
        """
        return written

    # Questions of an umpire: see `DESK` and `bocage.engine.desk`. -----------------------------

    def desk(self, st: S) -> Desk | None:  # noqa: ARG002 - others use it
        """Return the state of the turn: the phase, the sheets, every ruling, the signals."""
        return None

    def desk_sheet(self, st: S, seat: int, text: str) -> Sheet | None:  # noqa: ARG002
        """Return a team's sheet beside the staff's reading of it; with a text, that sheet
        instead.
        """
        return None

    def desk_card(self, st: S, name: str) -> Card | None:  # noqa: ARG002 - others use it
        """Return a ruling of this turn in full; None if there is none of that name."""
        return None

    def desk_draft(self, st: S, seat: int) -> Draft | None:  # noqa: ARG002 - others use it
        """Return the report that a team will read, beside the truth; None if the turn is not worked
        out.
        """
        return None

    def desk_commander(self, st: S, seat: int, player: Policy) -> str:  # noqa: ARG002
        """Return the sheet, as text, that a computer player writes for a team from what it knows.

        Raises:
            BocageError: no sheet is wanted now.
        """
        return ""

    def truth(self, st: S) -> Truth | None:  # noqa: ARG002 - others use it
        """Return the master map: every unit, crossing and dump in its true state."""
        return None

    def belief(self, st: S, seat: int) -> Belief | None:  # noqa: ARG002 - others use it
        """Return the last information that a team received, and where it is wrong."""
        return None

    def debrief(self, st: S) -> Debrief | None:  # noqa: ARG002 - others use it
        """Return the current scores, with reasons."""
        return None

    def beliefs(self, past: Past[S]) -> Sequence[BeliefAt]:  # noqa: ARG002 - others use it
        """Return how far each team's belief was from the truth, turn by turn. Cost: it replays the
        game.
        """
        return ()

    def rulings(self, past: Past[S], turn: int) -> Rulings | None:  # noqa: ARG002 - others use it
        """Return the rulings of a turn, or of the last one for 0. Cost: it replays the game."""
        return None

    def rework(self, table: Table[S], line: str) -> int:  # noqa: ARG002 - others use it
        """Change a ruling of the turn, even after it is worked out: `CARD VALUE because REASON`.

        The umpire's later edits and adjustments are kept. Return how many lines of the log are
        unchanged.

        Raises:
            BocageError: this ruling is not possible.
        """
        raise NotationError(line, f"{self.title} has no umpire")

    def duty(self, st: S, kind: str, line: str) -> Duty | None:  # noqa: ARG002 - others use it
        """Return the kind of work of a line of the umpire's seat; None if the line is unknown.

        `kind` is the command it comes with: `do`, `adjust` or `rework`.
        """
        return None

    def judge(self) -> object | None:
        """Return the `bocage.rules.judge.Judge` of its rule cases, with index and readings, or
        None.
        """
        return None


def _near(name: str, known: Iterable[str]) -> str:
    """Return the part of a hint that names the nearest existing name."""
    names = list(known)
    near = get_close_matches(name, names, n=1)
    return f", did you mean {near[0]}?" if near else f"; there are {', '.join(names) or 'none'}"


AnyGame = Game[Any]
"""Any game, for code that works with all of them."""
