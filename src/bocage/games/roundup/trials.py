"""The fuzzer's view of Operation Roundup: faults of a position, random positions, keen play.

No play may lead to one of the faults; each is a sentence that names the unit or the place.
Everything in a random position is possible, but play need not be able to reach it. Units stand
anywhere near the beachheads, with any steps, some cut off, some dropped, ports in any hands; the
turn begins, or a side is about to move or to fight.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import TYPE_CHECKING, Any, Final

from bocage.engine import play
from bocage.engine.actions import Action
from bocage.engine.frames import CHANCE, Chance
from bocage.games.roundup.board.changes import arrive
from bocage.games.roundup.board.charts import CLEAR_SKY, WEATHERS
from bocage.games.roundup.board.position import (
    ABSENT,
    ASIDE,
    ATTACKED,
    CUP,
    DEAD,
    DROPPED,
    FOUGHT,
    GROUNDED,
    HAND,
    HAS_DROPPED,
    KAMPFGRUPPE,
    LANDED,
    LOST,
    MOVED,
    NOBODY,
    NOWHERE,
    POOL,
    REPLACED,
    TRACK,
)
from bocage.games.roundup.board.world import BEACHHEADS
from bocage.games.roundup.options import (
    ANY_STRATEGY,
    DEMOLITIONS,
    FLOODED,
    FOLLOW_UP,
    FOLLOWED_UP,
    GERMAN_REPLACEMENTS,
    GKRP,
    HIDDEN_DIRECTIVE,
    INUNDATION,
    KAMPFGRUPPEN,
    OPENS,
    PARACHUTE_CORPS,
    PARACHUTED,
    PORT_HEX_CONTROL,
    REACTION,
    SECRET,
    SECTORS,
    SHIFTED_SECTORS,
    STORMED,
    WASTAGE,
    WASTED,
    WEST_ALONE,
)
from bocage.games.roundup.pieces.units import (
    ALLIED,
    GERMAN,
    NATIONS,
    SET_ASIDE,
    UK,
    US,
    is_restored,
)
from bocage.games.roundup.s03_stacking import RemoveExcess, StackingCheck, fits, overstacked
from bocage.games.roundup.s05_sequence import STAGES, GameTurn, allied_order, german_order
from bocage.games.roundup.s07_air import missions
from bocage.games.roundup.s08_german_reinforcements import Draw, Entry, PlaceReinforcement
from bocage.games.roundup.s08_reinforcements import Landings
from bocage.games.roundup.s08_returns import LAST_TURN, ReturnRoll, last_turn
from bocage.games.roundup.s09_order import Operations
from bocage.games.roundup.s10_movement import MovePhase, Moving
from bocage.games.roundup.s11_combat import CombatPhase
from bocage.games.roundup.s13_setup import first_position
from bocage.games.roundup.s15_optional.s15_10_replacement_points import MOST
from bocage.games.roundup.words.verbs import COMBAT_MOVE, END, MOVE_COMBAT

if TYPE_CHECKING:
    from bocage.engine.frames import Frame
    from bocage.games.roundup.board.position import Position
    from bocage.games.roundup.board.world import World


# Optional rules ----------------------------------------------------------------------------


MARKS_OF_ALLIES: Final = REPLACED | DROPPED | GROUNDED | HAS_DROPPED | LANDED
"""Marks that no German unit bears in the standard game."""

_SLOT_OF: Final = (
    (SECRET, 1, HIDDEN_DIRECTIVE, "15.1"),
    (STORMED, 3, PORT_HEX_CONTROL, "15.4"),
    (OPENS, 3, DEMOLITIONS, "15.5"),
    (FLOODED, 1, INUNDATION, "15.6"),
    (FOLLOWED_UP, 1, FOLLOW_UP, "15.9"),
    (GKRP, 1, KAMPFGRUPPEN, "15.10"),
    (PARACHUTED, 1, PARACHUTE_CORPS, "15.12"),
    (WASTED, 1, WASTAGE, "15.14"),
    (SECTORS, 1, SHIFTED_SECTORS, "15.17"),
)
"""First slot, how many, the switch, the rule."""


def german_marks(st: Position) -> int:
    """Return the marks that German units may bear by the rules of this table."""
    found = 0
    if st.switches & (KAMPFGRUPPEN | GERMAN_REPLACEMENTS):
        found |= REPLACED
    if st.switches & KAMPFGRUPPEN:
        found |= KAMPFGRUPPE
    return found | DROPPED if st.switches & PARACHUTE_CORPS else found


def most_tas(st: Position) -> int:
    """Return the largest possible difference of dice (reading 12); with 15.13 the Allies may roll
    four.
    """
    return 24 if st.switches & REACTION else 18


def optional_faults(st: Position) -> Iterator[str]:
    """Yield every fault of module 15."""
    for first, count, switch, rule in _SLOT_OF:
        if any(st.optional[first : first + count]) and not st.switches & switch:
            yield f"{rule} is remembered and not played"
    for h in st.markers():
        if st.control[h]:
            yield f"a German marker lies in {st.world.grid.numbers[h]}, which is Allied"
    if st.optional[GKRP] > MOST:
        yield f"{st.optional[GKRP]} replacement points in hand"
    for u in range(st.world.german.start, len(st.marks)):
        if st.marks[u] & KAMPFGRUPPE and st.loc[u] >= 0 and st.steps[u] > 1:
            yield f"{st.world.units[u].id} is a Kampfgruppe of two steps"


# Every game --------------------------------------------------------------------------------


_ALLIED_PLACES: Final = (POOL, TRACK, DEAD, ABSENT)
_GERMAN_PLACES: Final = (CUP, HAND, DEAD, ASIDE, ABSENT)


def faults(st: Position) -> list[str]:
    """Return every fault of a position; none in any that play can reach."""
    if st.conceded:  # given up in the middle of something
        return [*_steps(st), *_sharing(st), *_memory(st)]
    return [
        *_places(st),
        *_steps(st),
        *_sharing(st),
        *_marks(st),
        *_markers(st),
        *_stacks(st),
        *_control(st),
        *_calendar(st),
        *optional_faults(st),
        *_memory(st),
    ]


def _stacked(st: Position, *kinds: type[Frame]) -> list[Any]:
    """Return the frames of these kinds that lie on the stack."""
    return [each for each in st.stack if isinstance(each, kinds)]


def _name(st: Position, u: int) -> str:
    return st.world.units[u].id


def _hex(st: Position, h: int) -> str:
    return st.world.grid.numbers[h]


def _places(st: Position) -> Iterator[str]:
    """Yield counters that are not in exactly one valid place."""
    drawing = bool(_stacked(st, Draw, Entry, PlaceReinforcement))
    returning = {each.unit for each in _stacked(st, ReturnRoll)}
    size, turn, due = st.world.size, st.turn, st.due
    for u, h in enumerate(st.loc):
        if 0 <= h < size and due[u] <= turn:
            continue  # on the map, where most are
        name = _name(st, u)
        known = _ALLIED_PLACES if u in st.world.allied else _GERMAN_PLACES
        if h >= size or (h < 0 and h not in known):
            yield f"{name} is nowhere a counter of its side can be ({h})"
        if h == CUP and st.world.cup[u] is None:
            yield f"{name} is in a container it does not belong to"
        held = bool(st.switches & WEST_ALONE) and is_restored(st.world.units[u])
        aside = held or st.world.units[u].entry == SET_ASIDE or u in st.world.spare
        if h == ASIDE and not aside:
            yield f"{name} is set aside and should not be"
        if h == HAND and not drawing:
            yield f"{name} was drawn and is not placed"
        if h == TRACK and st.world.is_division[u]:
            yield f"{name} is a division on the return track"
        if h == TRACK and u not in returning and not turn < due[u] <= last_turn(st.world):
            yield f"{name} is due on turn {due[u]} on turn {turn}"
        if h != TRACK and due[u] > turn:
            yield f"{name} is due to return but is not on the track"


def _steps(st: Position) -> Iterator[str]:
    for unit, h, steps in zip(st.world.units, st.loc, st.steps, strict=True):
        full = unit.steps
        least, most = (0, 0) if h == DEAD else (1, full) if h >= 0 else (full, full)
        if not least <= steps <= most:
            yield f"{unit.id} has {steps} steps at {h}"


def _sharing(st: Position) -> Iterator[str]:
    allied = {st.loc[u] for u in st.world.allied if st.loc[u] >= 0}
    for u in st.world.german:
        if st.loc[u] in allied:
            yield f"{_name(st, u)} shares {_hex(st, st.loc[u])} with the enemy"


def _marks(st: Position) -> Iterator[str]:
    """Yield marks outside the phase that uses them, or on units that can't have them."""
    moving = {each.seat for each in _stacked(st, MovePhase)}
    fighting = bool(_stacked(st, CombatPhase))
    landing = bool(_stacked(st, Landings))
    for u, marks in enumerate(st.marks):
        if not marks:
            continue
        name = _name(st, u)
        if st.loc[u] < 0 and marks & ~HAS_DROPPED:
            yield f"{name} is off the map and bears marks {marks}"
        if marks & MOVED and st.side_of(u) not in moving:
            yield f"{name} has moved outside a Movement Phase"
        if marks & (FOUGHT | ATTACKED) and not fighting:
            yield f"{name} has fought outside a Combat Phase"
        if marks & LANDED and not landing:
            yield f"{name} has landed outside the Reinforcement Phase"
        if st.side_of(u) == GERMAN:
            if marks & (MARKS_OF_ALLIES & ~german_marks(st)):
                yield f"{name} is German and bears an Allied mark"
            continue
        if marks & (DROPPED | GROUNDED) and not marks & HAS_DROPPED:
            yield f"{name} has dropped without using its drop"
        if marks & HAS_DROPPED and not st.world.units[u].airborne:
            yield f"{name} has dropped and is not an airborne unit"


def _markers(st: Position) -> Iterator[str]:
    placed = [h for h in st.beachheads if h >= 0]
    if len(set(placed)) != len(placed):
        yield "two Beachhead Markers in one hex"
    under_way = {each.unit for each in _stacked(st, Moving)}
    for marker, h in enumerate(st.beachheads):
        if not (h in (NOWHERE, LOST) or 0 <= h < st.world.size):
            yield f"Beachhead Marker {marker} is at {h}"
        elif h >= 0 and any(u not in under_way for u in st.at(h, GERMAN)):
            yield f"a German unit stands on the Beachhead Marker at {_hex(st, h)}"
    flying = st.weather == CLEAR_SKY and st.superiority == ALLIED
    for h in st.aerial:
        if h != NOWHERE and not (flying and 0 <= h < st.world.size):
            yield f"an Aerial Supply Marker at {h} without clear weather or air superiority"
    if (st.tas or st.tas_left) and st.superiority == NOBODY:
        yield "TAS Markers that belong to nobody"
    if len(st.tas) + st.tas_left > most_tas(st) or any(not 0 <= h < st.world.size for h in st.tas):
        yield f"TAS Markers at {st.tas}, {st.tas_left} left"


def _stacks(st: Position) -> Iterator[str]:
    """Yield stacks that are too high (3.1), except while the owner moves or is about to correct
    them.
    """
    for side in (ALLIED, GERMAN):
        allowed = _stacked(st, MovePhase, StackingCheck, RemoveExcess)
        if not any(each.seat == side for each in allowed):
            for h in overstacked(st, side):
                yield f"{_hex(st, h)} is over-stacked"
    for u in st.world.german:
        if st.loc[u] >= 0 and st.world.is_heavy[u] and st.world.is_polder[st.loc[u]]:
            yield f"{_name(st, u)} is a heavy panzer in polder at {_hex(st, st.loc[u])}"


def _control(st: Position) -> Iterator[str]:
    for u, h in enumerate(st.loc):
        if h >= 0 and st.control[h] != (st.side_of(u) == ALLIED):
            yield f"{_name(st, u)} stands in {_hex(st, h)}, which the enemy controls"
    for port in range(len(st.world.ports)):
        if st.port_ready[port] and not st.holds_port(port):
            yield f"port {port} is in use and not wholly Allied"
        if not 0 <= st.port_nation[port] <= 2:
            yield f"port {port} serves no nation there is"


def _calendar(st: Position) -> Iterator[str]:
    if not 1 <= st.turn <= last_turn(st.world):
        yield f"there is no turn {st.turn}"
    if not 0 <= st.weather < len(WEATHERS) or (st.turn == 1 and st.weather != CLEAR_SKY):
        yield f"weather {st.weather} on turn {st.turn}"
    if not 0 <= st.strategy <= 4 or (st.turn > 1 and not st.strategy):
        yield f"strategy {st.strategy} on turn {st.turn}"
    if st.superiority not in (NOBODY, ALLIED, GERMAN):
        yield f"air superiority of {st.superiority}"


def _memory(st: Position) -> Iterator[str]:
    """Yield remembered facts that differ from freshly computed ones."""
    anew = st.copy()
    anew.forget()
    for side in (ALLIED, GERMAN):
        if st.zone(side) != anew.zone(side):
            yield f"the zones against side {side} are stale"
    for side, nation in ((ALLIED, US), (ALLIED, UK), (GERMAN, US)):
        if st.net(side, nation) != anew.net(side, nation):
            yield f"the supply net of side {side}, nation {nation}, is stale"


# Random positions and play -----------------------------------------------------------------


# Positions ---------------------------------------------------------------------------------


_ASHORE: Final = 0.55
_DEAD: Final = 0.1
_FAR: Final = 9
"""Hexes from a beachhead, at most, where most Allied units stand."""


def midgame(world: World, rng: Random) -> Position:
    """Return a random position in which a seat is asked."""
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
    """Return any switches that may stand together."""
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
    phase = MovePhase(seat) if rng.random() < 0.5 else CombatPhase(seat, missions(st, seat, order))
    st.stack = (GameTurn(stage + 1), Operations(seat, order, rng.randint(1, 2)), phase)


# Keen play ---------------------------------------------------------------------------------


def keen(st: Position, legal: Sequence[Action], rng: Random) -> Action:  # noqa: ARG001
    """Return any legal action, all alike, but the end of a phase only when there is nothing else.

    Where it is offered, the end comes first (`legal` has an order).
    """
    count = len(legal)
    if count > 1 and legal[0] == END.base:
        return legal[1 + int(rng.random() * (count - 1))]
    return legal[int(rng.random() * count)]
