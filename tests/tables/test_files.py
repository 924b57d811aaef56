from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pytest

from bocage.tables import (
    Asker,
    DataError,
    Fault,
    FieldError,
    Table,
    fields,
    read_records,
    read_toml,
)


@dataclass(frozen=True)
class Row:
    """A row of the table below."""

    id: str
    size: int


TABLE = Table("t.csv", Row, (("id", fields.needed), ("size", fields.integer(1, 9))), ("id",))


def read(tmp_path: Path, content: str) -> tuple[list[Row], list[str]]:
    """Rows and faults of a table with this content."""
    (tmp_path / "t.csv").write_text(content, encoding="utf-8")
    faults: list[Fault] = []
    rows = [record for _, record in read_records(tmp_path, TABLE, faults)]
    return rows, [str(fault) for fault in faults]


def test_rows_become_records(tmp_path: Path) -> None:
    """A good table gives its records in order and no fault; a byte order mark does not matter."""
    assert read(tmp_path, "\ufeffid,size\na,1\n\nb,9\n") == ([Row("a", 1), Row("b", 9)], [])


@pytest.mark.parametrize(
    ("content", "told"),
    [
        ("id\na\n", "t.csv row 1 'id': the heading should be id,size"),
        ("id,size\na\n", "t.csv row 2: has 1 fields, expected 2"),
        ("id,size\n,1\n", "t.csv row 2, field id: is missing"),
        ("id,size\na,0\n", "t.csv row 2, field size '0': expected a whole number from 1 to 9"),
        ("id,size\na,1.5\n", "t.csv row 2, field size '1.5': expected a whole number from 1 to 9"),
        ("id,size\na,1\na,2\n", "t.csv row 3, field id 'a': an earlier row has this already"),
        ('id,size\n"a,1\n', "t.csv row 2: unexpected end of data"),
    ],
)
def test_each_mistake_is_reported_once(tmp_path: Path, content: str, told: str) -> None:
    """A mistake gives a fault with file, row, field, value and expectation, and nothing is
    raised."""
    assert read(tmp_path, content)[1] == [told]


def test_text_that_is_not_utf8_is_reported(tmp_path: Path) -> None:
    """A file in another encoding is a fault, not a crash."""
    (tmp_path / "t.csv").write_bytes(b"id,size\n\xe9,1\n")
    faults: list[Fault] = []
    assert read_records(tmp_path, TABLE, faults) == []
    assert "is not UTF-8 text" in str(faults[0])


def test_broken_toml_is_reported_with_its_line(tmp_path: Path) -> None:
    """A TOML file that cannot be parsed is a fault with its line."""
    (tmp_path / "c.toml").write_text('a = 1\nb = "\n', encoding="utf-8")
    faults: list[Fault] = []
    assert read_toml(tmp_path / "c.toml", faults) is None
    assert faults[0].row == 2


def test_asking_notes_what_does_not_fit() -> None:
    """Keys are given where they fit, and noted with file, key and value where not."""
    faults: list[Fault] = []
    asked = Asker("c.toml", {"a": {"b": "x"}, "n": "1", "w": ["p", 2]}, faults)
    assert asked.text("a.b") == "x"
    assert asked.number("n") == 0
    assert asked.texts("w") == ()
    assert asked.one_of("a.b", ("y", "z")) == "y"
    assert [(f.field, f.value) for f in faults] == [("n", "1"), ("w", "['p', 2]"), ("a.b", "x")]


def test_an_error_says_how_many_faults_there_are() -> None:
    """The message of a data error is its first fault and the number of the rest."""
    faults = [Fault("t.csv", n, "", "", "is wrong") for n in (2, 3, 4)]
    assert str(DataError("us", faults)) == "data of us: t.csv row 2: is wrong (and 2 more)"


def test_asking_reads_words_and_spans() -> None:
    """Lists, tables and pairs are given where they fit, and noted where not."""
    faults: list[Fault] = []
    data = {"l": ["a", "b"], "w": {"x": "y"}, "s": [1, 4], "bad": [4, 1], "n": 2.5, "t": {"x": 1}}
    asked = Asker("c.toml", data, faults)
    assert asked.texts("l") == ("a", "b")
    assert asked.words("w") == {"x": "y"}
    assert asked.words("missing") == {}
    assert asked.span("s") == (1, 4)
    assert asked.number("n") == 2.5
    assert not faults
    assert asked.span("bad") == (0, 0)
    assert asked.span("bad", ordered=False) == (4, 1)
    assert asked.words("t") == {}
    assert asked.text("none") == ""
    assert [fault.field for fault in faults] == ["bad", "t", "none"]


@pytest.mark.parametrize(
    ("reader", "said", "value"),
    [
        (fields.yes_or_no, "yes", True),
        (fields.yes_or_no, "", False),
        (fields.whole, "", 0),
        (fields.whole, "12", 12),
        (fields.number(0, 1), "0.5", 0.5),
        (fields.number(0, 1, empty=1.0), "", 1.0),
        (fields.several(("a", "b")), "b a", frozenset({"a", "b"})),
        (fields.word(("a",), empty=True), "", ""),
    ],
)
def test_fields_are_read(reader: fields.Reader, said: str, value: object) -> None:
    """A reader makes its value of a text that fits."""
    assert reader(said) == value


@pytest.mark.parametrize(
    ("reader", "said", "told"),
    [
        (fields.yes_or_no, "ja", "yes or no"),
        (fields.whole, "-1", "a whole number"),
        (fields.number(0, 1), "x", "a number"),
        (fields.number(0, 1), "2", "from 0 to 1"),
        (fields.several(("a", "b")), "a a", "repeated"),
        (fields.several(("apple",)), "aple", "did you mean 'apple'"),
        (fields.word(()), "x", "none is declared"),
    ],
)
def test_fields_that_do_not_fit_are_reported(reader: fields.Reader, said: str, told: str) -> None:
    """A reader says what it expected of a text that does not fit."""
    with pytest.raises(FieldError, match=told):
        reader(said)
