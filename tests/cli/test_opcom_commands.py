"""`bocage opcom`: an operation from files, as teams and Control would run it."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

import pytest

from .conftest import Run

SHEETS = Path(str(files("bocage.games.opcom"))) / "data" / "joes_bridge" / "sheets"


@pytest.fixture
def save(run: Run, tmp_path: Path) -> Path:
    """Joe's Bridge, begun."""
    path = tmp_path / "jb.bocage"
    answer = run("opcom", "new", path, "--seed", "5")
    assert answer.code == 0
    assert "Teams: Guards (Guards Armd Div), Walther (KG Walther)." in answer.out
    return path


def sent(run: Run, save: Path, turn: int) -> None:
    """Both teams send the sheets of a turn."""
    names = {1: ("1-guards.toml", "1-walther.toml"), 2: ("2-guards.toml", "2-walther.csv")}
    for team, name in zip(("Guards", "Walther"), names[turn], strict=True):
        answer = run("opcom", "orders", save, SHEETS / name, "--team", team)
        assert answer.code == 0, answer.err
        assert answer.out.startswith("The sheet is accepted")


def test_an_operation_is_run_from_files(run: Run, save: Path) -> None:
    """Orders, adjudication, a held card, an instant decision, cards, override, release, report."""
    sent(run, save, 1)
    assert "The turn is adjudicated" in run("opcom", "adjudicate", save).out
    assert run("opcom", "release", save).code == 0
    sent(run, save, 2)
    assert "advantage waits for you" in run("opcom", "adjudicate", save).out
    assert "must decide now" in run("opcom", "accept", save).out
    assert run("opcom", "answer", save, "yes", "--team", "Guards").code == 0
    listed = run("opcom", "cards", save)
    assert "74 to 22; total success 100% -> fight" in listed.out
    full = run("opcom", "cards", save, "2.1.fight.GE-HOF-1").out
    assert "overwhelming air support (9.9.air)" in full
    card = "2.1.fight.GE-HOF-1.advantage"
    changed = run("opcom", "override", save, card, "2", "--because", "they overlook the road")
    assert "74 to 25" in changed.out
    while "waits for you" in run("opcom", "cards", save).out:
        assert run("opcom", "accept", save).code == 0
    drafts = run("opcom", "drafts", save, "--team", "Guards").out
    assert "[Guards / 32nd Guards Brigade]" in drafts
    assert "truth: GB-32G-HQ" in drafts
    change = "Guards / 32nd Guards Brigade / count = about a battalion"
    refused = run("opcom", "edit", save, change.replace("about", "5"), "--because", "smoke")
    assert "can't" in refused.err
    assert run("opcom", "edit", save, change, "--because", "smoke").out == "Edited.\n"
    assert run("opcom", "release", save).out.startswith("Released.")
    assert "there are no drafts" in run("opcom", "drafts", save).err
    report = run("opcom", "report", save, "--team", "Guards").out
    assert "used fourteen points of ammunition and eight of fuel" in report
    assert "about a battalion" in report


def test_a_team_is_briefed_on_its_own(run: Run, save: Path) -> None:
    """A team reads its units, their state in words and its supplies, and nothing of the enemy."""
    brief = run("opcom", "brief", save, "--team", "Walther").out
    assert "III/von Hoffmann (GE-HOF-3): 1 km W of Borkel" in brief
    assert "HQ FJ Rgt von Hoffmann: 6 ammunition, 0 fuel." in brief
    assert "Guards" not in brief


def test_a_brief_names_what_a_sheet_may_name(run: Run, tmp_path: Path) -> None:
    """Every grouping once, and of a navy its ships and the sea zones."""
    save = tmp_path / "malta.bocage"
    run("opcom", "new", save, "--scenario", "malta", "--seed", "1")
    navy = run("opcom", "brief", save, "--team", "Regia-Marina").out
    assert "Fleets: the Italian battle fleet." in navy
    assert "South coast" in navy
    assert "Groupings" not in navy
    corps = run("opcom", "brief", save, "--team", "XXX-Corpo").out
    listed = corps.partition("Groupings you can order: ")[2].partition(".\n")[0].split(", ")
    assert len(set(listed)) == len(listed) > 2
    assert "Fleets" not in corps


def test_sending_a_sheet_shows_questions_and_problems(run: Run, save: Path, tmp_path: Path) -> None:
    """One bad order is named, the unclear one asked about, and the rest is taken."""
    sheet = tmp_path / "sheet.toml"
    sheet.write_text(
        '[[order]]\nunit="2nd Irsh Guards"\naction="hold"\n'
        '[[order]]\nunit="GB-2GREN"\naction="move"\nobjective="Dommel bridge"\n',
        encoding="utf-8",
    )
    answer = run("opcom", "orders", save, sheet, "--team", "Guards")
    assert answer.code == 0
    assert "The sheet is accepted: 1 line," in answer.out
    assert "Not carried out: line 1: You have no unit called '2nd Irsh Guards'" in answer.out
    assert "Question: line 2: which bridge do you mean by 'Dommel bridge'?" in answer.out


@pytest.mark.parametrize(
    ("command", "said"),
    [
        (("orders", "{}", "none.toml", "--team", "Guards"), "there is no file none.toml"),
        (("orders", "{}", "none.toml"), "choose a team: --team Guards or Walther"),
        (
            ("brief", "{}", "--team", "Polish"),
            "there is no team 'Polish': there are Guards, Walther",
        ),
        (("adjudicate", "{}"), "no sheet has come from Guards Armd Div, KG Walther"),
        (("release", "{}"), "there is nothing to release"),
        (("accept", "{}"), "no card waits"),
        (("answer", "{}", "maybe", "--team", "Guards"), "'maybe' is not an answer"),
        (("cards", "{}", "9.x"), "this turn has no card '9.x'"),
        (("act", "{}", "move", "GB-HCR", "Achel"), "give a reason"),
        (("act", "{}", "steps", "GB-HCR", "9", "--because", "x"), "has 4 steps to lose"),
    ],
)
def test_what_cannot_be_is_a_sentence(
    run: Run, save: Path, command: tuple[str, ...], said: str
) -> None:
    """Every refusal is one line, exit code 2, and the file is as it was."""
    before = save.read_bytes()
    answer = run("opcom", *(str(save) if word == "{}" else word for word in command))
    assert answer.code == 2
    assert said in answer.err
    assert len(answer.err.strip().splitlines()) == 1
    assert save.read_bytes() == before


def test_control_acts_by_hand(run: Run, save: Path) -> None:
    """A free act is taken with its reason, and read in the next report."""
    line = ("move", "GB-HCR", "Achel", "--because", "it took the wrong turning")
    assert run("opcom", "act", save, *line).code == 0
    run("opcom", "adjudicate", save, "--time-is-up")
    run("opcom", "adjudicate", save)
    run("opcom", "release", save)
    report = run("opcom", "report", save, "--team", "Guards").out
    assert "Correction: 2nd Household Cavalry Regt is at Achel" in report


def test_a_team_retires_and_control_ends_it(run: Run, save: Path) -> None:
    """A team that leaves is not waited for; only `end` ends the operation."""
    answer = run("opcom", "retire", save, "--team", "Guards")
    assert answer.code == 0
    assert "Guards has retired." in answer.out
    again = run("opcom", "retire", save, "--team", "Guards")
    assert again.code == 2
    assert "Guards has retired already" in again.err
    said = run("opcom", "adjudicate", save)
    assert "no sheet has come from KG Walther" in said.err
    assert (
        "writes its own orders again"
        in run("opcom", "retire", save, "--team", "Guards", "--back").out
    )
    assert (
        "Guards has not retired" in run("opcom", "retire", save, "--team", "Guards", "--back").err
    )
    assert "The operation is over." in run("opcom", "end", save).out
    assert run("opcom", "debrief", save).code == 0
    assert run("opcom", "end", save).code == 2


def test_control_needs_no_replay_accepts_in_bulk_and_lets_a_commander_write(
    run: Run, save: Path
) -> None:
    """Snapshots lie beside the file, two at most; the game is the same without them."""
    written = run("opcom", "commander", save, "Walther")
    assert "A commander has written the sheet of KG Walther" in written.out
    guards = SHEETS / "1-guards.toml"
    assert run("opcom", "orders", save, guards, "--team", "Guards").code == 0
    late = run("opcom", "orders", save, guards, "--team", "Guards", "--late", "a slip")
    assert late.out.startswith("The sheet is accepted"), late.err
    assert "adjudicated" in run("opcom", "adjudicate", save).out
    assert "Routine: " in run("opcom", "cards", save).out
    assert "routine rulings stand" in run("opcom", "accept", save, "--routine").out
    listed = run("opcom", "cards", save).out
    assert "Accepted: " in listed
    assert "Routine: " not in listed
    assert "there is no routine ruling" in run("opcom", "accept", save, "--routine").err
    assert run("opcom", "release", save, "--to", "Guards").out.startswith("Released.")
    folder = save.with_name(f"{save.name}.snapshots")
    assert 1 <= len(list(folder.iterdir())) <= 2
    report = run("opcom", "report", save, "--team", "Guards").out
    for each in folder.iterdir():
        each.unlink()
    assert run("opcom", "report", save, "--team", "Guards").out == report


def test_a_long_sheet_is_taken(run: Run, save: Path, tmp_path: Path) -> None:
    """An action that carries a sheet of several pages has more digits than Python writes."""
    orders = (SHEETS / "1-guards.toml").read_text(encoding="utf-8")
    long = tmp_path / "long.toml"
    texts = "\n".join(
        f'[[message]]\nto = "Walther"\ntext = "{"come in " * 60}{i}"' for i in range(8)
    )
    long.write_text(f"{orders}\n{texts}\n", encoding="utf-8")
    answer = run("opcom", "orders", save, long, "--team", "Guards")
    assert answer.out.startswith("The sheet is accepted"), answer.err
    shown = run("opcom", "orders", save, SHEETS / "1-walther.toml", "--team", "Walther")
    assert shown.code == 0, shown.err
    assert "The turn is adjudicated" in run("opcom", "adjudicate", save).out
