"""Reading a pack: everything that can be wrong with a file is said by file, row and field."""

from __future__ import annotations

from pathlib import Path

import pytest

from bocage.maps import PackError, PackFault, load_folder
from mapforge.draft import Draft


def faults(folder: Path) -> list[PackFault]:
    """What reading a folder complains of; it must complain."""
    with pytest.raises(PackError) as caught:
        load_folder(folder)
    return list(caught.value.faults)


def edit(folder: Path, file: str, old: str, new: str) -> None:
    """Change one text in a file, which must be there."""
    text = (folder / file).read_text(encoding="utf-8")
    assert old in text
    (folder / file).write_text(text.replace(old, new, 1), encoding="utf-8")


def test_a_whole_pack_is_read(folder: Path) -> None:
    """A pack that is whole is read with everything in it."""
    pack = load_folder(folder)
    assert (pack.id, pack.kind, len(pack.grid)) == ("alder", "hexes", 30)
    assert pack.at("0203").settlement == "town"
    assert pack.at("0105").flags == {"crest"}
    assert pack.at("0306").land == 0.6
    assert pack.place("trun").name == "Trûn"
    assert pack.place("beyond").hex is None
    assert pack.crossing("alder-bridge").prepared
    assert not pack.crossing("sheep-ford").prepared
    assert pack.area("wood").hexes == pack.grid.hexes(["0401", "0402", "0501"])


def test_a_byte_order_mark_is_ignored(folder: Path) -> None:
    """A table saved by a spreadsheet with a byte order mark reads the same."""
    path = folder / "places.csv"
    path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes())
    assert load_folder(folder).place("trun").name == "Trûn"


def test_windows_line_ends_and_empty_lines_are_ignored(folder: Path) -> None:
    """Line ends of another system and empty lines change nothing."""
    path = folder / "places.csv"
    path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n") + b"\r\n\r\n")
    assert len(load_folder(folder).places) == 5


def test_no_such_folder(tmp_path: Path) -> None:
    """A folder that does not exist is said to be missing."""
    (fault,) = faults(tmp_path / "nowhere")
    assert fault.reason == "there is no such folder"


def test_a_file_is_not_a_folder(tmp_path: Path) -> None:
    """A file in place of the folder is said to be none."""
    (tmp_path / "pack").write_text("")
    (fault,) = faults(tmp_path / "pack")
    assert fault.reason == "is not a folder"


@pytest.mark.parametrize(
    "file",
    ["pack.toml", "hexes.csv", "sides.csv", "crossings.csv", "places.csv", "links.csv"],
)
def test_a_missing_file(folder: Path, file: str) -> None:
    """A file that is missing is named."""
    (folder / file).unlink()
    assert faults(folder) == [PackFault(file, 0, "", "", "the file is missing")]


def test_a_folder_in_place_of_a_file(folder: Path) -> None:
    """A file that cannot be read is named with the reason."""
    (folder / "lines.csv").unlink()
    (folder / "lines.csv").mkdir()
    (fault,) = faults(folder)
    assert (fault.file, fault.row) == ("lines.csv", 0)
    assert fault.reason.startswith("cannot be read: ")


def test_text_that_is_not_utf_8(folder: Path) -> None:
    """A table in another encoding is refused, not guessed."""
    path = folder / "places.csv"
    path.write_bytes(path.read_text(encoding="utf-8").encode("latin-1"))
    (fault,) = faults(folder)
    assert fault.file == "places.csv"
    assert fault.reason.startswith("is not UTF-8 text")


def test_broken_toml_names_its_line(folder: Path) -> None:
    """A head that is not TOML names the line on which it breaks."""
    edit(folder, "pack.toml", 'title = "', "title = ")
    (fault,) = faults(folder)
    assert (fault.file, fault.row) == ("pack.toml", 3)


def test_a_format_of_the_future(folder: Path) -> None:
    """A pack of another format is refused before anything else is looked at."""
    edit(folder, "pack.toml", "format = 1", "format = 2")
    assert faults(folder) == [
        PackFault("pack.toml", 0, "format", "2", "this program reads format 1")
    ]


@pytest.mark.parametrize(
    ("old", "new", "field", "reason"),
    [
        ('title = "The Alder, a test"', "", "title", "expected a text"),
        ('kind = "hexes"', 'kind = "squares"', "kind", "expected hexes or lattice"),
        ("rows = [1, 5]", "rows = [5, 1]", "grid.rows", "expected [first, last]"),
        ("rows = [1, 5]", 'rows = "1 to 5"', "grid.rows", "expected [first, last]"),
        ("hex_km = 2.0", 'hex_km = "two"', "projection.hex_km", "expected a number"),
        ("hex_km = 2.0", "hex_km = 0.0", "projection.hex_km", "expected more than 0"),
        ("hex_km = 2.0", "hex_km = inf", "projection.hex_km", "expected a number"),
        ("lat = 49.0", "lat = nan", "projection.lat", "expected a number"),
        (
            *("km_per_degree_lon = 73.0", "km_per_degree_lon = -1"),
            *("projection.km_per_degree_lon", "expected more than 0"),
        ),
        ("rows = [1, 5]", "rows = [1, 99999]", "grid.rows", "expected at most 9999"),
        ('shifted_west = "even"', "", "grid.shifted_west", "expected odd or even"),
        ('"woods" = "woods"', '"woods" = 3', "terrain", "expected a table of texts"),
    ],
)
def test_a_wrong_setting(folder: Path, old: str, new: str, field: str, reason: str) -> None:
    """A setting that does not fit is named by its key."""
    edit(folder, "pack.toml", old, new)
    (fault,) = faults(folder)
    assert (fault.file, fault.field, fault.reason) == ("pack.toml", field, reason)


def test_a_wrong_heading(folder: Path) -> None:
    """A table whose heading differs is refused with the heading it should have."""
    edit(folder, "sides.csv", "a,b,kind,name,note", "from,b,kind,name,note")
    assert faults(folder) == [
        PackFault(
            "sides.csv",
            1,
            "",
            "from,b,kind,name,note",
            "the heading should be a,b,kind,name,note",
        )
    ]


def test_an_empty_table(folder: Path) -> None:
    """A table without even a heading is refused."""
    (folder / "links.csv").write_text("")
    (fault,) = faults(folder)
    assert (fault.file, fault.row, fault.value) == ("links.csv", 1, "")


def test_a_row_with_too_few_fields(folder: Path) -> None:
    """A row that is too short is named by its line."""
    edit(folder, "sides.csv", "0105,0205,slope,Hill 111,\n", "0105,0205,slope\n")
    (fault,) = faults(folder)
    assert fault.reason == "has 3 fields, expected 5"
    assert fault.row == 13


def test_an_unclosed_quotation(folder: Path) -> None:
    """A quotation mark that is never closed is a fault of its table."""
    edit(folder, "sides.csv", "0105,0205,slope,Hill 111,", '0105,0205,slope,"Hill 111,')
    assert [fault.file for fault in faults(folder)] == ["sides.csv"]


@pytest.mark.parametrize(
    ("number", "reason"),
    [
        ("1x1", "a hex number has 4 digits"),
        ("9901", "rows run from 1 to 5"),
        ("0199", "positions run from 1 to 6"),
        ("0102", "an earlier row has this already"),
    ],
)
def test_a_hex_that_cannot_be(folder: Path, number: str, reason: str) -> None:
    """A hex number that does not fit the grid, or is repeated, is named with its row."""
    edit(folder, "hexes.csv", "\n0101,", "\n0102,")
    edit(folder, "hexes.csv", "\n0102,clear,,,1\n0102,", f"\n0102,clear,,,1\n{number},")
    assert faults(folder) == [PackFault("hexes.csv", 3, "hex", number, reason)]


def test_a_pack_without_hexes(folder: Path) -> None:
    """A pack needs at least one hex."""
    (folder / "hexes.csv").write_text("hex,terrain,settlement,flags,land\n")
    assert faults(folder) == [PackFault("hexes.csv", 0, "", "", "has no hexes")]


@pytest.mark.parametrize(
    ("file", "old", "new", "field", "value", "reason"),
    [
        (
            *("hexes.csv", "0401,woods", "0401,wods", "terrain", "wods"),
            "did you mean 'woods'?",
        ),
        (
            *("hexes.csv", "0401,woods", "0401,lava", "terrain", "lava"),
            "expected one of clear, polder, woods",
        ),
        (
            *("hexes.csv", "0203,clear,town,", "0203,clear,town,crst", "flags", "crst"),
            "'crst' is not known, did you mean 'crest'?",
        ),
        (
            *("hexes.csv", "0105,clear,,crest", "0105,clear,,crest crest", "flags", "crest crest"),
            "a word is repeated",
        ),
        (
            *("hexes.csv", "coastal,0.6", "coastal,1.6", "land", "1.6"),
            "expected a number from 0 to 1",
        ),
        (
            *("sides.csv", "0105,0205,slope", "0105,0205,slop", "kind", "slop"),
            "did you mean 'slope'?",
        ),
        (
            *("sides.csv", "0105,0205,slope", "0105,9905,slope", "b", "9905"),
            "no hex '9905': rows run from 01 to 05, not 99",
        ),
        (
            *("crossings.csv", "heavy,40,yes", "heavy,many,yes", "capacity", "many"),
            "expected a whole number",
        ),
        (
            *("crossings.csv", "heavy,40,yes", "heavy,40,perhaps", "prepared", "perhaps"),
            "expected yes or no",
        ),
        (
            *("crossings.csv", "Alder bridge,bridge", ",bridge", "name", ""),
            "is missing",
        ),
        (
            *("places.csv", "town,0203,48.9600", "town,0203,ninety", "lat", "ninety"),
            "expected a number",
        ),
        (
            *("places.csv", "town,0203,48.9600", "town,0203,98.96", "lat", "98.96"),
            "expected a number from -90 to 90",
        ),
        (
            *("places.csv", "town,0203,48.9600", "town,0203,nan", "lat", "nan"),
            "expected a number from -90 to 90",
        ),
        (
            *("areas.csv", "0101 0102 0103", "0101 0102 0101", "hexes", "0101 0102 0101"),
            "a hex is repeated",
        ),
        (
            *("lines.csv", "48.9900 -0.1900;", "48.9900;", "points", "48.9900;48.9400 -0.1900"),
            "'48.9900' is not a point, expected 'lat lon;lat lon'",
        ),
    ],
)
def test_a_field_that_cannot_stand(
    folder: Path, file: str, old: str, new: str, field: str, value: str, reason: str
) -> None:
    """A field that cannot be read is named with its value and what was expected."""
    edit(folder, file, old, new)
    (fault,) = faults(folder)
    assert (fault.file, fault.field, fault.value, fault.reason) == (file, field, value, reason)
    line = (folder / file).read_text(encoding="utf-8").splitlines()[fault.row - 1]
    assert value in line


def test_a_repeated_id_is_a_fault(folder: Path, draft: Draft) -> None:
    """An id may stand once in its table; the second names the row of the first."""
    draft.places.append(draft.places[0])
    draft.write(folder)
    assert faults(folder) == [
        PackFault("places.csv", 7, "id", "trun", "an earlier row has this already")
    ]


def test_all_faults_are_collected(folder: Path) -> None:
    """Faults of several tables are collected before any is raised."""
    edit(folder, "hexes.csv", "0401,woods", "0401,wods")
    edit(folder, "places.csv", "town,0203", "town,0299")
    edit(folder, "links.csv", "2.1", "far")
    found = faults(folder)
    assert [fault.file for fault in found] == ["hexes.csv", "places.csv", "links.csv"]


def test_the_message_names_the_first_fault_and_counts_the_rest(folder: Path) -> None:
    """The error's own sentence names the pack, the first fault and how many more there are."""
    edit(folder, "hexes.csv", "0401,woods", "0401,wods")
    edit(folder, "places.csv", "town,0203", "town,0299")
    with pytest.raises(PackError) as caught:
        load_folder(folder)
    assert str(caught.value) == (
        "map pack alder: hexes.csv row 20, field terrain 'wods': did you mean 'woods'? (and 1 more)"
    )
