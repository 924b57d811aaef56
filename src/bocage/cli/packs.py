"""`bocage pack`: the commands for authors of a map pack."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.table import Table
from rich.text import Text

from bocage.cli.output import NARROW, RefusalError, console
from bocage.maps.checks import check_folder

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rich.console import Console

    from bocage.maps.faults import PackFault

EXIT_FAULTS = 2

app = typer.Typer(help="Make and check map packs.", rich_markup_mode="rich", no_args_is_help=False)

_EXAMPLE = "Example: [bold]bocage pack check my-map[/bold]   (the format is in docs/packs.md)"


def add_to(parent: typer.Typer) -> None:
    """Add the group to the program."""
    parent.add_typer(app, name="pack")


@app.callback(invoke_without_command=True)
def _pack(context: typer.Context) -> None:
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())


@app.command(epilog=_EXAMPLE)
def check(
    folder: Annotated[
        Path,
        typer.Argument(metavar="DIR", help="The folder with pack.toml in it.", show_default=False),
    ],
) -> None:
    """List every fault of a map pack: file, row, field, value, reason.

    The exit code is 0 for a clean pack and 2 for one with faults.
    """
    if not folder.is_dir():
        what = "is not a folder" if folder.exists() else "there is no such folder"
        raise RefusalError(f"cannot check {folder}: {what}")
    faults = check_folder(folder)
    out = console()
    if not faults:
        out.print(f"{folder}: no faults.", markup=False, soft_wrap=True)
        return
    if out.is_terminal and out.width >= NARROW:
        _as_table(out, faults)
    else:
        for fault in faults:
            out.print(str(fault), markup=False, soft_wrap=True)
    many = "1 fault" if len(faults) == 1 else f"{len(faults)} faults"
    out.print(f"{folder}: {many}.", markup=False, soft_wrap=True)
    raise typer.Exit(EXIT_FAULTS)


def _as_table(out: Console, faults: Sequence[PackFault]) -> None:
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="bold")
    for heading in ("file", "row", "field", "value", "reason"):
        table.add_column(heading, justify="right" if heading == "row" else "left", overflow="fold")
    for fault in faults:
        row = str(fault.row) if fault.row else ""
        table.add_row(
            *(Text(each) for each in (fault.file, row, fault.field, fault.value, fault.reason))
        )
    out.print(table)
