"""Every cell of the tables of the ground war, against the rulebook; and files that are wrong."""

from __future__ import annotations

import ast
import re
import shutil
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

import pytest

from bocage.games.charts import ChartsError
from bocage.games.judges import judge_of
from bocage.games.opcom.board.figures import FiguresError, kinds, load_figures
from bocage.games.opcom.board.tables import Outcome, Overrun, load_tables, tables
from bocage.games.places import data_of

HALF, QUARTER = Fraction(1, 2), Fraction(1, 4)

RATES = {
    "foot, any ground": (15, 25, 30, True),
    "motorised, close": (18, 28, 64, False),
    "motorised, open": (30, 32, 64, False),
    "tanks, wood or town": (18, 28, 64, False),
    "tanks, marsh": (8, 18, 64, False),
    "tanks, open": (30, 32, 64, False),
    "towed guns, any ground": (None, None, 75, False),
    "recce, close": (18, 28, 100, True),
    "recce, open": (30, 35, 100, True),
}
CAPACITY = {
    "civilian ferry": 4,
    "military ferry": 5,
    "light military bridge": 10,
    "minor road bridge": 20,
    "rail bridge": 20,
    "Bailey bridge": 20,
    "main road bridge": 100,
    "single-lane main road": 50,
    "double-lane main road": 100,
    "town of cheering civilians": 40,
}
TOTAL = Outcome("total success", 1, 2, "2d6", 2, "not next turn", Overrun(HALF, 0, True))
SUCCESS = Outcome("success", 1, 1, "1d6", 1, "", Overrun(HALF, 1, True))
LIMITED = Outcome("limited success", 1, 1, "2 km", 1, "if ordered", Overrun(QUARTER, 1, False))
CONFUSED = Outcome("confused", 1, 1, "none", 0, "no", None)
BEATEN = Outcome("beaten", 1, 0, "none", 0, "if ordered", None)


def test_rates_of_movement() -> None:
    """6.1: nine rows of tactical, non-tactical, road column and river crossing."""
    found = {
        name: (each.tactical, each.non_tactical, each.column, each.minor_water)
        for name, each in tables().rates.items()
    }
    assert found == RATES


def test_passing_distances() -> None:
    """6.5: two kilometres in the open by day, one otherwise."""
    assert tables().passing == {"open, by day": 2, "woods, close country or night": 1}


def test_rail_times() -> None:
    """6.4: half turns to embark, travel and disembark, for infantry and for vehicles."""
    assert tables().rail == {
        "embark in a town or village": (2, 4),
        "travel, any distance": (2, 2),
        "disembark": (1, 2),
    }


def test_capacities() -> None:
    """7: what is used where the map is silent, of ten crossings and routes."""
    assert tables().capacity == CAPACITY


def test_demolition() -> None:
    """8: blown on 1, and on nothing else."""
    assert [die in tables().demolition for die in range(1, 7)] == [True, *[False] * 5]


def test_combat_factors() -> None:
    """9.9: nine factors for each unit, four levels of air support."""
    assert tables().factors == {
        "advantage": 1,
        "combined_arms": 1,
        "light_infantry": -1,
        "unprepared": -3,
        "close_country": 1,
        "open_against_tanks": -1,
        "no_fuel": -1,
        "non_tactical": -2,
        "other_formation": -1,
    }
    assert tables().air == {"ordinary": 4, "superior": 6, "overwhelming": 8, "apocalyptic": 10}


@pytest.mark.parametrize("final", range(-30, 61))
def test_both_columns_of_results(final: int) -> None:
    """9.13: every score from -30 to 60 in both columns has the result of the book."""
    normal = TOTAL if final >= 12 else SUCCESS if final >= 8 else LIMITED if final >= 5 else None
    bad = TOTAL if final >= 20 else SUCCESS if final >= 12 else LIMITED if final >= 7 else None
    assert tables().outcome(final, bad=False) == (normal or (CONFUSED if final >= -1 else BEATEN))
    assert tables().outcome(final, bad=True) == (bad or (CONFUSED if final >= 2 else BEATEN))


def test_artillery() -> None:
    """9.11: ranges of the four printed rows, and ours for those without a row."""
    assert tables().artillery == {
        "field": (8, 12),
        "medium": (12, 20),
        "rocket": (6, 0),
        "infantry guns": (6, 0),
        "heavy": (12, 20),
        "coast": (20, 27),
        "six_inch": (10, 14),
        "six_pounder": (3, 4),
        "aa": (8, 0),
    }


def test_squadrons() -> None:
    """9.12: for 0 to 12 squadrons of three kinds, the level of support."""
    wanted = {
        "German ground attack": (0, 1, 1, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4),
        "Allied ground attack": (0, 1, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 4),
        "heavy bomber": (0, 3, 3, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4),
    }
    for kind, levels in wanted.items():
        spans = tables().squadrons[kind]
        found = tuple(
            next((i for i, span in enumerate(spans, 1) if span and n in span), 0) for n in range(13)
        )
        assert found == levels, kind


def test_supply_use() -> None:
    """9.5: ammunition and fuel of each action."""
    assert tables().supply_use == {
        "attack": (1, 0),
        "artillery fire": (1, 0),
        "defence": (0, 0),
        "mechanised, moved or fought": (0, 1),
    }


@pytest.mark.parametrize(
    ("tactical", "heavy", "dice"),
    [
        ((1, 2), (), "nnnnIS"),
        ((3, 4), (1,), "nnnIIS"),
        ((5, 6), (2, 3), "nnIISS"),
        ((7, 8), (4, 5), "nIIISS"),
        ((9, 10, 11, 12), (6, 7), "nIISSS"),
        ((13, 14, 30), (8, 9, 20), "nISSSS"),
    ],
)
def test_interdiction(tactical: tuple[int, ...], heavy: tuple[int, ...], dice: str) -> None:
    """9.16: six rows, each force in its row alone, each die in its column."""
    (row,) = {id(s): s for s in tables().strikes if all(n in s.tactical for n in tactical)}.values()
    for force in tactical:
        assert sum(force in each.tactical for each in tables().strikes) == 1
    for force in heavy:
        assert row.heavy is not None
        assert force in row.heavy
    assert (row.heavy is None) == (not heavy)
    found = "".join(
        "S" if die in row.step else "I" if die in row.stop else "n" for die in range(1, 7)
    )
    assert found == dice


# Files that are wrong ----------------------------------------------------------------------


def copied(folder: Path) -> Path:
    """Our charts and figures, to be spoilt."""
    for name in ("charts.toml", "figures.toml"):
        source = data_of("opcom") / name
        shutil.copy(str(source), folder / name)
    return folder


def spoilt(folder: Path, file: str, old: str, new: str) -> Path:
    """Return a copy with one thing changed."""
    path = copied(folder) / file
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    return folder


def test_a_copied_folder_gives_the_same_tables(tmp_path: Path) -> None:
    """What is read from a folder is what is read from ours."""
    assert load_tables(copied(tmp_path)) == tables()


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('["8..11", "success"', '["9..11", "success"', "exactly one row"),
        ('["8..11", "success"', '["8..12", "success"', "exactly one row"),
        ('"2d6", "half", 2', '"3d6", "half", 2', "expected 2d6 and half"),
        ('"not next turn"', '"never"', "expected one of"),
        ('"half, 1 step more, may attack"', '"half, 2 steps more"', "expected one of"),
        ('["20+", "total success"]', '["20+", "triumph"]', "expected one of"),
        ('["rail bridge", 20]', '["rail bridge", "many"]', "no rule understands"),
        ('30, "minor"]', '30, "swims"]', "no rule understands"),
        ("[demolition]", "[demolitions]", "expected a grid"),
        ('["2..6", "stands"]', '["3..6", "stands"]', "every face of the die"),
        ('"3..6", "2", "1"]', '"3..6", "2..3", "1"]', "every face of the die"),
        (
            '["recce, open", 30, 35, 100, "minor"]',
            '["recce, open", 30, 35, 100, "no"]',
            "same troops",
        ),
        ("[combat_factors]", "[factors]", "expected a list of modifiers"),
    ],
)
def test_a_wrong_chart_is_named(tmp_path: Path, old: str, new: str, said: str) -> None:
    """A cell that no rule understands is a fault that names the chart."""
    with pytest.raises(ChartsError) as error:
        load_tables(spoilt(tmp_path, "charts.toml", old, new))
    assert said in str(error.value)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("draw = 5", "draw = 5.5", "whole number"),
        ("draw = 5", "reach = 5", "supply.draw"),
        ("night = [1, 4]", "night = [1, 0]", "movement.night"),
        ("night = [1, 4]", "night = [0, 0]", "a part of a whole"),
        ("marsh_motor = [8, 18]", "marsh_motor = 8", "two numbers"),
        ("[contact]", "[contact]\nluck = 3", "no rule counts with it"),
    ],
)
def test_a_wrong_figure_is_named(tmp_path: Path, old: str, new: str, said: str) -> None:
    """A figure that is missing, wrong or unknown is named."""
    with pytest.raises(FiguresError) as error:
        load_figures(spoilt(tmp_path, "figures.toml", old, new))
    assert said in str(error.value)


def test_every_figure_has_its_rule() -> None:
    """Each line of figures.toml names the rule or the reading that the figure comes from."""
    text = (data_of("opcom") / "figures.toml").read_text(encoding="utf-8")
    lines = [line for line in text.splitlines() if "=" in line and not line.startswith("#")]
    assert len(lines) == sum(len(named) for named in kinds().values())
    index, readings = judge_of("opcom").index, judge_of("opcom").readings
    for line in lines:
        found = re.search(r"# (reading )?([\d.]+)\b", line)
        assert found, line
        known = {str(each) for each in (readings if found[1] else index)}
        assert f"{found[1] or ''}{found[2].rstrip('.')}" in known, line


def test_every_figure_is_used() -> None:
    """No figure is in the file that no module asks for."""
    folder = Path(str(data_of("opcom"))).parent
    modules = [path for path in folder.rglob("*.py") if path.name != "figures.py"]
    text = "\n".join(path.read_text(encoding="utf-8") for path in modules)
    names = {name for group, named in kinds().items() if group != "artillery" for name in named}
    assert [name for name in sorted(names) if not re.search(rf"\.{name}\b", text)] == []


CODES = {
    "what a unit, a bridge or a side is marked with": "DUE HERE GONE MOVED ATTACKED DEFENDED"
    " RETREATED HALTED BURNT STUCK QUEUED BLOWN TESTED SAFE PREPARED BAILEY NO_ZONE FUEL STEEP"
    " ALLIED AXIS CONTROL _WADED _ROAD _FIRST_CROSSING",
    "how finely a way, a route or a place is looked at": "_SAMPLE_KM _LAST_M _DOOR_M _PIECE_M"
    " _STEP_M _SQUARE _FEELS_KM _TURNS _OUT_KM _LEG_KM _STEP_KM _NOWHERE_KM _STRAIGHT"
    " _COS_45 _BEARINGS",
    "how much is remembered": "_MOST_KNOWN _MOST_KNOWN_BACK _MOST_PARTS _MOST_GOINGS LONG PARKED",
    "more or less than anything": "_FAR _DONE _NEVER _LEAST _NO_LIMIT LOST _MOVING",
    "marks and numbers of frames, lines and sorties": "PARK AFTER FIRE_BIT NO_DIE HONOURED"
    " ON_ITS_WAY TURNED_BACK THERE GOES_ON _OWN _LAST _TURN _PLAIN _PLAIN_DIE",
    "how much text is taken or said": "MOST_DIGITS _LONGEST _MOST_LINES _SAID_BACK _NAMED _MOST"
    " _SAID _SOME _CHOICES _HEAD MOST_WORDS _JOINED _FARTHEST"
    " _MANY _MOST_NAMES _FEW _MORNING _MINUTES _SHORTEST",
    "how much is taken in from paper, and how near a place entered counts as the same": "MOST_TURNS"
    " _MOST_UNPACKED _MOST_BYTES _APART_KM _MOST_COUNTED",
    "the scenario builder: how much a draft may hold, and the size of the Earth": "CELLS_MOST"
    " CELL_MOST HEXES_MOST _SIDE_MOST _HEIGHTS_MOST _DEGREE_KM",
    "how much a figure may be": "MOST _SMALL_MOST",
    "the fuzzer": "_OFTEN",
}
"""Numbers in modules that are not figures of a rule, by what they are."""


def _is_number(node: ast.expr | None) -> bool:
    """Return whether a value is written as a number, or as a tuple of numbers."""
    if isinstance(node, ast.Tuple):
        return bool(node.elts) and all(_is_number(each) for each in node.elts)
    if isinstance(node, ast.UnaryOp):
        return _is_number(node.operand)
    return isinstance(node, ast.Constant) and type(node.value) in (int, float)


def _numbers(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Constants of a module that are numbers, and comparisons of a distance with a number."""
    for node in tree.body:
        if isinstance(node, ast.Assign) and _is_number(node.value):
            yield from ((node.lineno, ast.unparse(each)) for each in node.targets)
        if isinstance(node, ast.AnnAssign) and _is_number(node.value):
            yield node.lineno, ast.unparse(node.target)
    for each in ast.walk(tree):
        if isinstance(each, ast.Compare):
            parts = [each.left, *each.comparators]
            distance = any(
                isinstance(part, ast.Call) and ast.unparse(part.func) in ("km_between", "st.km")
                for part in parts
            )
            if distance and any(_is_number(part) for part in parts):
                yield each.lineno, ast.unparse(each)


def test_no_figure_stands_in_a_module() -> None:
    """Every number that a module gives a name is known not to be a figure of a rule."""
    known = {name for names in CODES.values() for name in names.split()}
    home = Path(str(data_of("opcom"))).parent
    found = [
        f"{path.relative_to(home)}:{line} {what}"
        for path in sorted(home.rglob("*.py"))
        for line, what in _numbers(ast.parse(path.read_text(encoding="utf-8")))
        if not set(re.findall(r"\w+", what)) <= known
    ]
    assert found == [], "put it into figures.toml with its reading"
