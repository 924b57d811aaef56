"""17 September 1944 with historical orders: the sheets that come with the scenario, played.

`python -m tests.games.opcom.first_day FILE` writes the evening as a save.
"""

from __future__ import annotations

import sys
from importlib.resources import files
from pathlib import Path
from typing import Final

from bocage.engine.save_text import written
from bocage.engine.table import Table
from bocage.games.opcom.board.position import Position
from bocage.games.opcom.game import OpCom
from bocage.games.opcom.s02_umpiring import procedure
from bocage.games.opcom.s05_orders.files import read_sheet
from bocage.games.opcom.words.verbs import ACCEPT, YES

NAME: Final = "market-garden"
SEED: Final = b"17 September 1944".ljust(32)
"""A plain date, so that the seed was not chosen for its result."""


def sheets(turn: int) -> list[tuple[str, Path]]:
    """The seats that have a sheet for a turn, and where it lies."""
    folder = Path(str(files("bocage.games.opcom") / "data" / "market_garden" / "sheets"))
    return [(path.stem.split("-", 1)[1], path) for path in sorted(folder.glob(f"{turn}-*.toml"))]


def complaints(table: Table[Position], turn: int) -> list[str]:
    """Send the sheets of a turn; what Control did not understand of them."""
    seats = {team.seat.casefold(): i for i, team in enumerate(table.state.world.teams)}
    found: list[str] = []
    for seat, path in sheets(turn):
        understood = procedure.submit(table, seats[seat], read_sheet(path, turn))
        found += [f"{path.name}: {each}" for each in (*understood.problems, *understood.questions)]
    return found


def work_out(table: Table[Position]) -> None:
    """Control accepts every card, teams say yes to every instant decision."""
    procedure.adjudicate(table, time_is_up=True)
    while "adjudicated; check" not in procedure.waits_for(table):
        decision = table.decision
        assert decision is not None
        seat = decision.seats[0]
        ruling = table.act(seat, YES() if YES() in table.legal(seat) else ACCEPT())
        assert ruling, table.say(ruling)


def played() -> tuple[Table[Position], list[str]]:
    """Return the evening of the first day before its release, and what was not understood on the
    way.
    """
    table: Table[Position] = Table.new(OpCom(scenario=NAME), scenario=NAME, seed=SEED)
    found = complaints(table, 1)
    work_out(table)
    procedure.release(table)
    found += complaints(table, 2)
    work_out(table)
    return table, found


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(written(played()[0]), encoding="utf-8")
