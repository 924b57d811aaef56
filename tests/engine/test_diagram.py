"""The text of a position: what it looks like, what it refuses, and where it is used."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bocage.engine import diagram
from bocage.engine.diagram import PositionError
from bocage.engine.game import OptionError
from bocage.engine.rulings import OK, Rule, refuse
from bocage.engine.saves import SaveError, read, written
from bocage.engine.table import Table
from tests.games.falaise.build import game as falaise
from tests.games.roundup.build import Board
from tests.games.roundup.build import game as roundup


def text_of(board: Board) -> str:
    """Return the text of a board."""
    return diagram.written(roundup(), board.st)


def landed() -> Board:
    """Return a battle in which the defender is about to lose a step."""
    board = Board({"US01": "2223", "US02": "2222", "GE20": "2122"}, phase="allied.combat")
    board.do("attack 2122", "with US01")
    return board


def test_what_it_looks_like() -> None:
    """Game and scenario, options, fields by the names of units and hexes, the sequence of play."""
    text = text_of(landed())
    head, options, fields, stack = text.split(" / ")
    assert (head, options) == ("roundup standard", "-")
    assert "US01:2223" in fields
    assert "GE20:2122" in fields
    assert "turn=3" in fields
    assert stack.split()[-1].startswith("Muster(0,")
    assert diagram.read(text, roundup()) == landed().st


def test_a_text_of_an_earlier_version_is_read() -> None:
    """Frames once carried the module of their class; such a text still means the same."""
    older = (
        text_of(landed()).replace("Muster(", "combat.Muster(").replace("GameT", "sequence.GameT")
    )
    assert diagram.read(older, roundup()) == landed().st


def test_options_are_in_it() -> None:
    """Options that are not the usual ones stand in the text, and hold in the game from it."""
    table = Table[Any].new(roundup(), options={"hidden-directive": "on"}, seed=b"s" * 32)
    text = diagram.written(roundup(), table.state, options=table.header.options)
    assert diagram.head_of(text).options == {"hidden-directive": "on"}
    made = Table[Any].new(roundup(), position=text, seed=b"s" * 32)
    assert made.header.options["hidden-directive"] == "on"
    with pytest.raises(OptionError, match="brings its own"):
        Table[Any].new(roundup(), position=text, options={"hidden-directive": "on"})


def changed(old: str, new: str) -> str:
    """Return the text of the battle with a change."""
    text = text_of(landed())
    assert old in text
    return text.replace(old, new, 1)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "four parts"),
        ("nonsense", "four parts"),
        ("a / b / c / d / e", "four parts"),
        ("roundup standard / - / -\n / -", "one line"),
        ("x" * 20_000, "one line"),
        ("falaise standard / - / - / -", "a position of falaise"),
        ("roundup nowhere / - / - / -", "no scenario"),
        ("roundup standard / hidden-directive=maybe / - / -", "cannot be 'maybe'"),
        ("roundup standard / secret / - / -", "NAME=CHOICE"),
        (changed("turn=3", "turn=3 turn=4"), "doubled"),
        (changed("turn=3", "moon=3"), "not a field"),
        (changed("turn=3", "turn=[3]"), "expected int"),
        (changed("turn=3", "turn=99999999999999"), "too large"),
        (changed("turn=3", "turn=1e99"), "is not a value of a position"),
        (changed("turn=3", "turn=" + "[" * 2000), "is not data"),
        (changed("US01:2223", "US01:9999"), "not one of its entries"),
        (changed("US01:2223", "XX01:2223"), "not one of its entries"),
        (changed("US01:2223", "US01"), "not an ENTRY:VALUE"),
        (changed("steps=", "steps=GE01..US01:2,"), "not an ENTRY:VALUE"),
        (changed("steps=US01..US14:2", "steps=US01..US14:999"), "too large or too small"),
        (changed("steps=", "steps=US01:1,"), "not in order"),
        (changed("Muster(", "Mustang("), "has no frame"),
        (changed("Muster(", "falaise.assault.Muster("), "has no frame"),
        (changed("Muster(", "os.system("), "has no frame"),
        (changed("Muster(0", 'Muster("0"'), "seat cannot be"),
        (changed("Muster(0", "Muster(0,0"), "values, not"),
        (changed("Muster(", "Muster"), "not a frame"),
    ],
)
def test_what_is_not_a_position_is_refused_in_a_sentence(text: str, reason: str) -> None:
    """Texts come from strangers: each fault is named, and nothing else is believed."""
    with pytest.raises(PositionError, match=reason) as error:
        diagram.read(text, roundup())
    assert len(str(error.value)) < 400


def test_a_save_that_begins_with_a_position() -> None:
    """The position is in the header, bound by the hash chain, and read again with the game."""
    made = Table[Any].new(roundup(), position=text_of(landed()), seed=b"s" * 32)
    assert made.do(0, "with US02")
    save = written(made)
    assert "\nposition: roundup standard / " in save
    again = read(save, roundup())
    assert again.state == made.state
    assert again.undo(0)
    assert again.state == landed().st
    with pytest.raises(SaveError, match="chain breaks"):
        read(save.replace("turn=3", "turn=4"), roundup())
    other = replace(made.header, position=made.header.position.replace("- /", "storm-at-sea=on /"))
    with pytest.raises(SaveError, match="another scenario, or has other options"):
        read(written(Table(roundup(), other)), roundup())


def test_a_case_may_begin_with_a_position(tmp_path: Path) -> None:
    """`given` is a position alone, or beside dice."""
    from bocage.rules.cases import read_case
    from bocage.rules.judge import CaseError
    from bocage.rules.runner import run

    path = tmp_path / "11-position.toml"

    def case(more: str) -> Any:
        path.write_text(
            'game = "roundup"\nrule = ["11.0"]\ntitle = "From a text"\n\n[given]\n'
            f'position = "{text_of(landed())}"\n{more}\n'
            '[[do]]\naction = "with US02"\nexpect = { decision = "Muster" }\n'
        )
        judge: Any = roundup().judge()
        return run(read_case(path)[0], judge)

    assert case("dice = []").failure == ""
    with pytest.raises(CaseError, match="turn"):
        case("turn = 3")


@pytest.mark.parametrize("game", [roundup(), falaise()])
def test_states_and_rulings_say_what_they_are(game: Any) -> None:
    """`repr` names the turn, what asks, and the rules that refuse."""
    st = Table[Any].new(game, seed=b"s" * 32).state
    assert repr(st).startswith("<Position turn=1 ")
    assert type(st.stack[-1]).__name__ in repr(st)
    assert repr(OK) == "<allowed>"
    assert "<refused by 3.2.1: " in repr(refuse(Rule("3.2.1"), "no"))
