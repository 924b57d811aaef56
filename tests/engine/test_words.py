from __future__ import annotations

from fractions import Fraction

import pytest

from bocage.engine.actions import Names
from bocage.engine.ledger import Ledger, distribution
from bocage.engine.rulings import OK, Refusal, Rule, Ruling, TableRule, refuse
from bocage.engine.words import Ref, Words

NOUNS = {"unit": Names("unit", ["A", "B", "C"], ["1st", "2nd", "3rd"])}


def test_nouns_are_said_and_linked() -> None:
    """A field with a noun is the name of a thing in text, and a reference in pieces."""
    words = Words("{u:unit} has {n} steps", {"u": 1, "n": 2})
    assert words.say(NOUNS) == "2nd has 2 steps"
    assert list(words.pieces(NOUNS)) == [Ref("unit", 1, "2nd"), " has ", "2", " steps"]


@pytest.mark.parametrize(
    ("units", "said"),
    [((), "nothing"), ((0,), "1st"), ((0, 1), "1st and 2nd"), ((2, 0, 1), "3rd, 1st and 2nd")],
)
def test_several_nouns_are_listed_as_people_do(units: tuple[int, ...], said: str) -> None:
    """A field may hold several things of one kind, or none."""
    assert Words("{u:unit}", {"u": units}).say(NOUNS) == said


def test_numbers_may_be_formatted() -> None:
    """A field whose format is not a noun is formatted as Python does."""
    assert Words("shift {s:+d} of {t}", {"s": 2, "t": -1}).say(NOUNS) == "shift +2 of -1"


def test_words_may_hold_words() -> None:
    """A field without a noun may be words in their turn, with links of their own."""
    inner = Words("{u:unit} moves", {"u": 0})
    assert Words("wait: {what}", {"what": inner}).say(NOUNS) == "wait: 1st moves"
    assert Ref("unit", 0, "1st") in list(Words("{what}", {"what": inner}).pieces(NOUNS))


@pytest.mark.parametrize("value", ["1st", 1.5, None])
def test_a_noun_that_is_not_a_number_is_a_fault(value: object) -> None:
    """A field with a noun must hold a number: whatever else is a fault of the rules."""
    with pytest.raises(TypeError, match="u:unit"):
        Words("{u:unit}", {"u": value}).say(NOUNS)


def test_a_refusal_cites_the_book_the_reading_or_the_table() -> None:
    """A citation is the rulebook's number, our own reading, or a rule of the table itself."""
    words = Words("{u:unit} is lost", {"u": 2})
    assert Refusal(Rule("3.1"), words).say(NOUNS, "Roundup") == "3rd is lost (Roundup 3.1)"
    assert Refusal(Rule("reading 46"), words).say(NOUNS, "X") == "3rd is lost (reading 46)"
    assert Refusal(TableRule("undo"), words).say(NOUNS, "X") == "3rd is lost (table: undo)"


def test_a_ruling_is_true_when_nothing_forbids() -> None:
    """Rulings are asked like booleans, and say all that is against it."""
    assert OK
    assert OK.say(NOUNS, "X") == "allowed"
    two = Ruling((*refuse(Rule("1"), "no").refusals, *refuse(Rule("2"), "nor that").refusals))
    assert not two
    assert two.rules == ("1", "2")
    assert two.say(NOUNS, "X") == "no (X 1); nor that (X 2)"


def test_a_ledger_counts_what_is_cited() -> None:
    """Numbers come from rows, so each has its rule; headings are summed apart."""
    ledger = Ledger()
    ledger.add("attack", 4, Rule("11.3"), "{u:unit} attacks", u=0)
    ledger.add("attack", Fraction(3, 2), Rule("4.5"), "{u:unit} is halved", u=1)
    ledger.add("shift", -1, Rule("reading 7"), "woods")
    assert ledger.total("attack") == Fraction(11, 2)
    assert ledger.total("attack", "shift") == Fraction(9, 2)
    assert ledger.total("nothing") == 0
    assert ledger.rules == ("11.3", "4.5", "reading 7")
    assert ledger.lines(NOUNS, "Roundup") == [
        "+4  1st attacks (Roundup 11.3)",
        "+3/2  2nd is halved (Roundup 4.5)",
        "-1  woods (reading 7)",
    ]


def test_a_distribution_is_exact() -> None:
    """Results that are equally likely are counted as fractions, in order of sight."""
    found = distribution(["EX", "DR", "EX", "DS", "EX", "DR"])
    assert found == {"EX": Fraction(1, 2), "DR": Fraction(1, 3), "DS": Fraction(1, 6)}
    assert list(found) == ["EX", "DR", "DS"]
