"""The use of supplies by fights, fire and moves, and how they are drawn, carried and lost (9.5,
11).

All of it is arithmetic on frozen values; the distances come from the map.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from bocage.engine.ledger import Ledger
from bocage.engine.rulings import OK, Rule, Ruling, refuse
from bocage.games.opcom.board.tables import Tables
from bocage.games.opcom.pieces.profiles import Arm
from bocage.games.opcom.rulebook import R
from bocage.games.opcom.s09_combat.fight import Fight, Fighter, Gun, fighting


@dataclass(frozen=True, slots=True)
class Need:
    """The supplies that one unit uses."""

    unit: int
    ammo: int
    fuel: int
    rule: Rule


def fight_needs(
    fight: Fight, side: Literal["attacker", "defender"], charts: Tables
) -> tuple[Need, ...]:
    """Return the supplies that one side of a fight uses: ammunition of this fight, fuel of this
    turn.

    A mechanised unit uses fuel once a turn; the caller asks only once for each unit.
    """
    attacking = side == "attacker"
    who = fight.attacker if attacking else fight.defender
    use = charts.supply_use
    found: list[Need] = []
    for unit in fighting(who.fighters, attacking=attacking):
        # the chart has no ammunition for defence, so there is no row (9.5.d)
        found.append(Need(unit.unit, *use["attack" if attacking else "defence"], R("9.5.b")))
        if burns_fuel(unit) and unit.fuelled:
            fuel = R("9.5.e").read(R("reading 6.13"))
            found.append(Need(unit.unit, *use["mechanised, moved or fought"], fuel))
    rule = R("9.5.c") if attacking else R("9.11.d").read(R("reading 6.1"))
    found += [Need(gun.unit, *use["artillery fire"], rule) for gun in who.guns]
    return tuple(need for need in found if need.ammo or need.fuel)


def burns_fuel(unit: Fighter) -> bool:
    """Return whether a unit uses fuel: tank, motor and recce in their role, not HQ or transport.

    (Reading 6.13.)
    """
    return unit.mechanised and not unit.out_of_role and unit.arm not in ("hq", "transport")


def move_needs(
    unit: int,
    arm: Arm,
    mobility: str,
    *,
    out_of_role: bool = False,
    charts: Tables,
) -> Need:
    """Return the supplies for a move in a turn in which the unit has used no fuel yet."""
    rides = mobility in ("tank", "motor", "recce", "towed") and arm not in ("hq", "transport")
    rule = R("9.5.e").read(R("reading 6.13"))
    if not rides or out_of_role:
        return Need(unit, 0, 0, rule)
    return Need(unit, *charts.supply_use["mechanised, moved or fought"], rule)


def used(needs: Iterable[Need]) -> tuple[Need, ...]:
    """Return the needs that count: those of rules in force."""
    found = Ledger()
    return tuple(need for need in needs if _counts(found, need))


def _counts(found: Ledger, need: Need) -> bool:
    before = len(found.rows)
    found.add("points", need.ammo + need.fuel, need.rule, "{unit:unit}", unit=need.unit)
    return len(found.rows) > before


def pressed(
    fighters: Sequence[Fighter], guns: Sequence[Gun], ammo: int
) -> tuple[tuple[Fighter, ...], tuple[Gun, ...]]:
    """Return the attackers with so much ammunition.

    The weakest drop out, guns last (reading 4.24).

    Without enough for a single unit there is no attack, even with guns (9.5).
    """
    units = sorted(fighting(tuple(fighters), attacking=True), key=lambda each: -each.level)
    left = ammo - len(guns)
    kept = units[: max(1, left)] if ammo else []
    firing = tuple(guns)[: ammo - len(kept)] if kept else ()
    numbers = {each.unit for each in kept}
    return tuple(each for each in fighters if each.unit in numbers), firing


@dataclass(frozen=True, slots=True)
class Stock:
    """Supply points in one place: ammunition by colour, and fuel."""

    ammo: Mapping[str, int]
    fuel: int = 0


def may_draw(unit: int, km: float, *, cut_off: bool = False, charts: Tables) -> Ruling:
    """Return whether a unit draws on a headquarters at a distance (11.0.c, reading 6.2).

    `cut_off` is a river not yet crossed, or an enemy within passing distance, between them.
    """
    reach = charts.figures.supply.draw
    if km > reach:
        words = "{unit:unit} is {km:.1f} km from its headquarters, and {reach} km is the most"
        return refuse(R("11.0.c"), words, unit=unit, km=km, reach=reach)
    if cut_off:
        words = "{unit:unit} is cut off from its headquarters"
        return refuse(R("11.0.c").read(R("reading 6.2")), words, unit=unit)
    return OK


_OWN_COLOUR: Final[frozenset[Arm]] = frozenset(
    {"tank", "field", "medium", "heavy", "rocket", "infantry gun", "coast", "anti-tank", "aa"}
)
_COLOUR: Final[Mapping[str, str]] = {
    "uk": "British",
    "poland": "British",
    "netherlands": "British",
    "belgium": "British",
    "malta": "British",
    "us": "American",
    "heer": "German",
    "ss": "German",
    "luftwaffe": "German",
    "italy": "Italian",
}


def colour_of(nation: str) -> str:
    """Return the colour of ammunition that a nation uses (11.0.a, reading 6.9)."""
    return _COLOUR[nation]


def may_fire(arm: Arm, nation: str, colour: str) -> bool:
    """Return whether an arm can use a colour: infantry any friendly one, guns and tanks their own.

    (Reading 6.9.)
    """
    return arm not in _OWN_COLOUR or colour == colour_of(nation)


def taken_on(points: int, held: int, lift: int) -> int:
    """Return how many points a unit takes on: ammunition and fuel together, its lift at most.

    What does not fit stays where it is (11.0.b, 11.0.transport, reading 6.3).
    """
    return max(0, min(points, lift - held))


def may_deliver(
    km: float,
    points: int,
    marked: int,
    *,
    airborne: bool = False,
    moving: bool = False,
    handled: bool = False,
    marked_km: float | None = None,
    charts: Tables,
) -> Ruling:
    """Return whether a dump delivers so many points so far this turn (11.0.dump, readings 6.4,
    6.7).

    Args:
        km: from the dump, in a straight line.
        points: already delivered this turn and now, together.
        marked: the limit of a turn on its counter.
        airborne: whether it is an airborne division's.
        moving: whether the dump moves this turn.
        handled: whether these points were moved already this turn.
        marked_km: the range on its counter, if it has one.
    """
    figures = charts.figures.supply
    usual = figures.airborne_dump if airborne else figures.dump
    reach = usual if marked_km is None else marked_km
    if moving:
        rule = R("11.1.a").read(R("reading 6.7"))
        return refuse(rule, "a dump that moves delivers nothing this turn")
    if km > reach:
        words = "the dump delivers to {reach} km, and it is {km:.1f} km"
        return refuse(R("11.0.dump").read(R("reading 6.4")), words, reach=reach, km=km)
    if points > marked:
        words = "the dump moves {marked} points a turn, not {points}"
        return refuse(R("11.0.dump"), words, marked=marked, points=points)
    if handled:
        return refuse(R("reading 6.4"), "these points were moved already this turn")
    return OK


def captured(stock: Stock, side: Sequence[str]) -> Stock:
    """Return the part of a stack that captors keep; `side` are their colours (reading 6.8)."""
    return Stock({colour: n for colour, n in stock.ammo.items() if colour in side}, stock.fuel)
