"""Fire missions of artillery: interdiction of a place, and counter-battery (9.16, 9.17).

Interdiction is placed at the beginning of a turn: units in the square, or that will pass through
it, roll. Counter-battery is worked out at the end, after all guns have fired.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from bocage.engine.frames import Step, frame
from bocage.games.opcom.board.position import FIRE_BIT, STUCK, Position
from bocage.games.opcom.board.tables import Strike as StrikeRow
from bocage.games.opcom.board.tables import Tables
from bocage.games.opcom.board.ways import Point, km_between
from bocage.games.opcom.pieces.orders import CounterFire, FireMission
from bocage.games.opcom.rulebook import R
from bocage.games.opcom.s02_umpiring.cards import rule_on
from bocage.games.opcom.s02_umpiring.dice import Die
from bocage.games.opcom.s06_movement.march import destination, march_today, moves
from bocage.games.opcom.s09_combat.fight import Gun
from bocage.games.opcom.s09_combat.support import support_range
from bocage.games.opcom.s11_supplies.sources import can_draw, draw

Effect = Literal["step", "stop", "none"]
"""A step lost and immobilised; immobilised; no effect."""

__all__ = [
    "Effect",
    "begins_anew",
    "effect",
    "force_of",
    "force_of_guns",
    "is_fixed",
    "may_bomb",
    "support_range",
]


def effect(force: int, die: int, *, heavy: bool = False, charts: Tables) -> Effect:
    """Return the effect on one unit (9.16.table).

    Args:
        force: squadrons or artillery battalions on the map square; none has no effect.
        die: 1 to 6, one for each unit.
        heavy: whether they are heavy squadrons.
    """
    row = _row(force, heavy=heavy, charts=charts)
    if row is None:
        return "none"
    if die in row.step:
        return "step"
    return "stop" if die in row.stop else "none"


def _row(force: int, *, heavy: bool, charts: Tables) -> StrikeRow | None:
    for row in charts.strikes:
        span = row.heavy if heavy else row.tactical
        if span is not None and force in span:
            return row
    return None


def force_of(tactical: int, heavy: int, charts: Tables) -> tuple[int, bool]:
    """Return a mixed force as tactical squadrons, and whether it counts as heavy (reading 8.1)."""
    if heavy and not tactical:
        return heavy, True
    return tactical + heavy * charts.figures.interdiction.heavy_as, False


def force_of_guns(guns: Sequence[Gun], charts: Tables) -> int:
    """Return the force of guns: one each, a half beyond effective range, rounded down (reading
    8.4).
    """
    halves = 0
    for gun in guns:
        effective, long = gun.ranges or support_range(gun.arm, charts)
        if gun.status.level(gun.steps) and gun.km <= max(effective, long):
            halves += 2 if gun.km <= effective else 1
    return halves // 2


def is_fixed(die: int, turns_in_place: int, charts: Tables) -> bool:
    """Return whether firing artillery is fixed; +1 for every turn after the first in its place
    (9.17).
    """
    return die + max(0, turns_in_place - 1) >= charts.figures.interdiction.fix


def may_bomb(nearest_friend_km: float, charts: Tables) -> bool:
    """Return whether friends are beyond the bomb line.

    Nearer to them the mission aborts (reading 8.3).
    """
    return nearest_friend_km >= charts.figures.interdiction.bomb_line


def begins_anew(moved_km: float, charts: Tables) -> bool:
    """Return whether guns have moved so far that counter-battery starts again (reading 8.6)."""
    return moved_km >= charts.figures.interdiction.reset


def area_km(st: Position) -> float:
    """Return the radius of the area around the target point (reading 8.2)."""
    return float(st.figures.interdiction.passing)


def lay(st: Position) -> list[Step]:
    """Return the frames of all interdiction of this turn; their guns have used their ammunition."""
    found: list[Step] = []
    for order in st.chores:
        if not isinstance(order, FireMission):
            continue
        at = (order.x, order.y)
        if not _is_clear_of_friends(st, order.team, at):
            st.note(order.team, "guns too near", name=order.name)
            continue
        force = _force(st, order.guns, at)
        if force:
            st.fires = (*st.fires, (order.team, *at))
            found += [Strike(u, force, *at, order.name, 0) for u in _under(st, at)]
    return found


def _is_clear_of_friends(st: Position, team: int, at: Point) -> bool:
    """Return whether no friendly unit is within the bomb line (reading 8.3)."""
    side = st.world.side_of_team(team)
    friends = [km_between(st.at(u.number), at) for u in st.here() if u.side == side]
    return may_bomb(min(friends, default=99.0), st.world.tables)


def _force(st: Position, guns: tuple[int, ...], at: Point) -> int:
    """Return the force of guns in range with ammunition, and make each pay for its fire (reading
    8.4).
    """
    able: list[Gun] = []
    for unit in guns:
        troops = st.world.units[unit]
        gun = Gun(unit, st.status(unit), st.steps[unit], troops.arm, km_between(st.at(unit), at))
        reach = max(support_range(troops.arm, st.world.tables))
        if st.is_effective(unit) and gun.km <= reach and can_draw(st, unit):
            draw(st, unit, 1)
            st.note(troops.team, "ammo", unit)
            st.fired[unit] |= 1 << FIRE_BIT
            able.append(gun)
    return force_of_guns(able, st.world.tables)


def _under(st: Position, at: Point) -> list[int]:
    """Return the units in the square, and those that mean to pass through it (readings 8.2,
    8.3).
    """
    reach = area_km(st)
    found = {u.number for u in st.here() if km_between(st.at(u.number), at) <= reach}
    for line in st.orders:
        goal = destination(st, line) if moves(line) else None
        if goal is None:
            continue
        for unit in line.units:
            if st.is_effective(unit) and any(
                km_between(point, at) <= reach for point in march_today(st, unit, line, goal)
            ):
                found.add(unit)
    return sorted(u for u in found if st.level(u) > 0)


def those_under(st: Position, at: Point) -> list[int]:
    """Return the units that roll when fire or bombs fall on a place (9.16.a, 9.16.b)."""
    return _under(st, at)


@frame
class Strike(Step):
    """A die for one unit under interdiction (9.16.a)."""

    unit: int
    force: int
    x: int
    y: int
    name: str
    die: int
    rule = R("9.16.a")

    def rolled(self, st: Position, die: int) -> None:
        """Keep the number that was rolled."""
        st.swap(Strike(self.unit, self.force, self.x, self.y, self.name, die))

    def run(self, st: Position) -> None:
        """Roll, rule, and immobilise."""
        troops = st.world.units[self.unit]
        name = f"{st.turn}.interdiction.{troops.id}.{self.x}.{self.y}"
        if not self.die:
            st.push(Die(name))
            return
        found = effect(self.force, self.die, charts=st.world.tables)
        value = rule_on(
            st,
            name,
            "interdiction",
            f"{troops.name} under the fire of {self.force} units on {self.name}",
            found,
            choices=("step", "stop", "none"),
            why=[f"a die of {self.die} (9.16.table)"],
            rule=R("9.16.table"),
        )
        if value is None:
            return
        st.pop()
        hit(st, self.unit, value, (self.x, self.y))


def hit(st: Position, unit: int, value: str, at: Point, *, bombs: bool = False) -> None:
    """Apply the effect to a unit: it loses a step, or is stopped, there or on its way (9.16).

    The units there notice it, whatever its effect.
    """
    troops = st.world.units[unit]
    by = "bombs" if bombs else "fire"
    if value == "none":
        if km_between(st.at(unit), at) <= area_km(st):
            st.note(troops.team, "under fire", unit, at, parts=(by,))
        return
    if value == "step":
        st.lose(unit, 1)
    if km_between(st.at(unit), at) <= area_km(st):
        st.mark(unit, STUCK)
    else:
        st.barriers = (*st.barriers, (unit, *at))
    st.note(troops.team, "shelled", unit, at, parts=(by,))


def answered(st: Position) -> list[Step]:
    """Return a step for each enemy gun that fired within reach of counter-battery guns (9.17)."""
    found: list[Step] = []
    for order in st.chores:
        if not isinstance(order, CounterFire):
            continue
        side = st.world.side_of_team(order.team)
        duty = [u for u in order.guns if st.is_effective(u) and not st.fired[u] and can_draw(st, u)]
        for enemy in st.enemies(side):
            able = [u for u in duty if st.km(u, enemy.number) <= _reach(st, u)]
            if st.fired[enemy.number] and able:
                found.append(CounterBattery(tuple(able), enemy.number, 0, 0))
    return found


def _reach(st: Position, unit: int) -> float:
    return max(support_range(st.world.units[unit].arm, st.world.tables))


@frame
class CounterBattery(Step):
    """Counter-battery against one gun: a fix on a 6, then the table of interdiction (9.17.b)."""

    guns: tuple[int, ...]
    enemy: int
    fix: int
    die: int
    rule = R("9.17.b")

    def rolled(self, st: Position, die: int) -> None:
        """Keep the die of the fix first, then that of the effect."""
        if not self.fix:
            st.swap(CounterBattery(self.guns, self.enemy, die, 0))
        else:
            st.swap(CounterBattery(self.guns, self.enemy, self.fix, die))

    def run(self, st: Position) -> None:
        """Roll for the fix; fixed, fire and roll for the effect."""
        troops = st.world.units[self.enemy]
        name = f"{st.turn}.counter-battery.{troops.id}"
        if not self.fix:
            st.push(Die(name))
            return
        if not is_fixed(self.fix, st.batteries[self.enemy] + 1, st.world.tables):
            st.pop()
            return
        if not self.die:
            st.push(Die(f"{name}.effect"))
            return
        value = rule_on(
            st,
            name,
            "interdiction",
            f"counter-battery fire of {len(self.guns)} units on {troops.name}",
            effect(len(self.guns), self.die, charts=st.world.tables),
            choices=("step", "stop", "none"),
            why=[f"fixed with a die of {self.fix} (9.17.b)", f"a die of {self.die} (9.16.table)"],
            rule=R("9.17.b").read(R("reading 8.6")),
        )
        if value is None:
            return
        st.pop()
        for gun in self.guns:
            if draw(st, gun, 1):
                st.note(st.world.units[gun].team, "ammo", gun)
        hit(st, self.enemy, value, st.at(self.enemy))
