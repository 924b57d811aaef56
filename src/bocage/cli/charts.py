"""`bocage charts`: the charts of a game as a player aid to print."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from bocage.cli.arguments import DpiOption, GameArgument, PagesOption, PaperOption
from bocage.cli.layers import layers_option, named
from bocage.cli.output import RefusalError, console, list_files
from bocage.games import UnknownGameError
from bocage.games import game as game_of
from bocage.press import render
from bocage.press.charts import LAYERS, pages
from bocage.press.papers import PAPERS
from bocage.tables import DataError

_EXAMPLES = """Examples:

  [bold]bocage charts falaise -o charts.pdf[/bold]  all pages in one file

  [bold]bocage charts opcom --paper letter -o charts.png[/bold]  one picture per page"""


def add_to(app: typer.Typer) -> None:
    """Add the command to the program."""
    app.command("charts", epilog=_EXAMPLES)(draw)


def draw(
    game: GameArgument,
    output: PagesOption,
    dpi: DpiOption = render.DPI,
    paper: PaperOption = "a4",
    layers: Annotated[str | None, layers_option(LAYERS)] = None,
    data: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help="Your own charts instead of ours.", show_default=False),
    ] = None,
) -> None:
    """Print the charts of a game: the tables that the rules use, with their rule numbers."""
    kept = named(layers, LAYERS, what="a sheet of charts")
    try:
        asked = game_of(game, data)
        charts = asked.charts()
        if not charts:
            raise RefusalError(f"{asked.title} has no charts: {asked.lacks['charts']}")
        made = pages(asked.title, charts, PAPERS[paper])
        if kept is not None:
            made = [page.with_layers(kept) for page in made]
        written = render.write(made, output, dpi=dpi)
    except (
        UnknownGameError,
        render.RenderError,
        DataError,
    ) as error:
        raise RefusalError(str(error.args[0])) from error
    console().print(f"{asked.title}: {len(charts)} charts", markup=False)
    list_files(written)
