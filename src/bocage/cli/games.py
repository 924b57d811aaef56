"""`bocage games`: the games, their theatres, and how each is played."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer
from rich.padding import Padding

from bocage.cli.output import console
from bocage.engine.game import OptionError
from bocage.games import GAMES
from bocage.games import game as game_of
from bocage.maps.theatres import THEATRES
from bocage.rules.coverage import in_order

if TYPE_CHECKING:
    from bocage.engine.game import Game


_EXAMPLES = """Examples:

  [bold]bocage games[/bold]  all games

  [bold]bocage games roundup[/bold]  its scenarios, optional rules and other switches"""


def told(each: Game[Any]) -> str:
    """Return one line about a game: its title, who plays it, and how."""
    audience = each.audience or f"{len(each.seats)} seats"
    return f"[bold]{each.title}[/bold] ({audience}): {each.played or f'bocage play {each.id}'}"


def add_to(app: typer.Typer) -> None:
    """Add the command to the program."""
    app.command(epilog=_EXAMPLES)(games)


def games(
    game: Annotated[
        str,
        typer.Argument(
            metavar="[GAME]", help="Its scenarios, optional rules and switches.", show_default=False
        ),
    ] = "",
) -> None:
    """List the games and theatres, and how each is played.

    With a GAME, list its scenarios and the options of its table.
    """
    if game:
        _switches(game)
        return
    out = console()
    for name in GAMES:
        out.print(told(game_of(name)), soft_wrap=True, highlight=False)
        for theatre in (each for each in THEATRES if each.game == name):
            out.print(f"  [cyan]{theatre.id:<14}[/cyan] {theatre.title}", soft_wrap=True)
    out.print()
    out.print("Optional rules and other switches: bocage games roundup", soft_wrap=True)
    out.print("Try: bocage play roundup, bocage map falaise, bocage atlas --open")


MOST_CHOICES: Final = 6
"""A switch with more choices than this shows only some of them."""


def _ends(choices: Sequence[str]) -> tuple[str, ...]:
    return (choices[0], choices[1], "...", choices[-1])


def _switches(name: str) -> None:
    """Print every scenario and switch of a game: its effect, its rule, and how to set it."""
    rules = game_of(name)
    out = console()
    if len(rules.scenarios) > 1:
        out.print(f"[bold]{rules.title}[/bold]: scenarios; the first is the default.")
        for each in rules.scenarios.values():
            out.print(f"  [cyan]{each.id}[/cyan]  {each.title}", highlight=False)
            out.print(Padding(each.description, (0, 4)), highlight=False)
        out.print()
    if rules.offered:
        out.print(
            f"[bold]{rules.title}[/bold]: settings, each a set of options for the whole game."
        )
        for setting in rules.offered.values():
            out.print(f"  [cyan]{setting.id}[/cyan]  {setting.title}", highlight=False)
            par = f" Par: {setting.par}." if setting.par else ""
            out.print(Padding(setting.description + par, (0, 4)), highlight=False)
            if setting.options:
                chosen = ", ".join(f"{name}={choice}" for name, choice in setting.options.items())
                out.print(Padding(f"It sets {chosen}.", (0, 4)), highlight=False)
        out.print()
    out.print(f"[bold]{rules.title}[/bold]: switches; the first choice is the default.")
    wide = max((len(option) for option in rules.options), default=0)
    for option in sorted(rules.options.values(), key=lambda each: in_order(each.rule)):
        few = option.choices if len(option.choices) <= MOST_CHOICES else _ends(option.choices)
        choices = "|".join(few)
        line = f"  [cyan]{option.id:<{wide}}[/cyan]  {option.title} ({option.rule}; {choices})"
        out.print(line, soft_wrap=True, highlight=False)
    if not rules.options:
        out.print("  none")
        return
    listed = list(rules.options.values())
    last = next((each for each in reversed(listed) if each.choices[-1] == "on"), listed[-1])
    out.print()
    example = f"--option {last.id}={last.choices[-1]}"
    said = f"Set them when you start the game: bocage new {name} -o FILE {example}"
    out.print(said, soft_wrap=True)
    with suppress(OptionError):
        rules.settings({str(last.rule): last.choices[-1]})
        out.print(f"You may name an optional rule by its number: --option {last.rule}=on")
