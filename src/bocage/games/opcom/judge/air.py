"""Questions about the air: the arithmetic at the desk, the flights and their results on the map."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bocage.engine.rulings import Rule
from bocage.games.opcom import s13_air_combat as dogfights
from bocage.games.opcom.board.position import Position
from bocage.games.opcom.board.tables import tables
from bocage.games.opcom.judge.desk import Desk
from bocage.games.opcom.judge.words import Said, ruled
from bocage.games.opcom.rulebook import R
from bocage.games.opcom.s05_orders import meaning
from bocage.games.opcom.s05_orders.files import SheetError, sheet_from_text
from bocage.games.opcom.s05_orders.knowledge import known_to_team
from bocage.games.opcom.s05_orders.names import Finder
from bocage.games.opcom.s10_reports.remarks import SCOUTED, notes_for, said
from bocage.games.opcom.s12_air import drops, flak, orders, reconnaissance, sorties, supplies
from bocage.rules.judge import Answer, CaseError

_FLAK: Final[tuple[flak.Kind, ...]] = ("heavy", "light")


def send(_: object, __: Desk, words: Sequence[str]) -> Answer:
    """Answer `send POINTS DIE ...`: supply points that arrive. Give a die for each load of ten."""
    said = Said(words)
    flags = {
        name: said.flag(name)
        for name in ("poor", "contested", "fighters", "flak", "airstrip", "afdag")
    }
    points, *dice = (int(each) for each in said.numbers())
    found = supplies.delivered(supplies.Delivery(points, **flags), dice, tables())
    rules: list[Rule] = [R("12.2.table")]
    if len(dice) > 1:
        rules.append(R("reading 6.12"))
    return Answer(found, tuple(rules))


def drop(_: object, __: Desk, words: Sequence[str]) -> Answer:
    """Answer `drop DIE SECOND ...`: how a unit lands: intact, scattered or lost."""
    said = Said(words)
    flags = {name: said.flag(name) for name in ("night", "fighters", "flak", "enemy")}
    first, second = (int(each) for each in said.numbers())
    return Answer(drops.landing(drops.Drop(**flags), first, second, tables()))


def ground(_: object, __: Desk, words: Sequence[str]) -> Answer:
    """Answer `ground GROUND KM`: whether a drop may be made on such ground, so many km across."""
    said = Said(words)
    km = float(said.value("km", "1"))
    name = " ".join(said.rest())
    said.done()
    return ruled(drops.may_drop(name, km, tables()))


def glider(_: object, __: Desk, words: Sequence[str]) -> Answer:
    """Answer `glider DIE`: whether gliders on poor ground lose a step for good."""
    die = int(Said(words).number("a die"))
    rules = (R("12.6.b"), R("reading 9.4"))
    return Answer("lost" if drops.crashes(die) else "intact", rules)


def landed(_: object, __: Desk, words: Sequence[str]) -> Answer:
    """Answer `landed am day`: the share of movement that a unit has in the turn of its drop."""
    said = Said(words)
    half, light = said.one_of("half", ("am", "pm")), said.one_of("light", ("day", "night"))
    row = "morning" if half == "am" else "afternoon"
    share = drops.movement(half, night=light == "night", charts=tables())
    return Answer(str(share), (R(f"12.7.{row}-{light}"),))


def back(_: object, __: Desk, words: Sequence[str]) -> Answer:
    """Answer `regained day`, `regained night DIE`: turns after which a scattered step is back."""
    said = Said(words)
    night = said.one_of("light", ("day", "night")) == "night"
    die = int(said.number("a die")) if night else 0
    rule = R("12.5.c") if night else R("12.4.c")
    return Answer(drops.turns_scattered(night=night, die=die), (rule, R("reading 9.5")))


def fired_at(_: object, __: Desk, words: Sequence[str]) -> Answer:
    """Answer `flak KIND KM DIE` or `flak KIND over KM DIE`.

    The answer is loss, damage, none or `out of reach`.
    """
    said = Said(words)
    kind = said.one_of("a kind", _FLAK)
    over, fighters, hushed = said.flag("over"), said.flag("fighters"), said.flag("suppressed")
    km, die = float(said.number("km")), int(said.number("a die"))
    rules: list[Rule] = [R("12.13.table")]
    if over:
        rules.append(R("reading 8.14"))
    allowed = ruled(flak.may_fire(fighters=fighters, suppressed=hushed))
    if allowed.value == "no":
        return Answer("none", (*rules, *allowed.rules))
    target = flak.drop_column(km, tables())
    if over:
        target = "overflight" if flak.overflown(km, tables()) else None
    found = "out of reach" if target is None else flak.effect(kind, target, die, tables())
    return Answer(found, tuple(rules))


def toll(_: object, __: Desk, words: Sequence[str]) -> Answer:
    """Answer `toll EFFECT ...`: steps that carried units lose, and serials lost."""
    found = flak.toll(Said(words).rest())
    table = {"steps": found.steps, "serials": found.serials(tables())}
    return Answer(table, (R("12.13.loss"), R("12.13.damage"), R("reading 8.15")))


def dogfight(_: object, __: Desk, words: Sequence[str]) -> Answer:
    """Answer `dogfight INTRUDERS OTHERS DIE`: the result and the squadrons that both lose."""
    intruders, others, die = (int(each) for each in Said(words).numbers())
    battle = dogfights.Battle(intruders, others)
    found = dogfights.fight(battle, die, tables())
    table: dict[str, object] = {
        "rolls": "intruders" if battle.intruders_attack else "others",
        "result": found.result,
        "intruders": found.intruders_lost,
        "others": found.others_lost,
        "reports": ["heavy" if each else "light" for each in found.heavy],
    }
    rules = (R("13.3.table"), R("13.3.a"), R("13.3.b"), R("13.3.c"), R("reading 8.9"))
    return Answer(table, (*rules, R("reading 8.8")))


def caught(_: object, __: Desk, words: Sequence[str]) -> Answer:
    """Answer `caught ESCORT FIGHTERS DIE SERIALS`: serials of a stream that fighters put out."""
    said = Said(words)
    bombers = said.flag("bombers")
    escort, fighters, die, serials = (int(each) for each in said.numbers())
    battle = dogfights.Battle(escort, fighters)
    fought = dogfights.fight(battle, die, tables())
    through = dogfights.through(battle, fought, cover=escort > 0)
    lost = dogfights.serials_lost(through, serials, bombers=bombers, charts=tables())
    table = {"through": through, "lost": lost}
    return Answer(table, (R("13.4.a"), R("reading 8.10")))


def seen(_: object, __: Desk, words: Sequence[str]) -> Answer:
    """Answer `seen vehicles moving DIE ...`: the report about a unit."""
    said = Said(words)
    vehicles = said.one_of("what", ("vehicles", "others")) == "vehicles"
    moving = said.one_of("what it does", ("moving", "halted")) == "moving"
    sight = reconnaissance.Sight(
        vehicles, moving, said.flag("covered"), said.flag("built-up"), said.count("crowd", 1)
    )
    found = reconnaissance.seen(
        sight, int(said.number("a die")), weather=said.flag("weather"), charts=tables()
    )
    said.done()
    return Answer(found, (R("12.10.table"), R("reading 8.7")))


QUESTIONS = {
    "send": send,
    "drop": drop,
    "ground": ground,
    "glider": glider,
    "landed": landed,
    "regained": back,
    "flak": fired_at,
    "toll": toll,
    "dogfight": dogfight,
    "caught": caught,
    "seen": seen,
}
SAID = {
    "send POINTS DIE ...": "supply points that arrive of those that are flown in",
    "drop DIE SECOND ...": "how a unit lands: intact, scattered or lost",
    "ground GROUND km=KM": "whether a drop may be made on such ground",
    "glider DIE": "whether gliders on poor ground lose a step for good",
    "landed HALF LIGHT": "the share of its movement that a unit has after a drop",
    "regained LIGHT DIE": "turns after which a scattered step is back",
    "flak KIND KM DIE ...": "what flak does to a serial: over, fighters, suppressed",
    "toll EFFECT ...": "what all the flak of an operation costs",
    "dogfight INTRUDERS OTHERS DIE": "a combat of fighters, and what both lose",
    "caught ESCORT FIGHTERS DIE SERIALS": "what fighters do to a stream of transports or bombers",
    "seen WHAT HOW DIE ...": "what reconnaissance reports of a unit",
}


_SORTIES = tuple(
    R(each)
    for each in (
        *("12.1.a", "12.8.c", "12.11", "12.12", "13.1", "13.2", "reading 4.16", "reading 8.5"),
        *("reading 8.12", "reading 8.19", "reading 8.21", "reading 8.22", "reading 8.23"),
        *("12.13.b", "12.9.a", "reading 8.13", "reading 8.17"),
    )
)
"""The rules that decide who flies, and the losses."""
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
    """Answer `airlines SEAT SHEET`: the air lines of a sheet as they are understood."""
    seats = [team.seat for team in st.world.teams]
    team = seats.index(words[0])
    try:
        sheet = sheet_from_text(" ".join(words[1:]))
    except SheetError as error:
        raise CaseError(str(error)) from None
    found = meaning.understand(st.world, team, sheet, known_to_team(st, team))
    sky = st.world.sky
    flying = orders.missions(found.chores)
    table: dict[str, object] = {
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
    """Answer `zone PLACE`: the air zone over a place."""
    found = Finder(st.world, 0, {}).place(" ".join(words))
    if not found.spots:
        raise CaseError(f"there is no place '{' '.join(words)}'.{found.hint}")
    number = st.world.sky.zone_of(found.spots[0].point)
    name = "none" if number < 0 else st.world.sky.zones[number].name
    return Answer(name, (R("12.0.b"),))


def flown(_: object, st: Position, words: Sequence[str]) -> Answer:
    """Answer `flown NAME`: mission, squadrons left and result of a lift or of `SEAT.LINE`."""
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
    """Answer `squadrons ID`: how many squadrons or serials of an air unit are left."""
    number = st.world.sky.number.get(words[0])
    if number is None:
        raise CaseError(f"there is no air unit '{words[0]}'")
    return Answer(st.squadrons[number], _SORTIES)


def who_landed(_: object, st: Position, words: Sequence[str]) -> Answer:
    """Answer `down UNIT`: steps lost, share of movement, and the turn in which a step is back."""
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
    """Answer `hushed UNIT`: whether a flak unit or other flak is suppressed."""
    world = st.world
    fixed = {each.id: len(world.units) + i for i, each in enumerate(world.sky.flak)}
    number = fixed.get(words[0])
    if number is None:
        number = world.unit_names.index(words[0])
    return Answer("yes" if st.hushed[number] else "no", (R("12.9.b"), R("12.13.a")))


def lying(_: object, st: Position, words: Sequence[str]) -> Answer:
    """Answer `lying`: points in stacks that are not dumps."""
    del words
    first = len(st.world.units) + len(st.world.dumps)
    points = sum(st.held(holder) for holder in range(first, st.world.holders))
    return Answer(points, (R("12.2.b"), R("12.2.c"), R("reading 9.15")))


def pilots(_: object, st: Position, words: Sequence[str]) -> Answer:
    """Answer `pilots SEAT`: the news of reconnaissance this turn, before the team's report."""
    seats = [team.seat for team in st.world.teams]
    team = seats.index(words[0])
    found = [said(st, each) for each in notes_for(st, team) if each.code in SCOUTED]
    parts = ("12.10.type", "12.10.direction", "12.10.size", "12.10.spotted")
    return Answer(found, tuple(R(each) for each in parts))


def supported(_: object, st: Position, words: Sequence[str]) -> Answer:
    """Answer `supported CARD`: the level of close support on a card of a fight."""
    for each in st.cards:
        if each.name == words[0]:
            rules = (R("12.8.b"), R("reading 8.20"), R("reading 4.17"), R("reading 8.11"))
            return Answer(each.value, rules)
    return Answer("none", ())


def site(_: object, st: Position, words: Sequence[str]) -> Answer:
    """Answer `site ZONE`: the ground of a drop zone or airfield, for drops."""
    found = st.world.sky.sites.get(words[0])
    if found is None:
        raise CaseError(f"there is no drop zone or airfield '{words[0]}'")
    return Answer(found.ground, (R("reading 9.1"), R("reading 9.12")))


def travelled(_: object, st: Position, words: Sequence[str]) -> Answer:
    """Answer `travelled UNIT`: whole kilometres that a unit has moved this turn."""
    unit = st.world.unit_names.index(words[0])
    return Answer(st.metres[unit] // 1000, (R("reading 9.7"),))


ON_MAP = {
    "airlines": airlines,
    "zone": zone,
    "flown": flown,
    "squadrons": squadrons,
    "down": who_landed,
    "hushed": hushed,
    "lying": lying,
    "pilots": pilots,
    "supported": supported,
    "site": site,
    "travelled": travelled,
}
SAID_ON_MAP = {
    "airlines SEAT SHEET": "the air lines of a sheet, written as one line of JSON, as understood",
    "zone PLACE": "the air zone over a place",
    "flown NAME": "a lift, or an air line as SEAT.LINE: what flew and how it went",
    "squadrons ID": "how many squadrons or serials of an air unit are left",
    "down UNIT": "whether a unit has landed, steps lost, movement left, when a step is back",
    "hushed UNIT": "whether flak is suppressed",
    "lying": "supply points in parked stacks",
    "pilots SEAT": "what reconnaissance has told a team in this turn",
    "site ZONE": "the ground of a drop zone or airfield, as drops count it",
    "travelled UNIT": "whole kilometres that a unit has moved in this turn",
    "supported CARD": "the level of close support of a side of a fight",
}
