"""The coverage of the cases, entry by entry of the index.

A case counts for an entry that it names if it passes, if something that happened in it
carried the entry, and if it fails when that entry is switched off. An entry that says the
same as others (`same_as`) is shared if they are covered. An entry that is neither covered,
shared nor excused (`case_none`) is missing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from bocage.engine.rulings import Rule
from bocage.rules.runner import Report, run

if TYPE_CHECKING:
    from bocage.rules.cases import Case
    from bocage.rules.index import Entry
    from bocage.rules.judge import Judge

COUNTS: Final = "counts"
FAILS: Final = "fails"
SILENT: Final = "nothing in it carries the entry"
SURVIVES: Final = "passes without the rule"

COVERED: Final = "covered"
SHARED: Final = "shared"
EXCUSED: Final = "excused"
MISSING: Final = "missing"


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether a case counts for a rule, and if not, why."""

    case: Case
    rule: Rule
    state: str
    """`COUNTS`, `FAILS`, `SILENT` or `SURVIVES`."""


@dataclass(slots=True)
class Standing:
    """The coverage of an entry, or of a reading."""

    rule: Rule
    title: str
    excuse: str = ""
    twins: list[Standing] = field(default_factory=list["Standing"])
    """The entries that say the same; a heading stands as all its sentences."""
    verdicts: list[Verdict] = field(default_factory=list[Verdict])

    @property
    def state(self) -> str:
        """`COVERED`, `SHARED`, `EXCUSED` or `MISSING`."""
        if any(each.state == COUNTS for each in self.verdicts):
            return COVERED
        states = {each.state for each in self.twins}
        if COVERED in states and states <= {COVERED, EXCUSED}:
            return SHARED
        return EXCUSED if self.excuse else MISSING

    @property
    def counting(self) -> list[Case]:
        """The cases that count."""
        return [each.case for each in self.verdicts if each.state == COUNTS]


@dataclass(frozen=True, slots=True)
class Coverage:
    """The whole table."""

    entries: Sequence[Standing]
    """Every sentence of the index, in its order."""
    readings: Sequence[Standing]
    """Every reading."""
    reports: Sequence[Report]
    unknown: Sequence[str]
    """Rules named by cases that are in no index."""
    every_reading: bool = False
    """Whether readings are demanded as entries are; else they are only shown."""

    @property
    def missing(self) -> list[Standing]:
        """The entries, and readings where they are demanded, without a case or a reason."""
        demanded = (*self.entries, *(self.readings if self.every_reading else ()))
        return [each for each in demanded if each.state == MISSING]

    @property
    def idle(self) -> list[str]:
        """Rules that case files name although no row of the file counts for them, and why."""
        found: list[str] = []
        for each in (*self.entries, *self.readings):
            counting = {case.path for case in each.counting}
            vain = {v.case.path: v for v in each.verdicts if v.case.path not in counting}
            found += [
                f"{path.name} names {each.rule} and does not count: {v.state}"
                for path, v in vain.items()
            ]
        return found

    @property
    def complete(self) -> bool:
        """Whether nothing is missing, no case fails, and none names an unknown entry."""
        return not self.missing and not self.unknown and all(each.passed for each in self.reports)


def verdict(report: Report, rule: Rule, judge: Judge[Any]) -> Verdict:
    """Return whether a case that was run counts for a rule."""
    case = report.case
    if not report.passed:
        state = FAILS
    elif not report.cites(rule):
        state = SILENT
    else:
        state = SURVIVES if run(case, judge, (rule,)).passed else COUNTS
    return Verdict(case, rule, state)


def cover(judge: Judge[Any], cases: Sequence[Case]) -> Coverage:
    """Run every case, as it is and without each rule that it names."""
    reports = [run(case, judge) for case in cases]
    index, readings = judge.index, judge.readings
    entries = {each.rule: Standing(each.rule, each.title, each.case_none) for each in _all(judge)}
    for entry in _all(judge):
        entries[entry.rule].twins += [
            entries[each.rule]
            for twin in entry.same_as
            for each in index.under(twin)
            if each.rule in entries and not each.same_as
        ]
    ours = {rule: Standing(rule, each.title, each.case_none) for rule, each in readings.items()}
    unknown: list[str] = []
    for report in reports:
        for rule in report.case.rules:
            standing = entries.get(rule) or ours.get(rule)
            if standing is not None:
                standing.verdicts.append(verdict(report, rule, judge))
            elif rule not in index:
                unknown.append(f"{report.case.path.name}: {rule} is in no index")
            else:
                unknown.append(f"{report.case.path.name}: {rule} is a heading: name its sentences")
    found = list(dict.fromkeys(unknown))
    standings = list(entries.values()), list(ours.values())
    return Coverage(*standings, reports, found, judge.every_reading)


def _all(judge: Judge[Any]) -> Sequence[Entry]:
    return judge.index.sentences()


@dataclass(frozen=True, slots=True)
class Survivor:
    """A rule that the code cites and that no case misses when it is off."""

    rule: Rule
    places: Sequence[str]
    why: str


def survivors(
    judge: Judge[Any],
    cases: Sequence[Case],
    cited: Mapping[Rule, Sequence[object]],
    ran: Sequence[Report] | None = None,
) -> tuple[int, list[Survivor]]:
    """Switch off every rule that the code cites or an effect is named for, one by one.

    Returns how many were switched off, and those without which every case passes that
    carries them. `ran` are the reports of these cases, where somebody has run them already.
    """
    reports = ran or [run(case, judge) for case in cases]
    rules = sorted({*cited, *(Rule(each) for each in judge.effects)}, key=in_order)
    left: list[Survivor] = []
    for rule in rules:
        bearing = [each for each in reports if each.passed and each.cites(rule)]
        bearing.sort(key=lambda each: rule not in each.case.rules)  # who names it fails first
        if any(not run(each.case, judge, (rule,)).passed for each in bearing):
            continue
        places = [str(place) for place in cited.get(rule, ())]
        why = f"{len(bearing)} cases carry it and pass without it" if bearing else "no case"
        left.append(Survivor(rule, places, why))
    return len(rules), left


def in_order(rule: str) -> tuple[tuple[int, int, str], ...]:
    """Return a key by which 3.2 comes before 3.10, and readings come last."""
    words = rule.removeprefix("reading ").split(".")
    keys = tuple((0, int(word), "") if word.isdigit() else (1, 0, word) for word in words)
    return ((1 if rule.startswith("reading") else 0, 0, ""), *keys)
