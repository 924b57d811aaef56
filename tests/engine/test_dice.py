from __future__ import annotations

from collections import Counter

import pytest

from bocage.engine.dice import Dice, DiceError, GivenDice, Trust, commitment, mixed
from bocage.engine.header import Header
from bocage.engine.table import Table
from tests.engine.toy import Toy

SIX = [f"roll {i}" for i in range(1, 7)]


def test_the_same_question_has_the_same_answer() -> None:
    """An outcome depends on seed, question and how often it was asked, and on nothing else."""
    dice, again = Dice(b"seed"), Dice(b"seed")
    first = [dice.answer(f"3.combat.{n}", 1, SIX, None) for n in range(50)]
    for _ in range(3):
        dice.answer("3.weather", 1, SIX, None)
    assert [again.answer(f"3.combat.{n}", 1, SIX, None) for n in reversed(range(50))] == first[::-1]
    assert [dice.answer(f"3.combat.{n}", 2, SIX, None) for n in range(50)] != first
    assert [Dice(b"other").answer(f"3.combat.{n}", 1, SIX, None) for n in range(50)] != first


def test_dice_are_fair() -> None:
    """Of many questions each face answers its share."""
    dice = Dice(b"seed")
    found = Counter(dice.answer(str(n), 1, SIX, None) for n in range(6000))
    assert sorted(found) == [0, 1, 2, 3, 4, 5]
    assert all(900 < count < 1100 for count in found.values())


def test_weights_count() -> None:
    """An outcome comes as often as its weight says, and never with none."""
    dice = Dice(b"seed")
    found = Counter(dice.answer(str(n), 1, ["a", "b", "c"], (3, 0, 1)) for n in range(4000))
    assert found[1] == 0
    assert 2850 < found[0] < 3150


def test_given_dice_answer_in_order() -> None:
    """Dice that were given may be written in full or by their last word."""
    dice = GivenDice(["roll 4", "6"])
    assert dice.answer("q", 1, SIX, None) == 3
    assert dice.left == ("6",)
    assert dice.answer("q", 2, SIX, None) == 5
    with pytest.raises(DiceError, match="no die is left for q"):
        dice.answer("q", 3, SIX, None)
    with pytest.raises(DiceError, match="'9' is not an outcome of q: roll 1"):
        GivenDice(["9"]).answer("q", 1, SIX, None)


def test_a_commitment_binds_the_seed_and_hides_it() -> None:
    """Another seed has another commitment, and the seed does not show in it."""
    assert commitment(b"a" * 32) != commitment(b"b" * 32)
    assert (b"a" * 32).hex() not in commitment(b"a" * 32)


def test_everybody_adds_to_the_dice() -> None:
    """Each contribution changes the dice; moving a byte from one to the next does too."""
    seeds = {
        mixed(b"s", []),
        mixed(b"s", [b"ab", b"c"]),
        mixed(b"s", [b"a", b"bc"]),
        mixed(b"t", [b"ab", b"c"]),
        mixed(b"s", [b"x" * 70_000]),
    }
    assert len(seeds) == 5


def _header(trust: Trust, **entropy: bytes) -> Header:
    return Header.begin("g", "s", {"o": "x"}, 3, seed=b"k" * 32, trust=trust, entropy=entropy)


def test_a_header_binds_everything_but_the_trust() -> None:
    """Dice may go from held to revealed without touching what the chain is bound to."""
    held, revealed = _header(Trust.HELD), _header(Trust.REVEALED)
    assert held.bound_lines() == revealed.bound_lines()
    assert held.lines() != revealed.lines()
    assert held.public().seed is None
    assert held.public().dice_seed is None
    assert revealed.public().seed == b"k" * 32
    assert held.bound_lines() != _header(Trust.HELD, Red=b"1").bound_lines()
    assert _header(Trust.OPEN, Red=b"1").dice_seed != _header(Trust.OPEN, Red=b"2").dice_seed


def test_only_enforce_and_note_are_modes() -> None:
    """A game enforces the rules or notes breaches; there is no third mode."""
    with pytest.raises(ValueError, match="no referee 'sleeps'"):
        Header.begin("g", "s", {}, 1, seed=b"", referee="sleeps")


def test_a_table_without_a_seed_needs_dice() -> None:
    """If the seed is held elsewhere, the table must be given dice that answer."""
    header = Header.begin("outpost", "border", {"tie": "die"}, 2, seed=b"s", trust=Trust.HELD)
    with pytest.raises(ValueError, match="not known here"):
        Table(Toy(), header.public())
    assert not Table(Toy(), header.public(), GivenDice([])).is_over
