"""Readings 96 to 112: what the Allies of solitaire play decide where module 13 is silent."""

from __future__ import annotations

import pytest

from bocage.engine import play
from bocage.engine.frames import Ask
from bocage.engine.playout import table_for
from bocage.games.falaise.board.position import DUE
from bocage.games.falaise.pieces.units import ALLIED, GERMAN, SIDES
from bocage.games.falaise.rulebook import R
from bocage.games.falaise.s07_march import Cover
from bocage.games.falaise.s10_results import Battle, StepLoss, TerChange
from bocage.games.falaise.s13_solitaire.decisions import answer
from bocage.games.falaise.s13_solitaire.s13_2_activation import worth

from .alone import alone, heard
from .build import Board, game


def test_reading_96_the_allies_set_themselves_up() -> None:
    """Reading 96: once the Germans have set up, the Allies stand as recommended."""
    table = table_for(game(), 1, options={"solitaire": "on"})
    german = play.pending(table.state)[0]
    assert SIDES[german] == "german"
    assert table.do(german, "setup recommended")
    assert table.do(german, "end")
    st, plan = table.state, game().setups[ALLIED]["recommended"]
    placed = {u: st.loc[u] for u in st.world.allied if st.loc[u] != DUE}
    assert placed == dict(plan)
    assert play.pending(st) == (german,)


def test_reading_97_guns_after_airstrikes() -> None:
    """Reading 97: the Airstrikes of a turn are resolved before the first gun is aimed."""
    units = {"C-2-4": "0424", "G-708": "0421", "G-271-977": "3030"}
    board = alone(units, phase="air", dice=(1, 6, 1, 5, 1, "74"))
    told = heard(board)
    assert told.index("Airstrike on 0421: a 1 (+0), no effect") < next(
        i for i, line in enumerate(told) if line.startswith("Guns of Canadian")
    )


def test_reading_99_the_commander_is_rolled_for() -> None:
    """Reading 99: from turn 5 the die for the Canadian commander falls by itself."""
    units = {"C-4-4": "0424", "G-708": "3030"}
    board = alone(units, phase="counterattack", turn=5, dice=(3, "47", 4))
    board.do("end")
    assert board.st.relieved == 1


def test_reading_99_the_tank_destroyers_join_near_argentan() -> None:
    """Reading 99: they come with the regiment of the 80th nearest to Argentan."""
    units = {"U-80-317": "3622", "U-80-318": "3420", "U-610TD": "due", "G-708": "0403"}
    board = alone(units, phase="counterattack", turn=5, dice=("47", 4))
    board.do("end")
    assert board.at("U-610TD") == "3420"


def test_reading_101_the_best_assault_of_one_unit() -> None:
    """Reading 101: the one unit is the one whose assault has the best balance."""
    units = {"C-2-4": "0422 reduced", "C-2-5": "0322", "G-243": "0421"}
    board = alone(units, phase="draw C2", dice=(1, 3, 3))
    assert any(line.startswith("2 Cdn 5 Bde is chosen") for line in heard(board))


def test_reading_101_no_assault_that_is_not_worth_it() -> None:
    """Reading 101: where no assault is worth it, units next to Germans stay as they are."""
    units = {"C-2-4": "0422 reduced", "G-1SS": "0421", "G-501SS": "0421"}
    board = alone(units, phase="draw C2", dice=(1,))
    assert any(line.startswith("No unit of Canadian II Corps") for line in heard(board))
    assert board.asks == "Declare"


def test_reading_103_as_near_as_the_points_allow() -> None:
    """Reading 103: a unit far away goes as far towards its German as its points take it."""
    board = alone({"C-2-4": "0424", "G-708": "0418"}, phase="draw C2", dice=(6, 1))
    # 4 MP, and one less for a TER of 2 if it has one: the way is clear ground.
    gone = 24 - int(board.at("C-2-4")[2:])
    assert gone >= 3
    assert board.at("C-2-4")[:2] == "04"


def test_reading_103_nearest_first() -> None:
    """Reading 103: units move in the order of their distance to a German."""
    units = {"C-2-4": "0424", "C-2-5": "0423", "G-708": "0421"}
    board = alone(units, phase="draw C2", dice=(6, 6))
    while board.asks == "OpFire":
        board.do("pass")
    order = [line for line in heard(board) if "makes for" in line]
    assert order[0].startswith("2 Cdn 5 Bde")
    assert order[1].startswith("2 Cdn 4 Bde")


def test_reading_104_faces_of_the_die() -> None:
    """Reading 104: the faces that hurt each side are those of the Assault Table."""
    board = alone({"C-2-4": "0422", "G-271-977": "0421"}, phase="quiet")
    found = worth(board.st, board.hex("0421"), [board.unit("C-2-4")])
    odds = board.odds("0421", "C-2-4")
    assert (odds.odds, odds.drm) == ("1-1", -1)
    higher = odds.attacker_ter > odds.defender_ter
    # On 1-1 by night: AL1 AL1 C C C DR; a higher TER turns AL1 into C and C into DR.
    assert (found.good, found.bad) == ((4, 0) if higher else (1, 2))


def test_reading_104_no_assault_that_costs_more_than_it_brings() -> None:
    """Reading 104: bad odds are left alone; the switch of reading 85 makes them attack."""
    units = {"C-2-4": "0422 reduced", "G-1SS": "0421", "G-501SS": "0421"}
    for least, made in (("off", False), ("1-2", False), ("3-1", False)):
        board = alone(units, phase="draw C2", dice=(4, 6), options={"solo-min-odds": least})
        assert any(" assault" in line and "0421" in line for line in heard(board)) == made
    weak = {"C-2-4": "0422 disrupted", "G-1SS": "0421 reduced"}
    calm = alone(weak, phase="draw C2", dice=(4, 6))
    assert "Canadian II Corps makes no assault: none is worth it" in heard(calm)
    keen = alone(weak, phase="draw C2", dice=(4, 6, 3), options={"solo-min-odds": "1-1"})
    assert any(line == "2 Cdn 4 Bde assaults 0421" for line in heard(keen))


def test_reading_104_all_that_can_join() -> None:
    """Reading 104: every unit that can attack the hex joins."""
    units = {"C-2-4": "0422", "C-2-5": "0322", "G-1SS": "0421"}
    board = alone(units, phase="draw C2", dice=(4, 6, 3))
    assert any(line == "2 Cdn 4 Bde and 2 Cdn 5 Bde assault 0421" for line in heard(board))


def test_reading_105_a_unit_of_another_corps_and_the_same_nation_is_called() -> None:
    """Reading 105: a British unit of another corps rolls to join where it helps."""
    units = {"B-53-71": "0422", "B-43-129": "0322", "G-708": "0421"}
    board = alone(units, phase="draw B12", dice=(4, 6, 1, 3))
    assert any(line.startswith("43 Wessex 129 Bde rolls 1 to join") for line in heard(board))
    other = {"B-53-71": "0422", "C-2-4": "0322", "G-708": "0421"}
    board = alone(other, phase="draw B12", dice=(4, 6, 3))
    assert not any("to join" in line for line in heard(board))


def fired(units: dict[str, str]) -> Board:
    """Return a German next to Allied stacks moves into another hex of their zones."""
    board = Board(units, phase="move 47", turn=4, options={"solitaire": "on"}, dice=(1,))
    board.do("select G-708", "step 0421")
    return board


def test_reading_106_they_fire_with_the_best_stack() -> None:
    """Reading 106: Op-Fire is always made, by the stack that disrupts on most faces."""
    board = fired({"G-708": "0420", "C-2-4": "0422", "C-2A-6": "0321 disrupted"})
    fire = [line for line in board.says() if line.startswith("Op-Fire")]
    assert len(fire) == 1
    assert fire[0].startswith("Op-Fire by 2 Cdn 4 Bde at KG 708")


def attacked(units: dict[str, str], *dice: int | str) -> Board:
    """Return the Germans assault 0422 by day."""
    phase = "assault 47"
    board = Board(units, phase=phase, turn=4, options={"solitaire": "on"}, dice=dice)
    board.do("attack 0422", "with G-1SS", "fight")
    return board


@pytest.mark.parametrize(
    ("result", "options", "line"),
    [("DE", ("DL1",), "change DL1"), ("DL1", ("DR",), "change DR")],
)
def test_reading_107_defenders_with_the_higher_ter(
    result: str, options: tuple[str, ...], line: str
) -> None:
    """Reading 107: a DE becomes a DL1, and a DL1 a retreat where all can retreat."""
    board = alone({"G-1SS": "0421", "C-2-4": "0422"}, phase="quiet")
    st, h, u = board.st, board.hex("0422"), board.unit("C-2-4")
    battle = Battle(GERMAN, h, False, (board.unit("G-1SS"),), (u,), "", ())
    st.push(battle)
    st.push(TerChange(ALLIED, result, options))
    assert _said(board) == line


def test_reading_107_a_loss_rather_than_no_way_out() -> None:
    """Reading 107: where a defender could not retreat the DL1 stands."""
    names = ("G-1SS", "G-271-977", "G-271-978", "G-277-989", "G-277-990", "G-276-986")
    grid = game().world.grid
    around = [grid.numbers[n] for n in grid.around(grid.hex("0422"))]
    board = alone({"C-2-4": "0422", **dict(zip(names, around, strict=True))}, phase="quiet")
    st, u = board.st, board.unit("C-2-4")
    st.push(Battle(GERMAN, board.hex("0422"), False, (board.unit("G-1SS"),), (u,), "", ()))
    st.push(TerChange(ALLIED, "DL1", ("DR",)))
    assert _said(board) == "keep"


def _said(board: Board) -> str:
    top = board.st.stack[-1]
    assert isinstance(top, Ask)
    action = answer(board.st, top)
    assert action is not None
    return board.game.grammar.say(action)


def test_reading_106_a_friend_that_stays_covers() -> None:
    """Reading 106: a friend that can attack from where it stands covers, another does not."""
    board = alone({"G-708": "0421", "C-2-4": "0422", "C-2-5": "0424"}, phase="quiet")
    st = board.st
    st.push(Cover(ALLIED, (board.unit("C-2-5"),), board.unit("C-2-4")))
    assert _said(board) == "cover C-2-4"
    st.swap(Cover(ALLIED, (board.unit("C-2-4"),), board.unit("C-2-5")))
    assert _said(board) == "risk"


def test_reading_112_assaults_come_before_movement() -> None:
    """Reading 112: the units next to Germans attack before the others set out."""
    units = {"C-2-4": "0422", "C-2-5": "0424", "G-708": "0421", "G-243": "0427"}
    board = alone(units, phase="draw C2", dice=(4, 6, 6))
    told = heard(board)
    assert told.index("2 Cdn 4 Bde assaults 0421") < next(
        i for i, line in enumerate(told) if "makes for" in line
    )


def test_reading_108_a_whole_unit_gives_a_step_first() -> None:
    """Reading 108: of a stack the two-step unit that is whole loses, not the battalion."""
    units = {"G-1SS": "0421", "C-2-4": "0422", "C-2A-6": "0422"}
    board = alone(units, phase="quiet")
    both = (board.unit("C-2-4"), board.unit("C-2A-6"))
    loss = StepLoss(ALLIED, both, R("10.2"))
    action = answer(board.st, loss)
    assert action is not None
    assert board.game.grammar.say(action) == "lose C-2-4"


def test_reading_109_a_retreat_avoids_german_zones() -> None:
    """Reading 109: the first hex of a retreat is in no German zone if there is one such."""
    units = {"G-1SS": "0421", "C-2-4": "0422 reduced", "G-271-977": "0324"}
    board = attacked(units, 4)
    if board.asks == "TerChange":
        board.do("change DR")
    first = next(line for line in board.says() if "retreats to" in line)
    went = first.split()[-1]
    near = {
        board.game.world.grid.numbers[h] for h in board.game.world.ground.near[board.hex("0324")]
    }
    assert went not in near


def test_reading_110_they_advance() -> None:
    """Reading 110: after a successful assault the hex is entered, Mechanized units first."""
    units = {"C-2-4": "0422", "C-2A-6": "0422", "G-708": "0421"}
    board = alone(units, phase="draw C2", dice=(4, 6, 6))
    assert board.at("G-708") == "dead"
    assert (board.at("C-2A-6"), board.at("C-2-4")) == ("0421", "0421")
