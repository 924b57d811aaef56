"""15.1 Hidden directive: only the German player knows Hitler's strategy at first."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from bocage.engine.actions import Action, first
from bocage.engine.frames import Chance, frame
from bocage.engine.words import Words
from bocage.games.roundup.options import SECRET
from bocage.games.roundup.pieces.units import GERMAN
from bocage.games.roundup.rulebook import R
from bocage.games.roundup.s07_air import dice_for
from bocage.games.roundup.s15_optional.s15_14_luftwaffe_wastage import LUFTWAFFE
from bocage.games.roundup.words import events as told
from bocage.games.roundup.words.verbs import STRATEGY

if TYPE_CHECKING:
    from bocage.engine.rulings import Rule
    from bocage.engine.viewers import Viewer
    from bocage.games.roundup.board.position import Position

FACE_DOWN: Final = 1
NO_RUSSIA: Final = 2
"""Values of the slot `SECRET`."""

LAST_SECRET: Final = 3
"""The turn at whose end the counter is turned up at the latest."""

_POSSIBLE: Final = {FACE_DOWN: (1, 2, 3, 4), NO_RUSSIA: (1, 2)}


@frame
class SecretDraw(Chance):
    """15.1: the counter is drawn face down in set-up, and the German looks at it."""

    rule = R("15.1.a")
    phase = "Set-up"
    hidden = True

    def known_to(self, st: Position, seat: int) -> tuple[int, ...]:
        """Return the German alone, who reads the strategy drawn."""
        return (GERMAN,)

    def question(self, st: Position) -> str:
        return "strategy"

    def outcomes(self, st: Position) -> Sequence[Action]:
        return [STRATEGY(number) for number in range(4)]

    def apply(self, st: Position, action: Action) -> None:
        st.pop()
        st.strategy = first(action) + 1
        st.optional[SECRET] = FACE_DOWN
        if st.events is not None:
            st.events.append(told.DirectiveDrawn(first(action), self.rule))

    def waiting(self, st: Position) -> Words:
        return Words("Hitler's strategy, face down")


def is_hidden_from(st: Position, viewer: Viewer) -> bool:
    """Return whether a viewer may not know the strategy now; when the game is over, all may."""
    secret = st.optional[SECRET] and st.stack
    return bool(secret) and GERMAN not in viewer.seats and not viewer.sees_all


def possible(st: Position) -> tuple[int, ...]:
    """Return the strategies that the Allied player must reckon with."""
    return _POSSIBLE[st.optional[SECRET]]


def turn_up(st: Position, rule: Rule) -> None:
    """The counter is turned up, if it lies face down."""
    if not st.optional[SECRET]:
        return
    st.optional[SECRET] = 0
    if st.events is not None:
        st.events.append(told.DirectiveShown(st.strategy - 1, rule))


def russia_rolled(st: Position, *, rolled: bool) -> None:
    """15.1: the Russian container is rolled for, or seen not to be."""
    if rolled:
        turn_up(st, R("15.1.b"))
    elif st.optional[SECRET] == FACE_DOWN:
        st.optional[SECRET] = NO_RUSSIA
        if st.events is not None:
            st.events.append(told.DirectiveNarrowed(R("15.1.b")))


def air_dice_shown(st: Position) -> None:
    """15.1: a Luftwaffe die is added, or seen to be missing: then it is strategy 1."""
    if st.optional[SECRET] and st.turn > 1 and dice_for(st, GERMAN):
        turn_up(st, R("15.1.c") if st.strategy in LUFTWAFFE else R("15.1.d"))


def turn_ends(st: Position) -> None:
    """15.1: at the end of turn 3 everybody knows."""
    if st.turn >= LAST_SECRET:
        turn_up(st, R("15.1.e"))
