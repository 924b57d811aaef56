"""`bocage report`."""

from __future__ import annotations

from pathlib import Path

import pytest

from bocage.lab import page
from tests.lab.test_reports import plain_ground

from .conftest import Run
from .roundup_saves import refused


def test_a_run_becomes_a_page(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The page is written where it is asked for, and says who played."""
    monkeypatch.setattr(page, "ground", plain_ground)
    folder, out = tmp_path / "pocket", tmp_path / "pocket.html"
    assert run("sim", "falaise", "--games", 2, "--out", folder).code == 0
    told = run("report", folder, "-o", out)
    assert told.code == 0
    assert told.lines[0].startswith(f"Wrote {out}")
    said = out.read_text(encoding="utf-8")
    assert "The Pocket at Falaise" in said
    assert "of 2 games" in said


def test_what_cannot_be_reported(run: Run, tmp_path: Path) -> None:
    """No run, another kind of file, nothing counted by that name: each in one sentence."""
    assert "holds no run: make one with bocage sim --out" in refused(
        run("report", tmp_path / "nowhere")
    )
    folder = tmp_path / "pocket"
    run("sim", "falaise", "--games", 1, "--out", folder)
    assert "should end in .html or .pdf" in refused(
        run("report", folder, "-o", tmp_path / "x.docx")
    )
    assert "nothing called 'weather' is counted" in refused(
        run("report", folder, "--by", "weather")
    )
    next((folder / "games").glob("part-*")).write_bytes(b"no table")
    assert "cannot be read" in refused(run("report", folder))
