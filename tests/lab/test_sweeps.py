"""Sweeps: one number of a table changed, and nothing else."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from bocage.ai import load_game
from bocage.games.places import data_of
from bocage.lab.sweeps import Knob, SweepError, changed, current, knob, name_of, points, write

DATA = Path(str(data_of("falaise")))
DAY = "charts.toml:activation_modifiers.german_day=-4..-2"


def test_a_change_is_read() -> None:
    """A span and a list; a value named twice is tried once."""
    assert knob(DAY) == Knob(
        "charts.toml", "activation_modifiers", "german_day", ("-4", "-3", "-2")
    )
    assert knob("oob.csv:G-275.cf=3,1,3").values == ("3", "1")
    for bad in (
        "charts.toml",
        "charts.toml:a.b",
        "notes.txt:a.b=1",
        "oob.csv:a.b=x",
        "oob.csv:a.b=3..1",
    ):
        with pytest.raises(SweepError):
            knob(bad)


def test_one_number_changes_and_nothing_else() -> None:
    """Of a chart: the same text but for the number, in the right chart."""
    text = (DATA / "charts.toml").read_text(encoding="utf-8")
    each = knob(DAY)
    made = changed(text, each, "-4")
    was, now = tomllib.loads(text), tomllib.loads(made)
    differing = [name for name in was if was[name] != now[name]]
    assert differing == ["activation_modifiers"]
    lines = [(a, b) for a, b in zip(text.splitlines(), made.splitlines(), strict=True) if a != b]
    assert len(lines) == 1
    assert changed(made, each, current(DATA, each)) == text


@pytest.mark.parametrize("name", ["movement.storm", "terrain.port.shift", "bomber.overcast"])
def test_numbers_of_every_form(name: str) -> None:
    """A number under its own name, and one of several in a line."""
    folder = Path(str(data_of("roundup")))
    text = (folder / "charts.toml").read_text(encoding="utf-8")
    each = knob(f"charts.toml:{name}=-9")
    made = changed(text, each, "-9")
    lines = [(a, b) for a, b in zip(text.splitlines(), made.splitlines(), strict=True) if a != b]
    assert len(lines) == 1
    assert changed(made, each, current(folder, each)) == text


def test_a_number_of_a_counter(tmp_path: Path) -> None:
    """Of a table of counters: one cell; the game plays with it."""
    each = knob("oob.csv:G-275.cf=3")
    write(DATA, tmp_path / "data", [each], ["3"])
    assert current(tmp_path / "data", each) == "3"
    assert current(DATA, each) != "3"
    assert load_game("falaise", tmp_path / "data").edition != load_game("falaise", DATA).edition
    back = tmp_path / "back"
    write(tmp_path / "data", back, [each], [current(DATA, each)])
    assert {path.name for path in back.iterdir()} == {path.name for path in DATA.iterdir()}


def test_every_way_to_set_two_numbers() -> None:
    """Two knobs make a grid, each point with a name; too many are refused."""
    two = [knob(DAY), knob("oob.csv:G-275.cf=1,2")]
    found = points(two)
    assert len(found) == 6
    assert name_of(two, found[0]) == "german_day=-4,cf=1"
    with pytest.raises(SweepError, match="too many"):
        points([knob("oob.csv:a.b=1..100")])


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("charts.toml:nothing.x=1", "has no chart 'nothing'"),
        ("charts.toml:activation_modifiers.x=1", "has no number 'x': there are turn_1"),
        ("charts.toml:activation.x=1", "nor any other number"),
        ("oob.csv:nobody.cf=1", "has no row 'nobody'"),
        ("oob.csv:G-275.courage=1", "has no column 'courage'"),
        ("morale.csv:a.b=1", "there is no morale.csv"),
    ],
)
def test_what_is_not_there(text: str, says: str, tmp_path: Path) -> None:
    """A file, a chart, a row or a column that does not exist is named."""
    each = knob(text)
    with pytest.raises(SweepError, match=says):
        current(DATA, each)
    with pytest.raises(SweepError, match=says):
        write(DATA, tmp_path, [each], each.values)


def test_two_numbers_of_the_same_name_are_distinguished() -> None:
    """The row is named where two rows have the column."""
    both = [knob("oob.csv:P-1-S.cf=3"), knob("oob.csv:P-1-K.cf=4")]
    assert name_of(both, ("3", "4")) == "P-1-S.cf=3,P-1-K.cf=4"
    assert name_of(both[:1], ("3",)) == "cf=3"
