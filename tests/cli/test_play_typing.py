"""`bocage play`: what a player types besides the moves themselves, and what is answered."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from .conftest import Run, after, said
from .roundup_saves import AT_BOULOGNE, begin


def test_mistakes_are_explained_and_change_nothing(typed: Any, save: Path) -> None:
    """An unreadable or illegal line is explained, with a hint, and the game continues."""
    before = save.read_bytes()
    answer = typed("mvoe US01 2722", "lgeal", "move US01 1618", "move US01 2212", "l", "sc", "s")
    assert "did you mean 'move'?" in said(answer, "mvoe US01 2722")
    assert "or did you mean the command 'legal'?" in said(answer, "lgeal")
    assert after(answer, "move US01 1618")[0].startswith("No: US01 1st Infantry can't enter")
    assert "'why move US01 2212' shows what it would cost" in said(answer, "move US01 2212")
    assert after(answer, "l")[0] == "end"
    assert after(answer, "sc")[0] == "Allied Failure"
    assert after(answer, "s")[0].startswith("? cannot read 's': it can be save or score or select")
    assert save.read_bytes() == before


def test_a_number_chooses_a_way(run: Run, tmp_path: Path) -> None:
    """Where there are few ways a digit chooses one; a digit too high is explained."""
    save = tmp_path / "g.bocage"
    begin(save, AT_BOULOGNE)
    answer = run("play", "roundup", save, input_lines=["7", "2", "with all", "odds", "fight", ""])
    assert after(answer, "7")[0] == "Type a number from 1 to 2, or the line itself."
    assert "attack HEX" not in " ".join(after(answer, "2"))
    assert "Attack 24" in after(answer, "odds")
    assert any("So far 24 to 4: column 6:1" in line for line in answer.lines)
    assert "allied fight" in save.read_text("utf-8")


def test_enter_does_the_only_thing(run: Run, tmp_path: Path) -> None:
    """Where only one thing can be done, an empty line does it."""
    save = tmp_path / "g.bocage"
    begin(save, (*AT_BOULOGNE, "attack 2523 with all"))
    answer = run("play", "roundup", save, input_lines=[""])
    assert "The only legal action: lose GE03 191st R. [Enter]" in answer.out
    assert "german lose GE03" in save.read_text("utf-8")


def test_ending_a_phase_without_a_move_must_be_confirmed(typed: Any, save: Path) -> None:
    """Ending a phase in which nothing moved must be confirmed: `no` changes nothing, `yes` ends
    it."""
    before = save.read_bytes()
    answer = typed("end", "no", "quit")
    assert "No unit has moved yet. End the Movement Phase anyway?" in answer.out
    assert save.read_bytes() == before
    typed("end", "yes", "quit")
    new = save.read_text("utf-8")[len(before) - 20 :]
    assert "allied end ~" in new


def test_ending_a_phase_that_costs_units_must_be_confirmed(typed: Any, save: Path) -> None:
    """The question before the end of a phase that would cost units names the hex and the rule."""
    answer = typed("move US01 2723", "end", "no", "undo", "quit")
    question = "Too many units are in 2723: some will be lost (3.1). End anyway?"
    assert question in answer.out
    assert "allied remove" not in save.read_text("utf-8")


def test_undo_takes_the_whole_line_back(typed: Any, save: Path) -> None:
    """A line of several actions is undone as one."""
    before = save.read_bytes()
    answer = typed("move 2824 2722", "undo", "quit")
    assert after(answer, "undo")[0] == "Undone."
    assert save.read_bytes() == before


def test_takeback_asks_the_other_side(run: Run, tmp_path: Path) -> None:
    """Past a die the other side is asked; without its yes nothing is taken back."""
    save = tmp_path / "g.bocage"
    begin(save, AT_BOULOGNE)
    answer = run(
        *("play", "roundup", save),
        input_lines=["attack 2523 with all", "undo", "takeback", "no", "takeback", "yes", "quit"],
    )
    assert "must agree to a takeback" in said(answer, "undo")
    assert "german, may allied undo from 'attack 2523'?" in answer.out
    assert "a takeback needs the consent of german (table: takeback)" in answer.out
    assert "Undone; the lines stay in the log, struck out." in answer.out
    assert "x allied fight" in save.read_text("utf-8")


def test_concede_must_be_confirmed(typed: Any) -> None:
    """Giving up needs a yes; then the game is over, and it says who has won."""
    answer = typed("concede", "no", "concede", "yes")
    assert "Not conceded." in answer.out
    assert "the Allies concede, and the Germans win (Roundup 14.0.d)" in answer.out


def test_the_questions_answer(typed: Any, save: Path) -> None:
    """Map, look, hex, units, status, log and why all answer, and change nothing."""
    before = save.read_bytes()
    answer = typed(
        *("map 2523", "look US01", "hex Boulogne", "units german", "status", "log 3"),
        *("log all", "why move US01 2722", "units swiss", "look", "hex", "why", "? game", "? c"),
    )
    assert any(line.startswith("25 ") for line in after(answer, "map 2523"))
    assert any("2824." in line for line in after(answer, "look US01"))
    assert "  GE03 191st R 2-4" in after(answer, "hex Boulogne")
    assert after(answer, "units german")[0] == "German units"
    assert len(after(answer, "log 3")) == 5
    assert any("US1 Beachhead at 2723" in line for line in after(answer, "log all"))
    assert after(answer, "why move US01 2722")[0] == "Allowed."
    assert "there is no seat 'swiss'" in after(answer, "units swiss")[0]
    for word in ("look", "hex", "why"):
        assert after(answer, word)[0].startswith(f"? cannot read '{word}': expected {word}")
    assert "Pas-de-Calais" in said(answer, "? game")
    assert save.read_bytes() == before


def test_rule_shows_a_rule(typed: Any) -> None:
    """`rule NUMBER` tells a rule in our words; one that does not exist is explained."""
    answer = typed("rule 3.2.1", "rule 99.9", "rule")
    assert after(answer, "rule 3.2.1")[0].startswith("Roundup 3.2.1, ")
    assert "there is no rule '99.9'" in said(answer, "rule 99.9")
    assert "expected rule NUMBER" in said(answer, "rule")


def test_adjust_is_for_note_mode(typed: Any, save: Path) -> None:
    """A table that enforces says so, with what to do instead."""
    before = save.read_bytes()
    assert "this table enforces the rules" in said(typed("adjust US01 2722"), "adjust US01 2722")
    assert save.read_bytes() == before


def test_a_stack_that_will_lose_units_gives_a_warning(typed: Any) -> None:
    """3.1: two divisions in a hex are a warning at once, and none any more when one has gone."""
    answer = typed("move US11 2723-2824", "move US01 2824-2723", "quit")
    told = said(answer, "move US11 2723-2824")
    assert "2824 holds" in told
    assert "one of them must be eliminated (Roundup 3.1" in " ".join(told.split())
    assert "must be eliminated" not in said(answer, "move US01 2824-2723")
