"""Questions about fights: scores, results, who may attack, who attacks first, air support."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from bocage.engine.rulings import Rule
from bocage.games.opcom.board.tables import tables
from bocage.games.opcom.judge.desk import Desk, fight_of, profile, settings_of
from bocage.games.opcom.judge.words import Said, plain, ruled
from bocage.games.opcom.pieces.profiles import Arm, arm_of
from bocage.games.opcom.rulebook import R
from bocage.games.opcom.s09_combat import (
    encounters,
    ineffective,
    permission,
    results,
    retreats,
    scores,
)
from bocage.games.opcom.s09_combat import fight as granting
from bocage.games.opcom.s09_combat import support as air_support
from bocage.games.opcom.s09_combat.fight import ATTACKER, DEFENDER, Fight, settings_from
from bocage.rules.judge import Answer, CaseError


def fight(_: object, st: Desk, words: Sequence[str]) -> Answer:
    """Answer `fight`: the scores.

    With dice it also gives the result and how far the loser retreats.
    """
    said = Said(words)
    asked = fight_of(st.given)
    settings = settings_of(st.given["options"])
    found = scores.ledger(asked, settings)
    table: dict[str, object] = {
        "attacker": int(found.total(ATTACKER)),
        "defender": int(found.total(DEFENDER)),
        "chances": {band: str(share) for band, share in scores.chances(asked, settings).items()},
    }
    rules: list[Rule] = [R("9.8.5"), R("9.13.bad") if asked.bad else R("9.13.normal")]
    rules += [R("reading 4.5"), R("reading 4.22"), R("reading 4.26")]
    if asked.bad:
        rules.append(R("9.14.4"))
    dice = [int(die) for die in said.numbers()]
    if dice:
        result = results.resolve(asked, settings, dice[0])
        table |= _result(asked, result, dice[1:], rules)
    return Answer(table, tuple(rules))


def _result(
    asked: Fight, result: results.Result, dice: Sequence[int], rules: list[Rule]
) -> dict[str, object]:
    units = (*asked.attacker.fighters, *asked.defender.fighters)
    lost = results.losses(asked, result, settings_from({}, tables()))
    guns = (*asked.attacker.guns, *asked.defender.guns)
    if guns:
        rules.append(R("9.15.a"))
    if any(unit.arm in ("hq", "transport") for unit in asked.defender.fighters):
        rules.append(R("reading 4.28"))
    if result.overrun is not None and result.overrun.extra_steps:
        rules.append(R("reading 4.29"))
    if result.band == "limited success" and asked.bad:
        rules.append(R("reading 4.27"))
    if result.band == "confused":
        rules.append(R("9.13.confused.stay"))
    if result.band == "beaten":
        rules.append(R("9.13.beaten.defender"))
    rules += [R("reading 4.30"), R("reading 4.35")]
    table: dict[str, object] = {
        "final": result.final,
        "result": result.band,
        "levels": [unit.status.level(unit.steps + lost.get(unit.unit, 0)) for unit in units],
        "guns": [gun.status.level(gun.steps + lost.get(gun.unit, 0)) for gun in guns],
        "retreat": result.retreat,
        "retiring": len(results.retiring(asked, result)),
        "supplies": results.supplies_lost(asked, result),
        "back": result.thrown_back,
        "counter": result.may_counter,
        "barred": result.no_counter_next_turn,
        "overrun": "none" if result.overrun is None else str(result.overrun.share),
        "again": result.overrun is not None and result.overrun.second_attack,
    }
    if dice or result.retreat == "2 km":
        try:
            table["km"] = plain(
                results.retreat_km(result, asked, dice, settings=settings_from({}, tables()))
            )
        except ValueError as error:
            raise CaseError(str(error)) from None
    return table


def attack(_: object, __: Desk, words: Sequence[str]) -> Answer:
    """Answer `attack PROFILE ...`: whether a unit may attack, and the rules against it."""
    said = Said(words)
    kind = profile(said.word("a profile"))
    names = said.value("group", kind.id).split(",")
    group: list[Arm] = [arm_of(profile(each)) for each in names]
    asked = permission.Attempt(
        0,
        kind.status,
        said.count("steps"),
        tuple(group),
        action=said.value("action", "attack"),  # type: ignore[arg-type]
        attacks_this_turn=said.count("turn"),
        attacks_today=said.count("day"),
        overrun=said.flag("overrun"),
        counter=said.flag("counter"),
        moved=Fraction(said.value("moved", "0")),
        ammunition=said.count("ammunition", 1),
        attaching=said.flag("attaching"),
        broken=said.flag("broken"),
    )
    said.done()
    return ruled(permission.may_attack(asked, tables()))


def counter(_: object, st: Desk, words: Sequence[str]) -> Answer:
    """Answer `counter DIE ...`: whether the defender may counter-attack after that die."""
    said = Said(words)
    die = int(said.number("a die"))
    result = results.resolve(fight_of(st.given), settings_of(st.given["options"]), die)
    ruling = results.may_counter_attack(
        result,
        ordered=said.flag("ordered"),
        barred=said.flag("barred"),
        done=said.flag("done"),
    )
    said.done()
    return ruled(ruling)


def meet(_: object, __: Desk, words: Sequence[str]) -> Answer:
    """Answer `meet ... against ...`: who attacks first."""
    if "against" not in words:
        raise CaseError("expected meet ... against ...")
    at = list(words).index("against")
    parties = [_party(words[:at]), _party(words[at + 1 :])]
    found = encounters.who_attacks(*parties)
    if found.by_die:
        return Answer("die", found.rule.cites)
    who = "nobody" if found.party is None else ("first", "second")[found.party]
    return Answer(who, found.rule.cites)


def _party(words: Sequence[str]) -> encounters.Party:
    said = Said(words)
    found = encounters.Party(
        attacks=said.flag("attacks"),
        prepared=said.flag("prepared"),
        tactical=not said.flag("non-tactical"),
        recce=said.flag("recce"),
        status=said.count("status"),
    )
    said.done()
    return found


def air(_: object, __: Desk, words: Sequence[str]) -> Answer:
    """Answer `air allied=4 ...`: the level of close support."""
    said = Said(words)
    counts = {name: said.count(name) for name in ("allied", "german", "heavy", "medium")}
    flight = air_support.Flight(
        **counts,
        cab_rank=said.count("cab-rank"),
        attacking=not said.flag("defending"),
        prepared=not said.flag("unprepared"),
        in_both_orders=not said.flag("unmatched"),
        liaison=not said.flag("no-liaison"),
        weather=said.value("weather", "yes"),  # type: ignore[arg-type]
        night=said.flag("night"),
        german_allowed=said.flag("german-allowed"),
        from_europe=not said.flag("from-england"),
        shaken=said.flag("disturbed"),
    )
    said.done()
    return Answer(air_support.level_of(flight, settings_from({}, tables())))


def advantages(_: object, __: Desk, words: Sequence[str]) -> Answer:
    """Answer `advantages turns=2 crossing ...`: how many advantages are proposed to Control."""
    said = Said(words)
    turns = said.count("turns")
    found = granting.proposed(
        turns_in_place=turns,
        holds_crossing=said.flag("crossing"),
        overlooks=said.flag("overlooks"),
        defile=said.flag("defile"),
        settings=settings_from({}, tables()),
    )
    said.done()
    rules = (R("9.15.b"), R("reading 4.11")) if turns else (R("reading 4.11"),)
    return Answer(len(found), rules)


def level(_: object, __: Desk, words: Sequence[str]) -> Answer:
    """Answer `level PROFILE STEPS`: the status after so many steps, and whether effective."""
    said = Said(words)
    kind = profile(said.word("a profile"))
    steps = int(said.number("steps"))
    table = {
        "status": kind.status.level(steps),
        "effective": kind.status.is_effective(steps),
    }
    return Answer(table, (R("9.1.a"), R("9.5.f"), R("reading 1.7")))


def back(_: object, __: Desk, words: Sequence[str]) -> Answer:
    """Answer `back BEARING ...`: the bearing on which a unit retires from such attacks."""
    found = retreats.bearing_back([float(each) for each in Said(words).numbers()])
    rules = (R("9.14.1"), R("reading 4.33"))
    return Answer("none" if found is None else round(found) % 360, rules)


def captured(_: object, __: Desk, words: Sequence[str]) -> Answer:
    """Answer `captured KM route`: whether an ineffective unit is captured."""
    said = Said(words)
    km = float(said.number("km"))
    found = ineffective.is_captured(km, has_route=said.flag("route"), charts=tables())
    said.done()
    return Answer("yes" if found else "no", (R("9.5.g"), R("reading 4.40")))
