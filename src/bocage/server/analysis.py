"""A staff's view of a position: what it would do next in the seat that is asked, and why.

It plays on in a copy until another seat is asked, a die is rolled or it has shown enough. It sees
what the seat may see, and none of the game's dice.
"""

from __future__ import annotations

from random import Random
from time import monotonic
from typing import Any, Final, NamedTuple

from bocage.ai.staff import StaffPlayer
from bocage.engine import play
from bocage.engine.actions import Action
from bocage.engine.game import AnyGame
from bocage.engine.past import AnyPast
from bocage.engine.playout import policies_of
from bocage.server import messages, wire
from bocage.server.errors import UnknownError

PLAYER: Final = "staff"
MOST: Final = 24
"""The most actions that are shown."""
SECONDS: Final = 20.0
"""After so long it begins no further action."""


class View(NamedTuple):
    """What a staff would do."""

    seat: int
    actions: list[Action]
    why: str


def viewed(game: AnyGame, past: AnyPast, count: int) -> View:
    """Return what a staff would do after so many entries of a game.

    Raises:
        UnknownError: the game has no staff, or no seat is asked there.
    """
    staff = policies_of(game).get(PLAYER)
    if not isinstance(staff, StaffPlayer):
        raise UnknownError(f"{game.title} has no staff to ask")
    st: Any = next(state for _, state in past.walk(count, count)).copy()
    asked = play.pending(st)
    if len(asked) != 1 or asked[0] < 0:
        raise UnknownError("no side has a decision here: choose a line where a side has to act")
    seat, own = asked[0], staff.at_table()
    rng = Random(count)  # noqa: S311 - play, not secrecy
    done: list[Action] = []
    until = monotonic() + SECONDS
    while play.pending(st) == (seat,) and len(done) < MOST and (not done or monotonic() < until):
        action = own(st, play.legal(st, seat), rng)
        done.append(action)
        play.apply(st, seat, action)
    return View(seat, done, " ".join(each.text for each in own.accounts(seat)))


def told(game: AnyGame, line: int, found: View) -> messages.Analysis:
    """Return a view as plain data; each action as a page names what may be done."""
    return {
        "line": line,
        "seat": game.seats[found.seat],
        "actions": wire.actions(found.actions, game.grammar),
        "why": found.why,
    }
