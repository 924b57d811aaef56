"""Close support of a fight: the aircraft on one side, and their effect (9.12, 12.8)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final, Literal, cast

from bocage.engine.frames import Step, frame
from bocage.games.opcom.board.position import Position
from bocage.games.opcom.board.ways import km_between
from bocage.games.opcom.pieces.desk import Card
from bocage.games.opcom.pieces.flights import BROKEN_OFF, SHAKEN, Sortie
from bocage.games.opcom.pieces.orders import Line
from bocage.games.opcom.rulebook import R
from bocage.games.opcom.s02_umpiring.cards import decided, lay, rule_on
from bocage.games.opcom.s09_combat.fight import Air, Settings
from bocage.games.opcom.s09_combat.support import LEVELS, Flight, close_support, level_of
from bocage.games.opcom.s12_air.bombs import strength
from bocage.games.opcom.s12_air.launch import has_close_support
from bocage.games.opcom.s12_air.orders import CAB_RANK, SUPPORT
from bocage.games.opcom.s12_air.sorties import called, keep, key, side_of

HONOURED: Final = 2
"""Control honours it without a request."""


def flight_of(
    st: Position, units: Sequence[int], allotted: Sequence[Line], *, attacking: bool, prepared: bool
) -> Flight | None:
    """Return the aircraft for these units in a fight; None without any."""
    if not units:
        return None
    world = st.world
    side = world.units[units[0]].side
    flying = [
        s
        for s in st.sorties
        if s.mission in (SUPPORT, CAB_RANK)
        and side_of(st, s) == side
        and s.flying
        and s.state != BROKEN_OFF
    ]
    ranked = [s for s in flying if s.mission == CAB_RANK and set(s.units) & set(units)]
    ordered = [s for s in flying if s.mission == SUPPORT and _is_for(st, s, units, allotted)]
    asked = max((line.squadrons for line in allotted), default=0)
    asked = asked or sum(s.flying for s in ordered if s.asked == HONOURED)
    if not ranked and not ordered and not asked:
        return None
    tactical, heavy = 0, 0
    for each in ordered:
        some, others = strength(st, each)
        tactical, heavy = tactical + some, heavy + others
    if asked:
        heavy = min(heavy, asked)
        tactical = min(tactical, asked - heavy)
    return Flight(
        allied=tactical if side == 0 else 0,
        german=tactical if side == 1 else 0,
        heavy=heavy if side == 0 else 0,
        cab_rank=sum(s.flying for s in ranked),
        attacking=attacking,
        prepared=prepared,
        in_both_orders=bool(asked and ordered),
        liaison=has_liaison(st, units),
        weather=cast('Literal["yes", "limited", "no"]', st.close_support),
        german_allowed=has_close_support(st, side),
        shaken=any(s.state == SHAKEN for s in (*ordered, *ranked)),
    )


def _is_for(st: Position, each: Sortie, units: Sequence[int], allotted: Sequence[Line]) -> bool:
    """Return whether an air line is for these troops, or for their goal (reading 8.20)."""
    if each.units:
        return bool(set(each.units) & set(units))
    goals = [(line.goal[0], line.goal[1]) for line in allotted if line.goal]
    points = [*goals, *(st.at(u) for u in units)]
    return any(km_between((each.x, each.y), p) <= st.figures.air.target for p in points)


def unasked(st: Position) -> list[Step]:
    """Return a step for close support without a request on a ground line (reading 4.18)."""
    asking = [line for line in st.orders if line.squadrons]
    return [
        Unasked(s.number)
        for s in st.sorties
        if s.mission == SUPPORT
        and not any(
            st.world.side_of_team(line.team) == side_of(st, s)
            and _is_for(st, s, line.units, [line])
            for line in asking
        )
    ]


@frame
class Unasked(Step):
    """Control's ruling on an air line without a request from the ground; teams do not see it."""

    number: int
    rule = R("12.8.b")

    def run(self, st: Position) -> None:
        """Fly armed reconnaissance, unless Control honours the air line."""
        each = st.sorties[self.number]
        value = rule_on(
            st,
            f"{st.turn}.support.{key(st, each)}",
            "air",
            f"{called(st, each)} are to support {each.where}; no unit there asks for it",
            "armed reconnaissance",
            choices=("armed reconnaissance", "honour it"),
            rule=R("12.8.b").read(R("reading 4.18")),
        )
        if value is None:
            return
        st.pop()
        keep(st, replace(st.sorties[self.number], asked=HONOURED if value == "honour it" else 0))


def has_liaison(st: Position, units: Sequence[int]) -> bool:
    """Return whether a Tentacle or Flivo of the team or division is near (9.12.b, reading 4.17)."""
    reach = st.figures.air.liaison
    teams = {st.world.units[u].team for u in units}
    formations = {st.formation(u) for u in units}
    return any(
        st.is_effective(each)
        and (st.world.units[each].team in teams or st.formation(each) in formations)
        and min(st.km(each, u) for u in units) <= reach
        for each in st.world.sky.liaison
    )


def support_of(
    st: Position,
    name: str,
    units: Sequence[int],
    allotted: Sequence[Line],
    settings: Settings,
    *,
    attacking: bool,
    prepared: bool,
) -> Air:
    """Return the level of support, with a card that Control may rule beforehand."""
    flight = flight_of(st, units, allotted, attacking=attacking, prepared=prepared)
    if flight is None:
        return "none"
    level = level_of(flight, settings)
    card = f"{name}.air" if attacking else f"{name}.defending-air"
    ruled = decided(st, card)
    value, by, reason = level, "rules", ""
    if ruled is not None and ruled[0] in LEVELS:
        value, by, reason = ruled[0], "Control", ruled[1]
    rows = close_support(flight, settings).rows
    why = [f"{int(r.value):+d} {r.words.say({})} ({r.rule})" for r in rows]
    who = ", ".join(st.world.units[u].name for u in units)
    lay(
        st,
        Card(
            card,
            "air",
            f"close support of {who}",
            "\n".join(why),
            R("12.8.b").read(R("reading 4.18")),
            "|".join(LEVELS),
            value,
            by,
            reason,
        ),
    )
    return value
