"""Questions about what a turn has made of a position: who has gone how far, waits, knows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bocage.games.opcom.control import counting
from bocage.games.opcom.control.knowledge import told_to
from bocage.games.opcom.control.verbs import GRAMMAR
from bocage.games.opcom.position import ACTIONS, POSTURES, QUEUED, Position
from bocage.games.opcom.rulebook import R
from bocage.rules.judge import Answer, CaseError


def gone(_: object, st: Position, words: Sequence[str]) -> Answer:
    """`gone UNIT`: whole kilometres that it has come in this turn."""
    unit = st.world.unit_names.index(words[0])
    rules = ("3.1", "3.7", "7.4")
    return Answer(round(st.metres[unit] / 1000), tuple(R(f"reading {each}") for each in rules))


def queued(_: object, st: Position, words: Sequence[str]) -> Answer:
    """`queued UNIT`: whether it waits at a crossing or in a town."""
    unit = st.world.unit_names.index(words[0])
    rules = (R("7.1.a"), R("reading 1.3"), R("reading 3.14"))
    return Answer("yes" if st.has(unit, QUEUED) else "no", rules)


def doing(_: object, st: Position, words: Sequence[str]) -> Answer:
    """`doing UNIT`: the action and posture that it has in this turn."""
    unit = st.world.unit_names.index(words[0])
    table = {"action": ACTIONS[st.action[unit]], "posture": POSTURES[st.posture[unit]]}
    return Answer(table, (R("reading 2.2"),))


def default(_: object, st: Position, words: Sequence[str]) -> Answer:
    """`default`: what is taken if whoever is asked does not answer in time."""
    del words
    top: Any = st.stack[-1] if st.stack else None
    if top is None or not hasattr(top, "default"):
        raise CaseError("nobody is asked anything")
    return Answer(GRAMMAR.say(top.default(st, top.seat)), (R("reading 2.4"),))


def knows(_: object, st: Position, words: Sequence[str]) -> Answer:
    """`knows SEAT BRIDGE`: the capacity that a team was told, or nothing."""
    seats = [team.seat for team in st.world.teams]
    if words[0] not in seats:
        raise CaseError(f"'{words[0]}': expected {' or '.join(seats)}")
    name = st.world.crossings[st.world.bridge_names.index(words[1])].name
    told = told_to(st, seats.index(words[0])).get("crossings", ())
    known = [each["capacity"] for each in told if each["name"] == name]
    return Answer(known[0] if known else "nothing", (R("7.3.a"), R("reading 10.7")))


def reported(_: object, st: Position, words: Sequence[str]) -> Answer:
    """`reported UNIT`: where its team was last told that it is."""
    unit = st.world.unit_names.index(words[0])
    told = told_to(st, st.world.units[unit].team).get("units", ())
    where = [each["at"] for each in told if each["id"] == words[0]]
    return Answer(where[0] if where else "nowhere", (R("reading 10.4"),))


def jams(_: object, st: Position, words: Sequence[str]) -> Answer:
    """`jams`: unit points on roads that those who retired will be in the way with next turn."""
    del words
    return Answer(sum(st.jams), (R("reading 3.20"),))


def overruled(_: object, st: Position, words: Sequence[str]) -> Answer:
    """`overruled`: how many rulings Control has changed, by the team that they were about."""
    del words
    return Answer(counting.totals(st), (R("reading 10.8"),))
