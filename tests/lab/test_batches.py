"""Batches of games: who sits where, the same rows every time, and what they come to."""

from __future__ import annotations

import csv
from functools import partial
from io import StringIO
from typing import Any

import pytest

from bocage.ai import load_game
from bocage.engine.game import OptionError
from bocage.engine.playout import PolicyError
from bocage.lab.batches import Batch, Row, SeatingError, SimulationError, seated, seed_of
from bocage.lab.summaries import grouped, summarised
from bocage.lab.tables import written
from bocage.lab.workers import here
from tests.engine.toy import Toy

FALAISE = partial(load_game, "falaise")


def test_players_sit_in_the_order_of_the_seats() -> None:
    """Names are given to the seats in order; a single one sits in all."""
    game = FALAISE()
    assert seated(game, ("random", "aggressive"), {}).names == ("random", "aggressive")
    assert seated(game, ("aggressive",), {}).names == ("aggressive", "aggressive")


@pytest.mark.parametrize("players", [("aggressive", "solitaire"), ("solitaire", "aggressive")])
def test_a_printed_opponent_takes_its_own_seat(players: tuple[str, ...]) -> None:
    """Solitaire is the Allies wherever it is named, and switches its option on."""
    found = seated(FALAISE(), players, {"sunny-skies": "on"})
    assert found.names == ("solitaire", "aggressive")
    assert found.options == {"solitaire": "on", "sunny-skies": "on"}


@pytest.mark.parametrize(
    ("players", "error", "says"),
    [
        (("random", "random", "random"), SeatingError, "needs a player each for allied and german"),
        (("solitaire",), SeatingError, "needs one player for german, and was given nobody"),
        (("solitaire", "solitaire"), SeatingError, "solitaire is named twice"),
        ((), SeatingError, "was given nobody"),
        (("random", "rommel"), PolicyError, "has no player 'rommel'"),
    ],
)
def test_players_that_do_not_fit_the_seats_are_refused(
    players: tuple[str, ...], error: type[Exception], says: str
) -> None:
    """Players that do not fit the seats are refused in a sentence."""
    with pytest.raises(error, match=says):
        seated(FALAISE(), players, {})


def test_options_are_checked_before_the_first_game() -> None:
    """An option that does not exist is refused at once."""
    with pytest.raises(OptionError, match="has no option 'rain'"):
        seated(FALAISE(), ("random",), {"rain": "on"})


def test_neighbouring_batches_share_no_game() -> None:
    """The seeds of two batches of a thousand games are all different."""
    seeds = {seed_of(batch, number) for batch in (1, 2) for number in range(1, 1001)}
    assert len(seeds) == 2000


def test_the_same_rows_in_however_many_processes() -> None:
    """One process or two, the rows of a batch are the same, in the order of the games."""
    batch = Batch(Toy, ("random",), seed=3)
    one = batch.run(10)
    assert one == batch.run(10, play=here(2))
    assert [row.game for row in one] == list(range(1, 11))
    assert one[:4] == batch.run(4)
    assert one != Batch(Toy, ("random",), seed=4).run(10)


def test_a_batch_of_solitaire_games() -> None:
    """Rows of Falaise have its Victory Points, and net is the difference."""
    rows = Batch(FALAISE, ("random", "solitaire"), seed=1).run(2)
    for row in rows:
        allied, german, net = (row.measures[n] for n in ("allied_vp", "german_vp", "net_vp"))
        assert net == allied - german
        assert row.winner == ("allied" if net >= 1 else "german")


def test_progress_is_reported() -> None:
    """The caller learns how many games are done, up to the last."""
    heard: list[int] = []
    Batch(Toy, ("random",)).run(9, progress=heard.append)
    assert heard == sorted(heard)
    assert heard[-1] == 9


class Broken(Toy):
    """A game whose players fall over."""

    def policies(self) -> Any:
        """Return one player, and it fails."""

        def fails(st: object, legal: object, rng: object) -> int:
            raise ZeroDivisionError("no such luck")

        return {"broken": fails}


def test_a_game_that_falls_over_is_named() -> None:
    """A fault in a game stops the batch with its number and its seed."""
    with pytest.raises(SimulationError, match=r"game 1 \(seed \d+\) failed: ZeroDivisionError"):
        Batch(Broken, ("broken",)).run(2)


def row(number: int, winner: str, **measures: float) -> Row:
    """A row of which only the result matters."""
    return Row(number, number, winner, "so", measures, 5, 6)


def test_a_summary_counts_shares_and_means() -> None:
    """Every seat has a share, a draw if there was one; measures have mean and median."""
    rows = [row(1, "allied", vp=1), row(2, "draw", vp=3), row(3, "allied", vp=8)]
    found = summarised(rows, ("allied", "german"))
    assert [(each.name, each.times) for each in found.shares] == [
        ("allied", 2),
        ("german", 0),
        ("draw", 1),
    ]
    (mean,) = found.means
    assert (mean.mean, mean.median, mean.least, mean.most) == (4, 3, 1, 8)
    assert mean.interval is not None
    assert mean.interval.low < 4 < mean.interval.high


def test_one_game_has_no_interval() -> None:
    """Of a single game there is a mean and nothing to trust it by."""
    (mean,) = summarised([row(1, "allied", vp=2)], ("allied",)).means
    assert (mean.mean, mean.interval, mean.deviation) == (2, None, 0)


def test_no_games_cannot_be_summed_up() -> None:
    """A summary of nothing is refused."""
    with pytest.raises(ValueError, match="no games"):
        summarised([], ("allied",))


def test_rows_are_written_as_csv() -> None:
    """A heading and a row a game; what a game did not measure is empty."""
    text = written([row(1, "allied", vp=1.5), row(2, "unfinished")])
    table = list(csv.DictReader(StringIO(text)))
    assert list(table[0]) == [
        *("game", "seed", "winner", "result", "vp", "decisions", "chances"),
    ]
    assert [each["vp"] for each in table] == ["1.5", ""]


def test_games_are_grouped_by_what_was_counted() -> None:
    """Each value of a measure has its own summary; games without it are left out."""
    rows = [
        row(1, "allied", strategy=1),
        row(2, "german", strategy=3),
        row(3, "german", strategy=1),
        row(4, "draw"),
    ]
    found = grouped(rows, ("allied", "german"), "strategy")
    assert list(found) == [1, 3]
    assert [(each.name, each.times) for each in found[1].shares] == [("allied", 1), ("german", 1)]
    assert found[3].games == 1
    assert not grouped(rows, ("allied", "german"), "weather")
