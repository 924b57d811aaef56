"""`bocage show`, `legal`, `why` and `odds`: they answer and change nothing."""

from __future__ import annotations

import shutil
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from bocage.cli.game_file import Sitting
from bocage.cli.questions import offered

from .conftest import Run
from .roundup_saves import AT_BOULOGNE, LANDED, begin, refused


@pytest.fixture
def save(tmp_path: Path) -> Path:
    """Return a game in which the Allies have landed and are about to move."""
    begin(tmp_path / "game.bocage", LANDED)
    return tmp_path / "game.bocage"


# show -----------------------------------------------------------------------------------


def test_show_says_all_at_a_glance(run: Run, save: Path) -> None:
    """Turn, weather, beachheads, ports, the map with units, and what is asked by which rule."""
    lines = run("show", save).lines
    assert lines[0].startswith("── Operation Roundup: Turn 1, Allied Movement Phase ─")
    assert lines[1].startswith("Turn 1 of 10, Clear; the Allies have air superiority")
    assert lines[2].startswith("Beaches US 2723 2824, UK 3024 3223; ports German Dunkirk, Calais")
    assert any(line.startswith("27 ") and line.endswith("23 US11+US15") for line in lines)
    assert "allied: Select a unit to move, or end the Movement Phase. (Roundup 10.0)" in lines


@pytest.mark.parametrize("width", [60, 80, 100, 120, 150, 200])
def test_show_fits_the_window(run: Run, save: Path, width: int) -> None:
    """However wide the window, no line is wider, and every stack is on the map."""
    lines = run("show", save, width=width).lines
    assert max(len(line) for line in lines) <= width
    rows = {line[:2]: line for line in lines if line[:2].isdecimal() and line[2:3] == " "}
    assert all(sign in rows[row][3:] for row, sign in (("27", "U"), ("30", "B"), ("25", "G")))


def test_show_without_colour_is_plain(run: Run, save: Path) -> None:
    """With NO_COLOR a terminal gets no colours, and the letters tell the same."""
    plain = run("show", save, width=80, NO_COLOR="1").out
    assert "\x1b[3" not in plain
    assert run("show", save, width=80).lines == [
        line.rstrip() for line in run("show", save, width=80, NO_COLOR="1").lines
    ]


def test_show_lists_the_units(run: Run, save: Path) -> None:
    """`--units` lists both sides with names, factors and who is still in England."""
    out = run("show", save, "--units").out
    assert "2723  US11 2nd Armored 10-8; US15 FSSF 3" in out
    assert "In England: US02 9-9" in out
    assert "1618  GE02 156th R 2-4" in out


def test_show_draws_a_picture(run: Run, save: Path, tmp_path: Path) -> None:
    """`--picture` draws the map with 8 Allied and 4 German units, 4 beachheads and one TAS."""
    file = tmp_path / "position.svg"
    answer = run("show", save, "--picture", file)
    assert (answer.code, answer.err) == (0, "")
    assert f"Wrote {file} (" in answer.out
    root = ET.parse(file).getroot()
    drawn = [each for each in root.iter() if each.tag.endswith("}svg")]
    assert len(drawn) == 2
    units, markers = (each for each in drawn[1] if each.tag.endswith("}g"))
    assert (len(units), len(markers)) == (8 + 4, 4 + 1)


def test_show_refuses_another_ending(run: Run, save: Path, tmp_path: Path) -> None:
    """A picture is an SVG file; nothing is written otherwise."""
    said = refused(run("show", save, "--picture", tmp_path / "x.png"))
    assert said.endswith("use .svg")
    assert not (tmp_path / "x.png").exists()


def test_questions_change_nothing(run: Run, save: Path) -> None:
    """Asking leaves the save as it is, to the byte."""
    before = save.read_bytes()
    for question in (
        ("show", save),
        ("legal", save),
        ("why", save, "move", "US01", "2722"),
        ("odds", save, "2523", "US01@2624"),
        ("replay", save),
        ("verify", save),
    ):
        assert run(*question).code == 0
    assert save.read_bytes() == before
    assert sorted(each.name for each in save.parent.iterdir()) == [save.name]


# legal ----------------------------------------------------------------------------------


def test_legal_is_grouped(run: Run, save: Path) -> None:
    """What may be done stands under its verb, units with their names."""
    lines = run("legal", save).lines
    assert lines[:3] == ["allied: 9 ways", "end", "select UNIT (8)"]
    assert "US01 1st Infantry" in lines[3]


def test_legal_takes_hexes_together(run: Run, tmp_path: Path) -> None:
    """Hundreds of hexes are listed as runs, not one by one."""
    file = tmp_path / "tas.bocage"
    begin(file, LANDED[:4])
    lines = run("legal", file, width=80).lines
    assert "tas HEX (667)" in lines
    assert any("2101-2123" in line for line in lines)
    assert len(lines) < 12
    assert max(len(line) for line in lines) <= 80


def test_legal_lists_nothing_for_a_seat_that_is_not_asked(run: Run, save: Path) -> None:
    """`legal` refuses a seat that has nothing to decide."""
    assert refused(run("legal", save, "--as", "german")) == (
        "german has nothing to decide now (table: sequence of play)"
    )


# why ------------------------------------------------------------------------------------


def test_why_shows_the_cost_hex_by_hex(run: Run, save: Path) -> None:
    """An allowed move shows every hex with its points and the rule of each."""
    lines = run("why", save, "move", "US01", "2721").lines
    assert lines == [
        "Allowed.",
        "Way of US01 1st Infantry from 2824:",
        "  2723  1 MP, 1 in all: clear 1 (10.2)",
        "  2722  1 MP, 2 in all: clear 1 (10.2)",
        "  2721  2 MP, 4 in all: clear 1 (10.2), over water +1 (10.2)",
        "  4 MP; it has 6 (10.1), or 12 in a column (10.6)",
    ]


def test_why_of_a_refused_move_shows_rule_and_cost(run: Run, save: Path) -> None:
    """A move that is too long names the rule, and shows what the cheapest way would cost."""
    lines = run("why", save, "move", "US01", "2212").lines
    assert lines[0].startswith("No: US01 1st Infantry can't reach 2212: that takes ")
    assert any(line.startswith("Cheapest way of US01") for line in lines)


def test_why_an_attack_shows_its_ledger(run: Run, tmp_path: Path) -> None:
    """Why of an attack is the ledger with which it would be fought."""
    file = tmp_path / "fight.bocage"
    begin(file, AT_BOULOGNE)
    why = run("why", file, "attack", "2523", "with", "all").lines
    assert why[0] == "Allowed."
    assert why[1:] == run("odds", file, "2523", "all").lines


# odds -----------------------------------------------------------------------------------


def test_odds_shows_every_reason_and_chance(run: Run, tmp_path: Path) -> None:
    """Each modifier with its rule, the column, each result as bar and per cent, the hex."""
    file = tmp_path / "fight.bocage"
    begin(file, AT_BOULOGNE)
    out = run("odds", file, "2523", "US01", "US11").cases
    for expected in (
        "Attack 19",
        "+9     US01 1st Infantry (Roundup 11.3)",
        "Columns +0",
        "-2 col 2523 Boulogne is a port city (Roundup 11.10)",
        "+1 col naval gunfire at coastal 2523 Boulogne (Roundup 11.9.b, reading 60)",
        "+1 col TAS of the Allies over 2523 Boulogne (Roundup 7.5)",
        "19 to 4 is 4:1: column 4:1 (Roundup 11.4)",
        "DR  #######.............  33%  defender retreats",
        # 11.10: on turn 1 the defenders of a port ignore retreats, and they have two steps.
        "Taking the hex: 0% (never); the defender holds it: 100% (certain)",
    ):
        assert expected in out


def test_odds_for_what_if(run: Run, save: Path) -> None:
    """Units can be weighed as if they stood elsewhere; where they stand does not change."""
    out = run("odds", save, "2523", "US01@2624", "US11@2623").out
    assert "19 to 4 is 4:1" in out
    assert "2824  US01 1st Infantry" in run("show", save, "--units").out


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("2722",), "there is no unit in 2722 to attack"),
        (("2523",), "no unit is next to 2523 Boulogne to attack it"),
        (
            ("2523", "US01"),
            "US01 1st Infantry is not next to 2523 Boulogne; for what if, write UNIT@HEX",
        ),
        (("2523", "GE04@2522"), "GE04 348th belongs to the side under attack"),
        (("nowhere",), "no place 'nowhere' on the map"),
    ],
)
def test_odds_refuses_an_attack_that_cannot_be_weighed(
    run: Run, save: Path, words: tuple[str, ...], sentence: str
) -> None:
    """An attack that cannot be weighed is refused in one sentence."""
    assert sentence in refused(run("odds", save, *words))


# --data ---------------------------------------------------------------------------------

DATA = Path(__file__).parents[2] / "src" / "bocage" / "games" / "roundup" / "data"


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """Return a folder with a copy of our counters and charts."""
    return Path(shutil.copytree(DATA, tmp_path / "mine"))


def test_data_changes_a_counter(run: Run, tmp_path: Path, data: Path) -> None:
    """With somebody's own counters their factors count."""
    file = data / "oob.csv"
    row = "2nd Armored,2 Armd,armor,division,allied,"
    text = file.read_text("utf-8").replace(f"{row}10,8", f"{row}12,8")
    file.write_text(text, encoding="utf-8")
    save = tmp_path / "own.bocage"
    assert run("new", "roundup", "-o", save, "--data", data).code == 0
    assert "US11 12-8" in run("show", save, "--units", "--data", data).out


@pytest.mark.parametrize("command", ["new", "show", "play"])
def test_broken_data_names_file_row_field_value_reason(
    run: Run, tmp_path: Path, data: Path, save: Path, command: str
) -> None:
    """A counter that cannot be is named by file, row, field, value and reason."""
    file = data / "oob.csv"
    lines = file.read_text("utf-8").splitlines()
    lines[3] = lines[3].replace(",division,", ",platoon,")
    file.write_text("\n".join(lines) + "\n", encoding="utf-8")
    arguments: dict[str, tuple[object, ...]] = {
        "new": ("new", "roundup", "-o", tmp_path / "x.bocage"),
        "show": ("show", save),
        "play": ("play", "roundup", tmp_path / "x.bocage"),
    }
    said = refused(run(*arguments[command], "--data", data))
    assert "oob.csv row 4, field size 'platoon': " in said
    assert not (tmp_path / "x.bocage").exists()


def test_two_lines_after_each_other(run: Run, save: Path) -> None:
    """What one command saved the next one shows."""
    assert run("do", save, "move", "US01", "2722").code == 0
    assert "2722  US01 1st Infantry 9-9, has moved" in run("show", save, "--units").out


def test_a_game_is_shown_with_its_position_as_text(run: Run, save: Path) -> None:
    """The last line of `show` is the position, whole in a file and cut to one line in a window."""
    text = run("show", save, "--position").out.strip()
    assert run("show", save).lines[-1] == f"Position: {text}"
    last = run("show", save, width=80).lines[-1]
    begun, _, hint = last.rpartition("...")
    assert len(last) == 80
    assert f"Position: {text}".startswith(begun)
    assert hint == " (in full: --position)"


def test_a_position_is_shown_and_begun_with(run: Run, save: Path, tmp_path: Path) -> None:
    """`show --position` prints one line, and `new --position` begins a game with it."""
    text = run("show", save, "--position").out
    assert text.count("\n") == 1
    other = tmp_path / "other.bocage"
    assert run("new", "roundup", "-o", other, "--position", text).code == 0
    assert run("show", other, "--position").out == text
    assert run("do", other, "move us01 2722").code == 0
    assert run("verify", other).code == 0
    assert run("replay", other).code == 0
    wrong = run("new", "roundup", "-o", tmp_path / "w.bocage", "--position", "roundup standard")
    assert (wrong.code, wrong.err) == (
        2,
        "bocage: a position has four parts, divided by ' / '\n",
    )


def test_what_is_offered_can_be_done(run: Run, save: Path, tmp_path: Path) -> None:
    """`show` offers what `do` reads, and the questions of a file: nothing that only a session at
    the terminal has."""
    sitting = Sitting.open(save)
    st = sitting.table.state
    patterns = [way.pattern for way in offered(sitting, 0)]
    assert patterns == ["move UNIT HEX", "why move UNIT HEX", "end"]
    for action in sitting.table.legal(0):
        line = sitting.game.grammar.say(action)
        assert list(sitting.game.parse(st, 0, line.upper())) == [action]
    run("new", "roundup", "-o", tmp_path / "new.bocage")
    told = run("show", tmp_path / "new.bocage").lines
    assert any(line.startswith("  beachhead HEX ") for line in told)
    assert not any(line.startswith(("  r ", "  plan ")) for line in told)
    run("new", "falaise", "-o", tmp_path / "pocket.bocage")
    told = run("show", tmp_path / "pocket.bocage").lines
    assert any(line.startswith("  HEX ") for line in told)
    assert not any(line.startswith(("  r ", "  setup save")) for line in told)
