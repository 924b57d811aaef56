"""Questions about marches, water, trains, traffic, bridges, fire, supplies, house figures."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Final, Literal, cast, get_args

from bocage.engine.rulings import Rule
from bocage.games.opcom import s07_traffic as traffic
from bocage.games.opcom import s08_bridges as demolition
from bocage.games.opcom.board import capacity
from bocage.games.opcom.board.position import BLOWN, SAFE, TESTED
from bocage.games.opcom.board.tables import tables
from bocage.games.opcom.judge.desk import Desk, fight_of, gun_of, profile
from bocage.games.opcom.judge.marches import Leg, March, left_of, used_by
from bocage.games.opcom.judge.words import Said, plain, ruled
from bocage.games.opcom.pieces.profiles import Arm, arm_of
from bocage.games.opcom.rulebook import R
from bocage.games.opcom.s05_orders import rest as recovery
from bocage.games.opcom.s06_movement import rail, rates
from bocage.games.opcom.s06_movement import water as crossings
from bocage.games.opcom.s09_combat import fire_missions, ineffective, retreats
from bocage.games.opcom.s11_supplies import use
from bocage.games.opcom.s12_air import flak, landing
from bocage.maps.vocabulary import CROSSINGS
from bocage.rules.judge import Answer, CaseError
from bocage.rules.layouts import one_of

_MOBILITIES: Final[tuple[rates.Mobility, ...]] = get_args(rates.Mobility)
_GROUNDS: Final[tuple[rates.Ground, ...]] = get_args(rates.Ground)
_PACES: Final[tuple[rates.Pace, ...]] = get_args(rates.Pace)
_WATERS: Final[tuple[crossings.Water, ...]] = get_args(crossings.Water)
_CLASSES: Final[tuple[crossings.BridgeClass, ...]] = ("light", "heavy")
_BRIDGES: Final = {"untested": 0, "tested": TESTED, "safe": TESTED | SAFE, "blown": TESTED | BLOWN}
_SIDES: Final[tuple[Literal["attacker", "defender"], ...]] = ("attacker", "defender")
_RESTING: Final[tuple[Arm, ...]] = ("infantry", "tank", "recce")


def march(_: object, __: Desk, words: Sequence[str]) -> Answer:
    """Answer `march MOBILITY GROUND PACE 6.4 9.8:lanes,fire ...`: the part of the turn left."""
    said = Said(words)
    mobility, going, pace = _going(said)
    crossing, closing = said.count("crossings"), Fraction(said.value("closing", "0"))
    attacks = said.flag("attacks")
    legs = tuple(_leg(word) for word in said.rest())
    asked = March(mobility, going, pace, legs, crossing, attacks, closing)
    said.done()
    arrives = rates.may_march(used_by(asked, tables()))
    table = {"left": plain(left_of(asked, tables())), "arrives": bool(arrives)}
    return Answer(table, arrives.rules)


def _going(said: Said) -> tuple[rates.Mobility, rates.Ground, rates.Pace]:
    """Return mobility, ground and pace after checking them."""
    return (
        said.one_of("mobility", _MOBILITIES),
        said.one_of("ground", _GROUNDS),
        said.one_of("pace", _PACES),
    )


def _leg(word: str) -> Leg:
    km, _, delays = word.partition(":")
    named = [each for each in delays.split(",") if each]
    wrong = [each for each in named if each not in rates.DELAYS]
    if wrong:
        raise CaseError(f"'{wrong[0]}': expected {' or '.join(rates.DELAYS)}")
    return Leg(Fraction(km), tuple(cast("list[rates.Delay]", named)))


def night(_: object, __: Desk, words: Sequence[str]) -> Answer:
    """Answer `night MOBILITY GROUND PACE`: the most that a unit can move by night."""
    return Answer(
        plain(rates.rate(*_going(Said(words)), charts=tables()) * rates.by_night(tables()))
    )


def passing(_: object, __: Desk, words: Sequence[str]) -> Answer:
    """Answer `pass open|close day|night`: how near an enemy may be passed."""
    said = Said(words)
    close = said.one_of("ground", ("open", "close")) == "close"
    dark = said.one_of("time", ("day", "night")) == "night"
    return Answer(rates.passing_km(close=close, night=dark, charts=tables()))


def wade(_: object, __: Desk, words: Sequence[str]) -> Answer:
    """Answer `wade MOBILITY WATER`: whether a unit crosses where there is no bridge."""
    said = Said(words)
    mobility = said.one_of("mobility", _MOBILITIES)
    water = said.one_of("water", _WATERS)
    allowing = {"stream": (R("6.3.a"),), "minor": (R("6.3.c"),)}.get(water, ())
    return ruled(
        crossings.may_wade(0, mobility, water, boats=said.flag("boats"), charts=tables()), *allowing
    )


def bears(_: object, __: Desk, words: Sequence[str]) -> Answer:
    """Answer `bears light|heavy PROFILE`: whether a bridge bears a unit."""
    said = Said(words)
    kind = said.one_of("class", _CLASSES)
    unit = profile(said.word("a profile"))
    strict = said.flag("strict")
    ruling = crossings.may_use_bridge(0, arm_of(unit), unit.mobility, kind, extended=not strict)
    allowing = (R("6.3.heavy"),) if kind == "heavy" else ()
    return ruled(ruling, *allowing)


def train(_: object, __: Desk, words: Sequence[str]) -> Answer:
    """Answer `train infantry|vehicles`: half turns from boarding to leaving."""
    said = Said(words)
    vehicles = said.one_of("unit", ("infantry", "vehicles")) == "vehicles"
    found = rail.journey(vehicles=vehicles, charts=tables())
    return Answer(int(found.total(rail.HALF_TURNS)))


def board(_: object, __: Desk, words: Sequence[str]) -> Answer:
    """Answer `board town|field POINTS LIFT`: whether a unit boards a train."""
    said = Said(words)
    town = said.one_of("place", ("town", "field")) == "town"
    points, lift = int(said.number("points")), int(said.number("lift"))
    enemy = float(Fraction(said.value("enemy", "99")))
    return ruled(
        rail.may_embark(0, at_town=town, points=points, lift=lift, enemy_km=enemy, charts=tables())
    )


def alight(_: object, __: Desk, words: Sequence[str]) -> Answer:
    """Answer `alight infantry|vehicles town|field`: whether a unit leaves a train."""
    said = Said(words)
    vehicles = said.one_of("unit", ("infantry", "vehicles")) == "vehicles"
    town = said.one_of("place", ("town", "field")) == "town"
    enemy = float(Fraction(said.value("enemy", "99")))
    return ruled(
        rail.may_leave_train(0, vehicles=vehicles, at_town=town, enemy_km=enemy, charts=tables())
    )


def takes(_: object, __: Desk, words: Sequence[str]) -> Answer:
    """Answer `takes KIND`, `takes bridge light grade=main`: unit points a turn.

    A kind is one of the chart or one of the map, whose class, load and road decide.
    """
    said = Said(words)
    mapped = [each.replace(" ", "_") for each in sorted(CROSSINGS)]
    known = [*mapped, "road", *(each.replace(" ", "_") for each in capacity.KINDS)]
    kind = said.one_of("kind", known).replace("_", " ")
    grade, carries = said.value("grade").replace("_", " "), said.value("carries", "road")
    weight = next((each for each in _CLASSES if said.flag(each)), "")
    said.done()
    if kind == "road":
        kind = capacity.road_kind(grade)
        if not kind:
            return Answer("no limit")
    elif kind in CROSSINGS:
        kind = capacity.crossing_kind(kind, weight, carries, [grade])
    return Answer(capacity.usual(kind, tables()))


def queue(_: object, __: Desk, words: Sequence[str]) -> Answer:
    """Answer `queue POINTS SIZE SIZE ...`: how many units get over in a turn."""
    said = Said(words)
    points = int(said.number("points"))
    waiting = [traffic.Waiting(n, int(size)) for n, size in enumerate(said.numbers())]
    found = traffic.cross(points, waiting)
    return Answer(len(found.over), (R("7.1.a"), R("7.1.b"), R("reading 3.15")))


def blow(_: object, __: Desk, words: Sequence[str]) -> Answer:
    """Answer `blow DIE fought|ordered ...`: the fate of a bridge."""
    said = Said(words)
    die = int(said.number("a die"))
    marks = _BRIDGES[one_of("bridge", said.value("bridge", "untested"), tuple(_BRIDGES))]
    blown, safe = bool(marks & BLOWN), bool(marks & SAFE)
    fought, ordered = said.flag("fought"), said.flag("ordered")
    visited = said.flag("visited")
    again, lost = said.flag("again"), said.flag("lost")
    said.done()
    rules: list[Rule] = [R("8.0.a"), R("8.0.b")]
    ruling = demolition.may_test(
        blown=blown,
        safe=safe,
        ordered_this_turn=again,
        holds_an_end=not lost,
    )
    if ruling and demolition.must_test(blown=blown, safe=safe, fought_over=fought, ordered=ordered):
        marks = demolition.after_test(marks, die, tables())
    if visited:
        marks = demolition.after_visit(marks)
        rules.append(R("8.0.c"))
    state = next(name for name, each in _BRIDGES.items() if each == marks)
    return Answer(state, (*rules, *ruling.rules))


def interdict(_: object, __: Desk, words: Sequence[str]) -> Answer:
    """Answer `interdict FORCE`: the effect on a unit for each die, 1 to 6."""
    said = Said(words)
    heavy = said.flag("heavy")
    force = int(said.number("force"))
    found = [fire_missions.effect(force, die, heavy=heavy, charts=tables()) for die in range(1, 7)]
    return Answer(found, (R("9.16.table"), R("reading 8.1")))


def fix(_: object, __: Desk, words: Sequence[str]) -> Answer:
    """Answer `fix TURNS`: the dice that fix guns after so many turns in one place."""
    turns = int(Said(words).number("turns"))
    rules = (R("9.17.b"), R("9.17.c")) if turns > 1 else (R("9.17.b"),)
    return Answer(
        [die for die in range(1, 7) if fire_missions.is_fixed(die, turns, tables())], rules
    )


def supply(_: object, st: Desk, words: Sequence[str]) -> Answer:
    """Answer `supply attacker|defender`: what a side of the fight uses."""
    side = Said(words).one_of("side", _SIDES)
    found = use.used(use.fight_needs(fight_of(st.given), side, tables()))
    rules = (R("9.5.d"),) if side == "defender" else ()
    table = {
        "ammunition": sum(need.ammo for need in found),
        "fuel": sum(need.fuel for need in found),
    }
    return Answer(table, rules)


def fuel(_: object, __: Desk, words: Sequence[str]) -> Answer:
    """Answer `fuel PROFILE`: the fuel that a moving unit uses."""
    kind = profile(Said(words).word("a profile"))
    need = use.move_needs(0, arm_of(kind), kind.mobility, charts=tables())
    return Answer(sum(each.fuel for each in use.used([need])), need.rule.cites)


def draw(_: object, __: Desk, words: Sequence[str]) -> Answer:
    """Answer `draw KM`, `draw KM cut-off`: whether a unit draws on its headquarters."""
    said = Said(words)
    cut_off = said.flag("cut-off")
    return ruled(use.may_draw(0, float(said.number("km")), cut_off=cut_off, charts=tables()))


def dump(_: object, __: Desk, words: Sequence[str]) -> Answer:
    """Answer `dump KM POINTS MARKED ...`: whether a dump delivers."""
    said = Said(words)
    airborne, moving, handled = map(said.flag, ("airborne", "moving", "handled"))
    km, points, marked = (said.number(name) for name in ("km", "points", "marked"))
    ruling = use.may_deliver(
        float(km),
        int(points),
        int(marked),
        airborne=airborne,
        moving=moving,
        handled=handled,
        charts=tables(),
    )
    return ruled(ruling)


def load(_: object, __: Desk, words: Sequence[str]) -> Answer:
    """Answer `load POINTS CAPACITY`: whether a transport unit carries so much."""
    said = Said(words)
    points, capacity = int(said.number("points")), int(said.number("capacity"))
    return _yes(use.taken_on(points, 0, capacity) == points, R("11.0.transport"))


def carry(_: object, __: Desk, words: Sequence[str]) -> Answer:
    """Answer `carry AMMUNITION FUEL LIMIT`: what a headquarters carries and what it parks."""
    ammo, oil, limit = (int(each) for each in Said(words).numbers())
    kept = use.taken_on(ammo, 0, limit)
    kept += use.taken_on(oil, kept, limit)
    table = {"kept": kept, "parked": ammo + oil - kept}
    return Answer(table, (R("11.0.b"), R("reading 6.3")))


def colour(_: object, __: Desk, words: Sequence[str]) -> Answer:
    """Answer `colour NATION`: whose ammunition a nation uses."""
    return Answer(use.colour_of(words[0]), (R("11.0.a"), R("reading 6.9")))


def rest(_: object, __: Desk, words: Sequence[str]) -> Answer:
    """Answer `rest TURNS ...`: whether a resting unit may regain a step."""
    said = Said(words)
    asked = recovery.Resting(
        0,
        "infantry",
        int(said.number("turns")),
        said.count("steps", 3),
        said.count("start", 1),
        supplied=not said.flag("unsupplied"),
        enemy_km=float(Fraction(said.value("enemy", "99"))),
        shelled=said.flag("shelled"),
    )
    said.done()
    return ruled(recovery.may_recover(asked, tables()))


def build(_: object, __: Desk, words: Sequence[str]) -> Answer:
    """Answer `build METRES COLUMNS ...`: whether a bridge can be built."""
    said = Said(words)
    major, fire, alone = said.flag("major"), said.flag("fire"), said.flag("no-engineers")
    plan = demolition.building(int(said.number("metres")), major=major, charts=tables())
    ruling = demolition.may_build(
        plan,
        engineers=not alone,
        columns=int(said.number("columns")),
        under_fire=fire,
        major=major,
    )
    return ruled(ruling)


def _yes(found: bool, rule: R) -> Answer:
    return Answer("yes" if found else "no", (rule,))


def overrun(_: object, __: Desk, words: Sequence[str]) -> Answer:
    """Answer `overrun SCORE MOBILITY GROUND`: how many km an overrun continues after a result."""
    said = Said(words)
    outcome = tables().outcome(int(said.number("score")), bad=False)
    mobility = said.one_of("mobility", _MOBILITIES)
    ground = said.one_of("ground", _GROUNDS)
    closing = Fraction(said.value("closing", "0"))
    said.done()
    assert outcome.overrun is not None
    allowance = rates.rate(mobility, ground, "tactical", tables())
    left = rates.after_attack(closing / allowance, closing, tables())
    return Answer(plain(allowance * rates.overrun_share(left, outcome.overrun.share)))


def jam(_: object, __: Desk, words: Sequence[str]) -> Answer:
    """Answer `jam POINTS ONE OTHER`: whether opposing flows jam a crossing."""
    points, one, other = (int(each) for each in Said(words).numbers())
    return _yes(traffic.is_jam(points, one, other, tables()), R("reading 3.16"))


def crowds(_: object, __: Desk, words: Sequence[str]) -> Answer:
    """Answer `crowds TURNS allied`: whether crowds fill a town that was freed so many turns ago."""
    said = Said(words)
    allied = said.flag("allied")
    return _yes(
        traffic.has_crowds(int(said.number("turns")), allied=allied, charts=tables()),
        R("reading 3.17"),
    )


def press(_: object, st: Desk, words: Sequence[str]) -> Answer:
    """Answer `press AMMUNITION`: how many units attack and guns fire with so much ammunition."""
    side = fight_of(st.given).attacker
    kept, firing = use.pressed(side.fighters, side.guns, int(Said(words).number("points")))
    table = {"levels": [unit.level for unit in kept], "guns": len(firing)}
    return Answer(table, (R("reading 4.24"),))


def blocked(_: object, __: Desk, words: Sequence[str]) -> Answer:
    """Answer `blocked DUE FREE STATUS refuge near`: the fate of a unit with no way back."""
    said = Said(words)
    refuge, close = said.flag("refuge"), said.flag("near")
    due, free, status = (said.number(name) for name in ("due", "free", "status"))
    said.done()
    found = retreats.how_blocked(
        due, float(free), int(status), refuge=refuge, near_enemy=close, charts=tables()
    )
    return Answer(found, (R("reading 4.34"),))


def bomb(_: object, __: Desk, words: Sequence[str]) -> Answer:
    """Answer `bomb HEAVY TACTICAL DIE SECOND`: whether bombs bring a bridge down."""
    heavy, tactical, die, second = (int(each) for each in Said(words).numbers())
    return _yes(
        demolition.is_hit_from_the_air(heavy, tactical, die, second, charts=tables()),
        R("reading 5.3"),
    )


def wreck(_: object, __: Desk, words: Sequence[str]) -> Answer:
    """Answer `wreck foot major`: unit points a turn over a blown bridge."""
    said = Said(words)
    found = demolition.wreck_points(
        foot=said.flag("foot"), major=said.flag("major"), charts=tables()
    )
    said.done()
    return Answer(found, (R("reading 5.5"),))


def seize(_: object, __: Desk, words: Sequence[str]) -> Answer:
    """Answer `seize OURS AMMUNITION FUEL`: what the captors of a German stack get."""
    said = Said(words)
    ours = said.word("colour")
    ammo, fuel = (int(each) for each in said.numbers())
    found = use.captured(use.Stock({"German": ammo}, fuel), (ours,))
    table = {"ammunition": sum(found.ammo.values()), "fuel": found.fuel}
    return Answer(table, (R("reading 6.8"),))


def waste(_: object, __: Desk, words: Sequence[str]) -> Answer:
    """Answer `waste STATUS TURNS DIE`: whether a unit long out of supply loses a step."""
    status, turns, die = (int(each) for each in Said(words).numbers())
    return _yes(recovery.wastes_away(status, turns, die, tables()), R("reading 6.10"))


def rebuilt(_: object, __: Desk, words: Sequence[str]) -> Answer:
    """Answer `rebuilt TURNS dump`: whether a unit at 0 comes back."""
    said = Said(words)
    at_dump = said.flag("dump")
    return _yes(
        recovery.is_rebuilt(int(said.number("turns")), at_dump=at_dump, charts=tables()),
        R("reading 7.5"),
    )


def prisoners(_: object, __: Desk, words: Sequence[str]) -> Answer:
    """Answer `prisoners PROFILE STEPS`: about how many prisoners a captured unit gives."""
    said = Said(words)
    status = profile(said.word("a profile")).status
    return Answer(
        ineffective.prisoners(status, int(said.number("steps")), tables()), (R("reading 7.6"),)
    )


def battery(_: object, st: Desk, words: Sequence[str]) -> Answer:
    """Answer `battery`: the force of the guns that are given, as interdiction counts it."""
    del words
    guns = [gun_of(line, n) for n, line in enumerate(st.given.get("attacker_guns", ()))]
    return Answer(fire_missions.force_of_guns(guns, tables()), (R("reading 8.4"),))


def recover(_: object, __: Desk, words: Sequence[str]) -> Answer:
    """Answer `recover infantry|tank ...`: the dice on which a rested unit regains a step."""
    said = Said(words)
    arm = said.one_of("arm", _RESTING)
    dump, alone = said.flag("dump"), said.flag("no-workshops")
    said.done()
    asked = recovery.Resting(0, arm, 4, 3, 1, near_dump=dump, workshops=not alone)
    return Answer(
        [n for n in range(1, 7) if recovery.recovers(asked, n, tables())], (R("reading 7.1"),)
    )


def _two(words: Sequence[str], second: str) -> tuple[int, int]:
    said = Said(words)
    found = int(said.number("a die")), int(said.number(second))
    said.done()
    return found


def late(_: object, __: Desk, words: Sequence[str]) -> Answer:
    """Answer `late DIE MOST`: whether a train is a turn late."""
    found = rail.is_late(*_two(words, "the highest die"))
    return Answer("yes" if found else "no", (R("reading 3.23"),))


def evade(_: object, __: Desk, words: Sequence[str]) -> Answer:
    """Answer `evade DIE MOST`: whether aircraft are too fast to be met."""
    found = flak.slips_past(*_two(words, "the highest die"))
    return Answer("yes" if found else "no", (R("reading 8.24"),))


def stray(_: object, __: Desk, words: Sequence[str]) -> Answer:
    """Answer `stray DIE MOST`: whether a lift loses its way."""
    found = flak.goes_astray(*_two(words, "the highest die"))
    return Answer("yes" if found else "no", (R("reading 8.24"),))


def scatter(_: object, __: Desk, words: Sequence[str]) -> Answer:
    """Answer `scatter DIE night`: whether a drop comes down elsewhere."""
    said = Said(words)
    night = said.flag("night")
    found = landing.scatters(int(said.number("a die")), night=night, charts=tables())
    said.done()
    return Answer("yes" if found else "no", (R("reading 9.1"),))


def rejoin(_: object, __: Desk, words: Sequence[str]) -> Answer:
    """Answer `rejoin STEPS LOST ineffective`: the steps that a unit has back with a later lift."""
    said = Said(words)
    effective = not said.flag("ineffective")
    steps, lost = int(said.number("steps")), int(said.number("steps lost"))
    said.done()
    return Answer(landing.rejoined(steps, lost, effective=effective), (R("reading 9.16"),))


QUESTIONS: Final = {
    "late": late,
    "evade": evade,
    "stray": stray,
    "scatter": scatter,
    "rejoin": rejoin,
}
SAID: Final = {
    "late DIE MOST": "whether a train that may be held up is a turn late",
    "evade DIE MOST": "whether aircraft are too fast for patrols",
    "stray DIE MOST": "whether a lift loses its way",
    "scatter DIE night": "whether a drop comes down elsewhere",
    "rejoin STEPS LOST": "steps that a unit has back with a later lift; ineffective",
}
