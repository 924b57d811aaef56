"""Questions about a position of The Pocket at Falaise, answered with the rules that decide.

The rules themselves answer; this module adds only which sentence of the rulebook each answer rests
on.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Final

from bocage.games.falaise.board.charts import DRM
from bocage.games.falaise.board.ground import BOCAGE, CLEAR, POINT, WOODS
from bocage.games.falaise.board.position import DISRUPTED
from bocage.games.falaise.options import bid_of
from bocage.games.falaise.pieces.units import ALLIED, GERMAN, NO_CORPS, POLAND, SIDES, US
from bocage.games.falaise.rulebook import R
from bocage.games.falaise.s03_victory import allied_points, count_up, is_placed
from bocage.games.falaise.s04_activation import INITIATIVE, ActivationOdds, in_cup
from bocage.games.falaise.s05_stacking import is_legal_stack
from bocage.games.falaise.s06_communications import has_loc
from bocage.games.falaise.s06_op_fire import EFFECTS as SHOT
from bocage.games.falaise.s06_op_fire import OpFire
from bocage.games.falaise.s07_barriers import barred
from bocage.games.falaise.s07_movement import Moving, may_use_road
from bocage.games.falaise.s08_bombardment import AIR, BombardmentOdds
from bocage.games.falaise.s08_bombardment import EFFECTS as SHELLED
from bocage.games.falaise.s09_disruption import factor, points_of, ter
from bocage.games.falaise.s10_odds import Odds
from bocage.games.falaise.s12_optional import HOLDS, TAKES, ParisOdds
from bocage.games.falaise.s13_solitaire.s13_2_activation import OrdersOdds, row_of
from bocage.games.falaise.s13_solitaire.s13_3_boundary import BoundaryOdds
from bocage.hexes.kernels import PROHIBITED, ZONE
from bocage.rules.judge import Answer, CaseError
from bocage.rules.questions import Questions, legal

if TYPE_CHECKING:
    from bocage.engine.ledger import Ledger
    from bocage.engine.rulings import Rule
    from bocage.games.falaise.board.position import Position
    from bocage.games.falaise.game import Falaise


# Units -------------------------------------------------------------------------------------


UNIT_QUESTIONS: Final = {
    "rating UNIT": "Combat Factor, steps and TER now, and whether it is Mechanized",
    "points UNIT": "the Movement Points of a unit of the active command",
    "corps UNIT": "the corps of a unit, or none",
    "stack UNIT UNIT ...": "whether these units may be in one hex",
    "zone HEX against SIDE": "whether a hex lies in a zone of control of the side's enemy",
    "loc UNIT": "whether it has a Line of Communication",
    "cost UNIT HEX-HEX-...": "the points that a path costs at the plain rates, or not allowed",
    "road UNIT HEX-HEX-...": "the points that it costs by Road Movement, or not allowed",
}
"""The questions as they are written, and what they ask."""


def unit_on_map(st: Position, name: str) -> int:
    """Return the number of a unit that must be on the map."""
    u = st.world.unit_names.index(name)
    if st.loc[u] < 0:
        raise CaseError(f"{name} is not on the map")
    return u


def hex_of(st: Position, number: str) -> int:
    """Return the hex of a printed number."""
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
    elif world.printed[u] != world.units[u].ter.value:
        rules.append(R("reading 120"))
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
    """Return the rows of the Terrain Effects Chart, and what else a step costs by."""
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


# Optional rules and solitaire play ---------------------------------------------------------


OPTIONAL_QUESTIONS: Final = {
    "paris": "the die for the French: its modifier, and what each face does",
    "orders CORPS": "the solitaire die of a formation: its modifier, and the row of each face",
    "boundary": "the die for the 86th Corps Boundary: its modifier, and which faces pass",
    "barred UNIT HEX": "whether orders keep a unit out of a hex",
}
"""The questions as they are written, and what they ask."""


def _paris(_: Falaise, st: Position, __: Sequence[str]) -> Answer:
    odds = ParisOdds(st)
    totals = [die + odds.drm for die in range(1, 7)]
    does = ["leaves" if t >= TAKES else "held" if t >= HOLDS else "free" for t in totals]
    return Answer({"drm": odds.drm, "results": does}, odds.rules)


def _orders(_: Falaise, st: Position, words: Sequence[str]) -> Answer:
    if len(words) != 1:
        raise CaseError("expected orders CORPS")
    odds = OrdersOdds(st, st.world.corps_names.index(words[0]))
    rows = [row_of(odds.resolve(die)) for die in range(1, 7)]
    said = [row.removeprefix("13.2.") for row in rows]
    return Answer({"drm": odds.drm, "results": said}, (*odds.rules, *rows, R("13.2.b")))


def _boundary(_: Falaise, st: Position, __: Sequence[str]) -> Answer:
    odds = BoundaryOdds(st)
    passing = [die for die in range(1, 7) if odds.passes(die)]
    return Answer({"drm": odds.drm, "passes": passing}, (R("13.3.b"), *odds.rules))


def _barred(_: Falaise, st: Position, words: Sequence[str]) -> Answer:
    if len(words) != 2:
        raise CaseError("expected barred UNIT HEX")
    u, h = st.world.unit_names.index(words[0]), st.world.hex_names.index(words[1])
    ruling = barred(st, u, h)
    return Answer(not ruling, ruling.rules)


ABOUT_OPTIONS: Final[Mapping[str, Callable[[Falaise, Position, Sequence[str]], Answer]]] = {
    "paris": _paris,
    "orders": _orders,
    "boundary": _boundary,
    "barred": _barred,
}
"""The answers, by the first word of the question."""


# All questions -----------------------------------------------------------------------------


QUESTIONS: Final = {
    **UNIT_QUESTIONS,
    "time": "night or day",
    "odds HEX with UNIT ... helped by UNIT ...": "an assault: factors, odds, modifiers, results",
    "fire HEX": "a shot that is possible now from there: modifiers and effects",
    "shell CORPS HEX": "a bombardment by a corps' guns: modifiers and effects",
    "strike HEX": "an Airstrike: modifiers and effects",
    "activation CORPS": "the Activation die of a corps: modifiers and points by die",
    "legal [VERB ...]": "the rest of every legal line with this beginning",
    "cup": "the chits in the Activation Cup",
    "control": "who controls Argentan",
    "victory": "the points of both sides, and who wins",
    **OPTIONAL_QUESTIONS,
}
"""The questions as they are written, and what they ask."""


def _readings(*numbers: int) -> tuple[Rule, ...]:
    return tuple(R(f"reading {number}") for number in numbers)


RESTS_ON: Final[Mapping[str, tuple[Rule, ...]]] = {
    "SetUp": _readings(16, 21, 22),
    "Redeploy": (R("3.1.w"), *_readings(19)),
    "Declare": (R("11.3.a"), *_readings(4)),
    "EntryOf86": _readings(20, 39),
    "Attach": (R("11.1.a"), R("11.3.d"), *_readings(37)),
    "ChooseRound": (R("11.2.b"), R("11.3.c"), *_readings(5, 31)),
    "OpFire": (R("6.2.a"), R("6.2.b"), R("6.2.c"), *_readings(54, 55, 57)),
    "Cover": _readings(56),
    "Moving": (
        *(R("7.2.c"), R("7.2.g"), R("7.2.1.a"), R("11.4.i"), R("11.9.b"), R("11.9.e")),
        *_readings(46, 49, 50, 62, 87, 92, 114),
    ),
    "MoveRound": (
        *(R("7.0.a"), R("7.0.e"), R("7.2.h"), R("11.2.c"), R("11.2.d"), R("11.2.e")),
        *_readings(32, 33, 36, 115),
    ),
    "AssaultPhase": (R("10.0.b"), R("10.0.c"), R("10.1.l"), R("6.2.h"), R("6.2.k")),
    "Muster": (R("10.0.d"), R("10.1.e"), R("11.9.2.a"), *_readings(74)),
    "Helpers": (R("11.9.1.b"), *_readings(89, 113)),
    "TerChange": (R("10.2.i"), R("10.2.AL1"), R("10.2.C"), R("10.2.DL1"), R("10.2.DE")),
    "StepLoss": (R("10.2.k"), *_readings(63)),
    "Retreat": (
        *(R("10.2.DR"), R("10.3.j"), R("10.3.k"), R("10.3.m")),
        *_readings(41, 42, 61, 75, 93),
    ),
    "Advance": (R("10.4.c"), R("10.4.d"), R("10.4.h"), R("10.4.i"), *_readings(76)),
    "Bombardment": (
        *(R("8.2.b"), R("8.2.c"), R("8.2.e"), R("8.2.g"), R("8.3.c")),
        *_readings(2, 64),
    ),
    "Victim": (R("8.4.c"), *_readings(66)),
}
"""By the decision that is asked for: sentences that it rests on, beside its own."""


def _legal(game: Falaise, st: Position, words: Sequence[str]) -> Answer:
    name = type(st.stack[-1]).__name__ if st.stack else ""
    return legal(game, st, words, RESTS_ON.get(name, ()))


def _time(_: Falaise, st: Position, __: Sequence[str]) -> Answer:
    return Answer("night" if st.night else "day", (R("2.1.a"), R("reading 13")))


def _ledger(ledger: Ledger, effects: Sequence[str]) -> dict[str, Any]:
    """Return the modifiers by rule, and the result of each die from 1 to 6."""
    found: dict[str, int] = {}
    for row in ledger.under(DRM):
        found[row.rule] = found.get(row.rule, 0) + int(row.value)
    return {
        "drm": sum(found.values()),
        "modifiers": found,
        "results": list(effects),
        "rules": [str(rule) for rule in ledger.rules],
    }


def _odds(_: Falaise, st: Position, words: Sequence[str]) -> Answer:
    if len(words) < 3 or words[1] != "with":
        raise CaseError("expected odds HEX with UNIT UNIT ...")
    own, helpers = list(words[2:]), list[str]()
    if "helped" in own:
        at = own.index("helped")
        own, helpers = own[:at], own[at + 2 :]
    force = [unit_on_map(st, name) for name in (*own, *helpers)]
    h = hex_of(st, words[0])
    by = st.side_of(force[0])
    if far := [u for u in force if not st.world.grid.are_neighbours(st.loc[u], h)]:
        names = " and ".join(st.world.unit_names.written[u] for u in far)
        raise CaseError(f"{names} cannot attack {words[0]}: not next to it")
    if not st.at(h, 1 - by):
        raise CaseError(f"no enemy is in {words[0]}")
    odds = Odds(st, h, force, by, [unit_on_map(st, name) for name in helpers])
    table = _ledger(odds, [odds.resolve(die) for die in range(1, 7)]) | {
        "attack": odds.attack,
        "defence": odds.defence,
        "odds": odds.odds,
        "attacker_ter": odds.attacker_ter,
        "defender_ter": odds.defender_ter,
    }
    rules = [R("10.2.a"), R("10.2.b"), R("10.2.table"), *_readings(68, 69, 73)]
    if odds.attack < odds.defence:
        rules += _readings(67)
    if odds.is_automatic:
        rules.append(R("10.2.c"))
    if odds.attack >= 6 * odds.defence:
        rules.append(R("10.2.d"))
    if len(odds.defenders) > 1:
        rules.append(R("10.1.d"))
    if len({st.loc[u] for u in force}) > 1:
        rules.append(R("10.2.f"))
    return Answer(table, tuple(rules))


def _fire(_: Falaise, st: Position, words: Sequence[str]) -> Answer:
    top = st.stack[-1] if st.stack else None
    if not isinstance(top, OpFire):
        raise CaseError("no unit may fire now")
    h = hex_of(st, words[0])
    if not top.check(st, _fire_from(h)):
        raise CaseError(f"no stack in {words[0]} may fire")
    odds = top.odds(st, h)
    table = _ledger(odds, [SHOT[odds.resolve(die)] for die in range(1, 7)])
    rules = (R("6.2.table"), R("6.2.l"), R("6.2.f"), *_readings(53, 59, 60))
    return Answer(table, rules)


def _fire_from(h: int) -> int:
    from bocage.games.falaise.words.verbs import FIRE

    return FIRE(h)


def _bombarded(odds: BombardmentOdds) -> Answer:
    table = _ledger(odds, [SHELLED[odds.resolve(die)] for die in range(1, 7)])
    return Answer(table, (R("8.1.table"),))


def _shell(_: Falaise, st: Position, words: Sequence[str]) -> Answer:
    if len(words) != 2:
        raise CaseError("expected shell CORPS HEX")
    corps = st.world.corps_names.index(words[0])
    return _bombarded(BombardmentOdds(st, corps, hex_of(st, words[1])))


def _strike(_: Falaise, st: Position, words: Sequence[str]) -> Answer:
    return _bombarded(BombardmentOdds(st, AIR, hex_of(st, words[0])))


def _activation(_: Falaise, st: Position, words: Sequence[str]) -> Answer:
    corps = st.world.corps_names.index(words[0])
    odds = ActivationOdds(st, corps, counter=st.counter_corps == corps)
    table = _ledger(odds, ())
    table["results"] = [odds.points(die) for die in range(1, 7)]
    return Answer(table, (R("7.1.1.table"), R("reading 34")))


def _cup(_: Falaise, st: Position, __: Sequence[str]) -> Answer:
    names = st.world.corps_names.written
    found = [name for c, name in enumerate(names) if in_cup(st) >> c & 1]
    rules = [R("4.0.e"), R("4.0.f"), R("11.3.b"), R("11.4.f"), R("11.7.a"), R("reading 40")]
    rules += _readings(44, 45)
    if st.relieved:
        rules.append(R("11.6.c"))
    if in_cup(st) != st.cup:
        rules.append(R("11.10.a") if st.activations < INITIATIVE else R("11.10.b"))
    return Answer(found, tuple(rules))


def _control(_: Falaise, st: Position, __: Sequence[str]) -> Answer:
    rules = () if st.argentan_taken else (R("3.4.a"),)
    return Answer(SIDES[st.argentan], rules)


def _victory(game: Falaise, st: Position, _: Sequence[str]) -> Answer:
    ended = st.copy()
    ended.stack = ()
    ledger = count_up(ended)
    ended.german_vp = int(ledger.total(SIDES[GERMAN]))
    outcome = game.outcome(ended)
    assert outcome is not None
    winner = "nobody" if outcome.winner is None else SIDES[outcome.winner]
    points: dict[str, int] = {}
    for row in ledger.rows:
        points[row.rule] = points.get(row.rule, 0) + int(row.value)
    table = {
        "allied": allied_points(st, ledger),
        "german": ended.german_vp,
        "winner": winner,
        "points": points,
    }
    rules = [outcome.rule, *_readings(23, 25, 27, 28, 29)]
    if any(is_placed(st, u) for u in st.world.german):
        rules.append(R("reading 119"))
    if bid_of(st.switches)[1]:
        rules.append(R("reading 121"))
    if not st.argentan_taken:
        rules += [R("3.4.a"), R("reading 90")]
    return Answer(table, tuple(rules))


_ANSWERS: Final[Mapping[str, Callable[[Falaise, Position, Sequence[str]], Answer]]] = {
    **ABOUT_UNITS,
    **ABOUT_OPTIONS,
    "time": _time,
    "odds": _odds,
    "fire": _fire,
    "shell": _shell,
    "strike": _strike,
    "activation": _activation,
    "legal": _legal,
    "cup": _cup,
    "control": _control,
    "victory": _victory,
}

ASKED: Final = Questions(QUESTIONS, _ANSWERS)
"""The answers to the questions."""
