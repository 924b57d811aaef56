"""Sheets as files: the same bytes always, kept once drawn, refused in one sentence."""

from __future__ import annotations

import io
import os
import subprocess
import sys
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
from PIL import Image

from bocage.maps.folder import load_folder
from bocage.maps.pack import Pack
from bocage.press import cache, render, sheets
from mapforge.draft import Draft


@pytest.fixture
def alder(draft: Draft, tmp_path: Path) -> Pack:
    """Return a small hex map."""
    draft.write(tmp_path / "alder")
    return load_folder(tmp_path / "alder")


@pytest.fixture(autouse=True)
def kept_here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Drawings are kept in a folder of the test."""
    monkeypatch.setenv("BOCAGE_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


_PROGRAM = """
import sys
import xml.etree.ElementTree as ET
from pathlib import Path
from bocage.maps.folder import load_folder
from bocage.press import sheets
sys.stdout.buffer.write(sheets.sheet_bytes(load_folder(Path(sys.argv[1])), ".svg"))
"""


def test_bytes_are_the_same_in_every_run(alder: Pack, tmp_path: Path) -> None:
    """Two programs with different hashes of strings draw the same bytes."""
    drawn: list[bytes] = []
    for seed in ("1", "2"):
        done = subprocess.run(
            [sys.executable, "-c", _PROGRAM, str(tmp_path / "alder")],
            capture_output=True,
            check=True,
            env={**os.environ, "PYTHONHASHSEED": seed, "BOCAGE_CACHE": ""},
        )
        drawn.append(done.stdout)
    assert drawn[0] == drawn[1]
    assert drawn[0].startswith(b"<svg")


def test_png_has_the_size_of_paper_and_resolution(alder: Pack) -> None:
    """A PNG is as large as paper and dots an inch say."""
    sheet = sheets.sheet(alder)
    made = Image.open(io.BytesIO(sheets.sheet_bytes(alder, ".png", dpi=50)))
    assert made.width == pytest.approx(sheet.width / 25.4 * 50, abs=2)
    assert made.height == pytest.approx(sheet.height / 25.4 * 50, abs=2)


def test_pdf_has_one_page_of_the_paper(alder: Pack) -> None:
    """A PDF is one page of the sheet's size."""
    pypdf = pytest.importorskip("pypdf")
    sheet = sheets.sheet(alder)
    reader = pypdf.PdfReader(io.BytesIO(sheets.sheet_bytes(alder, ".pdf")))
    assert len(reader.pages) == 1
    box = reader.pages[0].mediabox
    assert float(box.width) == pytest.approx(sheet.width / 25.4 * 72, abs=0.1)


def test_a_drawing_is_made_once(alder: Pack, kept_here: Path) -> None:
    """What was drawn is kept and given again, until it is asked for differently."""
    made: list[str] = []

    def make() -> bytes:
        made.append("now")
        return b"drawing"

    assert cache.kept(alder, "a", make) == cache.kept(alder, "a", make) == b"drawing"
    assert len(made) == 1
    cache.kept(alder, "b", make)
    assert len(made) == 2
    assert len(list((kept_here / "press").iterdir())) == 2


def test_a_changed_map_is_drawn_again(alder: Pack, draft: Draft, tmp_path: Path) -> None:
    """A map that differs in one hex is drawn again."""
    draft.hexes[0] = {**draft.hexes[0], "terrain": "woods"}
    draft.write(tmp_path / "other")
    other = load_folder(tmp_path / "other")
    assert cache.kept(alder, "a", lambda: b"one") == b"one"
    assert cache.kept(other, "a", lambda: b"two") == b"two"


def test_a_broken_file_is_drawn_again(alder: Pack, kept_here: Path) -> None:
    """A kept drawing that was cut short is not given out."""
    cache.kept(alder, "a", lambda: b"drawing")
    (path,) = (kept_here / "press").iterdir()
    path.write_bytes(path.read_bytes()[:-2])
    assert cache.kept(alder, "a", lambda: b"again") == b"again"


def test_a_cache_that_cannot_be_written_does_no_harm(
    alder: Pack, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where nothing can be kept, drawings are made each time."""
    (tmp_path / "file").write_text("in the way")
    monkeypatch.setenv("BOCAGE_CACHE", str(tmp_path / "file"))
    assert cache.kept(alder, "a", lambda: b"drawing") == b"drawing"


def test_the_oldest_drawings_are_removed_first(
    alder: Pack, kept_here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """When there is too much, the oldest drawings go and the newest stays."""
    monkeypatch.setattr(cache, "MOST_BYTES", 250)
    for number in range(4):
        cache.kept(alder, str(number), lambda: b"x" * 100)
        for path in (kept_here / "press").iterdir():
            os.utime(path, (path.stat().st_atime, path.stat().st_mtime - 10))
    assert len(list((kept_here / "press").iterdir())) == 1
    assert cache.kept(alder, "3", lambda: b"new") == b"x" * 100


def test_a_missing_renderer_is_named(alder: Pack, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the renderer a PNG is refused with what to install; SVG needs nothing."""
    monkeypatch.setitem(sys.modules, "typst", None)
    with pytest.raises(render.PrintExtraMissingError, match=r"pip install 'bocage\[print\]'"):
        sheets.sheet_bytes(alder, ".png", dpi=30)
    assert sheets.sheet_bytes(alder, ".svg").startswith(b"<svg")


def test_a_browser_gets_a_base_picture_and_overlays(alder: Pack) -> None:
    """A base picture for each zoom, and every layer over it apart, on the same window."""
    pictures = sheets.base_pictures(alder, (0.5, 1.0))
    small, large = (Image.open(io.BytesIO(pictures[scale])) for scale in (0.5, 1.0))
    assert large.width == pytest.approx(2 * small.width, abs=2)
    overlays = sheets.fragments(alder)
    assert tuple(overlays) == sheets.OVERLAYS
    assert set(sheets.OVERLAYS) | set(sheets.BASE) | {"margins"} == set(sheets.LAYERS)
    assert ">0203<" in overlays["numbers"]
    root = ET.fromstring(overlays["names"])
    assert float((root.get("viewBox") or "").split()[2]) == pytest.approx(large.width, abs=1)
