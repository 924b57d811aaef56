"""A fight as frames: advantages, the ledger, the die, the retreat, and its results (9.8).

All rulings come before any change, so that a fight can wait at each of them.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from bocage.engine.frames import Step, frame
from bocage.games.opcom.board.position import ATTACK, BREAKTHROUGH, BURNT, RETREATED, Position
from bocage.games.opcom.board.tables import BANDS
from bocage.games.opcom.board.ways import Point, km_between
from bocage.games.opcom.board.world import FUEL
from bocage.games.opcom.pieces.desk import Case, Factor, is_among
from bocage.games.opcom.pieces.fights import Combat, Fought, Pursuit
from bocage.games.opcom.rulebook import R
from bocage.games.opcom.s02_umpiring.cards import decided, rule_on
from bocage.games.opcom.s02_umpiring.dice import Die
from bocage.games.opcom.s06_movement.contact import can_get_at
from bocage.games.opcom.s08_bridges import TestBridge, bridges_near
from bocage.games.opcom.s09_combat.fight import Fight, Fighter, Settings, Side
from bocage.games.opcom.s09_combat.groups import attempt, line_of, mark_fought, staffs_beside
from bocage.games.opcom.s09_combat.ineffective import capture
from bocage.games.opcom.s09_combat.muster import advantages, build, settings_of
from bocage.games.opcom.s09_combat.results import (
    Result,
    losses,
    resolve,
    retiring,
    retreat_dice,
    retreat_km,
)
from bocage.games.opcom.s09_combat.retreats import Way, retire, thrown_back_km
from bocage.games.opcom.s09_combat.scores import chances, ledger
from bocage.games.opcom.s10_reports.notes import Code
from bocage.games.opcom.s11_supplies.sources import burn, can_draw, draw, is_out_of_reach, sources
from bocage.games.opcom.s11_supplies.use import fight_needs, pressed, used
from bocage.games.opcom.s12_air.close_support import flight_of


def tell(st: Position, combat: Combat, fight: Fight, result: Result, where: Point) -> None:
    """Keep the fight for the report of every team in it."""
    drives = st.world.tables.of_band(result.band).retreat != "none"
    stood = drives and (result.stood_fast or result.retreat == "none")
    held = drives and not is_left(st, st.world.units[combat.attackers[0]].side, where)
    there = any(is_on(st, unit, where) for unit in combat.attackers)
    for attacking, units, foe in (
        (True, combat.attackers, fight.defender),
        (False, combat.defenders, fight.attacker),
    ):
        for team in sorted({st.world.units[u].team for u in units}):
            own = tuple(u for u in units if st.world.units[u].team == team)
            entry = Fought(
                team,
                attacking,
                result.band,
                stood or (attacking and held),
                where,
                own,
                _steps(foe),
                tuple(gun.unit for gun in foe.guns),
                foe.air,
                there,
                _has_heavies(st, combat, foe, attacking=not attacking),
            )
            st.fought = (*st.fought, entry)


def _has_heavies(st: Position, combat: Combat, side: Side, *, attacking: bool) -> bool:
    """Return whether bombers are among the aircraft of a side."""
    if side.air == "none" or not st.world.sky:
        return False
    units = combat.attackers if attacking else combat.defenders
    lines = [line for line in st.orders if set(line.units) & set(units)]
    flight = flight_of(st, units, lines, attacking=attacking, prepared=True)
    return flight is not None and flight.heavy > 0


def _steps(side: Side) -> tuple[tuple[int, int], ...]:
    return tuple((each.unit, each.steps) for each in side.fighters)


def carry_out(
    st: Position,
    combat: Combat,
    fight: Fight,
    result: Result,
    lost: dict[int, int],
    ways: dict[int, Way],
) -> None:
    """Carry out all results of a fight."""
    before = {u: st.steps[u] for u in lost}
    position = st.at(combat.defenders[0])
    fought = replace(combat, attackers=tuple(f.unit for f in fight.attacker.fighters))
    mark_fought(st, fought)
    _use(st, fight, combat.half)
    for unit, steps in lost.items():
        st.lose(unit, steps)
    lose_supplies(st, combat, result)
    for unit, way in ways.items():
        go_back(st, combat, unit, way, before.get(unit, st.steps[unit]))
    if result.no_counter_next_turn:
        for unit in combat.defenders:
            st.barred[unit] = 2
    if result.thrown_back:
        _throw_back(st, fought)
    elif result.retreat != "none" and set(ways) >= set(combat.defenders):
        _occupy(st, fought, position)
    tell(st, fought, fight, result, position)
    if result.overrun is not None and not combat.overrun:
        share = result.overrun.share
        second = int(result.overrun.second_attack)
        pursuit = Pursuit(fought, share.numerator, share.denominator, second)
        st.overruns = (*st.overruns, pursuit)
    for unit in fought.attackers:
        st.target[unit] = -1


def _use(st: Position, fight: Fight, half: int) -> None:
    """Use ammunition of attackers and guns, and fuel of units without any used this turn (9.5)."""
    for side in ("attacker", "defender"):
        for need in used(fight_needs(fight, side, st.world.tables)):
            team = st.world.units[need.unit].team
            if need.ammo:
                got = draw(st, need.unit, need.ammo)
                for _ in range(got):
                    st.note(team, "ammo", need.unit)
            if need.fuel:
                burn(st, need.unit, BURNT)
    for gun in (*fight.attacker.guns, *fight.defender.guns):
        st.fired[gun.unit] |= 1 << half


def lose_supplies(st: Position, combat: Combat, result: Result) -> None:
    """Remove supplies from the headquarters' stack, ammunition first (9.13, reading 4.41)."""
    for unit in combat.defenders if result.supplies_lost else ():
        left = result.supplies_lost
        for holder in sources(st, unit):
            for kind in (*range(FUEL), FUEL):
                left -= st.take(holder, kind, left)
        if gone := result.supplies_lost - left:
            st.note(st.world.units[unit].team, "points lost", unit, figure=gone)


def go_back(st: Position, combat: Combat, unit: int, way: Way, steps: int) -> None:
    """Retire a unit along its way, or capture it; report a staff that is driven off (9.14.1)."""
    troops = st.world.units[unit]
    if way.blocked == "captured":
        _capture(st, combat, unit, steps)
        return
    if way.blocked.startswith("step"):
        st.lose(unit, 1)
    st.place(unit, way.end)
    st.mark(unit, RETREATED)
    st.target[unit] = -1
    if troops.arm == "hq":
        st.note(troops.team, "staff driven off", unit, way.end)
    for road in way.roads:  # reading 3.20
        st.jams[road] += troops.unit.size_points
    if way.blocked == "step and isolated":
        st.note(troops.team, "cut off", unit)


def _capture(st: Position, combat: Combat, unit: int, steps: int) -> None:
    """Capture a unit; the captors report the number of prisoners (9.5.g)."""
    capture(st, unit, steps, {st.world.units[u].team for u in combat.attackers})


def _throw_back(st: Position, combat: Combat) -> None:
    """Move beaten attackers back on their way, to their start line or 1 km (9.13)."""
    for unit in combat.attackers:
        at = st.at(unit)
        start = at if combat.counter else (st.from_x[unit], st.from_y[unit])
        due = thrown_back_km(km_between(at, start), st.world.tables)
        if km_between(at, start) >= due and not _is_beside_enemy(st, unit, start, due):
            st.place(unit, start)
        elif not combat.counter or _is_beside_enemy(st, unit, at, due):
            way = retire(st, unit, Fraction(round(due * 1000), 1000), combat.defenders, 9)
            st.place(unit, way.end)
        st.mark(unit, RETREATED)
        st.target[unit] = -1


def _is_beside_enemy(st: Position, unit: int, point: Point, km: float) -> bool:
    """Return whether an enemy is so near to a point that beaten attackers cannot stop there."""
    near = min(km, thrown_back_km(0, st.world.tables))
    side = st.world.units[unit].side
    return any(km_between(st.at(e.number), point) < near for e in st.enemies(side))


def _occupy(st: Position, combat: Combat, position: Point) -> None:
    """Move the attackers onto abandoned ground that they can reach (reading 4.42)."""
    if not is_left(st, st.world.units[combat.attackers[0]].side, position):
        return
    for unit in combat.attackers:
        if st.is_effective(unit) and can_get_at(st, unit, st.at(unit), position):
            st.place(unit, position)


def is_left(st: Position, side: int, position: Point) -> bool:
    """Return whether no enemy of a side is so near to a position that they still have it."""
    left = st.figures.retreat.left
    return all(km_between(st.at(e.number), position) >= left for e in st.enemies(side))


def is_on(st: Position, unit: int, position: Point) -> bool:
    """Return whether an attacker is on the position, or beside it with no water between."""
    reach = st.figures.combat.position
    near = st.is_here(unit) and km_between(st.at(unit), position) <= reach
    return near and not _parted(st, unit, position)


def _parted(st: Position, unit: int, position: Point) -> bool:
    foot = st.world.units[unit].unit.mobility == "foot"
    return bool(st.world.ways.waters_between(st.at(unit), position)) and not foot


def press(st: Position, combat: Combat, fight: Fight) -> Fight | None:
    """Return the fight with the attackers that have ammunition; None if none has."""
    able = tuple(f for f in fight.attacker.fighters if can_draw(st, f.unit))
    shared = _shared(st, able)
    allotted = _allotted(st, combat)
    ammo = min(shared + len(fight.attacker.guns), allotted)
    fighters, guns = pressed(able, fight.attacker.guns, ammo)
    if not fighters:
        for unit in combat.attackers:
            st.note(st.world.units[unit].team, _lack(st, unit, allotted), unit)
            st.target[unit] = -1
        return None
    return replace(fight, attacker=replace(fight.attacker, fighters=fighters, guns=guns))


def _lack(st: Position, unit: int, allotted: int) -> Code:
    """Return why a unit has no ammunition: the sheet, the distance, or an empty stack."""
    if can_draw(st, unit) and not allotted:
        return "allotment used"
    return "out of reach" if is_out_of_reach(st, unit) else "no ammunition"


def _shared(st: Position, able: tuple[Fighter, ...]) -> int:
    """Return the total ammunition for these units; units on one stack share it."""
    by_hq: dict[int, int] = {}
    count: dict[int, int] = {}
    for each in able:
        hq = st.world.units[each.unit].hq
        by_hq[hq] = max(by_hq.get(hq, 0), can_draw(st, each.unit))
        count[hq] = count.get(hq, 0) + 1
    return sum(min(by_hq[hq], count[hq]) for hq in by_hq)


def _allotted(st: Position, combat: Combat) -> int:
    """Return the ammunition on the sheet, the limit for its attacks with guns (reading 6.5)."""
    total = 0
    for line in st.orders:
        if (line.team, line.number) not in combat.lines:
            continue
        if line.ammo < 0:
            return _NO_LIMIT
        own = {*line.units, *(g for g, _ in line.support)}
        used = sum(1 for each in st.notes if each.code == "ammo" and each.unit in own)
        total += max(0, line.ammo - used)
    return total if combat.lines else _NO_LIMIT


_NO_LIMIT = 999
"""More ammunition than any stack has."""


NO_DIE = 0


@frame
class Resolve(Step):
    """One fight, from its advantages to its end; `die` and `dice` are what was rolled."""

    combat: Combat
    die: int = NO_DIE
    dice: tuple[int, ...] = ()
    tested: int = 0
    rule = R("9.8")

    def rolled(self, st: Position, die: int) -> None:
        """The die of the fight first, then those of the retreat."""
        if not self.die:
            st.swap(Resolve(self.combat, die, (), 1))
        else:
            st.swap(Resolve(self.combat, self.die, (*self.dice, die), 1))

    def run(self, st: Position) -> None:
        """Continue to the next ruling or die, or to the end."""
        combat = _still(st, self.combat)
        if combat is None:
            st.pop()
            return
        if not self.tested:
            st.swap(Resolve(combat, self.die, self.dice, 1))
            for crossing in bridges_near(st, combat):
                st.push(TestBridge(crossing, ordered=0))
            return
        granted = _granted(st, combat)
        if granted is None:
            return
        fight = press(st, combat, build(st, combat, granted))
        if fight is None:
            st.pop()
            return
        fought = _fought(st, combat, fight)
        if fought is None:
            return
        if fought == _NO_FIGHT:
            st.pop()
            for unit in combat.attackers:
                st.target[unit] = -1
        elif not self.die:
            st.push(Die(combat.name))
        else:
            self._finish(st, combat, replace(fight, struck=_struck(fought)))

    def _finish(self, st: Position, combat: Combat, fight: Fight) -> None:
        settings = settings_of(st)
        result = _ruled(st, combat, fight, self.die)
        if result is None:
            return
        if len(self.dice) < retreat_dice(result):
            st.push(Die(f"{combat.name}.retreat"))
            return
        lost = _confirmed_losses(st, combat, losses(fight, result, settings))
        if lost is None:
            return
        # Control's changes by hand may leave fewer dice to count than were rolled.
        dice = self.dice[: retreat_dice(result)]
        ways = _ways_back(st, combat, fight, result, dice, lost)
        if ways is None:
            return
        st.pop()
        carry_out(st, combat, fight, result, lost, ways)
        _counter(st, combat, result)


def _still(st: Position, combat: Combat) -> Combat | None:
    """Return the fight without units that are no longer effective; None without one side."""
    attackers = tuple(u for u in combat.attackers if st.is_effective(u))
    defenders = tuple(u for u in combat.defenders if st.is_effective(u))
    if not attackers or not defenders:
        return None
    return replace(combat, attackers=attackers, defenders=defenders)


def _granted(st: Position, combat: Combat) -> int | None:
    """Return the number of tactical advantages that Control grants the defenders (reading 4.11)."""
    name = f"{combat.name}.advantage"
    found = advantages(st, combat)
    if not found and decided(st, name) is None:
        return 0
    who = ", ".join(st.world.units[u].name for u in combat.defenders)
    value = rule_on(
        st,
        name,
        "advantage",
        f"clear tactical advantages of {who}",
        str(len(found)),
        choices=("0", "1", "2"),
        why=[f"{each.why} ({R('9.10.1')})" for each in found],
        rule=R("9.10.1").read(R("reading 4.11")),
        case=Case(combat.attackers, combat.defenders, st.at(combat.defenders[0])),
    )
    return None if value is None else int(value)


_FIGHT, _NO_FIGHT, _WITHOUT = "fight", "no fight", "fight without "


def _struck(ruling: str) -> tuple[int, ...]:
    """Return the rows of the scores that a ruling on a fight strikes."""
    said = ruling.removeprefix(_WITHOUT) if ruling.startswith(_WITHOUT) else ""
    return tuple(sorted({int(each) for each in said.split(", ") if each}))


def _case(st: Position, combat: Combat, fight: Fight) -> Case:
    """Return a fight as Control's card has it: the rows of the scores, and how the die may fall."""
    settings = settings_of(st)
    nouns = {"unit": st.world.unit_names}
    rows = ledger(replace(fight, struck=()), settings).rows
    odds = chances(fight, settings)
    return Case(
        attackers=tuple(f.unit for f in fight.attacker.fighters),
        defenders=combat.defenders,
        at=st.at(combat.defenders[0]),
        factors=tuple(
            Factor(row.heading, int(row.value), row.words.say(nouns), str(row.rule)) for row in rows
        ),
        struck=fight.struck,
        chances=tuple((band, int(p * 6)) for band, p in odds.items()),
    )


def _fought(st: Position, combat: Combat, fight: Fight) -> str | None:
    """Return Control's ruling on the ledger; Control may strike rows of it, or cancel the fight."""
    settings = settings_of(st)
    choices = (_FIGHT, _NO_FIGHT, f"{_WITHOUT}#")
    found = decided(st, combat.name)
    if found is not None and is_among(found[0], choices):
        fight = replace(fight, struck=_struck(found[0]))
    sums = ledger(fight, settings)
    nouns = {"unit": st.world.unit_names}
    odds = ", ".join(f"{band} {float(p):.0%}" for band, p in chances(fight, settings).items())
    who = ", ".join(st.world.units[f.unit].name for f in fight.attacker.fighters)
    whom = ", ".join(st.world.units[u].name for u in combat.defenders)
    lines = [
        f"{row.heading}: {int(row.value):+d} {row.words.say(nouns)} ({row.rule})"
        for row in sums.rows
    ]
    return rule_on(
        st,
        combat.name,
        "fight",
        f"{who} against {whom}: {sums.total('attacker')} to {sums.total('defender')}; {odds}",
        _FIGHT,
        choices=choices,
        why=lines,
        rule=R("9.8"),
        case=_case(st, combat, fight),
    )


def _ruled(st: Position, combat: Combat, fight: Fight, die: int) -> Result | None:
    """Return the result of the die, or of Control's ruling.

    None while Control still has to rule.
    """
    settings = settings_of(st)
    choices = [*(str(n) for n in range(1, 7)), *BANDS]
    found = decided(st, f"{combat.name}.result")
    said = found[0] if found is not None and is_among(found[0], choices) else str(die)
    result = _result(fight, settings, die, said)
    nouns = {"unit": st.world.unit_names}
    lines = [
        f"{row.heading}: {int(row.value):+d} {row.words.say(nouns)} ({row.rule})"
        for row in result.why.rows
        if row.heading not in ("attacker", "defender")
    ]
    lost = losses(fight, result, settings)
    value = rule_on(
        st,
        f"{combat.name}.result",
        "result",
        f"{result.band}, {result.final} with a die of {int(said) if said.isdigit() else die}",
        str(die),
        choices=choices,
        why=lines,
        rule=R("9.8.5"),
        case=replace(
            _case(st, combat, fight), band=result.band, die=die, losses=tuple(sorted(lost.items()))
        ),
    )
    return None if value is None else _result(fight, settings, die, value)


def _result(fight: Fight, settings: Settings, die: int, ruling: str) -> Result:
    """Return the result of a ruling: another die, or a result by its name."""
    if ruling in BANDS:
        return resolve(fight, settings, die, BANDS[ruling])
    return resolve(fight, settings, int(ruling))


def _confirmed_losses(st: Position, combat: Combat, lost: dict[int, int]) -> dict[int, int] | None:
    """Return the losses after Control has seen each unit that they make ineffective (9.5.f)."""
    kept = dict(lost)
    for unit, steps in sorted(lost.items()):
        troops = st.world.units[unit]
        if not steps or st.status(unit).level(st.steps[unit] + steps) > 0:
            continue
        value = rule_on(
            st,
            f"{combat.name}.ineffective.{troops.id}",
            "ineffective",
            f"{troops.name} ceases to be effective",
            "yes",
            choices=("yes", "no"),
            why=[f"{steps} steps of {st.status(unit).last_step - st.steps[unit]} left (9.5.f)"],
            rule=R("9.5.f").read(R("reading 4.40")),
        )
        if value is None:
            return None
        if value == "no":
            kept[unit] = max(0, st.status(unit).last_step - 1 - st.steps[unit])
    return kept


def _ways_back(
    st: Position,
    combat: Combat,
    fight: Fight,
    result: Result,
    dice: tuple[int, ...],
    lost: dict[int, int],
) -> dict[int, Way] | None:
    """Return each retiring unit's way; Control rules on blocked ways (9.14.1)."""
    settings = settings_of(st)
    km = retreat_km(result, fight, dice, settings=settings)
    found: dict[int, Way] = {}
    gone = retiring(fight, result)
    for unit in (*gone, *(staffs_beside(st, combat) if gone else ())):
        troops = st.world.units[unit]
        level = st.status(unit).level(st.steps[unit] + lost.get(unit, 0))
        way = retire(st, unit, km, combat.attackers, level)
        name = f"{combat.name}.retreat.{troops.id}"
        category = "retreat" if way.blocked == "free" else "blocked retreat"
        value = rule_on(
            st,
            name,
            category,
            f"{troops.name} retires {float(way.km):.1f} of {float(km):.1f} km",
            way.blocked,
            choices=("free", "step and stop", "step and isolated", "captured", f"{_TO}@"),
            why=[f"{result.band}, {result.retreat} (9.14.1)"],
            rule=R("9.14.1").read(R("reading 4.33")),
            case=Case(combat.attackers, (unit,), st.at(unit), path=(st.at(unit), way.end)),
        )
        if value is None:
            return None
        found[unit] = _redrawn(st, unit, value) or way._replace(blocked=value)
    return found


_TO = "to "


def _redrawn(st: Position, unit: int, ruling: str) -> Way | None:
    """Return the way back that Control draws to a point, in metres; None for another ruling."""
    if not ruling.startswith(_TO):
        return None
    east, north = (int(each) for each in ruling.removeprefix(_TO).split())
    return Way((east, north), km_between(st.at(unit), (east, north)), "free")


def _counter(st: Position, combat: Combat, result: Result) -> None:
    """Let the defenders counter-attack at once, if their sheet says so (9.13, reading 4.38).

    Orders to attack count as well: the enemy was only quicker (reading 4.2).
    """
    from bocage.games.opcom.s09_combat.results import may_counter_attack

    able = [
        u
        for u in combat.defenders
        if st.is_effective(u)
        and (line := line_of(st, u)) is not None
        and may_counter_attack(
            result,
            ordered=bool(line.counter_attack) or line.action in (ATTACK, BREAKTHROUGH),
            barred=bool(st.barred[u]),
            done=bool(combat.counter),
        )
        and attempt(st, u, line, overrun=False, counter=True)
    ]
    foes = tuple(u for u in combat.attackers if st.is_effective(u))
    if able and foes:
        owner = st.world.units[able[0]].team
        back = Combat(f"{combat.name}.counter", tuple(able), foes, (), 0, 0, 1, combat.half)
        st.note(owner, "counter-attacked")
        st.push(Resolve(back))
