"""Assaults, Op-Fire and bombardments weighed before the die (10.2, 6.2, 8.1).

How likely an assault is to take its hex is found by playing every face of the die out.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from bocage.engine import play
from bocage.engine.actions import first, second
from bocage.engine.frames import CHANCE
from bocage.engine.odds import FACES, Favours, NothingToWeighError, Weighed, likely, part
from bocage.engine.reach import Note
from bocage.engine.words import Words
from bocage.games.falaise.board.charts import DRM
from bocage.games.falaise.pieces.units import ALLIED, GERMAN
from bocage.games.falaise.rulebook import R
from bocage.games.falaise.s06_op_fire import OpFire, firing_hexes
from bocage.games.falaise.s07_movement import MoveRound
from bocage.games.falaise.s08_bombardment import AIR, EFFECTS, Bombardment, BombardmentOdds
from bocage.games.falaise.s10_advance import Advance
from bocage.games.falaise.s10_assault import AssaultPhase, AssaultRound, Muster
from bocage.games.falaise.s10_attackers import can_attack, can_join, reaches
from bocage.games.falaise.s10_odds import Odds, ledger
from bocage.games.falaise.s10_results import StepLoss, TerChange
from bocage.games.falaise.words.verbs import FIGHT, FIRE, ROLL, SHELL, STRIKE
from bocage.games.fights import beside, best, nobody_there

if TYPE_CHECKING:
    from bocage.engine.actions import Action
    from bocage.games.falaise.board.position import Position


# Likelihood --------------------------------------------------------------------------------


DIE: Final = range(6)
TAKEN: Final = 2
EMPTY: Final = 1
HELD: Final = 0

_REST: Final = TerChange(0, "C", ())
"""Lies below a fight that is played out: when it is asked again, the fight is over."""


class Forecast(NamedTuple):
    """The possible results of an assault."""

    results: dict[str, Fraction]
    """The probability of each result, before any change for TER."""
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
    """Return every face of the die; without one, where the odds are too low."""
    ends = [Fraction(0)] * 3
    fighting = st.copy()
    fighting.stack = (_REST, Muster(by, h, mech, tuple(force), tuple(helpers), ()))
    play.apply(fighting, by, FIGHT())
    if odds.is_automatic:
        ends[_end(fighting, h, by)] += 1
    else:
        for face in DIE:
            trial = fighting.copy()
            play.apply(trial, CHANCE, ROLL(face))
            ends[_end(trial, h, by)] += Fraction(1, len(DIE))
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


# Weighing ----------------------------------------------------------------------------------


STRIKE_AID: Final = "air"
"""8.3: an Airstrike, among what may help; others are corps by id, whose guns fire."""


def weigh(
    st: Position, seat: int, h: int | None, units: Sequence[int], aids: Sequence[str] = ()
) -> list[Weighed]:
    """Return the fights in question: units against a hex, guns on it, or what is being decided."""
    top: Any = st.stack[-1] if st.stack else None
    if isinstance(top, OpFire):
        aim = top.came if top.breaking else top.into
        places = firing_hexes(st, top.seat, aim)
        if h is not None and h not in places:
            words = Words("no unit in {hex:hex} can fire now", {"hex": h})
            raise NothingToWeighError("no-fire", words)
        return [fire(st, top, at) for at in places if h is None or at == h]
    if h is None:
        if not isinstance(top, Muster) or not top.force:
            raise NothingToWeighError("not-gathered", Words("no assault is being gathered"))
        kind, helpers = top.mech, top.helpers
        return [assault(st, top.hex, top.force, top.seat, mech=kind, helpers=helpers)]
    if isinstance(top, Bombardment) and not units:
        return _bombardments(st, top, h, aids)
    by = seat if st.at(h, 1 - seat) else 1 - seat
    mech = any(
        isinstance(each, MoveRound) or (isinstance(each, AssaultPhase | AssaultRound) and each.mech)
        for each in st.stack
    )
    force = list(units) or _attackers(st, h, by, mech=mech)
    if not st.at(h, 1 - by):
        raise nobody_there(h)
    beside(st, h, force, by)
    force.sort(key=lambda u: st.world.muster[u])
    return [assault(st, h, force, by, mech=mech)]


def _attackers(st: Position, h: int, by: int, *, mech: bool) -> list[int]:
    """Return the units next to a hex that can attack it now, or those that could in a round of
    theirs.
    """
    near = [u for n in st.world.ground.near[h] for u in st.at(n, by) if reaches(st, u, h)]
    now: list[int] = []
    for u in sorted(near, key=lambda u: not st.world.mech[u]):
        if can_attack(st, u, h, mech=mech) and can_join(st, u, now, mech=mech):
            now.append(u)
    return now or near


def stakes(st: Position, seat: int, action: Action) -> list[Weighed]:
    """Return the assault, the fire or the shelling that an action would begin."""
    top: Any = st.stack[-1] if st.stack else None
    kind = action >> 32
    if isinstance(top, Muster) and action == FIGHT() and top.force:
        return weigh(st, seat, None, ())
    if isinstance(top, OpFire) and kind == FIRE.number:
        return weigh(st, seat, first(action), ())
    if isinstance(top, Bombardment) and kind == STRIKE.number:
        return [bombardment(st, AIR, first(action))]
    if isinstance(top, Bombardment) and kind == SHELL.number:
        return [bombardment(st, first(action), second(action))]
    return []


def assault(
    st: Position,
    h: int,
    force: Sequence[int],
    by: int,
    *,
    mech: bool,
    helpers: Sequence[int] = (),
) -> Weighed:
    """Return the ledger of an assault, its column and die, and its possible results (10.2)."""
    odds = Odds(st, h, force, by, helpers)
    seen = forecast(st, odds, h, force, by, mech=mech, helpers=helpers)
    found = ledger(odds, h, by, mech=mech, results=seen.results)
    return replace(found, taken=seen.taken, held=seen.held)


_SAID: Final = {each: each for each in EFFECTS}
_HITS: Final[dict[str, Favours]] = dict.fromkeys(EFFECTS[1:], "attacker")
"""6.2, 8.1: any effect favours the firing side."""


def fire(st: Position, top: OpFire, h: int) -> Weighed:
    """Return a shot from a hex at moving units (6.2)."""
    odds = top.odds(st, h)
    about = {"hex": h, "units": top.units}
    return Weighed(
        title=Words("Op-Fire from {hex:hex} at {units:unit}", about),
        parts=(part("Die", odds, DRM, signed=True, unit="drm"),),
        odds=Words("die {drm:+d}", {"drm": odds.drm}),
        rule=R("6.2"),
        faces=(),
        results=likely(odds.distribution(), _SAID, _HITS),
    )


def bombardment(st: Position, corps: int, h: int) -> Weighed:
    """Return the guns of a corps, or an Airstrike, on a hex (8.1)."""
    odds = BombardmentOdds(st, corps, h)
    title = Words("Airstrike on {hex:hex}", {"hex": h})
    if corps != AIR:
        title = Words("Guns of {corps:corps} on {hex:hex}", {"corps": corps, "hex": h})
    return Weighed(
        title=title,
        parts=(part("Die", odds, DRM, signed=True, unit="drm"),),
        odds=Words("die {drm:+d}", {"drm": odds.drm}),
        rule=R("8.1"),
        faces=tuple(EFFECTS[odds.resolve(face)] for face in FACES),
        results=likely(odds.distribution(), _SAID, _HITS),
        notes=_friends(st, corps, h),
    )


def _friends(st: Position, corps: int, h: int) -> tuple[Note, ...]:
    """Return who may be hit besides (8.4)."""
    friends = [n for n in st.world.ground.near[h] if st.at(n, ALLIED)]
    if not friends or (corps != AIR and not st.night):
        return ()
    words = Words("friendly fire: half the time a unit in each of {hexes:hex}", {"hexes": friends})
    return (Note("friendly-fire", words, R("8.4")),)


def _bombardments(st: Position, top: Bombardment, h: int, aids: Sequence[str]) -> list[Weighed]:
    if not st.at(h, GERMAN):
        words = Words("no German unit is in {hex:hex}", {"hex": h})
        raise NothingToWeighError("nobody-there", words)
    if aids:
        names = st.world.corps_names
        wanted = [AIR if each == STRIKE_AID else names.index(each) for each in aids]
        return [bombardment(st, each, h) for each in wanted]
    guns = [first(a) for a in top.legal(st) if a >> 32 == SHELL.number and second(a) == h]
    found = [bombardment(st, corps, h) for corps in guns]
    if st.air:
        found.append(bombardment(st, AIR, h))
    if not found:
        words = Words("no guns reach {hex:hex} now, and no Airstrike is left", {"hex": h})
        raise NothingToWeighError("no-guns", words)
    return found
