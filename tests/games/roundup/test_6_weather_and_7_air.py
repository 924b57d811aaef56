"""Modules 6 and 7: weather, air superiority, TAS Markers, heavy bombers."""

from __future__ import annotations

import pytest

from bocage.games.roundup.board.charts import WEATHERS
from bocage.games.roundup.pieces.units import ALLIED, GERMAN
from bocage.games.roundup.s07_air import dice_for
from bocage.games.roundup.s10_movement import points_of
from bocage.games.roundup.s11_odds import bomber_shift
from tests.games.roundup.build import Board, rows

WEATHER_TABLE = {
    **dict.fromkeys((2, 3, 4), "clear clear clear clear overcast storm"),
    **dict.fromkeys((5, 6, 7), "clear clear clear overcast overcast storm"),
    **dict.fromkeys((8, 9, 10), "clear clear overcast overcast overcast storm"),
}


@pytest.mark.parametrize("turn", range(2, 11))
@pytest.mark.parametrize("die", range(1, 7))
def test_6_0_every_cell_of_the_weather_table(turn: int, die: int) -> None:
    """6.0: from turn 2 a die on the Weather Table decides."""
    expected = WEATHER_TABLE[turn].split()[die - 1]
    dice = [str(die)] + ([] if expected == "storm" else ["6", "3"])
    board = Board(phase="start", turn=turn, dice=dice)
    assert WEATHERS[board.st.weather] == expected
    assert board.told("WeatherSet")[0].rule == "6.0"


@pytest.mark.parametrize(
    ("weather", "strategy", "dice"),
    [
        ("clear", 1, (3, 2)),
        ("clear", 3, (3, 2)),
        ("clear", 2, (3, 3)),
        ("clear", 4, (3, 3)),
        ("overcast", 1, (2, 1)),
        ("overcast", 2, (2, 2)),
        ("overcast", 4, (2, 2)),
        ("storm", 1, (0, 0)),
        ("storm", 4, (0, 0)),
    ],
)
def test_6_1_dice_by_weather_and_strategy(
    weather: str, strategy: int, dice: tuple[int, int]
) -> None:
    """6.1, 13.3: three dice against two, in overcast two against one, one more with Luftwaffe."""
    board = Board(phase="allied.movement", turn=2, weather=weather, strategy=strategy)
    assert (dice_for(board.st, ALLIED), dice_for(board.st, GERMAN)) == dice


def test_7_1_turn_1_dice() -> None:
    """7.1: on turn 1 the Allies roll one die and the Germans none, Luftwaffe or not."""
    board = Board(phase="allied.movement", turn=1, strategy=4)
    assert (dice_for(board.st, ALLIED), dice_for(board.st, GERMAN)) == (1, 0)


@pytest.mark.parametrize(
    ("allied", "german", "owner", "markers"),
    [("10", "7", "allied", 3), ("5", "9", "german", 4), ("18", "2", "allied", 16)],
)
def test_7_2_the_difference_is_the_number_of_markers(
    allied: str, german: str, owner: str, markers: int
) -> None:
    """7.2: the higher total has the difference in TAS Markers."""
    board = Board(phase="start", turn=2, dice=["1", allied, german])
    assert (board.asks, board.seat, board.st.tas_left) == ("PlaceTas", owner, markers)
    assert board.told("AirFought")[0].rule == "7.2"


def test_7_2_a_tie() -> None:
    """7.2, reading 20: on a tie nobody has superiority and no marker is used."""
    board = Board({"US13": "2723"}, phase="start", turn=2, dice=["1", "7", "7"])
    assert board.asks == "Landings"
    assert board.told("AirTied")[0].rule == "7.2"


def test_6_1_storm() -> None:
    """6.1, reading 20: in Storm nobody rolls, and there are no markers."""
    board = Board(phase="start", turn=2, dice=["6"])
    assert board.asks == "Landings"
    assert board.told("AirGrounded")[0].rule == "6.1"


def test_7_3_some_now_and_the_rest_in_the_german_phase() -> None:
    """7.3, reading 19: what is kept back may be placed when the German phase begins."""
    board = Board({"US01": "3317"}, phase="allied.place_tas", superiority="german", tas_left=3)
    assert board.seat == "german"
    board.do("tas 3317", "end")
    assert board.st.tas_left == 2
    board = Board(phase="german.place_tas", superiority="german", tas=["3317"], tas_left=2)
    assert (board.asks, board.seat) == ("PlaceTas", "german")
    board.do("tas 1001", "tas 4225")
    assert len(board.st.tas) == 3
    assert board.asks == "ChooseOrder"


# Movement under TAS -----------------------------------------------------------------------


def cost_of(board: Board, unit: str, path: str) -> int:
    """What a path costs a unit, in points."""
    board.do(f"move {unit} {path}")
    return sum(each.points for each in board.told("Moved"))


@pytest.mark.parametrize("tas", [["3317"], ["3316"], ["3317", "3316", "3317"]])
def test_7_4_one_point_more_in_reach_of_enemy_tas(tas: list[str]) -> None:
    """7.4, 10.5: one more for each hex in reach, however many markers reach it."""
    board = Board({"GE20": "3315"}, phase="german.movement", superiority="allied", tas=tas)
    assert cost_of(board, "GE20", "3315-3316-3317") == 4


def test_7_4_leaving_is_free_and_friends_pay_nothing() -> None:
    """7.4: leaving TAS costs nothing; a side's own markers have no effect on it."""
    leaving = Board({"GE20": "3316"}, phase="german.movement", superiority="allied", tas=["3317"])
    assert cost_of(leaving, "GE20", "3316-3315-3314") == 2
    friends = Board({"GE20": "3315"}, phase="german.movement", superiority="german", tas=["3317"])
    assert cost_of(friends, "GE20", "3315-3316-3317") == 2


# Combat under TAS -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("owner", "tas", "shift"),
    [
        ("allied", ["3317"], 1),
        ("allied", ["3218"], 1),
        ("allied", ["3317", "3218", "3417"], 1),
        ("german", ["3317"], -1),
        ("allied", ["3315"], 0),
    ],
)
def test_7_5_one_column_for_the_owner(owner: str, tas: list[str], shift: int) -> None:
    """7.5, 11.11: the defender's hex in reach shifts one column for the owner, once."""
    board = Board(
        {"UK01": "3316", "GE20": "3317"}, phase="allied.combat", superiority=owner, tas=tas
    )
    assert rows(board.odds("3317", "UK01"), "shift").get("7.5", 0) == shift


def test_7_5_only_the_defenders_hex_counts() -> None:
    """7.5: TAS over the attackers does nothing."""
    board = Board(
        {"UK01": "3316", "GE20": "3317"}, phase="allied.combat", superiority="german", tas=["3315"]
    )
    assert "7.5" not in rows(board.odds("3317", "UK01"), "shift")


def test_7_5_one_marker_serves_several_battles() -> None:
    """7.5: a marker may support any number of battles, of both Allied nations."""
    units = {"UK01": "3316", "GE20": "3317", "US01": "3219", "GE16": "3218"}
    board = Board(units, phase="allied.combat", superiority="allied", tas=["3317"])
    for target, attacker in (("3317", "UK01"), ("3218", "US01")):
        assert rows(board.odds(target, attacker), "shift")["7.5"] == 1


# 6.3, 10.4 --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "clear", "storm"),
    [("US01", 10, 8), ("GE20", 10, 8), ("GE28", 7, 5), ("GE05", 4, 2), ("GE15", 10, 8)],
)
def test_6_3_storm_costs_two_points(name: str, clear: int, storm: int) -> None:
    """6.3, 10.1, 10.4: the Movement Points Table, and two less in Storm."""
    for weather, points in (("clear", clear), ("overcast", clear), ("storm", storm)):
        board = Board({name: "3317"}, phase="allied.movement", turn=2, weather=weather)
        assert points_of(board.st, board.unit(name)) == points


def test_10_1_allied_points_on_turn_1() -> None:
    """10.1: Allied units have 6 points on turn 1, Germans their own."""
    board = Board({"US01": "3317", "GE20": "4005"}, phase="allied.movement", turn=1)
    assert points_of(board.st, board.unit("US01")) == 6
    assert points_of(board.st, board.unit("GE20")) == 10


# 7.6 Heavy bombers ------------------------------------------------------------------------

UNITS = {"UK01": "3316", "GE20": "3317", "US01": "3219", "GE16": "3218"}


def bombing(**changes: str) -> Board:
    """Return a board on which heavy bombers may fly, unless something is changed."""
    settings = {"weather": "clear", "superiority": "allied", "order": "combat-move", **changes}
    side = settings.pop("side", "allied")
    return Board(UNITS, phase=f"{side}.combat", dice=["4", "1", "1"], **settings)  # type: ignore[arg-type]


def test_7_6_the_bomber_flies_once() -> None:
    """7.6, reading 17: one mission a phase, against one hex, with an attack on the ground."""
    board = bombing()
    board.do("attack 3317")
    assert board.refused("bomber") == ("7.6",)
    board.do("with UK01", "bomber")
    assert board.refused("bomber") == ("7.6",)
    board.do("fight")
    assert [(e.die, e.shift, e.rule) for e in board.told("Bombed")] == [(4, 1, "11.12")]
    while board.asks != "CombatPhase":
        board.do(board.legal[0])
    board.do("attack 3218", "with US01")
    assert board.refused("bomber") == ("7.6",)


@pytest.mark.parametrize(
    "changes",
    [
        {"weather": "overcast"},
        {"weather": "storm", "superiority": ""},
        {"superiority": ""},
        {"superiority": "german"},
        {"order": "move-combat"},
    ],
)
def test_7_6_what_the_bomber_needs(changes: dict[str, str]) -> None:
    """7.6, 6.2: clear weather, Allied superiority and Combat/Move."""
    board = bombing(**changes).do("attack 3317", "with UK01")
    assert board.refused("bomber") == ("7.6",)


def test_7_6_the_germans_have_none() -> None:
    """7.6: no German heavy bombers in the standard game."""
    board = bombing(side="german", superiority="german").do("attack 3316", "with GE20")
    assert board.refused("bomber") == ("7.6",)


@pytest.mark.parametrize(
    ("die", "open_ground", "town", "with_tas"),
    [
        (1, -1, -1, 0),
        (2, 0, -1, 1),
        (3, 1, 0, 1),
        (4, 1, 1, 1),
        (5, 1, 1, 2),
        (6, 2, 1, 2),
    ],
)
def test_11_12_every_cell_of_the_bomber_table(
    die: int, open_ground: int, town: int, with_tas: int
) -> None:
    """11.12: the shift by die, one less into towns and ports, one more under friendly TAS."""
    plain = Board(phase="allied.combat")
    assert bomber_shift(plain.st, plain.hex("3317"), die) == open_ground
    assert bomber_shift(plain.st, plain.hex("3013"), die) == town
    assert bomber_shift(plain.st, plain.hex("1618"), die) == town
    covered = Board(phase="allied.combat", superiority="allied", tas=["3317"])
    assert bomber_shift(covered.st, covered.hex("3317"), die) == with_tas


def test_reading_75e_at_most_one_column() -> None:
    """Reading 75e: a switch caps the shift of bombers at one column."""
    board = Board(phase="allied.combat", options={"bomber-one-column": "on"})
    shifts = [bomber_shift(board.st, board.hex("3317"), die) for die in range(1, 7)]
    assert shifts == [-1, 0, 1, 1, 1, 1]


def test_11_12_the_bomber_comes_on_top_of_tas() -> None:
    """11.12: the shift of bombers is added to that of TAS."""
    board = Board(
        {"UK01": "3316", "GE20": "3317"}, phase="allied.combat", superiority="allied", tas=["3317"]
    )
    shifts = rows(board.odds("3317", "UK01", bomber=2), "shift")
    assert shifts == {"7.5": 1, "11.12": 2}
