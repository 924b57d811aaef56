"""Rest: steps regained, units rebuilt, isolated forces (5.3, readings 6.10 and 7.1 to 7.5)."""

from __future__ import annotations

from dataclasses import dataclass

from bocage.engine.frames import Step, frame
from bocage.engine.rulings import OK, Ruling, refuse
from bocage.games.opcom.board.position import ATTACKED, DEFENDED, MOVED, REST, RETREATED, Position
from bocage.games.opcom.board.tables import Tables
from bocage.games.opcom.board.ways import km_between
from bocage.games.opcom.pieces.profiles import Arm
from bocage.games.opcom.rulebook import R
from bocage.games.opcom.s02_umpiring.cards import rule_on
from bocage.games.opcom.s02_umpiring.dice import OneDie
from bocage.games.opcom.s11_supplies.sources import can_draw, sources


@dataclass(frozen=True, slots=True)
class Resting:
    """A unit that rests."""

    unit: int
    arm: Arm
    turns: int
    """The consecutive turns of rest."""
    steps: int
    start_steps: int
    supplied: bool = True
    enemy_km: float = 99
    shelled: bool = False
    """Whether artillery or aircraft hit it this turn."""
    near_dump: bool = False
    workshops: bool = True


def may_recover(asked: Resting, charts: Tables) -> Ruling:
    """Return whether a die is rolled for a step regained, and why not."""
    figures = charts.figures.rest
    rule = R("5.3.rest").read(R("reading 7.1"))
    about = {"unit": asked.unit}
    if asked.steps <= asked.start_steps:
        return refuse(rule, "{unit:unit} is at full strength", **about)
    if asked.turns < figures.turns:
        words = "{unit:unit} has rested {turns} turns of {wanted}"
        return refuse(rule, words, **about, turns=asked.turns, wanted=figures.turns)
    if not asked.supplied:
        return refuse(rule, "{unit:unit} is without supplies", **about)
    if asked.enemy_km <= figures.enemy or asked.shelled:
        words = "{unit:unit} is too near the enemy to rest"
        return refuse(rule.read(R("reading 7.2")), words, **about)
    return OK


def recovers(asked: Resting, die: int, charts: Tables) -> bool:
    """Return whether the die gives a step back (reading 7.1); the clock of rest starts again after
    it.
    """
    figures = charts.figures.rest
    needed = figures.usual
    if asked.arm == "infantry" and asked.near_dump:
        needed = figures.near_dump
    elif asked.arm == "tank" and not asked.workshops:
        needed = figures.no_workshop
    return die >= needed


def is_rebuilt(turns_clear: int, *, at_dump: bool, charts: Tables) -> bool:
    """Return whether a unit at 0 returns as an ad hoc unit (X_COY) (reading 7.5)."""
    return at_dump and turns_clear >= charts.figures.rest.rebuilt_turns


def wastes_away(status: int, turns_without: int, die: int, charts: Tables) -> bool:
    """Return whether a weak unit long without supply loses a step; an option (reading 6.10)."""
    figures = charts.figures.rest
    weak = 1 <= status <= figures.isolated_status
    long = turns_without >= figures.isolated_turns
    return weak and long and die < figures.isolated_holds


def resting(st: Position, unit: int) -> Resting:
    """Return a unit's rest as the rules see it."""
    troops = st.world.units[unit]
    foes = [st.km(unit, e.number) for e in st.enemies(troops.side)]
    near = any(
        st.depot_side[i] == troops.side + 1
        and km_between((st.depot_x[i], st.depot_y[i]), st.at(unit)) <= st.figures.rest.dump
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


def is_resting(st: Position, unit: int) -> bool:
    """Return whether a unit spends this turn at rest, undisturbed."""
    busy = st.marks[unit] & (MOVED | RETREATED | ATTACKED | DEFENDED)
    return st.posture[unit] == REST and not busy and not is_shelled(st, unit)


def is_shelled(st: Position, unit: int) -> bool:
    """Return whether it was attacked, or artillery fire lay on it, in this turn."""
    near = float(st.figures.interdiction.passing)
    return st.has(unit, DEFENDED) or any(
        km_between((x, y), st.at(unit)) <= near for _, x, y in st.fires
    )


def count_rest(st: Position, unit: int) -> None:
    """Count one more turn of rest at its end, or reset the clock (readings 7.1 and 7.2)."""
    name = _name(st, unit)
    resting_on = is_resting(st, unit) and not any(card.name == name for card in st.cards)
    st.rested[unit] = min(200, st.rested[unit] + 1) if resting_on else 0


def _name(st: Position, unit: int) -> str:
    return f"{st.turn}.rest.{st.world.units[unit].id}"


def rested(st: Position) -> list[Step]:
    """Return a frame for every unit that may roll."""
    return [
        Recover(u.number, 0)
        for u in st.here()
        if is_resting(st, u.number)
        and st.level(u.number) > 0
        and may_recover(resting(st, u.number), st.world.tables)
    ]


@frame
class Recover(OneDie):
    """A die for a step regained; then the clock of rest starts again."""

    unit: int
    die: int
    rule = R("5.3.rest")

    def named(self, st: Position) -> str:
        """Return the name of the die, by the unit."""
        return _name(st, self.unit)

    def ruled(self, st: Position, name: str) -> str | None:
        """Return the ruling, from the turns of rest and the die."""
        asked = resting(st, self.unit)
        return rule_on(
            st,
            name,
            "rest",
            f"{st.world.units[self.unit].name} has rested {asked.turns} turns",
            "step" if recovers(asked, self.die, st.world.tables) else "none",
            choices=("step", "none"),
            why=[f"a die of {self.die} (reading 7.1)"],
            rule=R("5.3.rest").read(R("reading 7.1")),
        )

    def carry_out(self, st: Position, value: str) -> None:
        """Return a step to the unit, if it has lost one since it arrived."""
        if value == "step" and st.steps[self.unit] > resting(st, self.unit).start_steps:
            st.steps[self.unit] -= 1
            st.note(st.world.units[self.unit].team, "recovered", self.unit)


def is_shattered(st: Position, unit: int) -> bool:
    """Return whether a unit that once fought is at status 0."""
    return st.level(unit) == 0 and st.status(unit).levels[0] > 0


def rebuild(st: Position) -> None:
    """Rebuild units as company groups after long enough at a dump, at the end of a turn."""
    for unit in st.here():
        number = unit.number
        if not is_shattered(st, number):
            continue
        st.clear[number] = min(200, st.clear[number] + 1) if _is_clear(st, number) else 0
        if is_rebuilt(st.clear[number], at_dump=True, charts=st.world.tables):
            st.rebuilt[number], st.steps[number], st.clear[number] = 1, 0, 0
            st.note(unit.team, "company group", number)


def _is_clear(st: Position, unit: int) -> bool:
    side, at = st.world.units[unit].side, st.at(unit)
    if any(km_between(at, st.at(e.number)) <= st.figures.rest.enemy for e in st.enemies(side)):
        return False
    return is_at_dump(st, unit)


def is_at_dump(st: Position, unit: int) -> bool:
    """Return whether a unit is at a dump of its side."""
    side, at = st.world.units[unit].side, st.at(unit)
    return any(
        st.depot_side[i] == side + 1
        and km_between((st.depot_x[i], st.depot_y[i]), at) <= st.figures.rest.at_dump
        for i in range(len(st.world.dumps))
    )


def isolated(st: Position) -> list[Step]:
    """Count the turns of units without supply; return a step for each that must test."""
    found: list[Step] = []
    for unit in st.here():
        number = unit.number
        dry = st.level(number) > 0 and unit.fights and not can_draw(st, number)
        st.unsupplied[number] = min(200, st.unsupplied[number] + 1) if dry else 0
        if st.setting("isolation") == "yes" and _may_waste(st, number):
            found.append(Waste(number, 0))
    return found


def _may_waste(st: Position, unit: int) -> bool:
    """Return whether the worst die would cost it a step."""
    return wastes_away(st.level(unit), st.unsupplied[unit], 1, st.world.tables)


@frame
class Waste(OneDie):
    """A die for a weak unit that has been without supplies for long."""

    unit: int
    die: int
    rule = R("reading 6.10")

    def named(self, st: Position) -> str:
        """Return the name of the die, by the unit."""
        return f"{st.turn}.isolated.{st.world.units[self.unit].id}"

    def ruled(self, st: Position, name: str) -> str | None:
        """Return the ruling, from the status, the time and the die."""
        turns = st.unsupplied[self.unit]
        worse = wastes_away(st.level(self.unit), turns, self.die, st.world.tables)
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
        """Take a step from the unit if the ruling says so."""
        if value == "step":
            troops = st.world.units[self.unit]
            st.lose(self.unit, 1)
            st.note(troops.team, "wasting", self.unit)
