"""How likely an attack is to take its hex, by playing every result out under the rules.

For each face of the die the battle is resolved on a copy: the ledger gives the result and
the rules do the rest.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from bocage.engine import play
from bocage.engine.frames import CHANCE
from bocage.games.fights import best
from bocage.games.roundup.combat import BattleRoll, CombatPhase
from bocage.games.roundup.odds import Odds, bomber_shift
from bocage.games.roundup.results import Retreat
from bocage.games.roundup.verbs import ROLL

if TYPE_CHECKING:
    from bocage.games.roundup.position import Position

FACES: Final = range(6)
TAKEN: Final = 2
EMPTY: Final = 1
HELD: Final = 0


class Forecast(NamedTuple):
    """What may come of an attack."""

    results: dict[str, Fraction]
    """How likely each result is, in the order of the die."""
    taken: Fraction
    """The attacker stands in the hex afterwards, if both play for it."""
    held: Fraction
    """The defender does."""


def forecast(
    st: Position, h: int, force: Sequence[int], by: int, *, bombing: bool = False
) -> Forecast:
    """Every face of the die, and with heavy bombers every face of theirs."""
    shifts = [bomber_shift(st, h, face + 1, by) for face in FACES] if bombing else [None]
    share = Fraction(1, len(shifts) * len(FACES))
    results: dict[str, Fraction] = {}
    ends = [Fraction(0)] * 3
    for shift in shifts:
        odds = Odds(st, h, force, by, shift)
        for face in FACES:
            result = odds.resolve(face + 1)
            results[result] = results.get(result, Fraction(0)) + share
            ends[_after(st, h, tuple(force), by, shift, face)] += share
    return Forecast(results, ends[TAKEN], ends[HELD])


def _after(
    st: Position, h: int, force: tuple[int, ...], by: int, shift: int | None, face: int
) -> int:
    trial = st.copy()
    phase = CombatPhase(by, bomber=False)
    roll = BattleRoll(by, h, force, shift or 0, bombed=shift is not None)
    trial.stack = (phase, roll)
    play.apply(trial, CHANCE, ROLL(face))

    def worth(end: Position) -> int:
        if end.at(h, by):
            return TAKEN
        return HELD if end.at(h, 1 - by) else EMPTY

    def matters(top: Any) -> bool:
        # Where beaten attackers go does not matter to the hex; there may be very many ways.
        return not (isinstance(top, Retreat) and top.seat == by)

    return best(trial, 1, by, worth, highest=TAKEN, lowest=HELD, matters=matters)
