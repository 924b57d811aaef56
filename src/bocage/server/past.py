"""Looking back: what a viewer saw at any earlier point, and where the turns began.

A point is named by the number of lines that the viewer may know of. The answer is their own view of
that moment, and no more.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import OrderedDict
from collections.abc import Hashable, Sequence
from itertools import pairwise
from typing import Final, NamedTuple, TypedDict, cast

from bocage.engine import play
from bocage.engine.game import AnyGame
from bocage.engine.past import AnyPast
from bocage.engine.state import State
from bocage.engine.table import AnyTable
from bocage.engine.viewers import Viewer
from bocage.server import messages, wire
from bocage.server.errors import ServerError
from bocage.server.feeds import place

MOST: Final = 128
"""The most lines in one answer."""
SHELF_BYTES: Final = 8 * 1024 * 1024
"""The memory for stored answers, of all games together."""


class PastSteps(TypedDict):
    """A position, and what changed with each line after it."""

    state: messages.PastState
    steps: list[list[messages.Change]]


def seen(game: AnyGame, st: State, viewer: Viewer) -> messages.PastState:
    """Return what a viewer may see of a position: the map, the tracks, and who is asked for
    what.
    """
    view = game.view(st, viewer)
    decision = play.decision(st)
    waiting = (
        [] if decision is None else wire.pieces(decision.for_viewer(viewer).waiting, game.nouns)
    )
    return {
        "heading": game.heading(st).say(game.nouns),
        "view": cast("messages.View", view),
        "shown": wire.shown(game.shown(view), game),
        "ribbon": wire.ribbon(game.ribbon(st), game),
        "waiting": waiting,
    }


def told(game: AnyGame, past: AnyPast, points: Sequence[int], viewer: Viewer) -> PastSteps:
    """Return the state at the first of some points, and what changed with each after it.

    It depends on the log up to the last of them and on the viewer, and on nothing else.
    """
    states = list[messages.PastState]()
    walk = past.walk(points[0], points[-1])
    wanted = 0
    for number, st in walk:
        while wanted < len(points) and points[wanted] == number:
            states.append(seen(game, st, viewer))
            wanted += 1
    made = [wire.changes(before, after) for before, after in pairwise(states)]
    return {"state": states[0], "steps": made}


def story(game: AnyGame, past: AnyPast, lines: Sequence[int], viewer: Viewer) -> bytes:
    """Return the events as a viewer may learn them, each with its line among those they may know
    of.
    """
    told = list[messages.Happened]()
    for number, each in past.events():
        seen = each.for_viewer(viewer)
        if seen is not None:
            entry = past.entry(number) if number >= 0 else None
            by = -1 if entry is None else entry.seat
            told.append(wire.event(place(lines, number), seen, game, by))
    return wire.packed(told)


def check_span(start: int, stop: int) -> None:
    """Check what can be said of a stretch of lines without a look at the game.

    Raises:
        ServerError: it ends before it begins, or is too long.
    """
    if start > stop:
        raise ServerError(f"line {stop} comes before line {start}: start with the earlier one")
    if stop - start > MOST:
        raise ServerError(f"ask for {MOST} lines at most")


def points_of(lines: Sequence[int], start: int, stop: int) -> tuple[int, ...]:
    """Return the places in the log of the points after `start` to `stop` of a viewer's lines.

    `check_span` has let the stretch pass.

    Raises:
        ServerError: there are no such lines.
    """
    if stop > len(lines):
        raise ServerError(f"there are {len(lines)} lines: ask for some of those")
    return tuple(place_of(lines, count) for count in range(start, stop + 1))


def place_of(lines: Sequence[int], count: int) -> int:
    """Return how many entries of the log lie before the point after so many of a viewer's lines."""
    return 0 if count == 0 else lines[count - 1] + 1


def turn_of(table: AnyTable) -> int:
    """Return the turn that a game is in, as everybody may know it; 0 under an umpire."""
    return 0 if table.game.control is not None else int(getattr(table.state, "turn", 0))


class Turns(NamedTuple):
    """Where the turns of a game began, as far as it was searched."""

    began: tuple[tuple[int, int], ...] = ()
    """Each turn with the number of entries of the log before it."""
    upto: int = -1
    """The number of entries searched; -1: not even the set-up."""

    def on(self, past: AnyPast) -> Turns:
        """Return the turns including what was played since; earlier ones have not changed."""
        found = list(self.began)
        for number, st in past.walk(max(self.upto, 0)):
            turn = int(getattr(st, "turn", 0))
            if number > self.upto and (not found or found[-1][0] != turn):
                found.append((turn, number))
        return Turns(tuple(found), len(past))

    def told(self, lines: Sequence[int]) -> list[tuple[int, int]]:
        """Return the turns, each with the number of the viewer's lines before it began."""
        return [(turn, bisect_left(lines, number)) for turn, number in self.began]


class Shelf:
    """Answers about the past that were given before, for as long as there is room.

    All games of a worker share one. The answer not requested for longest is dropped first.
    """

    def __init__(self, most: int = SHELF_BYTES) -> None:
        self._most: Final = most
        self._kept: OrderedDict[tuple[Hashable, ...], bytes] = OrderedDict()
        self.size = 0
        """Bytes of all answers that are kept."""

    def get(self, key: tuple[Hashable, ...]) -> bytes | None:
        """Return the answer to a question, if it was given before."""
        if key in self._kept:
            self._kept.move_to_end(key)
        return self._kept.get(key)

    def put(self, key: tuple[Hashable, ...], answer: bytes) -> None:
        """Keep an answer; others may have to go for it."""
        self.size += len(answer) - len(self._kept.pop(key, b""))
        self._kept[key] = answer
        while self.size > self._most:
            self.size -= len(self._kept.popitem(last=False)[1])
