"""Control's hand on the drafts: facts first, words second."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bocage.engine.table import Table
from bocage.games.opcom.board.position import Position
from bocage.games.opcom.pieces.desk import Message
from bocage.games.opcom.s02_umpiring import procedure
from bocage.games.opcom.s10_reports.drafts import drafts
from bocage.games.opcom.words.verbs import EDIT, RELEASE
from tests.games.opcom.playing import CONTROL, GUARDS, WALTHER, told, work_out
from tests.games.opcom.test_control_hand import second_turn
from tests.games.opcom.test_tutorial import joes_bridge

WHERE = "Guards / 32nd Guards Brigade"


@pytest.fixture(scope="module")
def worked_out() -> Table[Position]:
    """Joe's Bridge with its second turn worked out and not yet released."""
    return joes_bridge("1", "1", "2", "4", "6", "6")


def _draft(table: Table[Position]) -> str:
    return next(text for text in drafts(table.state, GUARDS) if "3rd Irish Guards" in text)


def _edit(table: Table[Position], text: str) -> str:
    """Control edits; what was against it, or nothing."""
    ruling = table.act(CONTROL, EDIT.carrying(text))
    return "" if ruling else table.say(ruling)


def test_a_fact_changes_and_the_words_follow(worked_out: Table[Position]) -> None:
    """Control halves and names the enemy: the report follows, and the other team's does not
    change."""
    table = worked_out.branch()
    theirs = drafts(table.state, WALTHER)
    assert "a brigade in strength" in _draft(table).casefold()
    assert not _edit(table, f"{WHERE} / count = about a battalion because smoke")
    assert not _edit(table, f"{WHERE} / identity = known Kampfgruppe Walther because a map case")
    found = _draft(table)
    assert "about a battalion" in found
    assert "Kampfgruppe Walther" in found
    assert drafts(table.state, WALTHER) == theirs
    assert table.act(CONTROL, RELEASE())
    assert found in told(table, GUARDS)["annex"]
    assert "Kampfgruppe Walther" in " ".join(told(table, GUARDS)["report"])
    assert table.state.edits == ()


@pytest.mark.parametrize(
    ("unit", "state", "words"),
    [
        ("GB-153FD", "few", "few guns|what guns|remain|are left"),
        ("GB-153FD", "none", "silent|no longer in action|out of action"),
        ("GB-GADRASC1", "none", "gone|lost to us|no longer in being"),
    ],
)
def test_guns_and_columns_have_states_of_their_own(
    worked_out: Table[Position], unit: str, state: str, words: str
) -> None:
    """10.1: a state of fighting units is refused for guns, which have their own."""
    table = worked_out.branch()
    where = f"Guards / Divisional troops / state {unit}"
    refused = _edit(table, f"{where} = low-tired because smoke")
    assert "is not a state" in refused
    assert state in refused
    assert not _edit(table, f"{where} = {state} because smoke")
    assert table.act(CONTROL, RELEASE())
    said = " ".join(told(table, GUARDS)["annex"])
    assert any(each in said for each in words.split("|"))


def test_words_must_mention_what_fell_on_the_troops(worked_out: Table[Position]) -> None:
    """10.4: shells and bombs from afar are as much the enemy's as those in a fight."""
    table = worked_out.branch()
    st = table.state
    unit = st.world.by_id["GB-GADRE"]
    where = "Guards / Divisional troops / words"
    for what, said in (("fire", "shell-fire"), ("bombs", "bombs")):
        st.note(GUARDS, "shelled", unit, st.at(unit), parts=(what,))
        quiet = _edit(table, f"{where} = All quiet. | facts unchanged because calm")
        assert f"the {said} that fell on them is not mentioned" in quiet
    full = "They were shelled, and bombed from the air."
    assert not _edit(table, f"{where} = {full} | facts unchanged because it is so")


def test_words_of_teams_do_not_hold_up_a_release(worked_out: Table[Position]) -> None:
    """Figures in a message, or in the name of a goal, are the team's own words."""
    table = worked_out.branch()
    st = table.state
    st.messages = (Message(WALTHER, GUARDS, st.turn, 9, "wireless", "Die 2 tanks: step 3."),)
    first = next(line for line in st.orders if line.team == GUARDS)
    named = replace(first, goal_name="500 m N of Valkenswaard")
    st.orders = tuple(named if line == first else line for line in st.orders)
    assert not _edit(table, f"{WHERE} / count = about a battalion because smoke")
    assert table.act(CONTROL, RELEASE())
    told_them = told(table, GUARDS)
    assert "Die 2 tanks: step 3." in " ".join(told_them["report"])
    assert "500 m N of Valkenswaard" in " ".join(told_them["annex"])


def test_words_ask_whether_the_fact_changes(worked_out: Table[Position]) -> None:
    """Edited words need an answer: the facts are unchanged, or one changes with them."""
    table = worked_out.branch()
    words = "The Irish are through. Tanks about, field guns and flak. Who they were nobody knows."
    assert "say whether the facts change" in _edit(
        table, f"{WHERE} / words = {words} because colour"
    )
    said = f"{words} | facts unchanged"
    assert not _edit(table, f"{WHERE} / words = {said} because colour")
    assert words in drafts(table.state, GUARDS)
    assert not _edit(table, f"{WHERE} / count = a patrol because second thoughts")
    assert words in drafts(table.state, GUARDS), "a later edit of a fact leaves the words"
    other = "The Irish are through. Tanks, field guns and flak guns about."
    assert not _edit(table, f"{WHERE} / words = {other} | facts unchanged because better")
    assert other in drafts(table.state, GUARDS)
    assert words not in drafts(table.state, GUARDS)


def test_an_edit_survives_an_override() -> None:
    """The turn is adjudicated again with another card, and Control's remark is still in the
    draft."""
    table = second_turn()
    work_out(table)
    assert not _edit(table, f"{WHERE} / remark = The road is mined. because of a map case")
    card = next(each for each in table.state.cards if each.category == "march")
    other = next(each for each in card.options if each != card.value)
    procedure.override(table, card.name, other, "of the test")
    assert [each.key for each in table.state.edits] == ["remark"]
    assert "The road is mined." in " ".join(drafts(table.state, GUARDS))


@pytest.mark.parametrize("fact", ["tanks = no", "guns = none"])
def test_a_report_that_leaves_out_tanks_or_guns_is_not_released(
    worked_out: Table[Position], fact: str
) -> None:
    """Reading 10.6: a report must mention every arm that took part before Control can release
    it."""
    table = worked_out.branch()
    assert not _edit(table, f"{WHERE} / {fact} because nobody would know")
    before = table.state.told
    ruling = table.act(CONTROL, RELEASE())
    assert not ruling
    assert "took part, but the report does not mention them" in table.say(ruling)
    with pytest.raises(procedure.ProcedureError, match="can't release"):
        procedure.release(table)
    assert table.state.told == before
    again = "tanks = yes" if "tanks" in fact else "guns = field guns, flak guns"
    assert not _edit(table, f"{WHERE} / {again} because they must")
    assert table.act(CONTROL, RELEASE())


def test_words_that_a_later_fact_makes_wrong_are_not_released(
    worked_out: Table[Position],
) -> None:
    """The words stay; if a fact is changed so that they leave it out, the release is refused."""
    table = worked_out.branch()
    words = "Through. Tanks, field guns and flak guns about."
    assert not _edit(table, f"{WHERE} / words = {words} | facts unchanged because colour")
    assert not _edit(table, f"{WHERE} / air = fighter-bombers because they were seen")
    ruling = table.act(CONTROL, RELEASE())
    assert "aircraft are not mentioned" in table.say(ruling)


def test_words_may_change_a_fact_with_them(worked_out: Table[Position]) -> None:
    """The words are Control's, and what the team believes follows the fact that it changed."""
    table = worked_out.branch()
    words = "Tanks, field guns and flak guns, but hardly a soul with them."
    assert not _edit(table, f"{WHERE} / words = {words} | count = a patrol because they ran")
    assert words in drafts(table.state, GUARDS)
    assert table.act(CONTROL, RELEASE())
    believed = {each["by"]: each["count"] for each in told(table, GUARDS)["sightings"]}
    assert believed["32nd Guards Brigade"] == "a patrol"


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("nonsense", "write an edit as"),
        ("Poles / x / count = two because so", "there is no team 'Poles'"),
        ("Guards / 9th Foot / count = two because so", "'9th Foot' sends no report"),
        (f"{WHERE} / hat = two because so", "is not a fact of a report"),
        (f"{WHERE} / count = 5 battalions because so", "number that reports don't give"),
        (f"{WHERE} / state GB-2IG = splendid because so", "is not a unit of this report"),
        (f"{WHERE} / state GB-3IG = splendid because so", "is not a state"),
        (f"{WHERE} / tanks = maybe because so", "'maybe' is neither yes nor no"),
        (f"{WHERE} / late = 2 because so", "is neither yes nor no"),
        (f"{WHERE} / rumour = tanks at Best because so", "a rumour is taken out with 'none'"),
        (f"{WHERE} / words = Tanks and guns. | hat = big because so", "is not a fact of a report"),
        (f"{WHERE} / words = Tanks and guns. | so be it because so", "is not a fact;"),
        (f"{WHERE} / words = Tanks and guns. | words = x because so", "not with 'words'"),
        (
            f"{WHERE} / words = Tanks and guns. | count = 7 because so",
            "number that reports don't give",
        ),
        (f"{WHERE} / words = All is well. | facts unchanged because so", "tanks are not mentioned"),
        (f"{WHERE} / words = A good roll of the dice. | facts unchanged because so", "term of the"),
    ],
)
def test_what_may_not_be_said_is_refused(
    worked_out: Table[Position], text: str, answer: str
) -> None:
    """10.4, reading 10.6: not even Control may leave out tanks, or speak of dice."""
    table = worked_out.branch()
    assert answer in _edit(table, text)
    assert table.state.edits == ()
