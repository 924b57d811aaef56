"""Running cases: what makes one fail, and what is said then."""

from __future__ import annotations

from pathlib import Path

import pytest

from bocage.engine.rulings import Rule
from bocage.rules.cases import read_case
from bocage.rules.coverage import COUNTS, FAILS, SILENT, SURVIVES, cover, verdict
from bocage.rules.runner import run
from tests.mutants import judge_of
from tests.rules.files import HEAD, MOVE, ran, written

WAY = 'action = "move GE20 3011-3010-2910-2911"'


def test_a_case_that_passes_carries_its_rule(tmp_path: Path) -> None:
    """A refusal that is expected carries its rule; the story has what was done."""
    report = ran(tmp_path, MOVE)
    assert report.passed
    assert report.cites("3.2.1")
    assert not report.cites("3.2.2")
    assert report.story == ["given:", "move GE20 3011-2911:"]


@pytest.mark.parametrize(
    ("step", "said"),
    [
        (
            'action = "move GE20 3011-2911"',
            "expected to be allowed; refused: FHH can't leave 3011 for 2911",
        ),
        (f'{WAY}\nrefused = "3.2.1"', "expected to be refused by 3.2.1; it was allowed"),
        ('action = "move GE20 3011-2911"\nrefused = "10.3"', "by 10.3; refused, but: FHH can't"),
        ('action = "move GE20 3011-2911"\nrefused = "3.2"\nsays = "mud"', "to say 'mud'"),
        ('action = "fly GE20 3011"', "cannot read 'fly GE20 3011'"),
        (f'{WAY}\nexpect = {{ at.GE20 = "3010" }}', "at.GE20: expected 3010, found 2911"),
        (f'{WAY}\nexpect = {{ asked = "allied" }}', "asked: expected allied, found german"),
        (
            f'{WAY}\nlog = ["stops at 2911", "moves by 3011"]',
            "expected the log to say 'moves by 3011'",
        ),
        (f'{WAY}\ncites = ["7.4"]', "expected something by 7.4; cited [3.2.1.c, "),
        ('ask = "supply GE20"\nanswer = "coastal"', "answer: expected coastal, found overland"),
        (
            'ask = "points GE20"\nanswer = {column = true}',
            "answer.column: expected True, found False",
        ),
        ('ask = "supply GE20"\nanswer = "overland"\ncites = ["4.3"]', "expected an answer by 4.3"),
        ('ask = "legal select"\nincludes = ["GE21"]', "expected GE21 among [GE20]"),
        ('ask = "legal select"\nexcludes = ["GE20"]', "GE20 should not be among [GE20]"),
        ('as = "allied"\naction = "end"', "it is not your decision"),
        ('ask = "points GE20"\nanswer = {}', "answer: expected {}"),
        ('ask = "supply GE20"\nexcludes = ["coastal"]', "expected a list, found overland"),
        ('ask = "supply GE20"\nincludes = ["overland"]', "expected a list, found overland"),
        ('ask = "legal attack"\nexcludes = ["3012"]', "nothing is listed"),
        (
            'action = "move GE20 3011-2911"\nrefused = ["10.3", "10.6"]',
            "by 10.3 or 10.6; refused, but: FHH can't",
        ),
        (
            'ask = "legal select"\nunordered = true\nanswer = ["GE20", "GE20"]',
            "answer: expected [GE20, GE20], found [GE20]",
        ),
    ],
)
def test_a_case_that_fails_says_why(tmp_path: Path, step: str, said: str) -> None:
    """A failure names the step, what was expected and what happened."""
    report = ran(tmp_path, f"[[do]]\n{step}\n")
    assert not report.passed
    assert report.failure.startswith("step 1 (")
    assert said in report.failure
    assert "The story so far:" in "\n".join(report.lines())


@pytest.mark.parametrize(
    "step",
    [
        'action = "move GE20 3011-2911"\nrefused = ["10.3", "3.2.1"]',
        'ask = "legal select"\nunordered = true\nanswer = ["GE21", "GE20"]',
        'ask = "legal attack"\nanswer = []\nexcludes = ["3012"]',
    ],
)
def test_a_case_that_passes(tmp_path: Path, step: str) -> None:
    """One of several rules may refuse, a list may come in any order, and nothing is a list."""
    head = HEAD.replace('GE20 = "3011"', 'GE20 = "3011", GE21 = "2911"')
    report = ran(tmp_path, f"[[do]]\n{step}\n", head)
    assert report.passed, report.failure


def test_the_story_tells_what_happened(tmp_path: Path) -> None:
    """The story has every event with its rule, up to the failure."""
    report = ran(tmp_path, f'[[do]]\n{WAY}\n[[do]]\naction = "select GE20"\n')
    assert "  FHH stops at 2911, in an enemy zone of control (3.2.1.a)" in report.story
    assert report.failure.startswith("step 2 (select GE20): expected to be allowed")


def test_dice_left_over_fail_a_case(tmp_path: Path) -> None:
    """A case that gives dice which nobody rolls says something that does not happen."""
    report = ran(tmp_path, MOVE, HEAD + "dice = [3]\n")
    assert report.failure == "at the end: dice are left that nobody rolled: 3"


def test_dice_that_are_missing_fail_a_case(tmp_path: Path) -> None:
    """A die that is asked for and not given is named by its question."""
    head = HEAD.replace("german.movement", "german.combat")
    report = ran(tmp_path, '[[do]]\naction = "attack 3012 with GE20"\n', head)
    assert "no die is left for 3.german.combat.3012" in report.failure


def test_a_case_fails_without_its_rule(tmp_path: Path) -> None:
    """Switched off, the rule refuses no more; afterwards all is as before."""
    (case,) = read_case(written(tmp_path, HEAD + MOVE))
    judge = judge_of("roundup")
    off = run(case, judge, ("3.2.1.e",))
    assert off.failure.endswith("expected to be refused by 3.2.1.e; it was allowed")
    assert run(case, judge, ("3.2.2",)).passed
    assert run(case, judge).passed


@pytest.mark.parametrize(
    ("steps", "rule", "state"),
    [
        (MOVE, "3.2.1.e", COUNTS),
        (MOVE, "7.4.b", SILENT),
        (f"[[do]]\n{WAY}\n", "3.2.1.b", SILENT),
        (f"[[do]]\n{WAY}\n", "3.2.1.a", SURVIVES),
        (MOVE.replace("2911", "3010"), "3.2.1.e", FAILS),
    ],
)
def test_when_a_case_counts(tmp_path: Path, steps: str, rule: str, state: str) -> None:
    """A case counts if it passes, carries the rule, and fails without it."""
    assert verdict(ran(tmp_path, steps), Rule(rule), judge_of("roundup")).state == state


def test_coverage_lists_what_is_missing_and_unknown(tmp_path: Path) -> None:
    """One case covers its own entry; the others are missing, and unknown numbers are listed."""
    names = '["3.2.1.e", "3.2.1", "99.9", "3.2.1.b"]'
    text = HEAD.replace('["3.2.1.e"]', names) + MOVE
    found = cover(judge_of("roundup"), read_case(written(tmp_path, text)))
    states = {str(each.rule): each.state for each in found.entries}
    assert (states["3.2.1.e"], states["3.2.1.b"], states["1.0"]) == (
        "covered",
        "missing",
        "excused",
    )
    assert states["3.3.b"] == "missing"  # says the same as 9.1, which has no case here
    assert not found.complete
    assert found.unknown == [
        "case.toml: 3.2.1 is a heading: name its sentences",
        "case.toml: 99.9 is in no index",
    ]
    assert found.idle == [
        "case.toml names 3.2.1.b and does not count: nothing in it carries the entry"
    ]


def test_an_entry_is_shared_with_those_that_say_the_same(tmp_path: Path) -> None:
    """An entry that says the same as another stands as that one stands."""
    head = HEAD.replace("3.2.1.e", "7.6.b").replace("german.movement", "allied.combat")
    steps = '[[do]]\naction = ["attack 3011", "with UK03"]\n'
    steps += '[[do]]\naction = "bomber"\nrefused = "7.6.b"\n'
    case = read_case(written(tmp_path, head + steps))
    states = {str(each.rule): each.state for each in cover(judge_of("roundup"), case).entries}
    assert (states["7.6.b"], states["6.2.b"]) == ("covered", "shared")
