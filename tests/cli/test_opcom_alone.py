"""`bocage play opcom`: a campaign by one person, commanders in every other headquarters."""

from __future__ import annotations

from pathlib import Path

import pytest

from bocage.games.opcom.s05_orders.files import SheetError
from bocage.games.opcom.s05_orders.one_line import order_from_words
from tests.cli.conftest import Run


def _play(
    run: Run,
    path: Path,
    *lines: str,
    team: str = "Guards Armoured",
    scenario: str = "joes-bridge",
) -> str:
    answer = run(
        "play", "opcom", path, "--scenario", scenario, "--team", team, "--seed", "7",
        input_lines=lines,
    )  # fmt: skip
    assert answer.code == 0, answer.err
    return answer.out


def test_a_half_day_is_fought_out(run: Run, tmp_path: Path) -> None:
    """The staff suggests a sheet, it is sent, and the report of the half day is read."""
    out = _play(run, tmp_path / "a.bocage", "suggest", "send", "enemy", "quit")
    assert "1. prepare GB-1COLD, GB-2IG, GB-3IG, GB-5COLD; tact" in out
    assert "1230 hrs." in out
    assert "(fresh)" in out
    assert "The game is saved in" in out


def test_an_order_is_typed_checked_and_dropped(run: Run, tmp_path: Path) -> None:
    """What cannot be done is said at once, and the rest of the sheet stays."""
    out = _play(
        run, tmp_path / "b.bocage",
        "help", "brief",
        "attack 32nd Guards Brigade Group to Valkenswaard with 55th Field Regt",
        "attack 9th Foot to Valkenswaard",
        "drop 2", "orders", "drop 7", "atack x", "message KG Walther: come out", "sheet none.toml",
        "quit",
    )  # fmt: skip
    assert "Noted: 1st (Armd) Bn Coldstream Guards" in out
    assert "9th Foot" in out
    assert "1. attack 32nd Guards Brigade Group to Valkenswaard with 55th Field Regt; tact" in out
    assert "there is no order '7'" in out
    assert "'atack' is not an action" in out
    assert "There is no headquarters 'KG Walther' on our side" in out
    assert "there is no file none.toml" in out


def test_a_campaign_is_continued_from_its_file(run: Run, tmp_path: Path) -> None:
    """The file keeps the game; the next evening it continues where it stopped."""
    path = tmp_path / "c.bocage"
    _play(run, path, "suggest", "send", "quit")
    answer = run("play", "opcom", path, "--team", "Guards", input_lines=["report", "quit"])
    assert "1944-09-17 pm>" in answer.out
    assert "1230 hrs." in answer.out


def test_an_operation_ends(run: Run, tmp_path: Path) -> None:
    """Sheets are sent to the end; an instant decision may be asked for on the way."""
    lines = [line for _ in range(12) for line in ("suggest", "send", "y")]
    out = _play(run, tmp_path / "d.bocage", *lines)
    assert "The operation is over" in out
    assert "Valkenswaard held and in supply" in out  # the debrief is shown at once


def test_the_mission_card_is_in_the_first_report_and_every_brief(run: Run, tmp_path: Path) -> None:
    """It stands in the first report and on every brief, the player's own and no other."""
    path = tmp_path / "e.bocage"
    out = _play(run, path, "brief", "quit", team="Folgore", scenario="malta")
    assert out.count("1. Hold Fort Benghisa by the second evening.") == 2
    assert "Have the use of Luqa at the end" not in out


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("opcom", "--scenario", "joes-bridge"), "choose your headquarters"),
        (("opcom", "--scenario", "joes-bridge", "--team", "Poles"), "choose your headquarters"),
        (("opcom", "--scenario", "no-bridge", "--team", "Guards"), "no-bridge"),
        (("roundup", "--team", "Guards"), "--team is for OP COM"),
    ],
)
def test_what_cannot_be_played_is_a_sentence(
    run: Run, tmp_path: Path, arguments: tuple[str, ...], said: str
) -> None:
    """A team or an operation that there is not, or a game without teams."""
    game, *rest = arguments
    answer = run("play", game, tmp_path / "e.bocage", *rest)
    assert answer.code == 2
    assert said in answer.err


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        (
            "break through 32nd Group to Eindhoven via Aalst, Son with 55th Field; column",
            {
                "action": "breakthrough",
                "unit": ["32nd Group"],
                "objective": "Eindhoven",
                "route": ["Aalst", "Son"],
                "support": ["55th Field"],
                "posture": "tact",
                "column": "yes",
            },
        ),
        ("hold GB-2IG; rest", {"action": "hold", "unit": ["GB-2IG"], "posture": "rest"}),
    ],
)
def test_a_typed_order_is_a_line_of_a_sheet(line: str, expected: dict[str, object]) -> None:
    """Action, who, where to, by what way, with which guns, and flags."""
    found = order_from_words(line)
    assert found.pop("orders") == line
    assert found == expected


@pytest.mark.parametrize("line", ["", "dance x", "attack", "hold x; sideways"])
def test_a_typed_order_that_is_none(line: str) -> None:
    """No action, nobody, or a flag that there is not: a sentence."""
    with pytest.raises(SheetError, match=r"is not an action|name the unit|is not a flag"):
        order_from_words(line)
