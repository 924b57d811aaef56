"""The invariants bite: each planted fault is found; and positions that play reaches have none."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from bocage.engine import play
from bocage.engine.frames import Ask
from bocage.games.roundup.board.position import (
    CUP,
    DEAD,
    FOUGHT,
    GROUNDED,
    HAND,
    HAS_DROPPED,
    LANDED,
    MOVED,
    POOL,
    REPLACED,
    TRACK,
    Position,
)
from bocage.games.roundup.trials import midgame
from tests.games.roundup.build import Board, game

UNITS = {"GE20": "3315", "GE15": "3315", "UK01": "3318", "US15": "3218"}


def u(name: str) -> int:
    """Return the number of a unit."""
    return game().world.unit_names.index(name)


def h(number: str) -> int:
    """Return the hex of a number."""
    return game().world.grid.hex(number)


def put(name: str, where: int) -> Callable[[Position], None]:
    """Return a unit somewhere, and nothing else changed."""

    def change(st: Position) -> None:
        st.place(u(name), where)

    return change


def marked(name: str, bits: int) -> Callable[[Position], None]:
    """Return a mark on a unit."""

    def change(st: Position) -> None:
        st.marks[u(name)] |= bits

    return change


def steps(name: str, count: int) -> Callable[[Position], None]:
    """So many steps."""

    def change(st: Position) -> None:
        st.steps[u(name)] = count

    return change


def _due(st: Position) -> None:
    st.due[u("UK21")] = 5


def _stale_zone(st: Position) -> None:
    st.zone(0)
    st.loc[u("GE20")] = h("3313")
    st.control[h("3313")] = 0


def _stale_net(st: Position) -> None:
    st.net(0, 0)
    st.beachheads[0] = h("3024") + 1


def _german_on_beachhead(st: Position) -> None:
    st.beachheads[0] = h("3315")


def _ports(st: Position) -> None:
    st.port_ready[0] = 1


def _air(st: Position) -> None:
    st.tas = (h("3315"),)


def _aerial(st: Position) -> None:
    st.aerial[0] = h("3218")


def _weather(st: Position) -> None:
    st.weather = 7


def _strategy(st: Position) -> None:
    st.strategy = 0


def _twice(st: Position) -> None:
    st.set_beachhead(0, h("2824"))


@pytest.mark.parametrize(
    ("plant", "found"),
    [
        (put("UK01", h("3315")), "shares 3315 with the enemy"),
        (put("UK01", CUP), "nowhere a counter of its side can be"),
        (put("GE20", POOL), "nowhere a counter of its side can be"),
        (put("GE49", CUP), "a container it does not belong to"),
        (put("GE20", HAND), "drawn and is not placed"),
        (put("US01", TRACK), "a division on the return track"),
        (put("UK21", TRACK), "due on turn 0"),
        (_due, "due to return but is not on the track"),
        (put("UK01", DEAD), "has 2 steps at"),
        (steps("UK01", 3), "has 3 steps at"),
        (steps("UK01", 0), "has 0 steps at"),
        (steps("UK02", 1), "has 1 steps at"),
        (marked("UK01", MOVED), "moved outside a Movement Phase"),
        (marked("GE20", FOUGHT), "fought outside a Combat Phase"),
        (marked("UK01", LANDED), "landed outside"),
        (marked("GE20", REPLACED), "bears an Allied mark"),
        (marked("UK02", REPLACED), "off the map and bears marks"),
        (marked("US13", GROUNDED), "dropped without using its drop"),
        (marked("UK01", HAS_DROPPED), "not an airborne unit"),
        (put("UK02", h("3318")), "3318 is over-stacked"),
        (put("GE15", h("1908")), "a heavy panzer in polder"),
        (put("GE16", h("3318")), "which the enemy controls"),
        (_german_on_beachhead, "stands on the Beachhead Marker"),
        (_twice, "two Beachhead Markers in one hex"),
        (_ports, "in use and not wholly Allied"),
        (_air, "belong to nobody"),
        (_aerial, "an Aerial Supply Marker"),
        (_weather, "weather 7"),
        (_strategy, "strategy 0 on turn 3"),
        (_stale_zone, "zones against side 0 are stale"),
        (_stale_net, "supply net of side 0, nation 0, is stale"),
    ],
)
def test_a_planted_fault_is_found(plant: Callable[[Position], None], found: str) -> None:
    """Each kind of impossible position has its own message, with the unit or place."""
    board = Board(UNITS, phase="german.movement")
    assert board.faults() == []
    plant(board.st)
    said = board.faults()
    assert any(found in each for each in said), said


@pytest.mark.parametrize("seed", range(40))
def test_random_middles_are_possible(seed: int) -> None:
    """A random position from the middle of a game has no fault, asks a seat, and plays on."""
    rng = Random(seed)
    st = midgame(game().world, rng)
    assert game().faults(st) == []
    assert 2 <= st.turn <= 10
    for _ in range(30):
        if not st.stack or not isinstance(st.stack[-1], Ask):
            break
        seat = play.pending(st)[0]
        play.apply(st, seat, rng.choice(play.legal(st, seat)))
    assert st.key() != b""


def test_middles_differ() -> None:
    """Seeds give different positions, of both sides and in several phases."""
    found = [midgame(game().world, Random(seed)) for seed in range(80)]
    assert len({st.key() for st in found}) == 80
    assert {play.pending(st)[0] for st in found if st.stack} == {0, 1}
    assert len({type(st.stack[-1]).__name__ for st in found}) >= 4
