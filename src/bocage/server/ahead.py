"""What a page would ask next, sent with every update so that a move is one round trip.

It is computed from a position that holds only what the viewer may know.
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any, Final

from bocage.engine import play
from bocage.engine.events import Event
from bocage.server import messages, questions, wire

if TYPE_CHECKING:
    from bocage.engine.game import AnyGame
    from bocage.engine.viewers import Viewer
    from bocage.server.live import LiveGame

MOST_LEADS: Final = 24
"""With more actions than this in mid-battle, none is tried out."""


def ahead(live: LiveGame, viewer: Viewer) -> messages.Ahead:
    """Return what a page of this viewer needs next: actions, reach, force, units that are cut off.

    The caller holds the game.
    """
    game, table = live.game, live.table
    asked = [seat for seat in live.asked if viewer.sits and seat in viewer.seats]
    # What the viewer does not know is drawn at random, so none of it can show.
    st = game.determinise(table.state, viewer, Random(0))  # noqa: S311 - no die of the game
    cut_off = sorted(game.cut_off(st))
    found: messages.Ahead = {"seat": "", "legal": [], "cut_off": cut_off}
    if not asked or live.status != "live":
        return found
    seat = asked[0]
    found["seat"] = game.seats[seat]
    found["legal"] = wire.actions(table.legal(seat), game.grammar)
    reach = game.reach(st, seat)
    if reach:
        found["reach"] = questions.reached_hexes(game, reach)
    gather = questions.force_gathered(game, st, seat)
    if gather is not None:
        found["gather"] = gather
    if todo := game.todo(st, seat):
        found["todo"] = [wire.todo(each, game) for each in todo]
    if play.battle_at(st) is not None:
        found["leads"] = leads(game, st, seat)
    return found


class _WhileItLasts(list[Event]):
    """The events of a battle: what happens after it is not kept."""

    def __init__(self, st: Any) -> None:
        super().__init__()
        self._st: Final = st

    def append(self, event: Event) -> None:
        """Keep an event of the battle."""
        if play.battle_at(self._st) is not None:
            super().append(event)


def leads(game: AnyGame, st: Any, seat: int) -> dict[str, list[messages.Pieces]]:
    """Return what each thing that a seat may do brings about in the battle before the next die or
    decision.

    The event that says the same as the line itself, `advance` or `retreat`, is left out.
    """
    legal = play.legal(st, seat)
    if len(legal) > MOST_LEADS:
        return {}
    found = dict[str, list[messages.Pieces]]()
    for action in legal:
        tried = st.copy()
        tried.events = heard = _WhileItLasts(tried)
        play.apply(tried, seat, action)
        line = game.grammar.say(action)
        told = [each for each in heard if each.act != line.partition(" ")[0]]
        found[line] = [wire.pieces(each.words(), game.nouns) for each in told]
    return found
