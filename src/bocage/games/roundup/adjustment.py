"""Changing the position by hand, for a table whose referee notes instead of enforcing.

    UNIT HEX              put a unit in a hex
    UNIT full|reduced     set its steps
    UNIT off              take it out of the game
    UNIT pool             an Allied unit goes back to England
    control HEX SIDE      who controls a hex
    beachhead MARKER HEX  move a Beachhead Marker, or `lost`
    tas HEX               add a TAS Marker, or `none` to remove all
    aerial NATION HEX     place an Aerial Supply Marker, or `none`
    weather SKY           clear, overcast or storm

Only changes that would make the position meaningless are forbidden; the rules against a change are
returned, to be noted beside it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Final

from bocage.engine.actions import Names, NotationError
from bocage.engine.rulings import OK, Ruling, TableRule, refuse
from bocage.games.roundup.board.changes import arrive
from bocage.games.roundup.board.charts import CLEAR_SKY, WEATHERS
from bocage.games.roundup.board.position import DEAD, HAS_DROPPED, LOST, NOBODY, NOWHERE, POOL
from bocage.games.roundup.pieces.units import ALLIED, GERMAN
from bocage.games.roundup.rulebook import R
from bocage.games.roundup.s03_stacking import stacking
from bocage.games.roundup.s07_air import PlaceAerial, PlaceTas, may_fly_supply
from bocage.games.roundup.s08_reinforcements import Drops, Landings, Replacements
from bocage.games.roundup.s09_order import ChooseOrder
from bocage.games.roundup.s10_movement import MovePhase, Moving, allowance, cannot_move
from bocage.games.roundup.s11_combat import CombatPhase
from bocage.games.roundup.s13_setup import PlaceBeachhead
from bocage.games.roundup.words.verbs import GO

if TYPE_CHECKING:
    from bocage.games.roundup.board.position import Position

REFEREE: Final = TableRule("referee")

_QUIET: Final = (
    *(PlaceBeachhead, PlaceTas, PlaceAerial, Landings, Drops, Replacements),
    *(ChooseOrder, MovePhase, CombatPhase),
)
"""Decisions between which a position may be changed: nothing is under way."""

_EXPECTED: Final = (
    "expected UNIT HEX, UNIT full, UNIT reduced, UNIT off, UNIT pool, control HEX SIDE, "
    "beachhead MARKER HEX, tas HEX, aerial NATION HEX or weather SKY"
)

Answer = tuple[Ruling, Ruling]
"""Whether it is possible, and the rules against it."""


def adjust(st: Position, line: str, names: Mapping[str, Names]) -> Answer:
    """Change a position as a line says, or leave it as it is; see the head of the module.

    Raises:
        NotationError: the line says no adjustment.
    """
    words = line.split()
    try:
        change = _read(words, names)
    except NotationError as error:
        raise NotationError(line, error.reason) from None
    if change is None:
        raise NotationError(line, _EXPECTED)
    if not st.stack or not isinstance(st.stack[-1], _QUIET):
        what = "you can change the position between moves, battles and placements, not during one"
        return refuse(REFEREE, what), OK
    return change(st)


Change = Callable[["Position"], Answer]


def _read(words: Sequence[str], names: Mapping[str, Names]) -> Change | None:
    """Return the change that some words say; None if they say none."""
    hexes = names["hex"]
    if len(words) == 2 and words[0] == "weather":
        sky = names["weather"].index(words[1])
        return lambda st: _set_weather(st, sky)
    if len(words) == 2 and words[0] == "tas":
        where = NOWHERE if words[1] == "none" else hexes.index(words[1])
        return lambda st: _set_tas(st, where)
    if len(words) == 2:
        u = names["unit"].index(words[0])
        if words[1] in _UNIT_WORDS:
            return lambda st: _UNIT_WORDS[words[1]](st, u)
        h = hexes.index(words[1])
        return lambda st: _put(st, u, h)
    if len(words) != 3:
        return None
    if words[0] == "control":
        h, side = hexes.index(words[1]), names["side"].index(words[2])
        return lambda st: _set_control(st, h, side)
    if words[0] == "beachhead":
        marker = names["beachhead"].index(words[1])
        where = LOST if words[2] == "lost" else hexes.index(words[2])
        return lambda st: _set_beachhead(st, marker, where)
    if words[0] == "aerial":
        nation = names["nation"].index(words[1])
        where = NOWHERE if words[2] == "none" else hexes.index(words[2])
        return lambda st: _set_aerial(st, nation, where)
    return None


# Units ------------------------------------------------------------------------------------


def _is_no_counter(st: Position, u: int) -> Ruling:
    """Refuse spare divisions in a game that does not use them (15.19, reading 77)."""
    if u in st.world.spare and u not in st.world.german:
        rule = R("15.19.a") if u in st.world.barrel else R("reading 77")
        return refuse(rule, "{unit:unit} is not a counter of this game", unit=u)
    return OK


def _put(st: Position, u: int, h: int) -> Answer:
    if not (counter := _is_no_counter(st, u)):
        return counter, OK
    side = st.side_of(u)
    if there := st.at(h, 1 - side):
        words = "{unit:unit} cannot be in {hex:hex}: {there:unit} there"
        return refuse(R("3.1"), words, unit=u, hex=h, there=there), OK
    if st.world.is_heavy[u] and st.world.is_polder[h]:
        words = "{unit:unit} cannot be in {hex:hex}: heavy panzers never enter polder"
        return refuse(R("reading 43"), words, unit=u, hex=h), OK
    noted = _against(st, u, h)
    if st.loc[u] < 0:
        st.steps[u] = st.steps[u] or st.world.units[u].steps
        st.due[u] = 0
        st.marks[u] &= HAS_DROPPED
    arrive(st, u, h)
    return OK, noted


def _against(st: Position, u: int, h: int) -> Ruling:
    """Return the ruling on the same move in play, or why it could not be made."""
    about = {"unit": u, "hex": h}
    top = st.stack[-1]
    side = st.side_of(u)
    if st.loc[u] == h:
        moved = OK
    elif st.loc[u] < 0:
        moved = refuse(R("8.0"), "{unit:unit} comes to {hex:hex} from off the map", **about)
    elif isinstance(top, MovePhase) and top.seat == side:
        moved = cannot_move(st, u, side)
        if moved:
            moved = Moving(side, u, 0, *allowance(st, u)).check(st, GO(h))
    else:
        words = "{unit:unit} goes to {hex:hex} outside its own Movement Phase"
        moved = refuse(R("10.0"), words, **about)
    return Ruling((*moved.refusals, *stacking(st, u, h).refusals))


def _full(st: Position, u: int) -> Answer:
    return _set_steps(st, u, st.world.units[u].steps)


def _reduced(st: Position, u: int) -> Answer:
    if not st.world.is_division[u]:
        words = "{unit:unit} cannot be reduced: it has one step"
        return refuse(R("3.4"), words, unit=u), OK
    return _set_steps(st, u, 1)


def _set_steps(st: Position, u: int, steps: int) -> Answer:
    if st.loc[u] < 0:
        words = "{unit:unit} cannot have its steps changed: it is not on the map"
        return refuse(R("3.4"), words, unit=u), OK
    if st.steps[u] == steps:
        return OK, OK
    rule = R("3.4") if steps < st.steps[u] else R("8.3")
    how = (
        "loses a step without a combat result"
        if rule == R("3.4")
        else "is brought to full strength by hand"
    )
    st.steps[u] = steps
    return OK, refuse(rule, "{unit:unit} " + how, unit=u)


def _off(st: Position, u: int) -> Answer:
    if st.loc[u] == DEAD:
        return refuse(R("3.4"), "{unit:unit} is out of the game already", unit=u), OK
    if not (counter := _is_no_counter(st, u)):
        return counter, OK
    _take_off(st, u, DEAD, 0)
    return OK, refuse(R("3.4"), "{unit:unit} is removed without a combat result", unit=u)


def _to_pool(st: Position, u: int) -> Answer:
    if u >= st.world.german.start:
        words = "{unit:unit} cannot wait in England: it is German"
        return refuse(R("8.1"), words, unit=u), OK
    _take_off(st, u, POOL, st.world.units[u].steps)
    return OK, refuse(R("8.1"), "{unit:unit} goes back to England", unit=u)


def _take_off(st: Position, u: int, where: int, steps: int) -> None:
    st.place(u, where)
    st.steps[u] = steps
    st.marks[u] &= HAS_DROPPED if steps else 0
    st.due[u] = 0


_UNIT_WORDS: Final[Mapping[str, Callable[[Position, int], Answer]]] = {
    "full": _full,
    "reduced": _reduced,
    "off": _off,
    "pool": _to_pool,
}


# Markers ----------------------------------------------------------------------------------


def _set_control(st: Position, h: int, side: int) -> Answer:
    if there := st.at(h, 1 - side):
        words = "{hex:hex} cannot change hands: {there:unit} there"
        return refuse(R("3.5"), words, hex=h, there=there), OK
    noted = OK
    if st.control[h] != (side == ALLIED) and not st.at(h, side):
        noted = refuse(
            R("3.5"), "{hex:hex} changes hands without a unit of {side:side}", hex=h, side=side
        )
    st.take_control(h, side)
    return OK, noted


def _set_beachhead(st: Position, marker: int, h: int) -> Answer:
    about = {"marker": marker, "hex": h}
    if isinstance(st.stack[-1], PlaceBeachhead):
        words = "{marker:beachhead} is placed in the set-up, not by hand"
        return refuse(R("13.4"), words, marker=marker), OK
    if h == LOST:
        st.set_beachhead(marker, LOST)
        words = "{marker:beachhead} is eliminated without a German unit in its hex"
        return OK, refuse(R("4.4"), words, marker=marker)
    start = "{marker:beachhead} cannot be at {hex:hex}: "
    if any(h == other for i, other in enumerate(st.beachheads) if i != marker):
        return refuse(R("13.4"), start + "a marker is there", **about), OK
    if st.at(h, GERMAN):
        return refuse(R("4.4"), start + "a German unit is there", **about), OK
    st.set_beachhead(marker, h)
    return OK, refuse(R("13.4"), "{marker:beachhead} is put at {hex:hex} after set-up", **about)


def _set_tas(st: Position, h: int) -> Answer:
    if h == NOWHERE:
        st.set_tas(())
        return OK, refuse(R("7.3"), "TAS Markers stay on the map to the end of the turn")
    if st.superiority == NOBODY:
        words = "no TAS Marker can be at {hex:hex}: neither side has air superiority"
        return refuse(R("7.2"), words, hex=h), OK
    st.set_tas((*st.tas, h))
    return OK, refuse(
        R("7.2"), "an extra TAS Marker at {hex:hex}, beyond what the dice gave", hex=h
    )


def _set_aerial(st: Position, nation: int, h: int) -> Answer:
    about = {"nation": nation, "hex": h}
    if h != NOWHERE and not may_fly_supply(st):
        words = "{nation:nation} aerial supply cannot fly to {hex:hex}: weather or superiority"
        return refuse(R("4.5"), words, **about), OK
    st.aerial[nation] = h
    if h == NOWHERE:
        words = "the {nation:nation} Aerial Supply Marker is removed before the turn ends"
        return OK, refuse(R("4.5"), words, nation=nation)
    return OK, refuse(R("4.5"), "{nation:nation} aerial supply to {hex:hex} by hand", **about)


def _set_weather(st: Position, sky: int) -> Answer:
    if sky != CLEAR_SKY and st.turn == 1:
        return refuse(R("6.0"), "the weather of turn 1 is clear"), OK
    if sky != CLEAR_SKY and max(st.aerial) != NOWHERE:
        words = "the weather cannot be {sky}: Aerial Supply Markers are on the map"
        return refuse(R("4.5"), words, sky=WEATHERS[sky]), OK
    st.weather = sky
    return OK, refuse(R("6.0"), "the weather is {sky} by hand", sky=WEATHERS[sky])
