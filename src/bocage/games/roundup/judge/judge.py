"""The judge of Operation Roundup: positions, questions and facts of its rule cases.

`Judge.asks` gives the rules of a decision in the form of questions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from bocage.engine.actions import Action, first, second
from bocage.games.case_names import CaseNames
from bocage.games.roundup.board.charts import WEATHERS
from bocage.games.roundup.board.position import (
    ASIDE,
    CUP,
    DEAD,
    HAND,
    LOST,
    NOWHERE,
    POOL,
    TRACK,
    Position,
)
from bocage.games.roundup.board.world import BEACHHEADS, PORTS
from bocage.games.roundup.game import Roundup
from bocage.games.roundup.judge import questions
from bocage.games.roundup.judge.layout import GIVEN, laid_out
from bocage.games.roundup.options import SLOT_NAMES
from bocage.games.roundup.pieces.units import ALLIED, GERMAN, NATIONS, SIDES
from bocage.games.roundup.s04_supply import KINDS, supply
from bocage.games.roundup.s10_movement import Moving
from bocage.games.roundup.s11_combat import Muster
from bocage.games.roundup.words import events as told_of
from bocage.games.roundup.words.verbs import (
    BEACHHEAD,
    BOMBER,
    DROP,
    ENTER,
    FIGHT,
    GO,
    LAND,
    SELECT,
    STEP,
    TAS,
)
from bocage.rules.judge import Answer, Judge
from bocage.rules.layouts import one_of
from bocage.rules.questions import Facts

if TYPE_CHECKING:
    from bocage.engine.events import Event


# What a decision rests on ------------------------------------------------------------------


def questions_of(st: Position, action: Action) -> Iterator[str]:
    """Yield the questions whose answers a legal action rests on."""
    if (asks := _ASKS.get(action >> 32)) is not None:
        yield from asks(st, action)


def _name(st: Position, u: int) -> str:
    return st.world.units[u].id


def _number(st: Position, h: int) -> str:
    return st.world.grid.numbers[h]


def _selected(st: Position, action: Action) -> Iterator[str]:
    yield f"points {_name(st, first(action))}"
    yield f"supply {_name(st, first(action))}"


def _moved(st: Position, action: Action) -> Iterator[str]:
    top = st.stack[-1]
    if isinstance(top, Moving):
        h = first(action)
        here = st.loc[top.unit]
        path = top.way(st, h)[0] if action >> 32 == GO.number else [here, h]
        yield f"cost {_name(st, top.unit)} {'-'.join(_number(st, each) for each in path)}"
        yield f"zone {_number(st, h)} against {SIDES[top.seat]}"
        yield f"control {_number(st, h)}"


def _fought(st: Position, _: Action) -> Iterator[str]:
    top = st.stack[-1]
    if isinstance(top, Muster):
        yield f"odds {_number(st, top.hex)} with {' '.join(_name(st, u) for u in top.force)}"
        if top.bombing:
            yield f"bomber {_number(st, top.hex)}"
        for u in (*top.force, *st.at(top.hex, 1 - top.seat)):
            yield f"factors {_name(st, u)}"
            yield f"supply {_name(st, u)}"


def _aired(_: Position, __: Action) -> Iterator[str]:
    yield from (f"dice {side}" for side in SIDES)


def _landed(st: Position, action: Action) -> Iterator[str]:
    yield f"nation {_name(st, first(action))}"
    yield f"port {_number(st, second(action))}"


def _dropped(st: Position, action: Action) -> Iterator[str]:
    yield f"nation {_name(st, first(action))}"
    yield f"flying {SIDES[0]}"


def _placed(st: Position, action: Action) -> Iterator[str]:
    yield f"terrain {_number(st, second(action))}"


def _entered(st: Position, action: Action) -> Iterator[str]:
    yield f"start {_name(st, first(action))}"
    yield "edge east" if st.world.edge[first(action)] == "E" else "edge south"


_ASKS: Final[Mapping[int, Callable[[Position, Action], Iterator[str]]]] = {
    BEACHHEAD.number: _placed,
    BOMBER.number: _fought,
    DROP.number: _dropped,
    ENTER.number: _entered,
    FIGHT.number: _fought,
    GO.number: _moved,
    LAND.number: _landed,
    SELECT.number: _selected,
    STEP.number: _moved,
    TAS.number: _aired,
}
"""By verb."""


# The judge ---------------------------------------------------------------------------------


OFF_MAP: Final = {
    POOL: "pool",
    CUP: "cup",
    TRACK: "track",
    DEAD: "dead",
    HAND: "hand",
    ASIDE: "aside",
}


class RoundupJudge(Judge[Position]):
    """Judges cases of Operation Roundup."""

    folder = Path(__file__).parents[1]
    given = GIVEN
    every_reading = True
    explaining = ("judge/judge.py", "judge/layout.py", "judge/questions.py")
    questions = questions.QUESTIONS
    facts = {  # noqa: RUF012 - the contract's own field
        "at.UNIT": "where it is: a hex, pool, cup, hand, track, dead or aside",
        "steps.UNIT": "steps left",
        "due.UNIT": "the turn on which it returns; 0 for none",
        "supply.UNIT": "its supply now",
        "control.HEX": "who controls a hex",
        "beachhead.MARKER": "its hex, or lost",
        "port.PORT": "the nation it serves, or none",
        "aerial.NATION": "the hex of its Aerial Supply Marker, or none",
        "tas": "hexes of the TAS Markers",
        "tas_left": "TAS Markers still to be placed",
        "superiority": "the side with air superiority, or none",
        "weather": "clear, overcast or storm",
        "turn": "the game turn",
        "strategy": "Hitler's strategy",
        "optional.NAME": "a number that an optional rule stores",
        "moved.UNIT": "the points it spent in this step",
        "stopped.UNIT": "the rule that stopped it in this step, or none",
    }

    def __init__(self, game: Roundup) -> None:
        self.game = game
        self._roundup: Final = game
        self._names: Final = CaseNames(
            game.notation.naming,
            by_unit=("units",),
            in_hexes=("units", "tas", "allied", "german", "beachheads", "aerial"),
            others={"SIDE": SIDES, "NATION": (*NATIONS, SIDES[GERMAN])},
        )
        unit, hexes = game.world.unit_names.index, game.world.hex_names.index
        self._facts: Final = Facts[Position](
            self.facts,
            {
                "tas": lambda st: [self._where(h) for h in st.tas],
                "tas_left": lambda st: st.tas_left,
                "superiority": lambda st: (*SIDES, "none")[st.superiority],
                "weather": lambda st: WEATHERS[st.weather],
                "turn": lambda st: st.turn,
                "strategy": lambda st: st.strategy,
            },
            {
                "at": lambda st, name: self._where(st.loc[unit(name)]),
                "steps": lambda st, name: st.steps[unit(name)],
                "due": lambda st, name: st.due[unit(name)],
                "supply": lambda st, name: KINDS[supply(st, unit(name))],
                "control": lambda st, name: SIDES[ALLIED if st.control[hexes(name)] else GERMAN],
                "beachhead": lambda st, name: self._beachhead(st.beachheads[_beachhead(name)]),
                "port": lambda st, name: ("none", *NATIONS)[st.port_nation[_index(PORTS, name)]],
                "optional": lambda st, name: st.optional[_index(SLOT_NAMES, name)],
                "aerial": lambda st, name: self._where(st.aerial[_index(NATIONS, name)], "none"),
            },
            {"moved": self._moved, "stopped": self._stopped},
        )

    def _where(self, h: int, nowhere: str = "") -> str:
        if h >= 0:
            return self._roundup.world.grid.numbers[h]
        if nowhere:
            return nowhere
        return OFF_MAP[h]

    def _beachhead(self, h: int) -> str:
        return {LOST: "lost", NOWHERE: "none"}.get(h) or self._where(h)

    def _moved(self, told: Sequence[Event], name: str) -> int:
        u = self._roundup.world.unit_names.index(name)
        moves = [each for each in told if isinstance(each, told_of.Moved)]
        return sum(each.points for each in moves if each.unit == u)

    def _stopped(self, told: Sequence[Event], name: str) -> str:
        u = self._roundup.world.unit_names.index(name)
        stops = [each for each in told if isinstance(each, told_of.Stopped)]
        return next((str(each.rule) for each in stops if each.unit == u), "none")

    def position(self, given: Mapping[str, Any]) -> Position:
        return laid_out(self._roundup.world, self._names.given(given))

    def answer(self, st: Position, question: str) -> Answer:
        asked = self._names.question(tuple(self.questions), question)
        return questions.ASKED.answer(self._roundup, st, asked)

    def asks(self, st: Position, action: Action) -> Iterator[str]:
        return questions_of(st, action)

    def look(self, st: Position, told: Sequence[Event], path: Sequence[str]) -> object:
        return self._facts.look(st, told, self._names.fact(tuple(self.facts), path))


def _index(known: Sequence[str], name: str) -> int:
    return known.index(one_of("name", name, known))


def _beachhead(name: str) -> int:
    return _index(BEACHHEADS, name)
