"""6.0 Zones of control and Op-Fire: whether, by whom, and what it does."""

from __future__ import annotations

import pytest

from bocage.engine.ledger import Ledger
from bocage.games.falaise.board.position import LOCKED, MOVED
from bocage.games.falaise.s06_op_fire import OpFire
from bocage.hexes.kernels import ZONE

from .build import Board

GERMAN, CANADIAN = "G-271-977", "C-2-4"


def meeting(*, dice: tuple[int, ...] = (), turn: int = 2, **more: str) -> Board:
    """Return a Canadian brigade about to step into the zone of a German regiment, on open
    ground.
    """
    units = {GERMAN: "0421", CANADIAN: "0423"} | {k.replace("_", "-"): v for k, v in more.items()}
    return Board(units, phase="move C2", turn=turn, dice=dice)


def ledger(board: Board, number: str) -> dict[str, int]:
    """Return the modifiers of a shot from a hex, by their words."""
    top = board.st.stack[-1]
    assert isinstance(top, OpFire)
    odds: Ledger = top.odds(board.st, board.hex(number))
    return {row.words.say(board.game.nouns): int(row.value) for row in odds.rows}


def test_6_2_the_owner_of_the_zone_is_asked() -> None:
    """6.2: a unit that enters an enemy zone waits while the other side decides; it may pass."""
    board = meeting()
    board.do(f"select {CANADIAN}", "step 0422")
    assert (board.asks, board.seat) == ("OpFire", "german")
    assert board.legal == ["pass", "fire 0421"]
    board.do("pass")
    assert (board.asks, board.seat) == ("Moving", "allied")


@pytest.mark.parametrize(
    ("die", "asks", "disrupted"),
    [
        (2, "Moving", False),
        (3, "MoveRound", False),
        (4, "MoveRound", False),
        (5, "MoveRound", True),
    ],
)
def test_6_2_the_table(die: int, asks: str, disrupted: bool) -> None:
    """6.2: 1 and 2 do nothing, 3 and 4 halt in the hex entered, 5 and 6 disrupt as well."""
    board = meeting(dice=(die,))
    board.do(f"select {CANADIAN}", "step 0422", "fire 0421")
    assert board.asks == asks
    assert board.at(CANADIAN) == "0422"
    assert board.disrupted(CANADIAN) is disrupted


def test_6_2_a_hit_on_the_way_ends_the_march_in_the_hex_entered() -> None:
    """6.2: a unit that goes further is stopped where it was fired at, not where it was bound."""
    board = meeting(dice=(4,))
    board.do(f"select {CANADIAN}", "step 0422")
    board.do("pass")
    board.do("step 0322", "fire 0421")
    assert board.at(CANADIAN) == "0322"
    assert board.marked(CANADIAN, MOVED)


def test_6_2_one_stack_a_hex_of_the_owners_choice() -> None:
    """6.2: where two zones meet one stack fires, whichever the owner names."""
    board = meeting(G_271_978="0522")
    board.do(f"select {CANADIAN}", "step 0422")
    assert board.legal == ["pass", "fire 0421", "fire 0522"]


def test_6_2_a_stack_that_is_elsewhere_may_not_fire() -> None:
    """6.1: fire needs a zone of control in the hex entered."""
    board = meeting(G_271_978="0520")
    board.do(f"select {CANADIAN}", "step 0422")
    assert board.refused("fire 0520") == "6.0"
    assert board.refused("fire 0423") == "6.2"


def test_6_4_a_disrupted_unit_is_only_halted() -> None:
    """6.4: a disruption of a disrupted unit by Op-Fire in movement is a Halt."""
    board = Board({GERMAN: "0421", CANADIAN: "0423 disrupted"}, phase="move C2", dice=(6,))
    board.do(f"select {CANADIAN}", "step 0422", "fire 0421")
    assert (board.at(CANADIAN), board.asks) == ("0422", "MoveRound")


def test_6_3_breaking_contact_by_day() -> None:
    """6.3: leaving a zone for open ground by day costs a point and lets the enemy fire at -2."""
    board = Board({GERMAN: "0421", CANADIAN: "0422"}, phase="move C2", dice=(6,))
    board.do(f"select {CANADIAN}", "step 0423")
    assert board.asks == "OpFire"
    assert ledger(board, "0421") == {"breaking contact": -2}
    board.do("fire 0421")
    assert (board.at(CANADIAN), board.disrupted(CANADIAN)) == ("0423", False)
    assert board.asks == "MoveRound"


def test_6_3_breaking_contact_by_night() -> None:
    """6.3: by night nobody fires at a unit that breaks contact, but it pays a point more."""
    board = Board({GERMAN: "0421", CANADIAN: "0422"}, phase="move C2", turn=3, points=4)
    board.do(f"select {CANADIAN}")
    assert "go 0425" in board.legal  # 2 and 1 and 1
    assert "go 0426" not in board.legal
    board.do("step 0423")
    assert board.asks == "Moving"


def test_reading_52_from_zone_to_zone_is_an_entry_only() -> None:
    """Reading 52: a step from one enemy zone into another is fired at once, as an entry."""
    board = Board({GERMAN: "0421", CANADIAN: "0422"}, phase="move C2")
    board.do(f"select {CANADIAN}", "step 0322")
    assert board.asks == "OpFire"
    assert ledger(board, "0421") == {}
    board.do("pass")
    assert board.asks == "Moving"


def test_6_3_a_unit_of_another_corps_covers() -> None:
    """6.3: a friend in the hex that cannot move in this activation covers without being asked."""
    board = Board({GERMAN: "0421", CANADIAN: "0422", "B-4A-SG": "0422"}, phase="move C2")
    board.do(f"select {CANADIAN}", "step 0423")
    assert board.asks == "Moving"


def test_6_3_a_friend_of_the_corps_covers_if_it_then_stays() -> None:
    """6.3, reading 56: an active friend may cover, and is then locked for the activation."""
    units = {GERMAN: "0421", CANADIAN: "0422", "C-2A-6": "0422"}
    board = Board(units, phase="move C2")
    board.do(f"select {CANADIAN}", "step 0423")
    assert (board.asks, board.seat) == ("Cover", "allied")
    board.do("cover C-2A-6")
    assert board.asks == "Moving"
    assert board.marked("C-2A-6", LOCKED)
    board.do("stay")
    assert board.refused("select C-2A-6") == "6.3"


def test_6_3_who_does_not_cover_risks_fire() -> None:
    """6.3: without cover the enemy may fire, and the friend may still move."""
    units = {GERMAN: "0421", CANADIAN: "0422", "C-2A-6": "0422"}
    board = Board(units, phase="move C2")
    board.do(f"select {CANADIAN}", "step 0423", "risk")
    assert (board.asks, board.seat) == ("OpFire", "german")
    board.do("pass", "stay", "select C-2A-6")


def test_6_3_a_stack_that_leaves_together_is_fired_at_once() -> None:
    """6.2, reading 54: one shot at a moving stack, and its result is every unit's."""
    units = {GERMAN: "0421", CANADIAN: "0423", "C-2A-6": "0423"}
    board = Board(units, phase="move C2", dice=(6,))
    board.do(f"stack {CANADIAN}", "step 0422")
    # The best TER of the stack is the tanks' 4 against 3.
    assert ledger(board, "0421") == {"moving unit has TER 4 against 3": -1}
    board.do("fire 0421")
    assert board.disrupted(CANADIAN)
    assert board.disrupted("C-2A-6")


def test_6_2_modifiers_of_night_strength_and_ter() -> None:
    """6.2: night -1, three factors +1, the higher TER counts on either side."""
    units = {"G-2SS-D": "0421", CANADIAN: "0423"}
    board = Board(units, phase="move C2", turn=3)
    board.do(f"select {CANADIAN}", "step 0422")
    assert ledger(board, "0421") == {
        "moving unit has TER 3 against 5": 1,
        "night": -1,
        "3 Combat Factors firing": 1,
    }


def test_6_1_zones_stop_at_rivers_and_armour_at_trun() -> None:
    """6.1: no zone crosses a river but at a bridge or ford; armour's not even the Trun bridge."""
    board = Board({"G-116-60": "2314", "G-271-977": "1421"})
    zone = board.st.zone(0)
    assert zone[board.hex("2315")] & ZONE  # over the Trun bridge
    assert not zone[board.hex("1322")] & ZONE  # the Ante between
    armour = Board({"G-116-16": "2314"})
    assert not armour.st.zone(0)[armour.hex("2315")] & ZONE
    assert armour.st.zone(0)[armour.hex("2313")] & ZONE


def test_reading_59_fire_down_a_slope() -> None:
    """Reading 59: a stack on a crest fires at +1 over its own slope."""
    board = Board({GERMAN: "1223", CANADIAN: "1221"}, phase="move C2")
    board.do(f"select {CANADIAN}", "step 1222")
    assert ledger(board, "1223")["from the crest 1223 down its slope"] == 1


def test_reading_91_nobody_enters_an_enemy_hex() -> None:
    """Reading 91: a hex with an enemy in it is closed to movement."""
    board = meeting()
    board.do(f"select {CANADIAN}", "step 0422", "pass")
    assert board.refused("step 0421") == "reading 91"
    assert board.refused("go 0421") == "reading 91"
