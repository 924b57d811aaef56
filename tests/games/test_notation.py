"""One notation a game: what the terminal accepts, tables, sockets, files and cases accept."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

import pytest

from bocage.cli.terminal.face import face_of
from bocage.engine import play
from bocage.engine.actions import AmbiguousError, NotationError
from bocage.games.names import MOST_LETTERS, MOST_WORDS
from tests.battery.twins import read
from tests.games.falaise.build import Board as Pocket
from tests.games.falaise.build import game as falaise
from tests.games.roundup.build import Board
from tests.games.roundup.build import game as roundup

UNITS = {"US01": "2223", "US03": "2122", "UK01": "1619", "GE20": "1817"}


def meant(board: Board, line: str, seat: int = 0) -> list[str]:
    """Return the actions that a line means, as the log writes them."""
    found = board.table.game.parse(board.st, seat, line)
    return [board.table.game.grammar.say(each) for each in found]


def moving() -> Board:
    """Return the Allies move; two divisions stand inland of Cap Gris-Nez."""
    return Board(UNITS, phase="allied.movement")


@pytest.mark.parametrize(
    ("line", "actions"),
    [
        ("move 2223 2222", ["select US01", "go 2222"]),
        ("move us03 2222", ["select US03", "go 2222"]),
        ("move US03 2122 2121", ["select US03", "step 2121", "stay"]),
        ("move 1st Infantry 2222", ["select US01", "go 2222"]),
        ("move 1ST infantry to 2222", ["select US01", "go 2222"]),
        ("move 5th Infantry to Marquise", ["select US03", "go 2121"]),
        ("mo US-1 Cap Gris-Nez", ["select US01", "go 1922"]),
        ("US01 cap gris nez", ["select US01", "go 1922"]),
        ("move US01, US03 2222", ["select US01", "go 2222", "select US03", "go 2222"]),
    ],
)
def test_a_table_reads_what_a_person_types(line: str, actions: list[str]) -> None:
    """Hex or unit, any capitals, blanks or hyphens, names of units and places."""
    board = moving()
    assert meant(board, line) == actions
    face = face_of(board.table.game)
    assert [roundup().grammar.say(each) for each in face.actions(board.st, 0, line)] == actions


def test_a_path_is_walked_as_it_is_written() -> None:
    """3.2.1: a path names each hex, so a step that is forbidden is not gone round."""
    units = {"UK01": "1619", "GE20": "1618"}
    board = Board(units, phase="allied.movement")
    assert board.refused("move UK01 1619-1718") == ("3.2.1",)
    assert board.table.check(0, "move UK01 1718")  # by 1719, if only the end is named
    assert meant(board, "move UK01 1619-1718")[:2] == ["select UK01", "step 1718"]
    assert meant(board, "move UK01 1619 1718")[:2] == ["select UK01", "step 1718"]
    assert meant(board, "move UK01 1718") == ["select UK01", "go 1718"]
    assert meant(board, "move UK01 1619-1819") == ["select UK01", "go 1819"]  # from, to


def test_the_names_of_the_issue() -> None:
    """`KG 708` and `1st Infantry` are names of one unit each, whatever begins like them."""
    naming = falaise().notation.naming
    assert naming.named[naming.unit("KG 708")].id == "G-708"
    assert naming.words("move KG 708 saint lambert") == ["move", "KG 708", "saint lambert"]
    for game in (roundup(), falaise()):
        for u, unit in enumerate(game.notation.naming.named):
            for name in (unit.id, unit.title, *unit.names):
                assert game.notation.naming.unit(name) == u
                assert game.notation.naming.words(f"move {name} 2020")[1:] == [name, "2020"]


def test_every_place_stands_for_its_hex() -> None:
    """A place is one word of a line, however many it has; the number of its hex says the same."""
    for game in (roundup(), falaise()):
        naming = game.notation.naming
        known = {name: h for name, (_, h) in naming.places().items() if h is not None}
        assert len(known) > 50
        for name, h in known.items():
            assert naming.words(f"move US01 {name}")[-1] == name
            assert naming.hex(game.world.grid.numbers[h]) == h
            assert naming.is_hex(name)


def test_own_units_are_meant_first() -> None:
    """A name that fits units of both sides means the one of who writes it."""
    board = Board({"US11": "2223", "GE31": "1817"}, phase="allied.movement")
    assert meant(board, "move 2nd 2222") == ["select US11", "go 2222"]


def test_invalid_ambiguous_and_illegal_are_three_things() -> None:
    """A line that says nothing, one that says several things, and one that is forbidden."""
    board = moving()
    with pytest.raises(NotationError) as invalid:
        board.table.do(0, "move XX99 2222")
    assert not isinstance(invalid.value, AmbiguousError)
    with pytest.raises(AmbiguousError) as several:
        board.table.do(0, "move 1sta 2222")
    assert set(several.value.fits) == {"US10", "UK13"}
    assert several.value.line == "move 1sta 2222"
    with pytest.raises(AmbiguousError) as verbs:
        board.table.do(0, "re US01")
    assert verbs.value.fits == ("remove", "replace", "retreat")
    with pytest.raises(AmbiguousError):
        board.table.do(0, "move US01 cap")
    ruling = board.table.do(0, "move US01 3301")
    assert not ruling
    assert ruling.rules


HOSTILE = (
    "",
    " ",
    "\0",
    "move",
    "move " + "9" * 5000,
    "9" * MOST_LETTERS,
    "move " + "-".join(["2223"] * 150),
    "move " + "2223-" * 190,
    "a " * (MOST_WORDS + 1),
    "move " + "1st " * 150,
    "move US01 " + "->" * 400,
    "move US01@2222 2222",
    "move ٢٢٢٣ 2222",
    "move \u202eUS01 2222",
    "attack " + "a" * 900,
    "move US01 48.84,0.03",
    "move US01 2222\nend",
    "{unit} %s \\d+ (a+)+$",
)


@pytest.mark.parametrize("line", HOSTILE)
def test_hostile_lines_are_answered_briefly(line: str) -> None:
    """Whatever is written is read or refused; an error is one short sentence."""
    for board in (moving(), Pocket({"C-2-4": "0425"}, phase="move C2")):
        before = board.st.key()
        for seat in (0, 1):
            said = read(board.table, seat, line)
            assert len(str(said)) < MOST_LETTERS * 20
            if isinstance(said, str):
                assert len(said) < 700
                assert said.isprintable()
        assert board.st.key() == before


@pytest.mark.parametrize("name", ["roundup", "falaise"])
def test_lines_made_of_pieces_never_crash(name: str) -> None:
    """Words of the notation thrown together in random positions are read or refused."""
    game: Any = roundup() if name == "roundup" else falaise()
    rng = Random(24)
    naming = game.notation.naming
    words = [*game.notation.makers, "all", "bomber", "with", "to", "exit", "us", "C2", "DR", "+"]
    words += [each.id for each in naming.named] + [each.title for each in naming.named]
    words += [*game.world.grid.numbers[::7], "2223-2222", "0425-0424-0423", *naming.places()]
    understood = 0
    for _ in range(12):
        st = game.midgame(rng)
        if st is None or not st.stack:
            continue
        for _ in range(40):
            line = " ".join(rng.choices(words, k=rng.randint(1, 5)))
            for seat in play.pending(st):
                before = st.key()
                with suppress(NotationError):
                    understood += bool(game.parse(st, seat, line))
                assert st.key() == before
    assert understood


def test_no_seat_has_to_decide_any_more() -> None:
    """When the game is over a line is read or refused, and nothing breaks."""
    board = moving()
    board.table.concede(0)
    for line in ("move US01 2222", "end", "attack 1817 with US01", "2222", "go 2222"):
        with suppress(NotationError):
            assert not board.table.do(0, line)


def test_errors_do_not_look_at_the_enemy() -> None:
    """Where an enemy unit is changes nothing of what a line is said to mean."""
    near = Board({**UNITS, "GE15": "1818"}, phase="allied.movement")
    far = Board({**UNITS, "GE15": "3301"}, phase="allied.movement")
    for line in ("move GE15 1818-1817", "move GE15 2222", "move GE15 3301", "select GE15"):
        assert meant(near, line) == meant(far, line)


def test_a_case_may_be_written_as_one_types(tmp_path: Path) -> None:
    """A rule case reads the same lines."""
    from bocage.games.judges import judge_of
    from bocage.rules.cases import read_case
    from bocage.rules.runner import run

    path = tmp_path / "10-typed.toml"
    path.write_text(
        'game = "roundup"\nrule = ["10.0"]\ntitle = "As one types"\n\n[given]\n'
        'phase = "allied.movement"\nunits = { US01 = "2223" }\ndice = []\n\n'
        '[[do]]\naction = "mo 1st infantry to 2222"\nexpect = { at.US01 = "2222" }\n'
    )
    assert run(read_case(path)[0], judge_of("roundup")).failure == ""


def test_an_action_says_what_it_is() -> None:
    """What a line is read as shows its line, and is the integer that it is."""
    board = moving()
    found = roundup().parse(board.st, 0, "mo 1st infantry 2222")
    assert repr(found) == "[<select US01>, <go 2222>]"
    assert list(found) == [roundup().grammar.read("select US01"), roundup().grammar.read("go 2222")]


def test_adjustments_read_names_too() -> None:
    """A referee who notes may name units and places as everybody else does."""
    naming = roundup().notation.naming
    assert naming.written("1st infantry to Marquise") == "US01 2121"
    assert naming.written("us1 REDUCED") == "US01 reduced"
    assert naming.written("beachhead us1 2723") == "beachhead us1 2723"
    assert falaise().notation.naming.written("Argentan german") == "argentan german"
    board = Board({"US01": "2223"}, phase="allied.movement")
    possible, _ = roundup().adjust(board.st, "1ST Infantry 2222")
    assert possible
    assert board.at("US01") == "2222"
