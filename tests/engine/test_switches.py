"""Rules switched off, and who hears of ledgers."""

from __future__ import annotations

import pytest

from bocage.engine.ledger import Ledger
from bocage.engine.rulings import OK, Rule, refuse
from bocage.engine.switches import BOARD, is_off, is_under, listening, switched_off


@pytest.mark.parametrize(
    ("rule", "other", "expected"),
    [
        ("3.2.1.b", "3.2.1", True),
        ("3.2.1", "3.2.1", True),
        ("3.2.1", "3.2.1.b", False),
        ("11.10", "11.1", False),
        ("11.13.table", "11.13", True),
    ],
)
def test_a_part_is_under_the_whole(rule: str, other: str, expected: bool) -> None:
    """A rule is under another if it is that one or a part of it, whole numbers counting."""
    assert is_under(rule, other) is expected


def test_nothing_is_off_in_play() -> None:
    """Outside the block no rule is off, also after an error in it."""
    assert BOARD.off == frozenset()
    with switched_off("3.1"):
        assert is_off("3.1.2")
    with pytest.raises(ZeroDivisionError), switched_off("3.1"):
        _ = 1 // 0
    assert not is_off("3.1.2")


def test_a_rule_that_is_off_refuses_nothing() -> None:
    """A refusal by a rule that is off is not a refusal; others stand."""
    with switched_off("3.2"):
        assert refuse(Rule("3.2.1.e"), "no") == OK
        assert not refuse(Rule("3.1"), "no")
    assert not refuse(Rule("3.2.1.e"), "no")


def test_a_rule_that_is_off_counts_nothing() -> None:
    """A row of a ledger by a rule that is off is left out of rows and sums."""
    ledger = Ledger()
    with switched_off("11.6"):
        ledger.add("shift", -1, Rule("11.6.a"), "woods")
        ledger.add("shift", -2, Rule("11.10.b"), "a port")
    assert ledger.total("shift") == -2
    assert ledger.rules == ("11.10.b",)


def test_ledgers_are_heard() -> None:
    """While somebody listens, the rule of every row is heard, and of no row left out."""
    with listening() as heard, switched_off("7.5"):
        Ledger().add("shift", 1, Rule("11.8.a"), "concentric")
        Ledger().add("shift", 1, Rule("7.5.e"), "TAS")
    Ledger().add("shift", 1, Rule("11.9.a"), "gunfire")
    assert heard == ["11.8.a"]


def test_a_rule_may_be_read_by_readings() -> None:
    """A rule that is read in our way equals the rule, and cites both, one after the other."""
    rule = Rule("3.2.4.b").read(Rule("reading 66")).read(Rule("reading 67"))
    assert rule == "3.2.4.b"
    assert rule.cites == ("3.2.4.b", "reading 66", "reading 67")
    assert rule.cited("Roundup") == "Roundup 3.2.4.b, reading 66, reading 67"
    assert Rule("3.2.4.b").cites == ("3.2.4.b",)
    assert refuse(rule, "no").rules == rule.cites


def test_a_reading_that_is_off_takes_along_what_rests_on_it() -> None:
    """Without a reading there is neither the refusal nor the row that it stands behind."""
    rule = Rule("11.9.a").read(Rule("reading 60"))
    ledger = Ledger()
    with switched_off("reading 60"), listening() as heard:
        ledger.add("shift", -1, rule, "gunfire at a port")
        assert refuse(rule, "no") == OK
    assert (ledger.rows, heard) == ([], [])
    with listening() as heard:
        ledger.add("shift", -1, rule, "gunfire at a port")
    assert heard == ["11.9.a", "reading 60"]
    assert ledger.rules == ("11.9.a", "reading 60")


@pytest.mark.parametrize(
    ("rule", "case"),
    [
        ("3.2.1.e", "3.2.1"),
        ("11.13.table", "11.13"),
        ("10.0", "10.0"),
        ("reading 46", "reading 46"),
    ],
)
def test_a_sentence_knows_its_case(rule: str, case: str) -> None:
    """The case of a sentence is its number without our letters."""
    assert Rule(rule).case == case
