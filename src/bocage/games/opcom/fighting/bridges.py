"""Bridges that are fought over or ordered blown (8): one test, for Control's eyes."""

from __future__ import annotations

from bocage.engine.frames import Frame, Step, frame
from bocage.games.opcom.control.cards import rule_on
from bocage.games.opcom.control.rolling import Die
from bocage.games.opcom.demolition import blows, must_test
from bocage.games.opcom.pieces.fights import Combat
from bocage.games.opcom.position import BLOWN, SAFE, TESTED, Position
from bocage.games.opcom.rulebook import R
from bocage.games.opcom.ways import Point, km_between


def card_name(st: Position, crossing: int) -> str:
    """The name of the card about a bridge in this turn."""
    return f"{st.turn}.bridge.{st.world.crossings[crossing].id}"


def bridges_near(st: Position, combat: Combat) -> list[int]:
    """8.0.a, reading 5.1: bridges within 1 km of a fight that are to be tested, once a turn."""
    near = st.world.tables.figures.wholes["bridges.near"]
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
    """8.0.c, reading 5.1: a tested bridge at which an Allied unit ends its move is safe."""
    for i, bridge in enumerate(st.world.crossings):
        if st.bridges[i] & (TESTED | SAFE | BLOWN) != TESTED:
            continue
        at = st.world.ways.xy(bridge.lat, bridge.lon)
        if any(
            u.side == 0 and st.level(u.number) > 0 and km_between(st.at(u.number), at) <= _AT_KM
            for u in st.here()
        ):
            st.bridges[i] |= SAFE


def test_frame(st: Position, crossing: int, *, ordered: bool) -> Frame:  # noqa: ARG001
    """The frame that tests a bridge."""
    return TestBridge(crossing, int(ordered))


@frame
class TestBridge(Step):
    """Control rules whether a bridge is tested; then a die."""

    __test__ = False  # no test of pytest's

    crossing: int
    ordered: int
    rule = R("8.0.a")

    def rolled(self, st: Position, die: int) -> None:
        """8.0.b: it blows on a 1."""
        st.pop()
        if blows(die):
            blow(st, self.crossing)
        else:
            st.bridges[self.crossing] |= TESTED

    def run(self, st: Position) -> None:
        """Ask, then roll."""
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


def blow(st: Position, crossing: int) -> None:
    """The bridge is down; those on it are caught (reading 5.2), and those near see it."""
    bridge = st.world.crossings[crossing]
    st.bridges[crossing] = (st.bridges[crossing] & ~SAFE) | BLOWN | TESTED
    at = st.world.ways.xy(bridge.lat, bridge.lon)
    seen: set[int] = set()
    for unit in st.here():
        km = km_between(st.at(unit.number), at)
        if km <= _CAUGHT_KM and st.level(unit.number) > 0:
            st.lose(unit.number, 1)
        if km <= _SEEN_KM and unit.team not in seen:
            seen.add(unit.team)
            st.note(unit.team, "blown", crossing=crossing)


_AT_KM = 0.5
_CAUGHT_KM = 0.15
_SEEN_KM = 5.0
