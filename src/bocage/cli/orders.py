"""`bocage orders`: standing orders that a seat leaves in a game, for play by file and by mail."""

from __future__ import annotations

from typing import Annotated

import typer

from bocage.cli.arguments import DataOption, SaveArgument, SeatOption, acting
from bocage.cli.game_file import Sitting, reporting
from bocage.cli.terminal import standing_orders
from bocage.cli.terminal.screen import Screen
from bocage.cli.terminal.story import sentences

_EXAMPLES = """Examples:

  [bold]bocage orders pocket.bocage[/bold]  current orders, and those you can give

  [bold]bocage orders pocket.bocage fire-3 --as german[/bold]  fire with three factors or more

  [bold]bocage orders pocket.bocage none --as german[/bold]  decide each time again"""


def add_to(app: typer.Typer) -> None:
    """Add the command to the program."""
    app.command("orders", epilog=_EXAMPLES)(orders)


def orders(
    file: SaveArgument,
    name: Annotated[
        str, typer.Argument(metavar="ORDERS", help="Their name, or none.", show_default=False)
    ] = "",
    seat: SeatOption = "",
    data: DataOption = None,
) -> None:
    """Give standing orders that answer for a seat, or list them.

    They are part of the save, and stay in force when it is opened again.
    """
    sitting = Sitting.open(file, data)
    table, screen = sitting.table, Screen()
    if not name:
        screen.lines(standing_orders.told(table))
        return
    who = acting(sitting, seat)
    heard = len(table.events)
    with reporting(file):
        whose, wanted = standing_orders.given(table, who, name)
        table.leave_orders(whose, wanted)
    sitting.save()
    screen.say(f"{sitting.game.seats[whose]}: {wanted or 'no standing orders'} from now on.")
    screen.lines(f"  {each}" for each in sentences(table.events[heard:], sitting.face))
