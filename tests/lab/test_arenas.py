"""Arenas: a round robin on both sides, taken up again, and its ratings."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import exp
from pathlib import Path
from random import Random

import pytest

from bocage.engine.play import Policy
from bocage.engine.playout import uniform
from bocage.lab.arenas import Arena, by_seat, edge, markdown, meetings, refusal
from bocage.lab.batches import Batch, Finished, Row
from bocage.lab.ratings import ELO, Meeting, rated
from bocage.lab.runs import Plan, Run, RunError
from bocage.lab.workers import here
from tests.engine.toy import Toy

PLAN = Plan("toy", ())
BATCH = Batch(Toy, ())


def test_an_even_score_on_both_sides_is_an_even_rating() -> None:
    """Two players who win the same seat as often are equal, and the seat has the advantage."""
    found = rated([Meeting("a", "b", 90, 100), Meeting("b", "a", 90, 100)], "allied")
    assert [each.rating for each in found.players] == pytest.approx([0, 0], abs=1e-6)
    assert found.side.interval.low > 0


def test_a_rating_is_the_odds_that_were_seen() -> None:
    """With many games the prior weighs nothing: three to one is 191 points of Elo."""
    found = rated([Meeting("a", "b", 75_000, 100_000), Meeting("b", "a", 25_000, 100_000)], "x")
    best, worst = found.players
    assert (best.name, worst.name) == ("a", "b")
    assert best.rating - worst.rating == pytest.approx(190.8, abs=0.5)
    assert found.side.rating == pytest.approx(0, abs=0.5)


def test_a_player_who_always_wins_has_a_finite_rating() -> None:
    """The prior holds it, and the interval is wide."""
    found = rated([Meeting("a", "b", 5, 5), Meeting("b", "a", 0, 5)], "x")
    best = found.players[0]
    assert 100 < best.rating < 1000
    assert best.interval.low > 0
    more = rated([Meeting("a", "b", 50, 50), Meeting("b", "a", 0, 50)], "x").players[0]
    assert more.rating > best.rating


def test_intervals_hold_the_truth() -> None:
    """Of 100 arenas of players of known strength, most intervals hold it: 90 in 100 at least."""
    strength, side = {"a": 0.7, "b": 0.1, "c": -0.8}, 0.4
    rng, held, count = Random(3), 0, 0
    for _ in range(100):
        met: list[Meeting] = []
        for x in strength:
            for y in strength:
                if x != y:
                    share = 1 / (1 + exp(-(strength[x] - strength[y] + side)))
                    met.append(Meeting(x, y, sum(rng.random() < share for _ in range(40)), 40))
        for each in rated(met, "first").players:
            held += each.interval.low <= ELO * strength[each.name] <= each.interval.high
            count += 1
    assert held / count > 0.9


def test_everyone_meets_everyone_on_both_sides(tmp_path: Path) -> None:
    """Six runs of three players with the same seeds; taken up again nothing is played twice."""
    players = ("random", "keen", "uniform")
    arena = Arena(tmp_path, PLAN, Batch(_Three, ()), players)
    told: list[int] = []
    arena.play(3, here(), told.append)
    assert told[-1] == arena.done() == 18
    rows = arena.rows(3)
    assert len(rows) == 6
    assert {tuple(row.seed for row in played) for played in rows.values()} == {
        tuple(row.seed for row in rows["random", "keen"])
    }
    assert Run.open(tmp_path / "keen-random").plan.players == ("keen", "random")

    def none(batch: Batch, numbers: Sequence[int]) -> Iterator[Finished]:
        assert not numbers
        yield from ()

    Arena(tmp_path, PLAN, Batch(_Three, ()), players).play(3, none)
    found = rated(list(meetings(rows, Toy.seats)), Toy.seats[0])
    page = markdown("Toy", found, rows, Toy.seats, "18 games.")
    for name in players:
        assert f"| {name} |" in page


class _Three(Toy):
    """A game with one player more, who plays as `random` does."""

    def policies(self) -> dict[str, Policy]:
        return {"uniform": uniform, "keen": uniform}


def test_draws_are_half_and_games_without_an_end_do_not_count() -> None:
    """A draw is half a win for either side."""

    def row(winner: str) -> Row:
        return Row(1, 1, winner, "", {}, 0, 0)

    first, second = Toy.seats
    played = [row(first), row("draw"), row(second), row("unfinished")]
    rows = {("a", "b"): played}
    assert list(meetings(rows, Toy.seats)) == [Meeting("a", "b", 1.5, 3)]
    assert by_seat("a", rows, Toy.seats) == [(1.5, 3), (0, 0)]
    assert by_seat("b", rows, Toy.seats) == [(0, 0), (1.5, 3)]


def test_the_edge_in_score() -> None:
    """Where one side always wins, the score with the same seats and seeds tells players apart."""

    def row(seed: int, score: float) -> Row:
        return Row(seed, seed, Toy.seats[0], "", {}, 0, 0, (score, -score))

    rows = {
        ("a", "b"): [row(seed, 10 + seed) for seed in range(5)],
        ("b", "a"): [row(seed, 4 + seed) for seed in range(5)],
    }
    better, worse = edge("a", rows), edge("b", rows)
    assert better is not None
    assert worse is not None
    assert (better.points, worse.points) == (3, -3)
    assert better.interval == (3, 3)
    assert edge("c", rows) is None


def test_players_that_cannot_hold_an_arena_are_refused(tmp_path: Path) -> None:
    """One player, the same twice, or a folder that holds a run."""
    assert "two players at least" in refusal(Toy(), ("random",))
    assert "random is named twice" in refusal(Toy(), ("random", "keen", "random"))
    assert refusal(Toy(), ("random", "keen")) == ""
    Run.begin(tmp_path, Plan("toy", ("random", "random")))
    with pytest.raises(RunError, match=r"holds a run of bocage sim"):
        Arena(tmp_path, PLAN, BATCH, ("random", "keen"))
