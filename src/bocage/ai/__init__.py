"""Players: what sits in a seat when nobody does.

A simple player is a function of a state, what its seat may do, and a source of chance
(`bocage.engine.play.Policy`). Games bring their own random play; the players here come in
from outside. A game names the function that gives them (`Game.entries`), and they are imported
when that game is loaded with them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final, cast

from bocage.engine.game import Game
from bocage.engine.play import Policy
from bocage.games import entry, game

PLAYERS: Final = "players"
"""What `Game.entries` calls the function that gives the computer players of a game."""


def players_of(found: Game[Any]) -> Mapping[str, Policy]:
    """Return the computer players that we have for a game, by name; none if it names none."""
    made = cast("Callable[[], Mapping[str, Policy]] | None", entry(found, PLAYERS))
    return {} if made is None else made()


def load_game(name: str, data: Path | None = None) -> Game[Any]:
    """Return a game with every player we have for it.

    `bocage.engine.playout.policy` finds them.

    Raises:
        UnknownGameError: there is no game of that name.
    """
    found = game(name, data)
    return found.with_players(players_of(found))
