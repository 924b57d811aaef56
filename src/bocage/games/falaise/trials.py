"""The fuzzer's view of The Pocket at Falaise: faults of a position, random positions and play.

Everything in a random position is possible, though play may never reach it. The armies are
close, mixed and in part cut off, some units reduced or disrupted, the Zone open or not.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import TYPE_CHECKING, Final

from bocage.engine import play
from bocage.engine.frames import CHANCE, Chance
from bocage.games.falaise.board.position import DEAD, DISRUPTED, EXITED, GUF, THIS_ROUND, Position
from bocage.games.falaise.options import LEAST, LEAST_ODDS, SOLITAIRE
from bocage.games.falaise.pieces.units import ALLIED, GERMAN
from bocage.games.falaise.s03_setup import SetUp, first_position
from bocage.games.falaise.s04_activation import ActionRound
from bocage.games.falaise.s04_sequence import LAST_TURN, LATER, GameTurn
from bocage.games.falaise.s05_stacking import fits, overstacked
from bocage.games.falaise.s10_results import Battle
from bocage.games.falaise.s10_retreats import Retreating
from bocage.games.falaise.words.verbs import END, HOLD, PASS, PICK, PLACE, STAY

if TYPE_CHECKING:
    from bocage.engine.actions import Action
    from bocage.games.falaise.board.world import World


def faults_of(st: Position) -> list[str]:
    """Return every fault found, a sentence each."""
    found: list[str] = []
    world = st.world
    named = world.unit_names.written
    for u, (h, steps, unit) in enumerate(zip(st.loc, st.steps, world.units, strict=True)):
        if h >= world.size:
            found.append(f"{named[u]} is on no hex")
        if (steps == 0) != (h == DEAD):
            found.append(f"{named[u]} has {steps} steps and is at {h}")
        if steps > unit.steps:
            found.append(f"{named[u]} has too many steps")
    both = set(st.stacks(ALLIED)) & set(st.stacks(GERMAN))
    found += [f"both sides are in {world.grid.numbers[h]}" for h in both]
    if not any(isinstance(each, Retreating | Battle) for each in st.stack):
        for side in (ALLIED, GERMAN):
            for h in overstacked(st, side):
                found.append(f"{world.grid.numbers[h]} is over-stacked")
    for u in world.allied:
        if st.loc[u] >= 0 and world.ground.escaped[st.loc[u]]:
            found.append(f"{named[u]} is east of the Withdrawal Line")
    if not st.zone_open:
        for u in world.german:
            if st.loc[u] >= 0 and world.ground.zone_86[st.loc[u]]:
                found.append(f"{named[u]} is in the closed zone")
            if world.late[u] and st.loc[u] >= 0:
                found.append(f"{named[u]} has come before its time")
    if not any(isinstance(each, ActionRound) for each in st.stack):
        for u, marks in enumerate(st.marks):
            if marks & THIS_ROUND:
                found.append(f"{named[u]} keeps the marks of a round")
    return found


# Random positions and play -----------------------------------------------------------------


# Positions ---------------------------------------------------------------------------------


_DEAD: Final = 0.12
_ALL_SWITCHES: Final = 17
"""Bits of every switch but solitaire play and its odds."""
_ALONE: Final = 0.15


def midgame(world: World, rng: Random) -> Position:
    """Return a random position in which a seat is asked, at the start of a turn."""
    switches = rng.getrandbits(_ALL_SWITCHES) if rng.random() < 0.3 else 0
    if rng.random() < _ALONE:
        switches |= SOLITAIRE | rng.randrange(len(LEAST.choices)) << LEAST_ODDS
    st = first_position(world, switches)
    st.turn = rng.randint(2, LAST_TURN)
    st.ter_80 = rng.randint(1, 3)
    st.relieved = int(st.turn > LATER and rng.random() < 0.5)
    st.zone_open = int(rng.random() < 0.6)
    st.boundary = int(st.zone_open or rng.random() < 0.5)
    st.counter = rng.randint(LATER, st.turn - 1) if st.turn > LATER and rng.random() < 0.5 else 0
    st.argentan_taken = int(rng.random() < 0.5)
    st.argentan = ALLIED if st.argentan_taken and rng.random() < 0.7 else GERMAN
    st.vp = rng.randint(-10, 30)
    # The armies lie across each other along one stretch of the map.
    centre = rng.choice(world.grid.within(world.grid.hex("2420"), 14))
    around = world.grid.within(centre, rng.randint(7, 14))
    for u in range(world.count):
        _put(st, u, around, rng)
    st.stack = (GameTurn(0),)
    play.settle(st)
    while isinstance(play.top_of(st), Chance):
        play.apply(st, CHANCE, play.roll(st, rng))
    return st


def _put(st: Position, u: int, around: tuple[int, ...], rng: Random) -> None:
    world = st.world
    side = st.side_of(u)
    fate = rng.random()
    if world.late[u] and not st.zone_open:
        return
    if world.destroyers[u] and st.turn < LATER:
        return
    tries = (rng.choice(around) for _ in range(8))
    h = next((each for each in tries if _may_stand(st, u, each)), None)
    if h is None or fate < _DEAD:
        st.place(u, DEAD)
        st.steps[u] = 0
        return
    if side == GERMAN and fate < _DEAD + 0.06:
        st.place(u, EXITED if rng.random() < 0.5 else GUF)
        return
    st.place(u, h)
    if world.two_step[u] and rng.random() < 0.4:
        st.steps[u] = 1
    if rng.random() < 0.25:
        st.marks[u] |= DISRUPTED


def _may_stand(st: Position, u: int, h: int) -> bool:
    ground, side = st.world.ground, st.side_of(u)
    if st.at(h, 1 - side) or not fits(st, u, h):
        return False
    if ground.zone_86[h] and not st.zone_open:
        return False
    if h == ground.argentan and side != st.argentan:
        return False
    return side == GERMAN or not ground.escaped[h]


# Busy play ---------------------------------------------------------------------------------


_IDLE = frozenset({END.number, STAY.number, PASS.number, HOLD.number})


def busy(st: Position, legal: Sequence[Action], rng: Random) -> Action:
    """Return a random action that neither ends a phase nor stays while there is something to do.

    In set-up it places units and picks none up again, unless there is no other way.
    """
    top = legal[0]
    kind = top >> 32
    if kind == END.number and len(legal) > 1 and legal[1] >> 32 == PICK.number:
        return top if _is_set_up(st) else rng.choice(legal)
    if kind in _IDLE and len(legal) > 1:
        return legal[1 + int(rng.random() * (len(legal) - 1))]
    if kind == PLACE.number:
        last = len(legal)
        while last > 1 and legal[last - 1] >> 32 == PICK.number:
            last -= 1
        return legal[int(rng.random() * last)]
    return legal[int(rng.random() * len(legal))]


def _is_set_up(st: Position) -> bool:
    return isinstance(st.stack[-1], SetUp)
