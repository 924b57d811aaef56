"""Support: the points of support units, artillery and aircraft (9.2, 9.11, 9.12)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal

from bocage.engine.ledger import Ledger
from bocage.games.opcom.board.tables import Tables
from bocage.games.opcom.pieces.profiles import Arm
from bocage.games.opcom.rulebook import R
from bocage.games.opcom.s09_combat.fight import (
    ATTACKER,
    Air,
    Fighter,
    Gun,
    Settings,
    Side,
    fighting,
)
from bocage.games.opcom.words.amounts import share

_ROWS = {"infantry gun": "infantry guns"}
"""The chart's names for arms, if they differ."""


def support_range(arm: Arm, charts: Tables) -> tuple[float, float]:
    """Return effective and long range of an arm in km; 0 for none (9.11, reading 4.22)."""
    return charts.artillery.get(_ROWS.get(arm, arm), (0, 0))


def reaches(gun: Gun, charts: Tables) -> bool:
    """Return whether a gun reaches the fight, at least at long range."""
    return gun.km <= max(gun.ranges or support_range(gun.arm, charts))


def add_guns(found: Ledger, heading: str, side: Side, settings: Settings) -> int:
    """Enter the points of a side's guns; return their sum."""
    start = found.total(heading)
    for gun in side.guns:
        _fires(found, heading, gun, settings)
        _limits(found, heading, gun, side, settings)
    return int(found.total(heading) - start)


def _fires(found: Ledger, heading: str, gun: Gun, settings: Settings) -> None:
    level = gun.status.level(gun.steps)
    effective, long = gun.ranges or support_range(gun.arm, settings.tables)
    about = {"unit": gun.unit, "km": _km(gun.km)}
    found.add(heading, level, R("9.11.a"), "{unit:unit} fires", unit=gun.unit)
    if gun.km > max(effective, long):
        words = "{unit:unit} is out of range at {km} km"
        found.add(heading, -level, R("9.11.c"), words, **about)
    elif gun.km > effective:
        rule = R("9.11.b").read(R("reading 4.20"))
        words = "{unit:unit} is beyond effective range at {km} km: {part}, rounded down"
        part = settings.figures.combat.long_range
        off = int(level * part) - level
        found.add(heading, off, rule, words, **about, part=share(part))
    if gun.share < 1:
        counts = _counts(found, heading, gun.unit)
        rule = R("9.11.e").read(R("reading 4.21"))
        words = "{unit:unit} fires for {share} of the time"
        loss = int(counts * gun.share) - counts
        found.add(heading, loss, rule, words, unit=gun.unit, share=gun.share)


def _counts(found: Ledger, heading: str, unit: int) -> int:
    """Return a unit's points in the rows about only this unit."""
    rows = (row for row in found.under(heading) if row.words.fields.get("unit") == unit)
    return int(sum(row.value for row in rows))


def _limits(
    found: Ledger, heading: str, unit: Gun | Fighter, side: Side, settings: Settings
) -> None:
    """Enter the limit of a support unit, which counts only beside others (9.2, reading 4.6)."""
    if unit.status.role != "support":
        return
    counts = _counts(found, heading, unit.unit)
    beside = [
        each.level
        for each in fighting(side.fighters, attacking=heading == ATTACKER)
        if each.status.role != "support"
    ]
    most = _most(unit, counts, beside, side, settings)
    if most < counts:
        rule = R("9.2").read(R("reading 4.6"))
        words = "{unit:unit} supports units of status {best} at most"
        best = max(beside, default=0)
        found.add(heading, most - counts, rule, words, unit=unit.unit, best=best)


def add_limits(found: Ledger, heading: str, side: Side, settings: Settings) -> None:
    """Enter the limits of support units on the ground."""
    for fighter in fighting(side.fighters, attacking=heading == ATTACKER):
        _limits(found, heading, fighter, side, settings)


def _most(
    unit: Gun | Fighter, counts: int, beside: Sequence[int], side: Side, settings: Settings
) -> int:
    level = unit.level if isinstance(unit, Fighter) else unit.status.level(unit.steps)
    best = max(beside, default=0)
    if settings.support == "none":
        return counts
    if settings.support == "literal":
        return counts if best >= level else 0
    if settings.support == "pairing":
        return counts if unit.unit in _paired(side, beside) else 0
    return min(counts, best)


def _paired(side: Side, beside: Sequence[int]) -> set[int]:
    """Return support units with a partner of at least equal status, each partner once."""
    support = [(each.status.level(each.steps), each.unit) for each in side.guns]
    support += [(each.level, each.unit) for each in side.fighters if each.status.role == "support"]
    partners = sorted(beside, reverse=True)
    found: set[int] = set()
    for level, unit in sorted(support, reverse=True):
        if partners and partners[0] >= level:
            partners.pop(0)
            found.add(unit)
    return found


def _km(distance: float) -> str:
    return f"{distance:.1f}".removesuffix(".0")


LEVELS: Final[tuple[Air, ...]] = ("none", "ordinary", "superior", "overwhelming", "apocalyptic")
LEVEL: Final = "level"
"""The heading of the ledger: levels above none."""
SQUADRONS: Final = "squadrons"
"""The heading for squadrons over the fight, before the chart."""


@dataclass(frozen=True, slots=True)
class Flight:
    """The aircraft on one side of a fight."""

    allied: int = 0
    """Squadrons of Allied ground attack with orders for this attack."""
    german: int = 0
    heavy: int = 0
    """Squadrons of heavy bombers."""
    medium: int = 0
    """Squadrons of medium bombers: like heavy ones, or like ground attack (reading 4.15)."""
    cab_rank: int = 0
    """Allied squadrons on cab rank for this formation today."""
    attacking: bool = True
    prepared: bool = True
    in_both_orders: bool = True
    """Whether ground and air orders both have it (reading 4.18)."""
    liaison: bool = True
    """A Tentacle or Flivo with the troops."""
    weather: Literal["yes", "limited", "no"] = "yes"
    """Whether the weather allows close support (reading 8.12)."""
    night: bool = False
    german_allowed: bool = False
    """Whether Germans may fly close support (reading 4.16)."""
    from_europe: bool = True
    """Whether the squadrons on cab rank are based in Europe."""
    shaken: bool = False
    """Whether enemy fighters have disturbed them (reading 8.11)."""


def close_support(flight: Flight, settings: Settings) -> Ledger:
    """Return the level of support as a ledger under `level`; see `level_of`."""
    found = Ledger()
    best = max(_levels(flight, found, settings), key=lambda each: each[0])
    if best[0]:
        found.add(LEVEL, best[0], best[1], "{what}", what=best[2])
    if found.total(LEVEL) > 0 and not flight.liaison:
        found.add(LEVEL, -1, R("9.12.b").read(R("reading 4.17")), "no Tentacle or Flivo")
    if found.total(LEVEL) > 0 and flight.shaken:
        rule = R("12.8.b").read(R("reading 8.11"))
        found.add(LEVEL, -1, rule, "disturbed by enemy fighters")
    if found.total(LEVEL) > 0 and flight.weather == "limited":
        found.add(LEVEL, -1, R("reading 8.12"), "the weather allows little")
    if found.total(LEVEL) > 0 and (flight.weather == "no" or flight.night):
        words = "the weather allows none" if flight.weather == "no" else "not at night"
        found.add(LEVEL, -found.total(LEVEL), R("reading 8.12"), words)
    return found


def level_of(flight: Flight, settings: Settings) -> Air:
    """Return the best level of support for a side; levels do not add up (reading 4.15)."""
    total = int(close_support(flight, settings).total(LEVEL))
    return LEVELS[max(0, min(total, len(LEVELS) - 1))]


def _levels(flight: Flight, found: Ledger, settings: Settings) -> list[tuple[int, R, str]]:
    rank = _cab_rank(flight, found, settings)
    ordered = _ordered(flight, found)
    heavy = settings.medium == "heavy"
    bombers = flight.heavy + (flight.medium if heavy else 0)
    allied = flight.allied + (0 if heavy else flight.medium)
    levels = [
        (0, R("9.12"), ""),
        (
            _level("Allied ground attack", allied * ordered + rank, settings),
            R("9.12.allied"),
            "Allied ground attack",
        ),
        (
            _level("heavy bomber", bombers * ordered, settings),
            R("9.12.heavy").read(R("reading 4.15")),
            "bombers",
        ),
    ]
    if flight.german_allowed or settings.german_support:
        level = _level("German ground attack", flight.german * ordered, settings)
        levels.append((level, R("9.12.german").read(R("reading 4.16")), "German ground attack"))
    return levels


def _ordered(flight: Flight, found: Ledger) -> int:
    """Return 1 if squadrons with orders for the attack may support it, else 0."""
    ready = Ledger()
    ready.add(SQUADRONS, 1, R("9.12"), "ordered")
    if not (flight.attacking and flight.prepared):
        ready.add(SQUADRONS, -1, R("9.12.a"), "close support is for prepared attacks")
    elif not flight.in_both_orders:
        rule = R("12.8.b").read(R("reading 4.18"))
        ready.add(SQUADRONS, -1, rule, "not in both orders")
    found.rows += [row for row in ready.rows if row.value < 0]
    return 1 if ready.total(SQUADRONS) > 0 else 0


def _cab_rank(flight: Flight, found: Ledger, settings: Settings) -> int:
    """Return the squadrons from cab rank: a share of them, rounded down (9.12.d, reading 4.19)."""
    if not flight.cab_rank:
        return 0
    rank = Ledger()
    rank.add(SQUADRONS, flight.cab_rank, R("9.12.e"), "cab rank, for any attack and for defence")
    part = settings.figures.combat.cab_rank
    off = int(flight.cab_rank * part) - flight.cab_rank
    rule = R("9.12.d").read(R("reading 4.19"))
    rank.add(SQUADRONS, off, rule, "{part} of a cab rank is over the target", part=share(part))
    if not flight.from_europe:
        rank.add(SQUADRONS, -rank.total(SQUADRONS), R("9.12.f"), "not based in Europe")
    found.rows += rank.rows
    return max(0, int(rank.total(SQUADRONS)))


def _level(row: str, squadrons: int, settings: Settings) -> int:
    """Return the level that so many squadrons of a kind give."""
    spans = settings.tables.squadrons[row]
    return next((i for i, span in enumerate(spans, 1) if span and squadrons in span), 0)
