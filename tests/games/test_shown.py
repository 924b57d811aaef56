"""What a page shows beside units: markers, badges and tracks of a view, and nothing more."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from bocage.ai import load_game
from bocage.engine.shown import NO_RIBBON, NOTHING, at_stage
from bocage.engine.viewers import OBSERVER
from bocage.games.falaise import s04_sequence as falaise_sequence
from bocage.games.falaise.board import position as falaise
from bocage.games.falaise.board.position import DISRUPTED, FINISHED
from bocage.games.falaise.s04_activation import ActionRound
from bocage.games.roundup import s05_sequence as roundup_sequence
from bocage.games.roundup.board import position as roundup
from bocage.games.roundup.board.position import LOST, REPLACED
from bocage.games.roundup.options import MARKERS, SECTORS
from bocage.games.roundup.pieces.units import ALLIED, GERMAN
from bocage.server import boards, wire
from bocage.server.messages import Ribbon, Shown


def begun(name: str) -> tuple[Any, Any]:
    """Return a game and a position with nothing on the map."""
    game: Any = load_game(name)
    empty = roundup.Position.empty if name == "roundup" else falaise.Position.empty
    return game, empty(game.world)


def told(game: Any, st: Any) -> Shown:
    """What is shown to somebody who looks on."""
    return wire.shown(game.shown(game.view(st, OBSERVER)), game)


def ribbon(name: str, st: Any) -> Ribbon:
    """Where the game is, as it goes over the wire."""
    game = load_game(name)
    return wire.ribbon(game.ribbon(st), game)


def lying(found: Shown) -> set[tuple[int, str]]:
    """Return which marker lies where."""
    return {(each["hex"], each["marker"]) for each in found["markers"]}


def track(found: Shown, name: str) -> Any:
    """Return a track by its name."""
    return next(each for each in found["tracks"] if each["name"] == name)


def test_roundup_markers_lie_where_the_view_has_them() -> None:
    """Beachheads by nation, TAS by its owner, aerial supply, ports and German markers."""
    game, st = begun("roundup")
    dunkirk, calais = game.world.ports[0], game.world.ports[1]
    st.set_beachhead(0, 10)
    st.set_beachhead(2, 20)
    st.set_beachhead(3, LOST)
    st.superiority = GERMAN
    st.set_tas((30, 31))
    st.aerial[1] = 40
    st.take_control(dunkirk[0], ALLIED)
    st.optional[MARKERS + 1] = 1
    found = told(game, st)
    assert lying(found) == {
        *((10, "BEACH-US f"), (20, "BEACH-UK f"), (30, "TAS b"), (31, "TAS b")),
        *((40, "AIRSUP-UK f"), (dunkirk[0], "CONTROL f"), (calais[0], "CONTROL b")),
    }
    assert track(found, "Beachheads")["text"] == "3 of 4"
    st.optional[SECTORS] = 2
    st.set_beachhead(1, 11)
    assert (11, "BEACH-UK f") in lying(told(game, st))


def test_roundup_port_and_badges() -> None:
    """A port that is wholly Allied is counted; replacements lie on their unit."""
    game, st = begun("roundup")
    for h in game.world.ports[0]:
        st.take_control(h, ALLIED)
    st.set_port(0, ready=True, nation=2)
    u = game.world.allied[0]
    st.place(u, 100)
    st.marks[u] = REPLACED
    found = told(game, st)
    assert (game.world.ports[0][0], "PORT b") in lying(found)
    assert track(found, "Ports")["text"] == "1 of 3"
    assert found["badges"] == [
        {
            "unit": u,
            "marker": f"REPL-{game.world.units[u].nation.upper()} f",
            "said": "replacements",
        }
    ]


def test_falaise_badges_flag_and_tracks() -> None:
    """Disrupted and finished units, whose Argentan is, points, and the chits in the cup."""
    game, st = begun("falaise")
    u = game.world.german[0]
    st.place(u, 50)
    st.marks[u] = DISRUPTED | FINISHED
    st.vp, st.turn, st.cup = 7, 4, 0b11
    found = told(game, st)
    assert [each["said"] for each in found["badges"] if each["unit"] == u] == [
        "disrupted",
        "finished",
    ]
    assert lying(found) == {(game.world.ground.argentan, "HELD b")}
    assert track(found, "Victory points")["text"] == "7"
    assert track(found, "Turn")["at"] == 3
    assert track(found, "Turn")["boxes"][3]["tint"] == "day"
    assert track(found, "Cup")["text"] == "2"


@pytest.mark.parametrize("name", ["roundup", "falaise"])
def test_every_marker_has_a_picture(name: str) -> None:
    """What any middle position shows is drawn among the sprites."""
    game: Any = load_game(name)
    sprites = boards.sprites(game)
    for seed in range(30):
        found = told(game, game.midgame(Random(seed)))
        for each in (*found["markers"], *found["badges"]):
            if each["marker"]:
                marker, face = each["marker"].split()
                assert f'id="m{marker}{face}"' in sprites


def test_a_game_without_a_board_shows_nothing() -> None:
    """OP COM and games of others have no such module."""
    assert load_game("opcom").shown({}) == NOTHING


def test_where_we_are_in_the_sequence() -> None:
    """A stage without a name is shown as the last named one; the set-up is not a stage."""
    names = ("", "Weather", "", "Combat", "Combat")
    assert [each.template for each in at_stage(names, -1).stages] == ["Weather", "Combat"]
    assert at_stage(names, -1).at == -1
    assert [at_stage(names, n).at for n in range(5)] == [0, 0, 0, 1, 1]
    for name, stage, said in (
        ("roundup", roundup_sequence.STAGES.index(roundup_sequence.german_order), "German oper"),
        ("falaise", falaise_sequence.STAGES.index(falaise_sequence.activation), "Activation"),
    ):
        module: Any = roundup_sequence if name == "roundup" else falaise_sequence
        _, st = begun(name)
        assert ribbon(name, st)["at"] == -1
        st.stack = (module.GameTurn(stage + 1),)
        found = ribbon(name, st)
        assert found["stages"][found["at"]].startswith(said)
    assert load_game("opcom").ribbon(None) == NO_RIBBON


def test_boxes_hold_the_units_off_the_map() -> None:
    """England, the cup and the losses of Roundup; each unit in one box, and none on the map."""
    game, st = begun("roundup")
    allied, german = game.world.allied, game.world.german
    for u in german:
        st.place(u, roundup.CUP)
    st.place(allied[0], 100)
    st.place(allied[1], roundup.TRACK)
    st.due[allied[1]] = 4
    st.place(german[0], roundup.DEAD)
    boxes = {each["name"]: list(each["units"]) for each in told(game, st)["boxes"]}
    assert boxes["England"] == list(allied[2:])
    assert boxes["To return on turn 4"] == [allied[1]]
    assert boxes["German cup"] == list(german[1:])
    assert boxes["German losses"] == [german[0]]
    assert "Allied losses" not in boxes


def test_boxes_of_falaise() -> None:
    """Who is to be set up, who got away and who is lost; the chits of the cup by name."""
    game, st = begun("falaise")
    german = game.world.german
    st.place(german[0], falaise.EXITED)
    st.place(german[1], falaise.DEAD)
    st.cup = 0b101
    found = told(game, st)
    boxes = {each["name"]: list(each["units"]) for each in found["boxes"]}
    assert boxes["Out by the south"] == [german[0]]
    assert boxes["German losses"] == [german[1]]
    assert len(boxes["To be set up"]) == game.world.count - 2
    assert list(track(found, "Cup")["list"]) == [game.world.corps_names.said[c] for c in (0, 2)]


def test_the_ribbon_says_whose_chit_it_is() -> None:
    """In an Action Round of Falaise the heading has the command, its chit and its Movement
    Points."""
    game, st = begun("falaise")
    assert "note" not in ribbon("falaise", st)
    st.activations, st.cup, st.points = 5, 0b111, 4
    st.stack = (falaise_sequence.GameTurn(7), ActionRound(2, counter=False, stage=4))
    name = game.world.corps_names.said[2]
    assert ribbon("falaise", st).get("note") == f"{name}, chit 5 of 8: 4 MP"
    st.stack = (ActionRound(2, counter=True, stage=4),)
    assert ribbon("falaise", st).get("note") == f"{name}, counterattack: 4 MP"
