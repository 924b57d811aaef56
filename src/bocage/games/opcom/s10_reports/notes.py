"""The events of a turn that will be reported, as records: a code and its subject.

The rules write notes while a turn is worked out. Notes hold numbers, places and names;
`remarks` has the sentences.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from bocage.engine.records import record
from bocage.games.opcom.board.ways import Point

Code = Literal[
    # who comes
    "arrived", "held up", "left train", "landed intact", "landed scattered", "landed lost",
    "rest joined", "stragglers", "recovered", "company group", "supplies down",
    "supplies scattered", "supplies lost", "drop seen", "beached",
    "sea", "fleet comes", "fleet driven off", "convoy late", "convoy passed", "convoy turned back",
    # in the air
    "lift short", "did not fly", "lift waits", "flak", "too near to bomb", "bombed",
    "flak attacked", "lift given up", "base lost", "fighters", "caught", "caught them",
    "lift off", "scouted nothing", "scouted",
    # on the march
    "no train", "train late", "on railway", "queues", "no fuel", "met", "stopped", "got away",
    "no way", "detour", "bridge down", "found empty",
    # in contact
    "probed", "supplies taken", "faced",
    # attacks
    "no ammunition", "allotment used", "out of reach", "too late", "only holds", "attacked twice",
    "counter-attacked", "guns too near", "fired at ships", "hit ships",
    # fights
    "captured", "staff driven off", "staff taken", "wasting", "broken", "cut off", "shelled",
    "under fire", "hit on run-in", "hit at sea", "off the beach",
    # bridges
    "not blown", "not built", "building", "second bridge", "bridged", "blown", "runways blown",
    # losses
    "dump stays", "undelivered", "dump taken", "taken on beach", "sunk",
    # set right by Control
    "is at", "misreported", "no longer with us", "ready", "not ready", "takes", "is down",
    "is standing", "holds", "weather", "roads bad", "roads good", "set right",
    # counted, not told as they are
    "ammo", "fuel", "points lost", "prisoners", "rumour",
]  # fmt: skip
"""The kind of event in a note."""


@record
@dataclass(frozen=True, slots=True)
class Note:
    """One thing that happened."""

    team: int
    """The team that will receive it."""
    code: Code
    unit: int = -1
    """The ground unit that it concerns."""
    at: Point | None = None
    crossing: int = -1
    figure: int = 0
    name: str = ""
    """A name from the data or from a sheet: a goal, a zone, a formation."""
    parts: tuple[str, ...] = ()
    """Further details, depending on the code."""
