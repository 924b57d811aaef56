"""Control's free hand: what it changes on the master map without a card, with a reason (2.0.c).

`move GB-2IG Valkenswaard because the column was misdirected`, `place GB-2IG Achel because ...`,
`steps GB-2IG 2 because ...`, `remove GB-2IG because ...`, `prepared GB-2IG yes because ...`,
`bridge B-DOM blown because ...`, `repair B-DOM because ...`, `stock GB-32G-HQ ammo 5 because
...`, `weather bad because ...`, `weather flying no because ...`, `mode fight hold because ...`.
Teams hear what changed in their next report, whether the turn was released or not. They never
hear the reason: what they are to hear besides follows `; tell `, as in
`remove GB-2IG because the count was wrong; tell The battalion has gone back to refit.`
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from bocage.engine.actions import NotationError
from bocage.engine.numbers import whole
from bocage.engine.rulings import OK, Ruling, refuse
from bocage.games.opcom.board.position import BLOWN, GONE, HERE, PREPARED, SAFE, TESTED, Position
from bocage.games.opcom.board.ways import Point, km_between
from bocage.games.opcom.board.world import FUEL, dump_ammo, plain
from bocage.games.opcom.rulebook import R
from bocage.games.opcom.s02_umpiring.cards import CATEGORIES, set_mode, split_mode
from bocage.games.opcom.s05_orders.names import Finder
from bocage.games.opcom.s10_reports.discoveries import surveyed_by
from bocage.games.opcom.s10_reports.lint import faults, names_of
from bocage.games.opcom.s10_reports.notes import Code, Note

_RULE: Final = R("2.0.c")
_TELL: Final = "; tell "
"""Between Control's reason, which is private, and what the teams hear besides."""
_DEBRIEF: Final = "debrief"
MOST_DIGITS: Final = 4
"""Of a number that Control writes."""


def act_by_hand(st: Position, line: str) -> tuple[Ruling, Ruling]:
    """Do what a line says; returns whether it can be done, and nothing against it.

    Raises:
        NotationError: the line says no act of Control, or gives no reason.
    """
    what, _, why = line.partition(" because ")
    reason, _, told = why.partition(_TELL)
    words = what.split()
    if not words or words[0] not in (*_ACTS, _DEBRIEF):
        raise NotationError(line, f"Control can {', '.join((*_ACTS, _DEBRIEF))}")
    if not reason.strip():
        raise NotationError(line, "give a reason: '... because ...'")
    wrong = faults(told, names_of(st.world))
    if wrong:
        text = "this may not be said: {what}"
        return refuse(_RULE, text, what="; ".join(wrong)), OK
    if words[0] == _DEBRIEF:
        return _debrief(st, line, words[1:], reason.strip()), OK
    before = len(st.corrections)
    ruling = _ACTS[words[0]](st, line, words[1:])
    if told.strip():
        teams = sorted({note.team for note in st.corrections[before:]})
        for team in teams:
            _tell(st, Note(team, "set right", name=told.strip()))
    return ruling, OK


def _unit(st: Position, line: str, words: list[str]) -> int:
    if not words:
        raise NotationError(line, "name a unit")
    return st.world.unit_names.index(words[0])


def _correct(st: Position, unit: int, code: Code, at: Point | None = None) -> None:
    """What the unit's team will read."""
    _tell(st, Note(st.world.units[unit].team, code, unit, at))


def _tell(st: Position, note: Note) -> None:
    st.corrections = (*st.corrections, note)


def _move(st: Position, line: str, words: list[str]) -> Ruling:
    unit = _unit(st, line, words)
    if st.where[unit] != HERE:
        text = "{unit:unit} is not on the map; place it instead"
        return refuse(_RULE, text, unit=unit)
    return _place(st, line, words)


def _place(st: Position, line: str, words: list[str]) -> Ruling:
    """A unit is put somewhere, from wherever it was: from the map, from among those to come."""
    unit = _unit(st, line, words)
    found = Finder(st.world, st.world.units[unit].team, {}).place(" ".join(words[1:]))
    if not found.spots:
        raise NotationError(line, f"there is no place '{' '.join(words[1:])}'.{found.hint}")
    st.place(unit, found.spots[0].point)
    st.from_x[unit], st.from_y[unit] = found.spots[0].point  # its start line from now on
    _correct(st, unit, "is at", found.spots[0].point)
    return OK


def _steps(st: Position, line: str, words: list[str]) -> Ruling:
    unit = _unit(st, line, words)
    last = st.status(unit).last_step
    lost = whole(words[1], digits=MOST_DIGITS) if len(words) == 2 else None
    if lost is None:
        raise NotationError(line, "expected steps UNIT NUMBER")
    if lost > last:
        text = "{unit:unit} has {last} steps to lose"
        return refuse(_RULE, text, unit=unit, last=last)
    st.steps[unit] = lost
    _correct(st, unit, "misreported")
    return OK


def _remove(st: Position, line: str, words: list[str]) -> Ruling:
    unit = _unit(st, line, words)
    st.where[unit] = GONE
    _correct(st, unit, "no longer with us")
    return OK


def _prepared(st: Position, line: str, words: list[str]) -> Ruling:
    unit = _unit(st, line, words)
    if words[1:] not in (["yes"], ["no"]):
        raise NotationError(line, "expected prepared UNIT yes|no")
    st.prepared[unit] = int(words[1] == "yes")
    _correct(st, unit, "ready" if words[1] == "yes" else "not ready")
    return OK


_BRIDGE: Final = {"blown": BLOWN | TESTED, "safe": SAFE | TESTED, "intact": 0, "prepared": PREPARED}


def _bridge(st: Position, line: str, words: list[str]) -> Ruling:
    takes = whole(words[1], digits=MOST_DIGITS) if len(words) == 2 else None
    if len(words) != 2 or (words[1] not in _BRIDGE and takes is None):
        raise NotationError(line, f"expected bridge BRIDGE {'|'.join(_BRIDGE)}, or its capacity")
    crossing = st.world.bridge_names.index(words[0])
    was = bool(st.bridges[crossing] & BLOWN)
    if takes is not None:
        st.capacity[crossing] = takes
        for team in range(len(st.world.teams)):
            if crossing in surveyed_by(st, team):
                _tell(st, Note(team, "takes", crossing=crossing, figure=takes))
        return OK
    st.bridges[crossing] = _BRIDGE[words[1]]
    now = bool(st.bridges[crossing] & BLOWN)
    if was == now:
        return OK  # whether it is prepared, or safe, teams do not know
    for team in _who_knows(st, crossing):
        _tell(st, Note(team, "is down" if now else "is standing", crossing=crossing))
    return OK


def _who_knows(st: Position, crossing: int) -> list[int]:
    """Teams that know a crossing, or have troops near enough to see it."""
    bridge = st.world.crossings[crossing]
    at = st.world.ways.xy(bridge.lat, bridge.lon)
    reach = st.figures.bridges.seen
    near = {u.team for u in st.here() if km_between(st.at(u.number), at) <= reach}
    teams = range(len(st.world.teams))
    return [t for t in teams if t in near or crossing in surveyed_by(st, t)]


def _repair(st: Position, line: str, words: list[str]) -> Ruling:
    if len(words) != 1:
        raise NotationError(line, "expected repair BRIDGE")
    return _bridge(st, line, [words[0], "intact"])


def _stock(st: Position, line: str, words: list[str]) -> Ruling:
    points = whole(words[2], digits=MOST_DIGITS) if len(words) == 3 else None
    if points is None or words[1] not in ("ammo", "fuel"):
        raise NotationError(line, "expected stock UNIT-OR-DUMP ammo|fuel NUMBER")
    for i, dump in enumerate(st.world.dumps):
        if plain(words[0]) == plain(dump.id):
            holder = len(st.world.units) + i
            kind = FUEL if words[1] == "fuel" else dump_ammo(st.world, dump)
            team = next(n for n, t in enumerate(st.world.teams) if t.seat == dump.team)
            _set_stock(st, holder, kind, points)
            _tell(st, _stock_note(team, dump.name, points, words[1]))
            return OK
    unit = _unit(st, line, words)
    kind = FUEL if words[1] == "fuel" else st.world.units[unit].ammo
    room = st.world.units[unit].unit.logistics_lift - st.held(unit) + st.holds(unit, kind)
    if points > room:
        return refuse(_RULE, "{unit:unit} can carry {room} of it", unit=unit, room=room)
    _set_stock(st, unit, kind, points)
    troops = st.world.units[unit]
    _tell(st, _stock_note(troops.team, troops.name, points, words[1]))
    return OK


def _stock_note(team: int, name: str, points: int, kind: str) -> Note:
    what = "fuel" if kind == "fuel" else "ammunition"
    return Note(team, "holds", figure=points, name=name, parts=(what,))


def _set_stock(st: Position, holder: int, kind: int, points: int) -> None:
    st.take(holder, kind, st.holds(holder, kind))
    st.give(holder, kind, points)


_SKIES: Final = {
    "flying": ("yes", "part", "supply", "no"),
    "close-support": ("yes", "limited", "no"),
}
"""What the weather may let aircraft do (reading 8.12)."""


def _weather(st: Position, line: str, words: list[str]) -> Ruling:
    if len(words) == 2 and words[1] in _SKIES.get(words[0], ()):
        setattr(st, words[0].replace("-", "_"), words[1])
        for team in range(len(st.world.teams)):
            name = words[0].replace("-", " ")
            _tell(st, Note(team, "weather", name=name, parts=(words[1],)))
        return OK
    if words not in (["bad"], ["fair"]):
        text = "expected weather bad|fair, flying yes|part|supply|no, close-support yes|limited|no"
        raise NotationError(line, text)
    st.bad_roads = int(words == ["bad"])
    for team in range(len(st.world.teams)):
        _tell(st, Note(team, "roads bad" if st.bad_roads else "roads good"))
    return OK


def _mode(st: Position, line: str, words: list[str]) -> Ruling:
    """How a category of cards is ruled from now on; teams hear nothing of it."""
    category, mode = split_mode(" ".join(words))
    if category not in CATEGORIES or not mode:
        raise NotationError(
            line, f"expected mode CATEGORY auto|hold|by hand: {', '.join(CATEGORIES)}"
        )
    set_mode(st, category, mode)
    return OK


def _debrief(st: Position, line: str, words: list[str], reason: str) -> Ruling:
    """Reading 11.6: strike a line of the debrief, or add one to a section."""
    data = st.world.data.debrief
    known = {each.id for each in data.lines} | {each.id for each in data.honours.missions}
    match words:
        case ["strike", name] if name in known:
            st.verdicts = (*st.verdicts, ("strike", name, reason))
        case ["add", section, points] if section in {each.id for each in data.sections}:
            if whole(points, signed=True, digits=MOST_DIGITS) is None:
                raise NotationError(line, f"'{points}' is no number of points")
            st.verdicts = (*st.verdicts, ("add", section, points, reason))
        case _:
            sections = ", ".join(each.id for each in data.sections) or "none"
            text = f"expected debrief strike LINE or debrief add SECTION POINTS, of {sections}"
            raise NotationError(line, text)
    return OK


_ACTS: Final[dict[str, Callable[[Position, str, list[str]], Ruling]]] = {
    "move": _move,
    "place": _place,
    "steps": _steps,
    "prepared": _prepared,
    "remove": _remove,
    "bridge": _bridge,
    "repair": _repair,
    "stock": _stock,
    "weather": _weather,
    "mode": _mode,
}
