"""Landings: coast guns, the queue over the beach, the assault (readings 12.3 to 12.5)."""

from __future__ import annotations

from dataclasses import replace

from bocage.engine.frames import Step, frame
from bocage.games.opcom.board.position import DUE, GONE, RETREATED, Position
from bocage.games.opcom.board.ways import km_between
from bocage.games.opcom.board.world import FUEL, Troops, dump_ammo
from bocage.games.opcom.debrief.tallies import count_landed
from bocage.games.opcom.pieces.fights import Combat
from bocage.games.opcom.pieces.orders import Bombardment
from bocage.games.opcom.rulebook import R
from bocage.games.opcom.s02_umpiring.cards import rule_on
from bocage.games.opcom.s02_umpiring.dice import OneDie
from bocage.games.opcom.s09_combat.fire_missions import Strike, those_under
from bocage.games.opcom.s09_combat.groups import cluster
from bocage.games.opcom.s09_combat.resolution import Resolve
from bocage.games.opcom.s10_reports.notes import Code
from bocage.games.opcom.s14_sea.arithmetic import (
    CAPACITY,
    capacity_ledger,
    gun_hits,
    reach_km,
    takes_vehicles,
)
from bocage.games.opcom.s14_sea.passage import FleetComes, Passing, SeaOfTheDay, put_to_sea
from bocage.games.opcom.s14_sea.shore import LANDING, defenders, is_silent, is_vehicle, shore_of
from bocage.games.opcom.s14_sea.state import ON_ITS_WAY, beach_point, put, waiting


@frame
class Sea(Step):
    """A turn of the sea, in its order: day, fleets, passages, gunfire, coast guns, landings."""

    stage: int = 0
    rule = R("reading 12.1")

    def run(self, st: Position) -> None:
        """Put the next stage on the stack."""
        st.swap(Sea(self.stage + 1))
        data = st.world.data.sea
        sea = st.sea
        if self.stage == 0:
            put_to_sea(st)
            for i, fleet in enumerate(data.fleets):
                if st.sea.fleets[i] == ON_ITS_WAY and fleet.comes == st.turn:
                    st.push(FleetComes(i))
            if st.world.turn(st.turn).half == "am" or not sea.die:
                st.push(SeaOfTheDay())
        elif self.stage == 1:
            due = [i for i, turn in enumerate(sea.due) if turn <= st.turn and not sea.sailed[i]]
            for convoy in reversed(due):
                st.push(Passing(convoy))
        elif self.stage == 2:
            for step in reversed(_broadsides(st)):
                st.push(step)
        elif self.stage == 3:
            for step in reversed(_coast_guns(st)):
                st.push(step)
        elif self.stage == 4:
            for beach in reversed(range(len(data.beaches))):
                if waiting(st, beach) or data.beaches[beach].dump:
                    st.push(Landing(beach))
        else:
            st.pop()


def _broadsides(st: Position) -> list[Step]:
    """Return a step for each naval bombardment, which works as interdiction (reading 12.3)."""
    found: list[Step] = []
    for order in st.chores:
        if isinstance(order, Bombardment) and st.sea.fleets[order.fleet] == 1:
            at = (order.x, order.y)
            st.fires = (*st.fires, (order.team, *at))
            guns = st.figures.sea.broadside
            found += [Strike(u, guns, *at, order.name, 0) for u in those_under(st, at)]
    return found


def _coast_guns(st: Position) -> list[Step]:
    """Return every battery that speaks fires at the nearest run-in within its reach, once a
    turn.
    """
    data = st.world.data.sea
    active = [i for i in range(len(data.beaches)) if waiting(st, i)]
    found: list[Step] = []
    for i, battery in enumerate(data.batteries):
        at = st.at(st.world.by_id[battery.unit])
        near = sorted(
            (km_between(at, beach_point(st.world, data.beaches[each])), each) for each in active
        )
        if (
            near
            and near[0][0] <= reach_km(battery.calibre, st.world.tables)
            and not is_silent(st, i)
        ):
            found.append(CoastGun(i, near[0][1]))
    return found


@frame
class CoastGun(OneDie):
    """The die of one battery at one run-in (reading 12.3)."""

    battery: int
    beach: int
    die: int = 0
    rule = R("reading 12.3")

    def named(self, st: Position) -> str:
        """Return the name of the die, by the battery."""
        return f"{st.turn}.coast.{st.world.data.sea.batteries[self.battery].unit}"

    def _who_and_where(self, st: Position) -> tuple[Troops, str]:
        data = st.world.data.sea
        troops = st.world.units[st.world.by_id[data.batteries[self.battery].unit]]
        return troops, st.world.pack.place(data.beaches[self.beach].id).name

    def ruled(self, st: Position, name: str) -> str | None:
        """Return the ruling: the chance depends on the calibre."""
        calibre = st.world.data.sea.batteries[self.battery].calibre
        troops, place = self._who_and_where(st)
        return rule_on(
            st,
            name,
            "sea",
            f"{troops.name} fires at the run-in to {place}",
            "hit" if gun_hits(calibre, self.die, st.world.tables) else "miss",
            choices=("hit", "miss"),
            why=[f"a die of {self.die} for {calibre} (reading 12.3)"],
            rule=self.rule,
        )

    def carry_out(self, st: Position, value: str) -> None:
        """A round less, and a battalion or supplies hit."""
        troops, place = self._who_and_where(st)
        sea = st.sea
        rounds = sea.magazines[self.battery] - 1
        st.sea = replace(sea, magazines=put(sea.magazines, self.battery, rounds))
        code: Code = "hit ships" if value == "hit" else "fired at ships"
        st.note(troops.team, code, troops.number, name=place)
        if value == "hit":
            _be_hit(st, self.beach)


def _be_hit(st: Position, beach: int) -> None:
    fit = [u for u in waiting(st, beach) if u.arm == "infantry" and st.level(u.number) > 0]
    if fit:
        unit = max(fit, key=lambda u: (st.level(u.number), -u.number))
        st.lose(unit.number, 1)
        st.note(unit.team, "hit on run-in", unit.number)
        return
    sea = st.sea
    st.sea = replace(sea, ammo=max(0, sea.ammo - st.figures.sea.sunk))


@frame
class Landing(Step):
    """A beach's landing: units in the order of the table, then supplies (reading 12.4)."""

    beach: int
    rule = R("reading 12.4")

    def run(self, st: Position) -> None:
        """Rule on the capacity, put units ashore, and let them fight for the beach."""
        data = st.world.data.sea.beaches[self.beach]
        place = st.world.pack.place(data.id).name
        queue = waiting(st, self.beach)
        if not queue and not self._has_supplies(st):
            st.pop()
            return
        shore = shore_of(st, self.beach)
        sums = capacity_ledger(shore, st.world.tables)
        nouns = {"unit": st.world.unit_names}
        proposed = int(sums.total(CAPACITY))
        value = rule_on(
            st,
            f"{st.turn}.beach.{data.id}",
            "sea",
            f"{place} takes {proposed} points; {len(queue)} units lie off it",
            str(proposed),
            choices=[str(n) for n in sorted({0, data.capacity // 2, data.capacity})],
            why=[f"{int(r.value):+d} {r.words.say(nouns)} ({r.rule})" for r in sums.rows],
            rule=self.rule,
        )
        if value is None:
            return
        st.pop()
        room = int(value)
        landed: list[int] = []
        for unit in queue:
            size = unit.unit.size_points
            if size > room or (is_vehicle(unit) and not takes_vehicles(shore, st.world.tables)):
                continue
            room -= size
            landed.append(unit.number)
        self._come_ashore(st, landed, room)

    def _has_supplies(self, st: Position) -> bool:
        data = st.world.data.sea.beaches[self.beach]
        sea = st.sea
        dump = next((d for d in st.world.dumps if d.id == data.dump), None)
        used = sea.landings[self.beach] > 0
        return dump is not None and used and st.turn >= dump.from_turn and bool(sea.ammo + sea.fuel)

    def _come_ashore(self, st: Position, landed: list[int], room: int) -> None:
        data = st.world.data.sea.beaches[self.beach]
        at = beach_point(st.world, data)
        place = st.world.pack.place(data.id).name
        for number in landed:
            st.place(number, at)
            st.from_x[number], st.from_y[number] = at
            st.note(st.world.units[number].team, "beached", number, name=place)
        if landed:
            points = sum(st.world.units[number].unit.size_points for number in landed)
            count_landed(st, data.id, points)
            sea = st.sea
            turns = sea.landings[self.beach] + 1
            st.sea = replace(sea, landings=put(sea.landings, self.beach, turns))
        foes = defenders(st, at)
        able = tuple(n for n in landed if st.world.units[n].fights and not st.world.units[n].is_gun)
        if foes and able:
            defending = cluster(st, foes[0].number)
            name = f"{st.turn}.1.{LANDING}.{data.id}"
            ours = tuple((x.team, x.number) for x in st.orders if set(x.units) & set(able))
            for number in able:
                st.prepared[number] = 1
            st.push(Reembark(self.beach, able))
            st.push(Resolve(Combat(name, able, defending, ours, 0, 0, 0, 1)))
        elif self._has_supplies(st):
            _supplies_ashore(st, self.beach, room)


def _supplies_ashore(st: Position, beach: int, room: int) -> None:
    """Fill the remaining room with supplies, a fifth of them fuel (reading 12.4)."""
    data = st.world.data.sea.beaches[beach]
    dump = next(i for i, d in enumerate(st.world.dumps) if d.id == data.dump)
    sea = st.sea
    points = min(room, data.most)
    fuel = min(int(points * st.figures.sea.fuel), sea.fuel)
    ammo = min(points - fuel, sea.ammo)
    holder = len(st.world.units) + dump
    st.give(holder, dump_ammo(st.world, st.world.dumps[dump]), ammo)
    st.give(holder, FUEL, fuel)
    st.sea = replace(sea, ammo=sea.ammo - ammo, fuel=sea.fuel - fuel)


@frame
class Reembark(Step):
    """A unit thrown back from a beach re-embarks and loses a second step (reading 12.5)."""

    beach: int
    units: tuple[int, ...]
    rule = R("reading 12.5")

    def run(self, st: Position) -> None:
        """Rule on the beaten: back to the ships, or prisoners."""
        beaten = [u for u in self.units if st.is_here(u) and st.has(u, RETREATED)]
        if not beaten:
            st.pop()
            return
        data = st.world.data.sea.beaches[self.beach]
        who = ", ".join(st.world.units[u].name for u in beaten)
        value = rule_on(
            st,
            f"{st.turn}.reembark.{data.id}",
            "sea",
            f"{who} are thrown back from the beach",
            "re-embark",
            choices=("re-embark", "surrender"),
            why=["a second step is lost on the way to the boats (reading 12.5)"],
            rule=self.rule,
        )
        if value is None:
            return
        st.pop()
        for unit in beaten:
            troops = st.world.units[unit]
            if value == "surrender":
                st.where[unit] = GONE
                st.note(troops.team, "taken on beach", unit)
                continue
            st.lose(unit, 1)
            st.where[unit] = DUE
            st.note(troops.team, "off the beach", unit)
