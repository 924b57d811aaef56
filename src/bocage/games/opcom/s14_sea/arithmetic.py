"""The arithmetic of the sea: it knows no state. Every figure is a house figure (readings 12)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

from bocage.engine.ledger import Ledger
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

_LEAST: Final[tuple[tuple[int, Passage], ...]] = (
    (10, "intact"),
    (7, "late"),
    (5, "late with losses"),
    (3, "mauled"),
)
_SHARE: Final = {"late with losses": 6, "mauled": 3}
"""One battalion in so many loses a step."""
BACK_TURNS: Final = 3
"""A convoy that is turned back comes again after so many turns."""


def swell_of(die: int, *, south: bool) -> Swell:
    """Reading 12.6: the sea at a beach by the day's die; the south coast takes one off."""
    seen = die - 1 if south else die
    return "blow" if seen >= 6 else "swell" if seen == 5 else "calm"


@dataclass(frozen=True, slots=True)
class Crossing:
    """A convoy on its way through a sea zone."""

    dice: tuple[int, int]
    battleships: bool = False
    """Whether the Italian battle fleet escorts it."""
    cover: bool = False
    """Whether its side holds air cover over the zone."""
    strikes: int = 0
    """Anti-ship squadrons that get through to it."""
    hunted: bool = False
    """Whether an enemy force is at sea in the zone."""
    rough: bool = False


def passage_ledger(crossing: Crossing) -> Ledger:
    """Reading 12.2: the dice and what helps or hinders, under `passage`."""
    found = Ledger()
    rule = R("reading 12.2")
    found.add(PASSAGE, sum(crossing.dice), rule, "two dice")
    for holds, value, why in (
        (crossing.battleships, 2, "the battle fleet escorts it"),
        (crossing.cover, 1, "fighters hold the air over it"),
        (bool(crossing.strikes), -crossing.strikes, "torpedo aircraft get through"),
        (crossing.hunted, -2, "an enemy force is at sea there"),
        (crossing.rough, -1, "a rough sea"),
    ):
        if holds:
            found.add(PASSAGE, value, rule, why)
    return found


def passage_of(score: int) -> Passage:
    """What becomes of a convoy."""
    for least, word in _LEAST:
        if score >= least:
            return word
    return "turned back"


def steps_lost(passage: Passage, battalions: int) -> int:
    """How many battalions lose a step on the way; a part of a sixth or third counts as none."""
    return battalions // _SHARE[passage] if passage in _SHARE else 0


def loses_guns(passage: Passage) -> bool:
    """Whether an artillery unit goes down with its ship."""
    return passage == "mauled"


def gun_hits(calibre: str, die: int) -> bool:
    """Reading 12.3: whether a coast battery hits something of the run-in."""
    return die >= (6 if calibre == "6-pdr" else 5)


def reach_km(calibre: str) -> float:
    """How far a coast battery reaches; a 6-pounder covers its own harbour alone."""
    return {"9.2in": 25.0, "6in": 10.0, "6-pdr": 2.0}[calibre]


def gets_through(die: int) -> bool:
    """Reading 12.7: whether a squadron reaches ships through enemy patrols."""
    return die >= 4


def comes_up(die: int, least: int) -> bool:
    """Reading 12.7: whether a force from far away gets to the island."""
    return die >= least


@dataclass(frozen=True, slots=True)
class Shore:
    """A beach or port as it is in one turn."""

    grade: str
    capacity: int
    turns: int
    """In which this is the how-manieth turn of landing, from 1."""
    under_fire: bool
    swell: Swell
    worked: int
    """Turns that engineers have worked there."""
    work: int = 0
    """Turns that they must have worked: ports."""
    blocked: bool = False
    """Whether block-ships lie in it."""


def capacity_ledger(shore: Shore) -> Ledger:
    """Reading 12.4: unit points that can be landed in this turn, under `capacity`."""
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
            found.add(CAPACITY, now // 2 - now, cited, why)
    return found


def takes_vehicles(shore: Shore) -> bool:
    """Reading 12.4: whether guns, tanks and lorries can be landed there now."""
    if shore.grade in ("good", "port"):
        return True
    if shore.grade == "fair":
        return shore.turns >= 2 and shore.worked >= 1
    return shore.grade == "poor" and shore.turns >= 3


def assault_factors(battalions: int, *, battleships: bool) -> Ledger:
    """Reading 12.5: what a landing on a defended beach adds to the attacker's score."""
    found = Ledger()
    rule = R("reading 12.5")
    if battalions:
        found.add("attacker", -battalions, rule, "disorder on the beach")
    guns = 6 if battleships else 4
    found.add("attacker", guns, rule, "battleships" if battleships else "the guns of the escort")
    return found
