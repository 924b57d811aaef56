"""Module 15 where rules meet: by hand, together, and with the counters of 15.19."""

from __future__ import annotations

import pytest

from bocage.engine import play
from bocage.engine.dice import Trust
from bocage.engine.rulings import Ruling
from bocage.engine.save_text import copy_for
from bocage.engine.table import Table
from bocage.engine.viewers import player
from bocage.games.roundup.adjustment import adjust
from bocage.games.roundup.answers.todo import todo
from bocage.games.roundup.board.position import DEAD, DROPPED, KAMPFGRUPPE
from bocage.games.roundup.options import (
    FELL_BEFORE,
    FLOODED,
    GKRP,
    MARKERS,
    OPENS,
    PARACHUTED,
    SECTORS,
    SLOT_NAMES,
    SLOTS,
)
from bocage.games.roundup.pieces.units import ALLIED, GERMAN
from bocage.games.roundup.s04_supply import KINDS, supply
from bocage.games.roundup.s05_sequence import german_order
from bocage.games.roundup.s15_optional.s15_11_kampfgruppen import SpendPoints
from tests.games.roundup.build import Board, game


def by_hand(board: Board, line: str) -> Ruling:
    """Change a position; whether that is possible."""
    return adjust(board.st, line, game().names)[0]


def test_a_counter_of_the_barrel_is_none_without_its_rule() -> None:
    """15.19: GE51 cannot be put on the map by hand in a standard game, but with the rule it can."""
    plain = Board({"GE20": "3315"}, phase="german.movement")
    assert "not a counter of this game" in by_hand(plain, "GE51 3311").say(game().nouns, "Roundup")
    assert not by_hand(plain, "GE51 off")
    scraped = Board({"GE20": "3315"}, phase="german.movement", options={"scraped-barrel": "on"})
    assert by_hand(scraped, "GE51 3311")
    assert scraped.st.at(scraped.hex("3311"), GERMAN) == [scraped.unit("GE51")]
    assert scraped.faults() == []


def test_units_of_the_barrel_answer_to_nothing_in_a_standard_game() -> None:
    """Whatever is tried with GE51 where it does not play is refused, never a failure."""
    board = Board({"GE20": "3315", "US01": "3316"}, phase="german.movement")
    u = board.unit("GE51")
    for verb in game().grammar.verbs:
        kinds = [names.kind for names in verb.arguments]
        if kinds[:1] == ["unit"]:
            action = verb(u, board.hex("3311")) if len(kinds) == 2 else verb(u)
            assert not play.check(board.st, game().grammar, GERMAN, action)


def test_allied_control_by_hand_takes_the_marker_away() -> None:
    """15.4: where the Allies control a port hex no marker lies, however they came by it."""
    board = Board({"US01": "2824"}, phase="allied.movement", options={"port-hex-control": "on"})
    h = board.hex("2624")
    assert board.st.has_marker(h)
    assert by_hand(board, "control 2624 allied")
    assert not board.st.has_marker(h)
    assert by_hand(board, "control 2624 german")
    assert not board.st.has_marker(h)
    assert board.faults() == []


def test_a_marker_bars_supply_until_it_is_gone() -> None:
    """15.4: no Allied path leads through a hex with a marker; its neighbours are open."""
    board = Board({"US01": "2723"}, phase="allied.movement", options={"port-hex-control": "on"})
    st, h = board.st, board.hex("2624")
    assert not st.linked(h, ALLIED, 0)
    assert st.linked(board.hex("2623"), ALLIED, 0)
    st.clear_marker(h)
    assert st.linked(h, ALLIED, 0)


def test_a_port_that_is_lost_is_rolled_for_again() -> None:
    """15.5: a German unit in a port hex makes the next fall a new one."""
    board = Board(
        {"US01": "3022", "GE20": "2421"},
        phase="german.movement",
        ports={"boulogne": "us"},
        options={"demolitions": "on"},
    )
    board.st.optional[OPENS + 2] = 3
    board.do("move GE20 2523")
    assert board.st.optional[OPENS + 2] == FELL_BEFORE


def test_a_flood_does_not_open_polder_to_heavy_panzers() -> None:
    """15.6 with 10.9: heavy panzers enter no polder, dry or flooded."""
    board = Board({"GE15": "1101"}, phase="german.movement", options={"inundation": "on"})
    board.st.optional[FLOODED] = 1
    polder = [h for h in board.st.world.near(board.hex("1101")) if board.st.world.is_polder[h]]
    board.do("select GE15")
    legal = play.legal(board.st, GERMAN)
    assert polder
    assert not any(action >> 16 & 0xFFFF in polder for action in legal if action >> 32)


def test_a_scattered_division_that_is_lost_gives_no_point() -> None:
    """15.12 with 15.10: airborne divisions give none, and this one never stood on the map."""
    board = Board(
        {"GE20": "2321", "US01": "2824"},
        phase="german.german_reinforcements",
        turn=4,
        options={"parachute-corps": "on", "kampfgruppen": "on"},
        dice=["1"],
    )
    board.do("drop GE49 2422")
    assert board.at("GE49") == "dead"
    assert board.st.optional[GKRP] == 0


def test_parachutists_are_free_when_the_german_phase_begins() -> None:
    """15.12: the mark of the drop lasts through the Allied Player Phase and no longer."""
    board = Board(
        {"GE49": "3317", "US01": "2824"},
        phase="german.movement",
        turn=5,
        marks={"GE49": DROPPED},
        options={"parachute-corps": "on"},
    )
    board.st.optional[PARACHUTED] = 4
    german_order(board.st)
    assert not board.st.marks[board.unit("GE49")] & DROPPED


@pytest.mark.parametrize(("sectors", "us", "uk"), [(0, 2, 2), (1, 3, 1), (2, 1, 3)])
def test_every_beachhead_serves_one_nation(sectors: int, us: int, uk: int) -> None:
    """15.17: all four markers serve somebody, and nobody twice."""
    board = Board({"US01": "2824"}, phase="allied.movement", options={"shifted-sectors": "on"})
    board.st.optional[SECTORS] = sectors
    own = [list(board.st.beaches_of(nation)) for nation in (0, 1)]
    assert [len(each) for each in own] == [us, uk]
    assert sorted(own[0] + own[1]) == sorted(board.st.beachheads)


def test_a_kampfgruppe_is_never_whole() -> None:
    """15.10: the position is impossible in which it has two steps."""
    board = Board(
        {"GE20": "3317", "US01": "2824"}, phase="allied.movement", options={"kampfgruppen": "on"}
    )
    board.st.marks[board.unit("GE20")] |= KAMPFGRUPPE
    assert any("Kampfgruppe of two steps" in each for each in board.faults())
    board.st.steps[board.unit("GE20")] = 1
    assert board.faults() == []


def test_what_is_not_played_is_not_remembered() -> None:
    """A slot of a rule that is off, or a marker in Allied hands, is a fault of the position."""
    board = Board({"US01": "2824"}, phase="allied.movement")
    for slot in (FLOODED, GKRP, PARACHUTED, SECTORS):
        board.st.optional[slot] = 1
        assert any("not played" in each for each in board.faults()), SLOT_NAMES[slot]
        board.st.optional[slot] = 0
    played = Board({"US01": "2824"}, phase="allied.movement", options={"port-hex-control": "on"})
    played.st.take_control(played.hex("2624"), ALLIED)
    played.st.optional[MARKERS + 2] = 3
    assert any("which is Allied" in each for each in played.faults())


def test_every_slot_has_a_name() -> None:
    """Cases can speak of everything that an optional rule remembers."""
    assert len(SLOT_NAMES) == SLOTS == len(set(SLOT_NAMES))


def test_supply_by_drop_is_not_a_path() -> None:
    """15.12: what parachutists carry gives full factors, but no column."""
    board = Board(
        {"GE49": "3317", "US01": "3316", "US02": "3318"},
        phase="german.movement",
        turn=5,
        options={"parachute-corps": "on"},
    )
    board.st.optional[PARACHUTED] = 4
    u = board.unit("GE49")
    assert KINDS[supply(board.st, u)] == "by drop"
    board.st.optional[PARACHUTED] = 3
    assert KINDS[supply(board.st, u)] == "out of supply"


def test_a_rule_that_is_not_played_is_named_as_such() -> None:
    """15.9, 15.16: in a standard game such a line is refused with the rule that is not played."""
    landing = Board({"US01": "2820"}, phase="allied.landings", turn=5)
    assert "15.9 is not in use" in why_not(landing, "inland us1 2722")
    fighting = Board(
        {"UK01": "3316", "GE20": "3317"},
        phase="allied.combat",
        order="combat-move",
        superiority="allied",
    )
    fighting.do("attack 3317", "with UK01")
    assert "15.16 is not in use" in why_not(fighting, "fly uk")


def why_not(board: Board, line: str) -> str:
    """What the rules have against a line of the Allies."""
    action = game().grammar.read(line)
    return play.check(board.st, game().grammar, ALLIED, action).say(game().nouns, "Roundup")


def test_a_drop_is_scattered_in_the_german_phase() -> None:
    """15.12: the Allies are asked, and the heading says whose phase it is."""
    board = Board(
        {"US01": "2824"},
        phase="german.german_reinforcements",
        turn=4,
        options={"parachute-corps": "on"},
        dice=["1"],
    )
    board.do("drop GE49 2320")
    assert play.pending(board.st) == (ALLIED,)
    assert game().heading(board.st).say(game().nouns) == "Turn 4, German Reinforcement Phase"


def test_a_copy_for_the_allies_has_the_directive_as_a_hash() -> None:
    """15.1: in a game with held dice the German's copy names the strategy, the Allied one not."""
    seed = bytes(31) + b"\7"
    table = Table.new(game(), options={"15.1": "on"}, seed=seed, trust=Trust.HELD)
    assert table.do(ALLIED, "beachhead us1 2723")
    allied, german = (copy_for(table, player(seat)) for seat in (ALLIED, GERMAN))
    assert "strategy 2 @strategy" in german
    assert "@strategy" not in allied
    assert len(allied.splitlines()) == len(german.splitlines())


def test_a_kampfgruppe_that_can_be_raised_is_left_to_do() -> None:
    """15.10: with two points in hand and a lost division, the phase still has something to do."""
    units = {"GE20": "3317", "US01": "2824"}
    board = Board(units, phase="german.movement", options={"kampfgruppen": "on"})
    board.st.place(board.unit("GE21"), DEAD)
    board.st.optional[GKRP] = 2
    board.st.push(SpendPoints(GERMAN, recovered=False))
    (found,) = todo(board.st, GERMAN, game().grammar)
    assert found.words.say(game().nouns) == "16th Pz can be brought in"
    board.st.optional[GKRP] = 1
    assert todo(board.st, GERMAN, game().grammar) == []
