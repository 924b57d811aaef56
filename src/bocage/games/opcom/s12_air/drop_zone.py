"""Fights on a drop zone: a unit that lands among the enemy attacks at once (reading 9.3)."""

from __future__ import annotations

from fractions import Fraction

from bocage.engine.actions import Action
from bocage.engine.frames import Ask, Step, frame
from bocage.engine.words import Words
from bocage.games.opcom.board.position import RETREATED, Position
from bocage.games.opcom.board.ways import Point
from bocage.games.opcom.pieces.fights import Combat
from bocage.games.opcom.rulebook import R
from bocage.games.opcom.s09_combat.decisions import YesOrNo
from bocage.games.opcom.s09_combat.resolution import Resolve
from bocage.games.opcom.s09_combat.retreats import retire
from bocage.games.opcom.s12_air.landing import enemies_on
from bocage.games.opcom.s12_air.orders import TRANSPORT
from bocage.games.opcom.s12_air.sorties import side_of
from bocage.games.opcom.words.places import describe
from bocage.games.opcom.words.verbs import YES


def storms(st: Position) -> list[Step | Ask]:
    """Return one decision for each zone with both sides on it after the drops."""
    found: dict[Point, Sally] = {}
    for each in st.sorties:
        at: Point = (each.x, each.y)
        down = tuple(u for u in each.units if st.is_effective(u) and _storms(st, u))
        if each.mission != TRANSPORT or not down:
            continue
        foes = tuple(enemies_on(st, side_of(st, each), at))
        if foes:
            before = found[at].attackers if at in found else ()
            found[at] = Sally(st.world.units[foes[0]].team, (*before, *down), foes)
    return list(found.values())


def _storms(st: Position, unit: int) -> bool:
    """Return whether a unit attacks; headquarters and guns do not."""
    troops = st.world.units[unit]
    return troops.fights and not troops.is_gun


@frame
class Sally(YesOrNo):
    """The enemy's decision on a drop zone to fight or to withdraw (reading 9.3)."""

    seat: int
    attackers: tuple[int, ...]
    defenders: tuple[int, ...]
    rule = R("reading 9.3")

    def apply(self, st: Position, action: Action) -> None:
        """An unprepared fight without guns, or 2 km back."""
        st.pop()
        if action == YES():
            lead = max(self.defenders, key=lambda u: (st.level(u), -u))
            name = f"{st.turn}.0.fight.{st.world.units[lead].id}"
            st.push(Resolve(Combat(name, self.attackers, self.defenders, (), 0, 0, 1, 1)))
            return
        back = Fraction(st.figures.air.draws_off)
        for unit in self.defenders:
            side = st.world.units[unit].side
            near = [e.number for e in st.enemies(side) if st.km(unit, e.number) <= back]
            way = retire(st, unit, back, tuple(near), 0)
            st.place(unit, way.end)
            st.mark(unit, RETREATED)

    def prompt(self, st: Position) -> Words:
        """Return what the troops on the zone see."""
        where = describe(st.world, st.at(self.defenders[0]))
        text = "enemy troops are coming down on us from the air {where}: fight?"
        return Words(text, {"where": where})

    def default(self, st: Position, seat: int) -> Action:
        """Return the fight: troops leave a zone only on orders."""
        return YES()
