"""Questions, facts and positions that cannot be: each is answered with one clear sentence."""

from __future__ import annotations

from typing import Any

import pytest

from bocage.games.judges import judge_of
from bocage.rules.judge import CaseError
from bocage.rules.layouts import one_of, whole


def laid(**given: Any) -> Any:
    """Return a quiet position of Falaise."""
    default: dict[str, Any] = {"phase": "still", "options": {}}
    return judge_of("falaise").position(default | given)


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("", "there is no question ''; expected one of: rating UNIT"),
        ("weather", "there is no question 'weather'"),
        ("loc", "'loc' is too short; expected loc UNIT"),
        ("victory now", "expected victory, and nothing after it"),
        ("loc C-2-4", "C-2-4 is not on the map"),
        ("odds 0422 by C-2-4", "expected odds HEX with UNIT UNIT"),
        ("odds 0430 with G-708", "G-708 cannot attack 0430: not next to it"),
        ("odds 0423 with G-708", "no enemy is in 0423"),
        ("cost G-708 0422-0430", "0430 is not next to the hex before it"),
        ("zone 0422 for allied", "expected zone HEX against allied, or against german"),
        ("fire 0422", "no unit may fire now"),
    ],
)
def test_a_question_that_cannot_be_answered(question: str, said: str) -> None:
    """It says what was expected instead."""
    with pytest.raises(CaseError, match=said.replace("(", r"\(")):
        judge_of("falaise").answer(laid(units={"G-708": "0422"}), question)


def test_what_may_be_left_out_may_be_left_out() -> None:
    """A question with a part in brackets can be asked without it."""
    assert judge_of("falaise").answer(laid(), "legal").value == ["end"]


def test_a_fact_that_is_none() -> None:
    """It says which facts there are."""
    with pytest.raises(CaseError, match=r"no such fact; expected one of at\.UNIT"):
        judge_of("falaise").look(laid(), (), ["wether"])


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"turn": 11}, "turn '11': expected a whole number from 1 to 10"),
        ({"phase": "lunch"}, "phase 'lunch': expected set-up or"),
        ({"units": {"G-708": "0422 tired"}}, "G-708 'tired': expected reduced or disrupted"),
        ({"units": {"G-708": "0422 reduced"}}, "G-708 cannot be reduced: it has one step"),
        ({"zone": "ajar"}, "zone 'ajar': expected closed or open"),
        ({"counter": 7, "turn": 5}, "counter '7': expected a whole number from 0 to 5"),
    ],
)
def test_a_position_that_cannot_be(given: dict[str, Any], said: str) -> None:
    """It says which field, and what was expected."""
    with pytest.raises(CaseError, match=said):
        laid(**given)


def test_values_are_read_as_they_are_written() -> None:
    """A number may be written as a text, below zero too, and a word must be one of those known."""
    assert whole("vp", "-3", -5, 5) == -3
    assert one_of("side", "german", ("allied", "german")) == "german"
    with pytest.raises(CaseError, match="vp 'many': expected a whole number from -5 to 5"):
        whole("vp", "many", -5, 5)
