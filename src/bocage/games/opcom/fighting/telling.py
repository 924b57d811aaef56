"""What both sides will hear of a fight (10): who met whom, kept until the reports are written."""

from __future__ import annotations

from bocage.games.opcom.combat import Fight, Result
from bocage.games.opcom.combat.fight import Side
from bocage.games.opcom.pieces.fights import Combat, Fought
from bocage.games.opcom.position import Position
from bocage.games.opcom.ways import Point


def tell(
    st: Position, combat: Combat, fight: Fight, result: Result, where: Point, supplies_lost: int
) -> None:
    """Keep the fight for the report of every team in it."""
    for attacking, units, foe in (
        (True, combat.attackers, fight.defender),
        (False, combat.defenders, fight.attacker),
    ):
        for team in sorted({st.world.units[u].team for u in units}):
            own = tuple(u for u in units if st.world.units[u].team == team)
            lost = 0 if attacking else supplies_lost
            entry = Fought(
                team, attacking, result.band, result.stood_fast, where, own, _steps(foe),
                tuple(gun.unit for gun in foe.guns), foe.air, lost,
            )  # fmt: skip
            st.fought = (*st.fought, entry)


def _steps(side: Side) -> tuple[tuple[int, int], ...]:
    return tuple((each.unit, each.steps) for each in side.fighters)
