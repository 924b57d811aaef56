"""What is impossible about a position: the invariants of Operation Roundup, for the fuzzer.

Whatever the players do, none of these may come about. Each fault is a sentence that names
the unit or the place.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final

from bocage.games.roundup.charts import CLEAR_SKY, WEATHERS
from bocage.games.roundup.combat import CombatPhase
from bocage.games.roundup.faults_15 import (
    MARKS_OF_ALLIES,
    german_marks,
    most_tas,
    optional_faults,
)
from bocage.games.roundup.german_reinforcements import Draw, Entry, PlaceReinforcement
from bocage.games.roundup.movement import MovePhase
from bocage.games.roundup.moving import Moving
from bocage.games.roundup.overstack import RemoveExcess, StackingCheck
from bocage.games.roundup.position import (
    ASIDE,
    ATTACKED,
    CUP,
    DEAD,
    DROPPED,
    FOUGHT,
    GROUNDED,
    HAND,
    HAS_DROPPED,
    LANDED,
    LOST,
    MOVED,
    NOBODY,
    NOWHERE,
    POOL,
    TRACK,
)
from bocage.games.roundup.reinforcements import Landings
from bocage.games.roundup.returns import LAST_TURN, ReturnRoll
from bocage.games.roundup.stacking import overstacked
from bocage.games.roundup.units import ALLIED, GERMAN, SET_ASIDE, UK, US

if TYPE_CHECKING:
    from bocage.engine.frames import Frame
    from bocage.games.roundup.position import Position

_ALLIED_PLACES: Final = (POOL, TRACK, DEAD)
_GERMAN_PLACES: Final = (CUP, HAND, DEAD, ASIDE)


def faults(st: Position) -> list[str]:
    """Every fault of a position; none in any that play can reach."""
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
    """The frames of these kinds that lie on the stack."""
    return [each for each in st.stack if isinstance(each, kinds)]


def _name(st: Position, u: int) -> str:
    return st.world.units[u].id


def _hex(st: Position, h: int) -> str:
    return st.world.grid.numbers[h]


def _places(st: Position) -> Iterator[str]:
    """Every counter is in exactly one place, and one that is a place for it."""
    drawing = bool(_stacked(st, Draw, Entry, PlaceReinforcement))
    returning = {each.unit for each in _stacked(st, ReturnRoll)}
    for u, h in enumerate(st.loc):
        name = _name(st, u)
        known = _ALLIED_PLACES if u in st.world.allied else _GERMAN_PLACES
        if h >= st.world.size or (h < 0 and h not in known):
            yield f"{name} is nowhere a counter of its side can be ({h})"
        if h == CUP and st.world.cup[u] is None:
            yield f"{name} is in a container it does not belong to"
        if h == ASIDE and st.world.units[u].entry != SET_ASIDE and u not in st.world.barrel:
            yield f"{name} is set aside and should not be"
        if h == HAND and not drawing:
            yield f"{name} was drawn and is not placed"
        if h == TRACK and st.world.is_division[u]:
            yield f"{name} is a division on the return track"
        if h == TRACK and u not in returning and not st.turn < st.due[u] <= LAST_TURN:
            yield f"{name} is due on turn {st.due[u]} on turn {st.turn}"
        if h != TRACK and st.due[u] > st.turn:
            yield f"{name} is due to return but is not on the track"


def _steps(st: Position) -> Iterator[str]:
    for u, h in enumerate(st.loc):
        full = st.world.units[u].steps
        least, most = (0, 0) if h == DEAD else (1, full) if h >= 0 else (full, full)
        if not least <= st.steps[u] <= most:
            yield f"{_name(st, u)} has {st.steps[u]} steps at {h}"


def _sharing(st: Position) -> Iterator[str]:
    allied = {st.loc[u] for u in st.world.allied if st.loc[u] >= 0}
    for u in st.world.german:
        if st.loc[u] in allied:
            yield f"{_name(st, u)} shares {_hex(st, st.loc[u])} with the enemy"


def _marks(st: Position) -> Iterator[str]:
    """Marks are there only in the phase that uses them, and only on those who can bear them."""
    moving = {each.seat for each in _stacked(st, MovePhase)}
    fighting = bool(_stacked(st, CombatPhase))
    landing = bool(_stacked(st, Landings))
    for u, marks in enumerate(st.marks):
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
            yield f"{name} has dropped and is no airborne unit"


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
    """3.1: over-stacked only while the owner moves, or while he is about to put it right."""
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
    if not 1 <= st.turn <= LAST_TURN:
        yield f"there is no turn {st.turn}"
    if not 0 <= st.weather < len(WEATHERS) or (st.turn == 1 and st.weather != CLEAR_SKY):
        yield f"weather {st.weather} on turn {st.turn}"
    if not 0 <= st.strategy <= 4 or (st.turn > 1 and not st.strategy):
        yield f"strategy {st.strategy} on turn {st.turn}"
    if st.superiority not in (NOBODY, ALLIED, GERMAN):
        yield f"air superiority of {st.superiority}"


def _memory(st: Position) -> Iterator[str]:
    """What is remembered is what would be computed anew."""
    anew = st.copy()
    anew.forget()
    for side in (ALLIED, GERMAN):
        if st.zone(side) != anew.zone(side):
            yield f"the zones against side {side} are stale"
    for side, nation in ((ALLIED, US), (ALLIED, UK), (GERMAN, US)):
        if st.net(side, nation) != anew.net(side, nation):
            yield f"the supply net of side {side}, nation {nation}, is stale"
