"""The front for a command that is about to move: its own units are left out."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Final

from bocage.ai.staff.falaise.outlook import Outlook
from bocage.ai.staff.falaise.race import Race
from bocage.ai.staff.falaise.tasks import task_of
from bocage.ai.staff.falaise.worths import Worths
from bocage.games.falaise.board.position import ACTIVE
from bocage.games.falaise.pieces.units import ALLIED, GERMAN
from bocage.games.falaise.s06_communications import net
from bocage.hexes.kernels import UNREACHED

if TYPE_CHECKING:
    from bocage.games.falaise.board.position import Position


class Front:
    """A command's view of the enemy when it is about to move; valid during its moves."""

    def __init__(self, st: Position) -> None:
        self._away: Final = self._own(st)
        self._outlook: Final = Outlook(st, self._away, seat=ALLIED)
        self._key: Final = self._key_of(st)

    @staticmethod
    def _own(st: Position) -> tuple[int, ...]:
        return tuple(u for u in st.world.allied if st.marks[u] & ACTIVE and st.loc[u] >= 0)

    def _key_of(self, st: Position) -> tuple[bytes, ...]:
        places = st.loc[:]
        for u in self._away:
            places[u] = -1
        marks = bytes(st.marks[st.world.german.start :])
        rest = bytes((st.turn, st.zone_open, st.argentan))
        return places.tobytes(), marks, bytes(st.steps), rest, self._cut_off(st)

    @staticmethod
    def _cut_off(st: Position) -> bytes:
        """Return, for each German, whether it has no line of communication.

        The command's own moves may cut one.
        """
        lines = net(st, GERMAN)
        places = (st.loc[u] for u in st.world.german)
        return bytes(h >= 0 and lines[h] >= UNREACHED for h in places)

    def fits(self, st: Position) -> bool:
        """Return whether this front belongs to the position."""
        return self._own(st) == self._away and self._key == self._key_of(st)

    @cached_property
    def chase(self) -> Sequence[int]:
        """Return each hex's distance from the nearest German in the pocket, over crossings."""
        st = self._outlook.st
        ground, work = st.world.ground, st.world.scratch.work
        goals = [h for h in st.stacks(GERMAN) if not ground.escaped[h]]
        if not goals:
            return st.world.nothing
        work.flood(ground.reach_links, goals, st.world.nothing, 0)
        return work.distances[:]

    def worths(self, st: Position, u: int) -> Worths:
        """Return the values of the front for a unit that still has to move, with the others in
        place.
        """
        found = Outlook(st, (u,), self._outlook, ALLIED)
        task = task_of(st.world, u)
        return Worths(found, Race(found, task), found.under_way(task), found.lines, self.chase)


def plain_worths(outlook: Outlook) -> Worths:
    """Return the values of the front without a task, German lines or distant Germans."""
    return Worths(outlook, Race(outlook), outlook.under_way((1.0, 1.0)))
