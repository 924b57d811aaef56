"""Questions about the air on the map: what is understood, what flies, what became of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bocage.games.opcom.board.position import Position
from bocage.games.opcom.judge.words import Said
from bocage.games.opcom.reports.remarks import SCOUTED, notes_for, said
from bocage.games.opcom.rulebook import R
from bocage.games.opcom.s05_orders import meaning
from bocage.games.opcom.s05_orders.files import SheetError, sheet_from_text
from bocage.games.opcom.s05_orders.knowledge import known_to_team
from bocage.games.opcom.s05_orders.names import Finder
from bocage.games.opcom.s12_air import orders, sorties
from bocage.rules.judge import Answer, CaseError

_SORTIES = tuple(
    R(each)
    for each in (
        *("12.1.a", "12.8.c", "12.11", "12.12", "13.1", "13.2", "reading 4.16", "reading 8.5"),
        *("reading 8.12", "reading 8.19", "reading 8.21", "reading 8.22", "reading 8.23"),
        *("12.13.b", "12.9.a", "reading 8.13", "reading 8.17"),
    )
)
"""What decides who flies, and what is left of him."""
_LANDINGS = tuple(
    R(each)
    for each in (
        *("12.1.a", "12.1.b", "12.6.a", "12.13.b", "12.13.c", "12.13.a", "reading 8.13"),
        *("reading 9.3", "reading 9.5", "reading 9.8", "reading 9.11", "reading 9.13"),
        *("reading 9.14", "reading 8.16", "reading 9.6"),
    )
)
"""What decides how and where troops come down."""
_STATES = ("as ordered", "disturbed", "broken off")


def airlines(_: object, st: Position, words: Sequence[str]) -> Answer:
    """`airlines SEAT SHEET`: the air lines of a sheet as they are understood."""
    seats = [team.seat for team in st.world.teams]
    team = seats.index(words[0])
    try:
        sheet = sheet_from_text(" ".join(words[1:]))
    except SheetError as error:
        raise CaseError(str(error)) from None
    found = meaning.understand(st.world, team, sheet, known_to_team(st, team))
    sky = st.world.sky
    flying = orders.missions(found.chores)
    table: dict[str, Any] = {
        "problems": [each.words for each in found.problems],
        "questions": len(found.questions),
        "missions": [each.mission for each in flying],
        "squadrons": [" ".join(sky.units[u].id for u in each.squadrons) for each in flying],
        "zones": [sky.zones[each.zone].name if each.zone >= 0 else "" for each in flying],
        "where": [each.where for each in flying],
    }
    rules = (R("12.0.a"), R("12.0.c"), R("12.8.c"), R("9.12.f"), R("reading 4.16"))
    return Answer(table, rules)


def zone(_: object, st: Position, words: Sequence[str]) -> Answer:
    """`zone PLACE`: the air zone over a place."""
    found = Finder(st.world, 0, {}).place(" ".join(words))
    if not found.spots:
        raise CaseError(f"there is no place '{' '.join(words)}'.{found.hint}")
    number = st.world.sky.zone_of(found.spots[0].point)
    name = "none" if number < 0 else st.world.sky.zones[number].name
    return Answer(name, (R("12.0.b"),))


def flown(_: object, st: Position, words: Sequence[str]) -> Answer:
    """`flown NAME`: a lift, or `SEAT.LINE`: its mission, squadrons left, how it went."""
    name = Said(words).word("a lift or a line")
    for each in st.sorties:
        if sorties.key(st, each) == name:
            table = {
                "mission": each.mission,
                "flying": each.flying,
                "state": _STATES[each.state],
                "through": each.through,
                "where": each.where,
            }
            return Answer(table, _SORTIES)
    return Answer({"mission": "none"}, _SORTIES)


def squadrons(_: object, st: Position, words: Sequence[str]) -> Answer:
    """`squadrons ID`: how many squadrons or serials of an air unit are left."""
    number = st.world.sky.number.get(words[0])
    if number is None:
        raise CaseError(f"no air unit is called '{words[0]}'")
    return Answer(st.squadrons[number], _SORTIES)


def landed(_: object, st: Position, words: Sequence[str]) -> Answer:
    """`down UNIT`: steps lost, share of movement, and the turn in which a step is back."""
    unit = st.world.unit_names.index(words[0])
    back = [turn for who, turn in st.scattered if who == unit]
    table = {
        "here": "yes" if st.is_here(unit) else "no",
        "steps": st.steps[unit] - st.world.units[unit].unit.start_step,
        "pace": st.pace[unit],
        "back": back[0] if back else 0,
    }
    return Answer(table, _LANDINGS)


def hushed(_: object, st: Position, words: Sequence[str]) -> Answer:
    """`hushed UNIT`: whether flak, a unit or other flak, is suppressed."""
    world = st.world
    fixed = {each.id: len(world.units) + i for i, each in enumerate(world.sky.flak)}
    number = fixed.get(words[0])
    if number is None:
        number = world.unit_names.index(words[0])
    return Answer("yes" if st.hushed[number] else "no", (R("12.9.b"), R("12.13.a")))


def lying(_: object, st: Position, words: Sequence[str]) -> Answer:
    """`lying`: points that lie about in stacks that are no dumps."""
    del words
    first = len(st.world.units) + len(st.world.dumps)
    points = sum(st.held(holder) for holder in range(first, st.world.holders))
    return Answer(points, (R("12.2.b"), R("12.2.c"), R("reading 9.15")))


def pilots(_: object, st: Position, words: Sequence[str]) -> Answer:
    """`pilots SEAT`: what reconnaissance has told a team in this turn, before its report is out."""
    seats = [team.seat for team in st.world.teams]
    team = seats.index(words[0])
    found = [said(st, each) for each in notes_for(st, team) if each.code in SCOUTED]
    parts = ("12.10.type", "12.10.direction", "12.10.size", "12.10.spotted")
    return Answer(found, tuple(R(each) for each in parts))


def supported(_: object, st: Position, words: Sequence[str]) -> Answer:
    """`supported CARD`: the level of close support on a card of a fight."""
    for each in st.cards:
        if each.name == words[0]:
            rules = (R("12.8.b"), R("reading 8.20"), R("reading 4.17"), R("reading 8.11"))
            return Answer(each.value, rules)
    return Answer("none", ())


def site(_: object, st: Position, words: Sequence[str]) -> Answer:
    """`site ZONE`: the ground of a drop zone or airfield, as drops meet it."""
    found = st.world.sky.sites.get(words[0])
    if found is None:
        raise CaseError(f"no drop zone or airfield is called '{words[0]}'")
    return Answer(found.ground, (R("reading 9.1"), R("reading 9.12")))


def travelled(_: object, st: Position, words: Sequence[str]) -> Answer:
    """`travelled UNIT`: whole kilometres that a unit has come in this turn."""
    unit = st.world.unit_names.index(words[0])
    return Answer(st.metres[unit] // 1000, (R("reading 9.7"),))


QUESTIONS = {
    "airlines": airlines,
    "zone": zone,
    "flown": flown,
    "squadrons": squadrons,
    "down": landed,
    "hushed": hushed,
    "lying": lying,
    "pilots": pilots,
    "supported": supported,
    "site": site,
    "travelled": travelled,
}
SAID = {
    "airlines SEAT SHEET": "the air lines of a sheet, written as one line of JSON, as understood",
    "zone PLACE": "the air zone over a place",
    "flown NAME": "a lift, or an air line as SEAT.LINE: what flew and how it went",
    "squadrons ID": "how many squadrons or serials of an air unit are left",
    "down UNIT": "whether a unit has landed, steps lost, movement left, when a step is back",
    "hushed UNIT": "whether flak is suppressed",
    "lying": "supply points that lie about in parked stacks",
    "pilots SEAT": "what reconnaissance has told a team in this turn",
    "site ZONE": "the ground of a drop zone or airfield, as drops meet it",
    "travelled UNIT": "whole kilometres that a unit has come in this turn",
    "supported CARD": "the level of close support of a side of a fight",
}
