"""Operation Roundup as the engine knows it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import copy
from dataclasses import replace
from pathlib import Path
from random import Random
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, Self

from bocage.engine.actions import Action, Names
from bocage.engine.charts import ChartTable
from bocage.engine.counters import Counter, CounterSet
from bocage.engine.game import SHEETS, Bidding, Game, OptionError, Outcome, Scenario
from bocage.engine.goals import Goals
from bocage.engine.muster import Gathered, gathered
from bocage.engine.odds import Weighed
from bocage.engine.overlays import Overlay
from bocage.engine.plans import Plan
from bocage.engine.play import Policy
from bocage.engine.reach import Note, Way
from bocage.engine.rulings import Ruling
from bocage.engine.shown import Ribbon, Shown, View
from bocage.engine.story import Telling
from bocage.engine.todo import Todo
from bocage.engine.viewers import Viewer
from bocage.engine.words import Words
from bocage.games.markers import marker_counter
from bocage.games.named_settings import load_settings
from bocage.games.roundup.adjustment import adjust
from bocage.games.roundup.answers import forecasts, reach, shown
from bocage.games.roundup.answers.goals import goals
from bocage.games.roundup.answers.overlays import OVERLAYS, cut_off
from bocage.games.roundup.answers.plans import plans
from bocage.games.roundup.answers.story import telling
from bocage.games.roundup.answers.terrain import terrain
from bocage.games.roundup.answers.todo import todo
from bocage.games.roundup.board.position import CUP, LOST, NOWHERE, POOL, Position
from bocage.games.roundup.board.world import DATA, World, load_world
from bocage.games.roundup.options import (
    BIDS,
    NUMBERED,
    OPTIONS,
    SWITCHES,
    bid_of,
    contradiction,
    switches_of,
)
from bocage.games.roundup.pieces import counters
from bocage.games.roundup.pieces.counters import Counters
from bocage.games.roundup.pieces.counters import load as load_counters
from bocage.games.roundup.pieces.units import ALLIED, GERMAN, SIDES
from bocage.games.roundup.rulebook import R
from bocage.games.roundup.s09_order import Operations
from bocage.games.roundup.s11_combat import Muster
from bocage.games.roundup.s13_setup import first_frames, first_position
from bocage.games.roundup.s14_victory import LEVELS, allied_level, counted_levels, german_level
from bocage.games.roundup.s15_optional.s15_01_hidden_directive import is_hidden_from, possible
from bocage.games.roundup.short.points import COUNTS, short_points
from bocage.games.roundup.short.start import HEXES, short_position
from bocage.games.roundup.trials import faults, keen, midgame
from bocage.games.roundup.words import events as told
from bocage.games.roundup.words.charts import printed
from bocage.games.roundup.words.notation import MOVE, RoundupNotation
from bocage.games.roundup.words.verbs import WITH, grammar_of, names_of
from bocage.games.short_scenarios import STANDARD, ShortScenario, Table, load_short
from bocage.maps import load as load_pack
from bocage.maps.pack import Pack

if TYPE_CHECKING:
    from bocage.games.roundup.judge.judge import RoundupJudge


class Roundup(Game[Position]):
    """The game of both sides: `allied` and `german`."""

    id = "roundup"
    title = "Operation Roundup"
    book = "Roundup"
    audience = "two players"
    about = (
        "September 1943: the Allies land on the coast of the Pas-de-Calais and need ports before "
        "the panzers come. You choose the beaches, the air cover and every attack."
    )
    length = "ten turns, four to six hours; short scenarios, one hour"
    complexity = 3
    together = MOVE
    entries = MappingProxyType(
        {
            "terminal": "bocage.cli.terminal.roundup.face:make",
            "sheet": "bocage.press.sheets.roundup:layout",
            "players": "bocage.ai.search.roundup:players",
        }
    )
    revision = 1
    seats = SIDES
    bidding = Bidding("levels", tuple(each.id for each in BIDS))
    lacks = dict.fromkeys(SHEETS, "players move counters in this game; order sheets are for OP COM")
    options = {  # noqa: RUF012 - the contract's own field
        option.id: option for option in (*SWITCHES.values(), *OPTIONS.values(), *BIDS)
    }

    def __init__(self, world: World, short: Mapping[str, ShortScenario] | None = None) -> None:
        self.world = world
        self._whole: Final = world
        self.short: Final = short or {}
        """The short scenarios, by id (reading 76)."""
        self.scenarios = {
            STANDARD: Scenario(
                STANDARD,
                "The Pas-de-Calais, September 1943",
                "The whole standard game: ten turns of three days.",
            ),
            **{name: each.scenario for name, each in self.short.items()},
        }
        self.offered = load_settings(self.id, self.options)
        self.names: Final[Mapping[str, Names]] = names_of(world)
        self.nouns = self.names
        self.grammar = grammar_of(self.names)
        self.notation: Final = RoundupNotation(self)

    def settings(
        self, chosen: Mapping[str, str] | None = None, revision: int | None = None
    ) -> dict[str, str]:
        """Return the value of every option; an optional rule may be named by its number.

        Raises:
            OptionError: an option does not exist, has no such choice, or contradicts another.
        """
        named = {NUMBERED.get(name, name): choice for name, choice in (chosen or {}).items()}
        found = super().settings(named, revision)
        if reason := contradiction(found):
            raise OptionError(reason)
        return found

    def at(self, scenario: str) -> Self:
        made = copy(self)
        made.world = self._world_of(scenario)
        return made

    def _world_of(self, scenario: str) -> World:
        """Return the world of a scenario: the whole game's, or one for a short scenario."""
        short = self.short.get(scenario)
        return self._whole if short is None else self._whole.at(short)

    def new(self, scenario: str, options: Mapping[str, str]) -> Position:
        if short := self.short.get(scenario):
            world = self.world if self.world.short is short else self._world_of(scenario)
            return short_position(world, short, switches_of(options))
        st = first_position(self._whole, switches_of(options))
        st.stack = first_frames(st)
        return st

    def heading(self, st: Position) -> Words:
        if st.stack and NOWHERE in st.beachheads:
            return Words("Set-up")
        phasing = next((each.seat for each in st.stack if isinstance(each, Operations)), None)
        for each in reversed(st.stack):
            if phase := getattr(each, "phase", ""):
                asked = getattr(each, "seat", getattr(each, "by", None))
                seat = asked if phasing is None else phasing
                side = "" if seat is None else ("Allied " if seat == ALLIED else "German ")
                return Words("Turn {turn}, {phase}", {"turn": st.turn, "phase": side + phase})
        return Words("The game is over")

    def outcome(self, st: Position) -> Outcome | None:
        if st.stack:
            return None
        if st.conceded:
            loser = st.conceded - 1
            scores = tuple(0.0 if seat == loser else 4.0 for seat in (ALLIED, GERMAN))
            about = {"side": loser, "other": 1 - loser}
            words = Words("{side:side} concede, and {other:side} win", about)
            return Outcome(1 - loser, words, R("14.0.d"), scores)
        if st.world.short is not None:
            return _short_outcome(st, st.world.short)
        allied, german = allied_level(st)[0], german_level(st)[0]
        counted = counted_levels(st)
        winner = None if len(set(counted)) == 1 else counted.index(max(counted))
        bidder, bid = bid_of(st.switches)
        said: dict[str, str | int] = {
            "allied": LEVELS[allied],
            "german": LEVELS[german],
            "result": "a draw" if winner is None else f"{SIDES[winner].capitalize()} victory",
            "bid": bid,
            "other": 1 - bidder,
        }
        raised = "; {bid} more for {other:side}" if bid else ""
        words = Words("Allied {allied}, German {german}" + raised + ": {result}", said)
        measures = {
            "allied_score": float(allied),
            "german_score": float(german),
            "strategy": float(st.strategy),
            **_held(st),
        }
        rule = R("14.0").read(R("reading 78")) if bid else R("14.0")
        return Outcome(winner, words, rule, (float(counted[0]), float(counted[1])), measures)

    def concede(self, st: Position, seat: int) -> None:
        st.conceded = seat + 1
        st.stack = ()
        if st.events is not None:
            st.events.append(told.Conceded(seat, R("14.0.d")))

    def view(self, st: Position, viewer: Viewer) -> dict[str, Any]:
        """Return the view (1.4): nothing is hidden in the standard game, because unknown things are
        not drawn yet. With 15.1 the strategy is hidden for a while.
        """
        hidden = is_hidden_from(st, viewer)
        return {
            "turn": st.turn,
            "weather": st.weather,
            "strategy": 0 if hidden else st.strategy,
            "superiority": st.superiority,
            "tas": list(st.tas),
            "tas_left": st.tas_left,
            "units": [list(each) for each in zip(st.loc, st.steps, st.marks, st.due, strict=True)],
            "control": [h for h in range(self.world.size) if st.control[h]],
            "beachheads": list(st.beachheads),
            "ports": list(st.port_nation),
            "aerial": list(st.aerial),
            "optional": list(st.optional),
        }

    def parse(self, st: Position, seat: int, line: str) -> Sequence[Action]:
        return self.notation.parse(st, seat, line)

    def faults(self, st: Position) -> list[str]:
        return faults(st)

    def adjust(self, st: Position, line: str) -> tuple[Ruling, Ruling]:
        return adjust(st, self.notation.naming.written(line), self.names)

    def policies(self) -> Mapping[str, Policy]:
        return {"random": keen}

    def midgame(self, rng: Random) -> Position | None:
        return midgame(self.world, rng) if self.world.short is None else None

    def determinise(self, st: Position, viewer: Viewer, rng: Random) -> Position:
        made = st.copy()
        if is_hidden_from(st, viewer):
            made.strategy = rng.choice(possible(st))
        return made

    # Questions -----------------------------------------------------------------------------

    def map(self) -> Pack:
        return self.world.pack

    def counters(self) -> Sequence[Counter]:
        return counters.counters(Counters(self.world.units, ()))

    def markers(self) -> Sequence[Counter]:
        return [marker_counter(each) for each in load_counters().markers]

    def counter_sets(self) -> Mapping[str, CounterSet]:
        made = counters.counters(load_counters(self.folder))
        return {"all": CounterSet(self.title, tuple(made))}

    def charts(self) -> Sequence[ChartTable]:
        return printed(self.world.charts)

    def shown(self, view: View) -> Shown:
        return shown.shown(self.world, view)

    def ribbon(self, st: Position) -> Ribbon:
        return shown.ribbon(st)

    def reach(self, st: Position, seat: int) -> Sequence[Way]:
        return reach.reach(st, seat)

    def way(self, st: Position, seat: int, action: Action) -> Way | None:
        return reach.way(st, seat, action)

    def weigh(
        self,
        st: Position,
        seat: int,
        h: int | None,
        units: Sequence[int],
        aids: Sequence[str] = (),
    ) -> Sequence[Weighed]:
        return forecasts.weigh(st, seat, h, units, aids)

    def stakes(self, st: Position, seat: int, action: Action) -> Sequence[Weighed]:
        return forecasts.stakes(st, seat, action)

    def gather(self, st: Position, seat: int) -> Gathered | None:
        """11.2; a force cannot be gathered again once bombers were added."""
        top = st.stack[-1] if st.stack else None
        if not isinstance(top, Muster) or top.seat != seat or top.bombing:
            return None
        begun = st.copy()
        begun.swap(replace(top, force=()))
        others = [u for h in self.world.near(top.hex) for u in st.at(h, seat)]
        return gathered(begun, self.grammar, seat, top.hex, top.force, others, WITH)

    def plans(self, st: Position, seat: int) -> Sequence[Plan]:
        return plans(st, seat)

    def overlays(self) -> Mapping[str, Overlay]:
        return OVERLAYS

    def cut_off(self, st: Position) -> Sequence[int]:
        return cut_off(st)

    def goals(self, st: Position, viewer: Viewer) -> Goals:
        return goals(st, hidden=is_hidden_from(st, viewer))

    def todo(self, st: Position, seat: int) -> Sequence[Todo]:
        return todo(st, seat, self.grammar)

    def terrain(self, h: int) -> Sequence[Note]:
        return terrain(self.world, h)

    def story(self) -> Telling:
        return telling(self.world)

    def judge(self) -> RoundupJudge:
        from bocage.games.roundup.judge.judge import RoundupJudge  # what only cases need

        return RoundupJudge(self)


def _held(st: Position) -> dict[str, float]:
    return {
        "beachheads_lost": float(sum(h == LOST for h in st.beachheads)),
        "ports_allied": float(sum(map(st.holds_port, range(len(st.world.ports))))),
    }


def _short_outcome(st: Position, short: ShortScenario) -> Outcome:
    """Return the outcome by the points of a short scenario (reading 76)."""
    points = short_points(st, short)
    sums = (
        "Allied {allied}, German {german}; "
        "the Allies had to be {needs} or more ahead: {side:side} win"
    )
    about = {
        "allied": points.allied,
        "german": points.german,
        "needs": points.needs,
        "side": points.winner,
    }
    measures = {
        "allied_points": float(points.allied),
        "german_points": float(points.german),
        "net_points": float(points.net),
        **_held(st),
    }
    scores = (float(points.net), float(-points.net))
    return Outcome(points.winner, Words(sums, about), R("reading 76"), scores, measures)


def load(data: Path | None = None) -> Roundup:
    """Return Operation Roundup, our edition or with the counters and charts of a user's folder."""
    world = load_world(load_pack("pas-de-calais"), data)
    off_map = {"england": POOL, "container": CUP}
    table = Table("roundup", world.grid, world.unit_names, SIDES, off_map, COUNTS, HEXES)
    return Roundup(world, load_short(table, DATA, data))
