"""`bocage map`: a theatre as text in the terminal, or as a drawing in a file."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.text import Text

from bocage.cli.choosing import TheatreArgument, chosen
from bocage.cli.output import RefusalError, console, size_of, write_whole
from bocage.press import plain_text
from bocage.press.plain import draw

if TYPE_CHECKING:
    from bocage.maps.pack import Pack

ENDINGS = (".svg", ".txt")

_EXAMPLES = """Examples:

  [bold]bocage map falaise[/bold]  the map as text, as wide as your window

  [bold]bocage map falaise -o falaise.svg[/bold]  a drawing with roads and names

  [bold]bocage map malta -o malta.txt[/bold]  the text in a file, at full size"""


def add_to(app: typer.Typer) -> None:
    """Hang the command into the program."""
    app.command("map", epilog=_EXAMPLES)(show)


def show(
    theatre: TheatreArgument,
    output: Annotated[
        Path | None,
        typer.Option(
            "--output",
            "-o",
            metavar="FILE",
            help="Draw into a file instead: .svg is a drawing, .txt is text.",
            show_default=False,
        ),
    ] = None,
) -> None:
    """Show the map of a theatre."""
    if output is not None and output.suffix.lower() not in ENDINGS:
        ending = f"'{output.suffix}'" if output.suffix else "no ending"
        raise RefusalError(
            f"cannot draw {output}: {ending} is not a kind of drawing known here; "
            f"use {' or '.join(ENDINGS)}"
        )
    pack = chosen(theatre)
    if output is None:
        _in_the_terminal(pack)
        return
    content = draw(pack) if output.suffix.lower() == ".svg" else plain_text.page(pack)
    write_whole(output, content)
    console().print(f"Wrote {output} ({size_of(content)}).", markup=False, soft_wrap=True)


def _in_the_terminal(pack: Pack) -> None:
    out = console()
    drawing = plain_text.TextMap(pack, width=out.width if out.is_terminal else None)
    out.print(Text(pack.title, style="bold"))
    for row in drawing.rows():
        line = Text(no_wrap=True, overflow="crop")
        for letter in row:
            line.append(letter.text, style=plain_text.STYLES.get(letter.kind, ""))
        line.rstrip()
        out.print(line, soft_wrap=not out.is_terminal)
    for said in drawing.legend(out.width):
        out.print(said, markup=False, soft_wrap=True)
    out.print(
        f"Roads and all names: bocage map {pack.id} -o {pack.id}.svg",
        markup=False,
        style="dim",
        soft_wrap=not out.is_terminal,
    )
