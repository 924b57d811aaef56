"""Saves: read back to the byte, and every way to spoil one found out at its line."""

from __future__ import annotations

import re

import pytest

from bocage.engine.dice import Trust
from bocage.engine.header import Header
from bocage.engine.playout import table_for
from bocage.engine.save_text import copy_for, lines_for
from bocage.engine.saves import SaveError, follow, parsed, read, written
from bocage.engine.table import Table
from bocage.engine.viewers import OBSERVER, UMPIRE, player
from tests.engine.forging import rechained
from tests.engine.tables import BLUE, RED, TOY, do, played, seeded
from tests.engine.toy import Toy
from tests.engine.toy.state import Outpost


def sample() -> Table[Outpost]:
    """Return a game with dice, a takeback, a struck line and an adjustment."""
    table = seeded(referee="note")
    at = len(table.entries)
    do(table, (RED, "move R1 a1-a2-a3"), (RED, "end"), (BLUE, "step B1 a4"), (RED, "fire R1"))
    assert table.take_back(BLUE, at + 3, [RED])
    table.adjust(BLUE, "B3 e3")
    do(table, (BLUE, "step B1 a4"), (RED, "fire R1"), (BLUE, "end"))
    return table


def failure(text: str) -> SaveError:
    """What reading this says."""
    with pytest.raises(SaveError) as caught:
        read(text, TOY)
    return caught.value


def test_a_save_is_read_back_to_the_byte() -> None:
    """Struck lines, takebacks, adjustments and dice come back where they stood."""
    table = sample()
    text = written(table)
    again = read(text, TOY)
    assert written(again) == text
    assert again.state == table.state
    assert [(e.kind, e.seat, e.text, e.struck) for e in again.entries] == [
        (e.kind, e.seat, e.text, e.struck) for e in table.entries
    ]
    assert again.events == table.events
    assert again.free(RED) == table.free(RED)
    assert rechained(text) == text


def test_a_game_continues_from_its_save() -> None:
    """The dice after reading are those that would have fallen."""
    table, whole = seeded(), seeded()
    again = read(written(table), TOY)
    lines = [(RED, "move R1 a1-a2-a3"), (RED, "end"), (BLUE, "step B1 a4"), (RED, "fire R1")]
    do(again, *lines)
    do(whole, *lines)
    assert written(again) == written(whole)
    assert again.undo(RED) or not again.free(RED)


def test_a_game_half_a_die_long_continues() -> None:
    """A save that ends before a die is rolled on with the seed's own die."""
    table = seeded()
    do(table, (RED, "move R1 a1-a2-a3"), (RED, "end"), (BLUE, "step B1 a4"), (RED, "fire R1"))
    lines = written(table).split("\n")
    assert lines[-3].startswith("* roll")
    cut = "\n".join([*lines[:-3], f"end {len(table.entries) - 1}"]) + "\n"
    assert written(read(cut, TOY)) == written(table)


def test_line_ends_of_another_system_do_not_matter() -> None:
    """A save that came through a mail program or an editor still reads."""
    text = written(sample())
    for changed in (text.replace("\n", "\r\n"), "\ufeff" + text):
        assert written(read(changed, TOY)) == text


def test_comments_count_for_nothing() -> None:
    """Lines that begin with # may stand anywhere, for people."""
    text = written(sample())
    noted = text.replace("\n", "\n# a note\n")
    assert written(read(noted, TOY)) == text


def test_a_file_cut_off_anywhere_is_found_out() -> None:
    """Whatever number of characters is left of a save, reading says that it is cut off."""
    text = written(played())
    for length in range(len(text)):
        error = failure(text[:length])
        assert 0 < error.line <= text[:length].count("\n") + 1


def test_the_chain_names_the_first_line_that_was_changed() -> None:
    """Each line of the log changed in one character is the line that is named."""
    lines = written(sample()).split("\n")
    start = lines.index("") + 1
    for number in range(start, len(lines) - 2):
        line = lines[number]
        at = len(line) // 2 if line[len(line) // 2] != " " else len(line) // 2 + 1
        flipped = line[:at] + ("1" if line[at] != "1" else "2") + line[at + 1 :]
        error = failure("\n".join([*lines[:number], flipped, *lines[number + 1 :]]))
        assert error.line == number + 1, (line, flipped, str(error))


def test_a_changed_header_breaks_the_chain_at_once() -> None:
    """The settings that a game started with cannot be changed afterwards."""
    text = written(sample())
    for old, new in (
        ("tie = die", "tie = red"),
        ("referee: note", "referee: enforce"),
        ("revision: 2", "revision: 1"),
    ):
        error = failure(text.replace(old, new))
        assert "the header or this line was changed" in error.reason


def test_lines_left_out_or_swapped_are_found_out() -> None:
    """A line that is missing or stands elsewhere breaks the chain there."""
    lines = written(sample()).split("\n")
    start = lines.index("") + 1
    for number in range(start, len(lines) - 3):
        assert failure("\n".join(lines[:number] + lines[number + 1 :])).line == number + 1
        swapped = [*lines[:number], lines[number + 1], lines[number], *lines[number + 2 :]]
        assert failure("\n".join(swapped)).line == number + 1


def test_what_is_struck_is_what_was_taken_back() -> None:
    """A line struck out or restored by hand is named, though the chain holds."""
    lines = written(sample()).split("\n")
    start = lines.index("") + 1
    for number in range(start, len(lines) - 2):
        line = lines[number]
        other = line[2:] if line.startswith("x ") else f"x {line}"
        error = failure("\n".join([*lines[:number], other, *lines[number + 1 :]]))
        assert error.line == number + 1
        assert "'x'" in error.reason


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("Red step R1 a2", "Red step R1 c3", "1st Red in a1 is not next to c3 (Outpost 3.1)"),
        ("Red step R1 a2", "Blue step B1 a4", "it is not your decision: Red is moving"),
        ("Red step R1 a2", "Green step R1 a2", "'Green' has no seat in Outpost"),
        ("Red step R1 a2", "Red stepp R1 a2", "did you mean 'step'?"),
        ("Red step R1 a2", "Red step  R1 a2", "the game has 'Red step R1 a2' here"),
        ("* weather fair", "* weather mud", "the seed gives 'weather fair'"),
        ("* weather fair", "* weather hail", "cannot come of 1.weather"),
        ("@1.weather#1", "@1.weather#2", "the die asked for here is 1.weather#1"),
        ("agreed Red", "agreed nobody", "a takeback needs the consent of Red"),
        ("Blue takeback", "* takeback", "a takeback needs the consent"),
        ("takeback from", "takeback before", "takes nothing back"),
        ("takeback from 9", "takeback from 99", "takes nothing back"),
        ("takeback from 9", f"takeback from {'9' * 5000}", "takes nothing back"),
        ("against 3.1", "against 9.9", "the game has 'Blue adjust B3 e3 | against 3.1' here"),
        ("adjust B3 e3", "adjust B3 a3", "1st Red is in a3"),
        ("adjust B3 e3", "adjust B3", "expected UNIT PLACE"),
        ("Red hide R1", "* hide R1", "no die is asked for here"),
    ],
)
def test_a_forged_line_is_found_out_by_the_rules(old: str, new: str, reason: str) -> None:
    """Even with a chain that fits, what the rules or the dice do not bear is named."""
    text = written(sample())
    assert old in text
    at = next(i for i, line in enumerate(text.split("\n"), 1) if old in line)
    error = failure(rechained(text.replace(old, new, 1)))
    assert reason in error.reason
    assert error.line == at


def test_a_die_that_nobody_asked_for_is_found_out() -> None:
    """A roll too many is named at its line."""
    lines = written(seeded()).split("\n")
    lines.insert(-2, "* roll 6 @9.attack.a1#1 ~0")
    assert "no die is asked for here" in failure(rechained("\n".join(lines))).reason


@pytest.mark.parametrize(
    ("old", "new", "line", "reason"),
    [
        (r"bocage 1", "VASSAL 3", 1, "this is not a bocage save"),
        (r"bocage 1", "bocage 7", 1, "'bocage 7' is not a format this program reads"),
        (r"game: outpost", "game: roundup", 2, "this is a game of roundup, not of outpost"),
        (r"game: outpost", "gmae: outpost", 2, "'gmae: outpost' is not a line of a header"),
        (r"scenario: border", "scenario: moon", 1, "no scenario 'moon'"),
        (r"revision: 2", "revision: 3", 4, "revision 3 of the rules is newer than ours (2)"),
        (r"revision: 2", "revision: two", 4, "'two' is not a number"),
        (r"referee: note", "referee: sleeps", 5, "there is no referee 'sleeps'"),
        (r"option: tie = die", "option: tie", 6, "should be 'option: NAME = VALUE'"),
        (r"option: tie = die", "option: tie = coin", 1, "tie cannot be 'coin'"),
        (r"option: tie = die", "option: x = y", 1, "no option 'x'"),
        (r"commitment: \w+\n", "", 1, "the header has no line 'commitment'"),
        (r"trust: open", "trust: blind", 8, "dice cannot be 'blind', only open, held, revealed"),
        (r"trust: open", "trust: open\ntrust: open", 9, "says a second time"),
        (r"trust: open", "entropy: Red = xyz\ntrust: open", 1, "is not hexadecimal"),
        (r"seed: 73", "seed: 74", 9, "not the one that the commitment binds"),
        (r"seed: 73", "seed: xy", 9, "is not hexadecimal"),
    ],
)
def test_a_broken_header_is_named(old: str, new: str, line: int, reason: str) -> None:
    """Each line of a header that is wrong is answered with what it should be."""
    head = written(sample()).partition("\n\n")[0]
    broken, count = re.subn(old, new, head, count=1)
    assert count == 1
    error = failure(f"{broken}\n\nend 0\n")
    assert reason in error.reason
    assert error.line == line


@pytest.mark.parametrize("text", ["", "\n", "bocage", "bocage 1", "bocage 1\n\n", "\0" * 40])
def test_what_is_not_a_save_at_all_is_said_to_be_none(text: str) -> None:
    """An empty file, noise, or a bare beginning is answered in a sentence."""
    assert failure(text).line >= 1


def test_an_older_game_continues_as_it_began() -> None:
    """A save of revision 1 has not the option that came later; its ties go to Red as before."""
    header = Header.begin("outpost", "border", {}, 1, seed=b"s" * 32)
    table = Table(TOY, header)
    do(table, (RED, "hide R1"), (BLUE, "hide B1"), (RED, "bid 1"), (BLUE, "bid 1"))
    assert table.decision is not None
    assert table.decision.kind == "Movement"
    text = written(table)
    assert "option" not in text
    again = read(text, TOY)
    assert again.state == table.state
    assert written(again) == text


def test_a_newer_revision_is_left_alone() -> None:
    """A program does not play what it cannot know."""

    class Older(Toy):
        revision = 1

    with pytest.raises(SaveError, match="newer than ours"):
        read(written(seeded()), Older())


def test_a_viewers_copy_verifies_and_tells_no_secret() -> None:
    """While dice are held, a seat's copy has no seed and hashes for what it may not read."""
    table = seeded(Trust.HELD)
    do(table, (RED, "step R1 a2"))
    copy = copy_for(table, player(RED))
    assert "seed:" not in copy
    assert "hide B1" not in copy
    assert "hide R1" in copy
    saved = parsed(copy)
    assert [link.hex()[:12] for link in saved.links] == [
        row.rpartition("~")[2] for row in written(table).split("\n") if "~" in row
    ]
    with pytest.raises(SaveError, match="line 11: this line is hidden"):
        read(copy, TOY)
    changed = copy.replace("step R1 a2", "step R1 b1")
    with pytest.raises(SaveError, match="the hash chain breaks here"):
        parsed(changed)
    broken = re.sub(r"\? [0-9a-f]{2}", "? zz", copy, count=1)
    with pytest.raises(SaveError, match="not a hash"):
        parsed(broken)
    assert copy_for(table, OBSERVER).count("\n? ") == 4
    assert copy_for(table, UMPIRE).count("\n? ") == 0


def test_a_copy_does_not_count_open_answers() -> None:
    """A copy taken while a sealed decision is open does not depend on who has answered."""
    table = table_for(TOY, 1)
    held = Table.new(TOY, seed=b"s" * 32, trust=Trust.HELD)
    before = copy_for(held, player(RED))
    do(held, (BLUE, "hide B2"))
    assert copy_for(held, player(RED)) == before
    assert copy_for(table, player(RED)) == written(table)


def test_a_copy_without_secrets_is_played_as_far_as_its_dice_go() -> None:
    """A viewer who may see everything can read a held game from a copy, without the dice to
    come."""
    table = seeded(Trust.HELD)
    do(table, (RED, "move R1 a1-a2-a3"), (RED, "end"), (BLUE, "step B1 a4"))
    again = read(copy_for(table, UMPIRE), TOY)
    assert again.state == table.state
    with pytest.raises(SaveError, match=r"the file ends before the die for 1\.fire\.B1"):
        again.do(RED, "fire R1")
    assert again.state == table.state


def test_a_game_given_up_is_read_back() -> None:
    """A concession is a line like any other, and can be taken back like any other."""
    table = seeded()
    assert table.concede(BLUE)
    text = written(table)
    assert read(text, TOY).is_over
    again = read(text, TOY)
    assert again.take_back(BLUE, len(again.entries) - 1, [RED])
    assert not again.is_over
    assert written(read(written(again), TOY)) == written(again)
    twice = text.replace("Blue concede", "Red concede ~0\nBlue concede").replace("end 6", "end 7")
    assert "the game is over" in failure(rechained(twice)).reason


def test_when_the_game_is_over_everything_is_revealed() -> None:
    """At the end a copy hides nothing."""
    table = seeded(Trust.HELD)
    assert table.concede(RED)
    copy = copy_for(table, OBSERVER)
    assert "\n? " not in copy
    assert "hide B1" in copy


def test_secret_lines_that_were_taken_back_stay_secret() -> None:
    """A sealed answer that was struck is no more for other eyes after reading than before."""
    table = table_for(TOY, 1)
    do(table, (RED, "hide R1"), (BLUE, "hide B1"))
    assert table.take_back(RED, 0, [BLUE])
    do(table, (RED, "hide R2"), (BLUE, "hide B2"))
    again = read(written(table), TOY)
    for viewer in (player(RED), player(BLUE), OBSERVER):
        assert lines_for(again, viewer) == lines_for(table, viewer)
    assert lines_for(again, player(RED))[:2] == ["x Red hide R1", "x ?"]


def _rows(table: Table[Outpost]) -> list[str]:
    """Return the lines of a save, with their marks."""
    return written(table).split("\n\n", 1)[1].splitlines()[:-1]


def test_a_table_follows_the_log_of_another() -> None:
    """Lines that another wrote, dice and takebacks among them, lead to the same table."""
    table, beside = seeded(referee="note"), seeded(referee="note")
    shared = len(beside.entries)
    do(table, (RED, "move R1 a1-a2-a3"), (RED, "end"), (BLUE, "step B1 a4"), (RED, "fire R1"))
    assert table.take_back(BLUE, shared + 3, [RED])
    table.adjust(BLUE, "B3 e3")
    follow(beside, _rows(table)[shared:])
    assert written(beside) == written(table)
    assert beside.state == table.state
    assert beside.events == table.events
    do(table, (BLUE, "step B1 a4"), (RED, "fire R1"))
    do(beside, (BLUE, "step B1 a4"), (RED, "fire R1"))
    assert written(beside) == written(table)


def test_a_table_does_not_follow_another_game() -> None:
    """A line that is of another log, by its mark, its die or its rules, is found out."""
    table = seeded()
    shared = len(table.entries)
    do(table, (RED, "move R1 a1-a2-a3"), (RED, "end"))
    rows = _rows(table)[shared:]
    spoilt = rows[0].rpartition("~")[0] + "~" + "0" * 12
    for lines in ([spoilt], [rows[-1]], ["* 6 @nothing#1 ~000000000000"], ["nonsense"]):
        with pytest.raises(SaveError):
            follow(seeded(), lines)
