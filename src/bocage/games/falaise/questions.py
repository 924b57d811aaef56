"""Questions about a position of The Pocket at Falaise, answered with the rules that decide.

The answers are those of the rules themselves; what is added here is only which sentence of
the rulebook they rest on. Those about units stand in `unit_questions.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from bocage.games.falaise.bombardment import AIR, BombardmentOdds
from bocage.games.falaise.bombardment import EFFECTS as SHELLED
from bocage.games.falaise.command import INITIATIVE, in_cup
from bocage.games.falaise.odds import DRM, Odds
from bocage.games.falaise.opfire import EFFECTS as SHOT
from bocage.games.falaise.opfire import OpFire
from bocage.games.falaise.questions_optional import ABOUT_OPTIONS, OPTIONAL_QUESTIONS
from bocage.games.falaise.rounds import ActivationOdds
from bocage.games.falaise.rulebook import R
from bocage.games.falaise.unit_questions import ABOUT_UNITS, UNIT_QUESTIONS, hex_of, unit_on_map
from bocage.games.falaise.units import GERMAN, SIDES
from bocage.games.falaise.victory import allied_points, count_up
from bocage.rules.asking import Questions, legal
from bocage.rules.judge import Answer, CaseError

if TYPE_CHECKING:
    from bocage.engine.ledger import Ledger
    from bocage.engine.rulings import Rule
    from bocage.games.falaise.game import Falaise
    from bocage.games.falaise.position import Position

QUESTIONS: Final = {
    **UNIT_QUESTIONS,
    "time": "night or day",
    "odds HEX with UNIT ... helped by UNIT ...": "an assault: factors, odds, modifiers, results",
    "fire HEX": "a shot that is possible now from there: modifiers and effects",
    "shell CORPS HEX": "a bombardment by a corps' guns: modifiers and effects",
    "strike HEX": "an Airstrike: modifiers and effects",
    "activation CORPS": "the Activation die of a corps: modifiers and points by die",
    "legal [VERB ...]": "the rest of every legal line that begins so",
    "cup": "the chits in the Activation Cup",
    "control": "who controls Argentan",
    "victory": "the points of both sides, and who wins",
    **OPTIONAL_QUESTIONS,
}
"""As they are written, and what they ask."""


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
    """Modifiers by rule, and what each die from 1 to 6 brings."""
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
        raise CaseError("nobody may fire now")
    h = hex_of(st, words[0])
    if not top.check(st, _fire_from(h)):
        raise CaseError(f"no stack in {words[0]} may fire")
    odds = top.odds(st, h)
    table = _ledger(odds, [SHOT[odds.resolve(die)] for die in range(1, 7)])
    rules = (R("6.2.table"), R("6.2.l"), R("6.2.f"), *_readings(53, 59, 60))
    return Answer(table, rules)


def _fire_from(h: int) -> int:
    from bocage.games.falaise.verbs import FIRE

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
"""Who answers them."""
