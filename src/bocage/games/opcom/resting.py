"""Rest (5.3, reading 7.1): units that have rested long enough may regain a step."""

from __future__ import annotations

from bocage.engine.frames import Step, frame
from bocage.games.opcom.control.cards import rule_on
from bocage.games.opcom.control.rolling import OneDie
from bocage.games.opcom.drawing import sources
from bocage.games.opcom.position import ATTACKED, DEFENDED, MOVED, REST, RETREATED, Position
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
        st.rested[unit] + int(is_resting(st, unit)),
        st.steps[unit],
        0 if st.rebuilt[unit] else troops.unit.start_step,
        supplied=any(st.held(holder) for holder in sources(st, unit)),
        enemy_km=min(foes, default=99),
        shelled=is_shelled(st, unit),
        near_dump=near,
        workshops=near,
    )


_NEAR_KM = 10.0


def is_resting(st: Position, unit: int) -> bool:
    """Whether a unit spends this turn at rest, and nobody has disturbed it."""
    busy = st.marks[unit] & (MOVED | RETREATED | ATTACKED | DEFENDED)
    return st.posture[unit] == REST and not busy and not is_shelled(st, unit)


def is_shelled(st: Position, unit: int) -> bool:
    """Whether it was attacked, or artillery fire lay on it, in this turn."""
    near = float(st.world.tables.figures.wholes["interdiction.passing"])
    return st.has(unit, DEFENDED) or any(
        km_between((x, y), st.at(unit)) <= near for _, x, y in st.fires
    )


def count_rest(st: Position, unit: int) -> None:
    """At the end of a turn: one more at rest, or the clock begins anew (readings 7.1 and 7.2)."""
    name = _name(st, unit)
    resting_on = is_resting(st, unit) and not any(card.name == name for card in st.cards)
    st.rested[unit] = min(200, st.rested[unit] + 1) if resting_on else 0


def _name(st: Position, unit: int) -> str:
    return f"{st.turn}.rest.{st.world.units[unit].id}"


def rested(st: Position) -> list[Step]:
    """A frame for every unit that may roll."""
    return [
        Recover(u.number, 0)
        for u in st.here()
        if is_resting(st, u.number)
        and st.level(u.number) > 0
        and may_recover(resting(st, u.number))
    ]


@frame
class Recover(OneDie):
    """A die for a step regained; then the clock of rest begins anew."""

    unit: int
    die: int
    rule = R("5.3.rest")

    def named(self, st: Position) -> str:
        """By the unit."""
        return _name(st, self.unit)

    def ruled(self, st: Position, name: str) -> str | None:
        """By the turns of rest and the die."""
        asked = resting(st, self.unit)
        return rule_on(
            st,
            name,
            "rest",
            f"{st.world.units[self.unit].name} has rested {asked.turns} turns",
            "step" if recovers(asked, self.die) else "none",
            choices=("step", "none"),
            why=[f"a die of {self.die} (reading 7.1)"],
            rule=R("5.3.rest").read(R("reading 7.1")),
        )

    def carry_out(self, st: Position, value: str) -> None:
        """It regains a step, if it has lost one since it came."""
        if value == "step" and st.steps[self.unit] > resting(st, self.unit).start_steps:
            st.steps[self.unit] -= 1
            st.note(st.world.units[self.unit].team, "recovered", self.unit)
