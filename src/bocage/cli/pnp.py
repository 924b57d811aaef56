"""`bocage pnp`: a game to print and play, in one archive."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.progress import track

from bocage.cli.arguments import DataOption, GameArgument
from bocage.cli.game_file import load
from bocage.cli.output import RefusalError, check_target, console, size_of, write_whole
from bocage.press import render
from bocage.press.bundle import bundle

_EXAMPLES = """Examples:

  [bold]bocage pnp falaise[/bold]  falaise-pnp.zip: map, counters, charts, aids, rules

  [bold]bocage pnp roundup --paper a4 -o roundup.zip[/bold]  for A4 only"""


def add_to(app: typer.Typer) -> None:
    """Add the command to the program."""
    app.command("pnp", epilog=_EXAMPLES)(pnp)


def pnp(
    game: GameArgument,
    output: Annotated[
        Path | None,
        typer.Option(
            "--output",
            "-o",
            metavar="FILE",
            help="The archive. By default GAME-pnp.zip.",
            show_default=False,
        ),
    ] = None,
    paper: Annotated[
        list[str] | None,
        typer.Option(
            metavar="PAPER",
            help=f"One of {', '.join(bundle.ALL)}, several times if you like; all without it.",
            show_default=False,
        ),
    ] = None,
    plain: Annotated[
        bool, typer.Option("--plain", help="A map with flat tints: less ink, quicker to draw.")
    ] = False,
    data: DataOption = None,
) -> None:
    """Write a print-and-play bundle: the map in pages, counters, charts, aids, rules in brief."""
    rules = load(game, data)
    target = output or Path(f"{rules.id}-pnp.zip")
    if target.suffix.lower() != ".zip":
        raise RefusalError(f"cannot write {target}: a bundle is an archive that ends in .zip")
    for each in paper or ():
        if each not in bundle.ALL:
            raise RefusalError(
                f"there is no paper size '{each}': there are {', '.join(bundle.ALL)}"
            )
    check_target(target)
    try:
        wanted = bundle.files(rules, tuple(paper or bundle.ALL), plain=plain)
        made = {
            name: wanted[name]() for name in track(wanted, "Drawing the bundle", transient=True)
        }
    except (bundle.NoBundleError, render.RenderError) as error:
        raise RefusalError(str(error)) from error
    content = bundle.bundle(made)
    write_whole(target, content)
    out = console()
    for name, file in made.items():
        out.print(f"  {name} ({size_of(file)})", markup=False)
    out.print(f"Wrote {target} ({size_of(content)}).", markup=False, soft_wrap=True)
