"""The arguments that the commands about games share."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import typer

from bocage.cli import home
from bocage.cli.game_file import Sitting, seat_of
from bocage.cli.output import RefusalError
from bocage.games import GAMES

GameArgument = Annotated[
    str, typer.Argument(metavar="GAME", help=f"One of {', '.join(GAMES)}.", show_default=False)
]
"""The argument for a game."""

SaveArgument = Annotated[
    Path,
    typer.Argument(
        metavar="FILE", help="A game: FILE.bocage.", callback=home.found, show_default=False
    ),
]
"""The argument for a save, in the current folder or in the user's data folder."""

NewSaveArgument = Annotated[
    Path, typer.Argument(metavar="FILE", help="A new file: FILE.bocage.", show_default=False)
]
"""The argument for the name of a new save."""

LineArgument = Annotated[
    list[str],
    typer.Argument(metavar="LINE...", help="A line of the game.", show_default=False),
]
"""The argument for a line of the game."""

PagesOption = Annotated[
    Path,
    typer.Option(
        "--output",
        "-o",
        metavar="FILE",
        help="Where to write: .pdf holds all pages, .svg and .png add a number for each page.",
        show_default=False,
    ),
]
"""The option for the file, or the files, of printed pages."""

DpiOption = Annotated[int, typer.Option(min=10, max=1200, help="Dots per inch of a PNG.")]
"""The option for the resolution of a picture."""

PaperOption = Annotated[Literal["a4", "letter"], typer.Option(help="Size of the paper.")]
"""The option for the size of printed pages."""

DataOption = Annotated[
    Path | None,
    typer.Option(metavar="DIR", help="Counters and charts of your own.", show_default=False),
]
"""The option for a user's own tables."""

SeatOption = Annotated[
    str, typer.Option("--as", metavar="SEAT", help="Who asks or acts.", show_default=False)
]
"""The option for a seat."""

SeedOption = Annotated[
    str | None,
    typer.Option(
        metavar="HEX", help="Seed of the dice, in hexadecimal digits.", show_default=False
    ),
]
"""The option for the seed of the dice."""

ScenarioOption = Annotated[
    str, typer.Option(metavar="NAME", help="Which of its scenarios.", show_default=False)
]
"""The option for a scenario, for the commands of the lab."""

ProcessesOption = Annotated[
    int, typer.Option(min=0, max=256, metavar="N", help="How many at once; 0 for one per core.")
]
"""The option for the number of processes, for the commands of the lab."""

ChoiceOption = Annotated[
    list[str] | None,
    typer.Option(
        "--option",
        metavar="NAME=CHOICE",
        help="Switch a rule on or off; bocage games GAME lists them.",
        show_default=False,
    ),
]
"""The option for an option of the game."""

SettingOption = Annotated[
    str,
    typer.Option(
        "--setting",
        metavar="NAME",
        help="A named set of options; bocage games GAME lists them.",
        show_default=False,
    ),
]
"""The option for a named setting."""


def acting(sitting: Sitting, name: str = "") -> int:
    """Return the named seat, or the seat that must decide.

    Raises:
        RefusalError: there is no such seat, the game is over, or several seats must decide.
    """
    if name:
        return seat_of(sitting.game, name)
    decision = sitting.table.decision
    if decision is None:
        raise RefusalError(f"{sitting.path}: the game is over (table: sequence of play)")
    if len(decision.seats) != 1:
        raise RefusalError("several seats have to act: choose one with --as")
    return decision.seats[0]


def names_in(said: str) -> tuple[str, ...]:
    """Return the names of a list with commas."""
    return tuple(name.strip() for name in said.split(",") if name.strip())
