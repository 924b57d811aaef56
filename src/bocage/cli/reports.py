"""`bocage report`: a run of games as a page for a browser, or as a PDF."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from bocage.ai import load_game
from bocage.cli.output import RefusalError, check_target, console, size_of, write_whole
from bocage.engine.errors import BocageError
from bocage.lab import campaigns, paper
from bocage.lab.findings import found_in
from bocage.lab.page import html
from bocage.lab.reports import told_of
from bocage.lab.runs import Run
from bocage.press.render import PrintExtraMissingError
from bocage.tables import DataError

if TYPE_CHECKING:
    from bocage.engine.game import Game

ENDINGS = (".html", ".pdf")

_EXAMPLES = """Examples:

  [bold]bocage sim falaise --games 200 --players aggressive --out pocket[/bold]  play first

  [bold]bocage report pocket[/bold]  writes pocket.html

  [bold]bocage report pocket -o pocket.pdf[/bold]  to print

  [bold]bocage report landing --by beachheads_lost[/bold]  games grouped by a count"""

RunArgument = Annotated[
    Path,
    typer.Argument(
        metavar="RUN",
        help="A folder of bocage sim --out, or of bocage opcom campaign --out.",
        show_default=False,
    ),
]
"""The argument for a run."""


def add_to(app: typer.Typer) -> None:
    """Add the command to the program."""
    app.command("report", epilog=_EXAMPLES)(report)


def report(
    run: RunArgument,
    output: Annotated[
        Path | None,
        typer.Option(
            "--output",
            "-o",
            metavar="FILE",
            help="Where to write: FILE.html or FILE.pdf; RUN.html by default.",
            show_default=False,
        ),
    ] = None,
    by: Annotated[
        str,
        typer.Option(
            metavar="NAME", help="Group the games by something counted.", show_default=False
        ),
    ] = "",
) -> None:
    """Report on a run: who wins, over time, on the map, unit by unit, and by luck.

    The page is one file that opens in any browser and needs no network.
    """
    target = output or Path(f"{run.resolve().name}.html")
    if target.suffix.lower() not in ENDINGS:
        raise RefusalError(f"cannot write {target}: the name should end in {' or '.join(ENDINGS)}")
    check_target(target)
    if (run / campaigns.FILE).is_file():
        told = campaigns.told_of(campaigns.Campaigns.open(run))
    else:
        found = Run.open(run)
        game = game_of(found)
        told = told_of(found.plan, game, found_in(found, game, by))
    try:
        content = html(told) if target.suffix.lower() == ".html" else paper.pdf(told)
    except PrintExtraMissingError as error:
        raise RefusalError(str(error)) from None
    write_whole(target, content)
    console().print(f"Wrote {target} ({size_of(content)}).", markup=False, soft_wrap=True)


def game_of(run: Run) -> Game[Any]:
    """Return the game that was played in a run, for its names and its map.

    A run carries its own figures: if its counters and charts (`--data`) are gone or were changed
    since, ours give the names.
    """
    plan = run.plan
    where = Path(plan.data) if plan.data else None
    try:
        game = load_game(plan.game, where if where is not None and where.is_dir() else None)
    except (BocageError, DataError):
        game = load_game(plan.game)
    return game.at(plan.scenario) if plan.scenario else game
