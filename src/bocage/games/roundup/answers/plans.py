"""Plans for the landing: where the beachheads go, and who comes ashore first."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from bocage.engine.plans import Plan
from bocage.games.roundup.board.position import LANDED, POOL
from bocage.games.roundup.board.world import BEACHHEADS
from bocage.games.roundup.options import SECTORS
from bocage.games.roundup.pieces.units import ALLIED, UK, US
from bocage.games.roundup.s03_stacking import is_legal_stack
from bocage.games.roundup.s08_reinforcements import Landings, landing_sites
from bocage.games.roundup.s13_setup import LANDING_PLANS, PlaceBeachhead, first_wave_lines
from bocage.games.roundup.s15_optional.s15_03_storm_at_sea import guns_are_silent

if TYPE_CHECKING:
    from bocage.games.roundup.board.position import Position


def plans(st: Position, seat: int) -> list[Plan]:
    """Return the landing plans, the recommended one first; later there is one advice (4.4)."""
    top = st.stack[-1] if st.stack else None
    if seat != ALLIED:
        return []
    if isinstance(top, PlaceBeachhead):
        return [
            Plan(name, title, tuple(_beachheads(st, top.marker, name)))
            for name, (title, _) in LANDING_PLANS.items()
        ]
    lines = tuple(_landings(st)) if isinstance(top, Landings) else ()
    return [Plan("", "", lines)] if lines else []


def _beachheads(st: Position, first: int, name: str) -> list[str]:
    numbers = st.world.grid.numbers
    taken = {numbers[h] for h in st.beachheads if h >= 0}
    hexes = LANDING_PLANS[name][1]
    # Some markers may already lie elsewhere: the others take the remaining places of the plan.
    free = [each for each in (*hexes[first:], *hexes[:first]) if each not in taken]
    markers = BEACHHEADS[first:]
    return [f"beachhead {m} {h}" for m, h in zip(markers, free, strict=False)]


def _landings(st: Position) -> list[str]:
    """Return the first wave; later, for each beach and port that is free, the strongest that fits.

    Airborne units are kept for their drop while there are others.
    """
    begun = any(st.marks[u] & LANDED for u in st.world.allied)
    if st.turn == 1 and not begun and not st.optional[SECTORS]:
        return first_wave_lines(st)
    world, lines = st.world, list[str]()
    used: set[int] = set()
    for nation in (US, UK):
        pool = [u for u in world.allied if st.loc[u] == POOL and world.nation[u] == nation]
        pool.sort(key=lambda u: (world.units[u].airborne, -world.attack[u][st.steps[u]], u))
        for site in landing_sites(st, nation):
            h, stack = _for_site(st, site, [u for u in pool if u not in used])
            used.update(stack)
            if stack:
                names = "+".join(world.units[u].id for u in stack)
                lines.append(f"land {names} {world.grid.numbers[h]}")
    return lines


def _for_site(st: Position, site: tuple[int, ...], pool: Sequence[int]) -> tuple[int, list[int]]:
    """Return the hex of a beach or port with the most room, and who should land there."""
    h = min(site, key=lambda each: len(st.at(each, ALLIED)))
    there = st.at(h, ALLIED)
    landing: list[int] = []
    for division in (True, False):
        for u in (u for u in pool if bool(st.world.is_division[u]) == division):
            if is_legal_stack(st.world, (*there, *landing, u)):
                landing.append(u)
                break
        if landing and guns_are_silent(st) and h in st.beachheads:
            break  # 15.3: one unit a beachhead
    return h, landing
