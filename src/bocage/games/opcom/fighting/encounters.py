"""Encounter battles (9.4.c, reading 4.2): two forces that both mean to attack each other."""

from __future__ import annotations

from bocage.engine.frames import Step, frame
from bocage.games.opcom.combat.encounters import Party, by_die, who_attacks
from bocage.games.opcom.control.cards import rule_on
from bocage.games.opcom.control.rolling import Die
from bocage.games.opcom.fighting.resolving import Resolve
from bocage.games.opcom.pieces.fights import Combat
from bocage.games.opcom.position import TACT, Position
from bocage.games.opcom.rulebook import R


def meetings(combats: list[Combat]) -> tuple[list[tuple[Combat, Combat]], list[Combat]]:
    """Pairs of fights in which each attacks the other, and the fights that stand alone."""
    pairs: list[tuple[Combat, Combat]] = []
    paired: set[str] = set()
    for i, one in enumerate(combats):
        for other in combats[i + 1 :]:
            if one.name in paired or other.name in paired:
                continue
            if set(one.attackers) & set(other.defenders) and set(other.attackers) & set(
                one.defenders
            ):
                pairs.append((one, other))
                paired |= {one.name, other.name}
    return pairs, [combat for combat in combats if combat.name not in paired]


def _party(st: Position, units: tuple[int, ...]) -> Party:
    return Party(
        attacks=True,
        prepared=all(st.prepared[u] for u in units),
        tactical=all(st.posture[u] == TACT for u in units),
        recce=any(st.world.units[u].arm == "recce" for u in units),
        status=sum(st.level(u) for u in units),
    )


@frame
class Meet(Step):
    """Who attacks first; the other's attack becomes a counter-attack, if there is room for one."""

    one: Combat
    other: Combat
    die: int = 0
    rule = R("9.4.c")

    def rolled(self, st: Position, die: int) -> None:
        """The die where nothing else tells."""
        st.swap(Meet(self.one, self.other, die))

    def run(self, st: Position) -> None:
        """The tests, a die if they do not tell, and Control's word."""
        one, other = self.one, self.other
        found = who_attacks(_party(st, one.attackers), _party(st, other.attackers))
        if found.by_die and not self.die:
            st.push(Die(f"{one.name}.first"))
            return
        party = by_die(self.die) if found.by_die else (found.party or 0)
        names = [st.world.units[each.attackers[0]].id for each in (one, other)]
        value = rule_on(
            st,
            f"{one.name}.first",
            "encounter",
            f"{names[party]} attacks first in the encounter",
            names[party],
            choices=names,
            why=[f"{found.why} ({found.rule})"],
            rule=found.rule,
        )
        if value is None:
            return
        st.pop()
        first, late = (one, other) if value == names[0] else (other, one)
        for unit in late.attackers:
            st.target[unit] = -1
        st.push(Resolve(first))
