"""Instant decisions (9.7.3): asked of a team in the middle of a turn, answered at once."""

from __future__ import annotations

from bocage.engine.actions import Action
from bocage.engine.frames import frame
from bocage.engine.words import Words
from bocage.games.opcom.control.deciding import YesOrNo
from bocage.games.opcom.control.verbs import YES
from bocage.games.opcom.fighting.resolving import Resolve
from bocage.games.opcom.moving.meeting import Near, can_get_at, in_contact
from bocage.games.opcom.pieces.fights import Combat
from bocage.games.opcom.placing import describe
from bocage.games.opcom.position import ATTACK, ATTACKED, BREAKTHROUGH, Position
from bocage.games.opcom.rulebook import R
from bocage.games.opcom.ways import km_between


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
            and not st.has(u, ATTACKED)
            and km_between(st.at(u), goal) <= 1
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
