"""Questions about a position on the map, and its facts."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import Any, Final

from bocage.engine.rulings import Rule
from bocage.engine.viewers import player
from bocage.games.opcom import views
from bocage.games.opcom.board.position import (
    ACTIONS,
    BLOWN,
    DUE,
    GONE,
    POSTURES,
    QUEUED,
    SAFE,
    TESTED,
    Position,
)
from bocage.games.opcom.board.ways import Point, km_between
from bocage.games.opcom.board.world import FUEL
from bocage.games.opcom.rulebook import R
from bocage.games.opcom.s02_umpiring import cards, hand
from bocage.games.opcom.s05_orders import meaning
from bocage.games.opcom.s05_orders.files import SheetError, sheet_from_text
from bocage.games.opcom.s05_orders.knowledge import known_to_team
from bocage.games.opcom.s05_orders.names import Finder
from bocage.games.opcom.s06_movement import march
from bocage.games.opcom.s10_reports import release
from bocage.games.opcom.s11_supplies import sources
from bocage.games.opcom.words.verbs import GRAMMAR
from bocage.rules.judge import Answer, CaseError


def _unit(st: Position, name: str) -> int:
    return st.world.unit_names.index(name)


def _team(st: Position, name: str) -> int:
    seats = [team.seat for team in st.world.teams]
    if name not in seats:
        raise CaseError(f"'{name}': expected {' or '.join(seats)}")
    return seats.index(name)


def _read(*numbers: str) -> tuple[Rule, ...]:
    """Return the readings for an answer, by number."""
    return tuple(R(f"reading {each}") for each in numbers)


def where(_: object, st: Position, words: Sequence[str]) -> Answer:
    """Answer `where UNIT`: on the map, due or gone."""
    found = {DUE: "due", GONE: "gone"}.get(st.where[_unit(st, words[0])], "here")
    return Answer(found, (R("4.0.d"),))


def near(_: object, st: Position, words: Sequence[str]) -> Answer:
    """Answer `near UNIT UNIT`: whole kilometres between two units."""
    one, other = (_unit(st, name) for name in words[:2])
    rules = [R("6.5.a"), R("6.5.c"), *_read("3.13", "3.22", "4.42", "4.43")]
    if "hq" in (st.world.units[one].arm, st.world.units[other].arm):
        rules = [R("11.0.d"), R("reading 3.21")]
    return Answer(round(st.km(one, other)), tuple(rules))


def _place(st: Position, unit: int, words: Sequence[str]) -> Point:
    found = Finder(st.world, st.world.units[unit].team, {}).place(" ".join(words))
    if not found.spots:
        raise CaseError(f"there is no place '{' '.join(words)}'.{found.hint}")
    return found.spots[0].point


def waters(_: object, st: Position, words: Sequence[str]) -> Answer:
    """Answer `waters UNIT PLACE`: how many waters lie between a unit and a place."""
    unit = _unit(st, words[0])
    met = st.world.ways.waters_met(st.at(unit), _place(st, unit, words[1:]))
    return Answer(len(met), (R("6.3.b"), R("6.3.c"), *_read("3.9", "4.42", "4.33")))


def reached(_: object, st: Position, words: Sequence[str]) -> Answer:
    """Answer `reached UNIT PLACE`: whole kilometres between a unit and a place."""
    unit = _unit(st, words[0])
    km = km_between(st.at(unit), _place(st, unit, words[1:]))
    rules = (
        *(R("6.1.foot"), R("6.6.b"), R("9.13.beaten.back"), R("9.13.limited.retreat")),
        R("9.13.success.retreat"),
    )
    return Answer(round(km), (*rules, R("9.14.1"), R("11.0.d"), *_read(*_REACHED)))


_REACHED: Final = ("3.1", "3.18", "3.21", "4.33", "4.39", "4.42", "4.47")


def clock(_: object, st: Position, words: Sequence[str]) -> Answer:
    """Answer `clock HALF`: the half day, and which hours of its first or second half are night."""
    row = st.world.turn(st.turn)
    hours = "".join("n" if dark else "d" for dark in march.hours(st, int(words[0])))
    table = {"date": str(row.date), "half": row.half, "hours": hours}
    return Answer(table, (R("3.0.c"), R("6.6.a"), R("reading 2.1")))


def understood(_: object, st: Position, words: Sequence[str]) -> Answer:
    """Answer `understood SEAT SHEET`: what Control reads from a sheet, and its questions."""
    team = _team(st, words[0])
    try:
        sheet = sheet_from_text(" ".join(words[1:]))
    except SheetError as error:
        raise CaseError(str(error)) from None
    found = meaning.understand(st.world, team, sheet, known_to_team(st, team))
    table: dict[str, object] = {
        "problems": len(found.problems),
        "questions": len(found.questions),
        "lines": [
            {
                "units": len(line.units),
                "action": ACTIONS[line.action],
                "posture": POSTURES[line.posture],
                "support": len(line.support),
                "ammunition": line.ammo,
                "fuel": line.fuel,
            }
            for line in found.lines
        ],
    }
    rules: list[Rule] = [R("5.0.a"), R("5.1.b"), R("5.1.c")]
    rules += [R("5.0.b")] if found.problems else []
    rules += [R("4.0.e")] if found.questions else []
    return Answer(table, tuple(rules))


def order(_: object, st: Position, words: Sequence[str]) -> Answer:
    """Answer `order SEAT UNIT ACTION WORDS`: what Control reads from the words of an order."""
    team = _team(st, words[0])
    row = {"unit": words[1], "action": words[2], "orders": " ".join(words[3:])}
    known = known_to_team(st, team)
    found = meaning.understand(st.world, team, {"order": [row]}, known)
    line = found.lines[0] if found.lines else None
    table: dict[str, object] = {
        "action": ACTIONS[line.action] if line else "none",
        "goal": line.goal_name if line else "",
        "stands_fast": bool(line and line.stand_fast),
        "questions": len(found.questions),
        "problems": len(found.problems),
    }
    return Answer(table, _read("2.9"))


def fights(_: object, st: Position, words: Sequence[str]) -> Answer:
    """Answer `fights`: the fights of this turn, each with those in it."""
    del words
    found = [card.name for card in st.cards if card.category == "fight"]
    rules = (R("4.0.b"), R("5.2.attack"), R("9.7.4"))
    return Answer(found, (*rules, *_read("3.12", "4.46")))


def card(_: object, st: Position, words: Sequence[str]) -> Answer:
    """Answer `card NAME`: the ruling on a card, who made it, the reason, and its text."""
    for each in st.cards:
        if each.name == words[0]:
            table = {"value": each.value, "by": each.by, "reason": each.reason, "what": each.what}
            cited: tuple[Rule, ...] = getattr(each.rule, "cites", (Rule(each.rule),))
            also = _read("2.7", "4.1", "4.44", "6.5")
            return Answer(table, (*cited, R("2.0.c"), R("9.7.4"), R("9.7.5"), *also))
    raise CaseError(f"there is no card '{words[0]}'")


def fire(_: object, st: Position, words: Sequence[str]) -> Answer:
    """Answer `fire UNIT`: the effect of fire missions on a unit this turn.

    The effect is step, stop, none or no die.
    """
    name = f"{st.turn}.interdiction.{words[0]}."
    counter = f"{st.turn}.counter-battery.{words[0]}"
    rules = (R("9.16.a"), R("9.16.b"), R("9.17.a"), *_read("8.2", "8.3"))
    for each in st.cards:
        if each.name.startswith(name) or each.name == counter:
            cited: tuple[Rule, ...] = getattr(each.rule, "cites", ())
            return Answer(each.value, (*rules, *cited))
    return Answer("no die", rules)


def state(_: object, st: Position, words: Sequence[str]) -> Answer:
    """Answer `state UNIT`: the effectiveness that its team sees."""
    return Answer(release.effectiveness(st, _unit(st, words[0])), (R("10.1"),))


_SENTENCES: Final = re.compile(r"(?<=\.) (?=[A-Z0-9])")


def told(_: object, st: Position, words: Sequence[str]) -> Answer:
    """Answer `told SEAT`: the last report that a team got, sentence by sentence."""
    found = st.told[_team(st, words[0])]
    also = _read("1.6", "10.1", "10.2", "10.3", "10.6", "10.11", "10.13", "10.14")
    rules = (R("4.0.c"), R("10.2"), R("10.3"), R("10.4"), R("10.5"), R("10.6"), *also)
    lines = (*found.report, *found.annex)
    said = [each for line in lines for each in _SENTENCES.split(line)]
    return Answer(said, rules)


def report(_: object, st: Position, words: Sequence[str]) -> Answer:
    """Answer `report SEAT`: the spoken report of a team, without the annex, by sentence."""
    found = st.told[_team(st, words[0])]
    said = [each for line in found.report for each in _SENTENCES.split(line)]
    return Answer(said, _read("10.11", "10.14"))


def prepared(_: object, st: Position, words: Sequence[str]) -> Answer:
    """Answer `prepared UNIT`: whether it has spent the last turn preparing."""
    return Answer("yes" if st.prepared[_unit(st, words[0])] else "no", (R("9.4.d"),))


def stock(_: object, st: Position, words: Sequence[str]) -> Answer:
    """Answer `stock UNIT`, `stock dump N`: ammunition and fuel that lie there."""
    holder = len(st.world.units) + int(words[1]) if words[0] == "dump" else _unit(st, words[0])
    ammo = sum(st.holds(holder, kind) for kind in range(FUEL))
    table = {"ammunition": ammo, "fuel": st.holds(holder, FUEL)}
    return Answer(table, (R("9.5.e"), R("11.1.b"), *_read("1.4", "6.6")))


def supplied(_: object, st: Position, words: Sequence[str]) -> Answer:
    """Answer `supplied UNIT`: how many points of ammunition it could draw now."""
    return Answer(sources.can_draw(st, _unit(st, words[0])), (R("11.0.e"), R("reading 6.14")))


def act(_: object, st: Position, words: Sequence[str]) -> Answer:
    """Answer `act LINE`: the effect of Control's free hand on the stock or bridge that it names."""
    after = st.copy()
    done, _ignored = hand.act_by_hand(after, " ".join(words))
    table: dict[str, object] = {"allowed": "yes" if done else "no"}
    if words[0] == "stock":
        unit = _unit(st, words[1])
        table["ammunition"] = after.holds(unit, st.world.units[unit].ammo)
        return Answer(table, (R("11.0.f"), R("reading 6.11"), *done.rules))
    if words[0] == "bridge":
        table["capacity"] = after.capacity[st.world.bridge_names.index(words[1])]
        return Answer(table, (R("7.3.b"), *done.rules))
    return Answer(table, done.rules)


def sees(_: object, st: Position, words: Sequence[str]) -> Answer:
    """Answer `sees SEAT UNIT`: whether a unit is on the map that a seat is given."""
    seats = [*(team.seat for team in st.world.teams), "Control"]
    if words[0] not in seats:
        raise CaseError(f"'{words[0]}': expected {' or '.join(seats)}")
    seen = views.view(st, player(seats.index(words[0])))
    return Answer("yes" if f'"{words[1]}"' in json.dumps(seen) else "no", (R("2.0.a"),))


def look(st: Position, path: Sequence[str]) -> object:
    """Return a fact: `turn`, `status.UNIT`, `bridge.BRIDGE`, `told.SEAT`."""
    match list(path):
        case ["turn"]:
            return st.turn
        case ["status", name]:
            return st.level(_unit(st, name))
        case ["bridge", name]:
            marks = st.bridges[st.world.bridge_names.index(name)]
            states = ((BLOWN, "blown"), (SAFE, "safe"), (TESTED, "tested"))
            return next((word for mark, word in states if marks & mark), "intact")
        case ["told", name]:
            return st.told[_team(st, name)].turn
        case _:
            known = "turn, status.UNIT, bridge.BRIDGE, told.SEAT"
            raise CaseError(f"there is no such fact; expected one of {known}")


def gone(_: object, st: Position, words: Sequence[str]) -> Answer:
    """Answer `gone UNIT`: whole kilometres that a unit has moved this turn."""
    unit = st.world.unit_names.index(words[0])
    rules = ("3.1", "3.7", "3.9", "3.26", "7.4")
    return Answer(round(st.metres[unit] / 1000), tuple(R(f"reading {each}") for each in rules))


def queued(_: object, st: Position, words: Sequence[str]) -> Answer:
    """Answer `queued UNIT`: whether it waits at a crossing or in a town."""
    unit = st.world.unit_names.index(words[0])
    rules = (R("7.1.a"), R("reading 1.3"), R("reading 3.14"))
    return Answer("yes" if st.has(unit, QUEUED) else "no", rules)


def doing(_: object, st: Position, words: Sequence[str]) -> Answer:
    """Answer `doing UNIT`: the action and posture that it has in this turn."""
    unit = st.world.unit_names.index(words[0])
    table = {"action": ACTIONS[st.action[unit]], "posture": POSTURES[st.posture[unit]]}
    return Answer(table, _read("2.2", "3.25"))


def default(_: object, st: Position, words: Sequence[str]) -> Answer:
    """Answer `default`: the answer used if none comes in time."""
    del words
    top: Any = st.stack[-1] if st.stack else None
    if top is None or not hasattr(top, "default"):
        raise CaseError("no player has to answer anything now")
    return Answer(GRAMMAR.say(top.default(st, top.seat)), (R("reading 2.4"),))


def knows(_: object, st: Position, words: Sequence[str]) -> Answer:
    """Answer `knows SEAT BRIDGE`: the capacity that a team was told, or nothing."""
    seats = [team.seat for team in st.world.teams]
    if words[0] not in seats:
        raise CaseError(f"'{words[0]}': expected {' or '.join(seats)}")
    name = st.world.crossings[st.world.bridge_names.index(words[1])].name
    told = st.told[seats.index(words[0])].crossings
    known = [each.capacity for each in told if each.name == name]
    return Answer(known[0] if known else "nothing", (R("7.3.a"), R("reading 10.7")))


def reported(_: object, st: Position, words: Sequence[str]) -> Answer:
    """Answer `reported UNIT`: where its team was last told that it is."""
    unit = st.world.unit_names.index(words[0])
    told = st.told[st.world.units[unit].team].units
    where = [each.at for each in told if each.id == words[0]]
    return Answer(where[0] if where else "nowhere", _read("10.4", "10.12"))


def jams(_: object, st: Position, words: Sequence[str]) -> Answer:
    """Answer `jams`: unit points of retired units that block roads next turn."""
    del words
    return Answer(sum(st.jams), (R("reading 3.20"),))


def overruled(_: object, st: Position, words: Sequence[str]) -> Answer:
    """Answer `overruled`: how many rulings Control has changed, by the team concerned."""
    del words
    return Answer(cards.totals(st), (R("reading 10.8"),))
