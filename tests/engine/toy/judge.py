"""The judge of the toy: positions, questions and facts of rule cases."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from bocage.engine import play
from bocage.engine.events import Event
from bocage.rules.judge import Answer, CaseError, Judge
from tests.engine.toy.board import GRAMMAR, OFF_MAP, PLACES, SEATS, UNITS
from tests.engine.toy.moves import Movement
from tests.engine.toy.state import Outpost

if TYPE_CHECKING:
    from tests.engine.toy.game import Toy

_HERE: Final = Path(__file__).parent


class ToyJudge(Judge[Outpost]):
    """Judges cases of Outpost."""

    folder = _HERE
    questions = {"legal": "what may be done now"}  # noqa: RUF012 - the contract's own field
    facts = {"at.UNIT": "its place, or lost"}  # noqa: RUF012

    def __init__(self, game: Toy) -> None:
        self.game = game

    def position(self, given: Mapping[str, Any]) -> Outpost:
        """`units` by place, `moves` the seat that moves; everybody has two points."""
        st = self.game.new("border", self.game.settings())
        for u, name in enumerate(UNITS.written):
            where = given.get("units", {}).get(name)
            st.place(u, OFF_MAP if where is None else PLACES.index(where))
            st.points[u], st.steps[u] = 2 * (where is not None), 2 * (where is not None)
        st.general[:] = bytes((0, 3))
        st.turn = 1
        st.stack = (Movement(SEATS.index(given.get("moves", SEATS[0]))),)
        return st

    def answer(self, st: Outpost, question: str) -> Answer:
        """See `questions`."""
        if question != "legal":
            raise CaseError(f"there is no question '{question}'")
        seat = play.pending(st)[0]
        return Answer([GRAMMAR.say(action) for action in play.legal(st, seat)])

    def look(self, st: Outpost, told: Sequence[Event], path: Sequence[str]) -> object:
        """See `facts`."""
        if len(path) != 2 or path[0] != "at":
            raise CaseError(f"there is no fact '{'.'.join(path)}'")
        where = st.loc[UNITS.index(path[1])]
        return "lost" if where == OFF_MAP else PLACES.written[where]
