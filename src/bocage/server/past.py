"""Looking back: what a viewer saw at any earlier point, and where the turns began.

A point is told by the number of lines that the viewer may know of, and what is told of it is
his own view of that moment: no more than he was told then.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from itertools import pairwise
from typing import Any, Final

from bocage.engine import play
from bocage.engine.game import Game
from bocage.engine.past import Past
from bocage.engine.viewers import Viewer
from bocage.games.shown import ribbon, shown
from bocage.server import wire
from bocage.server.errors import ServerError

MOST: Final = 128
"""Lines that are told at once."""


def seen(game: Game[Any], st: Any, viewer: Viewer) -> dict[str, Any]:
    """What a viewer may see of a position: the map, the tracks, and who is asked for what."""
    view = game.view(st, viewer)
    decision = play.decision(st)
    waiting = (
        [] if decision is None else wire.pieces(decision.for_viewer(viewer).waiting, game.nouns)
    )
    return {
        "heading": game.heading(st).say(game.nouns),
        "view": view,
        "shown": shown(game.id, getattr(game, "world", None), view),
        "ribbon": ribbon(game.id, st),
        "waiting": waiting,
    }


def told(
    game: Game[Any], past: Past[Any], lines: Sequence[int], viewer: Viewer, start: int, stop: int
) -> dict[str, Any]:
    """The state after `start` of the viewer's lines, and what changed with each after it.

    `lines` are the places in the log of the lines that the viewer may know of.

    Raises:
        ServerError: there are no such lines, or they are too many.
    """
    if not 0 <= start <= stop <= len(lines):
        raise ServerError(f"there are {len(lines)} lines: ask for some of those")
    if stop - start > MOST:
        raise ServerError(f"ask for {MOST} lines at most")
    points = [place_of(lines, count) for count in range(start, stop + 1)]
    states = list[dict[str, Any]]()
    walk = past.walk(points[0], points[-1])
    wanted = 0
    for number, st in walk:
        while wanted < len(points) and points[wanted] == number:
            states.append(seen(game, st, viewer))
            wanted += 1
    made = [wire.changes(before, after) for before, after in pairwise(states)]
    return {"from": start, "state": states[0], "steps": made}


def place_of(lines: Sequence[int], count: int) -> int:
    """How many entries of the log lie before the point after so many of a viewer's lines."""
    return 0 if count == 0 else lines[count - 1] + 1


def turns(past: Past[Any], lines: Sequence[int]) -> list[list[int]]:
    """The turns, each with the number of the viewer's lines before it began."""
    found: list[list[int]] = []
    for number, st in past.walk():
        turn = int(getattr(st, "turn", 0))
        if not found or found[-1][0] != turn:
            found.append([turn, bisect_left(lines, number)])
    return found
