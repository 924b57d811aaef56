"""The planned places of a side's units at the end of the phase, as far as decided."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bocage.games.roundup.s03_stacking import is_legal_stack

if TYPE_CHECKING:
    from collections.abc import Iterable

    from bocage.games.roundup.board.world import World


class Board:
    """The planned places. At any moment they obey the stacking rules."""

    def __init__(self, world: World, standing: Iterable[tuple[int, int]]) -> None:
        """Start with `standing`: the units that cannot move, with their hexes."""
        self.world = world
        self.at: dict[int, list[int]] = {}
        self.of: dict[int, int] = {}
        for u, h in standing:
            self.place(u, h)

    def place(self, u: int, h: int) -> None:
        """Assign a unit its place."""
        self.at.setdefault(h, []).append(u)
        self.of[u] = h

    def has_room(self, h: int, *units: int) -> bool:
        """Return whether units may end in a hex together with those planned for it."""
        there = self.at.get(h)
        if there is None and len(units) == 1:
            return True
        return is_legal_stack(self.world, (*(there or ()), *units))
