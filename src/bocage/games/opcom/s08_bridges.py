"""Bridges (8): tests and demolition, on order or in a fight, and building."""

from __future__ import annotations

from dataclasses import dataclass

from bocage.engine.frames import Step, frame
from bocage.engine.rulings import OK, Ruling, refuse
from bocage.games.opcom.board.position import BLOWN, SAFE, TESTED, Position
from bocage.games.opcom.board.tables import Tables
from bocage.games.opcom.board.ways import Point, km_between
from bocage.games.opcom.pieces.fights import Combat
from bocage.games.opcom.pieces.orders import Demolition
from bocage.games.opcom.rulebook import R
from bocage.games.opcom.s02_umpiring.cards import rule_on
from bocage.games.opcom.s02_umpiring.dice import Die


def must_test(*, blown: bool, safe: bool, fought_over: bool, ordered: bool) -> bool:
    """Return whether to test a bridge: fought over or ordered, not blown and not safe.

    (8.0.a, readings 5.1 and 5.2.)
    """
    return bool(may_test(blown=blown, safe=safe)) and (fought_over or ordered)


def may_test(
    *, blown: bool, safe: bool, ordered_this_turn: bool = False, holds_an_end: bool = True
) -> Ruling:
    """Return whether a bridge may be tested, in a fight or on order; if not, why."""
    if blown:
        return refuse(R("8.0.a"), "the bridge is down")
    if safe:
        return refuse(R("8.0.c"), "the bridge is safe: Allied troops have checked or passed it")
    if ordered_this_turn:
        return refuse(R("reading 5.2"), "it was ordered blown this turn already")
    if not holds_an_end:
        return refuse(R("reading 5.2"), "the side that would blow it holds neither end")
    return OK


def blows(die: int, *, charts: Tables) -> bool:
    """Return whether the bridge blows up; a scenario may have other odds (8.0.b)."""
    return die in charts.demolition


def after_test(marks: int, die: int, charts: Tables) -> int:
    """Return the marks of a bridge after a test. Call `must_test` first."""
    blown = blows(die, charts=charts)
    return (marks & ~SAFE) | TESTED | BLOWN if blown else marks | TESTED


def after_visit(marks: int) -> int:
    """Return the marks of a bridge that Allied troops have checked or passed (8.0.c)."""
    return marks | SAFE if marks & TESTED and not marks & BLOWN else marks


def is_hit_from_the_air(
    heavy: int, tactical: int, die: int, second: int = 0, *, charts: Tables
) -> bool:
    """Return whether bombs destroy a bridge; tactical squadrons need a second die (reading 5.3)."""
    figures = charts.figures.bridges
    if die < figures.air_hit:
        return False
    if heavy >= figures.heavy_squadrons:
        return True
    enough = tactical >= figures.tactical_squadrons
    return enough and second >= figures.tactical_hit


@dataclass(frozen=True, slots=True)
class Building:
    """The means to bridge a gap (reading 5.4)."""

    turns: int
    columns: int
    """The bridging columns that it uses."""
    heavy: bool
    """True for class 40, with the capacity of a Bailey bridge; False for a light bridge."""


def building(
    gap_m: int, *, major: bool = False, damaged: bool = False, charts: Tables
) -> Building | None:
    """Return the means for a new bridge; None if the gap is too wide for any."""
    figures = charts.figures.bridges
    short, long = figures.bailey_gap
    if damaged:
        return Building(figures.mended, 0, heavy=False)
    if major:
        return Building(*figures.major, heavy=True)
    if gap_m <= short:
        return Building(*figures.short, heavy=True)
    return Building(*figures.long, heavy=True) if gap_m <= long else None


def may_build(
    plan: Building | None, *, engineers: bool, columns: int, under_fire: bool, major: bool = False
) -> Ruling:
    """Return whether a bridge can be built this turn, and why not (reading 5.4)."""
    rule = R("reading 5.4")
    if plan is None:
        return refuse(rule, "the gap is too wide")
    if not engineers:
        return refuse(rule, "no engineers are there")
    if columns < plan.columns:
        words = "it takes {wanted} bridging columns, and {found} are there"
        return refuse(rule, words, wanted=plan.columns, found=columns)
    if under_fire and major:
        return refuse(rule, "a major river is not bridged under direct fire")
    return OK


def wreck_points(*, foot: bool, major: bool, charts: Tables) -> int:
    """Return the unit points that cross a blown bridge in a turn: foot, over minor water
    (reading 5.5).
    """
    return charts.figures.bridges.wreck_points if foot and not major else 0


def card_name(st: Position, crossing: int) -> str:
    """Return the name of the card about a bridge in this turn."""
    return f"{st.turn}.bridge.{st.world.crossings[crossing].id}"


def bridges_near(st: Position, combat: Combat) -> list[int]:
    """Return the bridges within 1 km of a fight that need a test, once a turn (8.0.a, reading
    5.1).
    """
    near = st.figures.bridges.near
    seen = {card.name for card in st.cards}
    points: list[Point] = [st.at(u) for u in (*combat.attackers, *combat.defenders)]
    return [
        i
        for i, bridge in enumerate(st.world.crossings)
        if card_name(st, i) not in seen
        and any(km_between(p, st.world.ways.xy(bridge.lat, bridge.lon)) <= near for p in points)
        and must_test(
            blown=bool(st.bridges[i] & BLOWN),
            safe=bool(st.bridges[i] & SAFE),
            fought_over=True,
            ordered=False,
        )
    ]


def check_bridges(st: Position) -> None:
    """Make tested bridges safe at which an Allied unit ends its move (8.0.c, reading 5.1)."""
    for i, bridge in enumerate(st.world.crossings):
        if after_visit(st.bridges[i]) == st.bridges[i]:
            continue
        at = st.world.ways.xy(bridge.lat, bridge.lon)
        if any(
            u.side == 0
            and st.level(u.number) > 0
            and km_between(st.at(u.number), at) <= st.figures.bridges.checked
            for u in st.here()
        ):
            st.bridges[i] = after_visit(st.bridges[i])


@frame
class TestBridge(Step):
    """The test of a bridge: Control rules whether it takes place, then a die."""

    __test__ = False  # pytest must not collect it

    crossing: int
    ordered: int
    """1 if a team has ordered it."""
    rule = R("8.0.a")

    def rolled(self, st: Position, die: int) -> None:
        """Blow the bridge on a 1 (8.0.b)."""
        st.pop()
        marks = after_test(st.bridges[self.crossing], die, st.world.tables)
        if marks & BLOWN:
            blow(st, self.crossing)
        else:
            st.bridges[self.crossing] = marks
            for order in st.chores if self.ordered else ():
                if isinstance(order, Demolition) and order.crossing == self.crossing:
                    st.note(order.team, "not blown", crossing=self.crossing)

    def run(self, st: Position) -> None:
        """Ask Control, then roll."""
        bridge = st.world.crossings[self.crossing]
        why = "on order (reading 5.2)" if self.ordered else "fought over (8.0.a)"
        value = rule_on(
            st,
            card_name(st, self.crossing),
            "bridge",
            f"{bridge.name} is tested for demolition",
            "test",
            choices=("test", "no test", "blown"),
            why=[why],
            rule=R("8.0.a").read(R("reading 5.1")),
        )
        if value is None:
            return
        if value == "test":
            st.push(Die(card_name(st, self.crossing)))
            return
        st.pop()
        if value == "blown":
            blow(st, self.crossing)


def known_down(st: Position, team: int) -> list[int]:
    """Return the bridges that a team takes to be down, by what it was told and sees now.

    It has seen them blown up, or knew of them from the start; one that stands again it must see
    (reading 10.7).
    """
    told, teams, crossings = st.told[team], st.world.teams, st.world.crossings
    down = {i for i, marks in enumerate(st.bridges) if marks & BLOWN}
    before = {i for i, bridge in enumerate(crossings) if bridge.id in told.down}
    if down == before or not told:
        return sorted(down)
    eyes = {i for i, each in enumerate(teams) if i == team or each.under == teams[team].seat}
    heard = {each.crossing for each in st.notes if each.team in eyes and each.code == "blown"}
    heard |= {
        each.crossing for each in st.corrections if (each.team, each.code) == (team, "is down")
    }
    own = [st.at(u.number) for u in st.here() if u.team in eyes]

    def is_seen(crossing: int, km: float) -> bool:
        at = st.world.ways.xy(crossings[crossing].lat, crossings[crossing].lon)
        return any(km_between(there, at) <= km for there in own)

    figures = st.figures.bridges
    new = {i for i in down - before if i in heard or is_seen(i, figures.looked)}
    mended = {i for i in before - down if is_seen(i, figures.seen)}
    return sorted((before | new) - mended)


def blow(st: Position, crossing: int) -> None:
    """The bridge is down; those on it are caught (reading 5.2), and those near see it."""
    bridge = st.world.crossings[crossing]
    st.bridges[crossing] = (st.bridges[crossing] & ~SAFE) | BLOWN | TESTED
    at = st.world.ways.xy(bridge.lat, bridge.lon)
    seen: set[int] = set()
    for unit in st.here():
        km = km_between(st.at(unit.number), at)
        if km <= st.figures.bridges.caught and st.level(unit.number) > 0:
            st.lose(unit.number, 1)
        if km <= st.figures.bridges.seen and unit.team not in seen:
            seen.add(unit.team)
            st.note(unit.team, "blown", crossing=crossing)
