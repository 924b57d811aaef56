from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bocage.engine.actions import Grammar, Names, NotationError, Verb, first, second
from tests.engine.toy.board import END, FIRE, GRAMMAR, PLACES, STEP, UNITS


@given(st.sampled_from(GRAMMAR.verbs), st.data())
def test_an_action_is_packed_said_and_read_back(verb: Verb, data: st.DataObject) -> None:
    """Every verb with arguments in range has one integer and one line."""
    arguments = [data.draw(st.integers(0, len(names) - 1)) for names in verb.arguments]
    action = verb(*arguments)
    assert [first(action), second(action)][: len(arguments)] == arguments
    assert GRAMMAR.verb(action) is verb
    assert GRAMMAR.is_canonical(action)
    assert GRAMMAR.read(GRAMMAR.say(action)) == action


@given(st.integers(-(1 << 70), 1 << 70))
def test_an_integer_is_canonical_just_when_a_verb_makes_it(action: int) -> None:
    """Whatever the bits, `is_canonical` is true only of what packing again gives."""
    verb = GRAMMAR.verb(action)
    made = verb is not None and action == verb(first(action), second(action))
    in_range = verb is not None and all(
        value < (len(verb.arguments[i]) if i < len(verb.arguments) else 1)
        for i, value in enumerate((first(action), second(action)))
    )
    assert GRAMMAR.is_canonical(action) == (made and in_range)


@pytest.mark.parametrize(
    "action",
    [
        END() | 1,
        END() | 1 << 16,
        FIRE(2) | 1,
        STEP(len(UNITS), 0),
        STEP(0, len(PLACES)),
        STEP(0, 0) | 1 << 40,
        99 << 32,
        -1,
    ],
)
def test_stray_bits_make_no_action(action: int) -> None:
    """Bits in unused fields, arguments out of range and unknown verbs are not canonical."""
    assert not GRAMMAR.is_canonical(action)


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("", "the actions are attack, bid, end"),
        ("stepp R1 a2", "there is no action 'stepp'; did you mean 'step'?"),
        ("zzz", "there is no action 'zzz'; the actions are"),
        ("step R1", "expected step UNIT HEX"),
        ("step R1 a2 a3", "expected step UNIT HEX"),
        ("step R11 a2", "there is no unit 'R11', did you mean R1?"),
        ("step R1 q9", "there is no hex 'q9'"),
        ("end now", "expected end"),
        ("end\0", "there is no action"),
    ],
)
def test_a_line_that_is_not_an_action_says_what_was_expected(line: str, reason: str) -> None:
    """A line that cannot be read is answered with the line and what should stand there."""
    with pytest.raises(NotationError) as caught:
        GRAMMAR.read(line)
    assert reason in str(caught.value)
    assert caught.value.line == line


def test_spaces_do_not_matter_when_a_line_is_read() -> None:
    """A line with more spaces than needed is the same action; it is written with one."""
    assert GRAMMAR.read("  step   R1  a2 ") == GRAMMAR.read("step R1 a2")
    assert GRAMMAR.say(GRAMMAR.read(" step  R1 a2")) == "step R1 a2"


def test_an_action_in_words_links_what_it_is_about() -> None:
    """Words of an action use the names for people and keep the references."""
    assert GRAMMAR.words(STEP(0, 1)).say({"unit": UNITS, "hex": PLACES}) == "step 1st Red b1"


def test_names_are_one_to_one() -> None:
    """Names that repeat, or are more or fewer than what is said, are refused at once."""
    with pytest.raises(ValueError, match="one to one"):
        Names("unit", ["A", "A"])
    with pytest.raises(ValueError, match="one to one"):
        Names("unit", ["A", "B"], ["first"])
    with pytest.raises(ValueError, match="more than"):
        Names("unit", map(str, range(70_000)))


def test_a_grammar_has_each_number_and_word_once() -> None:
    """Two verbs may not have the same number or the same word."""
    with pytest.raises(ValueError, match="share"):
        Grammar(Verb(1, "go"), Verb(1, "stay"))
    with pytest.raises(ValueError, match="share"):
        Grammar(Verb(1, "go"), Verb(2, "go"))
    with pytest.raises(ValueError, match="at most two"):
        Verb(1, "go", UNITS, PLACES, PLACES)
