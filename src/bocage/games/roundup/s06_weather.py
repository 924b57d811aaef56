"""6.0 Weather: a die from turn 2 on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from bocage.engine.actions import Action, first
from bocage.engine.frames import Chance, frame
from bocage.engine.words import Words
from bocage.games.roundup.rulebook import R
from bocage.games.roundup.s08_returns import DIE_FACES
from bocage.games.roundup.words import events as told

if TYPE_CHECKING:
    from bocage.games.roundup.board.position import Position


@frame
class WeatherRoll(Chance):
    """6.0: from turn 2 on a die decides the weather."""

    rule = R("6.0.b")
    phase = "Weather Determination Phase"

    def question(self, st: Position) -> str:
        return f"{st.turn}.weather"

    def outcomes(self, st: Position) -> Sequence[Action]:
        return DIE_FACES

    def apply(self, st: Position, action: Action) -> None:
        st.pop()
        st.weather = st.world.charts.weather[st.turn][first(action)]
        if st.events is not None:
            st.events.append(told.WeatherSet(st.weather, self.rule))

    def waiting(self, st: Position) -> Words:
        return Words("the weather of turn {turn}", {"turn": st.turn})
