"""10.0, 10.1, 11.9 Attackers of a hex: the active command, and helpers from others."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from bocage.engine.rulings import OK, Ruling, refuse
from bocage.games.falaise.board.position import ACTIVE, ATTACKED, FINISHED, FOUGHT, HELPER
from bocage.games.falaise.options import PREPARED_ALLIED_ONLY
from bocage.games.falaise.pieces.units import ALLIED
from bocage.games.falaise.rulebook import R
from bocage.hexes.kernels import units_marked

if TYPE_CHECKING:
    from bocage.games.falaise.board.position import Position


def reaches(st: Position, u: int, h: int) -> bool:
    """Return whether a unit next to a hex may attack over the side between (2.3, 7.2.1, 11.4;
    10.1).
    """
    return reaches_from(st, u, st.loc[u], h)


def reaches_from(st: Position, u: int, here: int, h: int) -> bool:
    """Return the same, if it stood next to the hex."""
    ground = st.world.ground
    d = 1 << ground.grid.direction(here, h)
    if ground.major[here] & d:
        return False
    if st.world.armor[u] and ground.trun[here] & d:
        return False
    return not (u < st.world.german.start and ground.escaped[h])


def can_attack(st: Position, u: int, h: int, *, mech: bool) -> bool:
    """Return whether a unit next to a hex may attack it in this round."""
    marks = st.marks[u]
    if not marks & (ACTIVE | HELPER) or marks & FOUGHT:
        return False
    if mech and not st.world.mech[u] and u >= st.world.german.start:
        return False
    return reaches(st, u, h)


def can_join(st: Position, u: int, force: Sequence[int], *, mech: bool) -> bool:
    """Return whether infantry has the Mechanized unit of its corps that a Mechanized Assault
    requires (10.0, 10.1).
    """
    if not mech or st.world.mech[u]:
        return True
    return any(
        st.world.mech[v] and st.loc[v] == st.loc[u] and st.corps[v] == st.corps[u] for v in force
    )


def cannot_attack(st: Position, u: int, h: int, seat: int, *, mech: bool) -> Ruling:
    """Return why a unit may not attack a hex now; allowed if it may."""
    about = {"unit": u, "hex": h}
    start = "{unit:unit} can't attack {hex:hex}: "
    ruling = _cannot_reach(st, u, h, seat, start)
    if not ruling:
        return ruling
    marks = st.marks[u]
    if not marks & (ACTIVE | HELPER):
        words = "it is not of the active command"
        return refuse(R("10.1.b"), start + words, **about)
    if marks & FOUGHT:
        return refuse(R("10.1.g"), start + "it has attacked this turn", **about)
    if mech and not st.world.mech[u] and u >= st.world.german.start:
        words = "German infantry makes no Mechanized Assault"
        return refuse(R("reading 70"), start + words, **about)
    return OK


def _cannot_reach(st: Position, u: int, h: int, seat: int, start: str) -> Ruling:
    about = {"unit": u, "hex": h}
    if st.side_of(u) != seat:
        return refuse(R("10.1.b"), start + "it is not yours", **about)
    if st.loc[u] < 0:
        return refuse(R("10.1.b"), start + "it is not on the map", **about)
    if not st.world.grid.are_neighbours(st.loc[u], h):
        words = start + "it is at {here:hex}, not next to it"
        return refuse(R("10.1.a"), words, here=st.loc[u], **about)
    ground = st.world.ground
    d = 1 << ground.grid.direction(st.loc[u], h)
    if ground.major[st.loc[u]] & d:
        return refuse(R("10.2.major"), start + "a major river is between the hexes", **about)
    if st.world.armor[u] and ground.trun[st.loc[u]] & d:
        return refuse(R("7.2.1.c"), start + "no armour attacks over the Trun bridge", **about)
    if not reaches(st, u, h):
        words = "the Allies never attack across the Withdrawal Line"
        return refuse(R("11.4.b"), start + words, **about)
    return OK


def targets(st: Position, seat: int, *, mech: bool) -> list[int]:
    """Return the hexes that the active command may attack now, in the order of the map (10.1)."""
    world, marks = st.world, st.marks
    enemy = st.stacks(1 - seat)
    places = enemy.keys()
    found: set[int] = set()
    near = world.ground.near
    own = world.ranges[seat]
    for u in units_marked(marks, own.start, own.stop, ACTIVE | FOUGHT | HELPER, ACTIVE):
        h = st.loc[u]
        if h < 0 or (mech and not world.mech[u]) or places.isdisjoint(near[h]):
            continue
        for n in near[h]:
            if n in enemy and n not in found and reaches(st, u, n):
                found.add(n)
    return sorted(h for h in found if not any(marks[u] & ATTACKED for u in enemy[h]))


# Coordinated Mechanized Assaults (11.9.1) ------------------------------------------------


def may_be_helper(st: Position, u: int, seat: int) -> bool:
    """Return whether a unit of another formation may be named to help (11.9.1)."""
    world = st.world
    if st.side_of(u) != seat or st.loc[u] < 0:
        return False
    if st.marks[u] & (ACTIVE | FINISHED | FOUGHT | HELPER):
        return False
    if not world.mech[u] and not _rides(st, u, seat):
        return False
    if not any(
        n in st.stacks(1 - seat) and reaches(st, u, n) for n in world.ground.near[st.loc[u]]
    ):
        return False
    return any(
        st.marks[v] & ACTIVE and not st.marks[v] & HELPER
        for n in beside(st, st.loc[u])
        for v in st.at(n, seat)
    )


def beside(st: Position, h: int) -> tuple[int, ...]:
    """Return where a moving unit must be for a unit in a hex to help it (11.9.1, reading 113)."""
    return (h, *st.world.ground.near[h])


def _rides(st: Position, u: int, seat: int) -> bool:
    """Return whether a unit is Allied infantry stacked with a named Mechanized unit of its corps
    (10.0).
    """
    if seat != ALLIED:
        return False
    return any(
        v != u and st.world.mech[v] and st.corps[v] == st.corps[u] and st.marks[v] & HELPER
        for v in st.at(st.loc[u], seat)
    )


def helpers_of(st: Position, seat: int) -> list[int]:
    """Return the units that may be named, in the order of the counters (11.9.1)."""
    marks, loc, own = st.marks, st.loc, st.world.ranges[seat]
    near, enemy = st.world.ground.near, st.stacks(1 - seat).keys()
    movers = {loc[u] for u in units_marked(marks, own.start, own.stop, ACTIVE | HELPER, ACTIVE)}
    acted = ACTIVE | FINISHED | FOUGHT | HELPER
    return [
        u
        for u in units_marked(marks, own.start, own.stop, acted, 0)
        if loc[u] >= 0
        and not enemy.isdisjoint(near[loc[u]])
        and not movers.isdisjoint(beside(st, loc[u]))
        and may_be_helper(st, u, seat)
    ]


def why_no_helper(st: Position, u: int, seat: int) -> Ruling:
    """Return whether a unit may be named to help, and if not, why."""
    if may_be_helper(st, u, seat):
        return OK
    start = "{unit:unit} can't be named to help: "
    if st.side_of(u) != seat:
        return refuse(R("11.9.1.a"), start + "it is not yours", unit=u)
    if st.loc[u] < 0:
        return refuse(R("11.9.1.a"), start + "it is not on the map", unit=u)
    if st.marks[u] & (ACTIVE | HELPER):
        return refuse(R("11.9.1.a"), start + "it takes part already", unit=u)
    if st.marks[u] & (FINISHED | FOUGHT):
        return refuse(R("4.0.n"), start + "it is finished for the turn", unit=u)
    if not st.world.mech[u] and not _rides(st, u, seat):
        words = "it is not Mechanized"
        if seat == ALLIED:
            words += ", and no Mechanized unit of its corps in its hex has been named"
        return refuse(R("11.9.1.b"), start + words, unit=u)
    near, enemy = st.world.ground.near[st.loc[u]], st.stacks(1 - seat)
    if not any(n in enemy and reaches(st, u, n) for n in near):
        return refuse(R("11.9.1.a"), start + "no enemy that it could attack is next to it", unit=u)
    return refuse(R("11.9.1.a"), start + "no unit of the active command is next to it", unit=u)


def must_attack(st: Position, seat: int) -> int | None:
    """Return a helper that has not attacked and still can, or None (11.9.1)."""
    helpers = [
        u
        for u in st.world.ranges[seat]
        if st.marks[u] & HELPER and not st.marks[u] & FOUGHT and st.loc[u] >= 0
    ]
    if not helpers:
        return None
    open_targets = set(targets(st, seat, mech=True))
    for u in helpers:
        near = st.world.ground.near[st.loc[u]]
        if any(n in open_targets and _could_join(st, u, n) for n in near):
            return u
    return None


def _could_join(st: Position, u: int, h: int) -> bool:
    if not reaches(st, u, h):
        return False
    if st.world.mech[u]:
        return True
    return any(
        can_join(st, u, (v,), mech=True) and can_attack(st, v, h, mech=True)
        for v in st.at(st.loc[u], st.side_of(u))
        if v != u
    )


# Prepared Assaults (11.9.2) --------------------------------------------------------------


def may_prepare(st: Position, u: int, h: int, seat: int) -> bool:
    """Return whether a unit of another formation, next to the target, may roll to join (11.9.2)."""
    if seat != ALLIED and st.switches & PREPARED_ALLIED_ONLY:
        return False
    if st.marks[u] & (ACTIVE | FINISHED | FOUGHT):
        return False
    return reaches(st, u, h)


def cannot_prepare(st: Position, u: int, h: int, seat: int) -> Ruling:
    """Return why a unit may not roll to join a Prepared Assault; allowed if it may."""
    start = "{unit:unit} can't help against {hex:hex}: "
    about = {"unit": u, "hex": h}
    if seat != ALLIED and st.switches & PREPARED_ALLIED_ONLY:
        words = "only the Allies make Prepared Assaults at this table"
        return refuse(R("reading 72"), start + words, **about)
    ruling = _cannot_reach(st, u, h, seat, start)
    if not ruling:
        return ruling
    if st.marks[u] & ACTIVE:
        return refuse(R("11.9.2.a"), start + "it is of the active formation", **about)
    if st.marks[u] & (FINISHED | FOUGHT):
        return refuse(R("4.0.n"), start + "it is finished for the turn", **about)
    return OK
