"""What a server asks of an operation on paper (`Game.entries`): packs, bundle, the way back."""

from __future__ import annotations

from collections.abc import Mapping

from bocage.engine.table import Table
from bocage.games.opcom.board.position import Position
from bocage.games.opcom.game import OpCom
from bocage.games.opcom.s02_umpiring.entry import Entered, enter
from bocage.games.opcom.s02_umpiring.grids import Grid, about, grids
from bocage.games.opcom.s05_orders.coded import sheet_from_lines
from bocage.games.opcom.s05_orders.files import sheet_text
from bocage.press.operation import packs
from bocage.press.operation.packs import Files


class OperationPaper:
    """Everything printable of one operation, and what comes back from paper."""

    def __init__(self, game: OpCom) -> None:
        self._game = game

    def team_pack(self, st: Position, team: int) -> Files:
        """See `packs.team_pack`."""
        return packs.team_pack(self._game, st, team)

    def umpire_pack(self, st: Position) -> Files:
        """See `packs.umpire_pack`."""
        return packs.umpire_pack(self._game, st)

    def reports(self, st: Position) -> Files:
        """See `packs.reports`."""
        return packs.reports(st)

    def bundle(self, st: Position) -> Files:
        """See `packs.bundle`; without the save, which holds the seed of the dice."""
        return packs.bundle(self._game, st)

    def zipped(self, files: Files) -> bytes:
        """See `packs.zipped`."""
        return packs.zipped(files)

    def grids(self, st: Position) -> tuple[Grid, ...]:
        """Return the table that says what the others are of, and those that Control may change."""
        return (about(st), *(each for each in grids(st) if each.entered))

    def typed(self, st: Position, text: str) -> tuple[int, str]:
        """Return whose sheet a text with a code is, and the sheet as one line.

        Raises:
            SheetError: it cannot be read; one sentence says why.
        """
        team, sheet = sheet_from_lines(st.world, text)
        return team, sheet_text(sheet)

    def enter(
        self, table: Table[Position], files: Mapping[str, bytes], reason: str, turns: int
    ) -> Entered:
        """See `entry.enter`."""
        return enter(table, files, reason, turns)


def paper(game: OpCom) -> OperationPaper:
    """Return what a game of OP COM has on paper."""
    return OperationPaper(game)
