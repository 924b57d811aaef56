"""The OP COM game, as the engine plays it."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from random import Random
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Self

from bocage.engine.actions import Action, Names, number_of, text_of
from bocage.engine.charts import ChartTable
from bocage.engine.counters import CounterSet
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
    Truth,
)
from bocage.engine.game import Game, Outcome, Scenario
from bocage.engine.log import RETIRED
from bocage.engine.operation import Country, Form, SheetReading
from bocage.engine.past import Past
from bocage.engine.play import Policy
from bocage.engine.rulings import Ruling
from bocage.engine.table import Table
from bocage.engine.viewers import Viewer
from bocage.engine.words import Nouns, Words
from bocage.games.charts import printed_all
from bocage.games.opcom import views
from bocage.games.opcom.board.position import Position
from bocage.games.opcom.board.scenario import known_scenarios, scenario_words
from bocage.games.opcom.board.world import World, load_world
from bocage.games.opcom.debrief.score import debrief_faults
from bocage.games.opcom.debrief.trial import map_faults, measure_faults
from bocage.games.opcom.options import OPTIONS
from bocage.games.opcom.pieces.counters import Counters, load_markers
from bocage.games.opcom.pieces.faces import counters
from bocage.games.opcom.rulebook import R
from bocage.games.opcom.s02_umpiring import (
    drafts,
    duties,
    overview,
    procedure,
    rulings,
    truth,
)
from bocage.games.opcom.s02_umpiring.cards import split_ruling
from bocage.games.opcom.s02_umpiring.hand import act_by_hand
from bocage.games.opcom.s04_sequence import PHASES, Turn
from bocage.games.opcom.s05_orders import form, parts, readback
from bocage.games.opcom.s05_orders.files import sheet_from_text, sheet_text
from bocage.games.opcom.trials.drawn_sheets import drawn_sheet
from bocage.games.opcom.trials.faults import faults
from bocage.games.opcom.words.events import Retired, Returned
from bocage.games.opcom.words.verbs import ADJUDICATE, DIE, GRAMMAR, SHEET
from bocage.tables import DataError, Fault

if TYPE_CHECKING:
    from bocage.games.opcom.judge.judge import OpComJudge


class OpCom(Game[Position]):
    """OP COM in one scenario.

    Seats and names depend on the scenario; `at` returns the game of another one.
    """

    id = "opcom"
    title = "OP COM"
    book = "OP COM"
    audience = "teams and an umpire"
    about = (
        "Each team is a headquarters: you write order sheets, and reports tell you what your "
        "officers saw. An umpire, or the program, moves the units; no team sees the whole map."
    )
    length = "an evening for an operation"
    complexity = 4
    played = "bocage opcom"
    entries = MappingProxyType(
        {
            "players": "bocage.ai.commander:players",
            "paper": "bocage.press.operation.paper:paper",
            "debrief": "bocage.lab.debrief_page:page",
            "builder": "bocage.ai.commander.scenario_builder:builder",
        }
    )
    revision = 1
    options = OPTIONS
    grammar = GRAMMAR
    phases = PHASES
    lacks = dict.fromkeys(
        (
            *("map", "counters", "markers", "shown", "ribbon", "overlays", "cut_off"),
            *("goals", "todo"),
            *("reach", "way", "weigh", "stakes", "gather", "plans", "story"),
        ),
        "teams of OP COM write order sheets and read reports; they do not move counters",
    )

    def __init__(
        self,
        data: Path | None = None,
        scenario: str = "joes-bridge",
        world: World | None = None,
    ) -> None:
        self._data = data
        self.world: World = world or load_world(scenario, data)
        if wrong := world_faults(self.world):
            raise DataError(f"opcom, {scenario}", wrong)
        self.seats = self.world.seat_names
        self.control = self.world.control
        self.clearances: Mapping[str, frozenset[int]] = views.clearances(self.world)
        self.scenarios: Mapping[str, Scenario] = _scenarios(data, self.world)
        self.nouns: Nouns = MappingProxyType(
            {
                "unit": self.world.unit_names,
                "bridge": self.world.bridge_names,
                "seat": Names("seat", self.seats),
                "die": DIE,
            }
        )

    def counter_sets(self) -> Mapping[str, CounterSet]:
        """Return the counters of the scenario, for Control with their state and for players
        without.
        """
        data = self.world.data
        markers = load_markers(self._data)
        made = Counters(data.id, tuple(data.units), data.profiles, markers)
        title = f"{self.title}: {self.scenario(data.id).title}"
        return {
            "master": CounterSet(f"{title}, for Control", tuple(counters(made, "master"))),
            "player": CounterSet(f"{title}, for players", tuple(counters(made, "player"))),
        }

    def charts(self) -> Sequence[ChartTable]:
        """Return the charts of Control's desk."""
        return printed_all(self.world.tables.printed, {"fighters": ("lose", "draw", "win")})

    def at(self, scenario: str) -> Self:
        """Return the same game in another scenario."""
        if scenario == self.world.data.id:
            return self
        made = type(self)(self._data, scenario)
        made.edition = self.edition
        return made.with_players(self.players) if self.players else made

    def new(self, scenario: str, options: Mapping[str, str]) -> Position:
        """Return the position before the first turn begins."""
        world = self.world if scenario == self.world.data.id else load_world(scenario, self._data)
        st = Position.new(world, tuple(sorted(options.items())))
        st.push(Turn())
        return st

    def heading(self, st: Position) -> Words:
        """Return the date and the half day, without any events."""
        row = st.world.turn(max(1, st.turn))
        return Words("{date} {half}", {"date": row.date, "half": row.half})

    def outcome(self, st: Position) -> Outcome | None:
        """Return the end of the game after its last turn; None while it is played.

        Nobody wins here: the debrief scores what the teams achieved.
        """
        if st.stack:
            return None
        scores = tuple(0.0 for _ in self.seats)
        if st.conceded:
            ended = st.conceded - 1 == st.world.control
            says = "{seat:seat} has ended the operation" if ended else "{seat:seat} has given up"
            words = Words(says, {"seat": st.conceded - 1})
            return Outcome(None, words, R("4.0"), scores)
        return Outcome(None, Words("the operation is over"), R("4.0"), scores)

    def concede(self, st: Position, seat: int) -> None:
        """End the operation. Control does so; in old logs a team may have given up."""
        st.conceded = seat + 1
        st.stack = ()

    def ordered(self, st: Position, seat: int, name: str) -> None:
        """Report to a team and to Control that the team has left or is back (reading 2.2)."""
        if st.events is not None and seat < len(st.world.teams):
            happened = Retired if name == RETIRED else Returned
            st.events.append(happened(R("5.1"), seat))

    def view(self, st: Position, viewer: Viewer) -> dict[str, Any]:
        """See `views.view`."""
        return views.view(st, viewer)

    def determinise(self, st: Position, viewer: Viewer, rng: Random) -> Position:
        """See `views.determinise`."""
        return views.determinise(st, viewer, rng)

    def faults(self, st: Position) -> list[str]:
        """See `faults.faults`."""
        return faults(st)

    def adjust(self, st: Position, line: str) -> tuple[Ruling, Ruling]:
        """Apply a change that Control makes by hand; see `hand.act_by_hand`."""
        return act_by_hand(st, line)

    def country(self) -> Country:
        """See `form.country`."""
        return form.country(self.world)

    def form(self, st: Position, seat: int) -> Form | None:
        """See `form.form` and `form.desk_form`."""
        return form.form(st, seat) if seat < len(st.world.teams) else form.desk_form(st)

    def read_back(self, st: Position, seat: int, text: str) -> SheetReading | None:
        """See `readback.read_back`; Control sends no sheet."""
        return readback.read_back(st, seat, text) if seat < len(st.world.teams) else None

    def sheet_of_parts(
        self,
        st: Position,
        seat: int,
        written: str,
        other: str,
        groupings: Collection[str],
        *,
        second: bool,
    ) -> str:
        """See `parts.sheet_of_parts`."""
        return parts.sheet_of_parts(st, seat, written, other, groupings, second=second)

    def desk(self, st: Position) -> Desk:
        """See `overview.desk`."""
        return overview.desk(st)

    def desk_sheet(self, st: Position, seat: int, text: str) -> Sheet:
        """See `overview.sheet`."""
        return overview.sheet(st, seat, text)

    def desk_card(self, st: Position, name: str) -> Card | None:
        """See `overview.card`."""
        return overview.card(st, name)

    def desk_draft(self, st: Position, seat: int) -> Draft | None:
        """See `drafts.draft`."""
        return drafts.draft(st, seat)

    def desk_commander(self, st: Position, seat: int, player: Policy) -> str:
        """See `procedure.written_by`."""
        return sheet_text(procedure.written_by(st, seat, player))

    def truth(self, st: Position) -> Truth:
        """See `truth.truth`."""
        return truth.truth(st)

    def belief(self, st: Position, seat: int) -> Belief:
        """See `truth.belief`."""
        return truth.belief(st, seat)

    def debrief(self, st: Position) -> Debrief:
        """See `truth.debrief`."""
        return truth.debrief(st)

    def beliefs(self, past: Past[Position]) -> Sequence[BeliefAt]:
        """See `truth.beliefs`."""
        return truth.beliefs(past)

    def rulings(self, past: Past[Position], turn: int) -> Rulings:
        """See `rulings.rulings`."""
        return rulings.rulings(past, turn)

    def rework(self, table: Table[Position], line: str) -> int:
        """See `procedure.override`."""
        card, _, rest = line.partition(" ")
        value, reason = split_ruling(rest)
        return procedure.override(table, card, value, reason).kept

    def duty(self, st: Position, kind: str, line: str) -> Duty | None:
        """See `duties.duty`."""
        return duties.duty(st, kind, line)

    def policies(self) -> Mapping[str, Policy]:
        """Return a player that plays Control's desk to the end."""
        return {"random": _brisk}

    def judge(self) -> OpComJudge:
        """Return the judge of its rule cases."""
        from bocage.games.opcom.judge.judge import OpComJudge  # only rule cases need it

        return OpComJudge()


def _brisk(st: Position, legal: Sequence[Action], rng: Random) -> Action:
    """Play at random, but usually adjudicate at Control's desk, and send sheets of all kinds."""
    if number_of(legal[0]) == SHEET.number and rng.random() < 0.8:
        seat = str(sheet_from_text(text_of(legal[0])).get("team", ""))
        team = next(i for i, each in enumerate(st.world.teams) if each.seat == seat)
        return SHEET.carrying(sheet_text(drawn_sheet(st, team, rng)))
    if legal[0] == ADJUDICATE() and rng.random() < 0.2:
        return legal[0]
    return legal[int(rng.random() * len(legal))]


def world_faults(world: World) -> list[Fault]:
    """Everything that is wrong with a scenario on its map; what it is scored by too."""
    found = [*debrief_faults(world), *map_faults(world)]
    return found or measure_faults(Position.new(world, ()))


def _scenarios(data: Path | None, world: World) -> dict[str, Scenario]:
    here = world.data
    found: dict[str, Scenario] = {}
    for name in known_scenarios(data):
        found[name] = Scenario(name, *scenario_words(name, data))
    found.setdefault(here.id, Scenario(here.id, here.title, here.description))
    return found


def load(data: Path | None = None) -> OpCom:
    """Return the game with our scenarios, or with those of a folder."""
    return OpCom(data)
