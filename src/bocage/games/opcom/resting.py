"""Rest (5.3, reading 7.1): units that have rested long enough may regain a step."""

from __future__ import annotations

from bocage.engine.frames import Step, frame
from bocage.games.opcom.control.cards import rule_on
from bocage.games.opcom.control.rolling import Die
from bocage.games.opcom.drawing import sources
from bocage.games.opcom.position import DEFENDED, Position
from bocage.games.opcom.recovery import Resting, may_recover, recovers
from bocage.games.opcom.rulebook import R
from bocage.games.opcom.ways import km_between


def resting(st: Position, unit: int) -> Resting:
    """A unit's rest as the rules see it."""
    troops = st.world.units[unit]
    foes = [st.km(unit, e.number) for e in st.enemies(troops.side)]
    near = any(
        st.depot_side[i] == troops.side + 1
        and km_between((st.depot_x[i], st.depot_y[i]), st.at(unit)) <= _NEAR_KM
        for i in range(len(st.world.dumps))
    )
    return Resting(
        unit,
        troops.arm,
        st.rested[unit],
        st.steps[unit],
        troops.unit.start_step,
        supplied=any(st.held(holder) for holder in sources(st, unit)),
        enemy_km=min(foes, default=99),
        shelled=bool(st.has(unit, DEFENDED)),
        near_dump=near,
        workshops=near,
    )


_NEAR_KM = 10.0


def rested(st: Position) -> list[Step]:
    """A frame for every unit that may roll."""
    return [
        Recover(u.number, 0)
        for u in st.here()
        if st.rested[u.number] and st.level(u.number) > 0 and may_recover(resting(st, u.number))
    ]


@frame
class Recover(Step):
    """A die for a step regained; then the clock of rest begins anew."""

    unit: int
    die: int
    rule = R("5.3.rest")

    def rolled(self, st: Position, die: int) -> None:
        """The die lies."""
        st.swap(Recover(self.unit, die))

    def run(self, st: Position) -> None:
        """Roll, rule, regain."""
        troops = st.world.units[self.unit]
        name = f"{st.turn}.rest.{troops.id}"
        if not self.die:
            st.push(Die(name))
            return
        value = rule_on(
            st,
            name,
            "rest",
            f"{troops.name} has rested {st.rested[self.unit]} turns",
            "step" if recovers(resting(st, self.unit), self.die) else "none",
            choices=("step", "none"),
            why=[f"a die of {self.die} (reading 7.1)"],
            rule=R("5.3.rest").read(R("reading 7.1")),
        )
        if value is None:
            return
        st.pop()
        st.rested[self.unit] = 0
        if value == "step" and st.steps[self.unit] > troops.unit.start_step:
            st.steps[self.unit] -= 1
            st.note(troops.team, "arrival", f"{troops.name} has recovered some of its strength.")
