"""9.12: the level of close air support that squadrons give, and when there is any."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

from bocage.engine.ledger import Ledger
from bocage.games.opcom.rulebook import R
from bocage.games.opcom.s09_combat.fight import DEFAULT, Air, Settings

LEVELS: Final[tuple[Air, ...]] = ("none", "ordinary", "superior", "overwhelming", "apocalyptic")
LEVEL: Final = "level"
"""The heading of the ledger: levels above none."""
SQUADRONS: Final = "squadrons"
"""Squadrons over the fight, before the chart is asked."""


@dataclass(frozen=True, slots=True)
class Flight:
    """What flies for one side of a fight."""

    allied: int = 0
    """Squadrons of Allied ground attack, ordered for this attack."""
    german: int = 0
    heavy: int = 0
    """Heavy bombers."""
    medium: int = 0
    """Medium bombers: as heavy ones, or as ground attack (reading 4.15)."""
    cab_rank: int = 0
    """Allied squadrons on cab rank for this formation today."""
    attacking: bool = True
    prepared: bool = True
    in_both_orders: bool = True
    """Whether ground and air orders both have it (reading 4.18)."""
    liaison: bool = True
    """A Tentacle or Flivo with the troops."""
    weather: Literal["yes", "limited", "no"] = "yes"
    """What the weather allows of close support (reading 8.12)."""
    night: bool = False
    german_allowed: bool = False
    """Reading 4.16: whether Germans fly close support at all."""
    from_europe: bool = True
    """Whether the squadrons on cab rank are based there."""
    shaken: bool = False
    """Whether enemy fighters have disturbed them (reading 8.11)."""


def close_support(flight: Flight, settings: Settings = DEFAULT) -> Ledger:
    """The level of support as a ledger under `level`; see `level_of`."""
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


def level_of(flight: Flight, settings: Settings = DEFAULT) -> Air:
    """The level of support that a side has (reading 4.15: one, the best, nothing adds up)."""
    total = int(close_support(flight, settings).total(LEVEL))
    return LEVELS[max(0, min(total, len(LEVELS) - 1))]


def _levels(flight: Flight, found: Ledger, settings: Settings) -> list[tuple[int, R, str]]:
    rank = _cab_rank(flight, found)
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
    """1 where squadrons ordered for the attack may support it, else 0."""
    ready = Ledger()
    ready.add(SQUADRONS, 1, R("9.12"), "ordered")
    if not (flight.attacking and flight.prepared):
        ready.add(SQUADRONS, -1, R("9.12.a"), "close support is for prepared attacks")
    elif not flight.in_both_orders:
        rule = R("12.8.b").read(R("reading 4.18"))
        ready.add(SQUADRONS, -1, rule, "not in both orders")
    found.rows += [row for row in ready.rows if row.value < 0]
    return 1 if ready.total(SQUADRONS) > 0 else 0


def _cab_rank(flight: Flight, found: Ledger) -> int:
    """9.12.d: two squadrons for one, at any time; rounded down (reading 4.19)."""
    if not flight.cab_rank:
        return 0
    rank = Ledger()
    rank.add(SQUADRONS, flight.cab_rank, R("9.12.e"), "cab rank, for any attack and for defence")
    half = flight.cab_rank // 2 - flight.cab_rank
    rank.add(SQUADRONS, half, R("9.12.d").read(R("reading 4.19")), "two squadrons give one")
    if not flight.from_europe:
        rank.add(SQUADRONS, -rank.total(SQUADRONS), R("9.12.f"), "not based in Europe")
    found.rows += rank.rows
    return max(0, int(rank.total(SQUADRONS)))


def _level(row: str, squadrons: int, settings: Settings) -> int:
    """The level that so many squadrons of a kind give."""
    spans = settings.tables.squadrons[row]
    return next((i for i, span in enumerate(spans, 1) if span and squadrons in span), 0)
