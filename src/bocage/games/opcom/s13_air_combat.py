"""Combat in the air (13): patrols, streams, and the fate of intercepted aircraft."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction

from bocage.engine.frames import Step, frame
from bocage.engine.ledger import Ledger
from bocage.games.opcom.board.air_tables import LOSE, WIN
from bocage.games.opcom.board.position import Position
from bocage.games.opcom.board.tables import Tables
from bocage.games.opcom.pieces.flights import BROKEN_OFF, SHAKEN, Sortie
from bocage.games.opcom.rulebook import R
from bocage.games.opcom.s02_umpiring.cards import rule_on
from bocage.games.opcom.s02_umpiring.dice import Die
from bocage.games.opcom.s12_air.flak import Evade, met_on
from bocage.games.opcom.s12_air.orders import COVER, ESCORT, TRANSPORT
from bocage.games.opcom.s12_air.sorties import (
    called,
    escorts,
    keep,
    key,
    lose_squadrons,
    patrols,
    side_of,
)
from bocage.games.opcom.words.amounts import share
from bocage.games.opcom.words.verbs import ROLLS


@dataclass(frozen=True, slots=True)
class Battle:
    """Fighters of two sides that meet."""

    intruders: int
    """Squadrons that enter the other's zone; of two patrols, the Axis squadrons."""
    others: int

    @property
    def intruders_attack(self) -> bool:
        """Return whether the intruders attack: the larger side does, or the intruders at equal
        numbers.

        (13.3.a, reading 8.9.)
        """
        return self.intruders >= self.others

    @property
    def attackers(self) -> int:
        """Return the squadrons of the side that rolls."""
        return self.intruders if self.intruders_attack else self.others

    @property
    def defenders(self) -> int:
        """Return the squadrons of the other side."""
        return self.others if self.intruders_attack else self.intruders


@dataclass(frozen=True, slots=True)
class Fought:
    """The result of a battle in the air."""

    result: str
    """Win, draw or lose, for the attacker."""
    intruders_lost: int
    others_lost: int
    intruders_won: bool
    others_won: bool
    heavy: tuple[bool, bool]
    """Whether intruders and others report heavy losses (13.3.c)."""


def odds(attackers: int, defenders: int, charts: Tables) -> int:
    """Return the ratio of strengths, rounded down to a printed column (reading 8.9)."""
    return max(1, min(attackers // max(1, defenders), len(charts.sky.fighters[0][1])))


def result(attackers: int, defenders: int, die: int, charts: Tables) -> str:
    """Return win, draw or lose for the attacker (13.3.table)."""
    column = odds(attackers, defenders, charts) - 1
    return next(cells for span, cells in charts.sky.fighters if die in span)[column]


def lost(share: int, enemies: int, own: int, rule: R) -> tuple[int, Ledger]:
    """Return a share of the enemy's squadrons, rounded to the nearest, half up (13.3.b, reading
    8.8).
    """
    found = Ledger()
    found.add("hundredths", share * enemies, rule, "{share}% of {n}", share=share, n=enemies)
    count = (int(found.total("hundredths")) + 50) // 100
    return min(own, count), found


_RULES = {"win": R("13.3.win"), "draw": R("13.3.draw"), "lose": R("13.3.lose")}


def fight(battle: Battle, die: int, charts: Tables) -> Fought:
    """Return the winner and the losses of both sides; a side without an enemy wins (13.3)."""
    if not battle.intruders or not battle.others:
        met = bool(battle.intruders), bool(battle.others)
        return Fought("none", 0, 0, met[0] and not met[1], met[1] and not met[0], (False, False))
    found = result(battle.attackers, battle.defenders, die, charts)
    ours, theirs = charts.sky.losses[found]
    rule = _RULES[found].read(R("reading 8.8"))
    first, _ = lost(ours, battle.defenders, battle.attackers, rule)
    second, _ = lost(theirs, battle.attackers, battle.defenders, rule)
    won = {WIN: (True, False), LOSE: (False, True)}.get(found, (False, False))
    heavy = first > 0, second > 0
    if battle.intruders_attack:
        return Fought(found, first, second, *won, heavy)
    return Fought(found, second, first, won[1], won[0], (heavy[1], heavy[0]))


def through(battle: Battle, fought: Fought, *, cover: bool) -> int:
    """Return the fighters that break through to the covered aircraft (13.4.a, reading 8.10).

    Args:
        battle: the fighters that attack the stream are its `others`.
        fought: its result.
        cover: whether the stream had any escort or cover.
    """
    if not cover:
        return battle.others
    return battle.others - fought.others_lost if fought.others_won else 0


def serials_lost(squadrons: int, serials: int, *, bombers: bool, charts: Tables) -> int:
    """Return a serial for each squadron through; of bombers a share, to the nearest (13.4.b,
    13.4.c, reading 8.10).
    """
    found = Ledger()
    found.add("serials", squadrons, R("13.4.b"), "{n} squadrons through", n=squadrons)
    if bombers:
        part = charts.figures.air.bombers
        rule = R("13.4.c").read(R("reading 8.10"))
        found.add("serials", (part - 1) * squadrons, rule, "{part} for bombers", part=share(part))
    return min(serials, int(found.total("serials") + Fraction(1, 2)))


ALLIED, AXIS = 0, 1


def contested(st: Position) -> list[Step]:
    """Return a step for each zone in which both sides have patrols at the same time (13.1)."""
    return [
        Patrol(zone, night)
        for zone in range(len(st.world.sky.zones))
        for night in (0, 1)
        if patrols(st, zone, AXIS, night) and patrols(st, zone, ALLIED, night)
    ]


@frame
class Patrol(Step):
    """The patrols of both sides over one zone (13.1)."""

    zone: int
    night: int
    die: int = 0
    rule = R("13.1")

    def rolled(self, st: Position, die: int) -> None:
        """Keep the number that was rolled."""
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
        fought = fight(battle, die, st.world.tables)
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
    """Return whether a patrol must ignore streams: it has not beaten the enemy's (reading 8.19)."""
    return not won


def streams(st: Position) -> list[Step]:
    """Return a step for each mission by number.

    Fast aircraft first decide whether to evade (13.2).
    """
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
    """A stream of transports, bombers or others that meets the first patrol on its way (13.2)."""

    number: int
    die: int = 0
    rule = R("13.2")

    def rolled(self, st: Position, die: int) -> None:
        """Keep the number that was rolled."""
        st.swap(Stream(self.number, die))

    def run(self, st: Position) -> None:
        """Find the opponents, roll against its escort if it has one, and count the results."""
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
        fought = fight(battle, die or 1, st.world.tables)
        broke = through(battle, fought, cover=bool(own))
        bombers = each.mission != TRANSPORT
        lost = serials_lost(broke, each.flying, bombers=bombers, charts=st.world.tables)
        value = rule_on(
            st,
            f"{name}.caught",
            "air",
            f"{broke} squadrons break through to {called(st, each)}",
            str(lost),
            choices=[str(n) for n in range(each.flying + 1)],
            why=_why_caught(st, broke, lost, bombers=bombers),
            rule=R("13.4.b").read(R("reading 8.10")),
        )
        if value is None:
            return
        st.pop()
        self._carry_out(st, each, caught, own, fought, broke, int(value))

    def _carry_out(
        self,
        st: Position,
        each: Sortie,
        caught: list[Sortie],
        own: list[Sortie],
        fought: Fought,
        broke: int,
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
        keep(st, replace(st.sorties[each.number], state=state, through=broke, caught=gone))
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
        _tell_caught(st, each, caught, zone, lost, broke)


def _met(st: Position, each: Sortie) -> list[Sortie]:
    """Return the first enemy patrol on its way that can still meet a stream; empty without one."""
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
    """Return the die of a combat in the air; Control may change it."""
    column = odds(battle.attackers, battle.defenders, st.world.tables)
    found = fight(battle, die, st.world.tables)
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


def _why_caught(st: Position, through: int, lost: int, *, bombers: bool) -> list[str]:
    found = [f"{through} squadrons break through (13.4.a)"]
    if bombers:
        return [*found, f"{share(st.figures.air.bombers)} for bombers: {lost} (13.4.c)"]
    return [*found, f"a serial for each: {lost} (13.4.b)"]


def _tell(
    st: Position, group: list[Sortie], where: str, *, won: bool, lost: bool, heavy: bool
) -> None:
    """Report the result to both sides, with light or heavy losses (13.3.c)."""
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
