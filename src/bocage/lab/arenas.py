"""Arenas: a round robin of players in a folder, each pair in a run of its own.

    ARENA/aggressive-random/     a run in which aggressive has the first seat
    ARENA/random-aggressive/     the same seeds with the seats changed

Every pair plays equally often on either side, with the same seeds everywhere. Interrupted runs are
resumed; more games, or more players, can be added to the same folder.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import permutations
from pathlib import Path
from statistics import fmean
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from bocage.lab.batches import DRAW, UNFINISHED, Batch, Row
from bocage.lab.intervals import Interval, mean_interval
from bocage.lab.ratings import Meeting, Ratings
from bocage.lab.runs import Plan, Run, RunError

if TYPE_CHECKING:
    from bocage.engine.game import Game
    from bocage.lab.workers import Play

_BETWEEN: Final = "-"


def refusal(game: Game[Any], players: Sequence[str]) -> str:
    """Return why these players can't hold an arena; empty if they can."""
    if len(game.seats) != 2:
        return f"an arena is for games of two seats, and {game.title} has {len(game.seats)}"
    if len(players) < 2:
        return "an arena needs two players at least: --players staff,aggressive,random"
    for name in players:
        if players.count(name) > 1:
            return f"{name} is named twice"
        if name in game.printed:
            return f"{name} plays one seat only: an arena needs players who can sit on both sides"
    return ""


class Arena:
    """The games of a round robin."""

    def __init__(self, folder: Path, plan: Plan, batch: Batch, players: Sequence[str]) -> None:
        """Begin it in a folder, or take it up again.

        Args:
            folder: the folder of the runs.
            plan: what is played; its players are ignored.
            batch: how it is played; its players are ignored.
            players: who takes part.

        Raises:
            RunError: the folder holds something else, or games of another kind.
        """
        if (folder / "run.json").exists():
            raise RunError(f"{folder} holds a run of bocage sim: choose another folder")
        self.folder: Final = folder
        self.players: Final = tuple(players)
        self._batch: Final = batch
        self.runs: Final[dict[tuple[str, str], Run]] = {
            pair: Run.begin(folder / _BETWEEN.join(pair), replace(plan, players=pair))
            for pair in permutations(players, 2)
        }

    def play(self, games: int, play: Play, progress: Callable[[int], None] | None = None) -> None:
        """Play the missing games of each pair on either side.

        Raises:
            SimulationError: a game fell over.
        """
        before = 0
        for pair, run in self.runs.items():

            def told(done: int, before: int = before) -> None:
                if progress is not None:
                    progress(before + min(done, games))

            run.play(replace(self._batch, players=pair, notes=True), games, play, told)
            before += games

    def done(self) -> int:
        """Return how many games are finished."""
        return sum(len(run.done()) for run in self.runs.values())

    def rows(self, games: int) -> dict[tuple[str, str], list[Row]]:
        """Return the first so many games of each pair, on either side."""
        return {
            pair: [row for row in run.rows() if row.game <= games]
            for pair, run in self.runs.items()
        }


def meetings(rows: dict[tuple[str, str], list[Row]], seats: Sequence[str]) -> Iterator[Meeting]:
    """Yield each pair's results; games without an end are left out."""
    for (first, second), played in rows.items():
        ended = [row.winner for row in played if row.winner != UNFINISHED]
        won = ended.count(seats[0]) + ended.count(DRAW) / 2
        if ended:
            yield Meeting(first, second, won, len(ended))


class Edge(NamedTuple):
    """By how much a player does better than the others with the same seats and seeds."""

    points: float
    """The lead in the game's own score, per game."""
    interval: Interval | None
    """Student's, over the seeds; None for a single one."""


def edge(name: str, rows: dict[tuple[str, str], list[Row]]) -> Edge | None:
    """Return a player's lead in score, which differs between players even if one side always wins.

    For each seed and opponent, it is half of how much more the first seat scores with the player in
    it than with the opponent in it. None if the game has no scores.
    """
    by_seed: dict[int, list[float]] = {}
    for first, second in rows:
        if first != name:
            continue
        other = {row.seed: row.scores[0] for row in rows[second, first] if row.scores}
        for row in rows[first, second]:
            if row.scores and row.seed in other:
                by_seed.setdefault(row.seed, []).append((row.scores[0] - other[row.seed]) / 2)
    values = [fmean(each) for each in by_seed.values()]
    if not values:
        return None
    return Edge(fmean(values), mean_interval(values) if len(values) > 1 else None)


def edge_said(found: Edge | None) -> tuple[str, str]:
    """Return an edge and its interval as tables say them."""
    if found is None:
        return "", ""
    reach = found.interval
    return f"{found.points:+.1f}", "" if reach is None else f"{reach.low:+.1f} to {reach.high:+.1f}"


def markdown(
    title: str,
    ratings: Ratings,
    rows: dict[tuple[str, str], list[Row]],
    seats: Sequence[str],
    said: str,
) -> str:
    """Return the ratings and the table of who met whom, as Markdown."""
    lines = [f"# {title}: an arena", "", said, ""]
    heads = ("player", "Elo", "95 % interval", *(f"won as {seat}" for seat in seats))
    lines += ["| " + " | ".join((*heads, "score", "95 % interval")) + " |"]
    lines += ["| --- |" + " ---: |" * (4 + len(seats))]
    for each in ratings.players:
        low, high = each.interval
        shares = [f"{won:g} of {games}" for won, games in by_seat(each.name, rows, seats)]
        cells = [each.name, f"{each.rating:+.0f}", f"{low:+.0f} to {high:+.0f}", *shares]
        cells += edge_said(edge(each.name, rows))
        lines.append(f"| {' | '.join(cells)} |")
    side = ratings.side
    low, high = side.interval
    lines += [
        "",
        f"The {side.name} seat is worth {side.rating:+.0f} Elo ({low:+.0f} to {high:+.0f}).",
        "",
        f"Won by the {seats[0]} player (row) against the {seats[1]} player (column), and the mean "
        f"score of {seats[0]}:",
        "",
    ]
    names = [each.name for each in ratings.players]
    lines += ["| " + " | ".join(("", *names)) + " |", "| --- |" + " ---: |" * len(names)]
    for first in names:
        cells = [first]
        for second in names:
            played = rows.get((first, second), [])
            if not played:
                cells.append("")
                continue
            won = sum(row.winner == seats[0] for row in played)
            scores = [row.scores[0] for row in played if row.scores]
            mean = f", {sum(scores) / len(scores):+.1f}" if scores else ""
            cells.append(f"{won} of {len(played)}{mean}")
        lines.append(f"| {' | '.join(cells)} |")
    lines += [
        "",
        "Ratings are of the Bradley-Terry model with an advantage of the side; the mean is 0. "
        "400 points are odds of ten to one. A draw is half a win. Score is by how much a player "
        "does better than the others with the same seats and seeds, in points of the game.",
        "",
    ]
    return "\n".join(lines)


def by_seat(
    name: str, rows: dict[tuple[str, str], list[Row]], seats: Sequence[str]
) -> list[tuple[float, int]]:
    """Return how often a player won on each side, of how many games."""
    found: list[tuple[float, int]] = []
    for seat, side in enumerate(seats):
        own = [row.winner for pair, played in rows.items() if pair[seat] == name for row in played]
        ended = [winner for winner in own if winner != UNFINISHED]
        found.append((ended.count(side) + ended.count(DRAW) / 2, len(ended)))
    return found
