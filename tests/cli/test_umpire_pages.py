"""The pages for umpires, followed word for word: files written, commands typed, nothing refused."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from .conftest import Run

DOCS = Path(__file__).resolve().parents[2] / "docs"
BLOCK = re.compile(r"^```(\w*)\n(.*?)^```$", re.M | re.S)


def blocks(page: str) -> list[str]:
    """Return the code of a page, in its order."""
    return [code for _, code in BLOCK.findall((DOCS / page).read_text(encoding="utf-8"))]


def follow(run: Run, page: str, folder: Path) -> list[str]:
    """Write every named file of a page and type every command; returns what was answered."""
    said: list[str] = []
    for code in blocks(page):
        first = code.splitlines()[0]
        if first.startswith("# ") and "." in first:
            text = code if first.endswith(".toml") else code.split("\n", 1)[1]
            (folder / first[2:]).write_text(text, encoding="utf-8")
        for line in code.splitlines():
            if line.startswith("bocage "):
                answer = run(*shlex.split(line)[1:])
                assert answer.code == 0, f"{line}: {answer.err}"
                said.append(answer.out)
    return said


def test_an_evening_is_run_by_the_page(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every command of the umpire's page works in its order, from the start to the debrief."""
    monkeypatch.chdir(tmp_path)
    said = follow(run, "umpire.md", tmp_path)
    assert any("must decide now" in each for each in said)
    assert any("debrief" in each and "Valkenswaard held" in each for each in said)
    assert (tmp_path / "master.svg").exists()


def test_a_scenario_is_written_by_the_page(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The tables of the page make a scenario that is started, briefed, played and scored."""
    folder = tmp_path / "scenarios" / "the-dommel"
    folder.mkdir(parents=True)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("BOCAGE_SCENARIOS", str(tmp_path / "scenarios"))
    said = follow(run, "scenario.md", folder)
    assert "The Dommel" in said[0]
    assert "2nd Irish Guards" in said[1]
    assert "Expected 1944-09-18 am" not in said[1]
    assert "1. Hold the Dommel bridge intact at the end." in said[1]
    assert "Irish Group: 0 of 2 on its mission card" in said[-1]
    assert "The front each evening" in said[-1]
    assert "II/von Hoffmann" in said[4]
    assert "Dommel bridge intact and held" in said[5]


def test_a_scenario_with_a_mistake_says_which(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A scenario that names an unknown team is refused by that name, and no game begins."""
    folder = tmp_path / "the-dommel"
    folder.mkdir()
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("BOCAGE_SCENARIOS", str(tmp_path))
    for code in blocks("scenario.md"):
        first = code.splitlines()[0]
        if first.startswith("# "):
            text = code if first.endswith(".toml") else code.split("\n", 1)[1]
            (folder / first[2:]).write_text(text, encoding="utf-8")
    oob = (folder / "oob.csv").read_text(encoding="utf-8")
    (folder / "oob.csv").write_text(oob.replace("KG Kerutt", "KG Nobody"), encoding="utf-8")
    answer = run("opcom", "new", "x.bocage", "--scenario", "the-dommel")
    assert answer.code == 2
    assert "KG Nobody" in answer.err
    assert not Path("x.bocage").exists()
