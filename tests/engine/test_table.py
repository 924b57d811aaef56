"""The table: asking, doing, undoing, taking back, refereeing."""

from __future__ import annotations

import pytest

from bocage.engine.actions import NotationError
from bocage.engine.dice import DiceError, GivenDice
from bocage.engine.frames import frame
from bocage.engine.game import OptionError
from bocage.engine.playout import table_for
from bocage.engine.save_text import lines_for
from bocage.engine.saves import read, written
from bocage.engine.table import Table
from bocage.engine.viewers import OBSERVER, UMPIRE, player
from tests.engine.tables import BLUE, RED, TOY, begun, dice, do, played, seeded, texts
from tests.engine.toy import frames
from tests.engine.toy.board import END, STEP
from tests.engine.toy.state import Outpost


def test_a_refused_line_changes_nothing_and_says_why() -> None:
    """A seat that may not do something reads the unit, the place, the rule and the fact."""
    table = begun()
    text, key = written(table), table.state.key()
    ruling = table.do(RED, "step R1 c3")
    assert not ruling
    assert table.say(ruling) == "1st Red in a1 is not next to c3 (Outpost 3.1)"
    assert table.say(table.do(BLUE, "end")) == (
        "it is not your decision: Red is moving (Outpost 3.1)"
    )
    with pytest.raises(NotationError, match="did you mean 'step'"):
        table.do(RED, "stepp R1 a2")
    assert (written(table), table.state.key()) == (text, key)


def test_check_does_nothing() -> None:
    """Asking whether a line may be done leaves the table as it is."""
    table = begun()
    text = written(table)
    assert table.check(RED, "step R1 a2")
    assert table.check(RED, "move R1 a1-a2-a3")
    assert not table.check(RED, "move R1 a1-a2-a3-a4")
    assert written(table) == text


def test_a_gesture_is_taken_whole_or_not_at_all() -> None:
    """A line with a path becomes several actions; if the last is forbidden, none is done."""
    table = begun()
    before = list(texts(table))
    assert table.say(table.do(RED, "move R1 a1-a2-a3-a4")) == (
        "1st Red has no points left (Outpost 3.2)"
    )
    assert texts(table) == before
    do(table, (RED, "move R1 a1-a2-a3"))
    assert texts(table) == [*before, "step R1 a2", "step R1 a3"]
    with pytest.raises(NotationError, match="is not in a1"):
        table.do(RED, "move R1 a1-a2")


def test_a_gesture_does_not_outrun_an_interrupt() -> None:
    """A path on which the other seat must be asked is refused from there on."""
    table = begun()
    do(table, (RED, "move R1 a1-a2-a3"), (RED, "end"))
    text = written(table)
    assert table.say(table.do(BLUE, "move B1 a5-a4-b4")) == (
        "it is not your decision: Red may fire at 1st Blue (Outpost 3.3)"
    )
    assert written(table) == text


def test_an_interrupt_asks_the_other_seat_in_the_middle_of_a_move() -> None:
    """A step next to an enemy lets it fire; afterwards the mover continues."""
    table = begun("5")
    do(table, (RED, "move R1 a1-a2-a3"), (RED, "end"), (BLUE, "step B1 a4"))
    assert table.decision is not None
    assert (table.decision.seats, table.decision.kind) == ((RED,), "Reaction")
    copy = table.state.copy()
    do(table, (RED, "fire R1"))
    assert dice(table)[-1] == "roll 5 @1.fire.B1#1"
    assert table.state.steps[3] == 1
    assert table.decision.seats == (BLUE,)
    assert table.decision.for_viewer(player(RED)).prompts == {}
    assert set(table.decision.for_viewer(UMPIRE).prompts) == {BLUE}
    assert copy.steps[3] == 2
    do(table, (BLUE, "step B1 a5"))


def test_each_viewer_gets_only_the_events_they_may_know() -> None:
    """A hidden general is an event for both, with the unit for its own side only."""
    table = begun()
    nouns = TOY.nouns
    said = {
        viewer: [e.words().say(nouns) for _, e in table.events_for(viewer)][:2]
        for viewer in (player(RED), player(BLUE), OBSERVER, UMPIRE)
    }
    red, blue = "Red has hidden the general in 1st Red", "Blue has hidden the general in 1st Blue"
    assert said[player(RED)] == [red, "Blue has hidden a general"]
    assert said[player(BLUE)] == ["Red has hidden a general", blue]
    assert said[OBSERVER] == ["Red has hidden a general", "Blue has hidden a general"]
    assert said[UMPIRE] == [red, blue]


def test_the_log_hides_sealed_answers() -> None:
    """The others see a sealed answer as a blank during the game, and in full afterwards."""
    table = begun()
    assert lines_for(table, player(RED))[:2] == ["Red hide R1", "?"]
    assert lines_for(table, OBSERVER)[:2] == ["?", "?"]
    assert table.concede(RED)
    assert lines_for(table, OBSERVER)[:2] == ["Red hide R1", "Blue hide B1"]


def test_answers_to_an_open_decision_are_not_even_counted() -> None:
    """While a sealed decision is open, only who gave an answer sees its line."""
    table = table_for(TOY, 1)
    do(table, (BLUE, "hide B2"))
    assert lines_for(table, player(RED)) == lines_for(table, OBSERVER) == []
    assert lines_for(table, player(BLUE)) == ["Blue hide B2"]
    do(table, (BLUE, "hide B3"))
    assert lines_for(table, player(BLUE)) == ["Blue hide B2", "Blue hide B3"]
    assert table.free(BLUE) == 0
    do(table, (RED, "hide R1"))
    assert table.state.general[BLUE] == 5
    assert lines_for(table, player(RED))[:3] == ["?", "?", "Red hide R1"]


def test_giving_up_ends_the_game_finally() -> None:
    """A seat concedes whether asked or not, once."""
    table = begun()
    assert table.concede(BLUE)
    assert table.is_over
    outcome = TOY.outcome(table.state)
    assert outcome is not None
    assert outcome.winner == RED
    assert table.say(table.concede(RED)) == "the game is over (table: sequence of play)"
    assert not table.do(RED, "end")
    assert table.free(BLUE) == 0
    assert table.legal(RED) == ()


def test_adjusting_is_refused_outside_note_mode() -> None:
    """Positions are changed by hand only at a table that was started for it."""
    table = begun()
    key = table.state.key()
    assert "(table: referee)" in table.say(table.adjust(RED, "R1 c3"))
    assert table.state.key() == key


def test_note_mode_records_the_rules_that_a_change_breaks() -> None:
    """An adjustment is done, with what the rules have against it; the impossible is not."""
    table = seeded(referee="note")
    assert table.adjust(RED, "R1 a2")
    assert table.entries[-1].text == "adjust R1 a2"
    noted = table.adjust(RED, " R1  c3 |")
    assert table.say(noted) == "1st Red is not next to c3 (Outpost 3.1)"
    assert table.entries[-1].text == "adjust R1 c3 | against 3.1"
    done = len(table.entries)
    assert table.say(table.adjust(RED, "R2 c3")) == "1st Red is in c3 (Outpost 3.1)"
    with pytest.raises(NotationError, match="expected UNIT PLACE"):
        table.adjust(RED, "R1\nbocage 1")
    assert len(table.entries) == done
    text = written(table)
    again = read(text, TOY)
    assert again.state == table.state
    assert written(again) == text
    assert table.free(RED) == 0


def test_dice_that_run_out_leave_the_table_as_it_was() -> None:
    """Where a die is missing the action is not done, and can be done again."""
    table = begun()
    do(table, (RED, "move R1 a1-a2-a3"), (RED, "end"), (BLUE, "step B1 a4"))
    text, key = written(table), table.state.key()
    with pytest.raises(DiceError, match=r"no die is left for 1\.fire\.B1"):
        table.do(RED, "fire R1")
    assert (written(table), table.state.key()) == (text, key)
    table.oracle = GivenDice(["6"])
    do(table, (RED, "fire R1"))


def test_a_branch_is_independent() -> None:
    """What is tried on a branch is not played on the table."""
    table = begun()
    text = written(table)
    branch = table.branch()
    do(branch, (RED, "step R1 a2"), (RED, "end"))
    assert branch.take_back(RED, 3, [BLUE])
    assert written(table) == text
    assert not any(entry.struck for entry in table.entries)


def test_unknown_names_are_answered_with_the_known_ones() -> None:
    """A scenario, an option or a choice that does not exist is answered with what does."""
    with pytest.raises(OptionError, match="no scenario 'boarder', did you mean border"):
        Table.new(TOY, scenario="boarder")
    with pytest.raises(OptionError, match="no option 'ties', did you mean tie"):
        Table.new(TOY, options={"ties": "die"})
    with pytest.raises(OptionError, match="tie cannot be 'coin'; it can be die, red"):
        Table.new(TOY, options={"tie": "coin"})


def test_a_game_continues_under_the_revision_it_began_with() -> None:
    """An option that came later stands, in an older game, as the program was before it."""
    assert TOY.settings() == {"tie": "die"}
    assert TOY.settings(revision=1) == {"tie": "red"}
    assert TOY.settings({"tie": "die"}, revision=1) == {"tie": "die"}


def test_the_chain_names_the_log() -> None:
    """Another line, another mark; the same lines after an undo, the same mark."""
    table = begun()
    marks = [table.mark]
    for action in (STEP(0, 5), END()):
        assert table.act(RED, action)
        marks.append(table.mark)
    assert len(set(marks)) == 3
    again = begun()
    do(again, (RED, "step R2 c2"))
    assert again.mark not in marks
    assert again.undo(RED)
    assert again.mark == marks[0]


@frame
class Omen(frames.Tie):
    """A die that Red alone may see."""

    hidden = True

    def known_to(self, st: Outpost, seat: int) -> tuple[int, ...]:
        """Red."""
        return (RED,)

    def apply(self, st: Outpost, action: int) -> None:
        """It means nothing."""
        st.pop()


def test_a_die_may_be_for_some_eyes_only() -> None:
    """The line of a hidden roll is read by those whom the frame names."""
    table = begun("3")
    table.state.stack = (*table.state.stack[:-1], Omen(), table.state.stack[-1])
    do(table, (RED, "end"))
    assert lines_for(table, player(RED))[-1] == "* roll 3 @1.first#1"
    assert lines_for(table, player(BLUE))[-1] == "?"
    assert lines_for(table, UMPIRE)[-1] == "* roll 3 @1.first#1"


def test_a_new_table_draws_its_own_seed() -> None:
    """Without a seed every game has other dice."""
    assert Table.new(TOY).header.seed != Table.new(TOY).header.seed
    assert Table.new(TOY, seed=b"x").header.seed == b"x"


def test_random_games_do_not_depend_on_who_is_asked_first() -> None:
    """A table plays the same game from the same seed, twice."""
    one, two = played(11), played(11)
    assert written(one) == written(two)
