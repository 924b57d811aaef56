"""`bocage map`: a theatre as text in the terminal, or as a drawing in a file."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer
from rich.text import Text

from bocage.cli.arguments import DpiOption
from bocage.cli.layers import layers_option, named
from bocage.cli.map_choice import TheatreArgument, chosen
from bocage.cli.output import RefusalError, check_target, console, size_of, write_whole
from bocage.press import render, sheets, survey, text_map

if TYPE_CHECKING:
    from bocage.maps.pack import Pack

ENDINGS = (".svg", ".png", ".pdf", ".txt")

Paper = Literal["a0", "a1", "a2", "a3"]

_EXAMPLES = """Examples:

  [bold]bocage map falaise[/bold]  the map as text, as wide as your window

  [bold]bocage map falaise -o falaise.pdf[/bold]  the board, 22 by 34 inches, to print

  [bold]bocage map falaise --layers=-grid,-numbers -o quiet.png --dpi 100[/bold]  without its hexes

  [bold]bocage map market-garden --paper a1 -o sheet.pdf[/bold]  the players' sheet, to print

  [bold]bocage map market-garden --control --part arnhem -o arnhem.pdf[/bold]  for Control's table

  [bold]bocage map market-garden --without drop-zones -o germans.pdf[/bold]  for the other side

  [bold]bocage map malta -o malta.txt[/bold]  the text in a file, at full size"""


@dataclass(frozen=True, slots=True)
class Wanted:
    """The wishes for a sheet; None for what the user left out."""

    paper: str | None
    part: str | None
    control: bool
    layers: str | None
    without: str | None
    plain: bool = False


def add_to(app: typer.Typer) -> None:
    """Add the command to the program."""
    app.command("map", epilog=_EXAMPLES)(show)


def show(
    theatre: TheatreArgument,
    output: Annotated[
        Path | None,
        typer.Option(
            "--output",
            "-o",
            metavar="FILE",
            help="Write to a file instead: .svg, .png and .pdf for a drawing, .txt for text.",
            show_default=False,
        ),
    ] = None,
    paper: Annotated[
        Paper | None,
        typer.Option(help="Sheets of real maps: the paper (a2 by default).", show_default=False),
    ] = None,
    part: Annotated[
        str | None,
        typer.Option(
            metavar="PART",
            help="Sheets of real maps: a part at a larger scale, such as corridor or island.",
            show_default=False,
        ),
    ] = None,
    control: Annotated[
        bool,
        typer.Option("--control", help="Sheets of real maps: include what players may not know."),
    ] = False,
    layers: Annotated[str | None, layers_option()] = None,
    without: Annotated[
        str | None,
        typer.Option(metavar="A,B", help="Leave these layers out.", show_default=False),
    ] = None,
    dpi: DpiOption = render.DPI,
    plain: Annotated[
        bool,
        typer.Option("--plain", help="Flat tints instead of relief and fields; fast."),
    ] = False,
) -> None:
    """Show the map of a theatre."""
    if output is not None and output.suffix.lower() not in ENDINGS:
        ending = f"'{output.suffix}'" if output.suffix else "a name without an ending"
        raise RefusalError(
            f"cannot draw {output}: {ending} is not supported; "
            f"use {', '.join(ENDINGS[:-1])} or {ENDINGS[-1]}"
        )
    pack = chosen(theatre)
    if output is None:
        _in_the_terminal(pack)
        return
    check_target(output)
    wanted = Wanted(paper, part, control, layers, without, plain)
    if output.suffix.lower() == ".txt":
        _as_text(output, text_map.page(pack))
    elif pack.kind == "lattice":
        _as_survey(output, pack, wanted, dpi)
    else:
        _as_board(output, pack, wanted, dpi)


def _as_text(output: Path, content: str | bytes) -> None:
    write_whole(output, content)
    console().print(f"Wrote {output} ({size_of(content)}).", markup=False, soft_wrap=True)


def _as_board(output: Path, pack: Pack, wanted: Wanted, dpi: int) -> None:
    if (wanted.paper, wanted.part, wanted.control) != (None, None, False):
        raise RefusalError(
            f"{pack.id} is a hex board: --paper, --part and --control are for sheets of real maps"
        )
    known = tuple(sheets.LAYERS)
    kept = named(wanted.layers, known)
    dropped = named(wanted.without, known) or ()
    layers = [name for name in (known if kept is None else kept) if name not in dropped]
    try:
        content = sheets.sheet_bytes(
            pack, output.suffix.lower(), dpi=dpi, layers=layers, plain=wanted.plain
        )
    except render.RenderError as error:
        raise RefusalError(str(error)) from error
    _as_text(output, content)
    _tell_plain(wanted)


def _as_survey(output: Path, pack: Pack, wanted: Wanted, dpi: int) -> None:
    try:
        known = survey.layers_of(pack, control=wanted.control)
        usual = survey.usual_layers(known)
        kept = named(wanted.layers, known, usual)
        dropped = named(wanted.without, known, usual) or ()
        content = survey.sheet_bytes(
            pack,
            output.suffix.lower(),
            paper=wanted.paper or "a2",
            part=wanted.part or survey.WHOLE,
            control=wanted.control,
            layers=[name for name in (usual if kept is None else kept) if name not in dropped],
            dpi=dpi,
            plain=wanted.plain,
        )
    except (
        survey.SheetError,
        survey.UnknownPartError,
        render.RenderError,
    ) as error:
        raise RefusalError(str(error)) from error
    _as_text(output, content)
    _tell_plain(wanted)


def _tell_plain(wanted: Wanted) -> None:
    """Explain why a sheet is plain although the user did not ask for a plain one."""
    if not wanted.plain and not render.fine():
        said = "It is plain: relief and fields need pip install 'bocage[print]'."
        console().print(said, markup=False, soft_wrap=True)


def _in_the_terminal(pack: Pack) -> None:
    out = console()
    drawing = text_map.TextMap(pack, width=out.width if out.is_terminal else None)
    out.print(Text(pack.title, style="bold"))
    for row in drawing.rows():
        line = Text(no_wrap=True, overflow="crop")
        for letter in row:
            line.append(letter.text, style=text_map.STYLES.get(letter.kind, ""))
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
