"""A fight for a beach (reading 12.5): what is otherwise in it than in a fight inland."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from bocage.games.opcom.combat import Fight
from bocage.games.opcom.position import Position
from bocage.games.opcom.sea.arithmetic import assault_factors

LANDING: Final = "landing"
"""Stands in the name of such a fight: `3.1.landing.BE-FAM`."""


def is_landing(name: str) -> bool:
    """Whether a fight is one for a beach; a counter-attack after it is one inland."""
    parts = name.split(".")
    return len(parts) == 4 and parts[2] == LANDING


def from_the_sea(st: Position, fight: Fight) -> Fight:
    """Bad terrain, disorder, the guns of ships, and no others on the attackers' side."""
    beach = next(b for b in st.world.data.sea.beaches if fight.name.endswith(f".{b.id}"))
    sea = st.sea
    battleships = any(
        fleet.kind == "battleships" and sea.fleets[i] == 1 and sea.zones[i] == beach.zone
        for i, fleet in enumerate(st.world.data.sea.fleets)
    )
    rows = assault_factors(len(fight.attacker.fighters), battleships=battleships).rows
    extra = tuple((int(row.value), row.rule, row.words.template) for row in rows)
    return replace(fight, bad=True, attacker=replace(fight.attacker, guns=(), extra=extra))
