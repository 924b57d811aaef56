"""`bocage map`."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from bocage.maps import THEATRES, load

from .conftest import Run

NAMES = [theatre.id for theatre in THEATRES]


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("width", [40, 80, 120])
def test_as_text_it_fits_the_window(run: Run, name: str, width: int) -> None:
    """Every theatre is shown as text no wider than the window, with what the letters mean."""
    answer = run("map", name, width=width)
    assert answer.code == 0
    assert max(len(line) for line in answer.lines) <= width
    assert any("# town" in line for line in answer.lines)


def test_piped_it_has_full_size(run: Run) -> None:
    """Piped, a hex takes two columns and every row of hexes is a line."""
    lines = run("map", "falaise").out.splitlines()
    rows = [line for line in lines if line.count("+") > 5]
    assert len(rows) == 40
    assert any("#Trun" in line for line in rows)


@pytest.mark.parametrize("name", NAMES)
def test_into_an_svg_file(run: Run, tmp_path: Path, name: str) -> None:
    """The drawing is a whole SVG file, and nothing else is left beside it.

    The fine boards take their time and are drawn once, by the tests of the press.
    """
    file = tmp_path / "map.svg"
    quick = ["--plain"] if load(name).kind == "hexes" else []
    answer = run("map", name, *quick, "-o", file)
    assert (answer.code, answer.err) == (0, "")
    assert ET.parse(file).getroot().tag == "{http://www.w3.org/2000/svg}svg"
    assert list(tmp_path.iterdir()) == [file]
    assert answer.out.startswith(f"Wrote {file} (")


def test_into_a_text_file(run: Run, tmp_path: Path) -> None:
    """The text map can be written to a file."""
    assert run("map", "falaise", "-o", tmp_path / "map.txt").code == 0
    assert "#Trun" in (tmp_path / "map.txt").read_text(encoding="utf-8")


def test_an_old_file_is_replaced(run: Run, tmp_path: Path) -> None:
    """A file of an earlier drawing is replaced."""
    (tmp_path / "map.txt").write_text("old")
    run("map", "falaise", "-o", tmp_path / "map.txt")
    assert (tmp_path / "map.txt").read_text(encoding="utf-8").startswith("The Falaise pocket")


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("falase",), "no theatre 'falase': did you mean falaise?"),
        (
            ("falaise", "-o", "map.gif"),
            "cannot draw map.gif: '.gif' is not supported; use .svg, .png, .pdf or .txt",
        ),
        (
            ("falaise", "-o", "map"),
            "cannot draw map: a name without an ending is not supported; "
            "use .svg, .png, .pdf or .txt",
        ),
        (
            ("falaise", "-o", "nowhere/map.svg"),
            "cannot write nowhere/map.svg: there is no folder nowhere",
        ),
        (("falaise", "-o", "folder.svg"), "cannot write folder.svg: it is a folder"),
        (("falase", "-o", "map.svg"), "no theatre 'falase': did you mean falaise?"),
    ],
)
def test_bad_input_leaves_no_file(
    run: Run,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    arguments: tuple[str, ...],
    sentence: str,
) -> None:
    """What cannot be drawn or written is refused in one sentence, and no file is made."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "folder.svg").mkdir()
    answer = run("map", *arguments)
    assert (answer.code, answer.out, answer.err) == (2, "", f"bocage: {sentence}\n")
    assert [path.name for path in tmp_path.rglob("*")] == ["folder.svg"]


def test_a_disk_that_fills_up_leaves_the_old_file(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """When the new file cannot be put in place, the old one stands and nothing lies beside."""
    file = tmp_path / "map.svg"
    file.write_text("old")

    def full(self: Path, target: Path) -> Path:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", full)
    answer = run("map", "joes-bridge", "-o", file)
    assert (answer.code, answer.out) == (2, "")
    assert answer.err == f"bocage: cannot write {file}: no space left on device\n"
    assert [path.name for path in tmp_path.iterdir()] == ["map.svg"]
    assert file.read_text() == "old"


def test_a_broken_pack_of_ones_own_draws_nothing(run: Run, folder: Path, tmp_path: Path) -> None:
    """A pack with a broken row is refused before any file is opened."""
    hexes = folder / "hexes.csv"
    hexes.write_text(hexes.read_text(encoding="utf-8").replace("0401,woods", "0401,wods"))
    answer = run("map", folder, "-o", tmp_path / "map.svg")
    assert answer.code == 2
    assert answer.err == (
        "bocage: map pack alder: hexes.csv row 20, field terrain 'wods': did you mean 'woods'?; "
        "'bocage pack check' lists every fault\n"
    )
    assert not (tmp_path / "map.svg").exists()


def test_a_sheet_of_a_real_map_is_drawn_as_asked(run: Run, tmp_path: Path) -> None:
    """Paper, part, Control and layers shape the sheet of a real map."""
    file = tmp_path / "sheet.svg"
    options = ("--paper", "a3", "--control", "--without", "waters,grain")
    answer = run("map", "joes-bridge", *options, "-o", file)
    assert (answer.code, answer.err) == (0, "")
    content = file.read_text(encoding="utf-8")
    assert 'width="297mm"' in content
    assert "CONTROL ONLY" in content
    assert 'data-layer="roads"' in content
    assert 'data-layer="waters"' not in content


def test_a_minus_takes_a_layer_from_the_usual_ones(run: Run, tmp_path: Path) -> None:
    """`--layers=-names` leaves the names out and brings no optional layer in."""
    file = tmp_path / "sheet.svg"
    assert run("map", "joes-bridge", "--paper", "a3", "--layers=-names", "-o", file).code == 0
    content = file.read_text(encoding="utf-8")
    assert 'data-layer="towns"' in content
    assert 'data-layer="names"' not in content
    assert 'data-layer="air-zones"' not in content


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (
            ("malta", "--part", "gozo"),
            "there is no part 'gozo' of this map; there is whole, island",
        ),
        (
            ("joes-bridge", "--without", "hexes"),
            "this map has no layer 'hexes'; it has relief, ground, waters, grid, towns, roads, "
            "crossings, air-zones, airfields, names, margin, folds, grain",
        ),
        (
            ("falaise", "--paper", "a1"),
            "falaise is a hex board: --paper, --part and --control are for sheets of real maps",
        ),
    ],
)
def test_a_sheet_that_cannot_be_is_refused(
    run: Run, tmp_path: Path, arguments: tuple[str, ...], sentence: str
) -> None:
    """An unknown part or layer is refused with the ones there are, and no file is made."""
    answer = run("map", *arguments, "-o", tmp_path / "sheet.svg")
    assert (answer.code, answer.out, answer.err) == (2, "", f"bocage: {sentence}\n")
    assert list(tmp_path.iterdir()) == []


def test_a_sheet_toml_that_cannot_be_read_is_refused(
    run: Run, lattice_folder: Path, tmp_path: Path
) -> None:
    """A pack may say what its sheet shows; a key that nobody knows is named in one sentence."""
    sheet = lattice_folder / "sheet.toml"
    head = 'country = "ALST"\nsheet = "1"\ntitle = "AALST"\norigin = [50.9, 4.0]\nletters = []\n'
    sheet.write_text(head)
    assert run("map", lattice_folder, "--plain", "-o", tmp_path / "map.svg").code == 0
    assert "AALST" in (tmp_path / "map.svg").read_text(encoding="utf-8")
    sheet.write_text(head + 'colour = "red"\n')
    answer = run("map", lattice_folder, "-o", tmp_path / "other.svg")
    assert (answer.code, answer.out) == (2, "")
    assert "sheet.toml" in answer.err
    assert "'colour'" in answer.err
    assert not (tmp_path / "other.svg").exists()
