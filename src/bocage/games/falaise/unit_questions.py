"""Questions about units of The Pocket at Falaise: ratings, stacking, zones, LOC, costs."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from bocage.games.falaise.communications import has_loc
from bocage.games.falaise.efficiency import factor, points_of, ter
from bocage.games.falaise.ground import BOCAGE, CLEAR, POINT, WOODS
from bocage.games.falaise.moving import Moving, may_use_road
from bocage.games.falaise.position import DISRUPTED
from bocage.games.falaise.rulebook import R
from bocage.games.falaise.stacking import is_legal_stack
from bocage.games.falaise.units import ALLIED, GERMAN, NO_CORPS, POLAND, SIDES, US
from bocage.hexes.kernels import PROHIBITED, ZONE
from bocage.rules.judge import Answer, CaseError

if TYPE_CHECKING:
    from bocage.engine.rulings import Rule
    from bocage.games.falaise.game import Falaise
    from bocage.games.falaise.position import Position

UNIT_QUESTIONS: Final = {
    "rating UNIT": "Combat Factor, steps and TER now, and whether it is Mechanized",
    "points UNIT": "the Movement Points of a unit of the active command",
    "corps UNIT": "the corps of a unit, or none",
    "stack UNIT UNIT ...": "whether these units may stand in one hex",
    "zone HEX against SIDE": "whether a hex lies in a zone of control of the side's enemy",
    "loc UNIT": "whether it has a Line of Communication",
    "cost UNIT HEX-HEX-...": "the points that a way costs at the plain rates, or not allowed",
    "road UNIT HEX-HEX-...": "the points that it costs by Road Movement, or not allowed",
}
"""As they are written, and what they ask."""


def unit_on_map(st: Position, name: str) -> int:
    """The number of a unit that must be on the map."""
    u = st.world.unit_names.index(name)
    if st.loc[u] < 0:
        raise CaseError(f"{name} is not on the map")
    return u


def hex_of(st: Position, number: str) -> int:
    """The hex of a printed number."""
    return st.world.hex_names.index(number)


def _rating(_: Falaise, st: Position, words: Sequence[str]) -> Answer:
    u = st.world.unit_names.index(words[0])
    world = st.world
    rules = [R("2.2.c") if world.two_step[u] else R("2.2.b"), R("reading 10")]
    if world.armor[u]:
        rules.append(R("2.2.d"))
    if st.marks[u] & DISRUPTED:
        rules += [R("9.1.a"), R("6.2.f")]
    if world.red[u]:
        rules.append(R("11.6.a"))
    if world.rolled[u]:
        rules.append(R("11.8"))
    if u == world.currie:
        rules += [R("5.3.g"), R("reading 43"), R("reading 88")]
    table = {
        "cf": factor(st, u),
        "steps": st.steps[u],
        "ter": ter(st, u),
        "mechanized": bool(world.mech[u]),
    }
    return Answer(table, tuple(rules))


def _points(_: Falaise, st: Position, words: Sequence[str]) -> Answer:
    u = unit_on_map(st, words[0])
    rules = [R("7.1.1.b"), R("7.1.1.ter-low"), R("7.1.1.ter-high"), R("reading 35")]
    if u == st.world.currie:
        rules += [R("7.2.i"), R("reading 88")]
    return Answer(points_of(st, u), tuple(rules))


def _corps(_: Falaise, st: Position, words: Sequence[str]) -> Answer:
    u = st.world.unit_names.index(words[0])
    corps = st.corps[u]
    if corps == NO_CORPS:
        return Answer("none", (R("3.0"),))
    rules = (R("11.3.g"), R("11.4.h")) if corps != st.world.corps_of[u] else ()
    return Answer(st.world.corps_names.written[corps], rules)


def _stack(_: Falaise, st: Position, words: Sequence[str]) -> Answer:
    world = st.world
    units = tuple(world.unit_names.index(name) for name in words)
    nations = {world.nation[u] for u in units}
    rules = [R("5.3.c"), R("3.1.o"), R("reading 47")]
    if nations == {US, POLAND}:
        rules.append(R("5.3.e"))
    if POLAND in nations:
        rules.append(R("11.7.c"))
    return Answer("yes" if is_legal_stack(world, units) else "no", tuple(rules))


def _zone(_: Falaise, st: Position, words: Sequence[str]) -> Answer:
    if len(words) != 3 or words[1] != "against" or words[2] not in SIDES:
        raise CaseError("expected zone HEX against allied, or against german")
    inside = st.zone(SIDES.index(words[2]))[hex_of(st, words[0])] & ZONE
    rules = (R("6.0.a"), R("6.1.b"), R("6.1.c"), R("6.1.d"))
    return Answer("yes" if inside else "no", rules)


def _loc(_: Falaise, st: Position, words: Sequence[str]) -> Answer:
    u = unit_on_map(st, words[0])
    end = R("6.5.e") if st.side_of(u) == ALLIED else R("6.5.f")
    rules = (R("6.5.d"), end, R("6.5.g"), R("6.5.h"), R("6.5.i"), R("6.5.j"), R("6.5.k"))
    ours = (R("reading 77"), R("reading 78")) if st.side_of(u) == GERMAN else (R("reading 78"),)
    return Answer("yes" if has_loc(st, u) else "no", (*rules, *ours))


def _path(st: Position, word: str) -> list[int]:
    path = [hex_of(st, number) for number in word.split("-")]
    for here, there in pairwise(path):
        if not st.world.grid.are_neighbours(here, there):
            raise CaseError(f"{st.world.grid.numbers[there]} is not next to the hex before it")
    return path


def _said(halves: int) -> int | float | str:
    if halves >= PROHIBITED:
        return "not allowed"
    return halves // POINT if halves % POINT == 0 else halves / POINT


def _cost(_: Falaise, st: Position, words: Sequence[str]) -> Answer:
    if len(words) < 2:
        raise CaseError("expected cost UNIT HEX-HEX")
    u = st.world.unit_names.index(words[0])
    moving = Moving(st.side_of(u), (u,), 0, -1, 0)
    total = 0
    rules: list[Rule] = []
    for here, there in pairwise(_path(st, words[1])):
        total += moving.step_cost(st, here, there)
        rules += _cost_rules(st, u, here, there)
    return Answer(_said(total), (*dict.fromkeys(rules), R("reading 51")))


def _cost_rules(st: Position, u: int, here: int, there: int) -> list[Rule]:
    """The rows of the Terrain Effects Chart, and what else a step costs by."""
    ground, side = st.world.ground, st.side_of(u)
    d = 1 << ground.grid.direction(here, there)
    zone = st.zone(side)
    found: list[Rule] = []
    if zone[here] & ZONE:
        breaking = R("6.3.b") if st.night else R("6.3.c")
        found.append(R("reading 52") if zone[there] & ZONE else breaking)
    if ground.road[here] & d:
        return [*found, R("7.3.a"), *([R("7.3.b")] if ground.bridge[here] & d else [])]
    if ground.is_town[there]:
        found.append(R("7.2.argentan") if there == ground.argentan else R("7.2.town"))
    else:
        terrain = {CLEAR: R("7.2.clear"), WOODS: R("7.2.woods"), BOCAGE: R("7.2.bocage")}
        found.append(terrain[ground.terrain[there]])
        if ground.settlement[there] or ground.crest[there]:
            found.append(R("7.2.other"))
    if ground.slope[here] & d or ground.slope[there] & _opposite(d):
        found.append(R("7.2.slope"))
    for mask, rule in (
        (ground.ford, R("7.2.ford")),
        (ground.major, R("7.2.major")),
        (ground.river, R("7.2.river")),
    ):
        if mask[here] & d:
            found.append(rule)
    return found


def _opposite(d: int) -> int:
    return d << 3 if d < 8 else d >> 3


def _road(_: Falaise, st: Position, words: Sequence[str]) -> Answer:
    if len(words) < 2:
        raise CaseError("expected road UNIT HEX-HEX")
    u = unit_on_map(st, words[0])
    seat = st.side_of(u)
    path = _path(st, words[1])
    rules = (R("7.3.c"), R("7.3.d"), R("7.3.e"), R("7.3.f"), R("7.3.g"), R("7.3.b"))
    if path[0] != st.loc[u]:
        raise CaseError(f"{words[0]} is not in {words[1].split('-', 1)[0]}")
    if not may_use_road(st, (u,), seat):
        return Answer("not allowed", (*rules, R("reading 48")))
    moving = Moving(seat, (u,), 0, 0, 0)
    total = 0
    for here, there in pairwise(path):
        total += moving.road_cost(st, here, there)
    return Answer(_said(total), (*rules, R("reading 48")))


ABOUT_UNITS: Final[Mapping[str, Callable[[Falaise, Position, Sequence[str]], Answer]]] = {
    "rating": _rating,
    "points": _points,
    "corps": _corps,
    "stack": _stack,
    "zone": _zone,
    "loc": _loc,
    "cost": _cost,
    "road": _road,
}
"""By the first word of the question, who answers it."""
