"""The Germans' last move: they may still cut a port off from the beachheads (14.1).

Each try puts units in possible places on a copy, and computes the real victory levels there.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Final

from bocage.games.roundup.pieces.units import ALLIED, GERMAN
from bocage.games.roundup.s14_victory import allied_level, german_level
from bocage.games.roundup.short.points import short_points
from bocage.hexes.kernels import UNREACHED

if TYPE_CHECKING:
    from bocage.ai.staff.roundup.aims import Aims
    from bocage.ai.staff.roundup.board import Board
    from bocage.ai.staff.roundup.survey import Survey
    from bocage.games.roundup.board.position import Position

LEVEL: Final = 10.0
"""The value of a victory level, compared with the links to the ports."""
TRIED: Final = 12
"""The number of hexes to try for each unit."""


def standing(st: Position) -> float:
    """Return the Germans' result in tenths of a level, less a little for each Allied link.

    A link joins two beachheads, or a port and a beachhead.
    """
    if st.world.short is not None:
        difference = -short_points(st, st.world.short).net
    else:
        difference = german_level(st)[0] - allied_level(st)[0]
    links = 0
    for beach in {h for h in st.beachheads if h >= 0}:
        net = st.traced(ALLIED, [beach])
        links += sum(net[h] < UNREACHED for h in st.beachheads if h >= 0)
        links += sum(any(net[h] < UNREACHED for h in hexes) for hexes in st.world.ports)
    return LEVEL * difference - 0.1 * links


def cut_links(
    survey: Survey, aims: Aims, board: Board, reach: Mapping[int, Sequence[int]]
) -> float:
    """Place units between the ports and the beachheads on `board`, and return the gain.

    The gain is that of `standing`: a victory level counts 10.
    """
    if survey.side != GERMAN or not aims.last or aims.killed or not aims.ports_held:
        return 0.0
    world = survey.world
    allies = survey.enemy_stacks
    open_ = [h for h in aims.chain() if h not in allies]
    wanted = {n for h in open_ for n in (h, *world.near(h)) if n not in allies}
    trial = survey.st.copy()
    first = best = standing(trial)
    for u in sorted(reach, key=lambda each: survey.attack[each]):
        if u in board.of:
            continue
        able = [h for h in reach[u] if h in wanted and board.has_room(h, u)][:TRIED]
        here, found = trial.loc[u], -1
        for h in able:
            trial.place(u, h)
            now = standing(trial)
            if now > best + 0.05:
                best, found = now, h
        trial.place(u, here if found < 0 else found)
        if found >= 0:
            board.place(u, found)
    return best - first
