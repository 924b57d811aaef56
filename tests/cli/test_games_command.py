"""`bocage games`."""

from __future__ import annotations

from bocage.cli.games import OFFERS
from bocage.games import GAMES
from bocage.maps import THEATRES

from .conftest import Run


def test_every_game_and_theatre_is_listed(run: Run) -> None:
    """All three games and all five theatres are listed with their titles."""
    out = run("games").out
    assert all(offer.title in out for offer in OFFERS)
    assert all(theatre.id in out and theatre.title in out for theatre in THEATRES)


def test_every_theatre_belongs_to_a_game_on_offer() -> None:
    """No theatre is left out because its game is not listed."""
    assert {theatre.game for theatre in THEATRES} == {offer.id for offer in OFFERS}


def test_it_says_what_can_be_played(run: Run) -> None:
    """The list is honest: what it says can be played has its rules."""
    playable = {offer.id for offer in OFFERS if "play" in offer.today}
    assert "roundup" in playable
    assert playable <= set(GAMES)
    assert "bocage play roundup" in run("games").out


def test_it_fits_eighty_columns(run: Run) -> None:
    """The list fits a window of eighty columns."""
    assert all(len(line) <= 80 for line in run("games", width=80).lines)
