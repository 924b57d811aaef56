"""What many games are counted by."""

from __future__ import annotations

from bocage.engine.playout import play_out, policies_of
from bocage.engine.viewers import OBSERVER
from bocage.games.falaise.answers.goals import goals
from bocage.games.falaise.s03_victory import measures_of

from .build import Board, game


def test_points_by_where_they_came_from() -> None:
    """3.3: divisions and Mechanized units away, Argentan, the south edge; and who is lost."""
    units = {
        "G-2SS-D": "2003",
        "G-2SS-DF": "2004",
        "G-708": "2002",
        "G-84-51": "exited",
        "C-2-4": "0430",
    }
    board = Board(units, vp=4)
    found = measures_of(board.st)
    assert board.game.world.ground.escaped[board.hex("2004")]
    assert found["vp_divisions_away"] == 4
    assert found["vp_mech_away"] == 4
    assert found["vp_left_south"] == 1
    assert found["vp_argentan"] in (5, 10)
    assert found["allied_vp"] == 4
    world = board.game.world
    assert found["allied_units_lost"] == len(world.allied) - 1
    assert found["german_units_lost"] == len(world.german) - 4


def test_the_sources_add_up() -> None:
    """3.3: at the end the German points are the sum of their sources."""
    busy = policies_of(game())["random"]
    outcome = play_out(game(), [busy, busy], 4, options={"solitaire": "on"}).outcome
    assert outcome is not None
    found = outcome.measures
    sources = sum(value for name, value in found.items() if name.startswith("vp_"))
    assert found["german_vp"] == sources
    assert outcome.scores[0] == found["net_vp"]


def test_one_point_is_singular() -> None:
    """The goals say 1 point, and 2 points."""
    for points, said in ((1, "1 point"), (2, "2 points")):
        board = Board({"C-2-4": "0430", "G-708": "2002"}, vp=points)
        allied, _ = goals(board.st).goals
        assert allied.standing.say(board.game.nouns) == said


def test_the_track_tells_lost_units_from_those_that_left() -> None:
    """A unit that left by the south edge is not lost; nothing is said of it while there is none."""
    units = {"G-708": "2002", "C-2-4": "0430"}
    for more, said in (({}, ""), ({"G-84-51": "exited"}, ", 1 over the south edge")):
        board = Board(units | more)
        shown = board.game.shown(board.game.view(board.st, OBSERVER))
        (track,) = [each for each in shown.tracks if each.text and each.text.template == "{steps}"]
        lost = len(board.game.world.german) - 1 - len(more)
        words = f"steps east of the line; {lost} German units lost{said}"
        assert track.note is not None
        assert track.note.say(board.game.nouns) == words
