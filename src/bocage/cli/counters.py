"""`bocage counters`: the counters of a game, on sheets to print and cut."""

from __future__ import annotations

from enum import IntEnum
from pathlib import Path
from typing import Annotated, Literal

import typer

from bocage.cli.layers import named
from bocage.cli.output import RefusalError, console
from bocage.games.opcom.pieces.counters import SCENARIOS
from bocage.press import render
from bocage.press.counters import catalogue, sheets
from bocage.press.papers import PAPERS
from bocage.press.tokens import DETAILS
from bocage.tables import DataError

_EXAMPLES = """Examples:

  [bold]bocage counters roundup -o counters.pdf[/bold]  front and back, ready for the printer

  [bold]bocage counters opcom --scenario malta --kind player -o malta.pdf[/bold]  for the teams

  [bold]bocage counters falaise --level 32 --dpi 96 -o small.png[/bold]  as phones do"""


class Level(IntEnum):
    """How much a counter shows."""

    FULL = 64
    MIDDLE = 48
    SMALL = 32


def add_to(app: typer.Typer) -> None:
    """Hang the command into the program."""
    app.command("counters", epilog=_EXAMPLES)(draw)


def draw(
    game: Annotated[
        str,
        typer.Argument(
            metavar="GAME", help=f"One of {', '.join(catalogue.GAMES)}.", show_default=False
        ),
    ],
    output: Annotated[
        Path,
        typer.Option(
            "--output",
            "-o",
            metavar="FILE",
            help="Where to write: .pdf holds all pages, .svg and .png take a number a page.",
            show_default=False,
        ),
    ],
    dpi: Annotated[int, typer.Option(min=10, max=1200, help="Dots an inch of a PNG.")] = render.DPI,
    sheet: Annotated[
        int | None,
        typer.Option(min=1, metavar="N", help="Only the N-th sheet.", show_default=False),
    ] = None,
    level: Annotated[
        Level, typer.Option(help="Level of detail, in pixels of a counter on screen.")
    ] = Level.FULL,
    paper: Annotated[Literal["a4", "letter"], typer.Option(help="Size of the paper.")] = "a4",
    scenario: Annotated[
        str, typer.Option(help=f"OP COM only: {', '.join(SCENARIOS)}.")
    ] = "market_garden",
    kind: Annotated[
        Literal["master", "player"],
        typer.Option(help="OP COM only: with the status profile, for Control, or without."),
    ] = "master",
    layers: Annotated[
        str | None,
        typer.Option(
            metavar="A,B,-C",
            help=f"Of {', '.join(sheets.LAYERS)}: draw only these; with a minus, all but these.",
            show_default=False,
        ),
    ] = None,
    data: Annotated[
        Path | None,
        typer.Option(
            metavar="DIR", help="Tables of your own in place of ours.", show_default=False
        ),
    ] = None,
) -> None:
    """Draw the counters of a game, fronts and backs, with marks to cut by.

    Print both pages of a sheet on one paper, turned over its long edge, at 100 %.
    """
    kept = named(layers, sheets.LAYERS, what="a sheet of counters")
    try:
        found = catalogue.counters_of(game, scenario=scenario, kind=kind, data=data)
        layout = sheets.Layout(PAPERS[paper], found.size_mm)
        made = sheets.sheets(found.title, found.counters, layout, DETAILS[int(level)])
        if sheet is not None and sheet > len(made):
            raise RefusalError(f"there is no sheet {sheet}: {found.title} has {_sheets(len(made))}")
        chosen = made if sheet is None else [made[sheet - 1]]
        pages = [page for each in chosen for page in (each.front, each.back)]
        if kept is not None:
            pages = [page.with_layers(kept) for page in pages]
        written = render.write(pages, output, dpi=dpi)
    except (
        catalogue.UnknownSetError,
        render.RenderError,
        render.PrintExtraMissingError,
        DataError,
    ) as error:
        raise RefusalError(str(error.args[0])) from error
    pieces = sum(counter.count for counter in found.counters)
    out = console()
    out.print(f"{found.title}: {pieces} counters on {_sheets(len(made))}", markup=False)
    for name in written:
        size = f"{name.stat().st_size / 1e3:,.0f} kB"
        out.print(f"  wrote {name} ({size})", markup=False, soft_wrap=True)


def _sheets(number: int) -> str:
    return "one sheet" if number == 1 else f"{number} sheets"
