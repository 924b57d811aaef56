"""Positions laid out from a rule case; see `docs/cases.md`.

Everything not named is off the map or at its default: Allied units wait in England, German
ones lie in their containers, the four garrisons are out of the game, the beachheads lie
about Hardelot and the weather is clear.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

from bocage.games.roundup import s05_sequence, s12_administration
from bocage.games.roundup.board.changes import arrive
from bocage.games.roundup.board.charts import WEATHERS
from bocage.games.roundup.board.position import (
    ASIDE,
    ATTACKED,
    CUP,
    DEAD,
    DROPPED,
    FOUGHT,
    GROUNDED,
    HAS_DROPPED,
    KAMPFGRUPPE,
    LOST,
    NOBODY,
    POOL,
    REPLACED,
    TRACK,
    Position,
)
from bocage.games.roundup.board.world import BEACHHEADS, PORTS
from bocage.games.roundup.options import SLOT_NAMES, switches_of
from bocage.games.roundup.pieces.units import ALLIED, GERMAN, NATIONS, SIDES
from bocage.games.roundup.s05_sequence import STAGES, GameTurn
from bocage.games.roundup.s07_air import missions
from bocage.games.roundup.s08_returns import LAST_TURN
from bocage.games.roundup.s09_order import Operations
from bocage.games.roundup.s10_movement import MovePhase
from bocage.games.roundup.s11_combat import CombatPhase
from bocage.games.roundup.s13_setup import LANDING_PLANS, first_frames, first_position
from bocage.games.roundup.words.verbs import MOVE_COMBAT, ORDERS
from bocage.rules.judge import CaseError
from bocage.rules.layouts import one_of, whole
from bocage.rules.shape import Field

if TYPE_CHECKING:
    from bocage.games.roundup.board.world import World

GIVEN: Final = (
    Field("turn", "whole", "The game turn, 1 to 10; default 3."),
    Field("phase", "text", "Where in the sequence of play; see docs/cases.md.", needed=True),
    Field("order", "text", "move-combat or combat-move, for a phase of moving or fighting."),
    Field("weather", "text", "clear, overcast or storm."),
    Field("strategy", "whole", "Hitler's strategy, 1 to 4; default 1, 0 if not drawn."),
    Field("superiority", "text", "The side with air superiority: allied, german or none."),
    Field("tas", "texts", "Hexes of the TAS Markers on the map."),
    Field("tas_left", "whole", "TAS Markers still to be placed."),
    Field("units", "texts by name", "Where units are: '3011', '3011 reduced replaced', 'pool'."),
    Field("beachheads", "texts by name", "Hexes of us1, us2, uk1 and uk2, or 'lost'."),
    Field("allied", "texts", "Hexes that the Allies control without a unit there."),
    Field("german", "texts", "Hexes that the Germans control again."),
    Field("ports", "texts by name", "Ports wholly Allied: the nation served, or 'held' if new."),
    Field("aerial", "texts by name", "Hexes of the Aerial Supply Markers, by nation."),
    Field("optional", "texts by name", "What optional rules store, a number for each name."),
)
"""The fields by which a position can be given."""

_MARKS: Final = {
    "replaced": REPLACED,
    "dropped": DROPPED | GROUNDED | HAS_DROPPED,
    "grounded": GROUNDED | HAS_DROPPED,
    "has-dropped": HAS_DROPPED,
    "parachuted": DROPPED,
    "kampfgruppe": KAMPFGRUPPE,
    "fought": FOUGHT,
    "attacked": ATTACKED,
}
_OFF_MAP: Final = {"pool": POOL, "cup": CUP, "dead": DEAD, "aside": ASIDE}

PHASES: Final = (
    *("set-up", "start", "weather", "air", "tas", "aerial", "landings", "drops", "replacements"),
    *("allied.order", "allied.movement", "allied.combat", "strategy", "german.tas"),
    *("german.order", "german.movement", "german.combat", "german.reinforcements", "end"),
)
"""The points where a case can begin."""

_STAGE_OF: Final = {
    "start": s05_sequence.begin_turn,
    "weather": s05_sequence.weather,
    "air": s05_sequence.air_superiority,
    "tas": s05_sequence.place_tas,
    "aerial": s05_sequence.aerial_supply,
    "landings": s05_sequence.landings,
    "drops": s05_sequence.drops,
    "replacements": s05_sequence.replacements,
    "allied.order": s05_sequence.allied_order,
    "strategy": s05_sequence.reveal_strategy,
    "german.order": s05_sequence.german_order,
    "german.reinforcements": s05_sequence.german_reinforcements,
    "end": s12_administration.administration,
}


def laid_out(world: World, given: Mapping[str, Any]) -> Position:
    """Return the position that a case gives.

    Raises:
        CaseError,
        NotationError: it can't be laid out so.
    """
    phase = one_of("phase", given["phase"], PHASES)
    switches = switches_of(given.get("options", {}))
    st = first_position(world, switches)
    if phase == "set-up":
        _units(st, given)
        st.stack = first_frames(st)
        return st
    for u in world.german:
        if st.loc[u] >= 0:
            _take_off(st, u, DEAD)
    st.turn = whole("turn", given.get("turn", 3), 1, LAST_TURN)
    st.weather = WEATHERS.index(one_of("weather", given.get("weather", "clear"), WEATHERS))
    st.strategy = whole("strategy", given.get("strategy", 1), 0, 4)
    _markers(st, given)
    _units(st, given)
    for name, value in given.get("optional", {}).items():
        slot = SLOT_NAMES.index(one_of("optional", name, SLOT_NAMES))
        st.optional[slot] = whole(f"optional.{name}", value, 0, 255)
    _begin(st, phase, one_of("order", given.get("order", ORDERS[0]), ORDERS))
    return st


def _markers(st: Position, given: Mapping[str, Any]) -> None:
    hexes = st.world.hex_names
    side = given.get("superiority", "")
    if side and one_of("superiority", side, (*SIDES, "none")) != "none":
        st.superiority = SIDES.index(side)
    else:
        st.superiority = NOBODY
    st.set_tas(tuple(hexes.index(number) for number in given.get("tas", ())))
    st.tas_left = whole("tas_left", given.get("tas_left", 0), 0, 18)
    if (st.tas or st.tas_left) and st.superiority == NOBODY:
        raise CaseError("TAS Markers need a side with air superiority: add superiority")
    default = dict(zip(BEACHHEADS, LANDING_PLANS["hardelot"][1], strict=True))
    for name, where in (default | given.get("beachheads", {})).items():
        marker = BEACHHEADS.index(one_of("beachheads", name, BEACHHEADS))
        st.set_beachhead(marker, LOST if where == "lost" else hexes.index(where))
    for number in given.get("allied", ()):
        st.take_control(hexes.index(number), ALLIED)
    for name, nation in given.get("ports", {}).items():
        port = PORTS.index(one_of("ports", name, PORTS))
        for h in st.world.ports[port]:
            st.take_control(h, ALLIED)
        one_of(f"ports.{name}", nation, (*NATIONS, "held"))
        serves = NATIONS.index(nation) + 1 if nation in NATIONS else 0
        st.set_port(port, ready=bool(serves), nation=serves)
    for number in given.get("german", ()):
        st.take_control(hexes.index(number), GERMAN)
    for nation, number in given.get("aerial", {}).items():
        st.aerial[NATIONS.index(one_of("aerial", nation, NATIONS))] = hexes.index(number)


def _units(st: Position, given: Mapping[str, Any]) -> None:
    for name, where in given.get("units", {}).items():
        _put(st, st.world.unit_names.index(name), name, str(where).split())


def _put(st: Position, u: int, name: str, words: list[str]) -> None:
    """Put a unit where the words say: a hex and its marks, or off the map."""
    where, *rest = words
    if where in _OFF_MAP:
        _take_off(st, u, _OFF_MAP[where])
        for word in rest:
            st.marks[u] |= _MARKS[one_of(name, word, ("has-dropped", "kampfgruppe"))]
        return
    if where == "track":
        _take_off(st, u, TRACK)
        st.due[u] = whole(f"{name} on the track", (rest or [""])[0], st.turn, LAST_TURN)
        return
    h = st.world.hex_names.index(where)
    st.steps[u] = st.world.units[u].steps
    arrive(st, u, h)
    for word in rest:
        if one_of(name, word, ("reduced", *_MARKS)) == "reduced":
            if not st.world.is_division[u]:
                raise CaseError(f"{name} cannot be reduced: it has one step")
            st.steps[u] = 1
        else:
            st.marks[u] |= _MARKS[word]


def _take_off(st: Position, u: int, where: int) -> None:
    st.place(u, where)
    st.steps[u] = 0 if where == DEAD else st.world.units[u].steps


def _begin(st: Position, phase: str, order: str) -> None:
    side, _, name = phase.partition(".")
    if phase == "german.tas":
        last = len(STAGES) - 1 - STAGES[::-1].index(s05_sequence.place_tas)
        st.stack = (GameTurn(last),)
    elif name in ("movement", "combat"):
        seat, wanted = SIDES.index(side), ORDERS.index(order)
        chosen = s05_sequence.allied_order if seat == ALLIED else s05_sequence.german_order
        is_first = (name == "movement") == (wanted == MOVE_COMBAT)
        below = (GameTurn(STAGES.index(chosen) + 1), Operations(seat, wanted, 2 - is_first))
        bombing = missions(st, seat, wanted)
        top = MovePhase(seat) if name == "movement" else CombatPhase(seat, bombing)
        st.stack = (*below, top)
    else:
        st.stack = (GameTurn(STAGES.index(_STAGE_OF[phase])),)
