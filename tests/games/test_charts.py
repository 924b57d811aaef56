"""Charts against their rulebooks, look-ups in them, and what is said of a wrong one."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bocage.games.charts import ChartsError, Grid, Modifiers, Span, read_charts
from bocage.games.places import data_of

FALAISE = read_charts("falaise")
OPCOM = read_charts("opcom")


def grid(of: object) -> Grid:
    """A chart that must be a grid."""
    assert isinstance(of, Grid)
    return of


@pytest.mark.parametrize(
    ("said", "inside", "outside"),
    [
        ("3", (3,), (2, 4)),
        ("1..2", (1, 2), (0, 3)),
        ("6+", (6, 99), (5,)),
        ("-2-", (-2, -50), (-1,)),
        ("-1..4", (-1, 0, 4), (-2, 5)),
    ],
)
def test_spans(said: str, inside: tuple[int, ...], outside: tuple[int, ...]) -> None:
    """A span holds the numbers it names, and an open end all beyond it."""
    span = Span.read(said)
    assert span is not None
    assert all(number in span for number in inside)
    assert not any(number in span for number in outside)


@pytest.mark.parametrize("said", ["", "x", "2..1", "1-3", "1..", "+6", "1..1"])
def test_what_is_not_a_span(said: str) -> None:
    """Other words are not spans."""
    assert Span.read(said) is None


@pytest.mark.parametrize(
    ("die", "odds", "expected"),
    [(1, "1-3", "AL1"), (6, "1-2", "DR"), (3, "4-1", "BL1"), (1, "6-1+", "DL1"), (0, "5-1", "DR")],
)
def test_falaise_10_assault(die: int, odds: str, expected: str) -> None:
    """10.0: the printed cells; a die below the table takes its first row."""
    assert grid(FALAISE["assault"]).cell(die, odds) == expected


@given(st.integers(1, 6), st.integers(0, 6))
def test_falaise_assault_never_worsens(die: int, column: int) -> None:
    """Better odds never give the attacker a worse result on the same die."""
    order = ("AL1", "C", "DR", "BL1", "DL1", "DE")
    row = grid(FALAISE["assault"]).cells[die - 1]
    assert order.index(str(row[column])) <= order.index(str(row[column + 1]))


def test_falaise_7_1_activation() -> None:
    """7.1: a die of 1 gives 4 Movement Points, of 7 or more 10."""
    chart = grid(FALAISE["activation"])
    points = [chart.cell(die, "Movement Points") for die in (-1, 1, 2, 3, 4, 5, 6, 7, 9)]
    assert points == [4, 4, 4, 6, 6, 8, 8, 10, 10]


def test_falaise_modifiers() -> None:
    """6.2, 7.1, 8.1, 10.2: modifiers by name."""
    values = {
        ("assault_modifiers", "town"): -2,
        ("activation_modifiers", "german_day"): -2,
        ("op_fire_modifiers", "breaking_contact"): -2,
        ("bombardment_modifiers", "argentan"): -2,
    }
    for (chart, name), value in values.items():
        found = FALAISE[chart]
        assert isinstance(found, Modifiers)
        assert found.value(name) == value


@pytest.mark.parametrize(
    ("score", "normal", "bad"),
    [
        (25, "total success", "total success"),
        (12, "total success", "success"),
        (8, "success", "limited success"),
        (5, "limited success", "confused combat"),
        (-1, "confused combat", "badly beaten"),
        (1, "confused combat", "badly beaten"),
        (-2, "badly beaten", "badly beaten"),
        (-40, "badly beaten", "badly beaten"),
    ],
)
def test_opcom_9_results(score: int, normal: str, bad: str) -> None:
    """9: the result of a final score in normal and in bad terrain."""
    assert grid(OPCOM["results"]).cell(score, "result") == normal
    assert grid(OPCOM["results_bad"]).cell(score, "result") == bad


@given(st.integers(-60, 60), st.sampled_from(["results", "results_bad"]))
def test_opcom_results_cover_every_score_once(score: int, chart: str) -> None:
    """9: every final score falls into exactly one row."""
    assert sum(score in span for span in grid(OPCOM[chart]).spans) == 1


@given(st.integers(1, 40))
def test_opcom_interdiction_has_neither_gap_nor_overlap(squadrons: int) -> None:
    """9: as read, every number of squadrons has one row, whose dice are 1 to 6 once each."""
    chart = grid(OPCOM["interdiction"])
    assert sum(squadrons in span for span in chart.spans) == 1
    row = chart.cells[chart.row(squadrons)]
    spans = [Span.read(str(cell)) for cell in row[1:]]
    assert all(sum(die in span for span in spans if span) == 1 for die in range(1, 7))


@pytest.mark.parametrize("kind", ["heavy", "light"])
@pytest.mark.parametrize("what", ["overflight", "drop near", "drop farther off"])
def test_opcom_flak_dice_are_complete(kind: str, what: str) -> None:
    """12: for each kind of flak and target, every face of the die has one effect."""
    chart = grid(OPCOM["flak"])
    row = chart.cells[chart.row(f"{kind}, {what}")]
    spans = [Span.read(str(cell)) for cell in row if cell]
    assert all(sum(die in span for span in spans if span) == 1 for die in range(1, 7))


def test_opcom_12_resupply_falls_with_the_die() -> None:
    """12: a worse die never brings more, and what arrives is never more than was sent."""
    chart = grid(OPCOM["resupply"])
    for number, sent in enumerate(chart.columns):
        arriving = [int(row[number]) for row in chart.cells]
        assert arriving == sorted(arriving, reverse=True)
        assert arriving[0] == int(sent)
    assert chart.cell(9, "7") == 7
    assert chart.cell(-9, "7") == 0


@pytest.mark.parametrize("charts", [FALAISE, OPCOM])
def test_every_chart_cites_its_rules(charts: dict[str, Grid | Modifiers]) -> None:
    """Charts, modifiers and notes all name their rules by number."""
    for chart in charts.values():
        cited = [chart.rules, *(note.rules for note in chart.notes)]
        if isinstance(chart, Modifiers):
            cited += [each.rules for each in chart.modifiers]
        assert all(part[0].isdigit() for rules in cited for part in rules.split()), chart.id


def test_unknown_rows_and_columns_are_named() -> None:
    """A look-up of what is not there names the chart and the word."""
    with pytest.raises(KeyError, match=r"Assault has no column '9-1'"):
        grid(FALAISE["assault"]).cell(1, "9-1")
    with pytest.raises(KeyError, match=r"Terrain effects has no row 'swamp'"):
        grid(FALAISE["terrain"]).cell("swamp", "MP")
    with pytest.raises(KeyError, match="not numbers"):
        grid(FALAISE["terrain"]).cell(3, "MP")
    modifiers = FALAISE["assault_modifiers"]
    assert isinstance(modifiers, Modifiers)
    with pytest.raises(KeyError, match="no modifier 'rain'"):
        modifiers.value("rain")


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ('kind = "grid"', 'kind = "gird"', "field assault.kind 'gird': expected grid or modifiers"),
        ('title = "Assault"', "title = 3", "field assault.title '3': expected a text"),
        ('["1", "AL1", "AL1", ', '["1", "AL1", ', "field assault.rows 'row 1': has 8 cells"),
        ('["1", "AL1", ', '["1", "AL9", ', "field assault.rows 'AL9': expected one of"),
        ('["1", "AL1", ', '["one", "AL1", ', "field assault.rows 'one': expected a span"),
        ('["2", "AL1", ', '["1", "AL1", ', "field assault.rows '1': a row is repeated"),
        ("value = -1, says", 'value = "x", says', "assault_modifiers.rows.value 'x'"),
        ('id = "ford"', 'id = "bridge"', "assault_modifiers.rows 'bridge': an id is repeated"),
        ("[assault]", "oops = 1\n[assault]", "field oops '1': expected a chart"),
    ],
)
def test_a_wrong_chart_is_a_fault(tmp_path: Path, old: str, new: str, told: str) -> None:
    """A mistake in a chart is reported with the chart, the key, the value and what was expected."""
    shutil.copy(str(data_of("falaise") / "charts.toml"), tmp_path)
    file = tmp_path / "charts.toml"
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(ChartsError) as caught:
        read_charts("falaise", tmp_path)
    assert told in " | ".join(str(fault) for fault in caught.value.faults)
