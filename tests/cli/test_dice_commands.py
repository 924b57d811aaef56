"""`bocage dice`, `copy`, `reveal` and `verify`: a game whose dice nobody could choose."""

from __future__ import annotations

import re
import stat
from pathlib import Path

import pytest

from bocage.engine.dice import Trust
from bocage.engine.save_format import parsed

from .conftest import Run
from .roundup_saves import begin, refused

WORDS = ("--entropy", "allied=rain over Dover", "--entropy", "german=nine grey geese")


@pytest.fixture
def dice(run: Run, tmp_path: Path) -> Path:
    """Dice that a keeper has drawn."""
    file = tmp_path / "calais.dice"
    assert run("dice", file).code == 0
    return file


@pytest.fixture
def save(run: Run, tmp_path: Path, dice: Path) -> Path:
    """Return a game started with them and with words of both players."""
    file = tmp_path / "calais.bocage"
    answer = run("new", "roundup", "-o", file, "--dice", dice, *WORDS)
    assert answer.code == 0
    assert "Dice: held (the keeper holds the seed until the game is over)." in answer.lines
    return file


def end(run: Run, save: Path) -> None:
    """Let the side that is asked give up."""
    assert run("play", "roundup", save, input_lines=("concede", "yes")).code == 0


def test_the_keeper_draws_dice_and_publishes_their_commitment(
    run: Run, dice: Path, tmp_path: Path
) -> None:
    """The seed is in a file that only the keeper can read; the command shows the commitment
    alone."""
    assert stat.S_IMODE(dice.stat().st_mode) == 0o600
    seed = re.search(r"^seed: (\w{64})$", dice.read_text("utf-8"), re.MULTILINE)
    assert seed is not None
    other = tmp_path / "other.dice"
    out = run("dice", other).out
    bound = other.read_text("utf-8").splitlines()[1].removeprefix("commitment: ")
    assert bound in out
    assert other.read_text("utf-8").splitlines()[2].removeprefix("seed: ") not in out
    before = dice.read_bytes()
    assert refused(run("dice", dice)) == f"cannot write {dice}: it exists already"
    assert dice.read_bytes() == before


def test_dice_are_kept_revealed_and_verified(
    run: Run, save: Path, dice: Path, tmp_path: Path
) -> None:
    """A player draws dice, begins, copies, finishes and reveals a game, and checks it with the
    copy."""
    bound = parsed(save.read_text("utf-8")).header.commitment
    assert bound in dice.read_text("utf-8")
    mine = tmp_path / "mine.bocage"
    answer = run("copy", save, "--as", "german", "-o", mine)
    assert answer.code == 0
    assert "seed:" not in mine.read_text("utf-8")
    kept = run("verify", mine)
    assert kept.code == 0
    assert "you can check them when the seed is revealed" in kept.out
    assert refused(run("reveal", save)).endswith("you can reveal its dice when it is")
    end(run, save)
    assert run("reveal", save).code == 0
    assert parsed(save.read_text("utf-8")).header.trust is Trust.REVEALED
    answer = run("verify", save, "--copy", mine, "--commitment", bound, *WORDS)
    assert answer.code == 0
    for sentence in (
        "every die follows from the seed",
        "Dice: revealed (the game is over and its seed is known to all).",
        "Its dice match the commitment.",
        "The words of german are in the dice.",
        f"It continues {mine}",
    ):
        assert sentence in answer.out
    assert refused(run("reveal", save)).endswith(
        "its dice are revealed: there is nothing to reveal"
    )


def test_what_does_not_fit_what_was_kept_is_refused(
    run: Run, save: Path, dice: Path, tmp_path: Path
) -> None:
    """Other dice, other words and another log are each named, with file and line."""
    mine = tmp_path / "mine.bocage"
    run("copy", save, "--as", "german", "-o", mine)
    said = refused(run("verify", save, "--commitment", "00"))
    assert re.fullmatch(rf"cannot open {save}: line \d+: these are not the dice .*", said)
    said = refused(run("verify", save, "--entropy", "german=geese"))
    assert said.endswith("in this file german added other words to the dice")
    other = tmp_path / "other.bocage"
    run("new", "roundup", "-o", other, "--dice", dice)
    said = refused(run("verify", other, "--copy", mine))
    assert said.startswith(f"{other} is not the game of {mine}: line 1: the header is not")
    mine.write_text("nothing", encoding="utf-8")
    assert refused(run("verify", save, "--copy", mine)).startswith(f"cannot open {mine}: line 1")


def test_a_copy_is_not_for_playing_on(run: Run, save: Path, tmp_path: Path) -> None:
    """A copy has no dice, so it neither rolls nor reveals, and is written once."""
    answer = run("copy", save)
    copy = tmp_path / "calais-observer.bocage"
    assert answer.lines[0].startswith(f"{copy}: the copy of observer")
    before = copy.read_bytes()
    assert refused(run("copy", save)) == f"cannot write {copy}: it exists already"
    assert refused(run("reveal", copy))
    assert copy.read_bytes() == before


def test_a_bad_dice_file_is_refused(run: Run, dice: Path, tmp_path: Path) -> None:
    """A file without dice, a changed one, or one with a seed is refused; no game begins."""
    target = tmp_path / "new.bocage"
    new = ("new", "roundup", "-o", target)
    text = dice.read_text("utf-8")
    wrong = tmp_path / "wrong.dice"
    wrong.write_text("six\n", encoding="utf-8")
    assert "it is not a dice file" in refused(run(*new, "--dice", wrong))
    for change in (
        text.replace("seed: ", "seed: 00"),
        text.replace("seed: ", "seed: x"),
        text[:60],
    ):
        wrong.write_text(change, encoding="utf-8")
        assert "does not match its commitment" in refused(run(*new, "--dice", wrong))
    assert "choose one" in refused(run(*new, "--dice", dice, "--seed", "12"))
    assert "no such file" in refused(run(*new, "--dice", tmp_path / "none"))
    assert not target.exists()


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("german",), "'german' adds nothing to the dice"),
        (("german= ",), "adds nothing to the dice"),
        (("french=oui",), "there is no seat 'french'"),
        (("german=a", "german=b"), "german adds words twice"),
        (("german=" + "x" * 201,), "at most 200 characters"),
    ],
)
def test_bad_words_for_the_dice_are_refused(
    run: Run, dice: Path, tmp_path: Path, words: tuple[str, ...], sentence: str
) -> None:
    """What is not a word of a seat is refused, and no game starts."""
    target = tmp_path / "new.bocage"
    given = [part for each in words for part in ("--entropy", each)]
    assert sentence in refused(run("new", "roundup", "-o", target, "--dice", dice, *given))
    assert not target.exists()


def test_verify_says_that_dice_are_open(run: Run, tmp_path: Path) -> None:
    """If the seed is in the file, `verify` says that anyone who reads it can see future dice."""
    file = tmp_path / "open.bocage"
    begin(file)
    assert "Dice: open (the seed is in the file, so anyone who reads it can see future dice)." in [
        line.strip() for line in run("verify", file).lines
    ]
    assert refused(run("reveal", file)).endswith("its dice are open: there is nothing to reveal")


def test_verify_counts_changes_by_hand(run: Run, tmp_path: Path) -> None:
    """In note mode, verify counts the changes by hand and checks the rest."""
    file = tmp_path / "noted.bocage"
    assert run("new", "roundup", "-o", file, "--referee", "note").code == 0
    assert "  Every action is allowed by the rules (revision 1)." in run("verify", file).lines
    assert run("adjust", file, "GE23", "2611", "--as", "allied").code == 0
    lines = run("verify", file).lines
    assert "  Lines that change the position by hand: 1." in lines
    assert "  Every other action is allowed by the rules (revision 1)." in lines
