"""Players: what sits in a seat when nobody does.

A simple player is a function of a state, what its seat may do, and a source of chance
(`bocage.engine.play.Policy`). Games bring their own random play; the players here come in
from outside, because no game knows who plays it. The players of a game are imported when
that game is loaded.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final

from bocage.engine.game import Game
from bocage.engine.play import Policy
from bocage.games import game


def _of_falaise() -> Mapping[str, Policy]:
    from bocage.ai.aggressive_falaise import aggressive
    from bocage.ai.staff import players_of
    from bocage.ai.staff.falaise import FalaiseOffice

    return {"aggressive": aggressive, **players_of(FalaiseOffice)}


def _of_roundup() -> Mapping[str, Policy]:
    from bocage.ai.aggressive_roundup import aggressive
    from bocage.ai.staff import players_of
    from bocage.ai.staff.roundup import RoundupOffice

    return {"aggressive": aggressive, **players_of(RoundupOffice)}


def _of_opcom() -> Mapping[str, Policy]:
    from bocage.ai.commander import CommanderPlayer

    return {"commander": CommanderPlayer()}


PLAYERS: Final[Mapping[str, Callable[[], Mapping[str, Policy]]]] = {
    "falaise": _of_falaise,
    "roundup": _of_roundup,
    "opcom": _of_opcom,
}
"""What imports the players of a game and gives them by name."""


def load_game(name: str, data: Path | None = None) -> Game[Any]:
    """A game with every player we have for it; `bocage.engine.playout.policy` finds them.

    Raises:
        UnknownGameError: there is no game of that name.
    """
    return game(name, data).with_players(PLAYERS[name]() if name in PLAYERS else {})
