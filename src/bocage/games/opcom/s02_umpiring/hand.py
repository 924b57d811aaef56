"""Changes that Control makes by hand on the master map, each with a reason (2.0.c).

`move GB-2IG Valkenswaard because the column was misdirected`, `place GB-2IG Achel because ...`,
`steps GB-2IG 2 because ...`, `remove GB-2IG because ...`, `prepared GB-2IG yes because ...`,
`bridge B-DOM blown because ...`, `repair B-DOM because ...`, `stock GB-32G-HQ ammo 5 because ...`,
`weather bad because ...`, `weather flying no because ...`, `mode fight hold because ...`. Teams
learn of the change in their next report, even if the turn was already released. They never see the
reason. Control adds a message for the teams after `; tell `, as in `remove GB-2IG because the count
was wrong; tell The battalion has gone back to refit.`

Units and bridges may be named in words: `move 2nd Irish Guards to Achel because ...`. The page
writes a point in metres: `move GB-2IG to metres 1200 -300 because ...`.

Sheets: `sheet {...} because it came on paper` takes in a sheet for the team that it names, until
the turn is worked out. `reopen Guards because ...`, or `reopen all`, opens the orders again.
`signal Guards to Walther by wireless: TEXT because ...` sends a message in the name of a
headquarters or of Control.

After a failure of the computers, `paper because ...` ends a turn that was fought on paper
(`bocage opcom enter`), and `count GB-2IG stayed 2 because ...` sets a unit's count of turns.
`squadrons` and `lift` set what can still fly.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Final

from bocage.engine.actions import Names, NotationError
from bocage.engine.numbers import whole
from bocage.engine.rulings import OK, Ruling, refuse
from bocage.games.opcom.board.position import BLOWN, GONE, HERE, PREPARED, SAFE, TESTED, Position
from bocage.games.opcom.board.ways import Point, km_between
from bocage.games.opcom.board.world import FUEL, dump_ammo, plain
from bocage.games.opcom.pieces.desk import Message
from bocage.games.opcom.rulebook import R
from bocage.games.opcom.s02_umpiring.cards import (
    CATEGORIES,
    check_told,
    set_mode,
    split_mode,
    split_told,
)
from bocage.games.opcom.s02_umpiring.desk import Desk, Release
from bocage.games.opcom.s04_turn import end_turn_on_paper
from bocage.games.opcom.s05_orders.files import SheetError, sheet_from_text, sheet_text
from bocage.games.opcom.s05_orders.names import Finder
from bocage.games.opcom.s05_orders.submission import Orders, carry, not_for_now, open_orders
from bocage.games.opcom.s10_reports.discoveries import surveyed_by
from bocage.games.opcom.s10_reports.drafts import Drafting
from bocage.games.opcom.s10_reports.messages import Signals
from bocage.games.opcom.s10_reports.notes import Code, Note
from bocage.games.opcom.s12_air.sorties import FLOWN, GIVEN_UP, WAITING
from bocage.games.opcom.words.verbs import SHEET

_RULE: Final = R("2.0.c")
_BECAUSE: Final = " because "
_SHEET: Final = "sheet "
_SAID: Final = 60
"""The most letters of a sheet that a refusal repeats."""
_SOME: Final = 5
"""The most names that a refusal offers."""
_DEBRIEF: Final = "debrief"
MOST_DIGITS: Final = 4
"""The most digits of a number that Control writes."""


def act_by_hand(st: Position, line: str) -> tuple[Ruling, Ruling]:
    """Carry out a line of Control's.

    Return whether it can be done, and OK: no rule is against it.

    Raises:
        NotationError: the line is not an act of Control, or has no reason.
    """
    if line.startswith(_SHEET):
        return _sheet(st, line), OK
    what, _, why = line.partition(_BECAUSE)
    reason, told = split_told(why)
    words = what.split()
    if not words or words[0] not in (*_ACTS, _DEBRIEF):
        known = ", ".join((*_ACTS, _DEBRIEF, _SHEET.strip()))
        raise NotationError(line, f"Control can {known}")
    if not reason:
        raise NotationError(line, "give a reason: '... because ...'")
    if not (ruling := check_told(st, told)):
        return ruling, OK
    if words[0] == _DEBRIEF:
        return _debrief(st, line, words[1:], reason), OK
    before = len(st.corrections)
    ruling = _ACTS[words[0]](st, line, words[1:])
    if told:
        teams = sorted({note.team for note in st.corrections[before:]})
        for team in teams:
            _tell(st, Note(team, "set right", name=told))
    return ruling, OK


def _unit(st: Position, line: str, words: list[str]) -> tuple[int, list[str]]:
    """Return the unit that a line begins with, by id or in words, and the words after it."""
    known = {u.id: (u.number, (u.name, u.unit.label)) for u in st.world.units}
    if not words:
        raise NotationError(line, "name a unit")
    return _first(st.world.unit_names, line, words, known)


def _crossing(st: Position, line: str, words: list[str]) -> tuple[int, list[str]]:
    """Return the bridge that a line begins with, by id or in words, and the words after it."""
    known = {c.id: (i, (c.name,)) for i, c in enumerate(st.world.crossings)}
    if not words:
        raise NotationError(line, "name a bridge")
    return _first(st.world.bridge_names, line, words, known)


def _first(
    ids: Names, line: str, words: list[str], known: Mapping[str, tuple[int, Sequence[str]]]
) -> tuple[int, list[str]]:
    """Return the number of the thing named at the start of a line, and the rest of the words.

    The name is an id or the longest known name.

    Raises:
        NotationError: nothing has such a name, or several things have it.
    """
    if words[0] in known:
        return known[words[0]][0], words[1:]
    for count in range(len(words), 0, -1):
        key = plain(" ".join(words[:count]))
        exact = {n for n, names in known.values() if key in map(plain, names)}
        parts = set(key.split())
        loose = {
            n
            for n, names in known.values()
            if parts and any(parts <= set(plain(name).split()) for name in names)
        }
        found = exact or loose
        if len(found) == 1:
            return found.pop(), words[count:]
        if found:
            some = ", ".join(sorted(i for i, (n, _) in known.items() if n in found)[:_SOME])
            raise NotationError(line, f"'{' '.join(words[:count])}' fits {some}: name one")
    return ids.index(words[0]), words[1:]


def _correct(st: Position, unit: int, code: Code, at: Point | None = None) -> None:
    """Send the correction to the unit's team."""
    _tell(st, Note(st.world.units[unit].team, code, unit, at))


def _tell(st: Position, note: Note) -> None:
    st.corrections = (*st.corrections, note)


def _move(st: Position, line: str, words: list[str]) -> Ruling:
    unit, _ = _unit(st, line, words)
    if st.where[unit] != HERE:
        text = "{unit:unit} is not on the map; place it instead"
        return refuse(_RULE, text, unit=unit)
    return _place(st, line, words)


def _place(st: Position, line: str, words: list[str]) -> Ruling:
    """Place a unit from anywhere: from the map, or from among the reinforcements."""
    unit, rest = _unit(st, line, words)
    if "to" in rest[1:]:  # a part of the name before it means another unit, or none
        name = " ".join(words[: words.index("to")])
        raise NotationError(line, f"there is no unit '{name}'; did you mean {_called(st, unit)}?")
    where = " ".join(rest).removeprefix("to ")
    point = _metres(st, where)
    if point is None:
        found = Finder(st.world, st.world.units[unit].team, {}).place(where)
        if not found.spots:
            raise NotationError(line, f"there is no place '{where}'.{found.hint}")
        point = found.spots[0].point
    st.place(unit, point)
    st.from_x[unit], st.from_y[unit] = point  # its new start line
    _correct(st, unit, "is at", point)
    return OK


def _called(st: Position, unit: int) -> str:
    return st.world.units[unit].name


_METRES: Final = re.compile(r"metres (-?\d{1,7}) (-?\d{1,7})")


def _metres(st: Position, where: str) -> Point | None:
    """Return a point on the map in metres, as the page writes it."""
    found = _METRES.fullmatch(where)
    point = (int(found[1]), int(found[2])) if found else None
    return point if point is not None and st.world.ways.cell(point) is not None else None


def _steps(st: Position, line: str, words: list[str]) -> Ruling:
    unit, rest = _unit(st, line, words)
    last = st.status(unit).last_step
    lost = whole(rest[0], digits=MOST_DIGITS) if len(rest) == 1 else None
    if lost is None:
        raise NotationError(line, "expected steps UNIT NUMBER")
    if lost > last:
        text = "{unit:unit} has {last} steps to lose"
        return refuse(_RULE, text, unit=unit, last=last)
    st.steps[unit] = lost
    _correct(st, unit, "misreported")
    return OK


def _remove(st: Position, line: str, words: list[str]) -> Ruling:
    unit, _ = _unit(st, line, words)
    st.where[unit] = GONE
    _correct(st, unit, "no longer with us")
    return OK


def _prepared(st: Position, line: str, words: list[str]) -> Ruling:
    unit, rest = _unit(st, line, words)
    if rest not in (["yes"], ["no"]):
        raise NotationError(line, "expected prepared UNIT yes|no")
    st.prepared[unit] = int(rest == ["yes"])
    _correct(st, unit, "ready" if rest == ["yes"] else "not ready")
    return OK


_BRIDGE: Final = {"blown": BLOWN | TESTED, "safe": SAFE | TESTED, "intact": 0, "prepared": PREPARED}


def _bridge(st: Position, line: str, words: list[str]) -> Ruling:
    last = words[-1] if len(words) > 1 else ""
    takes = whole(last, digits=MOST_DIGITS)
    if last not in _BRIDGE and takes is None:
        raise NotationError(line, f"expected bridge BRIDGE {'|'.join(_BRIDGE)}, or its capacity")
    crossing, rest = _crossing(st, line, words[:-1])
    if rest:
        raise NotationError(line, f"'{' '.join(words[:-1])}' is not a bridge")
    was = bool(st.bridges[crossing] & BLOWN)
    if takes is not None:
        st.capacity[crossing] = takes
        for team in range(len(st.world.teams)):
            if crossing in surveyed_by(st, team):
                _tell(st, Note(team, "takes", crossing=crossing, figure=takes))
        return OK
    st.bridges[crossing] = _BRIDGE[last]
    now = bool(st.bridges[crossing] & BLOWN)
    if was == now:
        return OK  # teams do not know whether it is prepared or safe
    for team in _who_knows(st, crossing):
        _tell(st, Note(team, "is down" if now else "is standing", crossing=crossing))
    return OK


def _who_knows(st: Position, crossing: int) -> list[int]:
    """Return the teams that know a crossing, or have troops near enough to see it."""
    bridge = st.world.crossings[crossing]
    at = st.world.ways.xy(bridge.lat, bridge.lon)
    reach = st.figures.bridges.seen
    near = {u.team for u in st.here() if km_between(st.at(u.number), at) <= reach}
    teams = range(len(st.world.teams))
    return [t for t in teams if t in near or crossing in surveyed_by(st, t)]


def _repair(st: Position, line: str, words: list[str]) -> Ruling:
    if not words:
        raise NotationError(line, "expected repair BRIDGE")
    return _bridge(st, line, [*words, "intact"])


def _stock(st: Position, line: str, words: list[str]) -> Ruling:
    points = whole(words[-1], digits=MOST_DIGITS) if len(words) > 2 else None
    if points is None or words[-2] not in ("ammo", "fuel"):
        raise NotationError(line, "expected stock UNIT-OR-DUMP ammo|fuel NUMBER")
    name, what = " ".join(words[:-2]), words[-2]
    for i, dump in enumerate(st.world.dumps):
        if plain(name) in (plain(dump.id), plain(dump.name)):
            holder = len(st.world.units) + i
            kind = FUEL if what == "fuel" else dump_ammo(st.world, dump)
            team = next(n for n, t in enumerate(st.world.teams) if t.seat == dump.team)
            _set_stock(st, holder, kind, points)
            _tell(st, _stock_note(team, dump.name, points, what))
            return OK
    unit, rest = _unit(st, line, words[:-2])
    if rest:
        raise NotationError(line, f"'{name}' is not a unit or dump")
    kind = FUEL if what == "fuel" else st.world.units[unit].ammo
    room = st.world.units[unit].unit.logistics_lift - st.held(unit) + st.holds(unit, kind)
    if points > room:
        return refuse(_RULE, "{unit:unit} can carry {room} of it", unit=unit, room=room)
    _set_stock(st, unit, kind, points)
    troops = st.world.units[unit]
    _tell(st, _stock_note(troops.team, troops.name, points, what))
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
"""The weather for aircraft (reading 8.12)."""


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
    """Set how a category of cards is ruled from now on; teams get no message."""
    category, mode = split_mode(" ".join(words))
    if category not in CATEGORIES or not mode:
        raise NotationError(
            line, f"expected mode CATEGORY auto|hold|by hand: {', '.join(CATEGORIES)}"
        )
    set_mode(st, category, mode)
    return OK


def _debrief(st: Position, line: str, words: list[str], reason: str) -> Ruling:
    """Strike a line of the debrief, or add one to a section (reading 11.6)."""
    data = st.world.data.debrief
    known = {each.id for each in data.lines} | {each.id for each in data.honours.missions}
    match words:
        case ["strike", name] if name in known:
            st.verdicts = (*st.verdicts, ("strike", name, reason))
        case ["add", section, points] if section in {each.id for each in data.sections}:
            if whole(points, signed=True, digits=MOST_DIGITS) is None:
                raise NotationError(line, f"'{points}' is not a number of points")
            st.verdicts = (*st.verdicts, ("add", section, points, reason))
        case _:
            sections = ", ".join(each.id for each in data.sections) or "none"
            text = f"expected debrief strike LINE or debrief add SECTION POINTS, of {sections}"
            raise NotationError(line, text)
    return OK


def _sheet(st: Position, line: str) -> Ruling:
    """Take in a sheet for a team: late, from paper, or written by a commander (5.1).

    A sheet may contain any words, so the reason follows the last `because`.
    """
    text, _, reason = line.removeprefix(_SHEET).rpartition(_BECAUSE)
    if not reason.strip():
        raise NotationError(line[:_SAID], "give a reason: 'sheet {...} because ...'")
    try:
        sheet = sheet_from_text(text)
    except SheetError as error:
        raise NotationError(line[:_SAID], str(error)) from None
    team = _team(st, line[:_SAID], str(sheet.get("team", "")))
    if complaint := not_for_now(st.world, team, st.turn, sheet):
        return refuse(R("5.1"), "{why}", why=complaint)
    top = st.stack[-1] if st.stack else None
    if isinstance(top, Orders):
        st.swap(top.with_answer(team, SHEET.carrying(sheet_text(sheet))))
        return OK
    if not isinstance(top, Desk):
        return refuse(R("4.0.a"), "it is too late for a sheet: the turn is being adjudicated")
    others = [each for each in st.sheets if each[0] != team]
    st.sheets = tuple(sorted([*others, (team, sheet_text(sheet))]))
    carry(st)
    return OK


def _team(st: Position, line: str, name: str) -> int:
    for number, team in enumerate(st.world.teams):
        if plain(name) in (plain(team.seat), plain(team.name)):
            return number
    known = ", ".join(team.seat for team in st.world.teams)
    raise NotationError(line, f"there is no team '{name}'; there are {known}")


def _reopen(st: Position, line: str, words: list[str]) -> Ruling:
    """Open the orders again for a team, or for all; sheets stand until replaced (4.0.a)."""
    name = " ".join(words)
    teams = range(len(st.world.teams))
    again = list(teams) if name == "all" else [_team(st, line, name)]
    if not (st.stack and isinstance(st.stack[-1], Desk)):
        return refuse(R("4.0.a"), "you can reopen orders only before you adjudicate the turn")
    kept = tuple((t, SHEET.carrying(text)) for t, text in st.sheets if t not in again)
    open_orders(st, kept)
    return OK


_SIGNAL: Final = re.compile(r"(.+?) to (.+?) by (wireless|telephone|runner|liaison officer): (.+)")
_OWN: Final = 100
"""The first number of Control's messages, apart from the messages of sheets."""
CONTROL: Final = -1
"""The sender of a message that Control writes in its own name."""


def _signal(st: Position, line: str, words: list[str]) -> Ruling:
    """Send a message that Control writes; it arrives with the next reports (reading 10.9)."""
    found = _SIGNAL.fullmatch(" ".join(words))
    if found is None:
        means = "wireless, telephone, runner or liaison officer"
        raise NotationError(line, f"expected signal FROM to TEAM by MEANS: TEXT; means are {means}")
    sender = CONTROL if found[1] == "Control" else _team(st, line, found[1])
    to = _team(st, line, found[2])
    if not (ruling := check_told(st, found[4])):
        return ruling
    number = _OWN + len(st.messages)
    message = Message(sender, to, st.turn, number, found[3], found[4], due=st.turn)
    st.messages = (*st.messages, message)
    return OK


def _paper(st: Position, line: str, words: list[str]) -> Ruling:
    """End a turn that was fought on paper, or the rest of one; its reports come next (4.0).

    Control sets units, stocks and bridges by hand before. Sheets of the turn count as carried out.
    """
    if words:
        raise NotationError(line, "expected paper because REASON")
    top = st.stack[-1] if st.stack else None
    if top is None:
        return refuse(R("4.0"), "the operation is over")
    if isinstance(top, Release):
        return refuse(R("4.0.c"), "this turn is worked out already; release it first")
    if isinstance(top, Orders):
        top.take(st)
    end_turn_on_paper(st)
    st.stack = st.stack[:1]  # Control did the rest by hand
    st.push(Release(st.world.control))
    st.push(Drafting())
    st.push(Signals())
    return OK


COUNTS: Final = {
    "stayed": "stayed",
    "rested": "rested",
    "attacks": "attacks",
    "firing": "batteries",
}
"""The counts of each unit: Control's name, and the field of the position."""
_MOST_COUNTED: Final = 200


def _count(st: Position, line: str, words: list[str]) -> Ruling:
    """Set a unit's count of turns in place, at rest or firing, or of its attacks (9.4, 9.17)."""
    unit, rest = _unit(st, line, words)
    number = whole(rest[1], digits=MOST_DIGITS) if len(rest) == 2 else None
    if number is None or rest[0] not in COUNTS:
        raise NotationError(line, f"expected count UNIT {'|'.join(COUNTS)} NUMBER")
    if number > _MOST_COUNTED:
        return refuse(_RULE, "{unit:unit}: {most} is the most", unit=unit, most=_MOST_COUNTED)
    getattr(st, COUNTS[rest[0]])[unit] = number
    return OK


def _squadrons(st: Position, line: str, words: list[str]) -> Ruling:
    """Set the squadrons or serials that an air unit has left (12)."""
    sky = st.world.sky
    names = [each.id for each in sky.units]
    number = whole(words[1], digits=MOST_DIGITS) if len(words) == 2 else None
    if number is None or words[0] not in names:
        raise NotationError(
            line, f"expected squadrons UNIT NUMBER, of {', '.join(names) or 'none'}"
        )
    at = names.index(words[0])
    if number > sky.units[at].strength:
        text = "{name} has {most} at full strength"
        return refuse(_RULE, text, name=sky.units[at].name, most=sky.units[at].strength)
    st.squadrons[at] = number
    return OK


LIFTS: Final = {"waiting": WAITING, "flown": FLOWN, "given up": GIVEN_UP}


def _lift(st: Position, line: str, words: list[str]) -> Ruling:
    """Set whether a lift is still to fly (12)."""
    sky = st.world.sky
    stands = " ".join(words[1:])
    if not words or words[0] not in sky.lift_number or stands not in LIFTS:
        known = ", ".join(sky.lift_number) or "none"
        raise NotationError(line, f"expected lift LIFT {'|'.join(LIFTS)}, of {known}")
    st.lifts[sky.lift_number[words[0]]] = LIFTS[stands]
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
    "reopen": _reopen,
    "signal": _signal,
    "paper": _paper,
    "count": _count,
    "squadrons": _squadrons,
    "lift": _lift,
}
