"""Module 8: Allied landings and replacements, returns, German containers."""

from __future__ import annotations

import pytest

from bocage.games.roundup.board.position import CUP, POOL, REPLACED
from bocage.games.roundup.s08_returns import return_units
from tests.games.roundup.build import Board, game


def landing(units: dict[str, str] | None = None, **settings: object) -> Board:
    """Return a board in the landings of the Reinforcement Phase."""
    return Board(units or {}, phase="allied.landings", **settings)  # type: ignore[arg-type]


# 8.1 Landings -----------------------------------------------------------------------------


def test_8_1_one_stack_a_beachhead() -> None:
    """8.1: one legal stack at each beachhead, from the pool."""
    board = landing().do("land US01 2723", "land US15 2723")
    assert board.refused("land US02 2723") == ("3.1.2",)
    assert board.refused("land US16 2723") == ("3.1.2",)
    assert board.refused("land US01 2824") == ("8.1",)  # it is ashore
    assert board.holds("2723") == "allied"


def test_8_1_a_nation_lands_at_its_own_beachheads() -> None:
    """8.1, 4.4: US units come in by US beachheads, UK units by UK ones."""
    board = landing()
    assert board.refused("land UK01 2723") == ("8.1",)
    assert board.refused("land US01 3024") == ("8.1",)
    assert board.legal_of("land", "US01") == {"2723", "2824"}
    assert board.legal_of("land", "UK20") == {"3024", "3223"}


def test_8_1_nobody_lands_elsewhere_and_no_german_at_all() -> None:
    """8.1: a unit needs a beachhead or a port, and must be Allied."""
    board = landing()
    assert board.refused("land US01 3317") == ("8.1",)
    assert board.refused("land GE20 2723") == ("8.1",)
    assert board.refused("land US01 1618") == ("4.4",)


def test_8_1_a_lost_beachhead_takes_nobody() -> None:
    """4.4: an eliminated beachhead never returns."""
    board = landing(beachheads=("lost", "2824", "3024", "3223"))
    assert board.legal_of("land", "US01") == {"2824"}


def test_reading_38_a_full_beachhead_is_blocked() -> None:
    """Reading 38: a division on the beachhead leaves room for a smaller unit alone."""
    board = landing({"US01": "2723"})
    assert board.refused("land US02 2723") == ("3.1.2",)
    board.do("land US15 2723")
    assert board.legal_of("land", "US16") == {"2824"}


def test_reading_39_landing_in_an_enemy_zone() -> None:
    """Reading 39: an enemy zone of control does not prevent a landing."""
    landing({"GE20": "2722"}).do("land US01 2723")


def test_8_1_a_port_takes_one_stack_in_one_hex() -> None:
    """8.1, reading 33: one stack a port and turn, in any one of its hexes."""
    board = landing(ports={"dunkirk": "uk"})
    assert board.legal_of("land", "UK01") == {"3024", "3223", "1305", "1306", "1307"}
    board.do("land UK01 1306", "land UK21 1306")
    assert board.refused("land UK02 1307") == ("8.1",)
    assert board.legal_of("land", "UK02") == {"3024", "3223"}
    assert board.refused("land US01 1307") == ("4.4",)


def test_8_1_placing_costs_no_points() -> None:
    """8.1: a unit that landed has all its points."""
    board = landing().do("land US01 2723", "end")
    while board.asks != "MovePhase":
        board.do("order move-combat" if board.asks == "ChooseOrder" else "end")
    board.do("select US01")
    assert board.st.stack[-1].points == 10  # type: ignore[attr-defined]
    assert board.st.stack[-1].spent == 0  # type: ignore[attr-defined]


def test_10_8_landing_on_turn_1() -> None:
    """10.8: on turn 1 a full stack lands at each of the four Beachhead Markers."""
    board = landing(turn=1)
    assert board.refused("land US01 3024") == ("10.8",)
    board.do("land US01+US15 2723", "land UK01+UK23 3024")
    assert {each.rule for each in board.told("Landed")} == {"10.8"}


# 8.3 Divisional replacements --------------------------------------------------------------


def replacing(units: dict[str, str], **settings: object) -> Board:
    """Return a board at the replacements."""
    return Board(units, phase="allied.replacements", **settings)  # type: ignore[arg-type]


def test_8_3_one_step_a_nation() -> None:
    """8.3: each turn one US and one UK division may have its step back."""
    units = {"US01": "2823 reduced", "US02": "2822 reduced", "UK01": "3222 reduced"}
    board = replacing(units)
    assert board.legal == ["end", "replace US01", "replace US02", "replace UK01"]
    board.do("replace US01")
    assert board.steps("US01") == 2
    assert board.st.marks[board.unit("US01")] & REPLACED
    assert board.refused("replace US02") == ("8.3",)
    board.do("replace UK01")
    assert board.asks == "ChooseOrder"


def test_8_3_who_may_not_be_replaced() -> None:
    """8.3, 8.6: not the whole, the small, the dead, the cut off, those in zones, no Germans."""
    units = {
        "US01": "2823 reduced",
        "US02": "2822",
        "US15": "2722",
        "GE16": "4005 reduced",
        "US03": "3012 reduced",
        "GE20": "3011",
        "UK01": "3424 reduced",
        "UK02": "1404 reduced",
    }
    lost = ("2723", "2824", "lost", "lost")
    board = replacing(units, beachheads=lost, dead=["US04"])
    assert board.legal == ["end", "replace US01"]
    for name in ("US02", "US15", "US03", "US04", "UK01", "UK02"):
        assert board.refused(f"replace {name}") == ("8.3",), name
    assert board.supply("UK01") == "coastal"
    assert board.refused("replace GE16") == ("8.6",)


def test_8_3_a_port_will_do() -> None:
    """8.3: a path to a port that serves the nation is as good as one to a beachhead."""
    lost = ("lost", "lost", "lost", "lost")
    units = {"US01": "2519 reduced", "UK01": "2517 reduced"}
    board = replacing(units, beachheads=lost, ports={"boulogne": "us"})
    assert board.legal == ["end", "replace US01"]


@pytest.mark.parametrize("order", ["move-combat", "combat-move"])
def test_8_3_the_replaced_neither_move_nor_attack(order: str) -> None:
    """8.3, readings 44 and 72: no move, no attack, in either order of phases."""
    units = {"US01": "3316", "GE20": "3317"}
    marks = {"US01": REPLACED}
    board = Board(units, phase="allied.movement", order=order, marks=marks)
    assert board.refused("select US01") == ("8.3",)
    board = Board(units, phase="allied.combat", order=order, marks=marks)
    assert board.legal == ["end"]
    assert board.refused("attack 3317") == ("8.3",)


def test_8_3_the_replaced_defend_whole() -> None:
    """8.3: the unit defends with its full strength, and may retreat (reading 44)."""
    units = {"US01": "3317", "GE23": "3316"}
    board = Board(units, phase="german.combat", marks={"US01": REPLACED}, dice=["6"])
    assert board.odds("3317", "GE23").defence == 9
    board.do("attack 3317 with GE23")
    assert board.asks == "Retreat"


# 8.4 Returns ------------------------------------------------------------------------------


@pytest.mark.parametrize(("die", "turns"), [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3), (6, 3)])
@pytest.mark.parametrize("where", ["overland", "coastal"])
def test_8_4_return_with_supply(die: int, turns: int, where: str) -> None:
    """8.4: eliminated in overland or coastal supply, a unit returns after one to three turns."""
    lost = ("lost", "lost", "lost", "lost")
    hexes = ("3316", "3317") if where == "overland" else ("3323", "3322")
    board = Board(
        {"UK21": hexes[0], "GE23": hexes[1]},
        phase="allied.combat",
        beachheads=("2723", "2824", "3024", "3223") if where == "overland" else lost,
        dice=["1", str(die)],
    )
    assert board.supply("UK21") == where
    board.do(f"attack {hexes[1]} with UK21", "lose UK21")
    assert board.at("UK21") == "track"
    assert board.st.due[board.unit("UK21")] == 3 + turns
    assert board.told("WillReturn")[0].rule == "8.4"


@pytest.mark.parametrize("die", range(1, 7))
@pytest.mark.parametrize("aerial", [True, False])
def test_8_4_return_without_supply(die: int, aerial: bool) -> None:
    """8.4: eliminated in aerial supply or without any, it returns after the die in turns."""
    lost = ("lost", "lost", "lost", "lost")
    board = Board(
        {"UK21": "3316", "GE23": "3317"},
        phase="allied.combat",
        beachheads=lost,
        superiority="allied",
        aerial={"uk": "3316"} if aerial else {},
        dice=["1", str(die)],
    )
    assert board.supply("UK21") == ("aerial" if aerial else "out of supply")
    board.do("attack 3317 with UK21", "lose UK21")
    assert board.st.due[board.unit("UK21")] == 3 + die


@pytest.mark.parametrize("die", ["3", "6"])
def test_8_4_a_unit_that_would_return_too_late_is_lost(die: str) -> None:
    """Reading 73: a unit that would return after turn 10 is lost."""
    board = Board({"UK21": "3316", "GE23": "3317"}, phase="allied.combat", turn=9, dice=["1", die])
    board.do("attack 3317 with UK21", "lose UK21")
    assert (board.at("UK21"), board.steps("UK21")) == ("dead", 0)
    assert board.told("TooLate")[0].rule == "reading 73"


def test_8_4_back_in_the_pool_when_the_turn_begins() -> None:
    """8.4, reading 73: eliminated on turn N with k, in the pool when turn N + k begins."""
    board = Board({"UK21": "3316", "GE23": "3317"}, phase="allied.combat", dice=["1", "2", "1"])
    board.do("attack 3317 with UK21", "lose UK21")
    st = board.st.copy()
    assert board.at("UK21") == "track"
    st.turn = 4
    return_units(st)
    u = board.unit("UK21")
    assert (st.loc[u], st.steps[u]) == (POOL, 1)


def test_8_4_divisions_do_not_return() -> None:
    """8.3, 8.4: an eliminated division is out for good; no die is rolled for it."""
    board = Board({"UK01": "3316 reduced", "GE23": "3317"}, phase="allied.combat", dice=["1"])
    board.do("attack 3317 with UK01", "lose UK01")
    assert (board.at("UK01"), board.steps("UK01")) == ("dead", 0)


def test_11_13_1_german_smaller_units_do_not_return() -> None:
    """11.13.1: a German unit of one step that is eliminated is out of play."""
    board = Board({"UK01": "3316", "GE15": "3317"}, phase="german.combat", dice=["1"])
    board.do("attack 3316 with GE15", "lose GE15")
    assert board.at("GE15") == "dead"


# 8.5 German reinforcements ----------------------------------------------------------------


def entering(dice: list[str], **settings: object) -> Board:
    """Return a board at the German Reinforcement Phase; the dice of the next turn are given too."""
    rest = ["1", "10", "7"]
    return Board(phase="german.german_reinforcements", dice=[*dice, *rest], **settings)  # type: ignore[arg-type]


def only(*names: str) -> list[str]:
    """Return every unit of the containers but these: they are out of the game."""
    world = game().world
    cups = [u.id for i, u in enumerate(world.units) if world.cup[i] is not None]
    return [name for name in cups if name not in names]


@pytest.mark.parametrize(
    ("unit", "edge"),
    [("GE05", "E"), ("GE10", "S"), ("GE14", "E"), ("GE16", "S"), ("GE21", "S"), ("GE30", "E")],
)
def test_8_5_each_unit_enters_by_its_edge(unit: str, edge: str) -> None:
    """8.5.1 to 8.5.3, reading 7: letter, Italy and Russia name the edge."""
    board = entering(["1", unit], turn=2, strategy=3, dead=only(unit))
    east = {f"{row}01" for row in range(10, 43)}
    south = {f"42{n:02d}" for n in range(1, 26)}
    assert board.legal_of("enter", unit) == (east if edge == "E" else south)
    wrong = "4205" if edge == "E" else "3001"
    rule = {"GE21": "8.5.2", "GE30": "8.5.3"}.get(unit, "8.5.1")
    assert board.refused(f"enter {unit} {wrong}") == (rule,)
    board.do(f"enter {unit} 4201")
    assert board.at(unit) == "4201"


def test_8_5_the_die_says_how_many() -> None:
    """8.5: as many units as the die are picked blindly, and all are placed at once."""
    board = entering(["3", "GE05", "GE09", "GE10"], turn=2, dead=only("GE05", "GE09", "GE10"))
    assert board.told("Reinforced")[0].drawn == 3
    assert [board.at(n) for n in ("GE05", "GE09", "GE10")] == ["hand"] * 3
    board.do("enter GE09 2001", "enter GE05 2101", "enter GE10 4210")
    assert board.asks != "PlaceReinforcement"


def test_8_5_an_empty_container_is_not_rolled_for() -> None:
    """8.5: when all units have been picked there are no more."""
    board = entering(["6", "GE21"], dead=only("GE21"))
    assert board.told("Reinforced")[0].drawn == 1
    board.do("enter GE21 4210")
    assert board.st.turn == 4
    assert board.dice.left == ()


def test_8_5_1_the_second_container_opens_on_turn_2() -> None:
    """8.5.1: units marked 2E and 2S are not rolled for on turn 1."""
    board = entering(["1", "GE05"], turn=1, dead=only("GE05", "GE16"))
    board.do("enter GE05 2001")
    assert board.at("GE16") == "cup"
    assert board.st.turn == 2


@pytest.mark.parametrize(("strategy", "comes"), [(1, False), (2, False), (3, True), (4, True)])
def test_13_3_russia_comes_with_strategies_3_and_4(strategy: int, comes: bool) -> None:
    """13.3: the Russian Front is rolled for under strategies 3 and 4 alone."""
    dice = ["1", "GE30"] if comes else []
    board = entering(dice, turn=2, strategy=strategy, dead=only("GE30"))
    assert (board.asks == "PlaceReinforcement") is comes
    assert board.at("GE30") == ("hand" if comes else "cup")


def test_8_5_stacking_on_the_edge() -> None:
    """8.5: entry is subject to stacking."""
    board = entering(["2", "GE05", "GE06"], turn=2, strategy=1, dead=only("GE05", "GE06"))
    board.do("enter GE05 2001")
    assert board.refused("enter GE06 2001") == ("3.1.3",)


def test_8_5_entry_in_a_zone_but_not_by_an_allied_hex() -> None:
    """8.5, 3.5: an enemy zone does not prevent entry; Allied control of the edge hex does."""
    board = Board(
        {"UK01": "3002"},
        phase="german.german_reinforcements",
        turn=2,
        allied=["2001"],
        dead=only("GE05"),
        dice=["1", "GE05", "1", "10", "7"],
    )
    assert board.refused("enter GE05 2001") == ("3.5",)
    board.do("enter GE05 3001")


def test_8_5_a_unit_that_cannot_enter_is_eliminated() -> None:
    """8.5: a unit with no hex of its edge to enter by is lost."""
    east = [f"{row}01" for row in range(10, 43)]
    board = entering(["2", "GE05", "GE10"], turn=2, allied=east, dead=only("GE05", "GE10"))
    assert board.legal_of("enter", "GE05") == set()
    board.do("enter GE10 4210")
    assert board.at("GE05") == "dead"
    assert [(e.unit, e.rule) for e in board.told("Barred")] == [(board.unit("GE05"), "8.5")]


def test_reading_43_heavy_panzers_do_not_enter_by_polder() -> None:
    """Reading 43: a heavy panzer is not placed in polder."""
    board = entering(["1", "GE29"], turn=2, dead=only("GE29"))
    assert {"4223", "4224", "4225"}.isdisjoint(board.legal_of("enter", "GE29"))
    assert board.refused("enter GE29 4224") == ("reading 43",)


def test_8_5_a_marker_on_the_edge_is_overrun() -> None:
    """Reading 46: a placement ends a beachhead as a move does."""
    board = entering(
        ["1", "GE21"], turn=2, dead=only("GE21"), beachheads=("4222", "2824", "3024", "3223")
    )
    board.do("enter GE21 4222")
    assert board.st.beachheads[0] == -2


def test_8_5_every_cup_is_conserved() -> None:
    """13.2: what is neither drawn nor dead stays in its container."""
    board = entering(["1", "GE05"], turn=1)
    world = game().world
    assert sum(board.st.loc[u] == CUP for u in world.german) == 43
