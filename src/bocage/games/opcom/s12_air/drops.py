"""Parachute and glider drops: the ground, the losses, and movement after them (12.3 to 12.7)."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Final, Literal

from bocage.engine.ledger import Ledger
from bocage.engine.rulings import OK, Ruling, refuse
from bocage.games.opcom.board.tables import Tables
from bocage.games.opcom.rulebook import R

FIRST: Final = "first die"
SECOND: Final = "second die"
Landing = Literal["intact", "scattered", "lost"]
"""No loss; a step lost for a time; a step lost for good."""

OPEN: Final = frozenset(
    {"open", "heath", "marsh", "polder", "airfield", "walled fields", "garrigue"}
)
"""Ground on which a drop is legal (12.3.c)."""
POOR: Final = frozenset({"marsh", "polder", "walled fields", "garrigue"})
"""Poor ground for gliders and for supplies (12.6.b, reading 9.12)."""


@dataclass(frozen=True, slots=True)
class Drop:
    """The conditions of a unit's drop."""

    night: bool = False
    fighters: bool = False
    """Unengaged enemy fighters in the air zone."""
    flak: bool = False
    """Fire from flak."""
    enemy: bool = False
    """Enemies on the zone (reading 9.3)."""


def may_drop(ground: str, across_km: float, charts: Tables) -> Ruling:
    """Return whether a drop on such ground is legal (12.3)."""
    if ground in ("woods", "built-up", "water", "lake", "sea", "city"):
        return refuse(R("12.3.d"), "no drop is made into {ground}", ground=ground)
    if ground not in OPEN:
        return refuse(R("12.3.c"), "{ground} is neither open, marsh nor polder", ground=ground)
    least = charts.figures.air.zone_across
    if across_km < least:
        text = "the zone is {km} km across, and a drop needs {least} km"
        return refuse(R("12.3.c"), text, km=f"{across_km:.1f}", least=least)
    return OK


def first_die(drop: Drop, die: int, charts: Tables) -> Ledger:
    """Return the score of the first die, under `first die`."""
    found = Ledger()
    row = charts.sky.drops["night" if drop.night else "day"]
    found.add(FIRST, die, R("12.5.a") if drop.night else R("12.4.a"), "a die of {die}", die=die)
    if drop.fighters and not drop.night:
        rule = R("12.4.fighters").read(R("reading 9.2"))
        found.add(FIRST, row.fighters, rule, "unengaged enemy fighters in the zone")
    _both(found, FIRST, drop, charts)
    return found


def second_die(drop: Drop, die: int, charts: Tables) -> Ledger:
    """Return the score of the second die, under `second die`."""
    found = Ledger()
    found.add(SECOND, die, R("12.5.b") if drop.night else R("12.4.b"), "a die of {die}", die=die)
    _both(found, SECOND, drop, charts)
    return found


def _both(found: Ledger, heading: str, drop: Drop, charts: Tables) -> None:
    """Enter the modifiers of both dice."""
    row = charts.sky.drops["night" if drop.night else "day"]
    more = R("reading 9.2")
    if drop.flak:
        rule = R("12.5.flak") if drop.night else R("12.4.flak")
        found.add(heading, row.flak, rule.read(more), "under fire from flak")
    if drop.enemy:
        rule = R("12.5.enemy") if drop.night else R("12.4.enemy")
        found.add(heading, row.enemy, rule.read(more), "enemy on the drop zone")


def loses(drop: Drop, die: int, charts: Tables) -> bool:
    """Return whether the first die costs a step."""
    row = charts.sky.drops["night" if drop.night else "day"]
    return _at_most(row.lost.high, int(first_die(drop, die, charts).total(FIRST)))


def landing(drop: Drop, die: int, second: int, charts: Tables) -> Landing:
    """Return how a unit lands; `second` counts only if the first die costs a step."""
    if not loses(drop, die, charts):
        return "intact"
    row = charts.sky.drops["night" if drop.night else "day"]
    total = int(second_die(drop, second, charts).total(SECOND))
    return "lost" if _at_most(row.for_good.high, total) else "scattered"


def _at_most(most: int | None, score: int) -> bool:
    """Return whether a score is low enough: `score 1` is 1 or less (reading 9.2)."""
    return most is not None and score <= most


def crashes(die: int) -> bool:
    """Return whether a glider unit on poor ground loses a step for good (12.6.b)."""
    return die == 1


def turns_scattered(*, night: bool, die: int = 0) -> int:
    """Return the turns until a step that was lost for a time returns (12.4.c, 12.5.c, reading
    9.5).
    """
    return die if night else 1


def movement(half: str, *, night: bool, charts: Tables) -> Fraction:
    """Return the share of its movement that a unit has in the turn of its drop (12.7)."""
    row = "morning" if half == "am" else "afternoon"
    return charts.sky.moves[row, "night" if night else "day"]
