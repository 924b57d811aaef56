"""Random play for the fuzzer: positions from the middle of a game, and a keen player.

Everything in these positions is possible; none need have come about by play. Units stand
anywhere within reason of the beachheads, with any steps, some cut off, some dropped, ports in any
hands; the turn begins, or somebody is about to move or to fight.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import TYPE_CHECKING, Final

from bocage.engine import play
from bocage.engine.actions import Action
from bocage.engine.frames import CHANCE, Chance
from bocage.games.roundup.board.changes import arrive
from bocage.games.roundup.board.charts import WEATHERS
from bocage.games.roundup.board.position import ASIDE, CUP, DEAD, GROUNDED, HAS_DROPPED, LOST, TRACK
from bocage.games.roundup.board.world import BEACHHEADS
from bocage.games.roundup.options import (
    ANY_STRATEGY,
    GERMAN_REPLACEMENTS,
    HIDDEN_DIRECTIVE,
    KAMPFGRUPPEN,
    PARACHUTE_CORPS,
    REACTION,
)
from bocage.games.roundup.pieces.units import ALLIED, GERMAN, NATIONS
from bocage.games.roundup.s03_stacking import fits
from bocage.games.roundup.s05_sequence import STAGES, GameTurn, allied_order, german_order
from bocage.games.roundup.s08_returns import LAST_TURN
from bocage.games.roundup.s09_order import Operations, may_bomb
from bocage.games.roundup.s10_movement import MovePhase
from bocage.games.roundup.s11_combat import CombatPhase
from bocage.games.roundup.s13_setup import first_position
from bocage.games.roundup.words.verbs import COMBAT_MOVE, END, MOVE_COMBAT

if TYPE_CHECKING:
    from bocage.games.roundup.board.position import Position
    from bocage.games.roundup.board.world import World


# Positions ---------------------------------------------------------------------------------


_ASHORE: Final = 0.55
_DEAD: Final = 0.1
_FAR: Final = 9
"""Hexes from a beachhead, at most, where most Allied units stand."""


def midgame(world: World, rng: Random) -> Position:
    """A random position in which a seat is asked."""
    st = first_position(world, _switches(rng) if rng.random() < 0.3 else 0)
    st.turn = rng.randint(2, LAST_TURN)
    st.strategy = rng.randint(1, 4)
    for marker, h in enumerate(rng.sample(world.beaches, len(BEACHHEADS))):
        st.set_beachhead(marker, h)
    _raise_flags(st, rng)
    _put_germans(st, rng)
    _put_allies(st, rng)
    for u, h in enumerate(st.loc):
        if h >= 0:
            st.take_control(h, st.side_of(u))
    if rng.random() < 0.2:
        st.set_beachhead(rng.randrange(len(BEACHHEADS)), LOST)
    _begin(st, rng)
    play.settle(st)
    while st.stack and isinstance(st.stack[-1], Chance):
        play.apply(st, CHANCE, play.roll(st, rng))
    return st


def _switches(rng: Random) -> int:
    """Any switches that may stand together."""
    found = rng.getrandbits(ANY_STRATEGY.bit_length())
    if found & KAMPFGRUPPEN:
        found &= ~GERMAN_REPLACEMENTS
    if not found & PARACHUTE_CORPS:
        found &= ~REACTION
    return found & ~HIDDEN_DIRECTIVE  # by now everybody knows


def _raise_flags(st: Position, rng: Random) -> None:
    """Some land behind the beachheads is Allied, and perhaps whole ports."""
    for beach in st.beachheads:
        for h in st.world.grid.within(beach, rng.randrange(_FAR)):
            if rng.random() < 0.8:
                st.take_control(h, ALLIED)
    for hexes in st.world.ports:
        side = rng.choice((ALLIED, GERMAN, None))
        for h in hexes:
            st.take_control(h, rng.choice((ALLIED, GERMAN)) if side is None else side)


def _put_germans(st: Position, rng: Random) -> None:
    world = st.world
    grid = world.grid
    for u in world.german:
        if st.loc[u] == ASIDE or (st.strategy < 3 and world.units[u].entry == "RUSSIA"):
            continue
        fate = rng.random()
        if fate < _DEAD:
            st.place(u, DEAD)
            st.steps[u] = 0
            continue
        if st.loc[u] == CUP and fate > _ASHORE:
            continue
        around = grid.within(rng.choice(st.beachheads), _FAR + 3)
        h = rng.choice(around)
        taken = h in st.beachheads or (world.is_heavy[u] and world.is_polder[h])
        if not taken and fits(st, u, h):
            arrive(st, u, h)
            _wound(st, u, rng)


def _put_allies(st: Position, rng: Random) -> None:
    world = st.world
    for u in world.allied:
        fate = rng.random()
        if fate < _DEAD:
            if world.is_division[u]:
                st.place(u, DEAD)
                st.steps[u] = 0
            elif st.turn < LAST_TURN:
                st.place(u, TRACK)
                st.due[u] = rng.randint(st.turn + 1, LAST_TURN)
            continue
        if fate > _ASHORE:
            continue
        marker = 2 * world.nation[u] + rng.randrange(2)
        h = rng.choice(world.grid.within(st.beachheads[marker], rng.randrange(_FAR)))
        if not st.at(h, GERMAN) and fits(st, u, h):
            arrive(st, u, h)
            _wound(st, u, rng)
            if world.units[u].airborne and rng.random() < 0.5:
                st.marks[u] |= HAS_DROPPED | (GROUNDED if rng.random() < 0.5 else 0)


def _wound(st: Position, u: int, rng: Random) -> None:
    if st.world.is_division[u] and rng.random() < 0.4:
        st.steps[u] = 1


def _begin(st: Position, rng: Random) -> None:
    """A turn begins, or a player's phase is half done."""
    if rng.random() < 0.5:
        st.stack = (GameTurn(0),)
        return
    st.weather = rng.randrange(len(WEATHERS))
    st.superiority = rng.choice((ALLIED, GERMAN))
    st.set_tas(tuple(rng.randrange(st.world.size) for _ in range(rng.randrange(6))))
    for port in range(len(st.world.ports)):
        ready = st.holds_port(port) and rng.random() < 0.7
        st.set_port(port, ready=ready, nation=1 + rng.randrange(len(NATIONS)) if ready else 0)
    seat, order = rng.choice((ALLIED, GERMAN)), rng.choice((MOVE_COMBAT, COMBAT_MOVE))
    stage = STAGES.index(allied_order if seat == ALLIED else german_order)
    phase = MovePhase(seat) if rng.random() < 0.5 else CombatPhase(seat, may_bomb(st, seat, order))
    st.stack = (GameTurn(stage + 1), Operations(seat, order, rng.randint(1, 2)), phase)


# Keen play ---------------------------------------------------------------------------------


def keen(st: Position, legal: Sequence[Action], rng: Random) -> Action:  # noqa: ARG001
    """Any legal action, all alike, but the end of a phase only when there is nothing else.

    Where it is offered, the end comes first (`legal` has an order).
    """
    count = len(legal)
    if count > 1 and legal[0] == END.base:
        return legal[1 + int(rng.random() * (count - 1))]
    return legal[int(rng.random() * count)]
