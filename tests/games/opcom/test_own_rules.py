"""A scenario's own rules: `[[figure]]` and `[[cell]]` in its file."""

from __future__ import annotations

import ast
import csv
import re
from collections.abc import Iterable
from importlib.resources import as_file, files
from pathlib import Path
from shutil import copytree
from typing import Any, cast

import pytest

from bocage.engine.dice import GivenDice
from bocage.engine.table import Table
from bocage.games.opcom.board.figures import kinds, misfit
from bocage.games.opcom.board.own_rules import OwnFigure, changed_figures
from bocage.games.opcom.board.position import BLOWN, Position
from bocage.games.opcom.board.rows import Needs
from bocage.games.opcom.board.scenario import folder_of, scenario_words
from bocage.games.opcom.board.tables import tables
from bocage.games.opcom.game import OpCom
from bocage.games.opcom.s10_reports.brief import own_rules
from bocage.games.places import data_of
from bocage.tables import DataError, Fault
from tests.games.opcom.playing import GUARDS, WALTHER, go, ordered, play_samples
from tests.mutants.opcom.figures import others, sources, value_of

LONG_RANGE = """
[[figure]]
name = "combat.long_range"
value = "1/4"
words = "Guns beyond effective range count a quarter."
"""
ADVANTAGE = """
[[cell]]
chart = "combat_factors"
row = "advantage"
value = "3"
words = "A clear tactical advantage is worth three."
"""
DEMOLITION = """
[[cell]]
chart = "demolition"
row = "1"
column = "die"
value = "1..4"
words = "A bridge is blown on 1 to 4."

[[cell]]
chart = "demolition"
row = "2..6"
column = "die"
value = "5..6"
words = ""
"""


@pytest.fixture
def scenarios(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of somebody's own scenarios."""
    monkeypatch.setenv("BOCAGE_SCENARIOS", str(tmp_path))
    return tmp_path


def with_rules(folder: Path, rules: str) -> None:
    """Write Joe's Bridge with rules of its own, as the scenario `own`."""
    for each in folder_of("joes-bridge").iterdir():
        if each.is_file():
            to = folder / "own" / each.name
            to.parent.mkdir(exist_ok=True)
            to.write_bytes(each.read_bytes())
    with (folder / "own" / "scenario.toml").open("a", encoding="utf-8") as file:
        file.write(rules)


def at_table(scenario: str, dice: Iterable[str]) -> Table[Position]:
    """Return a new table, of a game that knows the scenarios that are there now."""
    return Table.new(OpCom(), scenario=scenario, seed=b"s" * 32, oracle=GivenDice(dice))


def attack(scenario: str) -> list[str]:
    """Return the factors of the Guards' fights in the second turn."""
    table = at_table(scenario, ["3"] * 80)
    turns = ("1-guards.toml", "1-walther.toml"), ("2-guards.toml", "2-walther.csv")
    play_samples(table, "joes_bridge", *turns)
    fights = [each for each in table.state.cards if each.category == "fight"]
    return [line for each in fights for line in each.why.split("\n")]


def about(lines: list[str], words: str) -> str:
    """Return the first line with these words."""
    return next(line for line in lines if words in line)


def test_a_changed_figure_counts_in_the_turn(scenarios: Path) -> None:
    """9.11.b: guns beyond effective range count a quarter instead of half, and the card says so."""
    with_rules(scenarios, LONG_RANGE)
    usual, own = (attack(each) for each in ("joes-bridge", "own"))
    assert re.search(r"-4 55th .*: half, rounded down", about(usual, "beyond effective range"))
    assert re.search(r"-6 55th .*: a quarter, rounded down", about(own, "beyond effective range"))


def test_a_changed_modifier_counts_in_the_turn(scenarios: Path) -> None:
    """9.9.advantage: three for each unit instead of one; other factors are as usual."""
    with_rules(scenarios, ADVANTAGE)
    usual, own = (attack(each) for each in ("joes-bridge", "own"))
    assert "defender: +3 " in about(usual, "a prepared block")
    assert "defender: +9 " in about(own, "a prepared block")
    assert about(usual, "combined arms") == about(own, "combined arms")


@pytest.mark.parametrize(("die", "blown"), [("4", True), ("5", False)])
def test_changed_dice_count_in_the_turn(scenarios: Path, die: str, blown: bool) -> None:
    """8.0.b: a bridge is blown on 1 to 4."""
    with_rules(scenarios, DEMOLITION)
    table = at_table("own", [die, *["3"] * 20])
    st = ordered(table, WALTHER, blow=[{"bridge": "Dommel bridge S of Valkenswaard"}])
    assert bool(st.bridges[st.world.bridge_names.index("B-DOM")] & BLOWN) == blown


def test_players_read_what_is_changed(scenarios: Path) -> None:
    """The sentences stand in the brief and in the lobby, and the charts have the cells."""
    with_rules(scenarios, LONG_RANGE + ADVANTAGE)
    game = OpCom(scenario="own")
    said = ["Guns beyond effective range count a quarter."]
    said += ["A clear tactical advantage is worth three."]
    assert own_rules(game.world) == said
    assert scenario_words("own")[1].endswith(" ".join(said))
    factors = next(each for each in game.charts() if each.title.startswith("Combat factors"))
    assert ("Each clear tactical advantage", "+3", "9") in factors.rows
    assert own_rules(OpCom().world) == []


def test_the_rules_on_the_page_count(scenarios: Path) -> None:
    """What docs/scenario.md writes is read, and the tables have it."""
    page = (Path(__file__).parents[3] / "docs" / "scenario.md").read_text(encoding="utf-8")
    (block,) = re.findall(r"^```toml\n(\[\[figure\]\].*?)^```$", page, re.M | re.S)
    with_rules(scenarios, block)
    found = OpCom(scenario="own").world.tables
    assert found.figures.supply.draw == 8
    assert found.rates["foot, any ground"].tactical == 12
    assert found.factors["advantage"] == 2
    assert tables().figures.supply.draw != 8


WRONG = """
[[figure]]
name = "combat.luck"
value = "1"
words = "?"

[[figure]]
name = "supply.draw"
value = "far"
words = "?"

[[figure]]
name = "movement.delay"
value = "0"
words = "?"

[[cell]]
chart = "combat_factor"
row = "advantage"
value = "3"
words = "?"

[[cell]]
chart = "movement"
row = "foot, any ground"
column = "tactics"
value = "20"
words = "?"

[[cell]]
chart = "movement"
row = "tanks, open"
column = "tactical"
value = "fast"
words = "?"

[[cell]]
chart = "demolition"
row = "1"
column = "die"
value = "1..2"
words = "?"

[[cell]]
chart = "results"
row = "8..11"
column = "result"
value = "total success"
words = "?"
"""


def test_one_error_lists_every_wrong_rule(scenarios: Path) -> None:
    """Each names its row, its field and what was expected."""
    with_rules(scenarios, WRONG)
    with pytest.raises(DataError) as caught:
        OpCom(scenario="own")
    found = {each.field: each.reason for each in caught.value.faults}
    assert {each.file for each in caught.value.faults} == {"scenario.toml"}
    expected = {
        "figure 1.name": "no rule counts with it",
        "figure 2.value": "expected a whole number from 0 to 1000",
        "figure 3.value": "must be more than 0",
        "cell 1.chart": "combat_factors",
        "cell 2.column": "is not one of crosses rivers, non-tactical, road column, tactical",
        "cell 3.value": "movement.tanks, open: has a cell that no rule understands",
        "cell 4.value": "demolition: expected every face of the die in exactly one cell",
        "cell 5.value": "results: expected a row with this result",
    }
    assert set(found) == set(expected)
    for field, reason in expected.items():
        assert reason in found[field], field


def written(value: Any) -> str:
    """Return a figure as a scenario writes it."""
    if isinstance(value, tuple):
        return ", ".join(written(each) for each in cast("tuple[int, ...]", value))
    return f"{value:.6f}" if isinstance(value, float) else str(value)


@pytest.mark.parametrize("name", sorted(sources()))
def test_a_scenario_can_change_every_figure(name: str) -> None:
    """20 % less and more, and nothing else is changed."""
    chapter, _, field = name.partition(".")
    for other in others(value_of(name)):
        faults: list[Fault] = []
        row = OwnFigure(name, written(other), "")
        found = changed_figures(tables().figures, [row], Needs("scenario.toml", faults))
        if misfit(name, other):
            assert len(faults) == 1
            continue
        assert faults == []
        now = getattr(getattr(found, chapter), field)
        assert now == (pytest.approx(other) if isinstance(other, float) else other)
        changed = {
            f"{group}.{each}"
            for group, named in kinds().items()
            for each in named
            if getattr(getattr(found, group), each) != value_of(f"{group}.{each}")
        }
        assert changed == {name}


@pytest.mark.parametrize("value", ["", "-1", "1001", "1/0", "1e9", "half", "1, 2, 3", "0x1"])
@pytest.mark.parametrize(
    "name", ["supply.draw", "bridges.held", "combat.balance", "bridges.bailey_gap"]
)
def test_a_figure_that_is_none_is_refused(name: str, value: str) -> None:
    """Each kind of figure: nothing is changed, and the fault says what was expected."""
    faults: list[Fault] = []
    row = OwnFigure(name, value, "")
    found = changed_figures(tables().figures, [row], Needs("scenario.toml", faults))
    assert found == tables().figures
    assert [each.value for each in faults] == [value]
    assert faults[0].reason.startswith("expected ")


def test_no_rule_asks_for_our_own_tables() -> None:
    """Rules count with the tables that they are given: only worlds and cases begin with ours."""
    home = Path(str(data_of("opcom"))).parent
    asking = {
        str(path.relative_to(home))
        for path in home.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.ImportFrom)
        and node.module == "bocage.games.opcom.board.tables"
        and {each.name for each in node.names} & {"tables", "load_tables"}
    }
    judges = {f"judge/{each}.py" for each in ("air", "desk", "fights", "ground", "sea")}
    assert asking == {"board/world.py", "workshop/trial.py", *judges}


def test_a_map_without_capacities_takes_what_is_usual(scenarios: Path) -> None:
    """7.2, 7.3: crossings and main roads without a figure take what the chart of the scenario
    gives for their kind, and units wait in the turn.
    """
    rules = """
[[cell]]
chart = "capacity"
row = "main road bridge"
column = "if nobody says"
value = "3"
words = "The bridges are old."
"""
    with_rules(scenarios, rules)
    country = scenarios / "own" / "country"
    with as_file(files("bocage.maps") / "packs" / "joes-bridge") as pack:
        copytree(pack, country)
    for name in ("crossings.csv", "links.csv"):
        with (country / name).open(encoding="utf-8", newline="") as file:
            rows = list(csv.DictReader(file))
        with (country / name).open("w", encoding="utf-8", newline="") as file:
            writer = csv.DictWriter(file, list(rows[0]))
            writer.writeheader()
            writer.writerows({**row, "capacity": ""} for row in rows)
    path = scenarios / "own" / "scenario.toml"
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace('map = "joes-bridge"', 'map = "country"'), encoding="utf-8")
    table = at_table("own", ["3"] * 80)
    st = ordered(table, GUARDS, go("5th Guards Brigade Group", "51.2500 5.3870"))
    light = [c.weight == "light" for c in st.world.crossings]
    assert True in light
    assert list(st.capacity) == [10 if each else 3 for each in light]
    waiting = {note.name for note in st.notes if note.code == "queues"}
    assert st.world.crossings[0].name in waiting
    assert st.crossed[0] <= 3
    assert [road for road in st.world.pack.links if road.capacity] == []
    assert max(st.lanes) <= 50
