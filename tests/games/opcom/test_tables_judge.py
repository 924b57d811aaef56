"""Bad input in a rule case gets one clear sentence."""

from __future__ import annotations

from typing import Any

import pytest

from bocage.engine.actions import NotationError
from bocage.games.judges import judge_of
from bocage.rules.judge import CaseError

FIGHT = {"attackers": ["GB_RIFLE prepared"], "defenders": ["GE_GREN"]}


def asked(question: str, **given: Any) -> Any:
    """Return the answer to a question about what is given."""
    judge = judge_of("opcom")
    options = judge.game.settings(None)
    return judge.answer(judge.position(given | {"options": options}), question).value


@pytest.mark.parametrize(
    ("question", "given", "said"),
    [
        ("fight", {}, "needs attackers and defenders"),
        ("fight", FIGHT | {"attackers": ["GB_RIFEL"]}, "profiles.csv has no such row"),
        ("fight", FIGHT | {"attackers": ["GB_RIFLE ready"]}, "expected prepared or light"),
        ("fight", FIGHT | {"ground": "swamp"}, "expected open or heath"),
        ("fight", FIGHT | {"orders": ["win"]}, "expected breakthrough or stand-fast"),
        ("fight", FIGHT | {"attacker_air": "some"}, "expected none or ordinary"),
        ("fight", FIGHT | {"attacker_guns": ["GB_FIELD near"]}, "expected a distance"),
        ("result 1 3", FIGHT, "takes 0 dice"),
        ("result six", FIGHT, "expected a number"),
        ("march tank", {}, "expected ground"),
        ("march tank sea tactical", {}, "expected open or close"),
        ("march tank open tactical 5:snow", {}, "expected lanes or fire"),
        ("attack GB_RIFLE sideways", {}, "cannot read 'sideways'"),
        ("meet attacks", {}, "expected meet ... against ..."),
        ("takes culvert", {}, "expected bridge"),
        ("supply nobody", FIGHT, "expected attacker or defender"),
        ("weather", {}, "there is no question 'weather'"),
        ("where GB-2IG", {}, "for cases with a map"),
        ("fight", {"turn": 1}, "for cases without a map"),
        ("card 1.march", {"turn": 1}, "there is no card"),
        ("told Nobody", {"turn": 1}, "expected Guards or Walther"),
        ("sees Nobody GB-2IG", {"turn": 1}, "expected Guards or Walther or Control"),
        ("understood Guards {", {"turn": 1}, ""),
        ("clock 1", {"turn": 9}, "expected a whole number from 1 to 4"),
        ("clock 1", {"units": {"GB-2IG": "Atlantis"}}, "there is no place 'Atlantis'"),
        ("clock 1", {"units": {"GB-2IG": "Valkenswaard; asleep"}}, "'asleep' is not prepared"),
        ("clock 1", {"stocks": {"GB-32G-HQ": "many"}}, "expected ammunition and fuel"),
        ("clock 1", {"bridges": {"B-DOM": "painted"}}, "expected intact or tested"),
        ("clock 1", {"modes": {"march": "later"}}, "expected auto or hold"),
    ],
)
def test_a_wrong_case_is_refused_with_what_was_expected(
    question: str, given: dict[str, Any], said: str
) -> None:
    """Whatever is wrong is said, with what was expected."""
    with pytest.raises(CaseError) as error:
        asked(question, **given)
    assert said in str(error.value)


def test_a_unit_that_is_misspelt_is_suggested() -> None:
    """The nearest name is offered."""
    with pytest.raises(NotationError, match="GB-2IG"):
        asked("clock 1", units={"GB-2IGG": "Valkenswaard"})


def test_only_map_cases_have_facts() -> None:
    """Facts are of the map."""
    judge = judge_of("opcom")
    desk = judge.position({"options": {}})
    with pytest.raises(CaseError, match="a case without a map has none"):
        judge.look(desk, (), ["turn"])
    table = judge.position({"turn": 1, "options": judge.game.settings(None)})
    with pytest.raises(CaseError, match="expected one of turn"):
        judge.look(table, (), ["mood"])
