"""What became of each order on the sheet (5.1), as the team will read it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from bocage.games.opcom.board.position import ACTIONS, ATTACKED, MOVED, Position
from bocage.games.opcom.board.ways import km_between
from bocage.games.opcom.pieces.orders import (
    Attachment,
    Chore,
    Construction,
    Demolition,
    DumpMove,
    FireMission,
    Line,
    Supply,
    Train,
)
from bocage.games.opcom.pieces.told import OrderFact, Outcome
from bocage.games.opcom.s10_reports.notes import Code, Note
from bocage.games.opcom.s10_reports.speech import called, in_short, in_words, sentence
from bocage.games.opcom.words.places import crossing_named

_MOST_LINES: Final = 99
"""Lines beyond this were not written by the team: what goes on from the turn before."""
_WHY: Final[Mapping[Code, str]] = {
    "captured": "they are lost",
    "no fuel": "no fuel came up",
    "no ammunition": "no ammunition came up",
    "allotment used": "the ammunition allotted was used",
    "out of reach": "the ammunition was too far back",
    "too late": "they came up too late in the day",
    "only holds": "they cannot attack",
    "attacked twice": "they had attacked twice",
    "stopped": "the enemy stopped them",
    "met": "the enemy was met",
    "got away": "the enemy got away",
    "queues": "the road was full",
    "no way": "there was no way",
    "detour": "the way round was too long to set off unasked",
    "no train": "no train could be taken",
    "on railway": "they were held up on the railway",
    "shelled": "they were held up by fire",
}
"""What was in the way, the first that was noted of any of them."""


def answers(st: Position, team: int) -> list[OrderFact]:
    """Every line of a team's sheet, with what came of it."""
    return [
        _answer(st, line)
        for line in st.orders
        if line.team == team and 0 < line.number <= _MOST_LINES and line.units
    ]


def _answer(st: Position, line: Line) -> OrderFact:
    left = [unit for unit in line.units if st.is_effective(unit)]
    done = [unit for unit in left if _is_done(st, line, unit)]
    outcome: Outcome = (
        "lost"
        if not left
        else "done"
        if len(done) == len(line.units)
        else "partly"
        if done
        else "not done"
    )
    missing = set(line.units) - set(done)
    codes = [note.code for note in st.notes if note.team == line.team and note.unit in missing]
    why = next((words for code, words in _WHY.items() if code in codes), _plain_why(st, line))
    names = [called(st.world.units[unit].name) for unit in line.units]
    goal = "" if line.goal_name[:1].isdigit() else line.goal_name
    return OrderFact(line.number, in_short(names), ACTIONS[line.action], goal, outcome, why)


def _plain_why(st: Position, line: Line) -> str:
    """Where nothing was noted: they have not come so far."""
    if ACTIONS[line.action] in ("attack", "breakthrough"):
        return "they did not come up to the enemy"
    return "they are still on the way" if any(st.has(u, MOVED) for u in line.units) else ""


def _is_done(st: Position, line: Line, unit: int) -> bool:
    """Whether a unit did what its line says: it attacked, or it is where it was sent."""
    action = ACTIONS[line.action]
    if action in ("attack", "breakthrough"):
        return st.has(unit, ATTACKED)
    if line.follow >= 0:
        return st.is_here(line.follow) and st.km(unit, line.follow) <= st.figures.reports.follows
    if len(line.goal) == 2 and action == "move":
        there = (line.goal[0], line.goal[1])
        return km_between(st.at(unit), there) <= st.figures.reports.reached
    return True


_SAID: Final[Mapping[Outcome, str]] = {
    "done": "done",
    "partly": "done in part",
    "not done": "not done yet",
    "lost": "they are lost",
}


def answered(fact: OrderFact) -> str:
    """`Line two, 2nd Irish Guards and one other, attack Valkenswaard: done.`"""
    goal = f" {'to ' if fact.action == 'move' else ''}{fact.goal}" if fact.goal else ""
    why = f"; {fact.why}" if fact.why and fact.outcome in ("partly", "not done") else ""
    said = _SAID[fact.outcome]
    return f"Line {in_words(fact.number)}, {fact.who}, {fact.action}{goal}: {said}{why}."


def told_answers(st: Position, team: int) -> list[str]:
    """The answers as a part of the annex; nothing for a team without orders."""
    found = [sentence(answered(each)) for each in answers(st, team)]
    found += [sentence(each) for each in chore_answers(st, team)]
    return [f"Your orders. {' '.join(found)}"] if found else []


def chore_answers(st: Position, team: int) -> list[str]:
    """What became of the other lines: bridges, dumps, trains, columns, guns.

    Aircraft and ships have their own report, and of a message nobody knows whether it came.
    """
    own = [each for each in st.notes if each.team == team]
    found = [_chore_answer(st, chore, own) for chore in st.chores if chore.team == team]
    return [each for each in found if each]


def _chore_answer(st: Position, chore: Chore, notes: Sequence[Note]) -> str:
    codes = {(note.code, note.crossing) for note in notes if note.crossing >= 0}
    befell = {(note.code, note.unit) for note in notes if note.unit >= 0}
    units = st.world.units
    match chore:
        case Demolition():
            done = ("blown", chore.crossing) in codes
            name = crossing_named(st.world, chore.crossing)
            return f"Blow {name}: {_SAID['done' if done else 'not done']}."
        case Construction():
            name = crossing_named(st.world, chore.crossing)
            told = [words for code, words in _BUILT.items() if (code, chore.crossing) in codes]
            return f"Build a bridge, {name}: {told[0] if told else _SAID['not done']}."
        case DumpMove():
            stays = any(note.code == "dump stays" for note in notes)
            return f"The dump to {_named(chore.name)}: {_SAID['not done' if stays else 'done']}."
        case Train():
            who, goal = called(units[chore.unit].name), _named(chore.name)
            stays = ("no train", chore.unit) in befell
            return f"{who} by train to {goal}: {'no train could be taken' if stays else 'done'}."
        case Supply() if chore.carrier >= 0:
            stuck = ("undelivered", chore.carrier) in befell
            came = "not delivered" if stuck else "done"
            return f"Supplies with {called(units[chore.carrier].name)}: {came}."
        case FireMission():
            fired = [gun for gun in chore.guns if st.fired[gun]]
            outcome: Outcome = "not done" if not fired else "done"
            outcome = "partly" if fired and len(fired) < len(chore.guns) else outcome
            return f"Fire on {_named(chore.name)}: {_SAID[outcome]}."
        case Attachment():
            names = [called(units[unit].name) for unit in chore.units]
            return f"{in_short(names)} under {chore.formation}: done."
        case _:
            return ""


_BUILT: Final[Mapping[Code, str]] = {
    "bridged": "done",
    "second bridge": "done",
    "building": "in hand",
    "not built": "not done yet",
}


def _named(name: str) -> str:
    """A place as the sheet has it; figures alone are not read out."""
    return name if name[:1].isalpha() else "the point given"
