"""The arithmetic of movement: rates, delays, night, and the time that an attack takes (6).

Distances are exact fractions of a kilometre. A march is a ledger under `left`: the allowance of
the table, less everything that is spent. A unit with something left arrives.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Final, Literal

from bocage.engine.ledger import Ledger
from bocage.engine.rulings import Rule
from bocage.games.opcom.board.tables import Overrun, Tables
from bocage.games.opcom.rulebook import R

Mobility = Literal["foot", "motor", "towed", "tank", "recce", "static", "dump"]
Ground = Literal["open", "close", "marsh"]
Pace = Literal["tactical", "non-tactical", "column"]
Delay = Literal["lanes", "fire", "jam", "weather", "preparing"]

LEFT: Final = "left"
"""The heading of a march: the remaining km of the allowance."""
RATE: Final = "rate"
KM: Final = "km"

_ROWS: Final[Mapping[tuple[str, str], str]] = {
    ("foot", "open"): "foot, any ground",
    ("foot", "close"): "foot, any ground",
    ("foot", "marsh"): "foot, any ground",
    ("motor", "close"): "motorised, close",
    ("motor", "open"): "motorised, open",
    ("motor", "marsh"): "motorised, open",
    ("tank", "close"): "tanks, wood or town",
    ("tank", "marsh"): "tanks, marsh",
    ("tank", "open"): "tanks, open",
    ("towed", "open"): "towed guns, any ground",
    ("towed", "close"): "towed guns, any ground",
    ("towed", "marsh"): "towed guns, any ground",
    ("recce", "close"): "recce, close",
    ("recce", "open"): "recce, open",
    ("recce", "marsh"): "recce, open",
}
_RULES: Final[Mapping[str, Rule]] = {
    "foot": R("6.1.foot"),
    "motor": R("6.1.motor"),
    "tank": R("6.1.tank"),
    "towed": R("6.1.towed"),
    "recce": R("6.1.recce"),
}
_DELAYS: Final[Mapping[Delay, Rule]] = {
    "lanes": R("6.2.lanes"),
    "fire": R("6.2.fire"),
    "jam": R("6.2.jam"),
    "weather": R("6.2.weather"),
    "preparing": R("6.2.preparing"),
}
DELAYS: Final = tuple(_DELAYS)


def rate_ledger(mobility: Mobility, ground: Ground, pace: Pace, charts: Tables) -> Ledger:
    """Return the longest march in a turn, under `rate`; no row if it can't move there (6.1)."""
    found = Ledger()
    moves_as = "motor" if mobility == "dump" else mobility
    row = _ROWS.get((moves_as, ground))
    if row is None or (mobility == "dump" and pace != "column"):
        return found
    rates = charts.rates[row]
    rule = R("11.1.a") if mobility == "dump" else _RULES[moves_as]
    if pace == "column":
        found.add(RATE, rates.column, rule, "in road column")
        return found
    if ground == "marsh" and moves_as in ("motor", "recce"):
        tactical, other = charts.figures.movement.marsh_motor
        rule = rule.read(R("reading 3.6"))
        found.add(RATE, tactical if pace == "tactical" else other, rule, "through marsh")
        return found
    km = rates.tactical if pace == "tactical" else rates.non_tactical
    if km is not None:
        found.add(RATE, km, rule, "{pace}, {ground}", pace=pace, ground=ground)
    return found


def rate(mobility: Mobility, ground: Ground, pace: Pace, charts: Tables) -> int:
    """Return the most kilometres a turn; 0 if the table has no rate (6.1, reading 3.7)."""
    return int(rate_ledger(mobility, ground, pace, charts).total(RATE))


@dataclass(frozen=True, slots=True)
class Leg:
    """A part of a march under the same delays."""

    km: Fraction
    delays: tuple[Delay, ...] = ()


@dataclass(frozen=True, slots=True)
class March:
    """A march of one turn, and what it ends with."""

    mobility: Mobility
    ground: Ground
    pace: Pace
    legs: tuple[Leg, ...] = ()
    crossings: int = 0
    """Canals and minor rivers crossed without a bridge (reading 3.9)."""
    attacks: bool = False
    closing: Fraction = Fraction(0)
    """The distance from the start line to the enemy (reading 3.4)."""


def march(asked: March, charts: Tables) -> Ledger:
    """Return the rest of the turn's allowance after a march, under `left`."""
    found = Ledger()
    figures = charts.figures
    allowed = rate_ledger(asked.mobility, asked.ground, asked.pace, charts)
    for row in allowed.rows:
        found.add(LEFT, row.value, row.rule, row.words.template, **row.words.fields)
    allowance = allowed.total(RATE)
    for leg in asked.legs:
        found.add(LEFT, -leg.km, R("6.1.a"), "{km} km", km=_km(leg.km))
        _delay(found, leg, charts)
    for _ in range(asked.crossings):
        cost = allowance * figures.movement.river
        words = "over a canal or minor river without a bridge"
        found.add(LEFT, -cost, R("6.3.c").read(R("reading 3.9")), words)
    if asked.attacks:
        cost = allowance * figures.movement.attack
        found.add(LEFT, -cost, R("reading 3.4"), "the time of an attack")
        beyond = asked.closing - figures.movement.closing
        if beyond > 0:
            words = "closing from farther than {km} km"
            near = figures.movement.closing
            found.add(LEFT, -beyond, R("reading 3.4"), words, km=near)
    return found


def _delay(found: Ledger, leg: Leg, charts: Tables) -> None:
    """Enter the delays of a leg: each halves the distance, down to a minimum (6.2, reading 3.2)."""
    figures = charts.figures
    dearest = leg.km / figures.movement.least
    cost = leg.km
    for delay in dict.fromkeys(leg.delays):
        dearer = min(cost / figures.movement.delay, dearest)
        before = len(found.rows)
        rule = _DELAYS[delay].read(R("reading 3.2"))
        found.add(LEFT, cost - dearer, rule, "{km} km: {delay}", km=_km(leg.km), delay=delay)
        if len(found.rows) > before:
            cost = dearer


def spent(asked: March, charts: Tables) -> Fraction:
    """Return the allowance that a march uses; more than all of it is too far."""
    found = march(asked, charts)
    return Fraction(sum((-row.value for row in found.rows if row.value < 0), start=0))


def moved_share(asked: March, charts: Tables) -> Fraction:
    """Return the share of the turn's allowance spent before contact, with delays (reading 3.3)."""
    allowance = rate(asked.mobility, asked.ground, asked.pace, charts)
    before = March(asked.mobility, asked.ground, asked.pace, asked.legs, asked.crossings)
    return spent(before, charts) / allowance if allowance else Fraction(1)


def overrun_km(asked: March, overrun: Overrun, charts: Tables) -> Fraction:
    """Return the distance of an overrun after an attack (9.13, reading 3.5)."""
    return max(Fraction(0), Fraction(march(asked, charts).total(LEFT))) * overrun.share


def night_ledger(mobility: Mobility, ground: Ground, pace: Pace, charts: Tables) -> Ledger:
    """Return the longest march in the night hours of a turn, under `rate` (6.6, reading 3.18)."""
    found = rate_ledger(mobility, ground, pace, charts)
    allowance = found.total(RATE)
    ceiling = allowance * charts.figures.movement.night
    rule = R("6.6.b").read(R("reading 3.18"))
    found.add(RATE, ceiling - allowance, rule, "by night, and only if ordered")
    return found


def passing_ledger(*, close: bool, night: bool, charts: Tables) -> Ledger:
    """Return the distance at which a unit may pass an enemy, under `km` (6.5)."""
    found = Ledger()
    far = charts.passing["open, by day"]
    near = charts.passing["woods, close country or night"]
    found.add(KM, far, R("6.5.a").read(R("reading 3.11")), "in the open, by day")
    if close or night:
        words = "in woods or close country" if close else "by night"
        found.add(KM, near - far, R("6.5.b").read(R("reading 3.11")), words)
    return found


def passing_km(*, close: bool, night: bool, charts: Tables) -> int:
    """Return the distance at which a unit may pass an enemy (6.5)."""
    return int(passing_ledger(close=close, night=night, charts=charts).total(KM))


def _km(distance: Fraction) -> str:
    return f"{float(distance):.1f}".removesuffix(".0")
