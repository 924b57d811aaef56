"""Running a case step by step, with the story of what happened."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final, cast

from bocage.engine import diagram, play
from bocage.engine.actions import NotationError
from bocage.engine.crash import Crash
from bocage.engine.diagram import PositionError
from bocage.engine.dice import SEED_BYTES, DiceError, GivenDice
from bocage.engine.game import OptionError
from bocage.engine.header import Header
from bocage.engine.rulings import Rule
from bocage.engine.switches import is_under, listening
from bocage.engine.table import Table
from bocage.rules.judge import CaseError, Judge
from bocage.rules.shape import GIVEN, check_fields

if TYPE_CHECKING:
    from bocage.engine.events import Event
    from bocage.engine.rulings import Ruling
    from bocage.rules.cases import Case, Step
    from bocage.tables import Fault

_SEED: Final = bytes(SEED_BYTES)


@dataclass(slots=True)
class Report:
    """The result of a case."""

    case: Case
    failure: str = ""
    """What was expected and what happened instead; empty if all went as expected."""
    story: list[str] = field(default_factory=list[str])
    """What was done and what happened, up to the end or the failure."""
    cited: set[Rule] = field(default_factory=set[Rule])
    """The rules that events, ledger lines and expected refusals carried."""

    @property
    def passed(self) -> bool:
        """Whether all went as expected."""
        return not self.failure

    def lines(self) -> list[str]:
        """Return the report for a person: what went wrong and the story up to it."""
        if self.passed:
            return [f"ok      {self.case.name}: {self.case.title}"]
        head = [f"FAILED  {self.case.path}", f"        {self.case.title}"]
        if self.case.row:
            head.append(f"        for {self.case.row}")
        story = [f"          {line}" for line in self.story] or ["          nothing yet"]
        return [*head, f"        {self.failure}", "        The story so far:", *story]

    def cites(self, rule: str) -> bool:
        """Return whether something that happened carried a rule or a part of it."""
        return any(is_under(each, rule) for each in self.cited)


class _Surprise(Exception):  # noqa: N818 - it ends a case, and is not an error of the program
    """Something went otherwise than the case expects."""


def run(case: Case, judge: Judge[Any], off: Sequence[str] = ()) -> Report:
    """Run a case, with some rules switched off if need be.

    Raises:
        CaseError: the position can't be laid out.
    """
    report = Report(case)
    table, dice = _lay_out(case, judge)
    with judge.without(*off), listening() as heard:
        table.state.forget()
        try:
            _play(case, judge, table, dice, report, strict=not off)
        except _Surprise as surprise:
            report.failure = str(surprise)
        except (Crash, RecursionError) as error:
            report.failure = f"the program failed: {error}"
        except CaseError as error:
            if not off:
                raise CaseError(f"{case.path.name}: {error}") from None
            report.failure = str(error)
        except Exception as error:  # without a rule a program may well fail
            if not off:
                raise
            report.failure = f"the program failed: {error}"
    report.cited |= {rule for _, each in table.events for rule in each.rule.cites}
    report.cited |= {Rule(each) for each in heard}
    return report


def _lay_out(case: Case, judge: Judge[Any]) -> tuple[Table[Any], GivenDice]:
    faults: list[Fault] = []
    known = GIVEN if "position" in case.given else (*GIVEN, *judge.given)
    check_fields(case.given, known, case.path.name, "given", faults)
    if faults:
        raise CaseError("; ".join(str(fault) for fault in faults))
    given = dict(case.given)
    dice = GivenDice(str(each) for each in given.pop("dice", ()))
    try:
        if text := given.pop("position", ""):
            if given:
                raise CaseError(f"a position stands alone, without {', '.join(given)}")
            options = judge.game.settings(diagram.head_of(str(text)).options)
            state = diagram.read(str(text), judge.game)
        else:
            options = judge.game.settings(given.get("options"))
            state = judge.position(given | {"options": options})
    except (OptionError, NotationError, CaseError, PositionError) as error:
        raise CaseError(f"{case.path.name}, given: {error}") from None
    game = judge.game  # a position may bring its own: another scenario has other seats
    scenario = game.scenario().id
    header = Header.begin(game.id, scenario, options, game.revision, seed=_SEED)
    return Table(game, header, dice, resume=((), state)), dice


def _play(
    case: Case,
    judge: Judge[Any],
    table: Table[Any],
    dice: GivenDice,
    report: Report,
    *,
    strict: bool,
) -> None:
    nouns = judge.game.nouns
    try:
        table.go_on()
    except DiceError as error:
        raise _Surprise(f"before step 1: {error}") from None
    _tell(report, "given", [each for _, each in table.events], nouns)
    if strict and (faults := judge.game.faults(table.state)):
        raise CaseError(f"given: the position is impossible: {'; '.join(faults)}")
    for step in case.steps:
        before = len(table.events)
        _do(step, judge, table, report)
        told = [each for _, each in table.events[before:]] if step.lines else _all_of(table)
        if step.lines:
            _tell(report, "; ".join(step.lines), told, nouns)
        _expect(step, judge, table, told)
        if strict and (faults := judge.game.faults(table.state)):
            raise _Surprise(f"{step.name}: the position is impossible: {'; '.join(faults)}")
    if dice.left:
        raise _Surprise(f"at the end: dice are left that nobody rolled: {', '.join(dice.left)}")


def _all_of(table: Table[Any]) -> list[Event]:
    return [each for _, each in table.events]


def _tell(report: Report, what: str, told: Sequence[Event], nouns: Mapping[str, Any]) -> None:
    report.story.append(f"{what}:")
    report.story += [f"  {each.words().say(nouns)} ({', '.join(each.rule.cites)})" for each in told]


def _do(step: Step, judge: Judge[Any], table: Table[Any], report: Report) -> None:
    """Play or ask what a step says, and check the result."""
    wanted = step.refused
    for line in step.lines:
        seat = _seat(step, judge, table)
        try:
            ruling = table.do(seat, line)
        except (NotationError, DiceError) as error:
            raise _Surprise(f"{step.name}: {error}") from None
        if not wanted and not ruling:
            raise _Surprise(f"{step.name}: expected to be allowed; refused: {table.say(ruling)}")
        if wanted:
            _check_refusal(step, wanted, table, ruling)
            report.cited |= set(ruling.rules)
    if "ask" in step.table:
        try:
            answer = judge.answer(table.state, step.table["ask"])
        except (CaseError, NotationError) as error:
            raise CaseError(f"{step.name}: {error}") from None
        report.story.append(f"{step.table['ask']}? {_said(answer.value)}")
        _check_answer(step, answer.value)
        rules = [rule for each in answer.rules for rule in each.cites]
        report.cited |= set(rules)
        for rule in step.table.get("cites", ()):
            heard = (*rules, *_rows(answer.value))
            if not any(is_under(each, rule) for each in heard):
                raise _Surprise(f"{step.name}: expected an answer by {rule}, found {_said(heard)}")


def _rows(value: Any) -> Sequence[str]:
    """Return the rules that an answer itself names under `rules`."""
    table = cast("dict[str, Any]", value) if isinstance(value, dict) else {}
    return tuple(table.get("rules", ()))


def _seat(step: Step, judge: Judge[Any], table: Table[Any]) -> int:
    seats = judge.game.seats
    if name := step.table.get("as"):
        if name not in seats:
            raise CaseError(
                f"{step.name}: there is no seat '{name}'; expected {' or '.join(seats)}"
            )
        return seats.index(name)
    pending = play.pending(table.state)
    if not pending:
        raise _Surprise(f"{step.name}: no seat has to decide any more")
    return pending[0]


def _check_refusal(step: Step, wanted: Sequence[str], table: Table[Any], ruling: Ruling) -> None:
    named = " or ".join(wanted)
    if ruling:
        raise _Surprise(f"{step.name}: expected to be refused by {named}; it was allowed")
    if not any(is_under(rule, each) for rule in ruling.rules for each in wanted):
        raise _Surprise(
            f"{step.name}: expected to be refused by {named}; refused, but: {table.say(ruling)}"
        )
    words = step.table.get("says", "")
    if words not in table.say(ruling):
        raise _Surprise(f"{step.name}: expected the refusal to say '{words}': {table.say(ruling)}")


def _check_answer(step: Step, value: Any) -> None:
    if "answer" in step.table:
        for where, wanted, found in _differences(step, step.table["answer"], value, "answer"):
            raise _Surprise(f"{step.name}: {where}: expected {_said(wanted)}, found {_said(found)}")
    if not {"includes", "excludes"} & set(step.table):
        return
    if not isinstance(value, list):
        raise _Surprise(f"{step.name}: expected a list, found {_said(value)}")
    listed = [str(each) for each in cast("list[Any]", value)]
    if not listed and "answer" not in step.table:
        raise _Surprise(f"{step.name}: nothing is listed; if that is right, expect answer = []")
    for each in step.table.get("includes", ()):
        if str(each) not in listed:
            raise _Surprise(f"{step.name}: expected {each} among {_said(value)}")
    for each in step.table.get("excludes", ()):
        if str(each) in listed:
            raise _Surprise(f"{step.name}: {each} should not be among {_said(value)}")


def _expect(step: Step, judge: Judge[Any], table: Table[Any], told: Sequence[Event]) -> None:
    """Check the facts, lines and citations that a step expects."""
    for path, wanted in _leaves(step.table.get("expect", {}), ()):
        found = _look(judge, table, told, path)
        if not _alike(step, wanted, found):
            where = ".".join(path)
            raise _Surprise(f"{step.name}: {where}: expected {_said(wanted)}, found {_said(found)}")
    lines = iter([each.words().say(judge.game.nouns) for each in told])
    for wanted in step.table.get("log", ()):
        if not any(wanted in line for line in lines):
            told_lines = [each.words().say(judge.game.nouns) for each in told]
            raise _Surprise(
                f"{step.name}: expected the log to say '{wanted}'; it says {_said(told_lines)}"
            )
    if "ask" not in step.table:
        cited = list(dict.fromkeys(rule for each in told for rule in each.rule.cites))
        for rule in step.table.get("cites", ()):
            if not any(is_under(each, rule) for each in cited):
                raise _Surprise(f"{step.name}: expected something by {rule}; cited {_said(cited)}")


def _look(
    judge: Judge[Any], table: Table[Any], told: Sequence[Event], path: Sequence[str]
) -> object:
    """Return a fact: one of every game, else one of the game's own."""
    decision = table.decision
    match list(path):
        case ["asked"]:
            return judge.game.seats[decision.seats[0]] if decision else "nobody"
        case ["decision"]:
            return decision.kind if decision else "none"
        case ["asks"]:
            return str(decision.rule) if decision else "none"
        case _:
            try:
                return judge.look(table.state, told, path)
            except (CaseError, NotationError) as error:
                raise CaseError(f"expect {'.'.join(path)}: {error}") from None


def _leaves(value: Any, path: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], Any]]:
    if isinstance(value, dict):
        for key, inner in cast("dict[str, Any]", value).items():
            yield from _leaves(inner, (*path, *key.split(".")))
    else:
        yield path, value


def _differences(step: Step, wanted: Any, found: Any, where: str) -> Iterator[tuple[str, Any, Any]]:
    """Yield where an answer differs from what is wanted. A part of a table may be wanted, but an
    empty table wants an empty one.
    """
    if isinstance(wanted, dict) and isinstance(found, dict) and wanted:
        table = cast("dict[str, Any]", found)
        for key, value in cast("dict[str, Any]", wanted).items():
            yield from _differences(step, value, table.get(key), f"{where}.{key}")
    elif not _alike(step, wanted, found):
        yield where, wanted, found


def _alike(step: Step, wanted: Any, found: Any) -> bool:
    """Return whether a value is what is wanted, ignoring the order of lists where it does not
    matter.
    """
    if step.unordered and isinstance(wanted, list) and isinstance(found, list | tuple):
        left = list(cast("Sequence[Any]", found))
        for each in cast("list[Any]", wanted):
            if each not in left:
                return False
            left.remove(each)
        return not left
    return bool(wanted == found)


def _said(value: Any) -> str:
    if isinstance(value, list | tuple):
        return "[" + ", ".join(_said(each) for each in cast("Sequence[Any]", value)) + "]"
    return "nothing" if value is None else str(value)
