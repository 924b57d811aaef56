"""Module 4: supply of every kind, and what the lack of it does."""

from __future__ import annotations

import pytest

from bocage.games.roundup.pieces.units import ALLIED
from bocage.games.roundup.s10_movement import allowance, may_form_column, points_of
from tests.games.roundup.build import Board

PHASE = "allied.movement"


def test_4_0_the_path_is_checked_when_a_unit_is_selected() -> None:
    """4.0: a unit that is cut off later in its move keeps the points it began with."""
    board = Board({"GE20": "3317"}, phase="german.movement")
    assert board.supply("GE20") == "overland"
    board.do("select GE20")
    assert board.st.stack[-1].points == 10  # type: ignore[attr-defined]


def test_4_1_half_movement_rounded_up() -> None:
    """4.1, 1.5: out of supply a unit has half its points, rounded up."""
    around = {"UK01": "3318", "UK02": "3316"}
    mechanized = Board({"GE20": "3317", **around}, phase="german.movement")
    assert mechanized.supply("GE20") == "out of supply"
    assert points_of(mechanized.st, mechanized.unit("GE20")) == 5
    other = Board({"GE28": "3317", **around}, phase="german.movement")
    assert points_of(other.st, other.unit("GE28")) == 4


def test_4_1_storm_before_halving() -> None:
    """Reading 36: Storm is subtracted first, then what is left is halved."""
    units = {"GE28": "3317", "UK01": "3318", "UK02": "3316"}
    board = Board(units, phase="german.movement", weather="storm")
    assert points_of(board.st, board.unit("GE28")) == 3


def test_4_1_factors_are_halved_unit_by_unit() -> None:
    """4.1, reading 36: each unit's factor is halved by itself, rounded up."""
    units = {"GE23": "3317", "GE29": "3317", "UK01": "3318", "UK02": "3316"}
    board = Board(units, phase="allied.combat")
    odds = board.odds("3317", "UK01", "UK02")
    assert odds.defence == 5 + 1  # 10 and 2
    assert sum(row.rule.case == "4.1" for row in odds.under("defence")) == 2


def test_4_1_unsupplied_units_keep_their_zones() -> None:
    """4.1: units out of supply keep their zones of control."""
    units = {"UK03": "3318", "GE20": "3316", "GE21": "3419", "GE22": "3219", "GE16": "3218"}
    board = Board(units, phase="german.movement", beachheads=("lost", "lost", "lost", "lost"))
    assert board.supply("UK03") == "out of supply"
    board.do("select GE20", "step 3317")
    assert board.asks == "MovePhase"


# 4.2 German sources -----------------------------------------------------------------------


def test_4_2_germans_trace_to_an_edge_they_hold() -> None:
    """4.2: a hex of the East or South edge that the Germans control is a source."""
    assert Board({"GE20": "3317"}, phase=PHASE).supply("GE20") == "overland"


def test_4_2_an_edge_in_allied_hands_is_not_a_source() -> None:
    """4.2: edge hexes lose their capacity with control, and regain it."""
    edges = [f"{row}01" for row in range(10, 43)] + [f"42{n:02d}" for n in range(1, 26)]
    board = Board({"GE20": "3317"}, phase="german.movement", allied=edges)
    assert board.supply("GE20") == "out of supply"
    board.st.take_control(board.hex("4210"), 1)
    assert board.supply("GE20") == "overland"


def test_4_2_no_german_coastal_supply() -> None:
    """4.3: there is no coastal supply for Germans."""
    units = {"GE20": "3523", "UK01": "3522", "UK02": "3424", "UK03": "3623"}
    board = Board(units, phase="german.movement")
    assert board.supply("GE20") == "out of supply"


# 3.2.2 Zones and supply -------------------------------------------------------------------


def test_3_2_2_enemy_zones_bar_a_path() -> None:
    """3.2.2: a hex in an enemy zone bars supply, a friendly zone there does not help."""
    units = {"GE20": "3317", "UK01": "3318", "UK02": "3316"}
    assert Board(units, phase=PHASE).supply("GE20") == "out of supply"


def test_3_2_2_a_friend_in_the_zone_opens_it() -> None:
    """3.2.2: a friendly unit in the hex opens it, whatever its size."""
    units = {"GE20": "3317", "UK01": "3318", "UK02": "3316", "GE15": "3417", "GE29": "3517"}
    board = Board(units, phase=PHASE)
    assert board.supply("GE20") == "overland"


def test_reading_29_a_source_in_an_enemy_zone() -> None:
    """Reading 29: a beachhead in an enemy zone is not a source unless a friend stands there."""
    only = ("lost", "lost", "3424", "lost")
    units = {"UK01": "3320", "GE20": "3423"}
    board = Board(units, phase=PHASE, beachheads=only)
    assert board.supply("UK01") == "out of supply"
    board = Board({**units, "UK21": "3424"}, phase=PHASE, beachheads=only)
    assert board.supply("UK21") == "overland"


def test_reading_30_the_other_nation_opens_a_hex() -> None:
    """Reading 30: any Allied unit opens a hex in an enemy zone; the source must be the unit's
    own."""
    only = ("lost", "lost", "3424", "lost")
    units = {"UK01": "3422", "GE20": "3423"}
    assert Board(units, phase=PHASE, beachheads=only).supply("UK01") == "out of supply"
    helped = {**units, "US15": "3424", "US16": "3323"}
    board = Board(helped, phase=PHASE, beachheads=only)
    assert board.supply("US15") == "coastal"
    assert board.st.linked(board.hex("3424"), 0, 1)


# 4.3, 4.4 ---------------------------------------------------------------------------------


@pytest.mark.parametrize("weather", ["clear", "overcast", "storm"])
def test_4_3_coastal_supply_in_any_weather(weather: str) -> None:
    """4.3: an Allied unit in a coastal hex of any terrain is supplied in every weather."""
    for number in ("2123", "3323", "3424", "4124"):
        lost = ("lost", "lost", "lost", "lost")
        board = Board({"US01": number}, phase=PHASE, weather=weather, beachheads=lost)
        assert board.supply("US01") == "coastal"


def test_4_4_each_nation_traces_to_its_own_beachheads() -> None:
    """4.4: US units never trace to a UK beachhead, nor UK units to a US one."""
    us_only = ("2723", "2824", "lost", "lost")
    assert Board({"US01": "3317"}, phase=PHASE, beachheads=us_only).supply("US01") == "overland"
    board = Board({"UK01": "3317"}, phase=PHASE, beachheads=us_only)
    assert board.supply("UK01") == "out of supply"
    uk_only = ("lost", "lost", "3024", "3223")
    board = Board({"US01": "3317", "UK15": "3318"}, phase=PHASE, beachheads=uk_only)
    assert (board.supply("US01"), board.supply("UK15")) == ("out of supply", "overland")


def test_4_4_a_port_serves_one_nation() -> None:
    """4.4: a port supplies the nation it was named for this turn, and no other."""
    lost = ("lost", "lost", "lost", "lost")
    units = {"US01": "2519", "UK01": "2517"}
    board = Board(units, phase=PHASE, beachheads=lost, ports={"boulogne": "us"})
    assert (board.supply("US01"), board.supply("UK01")) == ("overland", "out of supply")


def test_4_4_a_port_is_named_when_the_turn_begins() -> None:
    """4.4: for each port that is wholly Allied the Allied player names a nation, every turn."""
    board = Board(
        {"UK01": "2523"},
        phase="start",
        allied=["2624", "1618"],
        dice=["1", "18", "2"],
    )
    assert board.asks == "DesignatePort"
    assert board.legal == ["port boulogne us", "port boulogne uk"]
    assert board.refused("port calais us") == ("4.4",)
    board.do("port boulogne uk")
    assert list(board.st.port_nation) == [0, 0, 2]
    assert list(board.st.port_ready) == [0, 0, 1]


def test_4_4_a_port_taken_counts_from_the_next_turn() -> None:
    """4.4, reading 32: a port taken this turn supplies nobody yet."""
    lost = ("lost", "lost", "3024", "lost")
    board = Board({"UK01": "2522"}, phase=PHASE, beachheads=lost, allied=["2523"])
    board.do("move UK01 2522-2623-2624")
    assert board.st.holds_port(2)
    assert not board.st.can_use_port(2)


def test_4_4_a_port_lost_is_lost_at_once() -> None:
    """4.4, reading 32: with one hex in German hands a port is of no use from that moment."""
    lost = ("lost", "lost", "lost", "lost")
    units = {"UK01": "2519", "GE20": "2623"}
    ports = {"boulogne": "uk"}
    board = Board(units, phase="german.movement", beachheads=lost, ports=ports)
    assert board.st.can_use_port(2)
    board.do("move GE20 2623-2624")
    assert not board.st.can_use_port(2)
    assert board.supply("UK01") == "out of supply"


def test_4_4_a_port_retaken_in_the_same_turn_stays_lost() -> None:
    """4.4: a port that was lost and retaken can be used again on the next turn only."""
    board = Board({"GE20": "2623"}, phase="german.movement", ports={"boulogne": "uk"})
    board.do("move GE20 2623-2523-2423")
    assert board.holds("2523") == "german"
    board.st.take_control(board.hex("2523"), 0)  # an Allied unit retreats there
    assert board.st.holds_port(2)
    assert not board.st.can_use_port(2)


def test_4_4_a_german_who_ends_there_ends_a_beachhead() -> None:
    """4.4, reading 46: a German unit that ends its move in the hex eliminates the marker."""
    board = Board({"GE20": "2722"}, phase="german.movement")
    board.do("move GE20 2722-2723")
    assert board.st.beachheads[0] == -2
    assert board.told("BeachheadLost")[0].rule == "4.4"


def test_reading_46_passing_through_is_not_occupying() -> None:
    """Reading 46: passing through leaves the marker, unless the table plays otherwise."""
    line = "move GE20 2722-2723-2823"
    board = Board({"GE20": "2722"}, phase="german.movement").do(line)
    assert board.st.beachheads[0] == board.hex("2723")
    on = {"passing-kills-beachhead": "on"}
    board = Board({"GE20": "2722"}, phase="german.movement", options=on).do(line)
    assert board.st.beachheads[0] == -2


def test_reading_46_go_passes_through_too() -> None:
    """Reading 46: the cheapest way is a way like any other."""
    for options, left in (({}, True), ({"passing-kills-beachhead": "on"}, False)):
        board = Board(
            {"GE20": "2822", "UK01": "2721"},
            phase="german.movement",
            beachheads=("2723", "3223", "3024", "3424"),
            options=options,
        )
        board.do("select GE20", "step 2823", "step 2723", "go 2624")
        assert (board.st.beachheads[0] >= 0) is left


# 4.5, 4.6 ---------------------------------------------------------------------------------


def test_4_5_aerial_supply_of_one_hex() -> None:
    """4.5: an Aerial Supply Marker supplies the units of its nation in one hex, not overland."""
    lost = ("lost", "lost", "lost", "lost")
    units = {"US01": "3317", "US15": "3317", "US02": "3016"}
    board = Board(units, phase=PHASE, beachheads=lost, aerial={"us": "3317"}, superiority="allied")
    assert board.supply("US01") == board.supply("US15") == "aerial"
    assert board.supply("US02") == "out of supply"
    assert not may_form_column(board.st, board.unit("US01"))


def test_4_5_placing() -> None:
    """4.5: on units of the marker's nation, outside enemy zones, one hex a nation."""
    units = {"US01": "3317", "UK01": "3311", "US02": "3015", "GE20": "3016"}
    board = Board(units, phase="allied.aerial_supply", superiority="allied")
    assert board.asks == "PlaceAerial"
    assert board.legal == ["end", "aerial us 3317", "aerial uk 3311"]
    assert board.refused("aerial us 3311") == ("4.5",)
    assert board.refused("aerial us 3015") == ("4.5",)
    board.do("aerial us 3317")
    assert board.refused("aerial us 3317") == ("4.5",)
    assert board.legal == ["end", "aerial uk 3311"]


@pytest.mark.parametrize(
    ("weather", "superiority"), [("overcast", "allied"), ("storm", ""), ("clear", "german")]
)
def test_4_5_needs_clear_weather_and_superiority(weather: str, superiority: str) -> None:
    """4.5, 6.4, reading 16: only in clear weather with Allied air superiority."""
    board = Board(
        {"US01": "3317"}, phase="allied.aerial_supply", weather=weather, superiority=superiority
    )
    assert board.asks != "PlaceAerial"


def test_4_6_all_units_are_supplied_on_turn_1() -> None:
    """4.6: on turn 1 every unit is supplied, anywhere."""
    units = {"GE20": "3317", "UK01": "3318", "UK02": "3316"}
    board = Board(units, phase="german.movement", turn=1)
    assert board.supply("GE20") == "turn 1"
    assert points_of(board.st, board.unit("GE20")) == 10


@pytest.mark.parametrize(("turn", "weather"), [(1, "clear"), (2, "clear"), (2, "storm")])
def test_the_quick_allowance_is_the_plain_one(turn: int, weather: str) -> None:
    """Points and column at one look are what the two plain functions say."""
    units = {
        "GE20": "3317",
        "UK01": "3318",
        "UK02": "3316",
        "GE15": "4005",
        "US01": "3424",
        "US02": "2519",
        "GE28": "1404",
        "UK21": "3323",
        "US16": "3012",
    }
    board = Board(
        units, phase=PHASE, turn=turn, weather=weather, beachheads=("lost", "lost", "3024", "3223")
    )
    for name in units:
        u = board.unit(name)
        assert allowance(board.st, u) == (points_of(board.st, u), may_form_column(board.st, u))


def test_4_4_a_beachhead_that_germans_can_reach_is_named_before_the_phase_ends() -> None:
    """4.4: a German unit that reaches an empty beachhead eliminates it; who can is named."""
    units = {"US01": "2622", "UK01": "3024", "UK05": "3223", "GE25": "4218"}
    board = Board(units, phase="allied.movement")
    left = [each for each in board.game.todo(board.st, ALLIED) if each.code == "guard"]
    assert all(each.warns for each in left)
    assert [each.hexes for each in left] == [(board.hex("2723"),), (board.hex("2824"),)]
    assert [each.words.fields["marker"] for each in left] == [0, 1]
    assert all(each.words.fields["units"] == [board.unit("GE25")] for each in left)
    board.do("move US01 2824")
    assert not [each for each in board.game.todo(board.st, ALLIED) if each.code == "guard"]


def test_4_4_nobody_warns_of_a_beachhead_that_no_german_reaches() -> None:
    """4.4: far from every German an empty beachhead needs no guard."""
    board = Board({"US01": "2723", "GE25": "1001"}, phase="allied.movement")
    assert [each.code for each in board.game.todo(board.st, ALLIED)] == ["move"]


def test_4_4_an_open_beachhead_is_named_when_every_unit_has_moved() -> None:
    """4.4: the last unit that leaves a beachhead opens it; nothing else is left to do then."""
    units = {"US01": "2723", "GE25": "2718"}
    beachheads = ("2723", "lost", "lost", "lost")
    board = Board(units, phase="allied.movement", beachheads=beachheads)
    assert [each.code for each in board.game.todo(board.st, ALLIED)] == ["move"]
    board.do("move US01 2623")
    (guard,) = board.game.todo(board.st, ALLIED)
    assert (guard.code, guard.hexes, guard.warns) == ("guard", (board.hex("2723"),), True)


def test_4_4_a_beachhead_held_by_one_step_is_named_if_germans_can_attack_it() -> None:
    """4.4: one lost step opens it. Two units, or a whole division, lose a step and stay."""
    germans = {"GE17": "4020", "GE23": "4022"}
    weak = Board({"UK22": "4024", **germans}, phase="allied.movement", beachheads=_AT_4024)
    (guard,) = [each for each in weak.game.todo(weak.st, ALLIED) if each.code == "guard"]
    assert guard.hexes == (weak.hex("4024"),)
    assert guard.warns
    assert guard.words.fields["guard"] == weak.unit("UK22")
    assert guard.words.fields["units"] == [weak.unit("GE17"), weak.unit("GE23")]
    for held in ({"UK06": "4024"}, {"UK22": "4024", "UK23": "4024"}):
        strong = Board({**held, **germans}, phase="allied.movement", beachheads=_AT_4024)
        assert "guard" not in [each.code for each in strong.game.todo(strong.st, ALLIED)]


def test_4_4_many_germans_who_threaten_a_beachhead_are_counted() -> None:
    """4.4: up to four are named; the names of more would fill the list."""
    germans = ["GE17", "GE21", "GE22", "GE23", "GE24"]
    for many in (germans[:4], germans):
        at = dict(zip(many, ("4018", "4019", "4020", "4021", "4022"), strict=False))
        board = Board({"UK22": "4024", **at}, phase="allied.movement", beachheads=_AT_4024)
        (guard,) = [each for each in board.game.todo(board.st, ALLIED) if each.code == "guard"]
        fields = guard.words.fields
        if many is germans:
            assert fields["count"] == len(germans)
        else:
            assert fields["units"] == [board.unit(name) for name in many]


_AT_4024 = ("lost", "lost", "lost", "4024")


def test_4_6_nobody_is_out_of_supply_on_turn_1() -> None:
    """4.6: the counters of a garrison that is surrounded on turn 1 do not say so."""
    units = {"US01": "2623", "US02": "2522", "UK05": "2423", "GE03": "2523"}
    board = Board(units, phase="allied.movement", turn=1)
    assert board.game.cut_off(board.st) == ()
    board = Board(units, phase="allied.movement", turn=2)
    assert board.unit("GE03") in board.game.cut_off(board.st)
