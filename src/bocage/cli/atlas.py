"""`bocage atlas`: all maps on one page for the browser."""

from __future__ import annotations

import os
import sys
import webbrowser
from pathlib import Path
from typing import Annotated

import typer

from bocage.cli.output import RefusalError, check_target, console, size_of, write_whole
from bocage.maps.theatres import THEATRES, load
from bocage.press.atlas import atlas, contents

DEFAULT_FILE = Path("bocage-atlas.html")

_EXAMPLES = """Examples:

  [bold]bocage atlas --open[/bold]  write the page here and open it

  [bold]bocage atlas -o maps.html[/bold]  write it to a file of your choice"""


def add_to(app: typer.Typer) -> None:
    """Add the command to the program."""
    app.command("atlas", epilog=_EXAMPLES)(show)


def show(
    output: Annotated[
        Path,
        typer.Option("--output", "-o", metavar="FILE", help="Where to write the page."),
    ] = DEFAULT_FILE,
    open_it: Annotated[
        bool, typer.Option("--open", help="Open the page in the browser, if there is one.")
    ] = False,
) -> None:
    """Put all maps on one page: pan, zoom, and ask any hex what is in it.

    The page is one file and needs no network.
    """
    if output.suffix.lower() not in (".html", ".htm"):
        raise RefusalError(
            f"cannot write {output}: the atlas is a web page; use a name that ends in .html"
        )
    check_target(output)
    packs = [load(theatre.id) for theatre in THEATRES]
    content = atlas(packs)
    write_whole(output, content)
    out = console()
    out.print(f"Wrote {output} ({size_of(content)}) with these maps:", markup=False, soft_wrap=True)
    for line in contents(packs):
        out.print(f"  {line}", markup=False, soft_wrap=True)
    address = output.resolve().as_uri()
    if open_it and _has_window() and _opened(address):
        out.print(f"Opened {address}", markup=False, soft_wrap=True)
    else:
        out.print(f"Open it in a browser: {address}", markup=False, soft_wrap=True)


def _has_window() -> bool:
    """Return whether a browser would have somewhere to show itself, and not take over the
    terminal.
    """
    if sys.platform in ("win32", "darwin") or os.environ.get("BROWSER"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def _opened(address: str) -> bool:
    try:
        return webbrowser.open(address)
    except webbrowser.Error:
        return False
