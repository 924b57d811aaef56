"""`bocage play`: what a player meets at the terminal besides the moves themselves."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from bocage.cli.sitting import Sitting
from bocage.engine.parsing import parsed
from bocage.games.roundup.moving import Moving

from .conftest import Answer, Run
from .roundup_saves import AT_BOULOGNE, LANDED, begin, refused
from .window import Window


@pytest.fixture
def save(tmp_path: Path) -> Path:
    """A game in which the Allies have landed and are about to move."""
    begin(tmp_path / "game.bocage", LANDED)
    return tmp_path / "game.bocage"


@pytest.fixture
def typed(run: Run, save: Path) -> Any:
    """Types lines into that game, through a pipe."""

    def typed(*lines: str, **more: str) -> Answer:
        return run("play", "roundup", save, input_lines=lines, **more)

    return typed


def after(answer: Answer, line: str) -> list[str]:
    """What was said between a line that was typed and the next prompt's."""
    at = next(i for i, said in enumerate(answer.lines) if said.endswith(f"> {line}".rstrip()))
    rest = answer.lines[at + 1 :]
    end = next((i for i, said in enumerate(rest) if said[:7] in ("allied>", "german>")), len(rest))
    return rest[:end]


def said(answer: Answer, line: str) -> str:
    """The same in one line."""
    return " ".join(" ".join(after(answer, line)).split())


# Beginning and leaving --------------------------------------------------------------------


def test_it_begins_a_game_and_keeps_it(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without a file the game is kept under its own name, and gone on with the next time."""
    monkeypatch.chdir(tmp_path)
    first = run("play", "roundup", input_lines=["r"])
    assert first.code == 0
    assert "The game is kept in roundup.bocage" in first.out
    assert first.lines[-1] == "Saved. Go on with: bocage play roundup roundup.bocage"
    second = run("play", "roundup", input_lines=["quit"])
    assert "Place the US1 Beachhead" not in second.out
    assert run("play", "roundup", input_lines=["concede", "yes"]).code == 0
    third = run("play", "roundup", input_lines=["quit"])
    assert "The game is kept in roundup-2.bocage" in third.out


def test_the_recommended_plan_with_one_key(run: Run, tmp_path: Path) -> None:
    """`r` sets the beachheads of the plan and, asked again, lands the first wave."""
    save = tmp_path / "g.bocage"
    run(
        *("play", "roundup", save, "--plan", "boulogne", "--seed", "1943"),
        input_lines=["r", "end", "r", "quit"],
    )
    lines = save.read_text("utf-8")
    for expected in ("us1 2723", "us2 2824", "uk1 2023", "uk2 2223"):
        assert f"allied beachhead {expected} ~" in lines
    assert "allied land US11 2723" in lines
    assert sum("allied land" in line for line in lines.splitlines()) == 8


def test_plans_are_listed_and_chosen(run: Run, tmp_path: Path) -> None:
    """`plan` lists them, `plan NAME` takes one; the beginning of its name is enough."""
    save = tmp_path / "g.bocage"
    answer = run("play", "roundup", save, input_lines=["plan", "plan gris", "quit"])
    assert any("hardelot" in line and "(recommended)" in line for line in answer.lines)
    assert "allied beachhead us1 1821" in save.read_text("utf-8")


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("--plan", "normandy"), "there is no plan 'normandy'; there are hardelot"),
        (("--against", "rommel"), "Operation Roundup has no player 'rommel'; there are random"),
        (("--side", "swiss", "--against", "random"), "no seat is 'swiss': there are allied and"),
        (("--option", "nonsense=on"), "Operation Roundup has no option 'nonsense'"),
    ],
)
def test_it_refuses_to_begin(
    run: Run, tmp_path: Path, arguments: tuple[str, ...], sentence: str
) -> None:
    """What does not exist is named in one sentence."""
    assert refused(run("play", "roundup", tmp_path / "g.bocage", *arguments)).startswith(sentence)


def test_a_game_begun_keeps_its_dice(run: Run, save: Path) -> None:
    """The seed of a game that goes on cannot be chosen anew."""
    assert refused(run("play", "roundup", save, "--seed", "11")).endswith(
        "is begun already: its dice and options cannot be changed"
    )


# Against a simple player ------------------------------------------------------------------


def test_against_a_random_player(run: Run, tmp_path: Path) -> None:
    """The other side plays by itself, is told about, and the same seed gives the same game."""
    files = [tmp_path / "a.bocage", tmp_path / "b.bocage"]
    lines = ["r", "end", "r", "end", "move US01 2722", "end", "end", "end", "quit"]
    outs = [
        run("play", "roundup", f, "--seed", "1943", "--against", "random", input_lines=lines).out
        for f in files
    ]
    assert "The german side plays by itself." in outs[0]
    assert ": the german side plays" in outs[0]
    assert files[0].read_bytes() == files[1].read_bytes()
    assert any(row.who == "german" for row in parsed(files[0].read_text("utf-8")).rows)


def test_as_the_germans_against_a_random_player(run: Run, tmp_path: Path) -> None:
    """With `--side german` the Allies play by themselves from the first beachhead on."""
    answer = run(
        *("play", "roundup", tmp_path / "g.bocage", "--seed", "1943"),
        *("--against", "random", "--side", "german"),
        input_lines=["quit"],
    )
    assert "german> quit" in answer.out
    assert "allied>" not in answer.out


# Typing -----------------------------------------------------------------------------------


def test_mistakes_are_explained_and_change_nothing(typed: Any, save: Path) -> None:
    """What cannot be read or is not allowed is explained, with a hint, and the game goes on."""
    before = save.read_bytes()
    answer = typed("mvoe US01 2722", "lgeal", "move US01 1618", "move US01 2212", "l", "sc", "s")
    assert "did you mean 'move'?" in said(answer, "mvoe US01 2722")
    assert "or did you mean the command 'legal'?" in said(answer, "lgeal")
    assert after(answer, "move US01 1618")[0].startswith("No: US01 1st Infantry may not enter")
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
    assert "Only this can be done: lose GE03 191st R. [Enter]" in answer.out
    assert "german lose GE03" in save.read_text("utf-8")


def test_a_slip_is_asked_about(typed: Any, save: Path) -> None:
    """Ending a phase in which nobody has moved is asked about; no is no, yes is yes."""
    before = save.read_bytes()
    answer = typed("end", "no", "quit")
    assert "Nobody has moved yet. End the Movement Phase all the same?" in answer.out
    assert save.read_bytes() == before
    typed("end", "yes", "quit")
    new = save.read_text("utf-8")[len(before) - 20 :]
    assert "allied end ~" in new


def test_a_stack_too_high_is_asked_about(typed: Any, save: Path) -> None:
    """Ending a phase that would cost units is asked about first, with the hex and the rule."""
    answer = typed("move US01 2723", "end", "no", "undo", "quit")
    question = "Too many units are in 2723: some will be lost (3.1). End all the same?"
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
    assert "german, may allied take back from 'attack 2523' on?" in answer.out
    assert "a takeback needs the consent of german (table: takeback)" in answer.out
    assert "Taken back; the lines stay in the log, struck out." in answer.out
    assert "x allied fight" in save.read_text("utf-8")


def test_concede_is_asked_about(typed: Any) -> None:
    """Giving up needs a yes; then the game is over, and it says who has won."""
    answer = typed("concede", "no", "concede", "yes")
    assert "Not conceded." in answer.out
    assert "the Allies concede (Roundup 14.0.d)" in answer.out


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
    assert "no seat is 'swiss'" in after(answer, "units swiss")[0]
    for word in ("look", "hex", "why"):
        assert after(answer, word)[0].startswith(f"? cannot read '{word}': expected {word}")
    assert "Pas-de-Calais" in said(answer, "? game")
    assert save.read_bytes() == before


def test_a_rule_is_told(typed: Any) -> None:
    """`rule NUMBER` tells a rule in our words; one that does not exist is explained."""
    answer = typed("rule 3.2.1", "rule 99.9", "rule")
    assert after(answer, "rule 3.2.1")[0].startswith("Roundup 3.2.1, ")
    assert "there is no rule '99.9'" in said(answer, "rule 99.9")
    assert "expected rule NUMBER" in said(answer, "rule")


def test_adjust_is_for_tables_that_note(typed: Any, save: Path) -> None:
    """A table that enforces says so, with what to do instead."""
    before = save.read_bytes()
    assert "this table enforces the rules" in said(typed("adjust US01 2722"), "adjust US01 2722")
    assert save.read_bytes() == before


# Saving -----------------------------------------------------------------------------------


def test_save_as_goes_on_in_the_new_file(typed: Any, save: Path) -> None:
    """`save FILE` keeps the game there from now on; the old file stays as it was."""
    before = save.read_bytes()
    other = save.with_name("other.bocage")
    typed(f"save {other}", "move US01 2722", "quit")
    assert save.read_bytes() == before
    assert "allied go 2722" in other.read_text("utf-8")


def test_save_overwrites_no_other_game(typed: Any, save: Path) -> None:
    """A file that is there is not overwritten."""
    other = save.with_name("other.bocage")
    other.write_text("mine")
    answer = typed(f"save {other}", "quit")
    assert "other.bocage exists already; nothing was written" in answer.out
    assert other.read_text() == "mine"


def test_two_programs_at_one_save(run: Run, save: Path) -> None:
    """If another program writes the save meanwhile, nothing of it is lost and both are told."""
    with Window("play", "roundup", save, cwd=save.parent) as window:
        window.read()
        assert run("do", save, "move", "US01", "2722").code == 0
        theirs = save.read_bytes()
        window.type_all(["move US11 2722", "save mine.bocage", "quit"])
    assert "was written by another program since it was read; nothing was written" in " ".join(
        window.text.split()
    )
    assert save.read_bytes() == theirs
    assert "allied select US11" in save.with_name("mine.bocage").read_text("utf-8")


def test_picture_in_the_middle_of_a_game(typed: Any, save: Path) -> None:
    """`picture FILE.svg` draws the position; another ending is explained."""
    answer = typed("picture x.png", f"picture {save.parent / 'x.svg'}")
    assert "expected picture FILE.svg" in after(answer, "picture x.png")[0]
    assert (save.parent / "x.svg").read_text("utf-8").startswith("<svg")


# When the rules fail ----------------------------------------------------------------------


@pytest.fixture
def broken(monkeypatch: pytest.MonkeyPatch) -> None:
    """Rules that fail when a unit goes."""

    def fail(self: Moving, st: Any, action: int) -> None:
        raise ZeroDivisionError("no such luck")

    monkeypatch.setattr(Moving, "apply", fail)


@pytest.mark.usefixtures("broken")
def test_a_crash_loses_nothing_in_play(typed: Any, save: Path) -> None:
    """A fault of the rules is told with the place of the report, and the game goes on."""
    before = save.read_bytes()
    answer = typed("move US01 2722", "score", "quit")
    assert "the rules of roundup failed on" in said(answer, "move US01 2722")
    assert (save.parent / "game-crash-1.bocage").is_file()
    assert "Select a unit to move" in said(answer, "move US01 2722")
    assert "Allied Failure" in answer.out
    assert save.read_bytes() == before


def test_a_crash_of_a_command(
    run: Run, save: Path, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A command that meets a fault of the rules says where the report lies; it opens as a game."""
    before = save.read_bytes()
    request.getfixturevalue("broken")
    answer = run("do", save, "move", "US01", "2722")
    assert answer.code == 1
    assert "the game is as it was before" in answer.err
    assert "Traceback" not in answer.err
    assert save.read_bytes() == before
    monkeypatch.undo()
    dump = save.with_name("game-crash-1.bocage")
    assert run("verify", dump).code == 0
    assert "ZeroDivisionError: no such luck" in dump.read_text("utf-8")


# In a window ------------------------------------------------------------------------------


@pytest.mark.parametrize("code", [b"\x03", b"\x04"])
def test_leaving_by_a_key(save: Path, code: bytes) -> None:
    """Interrupt and end of input leave politely, with the game kept."""
    with Window("play", "roundup", save, cwd=save.parent) as window:
        window.key(code)
        window.read()
    assert window.code == 0
    assert "Saved. Go on with: bocage play roundup" in " ".join(window.text.split())


@pytest.mark.parametrize("size", [(80, 24), (132, 43)])
def test_the_board_fits_the_window(save: Path, size: tuple[int, int]) -> None:
    """Heading, status, board and question fit the window, in width and height."""
    with Window("play", "roundup", save, cwd=save.parent, size=size) as window:
        window.read()
    lines = window.lines
    start = next(i for i, line in enumerate(lines) if "Allied Movement Phase ─" in line)
    assert len(lines) - start <= size[1]
    assert max(len(line) for line in lines) <= size[0]
    assert any(line.startswith("28 ") and "US01+US16" in line for line in lines)


def test_help_fits_a_small_window(save: Path) -> None:
    """Every page of help fits 80 columns and 24 lines."""
    for page in ("?", "? commands", "? game"):
        with Window("play", "roundup", save, cwd=save.parent) as window:
            window.read()
            before = len(window.lines)
            window.type_all([page])
        shown = window.lines[before:]
        assert len(shown) < 24
        assert max(len(line) for line in shown) <= 80


def test_colour_and_none(save: Path) -> None:
    """Without colour the same letters come."""
    texts: list[Sequence[str]] = []
    raw: list[bool] = []
    for colour in ("", "1"):
        with Window("play", "roundup", save, cwd=save.parent, NO_COLOR=colour) as window:
            window.read()
        texts.append([line.rstrip() for line in window.lines])
        raw.append(window.coloured)
    assert texts[0] == texts[1]
    assert raw == [True, False]


def test_a_sitting_can_be_reopened(save: Path) -> None:
    """What a save keeps is the table that was saved."""
    first, second = Sitting.open(save), Sitting.open(save)
    assert first.table.state == second.table.state
    assert first.table.mark == second.table.mark
