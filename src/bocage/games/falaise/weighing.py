"""Assaults, Op-Fire and bombardments weighed before the die (see `games/weighing.py`)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from bocage.engine.actions import first, second
from bocage.engine.words import Words
from bocage.games.falaise.assault import AssaultPhase, AssaultRound, Muster
from bocage.games.falaise.bombardment import AIR, EFFECTS, Bombardment, BombardmentOdds
from bocage.games.falaise.bombardment import DRM as SHELL_DRM
from bocage.games.falaise.chances import RESULTS, forecast
from bocage.games.falaise.movement import MoveRound
from bocage.games.falaise.odds import ATTACK, DEFENCE, DRM, NOTE, Odds
from bocage.games.falaise.opfire import DRM as FIRE_DRM
from bocage.games.falaise.opfire import OpFire, firing_hexes
from bocage.games.falaise.position import ACTIVE, HELPER
from bocage.games.falaise.rulebook import R
from bocage.games.falaise.units import GERMAN, SIDES
from bocage.games.falaise.verbs import SHELL
from bocage.games.weighing import FACES, NothingToWeighError, Weighed, likely, notes, part

if TYPE_CHECKING:
    from bocage.games.falaise.position import Position


def weighed(st: Position, seat: int, h: int | None, units: Sequence[int]) -> list[Weighed]:
    """What is meant: units against a hex, guns on it, or what is being decided."""
    top: Any = st.stack[-1] if st.stack else None
    if isinstance(top, OpFire):
        aim = top.came if top.breaking else top.into
        places = firing_hexes(st, top.seat, aim)
        return [fire(st, top, at) for at in places if h is None or at == h]
    if h is None:
        if not isinstance(top, Muster) or not top.force:
            raise NothingToWeighError("no assault is being gathered")
        kind, helpers = top.mech, top.helpers
        return [assault(st, top.hex, top.force, top.seat, mech=kind, helpers=helpers)]
    if isinstance(top, Bombardment) and not units:
        return _bombardments(st, top, h)
    by = seat if st.at(h, 1 - seat) else 1 - seat
    force = list(units)
    if not force:
        near = [u for n in st.world.ground.near[h] for u in st.at(n, by)]
        force = [u for u in near if st.marks[u] & (ACTIVE | HELPER)] or near
    _can_be_weighed(st, h, force, by)
    mech = any(
        isinstance(each, MoveRound) or (isinstance(each, AssaultPhase | AssaultRound) and each.mech)
        for each in st.stack
    )
    force.sort(key=lambda u: st.world.muster[u])
    return [assault(st, h, force, by, mech=mech)]


def assault(
    st: Position,
    h: int,
    force: Sequence[int],
    by: int,
    *,
    mech: bool,
    helpers: Sequence[int] = (),
) -> Weighed:
    """The ledger of an assault, its column and die, and what may come of it (10.2)."""
    odds = Odds(st, h, force, by, helpers)
    seen = forecast(st, odds, h, force, by, mech=mech, helpers=helpers)
    said: dict[str, str] = {}
    for result in seen.results:
        seat, others = odds.changes(result, by)
        if others:
            said[result] = f"{SIDES[seat]} may make it {' or '.join(others)}"
    kind = "Mechanized Assault" if mech else "Assault"
    return Weighed(
        title=Words(kind + " on {hex:hex}", {"hex": h}),
        parts=(
            part("Attack", odds, ATTACK),
            part("Defence", odds, DEFENCE),
            part("Die", odds, DRM, signed=True),
            *notes(odds, NOTE),
        ),
        odds=f"{odds.attack} to {odds.defence}: {odds.odds}, die {odds.drm:+d}",
        rule=R("10.2"),
        faces=() if odds.is_automatic else tuple(odds.resolve(face) for face in FACES),
        results=likely(seen.results, RESULTS, said),
        taken=seen.taken,
        held=seen.held,
    )


def fire(st: Position, top: OpFire, h: int) -> Weighed:
    """6.2: a shot from a hex at what moves."""
    odds = top.odds(st, h)
    about = {"hex": h, "units": top.units}
    return Weighed(
        title=Words("Op-Fire from {hex:hex} at {units:unit}", about),
        parts=(part("Die", odds, FIRE_DRM, signed=True),),
        odds=f"die {odds.drm:+d}",
        rule=R("6.2"),
        faces=(),
        results=likely(odds.distribution(), {}),
    )


def bombardment(st: Position, corps: int, h: int) -> Weighed:
    """8.1: the guns of a corps, or an Airstrike, on a hex."""
    odds = BombardmentOdds(st, corps, h)
    title = Words("Airstrike on {hex:hex}", {"hex": h})
    if corps != AIR:
        title = Words("Guns of {corps:corps} on {hex:hex}", {"corps": corps, "hex": h})
    return Weighed(
        title=title,
        parts=(part("Die", odds, SHELL_DRM, signed=True),),
        odds=f"die {odds.drm:+d}",
        rule=R("8.1"),
        faces=tuple(EFFECTS[odds.resolve(face)] for face in FACES),
        results=likely(odds.distribution(), {}),
    )


def _bombardments(st: Position, top: Bombardment, h: int) -> list[Weighed]:
    number = st.world.grid.numbers[h]
    if not st.at(h, GERMAN):
        raise NothingToWeighError(f"no German unit is in {number}")
    guns = [first(a) for a in top.legal(st) if a >> 32 == SHELL.number and second(a) == h]
    found = [bombardment(st, corps, h) for corps in guns]
    if st.air:
        found.append(bombardment(st, AIR, h))
    if not found:
        raise NothingToWeighError(f"no guns reach {number} now, and no Airstrike is left")
    return found


def _can_be_weighed(st: Position, h: int, force: Sequence[int], by: int) -> None:
    number = st.world.grid.numbers[h]
    if not st.at(h, 1 - by):
        raise NothingToWeighError(f"nobody is in {number} to be attacked")
    if not force:
        raise NothingToWeighError(f"nobody stands next to {number} to attack it")
    for u in force:
        name = st.world.units[u].id
        if st.side_of(u) != by:
            raise NothingToWeighError(f"{name} is of the side that is attacked")
        if st.loc[u] < 0 or not st.world.grid.are_neighbours(st.loc[u], h):
            raise NothingToWeighError(f"{name} is not next to {number}")
