"""The judge of The Pocket at Falaise: positions, questions and facts of its rule cases."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from bocage.games.case_names import CaseNames
from bocage.games.falaise.board.position import ACTIVE, DISRUPTED, FINISHED, Position
from bocage.games.falaise.game import Falaise
from bocage.games.falaise.judge import questions
from bocage.games.falaise.judge.layout import GIVEN, laid_out, where
from bocage.games.falaise.pieces.units import NO_CORPS, SIDES
from bocage.games.falaise.s04_activation import in_cup
from bocage.games.falaise.s06_communications import has_loc
from bocage.games.falaise.s09_disruption import ter
from bocage.games.falaise.words import events as told_of
from bocage.rules.judge import Answer, Judge
from bocage.rules.questions import Facts

if TYPE_CHECKING:
    from bocage.engine.events import Event


class FalaiseJudge(Judge[Position]):
    """Judges cases of The Pocket at Falaise."""

    folder = Path(__file__).parents[1]
    given = GIVEN
    every_reading = True
    explaining = ("judge/judge.py", "judge/layout.py", "judge/questions.py")
    questions = questions.QUESTIONS
    facts = {  # noqa: RUF012 - the contract's own field
        "at.UNIT": "where it is: a hex, pool, due, guf, hand, exited or dead",
        "steps.UNIT": "steps left",
        "ter.UNIT": "its TER now",
        "disrupted.UNIT": "whether it is",
        "finished.UNIT": "whether it has finished for this turn",
        "active.UNIT": "whether it takes part in this round",
        "loc.UNIT": "whether it has a Line of Communication",
        "corps.UNIT": "its corps, or none",
        "turn": "the game turn",
        "vp": "Allied Victory Points",
        "german_vp": "German Victory Points, counted at the end",
        "argentan": "who controls it",
        "zone": "the 86th Corps Zone: closed or open",
        "points": "Movement Points of the active command",
        "air": "Airstrike markers left",
        "ter_80": "the TER of the US 80th Division",
        "relieved": "whether the Canadian commander is",
        "attached": "units attached this turn",
        "cup": "the chits in the Activation Cup",
        "french": "the French 2nd Armored Division this turn: free or held",
        "extra": "units attached beyond three, by 12.2",
        "boundary": "the 86th Corps Boundary of solitaire play: closed or open",
        "way.UNIT": "its path in this step, from its start",
    }

    def __init__(self, game: Falaise) -> None:
        self.game = game
        self._falaise: Final = game
        self._names: Final = CaseNames(
            game.notation.naming,
            by_unit=("units", "corps"),
            in_hexes=("units",),
            others={"SIDE": SIDES, "CORPS": game.world.corps_names.written},
        )
        unit, corps = game.world.unit_names.index, game.world.corps_names.written
        self._facts: Final = Facts[Position](
            self.facts,
            {
                "turn": lambda st: st.turn,
                "vp": lambda st: st.vp,
                "german_vp": lambda st: st.german_vp,
                "argentan": lambda st: SIDES[st.argentan],
                "zone": lambda st: "open" if st.zone_open else "closed",
                "points": lambda st: st.points,
                "air": lambda st: st.air,
                "ter_80": lambda st: st.ter_80,
                "relieved": lambda st: bool(st.relieved),
                "attached": lambda st: st.attached,
                "french": lambda st: "held" if st.french else "free",
                "extra": lambda st: st.extra,
                "boundary": lambda st: "open" if st.boundary else "closed",
                "cup": lambda st: [name for c, name in enumerate(corps) if in_cup(st) >> c & 1],
            },
            {
                "at": lambda st, name: where(st, st.loc[unit(name)]),
                "steps": lambda st, name: st.steps[unit(name)],
                "ter": lambda st, name: ter(st, unit(name)),
                "disrupted": lambda st, name: bool(st.marks[unit(name)] & DISRUPTED),
                "finished": lambda st, name: bool(st.marks[unit(name)] & FINISHED),
                "active": lambda st, name: bool(st.marks[unit(name)] & ACTIVE),
                "loc": lambda st, name: has_loc(st, unit(name)),
                "corps": lambda st, name: self._corps(st.corps[unit(name)]),
            },
            {"way": self._way},
        )

    def _corps(self, corps: int) -> str:
        return "none" if corps == NO_CORPS else self._falaise.world.corps_names.written[corps]

    def _way(self, told: Sequence[Event], name: str) -> str:
        """Return the paths of all moves reported, one after the other: `2314-2315-2316`."""
        u = self._falaise.world.unit_names.index(name)
        hexes: list[int] = []
        for each in told:
            if isinstance(each, told_of.Moved) and u in each.units:
                hexes += each.path[1:] if hexes else each.path
        return "-".join(self._falaise.world.grid.numbers[h] for h in hexes) or "none"

    def position(self, given: Mapping[str, Any]) -> Position:
        return laid_out(self._falaise.world, self._names.given(given))

    def answer(self, st: Position, question: str) -> Answer:
        asked = self._names.question(tuple(self.questions), question)
        return questions.ASKED.answer(self._falaise, st, asked)

    def look(self, st: Position, told: Sequence[Event], path: Sequence[str]) -> object:
        return self._facts.look(st, told, self._names.fact(tuple(self.facts), path))
