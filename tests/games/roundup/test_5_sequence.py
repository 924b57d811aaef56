"""Modules 5, 9, 12 and 13: set-up, the sequence of play, the order of phases, the turn's end."""

from __future__ import annotations

from random import Random

import pytest

from bocage.engine import play
from bocage.engine.frames import CHANCE, Chance
from bocage.engine.table import Table
from bocage.games.roundup.board.position import DROPPED, HAS_DROPPED, NOBODY, REPLACED, Position
from bocage.games.roundup.s13_setup import LANDING_PLANS, first_wave_lines
from bocage.games.roundup.words.verbs import END, ORDER
from tests.games.roundup.build import HARDELOT, Board, game


def new_table(**options: str) -> Table[Position]:
    """Return a new game, before the first beachhead."""
    chosen = {name.replace("_", "-"): choice for name, choice in options.items()}
    return Table.new(game(), options=chosen, seed=bytes(32))


# 13 Set-up --------------------------------------------------------------------------------


def test_13_2_german_set_up() -> None:
    """13.2: four units in their printed hexes, two divisions aside, the rest in containers."""
    st = game().new("standard", {})
    world = game().world
    placed = {
        world.units[u].id: world.grid.numbers[st.loc[u]] for u in world.german if st.loc[u] >= 0
    }
    assert placed == {"GE01": "1306", "GE02": "1618", "GE03": "2523", "GE04": "3724"}
    cups = [[world.units[u].entry for u in world.german if world.cup[u] == c] for c in range(4)]
    assert [set(each) for each in cups] == [{"1E", "1S"}, {"2E", "2S"}, {"ITALY"}, {"RUSSIA"}]
    assert [len(each) for each in cups] == [9, 7, 9, 19]
    assert {world.units[u].id for u in world.german if world.cup[u] is None} - set(placed) == {
        "GE49",
        "GE50",
    }


def test_13_4_beachheads_on_clear_coast_one_a_hex() -> None:
    """13.4: each marker on a clear coastal hex, one a hex, adjacent or not."""
    table = new_table()
    assert len(table.legal(0)) == 23
    assert table.do(0, "beachhead us1 1102")
    assert table.check(0, "beachhead us2 1102").rules == ("13.4.b",)
    assert table.check(0, "beachhead us2 1618").rules == ("13.4.a",)  # a port
    assert table.check(0, "beachhead us2 3317").rules == ("13.4.a",)  # inland
    assert table.check(0, "beachhead us2 2123").rules == ("13.4.a",)  # rough
    assert table.check(0, "beachhead uk1 1203").rules == ("order",)  # ours, not the book's
    assert table.do(0, "beachhead us2 1203")


def test_13_5_the_first_turn_begins_with_one_allied_die() -> None:
    """13.5, 7.1: the weather is clear, the Allies have superiority and as many TAS as a die."""
    board = Board(phase="start", turn=1, strategy=0, dice=["4"])
    assert board.asks == "PlaceTas"
    assert (board.seat, board.st.tas_left) == ("allied", 4)
    assert board.told("WeatherSet")[0].rule == "6.0"
    assert board.told("AirFought")[0].rule == "7.1"


@pytest.mark.parametrize("plan", LANDING_PLANS)
def test_landing_plans_are_legal(plan: str) -> None:
    """Every plan that we recommend can be played, with its first wave, by its own lines."""
    table = new_table()
    chosen = next(each for each in game().plans(table.state, 0) if each.id == plan)
    for line in chosen.lines:
        assert table.do(0, line), line
    while type(table.state.stack[-1]).__name__ != "Landings":
        assert table.do(0, "end")
    lines = first_wave_lines(table.state)
    assert len(lines) == 4
    for line in lines:
        assert table.do(0, line), line
    st = table.state
    assert sum(st.loc[u] >= 0 for u in game().world.allied) == 8


# 13.3 Strategy ----------------------------------------------------------------------------


def test_13_3_the_strategy_is_drawn_when_the_germans_begin() -> None:
    """13.3, reading 9: nobody knows it before the first German Player Phase."""
    board = Board(phase="allied.combat", turn=1, strategy=0, dice=["3"])
    assert board.st.strategy == 0
    board.do("end")
    assert board.st.strategy == 3
    assert board.told("StrategyDrawn")[0].rule == "13.3"
    assert (board.asks, board.seat) == ("ChooseOrder", "german")


def test_13_3_it_is_drawn_once() -> None:
    """13.3: the strategy holds to the end of the game."""
    board = Board(phase="allied.combat", turn=2, strategy=4)
    board.do("end")
    assert board.st.strategy == 4
    assert board.told("StrategyDrawn") == []


def test_reading_9_the_open_draw_is_a_switch() -> None:
    """Reading 9: with the switch on, it is drawn openly before the beachheads are placed."""
    table = new_table(open_strategy="on")
    st = table.state
    assert 1 <= st.strategy <= 4
    assert table.heading().say(game().nouns) == "Set-up"
    assert table.entries[0].question == "strategy#1"
    assert new_table().state.strategy == 0


# 5.0 The sequence -------------------------------------------------------------------------


def headings_of_a_turn(turn: int) -> list[str]:
    """Return every heading of a game turn of random play, in order, each once."""
    rng = Random(4)
    st = game().new("standard", {})
    play.settle(st)
    found: list[str] = []
    while st.stack:
        said = game().heading(st).say(game().nouns)
        if st.turn == turn and said != "Set-up" and (not found or found[-1] != said):
            found.append(said.removeprefix(f"Turn {turn}, "))
        top = st.stack[-1]
        if isinstance(top, Chance):
            play.apply(st, CHANCE, play.roll(st, rng))
            continue
        seat = play.pending(st)[0]
        legal = play.legal(st, seat)
        action = legal[0] if legal[0] == END() or rng.random() < 0.5 else rng.choice(legal)
        if legal[0] == ORDER(0):
            action = legal[0]
        play.apply(st, seat, action)
    return found


def test_5_0_the_order_of_phases() -> None:
    """5.0: weather, air, Allied reinforcement and operations; German air, operations, entry."""
    expected = [
        "Weather Determination Phase",
        "Air Superiority Phase",
        "Allied Air Superiority Phase",
        "Allied Reinforcement and Replacement Phase",
        "Allied Move/Combat or Combat/Move Phase",
        "Allied Movement Phase",
        "Allied Combat Phase",
        "German Move/Combat or Combat/Move Phase",
        "German Movement Phase",
        "German Combat Phase",
        "Reinforcement Phase",
        "German Reinforcement Phase",
    ]
    found = list(dict.fromkeys(headings_of_a_turn(2)))
    places = [expected.index(each) for each in found]
    assert places == sorted(places)
    assert len(places) >= 9


def test_5_0_nothing_is_done_out_of_order() -> None:
    """5.0: an action of another phase is refused by the rule that puts it there."""
    board = Board({"US01": "3317"}, phase="allied.movement")
    for line, rule in {
        "land US02 2723": "5.0",
        "tas 3317": "7.2",
        "attack 3317": "3.3",
        "order move-combat": "3.3",
        "fight": "3.3",
    }.items():
        assert board.refused(line) == (rule,)


def test_5_0_the_other_seat_waits() -> None:
    """5.0: only the phasing side is asked."""
    board = Board({"US01": "3317", "GE20": "4005"}, phase="allied.movement")
    ruling = board.table.do(1, "select GE20")
    assert not ruling
    assert board.refused("select GE20") == ("10.0",)


# 3.3, 9.0 ---------------------------------------------------------------------------------


def test_9_1_on_turn_1_the_allies_move_first() -> None:
    """3.3, 9.1: on turn 1 the Allied player is not asked."""
    board = Board({"US01": "2723"}, phase="allied.allied_order", turn=1)
    assert board.asks == "MovePhase"
    board.do("end")
    assert board.asks == "CombatPhase"


@pytest.mark.parametrize("side", ["allied", "german"])
def test_9_0_the_whole_side_chooses(side: str) -> None:
    """3.3, 9.0: from turn 2 (the Germans from turn 1) a player chooses for the whole side."""
    turn = 2 if side == "allied" else 1
    board = Board(phase=f"{side}.{side}_order", turn=turn)
    assert board.legal == ["order move-combat", "order combat-move"]
    board.do("order combat-move")
    assert board.asks == "CombatPhase"
    board.do("end")
    assert (board.asks, board.seat) == ("MovePhase", side)
    assert board.told("OrderChosen")[0].rule == "3.3"


# 12.0 The end of a turn, 10 turns ---------------------------------------------------------


def test_12_0_markers_are_removed() -> None:
    """12.0: aerial supply, replacement and TAS markers go, and the turn marker advances."""
    board = Board(
        {"US01": "3317", "US13": "3016", "UK01": "3318"},
        phase="german.administration",
        superiority="allied",
        tas=["3317"],
        tas_left=2,
        aerial={"us": "3317"},
        marks={"UK01": REPLACED, "US13": DROPPED | HAS_DROPPED},
        dice=["1", "15", "7"],
    )
    assert board.st.turn == 4
    assert list(board.st.aerial) == [-1, -1]
    assert board.st.tas == ()
    assert board.st.marks[board.unit("UK01")] == 0
    assert board.st.marks[board.unit("US13")] == HAS_DROPPED
    assert board.st.tas_left == 8  # of the new turn


def test_5_0_the_game_ends_after_turn_10() -> None:
    """12.0, 14.0: after the tenth turn the game ends with its levels and nobody is asked."""
    board = Board(phase="german.combat", turn=10, dead=all_cups())
    board.do("end")
    assert board.asks == ""
    ended = board.told("GameEnded")
    assert [(each.allied, each.german, each.rule) for each in ended] == [
        ("Failure", "Operational", "14.0")
    ]
    outcome = game().outcome(board.st)
    assert outcome is not None
    assert outcome.winner == 1
    assert board.st.superiority == NOBODY


def test_14_0_concession_ends_the_game() -> None:
    """14.0: a player may give up at any time, and the other has won."""
    board = Board({"US01": "3317"}, phase="allied.movement").do("select US01")
    assert board.table.concede(0)
    outcome = game().outcome(board.st)
    assert outcome is not None
    assert (outcome.winner, outcome.rule) == (1, "14.0.d")
    assert board.asks == ""
    assert board.faults() == []


def all_cups() -> list[str]:
    """Every German unit that waits in a container."""
    world = game().world
    return [world.units[u].id for u in world.german if world.cup[u] is not None]


def test_the_board_of_these_tests_is_possible() -> None:
    """The positions that the tests are built on have no fault."""
    for phase in ("start", "allied.movement", "german.combat"):
        board = Board({"US01": HARDELOT[0], "GE20": "3317"}, phase=phase, dice=["1", "15", "7"])
        assert board.faults() == []
