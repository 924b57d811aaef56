"""Who is at a table: players come and go, and spectators are named."""

from __future__ import annotations

from typing import Any

import pytest

from .clients import Guest, Serving, Socket


def sees(socket: Socket, seats: list[str], watching: list[str]) -> None:
    """Take messages in until these are here; a person who leaves stays for some seconds."""
    while True:
        told: Any = socket.next()
        if told["type"] == "present" and (told["seats"], told["watching"]) == (seats, watching):
            return


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
def test_everybody_learns_who_is_here(serving: Serving, two: tuple[Guest, Guest, str]) -> None:
    """A player, the other, a spectator by name, and one less when somebody leaves."""
    ann, bob, game = two
    eve = serving.guest("Eve")
    eve.post(f"/api/games/{game}/observe")
    with ann.at(game, people=True) as allied:
        sees(allied, ["allied"], [])
        with bob.at(game):  # a program that does not ask who is here is here all the same
            sees(allied, ["allied", "german"], [])
            with eve.at(game, people=True) as watching:
                sees(watching, ["allied", "german"], ["Eve"])
                sees(allied, ["allied", "german"], ["Eve"])
                with ann.at(game, people=True) as again:  # nobody has come or gone
                    sees(again, ["allied", "german"], ["Eve"])
            sees(allied, ["allied", "german"], [])
        sees(allied, ["allied"], [])
