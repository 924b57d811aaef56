"""The result of each order on the sheet, for the team to read (5.1)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, Final

from bocage.games.opcom.board.position import (
    ACTIONS,
    ATTACKED,
    MOVED,
    POSTURES,
    REST,
    RETREATED,
    Position,
)
from bocage.games.opcom.board.ways import km_between
from bocage.games.opcom.pieces.flights import BROKEN_OFF
from bocage.games.opcom.pieces.orders import (
    Attachment,
    BlockShip,
    Bombardment,
    Chore,
    Construction,
    CounterFire,
    Cratering,
    Demolition,
    Dispatch,
    Diversion,
    DumpMove,
    FireMission,
    Line,
    Mission,
    Sail,
    ShipStrike,
    Supply,
    Train,
)
from bocage.games.opcom.pieces.told import OrderFact, Outcome
from bocage.games.opcom.s05_orders.rest import is_resting
from bocage.games.opcom.s06_movement.contact import Near, in_contact
from bocage.games.opcom.s10_reports.notes import Code, Note
from bocage.games.opcom.s10_reports.speech import called, in_short, in_words, sentence
from bocage.games.opcom.s10_reports.touch import known_at
from bocage.games.opcom.s14_sea.state import ON_ITS_WAY, THERE, TURNED_BACK
from bocage.games.opcom.words.places import crossing_named, is_name

_MOST_LINES: Final = 99
"""The highest line number that a team can write; orders from the turn before have higher ones."""
_WHY: Final[Mapping[Code, str]] = {
    "captured": "they are lost",
    "no fuel": "no fuel came up",
    "no ammunition": "no ammunition came up",
    "allotment used": "the ammunition allotted was used",
    "out of reach": "the ammunition was too far back",
    "too late": "they came up too late in the day",
    "only holds": "they cannot attack",
    "attacked twice": "they could attack no more that day",
    "stopped": "the enemy stopped them",
    "got away": "the enemy got away",
    "queues": "the road was full",
    "no way": "there was no way",
    "bridge down": "a bridge was down",
    "detour": "the way round was too long to set off unasked",
    "no train": "no train could be taken",
    "on railway": "they were held up on the railway",
    "shelled": "they were held up by fire",
}
"""Reasons for an order that failed; the first one noted for any of the units counts."""


def answers(st: Position, team: int) -> list[OrderFact]:
    """Return every line of a team's sheet, with its result."""
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
    why = _why(st, line, set(line.units) - set(done))
    names = [called(st.world.units[unit].name) for unit in line.units]
    goal = line.goal_name if is_name(line.goal_name) else ""
    action = POSTURES[REST] if line.posture == REST else ACTIONS[line.action]
    return OrderFact(line.number, in_short(names), action, goal, outcome, why)


def _why(st: Position, line: Line, missing: Collection[int]) -> str:
    """Return the reason of some units of a line that did not carry it out."""
    codes = [note.code for note in st.notes if note.team == line.team and note.unit in missing]
    if "captured" not in codes:
        if line.posture == REST:
            return "their rest was disturbed"
        if ACTIONS[line.action] in _DISTURBED:
            return _DISTURBED[ACTIONS[line.action]]
    plain = "they are still on the way" if any(st.has(u, MOVED) for u in line.units) else ""
    if line.follow >= 0:
        plain = f"they are not up with {called(st.world.units[line.follow].name)}"
    if ACTIONS[line.action] in ("attack", "breakthrough", "probe"):
        plain = "they did not come up to the enemy"
    return next((words for code, words in _WHY.items() if code in codes), plain)


_DISTURBED: Final[Mapping[str, str]] = {
    "hold": "they were driven back",
    "prepare": "they had to fight instead",
}
"""Reasons of units that were to stay where they are."""


def _is_done(st: Position, line: Line, unit: int) -> bool:
    """Return whether a unit carried out its line: it attacked, reached its goal, or was not
    disturbed where it was to stay.
    """
    action = ACTIONS[line.action]
    befell = {note.code for note in st.notes if note.unit == unit}
    if line.posture == REST:
        return is_resting(st, unit)
    if action in ("attack", "breakthrough"):
        return st.has(unit, ATTACKED) or "found empty" in befell
    if line.follow >= 0:
        return st.is_here(line.follow) and st.km(unit, line.follow) <= st.figures.reports.follows
    if action == "prepare":
        return bool(st.prepared[unit])
    if action == "hold" or not line.goal:
        return not st.has(unit, RETREATED)
    there = (line.goal[0], line.goal[1])
    if km_between(known_at(st, unit), there) <= st.figures.reports.reached:
        return True
    return action == "probe" and ("met" in befell or bool(in_contact(st, unit, Near.of(st))))


_SAID: Final[Mapping[Outcome, str]] = {
    "done": "done",
    "partly": "done in part",
    "not done": "not done yet",
    "lost": "they are lost",
}


def answered(fact: OrderFact) -> str:
    """Return the answer: `Line two, 2nd Irish Guards and one other, attack Valkenswaard: done.`"""
    goal = f" {'to ' if fact.action == 'move' else ''}{fact.goal}" if fact.goal else ""
    why = f"; {fact.why}" if fact.why and fact.outcome in ("partly", "not done") else ""
    stays = fact.outcome == "not done" and fact.action in ("hold", "prepare", "rest")
    said = "not done" if stays else _SAID[fact.outcome]
    return f"Line {in_words(fact.number)}, {fact.who}, {fact.action}{goal}: {said}{why}."


def told_answers(st: Position, team: int) -> list[str]:
    """Return the answers as a part of the annex; empty for a team without orders."""
    found = [sentence(answered(each)) for each in answers(st, team)]
    found += [sentence(each) for each in dict.fromkeys(chore_answers(st, team))]
    return [f"Your orders. {' '.join(found)}"] if found else []


def chore_answers(st: Position, team: int) -> list[str]:
    """Return the results of the other lines: bridges, dumps, trains, columns, guns, aircraft,
    ships.

    They say only what the team can know. It can't know whether a message came, or what bombs hit.
    """
    own = [each for each in st.notes if each.team == team]
    return [_chore_answer(st, chore, own) for chore in st.chores if chore.team == team]


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
        case Supply():
            return f"Supplies to {_holder(st, chore.target)}: handed over, if there were any."
        case FireMission():
            fired = [gun for gun in chore.guns if st.fired[gun]]
            outcome: Outcome = "not done" if not fired else "done"
            outcome = "partly" if fired and len(fired) < len(chore.guns) else outcome
            return f"Fire on {_named(chore.name)}: {_SAID[outcome]}."
        case Attachment():
            names = [called(units[unit].name) for unit in chore.units]
            return f"{in_short(names)} under {chore.formation}: done."
        case CounterFire():
            names = [called(units[gun].name) for gun in chore.guns]
            shot = any(("ammo", gun) in befell for gun in chore.guns)
            said = "they found enemy guns and fired" if shot else "they found no enemy guns"
            return f"{in_short(names)} on counter-battery: {said}."
        case Dispatch():
            return f"Message to {st.world.teams[chore.to].name} by {chore.by}: sent."
        case Mission():
            return f"{_flight_named(st, chore)}: {_flown(st, chore, notes)}."
        case _:
            return f"{_SEA_LINES[type(chore)](st, chore)}."


_BUILT: Final[Mapping[Code, str]] = {
    "bridged": "done",
    "second bridge": "done",
    "building": "in hand",
    "not built": "not done yet",
}


def _named(name: str) -> str:
    """Return a place as on the sheet; grid references and coordinates are not read out."""
    return name if is_name(name) else "the point given"


def _holder(st: Position, holder: int) -> str:
    units, dumps = st.world.units, st.world.dumps
    if 0 <= holder < len(units):
        return called(units[holder].name)
    dump = holder - len(units)
    return dumps[dump].name if 0 <= dump < len(dumps) else "the stack"


# In the air ------------------------------------------------------------------------------


def _flight_named(st: Position, line: Mission) -> str:
    """Return a flight: `Lift L-501 to DZ A`, or `182 Squadron and two others, bombing Best`."""
    sky = st.world.sky
    where = f" {line.where}" if is_name(line.where) else ""
    if line.lift >= 0 and not line.squadrons:
        return f"Lift {sky.lifts[line.lift].id}{where}"
    names = [sky.units[each].name for each in line.squadrons]
    return f"{in_short(names)}, {line.mission}{where}"


def _flown(st: Position, line: Mission, notes: Sequence[Note]) -> str:
    if line.mission == "hold":
        return "held back"
    if line.lift >= 0 and not line.squadrons:
        return _lift_flown(st, line, notes)
    sorties = [each for each in st.sorties if (each.team, each.line) == (line.team, line.number)]
    stayed = [n for n in notes if n.code == "did not fly" and n.name == line.mission]
    named = {st.world.sky.units[each].name for each in line.squadrons}
    why = next((n.parts[0] for n in stayed if named & set(n.parts[1:])), "")
    if not sorties:
        return f"did not fly; {why}" if why else "did not fly"
    flew = sorties[0]
    if not flew.flying or flew.state == BROKEN_OFF:
        return "turned back by the enemy"
    if any(n.code == "too near to bomb" and n.parts[0] == flew.where for n in notes):
        return "they did not bomb; our own troops were too near"
    if line.mission == "recce":
        zone = st.world.sky.zones[flew.zone].name
        blank = any(n.code == "scouted nothing" and n.name == zone for n in notes)
        return "flown; nothing was seen" if blank else "flown; see the sightings"
    if line.mission == "close support" and not flew.asked:
        return "flown; nobody on the ground called for them"
    return f"flown in part; {why}" if why else "flown"


def _lift_flown(st: Position, line: Mission, notes: Sequence[Note]) -> str:
    lift = st.world.sky.lifts[line.lift].id
    waits = next((n.parts[1] for n in notes if n.code == "lift waits" and n.name == lift), "")
    if waits:
        return f"waits; {waits}"
    if any(n.code == "lift given up" and n.name == lift for n in notes):
        return "given up"
    if not any((each.lift, each.mission) == (line.lift, line.mission) for each in st.sorties):
        return "did not fly"
    short = any(n.code == "lift short" and n.name == lift for n in notes)
    return "flown, with a part of its load" if short else "flown"


# At sea ----------------------------------------------------------------------------------


def _sailed(st: Position, line: Sail) -> str:
    name, zone = _fleet(st, line.fleet), st.world.pack.area(line.zone).name
    if st.sea.zones[line.fleet] == line.zone:
        return f"{name} to {zone}: on station"
    state = st.sea.fleets[line.fleet]
    said = {THERE: "at sea; it takes up its station when it is ordered again"}
    said |= {ON_ITS_WAY: "on its way", TURNED_BACK: "driven off"}
    return f"{name} to {zone}: {said.get(state, 'it did not sail; it is too late for it')}"


def _bombarded(st: Position, line: Bombardment) -> str:
    done = st.sea.fleets[line.fleet] == THERE
    said = _SAID["done"] if done else "not done; the fleet is not at sea"
    return f"{_fleet(st, line.fleet)}, bombard {_named(line.name)}: {said}"


def _diverted(st: Position, line: Diversion) -> str:
    sea = st.world.data.sea
    convoy, beach = sea.convoys[line.convoy].name, _beach(st, line.beach)
    done = st.sea.beaches[line.convoy] == line.beach
    return f"{convoy} to {beach}: {_SAID['done' if done else 'not done']}"


def _struck(st: Position, line: ShipStrike) -> str:
    sky = st.world.sky
    names = [sky.units[each].name for each in line.squadrons]
    fly = any(st.squadrons[each] for each in line.squadrons)
    zone = st.world.pack.area(line.zone).name
    said = "they stood by for ships there" if fly else "nothing of them is left to fly"
    return f"{in_short(names)}, strike at ships in {zone}: {said}"


def _blocked(st: Position, line: BlockShip) -> str:
    done = bool(st.sea.blocked[line.port])
    return f"Block-ships in {_beach(st, line.port)}: {_SAID['done' if done else 'not done']}"


def _cratered(st: Position, line: Cratering) -> str:
    done = line.area in st.sea.craters
    name = st.world.pack.area(line.area).name
    return f"The runways of {name}: {'blown up' if done else _SAID['not done']}"


def _fleet(st: Position, fleet: int) -> str:
    return st.world.data.sea.fleets[fleet].name


def _beach(st: Position, beach: int) -> str:
    return st.world.pack.place(st.world.data.sea.beaches[beach].id).name


_SEA_LINES: Final[Mapping[type, Callable[[Position, Any], str]]] = {
    Sail: _sailed,
    Bombardment: _bombarded,
    Diversion: _diverted,
    ShipStrike: _struck,
    BlockShip: _blocked,
    Cratering: _cratered,
}
