"""Verifying offline: what a keeper, a player or a forger could change is found to the line."""

from __future__ import annotations

from random import Random

import pytest

from bocage.engine.dice import Trust, commitment
from bocage.engine.playout import play_at, policy
from bocage.engine.save_format import SaveError, parsed
from bocage.engine.save_text import copy_for, revealed, written
from bocage.engine.table import Table
from bocage.engine.verification import (
    hold_to_commitment,
    hold_to_copy,
    hold_to_entropy,
    verified,
)
from bocage.engine.viewers import OBSERVER, player
from tests.engine.forging import rechained
from tests.engine.tables import BLUE, RED, TOY, do
from tests.engine.toy.state import Outpost

SEED = b"k" * 32
WORDS = {"Red": b"rain over Dover", "Blue": b"nine grey geese"}


def held() -> Table[Outpost]:
    """Return a game under way whose dice are held, with words of both players in them."""
    table = Table.new(TOY, seed=SEED, trust=Trust.HELD, entropy=WORDS)
    do(table, (RED, "hide R1"), (BLUE, "hide B1"), (RED, "bid 2"), (BLUE, "bid 0"))
    return table


def finished() -> Table[Outpost]:
    """Return the same played to its end by chance."""
    table = held()
    play_at(table, [policy(TOY, "random")] * 2, Random(5))
    assert table.is_over
    return table


def fault(text: str) -> SaveError:
    """What verifying this says."""
    with pytest.raises(SaveError) as caught:
        verified(text, TOY)
    return caught.value


def test_a_revealed_game_is_checked_to_the_last_die() -> None:
    """When it is over and revealed, chain, rules and every die are checked from the file alone."""
    table = finished()
    text = revealed(table)
    found = verified(text, TOY)
    assert found.header.trust is Trust.REVEALED
    assert (found.lines, found.hidden, found.over) == (len(table.entries), 0, True)
    assert found.played
    assert found.dice_checked
    assert found.dice == sum(entry.kind == "chance" for entry in table.entries)
    assert found.mark == table.mark


def test_a_copy_is_checked_as_far_as_it_can_be() -> None:
    """A copy with hidden lines has its chain checked, and claims no more."""
    copy = copy_for(held(), player(RED))
    found = verified(copy, TOY)
    assert found.hidden == 2
    assert not found.played
    assert not found.dice_checked
    assert not found.over


def test_every_changed_line_is_named() -> None:
    """Whatever line of the log is changed by a sign, verifying names that line."""
    lines = revealed(finished()).split("\n")
    first = lines.index("") + 1
    rng = Random(8)
    for number in range(first, len(lines) - 2):
        line = lines[number]
        at = rng.randrange(len(line.rpartition(" ~")[0]))
        changed = line[:at] + ("q" if line[at] != "q" else "z") + line[at + 1 :]
        found = fault("\n".join([*lines[:number], changed, *lines[number + 1 :]]))
        assert found.line == number + 1, found


def test_every_changed_line_of_the_header_is_found() -> None:
    """No line of the header can be changed, left out or said twice."""
    lines = revealed(finished()).split("\n")
    gap = lines.index("")
    for number in range(gap):
        if lines[number].startswith("trust: "):
            continue  # it says who may know the seed, which changes when the game is over
        less = "\n".join([*lines[:number], *lines[number + 1 :]])
        if not lines[number].startswith("seed: "):  # then it is a copy, and its chain has no salt
            assert fault(less).line <= gap + 2
        twice = "\n".join([*lines[: number + 1], *lines[number:]])
        assert fault(twice).line <= gap + 2
        key, colon, value = lines[number].partition(": ")
        other = f"{key}{colon}{value[:-1]}{'1' if value[-1:] != '1' else '2'}"
        assert fault("\n".join([*lines[:number], other, *lines[number + 1 :]])).line <= gap + 2


def test_lines_moved_dropped_or_doubled_are_found() -> None:
    """The chain binds the order of the lines and their number."""
    lines = revealed(finished()).split("\n")
    at = lines.index("") + 6
    swapped = [*lines[:at], lines[at + 1], lines[at], *lines[at + 2 :]]
    assert fault("\n".join(swapped)).line == at + 1
    assert fault("\n".join([*lines[:at], *lines[at + 1 :]])).line == at + 1
    assert fault("\n".join([*lines[: at + 1], *lines[at:]])).line == at + 2


def test_a_forged_die_is_found_though_the_chain_fits() -> None:
    """A forger who knows the seed can repair the chain, but cannot make the seed give another
    die."""
    lines = revealed(finished()).split("\n")
    dice = [n for n, line in enumerate(lines) if line.startswith("* roll ")]
    assert len(dice) > 3
    for number in dice:
        word = lines[number].split()[2]
        other = lines[number].replace(f"roll {word}", f"roll {'1' if word != '1' else '6'}", 1)
        forged = rechained("\n".join([*lines[:number], other, *lines[number + 1 :]]))
        found = fault(forged)
        assert found.line == number + 1
        assert "the seed gives" in found.reason


def test_an_illegal_line_is_found_though_the_chain_fits() -> None:
    """A line that the rules forbid is named with the rule's reason, even in a repaired chain."""
    text = revealed(finished())
    lines = text.split("\n")
    number = next(n for n, line in enumerate(lines) if line.startswith("Red step "))
    lines[number] = "Red step B1 a1 ~0"
    assert fault(rechained("\n".join(lines))).line == number + 1


def test_a_noted_commitment_exposes_other_dice() -> None:
    """A keeper who begins again with better dice has another commitment."""
    hold_to_commitment(revealed(finished()), commitment(SEED))
    hold_to_commitment(revealed(finished()), f" {commitment(SEED).upper()}\n")
    other = Table.new(TOY, seed=b"j" * 32, trust=Trust.HELD, entropy=WORDS)
    with pytest.raises(SaveError, match="not the dice that were promised") as caught:
        hold_to_commitment(written(other), commitment(SEED))
    line = written(other).split("\n")[caught.value.line - 1]
    assert line.startswith("commitment: ")


def test_a_player_finds_their_words_left_out_or_changed() -> None:
    """What a player added to the dice must be in them."""
    text = revealed(finished())
    hold_to_entropy(text, WORDS)
    with pytest.raises(SaveError, match="in this file Red added other words to the dice"):
        hold_to_entropy(text, {"Red": b"sun"})
    without = Table.new(TOY, seed=SEED, trust=Trust.HELD, entropy={"Blue": b"x"})
    with pytest.raises(SaveError, match="in this file Red added none to the dice"):
        hold_to_entropy(written(without), WORDS)


def test_words_change_the_dice() -> None:
    """With other words the same keeper's seed gives other dice."""
    rolled = set[tuple[str, ...]]()
    for words in (b"a", b"b", b"c"):
        table = Table.new(TOY, seed=SEED, trust=Trust.HELD, entropy={"Red": words})
        play_at(table, [policy(TOY, "random")] * 2, Random(5))
        rolled.add(tuple(e.text for e in table.entries if e.kind == "chance"))
    assert len(rolled) == 3


def test_a_game_continues_from_every_copy_that_was_kept() -> None:
    """A copy taken at any moment is a beginning of the finished game, for every viewer."""
    table = held()
    kept = [copy_for(table, viewer) for viewer in (player(RED), player(BLUE), OBSERVER)]
    shared = len(table.entries)
    play_at(table, [policy(TOY, "random")] * 2, Random(5))
    text = revealed(table)
    assert {hold_to_copy(text, copy) for copy in kept} == {shared}
    assert hold_to_copy(text, text) == len(table.entries)


def test_a_kept_copy_exposes_a_legal_change() -> None:
    """Another bid is allowed by the rules, but not by the copy, which names the line."""
    table = held()
    copy = copy_for(table, player(RED))
    other = Table.new(TOY, seed=SEED, trust=Trust.HELD, entropy=WORDS)
    do(other, (RED, "hide R1"), (BLUE, "hide B2"), (RED, "bid 2"), (BLUE, "bid 0"))
    verified(written(other), TOY)
    with pytest.raises(SaveError, match="the copy has another line here") as caught:
        hold_to_copy(written(other), copy)
    assert "hide B2" in written(other).split("\n")[caught.value.line - 1]
    again = Table.new(TOY, seed=SEED, trust=Trust.HELD, entropy={})
    with pytest.raises(SaveError, match="the header is not that of the copy"):
        hold_to_copy(written(again), copy)


def test_a_kept_copy_exposes_missing_lines() -> None:
    """A file that stops before the copy does is not its game."""
    table = held()
    do(table, (RED, "step R1 a2"), (RED, "end"), (BLUE, "step B1 a4"))
    copy = copy_for(table, player(RED))
    assert table.take_back(BLUE, len(table.entries) - 1, [RED])
    assert hold_to_copy(written(table), copy) == len(parsed(copy).rows)
    with pytest.raises(SaveError, match="the copy has another line here"):
        hold_to_copy(written(held()), copy)


def test_what_was_undone_since_is_not_a_forgery() -> None:
    """Lines that a seat may still undo may be gone from the end; lines before them may not."""
    table = held()
    shared = len(table.entries)
    do(table, (RED, "step R1 a2"))
    copy = copy_for(table, player(BLUE))
    assert table.undo(RED)
    do(table, (RED, "step R1 b1"))
    assert hold_to_copy(written(table), copy) == shared


def test_open_dice_are_not_passed_off_as_held_ones() -> None:
    """A player who kept a copy with open dice finds the line that calls them revealed or held."""
    table = Table.new(TOY, seed=SEED, entropy=WORDS)
    copy = copy_for(table, player(RED))
    play_at(table, [policy(TOY, "random")] * 2, Random(5))
    text = written(table)
    hold_to_copy(text, copy)
    for word in ("revealed", "held"):
        forged = text.replace("trust: open", f"trust: {word}")
        verified(forged, TOY)
        with pytest.raises(SaveError, match=f"open in the copy and {word} here") as caught:
            hold_to_copy(forged, copy)
        assert forged.split("\n")[caught.value.line - 1] == f"trust: {word}"


def test_a_game_that_continues_is_not_revealed() -> None:
    """A file that claims revealed dice before the game is over is found out at that line."""
    text = written(held()).replace("trust: held", "trust: revealed")
    found = fault(text)
    assert text.split("\n")[found.line - 1] == "trust: revealed"
    assert "this one is not over" in found.reason
