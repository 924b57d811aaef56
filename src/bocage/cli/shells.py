"""`bocage completion`: what a shell reads so that Tab completes words."""

from __future__ import annotations

from typing import Annotated, Literal

import typer

from bocage.cli.completion import SCRIPTS

_EXAMPLES = """Examples:

  [bold]bocage completion bash >> ~/.bashrc[/bold]

  [bold]bocage completion zsh >> ~/.zshrc[/bold]  after the line with compinit

  [bold]bocage completion fish > ~/.config/fish/completions/bocage.fish[/bold]"""


def add_to(app: typer.Typer) -> None:
    """Add the command to the program."""
    app.command("completion", epilog=_EXAMPLES)(completion)


def completion(
    shell: Annotated[
        Literal["bash", "zsh", "fish"],
        typer.Argument(metavar="SHELL", help="bash, zsh or fish.", show_default=False),
    ],
) -> None:
    """Print what makes a shell complete commands, games, theatres, hexes and units."""
    typer.echo(SCRIPTS[shell], nl=False)
