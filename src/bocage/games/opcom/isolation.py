"""Isolated forces (reading 6.10, a switch): weak units long without supplies waste away."""

from __future__ import annotations

from bocage.engine.frames import Step, frame
from bocage.games.opcom.control.cards import rule_on
from bocage.games.opcom.control.rolling import Die
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
class Waste(Step):
    """A die for a weak unit that has been without supplies for long."""

    unit: int
    die: int
    rule = R("reading 6.10")

    def rolled(self, st: Position, die: int) -> None:
        """The die lies."""
        st.swap(Waste(self.unit, die))

    def run(self, st: Position) -> None:
        """Roll, rule, lose a step or not."""
        troops = st.world.units[self.unit]
        name = f"{st.turn}.isolated.{troops.id}"
        if not self.die:
            st.push(Die(name))
            return
        worse = wastes_away(st.level(self.unit), st.unsupplied[self.unit], self.die)
        value = rule_on(
            st,
            name,
            "isolated",
            f"{troops.name} has been without supplies for {st.unsupplied[self.unit]} turns",
            "step" if worse else "none",
            choices=("step", "none"),
            why=[f"a die of {self.die} (reading 6.10)"],
            rule=R("reading 6.10"),
        )
        if value is None:
            return
        st.pop()
        if value == "step":
            st.lose(self.unit, 1)
            st.note(troops.team, "fight", f"{troops.name} is wasting away for want of supplies.")
