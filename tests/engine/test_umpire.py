"""An umpire's seat: texts in actions, silent lines, time that runs out, hands that set right."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bocage.engine.actions import (
    Action,
    Grammar,
    NotationError,
    Verb,
    cleaned,
    is_clean,
    text_of,
)
from bocage.engine.dice import Trust
from bocage.engine.save_text import HIDDEN, CopyError, copy_for, lines_for
from bocage.engine.saves import SaveError, read, written
from bocage.engine.snapshots import Snapshots
from bocage.engine.table import Table
from bocage.engine.viewers import UMPIRE, player
from tests.engine.tables import BLUE, RED, TOY, do
from tests.engine.toy import Toy, frames
from tests.engine.toy.board import END, HIDE, OWN, UNITS
from tests.engine.toy.state import Outpost

NOTE = Verb(200, "note", UNITS, text="words")
SAY = Verb(201, "say", text="words")
TALK = Grammar(NOTE, SAY, END)


@given(st.text(min_size=1), st.integers(0, len(UNITS) - 1))
def test_a_text_is_packed_said_and_read_back(text: str, unit: int) -> None:
    """Whatever people type, once cleaned, has one integer and one line, and is read as it was."""
    clean = cleaned(text)
    if not clean:
        return
    for action in (NOTE.carrying(clean, unit), SAY.carrying(clean)):
        assert TALK.is_canonical(action)
        assert text_of(action) == clean
        assert TALK.read(TALK.say(action)) == action
        assert clean in TALK.words(action).say({"unit": UNITS})
    assert cleaned(clean) == clean


@pytest.mark.parametrize("text", ["", " a", "a ", "a\nb", "a ~0123", "a ^0123456789abcdef", "a @b"])
def test_a_text_that_the_log_could_mistake_is_not_an_action(text: str) -> None:
    """Line breaks, blanks at the ends and what looks like a mark of the log are not canonical."""
    assert not is_clean(text)
    assert not TALK.is_canonical(SAY.carrying(text))


def test_a_text_where_none_belongs_is_not_an_action() -> None:
    """A verb without text carries none, one with text is nothing without, and bytes are UTF-8."""
    assert not TALK.is_canonical(END() | 65 << 40)
    assert not TALK.is_canonical(SAY())
    assert not TALK.is_canonical(0xFF << 40 | SAY())
    for line in ("say", "note R1", "note"):
        with pytest.raises(NotationError, match=r"expected (say|note UNIT) WORDS"):
            TALK.read(line)


class Umpired(Toy):
    """The toy, with Blue as its umpire."""

    control = BLUE


def seated(trust: Trust = Trust.OPEN) -> Table[Outpost]:
    """Generals hidden, Red to move first on a day whose dice come from a seed."""
    table = Table.new(Umpired(), seed=b"s" * 32, trust=trust)
    do(table, (RED, "hide R1"), (BLUE, "hide B1"), (RED, "bid 2"), (BLUE, "bid 0"))
    return table


def test_only_the_umpire_changes_the_position() -> None:
    """Though the table enforces the rules, the umpire may adjust, and nobody else learns of it."""
    table = seated()
    before = len(table.entries)
    assert (
        table.say(table.adjust(RED, "R1 c3")) == "only Blue changes the position (table: referee)"
    )
    seen = lines_for(table, player(RED))
    table.adjust(BLUE, "R1 c3")
    assert len(table.entries) == before + 1
    assert lines_for(table, player(RED)) == seen
    assert lines_for(table, player(BLUE))[-1].startswith("Blue adjust R1 c3")
    assert read(written(table), Umpired()).state == table.state


def test_the_umpire_takes_back_without_asking() -> None:
    """The line says that the umpire did it; others still need consent; a forged one is refused."""
    table = seated()
    at = len(table.entries)
    do(table, (RED, "step R1 a2"))
    assert not table.take_back(RED, at, [])
    assert table.take_back(BLUE, at, [])
    assert table.entries[-1].text == f"takeback from {at + 1}, agreed Blue"
    text = written(table)
    assert read(text, Umpired()).state == table.state
    with pytest.raises(SaveError, match="a takeback needs the consent of Red"):
        read(text, TOY)


def test_others_answers_are_not_counted_where_there_is_an_umpire() -> None:
    """Once a seal is off, nobody can count how often the others have answered under it."""
    answers = ((BLUE, "hide B1"), (BLUE, "hide B2"), (BLUE, "hide B3"), (RED, "hide R1"))
    for game, hidden in ((Umpired(), 0), (TOY, 3)):
        table = Table.new(game, seed=b"s" * 32)
        do(table, *answers)
        assert lines_for(table, player(RED)).count(HIDDEN) == hidden
        assert "Red hide R1" in lines_for(table, player(RED))


def test_what_an_umpire_does_in_silence_leaves_no_line(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lines of a silent frame are not even counted for those who may not read them."""
    table = Table.new(TOY, seed=b"s" * 32)
    do(table, (BLUE, "hide B1"), (RED, "hide R1"))
    assert lines_for(table, player(RED))[:2] == [HIDDEN, "Red hide R1"]
    monkeypatch.setattr(frames.Hiding, "silent", True)
    table = Table.new(TOY, seed=b"s" * 32)
    decision = table.decision
    assert decision is not None
    watching = decision.for_viewer(player())
    assert (watching.seats, watching.kind, watching.prompts) == ((), "", {})
    do(table, (BLUE, "hide B1"), (RED, "hide R1"))
    assert lines_for(table, player(RED))[0] == "Red hide R1"
    assert lines_for(table, UMPIRE)[:2] == ["Blue hide B1", "Red hide R1"]


def test_no_copy_is_given_while_silent_lines_could_be_counted() -> None:
    """A player's copy of an umpired game waits for its end, whether the umpire has acted or not."""
    table = seated(Trust.HELD)
    for _ in range(2):
        with pytest.raises(CopyError, match="once it is over"):
            copy_for(table, player(RED))
        assert copy_for(table, player(BLUE))
        table.adjust(BLUE, "R1 c3")


def test_when_time_runs_out_the_default_is_the_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    """A seat that has not answered does so by default, in the log; without a default all wait."""
    table = Table.new(TOY, seed=b"s" * 32)
    assert table.say(table.run_out()) == (
        "this decision waits until it is answered (table: sequence of play)"
    )
    assert table.entries == []

    def default(self: frames.Hiding, st: Outpost, seat: int) -> Action:
        return HIDE(OWN[seat][0])

    monkeypatch.setattr(frames.Hiding, "default", default)
    do(table, (BLUE, "hide B3"))
    assert table.run_out()
    assert list(table.state.general) == [UNITS.index("R1"), UNITS.index("B3")]
    texts: Sequence[str] = [e.text for e in table.entries[:2]]
    assert list(texts) == ["hide B3", "hide R1"]


def test_a_game_may_be_another_in_each_scenario() -> None:
    """The table plays, writes and reads the game as its scenario has it."""

    class Renamed(Toy):
        def at(self, scenario: str) -> Renamed:
            made = Renamed()
            made.seats = ("Rot", "Blau")
            return made

    table = Table.new(Renamed(), seed=b"s" * 32)
    assert table.do(RED, "hide R1")
    assert "Rot hide R1" in written(table)
    assert read(written(table), Renamed()).state == table.state


def test_a_snapshot_keeps_silence(tmp_path: Path) -> None:
    """A game read from a snapshot shows its umpire's lines to no more eyes than before."""
    table = seated()
    table.adjust(BLUE, "R1 c3")
    do(table, (RED, "end"))
    snapshots = Snapshots(tmp_path / "game.bocage")
    snapshots.keep(table)
    again = read(written(table), Umpired(), snapshots)
    assert again.entries == table.entries
    assert [entry.silent for entry in again.entries].count(True) == 1
    assert lines_for(again, player(RED)) == lines_for(table, player(RED))
