"""The Pocket at Falaise at the terminal: set-ups in files, standing orders, windows, opponents."""

from __future__ import annotations

from pathlib import Path

import pytest

from bocage.cli.game_file import Sitting
from bocage.cli.terminal.face import face_of
from bocage.cli.terminal.lines import verdict
from bocage.cli.terminal.session import Session
from bocage.cli.terminal.story import digest, sentence, sentences
from bocage.engine.events import Event
from bocage.games.falaise.board.position import FOUGHT, HAND
from bocage.games.falaise.rulebook import R
from bocage.games.falaise.s03_redeployment import PutBack
from bocage.games.falaise.words.events import CupEmptied, Moved
from bocage.games.falaise.words.verbs import END
from tests.games.falaise.build import Board, game

from .conftest import Answer, Run
from .test_any_game import Typed

SET_UP = ("r", "end", "r", "end", "end")
"""Both sides as recommended, nobody redeployed: the Allies are about to bombard on turn 1."""


@pytest.fixture
def play(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Plays some lines in a new game, or in the one that was played before."""
    monkeypatch.chdir(tmp_path)

    def play(*lines: str, **more: str) -> Answer:
        begun = Path("g.bocage").exists()
        options = [] if begun else ["--seed", "1944"]
        arguments = [text for name, value in more.items() for text in (f"--{name}", value)]
        return run("play", "falaise", "g.bocage", *options, *arguments, input_lines=lines)

    return play


def opened() -> Sitting:
    """The game that was played."""
    return Sitting.open(Path("g.bocage"))


def test_a_recommended_set_up_can_be_changed(play: Run) -> None:
    """After the recommended set-up any unit is placed again, within its sector."""
    out = play("r", "place G-9SS-19 2431", "place G-12SS-K 1501").out
    assert "G-9SS-19 9 SS SS-PzGr 19 is placed at 2431" in out
    assert "can't be set up in 1501: its place is at the" in out
    st = opened().table.state
    world = st.world
    assert world.grid.numbers[st.loc[world.unit_names.index("G-9SS-19")]] == "2431"
    assert all(st.loc[u] != -1 for u in world.german)


def test_a_set_up_is_kept_and_taken_again(play: Run) -> None:
    """A set-up that was saved is loaded into another position, whatever stands there."""
    play("r", "place G-9SS-19 2431", "setup save mine.toml")
    assert 'G-9SS-19 = "2431"' in Path("mine.toml").read_text("utf-8")
    out = play("place G-9SS-19 2432", "pick G-501SS", "setup load mine.toml").out
    assert "Set up as in mine.toml." in out
    st = opened().table.state
    ids, numbers = st.world.unit_names, st.world.grid.numbers
    assert numbers[st.loc[ids.index("G-9SS-19")]] == "2431"
    assert numbers[st.loc[ids.index("G-501SS")]] == "1422"
    assert "All units are placed that way already." in play("setup load mine.toml").out


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("[german", "the file is not a set-up: Expected"),
        ("[allied.mine.units]\nC-2-4 = '1428'\n", "it has no set-up of the german side"),
        ("[german.mine.units]\nG-99 = '1428'\n", "there is no unit 'G-99'"),
        ("[german.mine.units]\nC-2-4 = '1428'\n", "C-2-4 is not set up by the german side"),
        ("[german.mine.units]\nG-9SS-19 = '9999'\n", "G-9SS-19 has '9999', which is not a hex"),
        ("[german.mine]\nunits = 3\n", "it has no set-up of the german side"),
    ],
)
def test_a_bad_file_is_one_sentence(play: Run, text: str, reason: str) -> None:
    """What is wrong with a file is said in one sentence, and nothing is placed."""
    Path("bad.toml").write_text(text, "utf-8")
    out = play("setup load bad.toml").out
    assert f"cannot load bad.toml: {reason}" in " ".join(out.split())
    assert opened().table.entries == []


def test_files_that_cannot_be_read(play: Run) -> None:
    """A file that is not there, is not text, or is against the rules changes nothing."""
    Path("noise.toml").write_bytes(b"\xff\xfe\x00")
    Path("wrong.toml").write_text("[german.mine.units]\nG-12SS-K = '1501'\n", "utf-8")
    out = play("setup load nowhere.toml", "setup load noise.toml", "setup load wrong.toml").out
    assert "cannot load nowhere.toml: no such file or directory" in out
    assert "cannot load noise.toml: it is not a text file" in out
    assert "No: G-12SS-K 12 SS KG Krause can't be set up in 1501" in out
    assert opened().table.entries == []


def test_set_ups_are_for_setting_up(play: Run) -> None:
    """Later in the game a set-up is neither kept nor taken."""
    out = play(*SET_UP, "setup save mine.toml", "setup recommended").out
    assert "the set-up is over, or it is not your turn to set up" in out
    assert not Path("mine.toml").exists()


def test_standing_orders_are_kept_in_the_save(play: Run, run: Run) -> None:
    """Orders left at the terminal hold when the game is resumed, and are listed and ended."""
    out = play(*SET_UP, "orders german fire-3", "orders all fire", "orders shoot").out
    assert "german: fire-3 from now on." in out
    assert "allied: fire from now on." in out
    known = "there are no such orders; there are fire, fire-3, hold-fire, none"
    assert known in " ".join(out.split())
    assert opened().table.orders == {0: "fire", 1: "fire-3"}
    listed = run("orders", "g.bocage").out
    assert "german: fire-3" in listed
    assert "fire whenever possible" in listed
    play("orders german none")
    assert opened().table.orders == {0: "fire"}
    assert run("orders", "g.bocage", "hold-fire", "--as", "german").code == 0
    assert opened().table.orders == {0: "fire", 1: "hold-fire"}
    assert run("verify", "g.bocage").code == 0


def test_a_hopeless_assault_must_be_confirmed(tmp_path: Path) -> None:
    """An assault below 1-3 must be confirmed; `no` changes nothing."""
    units = {"C-4-CUR": "0422", "G-3FJ-8": "0421", "G-1SS": "0421"}
    board = Board(units, phase="assault C2")
    sitting = Sitting(tmp_path / "g.bocage", board.table, None)
    screen = Typed("attack 0421 with C-4-CUR", "no", "quit")
    Session(sitting, screen).run()
    assert "Below 1-3 the attack only costs you a step" in screen.text
    assert board.asks == "AssaultPhase"


def test_the_map_can_be_moved(play: Run) -> None:
    """`map` shows the part of the decision, moves in any direction, and shows all of it."""
    out = play(*SET_UP, "map 3219", "map north", "map west", "map all", "look Falaise").lines
    first = out.index("allied> map 3219")
    north = out.index("allied> map north")
    assert any(line.startswith("32 ") for line in out[first:north])
    assert any(line.startswith("24 ") for line in out[north : north + 20])
    assert any("1327#" in line for line in out)
    assert all(len(line) <= 80 for line in out)


def test_a_closer_look_has_roads_and_crossings(play: Run) -> None:
    """Roads run from hex to hex, and a bridge breaks the water on every kind of side."""
    out = play(*SET_UP, "look Putanges", "look 2612").out
    assert " 2435+     2434+----=2433+-----2432o-----2431+" in out
    assert "2613.----=2612o     2611." in out
    assert "~~=~~" in out
    assert "- / \\ road  = bridge or ford  ~ water" in out


def test_words_that_commands_have_too(play: Run) -> None:
    """`exit` leaves at a bombardment; where units move it is for the game."""
    out = play(*SET_UP, "exit").out
    assert out.rstrip().endswith("Saved. Continue with: bocage play falaise g.bocage")


def test_a_unit_is_asked_how_far_it_goes(play: Run) -> None:
    """`reach` tells hexes by their cost, before the round is chosen too, and nothing is done."""
    begun = (*SET_UP, "end", "yes", "accept", "end")
    out = play(*begun, "reach", "reach 10SS-10", "move", "end", "reach 10SS-10", "units 2SS").out
    assert "expected reach UNIT" in out
    asked = [part for part in out.split("german> ") if part.startswith("reach 10SS-10")]
    found = [[line for line in part.splitlines() if " MP  " in line] for part in asked]
    assert len(found) == 2
    assert found[0] == found[1]
    assert "    1 MP  3436-3437 3636" in found[0]
    assert "the enemy may fire (6.2):" in asked[0]
    assert "3537  G-10SS-10" in out


@pytest.mark.parametrize("player", ["random", "aggressive"])
def test_the_other_side_plays_by_itself(play: Run, player: str) -> None:
    """Against a random or aggressive player only your side is asked, and you see the other's
    moves."""
    out = play("r", "end", "end", "quit", against=player, side="german").out
    assert "The allied side is played by the computer." in out
    assert "the allied side plays ──" in out
    assert "allied> " not in out


def test_a_takeback_against_a_computer_player_needs_no_consent(play: Run) -> None:
    """Against a computer player a takeback counts your own lines, and nobody is asked."""
    out = play("r", "end", "end", "takeback", "units german", against="random", side="german").out
    assert "may german undo" not in out
    assert "Undone; the lines stay in the log, struck out." in out
    assert "Redeployment" in out.split("Undone")[1]


def test_show_draws_a_saved_game(play: Run, run: Run) -> None:
    """`bocage show` draws the part of the decision, another part, the whole map, or a picture."""
    play(*SET_UP)
    assert any(line.startswith("14 ") for line in run("show", "g.bocage").lines)
    around = run("show", "g.bocage", "--around", "Argentan").out
    assert "Argentan" in around
    everything = run("show", "g.bocage", "--all", width=80).lines
    assert any("Falaise" in line or "#" in line for line in everything)
    assert all(len(line) <= 80 for line in everything)
    assert run("show", "g.bocage", "--picture", "p.svg").code == 0
    drawn = Path("p.svg").read_text("utf-8")
    assert drawn.count("<svg") == 2  # the map, and the counters over it
    assert "Turn 1, Allied VP 0" in drawn
    assert drawn.count("<g transform") > 110


def test_another_line_instead_of_yes_or_no_means_no(play: Run) -> None:
    """A line in place of yes or no is taken for no, and then it is done."""
    out = play(*SET_UP, "end", "hex Argentan", "end", "no", "hex Trun").out
    assert "That counts as no, and as your next line." in out
    assert "3219" in out.split("as your next line.")[1].split("allied> ")[0]
    assert "Trun" in out.split("hex Trun")[1]


def test_rounds_and_prices_that_are_rarely_meant_need_a_yes() -> None:
    """An Assault Round in which nobody attacks, and a fifth unit withheld."""
    units = {"C-2-4": "0422", "C-2-5": "0420", "G-271-977": "0421"}
    face = face_of(game())
    board = Board(units, phase="assault C2")
    assert face.doubt(board.st, 0, END()) == "No unit has attacked yet. End the round anyway?"
    fought = board.st.copy()
    fought.marks[fought.world.unit_names.index("C-2-4")] |= FOUGHT
    assert face.doubt(fought, 0, END()) == ""
    taken = Board({"C-2-4": "0422"}).st.copy()
    taken.stack = (PutBack(1, 0),)
    for u in taken.world.german[:4]:
        taken.place(u, HAND)
    assert face.doubt(taken, 1, END()) == ""
    taken.place(taken.world.german[4], HAND)
    assert face.doubt(taken, 1, END()).startswith(
        "5 units withheld give the Allies a Victory Point"
    )


def test_a_long_list_beside_a_question_is_shown_once(play: Run) -> None:
    """After a look at something else what is asked is said again, and Enter shows all of it."""
    begun = (*SET_UP, "end", "yes", "substitute")
    out = play(*begun, "why move LEHR-AA 2825", "hex 2825", "").out
    assert out.count("To move: ") == 2
    assert out.count("Select a unit or a stack to move, or end the movement.") == 4
    asked = out.split("why move LEHR-AA 2825")[1].split("german> ")[0]
    assert "Cheapest way of" in asked
    assert "by Road Movement" not in asked
    assert "barred" not in asked


def test_a_long_digest_leaves_out_moves() -> None:
    """If there is no room for everything, results are shown in full and left-out moves are
    counted."""
    face = face_of(game())
    hit = CupEmptied(R("4.0.a"))
    marches = [(n, Moved((n,), (1, 2), (), R("7.2.a"))) for n in range(38)]
    events: list[tuple[int, Event]] = [*marches[:30], (30, hit), *marches[30:]]
    told = digest(events, face, 10)
    assert len([line for line in told if "moves from" in line]) == 9
    assert sentence(hit, face) in told
    assert told[-1] == "... and 8 more moves; 'log' shows all"
    assert digest(events[:13], face, 10) == sentences(events[:13], face)
    assert len(digest(events[:14], face, 10)) == 11


def test_why_of_an_airstrike_by_night_is_a_refusal_alone() -> None:
    """Nothing flies by night, so `why` gives the rule and no odds; by day it gives both."""
    units = {"C-2-4": "0420", "G-708": "0422"}
    night = Board(units, phase="bombardment", turn=3)
    face = face_of(night.table.game)
    (said,) = [str(each) for each in verdict(face, night.table, 0, "strike 0422")]
    assert said == "No: no Airstrike can hit 0422: it is night (Falaise 8.3.a)"
    day = Board(units, phase="bombardment", turn=2, air=1)
    lines = [str(each) for each in verdict(face, day.table, 0, "strike 0422")]
    assert lines[0] == "Allowed."
    assert len(lines) > 1
