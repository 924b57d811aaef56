"""The lint over everything that teams read in a campaign of commanders: it finds nothing."""

from __future__ import annotations

import pytest

from bocage.games.opcom.s10_reports import release as reports
from tests.games.opcom import reading


def test_no_report_of_a_campaign_has_a_number_or_term_of_the_rules() -> None:
    """Four half days of Joe's Bridge: no term of the rules, no number, in any line of any team."""
    lines = 0
    for table in reading.campaign("joes-bridge", 4):
        assert reading.wrong(table.state) == []
        lines += sum(len(report) for _, report in reading.told(table.state))
    assert lines > 50


def test_the_lint_would_find_a_figure(monkeypatch: pytest.MonkeyPatch) -> None:
    """The lint finds a supply return in figures and a word of the rules, and names the team."""

    def in_figures(ammo: int, fuel: int) -> str:
        return f"{ammo}7 status points and {fuel}"

    monkeypatch.setattr(reports, "points", in_figures)
    table = next(reading.campaign("joes-bridge", 1))
    found = reading.wrong(table.state)
    assert any("Guards, turn 1: '" in each and "is a number" in each for each in found)
    assert any("'status' is a term of the rules" in each for each in found)
