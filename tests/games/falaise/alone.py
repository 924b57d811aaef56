"""Positions of solitaire play for tests: the German seat is the only one that is asked.

A board is played on until the Germans decide: after a round drawn on turn 4 that is the
Counterattack of turn 5, in the bombardments of turn 4 the chit of the German 74th Corps. The
phase `quiet` is a position to look at.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bocage.engine.events import Event

from .build import Board

SUBSTITUTED = "74"
"""The chit that ends the bombardments of a board, with a decision of the Germans."""


def alone(
    units: Mapping[str, str],
    *,
    phase: str,
    dice: Sequence[str | int] = (),
    turn: int = 4,
    options: Mapping[str, str] | None = None,
    **facts: int,
) -> Board:
    """Return a position of solitaire play in which the boundary is open unless told."""
    if phase == "quiet":
        phase, turn = "counterattack", 5
    chosen = {"solitaire": "on", **(options or {})}
    return Board(
        units, phase=phase, turn=turn, dice=dice, options=chosen, **{"boundary": 1, **facts}
    )


def heard(board: Board) -> list[str]:
    """Return everything that has happened on a board, in words."""
    events: list[Event] = [*board.heard, *(event for _, event in board.table.events)]
    return [event.words().say(board.game.nouns) for event in events]
