"""The arithmetic of the sea, without a state. All its figures are our own (readings 12)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

from bocage.engine.ledger import Ledger
from bocage.games.opcom.board.tables import Tables
from bocage.games.opcom.rulebook import R

Swell = Literal["calm", "swell", "blow"]
Passage = Literal["intact", "late", "late with losses", "mauled", "turned back"]
PASSAGES: Final[tuple[Passage, ...]] = (
    "turned back",
    "mauled",
    "late with losses",
    "late",
    "intact",
)
"""From the worst to the best."""
PASSAGE: Final = "passage"
CAPACITY: Final = "capacity"


def swell_of(die: int, *, south: bool, charts: Tables) -> Swell:
    """Return the sea at a beach by the day's die, less one on the south coast (reading 12.6)."""
    figures = charts.figures.sea
    seen = die - figures.south if south else die
    return "blow" if seen >= figures.gale else "swell" if seen >= figures.swell else "calm"


@dataclass(frozen=True, slots=True)
class Crossing:
    """A convoy on its way through a sea zone."""

    dice: tuple[int, int]
    battleships: bool = False
    """Whether the Italian battle fleet escorts it."""
    cover: bool = False
    """Whether its side holds air cover over the zone."""
    strikes: int = 0
    """The anti-ship squadrons that reach it."""
    hunted: bool = False
    """Whether an enemy force is at sea in the zone."""
    rough: bool = False


def passage_ledger(crossing: Crossing, charts: Tables) -> Ledger:
    """Return the dice and what helps or hinders, under `passage` (reading 12.2)."""
    found = Ledger()
    rule = R("reading 12.2")
    figures = charts.figures.sea
    found.add(PASSAGE, sum(crossing.dice), rule, "two dice")
    for holds, value, why in (
        (crossing.battleships, figures.fleet, "the battle fleet escorts it"),
        (crossing.cover, figures.cover, "fighters hold the air over it"),
        (bool(crossing.strikes), -crossing.strikes, "torpedo aircraft get through"),
        (crossing.hunted, -figures.hunted, "an enemy force is at sea there"),
        (crossing.rough, -figures.rough, "a rough sea"),
    ):
        if holds:
            found.add(PASSAGE, value, rule, why)
    return found


def passage_of(score: int, charts: Tables) -> Passage:
    """Return the fate of a convoy."""
    figures = charts.figures.sea
    if score >= figures.intact:
        return "intact"
    if score >= figures.late:
        return "late"
    if score >= figures.losses:
        return "late with losses"
    return "mauled" if score >= figures.mauled else "turned back"


def steps_lost(passage: Passage, battalions: int, charts: Tables) -> int:
    """Return the battalions that lose a step on the way, by sixths or thirds, rounded down."""
    figures = charts.figures.sea
    shares = {"late with losses": figures.losses_share, "mauled": figures.mauled_share}
    return int(battalions * shares.get(passage, 0))


def loses_guns(passage: Passage) -> bool:
    """Return whether an artillery unit is lost with its ship."""
    return passage == "mauled"


def gun_hits(calibre: str, die: int, charts: Tables) -> bool:
    """Return whether a coast battery hits something of the run-in (reading 12.3)."""
    figures = charts.figures.sea
    return die >= (figures.pounder_hits if calibre == "6-pdr" else figures.hits)


def reach_km(calibre: str, charts: Tables) -> float:
    """Return the range of a coast battery; a 6-pounder covers only its own harbour."""
    figures = charts.figures.sea
    return {"9.2in": figures.nine_inch, "6in": figures.six_inch, "6-pdr": figures.pounder}[calibre]


def gets_through(die: int, charts: Tables) -> bool:
    """Return whether a squadron reaches ships through enemy patrols (reading 12.7)."""
    return die >= charts.figures.sea.through


def comes_up(die: int, least: int) -> bool:
    """Return whether a distant force reaches the island (reading 12.7)."""
    return die >= least


@dataclass(frozen=True, slots=True)
class Shore:
    """A beach or port as it is in one turn."""

    grade: str
    capacity: int
    turns: int
    """The number of this turn of landing, from 1."""
    under_fire: bool
    swell: Swell
    worked: int
    """The turns of work by engineers so far."""
    work: int = 0
    """The turns of work that a port needs."""
    blocked: bool = False
    """Whether block-ships lie in it."""


def capacity_ledger(shore: Shore, charts: Tables) -> Ledger:
    """Return the unit points that can land in this turn, under `capacity` (reading 12.4)."""
    found = Ledger()
    rule = R("reading 12.4")
    swell = R("reading 12.6")
    found.add(CAPACITY, shore.capacity, rule, "as it is")
    closed = shore.work and shore.worked < shore.work
    rough = shore.swell == "blow" and shore.grade in ("poor", "bad")
    for holds, cited, why in (
        (closed, rule, "the port is not working yet"),
        (rough, swell, "a gale: nobody lands there"),
    ):
        if holds:
            found.add(CAPACITY, -int(found.total(CAPACITY)), cited, why)
    for holds, cited, why in (
        (shore.grade == "poor" and shore.turns <= 1, rule, "the first landing on a poor beach"),
        (shore.under_fire, rule, "under fire"),
        (shore.swell == "swell" and shore.grade in ("fair", "poor"), swell, "a swell"),
        (shore.blocked, R("reading 12.9"), "block-ships"),
    ):
        if holds:
            now = int(found.total(CAPACITY))
            found.add(CAPACITY, int(now * charts.figures.sea.halved) - now, cited, why)
    return found


def takes_vehicles(shore: Shore, charts: Tables) -> bool:
    """Return whether guns, tanks and lorries can be landed there now (reading 12.4)."""
    figures = charts.figures.sea
    if shore.grade in ("good", "port"):
        return True
    if shore.grade == "fair":
        return shore.turns >= figures.fair_turns and shore.worked >= figures.fair_worked
    return shore.grade == "poor" and shore.turns >= figures.poor_turns


def assault_factors(battalions: int, *, battleships: bool, charts: Tables) -> Ledger:
    """Return the attacker's factors for a landing on a defended beach (reading 12.5)."""
    found = Ledger()
    rule = R("reading 12.5")
    figures = charts.figures.sea
    if battalions:
        found.add("attacker", -battalions * figures.disorder, rule, "disorder on the beach")
    guns = figures.battleships if battleships else figures.escort
    found.add("attacker", guns, rule, "battleships" if battleships else "the guns of the escort")
    return found
