"""`bocage hex`."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from .conftest import Run


def test_a_hex_is_described_in_words(run: Run) -> None:
    """A hex is described line by line: ground, roads, name, position, sides and neighbours."""
    answer = run("hex", "falaise", "2314")
    lines = answer.out.splitlines()
    assert (answer.code, answer.err) == (0, "")
    assert lines[0] == "2314 Trun"
    assert {line.split(":")[0] for line in lines[1:]} >= {
        *("Ground", "Here", "Routes", "Position", "North-east", "East", "South-east"),
        *("South-west", "West", "North-west"),
    }
    assert "Position: 48.8437° N, 0.0421° E." in lines


@pytest.mark.parametrize("asked", ["Trun", "trun", "48.8436,0.0319", "trun bridge"])
def test_by_name_or_point(run: Run, asked: str) -> None:
    """A hex is found by the name of a place or bridge, or by latitude and longitude."""
    assert run("hex", "falaise", asked).out.splitlines()[0] in ("2314 Trun", "2315")


def test_to_shows_the_distance(run: Run) -> None:
    """With --to the distance is shown as well."""
    out = run("hex", "falaise", "Trun", "--to", "argentan").out
    assert "Distance: 3219 Argentan: 10 hexes to the south-west, 11.5 km." in out


def test_a_pack_of_ones_own(run: Run, folder: Path) -> None:
    """A folder with a pack can be asked like a theatre."""
    assert run("hex", folder, "0203").out.startswith("0203 Trûn\n")


def test_on_a_terminal_of_eighty_columns(run: Run) -> None:
    """On a terminal the same is set as a table that fits the window."""
    lines = run("hex", "falaise", "2508", width=80).lines
    assert "Mont-Ormel" in lines[0]
    assert all(len(line) <= 80 for line in lines)
    assert any(line.startswith("north-west") for line in lines)


def test_on_a_narrow_terminal(run: Run) -> None:
    """Where a table would be squeezed, plain lines are shown."""
    assert "North-west: " in run("hex", "falaise", "2508", width=40).out


def test_colour_only_on_a_terminal_without_no_color(run: Run) -> None:
    """Piped output has no colour, and a terminal has none where NO_COLOR is set."""
    assert "\x1b[" not in run("hex", "falaise", "2508").out
    coloured = re.compile(r"\x1b\[[\d;]*3\dm")
    assert coloured.search(run("hex", "falaise", "2508", width=80).out)
    assert not coloured.search(run("hex", "falaise", "2508", width=80, NO_COLOR="1").out)


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("falaise", "9999"), "no hex '9999': rows run from 01 to 40, not 99"),
        (("falaise", "0154"), "no hex '0154': row 01 runs from position 01 to 53, not 54"),
        (("falaise", "250"), "no hex '250': a number has 4 digits"),
        (("falaise", "Trunn"), "no place 'Trunn' on the map of falaise: did you mean Trun?"),
        (("falase", "2508"), "no theatre 'falase': did you mean falaise?"),
        (
            ("falaise", "Trun", "--to", "9999"),
            "no hex '9999': rows run from 01 to 40, not 99",
        ),
        (
            ("falaise", "10,10"),
            "the point 10, 10 is not on the map of falaise: it reaches from 48.58 to 49.08 in "
            "latitude and -0.66 to 0.30 in longitude",
        ),
    ],
)
def test_bad_input_is_one_sentence(run: Run, arguments: tuple[str, ...], sentence: str) -> None:
    """What cannot be found is refused in one sentence on standard error, exit code 2."""
    answer = run("hex", *arguments)
    assert (answer.code, answer.out, answer.err) == (2, "", f"bocage: {sentence}\n")


def test_a_broken_pack_of_ones_own(run: Run, folder: Path) -> None:
    """A pack that cannot be read is refused with its first fault and where to see the rest."""
    (folder / "sides.csv").unlink()
    answer = run("hex", folder, "0203")
    assert answer.code == 2
    assert answer.err == (
        "bocage: map pack alder: sides.csv: the file is missing; "
        "'bocage pack check' lists every fault\n"
    )


def test_a_folder_that_is_not_there(run: Run, tmp_path: Path) -> None:
    """A path that leads nowhere is said to."""
    answer = run("hex", tmp_path / "nowhere", "0203")
    assert answer.code == 2
    assert "there is no such folder" in answer.err
    assert answer.err.count("\n") == 1


def test_a_pack_that_breaks_a_law_is_refused(run: Run, folder: Path) -> None:
    """A user's own pack that breaks a law is refused like an unreadable one."""
    links = folder / "links.csv"
    text = links.read_text(encoding="utf-8")
    links.write_text(text.replace("N 1,0103,0203", "N 1,0103,0503"), encoding="utf-8")
    answer = run("hex", folder, "0203")
    assert (answer.code, answer.out) == (2, "")
    assert answer.err == (
        "bocage: map pack alder: links.csv row 2, field to '0503': 0103 and 0503 are not "
        "neighbours; 'bocage pack check' lists every fault\n"
    )
