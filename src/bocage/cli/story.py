"""`bocage story`: a game that is over as a page to share, or as a GIF."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from bocage.cli.arguments import DataOption, SaveArgument
from bocage.cli.game_file import Sitting, reporting
from bocage.cli.output import RefusalError, check_target, console, size_of, write_whole
from bocage.engine.past import Past
from bocage.lab import album, stories
from bocage.press.render import PrintExtraMissingError

ENDINGS = (".html", ".gif")

_EXAMPLES = """Examples:

  [bold]bocage story calais.bocage[/bold]  writes calais.html, one page to share

  [bold]bocage story calais.bocage -o calais.gif[/bold]  the map, turn by turn"""


def add_to(app: typer.Typer) -> None:
    """Add the command to the program."""
    app.command("story", epilog=_EXAMPLES)(story)


def story(
    file: SaveArgument,
    output: Annotated[
        Path | None,
        typer.Option(
            "--output",
            "-o",
            metavar="FILE",
            help="Where to write: FILE.html or FILE.gif; the save's name with .html by default.",
            show_default=False,
        ),
    ] = None,
    data: DataOption = None,
) -> None:
    """Tell the story of a finished game: a picture for each turn, the turning points, figures.

    The page is one file and needs no network. A GIF shows the map turn by turn.
    """
    target = output or Path(f"{file.stem}.html")
    if target.suffix.lower() not in ENDINGS:
        raise RefusalError(f"cannot write {target}: the name should end in {' or '.join(ENDINGS)}")
    check_target(target)
    sitting = Sitting.open(file, data)
    game, table = sitting.game, sitting.table
    outcome = game.outcome(table.state)
    if outcome is None:
        raise RefusalError(f"the game in {file} is not over: you can tell its story when it ends")
    with reporting(file):
        past = Past(table)
        found = stories.told_of(game, past, past.events())
    if found is None:
        raise RefusalError(f"{game.title} has no story to tell in pictures")
    try:
        if target.suffix.lower() == ".gif":
            content: str | bytes = album.gif(game, found)
        else:
            content = album.page(game, found, outcome.words.say(game.nouns))
    except PrintExtraMissingError as error:
        raise RefusalError(str(error)) from None
    write_whole(target, content)
    console().print(f"Wrote {target} ({size_of(content)}).", markup=False, soft_wrap=True)
