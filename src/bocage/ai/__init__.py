"""Players: what sits in a seat when nobody does.

A simple player is a function of a state, what its seat may do, and a source of chance
(`bocage.engine.play.Policy`). Games bring their own random play; the players here come in
from outside, because no game knows who plays it.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from bocage.ai.aggressive_falaise import aggressive as aggressive_falaise
from bocage.ai.aggressive_roundup import aggressive as aggressive_roundup
from bocage.ai.commander import CommanderPlayer
from bocage.ai.staff import players_of
from bocage.ai.staff.falaise import FalaiseOffice
from bocage.ai.staff.roundup import RoundupOffice
from bocage.engine.game import Game
from bocage.engine.play import Policy
from bocage.games import game

PLAYERS: Final[Mapping[str, Mapping[str, Policy]]] = {
    "falaise": {"aggressive": aggressive_falaise, **players_of(FalaiseOffice)},
    "roundup": {"aggressive": aggressive_roundup, **players_of(RoundupOffice)},
    "opcom": {"commander": CommanderPlayer()},
}
"""The players of each game, by name."""


def load_game(name: str, data: Path | None = None) -> Game[Any]:
    """A game with every player we have for it; `bocage.engine.playout.policy` finds them.

    Raises:
        UnknownGameError: there is no game of that name.
    """
    return game(name, data).with_players(PLAYERS.get(name, {}))
