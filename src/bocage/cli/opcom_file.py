"""A game of OP COM in a file, for the commands of the group: opened, saved, its teams named."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import cast

from bocage.cli.game_file import Sitting, text_of
from bocage.cli.output import RefusalError, console
from bocage.engine.save_format import parsed
from bocage.engine.snapshots import Snapshots
from bocage.engine.table import Table
from bocage.games.opcom.board.position import Position
from bocage.games.opcom.board.world import World, plain
from bocage.games.opcom.game import OpCom
from bocage.games.opcom.s02_umpiring.desk import Desk
from bocage.games.opcom.s05_orders.submission import Orders


def open_game(file: Path, *, back: bool = False) -> tuple[Sitting, Table[Position]]:
    """Return the game in a file, from its last snapshot on; `back` is for going back into the
    turn.
    """
    snapshots = Snapshots(file)
    sitting = Sitting.open(file, expected=OpCom.id, snapshots=snapshots)
    table = cast("Table[Position]", sitting.table)
    if back:
        saved = parsed(text_of(file))
        if (found := snapshots.before(saved, table.game, _worked_out(table))) is not None:
            table.remember(*found)
    return sitting, table


def save_game(sitting: Sitting) -> None:
    """Write the game, and snapshots of how it stands and of before the turn was worked out."""
    sitting.save()
    table = cast("Table[Position]", sitting.table)
    snapshots = Snapshots(sitting.path)
    kept = {len(table.entries), _worked_out(table)}
    with suppress(OSError):  # the next command takes longer, and that is all
        snapshots.keep(table)
        snapshots.prune(kept)


def _worked_out(table: Table[Position]) -> int:
    """Return how many lines there were before Control had this turn worked out; all, if it has
    not.
    """
    if table.state.stack and isinstance(table.state.stack[-1], Orders | Desk):
        return len(table.entries)
    for number in range(len(table.entries) - 1, -1, -1):
        entry = table.entries[number]
        if entry.text == "adjudicate" and not entry.struck:
            return number
    return len(table.entries)


def team_named(world: World, name: str) -> int:
    """Return the team of that name.

    Raises:
        RefusalError: there is no such team.
    """
    names = [team.seat for team in world.teams]
    if not name:
        raise RefusalError(f"choose a team: --team {' or '.join(names)}")
    for number, team in enumerate(world.teams):
        if plain(name) in (plain(team.seat), plain(team.name)):
            return number
    raise RefusalError(f"there is no team '{name}': there are {', '.join(names)}")


def say(*lines: str) -> None:
    """Print lines as they are."""
    out = console()
    for line in lines:
        out.print(line, soft_wrap=True, markup=False)
