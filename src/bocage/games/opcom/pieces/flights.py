"""Flights as records: a sortie of this turn, and a cab rank that stays for the day."""

from __future__ import annotations

from dataclasses import dataclass

from bocage.engine.records import record
from bocage.games.opcom.pieces.orders import Mission

FLYING, SHAKEN, BROKEN_OFF = range(3)
"""How it stands with a sortie: as ordered, a level of support lower, or turned back."""


@record
@dataclass(frozen=True, slots=True)
class Sortie:
    """One operation in the air: the squadrons of an air line, or the serials of a lift."""

    number: int
    team: int
    line: int
    """Of the sheet; 0 for what flies without one."""
    mission: str
    squadrons: tuple[int, ...]
    flying: int
    """Squadrons or serials that are still in the air."""
    planned: int
    """How many set out by the plan."""
    zone: int
    route: tuple[int, ...]
    """The air zones that it crosses."""
    x: int
    y: int
    where: str
    units: tuple[int, ...] = ()
    """Whom it supports, or carries; of an escort the air units that it goes with."""
    lift: int = -1
    site: str = ""
    crossing: int = -1
    night: int = 0
    state: int = FLYING
    through: int = 0
    """Enemy squadrons that broke through to it."""
    met: int = 0
    """1 for fighters that have fought fighters."""
    held: int = 0
    """1 for a patrol that meets nobody more: beaten, held, or spent on a stream."""
    beaten: int = 0
    damage: int = 0
    asked: int = 1
    """Of close support: whether troops have asked for it, or Control honours it all the same."""
    caught: int = 0
    """Serials that fighters have put out of action."""
    slips: int = 0
    """1 for aircraft that no patrol can catch in this turn (reading 8.24)."""
    strayed: int = 0
    """1 + the flak, by number, to which a lift has lost its way (reading 8.24); 0 for none."""


@record
@dataclass(frozen=True, slots=True)
class CabRank:
    """Squadrons that circle until troops call them (9.12.d)."""

    last: int
    """The last turn in which they fly."""
    mission: Mission
