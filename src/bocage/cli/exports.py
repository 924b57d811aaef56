"""`bocage export`: maps and games for other programs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Annotated

import typer

from bocage.cli import home
from bocage.cli.arguments import GameArgument
from bocage.cli.game_file import ENDING, Sitting, load
from bocage.cli.map_choice import chosen
from bocage.cli.output import RefusalError, check_target, console, size_of, write_whole
from bocage.engine.viewers import OBSERVER
from bocage.maps.pack import Pack
from bocage.press import render
from bocage.press.exchange import geo, vassal

app = typer.Typer(
    help="Write maps and games for other programs.",
    rich_markup_mode="rich",
    no_args_is_help=False,
)

_GEO = """Examples:

  [bold]bocage export geojson falaise[/bold]  falaise.geojson: hexes, roads, rivers, places

  [bold]bocage export kml game.bocage -o game.kml[/bold]  the units of a game, for Google Earth"""

_VASSAL = """Examples:

  [bold]bocage export vassal falaise[/bold]  falaise.vmod, with a set-up for each scenario

  [bold]bocage export vassal roundup --log game.bocage[/bold]  with game.vlog beside it"""

WhatArgument = Annotated[
    str,
    typer.Argument(metavar="WHAT", help="A theatre, a pack, or a game: FILE.bocage."),
]
OutputOption = Annotated[
    Path | None,
    typer.Option("--output", "-o", metavar="FILE", help="Where to write.", show_default=False),
]


def add_to(parent: typer.Typer) -> None:
    """Add the group to the program."""
    parent.add_typer(app, name="export")


@app.callback(invoke_without_command=True)
def _export(context: typer.Context) -> None:  # pyright: ignore[reportUnusedFunction]
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())


@app.command(epilog=_GEO)
def geojson(what: WhatArgument, output: OutputOption = None) -> None:
    """Write a map, or the units of a game, as GeoJSON."""
    _write_geo(what, output, ".geojson", geo.geojson)


@app.command(epilog=_GEO)
def kml(what: WhatArgument, output: OutputOption = None) -> None:
    """Write a map, or the units of a game, as KML."""
    _write_geo(what, output, ".kml", geo.kml)


def _write_geo(
    what: str,
    output: Path | None,
    ending: str,
    written: Callable[[Sequence[geo.Feature], str, str], str],
) -> None:
    if what.endswith(ENDING):
        sitting = Sitting.open(home.found(Path(what)))
        pack = sitting.game.map()
        if not isinstance(pack, Pack):
            raise RefusalError(f"{sitting.game.title} has no map of hexes to place its units on")
        view = sitting.game.view(sitting.table.state, OBSERVER)
        made, title = geo.units(sitting.game, pack, view), f"{sitting.game.title}, {what}"
    else:
        pack = chosen(what)
        made, title = geo.features(pack), pack.title
    target = output or Path(f"{Path(what).stem}{ending}")
    _write(target, written(made, title, pack.licence), f"{len(made)} features")


@app.command("vassal", epilog=_VASSAL)
def export_vassal(
    game: GameArgument,
    output: OutputOption = None,
    log: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Also write this game as a log.", show_default=False),
    ] = None,
    plain: Annotated[bool, typer.Option("--plain", help="A map with flat tints.")] = False,
) -> None:
    """Write a game as a module of VASSAL, and a played game as a log of it."""
    rules = load(game)
    target = output or Path(f"{rules.id}.vmod")
    check_target(target)
    try:
        module = vassal.Module(rules, plain=plain)
        played = Sitting.open(home.found(log), None, rules.id).table if log else None
        content = module.module()
        told = module.log(played) if played else b""
    except (vassal.NoModuleError, render.PrintExtraMissingError) as error:
        raise RefusalError(str(error)) from None
    _write(target, content, f"{len(module.pieces)} counters")
    if log:
        _write(target.with_name(f"{log.stem}.vlog"), told, "a log")


def _write(target: Path, content: str | bytes, what: str) -> None:
    write_whole(target, content)
    said = f"Wrote {target}: {what} ({size_of(content)})."
    console().print(said, markup=False, soft_wrap=True)
