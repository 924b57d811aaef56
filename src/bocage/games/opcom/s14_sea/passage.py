"""The passage: the sea of the day, fleets at sea, convoys on their way (reading 12.2)."""

from __future__ import annotations

from dataclasses import replace
from typing import cast

from bocage.engine.frames import Step, frame
from bocage.games.opcom.board.position import DUE, GONE, Position
from bocage.games.opcom.pieces.orders import BlockShip, Diversion, Sail, ShipStrike
from bocage.games.opcom.rulebook import R
from bocage.games.opcom.s02_umpiring.cards import rule_on
from bocage.games.opcom.s02_umpiring.dice import Die, OneDie
from bocage.games.opcom.s10_reports.notes import Code
from bocage.games.opcom.s12_air.sorties import patrols
from bocage.games.opcom.s14_sea.arithmetic import (
    PASSAGE,
    PASSAGES,
    Crossing,
    Passage,
    comes_up,
    gets_through,
    loses_guns,
    passage_ledger,
    passage_of,
    steps_lost,
    swell_of,
)
from bocage.games.opcom.s14_sea.state import (
    ON_ITS_WAY,
    THERE,
    TURNED_BACK,
    aboard,
    beach_point,
    put,
)


def put_to_sea(st: Position) -> None:
    """Move fleets to their zones and send convoys to other beaches (readings 12.7, 12.8)."""
    sea = st.sea
    fleets = sea.fleets
    zones: list[str] = ["" for _ in fleets]
    sails_by = [fleet.sails_by for fleet in st.world.data.sea.fleets]
    for order in st.chores:
        if not isinstance(order, Sail):
            continue
        fleet = order.fleet
        if fleets[fleet] == THERE:
            zones[fleet] = order.zone
        elif not fleets[fleet] and st.turn <= sails_by[fleet]:
            fleets = put(fleets, fleet, ON_ITS_WAY)
    due, beaches = list(sea.due), list(sea.beaches)
    for order in st.chores:
        if isinstance(order, Diversion) and beaches[order.convoy] != order.beach:
            beaches[order.convoy] = order.beach
            due[order.convoy] = max(due[order.convoy], st.turn) + 1
    blocked = sea.blocked
    for order in st.chores:
        if isinstance(order, BlockShip):
            blocked = put(blocked, order.port, 1)
    sent = replace(sea, due=tuple(due), beaches=tuple(beaches), blocked=blocked)
    st.sea = replace(sent, fleets=fleets, zones=tuple(zones))


@frame
class SeaOfTheDay(OneDie):
    """A die each morning for swell and gale (reading 12.6)."""

    die: int = 0
    rule = R("reading 12.6")

    def named(self, st: Position) -> str:
        """Return the name of the die."""
        return f"{st.turn}.sea"

    def ruled(self, st: Position, name: str) -> str | None:
        """Return the die, or another number that Control rules."""
        north, south = (
            swell_of(self.die, south=each, charts=st.world.tables) for each in (False, True)
        )
        return rule_on(
            st,
            name,
            "sea",
            f"the sea today: {north} on the north coast, {south} on the south coast",
            str(self.die),
            choices=[str(n) for n in range(1, 7)],
            why=[f"a die of {self.die}: {_why_swell(st)} (reading 12.6)"],
            rule=self.rule,
        )

    def carry_out(self, st: Position, value: str) -> None:
        """Report the sea to all teams."""
        st.sea = replace(st.sea, die=int(value))
        north, south = (
            swell_of(int(value), south=each, charts=st.world.tables) for each in (False, True)
        )
        for team in range(len(st.world.teams)):
            st.note(team, "sea", parts=(north, south))


def _why_swell(st: Position) -> str:
    sea = st.figures.sea
    return f"{sea.swell} swell, {sea.gale} gale, {sea.south} less in the south"


@frame
class FleetComes(OneDie):
    """The die whether a distant fleet arrives (reading 12.7)."""

    fleet: int
    die: int = 0
    rule = R("reading 12.7")

    def named(self, st: Position) -> str:
        """Return the name of the die, by the fleet."""
        return f"{st.turn}.fleet.{st.world.data.sea.fleets[self.fleet].id}"

    def ruled(self, st: Position, name: str) -> str | None:
        """Return the ruling: it arrives on its number or more."""
        data = st.world.data.sea.fleets[self.fleet]
        return rule_on(
            st,
            name,
            "sea",
            f"{data.name} comes up",
            "comes" if comes_up(self.die, data.die) else "is driven off",
            choices=("comes", "is driven off"),
            why=[f"a die of {self.die}, {data.die} or more needed (reading 12.7)"],
            rule=self.rule,
        )

    def carry_out(self, st: Position, value: str) -> None:
        """Bring the fleet on for good, or turn it back for good."""
        data = st.world.data.sea.fleets[self.fleet]
        sea = st.sea
        comes = value == "comes"
        st.sea = replace(sea, fleets=put(sea.fleets, self.fleet, THERE if comes else TURNED_BACK))
        team = next(i for i, t in enumerate(st.world.teams) if t.seat == data.team)
        st.note(team, "fleet comes" if comes else "fleet driven off", name=data.name)


@frame
class Passing(Step):
    """A convoy's passage: two dice, and more for strikes at it (reading 12.2)."""

    convoy: int
    dice: tuple[int, ...] = ()
    strikes: tuple[int, ...] = ()
    rule = R("reading 12.2")

    def rolled(self, st: Position, die: int) -> None:
        """The dice of the strikes first, then those of the passage."""
        if len(self.strikes) < len(self._intercepted(st)):
            st.swap(Passing(self.convoy, self.dice, (*self.strikes, die)))
        else:
            st.swap(Passing(self.convoy, (*self.dice, die), self.strikes))

    def _attackers(self, st: Position) -> tuple[int, ...]:
        zone = self._zone(st)
        return tuple(
            u
            for order in st.chores
            if isinstance(order, ShipStrike) and order.zone == zone
            for u in order.squadrons
            if st.squadrons[u]
        )

    def _intercepted(self, st: Position) -> tuple[int, ...]:
        """Return the squadrons that must get through enemy fighters."""
        return tuple(u for u in self._attackers(st) if self._is_covered(st, u))

    def _is_covered(self, st: Position, squadron: int | None) -> bool:
        """Return whether the convoy's side patrols the air over its beach."""
        sea = st.sea
        beach = st.world.data.sea.beaches[sea.beaches[self.convoy]]
        zone = st.world.sky.zone_of(beach_point(st.world, beach))
        night = squadron is not None and st.world.sky.units[squadron].flies == "night"
        return bool(patrols(st, zone, self._side(st), int(night)))

    def _side(self, st: Position) -> int:
        seat = st.world.data.sea.convoys[self.convoy].team
        teams = st.world.teams
        return st.world.side_of_team(next(i for i, t in enumerate(teams) if t.seat == seat))

    def _zone(self, st: Position) -> str:
        return st.world.data.sea.beaches[st.sea.beaches[self.convoy]].zone

    def _crossing(self, st: Position) -> Crossing:
        sea, data, zone, side = st.sea, st.world.data.sea, self._zone(st), self._side(st)
        teams = {t.seat: st.world.side_of_team(i) for i, t in enumerate(st.world.teams)}
        there = [
            fleet
            for i, fleet in enumerate(data.fleets)
            if sea.fleets[i] == THERE and sea.zones[i] == zone
        ]
        caught = self._intercepted(st)
        free = [u for u in self._attackers(st) if u not in caught]
        broke = sum(gets_through(die, st.world.tables) for die in self.strikes)
        south = data.beaches[sea.beaches[self.convoy]].south
        return Crossing(
            (self.dice[0], self.dice[1]),
            any(f.kind == "battleships" and teams[f.team] == side for f in there),
            self._is_covered(st, None),
            len(free) + broke,
            any(teams[f.team] != side for f in there),
            swell_of(sea.die, south=south, charts=st.world.tables) != "calm",
        )

    def run(self, st: Position) -> None:
        """Carry out strikes, dice and ruling, and decide the fate of the ships."""
        convoy = st.world.data.sea.convoys[self.convoy]
        name = f"{st.turn}.passage.{convoy.id}"
        if len(self.strikes) < len(self._intercepted(st)):
            st.push(Die(f"{name}.strike"))
            return
        if len(self.dice) < 2:
            st.push(Die(name))
            return
        sums = passage_ledger(self._crossing(st), st.world.tables)
        nouns = {"unit": st.world.unit_names}
        value = rule_on(
            st,
            name,
            "sea",
            f"the passage of {convoy.name}: {sums.total(PASSAGE)}",
            passage_of(int(sums.total(PASSAGE)), st.world.tables),
            choices=PASSAGES,
            why=[f"{int(r.value):+d} {r.words.say(nouns)} ({r.rule})" for r in sums.rows],
            rule=self.rule,
        )
        if value is None:
            return
        st.pop()
        pass_over(st, self.convoy, value)


def pass_over(st: Position, convoy: int, value: str) -> None:
    """Carry out the ruling on a passage."""
    sea = st.sea
    passage = cast("Passage", value)
    data = st.world.data.sea.convoys[convoy]
    units = [st.world.units[n] for n in sorted(aboard(st.world, convoy)) if st.where[n] == DUE]
    units.sort(key=lambda u: (u.unit.arrival_turn, u.number))
    owners = sorted({u.team for u in units})
    if passage == "turned back":
        due = put(sea.due, convoy, st.turn + st.figures.sea.back)
        st.sea = replace(sea, due=due, turned_back=sea.turned_back + 1)
        _tell(st, owners, "convoy turned back", data.name)
        return
    late = passage != "intact"
    due, sailed = put(sea.due, convoy, st.turn + int(late)), put(sea.sailed, convoy, 1)
    st.sea = replace(sea, due=due, sailed=sailed)
    battalions = [u for u in units if u.arm in ("infantry", "tank", "recce")]
    for unit in battalions[: steps_lost(passage, len(battalions), st.world.tables)]:
        st.lose(unit.number, 1)
        st.note(unit.team, "hit at sea", unit.number)
    guns = [u for u in units if u.is_gun]
    if loses_guns(passage) and guns:
        st.where[guns[0].number] = GONE
        st.note(guns[0].team, "sunk", guns[0].number)
    _tell(st, owners, "convoy late" if late else "convoy passed", data.name)


def _tell(st: Position, teams: list[int], code: Code, name: str) -> None:
    navy = [
        i
        for i, t in enumerate(st.world.teams)
        if any(c.team == t.seat for c in st.world.data.sea.convoys)
    ]
    for team in sorted({*teams, *navy}):
        st.note(team, code, name=name)
