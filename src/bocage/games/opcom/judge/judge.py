"""The judge of OP COM: what cases about its arithmetic, and on its map, give and ask."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from bocage.games.opcom.board.position import Position
from bocage.games.opcom.judge import air, debrief, desk, fights, ground, layout, map_questions, sea
from bocage.games.opcom.judge.desk import Desk
from bocage.games.opcom.judge.layout import CaseGame, game_at, has_a_map, laid_out
from bocage.rules.judge import Answer, CaseError, Judge
from bocage.rules.questions import Questions, legal

if TYPE_CHECKING:
    from bocage.engine.events import Event

QUESTIONS: Final[Questions[CaseGame, Any]] = Questions(
    {
        "fight": "scores and chances of the fight that is given",
        "result DIE ...": "the result of a die; with dice of the retreat also how far",
        "counter DIE ordered": "whether the defender may counter-attack after that die",
        "attack PROFILE ...": "whether a unit may attack: action=, turn=, day=, moved=, steps=",
        "meet ... against ...": "who attacks first: first, second, die or nobody",
        "air allied=4 ...": "the level of close support that squadrons give",
        "advantages turns=2 ...": "how many tactical advantages are proposed to Control",
        "level PROFILE STEPS": "the status after so many steps, and whether it is effective",
        "back BEARING ...": "the bearing in which units retire after such an attack",
        "captured KM route": "whether an ineffective unit is captured",
        "march MOBILITY GROUND PACE ...": "what a march leaves: 6.4 9.8:lanes crossings=1 attacks",
        "night MOBILITY GROUND PACE": "the most that is moved by night",
        "pass GROUND TIME": "how near an enemy may be passed",
        "wade MOBILITY WATER": "whether a unit crosses where there is no bridge",
        "bears CLASS PROFILE": "whether a bridge bears a unit",
        "train KIND": "half turns from boarding a train to having left it",
        "board PLACE POINTS LIFT": "whether a unit boards a train",
        "alight KIND PLACE": "whether a unit leaves a train",
        "takes KIND": "unit points a turn of a crossing or choke: bridge light grade=main",
        "queue POINTS SIZE ...": "how many units get over in a turn",
        "blow DIE fought": "what happens to a bridge: bridge=tested, ordered, visited",
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
        "rest TURNS ...": "whether a resting unit may regain a step",
        "overrun SCORE MOBILITY GROUND": "how far an overrun continues after a final score",
        "jam POINTS ONE OTHER": "whether opposing flows jam a crossing",
        "crowds TURNS allied": "whether a town freed so long ago is full of people",
        "press AMMUNITION": "the attackers and guns of the fight that so much is enough for",
        "blocked DUE FREE STATUS": "what happens to a unit whose retreat is blocked",
        "bomb HEAVY TACTICAL DIE SECOND": "whether bombs bring a bridge down",
        "wreck foot": "unit points a turn over a blown bridge",
        "seize COLOUR AMMUNITION FUEL": "what captors have of a German stack",
        "waste STATUS TURNS DIE": "whether a unit long out of supply loses a step",
        "rebuilt TURNS dump": "whether a unit at status 0 comes back",
        "prisoners PROFILE STEPS": "about how many a captured unit gives",
        "battery": "the force of the guns that are given, as interdiction counts it",
        "recover ARM": "the dice on which a rested unit regains a step",
        **air.SAID,
        **air.SAID_ON_MAP,
        **sea.SAID,
        **debrief.SAID,
        **sea.SAID_ON_MAP,
        **ground.SAID,
        "where UNIT": "here, due or gone",
        "near UNIT UNIT": "whole kilometres between two units",
        "waters UNIT PLACE": "how many waters lie between a unit and a place",
        "reached UNIT PLACE": "whole kilometres between a unit and a place",
        "clock HALF": "date, am or pm, and which hours of that half of the turn are night",
        "understood SEAT SHEET": "what Control makes of a sheet, written as one line of JSON",
        "order SEAT UNIT ACTION WORDS": "what Control reads from the words of an order",
        "fights": "the fights of this turn",
        "card NAME": "what was ruled, by whom, and why",
        "fire UNIT": "what fire missions did to a unit in this turn",
        "state UNIT": "what its team hears about its effectiveness",
        "told SEAT": "the last report that a team got, line by line",
        "report SEAT": "what a team was told aloud, without the annex",
        "prepared UNIT": "whether it has spent the last turn preparing",
        "stock UNIT": "ammunition and fuel of a unit, or of a dump: stock dump 0",
        "supplied UNIT": "how many points of ammunition it could draw now",
        "act LINE": "what Control's free hand would make of a stock or a bridge",
        "sees SEAT UNIT": "whether a unit is on the map that a seat is given",
        "gone UNIT": "whole kilometres that it has moved in this turn",
        "queued UNIT": "whether it waits at a crossing or in a town",
        "doing UNIT": "the action and posture that it has in this turn",
        "default": "what is taken if the team does not answer in time",
        "knows SEAT BRIDGE": "the capacity of a bridge that a team was told, or nothing",
        "reported UNIT": "where its team was last told that it is",
        "jams": "unit points on roads that those who retired leave there for next turn",
        "overruled": "how many rulings Control has changed, by the team that they were about",
        "legal ...": "the rest of every legal line with this beginning",
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
        "takes": ground.takes,
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
        "rest": ground.rest,
        "overrun": ground.overrun,
        "jam": ground.jam,
        "crowds": ground.crowds,
        "press": ground.press,
        "blocked": ground.blocked,
        "bomb": ground.bomb,
        "wreck": ground.wreck,
        "seize": ground.seize,
        "waste": ground.waste,
        "rebuilt": ground.rebuilt,
        "prisoners": ground.prisoners,
        "battery": ground.battery,
        "recover": ground.recover,
        **air.QUESTIONS,
        **air.ON_MAP,
        **sea.QUESTIONS,
        **debrief.QUESTIONS,
        **sea.ON_MAP,
        **ground.QUESTIONS,
        "where": map_questions.where,
        "near": map_questions.near,
        "waters": map_questions.waters,
        "reached": map_questions.reached,
        "clock": map_questions.clock,
        "understood": map_questions.understood,
        "order": map_questions.order,
        "fights": map_questions.fights,
        "card": map_questions.card,
        "fire": map_questions.fire,
        "state": map_questions.state,
        "told": map_questions.told,
        "report": map_questions.report,
        "prepared": map_questions.prepared,
        "stock": map_questions.stock,
        "supplied": map_questions.supplied,
        "act": map_questions.act,
        "sees": map_questions.sees,
        "gone": map_questions.gone,
        "queued": map_questions.queued,
        "doing": map_questions.doing,
        "default": map_questions.default,
        "knows": map_questions.knows,
        "reported": map_questions.reported,
        "jams": map_questions.jams,
        "overruled": map_questions.overruled,
        "legal": lambda game, st, words: legal(game, st, [each for each in words if each != "*"]),
    },
)


class OpComJudge(Judge[Any]):
    """Judges cases: on a desk those that need no map, on Joe's Bridge the others."""

    folder = Path(__file__).parents[1]
    given = (*desk.GIVEN, *layout.GIVEN)
    questions = QUESTIONS.said
    facts = {  # noqa: RUF012 - the contract's own field
        "turn": "the turn",
        "status.UNIT": "its status",
        "bridge.BRIDGE": "intact, tested, safe or blown",
        "told.SEAT": "the turn of the last report that a team was given",
    }
    every_reading = True
    explaining = tuple(f"judge/{each.name}" for each in Path(__file__).parent.glob("*.py"))

    def __init__(self) -> None:
        self.game = CaseGame()
        self._case_game: Final = self.game

    def position(self, given: Mapping[str, Any]) -> Any:
        self.game = self._case_game
        if has_a_map(given):
            if "scenario" in given:
                self.game = game_at(given["scenario"])
            return laid_out(self.game, given)
        return Desk.with_paper(given)

    def answer(self, st: Any, question: str) -> Answer:
        word = question.split()[0] if question.split() else ""
        on_map = isinstance(st, Position)
        if on_map != (word in _ON_MAP) and word in _KNOWN:
            raise CaseError(f"'{word}' is for cases {'without a map' if on_map else 'with a map'}")
        return QUESTIONS.answer(self._case_game, st, question)

    def look(self, st: Any, told: Sequence[Event], path: Sequence[str]) -> object:
        if isinstance(st, Position):
            return map_questions.look(st, path)
        raise CaseError(f"there is no fact '{'.'.join(path)}': a case without a map has none")


_ON_MAP: Final = frozenset(
    {
        "where",
        "near",
        "clock",
        "understood",
        "order",
        "fights",
        "card",
        "state",
        "told",
        "report",
        "prepared",
    }
    | set(air.ON_MAP)
    | set(debrief.QUESTIONS)
    | set(sea.ON_MAP)
    | {"stock", "legal", "act", "sees", "supplied", "fire", "gone", "queued", "doing"}
    | {"default", "knows", "reported", "jams", "overruled", "waters", "reached"}
)
_KNOWN: Final = frozenset(each.split()[0] for each in QUESTIONS.said)
