"""`bocage opcom campaign`, and commanders in `bocage sim`."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from bocage.cli.opcom_campaign import seeds_of
from bocage.lab import campaigns
from bocage.lab.campaign import Campaign
from tests.cli.conftest import Run


def test_campaigns_are_shown_and_written(run: Run, tmp_path: Path) -> None:
    """A line for each seed on the screen, a row for each in the table; the same again alike."""
    out = tmp_path / "out.csv"
    command = ("opcom", "campaign", "--scenario", "joes-bridge", "--seeds", "1-2", "-o", out)
    told = run(*command)
    assert told.code == 0, told.err
    assert "Joe's Bridge: 2 campaigns by commanders" in told.out
    assert "Seed 1: 2 of 2 headquarters attacked" in told.out
    assert "Seed 2: 2 of 2 headquarters attacked" in told.out
    text = out.read_text(encoding="utf-8")
    rows = list(csv.DictReader(text.splitlines()))
    assert [row["seed"] for row in rows] == ["1", "2"]
    assert all(int(row["battalion_attacks"]) > 0 and row["idle"] == "" for row in rows)
    run(*command)
    assert out.read_text(encoding="utf-8") == text


def test_events_stand_beside_history(run: Run) -> None:
    """Market Garden's first half day: nothing has happened yet, and 1944 is beside it."""
    told = run("opcom", "campaign", "--turns", 1)
    assert told.code == 0, told.err
    line = next(line for line in told.lines if line.startswith("XXX Corps in Eindhoven"))
    assert line.split()[-6:] == ["18", "pm", "never", "0", "of", "1"]


def test_what_happened_in_half_of_them_has_no_middle(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of two campaigns one comes to Eindhoven: the one in the middle never does."""

    def one_of_two(scenario: str, seed: int, **_: object) -> Campaign:
        del scenario
        return Campaign(seed, 18, events={"eindhoven": 4} if seed == 1 else {})

    monkeypatch.setattr(campaigns, "play", one_of_two)
    told = run("opcom", "campaign", "--seeds", "1-2")
    assert told.code == 0, told.err
    line = next(line for line in told.lines if line.startswith("XXX Corps in Eindhoven"))
    assert line.split()[-10:] == ["18", "pm", "never", "18", "pm", "18", "pm", "1", "of", "2"]


def test_a_folder_keeps_campaigns_and_is_reported(run: Run, tmp_path: Path) -> None:
    """More seeds go on from there; a report shows them; another operation is refused."""
    out = tmp_path / "kept"
    command = ("opcom", "campaign", "--scenario", "joes-bridge", "--turns", 1, "--out", out)
    assert run(*command, "--seeds", 1).code == 0
    first = (out / "seed-1.json").stat().st_mtime_ns
    told = run(*command, "--seeds", "1-2", "--processes", 2)
    assert told.code == 0, told.err
    assert "2 campaigns by commanders" in told.out
    assert (out / "seed-1.json").stat().st_mtime_ns == first
    page = tmp_path / "kept.html"
    assert run("report", out, "-o", page).code == 0
    assert "Campaign by campaign" in page.read_text(encoding="utf-8")
    other = run("opcom", "campaign", "--scenario", "market-garden", "--out", out)
    assert "holds campaigns of joes-bridge" in other.err


def test_commanders_are_players(run: Run) -> None:
    """`bocage sim` seats them, in a scenario of one's choice."""
    told = run(
        "sim", "opcom", "--scenario", "arnhem-bridge", "--games", 1, "--players", "commander"
    )
    assert told.code == 0, told.err
    assert "Airborne commander, Hohenstaufen commander, Control commander" in told.out


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("opcom", "campaign", "--scenario", "nowhere"), "there is no operation 'nowhere'"),
        (("opcom", "campaign", "--seeds", "x"), "'x' is not a range of seeds"),
        (("opcom", "campaign", "--seeds", "3-1"), "'3-1' is not a range of seeds"),
        (("sim", "opcom", "--scenario", "nowhere"), "has no scenario 'nowhere'"),
    ],
)
def test_unknown_operations_and_seeds_are_refused(
    run: Run, arguments: tuple[str, ...], said: str
) -> None:
    """An operation or seeds that there are not."""
    answer = run(*arguments)
    assert answer.code == 2
    assert said in answer.err


def test_seeds() -> None:
    """One, or from one to another."""
    assert seeds_of("7") == [7]
    assert seeds_of("1-3") == [1, 2, 3]
