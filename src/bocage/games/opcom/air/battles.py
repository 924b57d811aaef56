"""Fighters that meet (13): patrols over a zone, and streams that fly in through one."""

from __future__ import annotations

from dataclasses import replace

from bocage.engine.frames import Step, frame
from bocage.games.opcom.air import dogfights
from bocage.games.opcom.air.dogfights import Battle, Fought
from bocage.games.opcom.air.habits import Evade, met_on
from bocage.games.opcom.air.orders import COVER, ESCORT, TRANSPORT
from bocage.games.opcom.air.sorties import (
    called,
    escorts,
    keep,
    key,
    lose_squadrons,
    patrols,
    side_of,
)
from bocage.games.opcom.control.cards import rule_on
from bocage.games.opcom.control.rolling import Die
from bocage.games.opcom.control.verbs import ROLLS
from bocage.games.opcom.pieces.flights import BROKEN_OFF, SHAKEN, Sortie
from bocage.games.opcom.position import Position
from bocage.games.opcom.rulebook import R

ALLIED, AXIS = 0, 1


def contested(st: Position) -> list[Step]:
    """13.1: zones in which both sides have patrols at the same time."""
    return [
        Patrol(zone, night)
        for zone in range(len(st.world.sky.zones))
        for night in (0, 1)
        if patrols(st, zone, AXIS, night) and patrols(st, zone, ALLIED, night)
    ]


@frame
class Patrol(Step):
    """13.1: the patrols of both sides over one zone."""

    zone: int
    night: int
    die: int = 0
    rule = R("13.1")

    def rolled(self, st: Position, die: int) -> None:
        """The die lies."""
        st.swap(Patrol(self.zone, self.night, die))

    def run(self, st: Position) -> None:
        """Roll, rule, and lose."""
        theirs = patrols(st, self.zone, AXIS, self.night)
        ours = patrols(st, self.zone, ALLIED, self.night)
        zone = st.world.sky.zones[self.zone]
        name = f"{st.turn}.air.{zone.id}" + (".night" if self.night else "")
        if not self.die:
            st.push(Die(name))
            return
        battle = Battle(_count(theirs), _count(ours))
        rule = R("13.1").read(R("reading 8.19"))
        die = _ruled(st, name, f"patrols over {zone.name}", battle, self.die, rule)
        if die is None:
            return
        st.pop()
        fought = dogfights.fight(battle, die)
        _lose(st, theirs, fought.intruders_lost)
        _lose(st, ours, fought.others_lost)
        for group, won, lost, heavy in (
            (theirs, fought.intruders_won, fought.others_won, fought.heavy[0]),
            (ours, fought.others_won, fought.intruders_won, fought.heavy[1]),
        ):
            for each in group:
                held = int(is_held(won=won))
                keep(st, replace(st.sorties[each.number], met=1, held=held, beaten=int(lost)))
            _tell(st, group, f"over {zone.name}", won=won, lost=lost, heavy=heavy)


def is_held(*, won: bool) -> bool:
    """Reading 8.19: a patrol that has not won over the enemy's meets no stream."""
    return not won


def streams(st: Position) -> list[Step]:
    """13.2: everything that flies in, by its number; fast aircraft are first asked whether."""
    found: list[Step] = []
    for each in st.sorties:
        if each.mission in (COVER, ESCORT):
            continue
        if met_on(st, each.number) < len(ROLLS) and _met(st, each):
            found.append(Evade(each.number))
        found.append(Stream(each.number))
    return found


@frame
class Stream(Step):
    """13.2: a stream of transports, bombers or others meets the first patrol on its way."""

    number: int
    die: int = 0
    rule = R("13.2")

    def rolled(self, st: Position, die: int) -> None:
        """The die lies."""
        st.swap(Stream(self.number, die))

    def run(self, st: Position) -> None:
        """Find who meets it, roll against its escort if it has one, and count what comes of it."""
        each = st.sorties[self.number]
        caught = _met(st, each)
        if not caught or not each.flying:
            st.pop()
            return
        own = escorts(st, each)
        battle = Battle(_count(own), _count(caught))
        name = f"{st.turn}.air.{key(st, each)}"
        if own and not self.die:
            st.push(Die(name))
            return
        die = self.die
        if own:
            rule = R("13.2").read(R("reading 8.19"))
            what = f"the escort of {called(st, each)} meets a patrol"
            ruled = _ruled(st, name, what, battle, die, rule)
            if ruled is None:
                return
            die = ruled
        fought = dogfights.fight(battle, die or 1)
        through = dogfights.through(battle, fought, cover=bool(own))
        bombers = each.mission != TRANSPORT
        lost = dogfights.serials_lost(through, each.flying, bombers=bombers)
        value = rule_on(
            st,
            f"{name}.caught",
            "air",
            f"{through} squadrons break through to {called(st, each)}",
            str(lost),
            choices=[str(n) for n in range(each.flying + 1)],
            why=_why_caught(through, lost, bombers=bombers),
            rule=R("13.4.b").read(R("reading 8.10")),
        )
        if value is None:
            return
        st.pop()
        self._carry_out(st, each, caught, own, fought, through, int(value))

    def _carry_out(
        self,
        st: Position,
        each: Sortie,
        caught: list[Sortie],
        own: list[Sortie],
        fought: Fought,
        through: int,
        lost: int,
    ) -> None:
        zone = st.world.sky.zones[caught[0].zone].name
        if own:
            _lose(st, own, fought.intruders_lost)
            _lose(st, caught, fought.others_lost)
        for one in own:
            keep(st, replace(st.sorties[one.number], met=1, beaten=int(fought.others_won)))
        for one in caught:
            beaten = int(fought.intruders_won and bool(own))
            met = int(bool(own)) or one.met
            keep(st, replace(st.sorties[one.number], met=met, held=1, beaten=beaten))
        state = each.state
        if each.mission != TRANSPORT:
            if not own or (not fought.intruders_won and not fought.others_won):
                state = SHAKEN
            elif fought.others_won:
                state = BROKEN_OFF
        gone = lose_squadrons(st, each.number, lost)
        keep(st, replace(st.sorties[each.number], state=state, through=through, caught=gone))
        if own:
            heavy = fought.heavy
            _tell(
                st,
                own,
                f"over {zone}",
                won=fought.intruders_won,
                lost=fought.others_won,
                heavy=heavy[0],
            )
        _tell_caught(st, each, caught, zone, lost, through)


def _met(st: Position, each: Sortie) -> list[Sortie]:
    """The enemy patrol of the first zone on its way that can still meet somebody."""
    for zone in () if each.slips else each.route:
        free = [p for p in patrols(st, zone, 1 - side_of(st, each), each.night) if not p.held]
        if free:
            return free
    return []


def _count(group: list[Sortie]) -> int:
    return sum(each.flying for each in group)


def _lose(st: Position, group: list[Sortie], count: int) -> None:
    for each in group:
        count -= lose_squadrons(st, each.number, count)


def _ruled(st: Position, name: str, what: str, battle: Battle, die: int, rule: R) -> int | None:
    """The die of a combat in the air, which Control may lay otherwise."""
    column = dogfights.odds(battle.attackers, battle.defenders)
    found = dogfights.fight(battle, die)
    who = "the intruders" if battle.intruders_attack else "the others"
    value = rule_on(
        st,
        name,
        "air",
        f"{what}: {battle.intruders} squadrons against {battle.others}",
        str(die),
        choices=[str(n) for n in range(1, 7)],
        why=[
            f"{who} have the larger number and roll (13.3.a)",
            f"{battle.attackers} to {battle.defenders} is {column}-1 (reading 8.9)",
            f"a die of {die}: {found.result} (13.3.table)",
            f"lost: {found.intruders_lost} and {found.others_lost} (13.3.b)",
        ],
        rule=rule,
    )
    return None if value is None else int(value)


def _why_caught(through: int, lost: int, *, bombers: bool) -> list[str]:
    found = [f"{through} squadrons break through (13.4.a)"]
    if bombers:
        return [*found, f"a quarter for bombers: {lost} (13.4.c)"]
    return [*found, f"a serial for each: {lost} (13.4.b)"]


def _tell(
    st: Position, group: list[Sortie], where: str, *, won: bool, lost: bool, heavy: bool
) -> None:
    """13.3.c: both sides hear how it went, with light or heavy losses."""
    how = "won" if won else "lost" if lost else "drawn"
    for team in sorted({each.team for each in group}):
        st.note(team, "fighters", figure=int(heavy), name=where, parts=(how,))


def _tell_caught(
    st: Position, each: Sortie, caught: list[Sortie], zone: str, lost: int, through: int
) -> None:
    if not through:
        return
    st.note(each.team, "caught", figure=lost, name=zone, parts=(called(st, each),))
    transports = int(each.mission == TRANSPORT)
    for team in sorted({one.team for one in caught}):
        st.note(team, "caught them", figure=transports, name=zone)
