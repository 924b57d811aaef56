"""Computer players: they play the seats that no person plays.

A simple player is a function of a state, the legal actions of its seat, and a random source
(`bocage.engine.play.Policy`). Games have their own random player; the players here are separate.
A game names the function that returns them (`Game.entries`), and they are imported only when that
game is loaded with them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final, cast

from bocage.engine.game import Game
from bocage.engine.play import Policy
from bocage.games import entry, game

PLAYERS: Final = "players"
"""The key in `Game.entries` for the function that returns a game's computer players."""


def players_of(found: Game[Any]) -> Mapping[str, Policy]:
    """Return the computer players for a game by name, or none if it names none."""
    made = cast("Callable[[], Mapping[str, Policy]] | None", entry(found, PLAYERS))
    return {} if made is None else made()


def load_game(name: str, data: Path | None = None) -> Game[Any]:
    """Return a game with all its computer players.

    `bocage.engine.playout.policy` finds them.

    Raises:
        UnknownGameError: there is no game of that name.
    """
    found = game(name, data)
    return found.with_players(players_of(found))
