"""Control's free hand: what it changes on the master map without a card, with a reason (2.0.c).

`move GB-2IG Valkenswaard because the column was misdirected`, `steps GB-2IG 2 because ...`,
`remove GB-2IG because ...`, `bridge B-DOM blown because ...`, `stock GB-32G-HQ ammo 5 because
...`, `weather bad because ...`. Teams hear of it in their next report.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from bocage.engine.actions import NotationError
from bocage.engine.rulings import OK, Ruling, refuse
from bocage.games.opcom.placing import describe
from bocage.games.opcom.position import BLOWN, GONE, PREPARED, SAFE, TESTED, Position
from bocage.games.opcom.rulebook import R
from bocage.games.opcom.sheets.finding import Finder
from bocage.games.opcom.world import FUEL

_RULE: Final = R("2.0.c")


def act_by_hand(st: Position, line: str) -> tuple[Ruling, Ruling]:
    """Do what a line says; returns whether it can be done, and nothing against it.

    Raises:
        NotationError: the line says no act of Control, or gives no reason.
    """
    what, _, reason = line.partition(" because ")
    words = what.split()
    if not words or words[0] not in _ACTS:
        raise NotationError(line, f"Control can {', '.join(_ACTS)}")
    if not reason.strip():
        raise NotationError(line, "give a reason: '... because ...'")
    return _ACTS[words[0]](st, line, words[1:], reason.strip()), OK


def _unit(st: Position, line: str, words: list[str]) -> int:
    if not words:
        raise NotationError(line, "name a unit")
    return st.world.unit_names.index(words[0])


def _correct(st: Position, unit: int, words: str) -> None:
    """What the unit's team will read."""
    team = st.world.units[unit].team
    st.corrections = (*st.corrections, (team, words))


def _move(st: Position, line: str, words: list[str], reason: str) -> Ruling:
    unit = _unit(st, line, words)
    found = Finder(st.world, st.world.units[unit].team, {}).place(" ".join(words[1:]))
    if not found.spots:
        raise NotationError(line, f"there is no place '{' '.join(words[1:])}'.{found.hint}")
    st.place(unit, found.spots[0].point)
    st.from_x[unit], st.from_y[unit] = found.spots[0].point  # its start line from now on
    where = describe(st.world, found.spots[0].point)
    _correct(st, unit, f"{st.world.units[unit].name} is {where}: {reason}.")
    return OK


def _steps(st: Position, line: str, words: list[str], reason: str) -> Ruling:
    unit = _unit(st, line, words)
    last = st.world.units[unit].status.last_step
    if len(words) != 2 or not words[1].isdigit():
        raise NotationError(line, "expected steps UNIT NUMBER")
    if int(words[1]) > last:
        text = "{unit:unit} has {last} steps to lose"
        return refuse(_RULE, text, unit=unit, last=last)
    st.steps[unit] = int(words[1])
    _correct(st, unit, f"the state of {st.world.units[unit].name} was misreported: {reason}.")
    return OK


def _remove(st: Position, line: str, words: list[str], reason: str) -> Ruling:
    unit = _unit(st, line, words)
    st.where[unit] = GONE
    _correct(st, unit, f"{st.world.units[unit].name} is no longer with us: {reason}.")
    return OK


_BRIDGE: Final = {"blown": BLOWN | TESTED, "safe": SAFE | TESTED, "intact": 0, "prepared": PREPARED}


def _bridge(st: Position, line: str, words: list[str], reason: str) -> Ruling:
    if len(words) != 2 or (words[1] not in _BRIDGE and not words[1].isdigit()):
        raise NotationError(line, f"expected bridge BRIDGE {'|'.join(_BRIDGE)}, or its capacity")
    crossing = st.world.bridge_names.index(words[0])
    if words[1].isdigit():
        st.capacity[crossing] = int(words[1])
    else:
        st.bridges[crossing] = _BRIDGE[words[1]]
    name = st.world.crossings[crossing].name
    if words[1] == "blown":
        for team in range(len(st.world.teams)):
            st.note(team, "bridge", f"{name} has been blown.")
    del reason
    return OK


def _stock(st: Position, line: str, words: list[str], reason: str) -> Ruling:
    unit = _unit(st, line, words)
    if len(words) != 3 or words[1] not in ("ammo", "fuel") or not words[2].isdigit():
        raise NotationError(line, "expected stock UNIT ammo|fuel NUMBER")
    kind = FUEL if words[1] == "fuel" else st.world.units[unit].ammo
    room = st.world.units[unit].unit.logistics_lift - st.held(unit) + st.holds(unit, kind)
    if int(words[2]) > room:
        return refuse(_RULE, "{unit:unit} can carry {room} of it", unit=unit, room=room)
    st.take(unit, kind, 9999)
    st.give(unit, kind, int(words[2]))
    _correct(st, unit, f"{st.world.units[unit].name} has {words[2]} {words[1]}: {reason}.")
    return OK


def _weather(st: Position, line: str, words: list[str], reason: str) -> Ruling:
    del reason
    if words not in (["bad"], ["fair"]):
        raise NotationError(line, "expected weather bad|fair")
    st.bad_roads = int(words == ["bad"])
    return OK


_ACTS: Final[dict[str, Callable[[Position, str, list[str], str], Ruling]]] = {
    "move": _move,
    "steps": _steps,
    "remove": _remove,
    "bridge": _bridge,
    "stock": _stock,
    "weather": _weather,
}
