"""Instant decisions (9.7.3): asked of a team in the middle of a turn, answered at once."""

from __future__ import annotations

from collections.abc import Sequence

from bocage.engine.actions import Action
from bocage.engine.frames import Ask, frame
from bocage.engine.rulings import OK, Ruling
from bocage.engine.words import Words
from bocage.games.opcom.board.position import ATTACK, ATTACKED, BREAKTHROUGH, RETREATED, Position
from bocage.games.opcom.board.ways import km_between
from bocage.games.opcom.pieces.fights import Combat
from bocage.games.opcom.rulebook import R
from bocage.games.opcom.s02_umpiring.cards import AT_WORK
from bocage.games.opcom.s06_movement.contact import Near, can_get_at, in_contact
from bocage.games.opcom.s09_combat.resolution import Resolve
from bocage.games.opcom.words.places import describe
from bocage.games.opcom.words.verbs import NO, YES


class YesOrNo(Ask):
    """A team says yes or no at once; nobody else but Control learns that it was asked."""

    __slots__ = ()

    hidden = True
    silent = True
    takes = frozenset({YES.number, NO.number})

    def known_to(self, st: Position, seat: int) -> tuple[int, ...]:
        """The team and Control."""
        return (self.seat, st.world.control)

    def legal(self, st: Position) -> Sequence[Action]:
        """Either."""
        return [YES(), NO()]

    def check(self, st: Position, action: Action) -> Ruling:
        """Either is good."""
        return OK

    def waiting(self, st: Position) -> Words:
        """The same for everything that goes on while a turn is worked out."""
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
        """What the team is told: where, and no more than its men can see."""
        where = describe(st.world, st.at(self.combat.attackers[0]))
        text = "your leading troops are through and have met more enemy {where}: attack at once?"
        return Words(text, {"where": where})


@frame
class Redirect(YesOrNo):
    """9.7.3: the enemy whom they were to attack has gone, but there is another near by."""

    seat: int
    units: tuple[int, ...]
    enemy: int
    goal: str
    rule = R("9.7.3")

    def apply(self, st: Position, action: Action) -> None:
        """They attack in the second half of the turn, or stay."""
        st.pop()
        if action == YES():
            for unit in self.units:
                st.target[unit] = self.enemy

    def prompt(self, st: Position) -> Words:
        """What the men in front see."""
        text = "nobody was found at {goal}, but there is enemy {where}: attack him instead?"
        where = describe(st.world, st.at(self.enemy))
        return Words(text, {"goal": self.goal, "where": where})


def redirects(st: Position) -> list[Redirect]:
    """Lines with orders to attack that have reached their goal and found nobody there."""
    near = Near.of(st)
    found: list[Redirect] = []
    for line in st.orders:
        if line.action not in (ATTACK, BREAKTHROUGH) or not line.goal:
            continue
        goal = (line.goal[0], line.goal[1])
        there = [
            u
            for u in line.units
            if st.is_effective(u)
            and st.target[u] < 0
            and not st.marks[u] & (ATTACKED | RETREATED)
            and km_between(st.at(u), goal) <= st.figures.combat.position
        ]
        seen = sorted(
            {
                e
                for u in there
                for e in in_contact(st, u, near)
                if can_get_at(st, u, st.at(u), st.at(e))
            }
        )
        if there and seen:
            first = min(seen, key=lambda e: (st.km(there[0], e), e))
            found.append(Redirect(line.team, tuple(there), first, line.goal_name))
    return found
