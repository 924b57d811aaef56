"""A naval staff's report of a half day: the places of its fleets (10, reading 12.7)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from bocage.games.opcom.board.position import Position

_STATES: Final = ("in harbour", "at sea", "on its way", "driven off, and will not come back")
"""Phrases by the state of a fleet (`SeaState.fleets`)."""


def sea_sentences(st: Position, team: int) -> Iterator[str]:
    """Yield a sentence for each fleet; nothing for a team without ships."""
    seat = st.world.teams[team].seat
    for number, fleet in enumerate(st.world.data.sea.fleets):
        if fleet.team != seat:
            continue
        zone = st.sea.zones[number]
        where = f", on station: {st.world.pack.area(zone).name}" if zone else ""
        name = f"{fleet.name[:1].upper()}{fleet.name[1:]}"
        yield f"{name} is {_STATES[st.sea.fleets[number]]}{where}."
