"""`bocage games`."""

from __future__ import annotations

from bocage.games import GAMES
from bocage.maps import THEATRES

from .conftest import Run


def test_every_game_and_theatre_is_listed(run: Run) -> None:
    """All three games and all five theatres are listed with their titles."""
    out = run("games").out
    assert all(GAMES[name]().title in out for name in GAMES)
    assert all(theatre.id in out and theatre.title in out for theatre in THEATRES)


def test_every_theatre_belongs_to_a_game() -> None:
    """No theatre is left out because its game is not listed."""
    assert {theatre.game for theatre in THEATRES} <= set(GAMES)


def test_it_says_who_plays_and_how(run: Run) -> None:
    """Each game says in its own words who plays it, and which command plays it."""
    lines = run("games").lines
    assert "Operation Roundup (two players): bocage play roundup" in lines
    assert "OP COM (teams and an umpire): bocage opcom" in lines


def test_it_fits_eighty_columns(run: Run) -> None:
    """The list fits a window of eighty columns."""
    assert all(len(line) <= 80 for line in run("games", width=80).lines)


def test_the_switches_of_a_table_are_listed(run: Run) -> None:
    """`bocage games roundup` has every switch with its rule and choices, and how to set one."""
    out = " ".join(run("games", "roundup").out.split())
    for option in GAMES["roundup"]().options.values():
        assert f"{option.id} {option.title} ({option.rule}; {'|'.join(option.choices)})" in out
    out = out[out.index("switches; the first") :]
    assert out.index("hidden-directive") < out.index("storm-at-sea") < out.index("kampfgruppen")
    assert "bocage new roundup -o FILE --option bombers-in-overcast=on" in out
    assert "--option 15.20=on" in out


def test_option_numbers_are_offered_only_by_games_that_have_them(run: Run) -> None:
    """A game without numbered optional rules does not offer them by number."""
    assert "by its number" not in run("games", "opcom").out


def test_an_unknown_game_has_no_switches(run: Run) -> None:
    """A name that no game has is answered in one sentence."""
    answer = run("games", "roundap")
    assert answer.code == 2
    assert "did you mean roundup?" in answer.err
