"""Questions about the air on a desk: resupply, drops, flak, fighters, reconnaissance."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

from bocage.engine.rulings import Rule
from bocage.games.opcom import s13_air_combat as dogfights
from bocage.games.opcom.judge.desk import Desk
from bocage.games.opcom.judge.words import Said, ruled
from bocage.games.opcom.rulebook import R
from bocage.games.opcom.s12_air import drops, flak, reconnaissance, supplies
from bocage.rules.judge import Answer


def send(_: object, __: Desk, words: Sequence[str]) -> Answer:
    """`send POINTS DIE ...`: supply points that arrive; a die for each load of ten."""
    said = Said(words)
    flags = {
        name: said.flag(name)
        for name in ("poor", "contested", "fighters", "flak", "airstrip", "afdag")
    }
    points, *dice = (int(each) for each in said.numbers())
    found = supplies.delivered(supplies.Delivery(points, **flags), dice)
    rules: list[Rule] = [R("12.2.table")]
    if len(dice) > 1:
        rules.append(R("reading 6.12"))
    return Answer(found, tuple(rules))


def drop(_: object, __: Desk, words: Sequence[str]) -> Answer:
    """`drop DIE SECOND ...`: how a unit lands: intact, scattered or lost."""
    said = Said(words)
    flags = {name: said.flag(name) for name in ("night", "fighters", "flak", "enemy")}
    first, second = (int(each) for each in said.numbers())
    return Answer(drops.landing(drops.Drop(**flags), first, second))


def ground(_: object, __: Desk, words: Sequence[str]) -> Answer:
    """`ground GROUND KM`: whether a drop may be made on such ground, so many km across."""
    said = Said(words)
    km = float(said.value("km", "1"))
    name = " ".join(said.rest())
    said.done()
    return ruled(drops.may_drop(name, km))


def glider(_: object, __: Desk, words: Sequence[str]) -> Answer:
    """`glider DIE`: whether gliders on poor ground lose a step for good."""
    die = int(Said(words).number("a die"))
    rules = (R("12.6.b"), R("reading 9.4"))
    return Answer("lost" if drops.crashes(die) else "intact", rules)


def landed(_: object, __: Desk, words: Sequence[str]) -> Answer:
    """`landed am day`: the share of its movement that a unit has in the turn of its drop."""
    said = Said(words)
    half, light = said.word("half", ("am", "pm")), said.word("light", ("day", "night"))
    row = "morning" if half == "am" else "afternoon"
    share = drops.movement(half, night=light == "night")
    return Answer(str(share), (R(f"12.7.{row}-{light}"),))


def back(_: object, __: Desk, words: Sequence[str]) -> Answer:
    """`regained day`, `regained night DIE`: turns after which a scattered step is back."""
    said = Said(words)
    night = said.word("light", ("day", "night")) == "night"
    die = int(said.number("a die")) if night else 0
    rule = R("12.5.c") if night else R("12.4.c")
    return Answer(drops.turns_scattered(night=night, die=die), (rule, R("reading 9.5")))


def fired_at(_: object, __: Desk, words: Sequence[str]) -> Answer:
    """`flak KIND KM DIE`, `flak KIND over KM DIE`: loss, damage or none; `out of reach`."""
    said = Said(words)
    kind = cast("flak.Kind", said.word("a kind", ("heavy", "light")))
    over, fighters, hushed = said.flag("over"), said.flag("fighters"), said.flag("suppressed")
    km, die = float(said.number("km")), int(said.number("a die"))
    rules: list[Rule] = [R("12.13.table")]
    if over:
        rules.append(R("reading 8.14"))
    allowed = ruled(flak.may_fire(fighters=fighters, suppressed=hushed))
    if allowed.value == "no":
        return Answer("none", (*rules, *allowed.rules))
    target: Any = flak.drop_column(km)
    if over:
        target = "overflight" if flak.overflown(km) else None
    found = "out of reach" if target is None else flak.effect(kind, target, die)
    return Answer(found, tuple(rules))


def toll(_: object, __: Desk, words: Sequence[str]) -> Answer:
    """`toll EFFECT ...`: steps that carried units lose, and serials lost."""
    found = flak.toll(Said(words).rest())
    table = {"steps": found.steps, "serials": found.serials()}
    return Answer(table, (R("12.13.loss"), R("12.13.damage"), R("reading 8.15")))


def dogfight(_: object, __: Desk, words: Sequence[str]) -> Answer:
    """`dogfight INTRUDERS OTHERS DIE`: the result and the squadrons that both lose."""
    intruders, others, die = (int(each) for each in Said(words).numbers())
    battle = dogfights.Battle(intruders, others)
    found = dogfights.fight(battle, die)
    table: dict[str, Any] = {
        "rolls": "intruders" if battle.intruders_attack else "others",
        "result": found.result,
        "intruders": found.intruders_lost,
        "others": found.others_lost,
        "reports": ["heavy" if each else "light" for each in found.heavy],
    }
    rules = (R("13.3.table"), R("13.3.a"), R("13.3.b"), R("13.3.c"), R("reading 8.9"))
    return Answer(table, (*rules, R("reading 8.8")))


def caught(_: object, __: Desk, words: Sequence[str]) -> Answer:
    """`caught ESCORT FIGHTERS DIE SERIALS`: serials of a stream that fighters put out."""
    said = Said(words)
    bombers = said.flag("bombers")
    escort, fighters, die, serials = (int(each) for each in said.numbers())
    battle = dogfights.Battle(escort, fighters)
    fought = dogfights.fight(battle, die)
    through = dogfights.through(battle, fought, cover=escort > 0)
    lost = dogfights.serials_lost(through, serials, bombers=bombers)
    table = {"through": through, "lost": lost}
    return Answer(table, (R("13.4.a"), R("reading 8.10")))


def seen(_: object, __: Desk, words: Sequence[str]) -> Answer:
    """`seen vehicles moving DIE ...`: what is reported of a unit."""
    said = Said(words)
    vehicles = said.word("what", ("vehicles", "others")) == "vehicles"
    moving = said.word("what it does", ("moving", "halted")) == "moving"
    sight = reconnaissance.Sight(
        vehicles, moving, said.flag("covered"), said.flag("built-up"), said.count("crowd", 1)
    )
    found = reconnaissance.seen(sight, int(said.number("a die")), weather=said.flag("weather"))
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
