"""The face of The Pocket at Falaise: odds, costs, what stands beside a question, the map."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any, cast

import pytest
from rich.text import Text

from bocage.ai import load_game
from bocage.cli.terminal.face import Line, face_of
from bocage.cli.terminal.falaise.face import FalaiseFace
from bocage.cli.terminal.overview import whole
from bocage.engine import play
from bocage.engine.actions import NotationError
from bocage.engine.frames import CHANCE, Chance
from bocage.engine.playout import policies_of
from bocage.games.falaise.board.position import DISRUPTED, FINISHED
from bocage.games.falaise.words.verbs import ATTACK
from tests.games.falaise.build import Board, game

from .conftest import without_sentences


@cache
def face() -> FalaiseFace:
    """Return the face of the game, made once."""
    return cast("FalaiseFace", face_of(game()))


def said(lines: list[Line]) -> str:
    """Lines as text, citing cases and not their sentences."""
    text = "\n".join(each.plain if isinstance(each, Text) else each for each in lines)
    return without_sentences(text)


def test_odds_of_an_assault_show_every_reason_and_chance() -> None:
    """Both sums, each modifier with its rule, the column, the results and who may change them."""
    units = {"P-1-S": "0422", "P-1-K": "0422", "G-271-977": "0421"}
    board = Board(units, phase="assault PL", turn=1)
    text = said(face().odds(board.st, 0, ["0421", "all"]))
    assert "Attack 6\n   +3     P-1-S 1 Pol Armd Stefanowicz (Falaise 10.2)" in text
    assert "Defence 2\n   +2     G-271-977 271 GR 977 (Falaise 10.2)" in text
    assert "drm night (Falaise 10.2)" in text
    assert "6 to 2 is 3-1, die" in text
    assert "highest TER 5 against 3" in text
    assert "C   " in text
    assert "the Allies may make it DR or BL1" in text
    assert "Taking the hex: " in text
    shares = [int(line.split("%")[0].split()[-1]) for line in text.split("\n") if "##" in line]
    assert sum(shares) in range(98, 103)


def test_odds_ask_what_if() -> None:
    """A unit is weighed as if it stood elsewhere; who cannot attack is named."""
    board = Board({"P-1-S": "0425", "G-271-977": "0421"}, phase="assault PL")
    assert "3 to 2 is 1-1" in said(face().odds(board.st, 0, ["0421", "P-1-S@0422"]))
    with pytest.raises(NotationError, match=r"P-1-S .* is not next to 0421"):
        face().odds(board.st, 0, ["0421", "P-1-S"])
    with pytest.raises(NotationError, match="there is no unit in 2020"):
        face().odds(board.st, 0, ["2020"])


def test_odds_below_a_third_are_a_loss() -> None:
    """Odds below 1-3 are shown as what they are: an AL1 without a die."""
    units = {"C-4-CUR": "0422", "G-3FJ-8": "0421", "G-3FJ-9": "0420", "G-1SS": "0421"}
    board = Board(units, phase="assault C2")
    text = said(face().odds(board.st, 0, ["0421", "all"]))
    assert "below 1-3: AL1 without a die (Falaise 10.2)" in text
    assert "AL1 #################### 100%" in text
    assert face().doubt(board.st, 0, ATTACK(board.hex("0421"))) == ""


def test_odds_of_op_fire() -> None:
    """Each stack that may fire has its modifiers and the chance of each effect."""
    board = Board({"C-2-4": "0423", "G-2SS-D": "0421"}, phase="move C2")
    board.do("select C-2-4", "step 0422")
    text = said(face().odds(board.st, 1, []))
    assert "Op-Fire from 0421 at C-2-4 2 Cdn 4 Bde" in text
    assert "3 Combat Factors firing (Falaise 6.2)" in text
    assert "moving unit has TER 3 against 5 (Falaise 6.2)" in text
    assert "disrupted" in text
    beside = said(face().beside(board.st, 1))
    assert "from 0421 2SS-D: die" in beside


def test_odds_of_guns_and_planes() -> None:
    """A bombardment shows its modifiers, its chances and which friends are in danger."""
    board = Board({"C-2-4": "0422", "G-271-977": "0421"}, phase="bombardment", turn=1)
    text = said(face().odds(board.st, 0, ["0421"]))
    assert "Guns of C2 Canadian II Corps on 0421" in text
    assert "night (Falaise 8.1)" in text
    assert "friendly fire: half the time a unit in each of 0422 (Falaise 8.4)" in text
    assert face().odds(board.st, 0, ["c2", "0421"]) == face().odds(board.st, 0, ["0421"])
    with pytest.raises(NotationError, match="no German unit is in 0422"):
        face().odds(board.st, 0, ["0422"])


def test_why_shows_the_cost_hex_by_hex() -> None:
    """Each step has its points and their reasons; what is too far is summed up."""
    board = Board({"C-2-4": "0425", "G-271-977": "0421"}, phase="move C2")
    text = said(face().explain(board.st, 0, "move C-2-4 0422"))
    assert "Way of C-2-4 2 Cdn 4 Bde from 0425:" in text
    assert "enemy zone of control: the enemy may fire (6.2)" in text
    assert "C-2-4 2 Cdn 4 Bde has TER 3 and 6 MP" in text
    far = said(face().explain(board.st, 0, "move C-2-4 1540"))
    assert "Cheapest way of" in far
    assert "more to 1540: " in far


def test_breaking_contact_is_in_the_cost() -> None:
    """Leaving a zone of control costs a point, and the line says by which rule."""
    board = Board({"C-2-4": "0422", "G-271-977": "0421"}, phase="move C2")
    assert "breaking contact +1 (6.3)" in said(face().explain(board.st, 0, "move C-2-4 0424"))


def test_signs_show_the_condition_of_a_unit() -> None:
    """Beside the map a dash is reduced, ! disrupted, ' finished; a small letter is disrupted."""
    board = Board({"C-2-4": "0422 reduced", "G-271-977": "0421"}, phase="move C2")
    board.st.marks[board.unit("C-2-4")] |= DISRUPTED | FINISHED
    shown = face().board(board.st)
    assert shown is not None
    piece = shown.pieces[game().world.grid.hex("0422")]
    assert (piece.letter, piece.names) == ("c", ("C-2-4-!'",))
    assert game().notation.naming.unit("C-2-4-!'") == board.unit("C-2-4")


@pytest.mark.parametrize("width", [60, 80, 100, 140])
def test_the_map_fits_and_follows(width: int) -> None:
    """In a window of any size the part of the decision is shown, and no line is too wide."""
    board = Board({"C-2-4": "0422", "G-271-977": "3605"}, phase="move C2")
    shown = face().board(board.st)
    assert shown is not None
    grid = game().world.grid
    for number in ("0422", "3605", "4001", "0153"):
        lines = [line.plain for line in shown.overview(width, 17, (grid.hex(number),))]
        assert len(lines) <= 17
        assert all(len(line) <= width for line in lines)
        assert any(line.startswith(number[:2]) for line in lines)
        if number in ("0422", "3605"):
            letter = {"0422": "C", "3605": "G"}[number]
            assert any(letter in line[3:] for line in lines[1:])


@pytest.mark.parametrize(("width", "height"), [(80, 17), (40, 20), (80, 60)])
def test_the_whole_map_at_one_look(width: int, height: int) -> None:
    """All of the sheet fits the window, with the Withdrawal Line and every stack."""
    board = Board({"C-2-4": "0422", "G-271-977": "3605"}, phase="move C2")
    shown = face().board(board.st)
    assert shown is not None
    lines = [line.plain for line in whole(shown, width, height)]
    assert len(lines) <= max(20, height)
    assert all(len(line) <= width for line in lines)
    text = "\n".join(line[3:] for line in lines)
    assert "|" in text
    assert "C" in text
    assert "G" in text


def test_the_score_says_why() -> None:
    """Points so far, points at the end with their reasons, and what they come to."""
    board = Board({"C-2-4": "0422", "G-271-977": "2003"}, phase="move C2")
    text = said(face().score(board.st))
    assert "Allied VP 0" in text
    assert "+2 271 has G-271-977 271 GR 977 east of the Withdrawal Line (Falaise 3.3)" in text
    assert "the Germans win (Falaise 3.3)" in text


def test_a_corps_is_listed() -> None:
    """`units C2` lists the corps; a name that is none lists nothing."""
    board = Board({"C-2-4": "0422", "G-271-977": "0421"}, phase="move C2")
    assert "0422  C-2-4 2 Cdn 4 Bde 3-3, C2, two steps, active" in said(
        face().formation(board.st, "c2")
    )
    assert face().formation(board.st, "german") == []


def test_every_decision_is_taught() -> None:
    """A newcomer finds a lesson, and what to type, for every decision of a whole game."""
    falaise: Any = load_game("falaise")
    taught = face_of(falaise)
    for seed, player in enumerate(("random", "aggressive")):
        st = falaise.new("standard", falaise.settings())
        rng, chosen = Random(seed), policies_of(falaise)[player]
        play.settle(st)
        while st.stack:
            top = st.stack[-1]
            if isinstance(top, Chance):
                play.apply(st, CHANCE, play.roll(st, rng))
                continue
            kind = type(top).__name__
            assert taught.lesson(st), kind
            assert taught.ways(st, top.seat), kind
            play.apply(st, top.seat, chosen(st, top.legal(st), rng))


def test_what_stands_beside_never_fails() -> None:
    """At every decision of a game the face can show everything, and every listed line is read."""
    falaise: Any = load_game("falaise")
    shown, chosen, rng = face_of(falaise), policies_of(falaise)["aggressive"], Random(5)
    st = falaise.midgame(rng)
    for step in range(900):
        if not st.stack:
            break
        top = st.stack[-1]
        if isinstance(top, Chance):
            play.apply(st, CHANCE, play.roll(st, rng))
            continue
        legal = top.legal(st)
        if step % 5 == 0:
            shown.status(st)
            shown.beside(st, top.seat)
            assert shown.scene(st, top.seat) is not None
            assert all(0 <= h < falaise.world.size for h in shown.focus(st))
            for action in rng.sample(list(legal), min(4, len(legal))):
                line = falaise.grammar.say(action)
                assert list(shown.actions(st, top.seat, line)) == [action], line
                shown.explain(st, top.seat, line)
        play.apply(st, top.seat, chosen(st, legal, rng))
