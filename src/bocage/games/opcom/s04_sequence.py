"""The sequence of a turn: sheets, Control's desk, two halves with their fights, release (4)."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from bocage.engine.desk import TimedPhase
from bocage.engine.frames import Step, frame
from bocage.games.opcom.board.position import Position
from bocage.games.opcom.pieces.fights import Combat, Pursuit
from bocage.games.opcom.pieces.orders import Line
from bocage.games.opcom.rulebook import R
from bocage.games.opcom.s02_umpiring.cards import rule_on
from bocage.games.opcom.s02_umpiring.desk import Desk, Release
from bocage.games.opcom.s04_turn import begin_turn, end_turn
from bocage.games.opcom.s05_orders.chores import build_bridges, carry_out_chores, drive_supplies
from bocage.games.opcom.s05_orders.probes import Probe, probes
from bocage.games.opcom.s05_orders.rest import isolated, rested
from bocage.games.opcom.s05_orders.submission import GOES_ON, open_orders
from bocage.games.opcom.s06_movement.contact import Near
from bocage.games.opcom.s06_movement.march import (
    AFTER,
    exploit,
    follow_units,
    is_marching,
    march_card,
    move_half,
    moves,
)
from bocage.games.opcom.s06_movement.rail import due_by_rail, run_trains
from bocage.games.opcom.s06_movement.rates import after_attack, overrun_share
from bocage.games.opcom.s09_combat.decisions import Overtake, redirects, tell_of_empty_ground
from bocage.games.opcom.s09_combat.encounters import Meet, meetings
from bocage.games.opcom.s09_combat.fire_missions import answered, lay
from bocage.games.opcom.s09_combat.groups import group, overrun_combat, settled
from bocage.games.opcom.s09_combat.resolution import Resolve
from bocage.games.opcom.s10_reports.discoveries import survey
from bocage.games.opcom.s10_reports.drafts import Drafting
from bocage.games.opcom.s10_reports.messages import Signals
from bocage.games.opcom.s10_reports.release import first_told
from bocage.games.opcom.s10_reports.rumours import overhear
from bocage.games.opcom.s12_air.reconnaissance import flights
from bocage.games.opcom.s12_air.war import AirWar
from bocage.games.opcom.s14_sea.landing import Sea
from bocage.games.opcom.words.places import is_name
from bocage.maps.references import reference

PHASES: Final = (
    TimedPhase("orders", "Orders", 15, str(R("5.1"))),
    TimedPhase("sheets", "Sheets are read", 3, str(R("4.0.a"))),
    TimedPhase("adjudication", "Adjudication", 10, str(R("4.0.b"))),
    TimedPhase("briefing", "Briefing", 3, str(R("4.0.c"))),
    TimedPhase("reinforcements", "Reinforcements", 5, str(R("4.0.d"))),
)
"""The phases of a turn among people, each with the longest time in the rulebook (4.0.f).

The rulebook gives players no time for writing: they get the quarter of an hour of our umpire's
evening.
"""


@frame
class Turn(Step):
    """The frame at the bottom of the stack: begins each turn, or ends the game."""

    rule = R("4.0")

    def run(self, st: Position) -> None:
        """The next half day."""
        if st.turn == st.world.last_turn:
            st.pop()
            return
        begin_turn(st)
        overhear(st)
        if st.turn == 1:
            survey(st, first=True)
            st.told = first_told(st)
        st.push(Adjudication())
        st.push(Desk(st.world.control))
        open_orders(st)
        for train in reversed(due_by_rail(st)):
            st.push(train)


@frame
class Adjudication(Step):
    """The parts of a turn after the orders: chores, two halves, moves after fights, the end
    (4.0.b).
    """

    rule = R("4.0.b")

    def run(self, st: Position) -> None:
        """Put the parts of a turn on the stack, the last one first."""
        st.pop()
        st.push(Release(st.world.control))
        st.push(Drafting())
        st.push(Signals())
        st.push(End())
        st.push(Half(AFTER))
        st.push(Half(2))
        st.push(Half(1))
        if st.sea:
            st.push(Sea())
        st.push(Fires())
        if st.world.sky:
            st.push(AirWar())


@frame
class Fires(Step):
    """The ground's work before it moves: demolitions, supplies, and fire missions."""

    rule = R("9.16.a")

    def run(self, st: Position) -> None:
        """Put the fire missions on the stack, and the steps of the chores above them."""
        st.pop()
        for fire in reversed(lay(st)):
            st.push(fire)
        carry_out_chores(st)


@frame
class Half(Step):
    """Half a turn: everyone moves, then all fights are grouped, then each is resolved (9.7)."""

    half: int
    stage: int = 0
    rule = R("9.7.2")

    def run(self, st: Position) -> None:
        """The next stage."""
        if self.stage == 0:
            if not _marches_ruled(st):
                return
            st.half = self.half
            st.before[:] = st.spent
            move_half(st, self.half)
            if self.half == 2:
                drive_supplies(st)
            st.swap(Half(self.half, 1))
        elif self.stage == 1:
            combats = self._fights(st)
            if combats is not None:
                st.swap(Half(self.half, 2))
                self._resolve(st, combats)
        elif self.stage == 2:
            st.swap(Half(self.half, 3))
            if self.half == 1:
                for each in reversed(redirects(st)):
                    st.push(each)
            waiting, st.overruns = st.overruns, ()
            for entry in reversed(waiting):
                st.push(Overrun(entry))
        else:
            st.pop()
            tell_of_empty_ground(st)
            if self.half == 1:
                run_trains(st, 1)
            follow_units(st)
            if self.half == 1:
                st.midway_x[:], st.midway_y[:] = st.xs, st.ys

    def _fights(self, st: Position) -> list[Combat] | None:
        """Return the fights of this half, with Control's rulings.

        None while Control still has to rule.
        """
        return [] if self.half == AFTER else settled(st, self.half, group(st, self.half))

    def _resolve(self, st: Position, combats: list[Combat]) -> None:
        meeting, alone = meetings(combats)
        for combat in reversed(alone):
            st.push(Resolve(combat))
        for one, other in reversed(meeting):
            st.push(Meet(one, other))


def _marches_ruled(st: Position) -> bool:
    """Return whether Control has ruled on every march that it may slow or stop (6.2, 7.3)."""
    names = {card.name for card in st.cards}
    for line in st.orders:
        done = march_card(st, line) in names
        if done or not moves(line) or not is_marching(st, line):
            continue
        who = ", ".join(st.world.units[u].name for u in line.units)
        seat = st.world.teams[line.team].seat
        value = rule_on(
            st,
            march_card(st, line),
            "march",
            f"{_line_words(st, line)}: {who} march {_whither(st, line)}",
            "full",
            choices=("full", "half", "quarter", "none"),
            rule=R("6.2").read(R("reading 3.2")),
        )
        if value is None:
            return False
        if line.infiltrate:
            name = f"{st.turn}.infiltration.{seat}.{line.number}"
            what = f"{who} slip past the enemy in small parties"
            rule = R("6.5").read(R("reading 3.11"))
            found = rule_on(st, name, "infiltration", what, "no", choices=("yes", "no"), rule=rule)
            if found is None:
                return False
    return True


def _line_words(st: Position, line: Line) -> str:
    """Return `Guards, line 2`; standing orders without a sheet have no line."""
    seat = st.world.teams[line.team].seat
    return f"{seat}, as before" if line.number > GOES_ON else f"{seat}, line {line.number}"


def _whither(st: Position, line: Line) -> str:
    if line.follow >= 0:
        return f"up behind {st.world.units[line.follow].name}"
    if line.goal and not is_name(line.goal_name):
        there = reference(st.world.pack, *st.world.ways.earth((line.goal[0], line.goal[1])))
        return f"to {there or line.goal_name}"
    return f"to {line.goal_name or 'their place'}"


@frame
class Overrun(Step):
    """An overrun: the attackers move on, and the team decides at once about another attack
    (9.13).
    """

    pursuit: Pursuit
    rule = R("9.13.total.overrun")

    def run(self, st: Position) -> None:
        """Move through the beaten enemy along the line's route, then ask the team."""
        combat, share = self.pursuit.combat, self.pursuit
        attackers = tuple(u for u in combat.attackers if st.is_effective(u))
        st.pop()
        near = Near.of(st)
        passed = frozenset(combat.defenders)
        for unit in attackers:
            line = _orders_of(st, unit, combat)
            if line is not None:
                part = overrun_share(_left(st, unit), Fraction(share.part, share.whole))
                exploit(st, unit, line, float(part), passed, near)
        follow_units(st)
        met = overrun_combat(st, combat, attackers)
        if met is not None and share.second:
            st.push(Overtake(st.world.units[met.attackers[0]].team, met))


def _left(st: Position, unit: int) -> Fraction:
    """Return the part of the turn left after the attack and the approach (reading 3.5)."""
    approach, km = Fraction(st.spent[unit], 1000), Fraction(st.metres[unit], 1000)
    return after_attack(approach, km, st.world.tables)


def _orders_of(st: Position, unit: int, combat: Combat) -> Line | None:
    return next(
        (x for x in st.orders if unit in x.units and (x.team, x.number) in combat.lines), None
    )


@frame
class End(Step):
    """The work after the fights: counter-battery, rest, bridges, probes, then the end of the
    turn.
    """

    stage: int = 0
    rule = R("4.0.c")

    def run(self, st: Position) -> None:
        """Do the parts that may need a die first, then the rest."""
        if self.stage == 0:
            st.swap(End(1))
            build_bridges(st)
            for number in reversed(probes(st)):
                st.push(Probe(number))
            for each in reversed([*answered(st), *rested(st), *isolated(st), *flights(st)]):
                st.push(each)
            return
        st.pop()
        end_turn(st)
