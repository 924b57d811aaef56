"""`bocage play`: a game in the terminal, two at one screen or against a simple player."""

from __future__ import annotations

from itertools import count
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Annotated, Any

import typer

from bocage.cli.arguments import ChoiceOption, DataOption, GameArgument, SeedOption
from bocage.cli.output import RefusalError
from bocage.cli.sitting import (
    ENDING,
    Sitting,
    chosen_options,
    load,
    seat_of,
    seed_of,
)
from bocage.cli.terminal.screen import Screen
from bocage.cli.terminal.session import Session
from bocage.engine.playout import PolicyError, policy

if TYPE_CHECKING:
    from bocage.engine.game import Game
    from bocage.engine.play import Policy

_EXAMPLES = """Examples:

  [bold]bocage play roundup[/bold]  two players, one screen; goes on with roundup.bocage

  [bold]bocage play roundup --against random[/bold]  you are the Allies

  [bold]bocage play roundup ours.bocage --plan boulogne[/bold]  'r' takes this plan"""


def add_to(app: typer.Typer) -> None:
    """Hang the command into the program."""
    app.command("play", epilog=_EXAMPLES)(play)


def play(
    game: GameArgument,
    file: Annotated[
        Path | None,
        typer.Argument(
            metavar="FILE", help="Where the game is kept: GAME.bocage if none.", show_default=False
        ),
    ] = None,
    against: Annotated[
        str,
        typer.Option(metavar="PLAYER", help="A simple player: random, ...", show_default=False),
    ] = "",
    side: Annotated[
        str, typer.Option(metavar="SEAT", help="Your side against a player.", show_default=False)
    ] = "",
    plan: Annotated[
        str, typer.Option(metavar="NAME", help="The set-up that 'r' takes.", show_default=False)
    ] = "",
    seed: SeedOption = None,
    option: ChoiceOption = None,
    data: DataOption = None,
) -> None:
    """Play in the terminal: hot-seat, or against a simple player.

    Every decision is asked for, every mistake explained, and the game saved after each line.
    An unfinished game in FILE is gone on with.
    """
    rules = load(game, data)
    opponent = _opponent(rules, against)
    mine = seat_of(rules, side) if side else 0
    sitting = _sitting(rules, file, data, seed, option)
    if plan and plan not in (known := [each.name for each in sitting.face.plans()]):
        raise RefusalError(f"there is no plan '{plan}'; there are {', '.join(known) or 'none'}")
    players = {}
    if opponent is not None:
        players = {seat: opponent for seat in range(len(rules.seats)) if seat != mine}
    # The player's choices follow the game's own seed, so that a game can be played again.
    chance = Random(sitting.table.header.commitment)  # noqa: S311 - play, not secrecy
    Session(sitting, Screen(), players=players, plan=plan, chance=chance).run()


def _opponent(rules: Game[Any], name: str) -> Policy | None:
    if not name:
        return None
    try:
        return policy(rules, name)
    except PolicyError as error:
        raise RefusalError(str(error)) from None


def _sitting(
    rules: Game[Any], file: Path | None, data: Path | None, seed: str | None, option: Any
) -> Sitting:
    """The game to go on with, or a new one."""
    if file is None:
        names = (Path(f"{rules.id}{'' if n == 1 else f'-{n}'}{ENDING}") for n in count(1))
        # A finished game is left alone: the next one gets the next name.
        for file in names:
            if not file.exists() or not Sitting.open(file, data, rules.id).table.is_over:
                break
    assert file is not None
    if file.exists():
        if seed is not None or option:
            raise RefusalError(f"{file} is begun already: its dice and options cannot be changed")
        return Sitting.open(file, data, rules.id)
    return Sitting.begin(file, rules, options=chosen_options(option or ()), seed=seed_of(seed))
