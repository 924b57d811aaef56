"""Attacks weighed before the die (11.0): the odds, and how likely the hex is to fall.

For each face of the die the battle is resolved on a copy: the ledger gives the result and the
rules do the rest.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from bocage.engine import play
from bocage.engine.frames import CHANCE
from bocage.engine.odds import NothingToWeighError, Weighed
from bocage.engine.reach import Note
from bocage.engine.words import Words
from bocage.games.fights import beside, best, nobody_there
from bocage.games.roundup.pieces.units import ALLIED
from bocage.games.roundup.rulebook import R
from bocage.games.roundup.s11_combat import BattleRoll, CombatPhase, Muster
from bocage.games.roundup.s11_odds import Odds, bomber_shift, ledger
from bocage.games.roundup.s11_results import Retreat, foreseen
from bocage.games.roundup.words.verbs import FIGHT, ROLL

if TYPE_CHECKING:
    from bocage.engine.actions import Action
    from bocage.games.roundup.board.position import Position


# Likelihood --------------------------------------------------------------------------------


FACES: Final = range(6)
TAKEN: Final = 2
EMPTY: Final = 1
HELD: Final = 0


class Forecast(NamedTuple):
    """The possible results of an attack."""

    results: dict[str, Fraction]
    """The probability of each result, in the order of the die."""
    taken: Fraction
    """The attacker stands in the hex afterwards, if both play for it."""
    held: Fraction
    """The defender does."""


def forecast(
    st: Position, h: int, force: Sequence[int], by: int, *, bombing: bool = False
) -> Forecast:
    """Return every face of the die, and with heavy bombers every face of theirs."""
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


# Weighing ----------------------------------------------------------------------------------


BOMBERS: Final = "bombers"
"""11.12: heavy bombers support the attack."""


def weigh(
    st: Position, seat: int, h: int | None, units: Sequence[int], aids: Sequence[str] = ()
) -> list[Weighed]:
    """Return the attack of units on a hex, or the one that is being gathered."""
    if h is None:
        top = st.stack[-1] if st.stack else None
        if not isinstance(top, Muster) or not top.force:
            raise NothingToWeighError("not-gathered", Words("no attack is being gathered"))
        bombing = bool(top.bombing) or BOMBERS in aids
        return [attack(st, top.hex, top.force, top.seat, bombing=bombing)]
    by = seat if st.at(h, 1 - seat) else 1 - seat
    if st.has_marker(h):
        by = ALLIED
    force = sorted(units) or sorted(u for n in st.world.near(h) for u in st.at(n, by))
    _can_be_weighed(st, h, force, by)
    return [attack(st, h, force, by, bombing=BOMBERS in aids)]


def stakes(st: Position, seat: int, action: Action) -> list[Weighed]:
    """Return the attack that `fight` would resolve."""
    top = st.stack[-1] if st.stack else None
    fights = isinstance(top, Muster) and top.force and action == FIGHT()
    return weigh(st, seat, None, ()) if fights else []


def attack(
    st: Position, h: int, force: Sequence[int], by: int, *, bombing: bool = False
) -> Weighed:
    """Return the ledger of an attack, its column, and its possible results."""
    seen = forecast(st, h, force, by, bombing=bombing)
    odds = Odds(st, h, force, by)
    found = foreseen(st, by, h, odds.defenders, ledger(odds, h, seen.results))
    found = replace(found, taken=seen.taken, held=seen.held)
    if not bombing:
        return found
    more = Note(
        "bombers", Words("with heavy bombers: averaged over every face of their die"), R("11.12")
    )
    return replace(found, rule=R("11.12"), faces=(), notes=(more,))


def _can_be_weighed(st: Position, h: int, force: Sequence[int], by: int) -> None:
    if not st.at(h, 1 - by) and not st.has_marker(h):
        raise nobody_there(h)
    beside(st, h, force, by)
