"""`bocage opcom map`: the master map of a game as a picture, or what one team knows of it."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from bocage.cli.arguments import DpiOption, SaveArgument
from bocage.cli.output import RefusalError
from bocage.games.opcom.board.position import Position
from bocage.press import render, survey
from bocage.press.operation.maps import pieces_of
from bocage.press.situation import situation

OutputOption = Annotated[
    Path, typer.Option("--output", "-o", metavar="FILE", help=".svg, .png or .pdf.")
]
PaperOption = Annotated[str, typer.Option(metavar="a0|a1|a2|a3", help="The paper.")]
PartOption = Annotated[
    str, typer.Option(metavar="PART", help="A part at a larger scale, such as corridor.")
]

__all__ = ["DpiOption", "OutputOption", "PaperOption", "PartOption", "SaveArgument", "draw_map"]


def draw_map(
    st: Position, output: Path, *, team: int | None, paper: str, part: str, dpi: int
) -> list[Path]:
    """Write the picture; returns the files written.

    Raises:
        RefusalError: no such paper or part, or the file cannot be written.
    """
    pack = st.world.pack
    try:
        page = situation(
            pack,
            pieces_of(st, team),
            paper=paper,
            part=part or survey.WHOLE,
            control=team is None,
        )
        return render.write([page], output, dpi=dpi)
    except KeyError:
        raise RefusalError(f"there is no paper size '{paper}': there are a0, a1, a2, a3") from None
    except (survey.UnknownPartError, render.RenderError) as error:
        raise RefusalError(str(error)) from None
