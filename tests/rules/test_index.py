"""The index of a rulebook: what it takes, and what it says of what it does not."""

from __future__ import annotations

from pathlib import Path

import pytest

from bocage.engine.rulings import Rule
from bocage.rules.citations import citations, mentions
from bocage.rules.index import RulebookError, load_index
from bocage.rules.readings import load_readings

GOOD = """
["3.2"]
title = "Zones"
says = "What a zone is."

["3.2.1"]
title = "Zones and movement"
says = "What a zone does."

["3.2.1.a"]
says = "A unit stops."

["3.2.1.b"]
says = "A note."
case_none = "it describes"

["3.2.1.c"]
says = "A unit may."
unmet = "nobody does"

["11.10"]
title = "Towns"
says = "A town shifts."
"""


SENTENCES = ("3.2.1.a", "3.2.1.b", "3.2.1.c")


def written(folder: Path, text: str) -> Path:
    """Return a file with that text."""
    path = folder / "rulebook.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_sentences_have_the_title_of_their_case(tmp_path: Path) -> None:
    """A sentence belongs to its case; the case is a heading then, and needs no case itself."""
    index = load_index(written(tmp_path, GOOD))
    assert index[Rule("3.2.1.a")].title == "Zones and movement"
    assert index[Rule("3.2.1.b")].case_none == "it describes"
    assert index[Rule("3.2.1.c")].unmet == "nobody does"
    assert index.is_heading(Rule("3.2.1"))
    assert not index.is_heading(Rule("3.2"))
    assert [each.rule for each in index.sentences()] == ["3.2", *SENTENCES, "11.10"]
    assert [each.rule for each in index.under("3.2.1")] == ["3.2.1", *SENTENCES]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('["3.x"]\ntitle = "T"\nsays = "S"', "expected the number of a case"),
        ('["3.2.a"]\nsays = "S"', "is a part of 3.2, which should stand before it"),
        ('["3.2"]\nsays = "S"', "3.2.title: expected a text"),
        ('["3.2"]\ntitle = "T"\nsays = " "', "field 3.2.says ' ': expected a text"),
        (
            '["3.2"]\ntitle = "T"\nsays = "S"\nwhy = "?"',
            "one of title, says, same_as, case_none, unmet",
        ),
        ('["3.2"]\ntitle = "T"\nsays = "S"\ncase_none = ""', "or nothing at all"),
        ('["3.2"]\ntitle = "T"\nsays = "S"\nunmet = 3', "or nothing at all"),
        ('["3.2"]\ntitle = "T"\nsays = "S"\nsame_as = ["9.9"]', "that has cases of its own"),
        ('["3.2"]\ntitle = "T"\nsays = "S"\nsame_as = "3.2"', "expected a list of entries"),
        ('["3.2"]\ntitle = "T"\nsays = "S"\nsame_as = ["3.2"]', "that has cases of its own"),
        ('"3.2" = 5', "expected a table"),
        ("", "has no entries"),
        ("[3", "at the end of a table declaration"),
    ],
)
def test_what_is_wrong_with_an_index_is_said(tmp_path: Path, text: str, said: str) -> None:
    """A fault names the file, the entry, the field, what stands there and what was expected."""
    with pytest.raises(RulebookError) as error:
        load_index(written(tmp_path, text))
    assert said in str(error.value)
    assert "rulebook.toml" in str(error.value)


def test_all_faults_of_an_index_are_listed(tmp_path: Path) -> None:
    """A wrong index is refused with all its faults at once."""
    text = '["3.2"]\nsays = "S"\n["3.3"]\ntitle = "T"\n["x"]\ntitle = "T"\nsays = "S"'
    with pytest.raises(RulebookError) as error:
        load_index(written(tmp_path, text))
    assert len(error.value.faults) == 3


def test_citations_are_found_with_their_surroundings(tmp_path: Path) -> None:
    """A citation is found wherever it stands, with file, line, class and function."""
    text = 'A = R("1.0")\nclass C:\n    def f(self):\n        return S("2.0"), R("3.2.1.a")\n'
    (tmp_path / "moving.py").write_text(text, encoding="utf-8")
    found = {rule: [str(place) for place in places] for rule, places in citations(tmp_path).items()}
    assert found == {"1.0": ["moving.py:1"], "3.2.1.a": ["moving.py:4 (C.f)"]}


def test_citations_in_a_package_below_are_found(tmp_path: Path) -> None:
    """A game may have packages of its own: their citations count, with the folder named."""
    (tmp_path / "combat").mkdir()
    (tmp_path / "combat" / "odds.py").write_text('A = R("9.1")\n', encoding="utf-8")
    assert [str(place) for place in citations(tmp_path)[Rule("9.1")]] == ["combat/odds.py:1"]


def test_docstrings_name_cases(tmp_path: Path) -> None:
    """A case named in a docstring is found, whole numbers only, wherever the string stands."""
    text = '"""3.2 Zones."""\ndef f():\n    """11.13.3, 4.4: why."""\nA = 1\n"""10.6."""\n'
    (tmp_path / "moving.py").write_text(text, encoding="utf-8")
    found = {rule: [str(place) for place in places] for rule, places in mentions(tmp_path).items()}
    assert found == {
        "3.2": ["moving.py:1"],
        "11.13.3": ["moving.py:3 (f)"],
        "4.4": ["moving.py:3 (f)"],
        "10.6": ["moving.py:5"],
    }


def test_readings_have_number_title_and_cases(tmp_path: Path) -> None:
    """A reading is a heading with the cases in brackets, and the text under it."""
    path = tmp_path / "readings.md"
    path.write_text("# R\n\n## A\n\n### 75a. Title (4.0, 11.8)\n\nOne.\nTwo.\n", encoding="utf-8")
    (reading,) = load_readings(path).values()
    assert (reading.rule, reading.title, reading.about) == ("reading 75a", "Title", ("4.0", "11.8"))
    assert reading.says == "One. Two."


def test_readings_may_be_numbered_by_chapter(tmp_path: Path) -> None:
    """A number of two parts is one reading: 4.30 is not 4.3."""
    path = tmp_path / "readings.md"
    path.write_text("### 4.3. A (9.4)\n\nOne.\n\n### 4.30. B (9.13)\n\nTwo.\n", encoding="utf-8")
    assert list(load_readings(path)) == ["reading 4.3", "reading 4.30"]


def test_a_reading_without_its_cases_is_refused(tmp_path: Path) -> None:
    """A heading with a number that names no case of the book is a fault and is not left out."""
    path = tmp_path / "readings.md"
    path.write_text("### 2.10. A headquarters in two posts (4.0.a)\n\nOne.\n", encoding="utf-8")
    with pytest.raises(ValueError, match="needs a number, a title and its cases"):
        load_readings(path)


def test_readings_have_switches_and_reasons(tmp_path: Path) -> None:
    """A reading may name the switch that turns it round, and why no case can exist."""
    path = tmp_path / "readings.md"
    text = "# R\n\n### 1. A (4.0)\n\nOne.\nSwitch: `a-b`.\n\n"
    text += "### 2. B (4.0)\n\nTwo.\nNo case: why.\nUnmet: seldom.\n"
    path.write_text(text, encoding="utf-8")
    first, second = load_readings(path).values()
    assert (first.switch, first.case_none) == ("a-b", "")
    assert (second.case_none, second.unmet, second.says) == ("why", "seldom", "Two.")


def test_docstrings_name_readings(tmp_path: Path) -> None:
    """A reading named in a docstring is found, alone or with others."""
    text = '"""Reading 9."""\ndef f():\n    """4.4, readings 27, 35\n    and 75a: why. On."""\n'
    (tmp_path / "moving.py").write_text(text, encoding="utf-8")
    found = {rule for rule in mentions(tmp_path) if rule.startswith("reading")}
    assert found == {"reading 9", "reading 27", "reading 35", "reading 75a"}
