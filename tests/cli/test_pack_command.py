"""`bocage pack check`."""

from __future__ import annotations

from pathlib import Path

import pytest

from bocage.maps import THEATRES, theatre

from .conftest import Run


def test_a_clean_pack(run: Run, folder: Path) -> None:
    """A clean pack is said to be, with exit code 0."""
    answer = run("pack", "check", folder)
    assert (answer.code, answer.out, answer.err) == (0, f"{folder}: no faults.\n", "")


@pytest.mark.parametrize("name", [each.id for each in THEATRES])
def test_the_theatres_are_clean(run: Run, name: str) -> None:
    """Every pack that comes with bocage has no faults."""
    assert run("pack", "check", theatre(name).folder).code == 0


def _break(folder: Path) -> None:
    for file, old, new in (
        ("hexes.csv", "0401,woods", "0401,wods"),
        ("places.csv", "town,0203", "town,0299"),
    ):
        text = (folder / file).read_text(encoding="utf-8")
        assert old in text
        (folder / file).write_text(text.replace(old, new), encoding="utf-8")


def test_every_fault_is_a_line_when_piped(run: Run, folder: Path) -> None:
    """Piped, each fault is one line with file, row, field, value and reason; exit code 2."""
    _break(folder)
    answer = run("pack", "check", folder)
    assert answer.code == 2
    assert answer.out.splitlines() == [
        "hexes.csv row 20, field terrain 'wods': did you mean 'woods'?",
        "places.csv row 2, field hex '0299': no hex '0299': row 02 runs from position 01 to 06, "
        "not 99",
        f"{folder}: 2 faults.",
    ]


def test_faults_are_a_table_on_a_terminal(run: Run, folder: Path) -> None:
    """On a terminal the faults are a table that fits the window."""
    _break(folder)
    answer = run("pack", "check", folder, width=80)
    lines = answer.lines
    assert answer.code == 2
    assert lines[0].split() == ["file", "row", "field", "value", "reason"]
    assert lines[1].split()[:4] == ["hexes.csv", "20", "terrain", "wods"]
    assert all(len(line) <= 80 for line in lines[:-1])


def test_a_broken_law_is_a_fault(run: Run, folder: Path) -> None:
    """A pack that can be read but breaks a law has faults too."""
    links = folder / "links.csv"
    text = links.read_text(encoding="utf-8")
    links.write_text(text.replace("N 1,0103,0203", "N 1,0103,0503"), encoding="utf-8")
    answer = run("pack", "check", folder)
    assert answer.code == 2
    assert answer.out.splitlines()[0] == (
        "links.csv row 2, field to '0503': 0103 and 0503 are not neighbours"
    )


@pytest.mark.parametrize(
    ("name", "reason"), [("nowhere", "there is no such folder"), ("file", "is not a folder")]
)
def test_no_folder_to_check(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, reason: str
) -> None:
    """What is not a folder is refused in one sentence, with exit code 2."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "file").write_text("")
    answer = run("pack", "check", name)
    assert (answer.code, answer.out) == (2, "")
    assert answer.err == f"bocage: cannot check {name}: {reason}\n"


def test_a_folder_that_is_not_a_pack(run: Run, tmp_path: Path) -> None:
    """A folder without a pack in it has one fault: the head is missing."""
    answer = run("pack", "check", tmp_path)
    assert answer.code == 2
    assert answer.out.splitlines() == ["pack.toml: the file is missing", f"{tmp_path}: 1 fault."]
