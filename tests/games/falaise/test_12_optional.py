"""12.0 Optional rules: each a switch of the table, off unless it is chosen."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

import pytest

from bocage.games.falaise.options import OPTIONS, switches_of
from bocage.games.falaise.s04_activation import ActivationOdds
from bocage.games.falaise.s12_optional import ParisOdds

from .build import Board, game

ON = {
    "12.1": {"german-command": "on"},
    "12.2": {"strong-counterattack": "on"},
    "12.3": {"sunny-skies": "on"},
    "12.4": {"allied-coordination": "on"},
    "12.5": {"paris-beckons": "on"},
}


def test_12_0_every_rule_is_a_switch_and_off() -> None:
    """12.0: five optional rules and solitaire play, and switches of seventeen readings."""
    rules = {str(option.rule): option.choices for option in OPTIONS.values()}
    assert all(rules[rule] == ("off", "on") for rule in (*ON, "13.0"))
    assert sum(rule.startswith("reading") for rule in rules) == 17
    assert switches_of({}) == 0
    assert set(game().options) == set(OPTIONS)


# 12.1 ------------------------------------------------------------------------------------


def first_of(
    turn: int, *dice: str | int, options: Mapping[str, str] = MappingProxyType(ON["12.1"])
) -> Board:
    """Return the activations of a turn begin; two German corps and a Canadian one are there."""
    units = {"G-271-977": "1030", "G-708": "3442", "C-2-4": "0422"}
    return Board(units, phase="pool", turn=turn, options=options, dice=dice)


@pytest.mark.parametrize("turn", [1, 2, 3, 4])
def test_12_1_the_germans_choose_the_first_chit(turn: int) -> None:
    """12.1: on turns 1 to 4 the Germans choose one of their chits in the cup, the 58th Corps, or
    none."""
    board = first_of(turn)
    assert (board.asks, board.seat) == ("FirstChit", "german")
    assert board.legal == ["end", "first 74", "first 47", "first 58"]
    assert board.refused("first C2") == "12.1"
    assert board.refused("first 86") == "12.1"
    assert board.refused("first 1SS") == "reading 44"


def test_12_1_not_later_and_not_without_the_switch() -> None:
    """12.1: on turn 5, or without the rule, a chit is drawn."""
    assert first_of(5, "47", 1).asks == "ChooseRound"
    assert first_of(4, "47", options={}).asks == "Substitute"


def test_12_1_the_chosen_corps_acts_and_its_chit_is_out_of_the_cup() -> None:
    """12.1, reading 81: it counts as the first activation, and is not drawn again."""
    board = first_of(1, 3)
    board.do("first 74")
    if board.asks == "Attach":
        board.do("end")
    assert board.asks == "ChooseRound"
    names = board.game.world.corps_names
    assert not board.st.cup >> names.index("74") & 1
    assert board.st.activations == 1


def test_12_1_the_58th_corps_is_used_up() -> None:
    """12.1: beginning with the 58th Corps uses it up for the turn."""
    board = first_of(3, "3")
    board.do("first 58")
    assert board.st.used_58 == 1
    assert board.asks == "MoveRound"


def test_12_1_without_a_choice_a_chit_is_drawn() -> None:
    """12.1: the Germans may choose the first chit, but need not."""
    board = first_of(3, "47")
    board.do("end")
    assert board.asks == "Substitute"


# 12.2 ------------------------------------------------------------------------------------


def counterattack(options: Mapping[str, str], **more: str) -> Board:
    """The 2nd SS Corps counterattacks with others around, east and west of the line."""
    units = {
        "G-2SS-D": "2003",
        "G-501SS": "2002",
        "G-12SS-W": "2004",
        "G-12SS-K": "1903",
        "G-708": "2103",
        "G-2P-2": "2104",
        "G-116-16": "1904",
        "G-84-51": "2102",
        "G-21P-L": "3030",
        "C-2-4": "0430",
        **{k.replace("_", "-"): v for k, v in more.items()},
    }
    board = Board(units, phase="counterattack", turn=5, options=options, dice=(3,))
    board.do("counterattack 2SS", "end")
    assert board.asks == "Attach"
    return board


def attach_all(board: Board) -> int:
    """Attach every unit that can be attached, and return how many there were."""
    count = 0
    while board.asks == "Attach" and len(board.legal) > 1:
        board.do(board.legal[1])
        count += 1
    return count


def test_12_2_three_more_are_attached() -> None:
    """12.2: three in the Counterattack, and with the switch up to six."""
    for options, most in (({}, 3), (ON["12.2"], 6)):
        board = counterattack(options)
        assert attach_all(board) == most


def test_12_2_from_anywhere_only_if_distance_is_dropped() -> None:
    """Reading 82: the further three are within two hexes, unless the table says otherwise."""
    near = counterattack(ON["12.2"])
    assert near.refused("attach G-21P-L") == "11.1"
    far = counterattack({**ON["12.2"], "12-2-distance": "off"})
    far.do("attach G-21P-L")
    assert (far.st.attached, far.st.extra) == (0, 1)


def test_12_2_west_of_the_line_counts_among_the_further_three() -> None:
    """12.2, 11.3: a unit that is not east of the line is one of the further three."""
    west = next(
        number
        for number in ("2006", "2007", "2106", "1906")
        if not game().world.ground.escaped[game().world.grid.hex(number)]
    )
    units = {"G_2SS_DF": "2005", "G_12SS_O": west}
    plain = counterattack({}, **units)
    assert plain.refused("attach G-12SS-O") == "11.3"
    board = counterattack(ON["12.2"], **units)
    board.do("attach G-12SS-O")
    assert (board.st.attached, board.st.extra) == (0, 1)


# 12.3, 12.4 ------------------------------------------------------------------------------


@pytest.mark.parametrize(("die", "markers"), [(1, 3), (2, 3), (3, 3), (4, 4), (5, 5), (6, 6)])
def test_12_3_at_least_three_airstrikes(die: int, markers: int) -> None:
    """12.3: a 1 or 2 counts as three; without the switch it is what it is."""
    units = {"G-708": "0421", "C-2-4": "0430"}
    assert Board(units, phase="air", turn=2, dice=(die,), options=ON["12.3"]).st.air == markers
    assert Board(units, phase="air", turn=2, dice=(die,)).st.air == die


def test_12_4_us_guns_fire_next_to_the_commonwealth() -> None:
    """12.4: the restriction of 8.2 is lifted."""
    units = {"U-90-357": "0424", "G-708": "0421", "C-2-4": "0420"}
    assert Board(units, phase="bombardment", turn=2).refused("shell US15 0421") == "8.2"
    board = Board(units, phase="bombardment", turn=2, options=ON["12.4"])
    assert "shell US15 0421" in board.legal


@pytest.mark.parametrize(("corps", "plain", "better"), [("US15", -2, -1), ("C2", -1, -1)])
def test_12_4_us_corps_by_night(corps: str, plain: int, better: int) -> None:
    """12.4: the US night modifier of the Activation Table is -1, the others stay."""
    number = game().world.corps_names.index(corps)
    for options, drm in (({}, plain), (ON["12.4"], better)):
        board = Board({"C-2-4": "0422"}, turn=3, options=options)
        assert ActivationOdds(board.st, number, counter=False).drm == drm


# 12.5 ------------------------------------------------------------------------------------

FRENCH = {"F-2-L": "3530", "F-2-D": "3529", "F-2-V": "3528"}


def paris(units: Mapping[str, str], die: int, *, turn: int = 3, **facts: int) -> Board:
    """Return the die for the French, and then a German chit."""
    every = {**FRENCH, "G-271-977": "1030", **units}
    return Board(
        every, phase="activation", turn=turn, options=ON["12.5"], dice=(die, "74"), cup=-1, **facts
    )


@pytest.mark.parametrize(
    ("units", "turn", "drm"),
    [
        ({"G-708": "3430"}, 3, 0),
        ({}, 3, 1),
        ({"G-708": "3430"}, 4, 1),
        ({"G-708": "3430"}, 8, 2),
        ({"G-708": "3430", "F-2-L": "3530 reduced"}, 3, 1),
        ({"G-708": "3430", "F-2-L": "3530 reduced", "F-2-D": "3529 reduced"}, 3, 2),
        ({"F-2-L": "3530 reduced"}, 4, 3),
    ],
)
def test_12_5_every_modifier(units: Mapping[str, str], turn: int, drm: int) -> None:
    """12.5: reduced or lost units, four turns each, and no German next to the division."""
    board = Board({**FRENCH, **units}, turn=turn)
    assert ParisOdds(board.st).drm == drm


def test_12_5_eliminated_units_count() -> None:
    """12.5: a unit that is gone counts like one that is reduced."""
    board = Board({"F-2-L": "3530", "G-708": "3430"}, turn=3)
    assert ParisOdds(board.st).drm == 2


@pytest.mark.parametrize(
    ("die", "held", "gone"), [(1, 0, False), (4, 0, False), (5, 1, False), (6, 1, False)]
)
def test_12_5_what_the_die_does(die: int, held: int, gone: bool) -> None:
    """12.5: 4 or less nothing, 5 and 6 hold the division back, 7 takes it away."""
    board = paris({"G-708": "3430"}, die)
    assert board.st.french == held
    assert (board.at("F-2-L") == "dead") == gone


def test_12_5_seven_takes_them_away_without_points() -> None:
    """12.5, reading 80: the whole division leaves, and no Victory Points change."""
    board = paris({}, 6)
    assert [board.at(each) for each in FRENCH] == ["dead"] * 3
    assert board.st.vp == 0


@pytest.mark.parametrize("turn", [1, 2])
def test_12_5_not_before_turn_3(turn: int) -> None:
    """12.5: the die falls from turn 3 on."""
    every = {**FRENCH, "G-271-977": "1030"}
    board = Board(every, phase="activation", turn=turn, options=ON["12.5"], dice=("74",), cup=-1)
    assert board.asks == "Substitute"


def test_12_5_no_die_without_the_french() -> None:
    """12.5: a division that is gone is not rolled for."""
    units = {"G-271-977": "1030"}
    board = Board(units, phase="activation", turn=3, options=ON["12.5"], dice=("74",), cup=-1)
    assert board.asks == "Substitute"


def test_12_5_held_back_they_only_leave_german_zones() -> None:
    """12.5: outside a zone they may not move; in one they may leave it, and enter none."""
    units = {"F-2-L": "3530", "F-2-D": "3527", "G-708": "3529"}
    board = Board(units, phase="move US15", turn=3, french=1)
    assert board.st.in_enemy_zone(board.hex("3530"), 0)
    assert board.refused("select F-2-D") == "12.5"
    board.do("select F-2-L")
    reached = [line.split()[1] for line in board.legal if line.startswith(("go", "step"))]
    assert reached
    assert not any(board.st.in_enemy_zone(board.hex(number), 0) for number in reached)
    inside = next(
        board.game.world.grid.numbers[n]
        for n in board.game.world.ground.near[board.hex("3530")]
        if board.st.in_enemy_zone(n, 0) and not board.st.at(n, 1)
    )
    assert board.refused(f"step {inside}") == "12.5"


def test_12_5_it_is_over_with_the_turn() -> None:
    """12.5: a later turn has its own die."""
    board = Board({**FRENCH, "G-708": "3430"}, phase="begin_turn", turn=5, french=1)
    assert board.st.french == 0
