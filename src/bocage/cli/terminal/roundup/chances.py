"""How likely an attack is to take its hex, by playing every result out under the rules.

For each face of the die the battle is resolved on a copy; where a player has a choice,
the attacker plays for the hex and the defender to hold it. Nothing is decided here: the
ledger gives the result and the rules do the rest.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Final, NamedTuple

from bocage.engine import play
from bocage.engine.frames import CHANCE, Ask, Chance
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
    shifts = [bomber_shift(st, h, face + 1) for face in FACES] if bombing else [None]
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
    return _best(trial, h, by)


def _best(st: Position, h: int, by: int) -> int:
    """What becomes of the hex when the attacker plays for it and the defender against."""
    while len(st.stack) > 1:
        top = st.stack[-1]
        if isinstance(top, Chance):  # when a lost brigade returns: nothing to do with the hex
            play.apply(st, CHANCE, top.outcomes(st)[0])
            continue
        assert isinstance(top, Ask)
        legal = top.legal(st)
        # Where beaten attackers go does not matter to the hex; there may be very many ways.
        if len(legal) == 1 or (isinstance(top, Retreat) and top.seat == by):
            play.apply(st, top.seat, legal[0])
            continue
        wanted = TAKEN if top.seat == by else HELD
        found: list[int] = []
        for action in legal:
            child = st.copy()
            play.apply(child, top.seat, action)
            found.append(_best(child, h, by))
            if found[-1] == wanted:
                break
        return max(found) if top.seat == by else min(found)
    if st.at(h, by):
        return TAKEN
    return HELD if st.at(h, 1 - by) else EMPTY
