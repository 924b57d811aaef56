"""The delay of spectators: they see the truth of an umpired game some turns late.

What they are shown is the master map as it was when an earlier turn began. It is played from the
log up to that point and from nothing after it, so it cannot tell of anything later.
"""

from __future__ import annotations

from bocage.engine.game import AnyGame
from bocage.engine.past import AnyPast
from bocage.server import messages
from bocage.server.errors import ForbiddenError
from bocage.server.live import LiveGame
from bocage.server.past import Turns


def check(live: LiveGame, person: str) -> None:
    """Check that a person watches a game whose spectators are shown the truth late.

    Raises:
        ForbiddenError: they play or umpire, or the game was laid without.
    """
    post = live.post(person)
    if post.role != "spectator" or any(person in seat.people for seat in live.seats):
        raise ForbiddenError("this is for spectators: you have a post in this game")
    if not live.late:
        raise ForbiddenError("spectators of this game see what everybody may know")


def point(turns: Turns, late: int) -> tuple[int, int]:
    """Return the turn that is so many turns before the last, and the lines before it began.

    Where there is none the turn is 0.
    """
    last = turns.began[-1][0] if turns.began else 0
    before = [each for each in turns.began if 0 < each[0] <= last - late]
    return before[-1] if before else (0, 0)


def truth(game: AnyGame, past: AnyPast, turns: Turns, late: int) -> messages.LateTruth:
    """Return what spectators see who are so many turns late; with 0, of the last position."""
    turn, number = point(turns, late) if late else (turns.began[-1][0], len(past))
    if not turn:
        return {"late": late, "turn": 0, "heading": "", "truth": None, "symbols": {}}
    _, st = next(past.walk(number, number))
    form = None if game.control is None else game.form(st, game.control)
    return {
        "late": late,
        "turn": turn,
        "heading": game.heading(st).say(game.nouns),
        "truth": game.truth(st),
        "symbols": {} if form is None else dict(form.symbols),
    }
