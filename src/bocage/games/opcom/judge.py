"""The judge of OP COM: what cases about its arithmetic give and ask."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from bocage.games.opcom import rulebook
from bocage.games.opcom.judging import absences, fights, ground
from bocage.games.opcom.judging.desk import Desk, DeskGame
from bocage.games.opcom.judging.laying import GIVEN
from bocage.rules.asking import Questions
from bocage.rules.judge import Answer, CaseError, Judge

if TYPE_CHECKING:
    from bocage.engine.events import Event

QUESTIONS: Final[Questions[DeskGame, Desk]] = Questions(
    {
        "fight": "scores and chances of the fight that is given",
        "result DIE ...": "the result of a die; with dice of the retreat also how far",
        "counter DIE ordered": "whether the defender may counter-attack after that die",
        "attack PROFILE ...": "whether a unit may attack: action=, turn=, day=, moved=, steps=",
        "meet ... against ...": "who attacks first: first, second, die or nobody",
        "air allied=4 ...": "the level of close support that squadrons give",
        "advantages turns=2 ...": "how many tactical advantages are proposed to Control",
        "level PROFILE STEPS": "the status after so many steps, and whether it is effective",
        "back BEARING ...": "the bearing in which units retire that are attacked so",
        "captured KM route": "whether an ineffective unit is captured",
        "march MOBILITY GROUND PACE ...": "what a march leaves: 6.4 9.8:lanes crossings=1 attacks",
        "night MOBILITY GROUND PACE": "the most that is moved by night",
        "pass GROUND TIME": "how near an enemy may be passed",
        "wade MOBILITY WATER": "whether a unit crosses where there is no bridge",
        "bears CLASS PROFILE": "whether a bridge bears a unit",
        "train KIND": "half turns from boarding a train to having left it",
        "board PLACE POINTS LIFT": "whether a unit boards a train",
        "alight KIND PLACE": "whether a unit leaves a train",
        "capacity KIND ...": "unit points a turn of a crossing or choke",
        "queue POINTS SIZE ...": "how many units get over in a turn",
        "blow DIE fought": "what becomes of a bridge: bridge=tested, ordered, visited",
        "build METRES COLUMNS": "whether a bridge can be built",
        "interdict FORCE": "the effect on a unit for each die",
        "fix TURNS": "the dice that fix guns after so many turns in one place",
        "supply SIDE": "ammunition and fuel that a side of the fight uses",
        "fuel PROFILE": "the fuel of a unit that moves",
        "draw KM": "whether a unit draws on its headquarters",
        "dump KM POINTS MARKED": "whether a dump delivers",
        "load POINTS CAPACITY": "whether a transport unit carries so much",
        "carry AMMUNITION FUEL LIMIT": "what a headquarters takes along, and what it parks",
        "colour NATION": "whose ammunition a nation uses",
        "lose POINTS AMMUNITION FUEL": "what a retreat leaves of a stack",
        "rest TURNS ...": "whether a resting unit may regain a step",
    },
    {
        "fight": fights.fight,
        "result": fights.fight,
        "counter": fights.counter,
        "attack": fights.attack,
        "meet": fights.meet,
        "air": fights.air,
        "advantages": fights.advantages,
        "level": fights.level,
        "back": fights.back,
        "captured": fights.captured,
        "march": ground.march,
        "night": ground.night,
        "pass": ground.passing,
        "wade": ground.wade,
        "bears": ground.bears,
        "train": ground.train,
        "board": ground.board,
        "alight": ground.alight,
        "capacity": ground.capacity,
        "queue": ground.queue,
        "blow": ground.blow,
        "build": ground.build,
        "interdict": ground.interdict,
        "fix": ground.fix,
        "supply": ground.supply,
        "fuel": ground.fuel,
        "draw": ground.draw,
        "dump": ground.dump,
        "load": ground.load,
        "carry": ground.carry,
        "colour": ground.colour,
        "lose": ground.lose,
        "rest": ground.rest,
    },
)


class OpComJudge(Judge[Desk]):
    """Judges cases that need no map."""

    folder = Path(__file__).parent
    given = GIVEN
    questions = QUESTIONS.said
    explained = absences.EXPLAINED
    explaining = (
        *("judge.py", "judging/absences.py", "judging/desk.py", "judging/fights.py"),
        *("judging/ground.py", "judging/laying.py"),
    )

    def __init__(self) -> None:
        self.game = DeskGame()
        self._desk: Final = self.game
        self.index = rulebook.index()
        self.readings = rulebook.readings()
        self.effects = absences.effects()

    def position(self, given: Mapping[str, Any]) -> Desk:
        return Desk.with_paper(given)

    def answer(self, st: Desk, question: str) -> Answer:
        return QUESTIONS.answer(self._desk, st, question)

    def look(self, st: Desk, told: Sequence[Event], path: Sequence[str]) -> object:
        raise CaseError(f"there is no fact '{'.'.join(path)}': a desk has none")


@cache
def load() -> OpComJudge:
    """The judge; made once."""
    return OpComJudge()
