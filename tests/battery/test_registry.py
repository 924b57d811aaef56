from __future__ import annotations

from pathlib import Path

import pytest

import bocage.games
from bocage.ai import PLAYERS, players_of
from bocage.cli.terminal.face import TERMINAL, Face, face_of
from bocage.games import GAMES, Loader, UnknownGameError, entry, game, games_in
from bocage.press.sheets.sheet import SHEET
from bocage.server.routes_paper import DEBRIEF, PAPER
from bocage.server.scenarios import BUILDER
from tests.battery.subjects import SUBJECTS, subject


def left_out(folder: Path, known: set[str]) -> set[str]:
    """Return the packages in a folder that hold rules, a decision at least, and are not known
    game.
    """
    rules = {
        source.relative_to(folder).parts[0]
        for source in folder.glob("*/**/*.py")
        if "bocage.engine.frames" in source.read_text(encoding="utf-8")
    }
    return rules - known


def test_no_game_is_left_out_of_the_battery() -> None:
    """Whatever package holds rules is registered, and whatever is registered is tested."""
    assert left_out(Path(bocage.games.__file__).parent, set(GAMES)) == set()
    assert set(GAMES) < set(SUBJECTS)


def test_a_game_that_does_not_register_is_found(tmp_path: Path) -> None:
    """The check can fail: it finds rules without a module `game` beside them."""
    for name, files in {
        "whist": ("game.py", "frames.py"),
        "chess": ("frames.py",),
        "maps": ("data.py",),
    }.items():
        (tmp_path / name).mkdir()
        for file in ("__init__.py", *files):
            text = "from bocage.engine.frames import Ask" if file == "frames.py" else ""
            (tmp_path / name / file).write_text(text)
    found = games_in(tmp_path, "games")
    assert found == {"whist": Loader("games.whist.game")}
    assert left_out(tmp_path, set(found)) == {"chess"}


def test_each_game_answers_to_the_name_it_is_registered_under() -> None:
    """What the command line calls a game is what its saves call it."""
    assert [subject(name).id for name in GAMES] == list(GAMES)


def test_unknown_game_is_named_with_the_nearest() -> None:
    """A name that no game has is answered with one that comes near, or with all."""
    with pytest.raises(UnknownGameError, match="there is no game 'chess'; there are"):
        game("chess")
    for name in GAMES:
        with pytest.raises(UnknownGameError, match=f"did you mean {name}"):
            game(name[:-1])


def test_nothing_of_a_game_is_imported_before_it_is_asked_for() -> None:
    """The registry holds names of modules, not games."""
    assert all(isinstance(loader, Loader) for loader in GAMES.values())


@pytest.mark.parametrize("name", SUBJECTS)
def test_what_rooms_have_for_a_game_is_there(name: str) -> None:
    """Each entry that a game names is known to a room and leads to a function; one needs none."""
    found = subject(name)
    assert set(found.entries) <= {BUILDER, DEBRIEF, PAPER, PLAYERS, SHEET, TERMINAL}
    assert all(callable(entry(found, each)) for each in found.entries)
    assert isinstance(face_of(found), Face)
    assert (type(face_of(found)) is Face) == (TERMINAL not in found.entries)
    assert bool(players_of(found)) == (PLAYERS in found.entries)
