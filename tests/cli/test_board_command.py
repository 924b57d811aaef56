"""`bocage map` with a hex board: the fine sheet, its layers, its dots."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest
from PIL import Image

from bocage.press import sheets

from .conftest import Run


def test_a_users_own_map_is_drawn_with_all_layers(run: Run, folder: Path, tmp_path: Path) -> None:
    """A user's own hex map becomes a sheet with its title and all layers."""
    file = tmp_path / "map.svg"
    answer = run("map", folder, "-o", file)
    assert (answer.code, answer.err) == (0, "")
    drawn = file.read_text(encoding="utf-8")
    assert "THE ALDER, A TEST" in drawn
    assert all(f'data-layer="{name}"' in drawn for name in sheets.LAYERS)


def test_layers_are_chosen_and_left_out(run: Run, folder: Path, tmp_path: Path) -> None:
    """`--layers` names those to draw, a minus and `--without` those to leave out."""
    file = tmp_path / "map.svg"
    run("map", folder, "--layers", "grid,numbers,-grid", "-o", file)
    drawn = file.read_text(encoding="utf-8")
    assert 'data-layer="numbers"' in drawn
    assert 'data-layer="grid"' not in drawn
    run("map", folder, "--layers=-ground,-names", "--without", "grid", "-o", file)
    drawn = file.read_text(encoding="utf-8")
    assert 'data-layer="roads"' in drawn
    for name in ("ground", "names", "grid"):
        assert f'data-layer="{name}"' not in drawn


def test_dots_an_inch(run: Run, folder: Path, tmp_path: Path) -> None:
    """`--dpi` doubles the pixels of a PNG when it is doubled."""
    for dpi in (30, 60):
        assert run("map", folder, "--dpi", dpi, "-o", tmp_path / f"{dpi}.png").code == 0
    with Image.open(tmp_path / "30.png") as small, Image.open(tmp_path / "60.png") as large:
        assert large.width == pytest.approx(2 * small.width, abs=2)


def test_plain_stays_plain(run: Run, folder: Path, tmp_path: Path) -> None:
    """`--plain` draws without pictures, and with the layers that are asked for."""
    file = tmp_path / "map.svg"
    assert run("map", folder, "--plain", "--layers", "ground,water", "-o", file).code == 0
    drawn = file.read_text(encoding="utf-8")
    assert set(re.findall(r'data-layer="(\w+)"', drawn)) == {"ground", "water"}
    assert "<image" not in drawn


def test_without_extras_it_is_plain_and_says_so(
    run: Run, folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where numpy is missing, an SVG is drawn plain and the answer says what to install."""
    monkeypatch.setitem(sys.modules, "bocage.press.raster", None)
    answer = run("map", folder, "-o", tmp_path / "map.svg")
    assert (answer.code, answer.err) == (0, "")
    assert "pip install 'bocage[print]'" in answer.out
    assert "<image" not in (tmp_path / "map.svg").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("--layers", "gird"), "this map has no layer 'gird'; it has ground, sea, fields"),
        (("--paper", "a1"), "is a hex board: --paper, --part and --control are for sheets"),
    ],
)
def test_what_a_board_has_not(
    run: Run, folder: Path, tmp_path: Path, arguments: tuple[str, ...], sentence: str
) -> None:
    """What a board cannot do is refused in one sentence, and no file is made."""
    file = tmp_path / "map.svg"
    answer = run("map", folder, *arguments, "-o", file)
    assert (answer.code, answer.out) == (2, "")
    assert sentence in answer.err
    assert answer.err.count("\n") == 1
    assert not file.exists()


def test_without_the_print_extra(
    run: Run, folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without the renderers a PNG is refused with one sentence that says what to install."""
    monkeypatch.setitem(sys.modules, "typst", None)
    monkeypatch.setenv("BOCAGE_CACHE", "")
    answer = run("map", folder, "-o", tmp_path / "map.png")
    assert (answer.code, answer.out) == (2, "")
    assert "pip install 'bocage[print]'" in answer.err
    assert answer.err.count("\n") == 1
    assert not (tmp_path / "map.png").exists()
