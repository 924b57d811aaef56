"""Sections 11.0 to 11.12: who may attack whom, odds and every shift."""

from __future__ import annotations

from fractions import Fraction

import pytest

from bocage.games.roundup.answers.forecasts import attack
from bocage.games.roundup.board.charts import RESULTS
from bocage.games.roundup.pieces.units import ALLIED
from bocage.games.roundup.s11_odds import base_column, ledger
from bocage.hexes.directions import is_concentric
from tests.games.roundup.build import Board, game, rows

COLUMNS = ("1:3", "1:2", "1:1", "2:1", "3:1", "4:1", "5:1", "6:1")
TABLE = """
ASR ASR ASR AS  SM  SM  EX  EX
ASR ASR AS  SM  EX  EX  DR  DR
ASR AS  AS  EX  EX  DR  DR  DS
AS  AS  SM  EX  DR  DR  DS  DSR
AS  SM  EX  DR  DR  DS  DSR DSR
SM  EX  DR  DS  DS  DSR DSR DSR
"""


@pytest.mark.parametrize("die", range(1, 7))
@pytest.mark.parametrize("column", range(8))
def test_11_13_every_cell_of_the_table(die: int, column: int) -> None:
    """11.13: the Combat Results Table, cell by cell."""
    charts = game().world.charts
    assert charts.columns[column] == COLUMNS[column]
    expected = TABLE.strip().splitlines()[die - 1].split()[column]
    assert charts.results[die - 1][column] == expected


def test_11_13_the_worked_example() -> None:
    """11.13: a 3 on 2:1 is EX."""
    charts = game().world.charts
    assert charts.results[3 - 1][charts.columns.index("2:1")] == "EX"


def test_11_13_higher_is_never_worse() -> None:
    """11.13: no result is worse for the attacker than one to its left or above it."""
    ranks = [[RESULTS.index(cell) for cell in row] for row in game().world.charts.results]
    assert all(row == sorted(row) for row in ranks)
    assert all(list(column) == sorted(column) for column in zip(*ranks, strict=True))


@pytest.mark.parametrize(
    ("attack", "defence", "odds"),
    [
        (9, 5, "1:1"),  # 11.4, the worked examples
        (5, 9, "1:2"),
        (10, 10, "1:1"),
        (19, 10, "1:1"),
        (20, 10, "2:1"),
        (29, 10, "2:1"),
        (60, 10, "6:1"),
        (9, 10, "1:2"),
        (5, 10, "1:2"),
        (4, 10, "1:3"),
        (10, 31, "1:4"),
        (71, 10, "7:1"),
    ],
)
def test_11_4_rounding(attack: int, defence: int, odds: str) -> None:
    """11.4, reading 56: down at 1:1 and above, up below it."""
    column = base_column(attack, defence)
    said = f"{column - 1}:1" if column > 1 else f"1:{3 - column}"
    assert said == odds


# Who may attack ---------------------------------------------------------------------------


def test_11_0_adjacent_enemies_only() -> None:
    """11.0: combat is between adjacent units, of the phasing side against the other."""
    units = {"UK01": "3316", "UK02": "3314", "GE20": "3317"}
    board = Board(units, phase="allied.combat")
    assert board.legal == ["end", "attack 3317"]
    assert board.refused("attack 3316") == ("11.0",)
    assert board.refused("attack 3313") == ("11.0",)
    board.do("attack 3317")
    assert board.refused("with UK02") == ("11.0",)
    assert board.refused("with GE20") == ("11.0",)
    assert board.refused("with UK03") == ("11.0",)
    assert board.refused("fight") == ("11.2",)
    assert board.legal == ["with UK01"]


def test_11_0_nobody_attacks_twice() -> None:
    """11.0: a unit attacks once a phase."""
    units = {"UK01": "3316", "GE20": "3317", "GE16": "3315"}
    board = Board(units, phase="allied.combat", dice=["5"])
    assert board.odds("3317", "UK01").resolve(5) == "SM"
    board.do("attack 3317 with UK01")
    assert board.legal == ["end"]
    assert board.refused("attack 3315") == ("11.0",)


def test_11_0_nobody_is_attacked_twice() -> None:
    """11.0: a unit is attacked once a phase."""
    units = {"UK01": "3316", "UK02": "3318", "GE20": "3317"}
    board = Board(units, phase="allied.combat", dice=["2"])
    assert board.odds("3317", "UK01").resolve(2) == "SM"
    board.do("attack 3317 with UK01")
    assert board.legal == ["end"]
    assert board.refused("attack 3317") == ("11.0",)


def test_11_0_the_marks_go_with_the_phase() -> None:
    """11.0: once a phase, not once a turn."""
    board = Board({"UK01": "3316", "GE20": "3317"}, phase="allied.combat", dice=["4"])
    board.do("attack 3317 with UK01", "end")
    assert not any(board.st.marks)


def test_11_1_defenders_together() -> None:
    """11.1: units in a hex defend together."""
    units = {"UK01": "3316", "GE20": "3317", "GE15": "3317"}
    odds = Board(units, phase="allied.combat").odds("3317", "UK01")
    assert odds.defence == 7 + 3


def test_11_2_attackers_of_both_nations_from_several_hexes() -> None:
    """11.2: units around a hex attack together, US and UK too, named in any order."""
    units = {"UK01": "3316", "US01": "3217", "US15": "3217", "GE20": "3317"}
    board = Board(units, phase="allied.combat")
    assert board.odds("3317", "UK01", "US01", "US15").attack == 8 + 9 + 3
    board.do("attack 3317", "with US15")
    assert board.legal == ["with US01", "with UK01", "fight"]
    assert board.refused("with US15") == ("11.0",)
    board.do("with UK01", "with US01")
    assert board.legal == ["fight"]


def test_11_2_a_stack_may_be_split() -> None:
    """11.2, reading 71: a smaller unit may attack elsewhere than its division."""
    units = {"US01": "3316", "US15": "3316", "GE20": "3317", "GE16": "3315"}
    board = Board(units, phase="allied.combat", dice=["5", "6"])
    board.do("attack 3317 with US01", "attack 3315 with US15")
    assert [each.result for each in board.told("Fought")] == ["SM", "SM"]


def test_11_3_full_factor_and_reduced_side() -> None:
    """11.3, 3.4: a unit fights with the whole factor of the side that is up."""
    units = {"UK01": "3316 reduced", "GE23": "3317 reduced"}
    odds = Board(units, phase="allied.combat").odds("3317", "UK01")
    assert (odds.attack, odds.defence) == (4, 5)


# Terrain ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("target", "attacker", "rule", "shift"),
    [
        ("2117", "2116", "11.6", -1),  # woods
        ("2019", "2018", "11.6", -1),  # rough
        ("3013", "3012", "11.10", -1),  # town
        ("3317", "3316", "11.6", 0),  # clear
        ("1908", "2008", "11.6", 0),  # polder
    ],
)
def test_11_6_terrain_shifts(target: str, attacker: str, rule: str, shift: int) -> None:
    """11.6, 11.10: the shift of the defender's terrain."""
    board = Board({"UK01": attacker, "GE20": target}, phase="allied.combat")
    assert rows(board.odds(target, "UK01"), "shift").get(rule, 0) == shift


def test_11_10_a_port() -> None:
    """11.10: a port city shifts two columns left."""
    board = Board({"UK01": "1617", "GE20": "1618"}, phase="allied.combat")
    assert rows(board.odds("1618", "UK01"), "shift")["11.10"] == -2


def test_11_6_a_river_crossed_by_all() -> None:
    """11.6, reading 59: one column left if every attacker crosses a river or canal."""
    units = {"UK01": "3016", "GE20": "2916", "US01": "2917"}
    board = Board(units, phase="allied.combat")
    assert rows(board.odds("2916", "UK01"), "shift") == {"11.6": -1}
    assert rows(board.odds("2916", "UK01", "US01"), "shift") == {}


# Concentric attack ------------------------------------------------------------------------

AROUND = {"NE": "3217", "E": "3316", "SE": "3417", "SW": "3418", "W": "3318", "NW": "3218"}


@pytest.mark.parametrize(
    ("sides", "concentric"),
    [
        ("NE", False),
        ("NE E", False),
        ("NE SE", False),
        ("NE E SE", False),
        ("NE SW", True),
        ("E W", True),
        ("SE NW", True),
        ("NE SE W", True),
        ("E SW NW", True),
        ("NE E SE SW", True),
        ("NE E SE SW W NW", True),
    ],
)
def test_11_8_concentric_geometry(sides: str, concentric: bool) -> None:
    """11.8, reading 58: opposite hexes, an alternate triple, or four and more."""
    names = ["UK01", "UK02", "UK03", "UK04", "UK05", "UK06"][: len(sides.split())]
    places = [AROUND[side] for side in sides.split()]
    units = dict(zip(names, places, strict=True))
    board = Board({**units, "GE20": "3317"}, phase="allied.combat")
    shifts = rows(board.odds("3317", *names), "shift")
    assert shifts.get("11.8", 0) == (1 if concentric else 0)


@pytest.mark.parametrize("mask", range(64))
def test_11_8_every_pattern(mask: int) -> None:
    """11.8: by the words: opposite hexes, three with one between each and the next, over three."""
    sides = [d for d in range(6) if mask >> d & 1]
    opposite = any((d + 3) % 6 in sides for d in sides)
    alternate = any({d, (d + 2) % 6, (d + 4) % 6} <= set(sides) for d in range(6))
    assert is_concentric(mask) is (opposite or alternate or len(sides) > 3)


def test_reading_58_only_those_who_take_part() -> None:
    """Reading 58: units that do not attack do not surround."""
    units = {"UK01": "3316", "UK02": "3318", "GE20": "3317"}
    board = Board(units, phase="allied.combat")
    assert "11.8" not in rows(board.odds("3317", "UK01"), "shift")


def test_11_10_no_concentric_attack_into_a_town() -> None:
    """11.8, 11.10: towns and ports are never attacked concentrically, and the ledger says so."""
    units = {"UK01": "3012", "UK02": "3014", "GE20": "3013"}
    odds = Board(units, phase="allied.combat").odds("3013", "UK01", "UK02")
    assert "11.8" not in odds.rules
    assert rows(odds, "note") == {"11.10": 0, "reading 75a": 0}


def test_reading_75a_the_attack_cuts_the_supply() -> None:
    """Reading 75a: the ledger tells that a concentric attack itself cuts the defender's supply."""
    units = {"UK01": "3316", "UK02": "3318", "GE20": "3317"}
    odds = Board(units, phase="allied.combat").odds("3317", "UK01", "UK02")
    assert odds.defence == 4
    assert "reading 75a" in odds.rules
    friend = Board({**units, "GE15": "3417", "GE29": "3517"}, phase="allied.combat")
    helped = friend.odds("3317", "UK01", "UK02")
    assert helped.defence == 7
    assert "reading 75a" not in helped.rules
    first_turn = Board(units, phase="allied.combat", turn=1).odds("3317", "UK01", "UK02")
    assert first_turn.defence == 7
    assert "reading 75a" not in first_turn.rules


# Naval gunfire ----------------------------------------------------------------------------


@pytest.mark.parametrize("weather", ["clear", "storm"])
def test_11_9_naval_gunfire(weather: str) -> None:
    """11.9, reading 60: right for an Allied attack on the coast, left for an Allied defence."""
    attack = Board({"UK01": "3522", "GE20": "3523"}, phase="allied.combat", weather=weather)
    assert rows(attack.odds("3523", "UK01"), "shift") == {"11.9": 1}
    defence = Board({"UK01": "3523", "GE20": "3522"}, phase="german.combat", weather=weather)
    assert rows(defence.odds("3523", "GE20"), "shift") == {"11.9": -1}
    inland = Board({"UK01": "3523", "GE20": "3522"}, phase="allied.combat", weather=weather)
    assert rows(inland.odds("3522", "UK01"), "shift") == {}


# Sum and limits ---------------------------------------------------------------------------


def test_11_5_shifts_add_up() -> None:
    """11.5: a port over a canal under TAS with naval gunfire: 2 and 1 left, 1 and 1 right."""
    units = {"UK01": "1717", "GE02": "1617"}
    board = Board(units, phase="allied.combat", superiority="allied", tas=["1617"])
    shifts = rows(board.odds("1617", "UK01"), "shift")
    assert shifts == {"11.10": -2, "11.6": -1, "11.9": 1, "7.5": 1}


def strong_attack(**options: str) -> Board:
    """Return a garrison of 2 in a port hex, attacked with 21."""
    chosen = {name.replace("_", "-"): choice for name, choice in options.items()}
    units = {"US01": "1717", "US02": "1718", "US15": "1717", "GE02": "1618 reduced"}
    return Board(units, phase="allied.combat", weather="storm", options=chosen)


def test_reading_57_columns_go_on_beyond_the_table() -> None:
    """Reading 57: 10:1 with one left in all is still 6:1; cut first it would be 5:1."""
    force = ("US01", "US02", "US15")
    assert strong_attack().odds("1618", *force).odds == "6:1"
    assert strong_attack(clip_odds_first="on").odds("1618", *force).odds == "5:1"


def test_11_7_the_table_ends() -> None:
    """11.7: final odds off the table use its last column."""
    board = Board({"UK21": "3316", "GE23": "3317"}, phase="allied.combat")
    odds = board.odds("3317", "UK21")
    assert (odds.start, odds.odds) == (-2, "1:3")


def test_11_4_the_card_names_odds_beyond_the_table() -> None:
    """11.4: 21 to 1 is 21:1, and 1:5 is 1:5; the card also says where the table ends."""
    strong = ledger(strong_attack().odds("1618", "US01", "US02", "US15"), 0).odds
    board = Board({"UK21": "3316", "GE23": "3317"}, phase="allied.combat")
    weak = ledger(board.odds("3317", "UK21"), 0).odds
    assert (strong.fields["start"], strong.fields["end"]) == ("21:1", "6:1")
    assert (weak.fields["start"], weak.fields["end"]) == ("1:5", "1:3")
    assert "{end}" in strong.template
    assert "{end}" in weak.template


def test_the_preview_is_the_resolver() -> None:
    """11.4: the odds shown give the distribution and the result that is rolled."""
    units = {"UK01": "3316", "UK02": "3318", "GE20": "3317"}
    probe = Board(units, phase="allied.combat").odds("3317", "UK01", "UK02")
    shown = probe.distribution()
    assert sum(shown.values()) == 1
    assert shown == {r: Fraction(sum(probe.resolve(d) == r for d in range(1, 7)), 6) for r in shown}
    for die in range(1, 7):
        board = Board(units, phase="allied.combat", dice=[str(die)])
        board.do("attack 3317 with UK01 UK02")
        fought = board.told("Fought")[0]
        assert (fought.odds, fought.result) == (probe.odds, probe.resolve(die))


@pytest.mark.parametrize(("turn", "better"), [(1, "nobody"), (2, "attacker")])
def test_11_10_a_ledger_shows_an_ignored_retreat_as_nothing(turn: int, better: str) -> None:
    """11.10: on turn 1 a port ignores retreats, and the ledger says so before and after the die."""
    units = {"US11": "1718", "UK05": "1619", "GE02": "1618"}
    board = Board(units, phase="allied.combat", turn=turn, dice=["5"])
    force = [board.unit("US11"), board.unit("UK05")]
    before = attack(board.st, board.hex("1618"), force, ALLIED)
    board.do("attack 1618 with US11 UK05")
    for weighed in (before, board.told("Fought")[0].weigh()):
        found = {each.result: each for each in weighed.results}
        assert found["DR"].favours == better
        note = found["DR"].note
        said = note.say(board.game.nouns) if note else ""
        assert said.endswith("ignore the retreat") == (turn == 1)
        assert found["EX"].note is None


@pytest.mark.parametrize("cornered", [False, True])
def test_11_13_3_a_ledger_says_that_no_retreat_is_open(*, cornered: bool) -> None:
    """11.13.3: if zones close every hex around the defenders, the ledger says before and after the
    die that a retreat becomes DS."""
    units = {"UK01": "3316", "UK02": "3318" if cornered else "3217", "GE20": "3317"}
    board = Board(units, phase="allied.combat", dice=["6"])
    force = [board.unit("UK01"), board.unit("UK02")]
    before = attack(board.st, board.hex("3317"), force, ALLIED)
    board.do("attack 3317 with UK01 UK02")
    for weighed in (before, board.told("Fought")[0].weigh()):
        notes = {each.result: each.note for each in weighed.results}
        assert {result for result, note in notes.items() if note} <= {"DR", "DSR"}
        said = [note.say(board.game.nouns) for note in notes.values() if note]
        assert bool(said) == cornered
        assert all(each.startswith("No retreat is open: D") for each in said)
        assert all(each.endswith("becomes DS") for each in said)
