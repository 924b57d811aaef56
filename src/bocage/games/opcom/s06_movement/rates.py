"""The arithmetic of movement: rates, delays, night, and the time that an attack takes (6).

A turn has an allowance of kilometres. What a unit does uses shares of the turn: its way, each part
of it as many times as its delays say, water, and an attack.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Final, Literal

from bocage.engine.ledger import Ledger
from bocage.engine.rulings import OK, Rule, Ruling, refuse
from bocage.games.opcom.board.tables import Tables
from bocage.games.opcom.rulebook import R

Mobility = Literal["foot", "motor", "towed", "tank", "recce", "static", "dump"]
Ground = Literal["open", "close", "marsh"]
Pace = Literal["tactical", "non-tactical", "column"]
Delay = Literal["lanes", "fire", "jam", "weather", "preparing"]

TIMES: Final = "times"
SHARE: Final = "share"
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


def slowed(delays: Iterable[Delay], charts: Tables) -> Fraction:
    """Return how many times as long a march takes.

    Each delay counts once and halves the distance, down to a minimum (6.2, reading 3.2).
    """
    found, figures = Ledger(), charts.figures.movement
    times = Fraction(1)
    for delay in dict.fromkeys(delays):
        more = min(times / figures.delay, 1 / figures.least)
        rule = _DELAYS[delay].read(R("reading 3.2"))
        found.add(TIMES, more - times, rule, "{delay}", delay=delay)
        times = 1 + Fraction(found.total(TIMES))
    return times


def may_march(used: Fraction | float) -> Ruling:
    """Return whether a unit may use so much of a turn for its march: no more than all (6.1.a)."""
    if used > 1:
        return refuse(R("6.1.a"), "it is farther than a turn's march")
    return OK


def wading(charts: Tables) -> Fraction:
    """Return the share of a turn for a canal or minor river without a bridge (6.3.c)."""
    found = Ledger()
    rule = R("6.3.c").read(R("reading 3.9"))
    found.add(SHARE, charts.figures.movement.river, rule, "without a bridge")
    return Fraction(found.total(SHARE))


def by_night(charts: Tables) -> Fraction:
    """Return the share of a turn's march that the night is for, if ordered (6.6)."""
    found = Ledger()
    rule = R("6.6.b").read(R("reading 3.18"))
    found.add(SHARE, charts.figures.movement.night - 1, rule, "by night, and only if ordered")
    return 1 + Fraction(found.total(SHARE))


def after_attack(approach: Fraction, km: Fraction, charts: Tables) -> Fraction:
    """Return the share of the turn that is left after an attack (readings 3.4 and 3.5).

    Args:
        approach: the share of the turn that closing took.
        km: its distance, of which the attack includes the last part.
        charts: the scenario's.
    """
    found, figures = Ledger(), charts.figures.movement
    found.add(SHARE, -figures.attack, R("reading 3.4"), "the time of an attack")
    if km > figures.closing:
        beyond = approach * (km - figures.closing) / km
        found.add(SHARE, -beyond, R("reading 3.4"), "closing from farther away")
    return max(Fraction(0), 1 + Fraction(found.total(SHARE)))


def overrun_share(left: Fraction, part: Fraction) -> Fraction:
    """Return the share of the turn for which an overrun continues (9.13, reading 3.5)."""
    found = Ledger()
    found.add(SHARE, left * (part - 1), R("reading 3.5"), "the time of a second fight")
    return left + Fraction(found.total(SHARE))


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
