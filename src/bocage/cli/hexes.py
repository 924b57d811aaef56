"""`bocage hex`: what lies in a hex, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer
from rich.table import Table
from rich.text import Text

from bocage.cli.map_choice import TheatreArgument, chosen
from bocage.cli.output import NARROW, console
from bocage.maps.lookup import find
from bocage.maps.words import Gazetteer, HexWords

if TYPE_CHECKING:
    from rich.console import Console

_EXAMPLES = """Examples:

  [bold]bocage hex falaise 2508[/bold]  by its printed number

  [bold]bocage hex falaise trun[/bold]  by a name; accents and capitals do not matter

  [bold]bocage hex malta 35.88,14.50[/bold]  by latitude and longitude

  [bold]bocage hex falaise Trun --to Argentan[/bold]  with the distance"""


def add_to(app: typer.Typer) -> None:
    """Add the command to the program."""
    app.command("hex", epilog=_EXAMPLES)(describe)


def describe(
    theatre: TheatreArgument,
    place: Annotated[
        str,
        typer.Argument(
            metavar="HEX",
            help="A printed number, the name of a place or bridge, or LAT,LON.",
            show_default=False,
        ),
    ],
    to: Annotated[
        str | None,
        typer.Option(
            "--to", metavar="HEX", help="Also show how far it is to another.", show_default=False
        ),
    ] = None,
) -> None:
    """Show what is in a hex: ground, sides, roads, names, position, neighbours."""
    pack = chosen(theatre)
    gazetteer = Gazetteer(pack)
    here = find(pack, place)
    there = find(pack, to) if to is not None else None
    words = gazetteer.describe(here)
    distance = ""
    if there is not None:
        number = pack.grid.numbers[there]
        name = f"{number} {gazetteer.name(there)}".rstrip()
        distance = f"{name}: {gazetteer.between(here, there)}"
    out = console()
    if out.is_terminal and out.width >= NARROW:
        _as_table(out, pack.title, words, distance)
    else:
        for line in words.lines():
            out.print(line, soft_wrap=True, markup=False)
        if distance:
            out.print(f"Distance: {distance}.", soft_wrap=True, markup=False)


def _as_table(out: Console, title: str, words: HexWords, distance: str) -> None:
    out.print(Text(words.title, style="bold") + Text(f"   {title}", style="dim"))
    table = Table(box=None, show_header=False, padding=(0, 2, 0, 0))
    table.add_column(style="bold", no_wrap=True)
    table.add_column(overflow="fold")
    for heading, text in words.headed():
        table.add_row(heading, Text(text))
    if distance:
        table.add_row("Distance", Text(distance))
    table.add_row("", "")
    for side in words.sides:
        table.add_row(Text(side.direction.words, style="cyan"), Text(side.text))
    out.print(table)
