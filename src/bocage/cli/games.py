"""`bocage games`: the games, their theatres, and what can be done with each today."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from bocage.cli.output import console
from bocage.maps.theatres import THEATRES

if TYPE_CHECKING:
    import typer

    from bocage.maps.theatres import Theatre


@dataclass(frozen=True, slots=True)
class Offer:
    """A game as a player sees it on the shelf."""

    id: str
    title: str
    players: str
    today: str
    """What can be done with it now. Change this with the program, never before it."""


OFFERS = (
    Offer("roundup", "Operation Roundup", "two players", "play it in the terminal"),
    Offer(
        "falaise",
        "The Pocket at Falaise",
        "two players",
        "play it in the terminal, from lists",
    ),
    Offer("opcom", "OP COM", "teams and an umpire", "look at its maps"),
)


def theatres_of(offer: Offer) -> list[Theatre]:
    """The theatres of a game, in their order."""
    return [theatre for theatre in THEATRES if theatre.game == offer.id]


def add_to(app: typer.Typer) -> None:
    """Hang the command into the program."""
    app.command(epilog="Example: [bold]bocage games[/bold]")(games)


def games() -> None:
    """List the games and theatres, and what can be done with each today."""
    out = console()
    for offer in OFFERS:
        head = f"[bold]{offer.title}[/bold] ({offer.players}). Today: {offer.today}."
        out.print(head, soft_wrap=True)
        for theatre in theatres_of(offer):
            out.print(f"  [cyan]{theatre.id:<14}[/cyan] {theatre.title}", soft_wrap=True)
    out.print()
    out.print("Try: bocage play roundup, bocage map falaise, bocage atlas --open")
