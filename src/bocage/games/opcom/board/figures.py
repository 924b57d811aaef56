"""Figures that stand in the text of the rulebook or in our readings, from `figures.toml`.

Charts have `charts.toml`; what is in neither is in no rule. Every figure is asked for by
name, so a missing one is found when the file is read and not in the middle of a turn.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Final, cast

from bocage.games.places import data_of
from bocage.tables import Asker, DataError, Fault, read_toml

FILE: Final = "figures.toml"

WHOLES: Final = (
    *("movement.closing", "movement.prepare_shift"),
    *("traffic.crowd_turns", "traffic.supply_per_point"),
    *("combat.most_advantages", "combat.attacks_a_day", "combat.attacks_a_turn", "combat.twice"),
    *("combat.stand_fast", "retreat.least_back", "retreat.ineffective"),
    *("retreat.captured", "prisoners.round", "prisoners.small_status", "bridges.near"),
    *("bridges.heavy_squadrons", "bridges.tactical_squadrons", "bridges.air_hit"),
    *("bridges.tactical_hit", "bridges.overload", "bridges.major_turns", "bridges.wreck_points"),
    *("interdiction.passing", "interdiction.bomb_line"),
    *("interdiction.heavy_as", "interdiction.fix", "interdiction.reset"),
    *("supply.draw", "supply.dump", "supply.airborne_dump"),
    *("rest.turns", "rest.enemy", "rest.usual", "rest.near_dump", "rest.no_workshop"),
    *("rest.rebuilt_turns", "rest.isolated_turns", "rest.isolated_status", "rest.isolated_holds"),
    "contact.probe",
    *("air.load", "air.zone_across", "air.near_flak", "air.far_flak", "air.overflight"),
    *("air.damage", "air.dense", "air.crowd", "air.on_zone", "air.liaison", "air.strip_halved"),
    *("air.strip_shut", "air.square", "air.fetch"),
)
"""Whole numbers."""
SHARES: Final = (
    *("movement.most_before_attack", "movement.night", "movement.delay", "movement.least"),
    *("movement.attack", "movement.river", "traffic.jam", "combat.against_tanks"),
    *("combat.balance", "combat.mostly", "retreat.half", "retreat.snap", "retreat.open"),
    "prisoners.small",
)
"""Parts of a whole."""
PAIRS: Final = (
    *("movement.marsh_motor", "prisoners.battalion", "bridges.bailey_gap"),
    *("artillery.heavy", "artillery.coast", "artillery.six_inch", "artillery.six_pounder"),
    "artillery.aa",
)
"""Two whole numbers."""


class FiguresError(DataError):
    """Figures that cannot be used; `faults` has every reason found."""

    kind = "figures of"


@dataclass(frozen=True, slots=True)
class Figures:
    """Every figure by its name: `supply.draw`."""

    wholes: Mapping[str, int]
    shares: Mapping[str, Fraction]
    pairs: Mapping[str, tuple[int, int]]


def load_figures(folder: Path | None = None) -> Figures:
    """The figures in a folder, or ours.

    Raises:
        FiguresError: one is missing, wrong, or not known; the error lists everything found.
    """
    faults: list[Fault] = []
    data = read_toml(data_of("opcom", folder) / FILE, faults) or {}
    asked = Asker(FILE, data, faults)
    wholes = {name: _whole(asked, name) for name in WHOLES}
    shares = {name: _share(asked, name) for name in SHARES}
    pairs = {name: asked.span(name, ordered=False) for name in PAIRS}
    faults += _unknown(data)
    if faults:
        raise FiguresError("opcom", faults)
    return Figures(wholes, shares, pairs)


def _whole(asked: Asker, name: str) -> int:
    found = asked.number(name)
    if found < 0 or found != int(found):
        asked.fault(name, found, "expected a whole number of 0 or more")
    return int(found)


def _share(asked: Asker, name: str) -> Fraction:
    part, whole = asked.span(name)
    if whole == 0:
        asked.fault(name, f"[{part}, {whole}]", "expected a part of a whole such as [1, 2]")
        return Fraction(0)
    return Fraction(part, whole)


def _unknown(data: Mapping[str, object]) -> list[Fault]:
    known = {*WHOLES, *SHARES, *PAIRS}
    names = [
        f"{group}.{key}"
        for group, table in data.items()
        if isinstance(table, dict)
        for key in cast("dict[str, object]", table)
    ]
    return [
        Fault(FILE, 0, name, "", "no rule counts with it") for name in names if name not in known
    ]
