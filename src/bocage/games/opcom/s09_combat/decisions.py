"""Instant decisions: a team answers in the middle of a turn (9.7.3)."""

from __future__ import annotations

from collections.abc import Sequence

from bocage.engine.actions import Action
from bocage.engine.frames import Ask, frame
from bocage.engine.rulings import OK, Ruling
from bocage.engine.words import Words
from bocage.games.opcom.board.position import (
    ATTACK,
    ATTACKED,
    BREAKTHROUGH,
    DEFENDED,
    RETREATED,
    Position,
)
from bocage.games.opcom.board.ways import km_between
from bocage.games.opcom.pieces.fights import Combat
from bocage.games.opcom.pieces.orders import Line
from bocage.games.opcom.rulebook import R
from bocage.games.opcom.s02_umpiring.cards import AT_WORK
from bocage.games.opcom.s06_movement.contact import Near, can_get_at, in_contact, stopped_by
from bocage.games.opcom.s09_combat.resolution import Resolve
from bocage.games.opcom.words.places import describe, heading
from bocage.games.opcom.words.verbs import NO, YES


class YesOrNo(Ask):
    """A question that a team answers at once; only Control also sees it."""

    __slots__ = ()

    hidden = True
    silent = True
    takes = frozenset({YES.number, NO.number})

    def known_to(self, st: Position, seat: int) -> tuple[int, ...]:
        """Return the team and Control."""
        return (self.seat, st.world.control)

    def legal(self, st: Position) -> Sequence[Action]:
        """Return both answers."""
        return [YES(), NO()]

    def check(self, st: Position, action: Action) -> Ruling:
        """Return OK: both answers are legal."""
        return OK

    def waiting(self, st: Position) -> Words:
        """Return the words for other teams, the same for all work on a turn."""
        return AT_WORK

    def default(self, st: Position, seat: int) -> Action:
        """Return the cautious choice (reading 2.4)."""
        return NO()


@frame
class Overtake(YesOrNo):
    """An overrun has met more enemies; the team may attack them, unprepared (9.13)."""

    seat: int
    combat: Combat
    rule = R("9.7.3")

    def apply(self, st: Position, action: Action) -> None:
        """Begin the fight, or do nothing."""
        st.pop()
        if action == YES():
            st.push(Resolve(self.combat))
            return
        for unit in self.combat.attackers:
            st.target[unit] = -1

    def prompt(self, st: Position) -> Words:
        """Return the team's prompt: the place, and only what its troops can see."""
        where = describe(st.world, st.at(self.combat.attackers[0]))
        text = "your leading troops are through and have met more enemy {where}: attack at once?"
        return Words(text, {"where": where})


@frame
class Redirect(YesOrNo):
    """The target of an attack has gone: the team may follow it, or attack another nearby
    (9.7.3).
    """

    seat: int
    units: tuple[int, ...]
    enemy: int
    goal: str
    gone: int = 0
    """1 if no other enemy is near: the question is about the one that has left."""
    rule = R("9.7.3")

    def apply(self, st: Position, action: Action) -> None:
        """Let them attack in the second half of the turn, follow the enemy, or stay."""
        st.pop()
        if action == YES():
            for unit in self.units:
                st.target[unit] = self.enemy

    def prompt(self, st: Position) -> Words:
        """Return what the leading troops see."""
        if self.gone:
            text = "the enemy has left {goal} and gone {wind}: pursue them?"
            wind = heading(st.at(self.units[0]), st.at(self.enemy))
            return Words(text, {"goal": self.goal, "wind": wind})
        text = (
            "no enemy was found at {goal}, but there are enemy troops {where}: attack them instead?"
        )
        where = describe(st.world, st.at(self.enemy))
        return Words(text, {"goal": self.goal, "where": where})


def redirects(st: Position) -> list[Redirect]:
    """Return a question for each attacking line that found its goal empty."""
    near = Near.of(st)
    found: list[Redirect] = []
    for line, there in _on_empty_ground(st):
        seen = sorted(
            {
                e
                for u in there
                for e in in_contact(st, u, near)
                if can_get_at(st, u, st.at(u), st.at(e))
            }
        )
        left = [] if seen else _who_left(st, line)
        if seen or left:
            first = min(seen or left, key=lambda e: (st.km(there[0], e), e))
            gone = int(not seen)
            found.append(Redirect(line.team, there, first, line.goal_name, gone))
    return found


def tell_of_empty_ground(st: Position) -> None:
    """Note for the team that a position under attack was found empty (9.7.3)."""
    told = {note.unit for note in st.notes if note.code == "found empty"}
    for line, there in _on_empty_ground(st):
        for unit in there:
            if unit not in told:
                goal = (line.goal[0], line.goal[1])
                st.note(line.team, "found empty", unit, goal, name=line.goal_name)


def _on_empty_ground(st: Position) -> list[tuple[Line, tuple[int, ...]]]:
    """Return the attacking lines with their units that reached the goal and met no enemy.

    Those whose attack on an enemy there was not made have met one.
    """
    near = Near.of(st)
    found: list[tuple[Line, tuple[int, ...]]] = []
    for line in st.orders:
        if line.action not in (ATTACK, BREAKTHROUGH) or not line.goal:
            continue
        goal = (line.goal[0], line.goal[1])
        there = tuple(
            u
            for u in line.units
            if st.is_effective(u)
            and st.target[u] < 0
            and not st.marks[u] & (ATTACKED | DEFENDED | RETREATED)
            and km_between(st.at(u), goal) <= st.figures.combat.position
            and stopped_by(st, u, st.at(u), st.at(u), near, night=False, attacks=True) < 0
        )
        if there:
            found.append((line, there))
    return found


def _who_left(st: Position, line: Line) -> list[int]:
    """Return the enemies who were at a line's goal when the turn began and have marched off."""
    goal = (line.goal[0], line.goal[1])
    near = st.figures.combat.position
    return [
        e.number
        for e in st.enemies(st.world.side_of_team(line.team))
        if km_between((st.from_x[e.number], st.from_y[e.number]), goal) <= near
        and not st.has(e.number, RETREATED)
    ]
