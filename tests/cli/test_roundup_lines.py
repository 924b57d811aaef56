"""Lines of Operation Roundup typed in haste, and the actions that they mean."""

from __future__ import annotations

from pathlib import Path

import pytest

from bocage.cli.game_file import Sitting
from bocage.engine.actions import NotationError

from .roundup_saves import AT_BOULOGNE, LANDED, begin, play


@pytest.fixture(scope="module")
def landed(tmp_path_factory: pytest.TempPathFactory) -> Sitting:
    """The Allies are about to move on turn 1."""
    return begin(tmp_path_factory.mktemp("landed") / "g.bocage", LANDED)


@pytest.fixture(scope="module")
def fighting(tmp_path_factory: pytest.TempPathFactory) -> Sitting:
    """The Allies are about to attack Boulogne."""
    return begin(tmp_path_factory.mktemp("fighting") / "g.bocage", AT_BOULOGNE)


def meant(sitting: Sitting, line: str) -> list[str]:
    """Return the actions that a line means, as the save would have them."""
    st = sitting.table.state
    seat = getattr(st.stack[-1], "seat", 0)
    return [sitting.game.grammar.say(each) for each in sitting.face.actions(st, seat, line)]


@pytest.mark.parametrize(
    "line",
    [
        "move US01 2722",
        "MOVE us01 2722",
        "mo us1 2722",
        "move US-1 to 2722",
        "US01 2722",
        "move 1stinfantry 2722",
        "move US01 2824-2722",
        "move US01 2824 2722",
    ],
)
def test_one_move_said_in_many_ways(landed: Sitting, line: str) -> None:
    """Capitals, zeros, little words, names and abbreviations do not matter."""
    assert meant(landed, line) == ["select US01", "go 2722"]


def test_a_path_is_stepped_and_ends(landed: Sitting) -> None:
    """A move hex by hex steps, and stays where the path ends if it could go on."""
    assert meant(landed, "move US01 2824-2723-2722") == [
        *("select US01", "step 2723", "step 2722", "stay")
    ]
    assert meant(landed, "move US01 2723-2624") == ["select US01", "step 2723", "step 2624"]


def test_a_hex_names_everybody_in_it(landed: Sitting) -> None:
    """`move HEX HEX` moves the whole stack, unit by unit."""
    assert meant(landed, "move 2824 2722") == [
        *("select US01", "go 2722", "select US16", "go 2722")
    ]


def test_places_have_names(landed: Sitting) -> None:
    """A town stands for its hex, and the beginning of its name is enough."""
    assert meant(landed, "move US01 Samer") == ["select US01", "go 2820"]
    assert meant(landed, "move US01 boul") == ["select US01", "go 2523"]


def test_an_attack_in_one_line(fighting: Sitting) -> None:
    """Units join in the order of the counters, whatever the order they are named in."""
    expected = ["attack 2523", "with US01", "with US11", "fight"]
    assert meant(fighting, "attack 2523 with US11 US01") == expected
    assert meant(fighting, "att Boulogne us11+us1") == expected
    assert meant(fighting, "2523 US01 US11") == expected
    everybody = ["with US01", "with US11", "with US15", "with US16"]
    assert meant(fighting, "attack 2523 with all") == ["attack 2523", *everybody, "fight"]
    assert meant(fighting, "attack 2523 with 2623 2624") == ["attack 2523", *everybody, "fight"]
    assert meant(fighting, "attack 2523 with all bomber")[-2:] == ["bomber", "fight"]
    assert meant(fighting, "attack 2523") == ["attack 2523"]


def test_what_is_asked_fills_in_what_is_left_out(tmp_path: Path) -> None:
    """Markers, nations and units that can be meant in one way only need not be named."""
    sitting = begin(tmp_path / "g.bocage", LANDED[:1])
    assert meant(sitting, "beachhead 2824") == ["beachhead us2 2824"]
    assert meant(sitting, "2824") == ["beachhead us2 2824"]
    assert meant(sitting, "b uk1 2824") == ["beachhead uk1 2824"]
    play(sitting, *AT_BOULOGNE[1:], "attack 2523 with all")
    assert meant(sitting, "lose") == ["lose GE03"]
    play(sitting, "lose", "end CombatPhase", "end PlaceTas")
    assert meant(sitting, "combat") == meant(sitting, "order cm") == ["order combat-move"]
    assert meant(sitting, "m") == meant(sitting, "move/combat") == ["order move-combat"]


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("", "it is empty"),
        ("re", "it can be remove or replace or retreat"),
        ("mvoe US01 2722", "'mvoe' is not an action, unit or place; did you mean 'move'?"),
        ("move US1x 2722", "there is no unit 'US1x', did you mean US16 (Rgr)?"),
        ("move 1st 2722", "units: US01, "),
        ("move US01 2722 9901", "no hex '9901'"),
        ("move 2722 2621", "no unit of yours is in 2722"),
        ("land US02", "expected land UNIT... HEX"),
        ("order sideways", "there is no order 'sideways'; there are move-combat, combat-move"),
        ("port dover us", "there is no port 'dover'; there are dunkirk, calais, boulogne"),
    ],
)
def test_what_cannot_be_read_is_explained(landed: Sitting, line: str, reason: str) -> None:
    """A line that means nothing says why, with the nearest thing that would."""
    with pytest.raises(NotationError) as caught:
        meant(landed, line)
    assert caught.value.line == line
    assert reason in caught.value.reason


def test_every_legal_action_can_be_typed(landed: Sitting, fighting: Sitting) -> None:
    """The notation that the save writes is always read back as that action."""
    for sitting in (landed, fighting):
        table = sitting.table
        for action in table.legal(0):
            assert sitting.face.actions(table.state, 0, table.game.grammar.say(action)) == [action]
