"""Batches of campaigns: kept one by one, taken up again, and told beside history."""

from __future__ import annotations

from pathlib import Path

import pytest

from bocage.lab import campaigns
from bocage.lab.campaign import Campaign
from bocage.lab.campaigns import Campaigns, middle, told_of
from bocage.lab.page import html
from bocage.lab.runs import RunError


def made(scenario: str, seed: int, **_: object) -> Campaign:
    """Return a campaign nobody played: XXX Corps is in Eindhoven a half day later with every
    seed.
    """
    assert scenario == "market-garden"
    events = {"eindhoven": 3 + seed, "valkenswaard": 2} if seed < 4 else {}
    sides = {"allied": 40.0 + seed, "axis": 60.0}
    return Campaign(seed, 18, events, {"Guards"}, {"Guards", "Walther"}, attacks=9, points=sides)


def ignored(done: int) -> None:
    """Nobody listens."""
    del done


def test_a_stopped_batch_keeps_finished_games(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A batch that is stopped and resumed plays only the missing games."""
    monkeypatch.setattr(campaigns, "play", made)
    batch = Campaigns.begin(tmp_path / "mg", "market-garden", 0)
    heard: list[int] = []

    def stop(done: int) -> None:
        heard.append(done)
        if done == 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        batch.play(range(1, 6), 1, stop)
    assert heard == [0, 1, 2]
    again = Campaigns.begin(tmp_path / "mg", "market-garden", 0)
    assert [each.seed for each in again.kept()] == [1, 2]
    again.play(range(1, 6), 1, heard.append)
    assert heard == [0, 1, 2, 2, 3, 4, 5]
    assert again.kept() == [made("market-garden", seed) for seed in range(1, 6)]


def test_another_operation_or_another_folder_is_refused(tmp_path: Path) -> None:
    """Campaigns of different operations or lengths do not mix."""
    Campaigns.begin(tmp_path / "mg", "market-garden", 4)
    with pytest.raises(RunError, match="holds campaigns of market-garden, 4 turns"):
        Campaigns.begin(tmp_path / "mg", "market-garden", 0)
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "letter.txt").write_text("mine", encoding="utf-8")
    with pytest.raises(RunError, match="is not empty"):
        Campaigns.begin(tmp_path / "full", "market-garden", 0)
    with pytest.raises(RunError, match="holds no campaigns"):
        Campaigns.open(tmp_path)
    with pytest.raises(RunError, match="no finished campaign"):
        told_of(Campaigns.open(tmp_path / "mg"))


def test_the_report_puts_events_beside_history(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """1944, the median, the earliest and the latest of each event; never where most had none."""
    monkeypatch.setattr(campaigns, "play", made)
    batch = Campaigns.begin(tmp_path / "mg", "market-garden", 0)
    batch.play(range(1, 6), 1, ignored)
    assert middle(batch.kept(), "eindhoven") == 6
    told = told_of(batch)
    table = next(part for part in told.sections[0].parts if hasattr(part, "rows"))
    rows = {row[0]: row[1:] for row in getattr(table, "rows")}  # noqa: B009 - of one kind of part
    assert rows["XXX Corps in Eindhoven"] == ("18 pm", "19 pm", "18 pm", "19 pm", "3 of 5")
    assert rows["XXX Corps at Grave"] == ("19 am", "never", "", "", "0 of 5")
    page = html(told)
    assert "Beside history" in page
    assert page.count("<circle") > 10
