"""Reading case files: what they take, and what they say of what they do not."""

from __future__ import annotations

from pathlib import Path

import pytest

from bocage.games.judges import judge_of
from bocage.rules.cases import files_of, read_case
from bocage.rules.judge import CaseError
from bocage.rules.runner import run
from tests.rules.files import HEAD, MOVE, ran, written


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("rule = [", "case.toml"),
        (MOVE, "field game: is missing"),
        (HEAD, "field do: is missing"),
        (HEAD + "colour = 3" + MOVE, "there is no such field; expected one of dice, options"),
        (HEAD.replace('["3.2.1.e"]', '"3.2.1.e"') + MOVE, "expected a list of texts"),
        (HEAD + MOVE + "refuse = 'x'", "do, step 1.refuse: there is no such field"),
        (HEAD + "[[do]]\nask = 'victory'", "asks and expects no answer"),
        (HEAD + "[[do]]\nnote = 'x'", "does nothing, asks nothing and expects nothing"),
        (HEAD + MOVE + "ask = 'victory'\nanswer = 1", "has an action and a question"),
        (HEAD + "[[do]]\nask = 'victory'\nanswer = 1\nsays = 'x'", "only an action can be refused"),
        (HEAD + "[[do]]\naction = ['a', 'b']\nrefused = '1.0'", "give it one line"),
        (HEAD + MOVE.replace("GE20", "{unit}"), "'unit' is in no row of each"),
        (HEAD + MOVE.replace("GE20", "{t1}"), "'t1' is in no row of each"),
        (HEAD + MOVE + "log = []", "do, step 1.log: is empty, so it expects nothing"),
        (HEAD + MOVE + "cites = []", "do, step 1.cites: is empty"),
        (HEAD + MOVE + "expect = {}", "do, step 1.expect: is empty"),
        (HEAD + MOVE + "expect = {at = {}}", "do, step 1.expect.at: is empty"),
        (HEAD + "[[do]]\nask = 'victory'\nexcludes = []", "do, step 1.excludes: is empty"),
        (HEAD + "[[do]]\naction = 'end'\nrefused = []", "a text, or a list of texts"),
        (HEAD + MOVE + "unordered = true", "has no answer and no fact to read"),
        (HEAD + MOVE + "expect = {turn = 3}\nunordered = false", "expected true"),
    ],
)
def test_a_case_that_cannot_be_read(tmp_path: Path, text: str, said: str) -> None:
    """What is wrong with a case file is said with file, step, field and what was expected."""
    path = written(tmp_path, text)
    with pytest.raises(CaseError) as error:
        run(read_case(path)[0], judge_of("roundup"))
    assert said in str(error.value)
    assert "case.toml" in str(error.value)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('"german.movement"', '"german.moving"', "phase 'german.moving': expected set-up or"),
        ('GE20 = "3011"', 'GE99 = "3011"', "there is no unit 'GE99', did you mean"),
        ('GE20 = "3011"', 'GE20 = "9911"', "there is no hex '9911'"),
        ('GE20 = "3011"', 'GE15 = "3011 reduced"', "GE15 cannot be reduced: it has one step"),
        ('GE20 = "3011"', 'GE20 = "3011 tired"', "GE20 'tired': expected reduced or"),
        ('GE20 = "3011"', 'GE20 = "3012"', "the position is impossible: GE20 shares 3012"),
        ("[given]", "[given]\nturn = 11", "turn '11': expected a whole number from 1 to 10"),
        ("[given]", "[given]\ntas = ['3011']", "TAS Markers need a side with air superiority"),
        ("[given]", "[given]\noptions = {fog = 'on'}", "has no option 'fog'"),
    ],
)
def test_a_position_that_cannot_be_laid_out(tmp_path: Path, old: str, new: str, said: str) -> None:
    """What is wrong with a position is said in one sentence that names the field or the unit."""
    with pytest.raises(CaseError) as error:
        ran(tmp_path, MOVE, HEAD.replace(old, new))
    assert said in str(error.value)
    assert "case.toml" in str(error.value)


@pytest.mark.parametrize(
    ("step", "said"),
    [
        ("ask = 'luck GE20'\nanswer = 1", "there is no question 'luck'"),
        ("ask = 'supply GE21'\nanswer = 'x'", "GE21 is not on the map"),
        ("ask = 'supply'\nanswer = 'x'", "too short; expected supply UNIT"),
        ("ask = 'odds 3012 with GE21'\nanswer = 'x'", "GE21 is not on the map"),
        ("expect = { mood.GE20 = 'glad' }", "there is no such fact"),
        ("expect = { at.GE99 = '3011' }", "there is no unit 'GE99'"),
        ("as = 'french'\naction = 'end'", "there is no seat 'french'"),
    ],
)
def test_a_question_that_cannot_be_answered(tmp_path: Path, step: str, said: str) -> None:
    """A question, fact or seat that does not exist makes a case unreadable, not failed."""
    with pytest.raises(CaseError) as error:
        ran(tmp_path, f"[[do]]\n{step}\n")
    assert said in str(error.value)


def test_each_row_is_a_case(tmp_path: Path) -> None:
    """A value fills a whole text as it is, and a part of a text in writing."""
    text = HEAD.replace("[given]", "each = [{a = 1, h = '3011'}, {a = 2, h = '3011'}]\n\n[given]")
    text += "dice = ['{a}']\nturn = '{a}'\n[[do]]\naction = 'move GE20 {h}-2911'\nrefused = '3.2'\n"
    first, second = read_case(written(tmp_path, text))
    assert (first.given["turn"], second.given["turn"]) == (1, 2)
    assert second.given["dice"] == [2]
    assert first.steps[0].lines == ("move GE20 3011-2911",)
    assert second.name == "case [a = 2, h = 3011]"


def test_a_name_in_each_may_have_digits(tmp_path: Path) -> None:
    """`{t1}` and `{T}` are filled in like any other name."""
    text = HEAD.replace("[given]", "each = [{t1 = 4, T = '3011'}]\n\n[given]")
    text += "turn = '{t1}'\n[[do]]\naction = 'move GE20 {T}-2911'\nrefused = '3.2'\n"
    (case,) = read_case(written(tmp_path, text))
    assert case.given["turn"] == 4
    assert case.steps[0].lines == ("move GE20 3011-2911",)


def test_a_folder_is_all_its_cases_in_the_order_of_the_book(tmp_path: Path) -> None:
    """Cases of a folder come in the order of their numbers, 3.2 before 3.10."""
    for name in ("3.10-x", "3.2-b", "3.2-a", "11.1-x"):
        written(tmp_path, HEAD + MOVE, f"{name}.toml")
    assert [path.stem for path in files_of([tmp_path])] == ["3.2-a", "3.2-b", "3.10-x", "11.1-x"]


def test_a_folder_without_cases_is_refused(tmp_path: Path) -> None:
    """A folder without cases, or a path that is not there, is not a way to pass."""
    with pytest.raises(CaseError, match="no case"):
        files_of([tmp_path])
    with pytest.raises(CaseError, match="no such file or folder"):
        files_of([tmp_path / "missing"])
