"""15.19 OKW scrapes the barrel: up to three more divisions for the second container."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from bocage.engine.actions import Action, first, numbers
from bocage.engine.frames import Ask, frame
from bocage.engine.rulings import OK, Ruling, refuse
from bocage.engine.words import Words
from bocage.games.roundup.board.position import ASIDE, CUP
from bocage.games.roundup.options import BARREL
from bocage.games.roundup.rulebook import R
from bocage.games.roundup.words import events as told
from bocage.games.roundup.words.verbs import ADD, END

if TYPE_CHECKING:
    from bocage.games.roundup.board.position import Position

MOST: Final = 3
"""The number of divisions added."""
STRATEGIES: Final = (1, 2)
"""The strategies under which they are."""
OPENING: Final = 2
"""The turn on which the second container is opened for the first time."""
EITHER: Final = ("384th", "389th")
"""Only one of these two."""


def is_scraped(st: Position) -> bool:
    """Return whether the German may add divisions now (15.19)."""
    on = st.switches & BARREL and st.strategy in STRATEGIES
    return bool(on) and st.turn == OPENING and bool(left(st))


def left(st: Position) -> list[int]:
    """Return the divisions that may still be added."""
    return [u for u in st.world.barrel if st.loc[u] == ASIDE and not _taken_twin(st, u)]


def _taken_twin(st: Position, u: int) -> bool:
    """Return whether the other of the two was added."""
    names = [st.world.units[v].name for v in st.world.barrel if v != u and st.loc[v] != ASIDE]
    return st.world.units[u].name in EITHER and any(name in EITHER for name in names)


@frame
class ScrapeBarrel(Ask):
    """15.19: the German adds divisions to the second container, or does not."""

    seat: int
    added: int
    rule = R("15.19.a")
    takes = numbers(END, ADD)
    phase = "Reinforcement Phase"

    def legal(self, st: Position) -> Sequence[Action]:
        return [END(), *(ADD(u) for u in left(st))]

    def check(self, st: Position, action: Action) -> Ruling:
        if action == END():
            return OK
        u = first(action)
        start = "{unit:unit} can't be added: "
        if u not in st.world.barrel:
            return refuse(self.rule, start + "it is not one of the six divisions", unit=u)
        if st.loc[u] != ASIDE:
            return refuse(self.rule, start + "it is in the container already", unit=u)
        if _taken_twin(st, u):
            return refuse(R("15.19.b"), start + "the 384th or the 389th, not both", unit=u)
        return OK

    def apply(self, st: Position, action: Action) -> None:
        if action == END():
            st.pop()
            return
        u = first(action)
        st.place(u, CUP)
        if st.events is not None:
            st.events.append(told.Scraped(u, self.rule))
        if self.added + 1 < MOST and left(st):
            st.swap(ScrapeBarrel(self.seat, self.added + 1))
        else:
            st.pop()

    def prompt(self, st: Position) -> Words:
        words = "Add a division to the Turn 2 container ({left} more), or end"
        clicked = "Click a division to add it to the Turn 2 container ({left} more), or end"
        return Words(words, {"left": MOST - self.added}, clicked)

    def waiting(self, st: Position) -> Words:
        return Words("the Germans to scrape the barrel")
