"""`bocage counters`: the counters of a game, on sheets to print and cut."""

from __future__ import annotations

from enum import IntEnum
from pathlib import Path
from typing import Annotated

import typer

from bocage.cli.arguments import DpiOption, GameArgument, PagesOption, PaperOption
from bocage.cli.layers import layers_option, named
from bocage.cli.output import RefusalError, console, list_files
from bocage.engine.counters import CounterSet
from bocage.engine.game import AnyGame, OptionError
from bocage.games import UnknownGameError
from bocage.games import game as game_of
from bocage.press import render
from bocage.press.counters import sheets
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
    """Add the command to the program."""
    app.command("counters", epilog=_EXAMPLES)(draw)


def draw(
    game: GameArgument,
    output: PagesOption,
    dpi: DpiOption = render.DPI,
    sheet: Annotated[
        int | None,
        typer.Option(min=1, metavar="N", help="Only the N-th sheet.", show_default=False),
    ] = None,
    level: Annotated[
        Level, typer.Option(help="Level of detail, in pixels of a counter on screen.")
    ] = Level.FULL,
    paper: PaperOption = "a4",
    scenario: Annotated[
        str,
        typer.Option(help="The scenario, if the counters depend on it.", show_default=False),
    ] = "",
    kind: Annotated[
        str,
        typer.Option(
            help="The set, if a game has several: master or player for OP COM.",
            show_default=False,
        ),
    ] = "",
    layers: Annotated[str | None, layers_option(sheets.LAYERS)] = None,
    data: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help="Your own tables instead of ours.", show_default=False),
    ] = None,
) -> None:
    """Draw the counters of a game, fronts and backs, with marks to cut by.

    Print both pages of a sheet on one paper, turned over its long edge, at 100 %.
    """
    kept = named(layers, sheets.LAYERS, what="a sheet of counters")
    try:
        found = set_of(game_of(game, data), scenario, kind)
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
        UnknownGameError,
        OptionError,
        render.RenderError,
        DataError,
    ) as error:
        raise RefusalError(str(error.args[0])) from error
    pieces = sum(counter.count for counter in found.counters)
    console().print(f"{found.title}: {pieces} counters on {_sheets(len(made))}", markup=False)
    list_files(written)


def set_of(game: AnyGame, scenario: str = "", kind: str = "") -> CounterSet:
    """Return the set of counters that is asked for, or the usual one.

    Raises:
        OptionError: there is no such scenario.
        RefusalError: there is no such set, or none at all.
    """
    at = game.at(game.scenario(scenario.replace("_", "-")).id) if scenario else game
    sets = at.counter_sets()
    if not sets:
        raise RefusalError(f"{game.title} has no counters: {game.lacks['counters']}")
    if kind and kind not in sets:
        raise RefusalError(f"{game.title} has no set '{kind}'; there are {', '.join(sets)}")
    return sets[kind or next(iter(sets))]


def _sheets(number: int) -> str:
    return "one sheet" if number == 1 else f"{number} sheets"
