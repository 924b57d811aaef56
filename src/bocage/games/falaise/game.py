"""The Pocket at Falaise as the engine knows it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from copy import copy
from dataclasses import replace
from pathlib import Path
from random import Random
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, Self

from bocage.engine.actions import Action, Grammar
from bocage.engine.charts import ChartTable
from bocage.engine.counters import Counter, CounterSet
from bocage.engine.frames import Frame
from bocage.engine.game import SHEETS, Bidding, Game, OptionError, Outcome, Printed, Scenario
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
from bocage.games.charts import printed_charts
from bocage.games.falaise.adjustment import adjust
from bocage.games.falaise.answers import forecasts, reach, shown
from bocage.games.falaise.answers.goals import goals
from bocage.games.falaise.answers.overlays import OVERLAYS, cut_off
from bocage.games.falaise.answers.plans import plans
from bocage.games.falaise.answers.story import telling
from bocage.games.falaise.answers.terrain import terrain
from bocage.games.falaise.answers.todo import todo
from bocage.games.falaise.board.position import DUE, GUF, Position
from bocage.games.falaise.board.world import DATA, World, load_world
from bocage.games.falaise.options import BIDS, OPTIONS, contradiction, switches_of
from bocage.games.falaise.pieces import counters
from bocage.games.falaise.pieces.counters import Corps, Counters
from bocage.games.falaise.pieces.counters import load as load_counters
from bocage.games.falaise.pieces.units import ALLIED, GERMAN, SIDES
from bocage.games.falaise.rulebook import R
from bocage.games.falaise.s03_redeployment import Redeploy
from bocage.games.falaise.s03_setup import (
    DivisionRoll,
    SetUp,
    first_position,
    load_setups,
    next_unit,
)
from bocage.games.falaise.s03_victory import allied_points, count_up, measures_of, needed
from bocage.games.falaise.s04_activation import in_cup
from bocage.games.falaise.s04_sequence import GameTurn
from bocage.games.falaise.s06_op_fire import ORDERS
from bocage.games.falaise.s10_assault import Muster
from bocage.games.falaise.s13_solitaire.decisions import AlliedSetUp
from bocage.games.falaise.short.points import AWAY
from bocage.games.falaise.short.start import short_position
from bocage.games.falaise.trials import busy, faults_of, midgame
from bocage.games.falaise.words import events as told
from bocage.games.falaise.words.notation import FalaiseNotation
from bocage.games.falaise.words.verbs import KINDS, WITH, names_of
from bocage.games.named_settings import load_settings
from bocage.games.short_scenarios import STANDARD, ShortScenario, Table, load_short
from bocage.maps import load as load_pack
from bocage.maps.pack import Pack

if TYPE_CHECKING:
    from bocage.games.falaise.judge.judge import FalaiseJudge


_COUNTER_MM: Final = 14.2875
"""9/16 of an inch."""
_RAMPS: Final = {
    "assault": ("AL1", "C", "DR", "BL1", "DL1", "DE"),
    "bombardment": ("none", "disrupted", "step and disrupted"),
    "op_fire": ("none", "halt", "disrupted"),
}
"""Results from the roller's worst to best, by chart."""


class Falaise(Game[Position]):
    """The game of both sides: `allied` and `german`."""

    id = "falaise"
    title = "The Pocket at Falaise"
    book = "Falaise"
    audience = "two players or one"
    about = (
        "August 1944: two German armies try to get out of the pocket between Falaise and Argentan "
        "before it closes. Corps act as their chits come out of the cup, and every road counts."
    )
    length = "ten turns, six to eight hours; short scenarios, one hour"
    complexity = 4
    entries = MappingProxyType(
        {
            "terminal": "bocage.cli.terminal.falaise.face:make",
            "sheet": "bocage.press.sheets.falaise:layout",
            "players": "bocage.ai.search.falaise:players",
        }
    )
    revision = 1
    seats = SIDES
    options = OPTIONS
    lacks = dict.fromkeys(SHEETS, "players move counters in this game; order sheets are for OP COM")
    bidding = Bidding("Victory Points", tuple(each.id for each in BIDS))
    printed = {"solitaire": Printed("solitaire", "on", ALLIED)}  # noqa: RUF012

    def __init__(
        self,
        world: World,
        setups: Path | None = None,
        short: Mapping[str, ShortScenario] | None = None,
    ) -> None:
        self.world = world
        self._whole: Final = world
        self.short: Final = short or {}
        """The short scenarios, by id (reading 117)."""
        self.scenarios = {
            STANDARD: Scenario(
                STANDARD,
                "The Falaise pocket, 16 to 21 August 1944",
                "The whole game: ten turns, night and day.",
            ),
            **{name: each.scenario for name, each in self.short.items()},
        }
        self.offered = load_settings(self.id, self.options)
        names = names_of(world)
        self.names: Final = names
        self.nouns = names
        self.grammar = Grammar(*(kind.verb(names) for kind in KINDS))
        self.setups: Final = load_setups(world, setups)
        self.notation: Final = FalaiseNotation(self)

    def settings(
        self, chosen: Mapping[str, str] | None = None, revision: int | None = None
    ) -> dict[str, str]:
        """Return the value of every option.

        Raises:
            OptionError: an option does not exist, has no such choice, or contradicts another.
        """
        found = super().settings(chosen, revision)
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
        st.stack = (
            GameTurn(0),
            DivisionRoll(),
            Redeploy(GERMAN, 0),
            self._allied_set_up(st),
            SetUp(GERMAN, next_unit(st, GERMAN)),
        )
        return st

    def _allied_set_up(self, st: Position) -> Frame:
        """Return the frame of the Allied set-up (3.1): the player's, or in solitaire play the
        rules' (reading 96).
        """
        if not st.alone:
            return SetUp(ALLIED, next_unit(st, ALLIED))
        for plan in self.setups.get(ALLIED, {}).values():
            return AlliedSetUp(tuple(plan.items()))
        return AlliedSetUp(())

    def heading(self, st: Position) -> Words:
        for each in reversed(st.stack):
            if phase := getattr(each, "phase", ""):
                if phase in ("Set-up", "Redeployment"):
                    return Words("{phase}", {"phase": phase})
                when = "night" if st.night else "day"
                about = {"turn": st.turn, "when": when, "phase": phase}
                return Words("Turn {turn} ({when}), {phase}", about)
        return Words("The game is over")

    def outcome(self, st: Position) -> Outcome | None:
        if st.stack:
            return None
        if st.conceded:
            loser = st.conceded - 1
            scores = tuple(0.0 if seat == loser else 1.0 for seat in (ALLIED, GERMAN))
            about = {"side": loser, "other": 1 - loser}
            words = Words("{side:side} concede, and {other:side} win", about)
            return Outcome(1 - loser, words, R("3.3"), scores)
        allied = allied_points(st, count_up(st))
        net = allied - st.german_vp  # reading 29: 0 is a German victory
        winner = ALLIED if net >= needed(st) else GERMAN
        about = {"allied": allied, "german": st.german_vp, "side": winner, "needs": needed(st)}
        words = Words("Allied VP {allied}, German VP {german}: {side:side} win", about)
        if st.world.short is not None:
            ahead = "{needs} or more ahead" if needed(st) else "level or ahead"
            sums = f"Allied VP {{allied}}, German VP {{german}}; the Allies had to be {ahead}"
            words = Words(sums + ": {side:side} win", about)
        rule = R("3.3.o") if winner == ALLIED else R("3.3.n")
        rule = rule if st.world.short is None else R("reading 117")
        return Outcome(winner, words, rule, (float(net), float(-net)), measures_of(st))

    def concede(self, st: Position, seat: int) -> None:
        st.conceded = seat + 1
        st.stack = ()
        if st.events is not None:
            st.events.append(told.Conceded(seat, R("3.3")))

    def view(self, st: Position, viewer: Viewer) -> dict[str, Any]:
        """Return the view, the same for all (reading 94): GUF units are open, the chits are
        known.
        """
        later = st.cup & ~in_cup(st)
        return {
            "turn": st.turn,
            "vp": st.vp,
            "german_vp": st.german_vp,
            "argentan": st.argentan,
            "argentan_taken": st.argentan_taken,
            "zone_open": st.zone_open,
            "counter": st.counter,
            "counter_corps": st.counter_corps,
            "ter_80": st.ter_80,
            "relieved": st.relieved,
            "cup": [c for c in range(len(self.world.corps)) if in_cup(st) >> c & 1],
            "cup_later": [c for c in range(len(self.world.corps)) if later >> c & 1],
            "activated": [c for c in range(len(self.world.corps)) if st.activated >> c & 1],
            "attached": st.attached,
            "extra": st.extra,
            "french": st.french,
            "boundary": st.boundary,
            "used_58": st.used_58,
            "guns_used": [c for c in range(len(self.world.corps)) if st.guns_used >> c & 1],
            "air": st.air,
            "points": st.points,
            "units": [
                list(each) for each in zip(st.loc, st.steps, st.marks, st.corps, strict=True)
            ],
        }

    def determinise(self, st: Position, viewer: Viewer, rng: Random) -> Position:
        return st.copy()

    def parse(self, st: Position, seat: int, line: str) -> Sequence[Action]:
        return self.notation.parse(st, seat, line)

    def faults(self, st: Position) -> list[str]:
        return faults_of(st)

    def adjust(self, st: Position, line: str) -> tuple[Ruling, Ruling]:
        return adjust(st, self.notation.naming.written(line), self.names)

    def standing(self) -> Mapping[str, Callable[[Position], Action | None]]:
        return ORDERS

    def midgame(self, rng: Random) -> Position | None:
        return midgame(self.world, rng) if self.world.short is None else None

    def policies(self) -> Mapping[str, Policy]:
        return {"random": busy}

    # Questions -----------------------------------------------------------------------------

    def map(self) -> Pack:
        return self.world.pack

    def counters(self) -> Sequence[Counter]:
        return counters.counters(Counters(self.world.units, self._corps(), ()))[: self.world.count]

    def markers(self) -> Sequence[Counter]:
        markers = load_counters().markers
        return [*counters.counters(Counters((), self._corps(), markers)), counters.HELD]

    def counter_sets(self) -> Mapping[str, CounterSet]:
        made = counters.counters(load_counters(self.folder))
        return {"all": CounterSet(self.title, tuple(made), _COUNTER_MM)}

    def charts(self) -> Sequence[ChartTable]:
        return printed_charts(self.id, self.folder, _RAMPS)

    def _corps(self) -> dict[str, Corps]:
        return dict(zip(self.world.corps_names.written, self.world.corps, strict=True))

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
        """10.1; a force cannot be gathered again once a die was rolled for a helper."""
        top = st.stack[-1] if st.stack else None
        if not isinstance(top, Muster) or top.seat != seat or top.tried:
            return None
        begun = st.copy()
        begun.swap(replace(top, force=()))
        world = self.world
        others = [u for h in world.ground.near[top.hex] for u in st.at(h, seat)]
        order = world.muster.__getitem__
        return gathered(begun, self.grammar, seat, top.hex, top.force, others, WITH, order)

    def plans(self, st: Position, seat: int) -> Sequence[Plan]:
        return plans(st, seat, self.setups)

    def overlays(self) -> Mapping[str, Overlay]:
        return OVERLAYS

    def cut_off(self, st: Position) -> Sequence[int]:
        return cut_off(st)

    def goals(self, st: Position, viewer: Viewer) -> Goals:
        return goals(st)

    def todo(self, st: Position, seat: int) -> Sequence[Todo]:
        return todo(st, seat, self.grammar)

    def terrain(self, h: int) -> Sequence[Note]:
        return terrain(self.world, h)

    def story(self) -> Telling:
        return telling(self.world)

    def judge(self) -> FalaiseJudge:
        from bocage.games.falaise.judge.judge import FalaiseJudge  # what only cases need

        return FalaiseJudge(self)


def load(data: Path | None = None) -> Falaise:
    """Return The Pocket at Falaise, our edition or with the counters and charts of a user's
    folder.
    """
    own = data is not None and (data / "setups.toml").is_file()
    world = load_world(load_pack("falaise"), data)
    table = Table(
        *("falaise", world.grid, world.unit_names, SIDES),
        off_map={"later": DUE, "unknown": GUF},
        counts=frozenset({AWAY}),
    )
    return Falaise(world, data if own else None, load_short(table, DATA, data))
