"""Isolated forces (reading 6.10, a switch): weak units long without supplies waste away."""

from __future__ import annotations

from bocage.engine.frames import Step, frame
from bocage.games.opcom.control.cards import rule_on
from bocage.games.opcom.control.rolling import OneDie
from bocage.games.opcom.drawing import can_draw
from bocage.games.opcom.position import Position
from bocage.games.opcom.recovery import wastes_away
from bocage.games.opcom.rulebook import R


def isolated(st: Position) -> list[Step]:
    """Counts who has nothing to draw on; a frame for every unit that must test."""
    found: list[Step] = []
    for unit in st.here():
        number = unit.number
        dry = st.level(number) > 0 and unit.fights and not can_draw(st, number)
        st.unsupplied[number] = min(200, st.unsupplied[number] + 1) if dry else 0
        if st.setting("isolation") == "yes" and _may_waste(st, number):
            found.append(Waste(number, 0))
    return found


def _may_waste(st: Position, unit: int) -> bool:
    """Whether the worst die would cost it a step."""
    return wastes_away(st.level(unit), st.unsupplied[unit], 1)


@frame
class Waste(OneDie):
    """A die for a weak unit that has been without supplies for long."""

    unit: int
    die: int
    rule = R("reading 6.10")

    def named(self, st: Position) -> str:
        """By the unit."""
        return f"{st.turn}.isolated.{st.world.units[self.unit].id}"

    def ruled(self, st: Position, name: str) -> str | None:
        """By its status, the time and the die."""
        turns = st.unsupplied[self.unit]
        worse = wastes_away(st.level(self.unit), turns, self.die)
        return rule_on(
            st,
            name,
            "isolated",
            f"{st.world.units[self.unit].name} has been without supplies for {turns} turns",
            "step" if worse else "none",
            choices=("step", "none"),
            why=[f"a die of {self.die} (reading 6.10)"],
            rule=R("reading 6.10"),
        )

    def carry_out(self, st: Position, value: str) -> None:
        """It loses a step, or nothing."""
        if value == "step":
            troops = st.world.units[self.unit]
            st.lose(self.unit, 1)
            st.note(troops.team, "wasting", self.unit)
