"""A search for numbers: where it goes, how it is taken up again, and the numbers of a player."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from bocage.lab.players import Setting, load_with, number_of
from bocage.lab.runs import MissingExtraError
from bocage.lab.search import FILE, Search
from bocage.lab.sweeps import SweepError, knob, write

DAY = knob("charts.toml:activation_modifiers.german_day=-20..20")
LIST = knob("oob.csv:G-275.cf=1,4,9")


def far(way: tuple[str, ...]) -> float:
    """Return how far a way is from the best one, 7 and 4."""
    return abs(int(way[0]) - 7) + abs(int(way[1]) - 4)


def searched(folder: Path, trials: int) -> Search:
    """Return a search after so many trials."""
    search = Search(folder, (DAY, LIST), 1)
    while search.done < trials:
        way = search.ask()
        assert way[1] in LIST.values
        assert -20 <= int(way[0]) <= 20
        search.tell(way, far(way))
    return search


def test_trials_approach_the_aim(tmp_path: Path) -> None:
    """The later half of the trials is nearer to the best way than the earlier half."""
    search = searched(tmp_path, 40)
    assert search.done == 40
    assert sum(search.tried(way) for way in search.ways()) == 40
    assert min(map(far, search.ways())) <= 2
    near = [way for way in search.ways() if far(way) <= 8]
    assert sum(search.tried(way) for way in near) > 20  # by lot it would be about 8


def test_a_stopped_search_is_resumed(tmp_path: Path) -> None:
    """A search that was stopped in a trial resumes with the finished ones."""
    first = searched(tmp_path, 5)
    first.ask()
    assert (tmp_path / FILE).is_file()
    again = Search(tmp_path, (DAY, LIST), 1)
    assert again.done == 5
    assert again.ways() == first.ways()
    assert searched(tmp_path, 8).done == 8


def test_without_optuna_it_says_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The extra is named."""
    monkeypatch.setitem(sys.modules, "optuna", None)
    with pytest.raises(MissingExtraError, match=r"pip install 'bocage\[lab\]'"):
        Search(tmp_path, (DAY,), 1)


def test_a_number_of_a_player_is_read_and_set(monkeypatch: pytest.MonkeyPatch) -> None:
    """The constant changes in the module that has it; what is not a number is refused."""
    from bocage.ai.staff.roundup import aims

    monkeypatch.setattr(aims, "PORT_HEX", 12.0)
    each = knob("player:staff.roundup.aims.PORT_HEX=6,12.5")
    assert (each.table, each.field, each.is_span) == ("staff.roundup.aims", "PORT_HEX", False)
    assert number_of(each.table, each.field) == 12
    load_with((Setting(each.table, each.field, 12.5),), "roundup")
    assert aims.PORT_HEX == 12.5
    with pytest.raises(SweepError, match="has no number 'PORTS'"):
        number_of("staff.roundup.aims", "PORTS")
    with pytest.raises(SweepError, match="no player has a module"):
        number_of("staff.waterloo", "PORTS")


def test_a_number_of_a_player_is_in_no_table(tmp_path: Path) -> None:
    """The tables of such a way are the ones they were."""
    folder = tmp_path / "tables"
    folder.mkdir()
    (folder / "charts.toml").write_text("a = 1\n", encoding="utf-8")
    write(folder, tmp_path / "copy", (knob("player:staff.roundup.aims.PORT_HEX=6"),), ("6",))
    assert (tmp_path / "copy" / "charts.toml").read_text(encoding="utf-8") == "a = 1\n"
