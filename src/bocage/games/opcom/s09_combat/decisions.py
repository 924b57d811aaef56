"""Instant decisions (9.7.3): asked of a team in the middle of a turn, answered at once."""

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
from bocage.games.opcom.s06_movement.contact import Near, can_get_at, in_contact
from bocage.games.opcom.s09_combat.resolution import Resolve
from bocage.games.opcom.words.places import describe, heading
from bocage.games.opcom.words.verbs import NO, YES


class YesOrNo(Ask):
    """A team says yes or no at once; nobody else but Control learns that it was asked."""

    __slots__ = ()

    hidden = True
    silent = True
    takes = frozenset({YES.number, NO.number})

    def known_to(self, st: Position, seat: int) -> tuple[int, ...]:
        """Return the team and Control."""
        return (self.seat, st.world.control)

    def legal(self, st: Position) -> Sequence[Action]:
        """Either."""
        return [YES(), NO()]

    def check(self, st: Position, action: Action) -> Ruling:
        """Either is good."""
        return OK

    def waiting(self, st: Position) -> Words:
        """Return the same words for everything that happens while a turn is worked out."""
        return AT_WORK

    def default(self, st: Position, seat: int) -> Action:
        """Reading 2.4: the cautious choice."""
        return NO()


@frame
class Overtake(YesOrNo):
    """9.13: an overrun has come upon more enemy; the team may attack, unprepared."""

    seat: int
    combat: Combat
    rule = R("9.7.3")

    def apply(self, st: Position, action: Action) -> None:
        """The fight, or nothing."""
        st.pop()
        if action == YES():
            st.push(Resolve(self.combat))
            return
        for unit in self.combat.attackers:
            st.target[unit] = -1

    def prompt(self, st: Position) -> Words:
        """Return the prompt of the team: where, and no more than its men can see."""
        where = describe(st.world, st.at(self.combat.attackers[0]))
        text = "your leading troops are through and have met more enemy {where}: attack at once?"
        return Words(text, {"where": where})


@frame
class Redirect(YesOrNo):
    """9.7.3: the target of an attack has gone: after it, or at another near by?"""

    seat: int
    units: tuple[int, ...]
    enemy: int
    goal: str
    gone: int = 0
    """1 where nobody is near: it is the enemy who was there, and has left."""
    rule = R("9.7.3")

    def apply(self, st: Position, action: Action) -> None:
        """They attack in the second half of the turn, or stay; one who has left is followed."""
        st.pop()
        if action == YES():
            for unit in self.units:
                st.target[unit] = self.enemy

    def prompt(self, st: Position) -> Words:
        """What the men in front see."""
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
    """Lines with orders to attack that have reached their goal and found nobody there."""
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
    """9.7.3: the team hears that a position which it attacked was found empty."""
    told = {note.unit for note in st.notes if note.code == "found empty"}
    for line, there in _on_empty_ground(st):
        for unit in there:
            if unit not in told:
                goal = (line.goal[0], line.goal[1])
                st.note(line.team, "found empty", unit, goal, name=line.goal_name)


def _on_empty_ground(st: Position) -> list[tuple[Line, tuple[int, ...]]]:
    """Lines with orders to attack, and those of their units that are there and met nobody."""
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
        )
        if there:
            found.append((line, there))
    return found


def _who_left(st: Position, line: Line) -> list[int]:
    """Enemies who stood at a line's goal when the turn began and have marched off."""
    goal = (line.goal[0], line.goal[1])
    near = st.figures.combat.position
    return [
        e.number
        for e in st.enemies(st.world.side_of_team(line.team))
        if km_between((st.from_x[e.number], st.from_y[e.number]), goal) <= near
        and not st.has(e.number, RETREATED)
    ]
