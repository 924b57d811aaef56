"""Module 10: movement, columns, air drops, heavy panzers."""

from __future__ import annotations

import pytest

from bocage.games.roundup.board.position import DROPPED, GROUNDED, HAS_DROPPED
from bocage.games.roundup.s10_movement import step_cost
from tests.games.roundup.build import Board, game

DROPPED_NOW = DROPPED | GROUNDED | HAS_DROPPED


def cost(board: Board, unit: str, here: str, there: str) -> int:
    """What a step costs."""
    return step_cost(board.st, board.unit(unit), board.hex(here), board.hex(there))


# Costs ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("here", "there", "points"),
    [
        ("3316", "3317", 1),  # clear
        ("2008", "1908", 3),  # polder
        ("2120", "2119", 1),
        ("2118", "2117", 2),  # woods
        ("2020", "2019", 2),  # rough
        ("3113", "3013", 1),  # town
        ("2623", "2624", 1),  # port
        ("2016", "1915", 3),
    ],
)
def test_10_2_terrain_costs(here: str, there: str, points: int) -> None:
    """10.2: what a hex costs to enter, by the Terrain Effects Chart."""
    board = Board({"GE20": here}, phase="german.movement")
    assert cost(board, "GE20", here, there) == points


def test_10_2_water_costs_one_more_both_ways() -> None:
    """10.2: a river or canal side costs one point more, in either direction."""
    board = Board(phase="german.movement")
    assert cost(board, "GE20", "3016", "2916") == cost(board, "GE20", "2916", "3016") == 2


def test_10_2_the_worked_example() -> None:
    """10.2: over a canal into polder is 1 and 3, 4 points."""
    board = Board(phase="german.movement")
    assert cost(board, "GE20", "2410", "2309") == 4


def test_10_5_the_worked_example() -> None:
    """10.5: the same under enemy TAS is 5 points."""
    board = Board(phase="german.movement", superiority="allied", tas=["2309"])
    assert cost(board, "GE20", "2410", "2309") == 5


def test_10_3_no_minimum_move() -> None:
    """10.3: a unit that cannot pay for a hex does not enter it."""
    board = Board({"GE05": "2008"}, phase="german.movement", weather="storm")
    board.do("select GE05")
    assert board.refused("step 1908") == ("10.6",)  # a column would have 4, but not into polder
    halved = Board(
        {"GE05": "2008", "UK01": "2006", "UK02": "2206"},
        phase="german.movement",
        weather="storm",
        allied=[f"{r}01" for r in range(10, 43)] + [f"42{n:02d}" for n in range(1, 26)],
    )
    halved.do("select GE05")
    assert halved.refused("step 1908") == ("10.3",)


def test_10_0_a_path_is_paid_hex_by_hex() -> None:
    """10.0: points are spent hex by hex until none are left."""
    board = Board({"GE28": "3317", "UK01": "4101"}, phase="german.movement")
    board.do("select GE28")
    path = ["3316", "3315", "3314", "3414"]
    for number in path:
        board.do(f"step {number}")
    top = board.st.stack[-1]
    spent = sum(cost(board, "GE28", a, b) for a, b in zip(["3317", *path[:-1]], path, strict=True))
    assert top.spent == spent  # type: ignore[attr-defined]


def test_10_0_no_enemy_hex_no_jump_no_standing_still() -> None:
    """10.0: never into an enemy's hex, never over a hex, never to where one is."""
    board = Board({"UK01": "3317", "GE20": "3315"}, phase="german.movement").do("select GE20")
    assert board.refused("go 3317") == ("10.0",)
    assert board.refused("step 3317") == ("10.0",)
    assert board.refused("step 3313") == ("10.0",)
    assert board.refused("go 3315") == ("10.0",)


def test_10_0_only_the_phasing_side_and_once() -> None:
    """10.0: a player moves only their own units on the map, each once a phase."""
    board = Board({"UK01": "3317", "GE20": "3315"}, phase="german.movement")
    assert board.refused("select UK01") == ("10.0",)
    assert board.refused("select GE21") == ("10.0",)
    board.do("move GE20 3314")
    assert board.refused("select GE20") == ("10.0",)


def test_10_0_nothing_is_carried_over() -> None:
    """10.0: the marks of the phase are gone when it ends."""
    board = Board({"GE20": "3315"}, phase="german.movement").do("move GE20 3314", "end")
    assert not any(board.st.marks)


def test_10_0_too_far() -> None:
    """10.3: a hex too dear to reach is refused with what it would take."""
    board = Board({"GE05": "3317"}, phase="german.movement").do("select GE05")
    assert board.refused("go 2901") == ("10.3",)


def test_3_2_1_the_cheapest_way_leads_around_zones() -> None:
    """3.2.1: a unit that goes somewhere passes through no enemy zone on the way."""
    board = Board({"UK01": "3318", "GE20": "3316"}, phase="german.movement")
    board.do("select GE20", "go 3320")
    path = board.told("Moved")[0].path
    assert len(path) > 5
    assert not any(board.st.in_enemy_zone(h, 1) for h in path)


def test_7_4_the_cheapest_way_pays_for_enemy_tas() -> None:
    """7.4: a unit that moves pays one more for each hex in reach of enemy TAS."""
    board = Board({"GE20": "3315"}, phase="german.movement", superiority="allied", tas=["3317"])
    board.do("select GE20", "go 3317")
    assert board.told("Moved")[0].points == 4


def test_3_2_1_behind_enemy_lines() -> None:
    """3.2.1: a hex that zones close off is refused as such."""
    units = {"UK01": "3318", "UK02": "3316", "GE20": "3317"}
    board = Board(units, phase="german.movement").do("select GE20")
    assert board.refused("go 3217") == ("3.2.1",)


# 10.6 Columns -----------------------------------------------------------------------------


def test_10_6_twice_the_points() -> None:
    """10.6: in overland supply and outside enemy zones a unit may spend twice its points."""
    board = Board({"GE05": "3317"}, phase="german.movement").do("select GE05")
    grid = game().world.grid
    assert max(grid.distance(grid.hex("3317"), grid.hex(n)) for n in board.legal_of("go")) == 8
    board.do("go 3312")
    assert [(each.points, each.rule) for each in board.told("Moved")] == [(6, "10.6")]


def test_10_6_not_into_enemy_zones() -> None:
    """10.6: a column enters no enemy zone; within its normal points a unit may."""
    near = Board({"UK01": "3317", "GE05": "3313"}, phase="german.movement").do("select GE05")
    assert "3316" in near.legal_of("go")
    far = Board({"UK01": "3317", "GE05": "3311"}, phase="german.movement").do("select GE05")
    assert "3315" in far.legal_of("go")
    assert "3316" not in far.legal_of("go")
    assert far.refused("go 3316") == ("10.6",)


def test_10_6_not_into_polder() -> None:
    """10.6: a column enters no polder, and one that entered polder is none any more."""
    board = Board({"GE20": "2208"}, phase="german.movement").do("select GE20", "step 2209")
    top = board.st.stack[-1]
    assert (top.spent, top.column) == (3, False)  # type: ignore[attr-defined]


def test_10_6_step_by_step_too() -> None:
    """10.6: beyond its normal points a unit steps neither into polder nor into a zone."""
    board = Board({"GE05": "2204", "UK01": "2408"}, phase="german.movement")
    board.do("select GE05", "step 2205", "step 2206", "step 2207")
    board.do("step 2208")
    assert board.st.stack[-1].spent >= 4  # type: ignore[attr-defined]
    assert board.refused("step 2209") == ("10.6",)


def test_reading_42_a_column_may_begin_in_polder() -> None:
    """Reading 42: a column may start in polder and leave it."""
    board = Board({"GE05": "1908"}, phase="german.movement").do("select GE05")
    assert board.st.stack[-1].column  # type: ignore[attr-defined]
    grid = game().world.grid
    far = board.legal_of("go")
    assert max(grid.distance(grid.hex("1908"), grid.hex(n)) for n in far) > 4


@pytest.mark.parametrize(
    "why", ["in an enemy zone", "out of supply", "coastal supply", "aerial supply"]
)
def test_10_6_who_may_not_form_a_column(why: str) -> None:
    """10.6, reading 28: not in an enemy zone, and on no supply but overland."""
    lost = ("lost", "lost", "lost", "lost")
    boards = {
        "in an enemy zone": Board({"US01": "3317", "GE20": "3316"}, phase="allied.movement"),
        "out of supply": Board({"US01": "3317"}, phase="allied.movement", beachheads=lost),
        "coastal supply": Board({"US01": "3323"}, phase="allied.movement", beachheads=lost),
        "aerial supply": Board(
            {"US01": "3317"},
            phase="allied.movement",
            beachheads=lost,
            superiority="allied",
            aerial={"us": "3317"},
        ),
    }
    board = boards[why].do("select US01")
    top = board.st.stack[-1]
    assert not top.column  # type: ignore[attr-defined]
    assert top.points == (5 if why == "out of supply" else 10)  # type: ignore[attr-defined]


def test_10_6_through_enemy_tas() -> None:
    """10.6: enemy TAS makes a column pay more but does not stop it."""
    board = Board({"GE20": "3317"}, phase="german.movement", superiority="allied", tas=["3317"])
    assert board.do("select GE20").st.stack[-1].column  # type: ignore[attr-defined]


def test_reading_35_columns_on_turn_1() -> None:
    """Reading 35: on turn 1 units count as in overland supply; a switch forbids it the Allies."""
    on = {"no-column-on-turn-1": "on"}
    for options, allied in (({}, True), (on, False)):
        for unit, phase, expected in (
            ("US01", "allied.movement", allied),
            ("GE20", "german.movement", True),
        ):
            board = Board({unit: "3317"}, phase=phase, turn=1, options=options)
            top = board.do(f"select {unit}").st.stack[-1]
            assert top.column is expected  # type: ignore[attr-defined]


# 10.7 Air drops ---------------------------------------------------------------------------


def dropping(units: dict[str, str], **settings: object) -> Board:
    """Return a board at the air drops, with all that they need."""
    chosen = {"superiority": "allied", **settings}
    return Board(units, phase="allied.drops", **chosen)  # type: ignore[arg-type]


def test_10_7_a_drop() -> None:
    """10.7: the unit comes down with its nation's Aerial Supply Marker and enters the hex."""
    board = dropping({"US01": "2723"}).do("drop US13 2720")
    assert board.at("US13") == "2720"
    assert board.st.aerial[0] == board.hex("2720")
    assert board.holds("2720") == "allied"
    assert board.st.marks[board.unit("US13")] == DROPPED_NOW


def test_10_7_range() -> None:
    """10.7: within five hexes of an Allied unit in overland supply."""
    board = dropping({"US01": "2723"})
    grid = game().world.grid
    hexes = [grid.hex(n) for n in board.legal_of("drop", "US13")]
    assert max(grid.distance(grid.hex("2723"), h) for h in hexes) == 5
    assert board.refused("drop US13 2717") == ("10.7",)


def test_10_7_the_unit_near_must_be_in_overland_supply() -> None:
    """10.7: a friend in coastal supply alone does not count."""
    board = dropping({"US01": "3523"}, beachheads=("lost", "lost", "3024", "3223"))
    assert board.supply("US01") == "coastal"
    assert board.refused("drop US13 3520") == ("10.7",)


def test_10_7_where() -> None:
    """10.7: into clear ground off the coast and outside enemy zones."""
    board = dropping({"US01": "2723", "GE20": "2920"})
    for number in ("2723", "2823", "2820", "2920", "2921"):
        assert board.refused(f"drop US13 {number}") == ("10.7",), number
    world = game().world
    for number in board.legal_of("drop", "US13"):
        h = world.grid.hex(number)
        assert not world.coastal[h]
        assert world.pack.hexes[h].terrain == "clear"
        assert not world.pack.hexes[h].settlement


def test_10_7_one_us_unit_and_one_uk_stack() -> None:
    """10.7, reading 26: one US unit; of the UK one legal stack of airborne units."""
    board = dropping({"US01": "2723", "UK01": "3024"}).do("drop US13 2720")
    assert board.refused("drop US14 2720") == ("10.7",)
    assert board.refused("drop US14 2620") == ("10.7",)
    assert board.legal_of("drop", "US14") == set()
    board.do("drop UK13 3022")
    assert board.legal_of("drop", "UK28") == {"3022"}
    assert board.refused("drop UK28 3021") == ("10.7",)
    assert board.refused("drop UK14 3022") == ("3.1.2",)
    board.do("drop UK28 3022", "end")
    assert board.at("UK28") == "3022"


def test_8_2_who_may_drop() -> None:
    """8.2: airborne units in England, each once a game."""
    board = dropping({"US01": "2723", "US13": "2722"}, marks={"UK28": HAS_DROPPED})
    assert board.refused("drop US02 2720") == ("8.2",)
    assert board.refused("drop US13 2720") == ("8.2",)
    assert board.refused("drop UK28 2720") == ("8.2",)
    assert board.refused("drop GE49 2720") == ("8.2",)


def test_8_4_a_unit_that_returns_lands() -> None:
    """8.4: a unit that returns comes by beachhead or port, though it never dropped."""
    board = dropping({"UK01": "3024"})
    board.st.due[board.unit("UK28")] = 2
    assert board.refused("drop UK28 3022") == ("8.4",)
    assert board.legal_of("drop", "UK28") == set()


@pytest.mark.parametrize(
    ("weather", "superiority"), [("overcast", "allied"), ("clear", ""), ("clear", "german")]
)
def test_10_7_weather_and_superiority(weather: str, superiority: str) -> None:
    """10.7: only in clear weather with Allied air superiority."""
    board = dropping({"US01": "2723"}, weather=weather, superiority=superiority)
    assert board.asks != "Drops"


def test_reading_21_the_marker_is_in_use() -> None:
    """Reading 21: a nation whose Aerial Supply Marker lies on the map does not drop."""
    board = dropping({"US01": "2723", "UK01": "3024"}, aerial={"us": "2723"})
    assert board.refused("drop US13 2720") == ("reading 21",)
    board.do("drop UK13 3022")


def test_reading_21_a_drop_may_join_friends() -> None:
    """Reading 21: a drop may join a friendly stack within limits."""
    board = dropping({"US01": "2723", "US15": "2720", "US02": "2620"})
    assert board.refused("drop US13 2620") == ("3.1.2",)
    board.do("drop US13 2720")


def test_10_8_a_drop_on_turn_1() -> None:
    """10.8, reading 22: on turn 1 units just landed give the range."""
    board = dropping({"US01": "2723"}, turn=1)
    board.do("drop US13 2720")


def test_10_7_the_dropped_do_not_move() -> None:
    """10.7: no move in the turn of the drop."""
    board = Board({"US13": "3317"}, phase="allied.movement", marks={"US13": DROPPED_NOW})
    assert board.legal == ["end"]
    assert board.refused("select US13") == ("10.7",)


@pytest.mark.parametrize("supplied", [True, False])
def test_10_7_free_when_a_turn_begins_in_overland_supply(supplied: bool) -> None:
    """10.7, reading 23: free again when a turn begins with overland supply, not before."""
    beaches = ("2723", "2824", "3024", "3223") if supplied else ("lost", "lost", "3024", "3223")
    board = Board(
        {"US13": "3317"},
        phase="start",
        beachheads=beaches,
        marks={"US13": GROUNDED | HAS_DROPPED},
        dice=["6"],
    )
    marks = board.st.marks[board.unit("US13")]
    assert marks == (HAS_DROPPED if supplied else HAS_DROPPED | GROUNDED)


# 10.9 Heavy panzers -----------------------------------------------------------------------


def test_10_9_heavy_panzers_do_not_enter_polder() -> None:
    """10.9: not by a step, and the way around is found."""
    board = Board({"GE15": "2008", "GE20": "2008"}, phase="german.movement").do("select GE15")
    assert board.refused("step 1908") == ("10.9",)
    assert board.refused("go 1908") == ("10.9",)
    world = game().world
    assert not any(world.is_polder[world.grid.hex(n)] for n in board.legal_of("go"))
    board.do("stay", "select GE20", "step 1908")


def test_10_9_heavy_panzers_do_not_attack_into_polder() -> None:
    """10.9: no combat into polder; others may."""
    units = {"GE15": "2008", "GE20": "2008", "UK01": "1908"}
    board = Board(units, phase="german.combat").do("attack 1908")
    assert board.refused("with GE15") == ("10.9",)
    assert board.legal == ["with GE20"]
    alone = Board({"GE15": "2008", "UK01": "1908"}, phase="german.combat")
    assert alone.legal == ["end"]
    assert alone.refused("attack 1908") == ("10.9",)
