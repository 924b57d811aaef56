"""`bocage play` after the end of a game: what is still answered, until somebody leaves."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from .conftest import Run, after, said
from .window import Window


def test_a_finished_game_still_answers_questions(typed: Any, save: Path) -> None:
    """Map, log, units, score and a picture are answered after the end, whatever their short form;
    a move is not, and says so."""
    drawn = save.with_name("end.svg")
    answer = typed(
        *("concede", "yes", "map", "log all", "units german", "sc", f"picture {drawn}"),
        *("move US01 2722", "?", "", "rule 3.2.1", "quit", "score"),
    )
    assert answer.code == 0
    assert any(line.startswith("28 ") for line in after(answer, "map"))
    assert any("US1 Beachhead at 2723" in line for line in after(answer, "log all"))
    assert after(answer, "units german")[0] == "German units"
    assert after(answer, "sc")[0].startswith("Allied ")
    assert drawn.read_text("utf-8").startswith("<svg")
    assert "the game is over; there are account, help, hex, log" in said(answer, "move US01 2722")
    assert "The game is over. There are account" in said(answer, "?")
    assert after(answer, "rule 3.2.1")[0].startswith("Roundup 3.2.1, ")
    assert answer.lines[-1] == "over> quit"


def test_the_end_of_input_ends_the_program(typed: Any) -> None:
    """A script that types no more is not waited for."""
    answer = typed("concede", "yes")
    assert answer.code == 0
    assert answer.lines[-1].startswith("You can still use: account all")


def test_a_save_elsewhere_and_a_mistake_change_nothing(typed: Any, save: Path) -> None:
    """The finished game can be kept in another file; what cannot be written is one sentence."""
    other = save.with_name("end.bocage")
    answer = typed("concede", "yes", f"save {other}", f"save {save}", "picture x.png", "quit")
    assert other.read_bytes() == save.read_bytes()
    assert "exists already; nothing was written" in said(answer, f"save {save}")
    assert "expected picture FILE.svg" in said(answer, "picture x.png")


def test_a_concession_is_taken_back_with_consent(typed: Any, run: Run, save: Path) -> None:
    """The other side must agree. If it does, the game continues, in a later sitting too; an undo
    is refused."""
    answer = typed("concede", "yes", "undo", "takeback", "no", "quit")
    assert "must agree to a takeback" in said(answer, "undo")
    assert "may allied undo from 'concede'?" in answer.out
    assert answer.lines[-1] == "over> quit"
    later = run("play", "roundup", save, input_lines=["takeback", "yes", "log", "quit"])
    assert "Undone; the lines stay in the log, struck out." in later.out
    assert "allied> log" in later.lines
    assert "Saved. Continue with: bocage play roundup" in later.out


def test_a_concession_against_a_computer_player_is_taken_back(run: Run, tmp_path: Path) -> None:
    """Nobody is asked, and the seat is the one that a person has."""
    lines = ("concede", "yes", "takeback", "concede", "yes", "quit")
    answer = run(
        *("play", "falaise", tmp_path / "g.bocage", "--seed", "5", "--against", "random"),
        *("--side", "german"),
        input_lines=lines,
    )
    assert after(answer, "takeback")[0].startswith("Undone; ")
    assert answer.lines.count("german> concede") == 2
    assert answer.out.count("The game is over") == 2


def test_the_accounts_of_a_staff_are_read_after_the_end(run: Run, tmp_path: Path) -> None:
    """`account all` tells every turn that the staff has written about."""
    lines = ("r", "end", "r", "end", "end", "yes", "end", "end", "concede", "yes", "account all")
    answer = run(
        *("play", "roundup", tmp_path / "g.bocage", "--seed", "1943", "--against", "staff"),
        input_lines=lines,
    )
    assert after(answer, "account all")[0].startswith("Turn 1, german: ")


def test_the_program_waits_after_the_end_until_you_leave(save: Path) -> None:
    """In a window the program waits after the end, and a key leaves it as ever."""
    with Window("play", "roundup", save, cwd=save.parent) as window:
        window.type_all(["concede", "yes", "score"])
        assert window.code is None
        window.key(b"\x04")
        window.read()
    assert window.code == 0
    assert window.text.count("over> ") == 2


def test_a_failed_save_is_reported_again_at_the_end(save: Path) -> None:
    """If another program has changed the file, a player who leaves learns that the game isn't
    saved."""
    with Window("play", "roundup", save, cwd=save.parent) as window:
        window.type_all(["score"])
        with save.open("a", encoding="utf-8") as file:
            file.write("# somebody else\n")
        window.type_all(["concede", "yes", "quit"])
        window.read()
    assert "NOT saved" in window.text[window.text.rindex("over> ") :]
