"""How likely an assault is to take its hex, by playing every face of the die out (10.2)."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from bocage.engine import play
from bocage.engine.frames import CHANCE
from bocage.games.falaise.advance import Advance
from bocage.games.falaise.assault import Muster
from bocage.games.falaise.losses import StepLoss
from bocage.games.falaise.odds import Odds
from bocage.games.falaise.results import TerChange
from bocage.games.falaise.verbs import FIGHT, ROLL
from bocage.games.fights import best

if TYPE_CHECKING:
    from bocage.games.falaise.position import Position

FACES: Final = range(6)
TAKEN: Final = 2
EMPTY: Final = 1
HELD: Final = 0

_REST: Final = TerChange(0, "C", ())
"""Lies below a fight that is played out: when it is asked again, the fight is over."""


class Forecast(NamedTuple):
    """What may come of an assault."""

    results: dict[str, Fraction]
    """How likely each result is, before any change for TER."""
    taken: Fraction
    """The attacker stands in the hex afterwards, if both play for it."""
    held: Fraction
    """The defender does."""


def forecast(
    st: Position,
    odds: Odds,
    h: int,
    force: Sequence[int],
    by: int,
    *,
    mech: bool,
    helpers: Sequence[int] = (),
) -> Forecast:
    """Every face of the die; without one, where the odds are too low."""
    ends = [Fraction(0)] * 3
    fighting = st.copy()
    fighting.stack = (_REST, Muster(by, h, mech, tuple(force), tuple(helpers), ()))
    play.apply(fighting, by, FIGHT())
    if odds.is_automatic:
        ends[_end(fighting, h, by)] += 1
    else:
        for face in FACES:
            trial = fighting.copy()
            play.apply(trial, CHANCE, ROLL(face))
            ends[_end(trial, h, by)] += Fraction(1, len(FACES))
    return Forecast(odds.distribution(), ends[TAKEN], ends[HELD])


def _end(trial: Position, h: int, by: int) -> int:
    def worth(end: Position) -> int:
        if end.at(h, by):
            return TAKEN
        return HELD if end.at(h, 1 - by) else EMPTY

    def matters(top: Any) -> bool:
        # Where the defenders go, and who fires at them there, does not matter to the hex.
        return isinstance(top, TerChange | StepLoss | Advance)

    return best(trial, 1, by, worth, highest=TAKEN, lowest=HELD, matters=matters)
