"""What is worth counting over many games, besides who won: where the Victory Points came from."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from bocage.games.falaise.position import DEAD
from bocage.games.falaise.victory import allied_points, count_up

if TYPE_CHECKING:
    from bocage.games.falaise.position import Position

_SOURCES: Final = {
    "vp_divisions_away": ("3.3.i",),
    "vp_mech_away": ("3.3.j",),
    "vp_argentan": ("3.3.k", "3.3.l"),
    "vp_left_south": ("3.3.m",),
}
"""German Victory Points by the sentences that give them."""


def measures_of(st: Position) -> dict[str, float]:
    """The points of both sides, the Germans' by where they came from, and the losses."""
    count = count_up(st)
    rows = list(count.under("german"))
    allied = allied_points(st, count)
    found: dict[str, float] = {
        "allied_vp": allied,
        "german_vp": st.german_vp,
        "net_vp": allied - st.german_vp,
    }
    for name, rules in _SOURCES.items():
        found[name] = sum(int(row.value) for row in rows if row.rule in rules)
    world = st.world
    for name, own in (("german_units_lost", world.german), ("allied_units_lost", world.allied)):
        found[name] = sum(st.loc[u] == DEAD for u in own)
    return found
