"""Positions of The Pocket at Falaise for tests: units by id and printed hex, a phase, given dice.

    board = Board({"G-271-977": "2020", "C-2-4": "2022 reduced"}, phase="move C2", turn=2)
    board.do("select C-2-4", "go 2021")
    assert board.asks == "OpFire"

It is laid out as rule cases are: everything not named is dead, and phases have the names of
`docs/cases.md`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache

from bocage.engine import play
from bocage.games.falaise.board.position import DISRUPTED, Position
from bocage.games.falaise.game import Falaise, load
from bocage.games.falaise.judge.layout import OFF_MAP, laid_out
from bocage.games.falaise.s06_communications import has_loc
from bocage.games.falaise.s09_disruption import ter
from bocage.games.falaise.s10_odds import Odds
from tests.games.board import PlayedBoard


@cache
def game() -> Falaise:
    """Return the game, loaded once."""
    return load()


class Board(PlayedBoard[Position]):
    """A position that is played on."""

    off_map = {place: name for name, place in OFF_MAP.items()}  # noqa: RUF012 - the base's own

    def __init__(
        self,
        units: Mapping[str, str],
        *,
        phase: str = "still",
        turn: int = 2,
        dice: Sequence[str | int] = (),
        points: int = 6,
        options: Mapping[str, str] | None = None,
        **facts: int,
    ) -> None:
        """Lay it out; `facts` are fields of the position (`zone_open=1`)."""
        self.game = game()
        phase = "start" if phase == "begin_turn" else phase
        given = {"phase": phase, "turn": turn, "points": points, "units": units}
        st = laid_out(self.game.world, given | {"options": options or {}})
        for name, value in facts.items():
            setattr(st, name, value)
        super().__init__(self.game, st, dice)

    def marked(self, name: str, mark: int) -> bool:
        """Return whether a unit bears a mark."""
        return bool(self.st.marks[self.unit(name)] & mark)

    def disrupted(self, name: str) -> bool:
        """Return whether a unit is disrupted."""
        return self.marked(name, DISRUPTED)

    def ter(self, name: str) -> int:
        """Return the current TER of a unit."""
        return ter(self.st, self.unit(name))

    def loc(self, name: str) -> bool:
        """Return whether a unit has a Line of Communication."""
        return has_loc(self.st, self.unit(name))

    def odds(self, number: str, *force: str, helpers: Sequence[str] = ()) -> Odds:
        """Return the ledger of an assault."""
        units = [self.unit(each) for each in force]
        by = self.st.side_of(units[0])
        return Odds(self.st, self.hex(number), units, by, [self.unit(each) for each in helpers])

    # Doing -------------------------------------------------------------------------------

    def do(self, *lines: str) -> None:
        """Play these lines, each for the seat that is asked; all must be allowed."""
        for line in lines:
            ruling = self.table.do(play.pending(self.st)[0], line)
            assert ruling, f"{line}: {self.table.say(ruling)}"

    def refused(self, line: str) -> str:
        """The case that is cited first against a line; it must be refused, and not be legal.

        Which sentence of the case it is, is what the executable cases are about.
        """
        ruling = self.asked(line)
        assert not ruling, f"{line} is allowed"
        assert line not in self.legal
        return ruling.rules[0].case
