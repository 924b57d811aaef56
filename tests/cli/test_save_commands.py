"""`bocage new`, `do`, `undo`, `takeback`, `replay` and `verify`."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from bocage.engine.save_format import parsed
from bocage.engine.saves import written
from bocage.engine.table import Table
from bocage.games import GAMES
from tests.engine.toy import Toy

from .conftest import Run
from .roundup_saves import AT_BOULOGNE, LANDED, SEED, begin, refused


@pytest.fixture
def save(tmp_path: Path) -> Path:
    """Where the game of a test is kept."""
    return tmp_path / "game.bocage"


# new ------------------------------------------------------------------------------------


def test_new_writes_a_readable_file(run: Run, save: Path) -> None:
    """A new game is a text with its seed, options and commitment, and says what is asked."""
    answer = run("new", "roundup", "-o", save, "--seed", SEED, "--option", "clip-odds-first=on")
    assert answer.code == 0
    assert answer.lines[0].startswith("Started Operation Roundup in")
    assert answer.out.rstrip().endswith("(Roundup 13.4)")
    header = parsed(save.read_text("utf-8")).header
    assert header.seed == bytes.fromhex(SEED)
    assert header.options["clip-odds-first"] == "on"
    assert list(save.parent.iterdir()) == [save]


def test_new_draws_a_seed(run: Run, tmp_path: Path) -> None:
    """Without a seed each game has dice of its own."""
    files = [tmp_path / name for name in ("a.bocage", "b.bocage")]
    for file in files:
        assert run("new", "roundup", "-o", file).code == 0
    seeds = {parsed(file.read_text("utf-8")).header.seed for file in files}
    assert len(seeds) == 2
    assert all(seed is not None and len(seed) == 32 for seed in seeds)


def test_new_in_note_mode(run: Run, save: Path) -> None:
    """The header says that the game is in note mode."""
    run("new", "roundup", "-o", save, "--referee", "note")
    assert parsed(save.read_text("utf-8")).header.referee == "note"


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("rundup",), "there is no game 'rundup'; did you mean roundup?"),
        (("roundup", "--seed", "xyz"), "'xyz' is not a seed: write 2 to 128 hexadecimal digits"),
        (("roundup", "--seed", ""), "'' is not a seed: write 2 to 128 hexadecimal digits"),
        (("roundup", "--option", "clip"), "'clip' is not an option: write NAME=CHOICE"),
        (("roundup", "--option", "clip-odd=on"), "Operation Roundup has no option 'clip-odd', did"),
        (("roundup", "--option", "clip-odds-first=yes"), "option clip-odds-first cannot be 'yes'"),
        (("roundup", "--scenario", "grand"), "Operation Roundup has no scenario 'grand'"),
        (("roundup", "--data", "nowhere"), "cannot read nowhere: there is no such folder"),
    ],
)
def test_new_refuses_in_one_sentence(
    run: Run, save: Path, arguments: tuple[str, ...], sentence: str
) -> None:
    """What a new game cannot be is said in one sentence, and no file is left behind."""
    assert refused(run("new", *arguments, "-o", save)).startswith(sentence)
    assert list(save.parent.iterdir()) == []


def test_new_overwrites_nothing(run: Run, save: Path) -> None:
    """A file that is there stays as it is."""
    save.write_text("mine")
    assert refused(run("new", "roundup", "-o", save)) == (
        "cannot save: game.bocage exists already; nothing was written"
    )
    assert save.read_text() == "mine"


def test_new_into_a_folder_that_is_not_there(run: Run, tmp_path: Path) -> None:
    """A file that cannot be written is named with the reason."""
    said = refused(run("new", "roundup", "-o", tmp_path / "no" / "g.bocage"))
    assert "no such file or directory" in said


@pytest.mark.skipif(not Path("/dev/null").exists(), reason="no such file here")
def test_a_file_that_can_never_be_written(run: Run) -> None:
    """A place that cannot hold a file is named with the system's reason."""
    assert refused(run("new", "roundup", "-o", "/dev/null/g.bocage")) == (
        "cannot write /dev/null/g.bocage: not a directory"
    )


def test_many_programs_at_once(run: Run, save: Path) -> None:
    """Programs that write the same save at once never corrupt it: each is done whole or refused."""
    begin(save, LANDED)
    before = len(parsed(save.read_text("utf-8")).rows)
    units = ("US01", "US11", "US15", "US16", "UK05", "UK06")
    started = [
        subprocess.Popen(
            [sys.executable, "-m", "bocage", "do", str(save), "move", unit, "2821"],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
        )
        for unit in units
    ]
    ended = [(each.communicate()[1].decode(), each.returncode) for each in started]
    done = sum(code == 0 for _, code in ended)
    assert 1 <= done <= len(units)
    for said, code in ended:
        assert code in (0, 2)
        assert not code or "another program" in said
    assert run("verify", save).code == 0
    assert len(parsed(save.read_text("utf-8")).rows) == before + 2 * done
    assert [each.name for each in save.parent.iterdir()] == [save.name]


# do -------------------------------------------------------------------------------------


def test_do_takes_a_gesture_whole(run: Run, save: Path) -> None:
    """A move in one line becomes its actions in the save, and the answer tells them."""
    begin(save, LANDED)
    answer = run("do", save, "move", "us1", "2824-2723-2624")
    assert answer.code == 0
    typed = [line for line in answer.lines if line.startswith("allied ")]
    assert typed == ["allied select US01", "allied step 2723", "allied step 2624"]
    assert "US01 1st Infantry stops at 2624, in an enemy zone of control (3.2.1)" in answer.cases
    assert [line.split(" ~")[0] for line in save.read_text().splitlines()[-4:-1]] == typed


def test_do_refuses_a_gesture_whole(run: Run, save: Path) -> None:
    """Of a move that goes wrong in its second step, not even the first is done."""
    begin(save, LANDED)
    before = save.read_bytes()
    said = refused(run("do", save, "move", "US01", "2824-2723-2624-2523"))
    assert "2523" in said
    assert "Roundup" in said
    assert save.read_bytes() == before


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("swim US01 2722", "cannot read 'swim US01 2722': 'swim' is not an action, unit or place"),
        ("move US99 2722", "cannot read 'move US99 2722': "),
        ("move US01 9999", "cannot read 'move US01 9999': no hex '9999'"),
        ("move US01", "cannot read 'move US01': expected move UNIT HEX"),
        (
            "attack 2523",
            "you can't attack 2523 Boulogne: with Move/Combat the Combat",
        ),
        ("move GE03 2522", "GE03 191st R can't move: it is not yours (Roundup 10.0)"),
        ("move US01 1618", "US01 1st Infantry can't enter 1618 Calais: it holds GE02 156th R"),
        ("end now", "cannot read 'end now': expected only 'end'"),
    ],
)
def test_do_says_what_is_wrong(run: Run, save: Path, line: str, sentence: str) -> None:
    """Garbage and illegal moves get one sentence with line or rule, and the save is unchanged."""
    begin(save, LANDED)
    before = save.read_bytes()
    assert refused(run("do", save, *line.split())).startswith(sentence)
    assert save.read_bytes() == before


def test_do_out_of_turn(run: Run, save: Path) -> None:
    """A seat that is not asked learns whose phase it is, or which decision is open."""
    begin(save, LANDED)
    before = save.read_bytes()
    said = refused(run("do", save, "move", "GE03", "2522", "--as", "german"))
    assert said == "GE03 191st R can't move: it is the phase of the Allies (Roundup 10.0)"
    said = refused(run("do", save, "end", "--as", "german"))
    assert said == "it is not your decision: the Allies to move (Roundup 10.0)"
    assert save.read_bytes() == before
    assert refused(run("do", save, "end", "--as", "nobody")) == (
        "there is no seat 'nobody': there are allied and german"
    )


# undo and takeback ----------------------------------------------------------------------


def test_undo_goes_back_to_the_byte(run: Run, save: Path) -> None:
    """What was done is undone, and the file is what it was."""
    begin(save, LANDED)
    before = save.read_bytes()
    run("do", save, "move", "US01", "2722")
    answer = run("undo", save, 2)
    assert answer.lines == ["Undone: allied select US01", "Undone: allied go 2722"]
    assert save.read_bytes() == before


def test_undo_stops_at_a_die(run: Run, save: Path) -> None:
    """Past a die nothing is undone unasked; the sentence says what to do instead."""
    begin(save, (*AT_BOULOGNE, "attack 2523 with all"))
    before = save.read_bytes()
    said = refused(run("undo", save, "--as", "allied"))
    assert "must agree to a takeback (table: undo)" in said
    assert save.read_bytes() == before


def test_takeback_needs_consent_and_rolls_the_same_die(run: Run, save: Path) -> None:
    """With consent lines are struck out; the same attack then has the same die."""
    begin(save, AT_BOULOGNE)
    line = len(parsed(save.read_text("utf-8")).rows) + 1
    first = run("do", save, "attack", "2523", "with", "all").out
    assert refused(run("takeback", save, line, "--as", "allied")) == (
        "a takeback needs the consent of german (table: takeback)"
    )
    answer = run("takeback", save, line, "--as", "allied", "--agreed", "german")
    assert answer.code == 0
    rows = save.read_text().splitlines()
    assert any(row.startswith("x allied fight") for row in rows)
    assert any(f"allied takeback from {line}, agreed german" in row for row in rows)
    assert run("do", save, "attack", "2523", "with", "all").out == first
    assert "were undone by consent" in run("verify", save).out


# adjust ---------------------------------------------------------------------------------


def test_adjust_in_note_mode(run: Run, save: Path) -> None:
    """A change by hand is done, told and noted; the save verifies with it."""
    run("new", "roundup", "-o", save, "--seed", SEED, "--referee", "note")
    answer = run("adjust", save, "US01", "2722")
    assert answer.code == 0
    assert answer.lines[0].startswith("allied adjust US01 2722")
    assert "2722  US01 1st Infantry" in run("show", save, "--units").out
    assert run("verify", save).code == 0


def test_adjust_is_refused_outside_note_mode(run: Run, save: Path) -> None:
    """A table that enforces the rules cannot be changed by hand."""
    begin(save, LANDED)
    before = save.read_bytes()
    assert "this table enforces the rules" in refused(run("adjust", save, "US01", "2722"))
    assert save.read_bytes() == before


def test_adjust_garbage(run: Run, save: Path) -> None:
    """A change that says nothing is refused, and the save is unchanged."""
    run("new", "roundup", "-o", save, "--referee", "note")
    before = save.read_bytes()
    assert refused(run("adjust", save, "US99", "2722"))
    assert save.read_bytes() == before


# replay and verify ----------------------------------------------------------------------


def test_replay_tells_the_story_under_headings(run: Run, save: Path) -> None:
    """The story stands under the phases, each sentence with its line and its rule."""
    begin(save, (*AT_BOULOGNE, "attack 2523 with all"))
    lines = run("replay", save).lines
    assert lines[0].startswith("── Set-up ─")
    first = next(line for line in lines if line.startswith("   1  "))
    assert re.fullmatch(r"   1  .*US1 Beachhead at 2723 \(13\.4.*\)", first)
    assert any(line.startswith("── Turn 1, Allied Combat Phase") for line in lines)
    assert any("attack 2523" in line for line in lines)


def test_replay_stops_at_the_given_line(run: Run, save: Path) -> None:
    """`--to N` ends the story after line N."""
    begin(save, LANDED)
    told = [line for line in run("replay", save, "--to", 2).lines if not line.startswith("─")]
    assert [line[:6].strip() for line in told] == ["1", "2"]


def test_verify_says_what_was_checked(run: Run, save: Path) -> None:
    """A good save passes: chain, rules, dice."""
    begin(save, AT_BOULOGNE)
    answer = run("verify", save)
    assert answer.code == 0
    assert answer.lines[1:3] == [
        "  The hash chain is unbroken.",
        "  Every action is allowed by the rules (revision 1).",
    ]
    assert "every die follows from the seed" in answer.out


def _edited(text: str) -> str:
    return text.replace("allied beachhead us2 2824", "allied beachhead us2 3223")


def _rolled(text: str) -> str:
    return text.replace("seed: 1943", "seed: 1944")


def _newer(text: str) -> str:
    return text.replace("revision: 1", "revision: 99")


def _cut_in_a_line(text: str) -> str:
    return text[: text.index("land US15") + 7]


def _cut_between_lines(text: str) -> str:
    return text[: text.index("allied land US15")]


BROKEN: list[tuple[Callable[[str], str], str]] = [
    (_edited, "was changed: the hash chain breaks here"),
    (_rolled, "the seed is not the one that the commitment binds"),
    (_newer, "the header or this line was changed: the hash chain breaks here"),
    (_cut_in_a_line, "'allied land US' is not a line of a log, or is cut off"),
    (_cut_between_lines, "the file is cut off here: its last line should count the lines"),
    (lambda text: text + "more\n", "is not a line of a log"),
    (lambda _: "", "this is not a bocage save"),
    (lambda _: "bocage 99\n\n", "is not a format this program reads"),
]


@pytest.mark.parametrize(("change", "sentence"), BROKEN)
@pytest.mark.parametrize("command", ["verify", "show", "do", "play"])
def test_a_bad_save_is_named_by_its_line(
    run: Run, save: Path, change: Callable[[str], str], sentence: str, command: str
) -> None:
    """A save that was edited or cut off names file, line and reason, and stays as it is."""
    begin(save, LANDED)
    broken = change(save.read_text("utf-8"))
    save.write_text(broken, encoding="utf-8")
    others: dict[str, tuple[object, ...]] = {
        "do": ("do", save, "end"),
        "play": ("play", "roundup", save),
    }
    said = refused(run(*others.get(command, (command, save))))
    assert said.startswith(f"cannot open {save}: line ")
    assert sentence in said
    assert save.read_text("utf-8") == broken


def test_a_save_of_another_game(run: Run, save: Path) -> None:
    """A game that is not the one asked for, or that nobody knows, is named."""
    save.write_text(written(Table.new(Toy(), seed=b"1")), encoding="utf-8")
    before = save.read_bytes()
    assert refused(run("play", "roundup", save)) == (
        f"cannot open {save}: line 2: this is a game of outpost, not of roundup"
    )
    assert refused(run("show", save)) == (
        f"cannot open {save}: there is no game 'outpost'; there are {', '.join(GAMES)}"
    )
    assert save.read_bytes() == before


def test_the_first_bad_line_is_named(run: Run, save: Path) -> None:
    """The number in the refusal is that of the line that was edited."""
    begin(save, LANDED)
    lines = save.read_text("utf-8").splitlines()
    wrong = next(i for i, line in enumerate(lines) if "land US15" in line)
    lines[wrong] = lines[wrong].replace("2723", "2824")
    save.write_text("\n".join(lines) + "\n", encoding="utf-8")
    assert refused(run("verify", save)) == (
        f"cannot open {save}: line {wrong + 1}: this line was changed: the hash chain breaks here"
    )


@pytest.mark.parametrize("command", ["show", "legal", "verify", "replay", "undo"])
def test_a_file_that_is_not_a_save(run: Run, tmp_path: Path, command: str) -> None:
    """A file that is missing, a folder or no text is refused with the reason."""
    missing = tmp_path / "missing.bocage"
    assert refused(run(command, missing)) == (f"cannot open {missing}: no such file or directory")
    assert refused(run(command, tmp_path)) == f"cannot open {tmp_path}: is a directory"
    binary = tmp_path / "binary.bocage"
    binary.write_bytes(b"\xff\xfe\x00")
    assert refused(run(command, binary)).endswith("is not a text file")


def test_a_finished_game_asks_nobody(run: Run, save: Path) -> None:
    """When the game is over, doing and asking say so."""
    begin(save, ())
    assert run("play", "roundup", save, input_lines=("concede", "yes")).code == 0
    assert refused(run("do", save, "end")) == (
        f"{save}: the game is over (table: sequence of play)"
    )
    assert "the Allies concede, and the Germans win (Roundup 14.0.d)" in run("show", save).out
