"""Figures that stand in the text of the rulebook or in our readings, from `figures.toml`.

Charts have `charts.toml`; what is in neither is in no rule. A field here is a line there, which
says where the figure comes from. A figure is a whole number, a distance in km, a share of
something, or two whole numbers, as its type says.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any, Final, cast, get_type_hints

from bocage.games.places import data_of
from bocage.tables import Asker, DataError, Fault, read_toml

FILE: Final = "figures.toml"


class FiguresError(DataError):
    """Figures that cannot be used; `faults` has every reason found."""

    kind = "figures of"


@dataclass(frozen=True, slots=True)
class Movement:
    """Marches (6)."""

    most_before_attack: Fraction
    night: Fraction
    delay: Fraction
    least: Fraction
    attack: Fraction
    closing: int
    prepare_shift: int
    river: Fraction
    marsh_motor: tuple[int, int]
    break_contact: float
    staff: float
    staff_share: Fraction
    after_fights: Fraction
    behind: float
    lorries: float
    lift: int
    shuns: float
    passed: float
    entry: float
    on_road: float
    to_road: float
    deploy: float
    bank: float
    detour: float
    detour_more: float
    bridge_end: float


@dataclass(frozen=True, slots=True)
class Traffic:
    """Roads, towns and crossings (7)."""

    jam: Fraction
    crowd_turns: int


@dataclass(frozen=True, slots=True)
class Artillery:
    """Guns without a row of their own: effective and long range in km (9.11)."""

    heavy: tuple[int, int]
    coast: tuple[int, int]
    six_inch: tuple[int, int]
    six_pounder: tuple[int, int]
    aa: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Combat:
    """Fights (9)."""

    against_tanks: Fraction
    balance: Fraction
    most_advantages: int
    attacks_a_day: int
    attacks_a_turn: int
    mostly: Fraction
    twice: int
    stand_fast: int
    cluster: float
    guns: float
    beside: float
    merge: float
    position: float
    first: int
    dug_in: int
    long_range: Fraction
    overrun_guns: Fraction
    cab_rank: Fraction


@dataclass(frozen=True, slots=True)
class Retreat:
    """The way back (9.13, 9.14)."""

    half: Fraction
    snap: Fraction
    open: Fraction
    least_back: int
    ineffective: int
    captured: int
    enemy: float
    flees: float
    among: float
    winding: float
    behind: int
    left: float
    rear: float
    broken: Fraction
    broken_turns: int
    nearer: Fraction


@dataclass(frozen=True, slots=True)
class Prisoners:
    """What the captured count (9.5)."""

    battalion: tuple[int, int]
    round: int
    small_status: int
    small: Fraction


@dataclass(frozen=True, slots=True)
class Bridges:
    """Bridges blown, bombed and built (8)."""

    near: int
    heavy_squadrons: int
    tactical_squadrons: int
    air_hit: int
    tactical_hit: int
    bailey_gap: tuple[int, int]
    short: tuple[int, int]
    long: tuple[int, int]
    major: tuple[int, int]
    mended: int
    wreck_points: int
    checked: float
    caught: float
    seen: float
    looked: float
    held: float
    site: float
    fire: float
    gap: int


@dataclass(frozen=True, slots=True)
class Interdiction:
    """Fire on roads and guns (9.16, 9.17)."""

    passing: int
    bomb_line: int
    heavy_as: int
    fix: int
    reset: int


@dataclass(frozen=True, slots=True)
class Supply:
    """Supplies (11)."""

    draw: int
    dump: int
    airborne_dump: int
    bridge: float
    between: float
    road: float
    road_end: float
    stack: float
    unload: float
    unloaded: float
    drive: Fraction


@dataclass(frozen=True, slots=True)
class Rest:
    """Rest, and what cut off units suffer (5.3)."""

    turns: int
    enemy: int
    usual: int
    near_dump: int
    no_workshop: int
    rebuilt_turns: int
    isolated_turns: int
    isolated_status: int
    isolated_holds: int
    dump: float
    at_dump: float


@dataclass(frozen=True, slots=True)
class Contact:
    """What is learnt of the enemy (5.2)."""

    probe: int
    meets: float
    bridge: float


@dataclass(frozen=True, slots=True)
class Air:
    """The air (12)."""

    load: int
    zone_across: int
    near_flak: int
    far_flak: int
    overflight: int
    damage: int
    dense: int
    crowd: int
    on_zone: int
    liaison: int
    strip_halved: int
    strip_shut: int
    square: int
    fetch: int
    target: float
    draws_off: int
    strip_share: Fraction
    strip_held: float
    seen: float
    seen_by_night: float
    astray: int
    astray_by_night: int
    part: Fraction
    weather: int
    bombers: Fraction


@dataclass(frozen=True, slots=True)
class Rail:
    """Trains (6.4)."""

    enemy: int
    station: float


@dataclass(frozen=True, slots=True)
class Orders:
    """Sheets (5)."""

    arrived: float
    town_bridge: float
    parked: float
    there: float
    vague: float


@dataclass(frozen=True, slots=True)
class Sea:
    """The sea (readings 12)."""

    intact: int
    late: int
    losses: int
    mauled: int
    losses_share: Fraction
    mauled_share: Fraction
    back: int
    fleet: int
    cover: int
    hunted: int
    rough: int
    swell: int
    gale: int
    south: int
    hits: int
    pounder_hits: int
    nine_inch: float
    six_inch: float
    pounder: float
    through: int
    halved: Fraction
    fair_turns: int
    fair_worked: int
    poor_turns: int
    disorder: int
    escort: int
    battleships: int
    broadside: int
    sunk: int
    fuel: Fraction
    beach: float
    silenced: float
    fire: float


@dataclass(frozen=True, slots=True)
class Reports:
    """What Control tells the teams (10)."""

    considerable: int
    fair: int
    whole: Fraction
    light: Fraction
    thinned: Fraction
    tired: Fraction
    platoons: Fraction
    battalion: int
    worn: float
    weak: float
    gunners: float
    too_many: int
    blind: int
    too_few: int
    named: int
    company: int
    branch: int
    tigers: int
    tigers_there: int
    mixed: int
    seen: float
    surveyed: float
    visited: float
    radio: float
    reached: float
    follows: float
    position: float
    team: int
    higher: int
    squadrons: Fraction
    squadrons_worn: Fraction
    at: float
    ahead: float
    town: float
    round: float
    rumour: int
    untrue: int


@dataclass(frozen=True, slots=True)
class Messages:
    """Messages between headquarters (reading 10.9)."""

    most: int
    near: float
    lost: int
    garbled: int


@dataclass(frozen=True, slots=True)
class Beliefs:
    """What a team believes of the enemy (reading 10.16)."""

    same: float
    clear: float
    recent: int
    old: int
    forgotten: int


@dataclass(frozen=True, slots=True)
class Debrief:
    """What is watched and scored (readings 11)."""

    held: float
    met: float
    beyond: float
    reached: float
    fought: float
    days: int
    cut_off: Fraction
    sighted: float
    driven_off: float
    missed: float


@dataclass(frozen=True, slots=True)
class Umpiring:
    """Control's desk (2)."""

    spot: float


@dataclass(frozen=True, slots=True)
class Figures:
    """Every figure, chapter by chapter: `figures.supply.draw`."""

    movement: Movement
    traffic: Traffic
    artillery: Artillery
    combat: Combat
    retreat: Retreat
    prisoners: Prisoners
    bridges: Bridges
    interdiction: Interdiction
    supply: Supply
    rest: Rest
    contact: Contact
    air: Air
    rail: Rail
    orders: Orders
    sea: Sea
    reports: Reports
    messages: Messages
    beliefs: Beliefs
    debrief: Debrief
    umpiring: Umpiring


MOST: Final = 1000
"""The most that a figure can be."""
_DIVISORS: Final = frozenset(
    {"air.damage", "air.load", "air.square", "debrief.days", "movement.delay", "movement.least"}
    | {"movement.lift", "movement.marsh_motor", "prisoners.round"}
)
_SMALL: Final = frozenset({"air.load", "movement.on_road", "movement.to_road"})
"""A table has so many columns, or a search would take too long."""
_SMALL_MOST: Final = 10


def misfit(name: str, value: object) -> str:
    """Return why a figure of the right type can't be so much; empty if it can."""
    parts = cast("tuple[object, ...]", value) if isinstance(value, tuple) else (value,)
    if name in _DIVISORS and 0 in parts:
        return "must be more than 0: the rules divide by it"
    if name in _SMALL and isinstance(value, int | float) and value > _SMALL_MOST:
        return f"must be at most {_SMALL_MOST}"
    return ""


def kinds() -> dict[str, dict[str, Any]]:
    """Return every figure's name and type, by chapter."""
    return {name: get_type_hints(group) for name, group in get_type_hints(Figures).items()}


def load_figures(folder: Path | None = None) -> Figures:
    """Return the figures in a folder, or ours.

    Raises:
        FiguresError: one is missing, wrong, or not known; the error lists everything found.
    """
    faults: list[Fault] = []
    data = read_toml(data_of("opcom", folder) / FILE, faults) or {}
    asked = Asker(FILE, data, faults)
    groups = get_type_hints(Figures)
    found = {
        chapter: groups[chapter](
            **{name: _READERS[kind](asked, f"{chapter}.{name}") for name, kind in named.items()}
        )
        for chapter, named in kinds().items()
    }
    faults += _unknown(data)
    faults += [
        Fault(FILE, 0, f"{chapter}.{name}", str(value), why)
        for chapter, named in kinds().items()
        for name in named
        if (why := misfit(f"{chapter}.{name}", value := getattr(found[chapter], name)))
    ]
    if faults:
        raise FiguresError("opcom", faults)
    return Figures(**found)


def _whole(asked: Asker, name: str) -> int:
    found = asked.number(name)
    if found < 0 or found != int(found):
        asked.fault(name, found, "expected a whole number of 0 or more")
    return int(found)


def _distance(asked: Asker, name: str) -> float:
    found = asked.number(name)
    if found < 0:
        asked.fault(name, found, "expected a number of 0 or more")
    return found


def _share(asked: Asker, name: str) -> Fraction:
    part, whole = asked.span(name)
    if whole == 0:
        asked.fault(name, f"[{part}, {whole}]", "expected a part of a whole such as [1, 2]")
        return Fraction(0)
    return Fraction(part, whole)


def _pair(asked: Asker, name: str) -> tuple[int, int]:
    return asked.span(name, ordered=False)


_READERS: Final[Mapping[Any, Any]] = {
    int: _whole,
    float: _distance,
    Fraction: _share,
    tuple[int, int]: _pair,
}


def _unknown(data: Mapping[str, object]) -> list[Fault]:
    known = {f"{chapter}.{name}" for chapter, named in kinds().items() for name in named}
    names = [
        f"{group}.{key}"
        for group, table in data.items()
        if isinstance(table, dict)
        for key in cast("dict[str, object]", table)
    ]
    return [
        Fault(FILE, 0, name, "", "no rule counts with it") for name in names if name not in known
    ]
