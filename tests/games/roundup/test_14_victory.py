"""Module 14: the victory levels of both sides under each strategy."""

from __future__ import annotations

import pytest

from bocage.games.roundup.answers.goals import goals
from bocage.games.roundup.pieces.units import GERMAN
from bocage.games.roundup.s04_supply import traces_overland
from bocage.games.roundup.s14_victory import LEVELS, allied_level, edge_contact, german_level
from tests.games.roundup.build import Board, game

PORTS = {
    "boulogne": ["2523", "2624"],
    "calais": ["1618", "1617"],
    "dunkirk": ["1305", "1306", "1307"],
}


def board(
    units: dict[str, str] | None = None,
    *,
    held: str = "",
    lost: int = 0,
    strategy: int = 1,
    allied: list[str] | None = None,
    **options: str,
) -> Board:
    """Return the end of the game: ports the Allies hold, beachheads lost, units where they are."""
    hexes = [h for name in held.split() for h in PORTS[name]]
    beaches = ["2723", "2824", "3024", "3223"]
    beaches[:lost] = ["lost"] * lost
    return Board(
        units or {},
        phase="german.combat",
        turn=10,
        strategy=strategy,
        beachheads=beaches,
        allied=[*hexes, *(allied or [])],
        options={name.replace("_", "-"): choice for name, choice in options.items()},
    )


def allied(*args: object, **kwargs: object) -> str:
    """Return the Allied level."""
    return LEVELS[allied_level(board(*args, **kwargs).st)[0]]  # type: ignore[arg-type]


def german(*args: object, **kwargs: object) -> str:
    """Return the German level."""
    return LEVELS[german_level(board(*args, **kwargs).st)[0]]  # type: ignore[arg-type]


# 14.1 Allied levels -----------------------------------------------------------------------


def test_14_1_failure_without_a_port() -> None:
    """14.1: four beachheads and no port are a failure."""
    assert allied() == "Failure"


def test_14_1_part_of_a_port_is_not_a_port() -> None:
    """14.1, 4.4: a port counts when every hex of it is Allied."""
    assert allied(allied=["2523"]) == "Failure"


@pytest.mark.parametrize(
    ("held", "level"),
    [
        ("boulogne", "Tactical"),
        ("boulogne calais", "Operational"),
        ("boulogne calais dunkirk", "Operational"),
    ],
)
def test_14_1_ports_linked_to_all_beachheads(held: str, level: str) -> None:
    """14.1: one linked port is Tactical, two Operational, three without the edge no more."""
    assert allied(held=held) == level


def test_14_1_limited_without_a_link() -> None:
    """14.1, reading 49: a port that is not linked to all four beachheads is Limited."""
    cut = {"GE20": "2722", "GE21": "2521", "GE22": "2821"}
    assert allied(cut, held="boulogne") == "Limited"


def test_reading_29_a_beachhead_in_an_enemy_zone_is_not_linked() -> None:
    """Reading 29: an empty beachhead in an enemy zone is cut off; with a unit on it, it is not."""
    assert allied({"GE20": "3222"}, held="boulogne") == "Limited"
    assert allied({"GE20": "3222", "UK01": "3223", "UK21": "3123"}, held="boulogne") == "Tactical"


def test_reading_49_only_linked_ports_count() -> None:
    """Reading 49: of two ports one of which is cut off, one counts."""
    cut = {"GE20": "1717", "GE21": "1619"}
    assert allied(cut, held="boulogne calais") == "Tactical"


def test_reading_49_any_hex_of_the_port_will_do() -> None:
    """Reading 49: a port hex in an enemy zone does not cut the port, if another can be reached."""
    assert allied({"GE20": "2422"}, held="boulogne") == "Tactical"


@pytest.mark.parametrize(
    ("edge", "level"),
    [("2301", "Strategic"), ("4210", "Strategic"), ("2201", "Operational"), ("", "Operational")],
)
def test_14_1_strategic_needs_a_linked_edge_hex(edge: str, level: str) -> None:
    """14.1, reading 1: all ports, and an edge hex from 2301 on or of the South edge."""
    edges = [edge] if edge else []
    assert allied(held="boulogne calais dunkirk", allied=edges) == level


def test_reading_50_the_edge_hex_must_be_on_the_net() -> None:
    """Reading 50: an edge hex that is cut off does not count."""
    cut = {"GE20": "4109", "GE21": "4111"}
    held = "boulogne calais dunkirk"
    assert allied(cut, held=held, allied=["4210"]) == "Operational"


@pytest.mark.parametrize("held", ["", "boulogne", "boulogne calais dunkirk"])
def test_reading_54_one_beachhead_lost_is_failure(held: str) -> None:
    """Reading 54: with a beachhead gone the Allied level is Failure, whatever the ports."""
    assert allied(held=held, lost=1) == "Failure"


def test_reading_47_no_unit_is_needed_on_a_beachhead() -> None:
    """Reading 47: a marker on the map is controlled, units or zones or not."""
    assert allied({"GE20": "2722"}, held="boulogne") != "Failure"


# 14.2 German levels -----------------------------------------------------------------------

EASY = [
    ("", 0, "Operational"),
    ("", 1, "Strategic"),
    ("boulogne", 0, "Operational"),
    ("boulogne", 4, "Operational"),
    ("boulogne calais", 0, "Tactical"),
    ("boulogne calais dunkirk", 0, "Limited"),
    ("boulogne calais dunkirk", 4, "Limited"),
]

HARD = [
    ("", 0, "Limited"),
    ("", 1, "Tactical"),
    ("", 2, "Operational"),
    ("", 3, "Strategic"),
    ("boulogne", 3, "Operational"),
    ("boulogne calais", 4, "Tactical"),
    ("boulogne calais", 0, "Limited"),
    ("boulogne calais dunkirk", 4, "Limited"),
]


@pytest.mark.parametrize("strategy", [1, 2])
@pytest.mark.parametrize(("held", "lost", "level"), EASY)
def test_14_2_1_levels(strategy: int, held: str, lost: int, level: str) -> None:
    """14.2.1: ports in which the Germans hold a hex, and for Strategic a dead beachhead."""
    assert german(held=held, lost=lost, strategy=strategy) == level


@pytest.mark.parametrize("strategy", [3, 4])
@pytest.mark.parametrize(("held", "lost", "level"), HARD)
def test_14_2_2_levels(strategy: int, held: str, lost: int, level: str) -> None:
    """14.2.2: as many dead beachheads as ports, from Tactical on."""
    assert german(held=held, lost=lost, strategy=strategy) == level


def test_14_2_one_hex_of_a_port_is_enough() -> None:
    """14.2, reading 55: a single German hex counts, though nobody ever entered it."""
    assert german(allied=["1305", "1306", *PORTS["calais"], *PORTS["boulogne"]]) == "Tactical"


@pytest.mark.parametrize(
    ("where", "level"),
    [
        ("4210", "Failure"),  # on the South edge
        ("4110", "Failure"),  # its zone
        ("4010", "Operational"),
        ("2401", "Failure"),
        ("2301", "Failure"),  # reading 1: its zone reaches 2401
        ("2201", "Operational"),
        ("2302", "Operational"),
        ("2402", "Failure"),
        ("1001", "Operational"),
        ("4225", "Failure"),
    ],
)
def test_14_2_the_edge_must_be_free(where: str, level: str) -> None:
    """14.2, readings 1 and 52: an Allied unit or its zone on the victory edges spoils all."""
    assert german({"US01": where}) == level


def test_reading_51_sustained_edge_contact() -> None:
    """Reading 51: a unit that is cut off spoils the edge too, unless the table plays 15.18."""
    supplied, cut_off = 0, 2  # without US beachheads a US unit inland has no supply
    for lost, switch, level in (
        (supplied, "off", "Failure"),
        (cut_off, "off", "Failure"),
        (supplied, "on", "Failure"),
        (cut_off, "on", "Strategic"),
    ):
        found = german({"US01": "4110"}, lost=lost, sustained_edge_contact=switch)
        assert found == level, (lost, switch)


def test_the_ledger_names_who_spoils_the_edge() -> None:
    """14.2: the reason names unit and hex."""
    at = board({"US01": "4110"})
    level, why = german_level(at.st)
    assert level == 0
    lines = why.lines(game().nouns, "Roundup")
    assert len(lines) == 1
    assert "1st Infantry" in lines[0]
    assert edge_contact(at.st) is not None


# 14.0 Comparison --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("settings", "winner", "levels"),
    [
        ({"held": "boulogne calais"}, 0, (3.0, 2.0)),
        ({"held": "boulogne"}, 1, (2.0, 3.0)),
        ({}, 1, (0.0, 3.0)),
        ({"units": {"US01": "4110"}}, None, (0.0, 0.0)),
        ({"held": "boulogne", "strategy": 3}, 0, (2.0, 1.0)),
        ({"held": "boulogne", "strategy": 3, "units": {"GE20": "3222"}}, None, (1.0, 1.0)),
    ],
)
def test_14_0_the_higher_level_wins(
    settings: dict[str, object], winner: int | None, levels: tuple[float, float]
) -> None:
    """14.0, reading 53: the higher level wins; equal levels, failures too, are a draw."""
    given = dict(settings)
    units = given.pop("units", {})
    at = board(units, **given)  # type: ignore[arg-type]
    at.st.stack = ()
    outcome = game().outcome(at.st)
    assert outcome is not None
    assert (outcome.winner, outcome.scores) == (winner, levels)


def german_lines(made: Board) -> list[tuple[str, list[str]]]:
    """The lines of the German goal, with the numbers of the hexes that they lead to."""
    numbers = made.st.world.grid.numbers
    found = goals(made.st, hidden=False).goals[GERMAN].lines
    return [(each.words.say(made.game.nouns), [numbers[h] for h in each.hexes]) for each in found]


def test_14_2_the_goals_lead_to_the_allies_on_the_edge_and_still_count_ports() -> None:
    """14.2: with Allies on the edge the goals name their hexes, and say how many ports are held."""
    lines = german_lines(board({"US01": "4113"}, held="boulogne"))
    assert lines[0][1] == ["4113"]
    assert "without overland supply" not in lines[0][0]
    assert all("(2 held: Dunkirk and Calais)" in words for words, _ in lines[2:])
    assert german_lines(board({}, held="boulogne"))[0][1] == []


def test_15_18_the_goals_leave_out_a_unit_without_overland_supply() -> None:
    """15.18: the goals say that such a unit does not count, and do not lead to it."""
    made = board({"US01": "4113", "GE20": "4112", "GE16": "4114"}, sustained_edge_contact="on")
    assert not traces_overland(made.st, made.unit("US01"))
    words, hexes = german_lines(made)[0]
    assert words.endswith("units without overland supply do not count")
    assert hexes == []


def test_reading_79_the_goals_say_that_a_beachhead_next_to_germans_counts() -> None:
    """Reading 79: with the option a beachhead in a German zone of control is counted, and called
    so."""
    made = board({"GE20": "2722"}, strategy=3, threatened_beachheads="on")
    counted = "(1 gone or in a German zone of control: the US1 Beachhead)"
    assert any(counted in words for words, _ in german_lines(made))
